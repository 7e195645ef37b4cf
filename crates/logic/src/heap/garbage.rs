//! Frees the heap cells that nothing refers to.
//!
//! The order of cells is their age: choice points truncate the heap, and the
//! standard order of variables must not change. So cells that are in use slide
//! down and keep their order. A set of marks, with the number of marks before
//! each word of it, gives the new address of every cell.

use super::{Heap, HeapMark};
use crate::bits::{Bits, WORD};
use crate::cell::{Cell, Tag};

/// The cells in use at and above some address.
pub(crate) struct Marks {
    /// Cells below it are constants, which stay.
    base: usize,
    /// By their distance from the base; one more, for the end of the heap.
    cells: Bits,
    /// For each word, the new address of its first cell in use.
    firsts: Vec<u32>,
    pending: Vec<Cell>,
}

impl Marks {
    /// No cell of a heap is in use but the constants below `base`.
    pub(crate) fn new(base: usize, heap: &Heap) -> Marks {
        Marks {
            base,
            cells: Bits::below(heap.len() - base + 1),
            firsts: Vec::new(),
            pending: Vec::new(),
        }
    }

    /// Marks a cell; false if it is marked already.
    #[inline(always)]
    fn set(&mut self, at: usize) -> bool {
        self.cells.insert(at - self.base)
    }

    /// Marks everything that a term consists of.
    pub(crate) fn mark(&mut self, heap: &Heap, root: Cell) {
        self.pending.push(root);
        while let Some(cell) = self.pending.pop() {
            if !cell.is_pointer() || cell.address() < self.base {
                continue;
            }
            let at = cell.address();
            match cell.tag() {
                Tag::Ref => self.mark_cell(heap, at),
                Tag::List => {
                    self.mark_cell(heap, at);
                    self.mark_cell(heap, at + 1);
                }
                // Only the structure itself marks its functor.
                Tag::Str => {
                    if self.set(at) {
                        for arg in at + 1..=at + heap.cells[at].arity() {
                            self.mark_cell(heap, arg);
                        }
                    }
                }
                _ => {
                    if self.set(at) {
                        for word in at + 1..=at + heap.cells[at].arity() {
                            self.set(word);
                        }
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn mark_cell(&mut self, heap: &Heap, at: usize) {
        if self.set(at) {
            let cell = heap.cells[at];
            if cell.is_pointer() {
                self.pending.push(cell);
            }
        }
    }

    /// Computes the new addresses; nothing is marked afterwards.
    pub(crate) fn finish(&mut self) {
        let mut next = self.base as u32;
        self.firsts = self
            .cells
            .words()
            .iter()
            .map(|word| {
                let first = next;
                next += word.count_ones();
                first
            })
            .collect();
    }

    /// The new address of a cell in use; for others, of the next one.
    #[inline(always)]
    fn new_address(&self, at: usize) -> usize {
        if at < self.base {
            return at;
        }
        let at = at - self.base;
        let below = self.cells.words()[at / WORD] & ((1 << (at % WORD)) - 1);
        self.firsts[at / WORD] as usize + below.count_ones() as usize
    }

    /// A root or the content of a cell, with its new address.
    #[inline(always)]
    pub(crate) fn moved(&self, cell: Cell) -> Cell {
        if cell.is_pointer() {
            cell.at(self.new_address(cell.address()))
        } else {
            cell
        }
    }
}

impl Heap {
    /// Moves the marked cells together, and with them the trail and the points
    /// to return to, oldest first.
    pub(crate) fn compact<'a>(
        &mut self,
        marks: &Marks,
        points: impl DoubleEndedIterator<Item = &'a mut HeapMark>,
    ) {
        self.compact_trail(marks, points);
        let mut to = marks.base;
        let mut raw = 0;
        for (word, &bits) in marks.cells.words().iter().enumerate() {
            let mut rest = bits;
            while rest != 0 {
                let at = marks.base + word * WORD + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let cell = self.cells[at];
                self.cells[to] = if raw > 0 {
                    raw -= 1;
                    cell
                } else {
                    if cell.tag() == Tag::Functor && cell.box_kind().is_some() {
                        raw = cell.arity();
                    }
                    marks.moved(cell)
                };
                to += 1;
            }
        }
        self.cells.truncate(to);
    }

    /// Keeps the bindings that some choice point has to undo.
    fn compact_trail<'a>(
        &mut self,
        marks: &Marks,
        points: impl DoubleEndedIterator<Item = &'a mut HeapMark>,
    ) {
        // Entries after a choice point matter if their cells are older.
        let mut points = points.peekable();
        let mut kept = 0;
        while let Some(point) = points.next() {
            let start = point.trail as usize;
            let end = points
                .peek()
                .map_or(self.trail.len(), |next| next.trail as usize);
            point.trail = kept as u32;
            for i in start..end {
                let at = self.trail[i] as usize;
                if at < point.len as usize && marks.cells.contains(at - marks.base) {
                    self.trail[kept] = marks.new_address(at) as u32;
                    kept += 1;
                }
            }
            point.len = marks.new_address(point.len as usize) as u32;
        }
        self.trail.truncate(kept);
        self.set_all_seen();
    }
}
