//! The conditions of a recursive clause: its literals that do not depend on the answers
//! of its recursive calls.
//!
//! A positive that no base clause proves alone is proved by a recursive clause whose
//! conditions it meets. So a clause is dropped, with all that extend it, before any
//! recursion is evaluated if positives fail its conditions that it would have to prove.

use smallvec::SmallVec;

use super::super::literal::Literal;
use super::evaluation::{ALL_BASES, Evaluation, Purpose};
use super::{OrderedBody, RecursionSearch};

/// Which positives must meet the conditions of each recursive clause.
#[derive(Default)]
pub(super) struct Demand {
    positives: Vec<usize>,
    /// How many of them need not.
    most_failing: usize,
}

impl RecursionSearch<'_, '_> {
    /// What the only recursive clause of a theory must satisfy with the current base
    /// clauses: it proves all positives that they do not prove, but for those that the
    /// theory may miss.
    pub(super) fn demand_of_one(&mut self) -> Demand {
        let open = self.open_positives();
        let is_open = |at: usize| open[at / 64] >> (at % 64) & 1 == 1;
        self.demand_of(is_open, self.tolerance)
    }

    /// What a recursive clause must satisfy that proves these positives, but for some.
    pub(super) fn demand_of(
        &self,
        is_needed: impl Fn(usize) -> bool,
        most_failing: usize,
    ) -> Demand {
        let order = self.order.iter().copied();
        let positives = order.filter(|&at| at < self.positives && is_needed(at));
        Demand {
            positives: positives.collect(),
            most_failing,
        }
    }

    /// What each of several recursive clauses must satisfy: it proves a positive.
    pub(super) fn demand_of_each(&self) -> Demand {
        self.demand_of(|_| true, self.positives.saturating_sub(1))
    }

    /// Whether a recursive clause with these literals may satisfy the demand, given that
    /// it may without the last one.
    pub(super) fn may_satisfy(&mut self, demand: &Demand, set: &[Literal]) -> bool {
        let conditions = self.conditions(set);
        if conditions.literals.last() != set.last() {
            return true;
        }
        let mut failing = 0;
        for (checked, &positive) in demand.positives.iter().enumerate() {
            let left = demand.positives.len() - checked;
            if failing + left <= demand.most_failing {
                break;
            }
            failing += usize::from(!self.meets(&conditions, positive));
            if failing > demand.most_failing {
                return false;
            }
        }
        true
    }

    /// The positives that meet the conditions of a clause.
    pub(super) fn positives_that_meet(&mut self, literals: &[Literal]) -> Vec<u64> {
        let conditions = self.conditions(literals);
        let mut found = vec![0_u64; self.positives.div_ceil(64)];
        for at in 0..self.positives {
            if self.meets(&conditions, at) {
                found[at / 64] |= 1 << (at % 64);
            }
        }
        found
    }

    /// The positives that no base clause proves alone.
    pub(super) fn open_positives(&mut self) -> Vec<u64> {
        let mut open = vec![0_u64; self.positives.div_ceil(64)];
        for at in 0..self.positives {
            let (call, out) = self.split(at);
            if !self.base_outcomes(&call).iter().any(|(own, _)| *own == out) {
                open[at / 64] |= 1 << (at % 64);
            }
        }
        open
    }

    /// Whether literals can be satisfied with the arguments of a positive. What takes too
    /// long counts as satisfied.
    fn meets(&mut self, conditions: &OrderedBody, positive: usize) -> bool {
        let (call, out) = self.split(positive);
        let mut values = self.values_of(&call);
        for (&place, &value) in self.outputs.iter().zip(&out) {
            values[place] = Some(value);
        }
        let evaluation = Evaluation::new(std::slice::from_ref(conditions));
        let mut evaluation = evaluation.with_purpose(Purpose::Existence);
        let mut found = Vec::new();
        self.prove(
            &mut evaluation,
            (0, 0),
            &mut values,
            ALL_BASES,
            0,
            &mut found,
        );
        !found.is_empty() || evaluation.is_endless
    }

    /// The literals of a clause that can be called before its recursive calls.
    fn conditions(&self, literals: &[Literal]) -> OrderedBody {
        let own = self.language.body.len();
        let mut unknown: SmallVec<[u8; 8]> = SmallVec::new();
        let mut kept = Vec::new();
        for literal in literals {
            let is_call = usize::from(literal.predicate) == own;
            let args = &literal.args;
            if is_call {
                let outputs = self.outputs.iter().map(|&at| args[at]);
                unknown.extend(outputs.filter(|&v| !self.is_head(v)));
            } else if args.iter().any(|v| unknown.contains(v)) {
                // What it gives is unknown as well, unless the example has it.
                let more = args.iter().filter(|&&v| !self.is_head(v));
                unknown.extend(more.copied());
            } else {
                kept.push(literal.clone());
            }
        }
        OrderedBody {
            size: kept.len() + 1,
            literals: kept,
        }
    }

    fn is_head(&self, variable: u8) -> bool {
        usize::from(variable) < self.language.head.functor.arity
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::super::relation::Relations;
    use super::*;
    use crate::budget::Budget;

    #[test]
    fn a_clause_is_dropped_whose_conditions_a_positive_fails_that_it_has_to_prove() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/dropped-last");
        let loaded = crate::files::read(&folder).expect("it can be read");
        let problem = &loaded.problems[0];
        let language = problem.bias.language.as_ref().expect("a bias of Popper's");
        let (positives, negatives) = (&problem.positives, &problem.negatives);
        let mut relations =
            Relations::new(&problem.background, &language.body, positives, negatives);
        let budget = Budget::default();
        let counts = (positives.len(), negatives.len());
        let mut search =
            RecursionSearch::new(language, &mut relations, &budget, counts, usize::MAX);
        let literal = |name: &str, args: &[u8]| {
            let mut body = language.body.iter();
            let predicate = body.position(|own| own.functor.name.as_str() == name);
            Literal {
                predicate: predicate.expect("it is in the language") as u16,
                args: SmallVec::from_slice(args),
            }
        };
        let call = Literal {
            predicate: language.body.len() as u16,
            args: SmallVec::from_slice(&[2, 3]),
        };
        // Without base clauses, the only recursive clause proves every positive.
        let demand = search.demand_of_one();
        let rest = literal("rest", &[0, 2]);
        assert!(search.may_satisfy(&demand, std::slice::from_ref(&rest)));
        assert!(!search.may_satisfy(&demand, &[rest.clone(), literal("empty", &[2])]));
        // What a recursive call answers is not known yet.
        assert!(search.may_satisfy(&demand, &[rest, call, literal("empty", &[3])]));
    }
}
