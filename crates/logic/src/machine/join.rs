//! Running a join plan, and returning to it for further answers.

use std::sync::Arc;

use crate::code::Address;
use crate::error::Raise;
use crate::ground::Ground;
use crate::heap::Heap;
use crate::join::{Found, JoinPlan, JoinState, SearchFrom, Sink, Step, Target};
use crate::machine::Machine;
use crate::machine::call::FAIL;
use crate::machine::choice::Alternative;
use crate::program::Program;
use crate::query::QueryCode;

/// A join that may have further answers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JoinCursor {
    plan: u32,
    /// The inputs that were unbound at the start.
    unbound: u32,
    /// The address to continue at with an answer.
    next: Address,
}

impl JoinCursor {
    /// The address at which the clause continues with another answer.
    pub(super) fn resumption(self) -> Address {
        self.next
    }
}

fn plan<'a>(program: &'a Program, query: &'a Option<Arc<QueryCode>>, number: u32) -> &'a JoinPlan {
    let (own, number) = (&program.unit.joins, number as usize);
    match (own.get(number), query) {
        (Some(plan), _) => plan,
        (None, Some(code)) => &code.unit.joins[number - own.len()],
        (None, None) => unreachable!("only a query has further plans"),
    }
}

/// Whether a step holds that is about more than constants and small integers.
#[inline(never)]
fn holds_in_general(
    step: &Step,
    (join, heap): (&mut JoinState, &mut Heap),
    program: &Program,
) -> Result<bool, Raise> {
    match step {
        Step::Facts(_) | Step::Absent(_) => Ok(false),
        Step::Compare(op, left, right) => {
            Ok(op.holds_for(&join.number(left, heap)?, &join.number(right, heap)?))
        }
        Step::Same {
            left,
            right,
            wanted,
        } => {
            // Both are ground: unification compares them.
            Ok(heap.unify(join.value(*left), join.value(*right)) == *wanted)
        }
        Step::Is { target, expression } => {
            let value = join.number(expression, heap)?.to_cell(heap);
            // As facts have it, where some fact has it.
            let (value, is_on_heap) = if value.is_constant() {
                (value, false)
            } else {
                match program.ground_terms().find(heap, value) {
                    Ground::Constant(constant) => (constant, false),
                    _ => (value, true),
                }
            };
            match *target {
                Target::None => {}
                Target::Known(known) => {
                    let known = join.value(known);
                    let are_on_heap = is_on_heap && !known.is_constant();
                    return Ok(known == value || are_on_heap && heap.unify(known, value));
                }
                Target::New(var) => {
                    join.values[var as usize] = value;
                    join.is_on_heap |= is_on_heap;
                }
            }
            Ok(true)
        }
    }
}

impl Machine<'_> {
    /// Runs the plan at address `p`; returns the address to continue at.
    #[inline]
    pub(super) fn enter_join(
        &mut self,
        number: u32,
        otherwise: Address,
        p: usize,
    ) -> Result<usize, Raise> {
        let program = self.program;
        let plan = plan(program, &self.query, number);
        let mut unbound = 0u32;
        self.join.inputs.clear();
        for (i, &place) in plan.inputs.iter().enumerate() {
            let mut cell = self.heap.deref(self.get(place));
            if cell.is_ref() {
                unbound |= 1 << i;
            } else if !cell.is_constant() {
                // Facts hold the constant that equals the term, if there is one.
                match self.constant_like(cell) {
                    Ground::Constant(constant) => cell = constant,
                    _ => return Ok(otherwise as usize),
                }
            }
            self.join.inputs.push(cell);
        }
        let mode = plan.mode(unbound as usize, &program.preds);
        // Rows may bind constrained variables.
        if mode.tests_too_early || unbound != 0 && self.heap.is_watching() {
            return Ok(otherwise as usize);
        }
        self.join.start(plan, mode);
        let cursor = JoinCursor {
            plan: number,
            unbound,
            next: p as Address + 1,
        };
        self.search_join(cursor, SearchFrom::Start)
    }

    /// Continues with a join after its last answer.
    pub(super) fn retry_join(&mut self, cursor: JoinCursor) -> Result<usize, Raise> {
        let plan = plan(self.program, &self.query, cursor.plan);
        self.join.load(plan, self.choices.saved());
        self.search_join(cursor, SearchFrom::Retry)
    }

    #[inline]
    fn search_join(&mut self, cursor: JoinCursor, start: SearchFrom) -> Result<usize, Raise> {
        let program = self.program;
        let mut from = start;
        let found = loop {
            let plan = plan(program, &self.query, cursor.plan);
            let mode = plan.mode(cursor.unbound as usize, &program.preds);
            match self.join.search(mode, from) {
                Found::Hard(step) if matches!(mode.step(step), Step::Absent(_)) => {
                    from = if self.is_absent(cursor, step)? {
                        SearchFrom::After(step)
                    } else {
                        SearchFrom::Before(step)
                    };
                }
                Found::Hard(step) => {
                    let parts = (&mut self.join, &mut self.heap);
                    from = if holds_in_general(mode.step(step), parts, program)? {
                        SearchFrom::After(step)
                    } else {
                        SearchFrom::Before(step)
                    };
                }
                Found::Pause(there) => {
                    self.steps += std::mem::take(&mut self.join.work);
                    self.check_limits()?;
                    from = there;
                }
                Found::Answer if self.collect_answer(cursor) => from = SearchFrom::Retry,
                Found::LastAnswer if self.collect_answer(cursor) => break Found::Nothing,
                found => break found,
            }
        };
        self.steps += std::mem::take(&mut self.join.work);
        if self.steps >= self.check_at {
            self.check_limits()?;
        }
        let is_retry = start == SearchFrom::Retry;
        match (is_retry, found) {
            (true, Found::Answer) => {
                if self.join.is_on_heap {
                    // What is above the mark of the choice point would not last.
                    self.pop_choice();
                    self.push_choice(0, Alternative::Join(cursor));
                }
                self.save_join();
            }
            (true, _) => self.pop_choice(),
            (false, Found::Answer) => {
                self.push_choice(0, Alternative::Join(cursor));
                self.save_join();
            }
            (false, _) => {}
        }
        if found == Found::Nothing {
            return Ok(FAIL);
        }
        Ok(self.take_join_answer(cursor))
    }

    /// Hands an answer to the collection that it is for, if there is one; false if
    /// the code that follows must do that.
    #[inline]
    fn collect_answer(&mut self, cursor: JoinCursor) -> bool {
        let plan = plan(self.program, &self.query, cursor.plan);
        let Some(sink) = &plan.sink else {
            return false;
        };
        if self.join.is_on_heap || !self.join.has_distinct_inputs(cursor.unbound) {
            return false;
        }
        let join = &self.join;
        match sink {
            Sink::Count => self.collected.count(),
            Sink::Value(arg) => self.collected.add(join.value(*arg)),
            Sink::Structure(functor, args) => {
                let args = args.iter().map(|&arg| join.value(arg));
                self.collected.add_structure(*functor, args);
            }
        }
        true
    }

    /// Whether the negation at a step of a join holds, whatever it takes.
    #[inline(never)]
    fn is_absent(&mut self, cursor: JoinCursor, step: usize) -> Result<bool, Raise> {
        let program = self.program;
        let mut from = SearchFrom::Start;
        let mut is_entered = false;
        loop {
            let plan = plan(program, &self.query, cursor.plan);
            let mode = plan.mode(cursor.unbound as usize, &program.preds);
            let Step::Absent(inner) = mode.step(step) else {
                unreachable!("the caller saw a negation")
            };
            if !std::mem::replace(&mut is_entered, true) {
                self.join.enter_negation(inner);
            }
            match self.join.search(inner, from) {
                Found::Hard(hard) => {
                    let parts = (&mut self.join, &mut self.heap);
                    from = if holds_in_general(inner.step(hard), parts, program)? {
                        SearchFrom::After(hard)
                    } else {
                        SearchFrom::Before(hard)
                    };
                }
                Found::Pause(there) => {
                    self.steps += std::mem::take(&mut self.join.work);
                    self.check_limits()?;
                    from = there;
                }
                found => {
                    self.join.leave_negation();
                    return Ok(found == Found::Nothing);
                }
            }
        }
    }

    /// Gives the variables of the clause their values.
    #[inline]
    fn take_join_answer(&mut self, cursor: JoinCursor) -> usize {
        let plan = plan(self.program, &self.query, cursor.plan);
        for &(var, place) in &plan.outputs {
            let value = self.join.values[var as usize];
            if place.is_slot() {
                self.frames.set_slot(place.number(), value)
            } else {
                self.x[place.number()] = value
            }
        }
        if cursor.unbound == 0 {
            return cursor.next as usize;
        }
        for i in 0..plan.inputs.len() {
            let (variable, value) = (self.join.inputs[i], self.join.values[i]);
            if cursor.unbound >> i & 1 == 1 && !self.heap.unify(variable, value) {
                return FAIL;
            }
        }
        cursor.next as usize
    }

    /// The literals of a join, whose positions come first in its saved state.
    pub(super) fn join_literals(&self, cursor: JoinCursor) -> usize {
        plan(self.program, &self.query, cursor.plan).literals.len()
    }

    /// Keeps the state of the join with the newest choice point.
    fn save_join(&mut self) {
        self.choices.save(self.join.cells());
    }
}
