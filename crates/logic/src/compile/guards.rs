//! Joins clauses that differ only after a guard.
//!
//! `p(X, Y) :- X < Y, !, A.` followed by `p(X, Y) :- B.` is one clause,
//! `p(X, Y) :- ( X < Y -> !, A ; B ).`, which needs no choice point. The cut remains
//! because clauses with other heads may follow. The benchmarks are `tak` and
//! `primes`.

use rustc_hash::FxHashMap;

use crate::compile::goal::Goal;
use crate::term::{Term, Var};

/// A joined clause has at most this many variables, so that they fit into
/// registers, and bounded nesting.
const MAX_VARIABLES: usize = 60;
const MAX_JOINED: usize = 20;

/// A head and a body.
pub(crate) struct Rule<'a> {
    pub(crate) head: &'a Term,
    pub(crate) body: &'a Goal,
}

/// The body that stands for these clauses, and how many of them it stands for:
/// the first, and those after it with the same head if the first has a guard.
pub(crate) fn joined(clauses: &[Rule<'_>]) -> Option<(Goal, usize)> {
    let [first, rest @ ..] = clauses else {
        return None;
    };
    let guarded = |rule: &Rule<'_>| rule.body.guard().is_some();
    let same = rest
        .iter()
        .take(MAX_JOINED)
        .take_while(|rule| renaming(first.head, rule.head).is_some())
        .count();
    // All but the last need a guard.
    let guards = clauses[..=same].iter().take_while(|rule| guarded(rule));
    let count = (guards.count() + 1).min(same + 1);
    if count < 2 {
        return None;
    }
    let mut next = first_free(first);
    let mut bodies = vec![first.body.clone()];
    for rule in &clauses[1..count] {
        let mut names = renaming(first.head, rule.head)?;
        bodies.push(rule.body.map_terms(&mut |term| {
            term.map_vars(|var| {
                Term::Var(*names.entry(var).or_insert_with(|| {
                    next += 1;
                    Var(next - 1)
                }))
            })
        }));
    }
    if next as usize > MAX_VARIABLES {
        return None;
    }
    let last = bodies.pop()?;
    let body = bodies.iter().rev().fold(last, |otherwise, body| {
        let (tests, then) = body.guard().expect("counted above");
        Goal::If(
            Box::new(Goal::And(tests.to_vec())),
            Box::new(Goal::And(then.to_vec())),
            Box::new(otherwise),
        )
    });
    Some((body, count))
}

fn first_free(rule: &Rule<'_>) -> u32 {
    let mut free = 0;
    let mut see = |term: &Term| {
        let largest = term.variables().iter().map(|var| var.0 + 1).max();
        free = free.max(largest.unwrap_or(0));
        term.clone()
    };
    see(rule.head);
    rule.body.map_terms(&mut see);
    free
}

/// Names for the variables of `other` under which it equals `head`.
fn renaming(head: &Term, other: &Term) -> Option<FxHashMap<Var, Var>> {
    let (own, others) = (head.variables(), other.variables());
    if own.len() != others.len() {
        return None;
    }
    let names: FxHashMap<Var, Var> = others.into_iter().zip(own).collect();
    let renamed = other.map_vars(|var| Term::Var(names[&var]));
    (renamed == *head).then_some(names)
}
