//! List predicates implemented in Rust for speed. They behave like those of the
//! list library, and a program may define its own instead.

use super::Builtin;
use crate::arithmetic::{Evaluable, Value, apply, evaluate, number};
use crate::cell::{Cell, Tag};
use crate::error::{Ball, Raise};
use crate::machine::Machine;

pub(super) const ALL: &[Builtin] = &[
    Builtin::new("memberchk", 2, memberchk),
    Builtin::new("sum_list", 2, |m, at| fold(m, at, Evaluable::Add, Some(0))),
    Builtin::new("sumlist", 2, |m, at| fold(m, at, Evaluable::Add, Some(0))),
    Builtin::new("max_list", 2, |m, at| fold(m, at, Evaluable::Max, None)),
    Builtin::new("min_list", 2, |m, at| fold(m, at, Evaluable::Min, None)),
    // The list has an end.
    Builtin::new("$reverse", 2, |m, at| {
        let mut items = m.list_arg(at)?;
        items.reverse();
        m.unify_list(at + 1, &items)
    }),
    Builtin::new("numlist", 3, |m, at| {
        let (low, high) = (m.int_arg(at)?, m.int_arg(at + 1)?);
        if low > high {
            return Ok(false);
        }
        let count = usize::try_from(high.abs_diff(low)).unwrap_or(usize::MAX / 16);
        m.check_memory(2 * count.min(usize::MAX / 16))?;
        let items: Vec<Cell> = (low..=high).map(|i| m.heap.new_int(i)).collect();
        m.unify_list(at + 2, &items)
    }),
    // The length of a proper list; fails on a partial list.
    Builtin::new("$length", 2, |m, at| {
        let (count, end) = m.list_end(m.x[at]);
        if end != Cell::NIL {
            return Ok(false);
        }
        m.heap.effort.spend(count as u64);
        let length = m.heap.new_int(count as i64);
        m.unify(at + 1, length)
    }),
    // The number of items of a partial list, and its tail.
    Builtin::new("$open_end", 3, |m, at| {
        let (count, end) = m.list_end(m.arg(at));
        if !end.is_ref() {
            return Err(Ball::Type("list", m.arg(at)).into());
        }
        let count = m.heap.new_int(count as i64);
        Ok(m.unify(at + 1, count)? && m.unify(at + 2, end)?)
    }),
    Builtin::new("succ", 2, |m, at| {
        let (from, to, function) = if m.arg(at).is_ref() {
            (at + 1, at, Evaluable::Subtract)
        } else {
            (at, at + 1, Evaluable::Add)
        };
        let value = natural(m, from)?;
        if !m.arg(to).is_ref() {
            natural(m, to)?;
        }
        if function == Evaluable::Subtract && matches!(value, Value::Int(0)) {
            return Ok(false);
        }
        let other = apply(function, &[value, Value::Int(1)])?.to_cell(&mut m.heap);
        m.unify(to, other)
    }),
    Builtin::new("plus", 3, |m, at| {
        for register in at..at + 3 {
            if !m.arg(register).is_ref() {
                integer(m, register)?;
            }
        }
        let sum = |m: &mut Machine<'_>, f, a: usize, b: usize, to: usize| {
            let (a, b) = (integer(m, a)?, integer(m, b)?);
            let value = apply(f, &[a, b])?.to_cell(&mut m.heap);
            m.unify(to, value)
        };
        if m.arg(at + 2).is_ref() {
            sum(m, Evaluable::Add, at, at + 1, at + 2)
        } else if m.arg(at + 1).is_ref() {
            sum(m, Evaluable::Subtract, at + 2, at, at + 1)
        } else {
            sum(m, Evaluable::Subtract, at + 2, at + 1, at)
        }
    }),
];

fn natural(m: &Machine<'_>, register: usize) -> Result<Value, Raise> {
    let value = integer(m, register)?;
    if value
        .compare(&Value::Int(0))
        .is_some_and(|order| order.is_lt())
    {
        return Err(Ball::Domain("not_less_than_zero", m.x[register]).into());
    }
    Ok(value)
}

fn integer(m: &Machine<'_>, register: usize) -> Result<Value, Raise> {
    let cell = m.arg(register);
    match number(&m.heap, cell) {
        Some(value @ (Value::Int(_) | Value::Big(_))) => Ok(value),
        _ if cell.is_ref() => Err(Ball::Instantiation.into()),
        _ => Err(Ball::Type("integer", cell).into()),
    }
}

fn fold(
    m: &mut Machine<'_>,
    at: usize,
    function: Evaluable,
    start: Option<i64>,
) -> Result<bool, Raise> {
    let mut total = start.map(Value::Int);
    for item in m.list_arg(at)? {
        let value = evaluate(&m.heap, item)?;
        total = Some(match total {
            Some(total) => apply(function, &[total, value])?,
            None => value,
        });
    }
    let Some(total) = total else {
        return Ok(false);
    };
    let cell = total.to_cell(&mut m.heap);
    m.unify(at + 1, cell)
}

/// Unifies with the first member that matches; extends a partial list.
fn memberchk(m: &mut Machine<'_>, at: usize) -> Result<bool, Raise> {
    let wanted = m.arg(at);
    let mut rest = m.arg(at + 1);
    let mut visits = 0;
    while rest.tag() == Tag::List {
        visits += 1;
        if !m.looks_on(visits, 0) {
            return Ok(false);
        }
        let item = m.heap.deref(m.heap.at(rest.address()));
        let differ = wanted.is_constant() && item.is_constant() && wanted != item;
        if !differ && (item == wanted || m.can_unify_constrained(wanted, item)?) {
            return Ok(m.heap.unify(wanted, item));
        }
        rest = m.heap.deref(m.heap.at(rest.address() + 1));
    }
    if rest == Cell::NIL {
        return Ok(false);
    }
    if !rest.is_ref() {
        return Err(Ball::Type("list", rest).into());
    }
    let tail = m.heap.new_var();
    let list = m.heap.new_list(&[wanted], tail);
    m.heap.bind(rest, list);
    Ok(true)
}
