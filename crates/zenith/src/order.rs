//! The order of a formula's goals (section 7.6): a feature may cost a fraction if
//! the goals that rarely hold come first.

use rustc_hash::FxHashSet;
use stratalog_logic::{Term, Var};

use crate::feature::{Feature, in_order};
use crate::goal::bound_by;
use crate::scales::Scales;

/// The feature with its goals in the cheapest of some orders, and its cost: each
/// goal is tried as the first, and the others follow by shared variables.
pub fn cheapest(feature: &Feature, cost: f64, scales: &Scales) -> (Feature, f64) {
    let mut best = (feature.clone(), cost);
    for first in 0..feature.goals.len() {
        let Some(goals) = joined_from(&feature.goals, first).and_then(in_order) else {
            continue;
        };
        if goals == feature.goals {
            continue;
        }
        let other = feature.reordered(goals);
        if let Some(cost) = scales.cost_below(&other, best.1)
            && cost < best.1
        {
            best = (other, cost);
        }
    }
    best
}

/// The goals from one on, each time the one that shares most of its variables with
/// those before; nothing where that one binds no variable.
fn joined_from(goals: &[Term], first: usize) -> Option<Vec<Term>> {
    let mut left: Vec<Term> = goals.to_vec();
    let start = left.remove(first);
    let mut known: FxHashSet<Var> = bound_by(&start).into_iter().collect();
    if known.is_empty() {
        return None;
    }
    let mut ordered = vec![start];
    while !left.is_empty() {
        let unknown = |goal: &Term| {
            goal.variables()
                .iter()
                .filter(|v| !known.contains(v))
                .count()
        };
        let next = (0..left.len()).min_by_key(|&place| unknown(&left[place]))?;
        let goal = left.remove(next);
        known.extend(bound_by(&goal));
        ordered.push(goal);
    }
    Some(ordered)
}
