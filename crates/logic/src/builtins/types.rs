//! Type tests, arithmetic as predicates, and the truth values.

use super::{Builtin, Inline, Run};
use crate::arithmetic;
use crate::cell::{Cell, Tag};
use crate::code::Comparison;
use crate::error::Raise;
use crate::heap::Heap;
use crate::machine::Machine;

pub(super) const ALL: &[Builtin] = &[
    Builtin::test("true", 0, |_, _| Ok(true)),
    Builtin::test("otherwise", 0, |_, _| Ok(true)),
    Builtin::test("fail", 0, |_, _| Ok(false)),
    Builtin::test("false", 0, |_, _| Ok(false)),
    Builtin::test("!", 0, |_, _| Ok(true)),
    kind_test(Kind::Var, |m, at| is(m, at, Kind::Var)),
    kind_test(Kind::Nonvar, |m, at| is(m, at, Kind::Nonvar)),
    kind_test(Kind::Atom, |m, at| is(m, at, Kind::Atom)),
    kind_test(Kind::String, |m, at| is(m, at, Kind::String)),
    kind_test(Kind::Number, |m, at| is(m, at, Kind::Number)),
    kind_test(Kind::Integer, |m, at| is(m, at, Kind::Integer)),
    kind_test(Kind::Float, |m, at| is(m, at, Kind::Float)),
    kind_test(Kind::Atomic, |m, at| is(m, at, Kind::Atomic)),
    kind_test(Kind::Compound, |m, at| is(m, at, Kind::Compound)),
    kind_test(Kind::Callable, |m, at| is(m, at, Kind::Callable)),
    Builtin::test("is_list", 1, |m, at| {
        let (count, end) = m.list_end(m.arg(at));
        m.heap.effort.spend(count as u64);
        Ok(end == Cell::NIL)
    }),
    Builtin::test("ground", 1, |m, at| Ok(m.is_ground(m.arg(at)))),
    Builtin::new("is", 2, |m, at| {
        let value = arithmetic::evaluate(&m.heap, m.x[at + 1])?;
        let cell = value.to_cell(&mut m.heap);
        m.unify(at, cell)
    }),
    Builtin::test("<", 2, |m, at| compare(m, at, Comparison::Less)),
    Builtin::test("=<", 2, |m, at| compare(m, at, Comparison::LessOrEqual)),
    Builtin::test(">", 2, |m, at| compare(m, at, Comparison::Greater)),
    Builtin::test(">=", 2, |m, at| compare(m, at, Comparison::GreaterOrEqual)),
    Builtin::test("=:=", 2, |m, at| compare(m, at, Comparison::Equal)),
    Builtin::test("=\\=", 2, |m, at| compare(m, at, Comparison::NotEqual)),
    Builtin::new("=", 2, |m, at| m.unify(at, m.x[at + 1])),
    Builtin::new("$level", 1, |m, at| {
        let level = m.heap.new_int(m.level as i64);
        m.unify(at, level)
    }),
    // The number of choice points.
    Builtin::new("$choices", 1, |m, at| {
        let count = m.heap.new_int(m.choice_points() as i64);
        m.unify(at, count)
    }),
    Builtin::new("$cut_to", 1, |m, at| {
        let count = m.int_arg(at)?;
        m.cut_to(usize::try_from(count).unwrap_or(0));
        Ok(true)
    }),
];

/// A kind of terms that a predicate of that name tests for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Var,
    Nonvar,
    Atom,
    String,
    Number,
    Integer,
    Float,
    Atomic,
    Compound,
    Callable,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Kind::Var => "var",
            Kind::Nonvar => "nonvar",
            Kind::Atom => "atom",
            Kind::String => "string",
            Kind::Number => "number",
            Kind::Integer => "integer",
            Kind::Float => "float",
            Kind::Atomic => "atomic",
            Kind::Compound => "compound",
            Kind::Callable => "callable",
        }
    }

    /// Whether the value of a cell is of this kind.
    #[inline(always)]
    pub(crate) fn includes(self, cell: Cell, heap: &Heap) -> bool {
        match self {
            Kind::Var => cell.is_ref(),
            Kind::Nonvar => !cell.is_ref(),
            Kind::Atom => is_atom(cell),
            Kind::String => cell.tag() == Tag::Text,
            Kind::Number => is_number(cell),
            Kind::Integer => is_integer(heap, cell),
            Kind::Float => is_number(cell) && !is_integer(heap, cell),
            Kind::Atomic => is_atomic(cell),
            Kind::Compound => is_compound(cell),
            Kind::Callable => is_compound(cell) || is_atom(cell),
        }
    }
}

const fn kind_test(kind: Kind, run: Run) -> Builtin {
    Builtin {
        inline: Inline::Kind(kind),
        ..Builtin::test(kind.name(), 1, run)
    }
}

fn is(m: &Machine<'_>, at: usize, kind: Kind) -> Result<bool, Raise> {
    Ok(kind.includes(m.arg(at), &m.heap))
}

fn compare(m: &Machine<'_>, at: usize, op: Comparison) -> Result<bool, Raise> {
    let left = arithmetic::evaluate(&m.heap, m.x[at])?;
    let right = arithmetic::evaluate(&m.heap, m.x[at + 1])?;
    Ok(op.holds_for(&left, &right))
}

/// The empty list is not an atom.
pub(super) fn is_atom(cell: Cell) -> bool {
    cell.tag() == Tag::Atom && cell != Cell::NIL
}

pub(super) fn is_number(cell: Cell) -> bool {
    matches!(cell.tag(), Tag::Int | Tag::Boxed)
}

fn is_integer(heap: &Heap, cell: Cell) -> bool {
    match cell.tag() {
        Tag::Int => true,
        Tag::Boxed => heap.float(cell).is_none(),
        _ => false,
    }
}

pub(super) fn is_compound(cell: Cell) -> bool {
    matches!(cell.tag(), Tag::Str | Tag::List)
}

pub(super) fn is_atomic(cell: Cell) -> bool {
    !cell.is_ref() && !is_compound(cell)
}

impl Machine<'_> {
    fn is_ground(&self, cell: Cell) -> bool {
        let mut pending = vec![cell];
        let mut visits = 0;
        while let Some(cell) = pending.pop() {
            visits += 1;
            if !self.looks_on(visits, pending.len()) {
                return false;
            }
            let cell = self.heap.deref(cell);
            if cell.is_ref() {
                return false;
            }
            if is_compound(cell) && cell.address() >= self.constants {
                pending.extend(self.heap.arg_range(cell).map(|at| self.heap.at(at)));
            }
        }
        true
    }
}
