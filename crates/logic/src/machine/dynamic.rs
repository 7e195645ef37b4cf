//! Predicates whose clauses a program changes while it runs, or only reads.
//! Each machine has its own copy. A call sees the clauses that existed when it
//! was made.

use smallvec::SmallVec;

use crate::cell::{Cell, Tag};
use crate::error::{Ball, LimitReached, Raise};
use crate::machine::Machine;
use crate::machine::call::FAIL;
use crate::machine::choice::Alternative;
use crate::machine::store::{ClauseNumber, DynamicPred, End, Keys, Seen, Shape};
use crate::program::Definition;
use crate::symbol::sym;
use crate::term::Functor;

/// The dynamic predicates of a machine, by number. Those of the program come
/// first; their clauses are copied when they are first read or changed.
pub(super) struct Preds {
    list: Vec<State>,
}

enum State {
    /// As the program has it; nothing is copied.
    Initial,
    /// Copied, and still the same.
    Copied(DynamicPred),
    Changed(DynamicPred),
}

impl Preds {
    pub(super) fn new(count: usize) -> Preds {
        Preds {
            list: (0..count).map(|_| State::Initial).collect(),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let copied = self.list.iter().map(|state| match state {
            State::Initial => 0,
            State::Copied(pred) | State::Changed(pred) => pred.bytes(),
        });
        copied.sum()
    }

    /// Adds a predicate and returns its number.
    fn add(&mut self, pred: DynamicPred) -> usize {
        self.list.push(State::Changed(pred));
        self.list.len() - 1
    }

    fn is_changed(&self, pred: usize) -> bool {
        matches!(self.list[pred], State::Changed(_))
    }
}

impl std::ops::Index<usize> for Preds {
    type Output = DynamicPred;

    fn index(&self, pred: usize) -> &DynamicPred {
        match &self.list[pred] {
            State::Copied(pred) | State::Changed(pred) => pred,
            State::Initial => unreachable!("it is copied before it is used"),
        }
    }
}

impl std::ops::IndexMut<usize> for Preds {
    fn index_mut(&mut self, pred: usize) -> &mut DynamicPred {
        match &mut self.list[pred] {
            State::Copied(pred) | State::Changed(pred) => pred,
            State::Initial => unreachable!("it is copied before it is used"),
        }
    }
}

/// The position of a call of a dynamic predicate: the next clause to try.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClauseCursor {
    pred: u32,
    purpose: Purpose,
    next: Seen,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    Call,
    Retract,
    Inspect,
}

/// Arguments of a call.
type Args = SmallVec<[Cell; 8]>;

impl Machine<'_> {
    pub(super) fn enter_dynamic(&mut self, pred: usize, arity: usize) -> Result<usize, Raise> {
        if !self.dynamic.is_changed(pred) {
            let program = self.program;
            let compiled = program.dynamic.get(pred);
            if let Some(set) = compiled.and_then(|initial| initial.compiled.as_ref()) {
                self.level = self.choices.len();
                let chosen = set.select(&self.heap, self.x.first(arity));
                return Ok(self.try_clauses(arity, chosen));
            }
        }
        self.look_up(pred, Purpose::Call, arity)
    }

    /// Copies the clauses of a predicate of the program, if that was not done.
    fn copy_initial(&mut self, pred: usize) {
        let state = &mut self.dynamic.list[pred];
        if let State::Initial = state {
            let initial = self.program.dynamic.get(pred);
            let clauses = initial.map_or(&[][..], |initial| &initial.clauses);
            *state = State::Copied(DynamicPred::of(clauses));
        }
    }

    /// From now on calls look at the copied clauses.
    fn note_change(&mut self, pred: usize) {
        self.copy_initial(pred);
        let state = &mut self.dynamic.list[pred];
        *state = match std::mem::replace(state, State::Initial) {
            State::Copied(pred) => State::Changed(pred),
            other => other,
        };
    }

    fn look_up(&mut self, pred: usize, purpose: Purpose, arity: usize) -> Result<usize, Raise> {
        self.copy_initial(pred);
        let args = self.args_of_call(purpose, arity);
        let key = |i: usize| crate::clauses::key(&self.heap, *args.get(i)?);
        let keys = Keys {
            first: key(0),
            second: key(1),
        };
        let first = self.dynamic[pred].first(keys);
        let Some(seen) = first.and_then(|seen| self.fitting(pred, seen, &args)) else {
            return Ok(FAIL);
        };
        let stored = &self.dynamic[pred];
        let next = stored.next(seen);
        let next = next.and_then(|next| self.fitting(pred, next, &args));
        self.level = self.choices.len();
        let level = self.level;
        if let Some(next) = next {
            let saved = match purpose {
                Purpose::Call => arity,
                Purpose::Retract => 1,
                Purpose::Inspect => 2,
            };
            let pred = pred as u32;
            let cursor = ClauseCursor {
                pred,
                purpose,
                next,
            };
            self.push_choice(saved, Alternative::Dynamic(cursor));
        }
        self.try_clause(pred, purpose, seen.number, &args, level)
    }

    /// Tries the next clause; the newest choice point is the call's own.
    pub(super) fn retry_dynamic(
        &mut self,
        cursor: ClauseCursor,
        level: usize,
    ) -> Result<usize, Raise> {
        self.restore_args();
        let ClauseCursor {
            pred,
            purpose,
            next: seen,
        } = cursor;
        let arity = self.choices.saved().len();
        let args = self.args_of_call(purpose, arity);
        let pred = pred as usize;
        let next = self.dynamic[pred].next(seen);
        match next.and_then(|next| self.fitting(pred, next, &args)) {
            None => self.pop_choice(),
            Some(next) => {
                if let Some(choice) = self.choices.last_mut() {
                    choice.alternative = Alternative::Dynamic(ClauseCursor { next, ..cursor });
                }
            }
        }
        self.level = level;
        self.try_clause(pred, purpose, seen.number, &args, level)
    }

    /// The arguments that heads are compared with, without references.
    fn args_of_call(&mut self, purpose: Purpose, arity: usize) -> Args {
        if purpose == Purpose::Call {
            let args = self.x.first(arity).iter();
            return args.map(|&cell| self.heap.deref(cell)).collect();
        }
        let (head, _) = self.split_clause(self.x[0]);
        let args = self.heap.arg_range(head);
        args.map(|at| self.heap.deref(self.heap.at(at))).collect()
    }

    /// The first clause from this one on whose constants fit the arguments.
    fn fitting(&self, pred: usize, mut seen: Seen, args: &[Cell]) -> Option<Seen> {
        let stored = &self.dynamic[pred];
        loop {
            let clause = stored.clause(seen.number);
            let differs = |(&own, &value): (&Cell, &Cell)| own != value && !own.is_ref();
            if clause.shape == Shape::Other || !args.iter().zip(clause.constants()).any(differs) {
                return Some(seen);
            }
            seen = stored.next(seen)?;
        }
    }

    /// Does with a clause what it was looked up for.
    fn try_clause(
        &mut self,
        pred: usize,
        purpose: Purpose,
        number: ClauseNumber,
        args: &[Cell],
        level: usize,
    ) -> Result<usize, Raise> {
        let stored = self.dynamic[pred].clause(number);
        let body = if stored.shape == Shape::Constants {
            for (&own, &value) in args.iter().zip(stored.constants()) {
                // An earlier argument may have bound this one.
                let own = self.heap.deref(own);
                if own.is_ref() {
                    self.heap.bind(own, value);
                } else if own != value {
                    return Ok(FAIL);
                }
            }
            Cell::atom(sym::TRUE)
        } else {
            let base = self.heap.restore(&stored.clause);
            let parts = self.heap.arg_range(self.heap.at(base));
            let head = self.heap.deref(self.heap.at(parts.start));
            let places = self.heap.arg_range(head);
            for (&own, at) in args.iter().zip(places) {
                if !self.heap.unify(own, self.heap.at(at)) {
                    return Ok(FAIL);
                }
            }
            self.heap.deref(self.heap.at(parts.start + 1))
        };
        let fits = match purpose {
            Purpose::Call => return self.run_body(body, level),
            Purpose::Inspect => self.heap.unify(self.x[1], body),
            Purpose::Retract => {
                let (_, own_body) = self.split_clause(self.x[0]);
                let fits = self.heap.unify(own_body, body);
                if fits {
                    self.erase(pred, number);
                }
                fits
            }
        };
        Ok(if fits { self.cp } else { FAIL })
    }

    fn run_body(&mut self, body: Cell, level: usize) -> Result<usize, Raise> {
        if body == Cell::atom(sym::TRUE) {
            return Ok(self.cp);
        }
        self.x[0] = body;
        self.x[1] = self.heap.new_int(level as i64);
        let run = self.find_pred(Functor::new("$body", 2));
        match run {
            Some(pred) => self.enter(pred),
            None => unreachable!("the library defines it"),
        }
    }

    /// Erases a clause; another call may have done so before.
    fn erase(&mut self, pred: usize, number: ClauseNumber) {
        self.note_change(pred);
        self.dynamic[pred].erase(number);
        self.sweep(pred);
    }

    /// Removes erased clauses once there are many of them.
    fn sweep(&mut self, pred: usize) {
        if self.dynamic[pred].wants_sweep() {
            let oldest = self.choices.oldest_dynamic(pred).unwrap_or(u64::MAX - 1);
            self.dynamic[pred].sweep(oldest);
        }
    }

    /// Head and body of a clause term.
    fn split_clause(&self, clause: Cell) -> (Cell, Cell) {
        let clause = self.heap.deref(clause);
        let is_rule =
            clause.tag() == Tag::Str && self.heap.functor_of(clause) == Cell::functor(sym::NECK, 2);
        if is_rule {
            let parts = self.heap.arg_range(clause);
            let head = self.heap.deref(self.heap.at(parts.start));
            return (head, self.heap.at(parts.start + 1));
        }
        (clause, Cell::atom(sym::TRUE))
    }

    /// The name of the predicate that a head belongs to.
    fn head_functor(&self, head: Cell) -> Result<Functor, Raise> {
        let functor = match head.tag() {
            Tag::Ref => return Err(Ball::Instantiation.into()),
            Tag::Atom => Cell::functor(head.symbol(), 0),
            Tag::Str | Tag::List => self.heap.functor_of(head),
            _ => return Err(Ball::Type("callable", head).into()),
        };
        Ok(Functor::new(functor.symbol(), functor.arity()))
    }

    /// The dynamic predicate of this name, declared or created; none if there is
    /// no predicate of this name.
    fn dynamic_pred(&self, functor: Functor) -> Result<Option<usize>, Raise> {
        let number = self.find_pred(functor);
        let program = &self.program.preds.list;
        let is_defined = match number.map(|number| program.get(number as usize).ok_or(number)) {
            None => false,
            Some(Ok(pred)) => match pred.definition {
                Definition::Dynamic(pred) => return Ok(Some(pred)),
                Definition::Unknown => false,
                _ => true,
            },
            Some(Err(number)) => !self.local_is_empty(number as usize - program.len()),
        };
        if is_defined {
            let name = Cell::functor(functor.name, functor.arity);
            return Err(Ball::Permission("modify", "static_procedure", name).into());
        }
        Ok(self.created_pred(functor))
    }

    /// The dynamic predicate of this name that this machine created.
    pub(super) fn created_pred(&self, functor: Functor) -> Option<usize> {
        self.created.get(&functor).copied()
    }

    /// The predicates that this machine created and that have clauses.
    pub(crate) fn created_preds(&self) -> impl Iterator<Item = Functor> {
        let created = self.created.iter();
        created
            .filter(|(_, pred)| self.dynamic[**pred].len() > 0)
            .map(|(functor, _)| *functor)
    }

    /// The dynamic predicate of this name, which is created if it does not exist.
    pub(crate) fn ensure_pred(&mut self, functor: Functor) -> Result<usize, Raise> {
        if let Some(pred) = self.dynamic_pred(functor)? {
            return Ok(pred);
        }
        let pred = self.dynamic.add(DynamicPred::default());
        self.created.insert(functor, pred);
        Ok(pred)
    }

    pub(super) fn assert_clause(&mut self, end: End) -> Result<usize, Raise> {
        let (head, body) = self.split_clause(self.x[0]);
        let functor = self.head_functor(head)?;
        let body = self.heap.deref(body);
        self.check_body(body)?;
        let pred = self.ensure_pred(functor)?;
        self.store(pred, head, body, end)?;
        Ok(self.cp)
    }

    /// Adds a clause to a dynamic predicate.
    fn store(&mut self, pred: usize, head: Cell, body: Cell, end: End) -> Result<(), Raise> {
        let neck = Cell::functor(sym::NECK, 2);
        let clause = self.heap.new_structure(neck, &[head, body]);
        // The buffer is kept, to save an allocation.
        let mut flat = std::mem::take(&mut self.asserted);
        flat.truncate(0);
        let room = self.room();
        let copied = self.heap.flatten(clause, 0, &mut flat, room);
        let keys = Keys::of(&self.heap, head);
        self.note_change(pred);
        if copied.is_ok() {
            self.dynamic[pred].add(flat.cells(), keys, end);
            self.asserted = flat;
        }
        copied.map_err(|_| LimitReached::Memory(self.limits.memory))?;
        self.check_memory(0)
    }

    pub(super) fn enter_retract(&mut self) -> Result<usize, Raise> {
        let (head, _) = self.split_clause(self.x[0]);
        let functor = self.head_functor(head)?;
        match self.dynamic_pred(functor)? {
            Some(pred) => self.look_up(pred, Purpose::Retract, functor.arity),
            None => Ok(FAIL),
        }
    }

    pub(super) fn enter_clause(&mut self) -> Result<usize, Raise> {
        let head = self.heap.deref(self.x[0]);
        let functor = self.head_functor(head)?;
        let pred = match self.dynamic_pred(functor) {
            Ok(pred) => pred,
            Err(_) => Some(self.readable_pred(functor)?),
        };
        match pred {
            Some(pred) => self.look_up(pred, Purpose::Inspect, functor.arity),
            None => Ok(FAIL),
        }
    }

    /// The clauses of a static predicate of the program, copied to be read.
    fn readable_pred(&mut self, functor: Functor) -> Result<usize, Raise> {
        if let Some(&pred) = self.readable.get(&functor) {
            return Ok(pred);
        }
        let program = self.program;
        let number = program.preds.find(functor);
        let definition = number.map(|number| &program.preds.list[number as usize].definition);
        let pred;
        match (program.sources.get(&functor), definition) {
            (Some(clauses), _) => {
                pred = self.dynamic.add(DynamicPred::of(clauses));
            }
            (None, Some(Definition::Relation(relation))) => {
                pred = self.dynamic.add(DynamicPred::default());
                for row in 0..relation.len() as u32 {
                    let name = Cell::functor(functor.name, functor.arity);
                    let mark = self.heap.len();
                    let head = self.heap.new_structure(name, relation.row(row));
                    self.store(pred, head, Cell::atom(sym::TRUE), End::Last)?;
                    self.heap.truncate(mark);
                }
            }
            _ => {
                let name = Cell::functor(functor.name, functor.arity);
                return Err(Ball::Permission("access", "private_procedure", name).into());
            }
        }
        self.readable.insert(functor, pred);
        self.check_memory(0)?;
        Ok(pred)
    }

    pub(super) fn retract_all(&mut self) -> Result<usize, Raise> {
        let head = self.heap.deref(self.x[0]);
        let functor = self.head_functor(head)?;
        let pred = self.ensure_pred(functor)?;
        let args = self.args_of_call(Purpose::Retract, functor.arity);
        let keys = Keys::of(&self.heap, head);
        self.copy_initial(pred);
        let mut next = self.dynamic[pred].first(keys);
        self.push_choice(0, Alternative::Code(FAIL as u32));
        while let Some(seen) = next.and_then(|seen| self.fitting(pred, seen, &args)) {
            let stored = self.dynamic[pred].clause(seen.number);
            let base = self.heap.restore(&stored.clause);
            let own = self.heap.arg_range(self.heap.at(base)).start;
            if self.heap.unify(head, self.heap.at(own)) {
                self.note_change(pred);
                self.dynamic[pred].erase(seen.number);
            }
            self.restore_choice();
            next = self.dynamic[pred].next(seen);
        }
        self.pop_choice();
        self.sweep(pred);
        Ok(self.cp)
    }
}

impl ClauseCursor {
    /// The time of the call, if it is a call of this predicate.
    pub(super) fn seen_at(&self, pred: usize) -> Option<u64> {
        (self.pred as usize == pred).then_some(self.next.at)
    }
}
