//! Predicates whose clauses a program changes while it runs. Each machine has
//! its own copy. A call sees the clauses that existed when it was made.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::cell::{Cell, Tag};
use crate::clauses::key;
use crate::error::{Ball, LimitReached, Raise};
use crate::heap::{Flat, Heap};
use crate::machine::Machine;
use crate::machine::call::FAIL;
use crate::machine::choice::Alternative;
use crate::program::Definition;
use crate::symbol::sym;
use crate::term::{Functor, Term, Var};

/// The clauses of one predicate. Those retracted stay until no call in progress
/// can see them.
#[derive(Default)]
pub(crate) struct DynamicPred {
    /// Clauses by their place: `asserta` counts down, `assertz` up.
    clauses: BTreeMap<i64, Stored>,
    /// Places by the key of the first argument.
    by_key: FxHashMap<Cell, Places>,
    /// Clauses whose first argument is a variable; while there are any, keys
    /// are not used.
    open_keys: usize,
    /// Places by the keys of the first two arguments, once a call needs them.
    by_pair: Option<FxHashMap<(Cell, Cell), Places>>,
    /// Clauses without a key of the second argument; while there are any, pairs
    /// are not used.
    open_seconds: usize,
    dead: usize,
    /// Counts changes: a clause is seen by calls made between birth and death.
    now: u64,
    cells: usize,
}

/// Places in order; most keys have one.
enum Places {
    One(i64),
    Many(BTreeSet<i64>),
}

struct Stored {
    /// `Head :- Body`, copied.
    clause: Arc<[Cell]>,
    keys: Keys,
    born: u64,
    died: u64,
}

/// The keys of the first two arguments of a head.
#[derive(Clone, Copy, Debug, Default)]
struct Keys {
    first: Option<Cell>,
    second: Option<Cell>,
}

impl Keys {
    fn pair(self) -> Option<(Cell, Cell)> {
        self.first.zip(self.second)
    }
}

/// At which end a clause is added.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    First,
    Last,
}

/// The position of a call of a dynamic predicate.
#[derive(Clone, Debug)]
pub(crate) struct ClauseCursor {
    pred: usize,
    purpose: Purpose,
    seen_at: u64,
    keys: Keys,
    /// The first place not yet examined.
    next: i64,
}

/// A clause that may match.
#[derive(Clone, Copy)]
struct Candidate {
    pred: usize,
    purpose: Purpose,
    place: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    Call,
    Retract,
    Inspect,
}

/// Erased clauses are removed once there are more of them than this and than the
/// others.
const SWEEP_FROM: usize = 64;
/// With more clauses than this under a key, the second argument is looked at.
const MANY: usize = 8;

impl DynamicPred {
    /// The predicates as a program starts with them.
    pub(crate) fn initial(clauses: &[Vec<Term>]) -> Vec<DynamicPred> {
        clauses
            .iter()
            .map(|clauses| {
                let mut pred = DynamicPred::default();
                for clause in clauses {
                    let mut heap = Heap::default();
                    let mut vars: FxHashMap<Var, Cell> = FxHashMap::default();
                    let cell = heap.write(clause, &mut |heap, var| {
                        *vars.entry(var).or_insert_with(|| heap.new_var())
                    });
                    let mut flat = Flat::default();
                    heap.flatten(cell, 0, &mut flat, usize::MAX)
                        .expect("nothing is too large without a limit");
                    let head = heap.at(heap.arg_range(cell).start);
                    let keys = keys_of(&heap, head);
                    pred.add(flat.cells(), keys, End::Last);
                }
                pred
            })
            .collect()
    }

    pub(crate) fn bytes(&self) -> usize {
        8 * self.cells
    }

    fn add(&mut self, clause: &[Cell], keys: Keys, end: End) {
        self.now += 1;
        let first = self.clauses.first_key_value().map(|(place, _)| place - 1);
        let last = self.clauses.last_key_value().map(|(place, _)| place + 1);
        let place = match end {
            End::First => first.unwrap_or(0),
            End::Last => last.unwrap_or(0),
        };
        match keys.first {
            Some(key) => insert(&mut self.by_key, key, place),
            None => self.open_keys += 1,
        }
        self.open_seconds += usize::from(keys.second.is_none());
        if let (Some(pairs), Some(pair)) = (&mut self.by_pair, keys.pair()) {
            insert(pairs, pair, place);
        }
        self.cells += clause.len() + CLAUSE_OVERHEAD;
        let stored = Stored {
            clause: clause.into(),
            keys,
            born: self.now,
            died: u64::MAX,
        };
        self.clauses.insert(place, stored);
    }

    /// Makes the index on pairs if it would help calls with these keys.
    fn prepare(&mut self, keys: Keys) {
        let is_long = |places: &Places| matches!(places, Places::Many(set) if set.len() > MANY);
        if self.by_pair.is_some()
            || keys.second.is_none()
            || self.open_keys + self.open_seconds > 0
            || !keys
                .first
                .is_some_and(|key| self.by_key.get(&key).is_some_and(is_long))
        {
            return;
        }
        let mut pairs = FxHashMap::default();
        for (place, stored) in &self.clauses {
            if let Some(pair) = stored.keys.pair() {
                insert(&mut pairs, pair, *place);
            }
        }
        self.by_pair = Some(pairs);
    }

    /// The places of the clauses that may match calls with these keys; none if all
    /// may.
    fn places(&self, keys: Keys) -> Option<Option<&Places>> {
        if self.open_keys > 0 {
            return None;
        }
        match (&self.by_pair, keys.pair()) {
            (Some(pairs), Some(pair)) if self.open_seconds == 0 => Some(pairs.get(&pair)),
            _ => keys.first.map(|key| self.by_key.get(&key)),
        }
    }

    /// The next clause the cursor sees.
    fn next(&self, cursor: &mut ClauseCursor) -> Option<(i64, &Arc<[Cell]>)> {
        let seen_at = cursor.seen_at;
        let is_seen = |stored: &Stored| stored.born <= seen_at && seen_at < stored.died;
        let from = cursor.next;
        let found = match self.places(cursor.keys) {
            Some(places) => places?
                .from(from)
                .map(|place| (place, &self.clauses[&place]))
                .find(|(_, stored)| is_seen(stored)),
            None => self
                .clauses
                .range(from..)
                .map(|(&place, stored)| (place, stored))
                .find(|(_, stored)| is_seen(stored)),
        };
        let (place, stored) = found?;
        cursor.next = place + 1;
        Some((place, &stored.clause))
    }

    fn erase(&mut self, place: i64) {
        self.now += 1;
        let now = self.now;
        if let Some(stored) = self.clauses.get_mut(&place)
            && stored.died == u64::MAX
        {
            stored.died = now;
            self.dead += 1;
        }
    }

    /// Removes the erased clauses that no call made since `oldest` can see.
    fn sweep(&mut self, oldest: u64) {
        let DynamicPred {
            clauses,
            by_key,
            by_pair,
            open_keys,
            open_seconds,
            cells,
            ..
        } = self;
        clauses.retain(|place, stored| {
            if stored.died > oldest {
                return true;
            }
            match stored.keys.first {
                Some(key) => remove(by_key, key, *place),
                None => *open_keys -= 1,
            }
            *open_seconds -= usize::from(stored.keys.second.is_none());
            if let (Some(pairs), Some(pair)) = (by_pair.as_mut(), stored.keys.pair()) {
                remove(pairs, pair, *place);
            }
            *cells -= stored.clause.len() + CLAUSE_OVERHEAD;
            false
        });
        self.dead = clauses.values().filter(|s| s.died != u64::MAX).count();
    }
}

/// Adds a place to those of a key.
fn insert<K: Eq + Hash>(index: &mut FxHashMap<K, Places>, key: K, place: i64) {
    let places = index.entry(key);
    places
        .and_modify(|places| places.insert(place))
        .or_insert(Places::One(place));
}

/// Removes a place from those of a key.
fn remove<K: Eq + Hash>(index: &mut FxHashMap<K, Places>, key: K, place: i64) {
    if let Some(places) = index.get_mut(&key)
        && places.remove(place) == Left::Nothing
    {
        index.remove(&key);
    }
}

/// Whether any place is left.
#[derive(PartialEq)]
enum Left {
    Something,
    Nothing,
}

impl Places {
    fn insert(&mut self, place: i64) {
        match self {
            Places::One(other) => *self = Places::Many(BTreeSet::from([*other, place])),
            Places::Many(places) => {
                places.insert(place);
            }
        }
    }

    fn remove(&mut self, place: i64) -> Left {
        let is_empty = match self {
            Places::One(other) => *other == place,
            Places::Many(places) => {
                places.remove(&place);
                places.is_empty()
            }
        };
        if is_empty {
            Left::Nothing
        } else {
            Left::Something
        }
    }

    /// The places from this one on.
    fn from(&self, first: i64) -> impl Iterator<Item = i64> {
        let (one, many) = match self {
            Places::One(place) => (Some(*place).filter(|place| *place >= first), None),
            Places::Many(places) => (None, Some(places.range(first..).copied())),
        };
        one.into_iter().chain(many.into_iter().flatten())
    }
}

/// Cells charged for a clause besides its term.
const CLAUSE_OVERHEAD: usize = 64;

/// The keys of a head.
fn keys_of(heap: &Heap, head: Cell) -> Keys {
    let mut args = heap.arg_range(heap.deref(head));
    let mut next = || key(heap, heap.deref(heap.at(args.next()?)));
    let first = next();
    let second = next();
    Keys { first, second }
}

impl Machine<'_> {
    pub(super) fn enter_dynamic(&mut self, pred: usize, arity: usize) -> Result<usize, Raise> {
        let key = |i: usize| {
            let cell = (arity > i).then(|| self.heap.deref(self.x[i]));
            cell.and_then(|cell| key(&self.heap, cell))
        };
        let keys = Keys {
            first: key(0),
            second: key(1),
        };
        self.look_up(pred, Purpose::Call, keys, arity)
    }

    fn look_up(
        &mut self,
        pred: usize,
        purpose: Purpose,
        keys: Keys,
        arity: usize,
    ) -> Result<usize, Raise> {
        self.dynamic[pred].prepare(keys);
        let stored = &self.dynamic[pred];
        let mut cursor = ClauseCursor {
            pred,
            purpose,
            seen_at: stored.now,
            keys,
            next: i64::MIN,
        };
        let Some((place, clause)) = stored.next(&mut cursor) else {
            return Ok(FAIL);
        };
        let clause = clause.clone();
        let has_more = stored.next(&mut cursor.clone()).is_some();
        self.level = self.choices.len();
        let level = self.level;
        let candidate = Candidate {
            pred,
            purpose,
            place,
        };
        if has_more {
            self.push_choice(arity, Alternative::Dynamic(Box::new(cursor)));
        }
        self.try_clause(candidate, &clause, level)
    }

    /// Tries the next clause; the newest choice point is the call's own.
    pub(super) fn retry_dynamic(
        &mut self,
        mut cursor: ClauseCursor,
        level: usize,
    ) -> Result<usize, Raise> {
        self.restore_args();
        let pred = &self.dynamic[cursor.pred];
        let Some((place, clause)) = pred.next(&mut cursor) else {
            self.pop_choice();
            return Ok(FAIL);
        };
        let clause = clause.clone();
        let candidate = Candidate {
            pred: cursor.pred,
            purpose: cursor.purpose,
            place,
        };
        if pred.next(&mut cursor.clone()).is_none() {
            self.pop_choice();
        } else if let Some(choice) = self.choices.last_mut() {
            choice.alternative = Alternative::Dynamic(Box::new(cursor));
        }
        self.level = level;
        self.try_clause(candidate, &clause, level)
    }

    /// Does with a clause what it was looked up for.
    fn try_clause(
        &mut self,
        candidate: Candidate,
        clause: &[Cell],
        level: usize,
    ) -> Result<usize, Raise> {
        let base = self.heap.restore(clause);
        let parts = self.heap.arg_range(self.heap.at(base));
        let (head, body) = (self.heap.at(parts.start), self.heap.at(parts.start + 1));
        match candidate.purpose {
            Purpose::Call => self.run_clause(head, body, level),
            Purpose::Inspect => {
                let fits = self.heap.unify(self.x[0], head) && self.heap.unify(self.x[1], body);
                Ok(if fits { self.cp } else { FAIL })
            }
            Purpose::Retract => {
                let (own_head, own_body) = self.split_clause(self.x[0]);
                if !self.heap.unify(own_head, head) || !self.heap.unify(own_body, body) {
                    return Ok(FAIL);
                }
                self.erase(candidate.pred, candidate.place);
                Ok(self.cp)
            }
        }
    }

    fn run_clause(&mut self, head: Cell, body: Cell, level: usize) -> Result<usize, Raise> {
        let args = self.heap.arg_range(self.heap.deref(head));
        for (i, at) in args.enumerate() {
            if !self.heap.unify(self.x[i], self.heap.at(at)) {
                return Ok(FAIL);
            }
        }
        let body = self.heap.deref(body);
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

    fn erase(&mut self, pred: usize, place: i64) {
        self.dynamic[pred].erase(place);
        self.sweep(pred);
    }

    /// Removes erased clauses once there are many of them.
    fn sweep(&mut self, pred: usize) {
        let stored = &self.dynamic[pred];
        if stored.dead > SWEEP_FROM && 2 * stored.dead > stored.clauses.len() {
            let oldest = self.choices.oldest_dynamic(pred).unwrap_or(u64::MAX - 1);
            self.dynamic[pred].sweep(oldest);
        }
    }

    /// Head and body of a clause term.
    fn split_clause(&mut self, clause: Cell) -> (Cell, Cell) {
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

    /// The dynamic predicate a head belongs to.
    fn dynamic_pred(&self, head: Cell, action: &'static str) -> Result<usize, Raise> {
        let functor = match head.tag() {
            Tag::Ref => return Err(Ball::Instantiation.into()),
            Tag::Atom => Cell::functor(head.symbol(), 0),
            Tag::Str | Tag::List => self.heap.functor_of(head),
            _ => return Err(Ball::Type("callable", head).into()),
        };
        let name = Functor::new(functor.symbol(), functor.arity());
        let pred = self.find_pred(name).and_then(|number| {
            match self.program.preds.list.get(number as usize)?.definition {
                Definition::Dynamic(pred) => Some(pred),
                _ => None,
            }
        });
        let kind = match action {
            "access" => "private_procedure",
            _ => "static_procedure",
        };
        pred.ok_or(Ball::Permission(action, kind, functor).into())
    }

    pub(super) fn assert_clause(&mut self, end: End) -> Result<usize, Raise> {
        let (head, body) = self.split_clause(self.x[0]);
        let pred = self.dynamic_pred(head, "modify")?;
        let body = self.heap.deref(body);
        self.check_body(body)?;
        let neck = Cell::functor(sym::NECK, 2);
        let clause = self.heap.new_structure(neck, &[head, body]);
        // The buffer is kept, to save an allocation.
        let mut flat = std::mem::take(&mut self.asserted);
        flat.truncate(0);
        let room = self.room();
        let copied = self.heap.flatten(clause, 0, &mut flat, room);
        let keys = keys_of(&self.heap, head);
        if copied.is_ok() {
            self.dynamic[pred].add(flat.cells(), keys, end);
            self.asserted = flat;
        }
        copied.map_err(|_| LimitReached::Memory(self.limits.memory))?;
        self.check_memory(0)?;
        Ok(self.cp)
    }

    pub(super) fn enter_retract(&mut self) -> Result<usize, Raise> {
        let (head, _) = self.split_clause(self.x[0]);
        let pred = self.dynamic_pred(head, "modify")?;
        let keys = keys_of(&self.heap, head);
        self.look_up(pred, Purpose::Retract, keys, 1)
    }

    pub(super) fn enter_clause(&mut self) -> Result<usize, Raise> {
        let head = self.heap.deref(self.x[0]);
        let pred = self.dynamic_pred(head, "access")?;
        let keys = keys_of(&self.heap, head);
        self.look_up(pred, Purpose::Inspect, keys, 2)
    }

    pub(super) fn retract_all(&mut self) -> Result<usize, Raise> {
        let head = self.heap.deref(self.x[0]);
        let pred = self.dynamic_pred(head, "modify")?;
        let mut cursor = ClauseCursor {
            pred,
            purpose: Purpose::Retract,
            seen_at: self.dynamic[pred].now,
            keys: keys_of(&self.heap, head),
            next: i64::MIN,
        };
        self.push_choice(0, Alternative::Code(FAIL as u32));
        while let Some((place, clause)) = self.dynamic[pred].next(&mut cursor) {
            let clause = clause.clone();
            let base = self.heap.restore(&clause);
            let own = self.heap.arg_range(self.heap.at(base)).start;
            if self.heap.unify(head, self.heap.at(own)) {
                self.dynamic[pred].erase(place);
            }
            self.restore_choice();
        }
        self.pop_choice();
        self.sweep(pred);
        Ok(self.cp)
    }
}

impl ClauseCursor {
    /// The time of the call, if it is a call of this predicate.
    pub(super) fn seen_at(&self, pred: usize) -> Option<u64> {
        (self.pred == pred).then_some(self.seen_at)
    }
}
