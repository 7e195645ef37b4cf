//! One module a verb.

pub mod analyse;
pub mod examples;
pub mod games;
pub mod induce;
pub mod learn;
mod learn_minesweeper;
pub mod play;
pub mod query;
pub mod reproduce;
pub mod rules;
pub mod solve;
mod solve_minesweeper;
