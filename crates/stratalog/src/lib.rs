//! Stratalog as a library: one module for each thing a user can ask, each with a
//! request, an answer and one call. The command, the page and the Python package
//! translate to and from these types and contain nothing else.
//!
//! ```
//! use stratalog::{Control, games};
//!
//! let answer = games::Request {}.run(&Control::default())?;
//! assert!(answer.games.iter().any(|game| game.name == "minesweeper"));
//! # Ok::<(), stratalog::Error>(())
//! ```
//!
//! - A **request** is plain data with public fields (`serde`); what is left out
//!   has its default.
//! - [`Control`] says who listens to the call and when it must stop. A call that
//!   is stopped, or that reaches a limit, still returns an answer with what it
//!   has, and the answer says why it [`Ended`].
//! - An **answer** is plain data too: serialised, it is the JSON object of the
//!   command's `--json`. Its [`Verdict`] is what the exit code tells.
//!
//! This crate may use every crate below it. It must never know a face: it prints
//! nothing, reads no terminal, and holds no state between calls.

pub mod analyse;
mod answer;
pub mod certified;
pub mod check;
pub mod check_minesweeper;
pub mod coverage;
mod error;
pub mod examples;
pub mod explain;
pub mod export_examples;
pub mod features;
pub mod game;
pub mod games;
pub mod ggp;
pub mod hints;
mod html;
pub mod induce;
pub mod input;
pub mod learn;
pub mod learn_migo;
pub mod learn_minesweeper;
pub mod learn_rules;
pub mod learn_zenith;
pub mod learners;
mod memory;
pub mod new;
pub mod no_guess;
pub mod output;
pub mod play;
pub mod predict;
pub mod query;
pub mod quiz;
pub mod reproduce;
pub mod review;
pub mod rules;
pub mod rulesheets;
pub mod seat;
pub mod session;
pub mod solve;
pub mod solve_minesweeper;
mod teacher_choices;
pub mod values;

pub use answer::{Answer, Verdict};
pub use error::{Diagnostic, Error};
pub use stratalog_game::{Game, Outcome, Role, drawing, typed};
pub use stratalog_run::{Control, Elapsed, Ended, Event, Interval, SavedState, Seed, Stop};

/// The seed of requests that name none.
pub(crate) fn default_seed() -> Seed {
    Seed(1)
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
