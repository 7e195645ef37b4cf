//! Which predicates of the background have all their solutions found by a call
//! without values. `even(X) :- integer(X), 0 is X mod 2` has none of them then, and a
//! clause with a cut may have only the first.

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_logic::{Clause, Functor, Term};

use crate::failures::Enumeration;

/// Built-in predicates whose answer depends on what has a value already, or that
/// discard solutions.
const MODE_DEPENDENT: &[&str] = &[
    "!",
    "->",
    "*->",
    "var",
    "nonvar",
    "number",
    "integer",
    "float",
    "rational",
    "atom",
    "atomic",
    "compound",
    "callable",
    "string",
    "is_list",
    "ground",
    "once",
    "ignore",
    "forall",
    "findall",
    "findnsols",
    "bagof",
    "setof",
    "aggregate_all",
    "count",
    "memberchk",
    "copy_term",
    "catch",
    "@<",
    "@>",
    "@=<",
    "@>=",
    "compare",
];

/// Built-in predicates that fail, or leave variables open, if a value is missing.
const NEGATIVE: &[&str] = &["\\+", "not", "\\=", "\\==", "==", "dif"];

/// The predicates that each predicate of the background calls.
#[derive(Clone, Default)]
pub(super) struct Calls {
    of: FxHashMap<Functor, FxHashSet<Functor>>,
    own: FxHashSet<Functor>,
}

impl Calls {
    /// Adds a clause of the background.
    pub fn add(&mut self, clause: &Term) {
        let clause = Clause::from_term(clause);
        let Some(head) = clause.head.functor() else {
            return;
        };
        self.own.insert(head);
        if clause.body.is_empty() {
            return;
        }
        let called = self.of.entry(head).or_default();
        for goal in &clause.body {
            collect(goal, called);
        }
    }

    /// How the solutions of a predicate can be found.
    pub fn enumeration(&self, functor: Functor) -> Enumeration {
        let mut reached: FxHashSet<Functor> = FxHashSet::default();
        let mut pending = vec![functor];
        let mut found = Enumeration::Complete;
        while let Some(next) = pending.pop() {
            if !reached.insert(next) {
                continue;
            }
            if !self.own.contains(&next) {
                let name = next.name.as_str();
                if MODE_DEPENDENT.contains(&name) {
                    return Enumeration::Unknown;
                }
                if NEGATIVE.contains(&name) {
                    found = Enumeration::IfAny;
                }
            }
            pending.extend(self.of.get(&next).into_iter().flatten());
        }
        found
    }
}

/// Adds the predicates that a goal calls, those inside control constructs and other
/// meta-calls included.
fn collect(goal: &Term, called: &mut FxHashSet<Functor>) {
    let mut pending = vec![goal];
    while let Some(goal) = pending.pop() {
        let Some(functor) = goal.functor() else {
            continue;
        };
        called.insert(functor);
        let is_control = matches!(
            functor.name.as_str(),
            "," | ";" | "->" | "*->" | "\\+" | "not" | "call" | "once" | "forall" | "findall"
        );
        if is_control {
            pending.extend(goal.args());
        }
    }
}
