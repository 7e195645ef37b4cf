//! Runs of calls of fact tables, answered as one join.
//!
//! Learners mostly evaluate conjunctions of facts. Where several such calls are
//! adjacent in a body (with arithmetic between them), the compiler adds a
//! plan to the ordinary code: a nested loop over rows that binds nothing on the
//! heap and makes no choice point until it has an answer. The answers and their
//! order are those of the ordinary code, which still runs when a variable is
//! bound to a compound term. The benchmarks are `conjunctive
//! query` and `coverage`.

mod expression;

use std::sync::{Arc, OnceLock};

use crate::cell::Cell;
use crate::code::{Comparison, Place, PredId};
use crate::program::{Definition, Preds};
use crate::relation::{Relation, RowIndex, joint_key};
pub(crate) use expression::{Expression, MAX_PARTS, Part};

/// A run of literals with the places of the variables it shares with its clause.
#[derive(Clone)]
pub(crate) struct JoinPlan {
    /// Variables that have a value before the run; they come first.
    pub(crate) inputs: Box<[Place]>,
    pub(crate) variables: usize,
    pub(crate) literals: Box<[Literal]>,
    /// Other variables that are needed afterwards, and where.
    pub(crate) outputs: Box<[(u8, Place)]>,
    /// What to do with the answers, if they are all that a collection collects.
    pub(crate) sink: Option<Sink>,
    /// The steps for every set of unbound inputs.
    pub(crate) modes: Box<[OnceLock<Mode>]>,
}

/// What a collection does with the answers of a join.
#[derive(Clone, Debug)]
pub(crate) enum Sink {
    Count,
    /// Collects the value of an argument.
    Value(Arg),
    /// Collects a structure with such arguments.
    Structure(Cell, Box<[Arg]>),
}

#[derive(Clone, Debug)]
pub(crate) enum Literal {
    Facts {
        pred: PredId,
        args: Box<[Arg]>,
    },
    Compare(Comparison, Expression, Expression),
    /// `target is expression`.
    Is {
        target: Arg,
        expression: Expression,
    },
    /// `==` or its negation.
    Same {
        left: Arg,
        right: Arg,
        wanted: bool,
    },
    /// The negation of calls and tests.
    Absent(Box<[Literal]>),
}

/// An argument of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arg {
    Constant(Cell),
    Var(u8),
    Void,
}

/// Inputs a plan may have: there is a mode for each set of them.
pub(crate) const MAX_INPUTS: usize = 6;
/// Variables a plan may have.
pub(crate) const MAX_VARIABLES: usize = 32;

/// The steps of a join for one set of unbound inputs.
#[derive(Clone)]
pub(crate) struct Mode {
    steps: Box<[Step]>,
    /// For each step, and the end: how many steps are left when it fails. Steps
    /// that hold at most once are skipped.
    back: Box<[usize]>,
    /// Some test comes before its variables have values; the ordinary code
    /// handles that.
    pub(crate) tests_too_early: bool,
}

#[derive(Clone)]
pub(crate) enum Step {
    Facts(FactsStep),
    Compare(Comparison, Expression, Expression),
    Is {
        target: Target,
        expression: Expression,
    },
    Same {
        left: Arg,
        right: Arg,
        wanted: bool,
    },
    /// Holds if these steps have no answer.
    Absent(Mode),
}

/// Where the value of an expression goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    /// A variable that gets it.
    New(u8),
    /// It must be equal to this.
    Known(Arg),
    /// Nobody needs it.
    None,
}

/// A call of a fact table, prepared.
#[derive(Clone)]
pub(crate) struct FactsStep {
    /// In the order of the index.
    rows: Arc<[Cell]>,
    arity: usize,
    /// All rows are examined if there is none.
    index: Option<Arc<RowIndex>>,
    /// The values that make up the index's key.
    key: Box<[Arg]>,
    /// Bound arguments that the index does not decide.
    checks: Box<[(u16, Arg)]>,
    /// Arguments that give a variable its value.
    binds: Box<[(u16, u8)]>,
    /// Later arguments with a variable of the same literal.
    repeats: Box<[(u16, u8)]>,
    /// The index decides everything: there is a row or there is none.
    is_decided: bool,
}

/// The state of a join: the position of each step and the variables' values.
#[derive(Default)]
pub(crate) struct JoinState {
    cursors: Vec<(u32, u32)>,
    /// The positions of the steps of a negation while it is examined.
    inner: Vec<(u32, u32)>,
    pub(crate) values: Vec<Cell>,
    /// What the inputs were when the join was entered.
    pub(crate) inputs: Vec<Cell>,
    /// Rows examined and tests made.
    pub(crate) work: u64,
    /// Some value is not a constant of the program but on the heap.
    pub(crate) is_on_heap: bool,
}

/// How a search for the next answer ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// No answer.
    Nothing,
    /// An answer, and there may be more.
    Answer,
    /// The last answer.
    LastAnswer,
    /// A step that needs more than constants and small integers.
    Hard(usize),
    /// Nothing yet; check the limits, then continue there.
    Pause(SearchFrom),
}

/// Rows examined and tests made between two checks of the limits.
const PAUSE_AFTER: u64 = 4096;

impl JoinPlan {
    pub(crate) fn mode(&self, unbound: usize, preds: &Preds) -> &Mode {
        self.modes[unbound].get_or_init(|| Mode::new(self, unbound, preds))
    }
}

fn relation(preds: &Preds, pred: PredId) -> &Relation {
    match &preds.list[pred as usize].definition {
        Definition::Relation(relation) => relation,
        _ => unreachable!("plans are made for tables of facts"),
    }
}

impl Mode {
    fn new(plan: &JoinPlan, unbound: usize, preds: &Preds) -> Mode {
        let mut has_value: Vec<bool> = (0..plan.variables)
            .map(|var| var < plan.inputs.len() && unbound >> var & 1 == 0)
            .collect();
        Mode::of(&plan.literals, &mut has_value, plan.inputs.len(), preds)
    }

    /// The steps for literals, given the variables that have values; those below
    /// `inputs` may be unbound in the clause.
    fn of(literals: &[Literal], has_value: &mut [bool], inputs: usize, preds: &Preds) -> Mode {
        let mut tests_too_early = false;
        let steps = literals.iter().map(|literal| match literal {
            Literal::Compare(op, left, right) => {
                let mut operands = left.operands().chain(right.operands());
                tests_too_early |= !operands.all(|arg| is_known(arg, has_value));
                Step::Compare(*op, left.clone(), right.clone())
            }
            Literal::Is { target, expression } => {
                tests_too_early |= !expression.operands().all(|arg| is_known(arg, has_value));
                let target = match *target {
                    Arg::Void => Target::None,
                    Arg::Var(var) if !std::mem::replace(&mut has_value[var as usize], true) => {
                        Target::New(var)
                    }
                    known => Target::Known(known),
                };
                Step::Is {
                    target,
                    expression: expression.clone(),
                }
            }
            Literal::Same {
                left,
                right,
                wanted,
            } => {
                tests_too_early |= ![*left, *right].iter().all(|arg| is_known(*arg, has_value));
                Step::Same {
                    left: *left,
                    right: *right,
                    wanted: *wanted,
                }
            }
            Literal::Facts { pred, args } => facts_step(relation(preds, *pred), args, has_value),
            Literal::Absent(inner) => {
                // An unbound variable of the clause stays unbound.
                let is_open = |var: usize| var < inputs && !has_value[var];
                tests_too_early |= inner.iter().any(|literal| literal.has_variable(is_open));
                let mut inside = has_value.to_vec();
                let inner = Mode::of(inner, &mut inside, inputs, preds);
                tests_too_early |= inner.tests_too_early;
                Step::Absent(inner)
            }
        });
        let steps: Box<[Step]> = steps.collect();
        let last_choice = |end: usize| steps[..end].iter().rposition(Step::has_choice);
        Mode {
            back: (0..=steps.len())
                .map(|end| last_choice(end).map_or(0, |step| step + 1))
                .collect(),
            steps,
            tests_too_early,
        }
    }

    /// The step of that number.
    pub(crate) fn step(&self, number: usize) -> &Step {
        &self.steps[number]
    }
}

impl Literal {
    /// Whether some variable of a literal inside a negation is such a one.
    fn has_variable(&self, is_such: impl Fn(usize) -> bool) -> bool {
        let is_such = |arg: Arg| matches!(arg, Arg::Var(var) if is_such(var as usize));
        match self {
            Literal::Facts { args, .. } => args.iter().any(|&arg| is_such(arg)),
            Literal::Compare(_, left, right) => {
                left.operands().chain(right.operands()).any(is_such)
            }
            Literal::Same { left, right, .. } => is_such(*left) || is_such(*right),
            Literal::Is { .. } | Literal::Absent(_) => false,
        }
    }
}

impl Step {
    /// Whether it may hold more than once.
    fn has_choice(&self) -> bool {
        match self {
            Step::Facts(facts) => !facts.index.as_ref().is_some_and(|index| index.is_unique),
            _ => false,
        }
    }
}

fn is_known(arg: Arg, has_value: &[bool]) -> bool {
    match arg {
        Arg::Constant(_) => true,
        Arg::Var(var) => has_value[var as usize],
        Arg::Void => false,
    }
}

fn facts_step(relation: &Relation, args: &[Arg], has_value: &mut [bool]) -> Step {
    let mut known = Vec::new();
    let mut binds: Vec<(u16, u8)> = Vec::new();
    let mut repeats = Vec::new();
    for (column, &arg) in (0..).zip(args) {
        match arg {
            Arg::Void => {}
            Arg::Constant(_) => known.push((column, arg)),
            Arg::Var(var) if has_value[var as usize] => known.push((column, arg)),
            Arg::Var(var) if binds.iter().any(|&(_, v)| v == var) => repeats.push((column, var)),
            Arg::Var(var) => binds.push((column, var)),
        }
    }
    for &(_, var) in &binds {
        has_value[var as usize] = true;
    }
    let bound = known
        .iter()
        .fold(0, |bound, &(column, _)| bound | 1u64 << column);
    let (access, index, rows) = relation.open(bound);
    let key_args = relation.key_args(access);
    let checks: Box<[(u16, Arg)]> = known
        .into_iter()
        .filter(|&(column, _)| key_args != [column as usize])
        .collect();
    Step::Facts(FactsStep {
        rows,
        arity: relation.arity(),
        index,
        key: key_args.iter().map(|&arg| args[arg]).collect(),
        is_decided: checks.is_empty() && binds.is_empty() && repeats.is_empty(),
        checks,
        binds: binds.into(),
        repeats: repeats.into(),
    })
}

impl JoinState {
    /// Prepares for the first answer; the inputs are there.
    #[inline(always)]
    pub(crate) fn start(&mut self, plan: &JoinPlan, mode: &Mode) {
        self.cursors.clear();
        self.cursors.resize(mode.steps.len(), (0, 0));
        self.values.clear();
        self.values.extend_from_slice(&self.inputs);
        self.values.resize(plan.variables, Cell::NIL);
        self.is_on_heap = false;
    }

    /// The state as cells, to be kept with a choice point.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> {
        let pack = |&(next, end): &(u32, u32)| Cell::raw(u64::from(end) << 32 | u64::from(next));
        let cursors = self.cursors.iter().map(pack);
        cursors.chain(self.values.iter().chain(&self.inputs).copied())
    }

    /// Restores the state that [`JoinState::cells`] returned.
    pub(crate) fn load(&mut self, plan: &JoinPlan, cells: &[Cell]) {
        let (cursors, rest) = cells.split_at(plan.literals.len());
        let (values, inputs) = rest.split_at(plan.variables);
        let unpack = |cell: &Cell| (cell.bits() as u32, (cell.bits() >> 32) as u32);
        self.cursors.clear();
        self.cursors.extend(cursors.iter().map(unpack));
        self.values.clear();
        self.values.extend_from_slice(values);
        self.inputs.clear();
        self.inputs.extend_from_slice(inputs);
    }

    #[inline(always)]
    pub(crate) fn value(&self, arg: Arg) -> Cell {
        match arg {
            Arg::Constant(cell) => cell,
            Arg::Var(var) => self.values[var as usize],
            Arg::Void => Cell::NIL,
        }
    }

    /// Whether no two of the inputs that were unbound are the same variable, which
    /// cannot have two values.
    #[inline(always)]
    pub(crate) fn has_distinct_inputs(&self, unbound: u32) -> bool {
        unbound & unbound.wrapping_sub(1) == 0 || {
            let inputs = (0..).zip(&self.inputs);
            let open = || inputs.clone().filter(|(i, _)| unbound >> i & 1 == 1);
            open().all(|(i, cell)| open().all(|(j, other)| i == j || cell != other))
        }
    }

    /// Finds the first answer (from step 0) or the next (from the end); goes
    /// on behind a hard step when told that it holds.
    #[inline]
    pub(crate) fn search(&mut self, mode: &Mode, from: SearchFrom) -> Found {
        let steps = &*mode.steps;
        // Entering a step from the left opens it; from the right, it continues.
        let (mut at, mut opening) = match from {
            SearchFrom::Start => (0, true),
            SearchFrom::Retry => (mode.back[steps.len()], false),
            SearchFrom::After(step) => (step + 1, true),
            SearchFrom::Before(step) => (mode.back[step], false),
            SearchFrom::Paused(at) => (at, false),
        };
        loop {
            if opening {
                let Some(step) = steps.get(at) else {
                    return self.found();
                };
                if let Step::Facts(facts) = step {
                    self.cursors[at] = self.open(facts);
                }
            } else {
                if at == 0 {
                    return Found::Nothing;
                }
                if self.work >= PAUSE_AFTER {
                    return Found::Pause(SearchFrom::Paused(at));
                }
                at -= 1;
            }
            self.work += 1;
            let holds = match &steps[at] {
                Step::Facts(facts) => {
                    let (holds, next) = self.next_row(facts, self.cursors[at]);
                    self.cursors[at].0 = next;
                    holds
                }
                Step::Same {
                    left,
                    right,
                    wanted,
                } if opening => {
                    let (left, right) = (self.value(*left), self.value(*right));
                    if self.is_on_heap && !left.is_constant() && !right.is_constant() {
                        return Found::Hard(at);
                    }
                    (left == right) == *wanted
                }
                Step::Compare(op, left, right) if opening => {
                    match self.integer(left).zip(self.integer(right)) {
                        Some((left, right)) => op.holds(left, right),
                        None => return Found::Hard(at),
                    }
                }
                Step::Is { target, expression } if opening => {
                    let Some(value) = self.integer(expression).and_then(Cell::small_int) else {
                        return Found::Hard(at);
                    };
                    match *target {
                        Target::None => true,
                        Target::Known(known) => self.value(known) == value,
                        Target::New(var) => {
                            self.values[var as usize] = value;
                            true
                        }
                    }
                }
                Step::Absent(inner) if opening => match self.is_absent(inner) {
                    Some(holds) => holds,
                    None => return Found::Hard(at),
                },
                Step::Compare(..) | Step::Is { .. } | Step::Same { .. } | Step::Absent(_) => false,
            };
            at = if holds { at + 1 } else { mode.back[at] };
            opening = holds;
        }
    }

    /// The rows to examine for the variables' current values.
    #[inline(always)]
    fn open(&self, facts: &FactsStep) -> (u32, u32) {
        match (&facts.index, &*facts.key) {
            (None, _) => (0, (facts.rows.len() / facts.arity) as u32),
            (Some(index), [only]) => index.range(self.value(*only).bits()),
            (Some(index), several) => {
                index.range(joint_key(several.iter().map(|&arg| self.value(arg))))
            }
        }
    }

    /// Continues to the next row that agrees; returns whether there is one, and the
    /// row to continue with.
    #[inline(always)]
    fn next_row(&mut self, facts: &FactsStep, (mut next, end): (u32, u32)) -> (bool, u32) {
        if facts.is_decided {
            return (next < end, (next + 1).min(end));
        }
        while next < end {
            let row = &facts.rows[next as usize * facts.arity..][..facts.arity];
            next += 1;
            let agrees = facts
                .checks
                .iter()
                .all(|&(column, arg)| row[column as usize] == self.value(arg));
            if !agrees {
                continue;
            }
            for &(column, var) in &facts.binds {
                self.values[var as usize] = row[column as usize];
            }
            let repeats = &facts.repeats;
            if repeats
                .iter()
                .all(|&(column, var)| row[column as usize] == self.values[var as usize])
            {
                return (true, next);
            }
        }
        (false, end)
    }

    /// Whether the steps of a negation have no answer; none if that takes long or
    /// needs more than constants and small integers.
    fn is_absent(&mut self, inner: &Mode) -> Option<bool> {
        if let [Step::Facts(facts)] = &*inner.steps {
            let rows = self.open(facts);
            return Some(!self.next_row(facts, rows).0);
        }
        self.enter_negation(inner);
        let found = self.search(inner, SearchFrom::Start);
        self.leave_negation();
        match found {
            Found::Nothing => Some(true),
            Found::Answer | Found::LastAnswer => Some(false),
            Found::Hard(_) | Found::Pause(_) => None,
        }
    }

    /// From here on, searches are for the steps of a negation.
    pub(crate) fn enter_negation(&mut self, inner: &Mode) {
        std::mem::swap(&mut self.cursors, &mut self.inner);
        self.cursors.clear();
        self.cursors.resize(inner.steps.len(), (0, 0));
    }

    pub(crate) fn leave_negation(&mut self) {
        std::mem::swap(&mut self.cursors, &mut self.inner);
    }

    fn found(&self) -> Found {
        if self.cursors.iter().all(|(next, end)| next >= end) {
            Found::LastAnswer
        } else {
            Found::Answer
        }
    }
}

/// Where a search starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SearchFrom {
    Start,
    Retry,
    /// Behind a step that holds.
    After(usize),
    /// Before a step that does not.
    Before(usize),
    Paused(usize),
}
