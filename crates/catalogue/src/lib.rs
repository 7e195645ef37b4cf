//! Games and players by name: from what a user writes to a game, a player or a
//! strategy.
//!
//! - [`find`] gives a [`Playable`]: a game behind the object-safe interface, with
//!   the players that play it;
//! - [`strategy_file`] makes players of strategy files;
//! - [`discovery`] says who teaches Zenith in which game.
//!
//! ```
//! use stratalog_catalogue::{Options, find};
//! use stratalog_game::{Game, PlayerSpec};
//!
//! let playable = find("hexapawn", Options { board: Some("4x4"), ..Options::default() })?;
//! assert_eq!(playable.game.board(), "4x4");
//! let Ok(spec) = "uct:100".parse::<PlayerSpec>();
//! let player = playable.source(&spec)?.player();
//! # Ok::<(), stratalog_game::GameError>(())
//! ```
//!
//! This crate may use every game, player and learner. It must never know how a
//! request was written, or who asked: no paper, no verb and no face.

pub mod advised;
pub mod believer;
mod best_cycle;
pub mod discovery;
pub mod discovery_run;
mod games;
mod minesweeper;
pub mod planner;
mod playable;
pub mod racer;
pub mod roster;
pub mod strategy_file;
pub mod twin;

pub use games::{LISTINGS, Listing, Options, find};
pub use playable::Playable;
