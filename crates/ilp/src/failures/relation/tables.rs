//! Joins with tables, which several threads may make at once.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::super::bindings::{ArgSource, Bindings, Projections};
use super::super::cover::Cover;
use super::{Grouping, Key, Relation, ValueId};

/// The most cells of one table of bindings.
const MAX_CELLS: usize = 8_000_000;
/// How many rows are copied in the time in which one is looked up.
const COPIED: usize = 8;

/// What joins with tables need. The index, the groups and the refinement of groups that a
/// join uses must have been made: see [`super::Relations::prepare_join`].
#[derive(Clone, Copy)]
pub(in super::super) struct Tables<'a> {
    pub(super) list: &'a [Relation],
    pub(super) examples: &'a [Vec<ValueId>],
    pub(super) positives: usize,
    pub(super) groupings: &'a FxHashMap<u32, Arc<Grouping>>,
    pub(super) refinements: &'a FxHashMap<(u32, u32), Arc<Vec<Vec<u32>>>>,
}

impl Tables<'_> {
    /// Whether a predicate is a table.
    pub fn is_table(&self, predicate: usize) -> bool {
        self.list[predicate].rows.is_some()
    }

    pub(super) fn cover_of_groups(&self, grouping: &Grouping, has_row: &[bool]) -> Cover {
        let groups = grouping.of_example.iter().enumerate();
        let covered = groups.filter(|&(_, &group)| has_row[group as usize]);
        let negatives = self.examples.len() - self.positives;
        Cover::of(
            self.positives,
            negatives,
            covered.map(|(example, _)| example),
        )
    }

    /// The rows with their groups divided by further variables of the head.
    pub(super) fn refined(&self, bindings: &Bindings, mask: u32) -> Bindings {
        let groups = &self.refinements[&(bindings.mask, mask)];
        let mut refined = Bindings {
            mask,
            width: bindings.width,
            cells: Vec::with_capacity(bindings.cells.len()),
        };
        for row in bindings.rows() {
            for &group in &groups[row[0] as usize] {
                refined.cells.push(group);
                refined.cells.extend_from_slice(&row[1..]);
            }
        }
        refined
    }

    /// The rows that remain, extended by the values that a literal gives, and the work
    /// done; no rows if there are too many.
    pub fn join(
        &self,
        bindings: &Bindings,
        predicate: usize,
        args: &[ArgSource],
    ) -> (Option<Bindings>, u64) {
        let heads = with_heads(bindings.mask, args);
        let refined;
        let bindings = if heads == bindings.mask {
            bindings
        } else {
            refined = self.refined(bindings, heads);
            &refined
        };
        let grouping = &self.groupings[&heads];
        let added = args.iter().filter(|arg| **arg == ArgSource::New).count();
        let mut joined = Bindings {
            mask: heads,
            width: bindings.width + added,
            cells: Vec::new(),
        };
        let looked_up = bindings.len();
        let work = |joined: &Bindings| (looked_up + joined.len() / COPIED) as u64;
        let index = self.list[predicate].index(bound_arguments(args));
        let mut key = Key::new();
        for row in bindings.rows() {
            let head = &self.examples[grouping.members[row[0] as usize] as usize];
            fill(&mut key, args, head, row);
            let Some((first, count)) = index.get(&key).filter(|(_, count)| *count > 0) else {
                continue;
            };
            if added == 0 {
                joined.cells.extend_from_slice(row);
                continue;
            }
            joined.cells.reserve(count as usize * (joined.width + 1));
            for at in first..first + count {
                joined.cells.extend_from_slice(row);
                joined.cells.extend_from_slice(index.answer(at));
            }
            if joined.cells.len() > MAX_CELLS {
                return (None, work(&joined));
            }
        }
        let work = work(&joined);
        (Some(joined), work)
    }

    /// The examples that have a row after a join with a table, and the work done.
    pub fn cover_of_join(
        &self,
        projections: &mut Projections<'_>,
        predicate: usize,
        args: &[ArgSource],
    ) -> (Cover, u64) {
        let from = projections.whole.mask;
        let heads = with_heads(from, args);
        let groups = &self.refinements[&(from, heads)];
        let grouping = &self.groupings[&heads];
        let index = self.list[predicate].index(bound_arguments(args));
        let mut has_row = vec![false; grouping.members.len()];
        let mut work = 0;
        let args = &projections.project(args, heads, &mut work);
        let bindings = projections.current();
        work += (bindings.len() + self.examples.len() / 8) as u64;
        let mut key = Key::new();
        for row in bindings.rows() {
            for &group in &groups[row[0] as usize] {
                if !has_row[group as usize] {
                    let head = &self.examples[grouping.members[group as usize] as usize];
                    fill(&mut key, args, head, row);
                    has_row[group as usize] = index.get(&key).is_some();
                }
            }
        }
        (self.cover_of_groups(grouping, &has_row), work)
    }
}

/// The variables of the head in a mask or among the arguments of a literal.
pub(super) fn with_heads(mask: u32, args: &[ArgSource]) -> u32 {
    args.iter().fold(mask, |mask, arg| match *arg {
        ArgSource::Head(at) => mask | 1 << at,
        _ => mask,
    })
}

/// The arguments of a literal that have a value.
pub(super) fn bound_arguments(args: &[ArgSource]) -> u32 {
    args.iter().enumerate().fold(0_u32, |mask, (at, arg)| {
        mask | u32::from(*arg != ArgSource::New) << at
    })
}

/// The values of the bound arguments of a literal.
pub(super) fn fill(key: &mut Key, args: &[ArgSource], head: &[ValueId], row: &[ValueId]) {
    key.clear();
    for arg in args {
        match *arg {
            ArgSource::Head(at) => key.push(head[at]),
            ArgSource::Row(at) => key.push(row[at + 1]),
            ArgSource::New => {}
        }
    }
}
