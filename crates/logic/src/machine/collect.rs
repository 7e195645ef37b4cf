//! All solutions: collecting them, and what they come to. The benchmarks are
//! `findall` and `aggregates`.

use crate::arithmetic::{Evaluable, Value, apply, evaluate};
use crate::cell::{Cell, Tag};
use crate::code::Fold;
use crate::error::{LimitReached, Raise};
use crate::machine::{Machine, Open};
use crate::symbol::Symbol;

impl Machine<'_> {
    pub(super) fn collect_begin(&mut self) {
        self.collected.begin();
    }

    pub(super) fn collect_add(&mut self, cell: Cell) -> Result<(), Raise> {
        let cell = self.heap.deref(cell);
        let room = self.room();
        let collected = &mut self.collected;
        if cell.is_constant() {
            collected.add(cell);
            return Ok(());
        }
        let root = self
            .heap
            .flatten(cell, self.constants, &mut collected.flat, room)
            .map_err(|_| LimitReached::Memory(self.limits.memory))?;
        collected.roots.push(root);
        Ok(())
    }

    pub(super) fn collect_end(&mut self) -> Result<Cell, Raise> {
        let Open { flat, roots, .. } = self.collected.end();
        let count = self.collected.roots.len() - roots;
        self.check_memory(self.collected.flat.len() - flat + 2 * count)?;
        let base = self.heap.restore_from(self.collected.flat.cells(), flat);
        let mut list = Cell::NIL;
        for &root in self.collected.roots[roots..].iter().rev() {
            let item = self.heap.at(base + root - flat);
            let at = self.heap.len();
            self.heap.push(item);
            self.heap.push(list);
            list = Cell::list(at);
        }
        self.collected.flat.truncate(flat);
        self.collected.roots.truncate(roots);
        Ok(list)
    }
    /// What the collected values come to; none if there is no value and that
    /// decides nothing.
    pub(super) fn fold_end(&mut self, fold: Fold) -> Result<Option<Cell>, Raise> {
        if let Some(value) = self.fold_small(fold) {
            self.collected.drop_last();
            return Ok(Some(value));
        }
        let list = self.collect_end()?;
        let mut items = self.list_items(list)?;
        match fold {
            Fold::Sum => self.fold_values(Evaluable::Add, Some(Value::Int(0)), &items),
            Fold::Max => self.fold_values(Evaluable::Max, None, &items),
            Fold::Min => self.fold_values(Evaluable::Min, None, &items),
            Fold::MaxWitness => self.best(&items, "max", |order| order.is_gt()),
            Fold::MinWitness => self.best(&items, "min", |order| order.is_lt()),
            Fold::Set => {
                self.sort_set(&mut items);
                Ok(Some(self.heap.new_list(&items, Cell::NIL)))
            }
        }
    }

    /// The sum, maximum or minimum if all values are small integers, straight from
    /// the buffer.
    fn fold_small(&self, fold: Fold) -> Option<Cell> {
        let apply: fn(i64, i64) -> Option<i64> = match fold {
            Fold::Sum => |a, b| a.checked_add(b),
            Fold::Max => |a, b| Some(a.max(b)),
            Fold::Min => |a, b| Some(a.min(b)),
            _ => return None,
        };
        let open = self.collected.open.last()?;
        let cells = self.collected.flat.cells();
        let values = self.collected.roots[open.roots..].iter();
        let mut values = values.map(|&root| cells[root]);
        let mut total = match fold {
            Fold::Sum => 0,
            _ => values.next().filter(|cell| cell.tag() == Tag::Int)?.int(),
        };
        for cell in values {
            if cell.tag() != Tag::Int {
                return None;
            }
            total = apply(total, cell.int())?;
        }
        Cell::small_int(total)
    }

    fn fold_values(
        &mut self,
        function: Evaluable,
        mut total: Option<Value>,
        items: &[Cell],
    ) -> Result<Option<Cell>, Raise> {
        for &item in items {
            let value = evaluate(&self.heap, item)?;
            total = Some(match total {
                Some(total) => apply(function, &[total, value])?,
                None => value,
            });
        }
        Ok(total.map(|total| total.to_cell(&mut self.heap)))
    }

    /// The first of the best values, with its witness.
    fn best(
        &mut self,
        items: &[Cell],
        name: &str,
        is_better: impl Fn(std::cmp::Ordering) -> bool,
    ) -> Result<Option<Cell>, Raise> {
        let mut best: Option<(Value, Cell)> = None;
        for &item in items {
            let args = self.heap.arg_range(self.heap.deref(item));
            let value = evaluate(&self.heap, self.heap.at(args.start))?;
            let witness = self.heap.at(args.start + 1);
            let order = best.as_ref().map(|(known, _)| value.compare(known));
            if order.is_none_or(|order| order.is_some_and(&is_better)) {
                best = Some((value, witness));
            }
        }
        Ok(best.map(|(value, witness)| {
            let value = value.to_cell(&mut self.heap);
            let functor = Cell::functor(Symbol::new(name), 2);
            self.heap.new_structure(functor, &[value, witness])
        }))
    }
}
