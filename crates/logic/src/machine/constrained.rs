//! How the machine and the constraints on its variables work together.

use crate::cell::Cell;
use crate::constraints::{Constraints, Step, Stop};
use crate::error::{Ball, Raise};
use crate::heap::Heap;
use crate::machine::Machine;
use crate::machine::choice::Alternative;

/// Propagators that run between two looks at the limits.
const RUNS: usize = 512;

impl Machine<'_> {
    /// Whether the constraints on variables that were bound since the last time can
    /// still be met. Binds the variables that have one value left.
    #[inline(always)]
    pub(crate) fn wake(&mut self) -> Result<bool, Raise> {
        if self.heap.is_watching() {
            self.wake_constraints()
        } else {
            Ok(true)
        }
    }

    #[cold]
    #[inline(never)]
    fn wake_constraints(&mut self) -> Result<bool, Raise> {
        self.constraints.undo(&mut self.heap);
        if self.constraints.is_empty() {
            self.heap.watch(false);
            self.sync_boundary();
            return Ok(true);
        }
        let bound = self.heap.unseen().iter();
        let bound: Vec<usize> = bound
            .map(|&cell| cell as usize)
            .filter(|&cell| self.constraints.is_watched(cell))
            .collect();
        if bound.is_empty() {
            self.heap.set_all_seen();
            return Ok(true);
        }
        self.begin_constraints();
        self.settle(|constraints, heap| {
            let mut bound = bound.into_iter();
            bound.try_for_each(|cell| constraints.bound(heap, cell))
        })
    }

    fn begin_constraints(&mut self) {
        let newest = self.choices.last().expect("a query has a choice point");
        self.constraints.begin(&mut self.heap, newest);
    }

    /// Adds constraints; false if they cannot be met.
    pub(crate) fn constrain(
        &mut self,
        add: impl FnOnce(&mut Constraints, &Heap) -> Step,
    ) -> Result<bool, Raise> {
        if self.is_generating() {
            // Suspended calls are copied, and would lose the constraints.
            let culprit = Cell::atom("in_a_table".into());
            return Err(Ball::Permission("post", "constraint", culprit).into());
        }
        if !self.wake()? {
            return Ok(false);
        }
        if !self.heap.is_watching() {
            self.heap.watch(true);
            self.sync_boundary();
            self.heap.set_all_seen();
        }
        self.check_at = self.steps;
        self.begin_constraints();
        self.settle(add)
    }

    /// Makes changes and propagates them.
    fn settle(
        &mut self,
        change: impl FnOnce(&mut Constraints, &Heap) -> Step,
    ) -> Result<bool, Raise> {
        let mut result = change(&mut self.constraints, &self.heap).map(|()| false);
        if result.is_err() {
            self.constraints.forget_work();
        }
        while let Ok(false) = result {
            result = self.constraints.settle(&mut self.heap, RUNS);
            self.steps += self.constraints.take_runs();
            self.check_limits()?;
        }
        self.heap.set_all_seen();
        match result {
            Ok(_) => Ok(true),
            Err(Stop::Fails) => Ok(false),
            Err(Stop::Raises(raise)) => Err(raise),
        }
    }

    /// Unifies two terms if the constraints can be met afterwards; otherwise nothing
    /// is bound.
    pub(crate) fn unify_constrained(&mut self, a: Cell, b: Cell) -> Result<bool, Raise> {
        if !self.heap.is_watching() {
            return Ok(self.heap.unify(a, b));
        }
        let count = self.choices.len();
        self.push_choice(0, Alternative::Code(0));
        let unified = self.heap.unify(a, b) && self.wake()?;
        if !unified {
            self.restore_choice();
        }
        self.cut_to(count);
        Ok(unified)
    }

    /// Whether two terms unify and the constraints can be met then; nothing is bound.
    pub(crate) fn can_unify_constrained(&mut self, a: Cell, b: Cell) -> Result<bool, Raise> {
        if !self.heap.is_watching() {
            return Ok(self.can_unify(a, b));
        }
        let count = self.choices.len();
        self.push_choice(0, Alternative::Code(0));
        let can = self.heap.unify(a, b) && self.wake()?;
        self.restore_choice();
        self.cut_to(count);
        Ok(can)
    }
}
