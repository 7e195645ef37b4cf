//! The cost of traversing terms.
//!
//! Unification, comparison and copying take time proportional to the size of
//! terms, and do not end on a cyclic term. They count the cells they visit.
//! Visits count as steps of the query, and too many visits in one traversal
//! exhaust the effort. The result of that traversal is then invalid; the machine
//! checks for this before it returns an answer and reports the memory limit.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Visits so far, and the most that one traversal may make.
pub(crate) struct Effort {
    most: usize,
    spent: AtomicU64,
    exhausted: AtomicBool,
}

/// Visits between two checks of the limit; a power of two.
const LOOK_EVERY: usize = 4096;
/// Visits that count as one step.
const VISITS_A_STEP: u64 = 8;

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            most: usize::MAX,
            spent: AtomicU64::new(0),
            exhausted: AtomicBool::new(false),
        }
    }
}

/// A copy starts with no visits.
impl Clone for Effort {
    fn clone(&self) -> Effort {
        Effort {
            most: self.most,
            ..Effort::default()
        }
    }
}

impl Effort {
    /// Resets the counters; one traversal may visit `most` cells.
    pub(crate) fn reset(&mut self, most: usize) {
        *self = Effort {
            most,
            ..Effort::default()
        };
    }

    /// Whether a traversal may continue after `visits` visits, with `waiting`
    /// cells still to visit. More cells wait than the heap has only if a term
    /// is cyclic.
    #[inline(always)]
    pub(crate) fn allows(&self, visits: usize, waiting: usize, cells: usize) -> bool {
        !visits.is_multiple_of(LOOK_EVERY) || self.look(visits, waiting, cells)
    }

    #[inline(never)]
    fn look(&self, visits: usize, waiting: usize, cells: usize) -> bool {
        self.spend(LOOK_EVERY as u64);
        if visits > self.most || waiting > cells + LOOK_EVERY {
            self.exhausted.store(true, Ordering::Relaxed);
        }
        !self.is_exhausted()
    }

    /// Adds the visits of a traversal that is known to end.
    pub(crate) fn spend(&self, visits: u64) {
        // One thread uses a heap at a time: no atomic update is needed.
        let spent = self.spent.load(Ordering::Relaxed);
        self.spent
            .store(spent.saturating_add(visits), Ordering::Relaxed);
    }

    /// Converts the visits since the last call into steps.
    pub(crate) fn take_steps(&self) -> u64 {
        self.spent.swap(0, Ordering::Relaxed) / VISITS_A_STEP
    }

    pub(crate) fn is_exhausted(&self) -> bool {
        self.exhausted.load(Ordering::Relaxed)
    }
}
