//! Which numbers contradict each other.
//!
//! Open squares stay safe and marked squares stay mines whichever numbers are
//! looked at; the total of mines always counts.
//!
//! A set of numbers that agree, grown until no other can be added, leaves out
//! some of which every contradiction has one. A smallest set that hits all of
//! these, if it contradicts itself, is a smallest contradiction; if it does
//! not, growing it leaves out another set to hit, and so on. Should that take
//! too long, numbers are dropped one by one instead, which leaves a set from
//! which none can be spared.

use std::sync::Arc;

use crate::{Cell, Site, View};

use crate::belief::BeliefError;
use crate::belief::count::Tables;
use crate::belief::knowledge::{Fact, Knowledge};
use crate::belief::posterior::Belief;

/// How many sets of numbers are looked at for a smallest contradiction.
const CHECKS: usize = 50_000;
/// How many steps the search for hitting sets may take.
const STEPS: usize = 5_000_000;

/// The squares of a smallest set of numbers that cannot all be right; nothing
/// when the view is consistent. Empty when the marks or the total of mines
/// alone are impossible. In positions so entangled that the search for a
/// smallest set is given up, a set from which none can be spared.
pub fn conflict(view: &View) -> Option<Vec<Site>> {
    let sites = view.grid().sites();
    let mut checker = Checker {
        view,
        numbers: sites.filter(|&site| !view.is_covered(site)).collect(),
        tables: Tables::new(view.board()),
        checks: 0,
    };
    let all: Vec<usize> = (0..checker.numbers.len()).collect();
    if !checker.contradicts(&all) {
        return None;
    }
    let mut found = checker.smallest().unwrap_or_else(|| checker.reduce(all));
    found.sort_unstable();
    Some(found.into_iter().map(|one| checker.numbers[one]).collect())
}

/// Tries sets of numbers, each by its place among the numbers of the view.
struct Checker<'a> {
    view: &'a View,
    numbers: Vec<Site>,
    tables: Tables,
    checks: usize,
}

impl Checker<'_> {
    /// A smallest contradictory set, unless it takes too long to find.
    fn smallest(&mut self) -> Option<Vec<usize>> {
        let mut to_hit: Vec<Vec<usize>> = Vec::new();
        let mut set = Vec::new();
        let mut steps = STEPS;
        while !self.contradicts(&set) {
            if self.checks > CHECKS {
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
        let mut knowledge = Knowledge::new(view.board(), Arc::clone(view.grid()));
        let known = view
            .grid()
            .sites()
            .filter_map(|site| match view.cell(site) {
                Cell::Number(_) => Some((site, Fact::Safe)),
                Cell::Marked => Some((site, Fact::Mine)),
                Cell::Covered => None,
            });
        let mut is_wrong = knowledge.learn_all(known).is_err();
        for &number in numbers {
            let site = self.numbers[number];
            if let Cell::Number(number) = view.cell(site) {
                is_wrong = is_wrong || knowledge.observe(site, number).is_err();
            }
        }
        is_wrong
            || matches!(
                Belief::new(&mut knowledge, &mut self.tables),
                Err(BeliefError::Inconsistent(_))
            )
    }

    /// Drops numbers, in halves and then singly, while a contradiction is left.
    fn reduce(&mut self, mut numbers: Vec<usize>) -> Vec<usize> {
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

    /// The numbers that cannot be added to a set without a contradiction,
    /// when all others are: at least one of them is in every contradictory
    /// set, and none of the set given.
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
    fn the_total_of_mines_counts() {
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
            let mut checker = Checker {
                view: &view,
                numbers: view
                    .grid()
                    .sites()
                    .filter(|&s| !view.is_covered(s))
                    .collect(),
                tables: Tables::new(view.board()),
                checks: 0,
            };
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
