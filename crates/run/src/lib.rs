//! What every run shares. A *run* is one execution of anything long: it has
//! settings and a seed, emits [`Event`]s, can be asked to [`Stop`], saves its
//! state, and says why it [`Ended`].
//!
//! - [`Seed`] and [`Stream`] are the source of randomness; [`mix`] is the hash
//!   mixer;
//! - [`Control`] carries events to a listener and requests to stop to the run;
//! - [`pieces`] spreads numbered pieces of work over threads and merges their
//!   results in order, [`Spread`] shares them among processes; [`threads`] is the
//!   plain loop below it;
//! - [`SavedState`] is the format of saved state, [`mod@file`] writes files
//!   atomically;
//! - [`Interval`] is a 95% confidence interval, [`Clock`] measures wall and
//!   processor time;
//! - [`suggest`] finds the name that a mistyped name stands for.
//!
//! ```
//! use stratalog_run::{Control, Ended, Seed, pieces};
//! use rand::RngExt;
//!
//! let roll = |number: u64| Seed(7).stream(number).random_range(1..=6u32);
//! let (rolls, ended) = pieces::run(&Control::default(), "rolls", 1000, roll);
//! assert_eq!(ended, Ended::Done);
//! assert_eq!(rolls[3], roll(3));
//! ```
//!
//! This crate depends on no other crate of the workspace. It must never know
//! logic, games, players or learners.

mod clock;
mod control;
mod event;
pub mod file;
mod interval;
mod mixing;
pub mod pieces;
mod seed;
mod spread;
mod state;
pub mod suggest;
pub mod threads;

pub use clock::{Clock, Elapsed};
pub use control::{Control, Stop};
pub use event::{Ended, Event};
pub use interval::Interval;
pub use mixing::mix;
pub use seed::{Seed, Stream};
pub use spread::{Share, Spread};
pub use state::{SavedState, Saver, StateError};
