//! Shortens a list that was found.

use crate::candidates::Candidate;
use crate::table::{Table, meet, remove, size};

/// A list without the rules and conditions that it does not need.
pub(super) fn polished(
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
