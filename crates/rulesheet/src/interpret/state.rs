//! The facts of a position: all of them, by functor with indexes on their arguments,
//! and as bits.

use super::cube::Cubes;
use crate::facts::{Facts, Path, Relation};
use crate::program::{Pattern, Predicate};
use crate::terms::{FunctorId, TermId, Terms};

/// The facts of the position that was entered last.
#[derive(Clone, Default)]
pub struct State {
    all: Vec<TermId>,
    /// For each term, whether it is a fact; terms that are too new to be listed are
    /// none.
    holds: Vec<bool>,
    /// For each term, the last round in which it was a fact.
    rounds: Vec<u64>,
    round: u64,
    /// The facts with arguments, in a relation for each functor.
    by_functor: Facts,
    cubes: Cubes,
}

/// The relation of a functor's facts.
fn relation_of(functor: FunctorId) -> Predicate {
    Predicate(functor.0)
}

impl State {
    /// All facts, in the order in which they were given.
    pub fn all(&self) -> &[TermId] {
        &self.all
    }

    /// The facts with a functor that has an index, or for which room was made.
    #[inline]
    pub fn of(&self, functor: FunctorId) -> &Relation {
        self.by_functor.relation(relation_of(functor))
    }

    /// The number of the index of a functor's facts on these paths.
    pub fn index_on(&mut self, functor: FunctorId, paths: &[Path], terms: &Terms) -> usize {
        let relation = relation_of(functor);
        self.by_functor.index_on(relation, paths, terms)
    }

    /// Makes room for the facts of a functor.
    pub fn reserve(&mut self, functor: FunctorId) {
        self.by_functor.reserve(relation_of(functor));
    }

    /// Whether a bound pattern is a fact.
    #[inline]
    pub fn holds(&self, pattern: &Pattern, values: &[TermId], terms: &Terms) -> bool {
        let bit = self.cubes.holds(pattern, values, terms);
        bit.unwrap_or_else(|| {
            let fact = crate::matching::find(pattern, values, terms);
            fact.is_some_and(|fact| self.holds.get(fact.index()) == Some(&true))
        })
    }

    /// Goes to a position. Most facts are those of the position before, as a rule.
    pub fn move_to(&mut self, facts: &[TermId], terms: &Terms) {
        self.holds.resize(terms.len(), false);
        self.rounds.resize(terms.len(), 0);
        self.round += 1;
        for &fact in facts {
            self.rounds[fact.index()] = self.round;
        }
        let mut changed = std::mem::take(&mut self.all);
        changed.retain(|fact| self.rounds[fact.index()] != self.round);
        self.cubes.remove(&changed, terms);
        for &fact in &changed {
            self.holds[fact.index()] = false;
            if let Some(functor) = terms.functor_of(fact) {
                self.by_functor.remove(relation_of(functor), fact, terms);
            }
        }
        changed.clear();
        changed.extend(facts.iter().filter(|fact| !self.holds[fact.index()]));
        for &fact in &changed {
            self.holds[fact.index()] = true;
            if let Some(functor) = terms.functor_of(fact) {
                self.reserve(functor);
                self.by_functor.add(relation_of(functor), fact, terms);
            }
        }
        if self.cubes.add(&changed, terms) {
            self.cubes.add(facts, terms);
        }
        changed.clear();
        changed.extend_from_slice(facts);
        self.all = changed;
    }
}
