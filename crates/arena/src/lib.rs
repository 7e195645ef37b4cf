//! Where players meet and are measured: [`contest`] plays matches on all threads
//! with the same result on any number of them, [`regret`] measures what a learner
//! loses against perfect play, [`practice`] lets it play where nobody is perfect,
//! [`certify`] checks a strategy in every position, and [`best_moves`] lists the best
//! moves of a solved game.
//!
//! ```
//! use stratalog_arena::contest::Contest;
//! use stratalog_game::Player;
//! use stratalog_games::NoughtsAndCrosses;
//! use stratalog_players::minimax::MinimaxSource;
//! use stratalog_players::random::Random;
//! use stratalog_run::{Control, Seed};
//!
//! let game = NoughtsAndCrosses;
//! let perfect = MinimaxSource::new(None);
//! let random = || Box::new(Random::default()) as Box<dyn Player<NoughtsAndCrosses>>;
//! let report = Contest::new(&game, &perfect)
//!     .against(&random)
//!     .games(100)
//!     .seed(Seed(1))
//!     .run(&Control::default())?;
//! assert_eq!(report.tally.losses, 0);
//! # Ok::<(), stratalog_arena::ArenaError>(())
//! ```
//!
//! This crate may use `game`, `players` and `run`. It must never know a learner,
//! nor which games and players have names.

pub mod best_moves;
pub mod certify;
pub mod contest;
pub mod error;
pub mod practice;
pub mod puzzle;
mod record;
pub mod regret;
mod stopwatch;

pub use contest::{Contest, MatchReport, Tally};
pub use error::ArenaError;
