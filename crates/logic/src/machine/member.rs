//! `member/2`: the items of a list that may match, one after the other. The benchmarks
//! are `zebra` and `life`.

use crate::cell::Cell;
use crate::error::Raise;
use crate::machine::Machine;
use crate::machine::call::FAIL;
use crate::machine::choice::Alternative;
use crate::term::Functor;

impl Machine<'_> {
    /// Calls it with the item and the list in the first registers.
    pub(super) fn enter_member(&mut self) -> Result<usize, Raise> {
        let item = self.heap.deref(self.x[0]);
        let Some(found) = self.next_member(item, self.x[1])? else {
            return Ok(FAIL);
        };
        if found.is_ref() {
            return self.enter_open_member(found);
        }
        let first = self.heap.at(found.address());
        if let Some(next) = self.next_member(item, self.heap.at(found.address() + 1))? {
            self.x[1] = next;
            self.push_choice(2, Alternative::Member);
        }
        let fits = self.heap.unify(item, first);
        Ok(if fits { self.cp } else { FAIL })
    }

    /// Continues with the item that was found before; the choice point saved the rest
    /// of the list that starts with it.
    pub(super) fn retry_member(&mut self) -> Result<usize, Raise> {
        self.restore_args();
        let item = self.heap.deref(self.x[0]);
        let found = self.heap.deref(self.x[1]);
        if found.is_ref() {
            self.pop_choice();
            return self.enter_open_member(found);
        }
        let first = self.heap.at(found.address());
        match self.next_member(item, self.heap.at(found.address() + 1))? {
            Some(next) => self.choices.save([item, next].into_iter()),
            None => self.pop_choice(),
        }
        let fits = self.heap.unify(item, first);
        Ok(if fits { self.cp } else { FAIL })
    }

    /// The part of a list from the next item on that may match, or the variable in
    /// which it ends.
    fn next_member(&mut self, item: Cell, list: Cell) -> Result<Option<Cell>, Raise> {
        let mut rest = self.heap.deref(list);
        while rest.is_list() {
            self.steps += 1;
            if self.steps >= self.check_at {
                self.check_limits()?;
            }
            if self.heap.may_unify(item, self.heap.at(rest.address())) {
                return Ok(Some(rest));
            }
            rest = self.heap.deref(self.heap.at(rest.address() + 1));
        }
        Ok(rest.is_ref().then_some(rest))
    }

    /// Continues where a list ends in a variable.
    #[cold]
    fn enter_open_member(&mut self, end: Cell) -> Result<usize, Raise> {
        self.x[1] = end;
        let open = self.find_pred(Functor::new("$open_member", 2));
        self.enter(open.expect("the library has it"))
    }
}
