//! One module a verb.

pub mod analyse;
pub mod certified;
pub mod check;
pub mod examples;
pub mod explain;
pub mod features;
pub mod games;
pub mod ggp;
pub mod induce;
pub mod learn;
mod learn_migo;
mod learn_minesweeper;
mod learn_options;
mod learn_rules;
mod learn_zenith;
pub mod new;
pub mod play;
pub mod predict;
pub mod query;
pub mod quiz;
pub mod reproduce;
pub mod rules;
pub mod serve;
pub mod solve;
mod solve_minesweeper;
