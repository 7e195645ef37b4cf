//! Tabled predicates: each variant of a call is evaluated once and its
//! answers are stored, so that recursion through it terminates.
//!
//! This is SLG resolution with local scheduling. The first call of its kind is
//! the *generator*: it runs the clauses and collects answers. A call that meets
//! a table still being filled is *suspended*: what is left of the clauses up to
//! its generator is copied off the stacks, to be resumed once for every answer.
//! When nothing is left to resume, the tables that depend on each other are
//! complete together, and only then are answers handed to the outside, so that
//! stratified negation sees complete tables. The benchmark is `closure`.
//!
//! Of a predicate with modes, as in `:- table path(_, _, min)`, one answer is
//! kept for all that agree in the arguments without a mode. The table does not
//! depend on what a call says about the others. The library's
//! `'$merge_answers'/4` combines a new answer with the one that is there.

use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet, FxHasher};

use smallvec::SmallVec;

use crate::cell::Cell;
use crate::clauses::ClauseSet;
use crate::code::{Instr, PredId};
use crate::error::{Ball, LimitReached, Raise};
use crate::heap::Flat;
use crate::machine::call::FAIL;
use crate::machine::choice::{Alternative, Owned};
use crate::machine::{Machine, NEW_ANSWER};
use crate::term::Functor;

/// The mark of a generator's frame, beside the table's number, whose answer is
/// already merged with the one that was there.
const MERGED: u64 = 1 << 32;

const NOT_SHARED: &str = "answers are shared only when the table is complete";

/// A table's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableId(u32);

/// All tables of a machine.
#[derive(Default)]
pub(crate) struct Tables {
    list: Vec<Table>,
    by_call: HashTable<TableId>,
    /// Generators in progress, oldest first.
    generators: Vec<TableId>,
    /// Tables with answers that some suspended call has not seen.
    agenda: Vec<TableId>,
    cells: usize,
}

/// The answers to one call.
struct Table {
    pred: PredId,
    functor: Functor,
    /// Distinct variables of the call.
    variables: usize,
    call: Box<[Cell]>,
    answers: Arc<Answers>,
    state: State,
    suspended: Vec<Suspension>,
    /// The suspended call to resume next.
    turn: usize,
    on_agenda: bool,
    best: Option<Best>,
}

/// The arguments of a predicate that have modes.
#[derive(Clone)]
pub(crate) struct Modes {
    pub(crate) places: Box<[usize]>,
    /// Their modes as a list, a constant of the program.
    pub(crate) list: Cell,
}

/// The one answer that is kept for all that agree in arguments without a mode.
struct Best {
    /// The variables of the call that stand for arguments with modes.
    moded: Box<[usize]>,
    modes: Cell,
    /// The row of the answer, by the values of the other variables.
    rows: FxHashMap<Box<[Cell]>, u32>,
    /// Rows that better ones replaced.
    superseded: FxHashSet<u32>,
}

impl Best {
    fn is_moded(&self, variable: usize) -> bool {
        self.moded.contains(&variable)
    }
}

/// A call of a tabled predicate.
struct TabledCall {
    pred: PredId,
    functor: Functor,
    /// The arguments as the clauses see them, copied.
    copied: Flat,
    /// The distinct variables of these arguments.
    own: Vec<Cell>,
    /// What the answers' values are unified with: the same variables, or what
    /// the caller has in place of arguments with modes.
    outside: Vec<Cell>,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    /// Position among the generators, and the oldest one it depends on.
    Evaluating {
        position: usize,
        depends_on: usize,
    },
    Complete,
    /// Abandoned; lookups do not find it.
    Abandoned,
}

impl Table {
    /// A suspended call with an answer it has not seen. One call sees all it
    /// can before the next has its turn.
    fn next_unseen(&mut self) -> Option<(usize, usize)> {
        let (answers, calls) = (self.answers.len(), self.suspended.len());
        for offset in 0..calls {
            let call = (self.turn + offset) % calls;
            let next = &mut self.suspended[call].next;
            while *next < answers {
                *next += 1;
                let superseded = self.best.as_ref().map(|best| &best.superseded);
                if superseded.is_none_or(|rows| !rows.contains(&(*next as u32 - 1))) {
                    self.turn = call;
                    return Some((call, *next - 1));
                }
            }
        }
        None
    }
}

/// Values for the variables of a call, row by row, without repetition.
#[derive(Default)]
pub(crate) struct Answers {
    cells: Vec<Cell>,
    ends: Vec<u32>,
    by_value: HashTable<u32>,
}

/// The rest of the clauses after a call, up to the generator they belong to.
struct Suspension {
    generator: TableId,
    /// The call's variables, the frames' live values from the inside out, and
    /// the generator's variables, copied together.
    terms: Box<[Cell]>,
    variables: usize,
    /// Return addresses and frame sizes from the inside out.
    returns: Box<[(u32, u32)]>,
    /// The first answer it has not seen.
    next: usize,
}

fn hash_cells(cells: &[Cell]) -> u64 {
    let mut hasher = FxHasher::default();
    for cell in cells {
        hasher.write_u64(cell.bits());
    }
    hasher.finish()
}

fn hash_call(pred: PredId, call: &[Cell]) -> u64 {
    FxBuildHasher.hash_one((pred, hash_cells(call)))
}

impl Answers {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn row(&self, i: usize) -> &[Cell] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        &self.cells[start..self.ends[i] as usize]
    }

    /// Adds a row; false if it is there already.
    fn insert(&mut self, row: &[Cell]) -> bool {
        let hash = hash_cells(row);
        if self
            .by_value
            .find(hash, |&i| self.row(i as usize) == row)
            .is_some()
        {
            return false;
        }
        let number = self.push(row);
        let mut by_value = std::mem::take(&mut self.by_value);
        by_value.insert_unique(hash, number, |&i| hash_cells(self.row(i as usize)));
        self.by_value = by_value;
        true
    }

    /// Adds a row, whether it is there or not, and returns its number.
    fn push(&mut self, row: &[Cell]) -> u32 {
        self.cells.extend_from_slice(row);
        self.ends.push(self.cells.len() as u32);
        self.ends.len() as u32 - 1
    }
}

impl Tables {
    pub(crate) fn bytes(&self) -> usize {
        8 * self.cells
    }

    pub(crate) fn generators(&self) -> usize {
        self.generators.len()
    }

    /// Abandons all but the oldest `count` generators.
    pub(crate) fn forget_generators(&mut self, keep: usize) {
        while self.generators.len() > keep {
            let Some(id) = self.generators.pop() else {
                return;
            };
            let table = &mut self.list[id.0 as usize];
            let hash = hash_call(table.pred, &table.call);
            table.state = State::Abandoned;
            table.suspended = Vec::new();
            table.answers = Arc::default();
            if let Ok(entry) = self.by_call.find_entry(hash, |&other| other == id) {
                entry.remove();
            }
        }
        if keep == 0 {
            self.agenda.clear();
        }
    }

    fn find(&self, pred: PredId, call: &[Cell]) -> Option<TableId> {
        let is_same = |&id: &TableId| {
            let table = &self.list[id.0 as usize];
            table.pred == pred && *table.call == *call
        };
        self.by_call.find(hash_call(pred, call), is_same).copied()
    }

    fn create(&mut self, call: &TabledCall, best: Option<Best>) -> TableId {
        let (pred, functor, variables) = (call.pred, call.functor, call.own.len());
        let call = call.copied.cells();
        let id = TableId(self.list.len() as u32);
        let position = self.generators.len();
        self.list.push(Table {
            pred,
            functor,
            variables,
            call: call.into(),
            answers: Arc::default(),
            state: State::Evaluating {
                position,
                depends_on: position,
            },
            suspended: Vec::new(),
            turn: 0,
            on_agenda: false,
            best,
        });
        self.generators.push(id);
        self.cells += call.len() + 16;
        let list = &self.list;
        self.by_call
            .insert_unique(hash_call(pred, call), id, |&id| {
                let table = &list[id.0 as usize];
                hash_call(table.pred, &table.call)
            });
        id
    }

    fn get(&self, id: TableId) -> &Table {
        &self.list[id.0 as usize]
    }

    fn get_mut(&mut self, id: TableId) -> &mut Table {
        &mut self.list[id.0 as usize]
    }

    /// Puts a table with unseen answers on the agenda.
    fn schedule(&mut self, id: TableId) {
        let table = self.get_mut(id);
        if !table.on_agenda && !table.suspended.is_empty() && table.answers.len() > 0 {
            table.on_agenda = true;
            self.agenda.push(id);
        }
    }

    /// Records that the running code depends on the generator at a position:
    /// all newer ones wait for it, since they called each other or were joined.
    /// Where one does already, so do all between.
    fn depend(&mut self, on: usize) {
        for position in (on + 1..self.generators.len()).rev() {
            let id = self.generators[position];
            if let State::Evaluating { depends_on, .. } = &mut self.get_mut(id).state {
                if *depends_on <= on {
                    break;
                }
                *depends_on = on;
            }
        }
    }

    /// An answer that a suspended call of a generator at this position or above
    /// has not seen.
    fn next_work(&mut self, from: usize) -> Option<(TableId, usize, usize)> {
        loop {
            let is_ours = |id: &TableId| match self.get(*id).state {
                State::Evaluating { position, .. } => position >= from,
                _ => true,
            };
            let at = self.agenda.iter().rposition(is_ours)?;
            let id = self.agenda[at];
            let table = self.get_mut(id);
            if let Some((call, answer)) = table.next_unseen() {
                return Some((id, call, answer));
            }
            table.on_agenda = false;
            self.agenda.remove(at);
        }
    }

    /// The generators from this position on have all their answers.
    fn complete_from(&mut self, position: usize) {
        while self.generators.len() > position {
            let Some(id) = self.generators.pop() else {
                return;
            };
            let table = self.get_mut(id);
            table.state = State::Complete;
            table.suspended = Vec::new();
            if let Some(best) = table.best.take() {
                let mut answers = Answers::default();
                for row in
                    (0..table.answers.len()).filter(|&i| !best.superseded.contains(&(i as u32)))
                {
                    answers.push(table.answers.row(row));
                }
                table.answers = Arc::new(answers);
            }
        }
    }
}

impl<'p> Machine<'p> {
    /// Calls a tabled predicate.
    pub(super) fn enter_tabled(
        &mut self,
        pred: PredId,
        clauses: &'p ClauseSet,
        functor: Functor,
        modes: Option<&Modes>,
    ) -> Result<usize, Raise> {
        let mut args: Vec<Cell> = self.x.first(functor.arity).to_vec();
        // In place of arguments with modes, the clauses see new variables.
        let given: Vec<(Cell, Cell)> = modes
            .map_or(&[][..], |modes| &modes.places)
            .iter()
            .map(|&place| {
                let variable = self.heap.new_var();
                (variable, std::mem::replace(&mut args[place], variable))
            })
            .collect();
        let (copied, variables) = self.copy_out(&args)?;
        let own: Vec<Cell> = variables.into_iter().map(Cell::reference).collect();
        let mut outside = own.clone();
        let mut moded = Vec::with_capacity(given.len());
        for (variable, argument) in given {
            let place = own.iter().position(|&own| own == variable);
            let place = place.expect("a new variable is one of the call's");
            outside[place] = argument;
            moded.push(place);
        }
        let call = TabledCall {
            pred,
            functor,
            copied,
            own,
            outside,
        };
        match self.tables.find(pred, call.copied.cells()) {
            Some(id) => match self.tables.get(id).state {
                State::Complete => Ok(self.read_answers(id, &call.outside)),
                _ => self.suspend(id, &call.outside),
            },
            None => {
                let best = modes.map(|modes| Best {
                    moded: moded.into(),
                    modes: modes.list,
                    rows: FxHashMap::default(),
                    superseded: FxHashSet::default(),
                });
                let id = self.tables.create(&call, best);
                self.generate(id, &call);
                self.check_memory(0)?;
                for (i, &arg) in args.iter().enumerate() {
                    self.x[i] = arg;
                }
                let chosen = clauses.select(&self.heap, self.x.first(functor.arity));
                self.level = self.choices.len();
                Ok(self.try_clauses(functor.arity, chosen))
            }
        }
    }

    /// Terms without any pointer into the heap, and their variables' addresses.
    pub(crate) fn copy_out(&mut self, terms: &[Cell]) -> Result<(Flat, Vec<usize>), Raise> {
        let mut flat = Flat::default();
        let mut variables = Vec::new();
        let room = self.room();
        self.heap
            .flatten_all(terms, 0, &mut flat, room, &mut variables)
            .map_err(|_| LimitReached::Memory(self.limits.memory))?;
        Ok((flat, variables))
    }

    /// A choice point that takes over when the clauses are exhausted, and a
    /// frame that the clauses return to with their answers.
    fn generate(&mut self, id: TableId, call: &TabledCall) {
        for (i, &variable) in call.outside.iter().enumerate() {
            self.x[i] = variable;
        }
        self.push_choice(call.outside.len(), Alternative::Generator(id));
        self.push_generator_frame(Cell::raw(u64::from(id.0)), &call.own);
    }

    fn push_generator_frame(&mut self, id: Cell, variables: &[Cell]) {
        self.frames.push(1 + variables.len(), self.cp);
        self.frames.set_slot(0, id);
        for (i, &variable) in variables.iter().enumerate() {
            self.frames.set_slot(1 + i, variable);
        }
        self.cp = NEW_ANSWER;
    }

    /// A clause of the current generator was proved; returns where to continue.
    pub(super) fn new_answer(&mut self) -> Result<usize, Raise> {
        let slots = self.frames.slots(self.frames.current());
        let (id, is_merged) = (
            TableId(slots[0].bits() as u32),
            slots[0].bits() & MERGED != 0,
        );
        let values: SmallVec<[Cell; 8]> = slots[1..]
            .iter()
            .map(|&cell| self.heap.deref(cell))
            .collect();
        if self.tables.get(id).best.is_some() {
            return self.new_moded_answer(id, &values, is_merged);
        }
        let row = self.row_of(&values)?;
        let table = self.tables.get_mut(id);
        let answers = Arc::get_mut(&mut table.answers).expect(NOT_SHARED);
        if answers.insert(&row) {
            self.tables.cells += row.len() + 2;
            self.tables.schedule(id);
        }
        Ok(FAIL)
    }

    /// Values as they are stored.
    fn row_of(&mut self, values: &[Cell]) -> Result<SmallVec<[Cell; 8]>, Raise> {
        if values.iter().all(|cell| cell.is_constant()) {
            return Ok(values.into());
        }
        let (flat, _) = self.copy_out(values)?;
        Ok(flat.cells().into())
    }

    /// An answer of a predicate with modes. Where there is one already, the two
    /// are merged first, which ends in another answer, marked as merged.
    fn new_moded_answer(
        &mut self,
        id: TableId,
        values: &[Cell],
        is_merged: bool,
    ) -> Result<usize, Raise> {
        let best = self
            .tables
            .get(id)
            .best
            .as_ref()
            .expect("the caller saw it");
        let (moded, modes) = (best.moded.clone(), best.modes);
        let others: SmallVec<[Cell; 8]> = (0..values.len())
            .filter(|&i| !best.is_moded(i))
            .map(|i| values[i])
            .collect();
        let key = self.row_of(&others)?;
        let table = self.tables.get(id);
        let kept = table.best.as_ref().and_then(|best| best.rows.get(&key[..]));
        if let (Some(&kept), false) = (kept, is_merged) {
            let base = self.heap.restore(table.answers.row(kept as usize));
            let old: Vec<Cell> = moded.iter().map(|&i| self.heap.at(base + i)).collect();
            let new: Vec<Cell> = moded.iter().map(|&i| values[i]).collect();
            let merged: Vec<Cell> = moded.iter().map(|_| self.heap.new_var()).collect();
            let mut slots = values.to_vec();
            for (&place, &cell) in moded.iter().zip(&merged) {
                slots[place] = cell;
            }
            self.push_generator_frame(Cell::raw(u64::from(id.0) | MERGED), &slots);
            let lists = [old, new, merged].map(|items| self.heap.new_list(&items, Cell::NIL));
            for (i, cell) in [modes].into_iter().chain(lists).enumerate() {
                self.x[i] = cell;
            }
            self.check_memory(0)?;
            let merge = self.find_pred(Functor::new("$merge_answers", 4));
            return self.enter(merge.expect("the library defines it"));
        }
        let row = self.row_of(values)?;
        let table = self.tables.get_mut(id);
        let answers = Arc::get_mut(&mut table.answers).expect(NOT_SHARED);
        let number = answers.push(&row);
        let best = table.best.as_mut().expect("the caller saw it");
        if let Some(old) = best.rows.insert(key[..].into(), number) {
            best.superseded.insert(old);
        }
        self.tables.cells += row.len() + key.len() + 8;
        self.tables.schedule(id);
        Ok(FAIL)
    }

    /// Copies what is left to do after this call, and fails.
    fn suspend(&mut self, id: TableId, variables: &[Cell]) -> Result<usize, Raise> {
        let functor = self.tables.get(id).functor;
        let not_stratified =
            || -> Raise { Ball::NotStratified(Cell::functor(functor.name, functor.arity)).into() };
        let mut terms = variables.to_vec();
        let mut returns = Vec::new();
        let (mut frame, mut cp) = (self.frames.current(), self.cp);
        while cp != NEW_ANSWER {
            let Some(Instr::Call { live, .. }) = self.code.get(cp.wrapping_sub(1)).copied() else {
                return Err(not_stratified());
            };
            let live = self.live(live);
            if live.opaque {
                return Err(not_stratified());
            }
            let slots = self.frames.slots(frame);
            terms.extend(live.values.iter().map(|&slot| slots[slot as usize]));
            returns.push((cp as u32, slots.len() as u32));
            (frame, cp) = self.frames.link(frame);
        }
        let slots = self.frames.slots(frame);
        let generator = TableId(slots[0].bits() as u32);
        terms.extend_from_slice(&slots[1..]);
        let (flat, _) = self.copy_out(&terms)?;
        let State::Evaluating { position, .. } = self.tables.get(id).state else {
            unreachable!("only calls of tables being evaluated are suspended")
        };
        self.tables.depend(position);
        self.tables.cells += flat.len() + 16;
        self.tables.get_mut(id).suspended.push(Suspension {
            generator,
            terms: flat.cells().into(),
            variables: variables.len(),
            returns: returns.into(),
            next: 0,
        });
        self.tables.schedule(id);
        self.check_memory(0)?;
        Ok(FAIL)
    }

    pub(super) fn live(&self, number: u32) -> &crate::code::Live {
        let own = &self.program.unit.lives;
        match own.get(number as usize) {
            Some(live) => live,
            None => {
                let code = self.query.as_ref().expect("only a query has further code");
                &code.unit.lives[number as usize - own.len()]
            }
        }
    }

    /// The clauses of a generator are exhausted: resumes suspended calls while
    /// there are any, then completes the table or joins it to an older one.
    pub(super) fn go_on_generating(&mut self, id: TableId) -> Result<usize, Raise> {
        let State::Evaluating {
            position,
            depends_on,
        } = self.tables.get(id).state
        else {
            unreachable!("a generator's choice point goes when its table is complete")
        };
        if let Some((table, call, answer)) = self.tables.next_work(position) {
            return Ok(self.resume(table, call, answer));
        }
        self.restore_args();
        let count = self.choices.saved().len();
        let variables = self.x.first(count).to_vec();
        self.pop_choice();
        if depends_on < position {
            return self.suspend(id, &variables);
        }
        self.tables.complete_from(position);
        Ok(self.read_answers(id, &variables))
    }

    /// Puts a suspended call back on the stacks, with one answer.
    fn resume(&mut self, table: TableId, call: usize, answer: usize) -> usize {
        let entry = self.tables.get(table);
        let suspension = &entry.suspended[call];
        let (generator, variables) = (suspension.generator, suspension.variables);
        let base = self.heap.restore(&suspension.terms);
        let row = entry.answers.row(answer);
        let values = self.heap.restore(row);
        let returns: SmallVec<[(u32, u32); 4]> = suspension.returns.as_ref().into();

        // Values are stored innermost first; frames are pushed outermost first.
        let counts: SmallVec<[usize; 4]> = returns
            .iter()
            .map(|&(cp, _)| self.live(self.live_at(cp)).values.len())
            .collect();
        let mut at = base + variables + counts.iter().sum::<usize>();
        let own = self.tables.get(generator).variables;
        let slots: SmallVec<[Cell; 8]> = (at..at + own).map(|i| self.heap.at(i)).collect();
        self.push_generator_frame(Cell::raw(u64::from(generator.0)), &slots);
        let level = Cell::raw(self.choices.len() as u64);
        for (&(cp, size), &count) in returns.iter().zip(&counts).rev() {
            at -= count;
            let live = self.live(self.live_at(cp));
            let places: SmallVec<[u16; 8]> = live.values.as_ref().into();
            let levels: SmallVec<[u16; 4]> = live.levels.as_ref().into();
            self.frames.push(size as usize, self.cp);
            for (i, &slot) in places.iter().enumerate() {
                let value = self.heap.at(at + i);
                self.frames.set_slot(slot as usize, value);
            }
            for &slot in &levels {
                self.frames.set_slot(slot as usize, level);
            }
            self.cp = cp as usize;
        }
        for i in 0..variables {
            let (variable, value) = (self.heap.at(base + i), self.heap.at(values + i));
            if !self.heap.unify(variable, value) {
                return FAIL;
            }
        }
        self.cp
    }

    fn live_at(&self, cp: u32) -> u32 {
        match self.code[cp as usize - 1] {
            Instr::Call { live, .. } => live,
            _ => unreachable!("suspended calls return behind a call"),
        }
    }

    // Complete tables.

    fn read_answers(&mut self, id: TableId, variables: &[Cell]) -> usize {
        let answers = self.tables.get(id).answers.clone();
        for (i, &variable) in variables.iter().enumerate() {
            self.x[i] = variable;
        }
        if answers.len() == 0 {
            return FAIL;
        }
        if answers.len() > 1 {
            self.push_choice(variables.len(), Alternative::Answers { next: 1 });
            self.choices.owned.push(Owned::Answers(answers.clone()));
        }
        self.unify_answer(answers.row(0), variables.len())
    }

    pub(super) fn retry_answers(&mut self, next: usize) -> usize {
        self.restore_args();
        let count = self.choices.saved().len();
        let Some(Owned::Answers(answers)) = self.choices.owned.pop() else {
            unreachable!("the choice point owns its answers")
        };
        let is_last = next + 1 == answers.len();
        if is_last {
            self.pop_choice();
        } else if let Some(choice) = self.choices.last_mut() {
            choice.alternative = Alternative::Answers { next: next + 1 };
        }
        let after = self.unify_answer(answers.row(next), count);
        if !is_last {
            self.choices.owned.push(Owned::Answers(answers));
        }
        after
    }

    fn unify_answer(&mut self, row: &[Cell], variables: usize) -> usize {
        if row.len() == variables {
            for (i, &value) in row.iter().enumerate() {
                if !value.is_constant() {
                    return self.unify_copied_answer(row, variables);
                }
                let variable = self.heap.deref(self.x[i]);
                if variable.is_ref() {
                    self.heap.bind(variable, value);
                } else if variable != value {
                    return FAIL;
                }
            }
            return self.cp;
        }
        self.unify_copied_answer(row, variables)
    }

    fn unify_copied_answer(&mut self, row: &[Cell], variables: usize) -> usize {
        let base = self.heap.restore(row);
        for i in 0..variables {
            if !self.heap.unify(self.x[i], self.heap.at(base + i)) {
                return FAIL;
            }
        }
        self.cp
    }
}
