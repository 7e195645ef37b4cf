//! Finds the shortest ordered list of rules.
//!
//! A rule may stand at a place of the list if it is wrong in none of the positions
//! that the rules before it leave open; it then decides those in which it is right.
//! Open positions only become fewer, so a rule that may stand somewhere may stand
//! anywhere later, and of two rules the one that decides more is never worse. The
//! search therefore keeps, for each number of conditions, the lists that leave the
//! fewest positions open (`Beam`). Rules of one and two conditions are all tried
//! (`pool`); longer ones are looked for where these do not suffice (`extended`).

use std::collections::BTreeMap;
use std::hash::{BuildHasher, BuildHasherDefault};

use rustc_hash::{FxHashSet, FxHasher};
use stratalog_run::Control;

use crate::candidates::Candidate;
use crate::table::{Bitset, Table, Verdicts, common, meet, remove, size};

/// The words that are looked at to judge the rules of two conditions.
const PAIR_WORK: u64 = 3_000_000_000;
/// The memory that judged rules may take, in bytes.
const POOL_BYTES: usize = 120_000_000;
/// The most rules that are kept.
const MOST_RULES: usize = 60_000;
/// The words that are looked at to continue the lists of one size.
const LAYER_WORK: usize = 600_000_000;
/// The words that are looked at to find a list among rules of one and two
/// conditions.
const BEAM_WORK: usize = 8_000_000_000;
/// How often longer rules are looked for.
const MOST_EXTENSIONS: u32 = 30;
/// The least and the most lists that are kept for each number of conditions.
const WIDTHS: [usize; 2] = [10, 100];
/// The rules of each size that a list is continued with.
const BRANCHES: usize = 30;
/// The conjunctions that are kept for each length when longer rules are looked for.
const EXTENDED_WIDTH: usize = 60;
/// The words that are looked at to find longer rules for one list.
const EXTENDED_WORK: u64 = 1_500_000_000;

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchSettings {
    /// The most conditions of one rule.
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
        if state.left == 0 && beam.is_finished {
            beam = Beam::search(&rules, &start, control);
        }
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

/// The different rules of one and two conditions that are right somewhere.
struct Pool {
    rules: Vec<Judged>,
    /// The most positions a condition that a rule left out may be right in; 0 where
    /// none was left out.
    missed: f64,
}

impl Pool {
    fn new(table: &Table<'_>, candidates: &[Candidate], control: &Control) -> Pool {
        let mut seen = FxHashSet::default();
        let mut rules = Vec::new();
        let mut always_right = vec![false; candidates.len()];
        for (at, candidate) in candidates.iter().enumerate() {
            let verdicts = table.judge(&candidate.moves);
            always_right[at] = size(&verdicts.wrong) == 0;
            if size(&verdicts.right) > 0 && seen.insert(hash_of(&verdicts)) {
                rules.push(Judged {
                    conditions: vec![at as u32],
                    verdicts,
                });
            }
        }
        let words = table.move_words().max(1) as u64;
        let tried = ((2 * PAIR_WORK / words) as f64).sqrt() as usize;
        let mut pairs = Pairs::new(table);
        if tried < candidates.len() {
            pairs.missed = table.len() as u32;
        }
        let tried = tried.min(candidates.len());
        for left in 0..tried {
            if control.is_stopped() {
                pairs.missed = table.len() as u32;
                break;
            }
            for other in left + 1..tried {
                // A rule that is never wrong decides more alone.
                if !always_right[left] && !always_right[other] {
                    pairs.judge(table, candidates, [left as u32, other as u32], &mut seen);
                }
            }
        }
        pairs.drop_weakest();
        rules.extend(pairs.kept.into_iter().map(|(_, judged)| judged));
        Pool {
            rules,
            missed: f64::from(pairs.missed) / 2.0,
        }
    }
}

/// The best rules of two conditions met so far, as many as there is room for.
struct Pairs {
    kept: Vec<(u64, Judged)>,
    room: usize,
    /// What a rule must be worth to be kept.
    least: u64,
    /// The most positions that a rule left out is right in.
    missed: u32,
    right: Bitset,
    wrong: Bitset,
}

impl Pairs {
    fn new(table: &Table<'_>) -> Pairs {
        let words = table.len().div_ceil(64);
        Pairs {
            kept: Vec::new(),
            room: (POOL_BYTES / (16 * words).max(1)).clamp(200, MOST_RULES),
            least: 0,
            missed: 0,
            right: vec![0; words],
            wrong: vec![0; words],
        }
    }

    fn judge(
        &mut self,
        table: &Table<'_>,
        candidates: &[Candidate],
        pair: [u32; 2],
        seen: &mut FxHashSet<u64>,
    ) {
        let [one, two] = pair.map(|at| &candidates[at as usize].moves);
        table.judge_into(|at| one[at] & two[at], &mut self.right, &mut self.wrong);
        let decided = size(&self.right);
        if decided == 0 {
            return;
        }
        let (gain, mistaken) = (u64::from(decided), u64::from(size(&self.wrong)));
        // Rules with mistakes may stand late in a list; of rules that decide as
        // much, those with few mistakes are worth twice as much.
        let worth = gain * 1000 + gain * 1000 * gain / (gain + mistaken);
        if worth < self.least {
            self.missed = self.missed.max(decided);
            return;
        }
        let verdicts = Verdicts {
            right: self.right.clone(),
            wrong: self.wrong.clone(),
        };
        if seen.insert(hash_of(&verdicts)) {
            let conditions = pair.to_vec();
            self.kept.push((
                worth,
                Judged {
                    conditions,
                    verdicts,
                },
            ));
        }
        if self.kept.len() >= 2 * self.room {
            self.drop_weakest();
        }
    }

    fn drop_weakest(&mut self) {
        self.kept
            .sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
        let dropped = self.kept.iter().skip(self.room);
        let most = dropped.map(|(_, own)| size(&own.verdicts.right)).max();
        self.missed = self.missed.max(most.unwrap_or(0));
        if self.kept.len() > self.room {
            self.kept.truncate(self.room);
            self.least = self.kept.last().map_or(0, |(worth, _)| *worth);
        }
    }
}

/// A number of conditions that every list of these rules needs, whatever its order
/// (a dual solution of set cover). Each open position adds one over the number of
/// open positions that a condition of the densest rule for it decides.
fn least_size(rules: &[Judged], missed: f64, open: &[u64]) -> usize {
    let density = |rule: &Judged| {
        f64::from(common(&rule.verdicts.right, open)) / rule.conditions.len() as f64
    };
    let mut order: Vec<(f64, &Judged)> = rules.iter().map(|rule| (density(rule), rule)).collect();
    order.sort_by(|left, right| right.0.total_cmp(&left.0));
    let mut left = open.to_vec();
    let mut least = 0.0;
    for (density, rule) in order {
        if density <= missed || density == 0.0 {
            break;
        }
        let decided = common(&rule.verdicts.right, &left);
        least += f64::from(decided) / density;
        remove(&mut left, &rule.verdicts.right);
    }
    if missed > 0.0 {
        least += f64::from(size(&left)) / missed;
    }
    // Sums of fractions may come out a little too large.
    ((least - 1e-6).ceil() as usize).max(1)
}

/// A search over lists in the order of their sizes.
struct Beam {
    best: State,
    /// No list with fewer conditions decides all positions.
    bound: usize,
    /// Whether it was not given up.
    is_finished: bool,
}

impl Beam {
    fn search(pool: &[Judged], start: &State, control: &Control) -> Beam {
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
fn closed(pool: &[Judged], mut state: State) -> State {
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

/// A conjunction that is being made longer.
struct Growing {
    conditions: Vec<u32>,
    moves: Bitset,
    worth: i64,
}

/// Rules of up to `most` conditions that may stand after a list and decide some of
/// the positions that it leaves open.
fn extended(table: &Table<'_>, candidates: &[Candidate], open: &[u64], most: usize) -> Vec<Judged> {
    let words = table.move_words().max(1) as u64;
    let mut growing = vec![Growing {
        conditions: Vec::new(),
        moves: vec![u64::MAX; table.move_words()],
        worth: 0,
    }];
    let mut found: Vec<(u32, Judged)> = Vec::new();
    let position_words = table.len().div_ceil(64);
    let (mut right, mut wrong) = (vec![0; position_words], vec![0; position_words]);
    let rounds = (EXTENDED_WORK / (words * candidates.len().max(1) as u64)) as usize;
    let width = (rounds / most.max(1)).clamp(4, EXTENDED_WIDTH);
    for _ in 0..most {
        let mut next: Vec<Growing> = Vec::new();
        let mut seen = FxHashSet::default();
        for parent in &growing {
            for (at, candidate) in candidates.iter().enumerate() {
                let at = at as u32;
                if parent.conditions.contains(&at) {
                    continue;
                }
                let moves = |word: usize| parent.moves[word] & candidate.moves[word];
                table.judge_into(moves, &mut right, &mut wrong);
                let gain = common(&right, open);
                let mistakes = common(&wrong, open);
                if gain + mistakes == 0 {
                    continue;
                }
                let mut conditions = parent.conditions.clone();
                conditions.push(at);
                if mistakes == 0 {
                    let verdicts = Verdicts {
                        right: right.clone(),
                        wrong: wrong.clone(),
                    };
                    found.push((
                        gain,
                        Judged {
                            conditions,
                            verdicts,
                        },
                    ));
                    continue;
                }
                let worth = 3 * i64::from(gain) - i64::from(mistakes);
                if next.len() >= 4 * width && next.iter().all(|own| own.worth >= worth) {
                    continue;
                }
                if !seen.insert((worth, hash_of(&right), hash_of(&wrong))) {
                    continue;
                }
                let moves = (0..table.move_words()).map(moves).collect();
                next.push(Growing {
                    conditions,
                    moves,
                    worth,
                });
                if next.len() >= 8 * width {
                    next.sort_by_key(|own| std::cmp::Reverse(own.worth));
                    next.truncate(4 * width);
                }
            }
        }
        next.sort_by_key(|own| std::cmp::Reverse(own.worth));
        next.truncate(width);
        growing = next;
    }
    found.sort_by_key(|(gain, rule)| (std::cmp::Reverse(*gain), rule.conditions.len()));
    found.truncate(200);
    found.into_iter().map(|(_, judged)| judged).collect()
}

/// A list without the rules and conditions that it does not need.
fn polished(
    table: &Table<'_>,
    candidates: &[Candidate],
    mut rules: Vec<Vec<u32>>,
) -> Vec<Vec<u32>> {
    let open = left_open(table, candidates, &rules);
    let Some(open) = open else {
        return rules;
    };
    let keeps =
        |rules: &[Vec<u32>]| left_open(table, candidates, rules).is_some_and(|left| left <= open);
    let mut at = rules.len();
    while at > 0 {
        at -= 1;
        let mut without = rules.clone();
        without.remove(at);
        if keeps(&without) {
            rules = without;
            continue;
        }
        let mut condition = rules[at].len();
        while condition > 0 && rules[at].len() > 1 {
            condition -= 1;
            let mut shorter = rules.clone();
            shorter[at].remove(condition);
            if keeps(&shorter) {
                rules = shorter;
            }
        }
    }
    rules
}

/// The number of positions that a list leaves open; nothing where a rule is wrong.
fn left_open(table: &Table<'_>, candidates: &[Candidate], rules: &[Vec<u32>]) -> Option<u32> {
    let mut open = table.all();
    let words = open.len();
    let (mut right, mut wrong) = (vec![0; words], vec![0; words]);
    for rule in rules {
        let named = |word: usize| {
            let all = rule.iter().map(|&at| candidates[at as usize].moves[word]);
            all.fold(u64::MAX, |left, right| left & right)
        };
        table.judge_into(named, &mut right, &mut wrong);
        if meet(&wrong, &open) {
            return None;
        }
        remove(&mut open, &right);
    }
    Some(size(&open))
}
