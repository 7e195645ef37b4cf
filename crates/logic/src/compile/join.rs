//! Finding runs of fact-table calls in a body, and planning them.

use rustc_hash::FxHashMap;

use crate::builtins;
use crate::code::Place;
use crate::compile::goal::Goal;
use crate::compile::unit::{Linker, Unit};
use crate::join::{Arg, JoinPlan, Literal, MAX_INPUTS, MAX_VARIABLES};
use crate::term::{Term, Var};

/// Literals that may take part in a run: calls of tables with arguments that
/// are variables or constants, and comparisons of such.
fn is_joinable(goal: &Goal, linker: &impl Linker) -> bool {
    let is_simple = |term: &Term| {
        matches!(term, Term::Var(_) | Term::Atom(_) | Term::String(_))
            || matches!(term, Term::Integer(value) if crate::cell::Cell::small_int(*value).is_some())
    };
    match goal {
        Goal::Call(term) => {
            let is_table = term.functor().is_some_and(|f| linker.relation(f).is_some());
            is_table && term.args().len() <= 64 && term.args().iter().all(is_simple)
        }
        Goal::Compare(_, a, b) => is_simple(a) && is_simple(b),
        Goal::Builtin(id, args) => same(*id).is_some() && args.iter().all(is_simple),
        _ => false,
    }
}

/// Whether a built-in is `==` (true) or its negation (false).
fn same(id: u16) -> Option<bool> {
    let is = |name: &str| builtins::find(name.into(), 2) == Some(id);
    if is("==") {
        Some(true)
    } else {
        (is("\\==") || is("distinct")).then_some(false)
    }
}

/// The length of the run that starts a list of goals; 0 if none is worth a plan.
pub(crate) fn run_length(
    goals: &[Goal],
    linker: &impl Linker,
    known: &FxHashMap<Var, Place>,
) -> usize {
    let mut has_value: Vec<Var> = known.keys().copied().collect();
    let mut calls = 0;
    let mut length = 0;
    let mut variables: Vec<Var> = Vec::new();
    for goal in goals {
        if !is_joinable(goal, linker) {
            break;
        }
        let terms = terms(goal);
        let vars = terms.iter().filter_map(|term| match term {
            Term::Var(var) => Some(*var),
            _ => None,
        });
        let vars: Vec<Var> = vars.collect();
        let is_call = matches!(goal, Goal::Call(_));
        // A test needs its variables bound by a table before it.
        if !is_call && !vars.iter().all(|var| has_value.contains(var)) {
            break;
        }
        for &var in &vars {
            if !variables.contains(&var) {
                variables.push(var);
            }
        }
        let inputs = variables
            .iter()
            .filter(|var| known.contains_key(var))
            .count();
        if variables.len() > MAX_VARIABLES || inputs > MAX_INPUTS {
            break;
        }
        has_value.extend(vars);
        calls += usize::from(is_call);
        length += 1;
        if calls == 0 {
            return 0;
        }
    }
    if calls >= 2 { length } else { 0 }
}

fn terms(goal: &Goal) -> Vec<&Term> {
    match goal {
        Goal::Call(term) => term.args().iter().collect(),
        Goal::Compare(_, a, b) => vec![a, b],
        Goal::Builtin(_, args) => args.iter().collect(),
        _ => Vec::new(),
    }
}

/// The plan of a run. `known` says which variables have a value and where;
/// `needed` where those needed afterwards go, `is_void` which occur once.
pub(crate) fn plan(
    run: &[Goal],
    unit: &mut Unit,
    linker: &impl Linker,
    known: &FxHashMap<Var, Place>,
    needed: impl Fn(Var) -> Option<Place>,
    is_void: impl Fn(Var) -> bool,
) -> JoinPlan {
    let mut order: Vec<Var> = Vec::new();
    let all = run.iter().flat_map(terms).filter_map(|term| match term {
        Term::Var(var) => Some(*var),
        _ => None,
    });
    for var in all {
        if !order.contains(&var) {
            order.push(var);
        }
    }
    // Inputs first; the sort is stable, so that plans never depend on hashing.
    order.sort_by_key(|var| !known.contains_key(var));
    let inputs: Box<[Place]> = order
        .iter()
        .filter_map(|var| known.get(var).copied())
        .collect();
    let number = |var: Var| order.iter().position(|v| *v == var).unwrap_or(0) as u8;
    let mut arg = |term: &Term| match term {
        Term::Var(var) if is_void(*var) => Arg::Void,
        Term::Var(var) => Arg::Var(number(*var)),
        constant => Arg::Constant(unit.constant(constant)),
    };
    let literals = run.iter().map(|goal| match goal {
        Goal::Compare(op, a, b) => Literal::Compare(*op, arg(a), arg(b)),
        Goal::Builtin(id, args) => Literal::Same {
            left: arg(&args[0]),
            right: arg(&args[1]),
            wanted: same(*id) == Some(true),
        },
        Goal::Call(term) => Literal::Facts {
            pred: term
                .functor()
                .and_then(|functor| linker.relation(functor))
                .expect("runs consist of calls of tables"),
            args: term.args().iter().map(&mut arg).collect(),
        },
        other => unreachable!("{other:?} is not joinable"),
    });
    let literals = literals.collect();
    let outputs = order
        .iter()
        .filter(|var| !known.contains_key(var))
        .filter_map(|&var| Some((number(var), needed(var)?)))
        .collect();
    JoinPlan {
        modes: vec![Default::default(); 1 << inputs.len()].into(),
        inputs,
        variables: order.len(),
        literals,
        outputs,
    }
}
