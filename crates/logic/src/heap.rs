//! Where terms live while a query runs: cells, bindings, and the trail that
//! undoes them. Unification, comparison and copying keep their own stacks.

mod copies;
pub(crate) mod garbage;
mod order;

use crate::effort::Effort;

use num_bigint::{BigInt, Sign};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::arithmetic::Scratch;
use crate::cell::{BoxKind, Cell, Tag};
use crate::symbol::sym;
use crate::term::{Term, Var};

pub(crate) use copies::Flat;

/// Cells, and the trail of bindings to undo on backtracking.
#[derive(Clone, Default)]
pub(crate) struct Heap {
    cells: Vec<Cell>,
    trail: Vec<u32>,
    /// Bindings of cells below this address are trailed: they are older than
    /// the newest choice point.
    boundary: usize,
    /// All ones while every binding is trailed; 0 otherwise.
    watch: usize,
    /// Bindings on the trail below this place have been seen by the constraints.
    seen: usize,
    pairs: Vec<(Cell, Cell)>,
    /// The cost of traversing large terms.
    pub(crate) effort: Effort,
    /// Where large integers are computed; none while that happens.
    pub(crate) scratch: Option<Box<Scratch>>,
    /// The number of the newest witness.
    witnesses: u64,
}

/// The arguments of structures that [`Heap::may_unify`] looks at.
const MAX_LOOK: usize = 8;

/// The state of the heap to which a choice point returns.
#[derive(Clone, Copy)]
pub(crate) struct HeapMark {
    pub(crate) len: u32,
    pub(crate) trail: u32,
}

impl Heap {
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The number of cells that there is room for.
    pub(crate) fn capacity(&self) -> usize {
        self.cells.capacity()
    }

    pub(crate) fn trail_len(&self) -> usize {
        self.trail.len()
    }

    #[inline(always)]
    pub(crate) fn at(&self, address: usize) -> Cell {
        self.cells[address]
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, cell: Cell) {
        self.cells.push(cell);
    }

    pub(crate) fn extend(&mut self, cells: &[Cell]) {
        self.cells.extend_from_slice(cells);
    }

    pub(crate) fn args(&self, structure: Cell) -> &[Cell] {
        let at = structure.address();
        let arity = self.cells[at].arity();
        &self.cells[at + 1..=at + arity]
    }

    /// A new unbound variable.
    #[inline(always)]
    pub(crate) fn new_var(&mut self) -> Cell {
        let var = Cell::reference(self.cells.len());
        self.cells.push(var);
        var
    }

    /// A new structure, or an atom when there are no arguments.
    pub(crate) fn new_structure(&mut self, functor: Cell, args: &[Cell]) -> Cell {
        if args.is_empty() {
            return Cell::atom(functor.symbol());
        }
        let at = self.cells.len();
        if functor == Cell::LIST_FUNCTOR {
            self.cells.extend_from_slice(args);
            return Cell::list(at);
        }
        self.cells.push(functor);
        self.cells.extend_from_slice(args);
        Cell::structure(at)
    }

    pub(crate) fn new_list(&mut self, items: &[Cell], tail: Cell) -> Cell {
        let Some((&last, others)) = items.split_last() else {
            return tail;
        };
        let first = self.cells.len();
        self.cells.reserve(2 * items.len());
        for &item in others {
            let next = Cell::list(self.cells.len() + 2);
            self.cells.extend_from_slice(&[item, next]);
        }
        self.cells.extend_from_slice(&[last, tail]);
        Cell::list(first)
    }

    /// A list of cells that are computed one after the other.
    pub(crate) fn list_of(&mut self, items: impl Iterator<Item = Cell>) -> Cell {
        let first = self.cells.len();
        for item in items {
            let next = Cell::list(self.cells.len() + 2);
            self.cells.extend_from_slice(&[item, next]);
        }
        if self.cells.len() == first {
            return Cell::NIL;
        }
        self.cells.pop();
        self.cells.push(Cell::NIL);
        Cell::list(first)
    }

    pub(crate) fn new_int(&mut self, value: i64) -> Cell {
        match Cell::small_int(value) {
            Some(cell) => cell,
            None => self.new_big(&BigInt::from(value)),
        }
    }

    pub(crate) fn new_float(&mut self, value: f64) -> Cell {
        let at = self.cells.len();
        let cells = [Cell::FLOAT_HEADER, Cell::raw(value.to_bits())];
        self.cells.extend_from_slice(&cells);
        Cell::boxed(at)
    }

    /// A new witness: its address and its number.
    pub(crate) fn new_witness(&mut self) -> (usize, u64) {
        self.witnesses += 1;
        let at = self.cells.len();
        let cells = [Cell::WITNESS_HEADER, Cell::raw(self.witnesses)];
        self.cells.extend_from_slice(&cells);
        (at, self.witnesses)
    }

    /// Whether this witness is still there.
    pub(crate) fn has_witness(&self, at: usize, number: u64) -> bool {
        self.cells.get(at..at + 2) == Some(&[Cell::WITNESS_HEADER, Cell::raw(number)])
    }

    /// An integer of any size.
    pub(crate) fn new_big(&mut self, value: &BigInt) -> Cell {
        if let Some(small) = i64::try_from(value).ok().and_then(Cell::small_int) {
            return small;
        }
        let at = self.cells.len();
        let words = value.iter_u64_digits();
        let kind = if value.sign() == Sign::Minus {
            BoxKind::Negative
        } else {
            BoxKind::Positive
        };
        self.cells.push(Cell::box_header(kind, words.len()));
        self.cells.extend(words.map(Cell::raw));
        Cell::boxed(at)
    }

    /// An integer with these words, the lowest first; zeros at the end are not
    /// significant.
    pub(crate) fn new_integer(&mut self, is_negative: bool, words: &[u64]) -> Cell {
        let significant = words
            .iter()
            .rposition(|&word| word != 0)
            .map_or(0, |i| i + 1);
        let words = &words[..significant];
        if let [] | [_] = words {
            let magnitude = i128::from(words.first().copied().unwrap_or(0));
            let value = if is_negative { -magnitude } else { magnitude };
            if let Some(cell) = i64::try_from(value).ok().and_then(Cell::small_int) {
                return cell;
            }
        }
        let kind = if is_negative {
            BoxKind::Negative
        } else {
            BoxKind::Positive
        };
        let at = self.cells.len();
        self.cells.push(Cell::box_header(kind, words.len()));
        self.cells.extend(words.iter().copied().map(Cell::raw));
        Cell::boxed(at)
    }

    pub(crate) fn box_words(&self, boxed: Cell) -> (BoxKind, &[Cell]) {
        let at = boxed.address();
        let header = self.cells[at];
        let kind = header.box_kind().expect("a boxed cell points to a header");
        (kind, &self.cells[at + 1..=at + header.arity()])
    }

    /// The float in a box, if it is one.
    #[inline(always)]
    pub(crate) fn float(&self, cell: Cell) -> Option<f64> {
        let at = cell.address();
        let is_float = self.cells[at] == Cell::FLOAT_HEADER;
        is_float.then(|| f64::from_bits(self.cells[at + 1].bits()))
    }

    /// The big integer in a box that is not a float.
    pub(crate) fn big(&self, cell: Cell) -> BigInt {
        let (kind, words) = self.box_words(cell);
        let digits: SmallVec<[u32; 32]> = words
            .iter()
            .flat_map(|w| [w.bits() as u32, (w.bits() >> 32) as u32])
            .collect();
        let sign = if kind == BoxKind::Negative {
            Sign::Minus
        } else {
            Sign::Plus
        };
        BigInt::from_slice(sign, &digits)
    }

    /// The value of a cell, through chains of bindings.
    #[inline(always)]
    pub(crate) fn deref(&self, mut cell: Cell) -> Cell {
        while cell.is_ref() {
            let next = self.cells[cell.address()];
            if next == cell {
                break;
            }
            cell = next;
        }
        cell
    }

    /// Binds an unbound variable.
    #[inline(always)]
    pub(crate) fn bind(&mut self, var: Cell, value: Cell) {
        let at = var.address();
        self.cells[at] = value;
        if at < self.boundary {
            self.trail.push(at as u32);
        }
    }

    /// Bindings of cells below this address are trailed from now on.
    #[inline(always)]
    pub(crate) fn set_boundary(&mut self, boundary: usize) {
        self.boundary = boundary | self.watch;
    }

    /// Starts or ends the trailing of every binding, from the next boundary on.
    pub(crate) fn watch(&mut self, all: bool) {
        self.watch = if all { usize::MAX } else { 0 };
    }

    /// Whether every binding is trailed.
    #[inline(always)]
    pub(crate) fn is_watching(&self) -> bool {
        self.watch != 0
    }

    /// The cells that were bound since [`Heap::set_all_seen`].
    pub(crate) fn unseen(&self) -> &[u32] {
        self.trail.get(self.seen..).unwrap_or(&[])
    }

    pub(crate) fn seen(&self) -> usize {
        self.seen
    }

    /// Bindings on the trail from this place on must be seen again.
    pub(crate) fn set_unseen(&mut self, from: usize) {
        self.seen = self.seen.min(from);
    }

    pub(crate) fn set_all_seen(&mut self) {
        self.seen = self.trail.len();
    }

    /// Undoes all bindings since the trail had this length.
    #[inline]
    pub(crate) fn undo_to(&mut self, trail_len: usize) {
        for &at in &self.trail[trail_len..] {
            self.cells[at as usize] = Cell::reference(at as usize);
        }
        self.trail.truncate(trail_len);
        self.seen = self.seen.min(trail_len);
    }

    /// The current state, to return to.
    #[inline(always)]
    pub(crate) fn mark(&self) -> HeapMark {
        HeapMark {
            len: self.cells.len() as u32,
            trail: self.trail.len() as u32,
        }
    }

    /// Undoes all bindings and removes all cells since a mark, which becomes the
    /// boundary.
    #[inline(always)]
    pub(crate) fn return_to(&mut self, mark: HeapMark) {
        self.undo_to(mark.trail as usize);
        self.cells.truncate(mark.len as usize);
        self.set_boundary(mark.len as usize);
    }

    /// Words in use by cells and the trail.
    pub(crate) fn used(&self) -> usize {
        self.cells.len() + self.trail.len() / 2
    }

    /// Removes all cells from this address on.
    #[inline]
    pub(crate) fn truncate(&mut self, len: usize) {
        self.cells.truncate(len);
    }

    /// Removes all but the first cells, and all bindings.
    pub(crate) fn reset(&mut self, len: usize) {
        self.cells.truncate(len);
        self.trail.clear();
        self.watch = 0;
        self.seen = 0;
        self.boundary = len;
    }

    /// Unifies two terms; bindings remain if it fails.
    #[inline]
    pub(crate) fn unify(&mut self, a: Cell, b: Cell) -> bool {
        let a = self.deref(a);
        let b = self.deref(b);
        if a == b {
            return true;
        }
        if a.is_ref() {
            self.bind_either(a, b);
            return true;
        }
        if b.is_ref() {
            self.bind(b, a);
            return true;
        }
        if a.tag() != b.tag() || a.is_constant() {
            return false;
        }
        self.unify_pointers(a, b)
    }

    /// Whether two terms may unify, as far as a look at them and at the arguments of
    /// structures tells.
    #[inline]
    pub(crate) fn may_unify(&self, a: Cell, b: Cell) -> bool {
        let (a, b) = (self.deref(a), self.deref(b));
        if a == b || a.is_ref() || b.is_ref() {
            return true;
        }
        if a.tag() != b.tag() || a.is_constant() {
            return false;
        }
        if a.tag() != Tag::Str {
            return true;
        }
        let (x, y) = (a.address(), b.address());
        let functor = self.cells[x];
        functor == self.cells[y]
            && (1..=functor.arity().min(MAX_LOOK)).all(|i| {
                let (a, b) = (self.deref(self.cells[x + i]), self.deref(self.cells[y + i]));
                a == b || a.is_ref() || b.is_ref() || a.tag() == b.tag() && !a.is_constant()
            })
    }

    /// Unifies two different structures, lists or boxes.
    fn unify_pointers(&mut self, a: Cell, b: Cell) -> bool {
        self.pairs.clear();
        self.pairs.push((a, b));
        let mut visits = 0;
        while let Some((a, b)) = self.pairs.pop() {
            visits += 1;
            if !self
                .effort
                .allows(visits, self.pairs.len(), self.cells.len())
            {
                return false;
            }
            match a.tag() {
                Tag::Str => {
                    let (x, y) = (a.address(), b.address());
                    let functor = self.cells[x];
                    if functor != self.cells[y] {
                        return false;
                    }
                    // From the last to the first, because the stack reverses.
                    for i in (1..=functor.arity()).rev() {
                        if !self.unify_or_push(x + i, y + i) {
                            return false;
                        }
                    }
                }
                Tag::List => {
                    let (x, y) = (a.address(), b.address());
                    if !self.unify_or_push(x + 1, y + 1) || !self.unify_or_push(x, y) {
                        return false;
                    }
                }
                _ => {
                    let (p, q) = (self.box_words(a), self.box_words(b));
                    if p.0 != q.0 || p.1 != q.1 {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Unifies what two cells hold if one is a variable or a constant; puts off
    /// the others.
    #[inline(always)]
    fn unify_or_push(&mut self, x: usize, y: usize) -> bool {
        let (a, b) = (self.deref(self.cells[x]), self.deref(self.cells[y]));
        if a == b {
            return true;
        }
        if a.is_ref() {
            self.bind_either(a, b);
            return true;
        }
        if b.is_ref() {
            self.bind(b, a);
            return true;
        }
        if a.tag() != b.tag() || a.is_constant() {
            return false;
        }
        self.pairs.push((a, b));
        true
    }

    /// Binds a variable to a term, or the younger of two variables to the older.
    #[inline(always)]
    fn bind_either(&mut self, var: Cell, other: Cell) {
        if other.is_ref() && other.address() > var.address() {
            self.bind(other, var);
        } else {
            self.bind(var, other);
        }
    }

    /// The functor cell of a structure or list.
    pub(crate) fn functor_of(&self, cell: Cell) -> Cell {
        match cell.tag() {
            Tag::List => Cell::LIST_FUNCTOR,
            _ => self.cells[cell.address()],
        }
    }

    /// The arguments of a structure or list, as addresses.
    pub(crate) fn arg_range(&self, cell: Cell) -> std::ops::Range<usize> {
        let at = cell.address();
        match cell.tag() {
            Tag::List => at..at + 2,
            Tag::Str => at + 1..at + 1 + self.cells[at].arity(),
            _ => 0..0,
        }
    }

    /// Puts a term on the heap; `vars` says which cell represents a variable.
    pub(crate) fn write(
        &mut self,
        term: &Term,
        vars: &mut impl FnMut(&mut Heap, Var) -> Cell,
    ) -> Cell {
        let root = self.cells.len();
        if let Some(cell) = self.write_leaf(term, vars) {
            return cell;
        }
        self.cells.push(Cell::NIL);
        let mut pending = vec![(root, term)];
        while let Some((at, term)) = pending.pop() {
            if let Some(cell) = self.write_leaf(term, vars) {
                self.cells[at] = cell;
                continue;
            }
            let Term::Compound(compound) = term else {
                unreachable!("every other term is a leaf")
            };
            let mut first = self.cells.len();
            let is_list = compound.name() == sym::CONS && compound.args().len() == 2;
            self.cells[at] = if is_list {
                Cell::list(first)
            } else {
                self.cells
                    .push(Cell::functor(compound.name(), compound.args().len()));
                first += 1;
                Cell::structure(first - 1)
            };
            for (i, arg) in compound.args().iter().enumerate() {
                self.cells.push(Cell::NIL);
                pending.push((first + i, arg));
            }
        }
        self.cells[root]
    }

    /// Whether a cell holds a ground term.
    pub(crate) fn is(&self, cell: Cell, term: &Term) -> bool {
        let mut pending = vec![(cell, term)];
        while let Some((cell, term)) = pending.pop() {
            let cell = self.deref(cell);
            let is_same = match term {
                Term::Var(_) => false,
                Term::Atom(name) => cell == Cell::atom(*name),
                Term::String(text) => cell == Cell::text(*text),
                Term::Integer(value) if Cell::small_int(*value).is_some() => {
                    Cell::small_int(*value) == Some(cell)
                }
                Term::Compound(compound) => {
                    let is_compound = matches!(cell.tag(), Tag::Str | Tag::List);
                    let functor = Cell::functor(compound.name(), compound.args().len());
                    let is_same = is_compound && self.functor_of(cell) == functor;
                    if is_same {
                        let cells = self.arg_range(cell).map(|at| self.cells[at]);
                        pending.extend(cells.zip(compound.args()));
                    }
                    is_same
                }
                // Boxed numbers are rare.
                number => {
                    cell.tag() == Tag::Boxed
                        && self.read(cell, &mut FxHashMap::default()) == *number
                }
            };
            if !is_same {
                return false;
            }
        }
        true
    }

    fn write_leaf(
        &mut self,
        term: &Term,
        vars: &mut impl FnMut(&mut Heap, Var) -> Cell,
    ) -> Option<Cell> {
        Some(match term {
            Term::Var(var) => vars(self, *var),
            Term::Atom(name) => Cell::atom(*name),
            Term::String(text) => Cell::text(*text),
            Term::Integer(value) => self.new_int(*value),
            Term::Big(value) => self.new_big(value),
            Term::Float(value) => self.new_float(*value),
            Term::Compound(_) => return None,
        })
    }

    /// Reads a term from the heap; unbound variables are numbered by `names`.
    /// The result is invalid if the effort is exhausted afterwards.
    pub(crate) fn read(&self, cell: Cell, names: &mut FxHashMap<usize, Var>) -> Term {
        enum Step {
            Visit(Cell),
            Build(Cell),
        }
        let mut pending = vec![Step::Visit(cell)];
        let mut built: Vec<Term> = Vec::new();
        let mut visits = 0;
        while let Some(step) = pending.pop() {
            // A term takes several times the memory of its cells.
            visits += 1;
            if !self
                .effort
                .allows(4 * visits, pending.len() / 2, self.cells.len())
            {
                return Term::Atom(sym::NIL);
            }
            match step {
                Step::Build(functor) => {
                    let args = built.split_off(built.len() - functor.arity());
                    built.push(Term::compound(functor.symbol(), args));
                }
                Step::Visit(cell) => {
                    let cell = self.deref(cell);
                    match cell.tag() {
                        Tag::Ref => {
                            let next = Var(names.len() as u32);
                            built.push(Term::Var(*names.entry(cell.address()).or_insert(next)));
                        }
                        Tag::Atom => built.push(Term::Atom(cell.symbol())),
                        Tag::Text => built.push(Term::String(cell.symbol())),
                        Tag::Int => built.push(Term::Integer(cell.int())),
                        Tag::Boxed => built.push(match self.float(cell) {
                            Some(value) => Term::Float(value),
                            None => Term::integer(self.big(cell)),
                        }),
                        Tag::Str | Tag::List => {
                            pending.push(Step::Build(self.functor_of(cell)));
                            let args = self.arg_range(cell);
                            pending.extend(args.rev().map(|at| Step::Visit(self.cells[at])));
                        }
                        Tag::Functor => unreachable!("no term is a bare functor"),
                    }
                }
            }
        }
        built.pop().expect("the root was visited and built")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering;

    fn put(heap: &mut Heap, term: &Term) -> Cell {
        let mut cells: FxHashMap<Var, Cell> = FxHashMap::default();
        heap.write(term, &mut |heap, var| {
            *cells.entry(var).or_insert_with(|| heap.new_var())
        })
    }

    #[test]
    fn what_is_written_is_read() {
        let mut heap = Heap::default();
        let term = Term::compound(
            "f",
            [
                Term::Float(1.5),
                Term::list([Term::integer(BigInt::from(-3) << 100), Term::var(0)]),
                Term::var(0),
                Term::string("s"),
            ],
        );
        let cell = put(&mut heap, &term);
        assert_eq!(heap.read(cell, &mut FxHashMap::default()), term);
    }

    #[test]
    fn copies_share_variables_and_outlive_the_heap() {
        let mut heap = Heap::default();
        let term = Term::compound(
            "f",
            [Term::var(0), Term::Float(2.5), Term::list([Term::var(0)])],
        );
        let cell = put(&mut heap, &term);
        let mut flat = Flat::default();
        let at = heap.flatten(cell, 0, &mut flat, 1000).expect("fits");
        assert_eq!(heap.read(cell, &mut FxHashMap::default()), term);
        heap.truncate(0);
        heap.push(Cell::NIL);
        let base = heap.restore(flat.cells());
        let copy = heap.at(base + at);
        assert_eq!(heap.read(copy, &mut FxHashMap::default()), term);
    }

    #[test]
    fn unification_binds_and_undoes() {
        let mut heap = Heap::default();
        let a = put(
            &mut heap,
            &Term::compound("f", [Term::var(0), Term::var(0)]),
        );
        let b = put(
            &mut heap,
            &Term::compound("f", [Term::from("a"), Term::var(0)]),
        );
        heap.set_boundary(heap.len());
        assert!(heap.unify(a, b));
        assert_eq!(heap.compare(a, b), Ordering::Equal);
        heap.undo_to(0);
        assert_ne!(heap.compare(a, b), Ordering::Equal);
        let c = put(
            &mut heap,
            &Term::compound("f", [Term::from("a"), Term::from("b")]),
        );
        assert!(!heap.unify(a, c));
    }
}
