//! Wystan, the expert opponent: a search of four plies with the expert evaluation
//! until fourteen squares are empty, then perfect play.

use crate::Othello;
use crate::othello::{OthelloMove, OthelloPosition};
use stratalog_game::reason::Search;
use stratalog_game::{Decision, Outcome, Reason};

use super::Chooser;
use super::endgame::Solver;
use super::evaluation::{ExpertEvaluation, for_other_side};
use super::layout::Discs;
use super::lookahead;
use super::weights::WEIGHTS;

/// The plies of its search.
pub const PLIES: u32 = 4;
/// It plays perfectly from this number of empty squares on.
pub const PERFECT: u32 = 14;

/// The player. It is deterministic: of equally good moves it makes the one that is
/// searched first.
pub struct Wystan {
    evaluation: ExpertEvaluation,
    solver: Solver,
}

impl Wystan {
    /// The player with the learned weights.
    pub fn new(game: &Othello) -> Wystan {
        Wystan::with(ExpertEvaluation::new(game, &WEIGHTS))
    }

    /// The player with another evaluation.
    pub fn with(evaluation: ExpertEvaluation) -> Wystan {
        let solver = Solver::new(evaluation.layout().clone());
        Wystan { evaluation, solver }
    }

    /// Its move in a position, and the reason; none when the game is over.
    pub fn choose(
        &mut self,
        game: &Othello,
        position: &OthelloPosition,
    ) -> Option<Decision<OthelloMove>> {
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
        if empty <= PERFECT {
            self.play_perfectly(discs, empty)
        } else {
            self.look_ahead(discs)
        }
    }
}
