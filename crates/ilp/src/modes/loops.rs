//! Recursive clauses that end on cyclic data: each call carries the calls that it is
//! nested in, and fails if it is one of them. No proof is lost, since a shortest
//! proof never contains a call nested in itself.

use stratalog_logic::{Functor, Term};

use crate::modes::coverage::split;

/// Names with a space, which no file defines by accident. `$` is reserved for the
/// library of the logic engine.
///
/// The predicate whose last argument is the list of enclosing calls.
const GUARDED: &str = "guarded call";
const CALL: &str = "call term";
const AMONG: &str = "among calls";

/// The enclosing calls of the outermost call: none.
pub(crate) fn nothing() -> Term {
    Term::list([])
}

/// The enclosing calls in the body of a clause with this head.
pub(crate) fn start(head: &Term) -> Term {
    Term::list([call(head)])
}

/// The body with its recursive calls guarded; `within` are the enclosing calls.
pub(crate) fn guarded_body(body: &Term, target: Functor, within: Term) -> Term {
    let goals = body.conjuncts();
    let guarded = goals.iter().flat_map(|goal| {
        if goal.functor() != Some(target) {
            return vec![goal.clone()];
        }
        let among = Term::compound(AMONG, [call(goal), within.clone()]);
        let deeper = Term::cons(call(goal), within.clone());
        vec![Term::compound("\\+", [among]), guarded_atom(goal, deeper)]
    });
    Term::conjunction(guarded)
}

/// The clauses as clauses of the guarded predicate. Those of auxiliary predicates
/// remain as they are.
pub(crate) fn guarded(clauses: &[Term], target: Functor) -> Vec<Term> {
    let guard = |clause: &Term| {
        let (head, body) = split(clause);
        if head.functor() != Some(target) {
            return clause.clone();
        }
        let highest = clause.variables().iter().map(|var| var.0).max();
        let within = Term::var(highest.map_or(0, |var| var + 1));
        let body = guarded_body(&body, target, within.clone());
        Term::compound(":-", [guarded_atom(&head, within), body])
    };
    let [one, first, rest] = [0, 1, 2].map(Term::var);
    let cell = Term::cons;
    let is_first = Term::compound(
        ":-",
        [
            Term::compound(AMONG, [one.clone(), cell(first.clone(), rest.clone())]),
            Term::compound("==", [one.clone(), first.clone()]),
        ],
    );
    let is_later = Term::compound(
        ":-",
        [
            Term::compound(AMONG, [one.clone(), cell(first, rest.clone())]),
            Term::compound(AMONG, [one, rest]),
        ],
    );
    let clauses = clauses.iter().map(guard);
    clauses.chain([is_first, is_later]).collect()
}

/// A call as a term to be compared.
fn call(atom: &Term) -> Term {
    Term::compound(CALL, atom.args().iter().cloned())
}

fn guarded_atom(atom: &Term, within: Term) -> Term {
    let args = atom.args().iter().cloned();
    Term::compound(GUARDED, args.chain([within]))
}
