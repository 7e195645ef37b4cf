//! Wystan, the expert opponent: four plies ahead with the expert evaluation
//! until fourteen squares are empty, then perfect play.

use crate::Othello;
use crate::othello::{Move, Position};
use stratalog_game::reason::Search;
use stratalog_game::{Decision, Outcome, Reason};

use super::Chooser;
use super::endgame::Solver;
use super::evaluation::{Evaluation, for_other_side};
use super::layout::Discs;
use super::lookahead;
use super::weights::WEIGHTS;

/// How many plies it looks ahead.
pub const PLIES: u32 = 4;
/// From so many empty squares on it plays perfectly.
pub const PERFECT: u32 = 14;

/// The player. It is deterministic: of equally good moves it makes the one it
/// looks at first.
pub struct Wystan {
    evaluation: Evaluation,
    solver: Solver,
}

impl Wystan {
    /// The player with the learned weights.
    pub fn new(game: &Othello) -> Wystan {
        Wystan::with(Evaluation::new(game, &WEIGHTS))
    }

    /// The player with another evaluation.
    pub fn with(evaluation: Evaluation) -> Wystan {
        let solver = Solver::new(evaluation.layout().clone());
        Wystan { evaluation, solver }
    }

    /// Its move in a position, and why; nothing when the game is over.
    pub fn choose(&mut self, game: &Othello, position: &Position) -> Option<Decision<Move>> {
        self.decision(game, position)
    }

    fn look_ahead(&self, discs: Discs) -> Option<(u8, Reason)> {
        let found = lookahead::best(&self.evaluation, discs, PLIES)?;
        let mut shown = self.evaluation.explained(found.leaf);
        if !found.is_own_leaf {
            shown = for_other_side(shown);
        }
        Some((found.square, Reason::Features(Box::new(shown))))
    }

    fn play_perfectly(&mut self, discs: Discs, empty: u32) -> Option<(u8, Reason)> {
        let perfect = self.solver.best(discs)?;
        let reason = Reason::Search(Search {
            value: match perfect.lead {
                0 => Outcome::Draw,
                1.. => Outcome::Win,
                _ => Outcome::Loss,
            },
            plies: None,
            exact: true,
            depth: empty,
            nodes: perfect.nodes,
        });
        Some((perfect.square, reason))
    }
}

impl Chooser for Wystan {
    fn placement(&mut self, discs: Discs) -> Option<(u8, Reason)> {
        let empty = self.evaluation.layout().empty(discs).count_ones();
        match empty <= PERFECT {
            true => self.play_perfectly(discs, empty),
            false => self.look_ahead(discs),
        }
    }
}
