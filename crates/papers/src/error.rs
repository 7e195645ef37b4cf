//! Why an experiment has no result.

use std::path::PathBuf;

use stratalog_arena::ArenaError;
use stratalog_run::StateError;
use stratalog_run::suggest::closest;
use thiserror::Error;

/// Why an experiment has no result.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PapersError {
    /// No experiment has this name.
    #[error("{}", unknown(.name, .known))]
    UnknownExperiment {
        /// The name that was asked for.
        name: String,
        /// The names of all experiments.
        known: Vec<&'static str>,
    },
    /// The time per move is not a positive number.
    #[error("the seconds per move must be a positive number, not {0}")]
    SecondsPerMove(f64),
    /// A plot has no points, or a point that is not finite.
    #[error("there is nothing to plot: {0}")]
    NothingToPlot(&'static str),
    /// A file of results cannot be written.
    #[error("cannot write {path}: {cause}")]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        cause: std::io::Error,
    },
    /// Saved results cannot be used.
    #[error(transparent)]
    State(#[from] StateError),
    /// A match or a course of games has no result.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// A part of the experiment failed.
    #[error("{0}")]
    Failed(String),
}

impl PapersError {
    /// A part of the experiment failed.
    pub(crate) fn failed(cause: impl std::fmt::Display) -> PapersError {
        PapersError::Failed(cause.to_string())
    }
}

fn unknown(name: &str, known: &[&str]) -> String {
    match closest(name, known.iter().copied()) {
        Some(meant) => format!("there is no experiment '{name}'; did you mean '{meant}'?"),
        None => format!(
            "there is no experiment '{name}'; the experiments are {}",
            known.join(", ")
        ),
    }
}
