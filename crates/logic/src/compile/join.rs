//! Finding runs of fact-table calls in a body, and planning them.

use rustc_hash::FxHashMap;

use crate::arithmetic::Evaluable;
use crate::builtins;
use crate::cell::Cell;
use crate::code::Place;
use crate::compile::goal::Goal;
use crate::compile::unit::{Linker, Unit};
use crate::join::{Arg, Expression, JoinPlan, Literal, MAX_INPUTS, MAX_PARTS, MAX_VARIABLES, Part};
use crate::term::{Term, Var};

/// Literals that may take part in a run: calls of tables with arguments that
/// are variables or constants, comparisons of such, and arithmetic.
fn is_joinable(goal: &Goal, linker: &impl Linker) -> bool {
    let is_simple = |term: &Term| {
        matches!(term, Term::Var(_) | Term::Atom(_) | Term::String(_)) || is_small(term)
    };
    match goal {
        Goal::Call(term) => {
            let is_table = term.functor().is_some_and(|f| linker.relation(f).is_some());
            is_table && term.args().len() <= 64 && term.args().iter().all(is_simple)
        }
        Goal::Compare(_, a, b) => expression(a).is_some() && expression(b).is_some(),
        Goal::Is(target, value) => {
            (matches!(target, Term::Var(_)) || is_small(target)) && expression(value).is_some()
        }
        Goal::Builtin(id, args) => same(*id).is_some() && args.iter().all(is_simple),
        _ => false,
    }
}

fn is_small(term: &Term) -> bool {
    matches!(term, Term::Integer(value) if Cell::small_int(*value).is_some())
}

/// The parts of an expression, in postfix order.
enum Postfix<'a> {
    Operand(&'a Term),
    Apply(Evaluable),
}

/// An expression that can be evaluated inside a join.
fn expression(term: &Term) -> Option<Vec<Postfix<'_>>> {
    let mut parts = Vec::new();
    let mut open = vec![term];
    // What is applied comes before its operands, the last one first; then reversed.
    while let Some(term) = open.pop() {
        match term {
            Term::Var(_) => parts.push(Postfix::Operand(term)),
            _ if is_small(term) => parts.push(Postfix::Operand(term)),
            Term::Compound(compound) => {
                let args = compound.args();
                parts.push(Postfix::Apply(Evaluable::find(
                    compound.name(),
                    args.len(),
                )?));
                open.extend(args);
            }
            _ => return None,
        }
        if parts.len() > MAX_PARTS {
            return None;
        }
    }
    parts.reverse();
    Some(parts)
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
    // A variable that arithmetic gives a value has a lasting place only if a call
    // comes between that and its use: a run does not end with arithmetic.
    let mut is_open = false;
    let mut variables: Vec<Var> = Vec::new();
    for (number, goal) in goals.iter().enumerate() {
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
        // A test needs its variables bound before it.
        let tested = match goal {
            Goal::Call(_) => &[],
            Goal::Is(Term::Var(_), _) => &vars[1..],
            _ => &vars[..],
        };
        if !tested.iter().all(|var| has_value.contains(var)) {
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
        if calls == 0 {
            return 0;
        }
        is_open = !is_call && (is_open || matches!(goal, Goal::Is(..)));
        if !is_open {
            length = number + 1;
        }
    }
    if calls >= 2 { length } else { 0 }
}

fn terms(goal: &Goal) -> Vec<&Term> {
    match goal {
        Goal::Call(term) => term.args().iter().collect(),
        Goal::Compare(_, a, b) => operands(a).chain(operands(b)).collect(),
        Goal::Is(target, value) => std::iter::once(target).chain(operands(value)).collect(),
        Goal::Builtin(_, args) => args.iter().collect(),
        _ => Vec::new(),
    }
}

fn operands(term: &Term) -> impl Iterator<Item = &Term> {
    let parts = expression(term).unwrap_or_default().into_iter();
    parts.filter_map(|part| match part {
        Postfix::Operand(term) => Some(term),
        Postfix::Apply(_) => None,
    })
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
        Goal::Compare(op, a, b) => {
            let left = planned(a, &mut arg);
            Literal::Compare(*op, left, planned(b, &mut arg))
        }
        Goal::Is(target, value) => Literal::Is {
            expression: planned(value, &mut arg),
            target: arg(target),
        },
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

/// An expression with its operands as arguments of a plan.
fn planned(term: &Term, mut arg: impl FnMut(&Term) -> Arg) -> Expression {
    let parts = expression(term).unwrap_or_default().into_iter();
    let parts = parts.map(|part| match part {
        Postfix::Operand(term) => Part::Operand(arg(term)),
        Postfix::Apply(function) => Part::Apply(function),
    });
    Expression::new(parts.collect())
}
