//! The trial of recursive clauses: which base clauses complete the proofs of the examples,
//! and the smallest set of them that proves every positive and no negative.

use rustc_hash::FxHashMap;

use super::super::combine::{CoverLimits, least_cost, smallest_cover};
use super::super::cover::{Cover, bits};
use super::super::learner::clause;
use super::super::rule::{Body, Flow, Rule};
use super::evaluation::{
    BaseSet, Evaluation, MAX_STEPS, MAX_STEPS_AGAIN, NO_BASES, Outcomes, Tuple, both, without,
};
use super::passes::MAX_CLAUSES;
use super::{OrderedBody, RecursionSearch, RecursiveTheory};
use crate::order;

/// The most clauses that are tested again with more steps.
const MAX_COSTLY: usize = 16;

impl RecursionSearch<'_, '_> {
    /// The base clauses with which recursive clauses prove an example; none if the
    /// recursion does not end.
    pub(super) fn bases_that_prove(
        &mut self,
        example: usize,
        evaluation: &mut Evaluation,
    ) -> Option<BaseSet> {
        let (call, out) = self.split(example);
        let outcomes = self.evaluate(evaluation, &call);
        (!evaluation.is_endless).then(|| bases_of(&outcomes, &out))
    }

    /// Tests clauses again that took many steps, with more of them.
    pub(super) fn try_costly(&mut self) {
        let costly = std::mem::take(&mut self.costly);
        self.most_steps = MAX_STEPS_AGAIN;
        for bodies in &costly {
            if self.best.is_some() || self.is_over() {
                break;
            }
            self.test(bodies);
        }
        self.most_steps = MAX_STEPS;
        self.costly.clear();
    }

    /// Tests recursive clauses with all base clauses at once. Base clauses that miss a
    /// positive or prove a negative are left out of what follows where that excludes
    /// them.
    pub(super) fn test(&mut self, bodies: &[OrderedBody]) {
        let mut evaluation = Evaluation::new(bodies);
        let mut covered = vec![NO_BASES; self.positives + self.negatives];
        evaluation.alive = self.all_bases();
        let size: usize = bodies.iter().map(|body| body.size).sum();
        let is_exact = self.tolerance == 0;
        let is_single = self.max_clauses() <= bodies.len() + 1 && is_exact;
        let mut missed = 0;
        let mut errors = vec![0; self.bases.len()];
        for at in 0..self.order.len() {
            let example = self.order[at];
            let Some(bases) = self.bases_that_prove(example, &mut evaluation) else {
                if evaluation.is_costly && at > 0 && self.costly.len() < MAX_COSTLY {
                    self.costly.push(bodies.to_vec());
                }
                return;
            };
            if example < self.positives {
                missed += usize::from(bases == NO_BASES);
                if is_single {
                    evaluation.alive = both(&evaluation.alive, &bases);
                }
            } else if is_exact {
                evaluation.alive = without(&evaluation.alive, &bases);
            }
            if !is_exact {
                let wrong = self.uncorrectable(example, &both(&evaluation.alive, &bases));
                for base in bits(&both(&evaluation.alive, &wrong)) {
                    errors[base] += 1;
                    if size + self.bases[base].size + errors[base] >= self.below {
                        evaluation.alive[base / 64] &= !(1 << (base % 64));
                    }
                }
            }
            if missed > self.tolerance || evaluation.alive == NO_BASES {
                return;
            }
            covered[example] = bases;
        }
        let strays = self.strays(&mut evaluation);
        self.combine(bodies, &covered, &strays);
    }

    /// The base clauses whose error on an example no further clause corrects, given those
    /// that prove it with the only recursive clause.
    fn uncorrectable(&self, example: usize, bases: &BaseSet) -> BaseSet {
        if example >= self.positives {
            *bases
        } else if self.max_clauses() <= MAX_CLAUSES {
            without(&self.all_bases(), bases)
        } else {
            NO_BASES
        }
    }

    /// For each base clause, the answers to calls of positives that no positive has.
    fn strays(&mut self, evaluation: &mut Evaluation) -> Vec<usize> {
        let mut strays = vec![0; self.bases.len()];
        let mut outputs: FxHashMap<Tuple, Vec<Tuple>> = FxHashMap::default();
        for example in 0..self.positives {
            let (call, out) = self.split(example);
            outputs.entry(call).or_default().push(out);
        }
        for (call, known) in outputs {
            for (out, bases) in self.evaluate(evaluation, &call).iter() {
                if !known.contains(out) {
                    bits(bases).for_each(|base| strays[base] += 1);
                }
            }
        }
        strays
    }

    /// The smallest set of base clauses for a recursive clause.
    fn combine(&mut self, recursive: &[OrderedBody], covered: &[BaseSet], strays: &[usize]) {
        let own_size: usize = recursive.iter().map(|body| body.size).sum();
        let keys = self.bases.iter().zip(strays);
        let order = order::places(keys.map(|(base, &strays)| [base.size as i64, strays as i64]));
        let mut rules = Vec::new();
        for at in order {
            let own = covered.iter().enumerate();
            let own = own.filter(|(_, bases)| bases[at / 64] >> (at % 64) & 1 == 1);
            let own = own.map(|(example, _)| example);
            let cover = Cover::of(self.positives, self.negatives, own);
            let is_acceptable = self.tolerance > 0 || !cover.has_negatives();
            if cover.count_positives() > 0 && is_acceptable {
                rules.push(Rule {
                    body: Body::parts(&[(0, at as u32)]),
                    cover,
                    size: self.bases[at].size,
                    variables: 0,
                    head_mask: 0,
                    flow: Flow::default(),
                });
            }
        }
        let rules = undominated(rules);
        let base_of = |rule: usize| {
            let Body::Parts(parts) = &rules[rule].body else {
                unreachable!("these rules were made above, of one part each");
            };
            parts[0].1 as usize
        };
        let max_bases = self.max_clauses().saturating_sub(recursive.len());
        let known_strays = self.best.as_ref().map_or(0, |best| best.strays);
        let below = (self.below + usize::from(self.may_equal())).saturating_sub(own_size);
        let (chosen, cost) = if self.tolerance > 0 {
            let (chosen, cost) = least_cost(&rules, self.positives, self.negatives, max_bases);
            if cost >= below || chosen.is_empty() {
                return;
            }
            (chosen, own_size + cost)
        } else {
            let limits = CoverLimits {
                below,
                max_rules: max_bases,
                budget: self.budget,
            };
            let found = smallest_cover(&rules, self.positives, limits);
            let Some(chosen) = found.rules else { return };
            let sizes = chosen.iter().map(|&at| rules[at].size);
            let size = own_size + sizes.sum::<usize>();
            (chosen, size)
        };
        let strays = chosen.iter().map(|&at| strays[base_of(at)]).sum();
        if cost >= self.below && strays >= known_strays {
            return;
        }
        let bases = chosen.iter().map(|&at| &self.bases[base_of(at)]);
        let clauses = bases
            .chain(recursive)
            .map(|body| clause(self.language, &body.literals));
        self.below = cost;
        self.best = Some(RecursiveTheory {
            clauses: clauses.collect(),
            cost,
            has_errors: self.tolerance > 0,
            strays,
        });
    }
}

/// The base clauses that complete the proof of an answer.
fn bases_of(outcomes: &Outcomes, out: &Tuple) -> BaseSet {
    let found = outcomes.iter().find(|(tuple, _)| tuple == out);
    found.map_or(NO_BASES, |(_, bases)| *bases)
}

/// The rules that no smaller one replaces, in the same order.
fn undominated(rules: Vec<Rule>) -> Vec<Rule> {
    let is_replaced = |at: usize| {
        let own = &rules[at];
        rules.iter().enumerate().any(|(other_at, other)| {
            let is_first = (other.size, other_at) < (own.size, at);
            is_first && own.cover.is_dominated_by(&other.cover)
        })
    };
    let kept: Vec<bool> = (0..rules.len()).map(|at| !is_replaced(at)).collect();
    let mut kept = kept.into_iter();
    let mut rules = rules;
    rules.retain(|_| kept.next().unwrap_or(true));
    rules
}
