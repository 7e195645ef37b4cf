//! When unused cells are freed, and which cells are in use: what is reachable
//! from the arguments of the call about to be made, from the slots of frames that
//! later goals need, and from the choice points.
//!
//! The compiler says which slots are needed: for every call, and for every
//! address at which a clause continues after backtracking.

use std::ops::Range;

use crate::bits::Bits;
use crate::cell::Cell;
use crate::code::{Address, Instr, PredId};
use crate::heap::garbage::Marks;
use crate::machine::choice::Alternative;
use crate::machine::{CHECK_EVERY, Machine, NEW_ANSWER};

/// When unused cells are freed.
pub(crate) struct Schedule {
    /// The number of cells at which the next collection is due.
    due_at: usize,
    /// Calls between two collections, whether they are due or not.
    interval: Option<u64>,
}

/// The heap grows by at least this many cells between two collections, if the
/// memory limit permits.
const MIN_GROWTH: usize = 1 << 19;
/// The fraction of the memory limit by which the heap always may grow, so that
/// a heap that is almost full is not collected at every check.
const LEAST_SHARE: usize = 16;

impl Default for Schedule {
    fn default() -> Schedule {
        Schedule {
            due_at: usize::MAX,
            interval: None,
        }
    }
}

impl Schedule {
    /// Steps between two checks.
    pub(super) fn check_every(&self) -> u64 {
        self.interval
            .map_or(CHECK_EVERY, |steps| steps.min(CHECK_EVERY))
    }

    /// Starts with a heap of `used` cells: collections take time in proportion
    /// to the cells in use, so these may double, or fill half of what is left.
    pub(super) fn start(&mut self, used: usize, memory: usize) {
        let limit = memory / size_of::<Cell>();
        let left = limit.saturating_sub(used) / 2;
        let growth = used.max(MIN_GROWTH).min(left.max(limit / LEAST_SHARE));
        self.due_at = used.saturating_add(growth);
    }

    #[inline(always)]
    pub(super) fn is_due(&self, used: usize) -> bool {
        used >= self.due_at
    }
}

/// The slots of frames that are in use.
struct Slots {
    /// Their places among the words of the frames.
    places: Vec<usize>,
    seen: Bits,
    /// Frames whose callers have been visited.
    frames: Bits,
}

impl Slots {
    fn add(&mut self, places: impl Iterator<Item = usize>) {
        for place in places {
            if self.seen.insert(place) {
                self.places.push(place);
            }
        }
    }
}

impl Machine<'_> {
    /// Frees unused cells after every `calls` calls, in order to test that
    /// nothing depends on when that happens.
    #[doc(hidden)]
    pub fn collect_every(&mut self, calls: u64) {
        self.collection.interval = Some(calls.max(1));
    }

    /// Frees unused cells if it is time, before a call whose arguments are in
    /// the registers.
    #[cold]
    #[inline(never)]
    pub(super) fn collect_if_due(&mut self, pred: PredId) {
        let used = self.heap.used();
        if !self.collection.is_due(used) && self.collection.interval.is_none() {
            return;
        }
        let own = &self.program.preds.list;
        let arity = match (own.get(pred as usize), &self.query) {
            (Some(pred), _) => pred.functor.arity,
            (None, Some(code)) => code.locals[pred as usize - own.len()].functor.arity,
            (None, None) => unreachable!("only a query has further predicates"),
        };
        self.collect_garbage(arity);
        self.collection.start(self.heap.used(), self.limits.memory);
    }

    fn collect_garbage(&mut self, arity: usize) {
        let mut slots = Slots {
            places: Vec::new(),
            seen: Bits::below(self.frames.end()),
            frames: Bits::below(self.frames.end()),
        };
        self.add_continuation(self.frames.current(), self.cp, &mut slots);
        for choice in &self.choices.list {
            let (frame, cp) = (choice.frame as usize, choice.cp as usize);
            match &choice.alternative {
                Alternative::Stop | Alternative::Code(0) => {}
                Alternative::Code(address) => self.add_clause(frame, *address, &mut slots),
                Alternative::Catch { recovery, .. } => {
                    self.add_clause(frame, *recovery, &mut slots);
                }
                Alternative::Join(cursor) => {
                    self.add_clause(frame, cursor.resumption(), &mut slots);
                }
                Alternative::Arg { at, .. } => match self.code[*at as usize] {
                    Instr::Arg {
                        live,
                        has_frame: true,
                        ..
                    } => self.add_live(frame, live, &mut slots),
                    _ => self.add_continuation(frame, cp, &mut slots),
                },
                _ => self.add_continuation(frame, cp, &mut slots),
            }
        }
        let saved = self.saved_terms();

        self.constraints.undo(&mut self.heap);
        let mut marks = Marks::new(self.constants, &self.heap);
        let heap = &self.heap;
        for &cell in self.x.first(arity) {
            marks.mark(heap, cell);
        }
        for &cell in &self.answer {
            marks.mark(heap, cell);
        }
        self.backtrackable.undo(heap);
        self.backtrackable.join_levels(&self.choices.list);
        self.backtrackable.mark(&mut marks, heap);
        self.constraints.join_levels(&self.choices.list);
        self.constraints.mark(&mut marks, heap);
        for &place in &slots.places {
            marks.mark(heap, self.frames.word(place));
        }
        for cells in &saved {
            for &cell in &self.choices.saved[cells.clone()] {
                marks.mark(heap, cell);
            }
        }
        marks.finish();

        for register in 0..arity {
            self.x[register] = marks.moved(self.x[register]);
        }
        for cell in &mut self.answer {
            *cell = marks.moved(*cell);
        }
        self.backtrackable.relocate(&marks);
        self.constraints.relocate(&marks);
        for &place in &slots.places {
            self.frames
                .set_word(place, marks.moved(self.frames.word(place)));
        }
        for cells in saved {
            for cell in &mut self.choices.saved[cells] {
                *cell = marks.moved(*cell);
            }
        }
        let points = self.choices.list.iter_mut().map(|choice| &mut choice.heap);
        self.heap.compact(&marks, points);
        self.sync_boundary();
    }

    /// Where the choice points saved terms. Joins save other things first.
    fn saved_terms(&self) -> Vec<Range<usize>> {
        let choices = &self.choices;
        let starts = choices.list.iter().map(|choice| choice.saved as usize);
        let ends = starts.clone().skip(1).chain([choices.saved.len()]);
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for ((choice, start), end) in choices.list.iter().zip(starts).zip(ends) {
            let start = match &choice.alternative {
                Alternative::Join(cursor) => start + self.join_literals(*cursor),
                _ => start,
            };
            match ranges.last_mut() {
                Some(last) if last.end == start => last.end = end,
                _ => ranges.push(start..end),
            }
        }
        ranges
    }

    /// Adds what is needed after a return to `cp`, whose frame this is.
    fn add_continuation(&self, mut frame: usize, mut cp: usize, slots: &mut Slots) {
        loop {
            let size = self.frames.slots(frame).len();
            let first = self.frames.first_slot(frame);
            if cp == NEW_ANSWER {
                // The first slot of a generator's frame is the table's number.
                slots.add(first + 1..first + size);
            } else if let Some(Instr::Call { live, .. }) = self.code.get(cp.wrapping_sub(1)) {
                let live = self.live(*live);
                slots.add(live.values.iter().map(|&slot| first + slot as usize));
            } else {
                return;
            }
            if !slots.frames.insert(frame) {
                return;
            }
            (frame, cp) = self.frames.link(frame);
        }
    }

    /// Adds what is needed if a clause continues at an address after backtracking.
    fn add_clause(&self, frame: usize, address: Address, slots: &mut Slots) {
        let query = self.query.as_ref();
        let live = self
            .program
            .unit
            .live_on_resumption(address)
            .or_else(|| query?.unit.live_on_resumption(address))
            .expect("the compiler records where backtracking continues");
        self.add_live(frame, live, slots);
    }

    /// Adds the slots of a frame that a clause needs, and those of its callers.
    fn add_live(&self, frame: usize, live: u32, slots: &mut Slots) {
        let first = self.frames.first_slot(frame);
        let live = self.live(live);
        slots.add(live.values.iter().map(|&slot| first + slot as usize));
        if slots.frames.insert(frame) {
            let (caller, cp) = self.frames.link(frame);
            self.add_continuation(caller, cp, slots);
        }
    }
}
