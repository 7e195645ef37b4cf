//! Splitting by place, beyond the paper: what is counted on the whole board is
//! counted separately on the squares that play the same part in the rules, such as
//! corners, edges and squares beside corners. The squares come from the rules
//! alone, for any board ([`FactClasses`](stratalog_rulesheet::FactClasses)).

use std::collections::{BTreeMap, BTreeSet};

use stratalog_logic::{Functor, Term, Var};
use stratalog_rulesheet::FactClasses;

use super::Draft;
use crate::feature::Feature;
use crate::theory::{Theory, is_set};

/// The name of the sets that are made.
const PLACE: &str = "place";
/// The most sets that a board is divided into.
const MOST_PARTS: usize = 12;

/// A set of places, each a tuple of values.
type Places = Vec<Vec<Term>>;

pub fn split_places(theory: &mut Theory, feature: &Feature) -> Vec<Feature> {
    let [thing] = &feature.things()[..] else {
        return Vec::new();
    };
    let names = feature.goals.iter().filter_map(Term::functor);
    if names
        .map(|functor| functor.name)
        .any(|name| is_set(name.as_str()))
    {
        return Vec::new();
    }
    let Some(fact) = binding_fact(theory, feature, thing.len()) else {
        return Vec::new();
    };
    let sets = match theory.fact_classes() {
        Some(classes) => parts(classes, &fact),
        None => return Vec::new(),
    };
    let values: Vec<Term> = thing.iter().map(|&var| Term::Var(var)).collect();
    let mut made = Vec::new();
    for places in &sets {
        let name = theory.add_set(PLACE, places);
        let set = Term::compound(name.as_str(), values.iter().cloned());
        let goals = [set].into_iter().chain(feature.goals.iter().cloned());
        let (goals, values) = (goals.collect(), values.clone());
        made.extend(Draft { goals, values }.feature(theory));
    }
    made
}

/// A fact of the formula that has the thing as arguments, and which arguments those
/// are.
struct BindingFact {
    pattern: Term,
    arguments: Vec<usize>,
}

/// The fact that binds the counted thing, where predicates are unfolded if need
/// be.
fn binding_fact(theory: &Theory, feature: &Feature, size: usize) -> Option<BindingFact> {
    let draft = Draft::of(feature);
    [draft.clone(), draft.opened(theory)]
        .iter()
        .find_map(|draft| {
            let thing: Option<Vec<Var>> = draft.values.iter().take(size).map(variable).collect();
            let thing = thing?;
            draft.goals.iter().find_map(|goal| {
                let [pattern] = goal.as_compound("true".into(), 1)? else {
                    return None;
                };
                let argument = |var: &Var| {
                    let mut args = pattern.args().iter();
                    args.position(|arg| *arg == Term::Var(*var))
                };
                let arguments: Option<Vec<usize>> = thing.iter().map(argument).collect();
                Some(BindingFact {
                    pattern: pattern.clone(),
                    arguments: arguments?,
                })
            })
        })
}

fn variable(term: &Term) -> Option<Var> {
    match term {
        Term::Var(var) => Some(*var),
        _ => None,
    }
}

/// The sets of places at which the facts of a pattern play the same part, from
/// coarse to fine; neither all places nor more than a few sets at a time. Where all
/// places differ, as on a board on which each row is different, places are divided
/// by one coordinate.
fn parts(classes: &FactClasses, fact: &BindingFact) -> Vec<Places> {
    let functor: Option<Functor> = fact.pattern.functor();
    let is_meant = |candidate: &Term| {
        let pairs = candidate.args().iter().zip(fact.pattern.args());
        candidate.functor() == functor
            && pairs
                .into_iter()
                .all(|(own, wanted)| matches!(wanted, Term::Var(_)) || own == wanted)
    };
    let meant: Vec<usize> = (0..classes.facts.len())
        .filter(|&number| is_meant(&classes.facts[number]))
        .collect();
    let place = |number: usize| -> Vec<Term> {
        let args = classes.facts[number].args();
        fact.arguments
            .iter()
            .map(|&arg| args[arg].clone())
            .collect()
    };
    // The classes of the facts at each place.
    let by_place = |round: &[u32]| {
        let mut places: BTreeMap<Vec<Term>, Vec<u32>> = BTreeMap::new();
        for &number in &meant {
            places.entry(place(number)).or_default().push(round[number]);
        }
        places.values_mut().for_each(|list| list.sort_unstable());
        places
    };
    let mut found: BTreeSet<Places> = BTreeSet::new();
    let mut ordered: Vec<Places> = Vec::new();
    let mut add = |sets: Vec<Places>| {
        if (2..=MOST_PARTS).contains(&sets.len()) {
            for set in sets {
                if found.insert(set.clone()) {
                    ordered.push(set);
                }
            }
            return true;
        }
        sets.len() < 2
    };
    let mut is_fine = true;
    for round in &classes.rounds {
        let mut sets: BTreeMap<Vec<u32>, Places> = BTreeMap::new();
        for (place, list) in by_place(round) {
            sets.entry(list).or_default().push(place);
        }
        is_fine = add(sets.into_values().collect());
    }
    if !is_fine && let Some(last) = classes.rounds.last() {
        let places = by_place(last);
        for coordinate in 0..fact.arguments.len() {
            let mut lines: BTreeMap<&Term, (Vec<&Vec<u32>>, Places)> = BTreeMap::new();
            for (place, list) in &places {
                let line = lines.entry(&place[coordinate]).or_default();
                line.0.push(list);
                line.1.push(place.clone());
            }
            let mut sets: BTreeMap<Vec<&Vec<u32>>, Places> = BTreeMap::new();
            for (mut lists, places) in lines.into_values() {
                lists.sort_unstable();
                sets.entry(lists).or_default().extend(places);
            }
            for set in sets.values_mut() {
                set.sort();
            }
            add(sets.into_values().collect());
        }
    }
    ordered
}
