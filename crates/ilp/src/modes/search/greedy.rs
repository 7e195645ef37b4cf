//! Greedy search with macros: a look-ahead step in which all macros are combined
//! with each other, then the best clauses extended by all macros until nothing
//! gets better.
//!
//! A chain of the bottom clause occurs many times with other variables. Macros
//! are grouped by their form: what a form covers is tested once, and bounds all
//! pairs made of it.

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_run::mix;

use super::{Node, Space};
use crate::modes::bottom::Arg;
use crate::modes::canonical;
use crate::modes::canonical::Form;
use crate::modes::evaluation::Counts;
use crate::modes::operators::Operator;
use crate::order;
use crate::theory::Coverage;

/// Macros that are the same but for the names of variables.
struct Group {
    coverage: Coverage,
    length: usize,
    members: Vec<usize>,
}

pub(super) fn greedy(space: &mut Space<'_, '_>, macros: &[Operator]) {
    let root = space.root();
    let groups = grouped(space, &root, macros);
    let mut beam = look_ahead(space, macros, &groups);
    while !beam.is_empty() && !space.is_limited {
        let mut next = Vec::new();
        for node in &beam {
            extend_by_all(space, node, macros, &groups, &mut next);
        }
        beam = best_of(next, space.settings.beam);
    }
}

/// Tests each form of macro once.
fn grouped(space: &mut Space<'_, '_>, root: &Node, macros: &[Operator]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut by_form: FxHashMap<Form, Option<usize>> = FxHashMap::default();
    for (at, operator) in macros.iter().enumerate() {
        let form = canonical::form(space.bottom, &operator.literals);
        match by_form.get(&form) {
            Some(Some(group)) => groups[*group].members.push(at),
            Some(None) => {}
            None => {
                let node = space.extend(&root.literals, operator, &root.coverage);
                let group = node.map(|node| {
                    groups.push(Group {
                        coverage: node.coverage,
                        length: operator.literals.len(),
                        members: vec![at],
                    });
                    groups.len() - 1
                });
                by_form.insert(form, group);
            }
        }
    }
    groups
}

/// All pairs of macros, shortest first, and the best of them.
fn look_ahead(space: &mut Space<'_, '_>, macros: &[Operator], groups: &[Group]) -> Vec<Node> {
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for first in 0..groups.len() {
        pairs.extend((first..groups.len()).map(|second| (first, second)));
    }
    order::sort_by_key(&mut pairs, |&(first, second)| {
        [(groups[first].length + groups[second].length) as i64, 0]
    });
    let mut nodes = Vec::new();
    for (first, second) in pairs {
        let (first, second) = (&groups[first], &groups[second]);
        let mut within = first.coverage.clone();
        within.intersect(&second.coverage);
        let most = Counts {
            positives: within.positives.count(),
            negatives: within.negatives.count(),
            length: first.length.max(second.length),
        };
        if space.is_hopeless(most) {
            continue;
        }
        let mut patterns: FxHashSet<u64> = FxHashSet::default();
        let mut numbers = Vec::new();
        for &a in &first.members {
            for &b in &second.members {
                if space.is_limited {
                    return best_of(nodes, space.settings.beam);
                }
                if patterns.insert(pattern(space, [&macros[a], &macros[b]], &mut numbers)) {
                    let literals = &macros[a].literals;
                    nodes.extend(space.extend(literals, &macros[b], &within));
                }
            }
        }
    }
    best_of(nodes, space.settings.beam)
}

/// What a pair of macros looks like with its variables numbered as they occur:
/// pairs that look alike make the same clause but for names.
fn pattern(space: &Space<'_, '_>, pair: [&Operator; 2], numbers: &mut Vec<u32>) -> u64 {
    numbers.clear();
    let mut pattern = 0;
    for operator in pair {
        for &at in &operator.literals {
            let literal = &space.bottom.literals[usize::from(at)];
            pattern = mix(pattern ^ u64::from(literal.shape) ^ 1 << 50);
            for arg in &literal.args {
                let code = match *arg {
                    Arg::Constant(constant) => 1 << 40 | u64::from(constant),
                    Arg::Var(variable) if variable < space.bottom.head_variables => {
                        1 << 41 | u64::from(variable)
                    }
                    Arg::Var(variable) => {
                        let known = numbers.iter().position(|&other| other == variable);
                        known.unwrap_or_else(|| {
                            numbers.push(variable);
                            numbers.len() - 1
                        }) as u64
                    }
                };
                pattern = mix(pattern.rotate_left(7) ^ code);
            }
        }
    }
    pattern
}

fn extend_by_all(
    space: &mut Space<'_, '_>,
    node: &Node,
    macros: &[Operator],
    groups: &[Group],
    next: &mut Vec<Node>,
) {
    for group in groups {
        let mut within = node.coverage.clone();
        within.intersect(&group.coverage);
        let most = Counts {
            positives: within.positives.count(),
            negatives: within.negatives.count(),
            length: node.counts.length + 1,
        };
        if space.is_hopeless(most) {
            continue;
        }
        for &member in &group.members {
            if space.is_limited {
                return;
            }
            let child = space.extend(&node.literals, &macros[member], &within);
            // An extension that tells nothing more apart leads nowhere.
            next.extend(child.filter(|child| child.coverage != node.coverage));
        }
    }
}

fn best_of(mut nodes: Vec<Node>, count: usize) -> Vec<Node> {
    nodes.sort_unstable_by(|a, b| {
        let value = b.value.total_cmp(&a.value);
        value
            .then(a.counts.length.cmp(&b.counts.length))
            .then_with(|| a.literals.cmp(&b.literals))
    });
    nodes.truncate(count);
    nodes
}
