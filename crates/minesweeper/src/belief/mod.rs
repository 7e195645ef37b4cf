//! The belief state of Minesweeper: what the numbers say about the mines.
//!
//! [`Belief`] holds the exact posterior of a view, every complete board that
//! agrees with it being equally likely: the mine probability of each square,
//! the number of solutions, uniform samples, and the distribution of what a
//! move would show. Nothing is enumerated square by square: squares that
//! border the same numbers are grouped into boxes, independent components are
//! counted apart by number of mines, and the squares that border nothing come
//! in through a binomial.
//!
//! ```
//! use stratalog_minesweeper::belief::Belief;
//! use stratalog_minesweeper::{Site, View};
//!
//! let view: View = "2x3/1\n1..\n1..\n".parse()?;
//! let belief = Belief::of(&view)?;
//! assert_eq!(belief.mine_probability(Site::new(1)), 0.5);
//! assert_eq!(belief.mine_probability(Site::new(2)), 0.0);
//! assert_eq!(belief.solutions().to_string(), "2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any_total;
mod binomial;
mod count;
mod csp;
mod endgame;
mod exact;
mod filling;
mod frontier;
mod knowledge;
mod lattice;
mod lattice_builder;
mod listing;
mod mine_counts;
mod observations;
mod parts;
mod posterior;
mod showing;
mod small_board;
mod solutions;
mod tails;
mod tracker;
mod whole_board;

pub use any_total::AnyTotal;
pub use count::{Count, Glance, Tables};
pub use csp::{Csp, EQUAL, Opening, safest_squares};
pub use endgame::{Endgame, EndgameMove};
pub use exact::Exact;
pub use knowledge::{Fact, Knowledge};
pub use mine_counts::MineCounts;
pub use observations::{ByObservation, FirstObservation, ObservationValue};
pub use posterior::Belief;
pub use showing::{Showing, numbers, showing, showings};
pub(crate) use small_board::has_at_most;
pub use small_board::{
    NotSolved, SolvedBoard, solve, solve_saved, solve_watched, symmetries, value_of_first_move,
};
pub use solutions::Solutions;
pub use tracker::{NextStep, Tracker};

use stratalog_game::PlayerError;
use thiserror::Error;

/// The numbers contradict each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the numbers, the flags and the number of mines contradict each other")]
pub struct Inconsistent;

/// Why a view has no belief state.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BeliefError {
    /// No complete board agrees with the view.
    #[error(transparent)]
    Inconsistent(#[from] Inconsistent),
    /// The numbers are entangled beyond what can be counted.
    #[error(
        "the numbers are too entangled to count the solutions: more than {0} partial sums at once"
    )]
    TooEntangled(usize),
}

impl From<Inconsistent> for PlayerError {
    fn from(error: Inconsistent) -> PlayerError {
        PlayerError::Undecided(error.to_string())
    }
}

impl From<BeliefError> for PlayerError {
    fn from(error: BeliefError) -> PlayerError {
        PlayerError::Undecided(error.to_string())
    }
}

impl From<NotSolved> for PlayerError {
    fn from(error: NotSolved) -> PlayerError {
        PlayerError::Undecided(error.to_string())
    }
}
