//! ORFEO, the "oracle feature opponent": the expert evaluation with a search of one
//! ply, from the first move to the last.

use crate::Othello;
use crate::othello::bitboard::{members, placements};
use crate::othello::{OthelloMove, OthelloPosition};
use stratalog_game::{Decision, Reason};

use super::evaluation::{ExpertEvaluation, for_other_side};
use super::layout::Discs;
use super::weights::WEIGHTS;
use super::{Chooser, placed};

/// The player. It is deterministic: of equally good moves it makes the first.
pub struct Orfeo {
    evaluation: ExpertEvaluation,
}

impl Orfeo {
    /// The player with the learned weights.
    pub fn new(game: &Othello) -> Orfeo {
        Orfeo::with(ExpertEvaluation::new(game, &WEIGHTS))
    }

    /// The player with another evaluation.
    pub fn with(evaluation: ExpertEvaluation) -> Orfeo {
        Orfeo { evaluation }
    }

    /// Its move in a position, and the reason; none when the game is over.
    pub fn choose(
        &mut self,
        game: &Othello,
        position: &OthelloPosition,
    ) -> Option<Decision<OthelloMove>> {
        self.decision(game, position)
    }
}

/// The placement that leads to the lowest value for the other side.
pub(super) fn greedy(evaluation: &ExpertEvaluation, discs: Discs) -> Option<(u8, f64)> {
    let empty = evaluation.layout().empty(discs);
    let mut best: Option<(u8, f64)> = None;
    for square in members(placements(discs.own, discs.other, empty)) {
        let value = -evaluation.value(placed(discs, square));
        if best.is_none_or(|(_, most)| value > most) {
            best = Some((square, value));
        }
    }
    best
}

impl Chooser for Orfeo {
    fn placement(&mut self, discs: Discs) -> Option<(u8, Reason)> {
        let (square, _) = greedy(&self.evaluation, discs)?;
        let shown = for_other_side(self.evaluation.explained(placed(discs, square)));
        Some((square, Reason::Features(Box::new(shown))))
    }
}
