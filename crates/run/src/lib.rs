//! What every run shares: seeds, random streams and confidence intervals.
//!
//! This crate knows nothing of logic, games or learners.

pub mod interval;
pub mod seed;

pub use interval::Interval;
pub use seed::{Seed, Stream};
