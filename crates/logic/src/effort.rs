//! What it costs to look at terms from end to end.
//!
//! Unification, comparison, reading and the like take as long as the terms are
//! large, and for ever on a term that contains itself. They count what they
//! visit: much of it makes steps of the query, and too much of it exhausts the
//! effort. What was computed then means nothing, and the machine, which asks
//! before it gives any answer, stops at the memory limit instead.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Visits so far, and how many a single look may take.
pub(crate) struct Effort {
    most: usize,
    spent: AtomicU64,
    exhausted: AtomicBool,
}

/// Visits between two looks at the limit; a power of two.
const LOOK_EVERY: usize = 4096;
/// Visits that make a step.
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

/// A copied heap starts afresh.
impl Clone for Effort {
    fn clone(&self) -> Effort {
        Effort {
            most: self.most,
            ..Effort::default()
        }
    }
}

impl Effort {
    /// Starts afresh; a single look may visit so many cells.
    pub(crate) fn reset(&mut self, most: usize) {
        *self = Effort {
            most,
            ..Effort::default()
        };
    }

    /// Whether a look that has made so many visits may go on. What waits to be
    /// visited is never more than the heap has cells, unless a term contains
    /// itself.
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

    /// Notes visits of a look that is known to end.
    pub(crate) fn spend(&self, visits: u64) {
        // One thread looks at a heap at a time: no exchange is needed.
        let spent = self.spent.load(Ordering::Relaxed);
        self.spent
            .store(spent.saturating_add(visits), Ordering::Relaxed);
    }

    /// The steps that what was spent makes, once.
    pub(crate) fn take_steps(&self) -> u64 {
        self.spent.swap(0, Ordering::Relaxed) / VISITS_A_STEP
    }

    pub(crate) fn is_exhausted(&self) -> bool {
        self.exhausted.load(Ordering::Relaxed)
    }
}
