//! The background as relations: which rows of values satisfy a predicate. The hot
//! path of the search: a clause is extended by a join with one relation.
//!
//! A predicate whose solutions are finitely many ground rows is stored as a table
//! with indexes. Any other predicate is called with the values of the arguments
//! that are bound, and its answers are remembered (`index`). Joins with tables are in
//! `tables`.

mod index;
mod tables;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use stratalog_logic::{Limits, Machine, Program, Query, Term};

use super::bindings::{ArgSource, Bindings, Projections};
use super::cover::Cover;
use super::language::{Declaration, Enumeration};
use index::Index;
use tables::{Tables, bound_arguments, fill, with_heads};

/// The limits of one call while tables are filled and of any later call.
const TABLE_LIMITS: Limits = Limits {
    steps: 5_000_000,
    depth: 100_000,
    memory: 256 << 20,
};
const CALL_LIMITS: Limits = Limits {
    steps: 20_000,
    depth: 5_000,
    memory: 64 << 20,
};
const MAX_TABLE_ROWS: usize = 2_000_000;
const MAX_ANSWERS: usize = 1_000;
/// The most subterms of all values together; then calls give no further values.
const MAX_SUBTERMS: usize = 20_000_000;
/// How many rows are joined in the time of a call.
const CALL_WORK: u64 = 10;
/// How many times as many subterms as the largest argument of an example a value may
/// have, and how many more. Larger ones come from clauses that only make terms grow.
const MAX_GROWTH: usize = 3;
const MORE_SUBTERMS: usize = 100;

/// A term as a number.
pub(super) type ValueId = u32;
pub(super) type Key = SmallVec<[ValueId; 4]>;

/// All terms that occur as values.
#[derive(Default)]
pub(super) struct Values {
    numbers: FxHashMap<Term, ValueId>,
    terms: Vec<Term>,
    /// Subterms of all terms.
    subterms: usize,
}

impl Values {
    pub fn number(&mut self, term: &Term) -> ValueId {
        if let Some(&number) = self.numbers.get(term) {
            return number;
        }
        let number = self.terms.len() as ValueId;
        self.subterms += term.subterms().count();
        self.terms.push(term.clone());
        self.numbers.insert(term.clone(), number);
        number
    }

    pub fn term(&self, number: ValueId) -> &Term {
        &self.terms[number as usize]
    }
}

/// Examples that agree in some of their arguments form a group: a body that uses
/// only these arguments holds for all of them or for none.
struct Grouping {
    /// The group of each example.
    of_example: Vec<u32>,
    /// An example of each group.
    members: Vec<u32>,
}

struct Relation {
    /// The literal with different variables as its arguments.
    goal: Term,
    arity: usize,
    /// All rows, if the relation is a table.
    rows: Option<Vec<ValueId>>,
    /// By the arguments that are bound; there are few.
    indexes: Vec<(u32, Index)>,
    queries: FxHashMap<u32, Option<Query>>,
}

impl Relation {
    fn new(declaration: &Declaration) -> Relation {
        let arity = declaration.functor.arity;
        let args: Vec<Term> = (0..arity as u32).map(Term::var).collect();
        Relation {
            goal: declaration.literal(&args, arity as u32),
            arity,
            rows: None,
            indexes: Vec::new(),
            queries: FxHashMap::default(),
        }
    }

    /// The index for these bound arguments.
    fn known_index(&self, mask: u32) -> Option<&Index> {
        let mut indexes = self.indexes.iter();
        indexes
            .find(|(own, _)| *own == mask)
            .map(|(_, index)| index)
    }

    /// The index for these bound arguments, which [`Relations::prepare`] made.
    fn index(&self, mask: u32) -> &Index {
        self.known_index(mask)
            .expect("an index is prepared before it is used")
    }
}

/// The examples and the relations of one problem.
pub(super) struct Relations<'p> {
    program: &'p Program,
    machine: Machine<'p>,
    pub values: Values,
    list: Vec<Relation>,
    /// The arguments of each example, positives first.
    examples: Vec<Vec<ValueId>>,
    positives: usize,
    /// The most subterms of a value that a call gives.
    max_subterms: usize,
    groupings: FxHashMap<u32, Arc<Grouping>>,
    /// The groups of a finer grouping in each group of a coarser one.
    refinements: FxHashMap<(u32, u32), Arc<Vec<Vec<u32>>>>,
    /// Calls that ended at a limit or in an error.
    pub limits_reached: u64,
    /// Calls of the logic engine.
    pub calls: u64,
    /// Rows that were joined and calls: a measure of work that no clock disturbs.
    pub work: u64,
}

impl<'p> Relations<'p> {
    pub fn new(
        program: &'p Program,
        declared: &[Declaration],
        positives: &[Term],
        negatives: &[Term],
    ) -> Relations<'p> {
        let mut values = Values::default();
        let examples = positives
            .iter()
            .chain(negatives)
            .map(|example| {
                example
                    .args()
                    .iter()
                    .map(|arg| values.number(arg))
                    .collect()
            })
            .collect();
        let all = positives.iter().chain(negatives);
        let largest = all
            .flat_map(Term::args)
            .map(|arg| arg.subterms().count())
            .max();
        let mut relations = Relations {
            max_subterms: MAX_GROWTH * largest.unwrap_or(0) + MORE_SUBTERMS,
            program,
            machine: Machine::new(program),
            values,
            list: Vec::new(),
            examples,
            positives: positives.len(),
            groupings: FxHashMap::default(),
            refinements: FxHashMap::default(),
            limits_reached: 0,
            calls: 0,
            work: 0,
        };
        declared.iter().for_each(|own| relations.declare(own));
        relations
    }

    /// Adds a predicate of the background behind the others.
    pub fn declare(&mut self, declaration: &Declaration) {
        let mut relation = Relation::new(declaration);
        relation.rows = match declaration.enumeration {
            Enumeration::Complete => self.table(&relation),
            Enumeration::IfAny => self.table(&relation).filter(|rows| !rows.is_empty()),
            Enumeration::Unknown => None,
        };
        self.list.push(relation);
    }

    /// Adds a predicate with these rows, one after the other, behind the others.
    pub fn push(&mut self, declaration: &Declaration, rows: &[ValueId]) {
        let mut relation = Relation::new(declaration);
        relation.rows = Some(rows.to_vec());
        self.list.push(relation);
    }

    /// Exchanges the examples, given with the number of positives, for others.
    pub fn exchange_examples(&mut self, examples: &mut Vec<Vec<ValueId>>, positives: &mut usize) {
        std::mem::swap(&mut self.examples, examples);
        std::mem::swap(&mut self.positives, positives);
        self.groupings.clear();
        self.refinements.clear();
    }

    /// The number of predicates.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// The number of positive examples.
    pub fn positives(&self) -> usize {
        self.positives
    }

    /// Removes the predicate that was added last.
    pub fn pop(&mut self) {
        self.list.pop();
    }

    /// All rows of a predicate, one after the other, if it is a table.
    pub fn rows(&self, predicate: usize) -> Option<&[ValueId]> {
        self.list[predicate].rows.as_deref()
    }

    /// All rows of a predicate, if they are finitely many ground ones.
    fn table(&mut self, relation: &Relation) -> Option<Vec<ValueId>> {
        let query = self.program.query(&relation.goal).ok()?;
        self.machine.set_limits(TABLE_LIMITS);
        let mut cells = Vec::new();
        let mut seen = FxHashSet::default();
        let mut is_table = true;
        for (at, answer) in self.machine.solve(&query).enumerate() {
            let values = answer.ok().map(|answer| answer.values);
            let Some(values) = values.filter(|values| values.iter().all(Term::is_ground)) else {
                is_table = false;
                break;
            };
            if at >= MAX_TABLE_ROWS {
                is_table = false;
                break;
            }
            let row: Key = values
                .iter()
                .map(|value| self.values.number(value))
                .collect();
            if seen.insert(row.clone()) {
                cells.extend(row);
            }
        }
        self.machine.set_limits(CALL_LIMITS);
        is_table.then_some(cells)
    }

    /// The bindings of the empty body: one row for the group of all examples.
    pub fn start(&self) -> Bindings {
        Bindings {
            mask: 0,
            width: 0,
            cells: vec![0],
        }
    }

    fn grouping(&mut self, mask: u32) -> Arc<Grouping> {
        if let Some(known) = self.groupings.get(&mask) {
            return known.clone();
        }
        let mut numbers: FxHashMap<Key, u32> = FxHashMap::default();
        let mut members = Vec::new();
        let mut of_example = Vec::with_capacity(self.examples.len());
        for (at, example) in self.examples.iter().enumerate() {
            let own = example.iter().enumerate();
            let key: Key = own
                .filter(|(arg, _)| mask >> arg & 1 == 1)
                .map(|(_, &value)| value)
                .collect();
            let next = members.len() as u32;
            let number = *numbers.entry(key).or_insert(next);
            if number == next {
                members.push(at as u32);
            }
            of_example.push(number);
        }
        let grouping = Arc::new(Grouping {
            of_example,
            members,
        });
        self.groupings.insert(mask, grouping.clone());
        grouping
    }

    fn refinement(&mut self, from: u32, to: u32) -> Arc<Vec<Vec<u32>>> {
        if let Some(known) = self.refinements.get(&(from, to)) {
            return known.clone();
        }
        let (coarse, fine) = (self.grouping(from), self.grouping(to));
        let mut groups = vec![Vec::new(); coarse.members.len()];
        for (group, &member) in fine.members.iter().enumerate() {
            groups[coarse.of_example[member as usize] as usize].push(group as u32);
        }
        let groups = Arc::new(groups);
        self.refinements.insert((from, to), groups.clone());
        groups
    }

    /// The examples that have a row.
    pub fn cover(&mut self, bindings: &Bindings) -> Cover {
        let grouping = self.grouping(bindings.mask);
        let mut has_row = vec![false; grouping.members.len()];
        for row in bindings.rows() {
            has_row[row[0] as usize] = true;
        }
        self.tables().cover_of_groups(&grouping, &has_row)
    }

    /// What joins with tables need, to be read by several threads.
    pub fn tables(&self) -> Tables<'_> {
        Tables {
            list: &self.list,
            examples: &self.examples,
            positives: self.positives,
            groupings: &self.groupings,
            refinements: &self.refinements,
        }
    }

    /// Whether a predicate is a table.
    pub fn is_table(&self, predicate: usize) -> bool {
        self.list[predicate].rows.is_some()
    }

    /// Makes the groups and the index that a join of rows with a literal uses.
    pub fn prepare_join(&mut self, from: u32, predicate: usize, args: &[ArgSource]) {
        let heads = with_heads(from, args);
        self.grouping(heads);
        self.refinement(from, heads);
        self.prepare(predicate, bound_arguments(args));
    }

    /// About how many cells the rows have after a join that was prepared.
    pub fn expected_cells(
        &self,
        bindings: &Bindings,
        predicate: usize,
        args: &[ArgSource],
    ) -> usize {
        let added = args.iter().filter(|arg| **arg == ArgSource::New).count();
        if added == 0 {
            return bindings.cells.len();
        }
        let index = self.list[predicate].known_index(bound_arguments(args));
        let answers = index.map_or(1, Index::mean_answers);
        let width = bindings.width + added + 1;
        bindings.len().saturating_mul(answers * width)
    }

    /// The rows that remain, extended by the values that a literal gives; `None` if
    /// there are too many.
    pub fn join(
        &mut self,
        bindings: &Bindings,
        predicate: usize,
        args: &[ArgSource],
    ) -> Option<Bindings> {
        self.prepare_join(bindings.mask, predicate, args);
        if !self.is_table(predicate) {
            let refined = self
                .tables()
                .refined(bindings, with_heads(bindings.mask, args));
            self.call_for(&refined, predicate, bound_arguments(args), args);
        }
        let (joined, work) = self.tables().join(bindings, predicate, args);
        self.work += work;
        joined
    }

    /// The examples that have a row after a join, found without making the rows.
    pub fn cover_of_join(
        &mut self,
        projections: &mut Projections<'_>,
        predicate: usize,
        args: &[ArgSource],
    ) -> Cover {
        let from = projections.whole.mask;
        self.prepare_join(from, predicate, args);
        if self.is_table(predicate) {
            let (cover, work) = self.tables().cover_of_join(projections, predicate, args);
            self.work += work;
            return cover;
        }
        let heads = with_heads(from, args);
        let mask = bound_arguments(args);
        let groups = self.refinement(from, heads);
        let grouping = self.grouping(heads);
        let mut has_row = vec![false; grouping.members.len()];
        let args = &projections.project(args, heads, &mut self.work);
        let bindings = projections.current();
        self.work += (bindings.len() + self.examples.len() / 8) as u64;
        let mut key = Key::new();
        for row in bindings.rows() {
            for &group in &groups[row[0] as usize] {
                if has_row[group as usize] {
                    continue;
                }
                let head = &self.examples[grouping.members[group as usize] as usize];
                fill(&mut key, args, head, row);
                let range = match self.list[predicate].index(mask).get(&key) {
                    Some(range) => range,
                    None => self.call(predicate, mask, &key),
                };
                has_row[group as usize] = range.1 > 0;
            }
        }
        self.tables().cover_of_groups(&grouping, &has_row)
    }

    /// Calls a predicate for every row whose answers are not known yet.
    fn call_for(&mut self, bindings: &Bindings, predicate: usize, mask: u32, args: &[ArgSource]) {
        let grouping = self.grouping(bindings.mask);
        let mut key = Key::new();
        for row in bindings.rows() {
            let head = &self.examples[grouping.members[row[0] as usize] as usize];
            fill(&mut key, args, head, row);
            if self.list[predicate].index(mask).get(&key).is_none() {
                self.call(predicate, mask, &key);
            }
        }
    }

    /// The values of each example, positives first.
    pub fn examples(&self) -> &[Vec<ValueId>] {
        &self.examples
    }

    /// The answers of a predicate for the values of the arguments in a mask: the first
    /// and their number.
    pub fn lookup(&mut self, predicate: usize, mask: u32, key: &[ValueId]) -> (u32, u32) {
        self.prepare(predicate, mask);
        match self.list[predicate].index(mask).get(key) {
            Some(range) => range,
            None if self.list[predicate].rows.is_some() => (0, 0),
            None => self.call(predicate, mask, key),
        }
    }

    /// Whether the arguments in a mask determine the others, as far as the predicate was
    /// called.
    pub fn is_function(&self, predicate: usize, mask: u32) -> bool {
        let index = self.list[predicate].known_index(mask);
        index.is_some_and(|index| index.most == 1)
    }

    /// The values that an answer gives the arguments outside the mask.
    pub fn answer(&self, predicate: usize, mask: u32, at: u32) -> &[ValueId] {
        self.list[predicate].index(mask).answer(at)
    }

    /// Makes sure that there is an index for these bound arguments.
    fn prepare(&mut self, predicate: usize, mask: u32) {
        let relation = &mut self.list[predicate];
        if relation.indexes.iter().any(|(own, _)| *own == mask) {
            return;
        }
        let arity = relation.arity;
        let mut index = Index::new(arity, mask);
        if let Some(rows) = &relation.rows {
            let is_bound = |at: usize| mask >> at & 1 == 1;
            let count = rows.len().checked_div(arity).unwrap_or(0);
            let key_of = |row: &[ValueId]| -> Key {
                let bound = row.iter().enumerate().filter(|(at, _)| is_bound(*at));
                bound.map(|(_, &value)| value).collect()
            };
            let row = |at: usize| &rows[at * arity..(at + 1) * arity];
            let mut order: Vec<usize> = (0..count).collect();
            order.sort_by_cached_key(|&at| key_of(row(at)));
            let mut answers = Vec::new();
            for group in order.chunk_by(|&a, &b| key_of(row(a)) == key_of(row(b))) {
                answers.clear();
                for &at in group {
                    let free = row(at).iter().enumerate();
                    answers.extend(free.filter(|(at, _)| !is_bound(*at)).map(|(_, &v)| v));
                }
                index.insert(&key_of(row(group[0])), &answers, group.len() as u32);
            }
        }
        relation.indexes.push((mask, index));
    }

    /// Calls a predicate, and remembers its answers.
    fn call(&mut self, predicate: usize, mask: u32, key: &[ValueId]) -> (u32, u32) {
        let relation = &mut self.list[predicate];
        let arity = relation.arity;
        let program = self.program;
        let goal = &relation.goal;
        let query = relation.queries.entry(mask).or_insert_with(|| {
            // Bound arguments are the first variables.
            let mut bound = 0;
            let mut free = mask.count_ones();
            let mut args: Vec<Term> = Vec::with_capacity(arity + 1);
            for at in 0..arity {
                let next = if mask >> at & 1 == 1 {
                    &mut bound
                } else {
                    &mut free
                };
                args.push(Term::var(*next));
                *next += 1;
            }
            // The anonymous variable of a negation.
            args.push(Term::var(arity as u32));
            let goal = goal.map_vars(|var| args[var.0 as usize].clone());
            program.query(&goal).ok()
        });
        let mut answers: Vec<Key> = Vec::new();
        if let Some(query) = query {
            self.calls += 1;
            self.work += CALL_WORK;
            let args: Vec<Term> = key.iter().map(|&at| self.values.term(at).clone()).collect();
            let bound = args.len();
            let is_test = bound == arity;
            let is_full = self.values.subterms > MAX_SUBTERMS;
            for answer in self.machine.solve_with(query, &args).take(MAX_ANSWERS) {
                let Ok(answer) = answer else {
                    self.limits_reached += 1;
                    break;
                };
                let free = &answer.values[bound..arity];
                let is_too_large = |value: &Term| value.subterms().count() > self.max_subterms;
                if !free.iter().all(Term::is_ground)
                    || is_full && !free.is_empty()
                    || free.iter().any(is_too_large)
                {
                    self.limits_reached += 1;
                    continue;
                }
                let row: Key = free.iter().map(|value| self.values.number(value)).collect();
                if !answers.contains(&row) {
                    answers.push(row);
                }
                if is_test {
                    break;
                }
            }
        }
        let mut indexes = self.list[predicate].indexes.iter_mut();
        let (_, index) = indexes
            .find(|(own, _)| *own == mask)
            .expect("an index is prepared before it is used");
        let cells: Vec<ValueId> = answers.iter().flatten().copied().collect();
        index.insert(key, &cells, answers.len() as u32)
    }
}
