//! Predicates that consist of ground facts: a table of rows, with indexes built
//! when a call first needs them. The benchmarks are `conjunctive query` and
//! `coverage`.

use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cell::{Cell, Tag};
use crate::heap::Heap;

/// The rows of a predicate whose clauses are ground facts.
#[derive(Clone)]
pub(crate) struct Relation {
    arity: usize,
    rows: Vec<Cell>,
    count: usize,
    /// A shared copy of the rows, for joins that scan them.
    shared: OnceLock<Arc<[Cell]>>,
    /// The arguments that indexes are made for, chosen at the first call.
    chosen: OnceLock<Box<[u8]>>,
    /// For each set of bound chosen arguments, the index to use.
    plans: Box<[OnceLock<Plan>]>,
    indexes: Box<[OnceLock<Arc<RowIndex>>]>,
    /// For each argument, the rows by what is inside its structures.
    parts: Box<[OnceLock<Parts>]>,
}

/// Rows by the functor of a structure, the number of one of its arguments, and the
/// constant there.
type Parts = FxHashMap<(Cell, u16, Cell), Vec<u32>>;

/// How calls with a given set of bound arguments find their rows.
#[derive(Clone, Copy)]
enum Plan {
    Scan,
    /// Through the index on this set of chosen arguments.
    Through(u8),
}

/// Row numbers grouped by key.
#[derive(Clone)]
pub(crate) struct RowIndex {
    order: Vec<u32>,
    lookup: Lookup,
    /// No two rows have the same key.
    pub(crate) is_unique: bool,
    /// The rows in this order, for joins, which read them one after another.
    sorted: OnceLock<Arc<[Cell]>>,
}

#[derive(Clone)]
enum Lookup {
    /// Keys are close together: the group of key `first + i` ends where the next starts.
    Dense {
        first: u64,
        starts: Vec<u32>,
    },
    Hashed(FxHashMap<u64, (u32, u32)>),
}

/// How a call whose bound arguments are known finds its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// All rows in order.
    Scan,
    /// The group of an index, by its number.
    Group(u8),
}

/// Rows still to be tried. Only `next` changes from one to the next: a choice point
/// that is written as a whole and read again at once stalls the processor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows<'p> {
    /// Their numbers; none if they are all rows of the table.
    order: Option<&'p [u32]>,
    pub(crate) next: u32,
    end: u32,
}

impl<'p> Rows<'p> {
    fn all(count: usize) -> Rows<'p> {
        Rows {
            order: None,
            next: 0,
            end: count as u32,
        }
    }

    fn listed(order: &'p [u32]) -> Rows<'p> {
        Rows {
            order: Some(order),
            next: 0,
            end: order.len() as u32,
        }
    }

    fn len(&self) -> usize {
        (self.end - self.next) as usize
    }
}

/// Arguments that may take part in an index.
const MAX_CHOSEN: usize = 6;
/// Tables this small are scanned.
const SMALL: usize = 4;

impl Relation {
    pub(crate) fn new(arity: usize) -> Relation {
        let sets = 1 << arity.min(MAX_CHOSEN);
        Relation {
            arity,
            rows: Vec::new(),
            count: 0,
            shared: OnceLock::new(),
            chosen: OnceLock::new(),
            plans: vec![OnceLock::new(); sets].into(),
            indexes: vec![OnceLock::new(); sets].into(),
            parts: vec![OnceLock::new(); arity].into(),
        }
    }

    pub(crate) fn from_rows(arity: usize, rows: Vec<Cell>) -> Relation {
        Relation {
            count: rows.len() / arity,
            rows,
            ..Relation::new(arity)
        }
    }

    pub(crate) fn push(&mut self, row: &[Cell]) {
        self.rows.extend_from_slice(row);
        self.count += 1;
    }

    pub(crate) fn arity(&self) -> usize {
        self.arity
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    #[inline(always)]
    pub(crate) fn row(&self, row: u32) -> &[Cell] {
        &self.rows[row as usize * self.arity..][..self.arity]
    }

    /// The rows that may match a call; `bound` has a bit for every argument
    /// that is a constant.
    #[inline]
    pub(crate) fn candidates(&self, args: &[Cell], bound: u64) -> Rows<'_> {
        let count = self.len();
        if count <= SMALL || bound == 0 {
            return Rows::all(count);
        }
        let set = self.chosen_set(bound);
        match *self.plans[set].get_or_init(|| self.plan(set)) {
            Plan::Scan => Rows::all(count),
            Plan::Through(set) => {
                let index = self.indexes[set as usize].get_or_init(|| self.build(set));
                Rows::listed(index.get(self.key(args, set)))
            }
        }
    }

    /// Of these rows, those that may agree with the structures at the arguments
    /// `partly`, which have variables. The heap starts with the program's constants.
    pub(crate) fn narrowed<'p>(
        &'p self,
        rows: Rows<'p>,
        heap: &Heap,
        args: &[Cell],
        mut partly: u64,
    ) -> Rows<'p> {
        let mut best = rows;
        while partly != 0 {
            let arg = partly.trailing_zeros() as usize;
            partly &= partly - 1;
            let cell = heap.deref(args[arg]);
            let functor = heap.functor_of(cell);
            for (number, at) in (0..).zip(heap.arg_range(cell)) {
                let inner = heap.deref(heap.at(at));
                if !inner.is_constant() || best.len() <= SMALL {
                    continue;
                }
                let parts = self.parts[arg].get_or_init(|| self.parts_of(arg, heap));
                let found = parts.get(&(functor, number, inner));
                let found = found.map_or(&[][..], Vec::as_slice);
                if found.len() < best.len() {
                    best = Rows::listed(found);
                }
            }
        }
        best
    }

    #[cold]
    fn parts_of(&self, arg: usize, heap: &Heap) -> Parts {
        let mut parts = Parts::default();
        for row in 0..self.len() as u32 {
            let cell = self.row(row)[arg];
            if !matches!(cell.tag(), Tag::Str | Tag::List) {
                continue;
            }
            for (number, at) in (0..).zip(heap.arg_range(cell)) {
                let inner = heap.at(at);
                if inner.is_constant() {
                    let key = (heap.functor_of(cell), number, inner);
                    parts.entry(key).or_default().push(row);
                }
            }
        }
        parts
    }

    /// How to find the rows of calls in which these arguments are bound.
    fn access(&self, bound: u64) -> Access {
        if self.len() <= SMALL || bound == 0 {
            return Access::Scan;
        }
        let set = self.chosen_set(bound);
        match *self.plans[set].get_or_init(|| self.plan(set)) {
            Plan::Scan => Access::Scan,
            Plan::Through(set) => Access::Group(set),
        }
    }

    /// The index that calls with these bound arguments go through, if any, and
    /// the rows in its order.
    pub(crate) fn open(&self, bound: u64) -> (Access, Option<Arc<RowIndex>>, Arc<[Cell]>) {
        let access = self.access(bound);
        let Access::Group(set) = access else {
            let all = self.shared.get_or_init(|| self.rows.as_slice().into());
            return (access, None, all.clone());
        };
        let index = self.indexes[set as usize].get_or_init(|| self.build(set));
        let in_order = || index.order.iter().flat_map(|&row| self.row(row)).copied();
        let sorted = index.sorted.get_or_init(|| in_order().collect());
        (access, Some(index.clone()), sorted.clone())
    }

    /// The arguments whose values make up the key of an access.
    pub(crate) fn key_args(&self, access: Access) -> Vec<usize> {
        match access {
            Access::Scan => Vec::new(),
            Access::Group(set) => {
                let members = self.chosen().iter().enumerate();
                members
                    .filter(|(i, _)| set >> i & 1 == 1)
                    .map(|(_, &arg)| arg as usize)
                    .collect()
            }
        }
    }

    /// The next row that agrees with the constants of the call, if any, and where
    /// the search for another starts.
    #[inline(always)]
    pub(crate) fn next_match(
        &self,
        rows: &Rows<'_>,
        from: u32,
        args: &[Cell],
        bound: u64,
    ) -> Option<(u32, u32)> {
        for place in from..rows.end {
            let row = rows.order.map_or(place, |order| order[place as usize]);
            if self.agrees(row, args, bound) {
                return Some((row, place + 1));
            }
        }
        None
    }

    #[inline(always)]
    fn agrees(&self, row: u32, args: &[Cell], mut bound: u64) -> bool {
        let row = self.row(row);
        while bound != 0 {
            let i = bound.trailing_zeros() as usize;
            if row[i] != args[i] {
                return false;
            }
            bound &= bound - 1;
        }
        true
    }

    /// The bound arguments among the chosen ones, as a set.
    #[inline]
    fn chosen_set(&self, bound: u64) -> usize {
        if self.arity <= MAX_CHOSEN {
            return bound as usize;
        }
        let chosen = self.chosen();
        let bits = chosen.iter().enumerate();
        bits.fold(0, |set, (i, &arg)| set | ((bound >> arg & 1) as usize) << i)
    }

    fn chosen(&self) -> &[u8] {
        self.chosen.get_or_init(|| {
            let mut args: Vec<u8> = (0..self.arity.min(64) as u8).collect();
            if self.arity > MAX_CHOSEN {
                args.sort_by_key(|&arg| std::cmp::Reverse(self.distinct(arg as usize)));
                args.truncate(MAX_CHOSEN);
            }
            args.into()
        })
    }

    fn distinct(&self, arg: usize) -> usize {
        let values: FxHashSet<Cell> = self
            .rows
            .iter()
            .skip(arg)
            .step_by(self.arity)
            .copied()
            .collect();
        values.len()
    }

    /// Uses one argument if its groups are small, else all bound arguments.
    fn plan(&self, set: usize) -> Plan {
        let chosen = self.chosen();
        let members = (0..chosen.len()).filter(|i| set >> i & 1 == 1);
        let best = members
            .map(|i| (self.distinct(chosen[i] as usize), i))
            .max_by_key(|&(distinct, i)| (distinct, std::cmp::Reverse(i)));
        match best {
            None => Plan::Scan,
            Some((distinct, i)) if self.len() <= 3 * distinct => Plan::Through(1 << i),
            Some((1, _)) if set.count_ones() == 1 => Plan::Scan,
            Some(_) => Plan::Through(set as u8),
        }
    }

    #[inline]
    fn key(&self, args: &[Cell], set: u8) -> u64 {
        let chosen = self.chosen();
        if set.is_power_of_two() {
            return args[chosen[set.trailing_zeros() as usize] as usize].bits();
        }
        let members = (0..chosen.len()).filter(|i| set >> i & 1 == 1);
        joint_key(members.map(|i| args[chosen[i] as usize]))
    }

    fn build(&self, set: u8) -> Arc<RowIndex> {
        let keys: Vec<u64> = (0..self.len() as u32)
            .map(|row| self.key(self.row(row), set))
            .collect();
        let mut order: Vec<u32> = (0..keys.len() as u32).collect();
        order.sort_by_key(|&row| keys[row as usize]);
        let lookup = Lookup::new(&order, &keys);
        let is_unique = order
            .windows(2)
            .all(|pair| keys[pair[0] as usize] != keys[pair[1] as usize]);
        Arc::new(RowIndex {
            order,
            lookup,
            is_unique,
            sorted: OnceLock::new(),
        })
    }
}

/// The key of several arguments together. Different values may have the same key.
#[inline(always)]
pub(crate) fn joint_key(values: impl Iterator<Item = Cell>) -> u64 {
    values.fold(0u64, |key, value| {
        (key.rotate_left(5) ^ value.bits()).wrapping_mul(0x517c_c1b7_2722_0a95)
    })
}

/// Atoms and small integers differ by this much at least: the tag's width.
const KEY_STEP: u32 = 3;

impl Lookup {
    fn new(order: &[u32], keys: &[u64]) -> Lookup {
        let sorted = |i: usize| keys[order[i] as usize];
        let (low, high) = (sorted(0), sorted(order.len() - 1));
        let same_tag = low & 7 == high & 7 && keys.iter().all(|key| key & 7 == low & 7);
        let span = (high - low) >> KEY_STEP;
        if same_tag && span <= 8 * order.len() as u64 + 64 {
            let mut starts = vec![0u32; span as usize + 2];
            for &key in keys {
                starts[((key - low) >> KEY_STEP) as usize + 1] += 1;
            }
            for i in 1..starts.len() {
                starts[i] += starts[i - 1];
            }
            return Lookup::Dense { first: low, starts };
        }
        let mut groups = FxHashMap::default();
        let mut start = 0;
        while start < order.len() {
            let key = sorted(start);
            let end = (start..order.len())
                .find(|&i| sorted(i) != key)
                .unwrap_or(order.len());
            groups.insert(key, (start as u32, end as u32));
            start = end;
        }
        Lookup::Hashed(groups)
    }
}

impl RowIndex {
    #[inline(always)]
    fn get(&self, key: u64) -> &[u32] {
        let (start, end) = self.range(key);
        &self.order[start as usize..end as usize]
    }

    /// The range of the rows with this key in the order.
    #[inline(always)]
    pub(crate) fn range(&self, key: u64) -> (u32, u32) {
        match &self.lookup {
            Lookup::Dense { first, starts } => {
                let offset = key.wrapping_sub(*first);
                // Another tag leaves low bits, which become a number past the
                // end; so does a key below the first.
                let group = offset.rotate_right(KEY_STEP) as usize;
                match starts.get(group..group.saturating_add(2)) {
                    Some(&[start, end]) => (start, end),
                    _ => (0, 0),
                }
            }
            Lookup::Hashed(groups) => groups.get(&key).copied().unwrap_or((0, 0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(value: i64) -> Cell {
        Cell::small_int(value).expect("small")
    }

    fn matches(relation: &Relation, args: &[Cell], bound: u64) -> Vec<u32> {
        let rows = relation.candidates(args, bound);
        let mut from = rows.next;
        let next = || {
            let (row, next) = relation.next_match(&rows, from, args, bound)?;
            from = next;
            Some(row)
        };
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn every_combination_of_bound_arguments_finds_what_a_scan_finds() {
        let mut relation = Relation::new(3);
        for i in 0..500i64 {
            relation.push(&[int(i % 7), int(i * i % 31 - 15), int(1000 * (i % 11))]);
        }
        for bound in 0..8u64 {
            for probe in (0..500u32).step_by(7) {
                let args = relation.row(probe).to_vec();
                let expected: Vec<u32> = (0..500)
                    .filter(|&row| relation.agrees(row, &args, bound))
                    .collect();
                assert_eq!(matches(&relation, &args, bound), expected);
            }
        }
    }

    #[test]
    fn an_unknown_key_finds_nothing() {
        let mut relation = Relation::new(1);
        for i in 10..40 {
            relation.push(&[int(i)]);
        }
        for stranger in [int(9), int(40), int(-1), int(1 << 50), Cell::NIL] {
            assert!(matches(&relation, &[stranger], 1).is_empty());
        }
    }

    #[test]
    fn wide_tables_are_indexed_on_their_most_telling_arguments() {
        let mut relation = Relation::new(10);
        for i in 0..100 {
            let mut row = [int(0); 10];
            row[8] = int(i);
            relation.push(&row);
        }
        assert_eq!(relation.chosen()[0], 8);
        let mut args = [int(0); 10];
        args[8] = int(42);
        assert_eq!(matches(&relation, &args, 1 << 8), [42]);
    }
}
