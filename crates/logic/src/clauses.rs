//! The clauses of a predicate, and the trees that pick the few that may match a
//! call. A tree looks at one argument, then at other arguments and into structures
//! as long as that tells clauses apart. Trees are built when a call first needs
//! them. The benchmarks are `cuts`, `derivative` and `structured rules`.

use std::sync::OnceLock;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::cell::{BoxKind, Cell, Tag};
use crate::code::Address;
use crate::heap::Heap;
use crate::term::Term;

/// Compiled clauses in order, with the keys of their heads.
#[derive(Clone)]
pub(crate) struct ClauseSet {
    addresses: Box<[Address]>,
    heads: Heads,
    /// For the arguments worth looking at, the most selective first.
    trees: OnceLock<Box<[Root]>>,
    pub(crate) list_switch: Option<ListSwitch>,
}

/// What is known of the heads of clauses.
#[derive(Clone, Default)]
pub(crate) struct Heads {
    arity: usize,
    /// For every clause and argument, the key; none for a variable.
    keys: Vec<Option<Cell>>,
    /// The keys of the arguments of structures, by clause and argument.
    inner: FxHashMap<(u32, u16), Box<[Option<Cell>]>>,
    /// For every clause, when it certainly matches and cuts first.
    commits: Vec<Commits>,
}

/// When a clause certainly matches and cuts first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Commits {
    Never,
    /// When its keys match.
    ByKeys,
    /// When this argument of the call is a variable and the keys of the others
    /// match.
    IfOpen(u16),
}

/// A place in a head that a tree looks at: an argument, or an argument of the
/// structure that is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Position {
    arg: u16,
    /// 0 for the argument itself; otherwise counted from 1.
    inner: u16,
}

/// The most common kind of predicate: one clause for the empty list, one for the
/// others (or only one of the two; then the other address is 0, which fails).
#[derive(Clone, Copy)]
pub(crate) struct ListSwitch {
    pub(crate) arg: u16,
    pub(crate) nil: Address,
    pub(crate) list: Address,
}

/// An argument worth looking at, and its tree once a call needed it.
#[derive(Clone)]
struct Root {
    arg: u16,
    tree: OnceLock<Tree>,
}

/// Decides which clauses may match, looking at one position after the other.
#[derive(Clone, Default)]
struct Tree {
    /// The first one is the root.
    tables: Vec<Table>,
    lists: Vec<Address>,
}

/// Clauses by the key of one position.
#[derive(Clone)]
struct Table {
    position: Position,
    /// Few keys are compared one by one: unlike a hash, that lets the processor
    /// guess which one it is and go on.
    few: Box<[(Cell, Bucket)]>,
    /// Many keys by hash; a key whose entry is taken is in one of those that
    /// follow. The number of entries is a power of two, at least twice that of the
    /// keys; or 0.
    many: Box<[Entry]>,
    /// Shifts a hash to the number of an entry.
    shift: u32,
    /// For keys of no clause: those with a variable there.
    other: Bucket,
}

#[derive(Clone, Copy)]
struct Entry {
    /// [`NO_KEY`] if there is none; then the bucket is that of other keys.
    key: Cell,
    bucket: Bucket,
}

/// A variable is never a key.
const NO_KEY: Cell = Cell::reference(0);
/// Multiplied by this, keys that differ in any bits differ in the upper ones.
const MIXER: u64 = 0x9e37_79b9_7f4a_7c15;

/// The clauses that the tables so far leave.
#[derive(Clone, Copy, Default)]
struct Bucket {
    start: u32,
    end: u32,
    /// The tables to look at next, the second if the first looks at a variable of
    /// the call; 0 if there is none.
    next: [u32; 2],
    /// If this argument of the call is a variable, the first clause certainly
    /// matches and cuts. Counted from 1; 0 if there is no such argument.
    open: u16,
}

/// More trees than this are not worth their memory.
const MAX_TREES: usize = 4;
/// Positions that a tree looks at one after the other.
const MAX_PATH: usize = 4;
const FEW: usize = 6;
/// With more clauses than this, only one further position is looked at.
const MAX_ALTERNATIVES: usize = 16;
/// How often a clause may be in a table, on average.
const MAX_REPEATED: usize = 64;

/// What an index looks at: the value of a constant, the functor of a compound.
#[inline(always)]
pub(crate) fn key(heap: &Heap, cell: Cell) -> Option<Cell> {
    // By tests, the most frequent first: a jump table costs more than the look-up
    // that follows.
    if cell.is_list() {
        Some(Cell::LIST_FUNCTOR)
    } else if cell.is_structure() {
        Some(heap.at(cell.address()))
    } else if cell.is_constant() {
        Some(cell)
    } else if cell.is_ref() {
        None
    } else {
        Some(BOXED_KEY)
    }
}

/// All boxed numbers share a key.
pub(crate) const BOXED_KEY: Cell = Cell::box_header(BoxKind::Float, 0);

impl Heads {
    pub(crate) fn new(arity: usize) -> Heads {
        Heads {
            arity,
            ..Heads::default()
        }
    }

    /// Adds the head of the next clause, whose body may begin with a cut.
    pub(crate) fn push(&mut self, head: &Term, cuts_first: bool) {
        let clause = self.commits.len() as u32;
        for (arg, term) in head.args().iter().enumerate() {
            self.keys.push(key_of_term(term));
            if !term.args().is_empty() {
                let inner = term.args().iter().map(key_of_term).collect();
                self.inner.insert((clause, arg as u16), inner);
            }
        }
        self.commits.push(if cuts_first {
            Commits::of(head)
        } else {
            Commits::Never
        });
    }

    fn key(&self, clause: u32, position: Position) -> Option<Cell> {
        match position.inner {
            0 => self.keys[clause as usize * self.arity + position.arg as usize],
            inner => *self
                .inner
                .get(&(clause, position.arg))?
                .get(inner as usize - 1)?,
        }
    }

    /// The positions of a clause that have a key.
    fn keyed(&self, clause: u32) -> impl Iterator<Item = (Position, Cell)> {
        (0..self.arity as u16).flat_map(move |arg| {
            let inner = self.inner.get(&(clause, arg)).map_or(0, |keys| keys.len());
            (0..=inner as u16).filter_map(move |inner| {
                let position = Position { arg, inner };
                Some((position, self.key(clause, position)?))
            })
        })
    }

    /// The keyed positions of a clause that a path leaves undecided.
    fn undecided(&self, clause: u32, path: &[(Position, Option<Cell>)]) -> Vec<Position> {
        let is_decided = |position: Position, key: Cell| {
            key != BOXED_KEY && path.contains(&(position, Some(key)))
        };
        self.keyed(clause)
            .filter(|&(position, key)| !is_decided(position, key))
            .map(|(position, _)| position)
            .collect()
    }
}

/// The index key of a term in a head.
fn key_of_term(term: &Term) -> Option<Cell> {
    match term {
        Term::Var(_) => None,
        Term::Atom(name) => Some(Cell::atom(*name)),
        Term::String(text) => Some(Cell::text(*text)),
        Term::Integer(value) => Some(Cell::small_int(*value).unwrap_or(BOXED_KEY)),
        Term::Big(_) | Term::Float(_) => Some(BOXED_KEY),
        Term::Compound(compound) => Some(Cell::functor(compound.name(), compound.args().len())),
    }
}

impl Commits {
    /// When a clause with this head that cuts first does so.
    fn of(head: &Term) -> Commits {
        if is_decided_by_keys(head.args().iter()) {
            return Commits::ByKeys;
        }
        let without = |open: usize| {
            let args = head.args().iter().enumerate();
            let others = args.filter(move |(arg, _)| *arg != open);
            is_decided_by_keys(others.map(|(_, term)| term))
        };
        // What a variable is bound to cannot make the head fail.
        let open = (0..head.args().len()).rev().find(|&open| without(open));
        open.map_or(Commits::Never, |open| Commits::IfOpen(open as u16))
    }
}

/// Whether arguments match those of every call that has the same keys in all
/// positions: no variable occurs twice, and structures in structures have only
/// variables.
fn is_decided_by_keys<'t>(args: impl Iterator<Item = &'t Term> + Clone) -> bool {
    let mut seen: FxHashSet<&Term> = FxHashSet::default();
    let mut variables = args
        .clone()
        .flat_map(Term::subterms)
        .filter(|term| matches!(term, Term::Var(_)));
    let is_linear = variables.all(|variable| seen.insert(variable));
    let is_open = |term: &Term| term.args().iter().all(|arg| matches!(arg, Term::Var(_)));
    is_linear && args.into_iter().all(|arg| arg.args().iter().all(is_open))
}

impl Position {
    const fn argument(arg: u16) -> Position {
        Position { arg, inner: 0 }
    }

    /// The key of a call there. The keys of earlier positions matched, so that an
    /// inner position exists.
    #[inline(always)]
    fn key_in(self, heap: &Heap, args: &[Cell]) -> Option<Cell> {
        let cell = heap.deref(args[self.arg as usize]);
        if self.inner == 0 {
            return key(heap, cell);
        }
        let first = cell.address() + usize::from(!cell.is_list());
        key(heap, heap.deref(heap.at(first + self.inner as usize - 1)))
    }
}

impl ClauseSet {
    pub(crate) fn new(addresses: Vec<Address>, heads: Heads) -> ClauseSet {
        let mut set = ClauseSet {
            addresses: addresses.into(),
            heads,
            trees: OnceLock::new(),
            list_switch: None,
        };
        let mut args = 0..set.heads.arity as u16;
        set.list_switch = args.find_map(|arg| set.switch_on_lists(arg));
        set
    }

    fn switch_on_lists(&self, arg: u16) -> Option<ListSwitch> {
        let (mut nil, mut list) = (0, 0);
        for (clause, &address) in (0..).zip(&self.addresses) {
            let place = match self.heads.key(clause, Position::argument(arg))? {
                Cell::NIL => &mut nil,
                Cell::LIST_FUNCTOR => &mut list,
                _ => return None,
            };
            if *place != 0 {
                return None;
            }
            *place = address;
        }
        Some(ListSwitch { arg, nil, list })
    }

    /// The clauses that may match a call with these arguments.
    #[inline(always)]
    pub(crate) fn select(&self, heap: &Heap, args: &[Cell]) -> &[Address] {
        if self.addresses.len() <= 1 {
            return &self.addresses;
        }
        for Root { arg, tree } in self.trees.get_or_init(|| self.choose_trees()) {
            if let Some(key) = key(heap, heap.deref(args[*arg as usize])) {
                let tree = tree.get_or_init(|| self.plant(*arg));
                return tree.select(heap, args, key);
            }
        }
        &self.addresses
    }

    #[cold]
    fn choose_trees(&self) -> Box<[Root]> {
        let all: Vec<u32> = (0..self.addresses.len() as u32).collect();
        let mut telling: Vec<(usize, u16)> = (0..self.heads.arity as u16)
            .filter_map(|arg| Some((self.remaining(&all, Position::argument(arg))?, arg)))
            .collect();
        telling.sort();
        telling.truncate(MAX_TREES);
        let root = |(_, arg)| Root {
            arg,
            tree: OnceLock::new(),
        };
        telling.into_iter().map(root).collect()
    }

    #[cold]
    fn plant(&self, arg: u16) -> Tree {
        let mut tree = Tree::default();
        let all = (0..self.addresses.len() as u32).collect();
        self.grow(&mut tree, all, Position::argument(arg), &mut Vec::new());
        tree
    }

    /// How many of these clauses a key of one of them leaves at a position, on
    /// average; none if looking there is useless or takes too much memory.
    fn remaining(&self, clauses: &[u32], position: Position) -> Option<usize> {
        let keys = clauses.iter().map(|&c| self.heads.key(c, position));
        let distinct: FxHashSet<Cell> = keys.clone().flatten().collect();
        let open = keys.filter(Option::is_none).count();
        // A clause with a variable there is repeated under every key.
        let is_large = distinct.len() * open > MAX_REPEATED * clauses.len();
        if distinct.is_empty() || is_large {
            return None;
        }
        Some((clauses.len() - open).div_ceil(distinct.len()) + open)
    }

    /// Adds a table that tells clauses apart by their keys at a position.
    fn grow(
        &self,
        tree: &mut Tree,
        clauses: Vec<u32>,
        position: Position,
        path: &mut Vec<(Position, Option<Cell>)>,
    ) -> u32 {
        let mut members: IndexMap<Cell, Vec<u32>, FxBuildHasher> = IndexMap::default();
        let mut open: Vec<u32> = Vec::new();
        for clause in clauses {
            match self.heads.key(clause, position) {
                Some(key) => members.entry(key).or_default().push(clause),
                None => open.push(clause),
            }
        }
        let number = tree.tables.len();
        tree.tables
            .push(Table::new(position, Vec::new(), Bucket::default()));
        let mut add = |key: Option<Cell>, mut clauses: Vec<u32>| {
            clauses.extend_from_slice(&open);
            clauses.sort_unstable();
            path.push((position, key));
            let bucket = self.bucket(tree, clauses, path);
            path.pop();
            bucket
        };
        let other = add(None, Vec::new());
        let groups: Vec<(Cell, Bucket)> = members
            .into_iter()
            .map(|(key, clauses)| (key, add(Some(key), clauses)))
            .collect();
        tree.tables[number] = Table::new(position, groups, other);
        number as u32
    }

    /// The clauses that the keys of a path leave, and where to look next.
    fn bucket(
        &self,
        tree: &mut Tree,
        mut clauses: Vec<u32>,
        path: &mut Vec<(Position, Option<Cell>)>,
    ) -> Bucket {
        // No clause after one that matches and cuts is ever tried.
        let is_last = |&clause: &u32| {
            self.heads.commits[clause as usize] == Commits::ByKeys
                && self.heads.undecided(clause, path).is_empty()
        };
        if let Some(last) = clauses.iter().position(is_last) {
            clauses.truncate(last + 1);
        }
        let start = tree.lists.len() as u32;
        let addresses = clauses.iter().map(|&c| self.addresses[c as usize]);
        tree.lists.extend(addresses);
        let mut bucket = Bucket {
            start,
            end: tree.lists.len() as u32,
            ..Bucket::default()
        };
        if let [first, _, ..] = clauses[..] {
            bucket.open = self.open_argument(first, path);
            for (next, position) in (0..).zip(self.next_positions(&clauses, path)) {
                bucket.next[next] = self.grow(tree, clauses.clone(), position, path);
            }
        }
        bucket
    }

    /// The argument of which a clause that cuts first only needs to know that it
    /// is a variable; counted from 1, 0 if there is none.
    fn open_argument(&self, clause: u32, path: &[(Position, Option<Cell>)]) -> u16 {
        let undecided = self.heads.undecided(clause, path);
        let open = match self.heads.commits[clause as usize] {
            Commits::Never => None,
            Commits::ByKeys => undecided.first().map(|position| position.arg),
            Commits::IfOpen(arg) => Some(arg),
        };
        match open {
            Some(open)
                if path.iter().all(|(position, _)| position.arg != open)
                    && undecided.iter().all(|position| position.arg == open) =>
            {
                open + 1
            }
            _ => 0,
        }
    }

    /// The best position to tell the clauses of a bucket apart further, and the
    /// best one of another argument.
    fn next_positions(
        &self,
        clauses: &[u32],
        path: &[(Position, Option<Cell>)],
    ) -> impl Iterator<Item = Position> + use<> {
        let mut telling = self.telling_positions(clauses, path);
        telling.sort_by_key(|(left, _)| *left);
        let mut positions = telling.into_iter().map(|(_, position)| position);
        let best = positions.next();
        let is_small = clauses.len() <= MAX_ALTERNATIVES;
        let other = best.and_then(|best| positions.find(|other| is_small && other.arg != best.arg));
        best.into_iter().chain(other)
    }

    /// The positions that tell the clauses of a bucket apart, each with how many
    /// clauses it leaves.
    fn telling_positions(
        &self,
        clauses: &[u32],
        path: &[(Position, Option<Cell>)],
    ) -> Vec<(usize, Position)> {
        if path.len() >= MAX_PATH {
            return Vec::new();
        }
        let arguments = (0..self.heads.arity as u16).map(Position::argument);
        let inner = path
            .iter()
            .filter(|(position, key)| {
                position.inner == 0 && key.is_some_and(|key| key.tag() == Tag::Functor)
            })
            .flat_map(|(position, key)| {
                let arity = key.map_or(0, Cell::arity) as u16;
                let arg = position.arg;
                (1..=arity).map(move |inner| Position { arg, inner })
            });
        let positions = arguments
            .chain(inner)
            .filter(|position| path.iter().all(|(seen, _)| seen != position));
        positions
            .filter_map(|position| {
                let left = self.remaining(clauses, position)?;
                // Tables below tables repeat clauses again.
                let is_small = left * left <= clauses.len() + 64;
                is_small.then_some((left, position))
            })
            .collect()
    }
}

impl Tree {
    /// The clauses for a call whose key at the root is known.
    #[inline(always)]
    fn select(&self, heap: &Heap, args: &[Cell], key: Cell) -> &[Address] {
        let mut bucket = self.tables[0].get(key);
        while bucket.end - bucket.start > 1 {
            if bucket.open != 0 && heap.deref(args[bucket.open as usize - 1]).is_ref() {
                bucket.end = bucket.start + 1;
                break;
            }
            let [first, second] = bucket.next;
            if first == 0 {
                break;
            }
            let mut table = &self.tables[first as usize];
            let mut key = table.position.key_in(heap, args);
            if key.is_none() && second != 0 {
                table = &self.tables[second as usize];
                key = table.position.key_in(heap, args);
            }
            match key {
                Some(key) => bucket = table.get(key),
                None => break,
            }
        }
        &self.lists[bucket.start as usize..bucket.end as usize]
    }
}

impl Table {
    fn new(position: Position, groups: Vec<(Cell, Bucket)>, other: Bucket) -> Table {
        let (few, many) = if groups.len() <= FEW {
            (groups, Vec::new())
        } else {
            (Vec::new(), groups)
        };
        let bits = (2 * many.len()).max(2).next_power_of_two().ilog2();
        let count = if many.is_empty() { 0 } else { 1 << bits };
        let free = Entry {
            key: NO_KEY,
            bucket: other,
        };
        let mut table = Table {
            position,
            few: few.into(),
            many: vec![free; count].into(),
            shift: u64::BITS - bits,
            other,
        };
        for (key, bucket) in many {
            let at = table.place(key);
            table.many[at] = Entry { key, bucket };
        }
        table
    }

    /// The entry with a key, or the one where it belongs.
    #[inline(always)]
    fn place(&self, key: Cell) -> usize {
        let mask = self.many.len() - 1;
        let mut at = (key.bits().wrapping_mul(MIXER) >> self.shift) as usize & mask;
        while self.many[at].key != key && self.many[at].key != NO_KEY {
            at = (at + 1) & mask;
        }
        at
    }

    #[inline(always)]
    fn get(&self, key: Cell) -> Bucket {
        for &(candidate, bucket) in &self.few {
            if candidate == key {
                return bucket;
            }
        }
        if self.many.is_empty() {
            self.other
        } else {
            self.many[self.place(key)].bucket
        }
    }
}
