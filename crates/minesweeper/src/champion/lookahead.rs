//! What a guess is worth: the exact distribution of what it would show.
//!
//! The worth of a position is the chance to win from it relative to one that
//! opens up by itself. It is read off what matters most: how many squares are
//! certainly safe and informative, or else how safe the safest one is.
//! A square that is likely part of a guess that must be made some time
//! ([`crate::champion::threats`]) is worth more than its safety says. The figures were
//! chosen by playing the games in which two settings differ to the end on
//! boards drawn from the belief state.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::Site;
use crate::belief::{Belief, BeliefError, Fact, Knowledge, Showing, Tables, numbers, showing};
use rustc_hash::FxHashSet;

use crate::champion::threats::Threats;

/// The worth of a position by the number of squares that are certainly safe; more
/// are worth 1.
const WORTH_BY_SAFE_SQUARES: [f64; 5] = [0.0, 0.946, 0.973, 0.982, 0.997];
/// The worth of a position without certainly safe squares is this times the
/// probability that the safest square is safe.
const WORTH_OF_A_GUESS: f64 = 0.95;
/// The share of games lost at a pair of squares that cannot be distinguished.
const LOSS_AT_A_PAIR: f64 = 0.5;

/// A guess and its worth.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Guess {
    pub site: Site,
    pub worth: f64,
}

/// A square that may be opened.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    site: Site,
    /// How much more it is worth than its safety says.
    urgency: f64,
    /// Its worth if whatever it shows were worth 1.
    hope: f64,
    /// How likely it shows a zero, were its neighbours independent.
    zero: f64,
    /// Whether it is far from all numbers.
    is_floating: bool,
}

impl Candidate {
    /// Whether both are far from all numbers and cannot be distinguished.
    fn is_like(&self, other: &Candidate) -> bool {
        (self.hope - other.hope).abs() < 1e-12
            && (self.zero - other.zero).abs() < 1e-12
            && self.urgency == other.urgency
            && self.is_floating
            && other.is_floating
    }
}

impl Ord for Candidate {
    /// The more hopeful is the greater; in doubt the one likelier to open up,
    /// or the first on the board.
    fn cmp(&self, other: &Candidate) -> Ordering {
        let by_hope = self.hope.total_cmp(&other.hope);
        by_hope
            .then(self.zero.total_cmp(&other.zero))
            .then(other.site.cmp(&self.site))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Candidate) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Candidate) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Candidate {}

/// The best guess of a position without certainly safe squares.
pub(crate) fn best_guess(
    knowledge: &Knowledge,
    belief: &Belief,
    tables: &mut Tables,
) -> Result<Option<Guess>, BeliefError> {
    let threats = Threats::of(knowledge, belief, tables)?;
    let mut best: Option<Guess> = None;
    for candidate in Candidates::of(knowledge, belief, &threats) {
        let floor = best.map_or(0.0, |best| best.worth);
        if candidate.hope <= floor {
            break;
        }
        let worth = worth_of_opening(knowledge, belief, tables, &candidate, floor)?;
        if worth > floor {
            let site = candidate.site;
            best = Some(Guess { site, worth });
        }
    }
    Ok(best)
}

/// The worth of opening a square, a mine being worth nothing: exact when above
/// `floor`.
fn worth_of_opening(
    knowledge: &Knowledge,
    belief: &Belief,
    tables: &mut Tables,
    candidate: &Candidate,
    floor: f64,
) -> Result<f64, BeliefError> {
    let site = candidate.site;
    let around = knowledge.grid().neighbours(site);
    let mines: f64 = around.iter().map(|&n| belief.mine_probability(n)).sum();
    // Likely numbers first: they say soonest that the floor is not passed.
    let mut numbers: Vec<u8> = numbers(knowledge, site).collect();
    let unlikeliness = |number: u8| (f64::from(number) - mines).abs();
    numbers.sort_by(|&a, &b| unlikeliness(a).total_cmp(&unlikeliness(b)));
    let mut hope = candidate.hope;
    for number in numbers {
        let shown = showing(knowledge, belief.ln_solutions(), tables, site, number)?;
        if let Some(shown) = shown {
            hope -= candidate.urgency * shown.probability * (1.0 - worth(&shown));
        }
        if hope <= floor {
            break;
        }
    }
    Ok(hope)
}

/// The worth of a position.
fn worth(shown: &Showing) -> f64 {
    // A square with nothing unknown around it gives no information.
    let is_telling = |site: &Site| shown.knowledge.unknown_around(*site) > 0;
    let plainly_safe = shown.knowledge.safe_squares().filter(is_telling).count();
    if plainly_safe > 0 {
        return worth_by_safe_squares(plainly_safe);
    }
    let glance = shown.count.glance();
    if glance.safe > 0 {
        worth_by_safe_squares(glance.safe)
    } else if glance.least_risk == 1.0 {
        // Nothing is left to guess.
        1.0
    } else {
        WORTH_OF_A_GUESS * (1.0 - glance.least_risk)
    }
}

fn worth_by_safe_squares(safe: usize) -> f64 {
    *WORTH_BY_SAFE_SQUARES.get(safe).unwrap_or(&1.0)
}

/// The squares that may be opened, most hopeful first; of squares far from all
/// numbers only one of each kind. Few are ever asked for, so they are not
/// sorted beforehand.
struct Candidates {
    left: BinaryHeap<Candidate>,
    last: Option<Candidate>,
}

impl Candidates {
    fn of(knowledge: &Knowledge, belief: &Belief, threats: &Threats) -> Candidates {
        let grid = knowledge.grid();
        let safe = |site: Site| 1.0 - belief.mine_probability(site);
        let mut floating = belief.floating().iter().peekable();
        let unknown = grid
            .sites()
            .filter(|&site| knowledge.fact(site) == Fact::Unknown);
        let candidate = |site: Site| {
            let urgency = 1.0 / (1.0 - LOSS_AT_A_PAIR * threats.around(site));
            Candidate {
                site,
                urgency,
                hope: safe(site) * urgency,
                zero: grid.neighbours(site).iter().map(|&n| safe(n)).product(),
                is_floating: floating.next_if_eq(&&site).is_some(),
            }
        };
        // Most squares far from all numbers are exactly alike; those next to a
        // mine need not be, for none of them shows a zero.
        let mut kinds = FxHashSet::default();
        let is_new = |one: &Candidate| {
            let is_plain = one.is_floating && one.zero > 0.0;
            !is_plain || kinds.insert((one.urgency.to_bits(), one.zero.to_bits()))
        };
        let left: Vec<Candidate> = unknown.map(candidate).filter(is_new).collect();
        Candidates {
            left: left.into(),
            last: None,
        }
    }
}

impl Iterator for Candidates {
    type Item = Candidate;

    fn next(&mut self) -> Option<Candidate> {
        loop {
            let next = self.left.pop()?;
            if self.last.is_none_or(|last| !next.is_like(&last)) {
                self.last = Some(next);
                return Some(next);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FirstMove, Minesweeper, Sweep};
    use stratalog_run::Seed;

    #[test]
    fn squares_are_dropped_only_when_they_cannot_be_best() {
        let game = Minesweeper::new("10x10/20".parse().expect("a board"), FirstMove::Zero);
        let mut tables = Tables::new(game.size());
        for seed in 0..20 {
            let grid = game.grid().clone();
            let mut sweep = Sweep::new(game.size(), grid, FirstMove::Zero, Seed(seed));
            sweep.open(Site::new(22));
            let mut knowledge = Knowledge::of(sweep.view()).expect("consistent");
            let belief = Belief::new(&mut knowledge, &mut tables).expect("countable");
            let best = best_guess(&knowledge, &belief, &mut tables).expect("countable");
            let threats = Threats::of(&knowledge, &belief, &mut tables).expect("countable");
            let greatest = Candidates::of(&knowledge, &belief, &threats)
                .map(|one| worth_of_opening(&knowledge, &belief, &mut tables, &one, 0.0))
                .map(|worth| worth.expect("countable"))
                .fold(0.0, f64::max);
            assert_eq!(best.map(|best| best.worth), Some(greatest), "seed {seed}");
        }
    }
}
