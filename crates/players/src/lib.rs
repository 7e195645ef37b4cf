//! What the learners are compared with: players that do not learn ([`random`],
//! [`material`], [`minimax`], exact on small games, [`uct`] and a person,
//! [`human`]; for Minesweeper the single-point strategy and PGMS, [`minesweeper`]; for Othello
//! two with an expert's features, [`othello`]; for the telephone network one that
//! looks ahead, [`dispatcher`]) and players that do ([`menace`], [`q_learning`]).
//!
//! [`solution`] tabulates every reachable position of a small game,
//! [`search`] finds values by alpha-beta where a game is too large for that.
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

#[cfg(feature = "deep-q")]
pub mod deep_q;
pub mod error;
pub mod human;
pub mod material;
pub mod menace;
pub mod minimax;
pub mod q_learning;
pub mod random;
pub mod roster;
pub mod search;
pub mod solution;
mod table;
pub mod uct;

pub use error::PlayersError;
