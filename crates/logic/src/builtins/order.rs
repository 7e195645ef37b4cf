//! Comparison by the standard order of terms, and sorting.

use std::cmp::Ordering;

use super::{Builtin, Inline};
use crate::cell::{Cell, Tag};
use crate::error::{Ball, Raise};
use crate::machine::Machine;
use crate::symbol::{Symbol, sym};

pub(super) const ALL: &[Builtin] = &[
    Builtin::test("==", 2, |m, at| Ok(m.heap.identical(m.x[at], m.x[at + 1])))
        .inline(Inline::Same(true)),
    Builtin::test("\\==", 2, |m, at| {
        Ok(!m.heap.identical(m.x[at], m.x[at + 1]))
    })
    .inline(Inline::Same(false)),
    Builtin::test("distinct", 2, |m, at| {
        Ok(!m.heap.identical(m.x[at], m.x[at + 1]))
    }),
    Builtin::test("@<", 2, |m, at| Ok(order(m, at).is_lt())),
    Builtin::test("@=<", 2, |m, at| Ok(order(m, at).is_le())),
    Builtin::test("@>", 2, |m, at| Ok(order(m, at).is_gt())),
    Builtin::test("@>=", 2, |m, at| Ok(order(m, at).is_ge())),
    Builtin::test("\\=", 2, |m, at| {
        Ok(!m.can_unify_constrained(m.x[at], m.x[at + 1])?)
    }),
    Builtin::test("dif", 2, dif),
    Builtin::new("compare", 3, |m, at| {
        let wanted = m.arg(at);
        match wanted.tag() {
            Tag::Ref => {}
            Tag::Atom if matches!(wanted.symbol().as_str(), "<" | "=" | ">") => {}
            Tag::Atom => return Err(Ball::Domain("order", wanted).into()),
            _ => return Err(Ball::Type("atom", wanted).into()),
        }
        let sign = match m.heap.compare(m.x[at + 1], m.x[at + 2]) {
            Ordering::Less => sym::LESS,
            Ordering::Equal => sym::EQUALS,
            Ordering::Greater => sym::GREATER,
        };
        m.unify(at, Cell::atom(sign))
    }),
    Builtin::new("get_assoc", 3, get_assoc),
    Builtin::new("msort", 2, |m, at| {
        let mut items = m.list_arg(at)?;
        sort(m, &mut items, |_, item| item);
        m.unify_list(at + 1, &items)
    }),
    Builtin::new("sort", 2, |m, at| {
        let mut items = m.list_arg(at)?;
        m.sort_set(&mut items);
        m.unify_list(at + 1, &items)
    }),
    Builtin::new("sort", 4, sort_by_key),
    Builtin::new("keysort", 2, |m, at| {
        let mut items = m.list_arg(at)?;
        for &item in &items {
            let item = m.heap.deref(item);
            let pair = Cell::functor(sym::MINUS, 2);
            if item.is_ref() {
                return Err(Ball::Instantiation.into());
            }
            if item.tag() != Tag::Str || m.heap.functor_of(item) != pair {
                return Err(Ball::Type("pair", item).into());
            }
        }
        sort(m, &mut items, |m, item| {
            m.heap.at(m.heap.deref(item).address() + 1)
        });
        m.unify_list(at + 1, &items)
    }),
    Builtin::new("list_to_set", 2, |m, at| {
        let items = m.list_arg(at)?;
        let mut numbered: Vec<(usize, Cell)> = items.into_iter().enumerate().collect();
        merge_sort(&mut numbered, |a, b| m.heap.compare(a.1, b.1));
        numbered.dedup_by(|later, first| m.heap.identical(later.1, first.1));
        numbered.sort_by_key(|(place, _)| *place);
        let items: Vec<Cell> = numbered.into_iter().map(|(_, item)| item).collect();
        m.unify_list(at + 1, &items)
    }),
    Builtin::new("$count_distinct", 2, |m, at| {
        let mut items = m.list_arg(at)?;
        sort(m, &mut items, |_, item| item);
        items.dedup_by(|a, b| m.heap.identical(*a, *b));
        let count = m.heap.new_int(items.len() as i64);
        m.unify(at + 1, count)
    }),
];

/// `get_assoc(Key, Assoc, Value)`: searches a tree `t` or `t(Key, Value, Balance,
/// Left, Right)`. The benchmark is `assoc`.
fn get_assoc(m: &mut Machine<'_>, at: usize) -> Result<bool, Raise> {
    let name = Symbol::new("t");
    let (leaf, node) = (Cell::atom(name), Cell::functor(name, 5));
    let mut tree = m.arg(at + 1);
    loop {
        if tree == leaf {
            return Ok(false);
        }
        if tree.is_ref() {
            return Err(Ball::Instantiation.into());
        }
        if tree.tag() != Tag::Str || m.heap.functor_of(tree) != node {
            return Err(Ball::Type("btree", tree).into());
        }
        let first = tree.address() + 1;
        let next = match m.heap.compare(m.x[at], m.heap.at(first)) {
            Ordering::Equal => return m.unify(at + 2, m.heap.at(first + 1)),
            Ordering::Less => first + 3,
            Ordering::Greater => first + 4,
        };
        tree = m.heap.deref(m.heap.at(next));
    }
}

fn order(m: &Machine<'_>, at: usize) -> Ordering {
    m.heap.compare(m.x[at], m.x[at + 1])
}

/// Stable, by key. Most comparisons are of ranks.
fn sort(m: &Machine<'_>, items: &mut Vec<Cell>, key: impl Fn(&Machine<'_>, Cell) -> Cell) {
    let rank = |&item: &Cell| Some((m.heap.rank(key(m, item))?, item));
    let Some(mut ranked) = items.iter().map(rank).collect::<Option<Vec<_>>>() else {
        return merge_sort(items, |&a, &b| m.heap.compare(key(m, a), key(m, b)));
    };
    merge_sort(&mut ranked, |a, b| {
        let by_rank = a.0.cmp(&b.0);
        by_rank.then_with(|| m.heap.compare(key(m, a.1), key(m, b.1)))
    });
    items.clear();
    items.extend(ranked.into_iter().map(|(_, item)| item));
}

/// Stable, and safe with any comparison. Terms too large to traverse compare
/// inconsistently, on which the standard library's sort may panic.
fn merge_sort<T: Copy>(items: &mut Vec<T>, order: impl Fn(&T, &T) -> Ordering) {
    if items.is_sorted_by(|a, b| order(a, b).is_le()) {
        return;
    }
    let count = items.len();
    let mut merged = items.clone();
    let mut width = 1;
    while width < count {
        for start in (0..count).step_by(2 * width) {
            let (middle, end) = ((start + width).min(count), (start + 2 * width).min(count));
            let (mut left, mut right) = (start, middle);
            for place in &mut merged[start..end] {
                let from_left =
                    left < middle && (right == end || order(&items[left], &items[right]).is_le());
                let next = if from_left { &mut left } else { &mut right };
                *place = items[*next];
                *next += 1;
            }
        }
        std::mem::swap(items, &mut merged);
        width *= 2;
    }
}

fn dif(m: &mut Machine<'_>, at: usize) -> Result<bool, Raise> {
    let (a, b) = (m.x[at], m.x[at + 1]);
    if m.heap.identical(a, b) {
        return Ok(false);
    }
    if !m.can_unify(a, b) {
        return Ok(true);
    }
    // Whether they differ depends on variables that have no value yet.
    Err(Ball::Instantiation.into())
}

fn sort_by_key(m: &mut Machine<'_>, at: usize) -> Result<bool, Raise> {
    let key = m.int_arg(at)?;
    if key < 0 {
        return Err(Ball::Domain("not_less_than_one", m.x[at]).into());
    }
    let how = m.arg(at + 1);
    let wanted = match how.tag() {
        Tag::Atom => how.symbol().as_str(),
        Tag::Ref => return Err(Ball::Instantiation.into()),
        _ => return Err(Ball::Type("atom", how).into()),
    };
    let (descending, unique) = match wanted {
        "@<" => (false, true),
        "@=<" => (false, false),
        "@>" => (true, true),
        "@>=" => (true, false),
        _ => return Err(Ball::Domain("order", how).into()),
    };
    let mut items = m.list_arg(at + 2)?;
    let mut keyed: Vec<(Cell, Cell)> = Vec::with_capacity(items.len());
    for &item in &items {
        let item = m.heap.deref(item);
        let own = match key {
            0 => item,
            _ => {
                if item.is_ref() {
                    return Err(Ball::Instantiation.into());
                }
                let args = m.heap.arg_range(item);
                if args.is_empty() {
                    return Err(Ball::Type("compound", item).into());
                }
                let place = usize::try_from(key - 1)
                    .ok()
                    .and_then(|i| args.clone().nth(i))
                    .ok_or(Raise::Ball(Ball::NoArgument(m.x[at], item)))?;
                m.heap.at(place)
            }
        };
        keyed.push((own, item));
    }
    let by_key = |a: &(Cell, Cell), b: &(Cell, Cell)| {
        let order = m.heap.compare(a.0, b.0);
        if descending { order.reverse() } else { order }
    };
    merge_sort(&mut keyed, by_key);
    if unique {
        keyed.dedup_by(|later, first| m.heap.identical(later.0, first.0));
    }
    items.clear();
    items.extend(keyed.into_iter().map(|(_, item)| item));
    m.unify_list(at + 3, &items)
}

impl Machine<'_> {
    /// Sorts terms in the standard order and removes duplicates.
    pub(crate) fn sort_set(&self, items: &mut Vec<Cell>) {
        sort(self, items, |_, item| item);
        items.dedup_by(|a, b| self.heap.identical(*a, *b));
    }

    /// Whether two terms unify, without binding variables.
    pub(crate) fn can_unify(&mut self, a: Cell, b: Cell) -> bool {
        let (mark, len) = (self.heap.trail_len(), self.heap.len());
        self.heap.set_boundary(len);
        let can = self.heap.unify(a, b);
        self.heap.undo_to(mark);
        self.sync_boundary();
        can
    }

    /// The items of a register that must hold a proper list.
    pub(crate) fn list_arg(&self, register: usize) -> Result<Vec<Cell>, Raise> {
        self.list_items(self.arg(register))
    }

    /// The items of a cell that must be a proper list.
    pub(crate) fn list_items(&self, cell: Cell) -> Result<Vec<Cell>, Raise> {
        match self.proper_list(cell) {
            Some(items) => Ok(items),
            None if self.list_end(cell).1.is_ref() => Err(Ball::Instantiation.into()),
            None => Err(Ball::Type("list", cell).into()),
        }
    }

    /// The items of a proper list.
    pub(crate) fn proper_list(&self, cell: Cell) -> Option<Vec<Cell>> {
        let (count, end) = self.list_end(cell);
        self.heap.effort.spend(count as u64);
        if end != Cell::NIL {
            return None;
        }
        let mut items = Vec::with_capacity(count);
        let mut rest = self.heap.deref(cell);
        while rest.is_list() {
            items.push(self.heap.at(rest.address()));
            rest = self.heap.deref(self.heap.at(rest.address() + 1));
        }
        Some(items)
    }

    /// Whether a register holds a list, or something that may become one.
    pub(crate) fn ends_as_list(&self, register: usize) -> bool {
        let (_, end) = self.list_end(self.arg(register));
        end.is_ref() || end == Cell::NIL
    }

    /// The number of items before the end of a list, and that end; a list
    /// that contains itself ends in a list.
    pub(crate) fn list_end(&self, cell: Cell) -> (usize, Cell) {
        let mut rest = self.heap.deref(cell);
        let mut count = 0;
        while rest.tag() == Tag::List && count <= self.heap.len() {
            rest = self.heap.deref(self.heap.at(rest.address() + 1));
            count += 1;
        }
        (count, rest)
    }

    pub(crate) fn unify_list(&mut self, register: usize, items: &[Cell]) -> Result<bool, Raise> {
        self.check_room(2 * items.len())?;
        let list = self.heap.new_list(items, Cell::NIL);
        self.unify(register, list)
    }

    pub(crate) fn new_functor(&mut self, name: &str, args: &[Cell]) -> Cell {
        let functor = Cell::functor(Symbol::new(name), args.len());
        self.heap.new_structure(functor, args)
    }
}
