//! MIGO: learns to play two-player games from a few games played, as rules that
//! people can read (Muggleton and Hocquette, *Machine Discovery of Comprehensible
//! Strategies for Simple Games Using Meta-interpretive Learning*, 2019).
//!
//! - [`mil`] is the general engine, usable on its own: it learns logic programs
//!   from examples, background predicates and metarules;
//! - [`learner`] is MIGO: [`examples`] says what a game shows (theorems 1 and 2),
//!   [`settings`] how to learn from it;
//! - [`rules`] executes learned rules on [`positions`], [`strategy`] writes them
//!   to files and reads them back, [`player`] plays them.

mod english;
pub mod error;
pub mod examples;
mod knowledge;
pub mod learner;
pub mod mil;
pub mod player;
pub mod positions;
pub mod problem;
pub mod rules;
pub mod settings;
pub mod strategy;

pub use error::MigoError;
pub use learner::Migo;
pub use player::StrategyPlayer;
pub use settings::{Opponent, Settings, Variant};
pub use strategy::Strategy;
