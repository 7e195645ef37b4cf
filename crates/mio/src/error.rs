//! What can be wrong with a learning problem.

use stratalog_logic::{CompileError, QueryError};
use thiserror::Error;

/// Something wrong with what the learner was given.
#[derive(Debug, Clone, Error)]
pub enum Error {
    /// A mode declaration cannot be used.
    #[error("the mode {template} cannot be used: {problem}")]
    Mode {
        /// The template as written.
        template: String,
        /// What is wrong with it.
        problem: String,
    },
    /// There is nothing to learn from.
    #[error(
        "there are no positive examples; give at least one fact of the predicate to be learned"
    )]
    NoExamples,
    /// Examples of a predicate no head mode declares.
    #[error("no modeh declares {predicate}, of which there are examples; add one")]
    NoHead {
        /// The predicate.
        predicate: String,
    },
    /// An example does not fit the head declaration.
    #[error("the example {example} does not fit the modeh {mode}")]
    Misfit {
        /// The example.
        example: String,
        /// The declaration.
        mode: String,
    },
    /// The same example is given as true and as false.
    #[error("the example {example} is both positive and negative; take one of the two out")]
    Contradiction {
        /// The example.
        example: String,
    },
    /// A clause cannot be compiled.
    #[error("{0}")]
    Compile(#[from] CompileError),
    /// The background failed while it was asked.
    #[error("asking {goal}: {error}")]
    Background {
        /// What was asked.
        goal: String,
        /// What happened.
        error: QueryError,
    },
    /// A place in a file is wrong.
    #[error("{place}: {problem}")]
    Place {
        /// File and line.
        place: String,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// A file or folder cannot be read.
    #[error("cannot read {path}: {problem}")]
    Unreadable {
        /// The path.
        path: String,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// A strategy file cannot be used.
    #[error("{0}")]
    Strategy(String),
}
