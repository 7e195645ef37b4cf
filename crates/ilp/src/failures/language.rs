//! The language of clauses that a theory may consist of, as in Popper's bias:
//! predicates with types and directions, limits, and constraints.

use stratalog_logic::{Functor, Symbol};

use super::answer_set::{BiasProgram, TestedClause, TestedLiteral};

/// Whether an argument must have a value before a literal is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// It must have a value.
    In,
    /// The literal may give it a value.
    Out,
}

/// How all solutions of a predicate can be found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Enumeration {
    /// A call without values gives them all.
    Complete,
    /// A call without values gives all or none.
    IfAny,
    /// The answers depend on which arguments have values.
    Unknown,
}

/// A predicate with the types and directions of its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// The predicate.
    pub functor: Functor,
    /// The type of each argument, where types are declared.
    pub types: Vec<Option<Symbol>>,
    /// The direction of each argument; without a declaration every argument may
    /// be called with or without a value.
    pub directions: Option<Vec<Direction>>,
    /// How its solutions can be found.
    pub enumeration: Enumeration,
}

/// The language of clauses.
#[derive(Clone, Debug)]
pub struct Language {
    /// The predicate to be learned.
    pub head: Declaration,
    /// The predicates that bodies may use, without the head's.
    pub body: Vec<Declaration>,
    /// The most variables of a clause, the head's included.
    pub max_variables: usize,
    /// The most literals of a body.
    pub max_body: usize,
    /// The most clauses of a theory, where there is a limit.
    pub max_clauses: Option<usize>,
    /// Whether clauses may call the predicate they define.
    pub is_recursive: bool,
    /// Whether theories may define auxiliary predicates.
    pub invents: bool,
    /// Whether every variable of the head must occur in the body.
    pub binds_head: bool,
    /// Further constraints.
    pub constraints: BiasProgram,
}

impl Declaration {
    /// A predicate without types and directions.
    pub fn untyped(functor: Functor) -> Declaration {
        Declaration {
            functor,
            types: vec![None; functor.arity],
            directions: None,
            enumeration: Enumeration::Complete,
        }
    }

    /// Whether an argument must have a value before the call.
    pub(super) fn is_input(&self, at: usize) -> bool {
        let directions = self.directions.as_ref();
        directions.is_some_and(|directions| directions[at] == Direction::In)
    }

    pub(super) fn tested(&self, variables: &[u8]) -> TestedLiteral {
        TestedLiteral {
            name: self.functor.name,
            variables: variables.iter().map(|&v| usize::from(v)).collect(),
            types: self.types.clone(),
        }
    }
}

impl Language {
    /// Whether a clause violates the constraints; see
    /// [`BiasProgram::is_violated`].
    pub(super) fn is_violated(&self, clause: &TestedClause, is_complete: bool) -> bool {
        self.constraints.has_constraints() && self.constraints.is_violated(clause, is_complete)
    }
}
