//! Goals compiled once, to be run any number of times on any machine of their
//! program; optionally with clauses of their own, such as a learner's candidates.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::cell::Cell;
use crate::code::{Address, PredId};
use crate::compile::clause::{compile_clause, head_and_body};
use crate::compile::goal::Goal;
use crate::compile::matches;
use crate::compile::unit::{Linker, Unit};
use crate::compile::{CompileError, MAX_ARITY};
use crate::program::{Preds, Program};
use crate::protected::is_protected;
use crate::reader::read_term_with;
use crate::source::{Colour, Source, SyntaxError};
use crate::term::{Functor, Term, Var};

/// A compiled goal of one program.
#[derive(Clone)]
pub struct Query {
    pub(crate) code: Arc<QueryCode>,
    names: Vec<(String, Var)>,
    /// The variable that an answer binds to its proof.
    proof: Option<Var>,
}

pub(crate) struct QueryCode {
    pub(crate) unit: Unit,
    pub(crate) constants: Vec<Cell>,
    pub(crate) entry: Address,
    pub(crate) arity: usize,
    pub(crate) locals: Vec<Local>,
}

/// A predicate that comes with a query.
pub(crate) struct Local {
    pub(crate) functor: Functor,
    pub(crate) clauses: Vec<Address>,
}

/// Why a goal cannot be asked.
#[derive(Debug, Clone, Error)]
pub enum GoalError {
    /// It is not Prolog.
    #[error("{0}")]
    Syntax(#[from] SyntaxError),
    /// It cannot be compiled.
    #[error("{0}")]
    Compile(#[from] CompileError),
}

/// Finds predicates of the query first, then of the program.
struct QueryLinker<'a> {
    preds: &'a Preds,
    locals: Vec<Local>,
    numbers: FxHashMap<Functor, usize>,
}

impl Linker for QueryLinker<'_> {
    fn pred(&mut self, functor: Functor) -> PredId {
        let first = self.preds.list.len();
        if let Some(&at) = self.numbers.get(&functor) {
            return (first + at) as PredId;
        }
        match self.preds.find(functor) {
            Some(number) => number,
            None => (first + self.local(functor)) as PredId,
        }
    }

    fn relation(&self, functor: Functor) -> Option<PredId> {
        if self.numbers.contains_key(&functor) {
            return None;
        }
        self.preds.relation(functor)
    }
}

impl QueryLinker<'_> {
    fn local(&mut self, functor: Functor) -> usize {
        let locals = &mut self.locals;
        *self.numbers.entry(functor).or_insert_with(|| {
            locals.push(Local {
                functor,
                clauses: Vec::new(),
            });
            locals.len() - 1
        })
    }
}

impl Program {
    /// Compiles a goal; its variables are numbered from 0 without gaps.
    pub fn query(&self, goal: &Term) -> Result<Query, CompileError> {
        self.query_with(goal, &[])
    }

    /// Compiles a goal given as text.
    pub fn parse_query(&self, goal: &str) -> Result<Query, GoalError> {
        let read = read_term_with(goal, &self.operators)?;
        Ok(self.query(&read.term)?.named(read.var_names, None))
    }

    /// Compiles a goal together with clauses that only it sees. They
    /// hide the program's predicates of the same name.
    pub fn query_with(&self, goal: &Term, clauses: &[Term]) -> Result<Query, CompileError> {
        let arity = goal
            .variables()
            .iter()
            .map(|var| var.0 as usize + 1)
            .max()
            .unwrap_or(0);
        if arity > MAX_ARITY {
            return Err(CompileError::TooManyQueryVariables);
        }
        let mut unit = self.unit.next();
        let mut linker = QueryLinker {
            preds: &self.preds,
            locals: Vec::new(),
            numbers: FxHashMap::default(),
        };
        for clause in clauses {
            let (head, _) = head_and_body(clause);
            let functor = head
                .functor()
                .ok_or_else(|| CompileError::NotCallable(head.clone()))?;
            if is_protected(functor) {
                return Err(CompileError::Redefinition(functor));
            }
            linker.local(functor);
        }
        let own: Vec<Functor> = linker.locals.iter().map(|local| local.functor).collect();
        let is_own = |functor: Functor| own.contains(&functor);
        let overrides =
            |functor: Functor| own.contains(&functor) || self.preds.is_overridden(functor);
        for clause in clauses {
            let (head, body) = head_and_body(clause);
            let body = matches::marked(&head, Goal::from_term(&body, &overrides)?);
            let body = self.simple_rules.unfolded(&head, &body, is_own);
            let address = compile_clause(&head, &body, &mut unit, &mut linker)?;
            let functor = head.functor().expect("checked above");
            let at = linker.local(functor);
            linker.locals[at].clauses.push(address);
        }
        let head = Term::compound("$query", (0..arity as u32).map(Term::var));
        let goal = matches::marked(&head, Goal::from_term(goal, &overrides)?);
        let goal = self.simple_rules.unfolded(&head, &goal, is_own);
        let entry = compile_clause(&head, &goal, &mut unit, &mut linker)?;
        let constants = unit.constant_cells();
        let locals = linker.locals;
        let code = QueryCode {
            unit,
            constants,
            entry,
            arity,
            locals,
        };
        Ok(Query {
            code: Arc::new(code),
            names: Vec::new(),
            proof: None,
        })
    }
}

impl Query {
    pub(crate) fn named(self, names: Vec<(String, Var)>, proof: Option<Var>) -> Query {
        Query {
            names,
            proof,
            ..self
        }
    }

    pub(crate) fn proof_variable(&self) -> Option<Var> {
        self.proof
    }

    /// The variables that have a name in the query's text, with their numbers.
    pub fn names(&self) -> &[(String, Var)] {
        &self.names
    }
}

impl GoalError {
    /// The error with the goal's text, for people.
    pub fn render(&self, goal: &str) -> String {
        match self {
            GoalError::Syntax(error) => error.render(&Source::new("goal", goal), Colour::Never),
            GoalError::Compile(error) => error.to_string(),
        }
    }
}
