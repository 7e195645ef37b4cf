//! The squares that may be guessed, most hopeful first.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::Site;
use crate::belief::{Belief, Fact, Knowledge};
use crate::champion::threats::Threats;
use rustc_hash::FxHashSet;

/// A square that may be opened.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate {
    pub site: Site,
    /// Its worth if whatever it shows were worth 1.
    pub hope: f64,
    /// How much more it is worth than its safety says.
    urgency: f64,
    /// How likely it shows a zero, were its neighbours independent.
    zero: f64,
    /// Whether it is far from all numbers.
    is_floating: bool,
}

impl Candidate {
    /// What distinguishes kinds of squares far from all numbers, of which most are
    /// exactly alike; those next to a mine need not be, for none of them shows a
    /// zero.
    pub fn kind(&self) -> Option<(u64, u64)> {
        let is_plain = self.is_floating && self.zero > 0.0;
        is_plain.then(|| (self.urgency.to_bits(), self.zero.to_bits()))
    }

    /// Whether both are far from all numbers and cannot be distinguished.
    fn is_like(&self, other: &Candidate) -> bool {
        (self.hope - other.hope).abs() < 1e-12
            && (self.zero - other.zero).abs() < 1e-12
            && self.urgency == other.urgency
            && self.is_floating
            && other.is_floating
    }
}

/// Every square that may be opened, in board order.
pub(crate) fn all_candidates(
    knowledge: &Knowledge,
    belief: &Belief,
    threats: &Threats,
) -> impl Iterator<Item = Candidate> {
    let grid = knowledge.grid();
    let safe = |site: Site| 1.0 - belief.mine_probability(site);
    let mut floating = belief.floating().iter().peekable();
    let unknown = grid
        .sites()
        .filter(|&site| knowledge.fact(site) == Fact::Unknown);
    unknown.map(move |site: Site| {
        let urgency = threats.urgency(site);
        Candidate {
            site,
            urgency,
            hope: safe(site) * urgency,
            zero: grid.neighbours(site).iter().map(|&n| safe(n)).product(),
            is_floating: floating.next_if_eq(&&site).is_some(),
        }
    })
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

/// The squares that may be opened, most hopeful first; of squares far from all
/// numbers only one of each kind. Few are ever asked for, so they are not
/// sorted beforehand.
pub(crate) struct Candidates {
    left: BinaryHeap<Candidate>,
    last: Option<Candidate>,
}

impl Candidates {
    /// The candidates of a position.
    pub fn of(knowledge: &Knowledge, belief: &Belief, threats: &Threats) -> Candidates {
        let mut kinds = FxHashSet::default();
        let is_new = |one: &Candidate| one.kind().is_none_or(|kind| kinds.insert(kind));
        let left: Vec<Candidate> = all_candidates(knowledge, belief, threats)
            .filter(is_new)
            .collect();
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
