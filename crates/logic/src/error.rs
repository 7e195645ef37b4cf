//! Why a query ends without an answer: an error, which programs can catch, or a
//! limit, which they cannot.

use std::fmt;

use thiserror::Error;

use crate::cell::Cell;
use crate::term::Term;

/// Why a query ended without an answer.
#[derive(Debug, Clone, Error)]
pub enum QueryError {
    /// A limit was reached before the answer was known.
    #[error("{0}")]
    Limit(#[from] LimitReached),
    /// An exception that was not caught; errors have the standard form.
    #[error("{}", describe(.0))]
    Thrown(Term),
}

/// Which limit was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum LimitReached {
    /// More inference steps than allowed.
    #[error("the limit of {0} steps was reached")]
    Steps(u64),
    /// More nested calls than allowed.
    #[error("the limit of {0} nested calls was reached")]
    Depth(usize),
    /// More memory than allowed.
    #[error("the memory limit of {0} bytes was reached")]
    Memory(usize),
    /// The query was asked to stop; see [`crate::Machine::stop_when`].
    #[error("the query was stopped")]
    Stopped,
}

/// What stops the machine: a ball on its heap, or a limit.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Raise {
    Ball(Ball),
    Limit(LimitReached),
}

/// An error in its standard form, before it becomes a term on the heap.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Ball {
    Term(Cell),
    Instantiation,
    Type(&'static str, Cell),
    /// A float where arithmetic needs an integer.
    NotInteger(f64),
    Domain(&'static str, Cell),
    Evaluation(&'static str),
    Representation(&'static str),
    /// A text that cannot be converted.
    Syntax(&'static str),
    Permission(&'static str, &'static str, Cell),
    /// Wrong arguments of `format/2`.
    Format(&'static str),
    /// The number of an argument that a term does not have.
    NoArgument(Cell, Cell),
    /// The name of a global variable that does not exist.
    NoVariable(Cell),
    /// The functor cell of a predicate that does not exist.
    Unknown(Cell),
    /// A functor cell that cannot be evaluated.
    NotEvaluable(Cell),
    /// Negation of, or a collection over, a tabled call that is still being computed.
    NotStratified(Cell),
}

impl From<Ball> for Raise {
    fn from(ball: Ball) -> Raise {
        Raise::Ball(ball)
    }
}

impl From<LimitReached> for Raise {
    fn from(limit: LimitReached) -> Raise {
        Raise::Limit(limit)
    }
}

/// Describes a thrown term.
fn describe(ball: &Term) -> String {
    let Some([formal, _]) = ball.as_compound(crate::sym::ERROR, 2) else {
        return format!("uncaught exception: {ball}");
    };
    let name = formal.functor().map_or("", |f| f.name.as_str());
    match (name, formal.args()) {
        ("instantiation_error", []) => "a variable has no value where one is needed".to_owned(),
        ("type_error", [expected, culprit]) if expected.to_string() == "evaluable" => {
            format!("{culprit} is not an arithmetic function")
        }
        ("type_error", [expected, culprit]) => {
            format!("expected {}, found {culprit}", Article(expected))
        }
        ("domain_error", [expected, culprit]) => {
            format!("{culprit} is out of range: {} is needed", Article(expected))
        }
        ("evaluation_error", [what]) => format!("arithmetic error: {what}"),
        ("syntax_error", [what]) => format!("invalid text: {what}"),
        ("representation_error", [what]) => format!("too large: {what}"),
        ("format", [what]) => format!("format: {what}"),
        ("existence_error", [kind, culprit]) if kind.to_string() == "variable" => {
            format!("there is no global variable {culprit}; set it with nb_setval/2")
        }
        ("existence_error", [_, number, term]) => format!("{term} has no argument {number}"),
        ("existence_error", [_, culprit]) => {
            format!("there is no predicate {culprit}; define it, or declare it dynamic")
        }
        ("permission_error", [action, kind, culprit]) => {
            format!("no permission to {action} {kind} {culprit}")
        }
        ("stratification_error", [culprit]) => format!(
            "{culprit} depends on its own negation (or on a collection of its own answers); \
             negation must be stratified"
        ),
        _ => format!("{formal}"),
    }
}

/// A type or domain name with its article.
struct Article<'a>(&'a Term);

impl fmt::Display for Article<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = self.0.to_string().replace('_', " ");
        let article = match word.chars().next() {
            Some('a' | 'e' | 'i' | 'o' | 'u') => "an",
            _ => "a",
        };
        write!(f, "{article} {word}")
    }
}
