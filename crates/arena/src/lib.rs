//! Where players meet and are measured: [`contest`] plays matches on all
//! cores with the same result on any number of them, [`interval`] says how sure
//! a rate is, [`regret`] measures what a learner loses against perfect play, [`certify`]
//! whether a strategy errs anywhere,
//! [`table`], [`csv`], [`plot`] and [`diagram`] show the results. [`roster`] finds players by
//! name, [`strategy_file`] those a file describes.
//!
//! ```
//! use stratalog_arena::contest::Contest;
//! use stratalog_catalogue::roster::Roster;
//! use stratalog_games::NoughtsAndCrosses;
//! use stratalog_game::PlayerSpec;
//! use stratalog_run::Seed;
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

pub mod certify;
pub mod contest;
pub mod error;
pub mod news;
pub mod practice;
pub mod regret;
pub mod saved;
pub mod seating;
pub mod table;

pub use contest::{Contest, Report, Tally};
pub use error::ArenaError;
