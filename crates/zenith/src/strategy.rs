//! Evaluations as files: facts about the run, the clauses that regression made, and
//! each feature with an English sentence above it, with its weight or in a decision
//! tree. They read back and play.

mod preference;

use stratalog_logic::{Clause, Reader, Source, Term, TermWriter};
use stratalog_rulesheet::{Rulesheet, RulesheetGame};

use crate::english::Names;
use crate::error::ZenithError;
use crate::evaluation::{FeatureEvaluation, Used};
use crate::feature::Feature;
use crate::theory::Theory;

use preference::Line;

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
    let used = evaluation.used().iter();
    for clause in theory.made_for(used.flat_map(|used| &used.feature.goals)) {
        let clause = TermWriter::new().spaced().clause(&clause.to_term());
        text += &format!("{clause}\n");
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
        text += &preference::of_feature(evaluation, theory.roles(), place);
    }
    if let Some(stages) = &evaluation.weighing().stages {
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
            _ => made.push(Clause { head, body }),
        }
    }
    theory.add_all(made);
    let names: Vec<Term> = listed.iter().map(|(name, ..)| name.clone()).collect();
    let clock = clock.map(|(variables, goals)| {
        let clock = Feature::new(&theory, goals, &variables);
        clock.ok_or_else(|| bad("the formula of the clock can never hold".to_owned()))
    });
    let clock = clock.transpose()?;
    let weighing = preference::weighing(&lines, &names, theory.roles(), clock).map_err(bad)?;
    let mut used = Vec::new();
    for (name, variables, goals) in listed {
        let feature = Feature::new(&theory, goals, &variables)
            .ok_or_else(|| bad(format!("the formula of {name} can never hold")))?;
        used.push(Used {
            name: name.to_string(),
            feature,
            scale: 1.0,
        });
    }
    FeatureEvaluation::new(&theory, game, role, used, weighing)
}
