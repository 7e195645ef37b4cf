//! Players of any game, and the exact values of small games.
//!
//! - [`random`], [`material`], [`minimax`] (perfect on small games) and [`uct`] play
//!   by rules alone; [`roster`] makes them by name.
//! - [`menace`], [`q_learning`] and, with the Cargo feature `deep-q`, deep Q-learning
//!   learn from the games they play.
//! - [`solution`] tabulates the value of every reachable position, [`search`] finds
//!   values by alpha-beta in larger games, [`simultaneous`] finds mean goals where
//!   roles choose at the same time, by solving [`matrix_game`]s, and [`solve`] chooses
//!   between them.
//!
//! ```
//! use stratalog_games::NoughtsAndCrosses;
//! use stratalog_game::{Outcome, PositionGraph};
//! use stratalog_players::solution::Solution;
//!
//! let solution = Solution::of_game(&NoughtsAndCrosses, 1_000_000)?;
//! assert_eq!(solution.value().outcome, Outcome::Draw);
//! assert_eq!(solution.len(), 5478);
//! # Ok::<(), stratalog_players::PlayersError>(())
//! ```
//!
//! This crate may use `game`, `logic` (for facts as terms) and `run`. It must never
//! know a particular game, a rulesheet, or how players are measured.

#[cfg(feature = "deep-q")]
pub mod deep_q;
pub mod error;
pub mod material;
pub mod matrix_game;
pub mod menace;
pub mod minimax;
pub mod q_learning;
pub mod random;
pub mod roster;
pub mod search;
pub mod simultaneous;
pub mod solution;
pub mod solve;
mod transposition;
pub mod uct;

pub use error::PlayersError;
