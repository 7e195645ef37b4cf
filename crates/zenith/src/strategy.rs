//! Evaluations as files: facts about the run, the clauses regression made, each
//! feature with its weight, an English sentence above it. They load back and
//! play.

use stratalog_game::rulesheet::{Rulesheet, RulesheetGame};
use stratalog_logic::{Functor, Reader, Source, Term, sym};

use crate::concept::{Concept, LinearUnit};
use crate::english::{Names, clause_text};
use crate::error::ZenithError;
use crate::evaluation::{Evaluation, Used, Weighing};
use crate::feature::Feature;
use crate::theory::Theory;

/// Facts about a strategy: name and value.
pub type Facts = Vec<(&'static str, Term)>;

/// The text of an evaluation; nothing for one without weights.
pub fn text(theory: &Theory, evaluation: &Evaluation, facts: &Facts) -> Option<String> {
    // One weight of each feature, or one for each role that may have moved.
    let movers: Vec<(String, Vec<f64>)> = match evaluation.weighing() {
        Weighing::Alike(_) => vec![(String::new(), evaluation.weights(0)?)],
        Weighing::Apart(concepts) => {
            let roles = theory.roles().iter().enumerate().take(concepts.len());
            let of_role = |(role, name): (usize, &Term)| {
                Some((format!("{name}, "), evaluation.weights(role)?))
            };
            roles.map(of_role).collect::<Option<_>>()?
        }
    };
    let names = Names::new(theory);
    let mut text = String::new();
    let role = theory.roles().get(evaluation.role())?;
    let learner = [("learner", Term::atom("zenith")), ("role", role.clone())];
    for (name, value) in facts.iter().chain(&learner) {
        let fact = Term::compound("strategy", [Term::atom(*name), value.clone()]);
        text += &format!("{}\n", clause_text(&fact, &Term::Atom(sym::TRUE)));
    }
    text += "\n% What holds after a move, and sets of squares the features speak of.\n";
    for (head, body) in needed(theory, evaluation) {
        text += &format!("{}\n", clause_text(&head, &body));
    }
    for (place, used) in evaluation.used().iter().enumerate() {
        let feature = &used.feature;
        let variables = names.variables(feature).join(", ");
        text += &format!(
            "\n% {}\nfeature({}, [{variables}], ({})).\n",
            names.english(feature),
            used.name,
            names.formula(feature),
        );
        for (mover, weights) in &movers {
            text += &format!("weight({}, {mover}{:?}).\n", used.name, weights[place]);
        }
    }
    Some(text)
}

/// The clauses made by regression that the features ask, directly or not.
fn needed(theory: &Theory, evaluation: &Evaluation) -> Vec<(Term, Term)> {
    let mut wanted: Vec<Functor> = Vec::new();
    let mut pending: Vec<Term> = evaluation
        .used()
        .iter()
        .flat_map(|used| used.feature.goals.clone())
        .collect();
    while let Some(goal) = pending.pop() {
        for functor in goal.subterms().filter_map(Term::functor) {
            let is_made = theory
                .made()
                .iter()
                .any(|(head, _)| head.functor() == Some(functor));
            if is_made && !wanted.contains(&functor) {
                wanted.push(functor);
                pending.extend(theory.clauses(functor).iter().map(|(_, body)| body.clone()));
            }
        }
    }
    let is_wanted = |head: &Term| head.functor().is_some_and(|f| wanted.contains(&f));
    let made = theory.made().iter();
    made.filter(|(head, _)| is_wanted(head)).cloned().collect()
}

/// Whether a text is an evaluation of this kind.
pub fn is_evaluation(source: &Source) -> bool {
    source.text.contains("strategy(learner, zenith)")
        || source.text.contains("strategy(learner,zenith)")
}

/// Reads an evaluation for a game.
pub fn read(
    source: &Source,
    sheet: &Rulesheet,
    game: &RulesheetGame,
) -> Result<Evaluation, ZenithError> {
    let bad = |cause: String| ZenithError::BadStrategy {
        name: source.name.clone(),
        cause,
    };
    let mut theory = Theory::new(sheet)?;
    let mut listed: Vec<(Term, Vec<Term>, Vec<Term>)> = Vec::new();
    let mut weights: Vec<(Term, Option<Term>, f64)> = Vec::new();
    let mut role = 0;
    let mut made: Vec<(Term, Term)> = Vec::new();
    for item in Reader::new(source) {
        let term = item.map_err(|error| bad(error.to_string()))?.term;
        let (head, body) = match term.as_compound(sym::NECK, 2) {
            Some([head, body]) => (head.clone(), body.clone()),
            _ => (term, Term::Atom(sym::TRUE)),
        };
        match (head.functor().map(|f| f.name.as_str()), head.args()) {
            (Some("strategy"), [name, value]) => {
                if *name == Term::atom("role") {
                    role = theory.roles().iter().position(|r| r == value).unwrap_or(0);
                }
            }
            (Some("feature"), [name, variables, formula]) => {
                let variables = variables.as_list().unwrap_or_default();
                listed.push((name.clone(), variables, formula.conjuncts()));
            }
            (Some("weight"), [name, mover @ .., value]) if mover.len() < 2 => {
                let value: f64 = value
                    .to_string()
                    .parse()
                    .map_err(|_| bad(format!("the weight of {name} is {value}; write a number")))?;
                weights.push((name.clone(), mover.first().cloned(), value));
            }
            _ => made.push((head, body)),
        }
    }
    theory.add_all(made);
    let is_apart = weights.iter().any(|(_, mover, _)| mover.is_some());
    let movers: Vec<Option<Term>> = match is_apart {
        true => theory.roles().iter().cloned().map(Some).collect(),
        false => vec![None],
    };
    let mut used = Vec::new();
    let mut values = vec![Vec::new(); movers.len()];
    for (name, variables, goals) in listed {
        let feature = Feature::new(&theory, goals, &variables)
            .ok_or_else(|| bad(format!("the formula of {name} can never hold")))?;
        for (mover, values) in movers.iter().zip(&mut values) {
            let weight = weights
                .iter()
                .find(|(other, own, _)| *other == name && own == mover);
            let weight = weight.ok_or_else(|| match mover {
                Some(mover) => bad(format!("{name} has no weight/3 for {mover}")),
                None => bad(format!("{name} has no weight/2")),
            })?;
            values.push(weight.2);
        }
        used.push(Used {
            name: name.to_string(),
            feature,
            scale: 1.0,
        });
    }
    let concept = |values: &Vec<f64>| Concept::Linear(LinearUnit::with_weights(values));
    let mut concepts: Vec<Concept> = values.iter().map(concept).collect();
    let weighing = match is_apart {
        true => Weighing::Apart(concepts),
        false => Weighing::Alike(concepts.remove(0)),
    };
    Evaluation::new(&theory, game, role, used, weighing).ok_or_else(|| ZenithError::TooLarge {
        name: source.name.clone(),
    })
}
