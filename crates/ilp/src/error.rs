//! What can be wrong with a learning problem.

use stratalog_logic::{CompileError, QueryError};
use thiserror::Error;

use crate::method::Method;

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
    #[error("no {declaration} declares {predicate}, of which there are examples; add one")]
    NoHead {
        /// How the format declares what is to be learned: `modeh` or `head_pred`.
        declaration: &'static str,
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
    #[error("the example {example} is both positive and negative; remove one of them")]
    Contradiction {
        /// The example.
        example: String,
    },
    /// A metarule that is none.
    #[error("the metarule {name} cannot be used: {reason}")]
    BadMetarule {
        /// Its name.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// An example that is no atom with arguments.
    #[error("'{example}' is no example: write a predicate with its arguments, as in p(a,b)")]
    BadExample {
        /// The example.
        example: String,
    },
    /// There is nothing to make clauses of.
    #[error(
        "there is no metarule to make clauses of; give at least one, as in metarule(chain, [P,Q,R], [P,A,B], [[Q,A,C],[R,C,B]])"
    )]
    NoMetarules,
    /// A predicate offered to bodies that the background does not define.
    #[error(
        "the background has no {predicate}; define it, or correct the name or the number of arguments"
    )]
    UnknownPredicate {
        /// The predicate.
        predicate: String,
    },
    /// A declaration of something that names no predicate.
    #[error("'{found}' names no predicate; write its name and number of arguments, as in parent/2")]
    NoIndicator {
        /// What was found.
        found: String,
    },
    /// A program text with mistakes.
    #[error("{0}")]
    BadProgram(String),
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
    /// The problem lacks what a method needs.
    #[error("the method {method} needs {missing}")]
    WrongMethod {
        /// The method.
        method: Method,
        /// What is missing.
        missing: &'static str,
    },
    /// A call of the background reached a limit, which makes every result doubtful.
    #[error("{problem}")]
    EndlessBackground {
        /// The index of the body mode.
        mode: usize,
        /// What happened, and what to do.
        problem: String,
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

impl Error {
    /// The same, with the place it was found at.
    pub(crate) fn at(self, place: &str) -> Error {
        Error::Place {
            place: place.to_owned(),
            problem: self.to_string(),
        }
    }
}
