//! Rules for single positions that no rule found so far decides. A rule is grown from
//! one best move of such a position, as AQ grows a star from a seed: of the conditions
//! that the move meets, the one that leaves the fewest mistakes is added until none is
//! left.

use super::Judged;
use crate::candidates::Candidate;
use crate::table::{Bitset, Table, Verdicts, common};

/// The most conditions of such a rule.
const LONGEST: usize = 8;
/// The words that are looked at to find all of these rules.
const MOST_WORK: usize = 10_000_000_000;

/// Finds rules for single positions.
pub(super) struct Singles<'a> {
    table: &'a Table<'a>,
    candidates: &'a [Candidate],
    /// The positions before this one are decided, or no rule is found for them.
    row: usize,
    work: usize,
}

impl<'a> Singles<'a> {
    pub fn new(table: &'a Table<'a>, candidates: &'a [Candidate]) -> Singles<'a> {
        Singles {
            table,
            candidates,
            row: 0,
            work: 0,
        }
    }

    /// A rule for the first open position that has one.
    pub fn next(&mut self, open: &[u64]) -> Option<Judged> {
        while self.row < self.table.len() && self.work < MOST_WORK {
            let row = self.row;
            self.row += 1;
            if open[row / 64] & (1 << (row % 64)) == 0 {
                continue;
            }
            let moves = self.table.best_moves(row);
            let rules = moves.into_iter().filter_map(|at| self.grown(at, open));
            let best = rules.min_by_key(|(gain, rule)| (rule.conditions.len(), u32::MAX - gain));
            if let Some((_, rule)) = best {
                return Some(rule);
            }
        }
        None
    }

    /// A rule that names the move with this number and makes no mistake in the open
    /// positions, with the number of those that it decides.
    fn grown(&mut self, at: usize, open: &[u64]) -> Option<(u32, Judged)> {
        let table = self.table;
        let positions = table.len().div_ceil(64);
        let (mut right, mut wrong) = (vec![0; positions], vec![0; positions]);
        let mut named: Bitset = vec![u64::MAX; table.move_words()];
        let mut conditions = Vec::new();
        let mut fewest = u32::MAX;
        while conditions.len() < LONGEST {
            let mut best: Option<(u32, u32, usize)> = None;
            for (number, candidate) in self.candidates.iter().enumerate() {
                if candidate.moves[at / 64] & (1 << (at % 64)) == 0 {
                    continue;
                }
                self.work += named.len();
                let moves = |word: usize| named[word] & candidate.moves[word];
                table.judge_into(moves, &mut right, &mut wrong);
                let mistakes = common(&wrong, open);
                let lost = u32::MAX - common(&right, open);
                if best.is_none_or(|best| (mistakes, lost, number) < best) {
                    best = Some((mistakes, lost, number));
                }
            }
            let (mistakes, lost, number) = best.filter(|best| best.0 < fewest)?;
            fewest = mistakes;
            conditions.push(number as u32);
            let chosen = &self.candidates[number].moves;
            for (word, chosen) in named.iter_mut().zip(chosen) {
                *word &= chosen;
            }
            if mistakes == 0 {
                table.judge_into(|word| named[word], &mut right, &mut wrong);
                let rule = Judged {
                    conditions,
                    verdicts: Verdicts { right, wrong },
                };
                return Some((u32::MAX - lost, rule));
            }
        }
        None
    }
}
