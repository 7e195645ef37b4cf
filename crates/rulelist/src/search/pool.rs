//! The rules of one and two conditions, judged once, and how many conditions every
//! list of them needs.

use rustc_hash::FxHashSet;
use stratalog_run::Control;

use super::{Judged, hash_of};
use crate::candidates::Candidate;
use crate::table::{Bitset, Table, Verdicts, common, remove, size};

/// The words that are looked at to judge the rules of two conditions.
const PAIR_WORK: u64 = 3_000_000_000;
/// The memory that judged rules may take, in bytes.
const POOL_BYTES: usize = 120_000_000;
/// The most rules that are kept.
const MOST_RULES: usize = 60_000;

/// The different rules of one and two conditions that are right somewhere.
pub(super) struct Pool {
    pub rules: Vec<Judged>,
    /// The most positions a condition that a rule left out may be right in; 0 where
    /// none was left out.
    pub missed: f64,
}

impl Pool {
    pub fn new(table: &Table<'_>, candidates: &[Candidate], control: &Control) -> Pool {
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
pub(super) fn least_size(rules: &[Judged], missed: f64, open: &[u64]) -> usize {
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
