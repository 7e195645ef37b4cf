//! Abstraction: details are removed.

use stratalog_logic::{Term, Var};

use super::criticality::criticality;
use super::{Criticality, Draft};
use crate::feature::Feature;
use crate::goal::is_test;
use crate::theory::Theory;

pub fn remove_term(theory: &mut Theory, feature: &Feature, role: usize) -> Vec<Feature> {
    let draft = Draft::of(feature).opened(theory);
    if draft.goals.len() < 2 {
        return Vec::new();
    }
    let goals = draft.goals.clone();
    let levels: Vec<Criticality> = goals
        .iter()
        .map(|goal| criticality(theory, goal, role))
        .collect();
    let Some(&least) = levels.iter().min() else {
        return Vec::new();
    };
    let mut made = Vec::new();
    for place in (0..goals.len()).filter(|&place| levels[place] == least) {
        let mut goals = goals.clone();
        let removed = goals.remove(place);
        remove_orphans(theory, &mut goals, &removed);
        let left: Vec<Var> = goals.iter().flat_map(Term::variables).collect();
        let mut values = draft.values.clone();
        values.retain(|value| value.variables().iter().all(|var| left.contains(var)));
        made.extend(Draft { goals, values }.feature(theory));
    }
    made
}

/// Static goals that only served the removed goal are removed with it, and so are
/// tests of variables that no longer occur.
fn remove_orphans(theory: &Theory, goals: &mut Vec<Term>, removed: &Term) {
    let lost: Vec<Var> = removed.variables();
    loop {
        let uses = |var: &Var| {
            let binding = goals.iter().filter(|goal| !is_test(goal));
            binding
                .filter(|goal| goal.variables().contains(var))
                .count()
        };
        let orphan = goals.iter().position(|goal| {
            let is_lost = |var: &Var| lost.contains(var);
            let variables = goal.variables();
            if is_test(goal) {
                variables.iter().any(|var| uses(var) == 0)
            } else {
                !theory.is_dynamic(goal)
                    && variables.iter().any(|var| is_lost(var) && uses(var) == 1)
            }
        });
        match orphan {
            Some(place) => goals.remove(place),
            None => return,
        };
    }
}

pub fn remove_variable(theory: &Theory, feature: &Feature) -> Vec<Feature> {
    let things = feature.things();
    let without = |thing: &Vec<Var>| {
        let kept = feature.variables.iter().filter(|var| !thing.contains(var));
        Draft {
            goals: feature.goals.clone(),
            values: kept.map(|&var| Term::Var(var)).collect(),
        }
        .feature(theory)
    };
    things.iter().filter_map(without).collect()
}
