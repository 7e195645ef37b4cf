//! A learning problem: background knowledge, examples and a bias.

use rustc_hash::FxHashSet;
use stratalog_logic::{Functor, Program, Term, TermWriter};

use crate::error::Error;
use crate::failures::Language;
use crate::metarules::Metarule;
use crate::modes::{Mode, slot_values};

/// What is to be learned, and from what.
#[derive(Clone)]
pub struct Problem {
    /// The background knowledge.
    pub background: Program,
    /// Examples that are true.
    pub positives: Vec<Term>,
    /// Examples that are false.
    pub negatives: Vec<Term>,
    /// Which theories may be learned.
    pub bias: Bias,
}

/// Which theories may be learned. Each method reads the part it needs; a file
/// fills in every part that it says something about.
#[derive(Clone, Default)]
pub struct Bias {
    /// Mode declarations for heads, as in Aleph and Progol.
    pub heads: Vec<Mode>,
    /// Mode declarations for body literals.
    pub bodies: Vec<Mode>,
    /// Body predicates whose constants are found from all examples that the clause
    /// covers without them, as Aleph's `lazy_evaluate` asks.
    pub lazy: Vec<Functor>,
    /// Goals that no theory may make true: the bodies of integrity constraints.
    pub constraints: Vec<Term>,
    /// Whether `refine/2` of the background says which clauses are tried, as in Aleph.
    /// Modes of body literals are not needed then.
    pub refines: bool,
    /// A language of clauses, as in Popper.
    pub language: Option<Language>,
    /// Metarules, as in Metagol.
    pub metarules: Vec<Metarule>,
    /// Clauses of the background that the metarule learner interprets itself, so
    /// that their arguments may be predicates that are still to be found.
    pub interpreted: Vec<Metarule>,
    /// The background predicates that metarules may use, preferred ones first.
    pub predicates: Vec<Functor>,
    /// Whether the last argument of an example is a function of the others.
    pub is_functional: bool,
    /// The most clauses of a theory, where the files give a limit.
    pub max_clauses: Option<usize>,
}

impl Bias {
    /// A bias of mode declarations.
    pub fn modes(heads: Vec<Mode>, bodies: Vec<Mode>) -> Bias {
        Bias {
            heads,
            bodies,
            ..Bias::default()
        }
    }
}

impl Problem {
    /// The problem, if its examples fit its mode declarations and none is both
    /// positive and negative.
    pub fn checked(self) -> Result<Problem, Error> {
        let target = self.positives.first().ok_or(Error::NoExamples)?.functor();
        for example in self.positives.iter().chain(&self.negatives) {
            let Some(functor) = example.functor() else {
                return Err(Error::NoHead {
                    declaration: "modeh",
                    predicate: text(example),
                });
            };
            let heads = self.bias.heads.iter();
            let mut heads = heads.filter(|mode| mode.functor() == functor);
            if Some(functor) != target || heads.clone().next().is_none() {
                return Err(Error::NoHead {
                    declaration: "modeh",
                    predicate: functor.to_string(),
                });
            }
            if !heads.any(|mode| slot_values(mode, example).is_some()) {
                return Err(Error::Misfit {
                    example: text(example),
                    mode: text(&self.bias.heads[0].template),
                });
            }
        }
        match self.contradictions().first() {
            Some(&positive) => Err(Error::Contradiction {
                example: text(&self.positives[positive]),
            }),
            None => Ok(self),
        }
    }

    /// The indexes of the positive examples that are negative examples too.
    pub fn contradictions(&self) -> Vec<usize> {
        let negatives: FxHashSet<&Term> = self.negatives.iter().collect();
        let both = |at: &usize| negatives.contains(&self.positives[*at]);
        (0..self.positives.len()).filter(both).collect()
    }

    /// The predicate to be learned: that of the first positive example, or of
    /// the first head declaration.
    pub fn target(&self) -> Functor {
        let first = self.positives.first().and_then(Term::functor);
        first.unwrap_or_else(|| match self.bias.heads.first() {
            Some(mode) => mode.functor(),
            None => Functor::new("true", 0),
        })
    }
}

fn text(term: &Term) -> String {
    TermWriter::new().term(term)
}
