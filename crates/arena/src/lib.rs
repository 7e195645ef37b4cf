//! Where players meet and are measured: [`contest`] plays matches on all
//! cores with the same result on any number of them, [`interval`] says how sure
//! a rate is, [`regret`] measures what a learner loses against perfect play, [`certify`]
//! whether a strategy errs anywhere,
//! [`table`], [`csv`], [`plot`] and [`diagram`] show the results. [`roster`] finds players by
//! name, [`strategy_file`] those a file describes.
//!
//! ```
//! use stratalog_arena::contest::Contest;
//! use stratalog_arena::roster::Roster;
//! use stratalog_game::{NoughtsAndCrosses, PlayerSpec, Seed};
//!
//! let game = NoughtsAndCrosses;
//! let Ok(minimax) = "minimax".parse::<PlayerSpec>();
//! let Ok(random) = "random".parse::<PlayerSpec>();
//! let (perfect, chance) = (game.source(&minimax)?, game.source(&random)?);
//! let report = Contest::new(&game, &*perfect)
//!     .against(&*chance)
//!     .games(100)
//!     .seed(Seed(1))
//!     .run()?;
//! assert_eq!(report.tally.losses, 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod advised;
pub mod certify;
pub mod contest;
pub mod csv;
pub mod diagram;
pub mod discovery;
mod discovery_state;
pub mod dots;
pub mod error;
pub mod interval;
pub mod minesweeper;
pub mod news;
pub mod plot;
pub mod practice;
pub mod regret;
pub mod reproduce;
pub mod roster;
mod saved;
pub mod seating;
pub mod strategy_file;
mod svg;
pub mod table;
pub mod twin;

pub use contest::{Contest, Report, Tally};
pub use error::ArenaError;
pub use interval::Interval;
