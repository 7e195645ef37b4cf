//! Specialisation: special cases that are cheaper to recognise.

use stratalog_logic::{Functor, Term, Var};
use stratalog_rulesheet::Counted;

use super::Draft;
use crate::evidence::Evidence;
use crate::feature::Feature;
use crate::goal::{self, bound_by, disjuncts, negated};
use crate::theory::{Theory, called_in};

/// The share of positions in which a value must satisfy a condition to satisfy it
/// usually.
pub const USUALLY: f64 = 0.9;
/// The number of times a value must have been seen to be considered.
const SEEN: u32 = 30;
/// The numbers of other values that a value may be required to have.
const NUMBERS: [i64; 2] = [1, 2];

/// A disjunction is written as such, or as a predicate with several clauses. Of a
/// recursive one, what is left must call it again: what does not is left by
/// [`expand`].
pub fn remove_disjunct(theory: &Theory, feature: &Feature) -> Vec<Feature> {
    let draft = Draft::of(feature);
    let mut made = Vec::new();
    for (place, goal) in draft.goals.iter().enumerate() {
        let mut next = goal::next_variable(&draft.goals);
        let is_recursive = theory.is_dynamic(goal) && theory.is_recursive(goal);
        let alternatives: Vec<Vec<Term>> = match disjuncts(goal) {
            sides if sides.len() > 1 => sides.iter().map(Term::conjuncts).collect(),
            _ if is_recursive || theory.is_unfoldable(goal) => theory.unfold(goal, &mut next),
            _ => continue,
        };
        if alternatives.len() < 2 {
            continue;
        }
        for removed in 0..alternatives.len() {
            let mut kept = alternatives.clone();
            kept.remove(removed);
            let calls = |body: &Vec<Term>| body.iter().any(|goal| theory.is_recursive(goal));
            if is_recursive && !kept.iter().all(calls) {
                continue;
            }
            let body = match &kept[..] {
                [only] => only.clone(),
                _ => vec![goal::disjunction(&kept)],
            };
            let mut goals = draft.goals.clone();
            goals.splice(place..=place, body);
            let values = draft.values.clone();
            made.extend(Draft { goals, values }.feature(theory));
        }
    }
    made
}

pub fn expand(theory: &Theory, feature: &Feature) -> Vec<Feature> {
    let mut draft = Draft::of(feature);
    let calls = |draft: &Draft| {
        let is_call = |goal: &Term| {
            theory.is_dynamic(goal)
                && (theory.is_recursive(goal)
                    || negated(goal).is_some_and(|inner| {
                        inner
                            .conjuncts()
                            .iter()
                            .any(|goal| theory.is_recursive(goal))
                    }))
        };
        draft.goals.iter().any(is_call)
    };
    while !calls(&draft) {
        match draft.opened_once(theory) {
            Some(opened) => draft = opened,
            None => return Vec::new(),
        }
    }
    let mut made = Vec::new();
    for (place, goal) in draft.goals.iter().enumerate() {
        let mut next = goal::next_variable(&draft.goals);
        let first_new = next;
        let bodies: Vec<Vec<Term>> = match negated(goal) {
            None if theory.is_recursive(goal) => base_cases(theory, goal, &mut next),
            Some(inner) => {
                let inner = inner.conjuncts();
                let within = inner
                    .iter()
                    .enumerate()
                    .filter(|(_, g)| theory.is_recursive(g));
                let mut expanded = Vec::new();
                for (at, call) in within {
                    for body in base_cases(theory, call, &mut next) {
                        let mut goals = inner.clone();
                        goals.splice(at..=at, body);
                        expanded.push(vec![goal::negation(&goals)]);
                    }
                }
                expanded
            }
            None => continue,
        };
        for body in bodies {
            let mut goals = draft.goals.clone();
            goals.splice(place..=place, body);
            let values = draft.values.clone();
            if let Some(mut draft) = (Draft { goals, values }).simplified(theory) {
                draft.list_new(first_new);
                made.extend(draft.feature(theory));
            }
        }
    }
    made
}

/// The bodies of a recursive predicate's clauses that do not call it again.
fn base_cases(theory: &Theory, call: &Term, next: &mut u32) -> Vec<Vec<Term>> {
    let functor = call.functor();
    let leads_back = |goal: &Term| {
        goal.subterms().any(|part| part.functor() == functor)
            || theory.is_recursive(goal) && reaches(theory, goal, functor)
    };
    let mut bodies = theory.unfold(call, next);
    bodies.retain(|body| !body.iter().any(leads_back));
    bodies
}

fn reaches(theory: &Theory, goal: &Term, target: Option<Functor>) -> bool {
    let mut seen: Vec<Functor> = Vec::new();
    let mut pending: Vec<Functor> = goal.functor().into_iter().collect();
    while let Some(functor) = pending.pop() {
        for clause in theory.clauses(functor) {
            for asked in called_in(clause) {
                if Some(asked) == target {
                    return true;
                }
                if theory.defines(asked) && !seen.contains(&asked) {
                    seen.push(asked);
                    pending.push(asked);
                }
            }
        }
    }
    false
}

/// A formula split into the goals that bind the one counted thing and the goals
/// that test it.
struct Split {
    thing: Vec<Var>,
    prefix: Vec<Term>,
}

fn split(feature: &Feature) -> Option<Split> {
    let [thing] = &feature.things()[..] else {
        return None;
    };
    let mut prefix = Vec::new();
    let mut bound: Vec<Var> = Vec::new();
    for goal in &feature.goals {
        if thing.iter().all(|var| bound.contains(var)) {
            break;
        }
        bound.extend(bound_by(goal));
        prefix.push(goal.clone());
    }
    (prefix.len() < feature.goals.len()).then(|| Split {
        thing: thing.clone(),
        prefix,
    })
}

fn counted(goals: &[Term], values: Vec<Term>) -> Counted {
    Counted {
        values,
        body: Term::conjunction(goals.iter().cloned()),
    }
}

/// The things for which the whole formula holds in at least this share of the
/// positions in which the prefix holds.
fn satisfying(
    evidence: &Evidence,
    theory: &Theory,
    part: Counted,
    whole: Counted,
    share: f64,
) -> Option<Vec<Vec<Term>>> {
    let [seen, satisfied] = evidence.frequencies(theory, [part, whole])?;
    let mut members: Vec<Vec<Term>> = seen
        .iter()
        .filter(|&(values, &times)| {
            let satisfied = satisfied.get(values).copied().unwrap_or(0);
            times >= SEEN && f64::from(satisfied) >= share * f64::from(times)
        })
        .map(|(values, _)| values.clone())
        .collect();
    members.sort();
    // A set of all values carries no information.
    (!members.is_empty() && members.len() < seen.len()).then_some(members)
}

pub fn invariants(
    theory: &mut Theory,
    feature: &Feature,
    evidence: &Evidence,
    share: f64,
) -> Vec<Feature> {
    let Some(Split { thing, prefix }) = split(feature) else {
        return Vec::new();
    };
    let values: Vec<Term> = thing.iter().map(|&var| Term::Var(var)).collect();
    let part = counted(&prefix, values.clone());
    let Some(members) = satisfying(evidence, theory, part, feature.counted(), share) else {
        return Vec::new();
    };
    let name = if share < 1.0 { "usual" } else { "always" };
    let set = theory.add_set(name, &members);
    let mut goals = prefix;
    goals.push(Term::compound(set.as_str(), values.clone()));
    Draft { goals, values }
        .feature(theory)
        .into_iter()
        .collect()
}

pub fn pairs(theory: &mut Theory, feature: &Feature, evidence: &Evidence) -> Vec<Feature> {
    let Some(Split { thing, prefix }) = split(feature) else {
        return Vec::new();
    };
    let values: Vec<Term> = thing.iter().map(|&var| Term::Var(var)).collect();
    let mut next = goal::next_variable(&feature.goals);
    let packed = prefix.iter().cloned().chain(values.iter().cloned());
    let companion = goal::renamed(&Term::compound("-", packed), &mut next);
    let (others, other_values) = companion.args().split_at(prefix.len());
    let tuple = |values: &[Term]| Term::compound("at", values.iter().cloned());
    let apart = Term::compound("\\=", [tuple(&values), tuple(other_values)]);
    let mut both = prefix.clone();
    both.extend(others.iter().cloned());
    both.push(apart.clone());
    let listed: Vec<Term> = values.iter().chain(other_values).cloned().collect();
    let part = counted(&both, listed.clone());
    let rest = feature.goals[prefix.len()..].iter().cloned();
    let whole: Vec<Term> = both.iter().cloned().chain(rest).collect();
    let Some(mut members) =
        satisfying(evidence, theory, part, counted(&whole, listed.clone()), 1.0)
    else {
        return Vec::new();
    };
    // A value that needs no companion is not part of a pair.
    let alone = satisfying(
        evidence,
        theory,
        counted(&prefix, values.clone()),
        feature.counted(),
        1.0,
    );
    let alone = alone.unwrap_or_default();
    members.retain(|member| !alone.contains(&member[..values.len()].to_vec()));
    if members.is_empty() {
        return Vec::new();
    }
    let set = theory.add_set("together", &members);
    let mut goals = prefix;
    goals.push(Term::compound(set.as_str(), listed));
    goals.extend(others.iter().cloned());
    Draft { goals, values }
        .feature(theory)
        .into_iter()
        .collect()
}

pub fn limit_number(theory: &Theory, feature: &Feature) -> Vec<Feature> {
    let things = feature.things();
    if things.len() < 2 {
        return Vec::new();
    }
    let mut made = Vec::new();
    for kept in &things {
        let values: Vec<Term> = kept.iter().map(|&var| Term::Var(var)).collect();
        let binding = feature
            .goals
            .iter()
            .find(|goal| kept.iter().all(|var| bound_by(goal).contains(var)));
        let Some(binding) = binding else { continue };
        if binding.variables().len() != kept.len() {
            continue;
        }
        let template: Vec<Term> = feature
            .variables
            .iter()
            .filter(|var| !kept.contains(var))
            .map(|&var| Term::Var(var))
            .collect();
        let inner = Term::conjunction(feature.goals.iter().filter(|g| *g != binding).cloned());
        for number in NUMBERS {
            let template = Term::compound("at", template.iter().cloned());
            let count = Term::compound("count", [template, inner.clone(), Term::Integer(number)]);
            let goals = vec![binding.clone(), count];
            let values = values.clone();
            made.extend(Draft { goals, values }.feature(theory));
        }
    }
    made
}
