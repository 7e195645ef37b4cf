//! Constants found from the examples: the 9 of `leq(X, 9)`.
//!
//! The variables of short bodies have values for each example. For every predicate that
//! may have a constant, the values of the constant's type are tried on these variables,
//! and those that separate positives from negatives best become literals of the
//! language.

use rustc_hash::FxHashSet;
use stratalog_logic::{Functor, Symbol};

use super::bindings::{ArgSource, Bindings, Projections};
use super::cover::Cover;
use super::feature::Features;
use super::language::{ConstantPlace, Declaration, Direction, Enumeration, Form, Language};
use super::literal::sources;
use super::relation::{Relations, ValueId};
use super::search::Step;
use crate::budget::Budget;
use crate::order::{self, falling};

/// The most literals in a body whose variables constants are found for.
const MAX_BODY: usize = 2;
/// The most values that are tried for one constant, and the most that are kept for one
/// variable and for one place.
const MAX_TRIED: usize = 400;
const MAX_PER_VARIABLE: usize = 12;
const MAX_PER_PLACE: usize = 60;
/// The most rows that are joined to find constants.
const MAX_WORK: u64 = 20_000_000;

/// A body whose variables constants are tried on.
struct Carrier {
    types: Vec<Option<Symbol>>,
    bindings: Bindings,
}

/// The language with literals that have a constant.
pub(super) fn with_constants(
    language: &Language,
    relations: &mut Relations<'_>,
    budget: &Budget,
) -> Language {
    let carriers = carriers(language, relations, budget);
    let mut extended = language.clone();
    for place in &language.constant_places {
        let values = values(place, language, relations, &carriers);
        // One predicate for each value, so that answers are remembered.
        for &value in &values {
            let declaration = fixed(place, value, relations);
            relations.declare(&declaration);
        }
        let mut kept: Vec<(f64, ValueId)> = Vec::new();
        for carrier in &carriers {
            kept.extend(best_values(place, language, relations, carrier, &values));
        }
        values.iter().for_each(|_| relations.pop());
        order::sort_by_key(&mut kept, |&(gain, value)| {
            [falling(gain), i64::from(value)]
        });
        let mut seen = FxHashSet::default();
        kept.retain(|(_, value)| seen.insert(*value));
        kept.truncate(MAX_PER_PLACE);
        for (_, value) in kept {
            let declaration = fixed(place, value, relations);
            relations.declare(&declaration);
            extended.body.push(declaration);
        }
    }
    extended
}

/// The short bodies of the language, the empty one first.
fn carriers(language: &Language, relations: &mut Relations<'_>, budget: &Budget) -> Vec<Carrier> {
    let heads = language.head.functor.arity;
    let mut features = Features::new(language);
    let is_useful = |_: usize, cover: &Cover| cover.count_positives() > 0;
    let step = Step::limited(&is_useful, budget, relations.work + MAX_WORK);
    let mut carriers = vec![Carrier {
        types: Vec::new(),
        bindings: relations.start(),
    }];
    for _ in 0..MAX_BODY {
        features.grow(relations, &step);
    }
    for feature in features.by_size.iter().flatten() {
        if feature.types.is_empty() || !feature.is_part || !step.may_join(relations.work) {
            continue;
        }
        let mut bindings = Some(relations.start());
        for literal in &feature.literals {
            bindings = bindings.and_then(|own| {
                let sources = sources(literal, heads, own.width);
                relations.join(&own, usize::from(literal.predicate), &sources)
            });
        }
        carriers.extend(bindings.map(|bindings| Carrier {
            types: feature.types.clone(),
            bindings,
        }));
    }
    carriers
}

/// The values of the constant's type, evenly chosen where there are too many.
fn values(
    place: &ConstantPlace,
    language: &Language,
    relations: &Relations<'_>,
    carriers: &[Carrier],
) -> Vec<ValueId> {
    let kind = place.types[place.at];
    let mut found: FxHashSet<ValueId> = FxHashSet::default();
    for (at, &its) in language.head.types.iter().enumerate() {
        if its == kind {
            found.extend(relations.examples().iter().map(|example| example[at]));
        }
    }
    for carrier in carriers {
        let columns = carrier.types.iter().enumerate();
        for (at, _) in columns.filter(|(_, its)| **its == kind) {
            found.extend(carrier.bindings.rows().map(|row| row[at + 1]));
        }
    }
    let mut values: Vec<ValueId> = found.into_iter().collect();
    values.sort_unstable_by(|&a, &b| {
        let (a, b) = (relations.values.term(a), relations.values.term(b));
        a.cmp(b)
    });
    let step = values.len().div_ceil(MAX_TRIED).max(1);
    values.into_iter().step_by(step).collect()
}

/// The values for which the literal, added to a body, says most about the class of an
/// example, with the information. The literals of these values are the last predicates.
fn best_values(
    place: &ConstantPlace,
    language: &Language,
    relations: &mut Relations<'_>,
    carrier: &Carrier,
    values: &[ValueId],
) -> Vec<(f64, ValueId)> {
    let others: Vec<Option<Symbol>> = (0..place.of.arity)
        .filter(|&at| at != place.at)
        .map(|at| place.types[at])
        .collect();
    let choices = argument_choices(&others, language, &carrier.types);
    let mut found: Vec<(f64, ValueId)> = Vec::new();
    let limit = relations.work + MAX_WORK / 10;
    let mut projections = Projections::new(&carrier.bindings);
    for args in choices {
        let mut own: Vec<(f64, ValueId)> = Vec::new();
        let mut seen = FxHashSet::default();
        for (at, &value) in values.iter().enumerate() {
            if relations.work > limit {
                break;
            }
            let predicate = relations.count() - values.len() + at;
            let cover = relations.cover_of_join(&mut projections, predicate, &args);
            let gain = gain(&cover, relations.positives(), relations.examples().len());
            if cover.count_positives() > 0 && seen.insert(cover.fingerprint()) {
                own.push((gain, value));
            }
        }
        order::sort_by_key(&mut own, |&(gain, value)| [falling(gain), i64::from(value)]);
        own.truncate(MAX_PER_VARIABLE);
        found.extend(own);
    }
    found
}

/// The variables that fit the arguments beside the constant; at least one is not of the
/// head, unless the body is empty.
fn argument_choices(
    kinds: &[Option<Symbol>],
    language: &Language,
    types: &[Option<Symbol>],
) -> Vec<Vec<ArgSource>> {
    let heads = language.head.types.iter().enumerate();
    let rows = types.iter().enumerate();
    let variables: Vec<(ArgSource, Option<Symbol>)> = heads
        .map(|(at, &kind)| (ArgSource::Head(at), kind))
        .chain(rows.map(|(at, &kind)| (ArgSource::Row(at), kind)))
        .collect();
    let mut choices: Vec<Vec<ArgSource>> = vec![Vec::new()];
    for kind in kinds {
        choices = choices
            .iter()
            .flat_map(|chosen| {
                let fitting = variables.iter().filter(|(own, its)| {
                    let fits = its.is_none() || kind.is_none() || its == kind;
                    fits && !chosen.contains(own)
                });
                fitting.map(|(own, _)| {
                    let mut chosen = chosen.clone();
                    chosen.push(*own);
                    chosen
                })
            })
            .collect();
    }
    let is_own = |own: &ArgSource| matches!(own, ArgSource::Row(_));
    choices.retain(|chosen| types.is_empty() || chosen.iter().any(is_own));
    choices
}

fn fixed(place: &ConstantPlace, value: ValueId, relations: &Relations<'_>) -> Declaration {
    let mut types = place.types.clone();
    types.remove(place.at);
    Declaration {
        functor: Functor::new(place.of.name, types.len()),
        directions: Some(vec![Direction::In; types.len()]),
        types,
        enumeration: Enumeration::Unknown,
        form: Form::Fixed {
            of: place.of,
            at: place.at,
            value: relations.values.term(value).clone(),
        },
    }
}

/// The information that the cover gives about the class of an example.
fn gain(cover: &Cover, positives: usize, examples: usize) -> f64 {
    let entropy = |p: usize, n: usize| {
        let all = (p + n) as f64;
        let part = |count: usize| {
            let share = count as f64 / all.max(1.0);
            if count == 0 {
                0.0
            } else {
                -share * share.log2()
            }
        };
        all * (part(p) + part(n))
    };
    let negatives = examples - positives;
    let (p, n) = (cover.count_positives(), cover.count_negatives());
    entropy(positives, negatives) - entropy(p, n) - entropy(positives - p, negatives - n)
}
