//! List predicates that are worth doing in Rust. Their logical readings are
//! those of the list library; a program may define its own instead.

use super::Builtin;
use crate::arithmetic::{Function, Value, apply, evaluate};
use crate::cell::{Cell, Tag};
use crate::error::{Ball, Raise};
use crate::machine::Machine;

pub(super) const ALL: &[Builtin] = &[
    Builtin::library("memberchk", 2, memberchk),
    Builtin::library("sum_list", 2, |m, at| fold(m, at, Function::Add, Some(0))),
    Builtin::library("sumlist", 2, |m, at| fold(m, at, Function::Add, Some(0))),
    Builtin::library("max_list", 2, |m, at| fold(m, at, Function::Max, None)),
    Builtin::library("min_list", 2, |m, at| fold(m, at, Function::Min, None)),
    Builtin::library("reverse", 2, |m, at| {
        let mut items = m.list_arg(at)?;
        items.reverse();
        m.unify_list(at + 1, &items)
    }),
    Builtin::library("numlist", 3, |m, at| {
        let (low, high) = (m.int_arg(at)?, m.int_arg(at + 1)?);
        if low > high {
            return Ok(false);
        }
        let count = usize::try_from(high.abs_diff(low)).unwrap_or(usize::MAX / 16);
        m.check_memory(2 * count.min(usize::MAX / 16))?;
        let items: Vec<Cell> = (low..=high).map(|i| m.heap.new_int(i)).collect();
        m.unify_list(at + 2, &items)
    }),
    // The length of a proper list; no if the list's end is open.
    Builtin::new("$length", 2, |m, at| {
        let Some(items) = m.proper_list(m.x[at]) else {
            return Ok(false);
        };
        let length = m.heap.new_int(items.len() as i64);
        m.unify(at + 1, length)
    }),
    Builtin::new("succ", 2, |m, at| {
        if !m.arg(at).is_ref() {
            let value = natural(m, at)?;
            let next = m.heap.new_int(value + 1);
            return m.unify(at + 1, next);
        }
        let value = natural(m, at + 1)?;
        if value == 0 {
            return Ok(false);
        }
        let previous = m.heap.new_int(value - 1);
        m.unify(at, previous)
    }),
    Builtin::new("plus", 3, |m, at| {
        let sum = |m: &mut Machine<'_>, f, a: usize, b: usize, to: usize| {
            let (a, b) = (evaluate(&m.heap, m.x[a])?, evaluate(&m.heap, m.x[b])?);
            let value = apply(f, &[a, b])?.to_cell(&mut m.heap);
            m.unify(to, value)
        };
        if m.arg(at + 2).is_ref() {
            sum(m, Function::Add, at, at + 1, at + 2)
        } else if m.arg(at + 1).is_ref() {
            sum(m, Function::Subtract, at + 2, at, at + 1)
        } else {
            sum(m, Function::Subtract, at + 2, at + 1, at)
        }
    }),
];

fn natural(m: &Machine<'_>, register: usize) -> Result<i64, Raise> {
    let value = m.int_arg(register)?;
    if value < 0 {
        return Err(Ball::Type("not_less_than_zero", m.x[register]).into());
    }
    Ok(value)
}

fn fold(
    m: &mut Machine<'_>,
    at: usize,
    function: Function,
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

/// The first member that unifies; an open list is given the element.
fn memberchk(m: &mut Machine<'_>, at: usize) -> Result<bool, Raise> {
    let wanted = m.arg(at);
    let mut rest = m.arg(at + 1);
    while rest.tag() == Tag::List {
        let item = m.heap.deref(m.heap.at(rest.address()));
        let differ = wanted.is_constant() && item.is_constant() && wanted != item;
        if !differ && (item == wanted || m.can_unify(wanted, item)) {
            return Ok(m.heap.unify(wanted, item));
        }
        rest = m.heap.deref(m.heap.at(rest.address() + 1));
    }
    if !rest.is_ref() {
        return Ok(false);
    }
    let tail = m.heap.new_var();
    let list = m.heap.new_list(&[wanted], tail);
    m.heap.bind(rest, list);
    Ok(true)
}
