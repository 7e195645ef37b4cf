//! The instructions of one clause.

use rustc_hash::FxHashMap;

use crate::arithmetic::Function;
use crate::builtins;
use crate::cell::Cell;
use crate::code::{
    Address, BACKTRACK, Instr, Live, MAX_SLOTS, Operand, Place, REGISTERS, Template,
};
use crate::compile::CompileError;
use crate::compile::analysis::Analysis;
use crate::compile::goal::Goal;
use crate::compile::join;
use crate::compile::unit::{Linker, Unit};
use crate::symbol::sym;
use crate::term::{Term, Var};

/// Terms with more compounds than this are built from a template.
const MAX_COMPOUNDS: usize = 60;
/// Arithmetic nested deeper than this is evaluated as a term.
const MAX_EXPRESSION_DEPTH: usize = 30;

/// Writes the code of a clause and gives its address.
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
    writer.prologue();
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

/// What is known at a point of the code; branches start from copies of it.
#[derive(Clone)]
struct State {
    /// The variables that have a value, and where.
    places: FxHashMap<Var, Place>,
    next_register: usize,
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
    level: Option<u16>,
    state: State,
    /// Leaves written so far, counted as the analysis counts them.
    position: usize,
    /// How many negations, conditions and collections are open.
    opaque: usize,
    marks: Vec<u16>,
    allocate: Option<Address>,
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
        let next_slot = permanent.len();
        let slots = permanent
            .into_iter()
            .enumerate()
            .map(|(slot, var)| (var, slot.min(MAX_SLOTS) as u16))
            .collect();
        let state = State {
            places: FxHashMap::default(),
            next_register: analysis.max_args,
            is_neck: true,
        };
        ClauseWriter {
            unit,
            linker,
            analysis,
            slots,
            next_slot,
            kept: 0,
            level: None,
            state,
            position: 0,
            opaque: 0,
            marks: Vec::new(),
            allocate: None,
            overflow: false,
        }
    }

    fn prologue(&mut self) {
        if self.analysis.needs_frame {
            self.allocate = Some(self.unit.emit(Instr::Allocate { slots: 0 }));
        }
        if self.analysis.has_deep_cut {
            let slot = self.new_slot();
            self.level = Some(slot);
            self.marks.push(slot);
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
            self.unit
                .code
                .truncate(entry as usize - self.unit.base.code);
            return Err(error);
        }
        if let Some(at) = self.allocate {
            let slots = self.next_slot as u32;
            self.unit.code[at as usize - self.unit.base.code] = Instr::Allocate { slots };
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

    // Places of variables.

    fn place(&self, var: Var) -> Option<Place> {
        self.state.places.get(&var).copied()
    }

    fn is_void(&self, var: Var) -> bool {
        self.analysis.vars[&var].count == 1
    }

    /// Where a variable that has no value yet will be: its slot, or a register.
    fn give_place(&mut self, var: Var, wanted: Option<Place>) -> Place {
        let place = match self.slots.get(&var) {
            Some(&slot) => Place::slot(slot),
            None => wanted.unwrap_or_else(|| self.new_register()),
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
        // What no later goal names is not looked at again either.
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

    // The head.

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
            self.get(at, arg, &preferred, &busy);
        }
    }

    /// Whether head argument `i` is the one the variable took its value from.
    fn came_from(&self, args: &[Term], var: Var, i: usize) -> bool {
        args.iter()
            .position(|arg| matches!(arg, Term::Var(v) if *v == var))
            == Some(i)
    }

    // Matching.

    fn get_ground(&mut self, at: Place, term: &Term) {
        let value = self.unit.constant(term);
        self.unit.emit(if value.is_constant() {
            Instr::GetConstant { at, value }
        } else {
            Instr::GetTerm { at, value }
        });
    }

    /// Matches what is in a place with a term that is no variable.
    fn get(&mut self, at: Place, term: &Term, preferred: &FxHashMap<Var, u16>, busy: &[bool]) {
        if term.is_ground() {
            return self.get_ground(at, term);
        }
        if compounds(term) > MAX_COMPOUNDS {
            let built = self.build_template(term, None);
            self.unit.emit(Instr::GetValue { at, other: built });
            return;
        }
        let mut queue = std::collections::VecDeque::from([(at, term)]);
        while let Some((at, term)) = queue.pop_front() {
            let functor = functor_cell(term);
            let start = self.unit.emit(if functor == Cell::LIST_FUNCTOR {
                Instr::GetList { at }
            } else {
                Instr::GetStructure { at, functor }
            });
            for arg in term.args() {
                match arg {
                    Term::Var(var) => self.unify_var(*var, preferred, busy),
                    _ if arg.is_ground() => self.unify_ground(arg),
                    _ => {
                        let place = self.new_register();
                        self.unit.emit(Instr::UnifyVar { at: place });
                        queue.push_back((place, arg));
                    }
                }
            }
            self.fuse_list(start);
        }
    }

    /// Replaces `[H|T]` on registers by one instruction.
    fn fuse_list(&mut self, start: Address) {
        let start = start as usize - self.unit.base.code;
        let register = |place: Place| (!place.is_slot()).then(|| place.number() as u16);
        let fused = match self.unit.code[start..] {
            [
                Instr::GetList { at },
                Instr::UnifyVar { at: head },
                Instr::UnifyVar { at: tail },
            ] => register(at)
                .zip(register(head))
                .zip(register(tail))
                .map(|((at, head), tail)| Instr::GetListVars { at, head, tail }),
            [
                Instr::GetList { at },
                Instr::UnifyValue { at: head },
                Instr::UnifyVar { at: tail },
            ] => register(at)
                .zip(register(head))
                .zip(register(tail))
                .map(|((at, head), tail)| Instr::GetListValueVar { at, head, tail }),
            _ => None,
        };
        if let Some(instr) = fused {
            self.unit.code.truncate(start);
            self.unit.emit(instr);
        }
    }

    fn unify_var(&mut self, var: Var, preferred: &FxHashMap<Var, u16>, busy: &[bool]) {
        if let Some(at) = self.place(var) {
            self.unit.emit(Instr::UnifyValue { at });
            return;
        }
        if self.is_void(var) {
            if let Some(Instr::UnifyVoid { count }) = self.unit.code.last_mut() {
                *count += 1;
            } else {
                self.unit.emit(Instr::UnifyVoid { count: 1 });
            }
            return;
        }
        let wanted = preferred.get(&var).copied().filter(|&register| {
            let taken = self.state.places.values();
            let is_free = busy.get(register as usize).is_none_or(|busy| !busy);
            is_free && !taken.into_iter().any(|&p| p == Place::register(register))
        });
        let at = self.give_place(var, wanted.map(Place::register));
        self.unit.emit(Instr::UnifyVar { at });
    }

    fn unify_ground(&mut self, term: &Term) {
        let value = self.unit.constant(term);
        self.unit.emit(if value.is_constant() {
            Instr::UnifyConstant { value }
        } else {
            Instr::UnifyTerm { value }
        });
    }

    // Building.

    /// Loads a term into a place; a variable may stay where it is if `to` is none.
    fn put(&mut self, term: &Term, to: Option<Place>) -> Place {
        match term {
            Term::Var(var) => self.put_var(*var, to),
            _ if term.is_ground() => {
                let value = self.unit.constant(term);
                let to = to.unwrap_or_else(|| self.new_register());
                self.unit.emit(Instr::PutConstant { to, value });
                to
            }
            _ if compounds(term) > MAX_COMPOUNDS => self.build_template(term, to),
            _ => self.build(term, to),
        }
    }

    fn put_var(&mut self, var: Var, to: Option<Place>) -> Place {
        match (self.place(var), to) {
            (Some(from), None) => from,
            (Some(from), Some(to)) => {
                if from != to {
                    self.unit.emit(Instr::Move { to, from });
                }
                to
            }
            (None, to) => {
                let home = self.give_place(var, to);
                self.unit.emit(Instr::PutVar { to: home });
                match to {
                    Some(to) if to != home => {
                        self.unit.emit(Instr::Move { to, from: home });
                        to
                    }
                    _ => home,
                }
            }
        }
    }

    fn build(&mut self, term: &Term, to: Option<Place>) -> Place {
        let inner: Vec<Option<Place>> = term
            .args()
            .iter()
            .map(|arg| {
                let is_built = matches!(arg, Term::Compound(_)) && !arg.is_ground();
                is_built.then(|| self.build(arg, None))
            })
            .collect();
        let to = to.unwrap_or_else(|| self.new_register());
        let functor = functor_cell(term);
        self.unit.emit(if functor == Cell::LIST_FUNCTOR {
            Instr::PutList { to }
        } else {
            Instr::PutStructure { to, functor }
        });
        for (arg, inner) in term.args().iter().zip(inner) {
            match (arg, inner) {
                (_, Some(at)) => {
                    self.unit.emit(Instr::UnifyValue { at });
                }
                (Term::Var(var), None) => self.unify_var(*var, &FxHashMap::default(), &[]),
                (ground, None) => self.unify_ground(ground),
            }
        }
        to
    }

    fn build_template(&mut self, term: &Term, to: Option<Place>) -> Place {
        let vars = term.variables();
        let places = vars.iter().map(|var| self.initialised(*var)).collect();
        let numbers: FxHashMap<Var, u32> = vars.iter().copied().zip(0..).collect();
        let template = self.unit.template(Template {
            term: term.map_vars(|var| Term::var(numbers[&var])),
            places,
        });
        let to = to.unwrap_or_else(|| self.new_register());
        self.unit.emit(Instr::PutTemplate { to, template });
        to
    }

    // Goals.

    fn goal(&mut self, goal: &Goal, position: Position, cuts: Cuts) -> Result<(), CompileError> {
        if !self.state.is_neck || self.state.next_register > REGISTERS / 2 {
            self.recycle_registers();
        }
        match goal {
            Goal::Call(term) => {
                self.call(term, position);
                return Ok(());
            }
            Goal::And(goals) if !goals.is_empty() => {
                return self.conjunction(goals, position, cuts);
            }
            Goal::Or(branches) => return self.disjunction(goal, branches, position, cuts),
            Goal::If(cond, then, otherwise) if cond.is_test() || cond.is_negated_test() => {
                return self.if_test(goal, [cond, then, otherwise], position, cuts);
            }
            Goal::If(cond, then, otherwise) | Goal::SoftIf(cond, then, otherwise) => {
                return self.if_goal(goal, [cond, then, otherwise], position, cuts);
            }
            Goal::Opaque(inner) => {
                let cuts = self.mark_for_cuts(inner);
                return self.goal(inner, position, cuts);
            }
            Goal::Not(inner) if inner.is_test() => self.negated_test(inner)?,
            Goal::Not(inner) => self.negation(goal, inner)?,
            Goal::Collect {
                template,
                goal: inner,
                result,
            } => self.collect(goal, template, inner, result)?,
            Goal::And(_) => {}
            Goal::Builtin(id, args) => {
                self.builtin(*id, args);
                self.position += 1;
            }
            Goal::Unify(a, b) => {
                self.unify(a, b);
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
    ) -> Result<(), CompileError> {
        let mut rest = goals;
        while !rest.is_empty() {
            let known = &self.state.places;
            let length = match self.analysis.needs_frame {
                true => join::run_length(rest, self.linker, known).max(1),
                false => 1,
            };
            let (run, after) = rest.split_at(length);
            let position = if after.is_empty() {
                position
            } else {
                Position::Inner
            };
            if length > 1 {
                self.join(run, position, cuts)?;
            } else {
                self.goal(&run[0], position, cuts)?;
            }
            rest = after;
        }
        Ok(())
    }

    /// A run of calls of fact tables: a plan that answers them at once, then
    /// the ordinary code for what the plan cannot do.
    fn join(&mut self, run: &[Goal], position: Position, cuts: Cuts) -> Result<(), CompileError> {
        let end = self.position + run.len();
        let (vars, slots) = (&self.analysis.vars, &self.slots);
        let needed = |var: Var| {
            let is_needed = vars[&var].last >= end;
            is_needed.then(|| Place::slot(slots[&var]))
        };
        let known = &self.state.places;
        let plan = join::plan(run, self.unit, self.linker, known, needed, |var| {
            vars[&var].count == 1
        });
        let plan = self.unit.join(plan);
        let at = self.unit.emit(Instr::Join {
            plan,
            otherwise: BACKTRACK,
        });
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
        if self.allocate.is_some() {
            self.unit.emit(Instr::Deallocate);
        }
    }

    fn call(&mut self, term: &Term, position: Position) {
        let functor = term.functor().expect("a call is callable");
        let args = term.args();
        for (i, arg) in args.iter().enumerate() {
            let to = Place::register(i as u16);
            self.vacate(to, arg, &args[i + 1..]);
            self.put(arg, Some(to));
        }
        self.position += 1;
        let pred = self.linker.pred(functor);
        if position == Position::Last {
            self.leave();
            self.unit.emit(Instr::Execute { pred });
            return;
        }
        let live = self.live();
        self.unit.emit(Instr::Call { pred, live });
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
        let is_live = |var: &Var| self.analysis.vars[var].last >= self.position;
        let mut values: Vec<u16> = self
            .state
            .places
            .iter()
            .filter(|(var, place)| place.is_slot() && is_live(var))
            .map(|(_, place)| place.number() as u16)
            .collect();
        values.sort_unstable();
        self.kept += values.len();
        if self.kept > MAX_KEPT {
            return 0;
        }
        self.unit.live(Live {
            values: values.into(),
            levels: self.marks.clone().into(),
            opaque: self.opaque > 0,
        })
    }

    fn builtin(&mut self, id: u16, args: &[Term]) -> Address {
        let places: Vec<Place> = args.iter().map(|_| self.new_register()).collect();
        let base = places.first().map_or(0, |place| place.number() as u16);
        for (arg, place) in args.iter().zip(places) {
            self.put(arg, Some(place));
        }
        self.unit.emit(Instr::Builtin {
            id,
            base,
            otherwise: BACKTRACK,
        })
    }

    fn unify(&mut self, a: &Term, b: &Term) {
        match (a, b) {
            (Term::Var(x), Term::Var(y)) => match (self.place(*x), self.place(*y)) {
                (Some(at), Some(other)) => {
                    self.unit.emit(Instr::GetValue { at, other });
                }
                (Some(from), None) => self.alias(*y, from),
                (None, Some(from)) => self.alias(*x, from),
                (None, None) => {
                    let from = self.initialised(*x);
                    if x != y {
                        self.alias(*y, from);
                    }
                }
            },
            (Term::Var(var), term) | (term, Term::Var(var)) => {
                let occurs = term
                    .subterms()
                    .any(|t| matches!(t, Term::Var(v) if v == var));
                match self.place(*var) {
                    Some(at) => self.get(at, term, &FxHashMap::default(), &[]),
                    None if occurs => {
                        let at = self.initialised(*var);
                        self.get(at, term, &FxHashMap::default(), &[]);
                    }
                    None => {
                        let to = self.put(term, None);
                        self.alias(*var, to);
                    }
                }
            }
            _ => {
                let at = self.put(a, None);
                self.get(at, b, &FxHashMap::default(), &[]);
            }
        }
    }

    /// Gives a variable without a value what is in a place.
    fn alias(&mut self, var: Var, from: Place) {
        let to = self.give_place(var, None);
        self.unit.emit(Instr::Move { to, from });
    }

    fn is(&mut self, result: &Term, expression: &Term) {
        let is_var = matches!(result, Term::Var(_));
        let compiled = is_var.then(|| self.expression(expression, 0)).flatten();
        let (Term::Var(var), Some(operand)) = (result, compiled) else {
            let id = builtins::find("is".into(), 2).expect("is/2 is built in");
            self.builtin(id, &[result.clone(), expression.clone()]);
            return;
        };
        // A bare operand still has to be evaluated: it may be an expression.
        if !matches!(expression, Term::Compound(_)) {
            let to = self.new_register();
            self.unit.emit(Instr::Arithmetic {
                op: Function::Plus,
                to,
                left: operand,
                right: operand,
            });
        }
        let Some(Instr::Arithmetic { to, .. }) = self.unit.code.last().copied() else {
            unreachable!("the last instruction computes the value")
        };
        match self.place(*var) {
            Some(at) => {
                self.unit.emit(Instr::GetValue { at, other: to });
            }
            None => {
                let home = self.give_place(*var, Some(to));
                if let Some(Instr::Arithmetic { to, .. }) = self.unit.code.last_mut() {
                    *to = home;
                }
            }
        }
    }

    /// Code that leaves the value of an expression in an operand; none if it is
    /// no expression that can be compiled.
    fn expression(&mut self, term: &Term, depth: usize) -> Option<Operand> {
        if depth > MAX_EXPRESSION_DEPTH {
            return None;
        }
        match term {
            Term::Integer(value) => Operand::small(*value),
            Term::Var(var) => self.place(*var).map(Operand::at),
            Term::Compound(compound) => {
                let op = Function::find(compound.name(), compound.args().len())?;
                let (left, right) = match compound.args() {
                    [a] => (self.expression(a, depth + 1)?, Operand::small(0)?),
                    [a, b] => (
                        self.expression(a, depth + 1)?,
                        self.expression(b, depth + 1)?,
                    ),
                    _ => return None,
                };
                let to = self.new_register();
                self.unit.emit(Instr::Arithmetic {
                    op,
                    to,
                    left,
                    right,
                });
                Some(Operand::at(to))
            }
            _ => None,
        }
    }

    fn cut(&mut self, cuts: Cuts) {
        self.unit.emit(match (cuts, self.level) {
            (Cuts::Mark(slot), _) => Instr::CutTo { slot },
            (Cuts::Clause, Some(slot)) if !self.state.is_neck => Instr::CutTo { slot },
            (Cuts::Clause, _) => Instr::NeckCut,
        });
    }

    /// Writes a test; the instructions that may fail are noted for patching.
    fn test(&mut self, goal: &Goal, exits: &mut Vec<Address>) {
        match goal {
            Goal::And(goals) => {
                for goal in goals {
                    self.test(goal, exits);
                }
                return;
            }
            Goal::Compare(op, a, b) => {
                let operands = self
                    .expression(a, 0)
                    .and_then(|left| Some((left, self.expression(b, 0)?)));
                exits.push(match operands {
                    Some((left, right)) => self.unit.emit(Instr::Compare {
                        op: *op,
                        left,
                        right,
                        otherwise: BACKTRACK,
                    }),
                    None => {
                        let left = Operand::at(self.put(a, None));
                        let right = Operand::at(self.put(b, None));
                        self.unit.emit(Instr::Compare {
                            op: *op,
                            left,
                            right,
                            otherwise: BACKTRACK,
                        })
                    }
                });
            }
            Goal::Builtin(id, args) => {
                let at = self.builtin(*id, args);
                exits.push(at);
            }
            _ => exits.push(self.unit.emit(Instr::Jump { to: BACKTRACK })),
        }
        self.position += 1;
    }

    /// `\+ test`: going on where the test fails.
    fn negated_test(&mut self, inner: &Goal) -> Result<(), CompileError> {
        self.initialise_all(terms_of(inner));
        let mut exits = Vec::new();
        self.test(inner, &mut exits);
        self.unit.emit(Instr::Fail);
        self.patch_here(&exits);
        Ok(())
    }

    fn patch_here(&mut self, exits: &[Address]) {
        let here = self.unit.here();
        for &exit in exits {
            self.unit.patch(exit, here);
        }
    }

    /// Gives a value to the variables that a construct shares with what comes
    /// after it, so that every branch finds them in the same place.
    fn initialise_shared(&mut self, construct: &Goal) {
        let end = self.position + construct.leaves();
        for term in terms_of(construct) {
            for var in term.variables() {
                if self.analysis.vars[&var].last >= end {
                    self.initialised(var);
                }
            }
        }
    }

    fn if_test(
        &mut self,
        construct: &Goal,
        [cond, then, otherwise]: [&Goal; 3],
        position: Position,
        cuts: Cuts,
    ) -> Result<(), CompileError> {
        self.initialise_shared(construct);
        self.initialise_all(terms_of(cond));
        let mut exits = Vec::new();
        if let Goal::Not(inner) = cond {
            self.test(inner, &mut exits);
            let to_else = self.unit.emit(Instr::Jump { to: BACKTRACK });
            self.patch_here(&exits);
            exits = vec![to_else];
        } else {
            self.test(cond, &mut exits);
        }
        let at_test = self.state.clone();
        self.goal(then, position, cuts)?;
        let end =
            (position == Position::Inner).then(|| self.unit.emit(Instr::Jump { to: BACKTRACK }));
        self.patch_here(&exits);
        self.state = at_test.clone();
        self.goal(otherwise, position, cuts)?;
        if let Some(end) = end {
            self.patch_here(&[end]);
        }
        self.state = at_test;
        self.forget_registers();
        Ok(())
    }

    fn if_goal(
        &mut self,
        construct: &Goal,
        [cond, then, otherwise]: [&Goal; 3],
        position: Position,
        cuts: Cuts,
    ) -> Result<(), CompileError> {
        self.initialise_shared(construct);
        self.forget_registers();
        let before = self.state.clone();
        let mark = self.open_mark();
        let to_else = self.unit.emit(Instr::Try {
            otherwise: BACKTRACK,
        });
        self.opaque += 1;
        let inner_cuts = self.mark_for_cuts(cond);
        self.goal(cond, Position::Inner, inner_cuts)?;
        self.opaque -= 1;
        self.unit.emit(match construct {
            Goal::SoftIf(..) => Instr::SoftCut { slot: mark },
            _ => Instr::CutTo { slot: mark },
        });
        self.close_mark();
        self.forget_registers();
        self.goal(then, position, cuts)?;
        let end =
            (position == Position::Inner).then(|| self.unit.emit(Instr::Jump { to: BACKTRACK }));
        self.patch_here(&[to_else]);
        self.state = before.clone();
        self.goal(otherwise, position, cuts)?;
        if let Some(end) = end {
            self.patch_here(&[end]);
        }
        self.state = before;
        Ok(())
    }

    fn open_mark(&mut self) -> u16 {
        let slot = self.new_slot();
        self.unit.emit(Instr::Mark { slot });
        self.marks.push(slot);
        slot
    }

    fn close_mark(&mut self) {
        self.marks.pop();
    }

    /// A mark for the cuts of a goal that is opaque to them, if it has any.
    fn mark_for_cuts(&mut self, goal: &Goal) -> Cuts {
        if !has_cut(goal) {
            return Cuts::Clause;
        }
        let slot = self.new_slot();
        self.unit.emit(Instr::Mark { slot });
        self.marks.push(slot);
        Cuts::Mark(slot)
    }

    fn negation(&mut self, construct: &Goal, inner: &Goal) -> Result<(), CompileError> {
        self.initialise_shared(construct);
        self.forget_registers();
        let before = self.state.clone();
        let mark = self.open_mark();
        let to_end = self.unit.emit(Instr::Try {
            otherwise: BACKTRACK,
        });
        self.opaque += 1;
        let cuts = self.mark_for_cuts(inner);
        self.goal(inner, Position::Inner, cuts)?;
        self.opaque -= 1;
        self.unit.emit(Instr::CutTo { slot: mark });
        self.unit.emit(Instr::Fail);
        self.close_mark();
        self.patch_here(&[to_end]);
        self.state = before;
        Ok(())
    }

    fn disjunction(
        &mut self,
        construct: &Goal,
        branches: &[Goal],
        position: Position,
        cuts: Cuts,
    ) -> Result<(), CompileError> {
        self.initialise_shared(construct);
        self.forget_registers();
        let before = self.state.clone();
        let mut ends = Vec::new();
        for (i, branch) in branches.iter().enumerate() {
            let is_last = i + 1 == branches.len();
            let to_next = (!is_last).then(|| {
                self.unit.emit(Instr::Try {
                    otherwise: BACKTRACK,
                })
            });
            self.state = before.clone();
            self.goal(branch, position, cuts)?;
            if position == Position::Inner && !is_last {
                ends.push(self.unit.emit(Instr::Jump { to: BACKTRACK }));
            }
            if let Some(at) = to_next {
                self.patch_here(&[at]);
            }
        }
        self.patch_here(&ends);
        self.state = before;
        Ok(())
    }

    fn collect(
        &mut self,
        construct: &Goal,
        template: &Term,
        inner: &Goal,
        result: &Term,
    ) -> Result<(), CompileError> {
        self.initialise_shared(construct);
        self.forget_registers();
        let before = self.state.clone();
        let to_end = self.unit.emit(Instr::CollectBegin {
            otherwise: BACKTRACK,
        });
        self.opaque += 1;
        self.goal(inner, Position::Inner, Cuts::Clause)?;
        self.opaque -= 1;
        self.recycle_registers();
        let at = self.put(template, None);
        self.position += 1;
        self.unit.emit(Instr::CollectAdd { from: at });
        self.patch_here(&[to_end]);
        self.state = before;
        let list = self.new_register();
        self.unit.emit(Instr::CollectEnd { to: list });
        match result {
            Term::Var(var) => match self.place(*var) {
                Some(at) => {
                    self.unit.emit(Instr::GetValue { at, other: list });
                }
                None => self.alias(*var, list),
            },
            _ => self.get(list, result, &FxHashMap::default(), &[]),
        }
        self.position += 1;
        Ok(())
    }
}

/// The argument registers that variables of the head had best be put in: those
/// the first call wants them in.
fn preferences(body: &Goal) -> FxHashMap<Var, u16> {
    let goals = match body {
        Goal::And(goals) => goals.as_slice(),
        goal => std::slice::from_ref(goal),
    };
    let first = goals.iter().find(|goal| {
        !matches!(
            goal,
            Goal::Builtin(..) | Goal::Unify(..) | Goal::Compare(..) | Goal::Is(..) | Goal::Cut
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

fn functor_cell(term: &Term) -> Cell {
    let functor = term.functor().expect("only compounds are taken apart");
    Cell::functor(functor.name, functor.arity)
}

fn compounds(term: &Term) -> usize {
    term.subterms()
        .filter(|t| matches!(t, Term::Compound(_)))
        .take(MAX_COMPOUNDS + 1)
        .count()
}

/// Whether a cut in this goal would be its clause's.
fn has_cut(goal: &Goal) -> bool {
    match goal {
        Goal::Cut => true,
        Goal::And(goals) | Goal::Or(goals) => goals.iter().any(has_cut),
        Goal::If(_, then, otherwise) | Goal::SoftIf(_, then, otherwise) => {
            has_cut(then) || has_cut(otherwise)
        }
        _ => false,
    }
}

/// The terms of all leaves of a goal.
fn terms_of(goal: &Goal) -> Vec<&Term> {
    let mut terms = Vec::new();
    let mut pending = vec![goal];
    while let Some(goal) = pending.pop() {
        match goal {
            Goal::Call(term) => terms.push(term),
            Goal::Builtin(_, args) => terms.extend(args),
            Goal::Unify(a, b) | Goal::Compare(_, a, b) | Goal::Is(a, b) => terms.extend([a, b]),
            Goal::Cut | Goal::Fail => {}
            Goal::And(goals) | Goal::Or(goals) => pending.extend(goals),
            Goal::If(a, b, c) | Goal::SoftIf(a, b, c) => {
                pending.extend([&**a, &**b, &**c]);
            }
            Goal::Not(goal) | Goal::Opaque(goal) => pending.push(goal),
            Goal::Collect {
                template,
                goal,
                result,
            } => {
                terms.extend([template, result]);
                pending.push(goal);
            }
        }
    }
    terms
}

/// A clause taken apart: head and body.
pub(crate) fn head_and_body(clause: &Term) -> (Term, Term) {
    match clause.as_compound(sym::NECK, 2) {
        Some([head, body]) => (head.clone(), body.clone()),
        _ => (clause.clone(), Term::Atom(sym::TRUE)),
    }
}
