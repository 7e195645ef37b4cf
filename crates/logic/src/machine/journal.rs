//! State outside of the heap that backtracking restores: global variables of
//! `b_setval/2`, and the domains of constrained variables.
//!
//! Choice points know nothing of it. A *level* of changes is marked by a box on the
//! heap, the witness, with a number that no other box ever has. Backtracking
//! to an older choice point truncates the heap and so removes the witness; whoever
//! uses the state next finds it missing and undoes the changes of its level. Changes
//! without a choice point between them share a level, so that a deterministic loop
//! keeps one old value and not all.

use crate::cell::Cell;
use crate::heap::Heap;
use crate::heap::garbage::Marks;
use crate::machine::choice::Choice;

/// Changes, oldest first, each with what undoes it.
pub(crate) struct Journal<C> {
    levels: Vec<Level>,
    changes: Vec<C>,
}

#[derive(Clone, Copy)]
struct Level {
    /// Where its witness is.
    witness: usize,
    stamp: u64,
    /// Its first change.
    first: usize,
}

impl<C> Default for Journal<C> {
    fn default() -> Journal<C> {
        Journal {
            levels: Vec::new(),
            changes: Vec::new(),
        }
    }
}

impl<C> Journal<C> {
    pub(crate) fn clear(&mut self) {
        self.levels.clear();
        self.changes.clear();
    }

    /// The newest change that backtracking has undone; it is forgotten.
    pub(crate) fn pop_undone(&mut self, heap: &Heap) -> Option<C> {
        while let Some(level) = self.levels.last()
            && !heap.has_witness(level.witness, level.stamp)
        {
            if self.changes.len() > level.first {
                return self.changes.pop();
            }
            self.levels.pop();
        }
        None
    }

    /// The number of the level to which a change now belongs. Whoever asks has
    /// undone what backtracking has undone.
    pub(crate) fn level(&mut self, heap: &mut Heap, newest: &Choice<'_>) -> u64 {
        if let Some(level) = self.levels.last()
            && level.witness >= newest.heap.len as usize
        {
            return level.stamp;
        }
        let (witness, stamp) = heap.new_witness();
        self.levels.push(Level {
            witness,
            stamp,
            first: self.changes.len(),
        });
        stamp
    }

    /// Adds a change to the current level.
    pub(crate) fn record(&mut self, change: C) {
        self.changes.push(change);
    }

    pub(crate) fn changes(&self) -> &[C] {
        &self.changes
    }

    pub(crate) fn bytes(&self) -> usize {
        self.changes.len() * size_of::<C>() + self.levels.len() * size_of::<Level>()
    }

    /// Joins levels that no choice point separates any more, and keeps the changes
    /// that `is_first` calls the first of their kind in a level.
    pub(crate) fn join_levels<F: FnMut(&C) -> bool>(
        &mut self,
        choices: &[Choice<'_>],
        mut new_level: impl FnMut() -> F,
    ) {
        let mut points = choices.iter().map(|choice| choice.heap.len as usize);
        let mut point = points.next();
        let mut old = std::mem::take(&mut self.changes).into_iter();
        let levels = std::mem::take(&mut self.levels);
        let mut is_first = new_level();
        for (i, level) in levels.iter().enumerate() {
            let mut is_separate = i == 0;
            while let Some(at) = point
                && at <= level.witness
            {
                is_separate = true;
                point = points.next();
            }
            if is_separate {
                is_first = new_level();
                self.levels.push(Level {
                    first: self.changes.len(),
                    ..*level
                });
            }
            let end = levels.get(i + 1).map(|next| next.first - level.first);
            let own = old.by_ref().take(end.unwrap_or(usize::MAX));
            self.changes.extend(own.filter(|change| is_first(change)));
        }
    }

    /// Keeps the witnesses.
    pub(crate) fn mark(&self, marks: &mut Marks, heap: &Heap) {
        for level in &self.levels {
            marks.mark(heap, Cell::boxed(level.witness));
        }
    }

    /// The witnesses and the cells in the changes have moved.
    pub(crate) fn relocate(&mut self, marks: &Marks, mut change: impl FnMut(&mut C)) {
        for level in &mut self.levels {
            level.witness = marks.moved(Cell::boxed(level.witness)).address();
        }
        self.changes.iter_mut().for_each(&mut change);
    }
}
