//! Finds the shortest ordered list of rules.
//!
//! A rule may stand at a place of the list if it is wrong in none of the positions
//! that the rules before it leave open; it then decides those in which it is right.
//! Open positions only become fewer, so a rule that may stand somewhere may stand
//! anywhere later, and of two rules the one that decides more is never worse. The
//! search therefore keeps, for each number of conditions, the lists that leave the
//! fewest positions open (`beam`). Rules of one and two conditions are all tried
//! (`pool`); longer ones are looked for where these do not suffice (`extension`), and
//! where that fails, one for each position that is left (`single`).

mod beam;
mod extension;
mod polish;
mod pool;
mod single;

use std::hash::{BuildHasher, BuildHasherDefault};

use rustc_hash::FxHasher;
use stratalog_run::Control;

use crate::candidates::Candidate;
use crate::table::{Bitset, Table, Verdicts, common, remove, size};
use beam::{Beam, closed};
use extension::extended;
use polish::polished;
use pool::{Pool, least_size};
use single::Singles;

/// How often longer rules are looked for.
const MOST_EXTENSIONS: u32 = 30;

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchSettings {
    /// The most conditions of one rule, where such rules decide every position.
    pub rule_size: usize,
}

impl Default for SearchSettings {
    fn default() -> SearchSettings {
        SearchSettings { rule_size: 4 }
    }
}

/// A list of rules over numbered conditions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FoundList {
    /// The conditions of each rule.
    pub rules: Vec<Vec<u32>>,
    /// The number of positions that no rule decides.
    pub open: usize,
    /// No list with fewer conditions decides all positions, among lists of rules
    /// of one and two conditions.
    pub bound: usize,
}

impl FoundList {
    /// The number of conditions of all rules.
    pub fn size(&self) -> usize {
        self.rules.iter().map(Vec::len).sum()
    }
}

/// A conjunction of conditions with where it is right and wrong.
#[derive(Clone)]
struct Judged {
    conditions: Vec<u32>,
    verdicts: Verdicts,
}

/// A list and the positions that it leaves open.
#[derive(Clone)]
struct State {
    rules: Vec<Vec<u32>>,
    open: Bitset,
    left: u32,
}

/// Finds a short list of rules for the positions of a table.
pub fn shortest_list(
    table: &Table<'_>,
    candidates: &[Candidate],
    settings: SearchSettings,
    control: &Control,
) -> FoundList {
    let start = State {
        rules: Vec::new(),
        left: table.len() as u32,
        open: table.all(),
    };
    if start.left == 0 {
        return FoundList::default();
    }
    let Pool { mut rules, missed } = Pool::new(table, candidates, control);
    let mut beam = Beam::search(&rules, &start, control);
    let mut bound = least_size(&rules, missed, &start.open);
    if missed == 0.0 {
        bound = bound.max(beam.bound);
    }
    // What no short rule decides needs longer ones; with them the search is repeated.
    let mut state = closed(&rules, beam.best.clone());
    let short = rules.len();
    for _ in 0..MOST_EXTENSIONS {
        if state.left == 0 || control.is_stopped() {
            break;
        }
        let found = extended(table, candidates, &state.open, settings.rule_size);
        if found.is_empty() {
            break;
        }
        rules.extend(found);
        state = closed(&rules, state);
    }
    let mut singles = Singles::new(table, candidates);
    while state.left > 0 && !control.is_stopped() {
        let Some(rule) = singles.next(&state.open) else {
            break;
        };
        rules.push(rule);
        state = closed(&rules, state);
    }
    if state.left == 0 && rules.len() > short && beam.is_finished {
        beam = Beam::search(&rules, &start, control);
    }
    let mut best = beam.best;
    if state.left < best.left || (state.left == best.left && size_of(&state) < size_of(&best)) {
        best = state;
    }
    let rules = polished(table, candidates, best.rules);
    FoundList {
        bound: bound.min(rules.iter().map(Vec::len).sum()),
        open: best.left as usize,
        rules,
    }
}

/// The most rules of an approximate list.
const MOST_APPROXIMATE: usize = 12;
/// What a mistake costs, in positions decided rightly.
const MISTAKE_COST: i64 = 3;

/// A list of rules that are right in most positions that they decide: for examples
/// that are themselves choices of a player who may err. Each rule decides at least
/// `least` positions, and errs in at most the share `tolerance` of them.
pub fn approximate_list(
    table: &Table<'_>,
    candidates: &[Candidate],
    tolerance: f64,
    least: u32,
    control: &Control,
) -> FoundList {
    let pool = Pool::new(table, candidates, control).rules;
    let mut open = table.all();
    let mut list = FoundList::default();
    while list.rules.len() < MOST_APPROXIMATE && !control.is_stopped() {
        let mut best: Option<(i64, &Judged)> = None;
        for rule in &pool {
            let gain = common(&rule.verdicts.right, &open);
            let mistakes = common(&rule.verdicts.wrong, &open);
            let allowed = tolerance * f64::from(gain + mistakes);
            if gain < least || f64::from(mistakes) > allowed {
                continue;
            }
            let worth = i64::from(gain) - MISTAKE_COST * i64::from(mistakes);
            // A second condition must be worth more than what it costs to read.
            let worth = worth / rule.conditions.len() as i64;
            if worth > 0 && best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, rule));
            }
        }
        let Some((_, rule)) = best else { break };
        list.rules.push(rule.conditions.clone());
        remove(&mut open, &rule.verdicts.right);
        remove(&mut open, &rule.verdicts.wrong);
    }
    list.open = size(&open) as usize;
    list
}

fn size_of(state: &State) -> usize {
    state.rules.iter().map(Vec::len).sum()
}

fn hash_of<T: std::hash::Hash>(value: &T) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(value)
}
