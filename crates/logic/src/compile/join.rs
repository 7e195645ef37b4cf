//! Finding runs of fact-table calls in a body, and planning them.

use rustc_hash::FxHashMap;

use crate::arithmetic::Evaluable;
use crate::builtins;
use crate::cell::Cell;
use crate::code::Place;
use crate::compile::goal::{Collection, Goal};
use crate::compile::unit::{Linker, Unit};
use crate::join::{
    Arg, Expression, JoinPlan, Literal, MAX_INPUTS, MAX_PARTS, MAX_VARIABLES, Part, Sink,
};
use crate::symbol::sym;
use crate::term::{Term, Var};

/// Literals that may take part in a run: calls of tables with arguments that
/// are variables or constants, comparisons of such, arithmetic, and negations of
/// calls with comparisons.
pub(crate) fn is_joinable(goal: &Goal, linker: &impl Linker) -> bool {
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
        Goal::Not(inner) => {
            let is_inner = |goal: &Goal| match goal {
                Goal::Call(_) | Goal::Compare(..) | Goal::Builtin(..) => is_joinable(goal, linker),
                _ => false,
            };
            let inner = conjuncts(inner);
            matches!(inner, [Goal::Call(_), ..]) && inner.iter().all(is_inner)
        }
        _ => false,
    }
}

/// The goals of a conjunction.
fn conjuncts(goal: &Goal) -> &[Goal] {
    match goal {
        Goal::And(goals) => goals,
        goal => std::slice::from_ref(goal),
    }
}

/// Whether a term may be an argument of a literal.
pub(crate) fn is_simple(term: &Term) -> bool {
    matches!(term, Term::Var(_) | Term::Atom(_) | Term::String(_)) || is_small(term)
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

/// Whether the variables of a goal have values before those of its tests are
/// needed, given those that have. Variables that only a negation has, as
/// `occurrences` of the clause say, get values inside it.
fn is_in_order(goal: &Goal, has_value: &[Var], occurrences: &impl Fn(Var) -> u32) -> bool {
    let vars = variables(goal);
    let has_value = |var: &Var| has_value.contains(var);
    match goal {
        Goal::Call(_) => true,
        Goal::Is(Term::Var(_), _) => vars[1..].iter().all(has_value),
        Goal::Not(inner) => {
            let count = |var: Var| vars.iter().filter(|v| **v == var).count() as u32;
            let is_own = |var: &Var| count(*var) == occurrences(*var);
            let mut known: Vec<Var> = vars.iter().copied().filter(has_value).collect();
            vars.iter().all(|var| has_value(var) || is_own(var))
                && conjuncts(inner).iter().all(|goal| {
                    let holds = is_in_order(goal, &known, occurrences);
                    known.extend(variables(goal));
                    holds
                })
        }
        _ => vars.iter().all(has_value),
    }
}

fn variables(goal: &Goal) -> Vec<Var> {
    let vars = terms(goal).into_iter().filter_map(|term| match term {
        Term::Var(var) => Some(*var),
        _ => None,
    });
    vars.collect()
}

/// What a collection collects.
#[derive(Clone, Debug)]
pub(crate) struct Collected {
    pub(crate) what: Collection,
    pub(crate) template: Term,
}

impl Collected {
    /// Whether a join can collect the answers of a run itself: each variable of the
    /// template gets a value there.
    pub(crate) fn fits(&self, run: &[Goal]) -> bool {
        if self.what == Collection::Count {
            return true;
        }
        let given: Vec<Var> = run.iter().flat_map(given).collect();
        let fits = |term: &Term| match term {
            Term::Var(var) => given.contains(var),
            term => is_simple(term),
        };
        let args = self.template.args();
        let is_list = self.template.as_compound(sym::CONS, 2).is_some();
        match args {
            [] => fits(&self.template),
            args => args.len() <= MAX_COLLECTED && !is_list && args.iter().all(fits),
        }
    }

    fn sink(&self, arg: &mut impl FnMut(&Term) -> Arg) -> Sink {
        match (self.what, self.template.functor(), self.template.args()) {
            (Collection::Count, ..) => Sink::Count,
            (_, Some(functor), [_, ..]) => {
                let args = self.template.args().iter().map(arg).collect();
                Sink::Structure(Cell::functor(functor.name, functor.arity), args)
            }
            _ => Sink::Value(arg(&self.template)),
        }
    }
}

/// Arguments that a collected structure may have.
const MAX_COLLECTED: usize = 8;

/// The variables that a goal of a run certainly gives a value.
fn given(goal: &Goal) -> Vec<Var> {
    match goal {
        Goal::Call(_) => variables(goal),
        Goal::Is(Term::Var(var), _) => vec![*var],
        _ => Vec::new(),
    }
}

/// The length of the run that starts a list of goals; 0 if none has that many calls.
pub(crate) fn run_length(
    goals: &[Goal],
    least_calls: usize,
    linker: &impl Linker,
    known: &FxHashMap<Var, Place>,
    occurrences: impl Fn(Var) -> u32,
) -> usize {
    let mut has_value: Vec<Var> = known.keys().copied().collect();
    let mut calls = 0;
    let mut length = 0;
    // A variable that arithmetic gives a value has a lasting place only if a call
    // comes between that and its use: a run does not end with arithmetic.
    let mut is_open = false;
    let mut seen: Vec<Var> = Vec::new();
    for (number, goal) in goals.iter().enumerate() {
        if !is_joinable(goal, linker) || !is_in_order(goal, &has_value, &occurrences) {
            break;
        }
        let vars = variables(goal);
        let is_call = matches!(goal, Goal::Call(_) | Goal::Not(_));
        for &var in &vars {
            if !seen.contains(&var) {
                seen.push(var);
            }
        }
        let inputs = seen.iter().filter(|var| known.contains_key(var)).count();
        if seen.len() > MAX_VARIABLES || inputs > MAX_INPUTS {
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
    if calls >= least_calls { length } else { 0 }
}

fn terms(goal: &Goal) -> Vec<&Term> {
    match goal {
        Goal::Call(term) => term.args().iter().collect(),
        Goal::Compare(_, a, b) => operands(a).chain(operands(b)).collect(),
        Goal::Is(target, value) => std::iter::once(target).chain(operands(value)).collect(),
        Goal::Builtin(_, args) => args.iter().collect(),
        Goal::Not(inner) => conjuncts(inner).iter().flat_map(terms).collect(),
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
    collected: Option<&Collected>,
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
    let literals = run.iter().map(|goal| literal(goal, linker, &mut arg));
    let literals = literals.collect();
    let sink = collected.map(|collected| collected.sink(&mut arg));
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
        sink,
    }
}

/// A goal of a run, with the arguments of its plan.
fn literal(goal: &Goal, linker: &impl Linker, arg: &mut impl FnMut(&Term) -> Arg) -> Literal {
    match goal {
        Goal::Compare(op, a, b) => {
            let left = planned(a, &mut *arg);
            Literal::Compare(*op, left, planned(b, arg))
        }
        Goal::Is(target, value) => Literal::Is {
            expression: planned(value, &mut *arg),
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
            args: term.args().iter().map(arg).collect(),
        },
        Goal::Not(inner) => {
            let inner = conjuncts(inner).iter();
            Literal::Absent(inner.map(|goal| literal(goal, linker, arg)).collect())
        }
        other => unreachable!("{other:?} is not joinable"),
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
