//! The smallest set of rules that covers all positives, and the set of least cost
//! where examples may be wrong.

use super::cover::{bits, count, count_common};
use super::rule::Rule;
use crate::budget::Budget;

/// Nodes after which the search for a smallest cover gives up.
const MAX_NODES: u64 = 400_000;
/// Nodes between two looks at the budget.
const BETWEEN_CHECKS: u64 = 256;

/// A lower bound on the size of further rules, by the number of positives that they
/// must cover.
#[derive(Clone, Debug)]
pub(super) struct RestBound {
    least: Vec<usize>,
}

impl RestBound {
    /// The bound if each rule is one of `kinds`: its size and the most positives that
    /// a rule of this size covers.
    pub fn new(positives: usize, kinds: &[(usize, usize)]) -> RestBound {
        let mut least = vec![usize::MAX / 2; positives + 1];
        least[0] = 0;
        for uncovered in 1..=positives {
            for &(size, most) in kinds.iter().filter(|(_, most)| *most > 0) {
                let cost = size + least[uncovered.saturating_sub(most)];
                least[uncovered] = least[uncovered].min(cost);
            }
        }
        RestBound { least }
    }

    pub fn size(&self, uncovered: usize) -> usize {
        self.least[uncovered]
    }
}

/// For each size of rules, given with the positives that each covers, the most of them.
pub(super) fn kinds(rules: impl Iterator<Item = (usize, usize)>) -> Vec<(usize, usize)> {
    let mut kinds: Vec<(usize, usize)> = Vec::new();
    for (size, covered) in rules {
        match kinds.iter_mut().find(|(own, _)| *own == size) {
            Some((_, most)) => *most = covered.max(*most),
            None => kinds.push((size, covered)),
        }
    }
    kinds
}

/// Rules that cover all positives, and whether no smaller set of these rules does.
pub(super) struct SmallestCover {
    pub rules: Option<Vec<usize>>,
    pub is_exact: bool,
}

/// What a set of rules must satisfy, and how long it is looked for.
#[derive(Clone, Copy)]
pub(super) struct CoverLimits<'b> {
    /// It must be smaller than this.
    pub below: usize,
    /// The most rules.
    pub max_rules: usize,
    pub budget: &'b Budget,
}

/// The smallest set of complete rules that covers all positives within limits.
pub(super) fn smallest_cover(
    rules: &[Rule],
    positives: usize,
    limits: CoverLimits<'_>,
) -> SmallestCover {
    let mut all = vec![0_u64; positives.div_ceil(64)];
    (0..positives).for_each(|at| all[at / 64] |= 1 << (at % 64));
    let mut covering: Vec<Vec<usize>> = vec![Vec::new(); positives];
    for (at, rule) in rules.iter().enumerate() {
        bits(rule.cover.positives()).for_each(|example| covering[example].push(at));
    }
    let sizes = rules
        .iter()
        .map(|rule| (rule.size, rule.cover.count_positives()));
    let mut search = CoverSearch {
        rules,
        bound: RestBound::new(positives, &kinds(sizes)),
        covering,
        limits,
        best: None,
        best_size: limits.below,
        nodes: 0,
    };
    if search.covering.iter().all(|own| !own.is_empty()) {
        search.greedy(&all);
        search.branch(&all, 0, &mut Vec::new());
    }
    SmallestCover {
        is_exact: search.nodes < MAX_NODES,
        rules: search.best,
    }
}

struct CoverSearch<'a> {
    rules: &'a [Rule],
    bound: RestBound,
    covering: Vec<Vec<usize>>,
    limits: CoverLimits<'a>,
    best: Option<Vec<usize>>,
    best_size: usize,
    nodes: u64,
}

impl CoverSearch<'_> {
    /// A first solution, so that the search can prune.
    fn greedy(&mut self, all: &[u64]) {
        let mut left = all.to_vec();
        let mut chosen = Vec::new();
        let mut size = 0;
        while left.iter().any(|&word| word != 0) {
            let gain = |at: usize| {
                let rule = &self.rules[at];
                let new: usize = count_common(rule.cover.positives(), &left);
                (new as f64 / rule.size as f64, at)
            };
            let best = (0..self.rules.len())
                .map(gain)
                .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
            let Some((gain, at)) = best.filter(|(gain, _)| *gain > 0.0) else {
                return;
            };
            debug_assert!(gain > 0.0, "a rule that adds nothing is never chosen");
            remove(&mut left, self.rules[at].cover.positives());
            size += self.rules[at].size;
            chosen.push(at);
        }
        if size < self.best_size && chosen.len() <= self.limits.max_rules {
            self.best_size = size;
            self.best = Some(chosen);
        }
    }

    fn branch(&mut self, left: &[u64], size: usize, chosen: &mut Vec<usize>) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(BETWEEN_CHECKS) && self.limits.budget.is_over() {
            self.nodes = MAX_NODES;
        }
        let uncovered = count(left);
        if uncovered == 0 {
            if size < self.best_size {
                self.best_size = size;
                self.best = Some(chosen.clone());
            }
            return;
        }
        if self.nodes >= MAX_NODES
            || chosen.len() >= self.limits.max_rules
            || size + self.bound.size(uncovered) >= self.best_size
        {
            return;
        }
        let hardest = bits(left).min_by_key(|&example| self.covering[example].len());
        let Some(hardest) = hardest else { return };
        let mut candidates = self.covering[hardest].clone();
        candidates.sort_by_key(|&at| {
            let new = count_common(self.rules[at].cover.positives(), left);
            (std::cmp::Reverse(new), self.rules[at].size, at)
        });
        for at in candidates {
            let mut rest = left.to_vec();
            remove(&mut rest, self.rules[at].cover.positives());
            chosen.push(at);
            self.branch(&rest, size + self.rules[at].size, chosen);
            chosen.pop();
        }
    }
}

/// A set of rules with the fewest literals, uncovered positives and covered
/// negatives together that a greedy search with exchanges finds, and this cost. The
/// empty set costs as much as there are positives.
pub(super) fn least_cost(
    rules: &[Rule],
    positives: usize,
    negatives: usize,
    max_rules: usize,
) -> (Vec<usize>, usize) {
    let cost = |chosen: &[usize]| {
        let mut covered = vec![0_u64; positives.div_ceil(64)];
        let mut wrong = vec![0_u64; negatives.div_ceil(64)];
        let mut size = 0;
        for &at in chosen {
            add(&mut covered, rules[at].cover.positives());
            add(&mut wrong, rules[at].cover.negatives());
            size += rules[at].size;
        }
        positives - count(&covered) + count(&wrong) + size
    };
    let mut chosen: Vec<usize> = Vec::new();
    let mut best = cost(&chosen);
    loop {
        let mut next: Option<(usize, Vec<usize>)> = None;
        for at in 0..rules.len() {
            if chosen.contains(&at) {
                continue;
            }
            let mut with = chosen.clone();
            with.push(at);
            // A rule may replace one that it makes superfluous.
            let without = (0..chosen.len()).map(|out| {
                let mut exchanged = with.clone();
                exchanged.remove(out);
                exchanged
            });
            let candidates = std::iter::once(with.clone()).chain(without);
            for candidate in candidates.filter(|candidate| candidate.len() <= max_rules) {
                let its = cost(&candidate);
                if its < best && next.as_ref().is_none_or(|(known, _)| its < *known) {
                    next = Some((its, candidate));
                }
            }
        }
        match next {
            Some((its, candidate)) => {
                best = its;
                chosen = candidate;
            }
            None => return (chosen, best),
        }
    }
}

fn remove(left: &mut [u64], covered: &[u64]) {
    for (word, covered) in left.iter_mut().zip(covered) {
        *word &= !covered;
    }
}

fn add(covered: &mut [u64], more: &[u64]) {
    for (word, more) in covered.iter_mut().zip(more) {
        *word |= more;
    }
}
