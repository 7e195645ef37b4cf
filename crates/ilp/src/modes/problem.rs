//! A learning problem: background, declarations and examples.

use stratalog_logic::{Functor, Program, Term, TermWriter, Var};

use crate::error::Error;
use crate::modes::mode::Mode;

/// What is to be learned, and from what.
#[derive(Clone)]
pub struct Problem {
    /// The background knowledge.
    pub background: Program,
    /// What heads look like.
    pub heads: Vec<Mode>,
    /// What literals of a body look like.
    pub bodies: Vec<Mode>,
    /// Examples that are true.
    pub positives: Vec<Term>,
    /// Examples that are false.
    pub negatives: Vec<Term>,
}

impl Problem {
    /// The problem, if its parts fit together.
    pub fn checked(self) -> Result<Problem, Error> {
        let Some(first) = self.positives.first() else {
            return Err(Error::NoExamples);
        };
        let target = first.functor();
        for example in self.positives.iter().chain(&self.negatives) {
            let Some(functor) = example.functor() else {
                return Err(Error::NoHead {
                    predicate: text(example),
                });
            };
            let mut heads = self.heads.iter().filter(|mode| mode.functor() == functor);
            if Some(functor) != target || heads.clone().next().is_none() {
                return Err(Error::NoHead {
                    predicate: functor.to_string(),
                });
            }
            if !heads.any(|mode| slot_values(mode, example).is_some()) {
                return Err(Error::Misfit {
                    example: text(example),
                    mode: text(&self.heads[0].template),
                });
            }
        }
        let negatives: rustc_hash::FxHashSet<&Term> = self.negatives.iter().collect();
        if let Some(both) = self.positives.iter().find(|term| negatives.contains(term)) {
            return Err(Error::Contradiction {
                example: text(both),
            });
        }
        Ok(self)
    }

    /// The predicate to be learned.
    pub fn target(&self) -> Functor {
        let first = self.positives.first().and_then(Term::functor);
        first.unwrap_or_else(|| self.heads[0].functor())
    }
}

fn text(term: &Term) -> String {
    TermWriter::new().term(term)
}

/// What stands in the places of a mode when it is made equal to a ground term.
pub(crate) fn slot_values(mode: &Mode, ground: &Term) -> Option<Vec<Term>> {
    let mut values: Vec<Option<Term>> = vec![None; mode.slots.len()];
    let mut pending = vec![(mode.template.clone(), ground.clone())];
    while let Some((template, term)) = pending.pop() {
        match template {
            Term::Var(Var(slot)) => values[slot as usize] = Some(term),
            Term::Compound(_) => {
                if template.functor() != term.functor() {
                    return None;
                }
                let pairs = template.args().iter().zip(term.args());
                pending.extend(pairs.map(|(a, b)| (a.clone(), b.clone())));
            }
            constant if constant == term => {}
            _ => return None,
        }
    }
    values.into_iter().collect()
}
