//! The language of clauses that a theory may consist of, as in Popper's bias:
//! predicates with types and directions, limits, and constraints.

use stratalog_logic::{Functor, Symbol, Term};

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

/// What a literal of a declared predicate is in a clause.
#[derive(Clone, PartialEq, Debug)]
pub enum Form {
    /// The predicate itself.
    Plain,
    /// `\+` before a predicate whose arguments at these places are the literal's;
    /// the others are anonymous.
    Negated {
        /// The predicate.
        of: Functor,
        /// Which of its arguments the literal has.
        places: Vec<usize>,
    },
    /// A predicate with a constant at one place; the literal has the other arguments.
    Fixed {
        /// The predicate.
        of: Functor,
        /// The place of the constant.
        at: usize,
        /// The constant.
        value: Term,
    },
}

/// A predicate with an argument that may be a constant found from the examples.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConstantPlace {
    /// The predicate.
    pub of: Functor,
    /// The types of all its arguments.
    pub types: Vec<Option<Symbol>>,
    /// The place of the constant.
    pub at: usize,
}

/// A predicate with the types and directions of its arguments.
#[derive(Clone, PartialEq, Debug)]
pub struct Declaration {
    /// The predicate; constraints of the bias know the literal by its name.
    pub functor: Functor,
    /// What a literal is in a clause.
    pub form: Form,
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
    /// Arguments that may be constants found from the examples.
    pub constant_places: Vec<ConstantPlace>,
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
            form: Form::Plain,
            types: vec![None; functor.arity],
            directions: None,
            enumeration: Enumeration::Complete,
        }
    }

    /// The negations of this predicate: of all its arguments, and with one of them
    /// anonymous. Their arguments must have values.
    pub fn negations(&self) -> Vec<Declaration> {
        let arity = self.functor.arity;
        let all: Vec<usize> = (0..arity).collect();
        let mut kept = vec![all.clone()];
        if arity > 1 {
            let without = |out: usize| all.iter().copied().filter(|&at| at != out).collect();
            kept.extend((0..arity).map(without));
        }
        let negation = |places: Vec<usize>| Declaration {
            functor: Functor::new(
                Symbol::new(&format!("not_{}", self.functor.name.as_str())),
                places.len(),
            ),
            types: places.iter().map(|&at| self.types[at]).collect(),
            directions: Some(vec![Direction::In; places.len()]),
            enumeration: Enumeration::Unknown,
            form: Form::Negated {
                of: self.functor,
                places,
            },
        };
        kept.into_iter().map(negation).collect()
    }

    /// The literal with these arguments. Anonymous arguments are numbered from
    /// `anonymous` on.
    pub fn literal(&self, args: &[Term], anonymous: u32) -> Term {
        match &self.form {
            Form::Plain => Term::compound(self.functor.name, args.iter().cloned()),
            Form::Negated { of, places } => {
                let arg = |at: usize| match places.iter().position(|&place| place == at) {
                    Some(own) => args[own].clone(),
                    None => Term::var(anonymous),
                };
                let atom = Term::compound(of.name, (0..of.arity).map(arg));
                Term::compound("\\+", [atom])
            }
            Form::Fixed { of, at, value } => {
                let mut all = args.to_vec();
                all.insert(*at, value.clone());
                Term::compound(of.name, all)
            }
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
