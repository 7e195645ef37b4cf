//! The base clauses that recursive theories end in: bodies without a recursive call
//! that prove no negative example and differ in what they answer.

use rustc_hash::FxHashSet;
use stratalog_logic::Symbol;

use super::super::feature::Literal;
use super::super::relation::ValueId;
use super::super::shape::shape;
use super::evaluation::{MAX_BASES, Tuple};
use super::{OrderedBody, RecursionSearch};

/// The most calls that base clauses are compared on.
const MAX_CALLS: usize = 400;

impl RecursionSearch<'_, '_> {
    /// Base clauses that prove no negative example and differ in what they answer.
    pub(super) fn find_bases(&mut self, most: usize) {
        let calls = self.sample_calls();
        let mut sets: Vec<Vec<Literal>> = vec![Vec::new()];
        let mut seen = FxHashSet::default();
        let mut behaviours: FxHashSet<Vec<Vec<Tuple>>> = FxHashSet::default();
        for _ in 0..most.min(self.language.max_body) {
            let mut next = Vec::new();
            for set in &sets {
                for literal in self.extensions(set, 0) {
                    let mut set = set.clone();
                    set.push(literal);
                    if !seen.insert(shape(&set, self.language.head.functor.arity)) {
                        continue;
                    }
                    self.explored += 1;
                    if self.explored.is_multiple_of(64) && self.is_over()
                        || self.bases.len() >= MAX_BASES
                    {
                        return;
                    }
                    if self.is_forbidden(&set, 0, false) {
                        continue;
                    }
                    if let Some(base) = self.complete(&set, 0) {
                        let behaviour: Vec<Vec<Tuple>> = calls
                            .iter()
                            .map(|call| self.answers_of(&base, call))
                            .collect();
                        let is_idle = behaviour.iter().all(Vec::is_empty);
                        if !is_idle
                            && behaviours.insert(behaviour)
                            && (self.tolerance > 0 || !self.proves_negative(&base))
                        {
                            self.bases.push(base);
                        }
                    }
                    next.push(set);
                }
            }
            sets = next;
        }
    }

    /// Inputs of examples, and what background predicates make of them.
    fn sample_calls(&mut self) -> Vec<Tuple> {
        let examples = self.relations.examples().to_vec();
        let mut calls: Vec<Tuple> = Vec::new();
        for example in &examples {
            let call: Tuple = self.inputs.iter().map(|&at| example[at]).collect();
            if !calls.contains(&call) && calls.len() < MAX_CALLS / 4 {
                calls.push(call);
            }
        }
        let mut at = 0;
        while at < calls.len() && calls.len() < MAX_CALLS {
            let call = calls[at].clone();
            at += 1;
            let ways: Vec<Vec<ValueId>> = (0..call.len())
                .map(|place| {
                    let kind = self.language.head.types[self.inputs[place]];
                    let mut values = self.derived(call[place], kind);
                    values.push(call[place]);
                    values
                })
                .collect();
            let mut made: Vec<Tuple> = vec![Tuple::new()];
            for values in ways {
                made = made
                    .iter()
                    .flat_map(|tuple| {
                        values.iter().map(move |&value| {
                            let mut tuple = tuple.clone();
                            tuple.push(value);
                            tuple
                        })
                    })
                    .take(16)
                    .collect();
            }
            for tuple in made {
                if !calls.contains(&tuple) && calls.len() < MAX_CALLS {
                    calls.push(tuple);
                }
            }
        }
        calls
    }

    /// Values of a type that a predicate of two arguments gives for a value.
    fn derived(&mut self, value: ValueId, kind: Option<Symbol>) -> Vec<ValueId> {
        let mut values = Vec::new();
        for predicate in 0..self.language.body.len() {
            let declaration = &self.language.body[predicate];
            let is_step = declaration.functor.arity == 2
                && declaration.types[0] == kind
                && declaration.types[1] == kind
                && !declaration.is_input(1);
            if is_step {
                let (first, count) = self.relations.lookup(predicate, 1, &[value]);
                for at in first..first + count.min(2) {
                    let found = self.relations.answer(predicate, 1, at)[0];
                    if !values.contains(&found) {
                        values.push(found);
                    }
                }
            }
        }
        values
    }

    fn proves_negative(&mut self, base: &OrderedBody) -> bool {
        (self.positives..self.positives + self.negatives).any(|example| {
            let (call, out) = self.split(example);
            self.answers_of(base, &call).contains(&out)
        })
    }
}
