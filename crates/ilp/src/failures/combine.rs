//! The smallest set of rules that covers all positives, and the set of least cost
//! where examples may be wrong.

use super::cover::{bits, count, count_common};
use super::rule::Rule;
use crate::budget::Budget;
use crate::order;

/// Nodes after which the search for a smallest cover gives up.
const MAX_NODES: u64 = 400_000;
/// Words after which the search for a set of least cost only ends what it began.
const MAX_COMPARED: u64 = 300_000_000;
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
        order::sort_by_key(&mut candidates, |&at| {
            let new = count_common(self.rules[at].cover.positives(), left);
            [-(new as i64), self.rules[at].size as i64]
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

/// A set of rules with the fewest literals, uncovered positives and covered negatives
/// together that a local search finds, and this cost. The empty set costs as much as there
/// are positives.
pub(super) fn least_cost(
    rules: &[Rule],
    positives: usize,
    negatives: usize,
    max_rules: usize,
) -> (Vec<usize>, usize) {
    let mut search = CostSearch {
        rules,
        positives,
        negatives,
        max_rules,
        work: 0,
    };
    let mut best = search.improved(Vec::new());
    // From the best set without some of its rules, another way may lead to a better one.
    let mut has_improved = true;
    while has_improved && search.work < MAX_COMPARED {
        has_improved = false;
        for without in exclusions(best.0.len()) {
            let own = best.0.iter().enumerate();
            let rest = own.filter(|(at, _)| !without.contains(at));
            let rest: Vec<usize> = rest.map(|(_, &rule)| rule).collect();
            let banned: Vec<usize> = without.iter().map(|&at| best.0[at]).collect();
            let found = search.improved_without(rest, &banned);
            if found.1 < best.1 {
                best = found;
                has_improved = true;
                break;
            }
            if search.work >= MAX_COMPARED {
                break;
            }
        }
    }
    best
}

/// Which of `count` rules are left out in turn: each, then each two.
fn exclusions(count: usize) -> Vec<Vec<usize>> {
    let ones = (0..count).map(|at| vec![at]);
    let twos = (0..count).flat_map(|one| (one + 1..count).map(move |other| vec![one, other]));
    ones.chain(twos).collect()
}

/// A local search for a set of least cost.
struct CostSearch<'a> {
    rules: &'a [Rule],
    positives: usize,
    negatives: usize,
    max_rules: usize,
    /// Words that were compared.
    work: u64,
}

/// What some rules cover.
#[derive(Clone)]
struct Union {
    covered: Vec<u64>,
    wrong: Vec<u64>,
    size: usize,
}

impl CostSearch<'_> {
    fn union(&self, chosen: impl Iterator<Item = usize>) -> Union {
        let mut union = Union {
            covered: vec![0; self.positives.div_ceil(64)],
            wrong: vec![0; self.negatives.div_ceil(64)],
            size: 0,
        };
        for at in chosen {
            let rule = &self.rules[at];
            add(&mut union.covered, rule.cover.positives());
            add(&mut union.wrong, rule.cover.negatives());
            union.size += rule.size;
        }
        union
    }

    /// The cost of rules together with one more.
    fn cost(&self, union: &Union, more: Option<&Rule>) -> usize {
        let (size, covered, wrong) = match more {
            Some(rule) => (
                rule.size,
                count_either(&union.covered, rule.cover.positives()),
                count_either(&union.wrong, rule.cover.negatives()),
            ),
            None => (0, count(&union.covered), count(&union.wrong)),
        };
        self.positives - covered + wrong + union.size + size
    }

    fn improved(&mut self, chosen: Vec<usize>) -> (Vec<usize>, usize) {
        self.improved_without(chosen, &[])
    }

    /// Adds rules that are not banned, exchanges and removes rules as long as the cost
    /// falls; always the change that lowers it most.
    fn improved_without(
        &mut self,
        mut chosen: Vec<usize>,
        banned: &[usize],
    ) -> (Vec<usize>, usize) {
        let mut best = self.cost(&self.union(chosen.iter().copied()), None);
        loop {
            // Each rule that may go, and none.
            let leaving = (0..chosen.len()).map(Some).chain([None]);
            let mut next: Option<(usize, Option<usize>, Option<usize>)> = None;
            for out in leaving {
                let kept = chosen.iter().enumerate();
                let kept = kept.filter(|(at, _)| Some(*at) != out);
                let union = self.union(kept.map(|(_, &rule)| rule));
                let known = next.map_or(best, |(cost, ..)| cost);
                let cost = self.cost(&union, None);
                if out.is_some() && cost < known {
                    next = Some((cost, out, None));
                }
                if out.is_none() && chosen.len() >= self.max_rules {
                    continue;
                }
                for (at, rule) in self.rules.iter().enumerate() {
                    let known = next.map_or(best, |(cost, ..)| cost);
                    let cost = self.cost(&union, Some(rule));
                    if cost < known && !chosen.contains(&at) && !banned.contains(&at) {
                        next = Some((cost, out, Some(at)));
                    }
                }
                let words = union.covered.len() + union.wrong.len();
                self.work += (self.rules.len() * words) as u64;
            }
            let Some((cost, out, added)) = next else {
                return (chosen, best);
            };
            best = cost;
            if let Some(out) = out {
                chosen.remove(out);
            }
            chosen.extend(added);
        }
    }
}

/// The number of bits that are set in one of them.
fn count_either(a: &[u64], b: &[u64]) -> usize {
    let pairs = a.iter().zip(b);
    pairs.map(|(a, b)| (a | b).count_ones() as usize).sum()
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

#[cfg(test)]
mod tests {
    use super::super::cover::Cover;
    use super::super::rule::{Body, Flow};
    use super::*;

    fn rule(positives: usize, covered: &[usize]) -> Rule {
        Rule {
            body: Body::parts(&[]),
            cover: Cover::of(positives, 0, covered.iter().copied()),
            size: 3,
            variables: 0,
            head_mask: 0,
            flow: Flow::default(),
        }
    }

    #[test]
    fn two_rules_take_the_place_of_one_that_covers_more_than_each() {
        let rules = [
            rule(12, &[0, 1, 2, 3, 4, 5, 6, 7]),
            rule(12, &[0, 1, 2, 3, 8, 9]),
            rule(12, &[4, 5, 6, 7, 10, 11]),
        ];
        // The first rule alone costs 3 literals and 4 positives.
        let (mut chosen, cost) = least_cost(&rules, 12, 0, usize::MAX);
        chosen.sort_unstable();
        assert_eq!((chosen, cost), (vec![1, 2], 6));
        assert_eq!(least_cost(&rules, 12, 0, 1), (vec![0], 7));
    }
}
