//! Best-first, A* and IDA*: clauses are extended in an order, and none that
//! cannot become the best is extended at all.
//!
//! The cost of a clause is its length and the positives it misses. No extension
//! covers more, and one that still covers too many negatives needs at least one
//! more literal: the sum bounds from below what any acceptable extension costs.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::{Node, Space};
use crate::modes::operators::Operator;

/// A clause waiting to be extended; the greatest is taken next.
struct Waiting {
    key: f64,
    order: usize,
    node: Node,
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Waiting) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Waiting) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Waiting) -> Ordering {
        let key = self.key.total_cmp(&other.key);
        key.then(other.order.cmp(&self.order))
    }
}

pub(super) fn best_first(space: &mut Space<'_, '_>, operators: &[Operator]) {
    by_priority(space, operators, |_, node| node.value);
}

pub(super) fn a_star(space: &mut Space<'_, '_>, operators: &[Operator]) {
    by_priority(space, operators, |space, node| {
        -(lower_bound(space, node) as f64)
    });
}

fn by_priority(
    space: &mut Space<'_, '_>,
    operators: &[Operator],
    key: impl Fn(&Space<'_, '_>, &Node) -> f64,
) {
    let root = space.root();
    let mut order = 0;
    let mut waiting = BinaryHeap::from([Waiting {
        key: key(space, &root),
        order,
        node: root,
    }]);
    while let Some(Waiting { node, .. }) = waiting.pop() {
        if space.is_limited {
            return;
        }
        if space.is_hopeless(node.counts) {
            continue;
        }
        for child in children(space, &node, operators) {
            order += 1;
            waiting.push(Waiting {
                key: key(space, &child),
                order,
                node: child,
            });
        }
    }
}

/// The least cost any acceptable extension of the clause, itself included, has.
fn lower_bound(space: &Space<'_, '_>, node: &Node) -> usize {
    let missed = space.totals.positives - node.counts.positives;
    let still_needed = usize::from(!space.is_acceptable(node));
    node.counts.length + missed + still_needed
}

pub(super) fn ida_star(space: &mut Space<'_, '_>, operators: &[Operator]) {
    let root = space.root();
    // Clauses past the bound wait for a higher one; nothing is tested twice.
    let mut waiting = vec![(lower_bound(space, &root), root)];
    while let Some(bound) = waiting.iter().map(|(cost, _)| *cost).min() {
        let (now, later) = waiting.into_iter().partition(|(cost, _)| *cost <= bound);
        waiting = later;
        let mut stack: Vec<(usize, Node)> = now;
        stack.reverse();
        while let Some((_, node)) = stack.pop() {
            if space.is_limited {
                return;
            }
            if space.is_hopeless(node.counts) {
                continue;
            }
            let costed = children(space, &node, operators)
                .into_iter()
                .map(|child| (lower_bound(space, &child), child));
            let (mut within, beyond): (Vec<_>, Vec<_>) =
                costed.partition(|(cost, _)| *cost <= bound);
            within.reverse();
            stack.extend(within);
            waiting.extend(beyond);
        }
    }
}

fn children(space: &mut Space<'_, '_>, node: &Node, operators: &[Operator]) -> Vec<Node> {
    let mut found = Vec::new();
    for operator in operators {
        if space.is_limited {
            break;
        }
        if space.is_ready(&node.literals, operator) {
            found.extend(space.reach(&node.literals, operator, &node.coverage));
        }
    }
    found
}
