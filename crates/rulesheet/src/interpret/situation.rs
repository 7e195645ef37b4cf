//! What the solver is asked about: a position and the facts that never change.

use super::cube::Cubes;
use super::plan::Ways;
use crate::facts::Facts;
use crate::join::Work;
use crate::matching::find;
use crate::program::Pattern;
use crate::terms::{TermId, Terms};

/// What is asked: the stored facts, and where new terms go.
pub struct Situation<'a> {
    /// The ways of asking.
    pub ways: &'a Ways,
    /// The stored facts.
    pub facts: &'a Facts,
    /// For each term, whether it is a fact of the position; terms that are too new
    /// to be listed are none.
    pub is_true: &'a [bool],
    /// The facts of the position as bits.
    pub now: &'a Cubes,
    /// The stored facts that never change as bits.
    pub always: &'a Cubes,
    /// The terms.
    pub terms: &'a mut Terms,
    /// The most terms that there may be.
    pub max_terms: usize,
    /// The work that may still be done.
    pub work: Work,
}

impl Situation<'_> {
    /// Whether a bound pattern is a fact of the position.
    #[inline]
    pub fn is_true(&self, pattern: &Pattern, values: &[TermId]) -> bool {
        self.is_in(self.now, pattern, values).unwrap_or_else(|| {
            let fact = find(pattern, values, self.terms);
            fact.is_some_and(|fact| self.is_true.get(fact.index()) == Some(&true))
        })
    }

    /// Whether a bound atom is a stored fact.
    #[inline]
    pub fn is_stored(&self, atom: &Pattern, values: &[TermId]) -> bool {
        self.is_in(self.always, atom, values).unwrap_or_else(|| {
            let fact = find(atom, values, self.terms);
            fact.is_some_and(|fact| self.facts.place(fact).is_some())
        })
    }

    /// Whether the bit of a bound pattern is on; nothing where there are no bits for
    /// its functor.
    #[inline]
    fn is_in(&self, cubes: &Cubes, pattern: &Pattern, values: &[TermId]) -> Option<bool> {
        let Pattern::Compound(functor, args) = pattern else {
            return None;
        };
        let cube = cubes.of(*functor)?;
        let bit = cube.bit(|place| find(&args[place], values, self.terms));
        Some(bit.is_some_and(|bit| cube.is_on(bit)))
    }
}
