//! The standard order of terms.

use std::cmp::Ordering;
use std::sync::Arc;

use super::Heap;
use crate::cell::{Cell, Tag};
use crate::term::Number;

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
        let mut pending = vec![(a, b)];
        let mut visits = 0;
        while let Some((a, b)) = pending.pop() {
            visits += 1;
            if !self.effort.allows(visits, pending.len(), self.cells.len()) {
                return Ordering::Equal;
            }
            let (a, b) = (self.deref(a), self.deref(b));
            if a == b {
                continue;
            }
            let order = self.compare_tops(a, b);
            if order != Ordering::Equal {
                return order;
            }
            match a.tag() {
                Tag::Str => {
                    let pairs = self
                        .args(a)
                        .iter()
                        .copied()
                        .zip(self.args(b).iter().copied());
                    pending.extend(pairs.rev());
                }
                Tag::List => {
                    let (x, y) = (a.address(), b.address());
                    pending.push((self.cells[x + 1], self.cells[y + 1]));
                    pending.push((self.cells[x], self.cells[y]));
                }
                _ => {}
            }
        }
        Ordering::Equal
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
