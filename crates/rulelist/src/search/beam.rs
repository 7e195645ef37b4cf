//! Lists in the order of their sizes: for each number of conditions, those that
//! leave the fewest positions open.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use stratalog_run::Control;

use super::{Judged, State, hash_of};
use crate::table::{Bitset, common, meet, remove, size};

/// The words that are looked at to continue the lists of one size.
const LAYER_WORK: usize = 600_000_000;
/// The words that are looked at to find a list among rules of one and two
/// conditions.
const BEAM_WORK: usize = 8_000_000_000;
/// The least and the most lists that are kept for each number of conditions.
const WIDTHS: [usize; 2] = [10, 100];
/// The rules of each size that a list is continued with.
const BRANCHES: usize = 30;

/// A search over lists in the order of their sizes.
pub(super) struct Beam {
    pub best: State,
    /// No list with fewer conditions decides all positions.
    pub bound: usize,
    /// Whether it was not given up.
    pub is_finished: bool,
}

impl Beam {
    pub fn search(pool: &[Judged], start: &State, control: &Control) -> Beam {
        let mut layers: BTreeMap<usize, Vec<State>> = BTreeMap::new();
        layers.insert(0, vec![start.clone()]);
        let mut seen = FxHashSet::default();
        let mut beam = Beam {
            best: start.clone(),
            bound: 0,
            is_finished: false,
        };
        let mut is_exact = true;
        let mut spent = 0;
        let work = pool.len() * start.open.len();
        let width = (LAYER_WORK / work.max(1)).clamp(WIDTHS[0], WIDTHS[1]);
        while let Some((total, mut states)) = layers.pop_first() {
            if is_exact {
                beam.bound = total;
            }
            states.sort_by_key(|state| state.left);
            states.retain(|state| seen.insert(hash_of(&state.open)));
            if let Some(first) = states.first()
                && first.left < beam.best.left
            {
                beam.best = first.clone();
                if first.left == 0 {
                    break;
                }
            }
            if states.len() > width {
                states.truncate(width);
                is_exact = false;
            }
            for state in states {
                if control.is_stopped() || spent > BEAM_WORK {
                    return beam;
                }
                spent += work;
                is_exact &= expand(pool, &state, total, &mut layers);
            }
        }
        beam.is_finished = true;
        beam
    }
}

/// Continues a list with the rules that decide most; returns whether none was left
/// out that could be better.
fn expand(
    pool: &[Judged],
    state: &State,
    total: usize,
    layers: &mut BTreeMap<usize, Vec<State>>,
) -> bool {
    let mut gains: BTreeMap<usize, Vec<(u32, usize)>> = BTreeMap::new();
    for (at, rule) in pool.iter().enumerate() {
        if meet(&rule.verdicts.wrong, &state.open) {
            continue;
        }
        let gain = common(&rule.verdicts.right, &state.open);
        if gain > 0 {
            let size = rule.conditions.len();
            gains.entry(size).or_default().push((gain, at));
        }
    }
    let mut is_exact = true;
    let mut kept: Vec<Bitset> = Vec::new();
    for (rule_size, mut rules) in gains {
        rules.sort_by_key(|(gain, at)| (std::cmp::Reverse(*gain), *at));
        let mut taken = 0;
        for (gain, at) in rules {
            let rule = &pool[at];
            let mut decided = rule.verdicts.right.clone();
            for (word, open) in decided.iter_mut().zip(&state.open) {
                *word &= open;
            }
            let is_weaker = |other: &Bitset| {
                let mut words = decided.iter().zip(other);
                words.all(|(own, other)| own & !other == 0)
            };
            if kept.iter().any(is_weaker) {
                continue;
            }
            if taken == BRANCHES {
                is_exact = false;
                break;
            }
            taken += 1;
            let mut next = state.clone();
            remove(&mut next.open, &decided);
            next.left -= gain;
            next.rules.push(rule.conditions.clone());
            kept.push(decided);
            layers.entry(total + rule_size).or_default().push(next);
        }
    }
    is_exact
}

/// A list continued with whatever rule decides most for its size, until none
/// decides anything.
pub(super) fn closed(pool: &[Judged], mut state: State) -> State {
    loop {
        let mut best: Option<(f64, &Judged)> = None;
        for rule in pool {
            let gain = common(&rule.verdicts.right, &state.open);
            let worth = f64::from(gain) / rule.conditions.len() as f64;
            if gain > 0
                && best.is_none_or(|(most, _)| worth > most)
                && !meet(&rule.verdicts.wrong, &state.open)
            {
                best = Some((worth, rule));
            }
        }
        let Some((_, rule)) = best else {
            return state;
        };
        state.rules.push(rule.conditions.clone());
        remove(&mut state.open, &rule.verdicts.right);
        state.left = size(&state.open);
    }
}
