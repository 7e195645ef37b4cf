//! What the solver is asked about: a position and the facts that never change.

use super::cube::Cubes;
use super::state::State;
use super::ways::Ways;
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
    /// The facts of the position.
    pub state: &'a State,
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
        self.state.holds(pattern, values, self.terms)
    }

    /// Whether a bound atom is a stored fact.
    #[inline]
    pub fn is_stored(&self, atom: &Pattern, values: &[TermId]) -> bool {
        let bit = self.always.holds(atom, values, self.terms);
        bit.unwrap_or_else(|| {
            let fact = find(atom, values, self.terms);
            fact.is_some_and(|fact| self.facts.place(fact).is_some())
        })
    }
}
