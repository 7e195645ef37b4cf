//! Constraints over integers: variables with domains, and propagators that remove
//! values which no solution has.
//!
//! The store lies outside of the heap; a journal restores it on backtracking. A
//! constrained variable is an unbound cell like any other. While there are
//! any, every binding is on the trail, and the machine [wakes](Constraints::wake) the
//! store before a call, a cut, a built-in predicate and an answer: a
//! cell of the trail that is a constrained variable has been given a value.
//! Programs without constraints pay nothing.

pub(crate) mod domain;
mod post;
mod propagate;

pub(crate) use post::domain_of;

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cell::{Cell, Tag};
use crate::constraints::domain::{Domain, is_finite};
use crate::constraints::propagate::Rule;
use crate::error::{Ball, Raise};
use crate::heap::Heap;
use crate::heap::garbage::Marks;
use crate::machine::choice::Choice;
use crate::machine::journal::Journal;

/// A variable's number in the store.
pub(crate) type VarId = u32;

/// Why propagation ends early.
pub(crate) enum Stop {
    /// There is no solution.
    Fails,
    Raises(Raise),
}

impl From<Ball> for Stop {
    fn from(ball: Ball) -> Stop {
        Stop::Raises(ball.into())
    }
}

impl From<Raise> for Stop {
    fn from(raise: Raise) -> Stop {
        Stop::Raises(raise)
    }
}

pub(crate) type Step = Result<(), Stop>;

struct Variable {
    /// The heap cell; none for the value of a part of an expression.
    cell: Option<usize>,
    domain: Domain,
    /// How often the domain became smaller without becoming finite.
    shifts: u32,
    /// The propagators to run when the domain changes.
    watchers: Vec<u32>,
    /// The level of the last saved domain.
    saved_at: u64,
}

struct Propagator {
    rule: Arc<Rule>,
    is_queued: bool,
}

/// How to undo a change.
enum Change {
    Variable,
    Propagator,
    Domain {
        var: VarId,
        domain: Domain,
        shifts: u32,
        saved_at: u64,
    },
    /// The variable had this cell.
    Cell {
        var: VarId,
        cell: usize,
    },
    /// Bindings on the trail from this place on had not been seen.
    Seen(usize),
}

/// A bound of an infinite domain moves at most this often, so that
/// propagation ends on `X #> Y, Y #> X`.
const MAX_SHIFTS: u32 = 4;

/// All constrained variables with what constrains them.
#[derive(Default)]
pub(crate) struct Constraints {
    variables: Vec<Variable>,
    by_cell: FxHashMap<usize, VarId>,
    propagators: Vec<Propagator>,
    queue: VecDeque<u32>,
    /// Variables that got their only value and must be bound.
    fixed: Vec<VarId>,
    journal: Journal<Change>,
    /// The journal's current level, and the last one that has a [`Change::Seen`].
    level: u64,
    level_with_seen: u64,
    /// Propagators run since this was last asked.
    runs: u64,
    /// The number of watchers of all variables.
    watchers: usize,
}

/// Terms of a propagator that cost a step to look at.
const TERMS_A_STEP: u64 = 8;

impl Constraints {
    pub(crate) fn clear(&mut self) {
        *self = Constraints::default();
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.variables.is_empty()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.variables.len() * (size_of::<Variable>() + size_of::<(usize, VarId)>())
            + self.propagators.len() * (size_of::<Propagator>() + size_of::<Rule>())
            // Each is in a rule too.
            + self.watchers * (size_of::<u32>() + size_of::<(i64, VarId)>())
            + self.journal.bytes()
    }

    /// Steps for the propagators that have run.
    pub(crate) fn take_runs(&mut self) -> u64 {
        std::mem::take(&mut self.runs)
    }

    /// Undoes what backtracking has undone.
    pub(crate) fn undo(&mut self, heap: &mut Heap) {
        while let Some(change) = self.journal.pop_undone(heap) {
            match change {
                Change::Variable => {
                    let variable = self.variables.pop();
                    if let Some(cell) = variable.and_then(|variable| variable.cell) {
                        self.by_cell.remove(&cell);
                    }
                }
                Change::Propagator => {
                    if let Some(propagator) = self.propagators.pop() {
                        for var in propagator.rule.variables() {
                            self.variables[var as usize].watchers.pop();
                            self.watchers -= 1;
                        }
                    }
                }
                Change::Domain {
                    var,
                    domain,
                    shifts,
                    saved_at,
                } => {
                    let variable = &mut self.variables[var as usize];
                    variable.domain = domain;
                    variable.shifts = shifts;
                    variable.saved_at = saved_at;
                }
                Change::Cell { var, cell } => self.move_to(var, cell),
                // What followed from these bindings is undone, and some may remain.
                Change::Seen(from) => heap.set_unseen(from),
            }
        }
    }

    fn move_to(&mut self, var: VarId, cell: usize) {
        let variable = &mut self.variables[var as usize];
        if let Some(old) = variable.cell.replace(cell) {
            self.by_cell.remove(&old);
        }
        self.by_cell.insert(cell, var);
    }

    /// Opens a level for changes.
    pub(crate) fn begin(&mut self, heap: &mut Heap, newest: &Choice<'_>) {
        self.undo(heap);
        self.level = self.journal.level(heap, newest);
        if self.level_with_seen != self.level {
            self.level_with_seen = self.level;
            self.journal.record(Change::Seen(heap.seen()));
        }
    }

    fn new_variable(&mut self, cell: Option<usize>, domain: Domain) -> VarId {
        let var = self.variables.len() as VarId;
        self.variables.push(Variable {
            cell,
            domain,
            shifts: 0,
            watchers: Vec::new(),
            saved_at: self.level,
        });
        if let Some(cell) = cell {
            self.by_cell.insert(cell, var);
        }
        self.journal.record(Change::Variable);
        var
    }

    /// The variable of an unbound cell.
    pub(crate) fn variable(&mut self, cell: Cell) -> VarId {
        match self.by_cell.get(&cell.address()) {
            Some(&var) => var,
            None => self.new_variable(Some(cell.address()), Domain::all()),
        }
    }

    fn constant(&mut self, value: i64) -> VarId {
        self.new_variable(None, Domain::single(value))
    }

    /// The domain of an unbound cell, if it is constrained.
    pub(crate) fn domain_of(&self, cell: Cell) -> Option<&Domain> {
        let var = self.by_cell.get(&cell.address())?;
        Some(self.domain(*var))
    }

    /// The number of propagators that watch an unbound cell.
    pub(crate) fn degree(&self, cell: Cell) -> usize {
        let var = self.by_cell.get(&cell.address());
        var.map_or(0, |&var| self.variables[var as usize].watchers.len())
    }

    fn domain(&self, var: VarId) -> &Domain {
        &self.variables[var as usize].domain
    }

    /// Adds a rule, which will run.
    fn add(&mut self, rule: Rule) {
        let number = self.propagators.len() as u32;
        for var in rule.variables() {
            self.variables[var as usize].watchers.push(number);
            self.watchers += 1;
        }
        self.propagators.push(Propagator {
            rule: Arc::new(rule),
            is_queued: true,
        });
        self.queue.push_back(number);
        self.journal.record(Change::Propagator);
    }

    /// Removes the values that are not in this set, unless the domain stays infinite
    /// and has been made smaller often: whoever calls it checks the variable's value.
    fn narrow(&mut self, var: VarId, to: &Domain) -> Step {
        let variable = &self.variables[var as usize];
        if variable.shifts >= MAX_SHIFTS {
            let domain = variable.domain.intersection(to);
            if !domain.is_empty() && !domain.is_bounded() {
                return Ok(());
            }
        }
        self.restrict(var, to)
    }

    /// Removes the values that are not in this set.
    pub(crate) fn restrict(&mut self, var: VarId, to: &Domain) -> Step {
        let variable = &mut self.variables[var as usize];
        let domain = variable.domain.intersection(to);
        if domain == variable.domain {
            return Ok(());
        }
        if domain.is_empty() {
            return Err(Stop::Fails);
        }
        if !is_finite(domain.low()) && domain.low() > 0
            || !is_finite(domain.high()) && domain.high() < 0
        {
            return Err(Ball::Representation("integer").into());
        }
        let shifts = variable.shifts + u32::from(!domain.is_bounded());
        let is_fixed = domain.value().is_some();
        let before = std::mem::replace(&mut variable.domain, domain);
        if variable.saved_at != self.level {
            self.journal.record(Change::Domain {
                var,
                domain: before,
                shifts: variable.shifts,
                saved_at: variable.saved_at,
            });
            variable.saved_at = self.level;
        }
        variable.shifts = shifts;
        if is_fixed && variable.cell.is_some() {
            self.fixed.push(var);
        }
        for &number in &variable.watchers {
            let propagator = &mut self.propagators[number as usize];
            if !propagator.is_queued {
                propagator.is_queued = true;
                self.queue.push_back(number);
            }
        }
        Ok(())
    }

    /// Runs propagators until nothing changes, or `may_run` of them have run: then
    /// the answer is false, and more must be done.
    fn propagate(&mut self, may_run: usize) -> Result<bool, Stop> {
        for _ in 0..may_run {
            let Some(number) = self.queue.pop_front() else {
                return Ok(true);
            };
            let propagator = &mut self.propagators[number as usize];
            propagator.is_queued = false;
            let rule = propagator.rule.clone();
            self.runs += 1 + rule.size() as u64 / TERMS_A_STEP;
            self.run(&rule)?;
        }
        Ok(self.queue.is_empty())
    }

    /// Runs up to `may_run` propagators and binds the variables that have one value
    /// left. False if more must be done.
    pub(crate) fn settle(&mut self, heap: &mut Heap, may_run: usize) -> Result<bool, Stop> {
        let result = self.propagate(may_run);
        if result.is_err() {
            self.forget_work();
            return result;
        }
        for var in std::mem::take(&mut self.fixed) {
            let variable = &self.variables[var as usize];
            let (Some(cell), Some(value)) = (variable.cell, variable.domain.value()) else {
                continue;
            };
            let cell = heap.deref(Cell::reference(cell));
            let value = heap.new_int(value);
            if !heap.unify(cell, value) {
                self.forget_work();
                return Err(Stop::Fails);
            }
        }
        result
    }

    /// After a failure the rest of the work is pointless.
    pub(crate) fn forget_work(&mut self) {
        while let Some(number) = self.queue.pop_front() {
            self.propagators[number as usize].is_queued = false;
        }
        self.fixed.clear();
    }

    /// Whether a cell that the trail names is a constrained variable.
    pub(crate) fn is_watched(&self, cell: usize) -> bool {
        self.by_cell.contains_key(&cell)
    }

    /// Takes notice that a constrained variable has been bound.
    pub(crate) fn bound(&mut self, heap: &Heap, cell: usize) -> Step {
        let Some(&var) = self.by_cell.get(&cell) else {
            return Ok(());
        };
        let value = heap.deref(Cell::reference(cell));
        match value.tag() {
            Tag::Int => self.narrow(var, &Domain::single(value.int())),
            Tag::Ref if value.address() == cell => Ok(()),
            Tag::Ref => match self.by_cell.get(&value.address()) {
                Some(&other) => {
                    self.add(Rule::equal(var, other));
                    Ok(())
                }
                None => {
                    self.journal.record(Change::Cell { var, cell });
                    self.move_to(var, value.address());
                    Ok(())
                }
            },
            Tag::Boxed if heap.float(value).is_none() => {
                Err(Ball::Representation("integer").into())
            }
            _ => Err(Ball::Type("integer", value).into()),
        }
    }

    // For the collection of unused cells.

    pub(crate) fn join_levels(&mut self, choices: &[Choice<'_>]) {
        self.journal.join_levels(choices, || {
            let mut seen = FxHashSet::default();
            let mut is_start = true;
            move |change: &Change| match change {
                Change::Domain { var, .. } => seen.insert(*var),
                Change::Seen(_) => std::mem::take(&mut is_start),
                _ => true,
            }
        });
    }

    pub(crate) fn mark(&self, marks: &mut Marks, heap: &Heap) {
        self.journal.mark(marks, heap);
        let former = self
            .journal
            .changes()
            .iter()
            .filter_map(|change| match change {
                Change::Cell { cell, .. } => Some(*cell),
                _ => None,
            });
        let cells = self.variables.iter().filter_map(|variable| variable.cell);
        for cell in cells.chain(former) {
            marks.mark(heap, Cell::reference(cell));
        }
    }

    pub(crate) fn relocate(&mut self, marks: &Marks) {
        let moved = |cell: usize| marks.moved(Cell::reference(cell)).address();
        self.by_cell.clear();
        for (var, variable) in (0..).zip(&mut self.variables) {
            if let Some(cell) = &mut variable.cell {
                *cell = moved(*cell);
                self.by_cell.insert(*cell, var);
            }
        }
        self.journal.relocate(marks, |change| {
            match change {
                Change::Cell { cell, .. } => *cell = moved(*cell),
                // The trail became shorter: all of it is looked at again.
                Change::Seen(from) => *from = 0,
                _ => {}
            }
        });
    }
}
