//! The bindings of a partial clause, and their projections to what a literal uses.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::relation::{Key, ValueId};

/// Where the value of an argument comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ArgSource {
    /// An argument of the example.
    Head(usize),
    /// A value in the row.
    Row(usize),
    /// The literal gives it a value.
    New,
}

/// The bindings under which the body of a partial clause holds: in each row a group
/// of examples and the values of the variables that are not in the head.
#[derive(Clone, Debug, Default)]
pub(super) struct Bindings {
    /// The variables of the head that decide which examples form a group.
    pub mask: u32,
    /// Values in a row, after the group.
    pub width: usize,
    /// The rows, each of `width + 1` numbers.
    pub cells: Vec<ValueId>,
}

impl Bindings {
    pub fn rows(&self) -> impl Iterator<Item = &[ValueId]> {
        self.cells.chunks_exact(self.width + 1)
    }

    pub fn len(&self) -> usize {
        self.cells.len() / (self.width + 1)
    }

    /// The different rows of these columns.
    fn projected(&self, columns: &[usize]) -> Bindings {
        let mut cells = Vec::new();
        if let [column] = *columns {
            let mut seen: FxHashSet<(ValueId, ValueId)> = FxHashSet::default();
            for row in self.rows() {
                let pair = (row[0], row[column + 1]);
                if seen.insert(pair) {
                    cells.extend([pair.0, pair.1]);
                }
            }
        } else {
            let mut seen: FxHashSet<Key> = FxHashSet::default();
            for row in self.rows() {
                let values = columns.iter().map(|&at| row[at + 1]);
                let row: Key = std::iter::once(row[0]).chain(values).collect();
                if seen.insert(row.clone()) {
                    cells.extend(row);
                }
            }
        }
        Bindings {
            mask: self.mask,
            width: columns.len(),
            cells,
        }
    }
}

/// Columns of bindings, in ascending order.
type Columns = SmallVec<[usize; 4]>;

/// Bindings with the different rows of some of their columns, made when a literal first
/// uses these columns: many literals share them, and the rows are far fewer.
pub(super) struct Projections<'b> {
    /// All columns.
    pub whole: &'b Bindings,
    known: FxHashMap<Columns, Bindings>,
    current: Option<Columns>,
}

impl<'b> Projections<'b> {
    pub fn new(whole: &'b Bindings) -> Projections<'b> {
        Projections {
            whole,
            known: FxHashMap::default(),
            current: None,
        }
    }

    /// Makes the projection to the columns that a literal uses the current one, where that
    /// saves work, and returns the literal's arguments in it. The rows are compared with
    /// groups of examples by these variables of the head.
    pub fn project(&mut self, args: &[ArgSource], heads: u32, work: &mut u64) -> Vec<ArgSource> {
        let used = args.iter().filter_map(|arg| match *arg {
            ArgSource::Row(at) => Some(at),
            _ => None,
        });
        let mut columns: Columns = used.collect();
        columns.sort_unstable();
        columns.dedup();
        let is_smaller = columns.len() < self.whole.width;
        let is_worth_it = columns.len() < 2 || heads != self.whole.mask;
        self.current = (is_smaller && is_worth_it).then(|| columns.clone());
        if self.current.is_none() {
            return args.to_vec();
        }
        let projected = args.iter().map(|arg| match *arg {
            ArgSource::Row(at) => {
                let place = columns.iter().position(|&column| column == at);
                ArgSource::Row(place.unwrap_or_default())
            }
            other => other,
        });
        let projected = projected.collect();
        if !self.known.contains_key(&columns) {
            *work += self.whole.len() as u64;
            let made = self.whole.projected(&columns);
            self.known.insert(columns, made);
        }
        projected
    }

    pub fn current(&self) -> &Bindings {
        let current = self.current.as_ref();
        current.map_or(self.whole, |columns| &self.known[columns])
    }
}
