//! One module a verb.

pub mod games;
pub mod learn;
mod learn_minesweeper;
pub mod play;
pub mod query;
pub mod solve;
