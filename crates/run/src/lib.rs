//! What every run shares. A *run* is one execution of anything long: it has
//! settings and a seed, reports [`Event`]s while it goes, can be asked to
//! [`Stop`], saves its state and says why it [`Ended`].
//!
//! - [`Seed`], [`Stream`]: where randomness comes from; [`mix`] is the one hash
//!   mixer;
//! - [`Control`]: who listens to a run and when it must stop;
//! - [`pieces`]: work cut into numbered pieces, spread over threads, merged in
//!   order;
//! - [`SavedState`]: the one format for saved state; [`file`]: files that are
//!   replaced whole or not at all;
//! - [`Interval`]: 95% confidence intervals; [`Clock`]: wall and processor time.
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
//! What this crate must never know: logic, games, players, learners.

mod clock;
mod control;
mod event;
pub mod file;
mod interval;
mod mixing;
pub mod pieces;
mod seed;
mod state;

pub use clock::{Clock, Elapsed};
pub use control::{Control, Stop};
pub use event::{Ended, Event};
pub use interval::Interval;
pub use mixing::mix;
pub use seed::{Seed, Stream};
pub use state::{SavedState, StateError};
