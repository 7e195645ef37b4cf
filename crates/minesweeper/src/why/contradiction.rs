//! Sets of numbers that contradict each other.
//!
//! Open squares stay safe and marked squares stay mines whichever numbers are
//! considered. The number of all mines counts where the question says so.
//!
//! A set of consistent numbers that is extended until no other number can be
//! added leaves out some numbers, and every contradiction contains one of
//! those. A smallest set that hits all such remainders, if it is contradictory,
//! is a smallest contradiction. If it is not, extending it yields another
//! remainder to hit. Where that takes too long, numbers are dropped one by one
//! instead, which gives a set from which no number can be dropped.

use std::sync::Arc;

use crate::belief::{BeliefError, Count, Fact, Knowledge, Tables};
use crate::{Cell, Site, View};

/// How many steps the search for hitting sets may take: milliseconds.
const STEPS: usize = 20_000;
/// How many sets of numbers are tested for a smallest conflict of a position.
const CONFLICT_CHECKS: usize = 50_000;

/// The squares of a smallest set of numbers that cannot all be right; nothing
/// when the view is consistent. Empty when the marks or the number of all mines
/// alone are impossible. Where the search for a smallest set takes too long, a
/// set from which no number can be dropped.
pub fn conflict(view: &View) -> Option<Vec<Site>> {
    Contradictions::of(view, Total::Known).smallest(CONFLICT_CHECKS)
}

/// Whether the number of all mines is taken into account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Total {
    /// It is what the view's board says.
    Known,
    /// It is not known, or not used.
    Unknown,
}

/// Tests sets of numbers of one view for contradictions. A number is denoted by
/// its place among `numbers`.
pub(crate) struct Contradictions<'a> {
    view: &'a View,
    numbers: Vec<Site>,
    tables: Tables,
    total: Total,
    /// What is assumed of a covered square.
    assumed: Option<(Site, Fact)>,
    checks: usize,
}

impl<'a> Contradictions<'a> {
    /// Contradictions between the numbers of a view.
    pub fn of(view: &'a View, total: Total) -> Contradictions<'a> {
        let sites = view.grid().sites();
        Contradictions {
            view,
            numbers: sites.filter(|&site| !view.is_covered(site)).collect(),
            tables: Tables::new(view.board()),
            total,
            assumed: None,
            checks: 0,
        }
    }

    /// Considers only these numbers, in ascending order.
    pub fn among(mut self, numbers: Vec<Site>) -> Contradictions<'a> {
        self.numbers = numbers;
        self
    }

    /// Contradictions with the assumption that a square is safe, or a mine.
    pub fn assuming(mut self, site: Site, fact: Fact) -> Contradictions<'a> {
        self.assumed = Some((site, fact));
        self
    }

    /// A smallest contradictory set of numbers, or after `checks` tests one
    /// from which no number can be dropped; nothing when all numbers are
    /// consistent.
    pub fn smallest(mut self, checks: usize) -> Option<Vec<Site>> {
        let all: Vec<usize> = (0..self.numbers.len()).collect();
        if !self.contradicts(&all) {
            return None;
        }
        let found = match self.search(checks) {
            Some(smallest) => smallest,
            None => self.reduced(all),
        };
        Some(self.sites(found))
    }

    /// A contradictory set from which no number can be dropped; nothing when
    /// all numbers are consistent.
    pub fn irreducible(mut self) -> Option<Vec<Site>> {
        let all: Vec<usize> = (0..self.numbers.len()).collect();
        self.contradicts(&all).then(|| {
            let found = self.reduced(all);
            self.sites(found)
        })
    }

    fn sites(&self, mut found: Vec<usize>) -> Vec<Site> {
        found.sort_unstable();
        found.into_iter().map(|one| self.numbers[one]).collect()
    }

    fn search(&mut self, checks: usize) -> Option<Vec<usize>> {
        let mut to_hit: Vec<Vec<usize>> = Vec::new();
        let mut set = Vec::new();
        let mut steps = STEPS;
        while !self.contradicts(&set) {
            if self.checks > checks {
                return None;
            }
            to_hit.push(self.left_out(&set));
            set = smallest_hitting_set(&to_hit, set.len(), &mut steps)?;
        }
        Some(set)
    }

    /// Whether these numbers cannot all be right.
    fn contradicts(&mut self, numbers: &[usize]) -> bool {
        self.checks += 1;
        let view = self.view;
        let (board, grid) = (view.board(), Arc::clone(view.grid()));
        let mut knowledge = match self.total {
            Total::Known => Knowledge::new(board, grid),
            Total::Unknown => Knowledge::without_total(board, grid),
        };
        let seen = |site: Site| match view.cell(site) {
            Cell::Number(_) => Some((site, Fact::Safe)),
            Cell::Marked => Some((site, Fact::Mine)),
            Cell::Covered => None,
        };
        let learned = match self.total {
            Total::Known => {
                let seen = view.grid().sites().filter_map(seen);
                knowledge.learn_all(seen.chain(self.assumed))
            }
            // Without the total only what is around the numbers matters.
            Total::Unknown => {
                let around = numbers.iter().flat_map(|&number| {
                    let site = self.numbers[number];
                    let neighbours = view.grid().neighbours(site).iter().copied();
                    neighbours.chain([site])
                });
                knowledge.learn_all(around.filter_map(seen).chain(self.assumed))
            }
        };
        let mut is_wrong = learned.is_err();
        for &number in numbers {
            let site = self.numbers[number];
            if let Cell::Number(number) = view.cell(site) {
                is_wrong = is_wrong || knowledge.observe(site, number).is_err();
            }
        }
        let counted = match self.total {
            _ if is_wrong => return true,
            Total::Known => Count::new(&mut knowledge, &mut self.tables).map(drop),
            Total::Unknown => self.tables.components(&mut knowledge).map(drop),
        };
        matches!(counted, Err(BeliefError::Inconsistent(_)))
    }

    /// Drops numbers, in halves and then one by one, while the rest is
    /// contradictory.
    fn reduced(&mut self, mut numbers: Vec<usize>) -> Vec<usize> {
        let mut chunk = numbers.len().div_ceil(2).max(1);
        loop {
            let mut start = 0;
            while start < numbers.len() {
                let end = (start + chunk).min(numbers.len());
                let mut rest = numbers.clone();
                rest.drain(start..end);
                if self.contradicts(&rest) {
                    numbers = rest;
                } else {
                    start = end;
                }
            }
            if chunk == 1 {
                return numbers;
            }
            chunk = chunk.div_ceil(2);
        }
    }

    /// Extends a consistent set as far as possible, and gives the numbers that
    /// could not be added: every contradictory set contains one of them.
    fn left_out(&mut self, set: &[usize]) -> Vec<usize> {
        let mut kept = set.to_vec();
        let mut left_out = Vec::new();
        let rest = (0..self.numbers.len()).filter(|number| !set.contains(number));
        let mut chunks: Vec<Vec<usize>> = vec![rest.collect()];
        while let Some(mut chunk) = chunks.pop() {
            let before = kept.len();
            kept.extend(&chunk);
            if !self.contradicts(&kept) {
                continue;
            }
            kept.truncate(before);
            if chunk.len() == 1 {
                left_out.append(&mut chunk);
            } else if !chunk.is_empty() {
                let second = chunk.split_off(chunk.len() / 2);
                chunks.push(second);
                chunks.push(chunk);
            }
        }
        left_out
    }
}

/// A smallest set that has a member of each of the given sets, of at least
/// `size` members; nothing when the search runs out of `steps`.
fn smallest_hitting_set(
    sets: &[Vec<usize>],
    mut size: usize,
    steps: &mut usize,
) -> Option<Vec<usize>> {
    loop {
        let mut chosen = Vec::new();
        if hit(sets, size, &mut chosen, steps)? {
            return Some(chosen);
        }
        size += 1;
    }
}

/// Adds at most `room` members to `chosen` so that it hits all sets; whether
/// that is possible.
fn hit(
    sets: &[Vec<usize>],
    room: usize,
    chosen: &mut Vec<usize>,
    steps: &mut usize,
) -> Option<bool> {
    *steps = steps.checked_sub(1)?;
    let is_missed = |set: &&Vec<usize>| !set.iter().any(|member| chosen.contains(member));
    let missed: Vec<&Vec<usize>> = sets.iter().filter(is_missed).collect();
    let Some(smallest) = missed.iter().min_by_key(|set| set.len()) else {
        return Some(true);
    };
    // Sets that share no member need one each.
    let mut apart: Vec<&Vec<usize>> = Vec::new();
    for set in &missed {
        let meets = |other: &&Vec<usize>| other.iter().any(|member| set.contains(member));
        if !apart.iter().any(meets) {
            apart.push(set);
        }
    }
    if apart.len() > room {
        return Some(false);
    }
    for &member in *smallest {
        chosen.push(member);
        if hit(sets, room - 1, chosen, steps)? {
            return Some(true);
        }
        chosen.pop();
    }
    Some(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;
    use stratalog_run::Seed;

    fn squares(text: &str) -> Option<Vec<(u8, u8)>> {
        let view: View = text.parse().expect("a position");
        conflict(&view).map(|sites| {
            let squares = sites.into_iter().map(|site| view.grid().square(site));
            squares.map(|square| (square.row, square.column)).collect()
        })
    }

    #[test]
    fn the_smallest_set_is_named() {
        assert_eq!(squares("2x3/1\n1..\n1..\n"), None);
        // A 4 in a corner is impossible by itself.
        assert_eq!(squares("3x3/3\n4..\n...\n..1\n"), Some(vec![(1, 1)]));
        // Both ones see the same two squares as the two beside them.
        assert_eq!(squares("2x3/2\n1.0\n2.0\n").map(|set| set.len()), Some(1));
        assert_eq!(
            squares("3x3/4\n1..\n2..\n...\n"),
            None,
            "the second row sees more squares"
        );
        assert_eq!(squares("2x4/2\n1...\n2...\n"), Some(vec![(1, 1), (2, 1)]));
    }

    #[test]
    fn the_number_of_all_mines_counts() {
        assert_eq!(squares("1x7/1\n.1...1.\n"), Some(vec![(1, 2), (1, 6)]));
        assert_eq!(squares("1x3/1\nFF.\n"), Some(vec![]));
    }

    #[test]
    fn no_smaller_set_contradicts_itself() {
        let mut rng = Seed(3).stream(0);
        let mut sizes = [0; 8];
        for _ in 0..150 {
            let text: String = (0..4)
                .map(|_| {
                    let row = (0..4).map(|_| match rng.random_range(0..5) {
                        number @ 1..=2 => char::from(b'0' + number),
                        _ => '.',
                    });
                    row.chain(['\n']).collect::<String>()
                })
                .collect();
            let view: View = format!("4x4/3\n{text}").parse().expect("a position");
            let Some(found) = conflict(&view) else {
                continue;
            };
            let mut checker = Contradictions::of(&view, Total::Known);
            let all: Vec<usize> = (0..checker.numbers.len()).collect();
            let smallest = (0_u32..1 << all.len())
                .filter(|bits| (bits.count_ones() as usize) <= found.len())
                .map(|bits| {
                    let own = all.iter().filter(|&&one| bits >> one & 1 == 1);
                    own.copied().collect::<Vec<usize>>()
                })
                .filter(|set| checker.contradicts(set))
                .map(|set| set.len())
                .min();
            assert_eq!(smallest, Some(found.len()), "{text}");
            sizes[found.len()] += 1;
        }
        assert!(sizes[2..].iter().sum::<usize>() > 40, "{sizes:?}");
    }
}
