//! The clauses of a predicate, and the tables that pick the few that may match
//! a call: on any argument that tells clauses apart, chosen at the first call.

use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cell::{BoxKind, Cell, Tag};
use crate::code::Address;
use crate::heap::Heap;

/// Compiled clauses in order, with the keys of their heads.
#[derive(Clone)]
pub(crate) struct ClauseSet {
    addresses: Box<[Address]>,
    arity: usize,
    /// For every clause and argument, the key; none for a variable.
    keys: Box<[Option<Cell>]>,
    /// For every clause, whether it cuts first once its keys match.
    commits: Box<[bool]>,
    /// For the arguments worth looking at, the most selective first.
    tables: OnceLock<Box<[Table]>>,
    pub(crate) list_switch: Option<ListSwitch>,
}

/// The most common kind of predicate: one clause for the empty list, one for the
/// others (or only one of the two; then the other address is 0, which fails).
#[derive(Clone, Copy)]
pub(crate) struct ListSwitch {
    pub(crate) arg: u16,
    pub(crate) nil: Address,
    pub(crate) list: Address,
}

/// Clauses by the key of one argument.
#[derive(Clone)]
struct Table {
    arg: usize,
    /// Few keys are compared one by one, many are hashed.
    few: Box<[(Cell, (u32, u32))]>,
    many: FxHashMap<Cell, (u32, u32)>,
    /// For keys of no clause: those with a variable there.
    other: (u32, u32),
    lists: Box<[Address]>,
}

/// More tables than this are not worth their memory.
const MAX_TABLES: usize = 4;
const FEW: usize = 6;

/// What an index looks at: the value of a constant, the functor of a compound.
#[inline(always)]
pub(crate) fn key(heap: &Heap, cell: Cell) -> Option<Cell> {
    // Lists and constants first, by two tests: a jump table costs more than
    // the look-up that follows.
    if cell.is_list() {
        return Some(Cell::LIST_FUNCTOR);
    }
    if cell.is_constant() {
        return Some(cell);
    }
    pointer_key(heap, cell)
}

#[inline(never)]
fn pointer_key(heap: &Heap, cell: Cell) -> Option<Cell> {
    match cell.tag() {
        Tag::Ref => None,
        Tag::Str => Some(heap.at(cell.address())),
        _ => Some(BOXED_KEY),
    }
}

/// All boxed numbers share a key.
pub(crate) const BOXED_KEY: Cell = Cell::box_header(BoxKind::Float, 0);

impl ClauseSet {
    /// `keys` has one entry for every clause and argument. `commits` says which
    /// clauses begin with a cut and have heads that match every call whose
    /// arguments have the same keys.
    pub(crate) fn new(
        addresses: Vec<Address>,
        arity: usize,
        keys: Vec<Option<Cell>>,
        commits: Vec<bool>,
    ) -> ClauseSet {
        let mut set = ClauseSet {
            addresses: addresses.into(),
            arity,
            keys: keys.into(),
            commits: commits.into(),
            tables: OnceLock::new(),
            list_switch: None,
        };
        set.list_switch = (0..arity).find_map(|arg| set.switch_on_lists(arg));
        set
    }

    fn switch_on_lists(&self, arg: usize) -> Option<ListSwitch> {
        let (mut nil, mut list) = (0, 0);
        for (key, &address) in self.column(arg).zip(&self.addresses) {
            let place = match key? {
                Cell::NIL => &mut nil,
                Cell::LIST_FUNCTOR => &mut list,
                _ => return None,
            };
            if *place != 0 {
                return None;
            }
            *place = address;
        }
        let arg = arg as u16;
        Some(ListSwitch { arg, nil, list })
    }

    /// The clauses that may match a call with these arguments.
    #[inline(always)]
    pub(crate) fn select(&self, heap: &Heap, args: &[Cell]) -> &[Address] {
        if self.addresses.len() <= 1 {
            return &self.addresses;
        }
        for table in self.tables.get_or_init(|| self.make_tables()) {
            if let Some(key) = key(heap, heap.deref(args[table.arg])) {
                return table.get(key);
            }
        }
        &self.addresses
    }

    /// Tables for the arguments that leave the fewest clauses on average.
    #[cold]
    fn make_tables(&self) -> Box<[Table]> {
        let mut telling = self.telling_arguments();
        telling.truncate(MAX_TABLES);
        telling.into_iter().map(|arg| self.table(arg)).collect()
    }

    fn column(&self, arg: usize) -> impl Iterator<Item = Option<Cell>> {
        self.keys
            .iter()
            .skip(arg)
            .step_by(self.arity.max(1))
            .copied()
    }

    /// Arguments by how many clauses a bound one leaves on average.
    fn telling_arguments(&self) -> Vec<usize> {
        let count = self.addresses.len();
        let mut telling: Vec<(usize, usize)> = Vec::new();
        for arg in 0..self.arity {
            let distinct: FxHashSet<Cell> = self.column(arg).flatten().collect();
            let open = self.column(arg).filter(Option::is_none).count();
            if distinct.is_empty() || open == count {
                continue;
            }
            let left = (count - open).div_ceil(distinct.len()) + open;
            if left < count || open == 0 {
                telling.push((left, arg));
            }
        }
        telling.sort();
        telling.into_iter().map(|(_, arg)| arg).collect()
    }

    /// Whether a clause certainly matches, and then cuts, when argument `arg` of
    /// a call has this key.
    fn is_last(&self, clause: u32, arg: usize, key: Option<Cell>) -> bool {
        let clause = clause as usize;
        let keys = &self.keys[clause * self.arity..][..self.arity];
        let others_are_open = (0..self.arity).all(|i| i == arg || keys[i].is_none());
        let own_matches = match keys[arg] {
            None => true,
            own => own == key && own != Some(BOXED_KEY),
        };
        self.commits[clause] && others_are_open && own_matches
    }

    fn table(&self, arg: usize) -> Table {
        let mut members: FxHashMap<Cell, Vec<u32>> = FxHashMap::default();
        let mut open: Vec<u32> = Vec::new();
        for (key, clause) in self.column(arg).zip(0..) {
            match key {
                Some(key) => members.entry(key).or_default().push(clause),
                None => open.push(clause),
            }
        }
        let mut lists: Vec<Address> = Vec::new();
        let mut add = |key: Option<Cell>, mut clauses: Vec<u32>| {
            let start = lists.len() as u32;
            clauses.extend_from_slice(&open);
            clauses.sort_unstable();
            // No clause after one that matches and cuts is ever tried.
            if let Some(last) = clauses.iter().position(|&c| self.is_last(c, arg, key)) {
                clauses.truncate(last + 1);
            }
            lists.extend(
                clauses
                    .iter()
                    .map(|&clause| self.addresses[clause as usize]),
            );
            (start, lists.len() as u32)
        };
        let other = add(None, Vec::new());
        let groups: Vec<(Cell, (u32, u32))> = members
            .into_iter()
            .map(|(key, clauses)| (key, add(Some(key), clauses)))
            .collect();
        let (few, many) = if groups.len() <= FEW {
            (groups, FxHashMap::default())
        } else {
            (Vec::new(), groups.into_iter().collect())
        };
        Table {
            arg,
            few: few.into(),
            many,
            other,
            lists: lists.into(),
        }
    }
}

impl Table {
    #[inline(always)]
    fn get(&self, key: Cell) -> &[Address] {
        for &(candidate, (start, end)) in &self.few {
            if candidate == key {
                return &self.lists[start as usize..end as usize];
            }
        }
        let (start, end) = if self.many.is_empty() {
            self.other
        } else {
            *self.many.get(&key).unwrap_or(&self.other)
        };
        &self.lists[start as usize..end as usize]
    }
}
