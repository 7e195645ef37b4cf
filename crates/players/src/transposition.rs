//! A transposition table. Entries hold the whole position, so that two positions are
//! never confused; what is overwritten is searched again.
//!
//! The part of the table in use grows with the number of entries stored since it
//! was cleared. It does not depend on earlier searches, so a search takes the same
//! course whether the table is new or reused.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

/// How a stored score relates to the true score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// They are equal.
    Exact,
    /// The true score is at least this.
    Least,
    /// The true score is at most this.
    Most,
}

/// What a search of a position found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The score for the role to move, counted from this position.
    pub score: i16,
    /// How the score relates to the true score.
    pub bound: Bound,
    /// The number of plies searched; `u16::MAX` when all lines were followed to
    /// their ends.
    pub depth: u16,
    /// The best move's place among the legal moves.
    pub best: u16,
}

#[derive(Clone)]
struct Slot<P> {
    position: P,
    finding: Finding,
    era: u32,
}

/// A table from positions to findings, of bounded size.
pub struct TranspositionTable<P> {
    slots: Vec<Option<Slot<P>>>,
    era: u32,
    /// Slots in use, a power of two.
    used: usize,
    /// The largest number of slots, a power of two.
    max: usize,
    /// Findings stored since the table was cleared.
    stored: usize,
}

/// Slots in use after clearing.
const FIRST_USED: usize = 1024;

impl<P: Clone + Eq + Hash> TranspositionTable<P> {
    /// A table for about `positions` positions in at most `bytes` bytes.
    pub fn new(positions: u64, bytes: usize) -> TranspositionTable<P> {
        let fitting = (bytes / size_of::<Option<Slot<P>>>()).max(4);
        let wanted = usize::try_from(positions).unwrap_or(usize::MAX);
        let count = wanted.clamp(2, fitting);
        let max = 1 << (usize::BITS - 1 - count.leading_zeros());
        let used = FIRST_USED.min(max);
        TranspositionTable {
            slots: vec![None; used],
            era: 0,
            used,
            max,
            stored: 0,
        }
    }

    /// Removes all findings.
    pub fn clear(&mut self) {
        self.used = FIRST_USED.min(self.max);
        self.stored = 0;
        self.era = self.era.wrapping_add(1);
        if self.era == 0 {
            self.slots.fill(None);
        }
    }

    /// The finding of a position, if it is stored.
    #[inline]
    pub fn find(&self, position: &P) -> Option<Finding> {
        let home = self.home(position);
        [home, home ^ 1]
            .into_iter()
            .filter_map(|place| self.slots[place].as_ref())
            .find(|slot| slot.era == self.era && slot.position == *position)
            .map(|slot| slot.finding)
    }

    /// Stores a finding. Of the two slots of a position, the first keeps the
    /// deepest finding and the second the latest.
    #[inline]
    pub fn store(&mut self, position: &P, finding: Finding) {
        self.stored += 1;
        if self.stored > self.used && self.used < self.max {
            self.grow();
        }
        let home = self.home(position);
        let keeps = |place: usize| {
            self.slots[place].as_ref().is_some_and(|slot| {
                slot.era == self.era
                    && slot.position != *position
                    && slot.finding.depth > finding.depth
            })
        };
        let place = if keeps(home) { home ^ 1 } else { home };
        self.slots[place] = Some(Slot {
            position: position.clone(),
            finding,
            era: self.era,
        });
    }

    /// Doubles the number of slots in use. Half of the findings are no longer
    /// found: moving them would cost more than it saves.
    fn grow(&mut self) {
        self.used *= 2;
        if self.slots.len() < self.used {
            self.slots.resize(self.used, None);
        }
    }

    #[inline]
    fn home(&self, position: &P) -> usize {
        // The high bits of an Fx hash are the random ones.
        let hash = FxBuildHasher.hash_one(position);
        (hash >> 20) as usize & (self.used - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(score: i16, depth: u16) -> Finding {
        Finding {
            score,
            bound: Bound::Exact,
            depth,
            best: 0,
        }
    }

    #[test]
    fn a_cleared_table_answers_like_a_new_one() {
        let mut old = TranspositionTable::new(1 << 16, usize::MAX);
        for n in 0..100_000u32 {
            old.store(&n, finding(1, 1));
        }
        old.clear();
        let mut new = TranspositionTable::new(1 << 16, usize::MAX);
        for n in 200_000..230_000u32 {
            old.store(&n, finding(2, 2));
            new.store(&n, finding(2, 2));
        }
        assert!((0..230_000).all(|n| old.find(&n) == new.find(&n)));
    }

    #[test]
    fn a_full_table_drops_entries_but_never_confuses_positions() {
        let mut table = TranspositionTable::new(64, usize::MAX);
        for n in 0..10_000u32 {
            table.store(&n, finding((n % 1000) as i16, (n % 7) as u16));
        }
        let known: Vec<u32> = (0..10_000).filter(|n| table.find(n).is_some()).collect();
        assert!(!known.is_empty() && known.len() <= 64);
        for n in known {
            assert_eq!(table.find(&n).map(|f| f.score), Some((n % 1000) as i16));
        }
        table.clear();
        assert!((0..10_000).all(|n| table.find(&n).is_none()));
    }
}
