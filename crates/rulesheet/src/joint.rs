//! The joint moves of a position: a move for each role, chance last.

use smallvec::SmallVec;

use super::game::RulesheetGame;
use super::position::{Move, Position};

/// The legal moves of each role.
pub struct LegalMoves(pub Vec<Vec<Move>>);

impl LegalMoves {
    /// The number of joint moves.
    pub fn joint_count(&self) -> usize {
        let counts = self.0.iter().map(Vec::len);
        counts.fold(1, usize::saturating_mul)
    }

    /// All joint moves; those that differ in the move of the first role follow each
    /// other.
    pub fn joint_moves(&self) -> impl Iterator<Item = SmallVec<[Move; 4]>> {
        (0..self.joint_count()).map(|number| {
            let mut rest = number;
            let choice = |moves: &Vec<Move>| {
                let mv = moves[rest % moves.len()];
                rest /= moves.len();
                mv
            };
            self.0.iter().map(choice).collect()
        })
    }
}

impl RulesheetGame {
    /// The legal moves of each role in a position.
    pub(super) fn legal_of_all(&self, position: &Position) -> LegalMoves {
        let roles = 0..self.all_roles().len();
        LegalMoves(roles.map(|role| self.legal_of(position, role)).collect())
    }
}
