//! Players of any game: [`random`], [`material`], [`minimax`] (exact on small
//! games) and [`uct`]; and players that learn: [`menace`], [`q_learning`] and,
//! with the Cargo feature `deep-q`, deep Q-learning.
//!
//! [`solution`] tabulates every reachable position of a small game, [`search`]
//! finds values by alpha-beta where a game is too large for that, and [`solve`]
//! chooses between them.
//!
//! ```
//! use stratalog_games::NoughtsAndCrosses;
//! use stratalog_game::Outcome;
//! use stratalog_players::solution::Solution;
//!
//! let solution = Solution::of_game(&NoughtsAndCrosses, 1_000_000)?;
//! assert_eq!(solution.value().outcome, Outcome::Draw);
//! assert_eq!(solution.len(), 5478);
//! # Ok::<(), stratalog_players::PlayersError>(())
//! ```
//!
//! This crate may use `game` and `run`. It must never know a particular game, nor
//! how players are measured.

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
