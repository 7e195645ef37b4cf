//! Terms copied off the heap and back onto it.

use super::Heap;
use crate::cell::{Cell, Tag};

/// Terms copied off the heap, so that they outlive backtracking. Pointers are
/// relative to the buffer, from [`FLAT_BASE`] on; pointers below the heap's
/// constants stay as they are.
#[derive(Clone, Default, Debug)]
pub(crate) struct Flat {
    cells: Vec<Cell>,
}

/// No heap grows to this address, so that relative pointers are recognised.
const FLAT_BASE: usize = 1 << 40;

/// A copy would not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLarge;

impl Heap {
    /// Copies a term to the end of a buffer and returns its position.
    /// Pointers below `constants` are kept: what they point to never changes.
    pub(crate) fn flatten(
        &mut self,
        root: Cell,
        constants: usize,
        flat: &mut Flat,
        room: usize,
    ) -> Result<usize, TooLarge> {
        let start = flat.cells.len();
        let mut variables = Vec::new();
        self.flatten_all(&[root], constants, flat, room, &mut variables)?;
        Ok(start)
    }

    /// Copies several terms to the end of a buffer, their places first and in
    /// order; adds the addresses of their variables by first occurrence.
    pub(crate) fn flatten_all(
        &mut self,
        roots: &[Cell],
        constants: usize,
        flat: &mut Flat,
        room: usize,
        variables: &mut Vec<usize>,
    ) -> Result<(), TooLarge> {
        let mut scan = flat.cells.len();
        let first_variable = variables.len();
        flat.cells.extend_from_slice(roots);
        let mut result = Ok(());
        while scan < flat.cells.len() {
            if flat.cells.len() > room {
                result = Err(TooLarge);
                break;
            }
            let mut cell = flat.cells[scan];
            while cell.is_ref() && cell.address() < FLAT_BASE {
                let next = self.cells[cell.address()];
                if next == cell {
                    break;
                }
                cell = next;
            }
            let at = cell.address();
            let next = FLAT_BASE + flat.cells.len();
            let copy = match cell.tag() {
                Tag::Ref if at < FLAT_BASE => {
                    let copy = Cell::reference(FLAT_BASE + scan);
                    self.cells[at] = copy;
                    variables.push(at);
                    copy
                }
                Tag::Str | Tag::Boxed if at >= constants => {
                    let arity = self.cells[at].arity();
                    flat.cells.extend_from_slice(&self.cells[at..=at + arity]);
                    cell.at(next)
                }
                Tag::List if at >= constants => {
                    flat.cells.extend_from_slice(&self.cells[at..at + 2]);
                    cell.at(next)
                }
                _ => cell,
            };
            flat.cells[scan] = copy;
            let is_box = cell.tag() == Tag::Functor && cell.box_kind().is_some();
            scan += if is_box { 1 + cell.arity() } else { 1 };
        }
        for &at in &variables[first_variable..] {
            self.cells[at] = Cell::reference(at);
        }
        result
    }

    /// All cells as they would be if the heap started at `base`.
    pub(crate) fn relocated(&self, base: usize) -> Vec<Cell> {
        let mut raw = 0;
        let relocate = |&cell: &Cell| {
            if raw > 0 {
                raw -= 1;
                return cell;
            }
            if cell.tag() == Tag::Functor && cell.box_kind().is_some() {
                raw = cell.arity();
            }
            if cell.is_pointer() {
                cell.at(cell.address() + base)
            } else {
                cell
            }
        };
        self.cells.iter().map(relocate).collect()
    }

    /// Copies a whole buffer onto the heap and returns the address of its start.
    pub(crate) fn restore(&mut self, flat: &[Cell]) -> usize {
        self.restore_from(flat, 0)
    }

    /// Copies the part of a buffer that starts at `start` onto the heap.
    pub(crate) fn restore_from(&mut self, flat: &[Cell], start: usize) -> usize {
        let base = self.cells.len();
        self.cells.reserve(flat.len() - start);
        let mut raw = 0;
        for &cell in &flat[start..] {
            let moved = if raw > 0 {
                raw -= 1;
                cell
            } else if cell.is_pointer() && cell.address() >= FLAT_BASE {
                cell.at(cell.address() - FLAT_BASE - start + base)
            } else {
                if cell.tag() == Tag::Functor && cell.box_kind().is_some() {
                    raw = cell.arity();
                }
                cell
            };
            self.cells.push(moved);
        }
        base
    }
}

impl Flat {
    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    /// Adds a term of one cell and returns its position.
    pub(crate) fn push(&mut self, constant: Cell) -> usize {
        self.cells.push(constant);
        self.cells.len() - 1
    }

    /// Adds a structure whose arguments point to constants at most and returns its
    /// position.
    pub(crate) fn push_structure(
        &mut self,
        functor: Cell,
        args: impl Iterator<Item = Cell>,
    ) -> usize {
        let root = self.cells.len();
        self.cells.push(Cell::structure(FLAT_BASE + root + 1));
        self.cells.push(functor);
        self.cells.extend(args);
        root
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        self.cells.truncate(len);
    }
}
