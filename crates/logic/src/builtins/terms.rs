//! Constructing, inspecting, copying and throwing terms.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::types::{is_atomic, is_compound};
use super::{Builtin, Inline};
use crate::cell::{Cell, Tag};
use crate::error::{Ball, LimitReached, Raise};
use crate::heap::Flat;
use crate::machine::Machine;
use crate::operators::{MAX_PRIORITY, OperatorType};
use crate::symbol::sym;
use crate::term::Functor;

pub(super) const ALL: &[Builtin] = &[
    Builtin::new("functor", 3, functor).inline(Inline::Functor),
    Builtin::new("$arg", 3, arg).inline(Inline::Arg),
    Builtin::new("=..", 2, univ),
    Builtin::new("copy_term", 2, |m, at| {
        let copy = m.copy(m.x[at])?;
        m.unify(at + 1, copy)
    }),
    Builtin::new("throw", 1, |m, at| {
        let ball = m.arg(at);
        if ball.is_ref() {
            return Err(Ball::Instantiation.into());
        }
        Err(Ball::Term(ball).into())
    }),
    Builtin::new("term_variables", 2, |m, at| {
        let variables = m.variables(&[m.x[at]]);
        m.unify_list(at + 1, &variables)
    }),
    Builtin::new("$free_variables", 4, free_variables),
    Builtin::test("acyclic_term", 1, |m, at| Ok(m.is_acyclic(m.x[at]))),
    // Whether two terms are the same up to the names of variables.
    Builtin::test("=@=", 2, |m, at| m.are_variants(at)),
    Builtin::test("\\=@=", 2, |m, at| m.are_variants(at).map(|same| !same)),
    Builtin::test("$check_body", 1, |m, at| {
        m.check_body(m.arg(at))?;
        Ok(true)
    }),
    Builtin::test("$list_or_partial", 1, |m, at| Ok(m.ends_as_list(at))),
    // `$operators(List)`: the program's operators as `op(Priority, Type, Name)`.
    Builtin::new("$operators", 1, |m, at| {
        let all = m.operators().all();
        let mut list = Vec::new();
        for (name, operator) in all {
            let priority = m.heap.new_int(i64::from(operator.priority));
            let kind = Cell::atom(operator.kind.name().into());
            list.push(m.new_functor("op", &[priority, kind, Cell::atom(name)]));
        }
        m.unify_list(at, &list)
    }),
    Builtin::new("op", 3, declare_operators),
    // `$predicates(List)`: the program's own predicates as `Name/Arity`.
    Builtin::new("$predicates", 1, |m, at| {
        let mut list = Vec::new();
        let mut functors = m.program().predicates();
        functors.extend(m.created_preds());
        functors.sort_by_key(|functor| (functor.name.as_str(), functor.arity));
        for functor in functors {
            let arity = m.heap.new_int(functor.arity as i64);
            list.push(m.new_functor("/", &[Cell::atom(functor.name), arity]));
        }
        m.unify_list(at, &list)
    }),
    // `$property(Name, Arity, Properties)`
    Builtin::new("$property", 3, |m, at| {
        let name = m.arg(at);
        if name.tag() != Tag::Atom {
            return Ok(false);
        }
        let arity = usize::try_from(m.int_arg(at + 1)?).unwrap_or(usize::MAX);
        let properties = m.program().properties(Functor::new(name.symbol(), arity));
        let properties: Vec<Cell> = properties.iter().map(|p| Cell::atom((*p).into())).collect();
        m.unify_list(at + 2, &properties)
    }),
    // `$declare_dynamic(Name, Arity)`
    Builtin::new("$declare_dynamic", 2, |m, at| {
        let name = m.arg(at);
        if name.tag() != Tag::Atom {
            return Err(Ball::Type("atom", name).into());
        }
        let arity = usize::try_from(m.int_arg(at + 1)?).unwrap_or(usize::MAX);
        m.ensure_pred(Functor::new(name.symbol(), arity))?;
        Ok(true)
    }),
    Builtin::new("unify_with_occurs_check", 2, |m, at| {
        Ok(m.heap.unify(m.x[at], m.x[at + 1]) && m.is_acyclic(m.x[at]))
    }),
];

/// `op(Priority, Type, Names)`: for what this machine reads and writes from now on.
fn declare_operators(m: &mut Machine<'_>, at: usize) -> Result<bool, Raise> {
    let priority = m.int_arg(at)?;
    let out_of_range = Ball::Domain("operator_priority", m.x[at]);
    if !(0..=i64::from(MAX_PRIORITY)).contains(&priority) {
        return Err(out_of_range.into());
    }
    let kind = m.arg(at + 1);
    let kind = match kind.tag() {
        Tag::Ref => return Err(Ball::Instantiation.into()),
        Tag::Atom => OperatorType::from_name(kind.symbol().as_str())
            .ok_or(Raise::Ball(Ball::Domain("operator_specifier", kind)))?,
        _ => return Err(Ball::Type("atom", kind).into()),
    };
    let names = m.arg(at + 2);
    let names = match names.tag() {
        Tag::Atom if names != Cell::NIL => vec![names],
        Tag::Ref => return Err(Ball::Instantiation.into()),
        _ => m.list_items(names)?,
    };
    for name in names {
        let name = m.heap.deref(name);
        match name.tag() {
            Tag::Ref => return Err(Ball::Instantiation.into()),
            Tag::Atom => {}
            _ => return Err(Ball::Type("atom", name).into()),
        }
        let declared = m.operators_mut().declare(priority, kind, name.symbol());
        if declared.is_err() {
            let action = if name.symbol() == sym::COMMA {
                "modify"
            } else {
                "create"
            };
            return Err(Ball::Permission(action, "operator", name).into());
        }
    }
    Ok(true)
}

fn functor(m: &mut Machine<'_>, at: usize) -> Result<bool, Raise> {
    let term = m.arg(at);
    if !term.is_ref() {
        let (name, arity) = if is_compound(term) {
            let functor = m.heap.functor_of(term);
            (Cell::atom(functor.symbol()), functor.arity())
        } else {
            (term, 0)
        };
        let arity = m.heap.new_int(arity as i64);
        return Ok(m.unify(at + 1, name)? && m.unify(at + 2, arity)?);
    }
    let name = m.arg(at + 1);
    let arity = m.int_arg(at + 2)?;
    if name.is_ref() {
        return Err(Ball::Instantiation.into());
    }
    if arity == 0 {
        if !is_atomic(name) {
            return Err(Ball::Type("atomic", name).into());
        }
        return m.unify(at, name);
    }
    let arity = usize::try_from(arity).map_err(|_| {
        let culprit = m.x[at + 2];
        Raise::Ball(Ball::Domain("not_less_than_zero", culprit))
    })?;
    if is_compound(name) {
        return Err(Ball::Type("atomic", name).into());
    }
    if name.tag() != Tag::Atom {
        return Err(Ball::Type("atom", name).into());
    }
    m.check_room(arity + 1)?;
    let args: Vec<Cell> = (0..arity).map(|_| m.heap.new_var()).collect();
    let built = m
        .heap
        .new_structure(Cell::functor(name.symbol(), arity), &args);
    m.unify(at, built)
}

/// `arg/3` with a number.
pub(crate) fn arg(m: &mut Machine<'_>, at: usize) -> Result<bool, Raise> {
    let term = m.arg(at + 1);
    if term.is_ref() {
        return Err(Ball::Instantiation.into());
    }
    if !is_compound(term) {
        return Err(Ball::Type("compound", term).into());
    }
    let number = m.int_arg(at)?;
    if number < 0 {
        return Err(Ball::Domain("not_less_than_zero", m.x[at]).into());
    }
    let args = m.heap.arg_range(term);
    if number == 0 || number as u64 > args.len() as u64 {
        return Ok(false);
    }
    m.unify(at + 2, m.heap.at(args.start + number as usize - 1))
}

fn univ(m: &mut Machine<'_>, at: usize) -> Result<bool, Raise> {
    let term = m.arg(at);
    if !term.is_ref() {
        if !m.ends_as_list(at + 1) {
            return Err(Ball::Type("list", m.arg(at + 1)).into());
        }
        let mut items: SmallVec<[Cell; 8]> = SmallVec::new();
        if is_compound(term) {
            items.push(Cell::atom(m.heap.functor_of(term).symbol()));
            items.extend(m.heap.arg_range(term).map(|at| m.heap.at(at)));
        } else {
            items.push(term);
        }
        return m.unify_list(at + 1, &items);
    }
    let items = m.list_arg(at + 1)?;
    let Some((&name, args)) = items.split_first() else {
        return Err(Ball::Domain("non_empty_list", Cell::NIL).into());
    };
    let name = m.heap.deref(name);
    if name.is_ref() {
        return Err(Ball::Instantiation.into());
    }
    if args.is_empty() {
        if !is_atomic(name) {
            return Err(Ball::Type("atomic", name).into());
        }
        return m.unify(at, name);
    }
    if name.tag() != Tag::Atom {
        return Err(Ball::Type("atom", name).into());
    }
    let built = m
        .heap
        .new_structure(Cell::functor(name.symbol(), args.len()), args);
    m.unify(at, built)
}

/// `$free_variables(Template, CaretGoal, Goal, Witness)`: strips `V^` from a
/// goal; the witness has the variables that are free in what is left.
fn free_variables(m: &mut Machine<'_>, at: usize) -> Result<bool, Raise> {
    let caret = Cell::functor(sym::CARET, 2);
    let mut bound = vec![m.x[at]];
    let mut goal = m.arg(at + 1);
    while goal.tag() == Tag::Str && m.heap.functor_of(goal) == caret && m.looks_on(bound.len(), 0) {
        let args = m.heap.arg_range(goal);
        bound.push(m.heap.at(args.start));
        goal = m.heap.deref(m.heap.at(args.start + 1));
    }
    let bound: FxHashSet<Cell> = m.variables(&bound).into_iter().collect();
    let free: Vec<Cell> = m
        .variables(&[goal])
        .into_iter()
        .filter(|variable| !bound.contains(variable))
        .collect();
    let witness = m.new_functor("v", &free);
    Ok(m.unify(at + 2, goal)? && m.unify(at + 3, witness)?)
}

impl Machine<'_> {
    fn are_variants(&mut self, at: usize) -> Result<bool, Raise> {
        let (left, _) = self.copy_out(&[self.x[at]])?;
        let (right, _) = self.copy_out(&[self.x[at + 1]])?;
        Ok(left.cells() == right.cells())
    }

    /// Fails on a body that contains something other than goals.
    pub(crate) fn check_body(&self, body: Cell) -> Result<(), Raise> {
        let mut pending = vec![body];
        let mut visits = 0;
        while let Some(goal) = pending.pop() {
            visits += 1;
            if !self.looks_on(visits, pending.len()) {
                break;
            }
            let goal = self.heap.deref(goal);
            match goal.tag() {
                Tag::Ref | Tag::Atom | Tag::List => {}
                Tag::Str => {
                    let functor = self.heap.functor_of(goal);
                    let is_control = functor.arity() == 2
                        && matches!(functor.symbol().as_str(), "," | ";" | "->" | "*->" | "|");
                    if is_control {
                        let args = self.heap.arg_range(goal);
                        pending.extend(args.rev().map(|at| self.heap.at(at)));
                    }
                }
                _ => return Err(Ball::Type("callable", body).into()),
            }
        }
        Ok(())
    }

    fn copy(&mut self, cell: Cell) -> Result<Cell, Raise> {
        let mut flat = Flat::default();
        let room = self.room();
        let root = self
            .heap
            .flatten(cell, self.constants, &mut flat, room)
            .map_err(|_| self.memory_reached())?;
        self.check_memory(flat.len())?;
        let base = self.heap.restore(flat.cells());
        Ok(self.heap.at(base + root))
    }

    /// Whether a traversal of a term may continue; see [`crate::effort`].
    pub(crate) fn looks_on(&self, visits: usize, waiting: usize) -> bool {
        self.heap.effort.allows(visits, waiting, self.heap.len())
    }

    pub(crate) fn memory_reached(&self) -> LimitReached {
        LimitReached::Memory(self.memory_limit())
    }

    /// The distinct variables of some terms by first occurrence.
    fn variables(&self, terms: &[Cell]) -> Vec<Cell> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut pending: Vec<Cell> = terms.iter().rev().copied().collect();
        let mut visits = 0;
        while let Some(cell) = pending.pop() {
            visits += 1;
            if !self.looks_on(visits, pending.len()) {
                break;
            }
            let cell = self.heap.deref(cell);
            if cell.is_ref() {
                if seen.insert(cell) {
                    found.push(cell);
                }
            } else if is_compound(cell) && cell.address() >= self.constants {
                let args = self.heap.arg_range(cell);
                pending.extend(args.rev().map(|at| self.heap.at(at)));
            }
        }
        found
    }

    /// Whether no subterm contains itself.
    fn is_acyclic(&self, cell: Cell) -> bool {
        enum Step {
            Enter(Cell),
            Leave(usize),
        }
        let mut open: FxHashSet<usize> = FxHashSet::default();
        let mut done: FxHashSet<usize> = FxHashSet::default();
        let mut pending = vec![Step::Enter(cell)];
        while let Some(step) = pending.pop() {
            match step {
                Step::Leave(address) => {
                    open.remove(&address);
                    done.insert(address);
                }
                Step::Enter(cell) => {
                    let cell = self.heap.deref(cell);
                    let address = cell.address();
                    if !is_compound(cell) || done.contains(&address) {
                        continue;
                    }
                    if !open.insert(address) {
                        return false;
                    }
                    pending.push(Step::Leave(address));
                    let args = self.heap.arg_range(cell);
                    pending.extend(args.map(|at| Step::Enter(self.heap.at(at))));
                }
            }
        }
        true
    }
}
