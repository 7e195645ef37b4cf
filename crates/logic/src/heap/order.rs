//! The standard order of terms.

use std::cmp::Ordering;
use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use super::Heap;
use crate::cell::{Cell, Tag};
use crate::term::Number;

/// The kind of compound terms in a rank, and the largest arity that it tells.
const COMPOUND: u64 = 4;
const RANKED_ARITY: usize = 30;

/// The first bytes of a text as a number.
fn prefix(text: &[u8], count: usize) -> u64 {
    let bytes = text.iter().copied().chain(std::iter::repeat(0));
    bytes
        .take(count)
        .fold(0, |n, byte| n << 8 | u64::from(byte))
}

/// Cells that stand one after the other in two terms.
struct Row {
    x: usize,
    y: usize,
    count: usize,
}

impl Heap {
    /// Whether two terms are the same without binding anything.
    #[inline]
    pub(crate) fn identical(&self, a: Cell, b: Cell) -> bool {
        let (a, b) = (self.deref(a), self.deref(b));
        if a == b {
            return true;
        }
        if a.tag() != b.tag() || a.is_constant() || a.is_ref() {
            return false;
        }
        self.compare(a, b) == Ordering::Equal
    }

    /// The standard order of terms; variables by age.
    #[inline]
    pub(crate) fn compare(&self, a: Cell, b: Cell) -> Ordering {
        let (a, b) = (self.deref(a), self.deref(b));
        if a == b {
            return Ordering::Equal;
        }
        if a.tag() == Tag::Int && b.tag() == Tag::Int {
            return a.int().cmp(&b.int());
        }
        let order = self.compare_tops(a, b);
        let is_decided = order != Ordering::Equal || !matches!(a.tag(), Tag::Str | Tag::List);
        if is_decided {
            return order;
        }
        self.compare_compounds(a, b)
    }

    fn compare_compounds(&self, a: Cell, b: Cell) -> Ordering {
        // What is left to compare, innermost last.
        let mut open: SmallVec<[Row; 8]> = smallvec![self.row(a, b)];
        let mut visits = 0;
        while let Some(Row { x, y, count }) = open.pop() {
            visits += 1;
            if !self.effort.allows(visits, open.len(), self.cells.len()) {
                return Ordering::Equal;
            }
            if count > 1 {
                open.push(Row {
                    x: x + 1,
                    y: y + 1,
                    count: count - 1,
                });
            }
            let (a, b) = (self.deref(self.cells[x]), self.deref(self.cells[y]));
            if a == b {
                continue;
            }
            if a.tag() == Tag::Int && b.tag() == Tag::Int {
                return a.int().cmp(&b.int());
            }
            let order = self.compare_tops(a, b);
            if order != Ordering::Equal {
                return order;
            }
            if matches!(a.tag(), Tag::Str | Tag::List) {
                open.push(self.row(a, b));
            }
        }
        Ordering::Equal
    }

    /// The arguments of two structures with the same functor, or of two lists.
    fn row(&self, a: Cell, b: Cell) -> Row {
        let (x, y) = (a.address(), b.address());
        if a.is_list() {
            return Row { x, y, count: 2 };
        }
        Row {
            x: x + 1,
            y: y + 1,
            count: self.cells[x].arity(),
        }
    }

    /// A number that orders terms: if it is less than another's, so is the term. None
    /// for floats and large integers, which are compared by value.
    pub(crate) fn rank(&self, cell: Cell) -> Option<u64> {
        let cell = self.deref(cell);
        if !matches!(cell.tag(), Tag::Str | Tag::List) {
            return self.rank_of_simple(cell, 61);
        }
        // Arity, name and first argument, as far as they are decided before.
        let functor = self.functor_of(cell);
        let name = functor.symbol().as_str().as_bytes();
        if functor.arity() > RANKED_ARITY {
            return Some(COMPOUND << 61 | (RANKED_ARITY as u64 + 1) << 56);
        }
        let top = COMPOUND << 61 | (functor.arity() as u64) << 56 | prefix(name, 3) << 32;
        if name.len() > 3 || name.contains(&0) {
            return Some(top);
        }
        let first = self.deref(self.cells[self.row(cell, cell).x]);
        Some(top | self.rank_of_simple(first, 29)?)
    }

    /// The rank of a term by its kind and so many further bits.
    fn rank_of_simple(&self, cell: Cell, bits: u32) -> Option<u64> {
        let half = 1i64 << (bits - 1);
        let text = || prefix(cell.symbol().as_str().as_bytes(), bits as usize / 8);
        let (kind, value) = match cell.tag() {
            Tag::Ref => (0, (cell.address() as u64).min((1 << bits) - 1)),
            Tag::Int => (1, (cell.int().clamp(-half, half - 1) + half) as u64),
            Tag::Boxed => return None,
            Tag::Text => (2, text()),
            // The empty list comes before all atoms.
            Tag::Atom if cell == Cell::NIL => (3, 0),
            Tag::Atom => (3, text()),
            Tag::Str | Tag::List | Tag::Functor => (COMPOUND, 0),
        };
        Some(kind << bits | value)
    }

    fn compare_tops(&self, a: Cell, b: Cell) -> Ordering {
        let rank = |cell: Cell| match cell.tag() {
            Tag::Ref => 0,
            Tag::Int | Tag::Boxed => 1,
            Tag::Text => 2,
            Tag::Atom => 3,
            Tag::Str | Tag::List | Tag::Functor => 4,
        };
        let by_rank = rank(a).cmp(&rank(b));
        if by_rank != Ordering::Equal {
            return by_rank;
        }
        match (a.tag(), b.tag()) {
            (Tag::Ref, _) => a.address().cmp(&b.address()),
            (Tag::Int, Tag::Int) => a.int().cmp(&b.int()),
            (Tag::Int | Tag::Boxed, _) => self.number(a).compare(&self.number(b)),
            (Tag::Atom, _) => a.symbol().compare(b.symbol()),
            (Tag::Text, _) => a.symbol().as_str().cmp(b.symbol().as_str()),
            _ => {
                let (f, g) = (self.functor_of(a), self.functor_of(b));
                if f == g {
                    return Ordering::Equal;
                }
                f.arity()
                    .cmp(&g.arity())
                    .then_with(|| f.symbol().as_str().cmp(g.symbol().as_str()))
            }
        }
    }

    fn number(&self, cell: Cell) -> Number {
        match (cell.tag(), cell.tag() == Tag::Boxed) {
            (Tag::Int, _) => Number::Integer(cell.int()),
            _ => match self.float(cell) {
                Some(value) => Number::Float(value),
                None => Number::Big(Arc::new(self.big(cell))),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::read_term;

    #[test]
    fn ranks_never_contradict_the_order() {
        let texts = [
            "_",
            "_",
            "-1152921504606846976",
            "1152921504606846975",
            "-300000000000",
            "-5",
            "0",
            "5",
            "300000000000",
            "\"\"",
            "\"ab\"",
            "[]",
            "''",
            "'[]'",
            "'A'",
            "a",
            "ab",
            "abc",
            "abcdefgh",
            "abcdefghi",
            "é",
            "f(0)",
            "f(1)",
            "f(a)",
            "f([])",
            "f(g(1))",
            "fg(0)",
            "long(2)",
            "longer(1)",
            "1-2",
            "1-b",
            "2-1",
            "[1]",
            "[1, 2]",
            "[2]",
            "[a]",
            "p(1, 2)",
            "q(X, 2)",
            "p(1, 2, 3)",
            "x(f(1), 2, 3)",
        ];
        let mut heap = Heap::default();
        let wide = format!("w({})", vec!["0"; 31].join(","));
        let wider = format!("v({})", vec!["1"; 40].join(","));
        let texts = texts.into_iter().chain([wide.as_str(), wider.as_str()]);
        let cells: Vec<(&str, Cell)> = texts
            .map(|text| {
                let term = read_term(text).expect("a term").term;
                (text, heap.write(&term, &mut |heap, _| heap.new_var()))
            })
            .collect();
        for &(x, a) in &cells {
            for &(y, b) in &cells {
                let ranks = heap
                    .rank(a)
                    .expect("no float")
                    .cmp(&heap.rank(b).expect("no float"));
                assert!(ranks.is_eq() || ranks == heap.compare(a, b), "{x} {y}");
            }
        }
        let float = heap.new_float(0.5);
        assert_eq!(heap.rank(float), None);
    }
}
