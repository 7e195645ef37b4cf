//! The clauses of one dynamic predicate, in order, with chains of those that
//! share the key of the first argument, or of the first two. The benchmarks are
//! `dynamic sieve` and `memo`.
//!
//! Clauses have numbers that stay the same until they are swept. A clause is
//! seen by calls made between its birth and its death; dead clauses stay in
//! their chains until no call in progress can see them.

use rustc_hash::FxHashMap;

use crate::cell::{Cell, Tag};
use crate::clauses::key;
use crate::heap::{Flat, Heap};
use crate::symbol::sym;
use crate::term::{Term, Var};

/// The number of a clause.
pub(super) type ClauseNumber = u32;

/// The end of a chain.
const NONE: ClauseNumber = u32::MAX;
/// Dead clauses are removed once there are more of them than this and than the
/// others.
const SWEEP_FROM: usize = 64;
/// With more clauses than this under a key, the second argument is looked at.
const MANY: u32 = 8;
/// Cells charged for a clause besides its term.
const CLAUSE_OVERHEAD: usize = 64;

/// The clauses of one predicate.
pub(crate) struct DynamicPred {
    clauses: Vec<Stored>,
    /// Numbers of swept clauses, to be used again.
    free: Vec<ClauseNumber>,
    all: Chain,
    /// Clauses by the key of the first argument.
    by_key: FxHashMap<Cell, Chain>,
    /// Clauses whose first argument is a variable; while there are any, keys
    /// are not used.
    open_keys: usize,
    /// Clauses by the keys of the first two arguments, once a call needs them.
    by_pair: Option<FxHashMap<(Cell, Cell), Chain>>,
    /// Clauses without a key of the second argument; while there are any, pairs
    /// are not used.
    open_seconds: usize,
    dead: usize,
    /// With more dead clauses than this, sweeping is worth a try.
    sweep_from: usize,
    /// Counts changes.
    now: u64,
    cells: usize,
}

pub(super) struct Stored {
    /// `Head :- Body`, copied.
    pub(super) clause: Box<[Cell]>,
    pub(super) shape: Shape,
    keys: Keys,
    born: u64,
    died: u64,
    /// The next clauses in the three kinds of chains.
    next: [ClauseNumber; 3],
}

/// What can be said of a clause without looking at its term.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A fact whose arguments are atoms, strings and small integers.
    Constants,
    Other,
}

/// The keys of the first two arguments of a head.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Keys {
    pub(super) first: Option<Cell>,
    pub(super) second: Option<Cell>,
}

/// Clauses in order.
#[derive(Clone, Copy)]
struct Chain {
    first: ClauseNumber,
    last: ClauseNumber,
    len: u32,
}

/// Which chain a call goes along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum Along {
    All = 0,
    Key = 1,
    Pair = 2,
}

/// At which end a clause is added.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    First,
    Last,
}

/// A clause that a call made at some time sees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) number: ClauseNumber,
    pub(super) along: Along,
    pub(super) at: u64,
}

impl Keys {
    /// The keys of a head.
    pub(super) fn of(heap: &Heap, head: Cell) -> Keys {
        let mut args = heap.arg_range(heap.deref(head));
        let mut next = || key(heap, heap.deref(heap.at(args.next()?)));
        let first = next();
        let second = next();
        Keys { first, second }
    }

    fn pair(self) -> Option<(Cell, Cell)> {
        self.first.zip(self.second)
    }
}

impl Default for Chain {
    fn default() -> Chain {
        Chain {
            first: NONE,
            last: NONE,
            len: 0,
        }
    }
}

impl Chain {
    fn add(&mut self, clauses: &mut [Stored], along: Along, number: ClauseNumber, end: End) {
        self.len += 1;
        if self.first == NONE {
            (self.first, self.last) = (number, number);
            return;
        }
        match end {
            End::First => {
                clauses[number as usize].next[along as usize] = self.first;
                self.first = number;
            }
            End::Last => {
                clauses[self.last as usize].next[along as usize] = number;
                self.last = number;
            }
        }
    }
}

impl Default for DynamicPred {
    fn default() -> DynamicPred {
        DynamicPred {
            clauses: Vec::new(),
            free: Vec::new(),
            all: Chain::default(),
            by_key: FxHashMap::default(),
            open_keys: 0,
            by_pair: None,
            open_seconds: 0,
            dead: 0,
            sweep_from: SWEEP_FROM,
            now: 0,
            cells: 0,
        }
    }
}

impl DynamicPred {
    /// A predicate with these clauses.
    pub(super) fn of(clauses: &[Term]) -> DynamicPred {
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
            let keys = Keys::of(&heap, head);
            pred.add(flat.cells(), keys, End::Last);
        }
        pred
    }

    pub(crate) fn bytes(&self) -> usize {
        8 * self.cells
    }

    pub(super) fn clause(&self, number: ClauseNumber) -> &Stored {
        &self.clauses[number as usize]
    }

    /// The number of clauses that are alive.
    pub(super) fn len(&self) -> usize {
        self.all.len as usize - self.dead
    }

    /// Adds a clause, `Head :- Body` in a buffer.
    pub(super) fn add(&mut self, clause: &[Cell], keys: Keys, end: End) {
        self.now += 1;
        self.cells += clause.len() + CLAUSE_OVERHEAD;
        let stored = Stored {
            clause: clause.into(),
            shape: Shape::of(clause),
            keys,
            born: self.now,
            died: u64::MAX,
            next: [NONE; 3],
        };
        let number = match self.free.pop() {
            Some(number) => {
                self.clauses[number as usize] = stored;
                number
            }
            None => {
                self.clauses.push(stored);
                self.clauses.len() as ClauseNumber - 1
            }
        };
        self.link(number, end);
    }

    /// Adds a clause to its chains.
    fn link(&mut self, number: ClauseNumber, end: End) {
        let keys = self.clauses[number as usize].keys;
        self.all.add(&mut self.clauses, Along::All, number, end);
        match keys.first {
            Some(key) => {
                let chain = self.by_key.entry(key).or_default();
                chain.add(&mut self.clauses, Along::Key, number, end);
            }
            None => self.open_keys += 1,
        }
        self.open_seconds += usize::from(keys.second.is_none());
        if let (Some(pairs), Some(pair)) = (&mut self.by_pair, keys.pair()) {
            let chain = pairs.entry(pair).or_default();
            chain.add(&mut self.clauses, Along::Pair, number, end);
        }
    }

    /// Makes the index on pairs if it would help calls with these keys.
    fn prepare(&mut self, keys: Keys) {
        let is_possible = keys.second.is_some() && self.open_keys + self.open_seconds == 0;
        if self.by_pair.is_some() || !is_possible {
            return;
        }
        let chain = keys.first.and_then(|key| self.by_key.get(&key));
        if chain.is_none_or(|chain| chain.len <= MANY) {
            return;
        }
        let mut pairs: FxHashMap<(Cell, Cell), Chain> = FxHashMap::default();
        let mut number = self.all.first;
        while number != NONE {
            let stored = &self.clauses[number as usize];
            let next = stored.next[Along::All as usize];
            if let Some(pair) = stored.keys.pair() {
                let chain = pairs.entry(pair).or_default();
                chain.add(&mut self.clauses, Along::Pair, number, End::Last);
            }
            number = next;
        }
        self.by_pair = Some(pairs);
    }

    /// The first clause that a call with these keys sees.
    pub(super) fn first(&mut self, keys: Keys) -> Option<Seen> {
        self.prepare(keys);
        let chain_of = |chain: Option<&Chain>| chain.map_or(NONE, |chain| chain.first);
        let (along, number) = match (&self.by_pair, keys.pair(), keys.first) {
            _ if self.open_keys > 0 => (Along::All, self.all.first),
            (Some(pairs), Some(pair), _) if self.open_seconds == 0 => {
                (Along::Pair, chain_of(pairs.get(&pair)))
            }
            (_, _, Some(key)) => (Along::Key, chain_of(self.by_key.get(&key))),
            _ => (Along::All, self.all.first),
        };
        let at = self.now;
        self.visible(Seen { number, along, at })
    }

    /// The next clause that the same call sees.
    pub(super) fn next(&self, seen: Seen) -> Option<Seen> {
        let number = self.clauses[seen.number as usize].next[seen.along as usize];
        self.visible(Seen { number, ..seen })
    }

    /// The first clause from this one on that the call sees.
    fn visible(&self, mut seen: Seen) -> Option<Seen> {
        while seen.number != NONE {
            let stored = &self.clauses[seen.number as usize];
            if stored.born <= seen.at && seen.at < stored.died {
                return Some(seen);
            }
            seen.number = stored.next[seen.along as usize];
        }
        None
    }

    /// Ends the life of a clause, if it has not ended.
    pub(super) fn erase(&mut self, number: ClauseNumber) {
        let stored = &mut self.clauses[number as usize];
        if stored.died == u64::MAX {
            self.now += 1;
            stored.died = self.now;
            self.dead += 1;
        }
    }

    /// Whether there are many dead clauses.
    pub(super) fn wants_sweep(&self) -> bool {
        self.dead > self.sweep_from && 2 * self.dead > self.all.len as usize
    }

    /// Removes the dead clauses that no call made since `oldest` can see.
    pub(super) fn sweep(&mut self, oldest: u64) {
        let mut kept = Vec::with_capacity(self.len());
        let mut number = self.all.first;
        self.dead = 0;
        while number != NONE {
            let stored = &mut self.clauses[number as usize];
            let next = stored.next[Along::All as usize];
            if stored.died > oldest {
                self.dead += usize::from(stored.died != u64::MAX);
                stored.next = [NONE; 3];
                kept.push(number);
            } else {
                self.cells -= stored.clause.len() + CLAUSE_OVERHEAD;
                stored.clause = Box::default();
                self.free.push(number);
            }
            number = next;
        }
        self.all = Chain::default();
        self.by_key.clear();
        (self.open_keys, self.open_seconds) = (0, 0);
        if let Some(pairs) = &mut self.by_pair {
            pairs.clear();
        }
        for number in kept {
            self.link(number, End::Last);
        }
        // Calls in progress may keep many: the next try comes after twice as many.
        self.sweep_from = SWEEP_FROM.max(2 * self.dead);
    }
}

impl Shape {
    fn of(clause: &[Cell]) -> Shape {
        let is_fact = clause.get(3) == Some(&Cell::atom(sym::TRUE));
        let are_constants = clause[4..]
            .iter()
            .all(|cell| cell.is_constant() || cell.tag() == Tag::Functor);
        // A head that is a list has no cell for its functor.
        let is_flat = match clause.get(4) {
            Some(cell) => cell.tag() == Tag::Functor && clause.len() == 5 + cell.arity(),
            None => true,
        };
        if is_fact && are_constants && is_flat {
            Shape::Constants
        } else {
            Shape::Other
        }
    }
}

impl Stored {
    /// The arguments of the head of a fact whose arguments are constants.
    pub(super) fn constants(&self) -> &[Cell] {
        self.clause.get(5..).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// A fact `p(First, Second)`, with these constants.
    fn fact(args: [i64; 2]) -> (Vec<Cell>, Keys) {
        let mut heap = Heap::default();
        let args = args.map(|arg| heap.new_int(arg));
        let head = heap.new_structure(Cell::functor("p".into(), 2), &args);
        let keys = Keys::of(&heap, head);
        let neck = Cell::functor(sym::NECK, 2);
        let clause = heap.new_structure(neck, &[head, Cell::atom(sym::TRUE)]);
        let mut flat = Flat::default();
        let copied = heap.flatten(clause, 0, &mut flat, usize::MAX);
        copied.expect("there is room");
        (flat.cells().to_vec(), keys)
    }

    fn seen(pred: &mut DynamicPred, keys: Keys) -> Vec<Vec<Cell>> {
        let mut found = Vec::new();
        let mut next = pred.first(keys);
        while let Some(seen) = next {
            found.push(pred.clause(seen.number).constants().to_vec());
            next = pred.next(seen);
        }
        found
    }

    /// Random changes, beside a map from places to facts.
    #[test]
    fn calls_see_the_clauses_that_a_plain_list_has() {
        let mut state = 12345u64;
        let mut random = move |below: u64| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        let mut pred = DynamicPred::default();
        let mut plain: BTreeMap<i64, [i64; 2]> = BTreeMap::new();
        for _ in 0..20_000 {
            let args = [random(20) as i64, random(5) as i64];
            let (clause, keys) = fact(args);
            let first = Keys {
                second: None,
                ..keys
            };
            match random(10) {
                0..3 => {
                    let last = plain.last_key_value().map_or(0, |(place, _)| place + 1);
                    plain.insert(last, args);
                    pred.add(&clause, keys, End::Last);
                }
                3 => {
                    let first = plain.first_key_value().map_or(0, |(place, _)| place - 1);
                    plain.insert(first, args);
                    pred.add(&clause, keys, End::First);
                }
                4..7 => {
                    let matching = |(_, other): &(&i64, &[i64; 2])| **other == args;
                    let place = plain.iter().find(matching).map(|(place, _)| *place);
                    let found = pred.first(keys);
                    let found = found.and_then(|seen| {
                        let is_it =
                            |seen: &Seen| pred.clause(seen.number).constants() == &clause[5..];
                        std::iter::successors(Some(seen), |seen| pred.next(*seen)).find(is_it)
                    });
                    assert_eq!(place.is_some(), found.is_some());
                    if let (Some(place), Some(seen)) = (place, found) {
                        plain.remove(&place);
                        pred.erase(seen.number);
                        pred.erase(seen.number);
                    }
                    if pred.wants_sweep() {
                        pred.sweep(u64::MAX - 1);
                    }
                }
                _ => {
                    let all: Vec<Vec<Cell>> = plain
                        .values()
                        .map(|args| fact(*args).0[5..].to_vec())
                        .collect();
                    assert_eq!(pred.len(), all.len());
                    let with = |keys: Keys| {
                        let fits = |fact: &&Vec<Cell>| {
                            keys.first.is_none_or(|key| fact[0] == key)
                                && keys.second.is_none_or(|key| fact[1] == key)
                        };
                        all.iter().filter(fits).cloned().collect::<Vec<_>>()
                    };
                    assert_eq!(seen(&mut pred, Keys::default()), with(Keys::default()));
                    assert_eq!(seen(&mut pred, first), with(first));
                    // The index on pairs may not exist: more may be seen.
                    let mut both = seen(&mut pred, keys);
                    both.retain(|fact| fact[1] == clause[6]);
                    assert_eq!(both, with(keys));
                }
            }
        }
    }

    #[test]
    fn a_call_sees_the_clauses_of_its_time() {
        let mut pred = DynamicPred::default();
        for i in 0..3 {
            let (clause, keys) = fact([1, i]);
            pred.add(&clause, keys, End::Last);
        }
        let call = pred.first(Keys::default()).expect("there are clauses");
        let second = pred.next(call).expect("there are three");
        pred.erase(second.number);
        let (clause, keys) = fact([1, 9]);
        pred.add(&clause, keys, End::Last);
        pred.sweep(call.at);
        let third = pred.next(second).expect("it sees the third");
        assert_eq!(pred.clause(third.number).constants()[1].int(), 2);
        assert!(pred.next(third).is_none());
        assert_eq!(seen(&mut pred, Keys::default()).len(), 3);
    }
}
