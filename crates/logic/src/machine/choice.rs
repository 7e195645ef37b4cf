//! Choice points: what to restore, and what to try next.

use std::sync::Arc;

use crate::cell::Cell;
use crate::code::Address;
use crate::heap::HeapMark;
use crate::machine::Machine;
use crate::machine::dynamic::ClauseCursor;
use crate::machine::join::JoinCursor;
use crate::machine::tabling::{Answers, TableId};
use crate::native::RowIterator;
use crate::relation::{Relation, Rows};

/// A choice point. It is plain data, so that cutting it costs nothing; what must be
/// dropped is in [`Choices::owned`].
#[derive(Clone, Copy)]
pub(crate) struct Choice<'p> {
    pub(crate) alternative: Alternative<'p>,
    pub(crate) heap: HeapMark,
    pub(super) frame: u32,
    pub(super) cp: u32,
    floor: u32,
    /// Where the saved arguments start.
    pub(super) saved: u32,
    /// Where what it owns starts.
    owned: u32,
}

impl Choice<'_> {
    /// The frame that was current.
    pub(crate) fn frame(&self) -> usize {
        self.frame as usize
    }
}

/// What to try when everything since has failed.
#[derive(Clone, Copy)]
pub(crate) enum Alternative<'p> {
    /// Nothing: the query has no more answers.
    Stop,
    /// Another branch of the same clause.
    Code(Address),
    /// The next clauses.
    Clauses(&'p [Address]),
    /// The next clauses of a predicate that came with the query.
    Local { pred: u32, next: u32 },
    /// The next rows of a table of facts; `bound` arguments are constants.
    Rows {
        relation: &'p Relation,
        rows: Rows<'p>,
        bound: u64,
    },
    /// The next clauses of a dynamic predicate.
    Dynamic(ClauseCursor),
    /// The next arguments of a term, for the instruction at this address.
    Arg { at: Address, next: u32 },
    /// The next integers.
    Between { next: i64, last: Option<i64> },
    /// The next items of a list.
    Member,
    /// The next rows of a native predicate, which it owns.
    Native,
    /// The answers of a complete table, which it owns, from this one on.
    Answers { next: usize },
    /// The next answers of a join.
    Join(JoinCursor),
    /// Nothing; exceptions are caught here.
    Catch {
        recovery: Address,
        collections: usize,
        generators: usize,
    },
    /// The clauses of a tabled predicate are exhausted: resume suspended calls.
    Generator(TableId),
}

/// What a choice point needs and must drop.
pub(crate) enum Owned {
    Rows(RowIterator),
    Answers(Arc<Answers>),
}

/// The stack of choice points with what they saved and own.
#[derive(Default)]
pub(crate) struct Choices<'p> {
    pub(super) list: Vec<Choice<'p>>,
    pub(super) saved: Vec<Cell>,
    pub(super) owned: Vec<Owned>,
}

impl<'p> Choices<'p> {
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.saved.clear();
        self.owned.clear();
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn last(&self) -> Option<&Choice<'p>> {
        self.list.last()
    }

    pub(crate) fn last_mut(&mut self) -> Option<&mut Choice<'p>> {
        self.list.last_mut()
    }

    pub(crate) fn get_mut(&mut self, i: usize) -> Option<&mut Choice<'p>> {
        self.list.get_mut(i)
    }

    /// What the newest choice point saved.
    pub(crate) fn saved(&self) -> &[Cell] {
        let start = self.list.last().map_or(0, |choice| choice.saved as usize);
        &self.saved[start..]
    }

    /// Replaces what the newest choice point saved.
    pub(crate) fn save(&mut self, cells: impl Iterator<Item = Cell>) {
        let start = self.list.last().map_or(0, |choice| choice.saved as usize);
        self.saved.truncate(start);
        self.saved.extend(cells);
    }

    /// The time of the oldest call of a dynamic predicate that can be retried.
    pub(crate) fn oldest_dynamic(&self, pred: usize) -> Option<u64> {
        let times = self
            .list
            .iter()
            .filter_map(|choice| match &choice.alternative {
                Alternative::Dynamic(cursor) => cursor.seen_at(pred),
                _ => None,
            });
        times.min()
    }

    /// Removes what the choice points from this one on saved and own.
    #[inline(always)]
    fn release(&mut self, oldest: Choice<'p>) {
        self.saved.truncate(oldest.saved as usize);
        if self.owned.len() > oldest.owned as usize {
            self.owned.truncate(oldest.owned as usize);
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.list.len() * size_of::<Choice<'_>>() + 8 * self.saved.len()
    }
}

impl<'p> Machine<'p> {
    /// The number of choice points.
    pub(crate) fn choice_points(&self) -> usize {
        self.choices.len()
    }

    /// Saves the state and the first `arity` registers.
    // Inlined, so that a choice point is written where it belongs: copying it
    // from where it was just written stalls the processor.
    #[inline(always)]
    pub(crate) fn push_choice(&mut self, arity: usize, alternative: Alternative<'p>) {
        let saved = self.choices.saved.len();
        for &cell in self.x.first(arity) {
            self.choices.saved.push(cell);
        }
        let floor = self.frames.top();
        self.choices.list.push(Choice {
            alternative,
            heap: self.heap.mark(),
            frame: self.frames.current() as u32,
            cp: self.cp as u32,
            floor: floor as u32,
            saved: saved as u32,
            owned: self.choices.owned.len() as u32,
        });
        self.heap.set_boundary(self.heap.len());
        self.frames.set_floor(floor);
    }

    /// Restores the state of the newest choice point, which remains.
    #[inline(always)]
    pub(crate) fn restore_choice(&mut self) {
        if let Some(choice) = self.choices.list.last() {
            self.heap.return_to(choice.heap);
            self.frames.set_current(choice.frame as usize);
            self.frames.set_floor(choice.floor as usize);
            self.cp = choice.cp as usize;
        }
    }

    /// Restores the arguments that the newest choice point saved.
    #[inline(always)]
    pub(crate) fn restore_args(&mut self) {
        if let Some(choice) = self.choices.list.last() {
            for (i, &cell) in self.choices.saved[choice.saved as usize..]
                .iter()
                .enumerate()
            {
                self.x[i] = cell;
            }
        }
    }

    #[inline(always)]
    pub(crate) fn pop_choice(&mut self) {
        if let Some(choice) = self.choices.list.pop() {
            self.choices.release(choice);
        }
        self.sync_boundary();
    }

    /// Removes all but the oldest `count` choice points.
    #[inline(always)]
    pub(crate) fn cut_to(&mut self, count: usize) {
        if let Some(&oldest) = self.choices.list.get(count) {
            self.choices.release(oldest);
            self.choices.list.truncate(count);
            self.sync_boundary();
        }
    }

    /// Protects everything older than the newest choice point.
    #[inline(always)]
    pub(crate) fn sync_boundary(&mut self) {
        if let Some(choice) = self.choices.list.last() {
            self.heap.set_boundary(choice.heap.len as usize);
            self.frames.set_floor(choice.floor as usize);
        }
    }
}
