//! The instructions of one clause: its head, its calls, and where its variables
//! are. Terms, control constructs and arithmetic have files of their own.

mod control;
mod expressions;
mod terms;

use rustc_hash::FxHashMap;

use crate::builtins::{self, Inline};
use crate::code::{Address, BACKTRACK, Instr, Live, MAX_SLOTS, Moves, Operand, Place, REGISTERS};
use crate::compile::CompileError;
use crate::compile::analysis::Analysis;
use crate::compile::goal::Goal;
use crate::compile::join::{self, Collected};
use crate::compile::unit::{Linker, Unit};
use crate::symbol::sym;
use crate::term::{Term, Var};

/// Emits the code of a clause and returns its address.
pub(crate) fn compile_clause(
    head: &Term,
    body: &Goal,
    unit: &mut Unit,
    linker: &mut impl Linker,
) -> Result<Address, CompileError> {
    let analysis = Analysis::new(head, body);
    if analysis.vars.values().filter(|v| v.is_permanent).count() > MAX_SLOTS {
        return Err(CompileError::TooManyVariables);
    }
    let entry = unit.here();
    let mut writer = ClauseWriter::new(analysis, unit, linker);
    if writer.analysis.has_many_variables() {
        writer.need_frame();
    }
    writer.head(head, body);
    writer.goal(body, Position::Last, Cuts::Clause)?;
    writer.finish(entry)?;
    Ok(entry)
}

/// Whether a goal is the last of its clause.
#[derive(Clone, Copy, PartialEq)]
enum Position {
    Inner,
    Last,
}

/// Whose choice points a cut removes: the clause's, or those since a mark.
#[derive(Clone, Copy)]
enum Cuts {
    Clause,
    Mark(u16),
}

/// What is known at a point of the code; each branch starts from a copy.
#[derive(Clone)]
struct State {
    /// The variables that have a value, and where.
    places: FxHashMap<Var, Place>,
    next_register: usize,
    /// The frame was allocated: variables that need a slot are in theirs.
    has_frame: bool,
    /// No call was made yet: the choice points to cut to are in a register.
    is_neck: bool,
}

/// Values that all calls of a clause together may keep for later goals.
const MAX_KEPT: usize = 1 << 22;

struct ClauseWriter<'a, L> {
    unit: &'a mut Unit,
    linker: &'a mut L,
    analysis: Analysis,
    slots: FxHashMap<Var, u16>,
    next_slot: usize,
    /// Values kept over the calls so far.
    kept: usize,
    /// What is collected of the answers to the next goal written.
    collected: Option<Collected>,
    level: Option<u16>,
    state: State,
    /// Leaves written so far, counted as the analysis counts them.
    position: usize,
    /// How many negations, conditions and collections are open.
    opaque: usize,
    marks: Vec<u16>,
    /// Where frames are allocated, at most one on each way through the clause.
    allocations: Vec<Address>,
    overflow: bool,
}

impl<'a, L: Linker> ClauseWriter<'a, L> {
    fn new(analysis: Analysis, unit: &'a mut Unit, linker: &'a mut L) -> Self {
        let mut permanent: Vec<Var> = analysis
            .vars
            .iter()
            .filter(|(_, seen)| seen.is_permanent)
            .map(|(var, _)| *var)
            .collect();
        permanent.sort_unstable();
        let mut next_slot = permanent.len();
        let level = analysis.has_deep_cut.then(|| {
            next_slot += 1;
            (next_slot - 1) as u16
        });
        let slots = permanent
            .into_iter()
            .enumerate()
            .map(|(slot, var)| (var, slot.min(MAX_SLOTS) as u16))
            .collect();
        let state = State {
            places: FxHashMap::default(),
            next_register: analysis.max_args,
            has_frame: false,
            is_neck: true,
        };
        ClauseWriter {
            unit,
            linker,
            analysis,
            slots,
            next_slot,
            kept: 0,
            collected: None,
            level,
            state,
            position: 0,
            opaque: 0,
            marks: level.into_iter().collect(),
            allocations: Vec::new(),
            overflow: false,
        }
    }

    /// Allocates the frame, if that has not happened. It happens as late as
    /// possible: a head or a guard that fails, and a branch without calls, need none.
    fn need_frame(&mut self) {
        if self.state.has_frame {
            return;
        }
        self.state.has_frame = true;
        let allocation = self.unit.emit(Instr::Allocate {
            slots: 0,
            saves: Moves::NONE,
        });
        self.allocations.push(allocation);
        let in_registers = self.slots.iter().filter_map(|(var, slot)| {
            let from = self.state.places.get(var)?;
            Some((*slot, *var, *from))
        });
        let mut saved: Vec<(u16, Var, Place)> = in_registers.collect();
        saved.sort_unstable_by_key(|(slot, ..)| *slot);
        for (slot, var, from) in saved {
            let to = Place::slot(slot);
            self.unit.emit(Instr::Move { to, from });
            self.state.places.insert(var, to);
        }
        if let Some(slot) = self.level {
            self.unit.emit(Instr::SaveLevel { slot });
        }
    }

    fn finish(self, entry: Address) -> Result<(), CompileError> {
        let too_large = if self.overflow || self.next_slot > MAX_SLOTS {
            Some(CompileError::TooManyVariables)
        } else if self.kept > MAX_KEPT {
            Some(CompileError::TooMuchKept)
        } else {
            None
        };
        if let Some(error) = too_large {
            self.unit.truncate(entry);
            return Err(error);
        }
        for at in self.allocations {
            let instr = &mut self.unit.code[at as usize - self.unit.base.code];
            if let Instr::Allocate { slots, .. } = instr {
                *slots = self.next_slot as u16;
            }
        }
        Ok(())
    }

    fn new_slot(&mut self) -> u16 {
        self.next_slot += 1;
        (self.next_slot - 1).min(MAX_SLOTS) as u16
    }

    fn new_register(&mut self) -> Place {
        self.overflow |= self.state.next_register >= REGISTERS;
        let number = self.state.next_register.min(REGISTERS - 1);
        self.state.next_register += 1;
        Place::register(number as u16)
    }

    fn place(&self, var: Var) -> Option<Place> {
        self.state.places.get(&var).copied()
    }

    fn is_void(&self, var: Var) -> bool {
        self.analysis.vars[&var].count == 1
    }

    /// Where a variable that has no value yet will be: its slot, or a register.
    fn give_place(&mut self, var: Var, wanted: Option<Place>) -> Place {
        let place = match self.slots.get(&var) {
            Some(&slot) if self.state.has_frame => Place::slot(slot),
            _ => wanted.unwrap_or_else(|| self.new_register()),
        };
        self.state.places.insert(var, place);
        place
    }

    /// The variable's place, with a new variable in it if it had no value yet.
    fn initialised(&mut self, var: Var) -> Place {
        if let Some(place) = self.place(var) {
            return place;
        }
        let to = self.give_place(var, None);
        self.unit.emit(Instr::PutVar { to });
        to
    }

    fn initialise_all<'t>(&mut self, terms: impl IntoIterator<Item = &'t Term>) {
        for term in terms {
            for var in term.variables() {
                self.initialised(var);
            }
        }
    }

    /// After a call only the frame is left.
    fn forget_registers(&mut self) {
        // Variables that no later goal names are not needed either.
        let (vars, position) = (&self.analysis.vars, self.position);
        self.state
            .places
            .retain(|var, place| place.is_slot() && vars[var].last >= position);
        self.state.next_register = self.analysis.max_args;
        self.state.is_neck = false;
    }

    /// Registers above those still needed are free again.
    fn recycle_registers(&mut self) {
        let needed = self.state.places.iter().filter(|(var, place)| {
            !place.is_slot() && self.analysis.vars[*var].last >= self.position
        });
        let next = needed.map(|(_, place)| place.number() + 1).max();
        self.state.next_register = next.unwrap_or(0).max(self.analysis.max_args);
    }

    fn head(&mut self, head: &Term, body: &Goal) {
        let args = head.args();
        for (i, arg) in args.iter().enumerate() {
            let Term::Var(var) = arg else { continue };
            if self.place(*var).is_some() || self.is_void(*var) {
                continue;
            }
            let from = Place::register(i as u16);
            let to = self.give_place(*var, Some(from));
            if to != from {
                self.unit.emit(Instr::Move { to, from });
            }
        }
        let preferred = preferences(body);
        let mut later = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            let at = Place::register(i as u16);
            match arg {
                Term::Var(var) => {
                    if let Some(other) = self.place(*var)
                        && other != at
                        && !self.came_from(args, *var, i)
                    {
                        self.unit.emit(Instr::GetValue { at, other });
                    }
                }
                _ if arg.is_ground() => self.get_ground(at, arg),
                _ => later.push((at, arg)),
            }
        }
        let mut busy: Vec<bool> = args.iter().map(|arg| !arg.is_ground()).collect();
        for (at, arg) in later {
            busy[at.number()] = false;
            self.get_or_build(at, arg, &preferred, &busy);
        }
    }

    /// Whether head argument `i` is the one the variable took its value from.
    fn came_from(&self, args: &[Term], var: Var, i: usize) -> bool {
        args.iter()
            .position(|arg| matches!(arg, Term::Var(v) if *v == var))
            == Some(i)
    }

    fn goal(&mut self, goal: &Goal, position: Position, cuts: Cuts) -> Result<(), CompileError> {
        if !self.state.is_neck || self.state.next_register > REGISTERS / 2 {
            self.recycle_registers();
        }
        let collected = self.collected.take();
        match goal {
            Goal::Call(_) if collected.is_some() => {
                let goals = std::slice::from_ref(goal);
                return self.conjunction(goals, position, cuts, collected);
            }
            Goal::Call(term) => {
                self.call(term, position);
                return Ok(());
            }
            Goal::And(goals) if !goals.is_empty() => {
                return self.conjunction(goals, position, cuts, collected);
            }
            Goal::Or(branches) => return self.disjunction(goal, branches, position, cuts),
            Goal::If(cond, then, otherwise) if cond.is_condition() || cond.is_negated_test() => {
                return self.if_test(goal, [cond, then, otherwise], position, cuts);
            }
            Goal::If(cond, then, otherwise) | Goal::SoftIf(cond, then, otherwise) => {
                return self.if_goal(goal, [cond, then, otherwise], position, cuts);
            }
            Goal::Opaque(inner) => {
                let cuts = self.mark_for_cuts(inner);
                self.collected = collected;
                return self.goal(inner, position, cuts);
            }
            Goal::Not(inner) if inner.is_condition() => self.negated_test(inner)?,
            Goal::Not(inner) => self.negation(goal, inner)?,
            Goal::Collect { .. } => self.collect(goal)?,
            Goal::And(_) => {}
            Goal::Builtin(id, args) => {
                self.builtin(*id, args);
                self.position += 1;
            }
            Goal::Unify(a, b) | Goal::Match(a, b) => {
                self.unify(a, b);
                self.position += 1;
            }
            Goal::Arg(args) => {
                self.arg(args);
                self.position += 1;
            }
            Goal::Compare(..) => {
                self.test(goal, &mut Vec::new());
            }
            Goal::Is(result, expression) => {
                self.is(result, expression);
                self.position += 1;
            }
            Goal::Cut => {
                self.cut(cuts);
                self.position += 1;
            }
            Goal::Fail => {
                self.unit.emit(Instr::Fail);
                self.position += 1;
                return Ok(());
            }
        }
        if position == Position::Last {
            self.leave();
            self.unit.emit(Instr::Proceed);
        }
        Ok(())
    }

    fn conjunction(
        &mut self,
        goals: &[Goal],
        position: Position,
        cuts: Cuts,
        collected: Option<Collected>,
    ) -> Result<(), CompileError> {
        let mut rest = goals;
        while !rest.is_empty() {
            let collected = collected.as_ref();
            let collected =
                collected.filter(|c| self.run_length(rest, 1) == rest.len() && c.fits(rest));
            if collected.is_some() {
                return self.join(rest, position, cuts, collected);
            }
            let length = self.run_length(rest, 2).max(1);
            let (run, after) = rest.split_at(length);
            let position = if after.is_empty() {
                position
            } else {
                Position::Inner
            };
            if length > 1 {
                self.join(run, position, cuts, None)?;
            } else {
                self.goal(&run[0], position, cuts)?;
            }
            rest = after;
        }
        Ok(())
    }

    /// The length of the run of at least so many calls of fact tables that starts a
    /// list of goals.
    fn run_length(&self, goals: &[Goal], least_calls: usize) -> usize {
        if !self.analysis.needs_frame {
            return 0;
        }
        let vars = &self.analysis.vars;
        let occurrences = |var: Var| vars[&var].count;
        let known = &self.state.places;
        join::run_length(goals, least_calls, self.linker, known, occurrences)
    }

    /// A run of calls of fact tables: a plan that answers them at once, then
    /// the ordinary code for what the plan cannot do.
    fn join(
        &mut self,
        run: &[Goal],
        position: Position,
        cuts: Cuts,
        collected: Option<&Collected>,
    ) -> Result<(), CompileError> {
        self.need_frame();
        let end = self.position + run.iter().map(Goal::leaves).sum::<usize>();
        let (vars, slots) = (&self.analysis.vars, &self.slots);
        let needed = |var: Var| {
            let is_needed = vars[&var].last >= end;
            is_needed.then(|| Place::slot(slots[&var]))
        };
        let known = &self.state.places;
        let is_void = |var: Var| vars[&var].count == 1;
        let plan = join::plan(
            run,
            self.unit,
            self.linker,
            known,
            needed,
            is_void,
            collected,
        );
        let plan = self.unit.join(plan);
        let at = self.unit.emit(Instr::Join {
            plan,
            otherwise: BACKTRACK,
        });
        self.resumes_here(end);
        let done = match position {
            Position::Last => {
                self.leave();
                self.unit.emit(Instr::Proceed);
                None
            }
            Position::Inner => Some(self.unit.emit(Instr::Jump { to: BACKTRACK })),
        };
        self.patch_here(&[at]);
        for (i, goal) in run.iter().enumerate() {
            let is_last = i + 1 == run.len();
            self.goal(goal, if is_last { position } else { Position::Inner }, cuts)?;
        }
        if let Some(done) = done {
            self.patch_here(&[done]);
        }
        Ok(())
    }

    fn leave(&mut self) {
        if self.state.has_frame {
            self.unit.emit(Instr::Deallocate);
        }
    }

    fn call(&mut self, term: &Term, position: Position) {
        let functor = term.functor().expect("a call is callable");
        let args = term.args();
        if position == Position::Inner {
            self.need_frame();
        }
        for (i, arg) in args.iter().enumerate() {
            let to = Place::register(i as u16);
            self.vacate(to, arg, &args[i + 1..]);
            self.put(arg, Some(to));
        }
        self.position += 1;
        let pred = self.linker.pred(functor);
        if position == Position::Last {
            self.leave();
            self.unit.emit(Instr::Execute {
                shifts: Moves::NONE,
                pred,
            });
            return;
        }
        let live = self.live();
        self.unit.emit(Instr::Call {
            loads: Moves::NONE,
            pred,
            live,
        });
        self.forget_registers();
    }

    /// Moves a variable out of an argument register that is about to be loaded,
    /// if this or a later argument needs it.
    fn vacate(&mut self, register: Place, arg: &Term, later: &[Term]) {
        let Some(var) = self
            .state
            .places
            .iter()
            .find(|(_, place)| **place == register)
            .map(|(var, _)| *var)
        else {
            return;
        };
        if matches!(arg, Term::Var(v) if *v == var) {
            return;
        }
        let is_needed = std::iter::once(arg).chain(later).any(|term| {
            term.subterms()
                .any(|t| matches!(t, Term::Var(v) if *v == var))
        });
        if is_needed {
            let to = self.new_register();
            self.unit.emit(Instr::Move { to, from: register });
            self.state.places.insert(var, to);
        } else {
            self.state.places.remove(&var);
        }
    }

    fn live(&mut self) -> u32 {
        let live = self.live_from(self.position);
        if self.kept > MAX_KEPT {
            return 0;
        }
        self.unit.live(live)
    }

    /// Records that backtracking continues here, with the goal at `position`.
    fn resumes_here(&mut self, position: usize) {
        let live = self.live_from(position);
        if self.kept <= MAX_KEPT {
            self.unit.resumes_here(live);
        }
    }

    /// The slots that the goals from `position` on need.
    fn live_from(&mut self, position: usize) -> Live {
        let is_live = |var: &Var| self.analysis.vars[var].last >= position;
        let mut values: Vec<u16> = self
            .state
            .places
            .iter()
            .filter(|(var, place)| place.is_slot() && is_live(var))
            .map(|(_, place)| place.number() as u16)
            .collect();
        values.sort_unstable();
        self.kept += values.len();
        Live {
            values: values.into(),
            levels: self.marks.clone().into(),
            opaque: self.opaque > 0,
            registers: Box::default(),
        }
    }

    /// Loads new registers with terms and returns the number of the first.
    fn load(&mut self, args: &[Term]) -> u16 {
        let places: Vec<Place> = args.iter().map(|_| self.new_register()).collect();
        let base = places.first().map_or(0, |place| place.number() as u16);
        for (arg, place) in args.iter().zip(places) {
            self.put(arg, Some(place));
        }
        base
    }

    /// `arg/3` within the clause. If it has several answers, the registers that
    /// later goals need are saved.
    fn arg(&mut self, args: &[Term]) {
        let fetch = self.fetch_arg(args);
        let base = self.load(args);
        let mut live = self.live_from(self.position + 1);
        let needed = self.state.places.iter().filter(|(var, place)| {
            !place.is_slot() && self.analysis.vars[*var].last > self.position
        });
        let mut registers: Vec<u16> = needed.map(|(_, place)| place.number() as u16).collect();
        registers.extend((0..3).map(|i| base + i));
        registers.sort_unstable();
        registers.dedup();
        self.kept += registers.len();
        live.registers = registers.into();
        let live = if self.kept > MAX_KEPT {
            0
        } else {
            self.unit.live(live)
        };
        let has_frame = self.state.has_frame;
        self.unit.emit(Instr::Arg {
            base,
            has_frame,
            live,
        });
        self.patch_here(fetch.as_slice());
    }

    /// Returns the address of the instruction that may fail.
    fn builtin(&mut self, id: u16, args: &[Term]) -> Address {
        let builtin = builtins::get(id);
        let fetch = match (builtin.inline, args) {
            (Inline::Kind(kind), [Term::Var(var)]) if self.place(*var).is_some() => {
                let at = self.initialised(*var);
                return self.unit.emit(Instr::IsKind {
                    kind,
                    at,
                    otherwise: BACKTRACK,
                });
            }
            (Inline::Same(wanted), [left, right]) => {
                let [left, right] = [left, right].map(|term| self.put(term, None));
                return self.unit.emit(Instr::IsSame {
                    wanted,
                    left,
                    right,
                    otherwise: BACKTRACK,
                });
            }
            (Inline::Arg, args) => self.fetch_arg(args),
            (Inline::Functor, args) => self.fetch_functor(args),
            _ => None,
        };
        let base = self.load(args);
        let at = self.unit.emit(Instr::Builtin {
            base,
            otherwise: BACKTRACK,
            run: builtin.run,
        });
        self.patch_here(fetch.as_slice());
        at
    }

    /// The quick way of `arg/3` where the argument goes to a new variable.
    fn fetch_arg(&mut self, args: &[Term]) -> Option<Address> {
        let [number, Term::Var(term), Term::Var(result)] = args else {
            return None;
        };
        let number = match number {
            Term::Var(var) => Operand::at(self.place(*var)?),
            Term::Integer(value) => Operand::small(*value)?,
            _ => return None,
        };
        let term = self.place(*term)?;
        if self.place(*result).is_some() {
            return None;
        }
        let to = self.give_place(*result, None);
        let next = BACKTRACK;
        let fetch = self.unit.emit(Instr::FetchArg {
            term,
            to,
            number,
            next,
        });
        self.unit.emit(Instr::PutVar { to });
        Some(fetch)
    }

    /// The quick way of `functor/3` where name and arity go to new variables.
    fn fetch_functor(&mut self, args: &[Term]) -> Option<Address> {
        let [Term::Var(term), Term::Var(name), Term::Var(arity)] = args else {
            return None;
        };
        let term = self.place(*term)?;
        if name == arity || self.place(*name).is_some() || self.place(*arity).is_some() {
            return None;
        }
        let [name, arity] = [*name, *arity].map(|var| self.give_place(var, None));
        let next = BACKTRACK;
        let fetch = self.unit.emit(Instr::FetchFunctor {
            term,
            name,
            arity,
            next,
        });
        self.unit.emit(Instr::PutVar { to: name });
        self.unit.emit(Instr::PutVar { to: arity });
        Some(fetch)
    }
}

/// The best argument registers for variables of the head: those in which the
/// first call expects them.
fn preferences(body: &Goal) -> FxHashMap<Var, u16> {
    let goals = match body {
        Goal::And(goals) => goals.as_slice(),
        goal => std::slice::from_ref(goal),
    };
    let first = goals.iter().find(|goal| {
        !matches!(
            goal,
            Goal::Builtin(..)
                | Goal::Arg(..)
                | Goal::Unify(..)
                | Goal::Match(..)
                | Goal::Compare(..)
                | Goal::Is(..)
                | Goal::Cut
        )
    });
    let Some(Goal::Call(term)) = first else {
        return FxHashMap::default();
    };
    let vars = term.args().iter().zip(0..);
    vars.filter_map(|(arg, i)| match arg {
        Term::Var(var) => Some((*var, i)),
        _ => None,
    })
    .collect()
}

/// The head and body of a clause.
pub(crate) fn head_and_body(clause: &Term) -> (Term, Term) {
    let clause = unqualified(clause);
    match clause.as_compound(sym::NECK, 2) {
        Some([head, body]) => (unqualified(head).clone(), body.clone()),
        _ => (clause.clone(), Term::Atom(sym::TRUE)),
    }
}

/// A clause or head without the module before it: there is only one.
fn unqualified(mut term: &Term) -> &Term {
    while let Some([Term::Atom(_), inner]) = term.as_compound(":".into(), 2) {
        term = inner;
    }
    term
}
