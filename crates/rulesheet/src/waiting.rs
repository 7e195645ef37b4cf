//! The conditions of a rule that have no place in its order yet. A body may have
//! thousands of conditions: each step of ordering looks at a few of them, and what was
//! found out about a condition is kept until one of its variables gets a value.

use std::collections::BTreeSet;

use super::program::{Condition, PatternRule};

/// Conditions that are compared with each other at each step.
pub const WINDOW: usize = 100;

/// The conditions that wait, in the order in which they are wanted.
pub struct Waiting<'a, C> {
    rule: &'a PatternRule,
    /// The condition at each place.
    wanted: Vec<usize>,
    /// The places that wait, and those of them that can be decided.
    places: BTreeSet<usize>,
    ready: BTreeSet<usize>,
    /// For each place, how many occurrences of variables keep it from being decided.
    missing: Vec<usize>,
    /// What was found out about each place.
    known: Vec<Option<C>>,
    /// For each variable, where it occurs.
    uses: Vec<Vec<Use>>,
}

/// An occurrence of a variable.
#[derive(Clone, Copy)]
struct Use {
    place: usize,
    /// Whether the condition cannot be decided before the variable has a value.
    is_needed: bool,
}

impl<'a, C: Copy> Waiting<'a, C> {
    /// All conditions of a rule in a wanted order, where some variables have values.
    pub fn new(rule: &'a PatternRule, wanted: Vec<usize>, bound: &[bool]) -> Waiting<'a, C> {
        let mut waiting = Waiting {
            places: (0..wanted.len()).collect(),
            ready: BTreeSet::new(),
            missing: vec![0; wanted.len()],
            known: vec![None; wanted.len()],
            uses: vec![Vec::new(); rule.variables],
            rule,
            wanted,
        };
        let mut variables = Vec::new();
        for place in 0..waiting.wanted.len() {
            let condition = &rule.body[waiting.wanted[place]];
            for is_needed in [true, false] {
                variables.clear();
                if is_needed {
                    condition.needs(&mut variables);
                } else {
                    condition.gives(&mut variables);
                }
                for &var in &variables {
                    if !bound[var as usize] {
                        waiting.missing[place] += usize::from(is_needed);
                        waiting.uses[var as usize].push(Use { place, is_needed });
                    }
                }
            }
            if waiting.missing[place] == 0 {
                waiting.ready.insert(place);
            }
        }
        waiting
    }

    /// The first condition that waits.
    pub fn first(&self) -> Option<usize> {
        self.places.first().copied()
    }

    /// The condition at a place.
    pub fn condition(&self, place: usize) -> usize {
        self.wanted[place]
    }

    /// The places to choose from: those of the first [`WINDOW`] that can be decided;
    /// where there are none, the first others that can.
    pub fn choices(&self) -> Vec<usize> {
        let first = self.places.iter().take(WINDOW).copied();
        let near: Vec<usize> = first.filter(|&place| self.missing[place] == 0).collect();
        if near.is_empty() {
            self.ready.iter().take(WINDOW).copied().collect()
        } else {
            near
        }
    }

    /// What `look` finds out about the condition at a place.
    pub fn know(&mut self, place: usize, look: impl FnOnce(&Condition) -> C) -> C {
        let condition = &self.rule.body[self.wanted[place]];
        *self.known[place].get_or_insert_with(|| look(condition))
    }

    /// Takes a condition, which gives its variables values.
    pub fn take(&mut self, place: usize) -> &'a Condition {
        self.places.remove(&place);
        self.ready.remove(&place);
        let condition = &self.rule.body[self.wanted[place]];
        let mut variables = Vec::new();
        condition.needs(&mut variables);
        condition.gives(&mut variables);
        for var in variables {
            for Use { place, is_needed } in std::mem::take(&mut self.uses[var as usize]) {
                self.known[place] = None;
                self.missing[place] -= usize::from(is_needed);
                if self.missing[place] == 0 && self.places.contains(&place) {
                    self.ready.insert(place);
                }
            }
        }
        condition
    }
}
