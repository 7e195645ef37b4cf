//! From clauses as terms to instructions.
//!
//! [`goal`] turns a body into control constructs and calls, [`analysis`] decides
//! which variables need a frame, [`matches`] finds tests among
//! unifications, [`guards`] joins clauses, [`clause`] writes the instructions, and
//! [`unit`] holds the result: code, constants, live slots, templates.

pub(crate) mod analysis;
pub(crate) mod clause;
pub(crate) mod goal;
pub(crate) mod guards;
pub(crate) mod join;
pub(crate) mod matches;
pub(crate) mod unfold;
pub(crate) mod unit;

use thiserror::Error;

use crate::term::{Functor, Term};

/// Why a clause cannot be compiled.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CompileError {
    /// A number, string or variable where a head or goal should be.
    #[error("{0} cannot be a goal; a goal is an atom or a compound term")]
    NotCallable(Term),
    /// Control constructs are nested too deep.
    #[error(
        "control constructs are nested deeper than {} levels; name the inner ones as predicates of their own",
        goal::MAX_NESTING
    )]
    NestedTooDeep,
    /// More variables than a frame has slots.
    #[error(
        "the clause has more than {} variables; split it",
        crate::code::MAX_SLOTS
    )]
    TooManyVariables,
    /// Too many variables must survive too many calls.
    #[error("the clause keeps too many variables over too many goals; split it")]
    TooMuchKept,
    /// More variables than a query can report.
    #[error("the goal has more than {MAX_ARITY} variables; ask for a compound term instead")]
    TooManyQueryVariables,
    /// More arguments than a call can pass.
    #[error("{0} has more than {MAX_ARITY} arguments; pass a list or a compound term instead")]
    TooManyArguments(Functor),
    /// A protected predicate cannot be redefined.
    #[error("{0} is built in and cannot be redefined; choose another name")]
    Redefinition(Functor),
    /// An unknown directive.
    #[error("the directive {0} is not known; table, dynamic, discontiguous and op are")]
    UnknownDirective(Term),
    /// A declaration that does not name a predicate.
    #[error("{0} does not name a predicate; write name/arity")]
    NotAnIndicator(Term),
}

/// Arguments a predicate may have.
pub(crate) const MAX_ARITY: usize = 250;
