//! The base clauses that recursive theories end in: bodies without a recursive call
//! that prove no negative example and differ in what they answer.

use rustc_hash::FxHashSet;
use stratalog_logic::Symbol;

use super::super::literal::Literal;
use super::super::relation::ValueId;
use super::super::shape::shape;
use super::evaluation::{MAX_BASES, Purpose, Tuple};
use super::passes::Pass;
use super::{OrderedBody, RecursionSearch};

/// The most calls that base clauses are compared on.
const MAX_CALLS: usize = 400;

impl RecursionSearch<'_, '_> {
    /// Base clauses that prove no negative example and differ in what they answer. Bodies
    /// that hold for no sample call are not extended; neither are those that hold for no
    /// positive where a pass asks for that.
    pub(super) fn find_bases(&mut self, pass: Pass) {
        let demand = pass.bases_prove_positives.then(|| self.demand_of_each());
        let calls = self.sample_calls();
        let mut sets: Vec<(Vec<Literal>, Vec<u32>)> =
            vec![(Vec::new(), (0..calls.len() as u32).collect())];
        let mut seen = FxHashSet::default();
        let mut behaviours: FxHashSet<Vec<(u32, Vec<Tuple>)>> = FxHashSet::default();
        for _ in 0..pass.base_body.min(self.language.max_body) {
            let mut next = Vec::new();
            for (set, holds_for) in &sets {
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
                    if self.is_forbidden(&set, 0, false)
                        || demand
                            .as_ref()
                            .is_some_and(|demand| !self.may_satisfy(demand, &set))
                    {
                        continue;
                    }
                    let holds_for = self.narrowed(&set, holds_for, &calls);
                    if holds_for.is_empty() {
                        continue;
                    }
                    if let Some(base) = self.complete(&set, 0) {
                        let behaviour: Vec<(u32, Vec<Tuple>)> = holds_for
                            .iter()
                            .map(|&at| (at, self.answers_of(&base, &calls[at as usize])))
                            .collect();
                        if behaviours.insert(behaviour)
                            && (self.tolerance > 0 || !self.proves_negative(&base))
                        {
                            self.bases.push(base);
                        }
                    }
                    next.push((set, holds_for));
                }
            }
            sets = next;
        }
    }

    /// Those of some calls for which the literals can be satisfied.
    fn narrowed(&mut self, set: &[Literal], among: &[u32], calls: &[Tuple]) -> Vec<u32> {
        let body = OrderedBody {
            literals: set.to_vec(),
            size: set.len() + 1,
        };
        let mut holds = |at: &&u32| {
            let found = self.solutions(&body, &calls[**at as usize], Purpose::Existence);
            found.is_none_or(|found| !found.is_empty())
        };
        among.iter().filter(|at| holds(at)).copied().collect()
    }

    /// Inputs of examples, and what background predicates make of them.
    pub(super) fn sample_calls(&mut self) -> Vec<Tuple> {
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

    pub(super) fn proves_negative(&mut self, base: &OrderedBody) -> bool {
        (self.positives..self.positives + self.negatives).any(|example| {
            let (call, out) = self.split(example);
            self.answers_of(base, &call).contains(&out)
        })
    }
}
