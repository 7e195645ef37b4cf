//! Global variables: `nb_setval/2`, whose values survive backtracking and
//! queries, and `b_setval/2`, whose values do not.
//!
//! A journal restores the values of `b_setval/2` on backtracking. The benchmark is
//! `backtrackable globals`.

use std::sync::LazyLock;
use std::time::Instant;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Builtin;
use crate::cell::{Cell, Tag};
use crate::error::{Ball, Raise};
use crate::heap::garbage::Marks;
use crate::heap::{Flat, Heap};
use crate::machine::Machine;
use crate::machine::choice::Choice;
use crate::machine::journal::Journal;
use crate::symbol::Symbol;

pub(super) const ALL: &[Builtin] = &[
    Builtin::new("nb_setval", 2, |m, at| {
        let key = m.key(at)?;
        let (value, _) = m.copy_out(&[m.x[at + 1]])?;
        m.set_global(key, value);
        m.check_memory(0)?;
        if m.backtrackable(key).is_some() {
            m.set_backtrackable(key, m.x[at + 1])?;
        }
        Ok(true)
    }),
    Builtin::new("b_setval", 2, |m, at| {
        let key = m.key(at)?;
        m.set_backtrackable(key, m.x[at + 1])?;
        Ok(true)
    }),
    // Counters that survive backtracking, until the query ends.
    Builtin::new("$new_counter", 1, |m, at| {
        m.counters.push(0);
        m.check_memory(0)?;
        let number = m.heap.new_int(m.counters.len() as i64 - 1);
        m.unify(at, number)
    }),
    Builtin::new("$count_up", 2, |m, at| {
        let number = usize::try_from(m.int_arg(at)?).unwrap_or(usize::MAX);
        let count = m.counters.get_mut(number).map(|count| {
            *count += 1;
            *count
        });
        let count = m.heap.new_int(count.unwrap_or(0));
        m.unify(at + 1, count)
    }),
    // Terms that survive backtracking, until the query ends.
    Builtin::new("$new_bag", 1, |m, at| {
        m.bags.push(Bag::default());
        let number = m.heap.new_int(m.bags.len() as i64 - 1);
        m.unify(at, number)
    }),
    // `$put_in_bag(Bag, Term, Count)`: how many terms the bag has then.
    Builtin::new("$put_in_bag", 3, |m, at| {
        let number = usize::try_from(m.int_arg(at)?).unwrap_or(usize::MAX);
        let (copy, _) = m.copy_out(&[m.x[at + 1]])?;
        m.global_cells += copy.len();
        m.check_memory(0)?;
        let count = m.bags.get_mut(number).map_or(0, |bag| {
            bag.push(copy);
            bag.len()
        });
        let count = m.heap.new_int(count as i64);
        m.unify(at + 2, count)
    }),
    // `$empty_bag(Bag, Terms)`: takes all terms out of the bag.
    Builtin::new("$empty_bag", 2, |m, at| {
        let number = usize::try_from(m.int_arg(at)?).unwrap_or(usize::MAX);
        let terms = m.bags.get_mut(number).map(std::mem::take);
        let mut items = Vec::new();
        for term in terms.unwrap_or_default() {
            m.global_cells -= term.len();
            let base = m.heap.restore(term.cells());
            items.push(m.heap.at(base));
        }
        m.unify_list(at + 1, &items)
    }),
    Builtin::new("statistics", 2, statistics),
    Builtin::new("nb_getval", 2, get),
    Builtin::new("b_getval", 2, get),
    Builtin::new("$nb_current", 2, |m, at| {
        let key = m.key(at)?;
        match m.global(key)? {
            Some(value) => m.unify(at + 1, value),
            None => Ok(false),
        }
    }),
    Builtin::new("$nb_keys", 1, |m, at| {
        let mut keys: Vec<Symbol> = m.globals.keys().copied().collect();
        keys.sort_by_key(|key| key.as_str());
        let keys: Vec<Cell> = keys.into_iter().map(Cell::atom).collect();
        m.unify_list(at, &keys)
    }),
];

/// Terms that `findnsols/4` has found.
pub(crate) type Bag = Vec<Flat>;

/// `statistics(Key, Value)`: times are those of the clock on the wall since the
/// process first asked.
fn statistics(m: &mut Machine<'_>, at: usize) -> Result<bool, Raise> {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let key = m.key(at)?;
    let elapsed = START.elapsed();
    let value = match key.as_str() {
        "cputime" | "process_cputime" => m.heap.new_float(elapsed.as_secs_f64()),
        "inferences" => m.heap.new_int(m.steps() as i64),
        "runtime" | "process_runtime" | "system_time" | "real_time" | "walltime" => {
            let unit = match key.as_str() {
                "real_time" => elapsed.as_secs() as i64,
                _ => elapsed.as_millis() as i64,
            };
            let last = m.last_time.insert(key, unit).unwrap_or(0);
            let times = [unit, unit - last].map(|time| m.heap.new_int(time));
            m.heap.new_list(&times, Cell::NIL)
        }
        _ => return Err(Ball::Domain("statistics_key", Cell::atom(key)).into()),
    };
    m.unify(at + 1, value)
}

fn get(m: &mut Machine<'_>, at: usize) -> Result<bool, Raise> {
    let key = m.key(at)?;
    match m.global(key)? {
        Some(value) => m.unify(at + 1, value),
        None => Err(Ball::NoVariable(Cell::atom(key)).into()),
    }
}

impl Machine<'_> {
    fn key(&self, register: usize) -> Result<Symbol, Raise> {
        let cell = self.arg(register);
        match cell.tag() {
            Tag::Atom => Ok(cell.symbol()),
            Tag::Ref => Err(Ball::Instantiation.into()),
            _ => Err(Ball::Type("atom", cell).into()),
        }
    }

    /// The value of a global variable, copied to the heap if it is not there.
    fn global(&mut self, key: Symbol) -> Result<Option<Cell>, Raise> {
        if let Some(value) = self.backtrackable(key) {
            return Ok(Some(value));
        }
        let Some(value) = self.globals.get(&key).cloned() else {
            return Ok(None);
        };
        self.check_memory(value.len())?;
        let base = self.heap.restore(value.cells());
        Ok(Some(self.heap.at(base)))
    }

    /// The newest value that `b_setval/2` gave a variable.
    fn backtrackable(&mut self, key: Symbol) -> Option<Cell> {
        self.backtrackable.undo(&self.heap);
        let global = self.backtrackable.values.get(&key)?;
        global.value
    }

    fn set_backtrackable(&mut self, key: Symbol, value: Cell) -> Result<(), Raise> {
        self.backtrackable.undo(&self.heap);
        let newest = self.choices.last().expect("a query has a choice point");
        let globals = &mut self.backtrackable;
        let level = globals.journal.level(&mut self.heap, newest);
        let global = globals.values.entry(key).or_default();
        if global.saved_at != level {
            globals.journal.record((key, *global));
        }
        *global = Global {
            value: Some(value),
            saved_at: level,
        };
        self.check_memory(0)
    }
}

/// The values of `b_setval/2`.
#[derive(Default)]
pub(crate) struct BacktrackableGlobals {
    values: FxHashMap<Symbol, Global>,
    /// What the variables were before.
    journal: Journal<(Symbol, Global)>,
}

#[derive(Clone, Copy, Default)]
struct Global {
    value: Option<Cell>,
    /// The level of the change that set it.
    saved_at: u64,
}

impl BacktrackableGlobals {
    pub(crate) fn clear(&mut self) {
        self.values.clear();
        self.journal.clear();
    }

    pub(crate) fn bytes(&self) -> usize {
        self.journal.bytes()
    }

    /// Undoes what backtracking has undone.
    pub(crate) fn undo(&mut self, heap: &Heap) {
        while let Some((key, before)) = self.journal.pop_undone(heap) {
            self.values.insert(key, before);
        }
    }

    // For the collection of unused cells.

    pub(crate) fn join_levels(&mut self, choices: &[Choice<'_>]) {
        self.journal.join_levels(choices, || {
            let mut seen = FxHashSet::default();
            move |(key, _): &(Symbol, Global)| seen.insert(*key)
        });
    }

    pub(crate) fn mark(&self, marks: &mut Marks, heap: &Heap) {
        self.journal.mark(marks, heap);
        let before = self.journal.changes().iter().map(|(_, before)| before);
        for value in self.values.values().chain(before).filter_map(|g| g.value) {
            marks.mark(heap, value);
        }
    }

    pub(crate) fn relocate(&mut self, marks: &Marks) {
        let relocate = |global: &mut Global| {
            global.value = global.value.map(|value| marks.moved(value));
        };
        self.values.values_mut().for_each(relocate);
        self.journal.relocate(marks, |(_, before)| relocate(before));
    }
}
