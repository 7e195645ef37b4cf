//! Decomposition: the parts of a formula become features.

use stratalog_logic::{Term, Var};

use super::Draft;
use crate::feature::Feature;
use crate::goal::{self, bound_by, calculation, comparison, negated, things_of};
use crate::simplify::simplified;
use crate::theory::Theory;

/// Groups of goals that share no variables.
pub fn partitions(goals: &[Term]) -> Vec<Vec<Term>> {
    let mut groups: Vec<(Vec<Var>, Vec<Term>)> = Vec::new();
    for goal in goals {
        let mut variables = goal.variables();
        let mut members = Vec::new();
        let (sharing, others) = groups
            .into_iter()
            .partition(|(own, _)| own.iter().any(|var| variables.contains(var)));
        groups = others;
        let sharing: Vec<(Vec<Var>, Vec<Term>)> = sharing;
        for (own, goals) in sharing {
            variables.extend(own);
            members.extend(goals);
        }
        members.push(goal.clone());
        groups.push((variables, members));
    }
    groups.into_iter().map(|(_, goals)| goals).collect()
}

pub fn split_conjunction(theory: &Theory, feature: &Feature) -> Vec<Feature> {
    let mut draft = Draft::of(feature);
    let mut parts = partitions(&draft.goals);
    while parts.len() == 1 {
        match draft.opened_once(theory) {
            Some(opened) => draft = opened,
            None => return Vec::new(),
        }
        parts = partitions(&draft.goals);
    }
    let of_part = |goals: Vec<Term>| {
        let own: Vec<Var> = goals.iter().flat_map(Term::variables).collect();
        let is_own = |value: &Term| value.variables().iter().all(|var| own.contains(var));
        let values = draft.values.iter().filter(|v| is_own(v)).cloned().collect();
        Draft { goals, values }.feature(theory)
    };
    parts.into_iter().filter_map(of_part).collect()
}

pub fn remove_negation(theory: &Theory, feature: &Feature) -> Vec<Feature> {
    let mut draft = Draft::of(feature);
    while !draft.goals.iter().any(|goal| negated(goal).is_some()) {
        match draft.opened_once(theory) {
            Some(opened) => draft = opened,
            None => return Vec::new(),
        }
    }
    let mut made = Vec::new();
    for (place, goal) in draft.goals.iter().enumerate() {
        let Some(inner) = negated(goal) else { continue };
        let mut others = draft.goals.clone();
        others.remove(place);
        let mut next = goal::next_variable(&draft.goals);
        for inner in with_variables(theory, inner.conjuncts(), &others, &mut next) {
            let mut goals = others.clone();
            let mut values = draft.values.clone();
            let new = inner.iter().flat_map(things_of).map(Term::Var);
            for value in new {
                if !values.contains(&value) {
                    values.push(value);
                }
            }
            goals.extend(inner);
            made.extend(Draft { goals, values }.feature(theory));
        }
    }
    made
}

/// A formula that is one call of a predicate with several clauses, clause by
/// clause. The paper removes alternatives only from expensive formulas; but the
/// conditions that decide a game are often cheap, and each way to achieve them is
/// worth a feature.
pub fn split_cases(theory: &Theory, feature: &Feature) -> Vec<Feature> {
    let mut draft = Draft::of(feature);
    loop {
        let [call] = &draft.goals[..] else {
            return Vec::new();
        };
        if !theory.is_unfoldable(call) {
            return Vec::new();
        }
        let first_new = goal::next_variable(&draft.goals);
        let mut next = first_new;
        let case = |goals: Vec<Term>| {
            let values = draft.values.clone();
            let mut case = Draft { goals, values }.simplified(theory)?;
            case.list_new(first_new);
            Some(case)
        };
        let bodies = theory.unfold(call, &mut next);
        let mut cases: Vec<Draft> = bodies.into_iter().filter_map(case).collect();
        match cases.len() {
            0 => return Vec::new(),
            1 => draft = cases.remove(0),
            _ => {
                let features = cases.into_iter().filter_map(|case| case.feature(theory));
                return features.collect();
            }
        }
    }
}

/// A negated conjunction that can be counted: where it has no variables of its own,
/// it is unfolded.
fn with_variables(
    theory: &Theory,
    inner: Vec<Term>,
    others: &[Term],
    next: &mut u32,
) -> Vec<Vec<Term>> {
    let outer: Vec<Var> = others.iter().flat_map(Term::variables).collect();
    let mut found = Vec::new();
    let mut pending = vec![inner];
    let mut rounds = 0;
    while let Some(goals) = pending.pop() {
        rounds += 1;
        let has_own = goals
            .iter()
            .flat_map(bound_by)
            .any(|var| !outer.contains(&var));
        let closed = goals.iter().position(|goal| theory.is_unfoldable(goal));
        match closed {
            Some(place) if !has_own && rounds < 20 => {
                for body in theory.unfold(&goals[place], next) {
                    let mut more = goals.clone();
                    more.splice(place..=place, body);
                    pending.extend(simplified(theory, more));
                }
            }
            _ => found.push(goals),
        }
    }
    found
}

/// A feature whose value is a number that some goals determine.
fn value_of(theory: &Theory, number: Var, goals: &[Term], draft: &Draft) -> Option<Feature> {
    let part = partitions(goals).into_iter().find(|part| {
        let bound = part.iter().flat_map(bound_by);
        bound.into_iter().any(|var| var == number)
    })?;
    let own: Vec<Var> = part.iter().flat_map(Term::variables).collect();
    let counter = Term::var(goal::next_variable(goals.iter().chain(&draft.goals)));
    let counted = Term::compound(
        "between",
        [Term::Integer(1), Term::Var(number), counter.clone()],
    );
    // The number that was counted up to before is no longer of interest.
    let mut values: Vec<Term> = draft
        .values
        .iter()
        .filter(|value| value.variables().iter().all(|var| own.contains(var)))
        .filter(|value| **value != Term::Var(number))
        .cloned()
        .collect();
    values.push(counter);
    let goals = part.into_iter().chain([counted]).collect();
    Draft { goals, values }.feature(theory)
}

/// An unfolded formula in which arithmetic is searched; variables that appeared by
/// unfolding are not listed in the feature.
fn looked_into(theory: &Theory, feature: &Feature) -> Draft {
    Draft {
        values: feature.values(),
        ..Draft::of(feature).opened(theory)
    }
}

pub fn split_comparison(theory: &Theory, feature: &Feature) -> Vec<Feature> {
    let draft = looked_into(theory, feature);
    let mut made = Vec::new();
    for (place, goal) in draft.goals.iter().enumerate() {
        let Some((left, right)) = comparison(goal) else {
            continue;
        };
        let mut others = draft.goals.clone();
        others.remove(place);
        let numbers = left.variables().into_iter().chain(right.variables());
        for number in numbers {
            made.extend(value_of(theory, number, &others, &draft));
        }
    }
    made
}

pub fn split_calculation(theory: &Theory, feature: &Feature) -> Vec<Feature> {
    let draft = looked_into(theory, feature);
    let mut made = Vec::new();
    for (place, goal) in draft.goals.iter().enumerate() {
        let mut others = draft.goals.clone();
        others.remove(place);
        if let Some((value, expression)) = calculation(goal) {
            let result = value.variables();
            let is_after = |goal: &Term| goal.variables().iter().any(|var| result.contains(var));
            let (after, others): (Vec<Term>, Vec<Term>) = others.into_iter().partition(is_after);
            let numbers = expression.variables();
            made.extend(operands(theory, &numbers, &others, &after, &draft));
        } else if theory.is_dynamic(goal) && theory.is_recursive(goal) {
            made.extend(summands(theory, goal, &others, &draft));
        }
    }
    made
}

/// A feature for each operand of a calculation. Goals that only bind another
/// operand, or that were needed only for removed goals, are removed as well where
/// possible.
fn operands(
    theory: &Theory,
    numbers: &[Var],
    goals: &[Term],
    left_out: &[Term],
    draft: &Draft,
) -> Vec<Feature> {
    let of_number = |number: &Var| {
        let is_for_another = |goal: &Term| {
            let gives = bound_by(goal);
            let gives_another = numbers.iter().any(|n| n != number && gives.contains(n));
            gives_another && !goal.variables().contains(number)
        };
        let (for_others, mut own): (Vec<Term>, Vec<Term>) =
            goals.iter().cloned().partition(is_for_another);
        let left_out = for_others.iter().chain(left_out).flat_map(Term::variables);
        let counted: Vec<Var> = draft.values.iter().flat_map(Term::variables).collect();
        // A number in the last argument is a quantity; elsewhere it may be a
        // coordinate.
        let is_last = |goal: &Term| {
            let fact = goal.as_compound("true".into(), 1).map(|args| &args[0]);
            let stands_last = |term: &Term| term.args().last() == Some(&Term::Var(*number));
            theory.is_dynamic(goal) && stands_last(fact.unwrap_or(goal))
        };
        if own.iter().any(is_last) {
            leave_out_suppliers(&mut own, *number, left_out.collect(), &counted);
        }
        value_of(theory, *number, &own, draft).or_else(|| value_of(theory, *number, goals, draft))
    };
    numbers.iter().filter_map(of_number).collect()
}

/// Removes the goals that bound variables of removed goals, one after the other, as
/// long as no other goal needs them and the number stays connected to everything
/// that is counted.
fn leave_out_suppliers(goals: &mut Vec<Term>, number: Var, mut orphans: Vec<Var>, counted: &[Var]) {
    let joined = |goals: &[Term]| -> Vec<Var> {
        let parts = partitions(goals).into_iter();
        let mut parts = parts.map(|part| part.iter().flat_map(Term::variables).collect::<Vec<_>>());
        let mut own = parts
            .find(|part| part.contains(&number))
            .unwrap_or_default();
        own.retain(|var| *var == number || counted.contains(var));
        own
    };
    let wanted = joined(goals);
    let find = |goals: &[Term], orphans: &[Var]| {
        let is_idle = |var: &Var| {
            let using = goals.iter().filter(|goal| goal.variables().contains(var));
            orphans.contains(var) && !wanted.contains(var) && using.count() == 1
        };
        (0..goals.len()).find(|&place| {
            let mut others = goals.to_vec();
            let goal = others.remove(place);
            let left = joined(&others);
            bound_by(&goal).iter().any(is_idle) && wanted.iter().all(|var| left.contains(var))
        })
    };
    while let Some(place) = find(goals, &orphans) {
        orphans.extend(goals.remove(place).variables());
    }
}

/// The operands of a calculation of a recursive predicate, in any of its steps: the
/// summands of a sum that it accumulates.
fn summands(theory: &Theory, call: &Term, others: &[Term], draft: &Draft) -> Vec<Feature> {
    let is_number = |var: &Var| others.iter().any(|goal| numbers_used(goal).contains(var));
    let results: Vec<Var> = call.variables().into_iter().filter(is_number).collect();
    let mut next = goal::next_variable(&draft.goals);
    let first_new = next;
    // The current step is any step.
    let args = call.args().iter().map(|arg| match arg {
        Term::Integer(_) => {
            next += 1;
            Term::var(next - 1)
        }
        _ => arg.clone(),
    });
    let args: Vec<Term> = args.collect();
    let Some(functor) = call.functor() else {
        return Vec::new();
    };
    let any_step = Term::compound(functor.name, args);
    // Where it was any step before, the steps before it are like it: their summands
    // are the same again.
    let was_any_step = any_step == *call;
    let leads_back = |body: &[Term]| body.iter().any(|goal| goal.functor() == Some(functor));
    let mut bodies = theory.unfold(&any_step, &mut next);
    bodies.retain(|body| !(was_any_step && leads_back(body)));
    let mut made = Vec::new();
    for body in bodies {
        // The requested goals must not be simplified away.
        let asked = Term::compound("$asked", results.iter().map(|&var| Term::Var(var)));
        let Some(mut body) = simplified(theory, body.into_iter().chain([asked]).collect()) else {
            continue;
        };
        body.retain(|goal| goal.functor().is_none_or(|f| f.name.as_str() != "$asked"));
        for goal in &body {
            let Some((Term::Var(result), expression)) = calculation(goal) else {
                continue;
            };
            if !results.contains(result) {
                continue;
            }
            let is_after = |goal: &Term| goal.variables().iter().any(|var| results.contains(var));
            let is_left_out = |goal: &Term| goal.functor() == Some(functor) || is_after(goal);
            let all = body.iter().chain(others).cloned();
            let (left_out, mut goals): (Vec<Term>, Vec<Term>) = all.partition(is_left_out);
            leave_unanswerable(&mut goals);
            let mut step = Draft {
                goals,
                values: draft.values.clone(),
            };
            step.list_new(first_new);
            made.extend(operands(
                theory,
                &expression.variables(),
                &step.goals,
                &left_out,
                &step,
            ));
        }
    }
    made
}

/// The variables that a goal counts up to, compares or calculates with.
fn numbers_used(goal: &Term) -> Vec<Var> {
    if let Some([low, high, _]) = goal.as_compound("between".into(), 3) {
        return [low.variables(), high.variables()].concat();
    }
    if let Some((left, right)) = comparison(goal) {
        return [left.variables(), right.variables()].concat();
    }
    calculation(goal).map_or(Vec::new(), |(_, expression)| expression.variables())
}

/// Removes the goals that need unbound numbers.
fn leave_unanswerable(goals: &mut Vec<Term>) {
    loop {
        let given: Vec<Var> = goals.iter().flat_map(bound_by).collect();
        let before = goals.len();
        goals.retain(|goal| numbers_used(goal).iter().all(|var| given.contains(var)));
        if goals.len() == before {
            return;
        }
    }
}
