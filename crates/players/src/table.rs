//! A transposition table. Entries hold the whole position, so an answer is never
//! that of another position; what is overwritten is only searched again.
//!
//! The part of the table in use grows with what is stored since it was cleared,
//! not with what earlier searches needed: a search goes the same way whether
//! the table is new or not.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the score.
    Exact,
    /// The score is at least this.
    Least,
    /// The score is at most this.
    Most,
}

/// What a search of a position found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The score for the role to move, counted from this position.
    pub score: i16,
    /// What the score says.
    pub bound: Bound,
    /// How many plies were searched; `u16::MAX` when all lines were followed to
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

/// The table.
pub struct Table<P> {
    slots: Vec<Option<Slot<P>>>,
    era: u32,
    /// Slots in use, a power of two.
    used: usize,
    /// Slots that may come into use, a power of two.
    max: usize,
    /// Findings stored since the table was cleared.
    stored: usize,
}

/// Slots in use after clearing.
const FIRST_USED: usize = 1024;

impl<P: Clone + Eq + Hash> Table<P> {
    /// A table with room for about so many positions, in at most so many bytes.
    pub fn new(positions: u64, bytes: usize) -> Table<P> {
        let fitting = (bytes / size_of::<Option<Slot<P>>>()).max(4);
        let wanted = usize::try_from(positions).unwrap_or(usize::MAX);
        let count = wanted.clamp(2, fitting);
        let max = 1 << (usize::BITS - 1 - count.leading_zeros());
        let used = FIRST_USED.min(max);
        Table {
            slots: vec![None; used],
            era: 0,
            used,
            max,
            stored: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.used = FIRST_USED.min(self.max);
        self.stored = 0;
        self.era = self.era.wrapping_add(1);
        if self.era == 0 {
            self.slots.fill(None);
        }
    }

    /// What is known of a position.
    #[inline]
    pub fn find(&self, position: &P) -> Option<Finding> {
        let home = self.home(position);
        [home, home ^ 1]
            .into_iter()
            .filter_map(|place| self.slots[place].as_ref())
            .find(|slot| slot.era == self.era && slot.position == *position)
            .map(|slot| slot.finding)
    }

    /// Remembers a finding. Of the two places a position may take, the first
    /// keeps what was searched deepest, the second what came last.
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

    /// Doubles the slots in use. Half of what was stored is no longer found:
    /// moving it would cost more than it saves.
    fn grow(&mut self) {
        self.used *= 2;
        if self.slots.len() < self.used {
            self.slots.resize(self.used, None);
        }
    }

    #[inline]
    fn home(&self, position: &P) -> usize {
        // Fx leaves its entropy in the high bits.
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
        let mut old = Table::new(1 << 16, usize::MAX);
        for n in 0..100_000u32 {
            old.store(&n, finding(1, 1));
        }
        old.clear();
        let mut new = Table::new(1 << 16, usize::MAX);
        for n in 200_000..230_000u32 {
            old.store(&n, finding(2, 2));
            new.store(&n, finding(2, 2));
        }
        assert!((0..230_000).all(|n| old.find(&n) == new.find(&n)));
    }

    #[test]
    fn a_full_table_forgets_but_never_confuses() {
        let mut table = Table::new(64, usize::MAX);
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
