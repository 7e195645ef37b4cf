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

use super::effort::Effort;
use super::window::Window;
use crate::belief::{BeliefError, Count, Fact, Inconsistent, Knowledge, Tables};
use crate::{Cell, Site, View};

/// How many steps the search for hitting sets may take: milliseconds.
const STEPS: usize = 20_000;
/// How many sets of numbers are tested for a smallest conflict of a position.
const CONFLICT_CHECKS: usize = 50_000;
/// The nodes of a component beyond which a set counts as consistent: a set is
/// called contradictory only where that is known.
const MOST_NODES: usize = 200_000;

/// The squares of a smallest set of numbers that cannot all be right; nothing
/// when the view is consistent. Empty when the marks or the number of all mines
/// alone are impossible. Where the search for a smallest set takes too long, a
/// set from which no number can be dropped, or as many as could be.
pub fn conflict(view: &View, total: Total) -> Option<Vec<Site>> {
    Contradictions::of(view, total).smallest(CONFLICT_CHECKS, &mut Effort::default())
}

/// Whether the number of all mines is taken into account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Total {
    /// It is what the view's board says.
    Known,
    /// It is not known, or not used.
    Unknown,
}

/// Contradictory sets among numbers of a view.
pub(crate) struct Contradictions<'a> {
    view: &'a View,
    numbers: Vec<Site>,
    total: Total,
    /// What is assumed of a covered square.
    assumed: Option<(Site, Fact)>,
}

impl<'a> Contradictions<'a> {
    /// Contradictions between the numbers of a view.
    pub fn of(view: &'a View, total: Total) -> Contradictions<'a> {
        let sites = view.grid().sites();
        Contradictions {
            view,
            numbers: sites.filter(|&site| !view.is_covered(site)).collect(),
            total,
            assumed: None,
        }
    }

    /// Contradictions between some numbers of a view, in ascending order.
    pub fn among(numbers: Vec<Site>, view: &'a View, total: Total) -> Contradictions<'a> {
        Contradictions {
            view,
            numbers,
            total,
            assumed: None,
        }
    }

    /// Contradictions with the assumption that a square is safe, or a mine.
    pub fn assuming(mut self, site: Site, fact: Fact) -> Contradictions<'a> {
        self.assumed = Some((site, fact));
        self
    }

    /// A smallest contradictory set of numbers; nothing when all numbers are
    /// consistent. After `checks` tests or a share of the effort, a set from
    /// which no number can be dropped; after all of it, any contradictory set.
    pub fn smallest(self, checks: usize, effort: &mut Effort) -> Option<Vec<Site>> {
        let mut checker = Checker::of(&self, effort);
        let all = checker.all();
        if !checker.contradicts(&all) {
            return None;
        }
        let found = match checker.search(checks) {
            Some(smallest) => smallest,
            None => checker.reduced(all),
        };
        Some(self.sites(found))
    }

    /// A contradictory set from which no number can be dropped, or with all of
    /// the effort spent any; nothing when all numbers are consistent.
    pub fn irreducible(self, effort: &mut Effort) -> Option<Vec<Site>> {
        let mut checker = Checker::of(&self, effort);
        let all = checker.all();
        checker.contradicts(&all).then(|| {
            let found = checker.reduced(all);
            self.sites(found)
        })
    }

    fn sites(&self, mut found: Vec<usize>) -> Vec<Site> {
        found.sort_unstable();
        found.into_iter().map(|one| self.numbers[one]).collect()
    }
}

/// Tests sets of numbers for contradictions. A number is denoted by its place
/// among `numbers`.
struct Checker<'e> {
    /// Each number with its square.
    numbers: Vec<(Site, u8)>,
    total: Total,
    /// What is known without any number; nothing where that is contradictory.
    base: Option<Knowledge>,
    tables: Tables,
    checks: usize,
    effort: &'e mut Effort,
}

impl<'e> Checker<'e> {
    fn of(question: &Contradictions<'_>, effort: &'e mut Effort) -> Checker<'e> {
        let Contradictions { view, total, .. } = *question;
        let assumed = question.assumed;
        let window = match total {
            Total::Known => Window::whole(view),
            // Without the total only what is around the numbers matters.
            Total::Unknown => {
                let assumed = assumed.iter().map(|&(site, _)| site);
                Window::around(view, question.numbers.iter().copied().chain(assumed))
            }
        };
        let number = |&site: &Site| match view.cell(site) {
            Cell::Number(number) => (window.site(site), number),
            Cell::Covered | Cell::Marked => (window.site(site), 0),
        };
        let numbers = question.numbers.iter().map(number).collect();
        let assumed = assumed.map(|(site, fact)| (window.site(site), fact));
        let mut tables = Tables::up_to(MOST_NODES, window.view.board());
        let base = base(&window.view, total, assumed, &mut tables);
        effort.spend(window.view.grid().len());
        Checker {
            numbers,
            total,
            base,
            tables,
            checks: 0,
            effort,
        }
    }

    fn all(&self) -> Vec<usize> {
        (0..self.numbers.len()).collect()
    }

    /// A smallest contradictory set, unless it takes too long.
    fn search(&mut self, checks: usize) -> Option<Vec<usize>> {
        let mut to_hit: Vec<Vec<usize>> = Vec::new();
        let mut set = Vec::new();
        let mut steps = STEPS;
        while !self.contradicts(&set) {
            if self.checks > checks || self.effort.is_share_spent() {
                return None;
            }
            to_hit.push(self.left_out(&set)?);
            set = smallest_hitting_set(&to_hit, set.len(), &mut steps)?;
        }
        Some(set)
    }

    /// Whether these numbers cannot all be right.
    fn contradicts(&mut self, numbers: &[usize]) -> bool {
        self.checks += 1;
        let Some(base) = &self.base else {
            return true;
        };
        let before = self.tables.work();
        let mut knowledge = base.clone();
        let mut is_wrong = false;
        for &number in numbers {
            let (site, number) = self.numbers[number];
            is_wrong = is_wrong || knowledge.observe(site, number).is_err();
        }
        let counted = match self.total {
            _ if is_wrong => Err(BeliefError::Inconsistent(Inconsistent)),
            Total::Known => Count::new(&mut knowledge, &mut self.tables).map(drop),
            Total::Unknown => self.tables.components(&mut knowledge).map(drop),
        };
        let work = self.tables.work() - before + 8 * numbers.len() + base.grid().len() / 8;
        self.effort.spend(work);
        matches!(counted, Err(BeliefError::Inconsistent(_)))
    }

    /// Drops numbers, in halves and then one by one, while the rest is
    /// contradictory and there is effort left.
    fn reduced(&mut self, mut numbers: Vec<usize>) -> Vec<usize> {
        let mut chunk = numbers.len().div_ceil(2).max(1);
        loop {
            let mut start = 0;
            while start < numbers.len() && !self.effort.is_spent() {
                let end = (start + chunk).min(numbers.len());
                let mut rest = numbers.clone();
                rest.drain(start..end);
                if self.contradicts(&rest) {
                    numbers = rest;
                } else {
                    start = end;
                }
            }
            if chunk == 1 || self.effort.is_spent() {
                return numbers;
            }
            chunk = chunk.div_ceil(2);
        }
    }

    /// Extends a consistent set as far as possible, and gives the numbers that
    /// could not be added: every contradictory set contains one of them.
    /// Nothing where that takes too long.
    fn left_out(&mut self, set: &[usize]) -> Option<Vec<usize>> {
        let mut kept = set.to_vec();
        let mut left_out = Vec::new();
        let rest = (0..self.numbers.len()).filter(|number| !set.contains(number));
        let mut chunks: Vec<Vec<usize>> = vec![rest.collect()];
        while let Some(mut chunk) = chunks.pop() {
            if self.effort.is_share_spent() {
                return None;
            }
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
        Some(left_out)
    }
}

/// What is known of a view without any of its numbers; nothing where that is
/// contradictory.
fn base(
    view: &View,
    total: Total,
    assumed: Option<(Site, Fact)>,
    tables: &mut Tables,
) -> Option<Knowledge> {
    let (board, grid) = (view.board(), Arc::clone(view.grid()));
    let mut knowledge = match total {
        Total::Known => Knowledge::new(board, grid),
        Total::Unknown => Knowledge::without_total(board, grid),
    };
    let seen = view
        .grid()
        .sites()
        .filter_map(|site| match view.cell(site) {
            Cell::Number(_) => Some((site, Fact::Safe)),
            Cell::Marked => Some((site, Fact::Mine)),
            Cell::Covered => None,
        });
    knowledge.learn_all(seen.chain(assumed)).ok()?;
    // No number was observed: there is no component yet, and from here on only
    // what the numbers change is looked at.
    tables.components(&mut knowledge).ok()?;
    Some(knowledge)
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
        conflict(&view, Total::Known).map(|sites| {
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
            let Some(found) = conflict(&view, Total::Known) else {
                continue;
            };
            let question = Contradictions::of(&view, Total::Known);
            let mut effort = Effort::default();
            let mut checker = Checker::of(&question, &mut effort);
            let all = checker.all();
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
