//! Evaluations as files: facts about the run, the clauses that regression made, and
//! each feature with an English sentence above it, with its weight or in a decision
//! tree. They read back and play.

mod preference;
mod valuation;

use stratalog_logic::{Clause, Reader, Source, Term, TermWriter};
use stratalog_rulesheet::{Rulesheet, RulesheetGame};

use crate::english::Names;
use crate::error::ZenithError;
use crate::evaluation::{FeatureEvaluation, Used};
use crate::feature::Feature;
use crate::theory::Theory;
use crate::values::Values;

use preference::Line;
use valuation::ValueLine;

/// Facts about a strategy: name and value.
pub type Facts = Vec<(&'static str, Term)>;

/// The text of an evaluation.
pub fn text(theory: &Theory, evaluation: &FeatureEvaluation, facts: &Facts) -> String {
    let names = Names::new(theory);
    let mut text = String::new();
    let role = theory.roles().get(evaluation.role()).cloned();
    let learner = [("learner", Term::atom("zenith"))];
    let role = role.map(|role| ("role", role));
    for (name, value) in facts.iter().chain(&learner).chain(&role) {
        let fact = Term::compound("strategy", [Term::atom(*name), value.clone()]);
        text += &format!("{}\n", Clause::new(fact, []));
    }
    text += "\n% What holds after a move, and sets of squares the features speak of.\n";
    let values = evaluation.search_values();
    let features = named_features(evaluation);
    let goals = features.iter().flat_map(|(_, feature)| &feature.goals);
    for clause in theory.made_for(goals) {
        let clause = TermWriter::new().spaced().clause(&clause.to_term());
        text += &format!("{clause}\n");
    }
    for (place, (name, feature)) in features.iter().enumerate() {
        let variables = names.variables(feature).join(", ");
        text += &format!(
            "\n% {}\nfeature({name}, [{variables}], ({})).\n",
            names.english(feature),
            names.formula(feature),
        );
        if place < evaluation.used().len() {
            text += &preference::of_feature(evaluation, theory.roles(), place);
        }
        if let Some(values) = values {
            text += &valuation::of_feature(values, theory.roles(), name);
        }
    }
    if let Some(values) = values {
        text += &valuation::of_constant(values, theory.roles());
    }
    let stages = evaluation.weighing().stages.as_ref();
    if let Some(stages) = stages.or(values.and_then(|values| values.weights.stages.as_ref())) {
        let clock = &stages.clock;
        let variables = names.variables(clock).join(", ");
        text += &format!(
            "\n% The third argument of a weight is the stage of the game.\n% {}\n\
             clock([{variables}], ({})).\n",
            names.english(clock),
            names.formula(clock)
        );
    }
    text += &preference::of_trees(evaluation, theory.roles());
    text
}

/// The features that have weights, then those that only have values.
fn named_features(evaluation: &FeatureEvaluation) -> Vec<(&str, &Feature)> {
    let used = evaluation.used().iter();
    let mut features: Vec<(&str, &Feature)> = used
        .map(|used| (used.name.as_str(), &used.feature))
        .collect();
    let values = evaluation.search_values().into_iter();
    for (name, feature) in values.flat_map(|values| &values.used) {
        if !features.iter().any(|(known, _)| known == name) {
            features.push((name, feature));
        }
    }
    features
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
) -> Result<FeatureEvaluation, ZenithError> {
    let bad = |cause: String| ZenithError::BadStrategy {
        name: source.name.clone(),
        cause,
    };
    let mut theory = Theory::new(sheet)?.knowing(game.possible_facts());
    let mut listed: Vec<(Term, Vec<Term>, Vec<Term>)> = Vec::new();
    let mut lines: Vec<Line> = Vec::new();
    let mut value_lines: Vec<ValueLine> = Vec::new();
    let mut clock: Option<(Vec<Term>, Vec<Term>)> = None;
    let mut role = 0;
    let mut made: Vec<Clause> = Vec::new();
    for item in Reader::new(source) {
        let term = item.map_err(|error| bad(error.to_string()))?.term;
        let Clause { head, body } = Clause::from_term(&term);
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
            (Some("clock"), [variables, formula]) => {
                let variables = variables.as_list().unwrap_or_default();
                clock = Some((variables, formula.conjuncts()));
            }
            _ if body.is_empty() && Line::read(&head).is_some() => {
                lines.extend(Line::read(&head).transpose().map_err(bad)?);
            }
            _ if body.is_empty() && ValueLine::read(&head).is_some() => {
                value_lines.extend(ValueLine::read(&head).transpose().map_err(bad)?);
            }
            _ => made.push(Clause { head, body }),
        }
    }
    theory.add_all(made);
    let clock = clock.map(|(variables, goals)| {
        let clock = Feature::new(&theory, goals, &variables);
        clock.ok_or_else(|| bad("the formula of the clock can never hold".to_owned()))
    });
    let clock = clock.transpose()?;
    let mut features: Vec<(Term, Feature)> = Vec::new();
    for (name, variables, goals) in listed {
        let feature = Feature::new(&theory, goals, &variables)
            .ok_or_else(|| bad(format!("the formula of {name} can never hold")))?;
        features.push((name, feature));
    }
    let has_value = |name: &Term| value_lines.iter().any(|line| line.is_of(name));
    let is_valued = |(name, _): &&(Term, Feature)| has_value(name);
    let valued: Vec<(Term, Feature)> = features.iter().filter(is_valued).cloned().collect();
    features.retain(|(name, _)| !has_value(name) || lines.iter().any(|line| line.is_of(name)));
    let names: Vec<Term> = features.iter().map(|(name, _)| name.clone()).collect();
    let weighing = preference::weighing(&lines, &names, theory.roles(), clock.clone());
    let used = features.into_iter().map(|(name, feature)| Used {
        name: name.to_string(),
        feature,
        scale: 1.0,
    });
    let weighing = weighing.map_err(bad)?;
    let evaluation = FeatureEvaluation::new(&theory, game, role, used.collect(), weighing)?;
    if value_lines.is_empty() {
        return Ok(evaluation);
    }
    let names: Vec<Term> = valued.iter().map(|(name, _)| name.clone()).collect();
    let weights = valuation::weights(&value_lines, &names, theory.roles(), clock).map_err(bad)?;
    let valued = valued.into_iter();
    let valued = valued.map(|(name, feature)| (name.to_string(), feature));
    let values = Values::new(&theory, game, valued.collect(), weights)?;
    Ok(evaluation.with_values(values))
}
