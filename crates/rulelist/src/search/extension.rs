//! Rules of more than two conditions, for positions that no shorter rule decides.

use rustc_hash::FxHashSet;

use super::{Judged, hash_of};
use crate::candidates::Candidate;
use crate::table::{Bitset, Table, Verdicts, common};

/// The conjunctions that are kept for each length when longer rules are looked for.
const EXTENDED_WIDTH: usize = 60;
/// The words that are looked at to find longer rules for one list.
const EXTENDED_WORK: u64 = 1_500_000_000;

/// A conjunction that is being made longer.
struct Growing {
    conditions: Vec<u32>,
    moves: Bitset,
    worth: i64,
}

/// Rules of up to `most` conditions that may stand after a list and decide some of
/// the positions that it leaves open.
pub(super) fn extended(
    table: &Table<'_>,
    candidates: &[Candidate],
    open: &[u64],
    most: usize,
) -> Vec<Judged> {
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
