//! Move counts: how many sequences of joint moves a rulesheet allows.

use stratalog_game::error::GameError;
use stratalog_game::game::{Game, Turn};

use super::game::RulesheetGame;
use super::position::{Move, Position};

/// Sequences of joint moves from the start, by length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveCounts {
    /// The number of sequences of length 1, 2, …
    pub counts: Vec<u64>,
    /// For each length, the number of games that ended with fewer joint moves.
    pub ended: Vec<u64>,
}

impl RulesheetGame {
    /// Counts the sequences of up to `depth` joint moves, those of chance
    /// included. `go_on` is asked before each move that is made; once it says no,
    /// there is no count.
    pub fn move_counts(
        &self,
        depth: u32,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<Option<MoveCounts>, GameError> {
        let mut count = Count {
            game: self,
            lengths: vec![0; depth as usize + 1],
            over_at: vec![0; depth as usize + 1],
            open: Vec::new(),
        };
        // The positions on the way to the current one. There is no recursion, as
        // the user chooses the depth.
        let mut positions = vec![self.raw_initial()];
        count.enter(&positions[0], 0)?;
        while let Some(choices) = count.open.last_mut() {
            let Some(joint) = choices.next() else {
                count.open.pop();
                positions.pop();
                continue;
            };
            if !go_on() {
                return Ok(None);
            }
            let length = positions.len();
            let mut next = positions[length - 1].clone();
            self.play_joint(&mut next, &joint);
            count.enter(&next, length)?;
            if count.open.len() > length {
                positions.push(next);
            }
        }
        Ok(Some(count.finish()))
    }

    /// The error of a position in which the rules could not be evaluated.
    pub(super) fn error_of(&self, position: &Position) -> Option<GameError> {
        (position.turn == Turn::Failed).then(|| GameError::RulesFailed {
            game: self.name().to_owned(),
            cause: self.failure(position).unwrap_or_default(),
        })
    }
}

struct Count<'a> {
    game: &'a RulesheetGame,
    lengths: Vec<u64>,
    over_at: Vec<u64>,
    /// The choices of the positions on the way that are not used up.
    open: Vec<Choices>,
}

impl Count<'_> {
    /// Counts a position reached by a sequence, and opens its choices where
    /// longer sequences are asked for.
    fn enter(&mut self, position: &Position, length: usize) -> Result<(), GameError> {
        if let Some(error) = self.game.error_of(position) {
            return Err(error);
        }
        if length > 0 {
            self.lengths[length] = self.lengths[length].saturating_add(1);
        }
        if self.game.is_terminal(position) {
            self.over_at[length] = self.over_at[length].saturating_add(1);
            return Ok(());
        }
        if length + 1 == self.lengths.len() {
            return Ok(());
        }
        let roles = 0..self.game.all_roles().len();
        let moves: Vec<Vec<Move>> = roles
            .map(|role| self.game.legal_of(position, role))
            .collect();
        if length + 2 == self.lengths.len() {
            // The last moves need not be made to be counted.
            let joint = moves
                .iter()
                .fold(1u64, |n, moves| n.saturating_mul(moves.len() as u64));
            self.lengths[length + 1] = self.lengths[length + 1].saturating_add(joint);
        } else {
            self.open.push(Choices::new(moves));
        }
        Ok(())
    }

    fn finish(mut self) -> MoveCounts {
        let mut ended = Vec::new();
        let mut sum = 0u64;
        for over in &self.over_at[..self.over_at.len() - 1] {
            sum = sum.saturating_add(*over);
            ended.push(sum);
        }
        MoveCounts {
            counts: self.lengths.split_off(1),
            ended,
        }
    }
}

/// The joint moves of a position, one after the other.
struct Choices {
    moves: Vec<Vec<Move>>,
    /// The next joint move, as a rank for each role; none when all were given.
    ranks: Option<Vec<usize>>,
}

impl Choices {
    fn new(moves: Vec<Vec<Move>>) -> Choices {
        let ranks = (!moves.iter().any(Vec::is_empty)).then(|| vec![0; moves.len()]);
        Choices { moves, ranks }
    }

    fn next(&mut self) -> Option<Vec<Move>> {
        let ranks = self.ranks.as_mut()?;
        let chosen = self.moves.iter().zip(&*ranks);
        let joint = chosen.map(|(moves, &rank)| moves[rank]).collect();
        let advanced = (0..ranks.len()).rev().any(|role| {
            ranks[role] = (ranks[role] + 1) % self.moves[role].len();
            ranks[role] != 0
        });
        if !advanced {
            self.ranks = None;
        }
        Some(joint)
    }
}
