//! A naive solver, as an oracle for the real one.

#![allow(dead_code, reason = "each test uses its own part")]

use std::collections::BTreeMap;

use stratalog_logic::{Machine, Program, QueryError, Term, TermWriter, Var};

/// Values of variables.
pub type Bindings = BTreeMap<Var, Term>;

/// Unifies two terms with the occurs check.
pub fn unify(a: &Term, b: &Term, bindings: &mut Bindings) -> bool {
    let (a, b) = (walk(a, bindings), walk(b, bindings));
    match (&a, &b) {
        (Term::Var(x), Term::Var(y)) if x == y => true,
        (Term::Var(x), other) | (other, Term::Var(x)) => {
            let value = apply(other, bindings);
            if value.variables().contains(x) {
                return false;
            }
            bindings.insert(*x, value);
            true
        }
        (Term::Compound(_), Term::Compound(_)) => {
            a.functor() == b.functor()
                && a.args()
                    .iter()
                    .zip(b.args())
                    .all(|(a, b)| unify(a, b, bindings))
        }
        _ => a == b,
    }
}

fn walk(term: &Term, bindings: &Bindings) -> Term {
    let mut term = term.clone();
    while let Term::Var(var) = &term {
        match bindings.get(var) {
            Some(value) => term = value.clone(),
            None => break,
        }
    }
    term
}

/// The term with all bindings done.
pub fn apply(term: &Term, bindings: &Bindings) -> Term {
    let once = term.map_vars(|var| bindings.get(&var).cloned().unwrap_or(Term::Var(var)));
    if once == *term {
        return once;
    }
    apply(&once, bindings)
}

/// The term with its variables numbered by occurrence.
pub fn compact(term: &Term) -> Term {
    let variables = term.variables();
    term.map_vars(|var| {
        let place = variables.iter().position(|v| *v == var).unwrap_or_default();
        Term::var(place as u32)
    })
}

/// The text of a term with its variables named by occurrence.
pub fn canonical(term: &Term) -> String {
    compact(term).to_string()
}

/// The term as text to be read back.
pub fn text(term: &Term) -> String {
    let names: Vec<(String, Var)> = term
        .variables()
        .into_iter()
        .map(|var| (format!("V{}", var.0), var))
        .collect();
    TermWriter::new().names(&names).term(term)
}

/// The program of a text that is known to be right.
pub fn program(text: &str) -> Program {
    Program::parse(text).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]))
}

/// The values of a term for all answers to a goal, in order.
pub fn answers(machine: &mut Machine<'_>, goal: &Term, shown: &Term) -> Vec<String> {
    // The first goal binds nothing, but makes every variable shown the query's.
    let same = Term::compound("=", [shown.clone(), shown.clone()]);
    let whole = compact(&Term::compound(",", [same, goal.clone()]));
    let shown = &whole.args()[0].args()[0];
    let query = machine.program().query(&whole).expect("the goal compiles");
    machine
        .solve(&query)
        .map(|answer| match answer {
            Ok(answer) => {
                let value = shown.map_vars(|var| answer.values[var.0 as usize].clone());
                canonical(&value)
            }
            Err(QueryError::Thrown(ball)) => format!("throws {}", canonical(&ball)),
            Err(QueryError::Limit(limit)) => limit.to_string(),
        })
        .collect()
}
