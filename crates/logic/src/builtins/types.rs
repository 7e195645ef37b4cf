//! Type tests, arithmetic as predicates, and the truth values.

use super::Builtin;
use crate::arithmetic;
use crate::cell::{Cell, Tag};
use crate::code::Comparison;
use crate::error::Raise;
use crate::machine::Machine;

pub(super) const ALL: &[Builtin] = &[
    Builtin::test("true", 0, |_, _| Ok(true)),
    Builtin::test("otherwise", 0, |_, _| Ok(true)),
    Builtin::test("fail", 0, |_, _| Ok(false)),
    Builtin::test("false", 0, |_, _| Ok(false)),
    Builtin::test("!", 0, |_, _| Ok(true)),
    Builtin::test("var", 1, |m, at| Ok(m.arg(at).is_ref())),
    Builtin::test("nonvar", 1, |m, at| Ok(!m.arg(at).is_ref())),
    Builtin::test("atom", 1, |m, at| Ok(is_atom(m.arg(at)))),
    Builtin::test("string", 1, |m, at| Ok(m.arg(at).tag() == Tag::Text)),
    Builtin::test("number", 1, |m, at| Ok(is_number(m.arg(at)))),
    Builtin::test("integer", 1, |m, at| Ok(is_integer(m, m.arg(at)))),
    Builtin::test("float", 1, |m, at| {
        Ok(is_number(m.arg(at)) && !is_integer(m, m.arg(at)))
    }),
    Builtin::test("atomic", 1, |m, at| Ok(is_atomic(m.arg(at)))),
    Builtin::test("compound", 1, |m, at| Ok(is_compound(m.arg(at)))),
    Builtin::test("callable", 1, |m, at| {
        Ok(is_compound(m.arg(at)) || is_atom(m.arg(at)))
    }),
    Builtin::test("is_list", 1, |m, at| Ok(m.proper_list(m.arg(at)).is_some())),
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

fn is_integer(m: &Machine<'_>, cell: Cell) -> bool {
    match cell.tag() {
        Tag::Int => true,
        Tag::Boxed => m.heap.float(cell).is_none(),
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
