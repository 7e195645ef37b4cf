//! Which numbers contradict each other.
//!
//! Open squares stay safe and marked squares stay mines whichever numbers are
//! looked at; the total of mines always counts. First numbers are dropped one
//! by one while the rest still contradict each other, which leaves a set from
//! which none can be spared. Then smaller sets are looked for, size by size,
//! among numbers near each other, and among all where the total of mines plays
//! a part.

use std::sync::Arc;

use stratalog_game::minesweeper::{Cell, Site, View};

use crate::BeliefError;
use crate::knowledge::{Fact, Knowledge};
use crate::posterior::{Belief, Tables};

/// How many sets are tried for being smaller than the first one found.
const TRIES: usize = 20_000;

/// The squares of a smallest set of numbers that cannot all be right; nothing
/// when the view is consistent. Empty when the marks or the total of mines
/// alone are impossible.
pub fn conflict(view: &View) -> Option<Vec<Site>> {
    let numbers: Vec<Site> = view
        .grid()
        .sites()
        .filter(|&site| !view.is_covered(site))
        .collect();
    let mut checker = Checker {
        view,
        tables: Tables::new(view.board()),
        tries: TRIES,
    };
    if !checker.contradicts(&numbers) {
        return None;
    }
    let kept = checker.reduce(numbers.clone());
    for size in 0..kept.len() {
        let found = checker
            .near_sets(&numbers, size)
            .or_else(|| checker.any_sets(&numbers, size));
        if let Some(smaller) = found {
            return Some(smaller);
        }
    }
    Some(kept)
}

struct Checker<'a> {
    view: &'a View,
    tables: Tables,
    tries: usize,
}

impl Checker<'_> {
    /// Whether these numbers cannot all be right.
    fn contradicts(&mut self, numbers: &[Site]) -> bool {
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
        for &site in numbers {
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
    fn reduce(&mut self, mut numbers: Vec<Site>) -> Vec<Site> {
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

    /// A contradictory set of this size whose numbers hang together.
    fn near_sets(&mut self, numbers: &[Site], size: usize) -> Option<Vec<Site>> {
        if size == 0 {
            return self.contradicts(&[]).then(Vec::new);
        }
        for (index, &first) in numbers.iter().enumerate() {
            let later = &numbers[index + 1..];
            if let Some(found) = self.extend(vec![first], later, size) {
                return Some(found);
            }
        }
        None
    }

    fn extend(&mut self, set: Vec<Site>, later: &[Site], size: usize) -> Option<Vec<Site>> {
        if self.tries == 0 {
            return None;
        }
        if set.len() == size {
            self.tries -= 1;
            return self.contradicts(&set).then_some(set);
        }
        for (index, &next) in later.iter().enumerate() {
            if set.iter().any(|&member| self.are_near(member, next)) {
                let mut larger = set.clone();
                larger.push(next);
                // Members before `next` may be near the larger set only.
                let mut rest = later.to_vec();
                rest.drain(..=index);
                if let Some(found) = self.extend(larger, &rest, size) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// Whether two numbers can share a covered neighbour.
    fn are_near(&self, one: Site, other: Site) -> bool {
        let grid = self.view.grid();
        let (a, b) = (grid.square(one), grid.square(other));
        a.row.abs_diff(b.row) <= 2 && a.column.abs_diff(b.column) <= 2
    }

    /// A contradictory set of this size, when there are few such sets.
    fn any_sets(&mut self, numbers: &[Site], size: usize) -> Option<Vec<Site>> {
        let sets = (0..size).fold(1_usize, |sets, i| {
            sets.saturating_mul(numbers.len().saturating_sub(i)) / (i + 1)
        });
        if size < 2 || sets > self.tries {
            return None;
        }
        let mut places: Vec<usize> = (0..size).collect();
        loop {
            let set: Vec<Site> = places.iter().map(|&place| numbers[place]).collect();
            self.tries = self.tries.saturating_sub(1);
            if self.contradicts(&set) {
                return Some(set);
            }
            let movable = (0..size)
                .rev()
                .find(|&i| places[i] < numbers.len() - size + i)?;
            places[movable] += 1;
            for i in movable + 1..size {
                places[i] = places[i - 1] + 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
