//! The solver: one machine per thread, which runs queries against a shared program.
//!
//! It is a Warren machine. [`run`] executes instructions, [`choice`] holds the
//! choice points, [`frames`] the active clauses, and [`call`] calls predicates
//! of every kind. Nothing here recurses in Rust.

pub(crate) mod call;
pub(crate) mod choice;
mod collect;
pub(crate) mod constrained;
pub(crate) mod control;
pub(crate) mod dynamic;
pub(crate) mod frames;
pub(crate) mod garbage;
pub(crate) mod join;
pub(crate) mod journal;
mod member;
pub(crate) mod run;
pub(crate) mod spare;
pub(crate) mod store;
pub(crate) mod tabling;

use rustc_hash::FxHashMap;

use crate::builtins::globals::{BacktrackableGlobals, Bag};
use crate::cell::{Cell, Tag};
use crate::code::{Instr, REGISTERS};
use crate::constraints::Constraints;
use crate::error::{Ball, LimitReached, QueryError, Raise};
use crate::heap::{Flat, Heap};
use crate::join::JoinState;
use crate::limits::Limits;
use crate::machine::choice::{Alternative, Choices};
use crate::machine::frames::Frames;
use crate::machine::spare::Buffers;
use crate::machine::tabling::Tables;
use crate::operators::Operators;
use crate::program::Program;
use crate::query::{Query, QueryCode};
use crate::symbol::Symbol;
use crate::term::{Functor, Term, Var};

use std::sync::Arc;

/// Runs queries against one program.
pub struct Machine<'p> {
    program: &'p Program,
    /// The program's code, then the loaded query's.
    code: Arc<Vec<Instr>>,
    query: Option<Arc<QueryCode>>,
    pub(crate) heap: Heap,
    /// Heap cells below are constants of the program and the query.
    pub(crate) constants: usize,
    pub(crate) x: Registers,
    frames: Frames,
    pub(crate) choices: Choices<'p>,
    /// Where to continue when the current clause is proved.
    cp: usize,
    /// The number of choice points when the current predicate was called.
    pub(crate) level: usize,
    collected: Collected,
    join: JoinState,
    dynamic: dynamic::Preds,
    /// Dynamic predicates that the program does not declare, by name.
    created: FxHashMap<Functor, usize>,
    /// Copies of static predicates whose clauses were read, by name.
    readable: FxHashMap<Functor, usize>,
    /// A buffer for clauses that are added.
    asserted: Flat,
    tables: Tables,
    limits: Limits,
    /// Asked regularly whether to stop.
    stop: Option<StopSignal>,
    steps: u64,
    /// The step at which limits are checked next.
    check_at: u64,
    /// When unused cells are freed next.
    collection: garbage::Schedule,
    /// Bytes of the symbols that the query created, which are never freed.
    pub(crate) texts: usize,
    /// The variables of the query being run.
    answer: Vec<Cell>,
    /// Texts that `with_output_to/2` is collecting, innermost last.
    pub(crate) output: Vec<String>,
    /// What was written outside of `with_output_to/2`.
    pub(crate) transcript: String,
    /// Values of `nb_setval/2`.
    pub(crate) globals: FxHashMap<Symbol, Flat>,
    /// Values of `b_setval/2`.
    pub(crate) backtrackable: BacktrackableGlobals,
    /// Constraints on the query's variables.
    pub(crate) constraints: Constraints,
    /// The size of `globals`.
    pub(crate) global_cells: usize,
    /// Terms of the query that survive backtracking.
    pub(crate) bags: Vec<Bag>,
    /// Counters of the query that survive backtracking.
    pub(crate) counters: Vec<i64>,
    /// The operators, once `op/3` has changed the program's.
    operators: Option<Operators>,
    /// What `statistics/2` last gave for a key.
    pub(crate) last_time: FxHashMap<Symbol, i64>,
}

/// Argument and temporary registers; indices wrap, so that no check is needed.
pub(crate) struct Registers([Cell; REGISTERS]);

impl std::ops::Index<usize> for Registers {
    type Output = Cell;
    #[inline(always)]
    fn index(&self, i: usize) -> &Cell {
        &self.0[i & (REGISTERS - 1)]
    }
}

impl std::ops::IndexMut<usize> for Registers {
    #[inline(always)]
    fn index_mut(&mut self, i: usize) -> &mut Cell {
        &mut self.0[i & (REGISTERS - 1)]
    }
}

impl Registers {
    #[inline(always)]
    pub(crate) fn first(&self, count: usize) -> &[Cell] {
        &self.0[..count]
    }
}

/// Solutions being collected, innermost last, in one buffer.
#[derive(Default)]
struct Collected {
    flat: Flat,
    roots: Vec<usize>,
    /// The collections in progress.
    open: Vec<Open>,
}

/// A collection in progress.
#[derive(Clone, Copy)]
struct Open {
    /// Where it starts in the buffer.
    flat: usize,
    roots: usize,
    /// Answers that were counted and not collected.
    count: u64,
}

/// Says whether a query must stop.
type StopSignal = Box<dyn Fn() -> bool + Send>;

/// Addresses have 32 bits: no heap may pass four billion cells.
const MAX_MEMORY: usize = 24 << 30;
/// Bytes charged for a symbol besides its text.
const SYMBOL_OVERHEAD: usize = 32;
/// Cells that a step may allocate without a look at the memory in use.
const FEW_CELLS: usize = 64;
/// Steps between two checks of the limits.
const CHECK_EVERY: u64 = 1024;

impl<'p> Machine<'p> {
    /// A machine for a program, with the default limits.
    pub fn new(program: &'p Program) -> Machine<'p> {
        let Buffers { code, heap } = Buffers::of(program);
        Machine {
            program,
            code,
            query: None,
            constants: heap.len(),
            heap,
            x: Registers([Cell::NIL; REGISTERS]),
            frames: Frames::default(),
            choices: Choices::default(),
            cp: 0,
            level: 0,
            collected: Collected::default(),
            join: JoinState::default(),
            dynamic: dynamic::Preds::new(program.dynamic.len()),
            created: FxHashMap::default(),
            readable: FxHashMap::default(),
            asserted: Flat::default(),
            tables: Tables::default(),
            limits: Limits::default(),
            stop: None,
            steps: 0,
            check_at: 0,
            collection: garbage::Schedule::default(),
            texts: 0,
            answer: Vec::new(),
            output: Vec::new(),
            transcript: String::new(),
            globals: FxHashMap::default(),
            backtrackable: BacktrackableGlobals::default(),
            constraints: Constraints::default(),
            global_cells: 0,
            bags: Vec::new(),
            counters: Vec::new(),
            operators: None,
            last_time: FxHashMap::default(),
        }
    }

    /// Sets the limits of later queries.
    pub fn with_limits(mut self, limits: Limits) -> Machine<'p> {
        self.set_limits(limits);
        self
    }

    /// Sets the limits of later queries. Memory is at most 24 GiB: the
    /// machine's addresses have 32 bits.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
        self.limits.memory = limits.memory.min(MAX_MEMORY);
    }

    /// Ends queries with [`LimitReached::Stopped`] once `is_stopped` says so. It
    /// is called about every thousand steps.
    pub fn stop_when(&mut self, is_stopped: impl Fn() -> bool + Send + 'static) {
        self.stop = Some(Box::new(is_stopped));
    }

    /// The current limits.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Steps taken by the last query so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether the goal of a query has an answer.
    pub fn holds(&mut self, query: &Query, args: &[Term]) -> Result<bool, QueryError> {
        let entry = self.start(query, args);
        self.run(entry)
    }

    /// The answers to a query, found one at a time.
    pub fn solve<'m>(&'m mut self, query: &Query) -> Solutions<'m, 'p> {
        self.solve_with(query, &[])
    }

    /// The answers to a query whose first variables have these values.
    pub fn solve_with<'m>(&'m mut self, query: &Query, args: &[Term]) -> Solutions<'m, 'p> {
        let entry = self.start(query, args);
        Solutions {
            machine: self,
            next: Next::Start(entry),
        }
    }

    /// Removes the answers of tabled predicates that earlier queries computed.
    pub fn abolish_tables(&mut self) {
        self.tables = Tables::default();
    }

    /// What the last query has written since this was last asked.
    pub fn take_output(&mut self) -> String {
        std::mem::take(&mut self.transcript)
    }

    /// Whether some table is being filled.
    pub(crate) fn is_generating(&self) -> bool {
        self.tables.generators() > 0
    }

    /// Loads a query, binds its first variables and returns its address.
    fn start(&mut self, query: &Query, args: &[Term]) -> usize {
        let code = &query.code;
        let is_loaded = matches!(&self.query, Some(loaded) if Arc::ptr_eq(loaded, code));
        if !is_loaded {
            let own = Arc::make_mut(&mut self.code);
            own.truncate(self.program.unit.code.len());
            own.extend_from_slice(&code.unit.code);
            self.heap.truncate(self.program.constants.len());
            self.heap.extend(&code.constants);
            self.constants = self.heap.len();
            self.query = Some(code.clone());
        }
        self.heap.reset(self.constants);
        self.heap.effort.reset(self.limits.memory / 8);
        self.texts = 0;
        self.frames.clear();
        self.choices.clear();
        self.collected.clear();
        self.tables.forget_generators(0);
        self.steps = 0;
        self.check_at = self.limits.steps.min(self.collection.check_every());
        self.collection.start(self.heap.len(), self.limits.memory);
        self.answer.clear();
        self.output.clear();
        self.transcript.clear();
        self.counters.clear();
        let kept = self.bags.drain(..).flatten();
        self.global_cells -= kept.map(|term| term.len()).sum::<usize>();
        self.backtrackable.clear();
        self.constraints.clear();
        let mut variables: FxHashMap<Var, Cell> = FxHashMap::default();
        for i in 0..code.arity {
            let cell = match args.get(i) {
                Some(term) => self.heap.write(term, &mut |heap, var| {
                    *variables.entry(var).or_insert_with(|| heap.new_var())
                }),
                None => self.heap.new_var(),
            };
            self.x[i] = cell;
            self.answer.push(cell);
        }
        self.cp = HALT;
        self.level = 0;
        self.push_choice(0, Alternative::Stop);
        self.level = 1;
        code.entry as usize
    }

    /// Runs from an address until the goal is proved (true) or cannot be (false).
    fn run(&mut self, mut p: usize) -> Result<bool, QueryError> {
        loop {
            match self.execute(p) {
                Ok(proved) => {
                    self.check_effort()?;
                    return Ok(proved);
                }
                Err(raise) => p = self.unwind(raise)?,
            }
        }
    }

    /// Fails if a result was computed from terms that were too large to traverse.
    fn check_effort(&self) -> Result<(), LimitReached> {
        if self.heap.effort.is_exhausted() {
            return Err(self.memory_reached());
        }
        Ok(())
    }

    fn check_limits(&mut self) -> Result<(), Raise> {
        self.check_effort()?;
        self.steps += self.heap.effort.take_steps();
        if self.steps > self.limits.steps {
            return Err(LimitReached::Steps(self.limits.steps).into());
        }
        if self.stop.as_ref().is_some_and(|is_stopped| is_stopped()) {
            return Err(LimitReached::Stopped.into());
        }
        self.check_at =
            (self.steps + self.collection.check_every()).min(self.limits.steps.saturating_add(1));
        if self.heap.is_watching() {
            // Every call wakes the constraints.
            self.check_at = self.steps;
        }
        self.check_memory(0)
    }

    /// [`Machine::check_memory`] for cells on the heap. A few need no look at all
    /// memory, which is checked every [`CHECK_EVERY`] steps.
    #[inline(always)]
    pub(crate) fn check_room(&mut self, more_cells: usize) -> Result<(), Raise> {
        if more_cells < FEW_CELLS {
            return Ok(());
        }
        self.check_memory(more_cells)
    }

    /// Fails if `more_cells` further cells would exceed the memory limit.
    pub(crate) fn check_memory(&mut self, more_cells: usize) -> Result<(), Raise> {
        let bytes = more_cells.saturating_mul(8);
        let bytes = bytes.saturating_add(self.bytes());
        if bytes > self.limits.memory {
            return Err(LimitReached::Memory(self.limits.memory).into());
        }
        if self.collection.is_due(self.heap.used() + more_cells) {
            // The next call frees unused cells.
            self.check_at = self.steps;
        }
        Ok(())
    }

    /// Bytes in use.
    fn bytes(&self) -> usize {
        8 * (self.heap.len() + self.collected.flat.len())
            + 4 * self.heap.trail_len()
            + self.texts
            + self.frames.bytes()
            + self.choices.bytes()
            + self.tables.bytes()
            + self.dynamic.bytes()
            + self.backtrackable.bytes()
            + self.constraints.bytes()
            + 8 * (self.global_cells + self.counters.len())
    }

    /// The operators that terms are read and written with.
    pub(crate) fn operators(&self) -> &Operators {
        let own = self.operators.as_ref();
        own.unwrap_or_else(|| self.program.operators())
    }

    /// The same, to be changed: the program keeps its own.
    pub(crate) fn operators_mut(&mut self) -> &mut Operators {
        let program = self.program;
        self.operators
            .get_or_insert_with(|| program.operators().clone())
    }

    /// Sets a global variable that survives backtracking.
    pub(crate) fn set_global(&mut self, key: Symbol, value: Flat) {
        self.global_cells += value.len();
        if let Some(old) = self.globals.insert(key, value) {
            self.global_cells -= old.len();
        }
    }

    /// A text as a symbol. Symbols are never freed, so new ones count towards the
    /// memory limit.
    pub(crate) fn new_symbol(&mut self, text: &str) -> Result<Symbol, Raise> {
        if let [byte] = text.as_bytes() {
            return Ok(Symbol::of_char(*byte as char));
        }
        if let Some(known) = Symbol::find(text) {
            return Ok(known);
        }
        self.texts = self.texts.saturating_add(text.len() + SYMBOL_OVERHEAD);
        if self.texts > self.limits.memory / 2 {
            return Err(self.memory_reached().into());
        }
        Ok(Symbol::add(text))
    }

    /// Cells that may still be allocated.
    pub(crate) fn room(&self) -> usize {
        (self.limits.memory / 8).saturating_sub(self.heap.len())
    }

    pub(crate) fn memory_limit(&self) -> usize {
        self.limits.memory
    }

    fn depth_reached(&self) -> Raise {
        LimitReached::Depth(self.limits.depth).into()
    }

    // Exceptions.

    /// The address of the innermost handler that catches the exception, or the
    /// error of the query.
    fn unwind(&mut self, raise: Raise) -> Result<usize, QueryError> {
        let ball = match raise {
            Raise::Limit(limit) => return Err(limit.into()),
            Raise::Ball(ball) => self.ball_term(ball),
        };
        let mut flat = Flat::default();
        let root = self
            .heap
            .flatten(ball, self.constants, &mut flat, self.room())
            .map_err(|_| LimitReached::Memory(self.limits.memory))?;
        // Callers are below callees: from the innermost outwards, addresses descend.
        let active = self.frames.chain();
        let is_active = |frame: usize| {
            let found = active.binary_search_by(|other| frame.cmp(other));
            found.is_ok()
        };
        while let Some(choice) = self.choices.last() {
            let catch = match choice.alternative {
                Alternative::Catch {
                    recovery,
                    collections,
                    generators,
                } if is_active(choice.frame()) => Some((recovery, collections, generators)),
                _ => None,
            };
            self.restore_choice();
            self.pop_choice();
            let Some((recovery, collections, generators)) = catch else {
                continue;
            };
            self.collected.truncate(collections);
            let base = self.heap.restore(flat.cells());
            let ball = self.heap.at(base + root);
            let catcher = self.frames.slot(control::CATCHER);
            let mark = self.heap.trail_len();
            self.heap.set_boundary(self.heap.len());
            let caught = self.heap.unify(catcher, ball);
            if caught {
                self.sync_boundary();
                self.tables.forget_generators(generators);
                return Ok(recovery as usize);
            }
            self.heap.undo_to(mark);
            self.sync_boundary();
        }
        let mut names = FxHashMap::default();
        let base = self.heap.restore(flat.cells());
        let ball = self.heap.read(self.heap.at(base + root), &mut names);
        self.check_effort()?;
        Err(QueryError::Thrown(ball))
    }

    /// The thrown term of an error, in its standard form.
    fn ball_term(&mut self, ball: Ball) -> Cell {
        let atom = |text: &str| Cell::atom(Symbol::new(text));
        let indicator = |machine: &mut Machine<'_>, functor: Cell| {
            let arity = machine.heap.new_int(functor.arity() as i64);
            let args = [Cell::atom(functor.symbol()), arity];
            machine
                .heap
                .new_structure(Cell::functor(crate::sym::SLASH, 2), &args)
        };
        let formal = |machine: &mut Machine<'_>, name: &str, args: &[Cell]| {
            machine
                .heap
                .new_structure(Cell::functor(Symbol::new(name), args.len()), args)
        };
        let formal = match ball {
            Ball::Term(cell) => return cell,
            Ball::Instantiation => atom("instantiation_error"),
            Ball::Type(expected, culprit) => formal(self, "type_error", &[atom(expected), culprit]),
            Ball::NotInteger(value) => {
                let culprit = self.heap.new_float(value);
                formal(self, "type_error", &[atom("integer"), culprit])
            }
            Ball::Domain(expected, culprit) => {
                formal(self, "domain_error", &[atom(expected), culprit])
            }
            Ball::Evaluation(what) => formal(self, "evaluation_error", &[atom(what)]),
            Ball::Syntax(what) => formal(self, "syntax_error", &[atom(what)]),
            Ball::Representation(what) => formal(self, "representation_error", &[atom(what)]),
            Ball::Permission(action, kind, culprit) => {
                let culprit = match culprit.tag() {
                    Tag::Functor => indicator(self, culprit),
                    _ => culprit,
                };
                formal(
                    self,
                    "permission_error",
                    &[atom(action), atom(kind), culprit],
                )
            }
            Ball::Format(what) => formal(self, "format", &[atom(what)]),
            Ball::NoArgument(number, term) => {
                formal(self, "existence_error", &[atom("argument"), number, term])
            }
            Ball::NoVariable(name) => formal(self, "existence_error", &[atom("variable"), name]),
            Ball::Unknown(functor) => {
                let culprit = indicator(self, functor);
                formal(self, "existence_error", &[atom("procedure"), culprit])
            }
            Ball::NotEvaluable(functor) => {
                let culprit = indicator(self, functor);
                formal(self, "type_error", &[atom("evaluable"), culprit])
            }
            Ball::NotStratified(functor) => {
                let culprit = indicator(self, functor);
                formal(self, "stratification_error", &[culprit])
            }
        };
        let context = self.heap.new_var();
        let error = Cell::functor(crate::sym::ERROR, 2);
        self.heap.new_structure(error, &[formal, context])
    }
}

/// Where every query's goal returns to.
pub(crate) const HALT: usize = 1;
/// Where the clauses of tabled predicates return to.
pub(crate) const NEW_ANSWER: usize = 2;

impl Collected {
    fn clear(&mut self) {
        self.truncate(0);
    }

    fn begin(&mut self) {
        self.open.push(Open {
            flat: self.flat.len(),
            roots: self.roots.len(),
            count: 0,
        });
    }

    fn end(&mut self) -> Open {
        self.open.pop().expect("a collection is in progress")
    }

    /// Ends the innermost collection and forgets what it has.
    fn drop_last(&mut self) {
        self.truncate(self.open.len().saturating_sub(1));
    }

    /// Adds a term of one cell that points to constants at most.
    fn add(&mut self, cell: Cell) {
        let root = self.flat.push(cell);
        self.roots.push(root);
    }

    /// Adds a structure with such arguments.
    fn add_structure(&mut self, functor: Cell, args: impl Iterator<Item = Cell>) {
        let root = self.flat.push_structure(functor, args);
        self.roots.push(root);
    }

    /// Counts an answer of the innermost collection.
    fn count(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.count += 1;
        }
    }

    fn end_count(&mut self) -> u64 {
        self.end().count
    }

    /// Leaves only the outermost collections.
    fn truncate(&mut self, count: usize) {
        if let Some(&Open { flat, roots, .. }) = self.open.get(count) {
            self.flat.truncate(flat);
            self.roots.truncate(roots);
            self.open.truncate(count);
        }
    }
}

/// The answers to a query.
pub struct Solutions<'m, 'p> {
    machine: &'m mut Machine<'p>,
    next: Next,
}

enum Next {
    Start(usize),
    Retry,
    Done,
}

/// One answer: a term for every variable of the query, numbered as in the query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The values of the query's variables, in order. Variables that remain
    /// unbound are numbered from 0.
    pub values: Vec<Term>,
}

impl Solutions<'_, '_> {
    /// Steps taken so far.
    pub fn steps(&self) -> u64 {
        self.machine.steps
    }

    /// What was written since this was last asked.
    pub fn take_output(&mut self) -> String {
        self.machine.take_output()
    }

    /// Whether it is known that there are no more answers.
    pub fn is_finished(&self) -> bool {
        matches!(self.next, Next::Done)
    }
}

impl Iterator for Solutions<'_, '_> {
    type Item = Result<Answer, QueryError>;

    fn next(&mut self) -> Option<Self::Item> {
        let at = match self.next {
            Next::Done => return None,
            Next::Start(entry) => entry,
            // Address 0 fails, which goes back to the newest choice point.
            Next::Retry => 0,
        };
        match self.machine.run(at) {
            Ok(true) => {
                self.next = if self.machine.choices.len() > 1 {
                    Next::Retry
                } else {
                    Next::Done
                };
                let answer = self.machine.read_answer();
                if answer.is_err() {
                    self.next = Next::Done;
                }
                Some(answer)
            }
            Ok(false) => {
                self.next = Next::Done;
                None
            }
            Err(error) => {
                self.next = Next::Done;
                Some(Err(error))
            }
        }
    }
}

impl Machine<'_> {
    fn read_answer(&self) -> Result<Answer, QueryError> {
        let mut names: FxHashMap<usize, Var> = FxHashMap::default();
        let values = self
            .answer
            .iter()
            .map(|&cell| self.heap.read(cell, &mut names))
            .collect();
        self.check_effort()?;
        Ok(Answer { values })
    }
}
