//! Programs: clauses compiled once, then shared by any number of machines.

use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};
use thiserror::Error;

use crate::builder::{self, ProgramBuilder};
use crate::builtins::Quick;
use crate::clauses::ClauseSet;
use crate::code::PredId;
use crate::compile::CompileError;
use crate::compile::unfold::SimpleRules;
use crate::compile::unit::{Linker, Unit};
use crate::ground::GroundTerms;
use crate::machine::control::Control;
use crate::machine::spare::Spares;
use crate::machine::tabling::Modes;
use crate::native::Native;
use crate::operators::Operators;
use crate::proof::Explained;
use crate::relation::Relation;
use crate::source::{Colour, Source, SyntaxError};
use crate::term::{Functor, Term};

/// Compiled clauses; immutable, and safe to share between threads.
#[derive(Clone)]
pub struct Program {
    pub(crate) unit: Unit,
    /// The unit's constants, as the start of every heap.
    pub(crate) constants: Vec<crate::cell::Cell>,
    pub(crate) preds: Preds,
    pub(crate) operators: Operators,
    pub(crate) unknown: Unknown,
    /// The constants by value, built when a call first needs them.
    pub(crate) ground: OnceLock<GroundTerms>,
    /// What is known for proofs; empty unless the program explains itself.
    pub(crate) explained: Explained,
    /// Buffers for the next machines.
    pub(crate) spares: Spares,
    /// The clauses of static predicates that are not tables of facts, for
    /// programs that read them.
    pub(crate) sources: FxHashMap<Functor, Vec<Term>>,
    /// Rules that clauses of queries unfold.
    pub(crate) simple_rules: SimpleRules,
    /// Dynamic predicates as every machine starts with them.
    pub(crate) dynamic: Vec<Initial>,
}

/// A dynamic predicate before a machine changes it.
#[derive(Clone, Default)]
pub(crate) struct Initial {
    /// Its clauses.
    pub(crate) clauses: Vec<Term>,
    /// The same clauses compiled, for as long as they are all there is; none if
    /// there are none, or if one of them cannot be compiled.
    pub(crate) compiled: Option<ClauseSet>,
}

/// The predicates by number and by name.
#[derive(Clone, Default)]
pub(crate) struct Preds {
    pub(crate) list: Vec<Pred>,
    numbers: FxHashMap<Functor, PredId>,
    /// Library predicates that the program defines itself.
    pub(crate) overridden: FxHashSet<Functor>,
}

#[derive(Clone)]
pub(crate) struct Pred {
    pub(crate) functor: Functor,
    pub(crate) definition: Definition,
}

/// What a predicate is.
#[derive(Clone)]
pub(crate) enum Definition {
    Unknown,
    Clauses(ClauseSet),
    /// Clauses of the library for the calls that have no quick answer.
    Quick(Quick, ClauseSet),
    Relation(Relation),
    /// Its answers are kept and shared; the clauses derive them.
    Tabled(ClauseSet, Option<Modes>),
    /// Clauses that a machine may change, by number.
    Dynamic(usize),
    Builtin(u16),
    Control(Control),
    Native(Native),
}

/// What happens when a predicate that does not exist is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unknown {
    /// It is an error, as in Prolog.
    #[default]
    Error,
    /// It fails, as in a database.
    Fails,
}

/// An error in a program's text.
#[derive(Debug, Clone, Error)]
pub enum ProgramError {
    /// The text is not Prolog.
    #[error("{0}")]
    Syntax(#[from] SyntaxError),
    /// A clause cannot be compiled.
    #[error("{name}:{line}:{column}: {error}")]
    Clause {
        /// The source's name.
        name: String,
        /// Line, from 1.
        line: u32,
        /// Column, from 1.
        column: u32,
        /// What is wrong.
        error: CompileError,
    },
}

impl Linker for Preds {
    fn pred(&mut self, functor: Functor) -> PredId {
        if let Some(&number) = self.numbers.get(&functor) {
            return number;
        }
        self.add(functor, Definition::Unknown)
    }

    fn relation(&self, functor: Functor) -> Option<PredId> {
        let number = self.find(functor)?;
        let definition = &self.list[number as usize].definition;
        matches!(definition, Definition::Relation(_)).then_some(number)
    }
}

impl Preds {
    pub(crate) fn find(&self, functor: Functor) -> Option<PredId> {
        self.numbers.get(&functor).copied()
    }

    pub(crate) fn is_overridden(&self, functor: Functor) -> bool {
        self.overridden.contains(&functor)
    }

    pub(crate) fn add(&mut self, functor: Functor, definition: Definition) -> PredId {
        let number = self.list.len() as PredId;
        self.list.push(Pred {
            functor,
            definition,
        });
        self.numbers.insert(functor, number);
        number
    }

    pub(crate) fn define(&mut self, functor: Functor, definition: Definition) {
        match self.find(functor) {
            Some(number)
                if matches!(self.list[number as usize].definition, Definition::Unknown) =>
            {
                self.list[number as usize].definition = definition;
            }
            _ => {
                self.add(functor, definition);
            }
        }
    }
}

impl Program {
    /// The constants by value.
    pub(crate) fn ground_terms(&self) -> &GroundTerms {
        self.ground.get_or_init(|| self.unit.ground_terms())
    }

    /// A builder for a program on top of the library.
    pub fn builder() -> ProgramBuilder {
        ProgramBuilder::on(builder::library().clone())
    }

    /// The program of a text, or all errors in it.
    pub fn from_source(source: &Source) -> Result<Program, Vec<ProgramError>> {
        let mut builder = Program::builder();
        builder.consult(source)?;
        builder.try_build()
    }

    /// The program of a text.
    pub fn parse(text: &str) -> Result<Program, Vec<ProgramError>> {
        Program::from_source(&Source::new("program", text))
    }

    /// The operators declared in the program's text.
    pub fn operators(&self) -> &Operators {
        &self.operators
    }

    /// The predicates that the program itself defines, in order of name and
    /// arity.
    pub fn predicates(&self) -> Vec<Functor> {
        let library = &builder::library().preds;
        let mut own: Vec<Functor> = self
            .defined()
            .filter(|functor| {
                library.find(*functor).is_none() || self.preds.is_overridden(*functor)
            })
            .collect();
        own.sort_by_key(|functor| (functor.name.as_str(), functor.arity));
        own.dedup();
        own
    }

    /// The predicates that the program or the library defines.
    pub(crate) fn defined(&self) -> impl Iterator<Item = Functor> {
        let preds = self.preds.list.iter();
        preds
            .filter(|pred| !matches!(pred.definition, Definition::Unknown))
            .map(|pred| pred.functor)
    }

    /// What is known of a predicate, in the words of `predicate_property/2`.
    pub(crate) fn properties(&self, functor: Functor) -> Vec<&'static str> {
        let number = self.preds.find(functor);
        let definition = number.map(|number| &self.preds.list[number as usize].definition);
        match definition {
            None | Some(Definition::Unknown) => Vec::new(),
            Some(Definition::Dynamic(_)) => vec!["defined", "dynamic"],
            Some(Definition::Tabled(..)) => vec!["defined", "static", "tabled"],
            Some(Definition::Builtin(_) | Definition::Control(_)) => {
                vec!["defined", "static", "built_in"]
            }
            Some(_) => vec!["defined", "static"],
        }
    }

    /// Whether the program or the library defines this predicate.
    pub fn defines(&self, functor: Functor) -> bool {
        self.preds.find(functor).is_some_and(|number| {
            !matches!(
                self.preds.list[number as usize].definition,
                Definition::Unknown
            )
        })
    }
}

impl ProgramError {
    /// The error with the line of the source, for people.
    pub fn render(&self, source: &Source) -> String {
        match self {
            ProgramError::Syntax(error) => error.render(source, Colour::Never),
            ProgramError::Clause { .. } => self.to_string(),
        }
    }
}
