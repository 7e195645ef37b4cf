//! Theories with two recursive clauses, as for keeping some elements of a list and
//! dropping the others.
//!
//! A clause is a candidate if some base clause completes no proof of a negative with it:
//! a second clause only adds proofs. Candidates that answer alike are represented by the
//! smallest of them; they are compared on sample calls, with made-up answers to the
//! recursive calls. A pair is tested if each positive is covered by a base clause or
//! meets the conditions of one of the two clauses that do not depend on recursion.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashSet, FxHasher};
use smallvec::SmallVec;
use stratalog_run::mix;

use super::evaluation::{BaseSet, Evaluation, NO_BASES, Purpose, Tuple, without};
use super::{OrderedBody, RecursionSearch};
use crate::order;

/// The most calls that clauses are compared on.
const MAX_PROBES: usize = 40;
/// The answers that are made up for a call.
const MADE_UP: u64 = 2;
/// The most pairs that are compared, tested or not.
const MAX_COMPARED: u64 = 200_000_000;
/// Comparisons between two looks at the budget.
const BETWEEN_CHECKS: u64 = 1 << 14;

/// A recursive clause that may be one of a pair.
struct Candidate {
    body: OrderedBody,
    /// The base clauses that complete a proof of a negative with it.
    harmful: BaseSet,
    /// The positives that meet its conditions.
    applies: Vec<u64>,
}

/// The recursive clauses that may be one of a pair.
#[derive(Default)]
pub(super) struct Candidates {
    list: Vec<Candidate>,
    /// Hashes of what they do.
    behaviours: FxHashSet<u64>,
    /// The calls that they are compared on.
    probes: Vec<Tuple>,
    /// The outputs of the positives, which made-up answers are taken from.
    outputs: Vec<Tuple>,
}

impl RecursionSearch<'_, '_> {
    /// No candidates, to be compared on calls that the examples give rise to.
    pub(super) fn no_candidates(&mut self) -> Candidates {
        let calls = self.sample_calls();
        let step = calls.len().div_ceil(MAX_PROBES).max(1);
        let mut outputs: Vec<Tuple> = (0..self.positives).map(|at| self.split(at).1).collect();
        outputs.sort_unstable();
        outputs.dedup();
        Candidates {
            list: Vec::new(),
            behaviours: FxHashSet::default(),
            probes: calls.into_iter().step_by(step).collect(),
            outputs,
        }
    }

    /// Keeps a recursive clause that may be one of a pair.
    pub(super) fn keep_candidate(&mut self, body: &OrderedBody) {
        let applies = self.positives_that_meet(&body.literals);
        if applies.iter().all(|&word| word == 0) {
            return;
        }
        let Some(behaviour) = self.behaviour(body, &applies) else {
            return;
        };
        if self.candidates.behaviours.contains(&behaviour) {
            return;
        }
        let Some(harmful) = self.harmful_bases(body) else {
            return;
        };
        self.candidates.behaviours.insert(behaviour);
        self.candidates.list.push(Candidate {
            body: body.clone(),
            harmful,
            applies,
        });
    }

    /// Tests pairs of candidates, small ones first, and at most this number.
    pub(super) fn try_pairs(&mut self, most_tested: u64) {
        let mut list = std::mem::take(&mut self.candidates.list);
        order::sort_by_key(&mut list, |own| [own.body.size as i64, 0]);
        let open = self.open_positives();
        let all = self.all_bases();
        let last = list.last().map_or(0, |own| own.body.size);
        let (mut compared, mut tested) = (0_u64, 0);
        for size in 2..=2 * last {
            for first in 0..list.len() {
                let own = list[first].body.size;
                let partner_size = size.saturating_sub(own);
                if partner_size < own {
                    break;
                }
                let start = list.partition_point(|other| other.body.size < partner_size);
                let others = list.iter().enumerate().skip(start.max(first + 1));
                for (_, other) in others.take_while(|(_, other)| other.body.size == partner_size) {
                    compared += 1;
                    let is_checked = compared.is_multiple_of(BETWEEN_CHECKS);
                    if is_checked && self.is_over() || compared > MAX_COMPARED {
                        return;
                    }
                    let one = &list[first];
                    let harmless = without(&without(&all, &one.harmful), &other.harmful);
                    let may_cover = open
                        .iter()
                        .enumerate()
                        .all(|(at, word)| word & !(one.applies[at] | other.applies[at]) == 0);
                    if harmless == NO_BASES || !may_cover {
                        continue;
                    }
                    self.explored += 1;
                    tested += 1;
                    self.test(&[one.body.clone(), other.body.clone()]);
                    let is_checked = self.explored.is_multiple_of(8);
                    if self.best.is_some() || tested >= most_tested || is_checked && self.is_over()
                    {
                        return;
                    }
                }
            }
            if size + self.least_base() >= self.below {
                return;
            }
        }
    }

    pub(super) fn all_bases(&self) -> BaseSet {
        let mut all = NO_BASES;
        (0..self.bases.len()).for_each(|at| all[at / 64] |= 1 << (at % 64));
        all
    }

    /// A hash of what a clause answers for the sample calls; `None` if it does not end.
    fn behaviour(&mut self, body: &OrderedBody, applies: &[u64]) -> Option<u64> {
        let mut hasher = FxHasher::default();
        applies.hash(&mut hasher);
        let mut is_idle = true;
        for at in 0..self.candidates.probes.len() {
            let call = self.candidates.probes[at].clone();
            let tuples = self.solutions(body, &call, Purpose::MadeUp)?;
            is_idle &= tuples.is_empty();
            tuples.hash(&mut hasher);
        }
        if is_idle {
            // Nothing is known of it.
            body.literals.hash(&mut hasher);
        }
        Some(hasher.finish())
    }

    /// Made-up answers to a recursive call, always the same for the same call.
    pub(super) fn made_up(&self, call: &Tuple) -> SmallVec<[Tuple; 2]> {
        let mut hasher = FxHasher::default();
        call.hash(&mut hasher);
        let start = mix(hasher.finish());
        let outputs = &self.candidates.outputs;
        if self.outputs.is_empty() {
            let is_true = start.is_multiple_of(2);
            return is_true.then(Tuple::new).into_iter().collect();
        }
        let answers = (0..MADE_UP).map(|at| mix(start ^ at) % outputs.len().max(1) as u64);
        answers
            .filter_map(|at| outputs.get(at as usize).cloned())
            .collect()
    }

    /// The base clauses that complete a proof of a negative with a clause; `None` if all
    /// do or the recursion does not end.
    fn harmful_bases(&mut self, body: &OrderedBody) -> Option<BaseSet> {
        let all = self.all_bases();
        let mut evaluation = Evaluation::new(std::slice::from_ref(body));
        let mut harmful = NO_BASES;
        for example in self.positives..self.positives + self.negatives {
            let bases = self.bases_that_prove(example, &mut evaluation)?;
            for (word, more) in harmful.iter_mut().zip(bases) {
                *word |= more;
            }
            if without(&all, &harmful) == NO_BASES {
                return None;
            }
        }
        Some(harmful)
    }
}
