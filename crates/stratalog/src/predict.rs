//! What a learned theory says of new examples.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use stratalog_ilp::{Confusion, explain, files};
use stratalog_logic::{Clause, Functor, Program, Term, TermWriter};
use stratalog_run::{Clock, Control, Elapsed, Ended, Interval};

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::Error;

/// Examples that are judged between two looks at the request to stop.
const BETWEEN_CHECKS: usize = 256;

/// Asks what a theory says of examples.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Request {
    /// The theory: a file of clauses, as `induce --out` writes it.
    pub theory: PathBuf,
    /// The examples: `pos(...)` and `neg(...)` facts, or plain facts whose class is
    /// not known. Facts in a file that ends in `.f` are positive, in `.n` negative.
    pub examples: PathBuf,
    /// The background: a problem's folder or file, or any Prolog file.
    pub background: Option<PathBuf>,
}

/// What the theory says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// One prediction for each example, in order.
    pub predictions: Vec<Prediction>,
    /// How well the theory does where the class is known.
    #[serde(flatten, skip_serializing_if = "Option::is_none", default)]
    pub score: Option<Score>,
    /// Why the run ended.
    #[serde(flatten)]
    pub ended: Ended,
    /// How long it took.
    #[serde(flatten)]
    pub elapsed: Elapsed,
}

/// What the theory says of one example.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Prediction {
    /// The example.
    pub example: String,
    /// Whether the theory covers it; nothing where the proof reached a limit.
    pub covered: Option<bool>,
    /// Its class, where the file says it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub is_positive: Option<bool>,
}

/// Correct and wrong predictions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Score {
    /// The counts. An example that is not known to be covered counts as not covered.
    #[serde(flatten)]
    pub confusion: Confusion,
    /// The share of correct predictions.
    pub accuracy: f64,
    /// Its 95% confidence interval.
    pub ci95: Interval,
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        Verdict::of_run(&self.ended, true)
    }
}

impl Request {
    /// Judges every example.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        let clock = Clock::start();
        let clauses = files::clauses(&self.theory)?;
        if clauses.is_empty() {
            let theory = self.theory.display();
            return Err(Error::input(format!("{theory} has no clauses")));
        }
        let examples = files::examples(&self.examples)?;
        if examples.is_empty() {
            let examples = self.examples.display();
            return Err(Error::input(format!("{examples} has no examples")));
        }
        check_predicates(&clauses, &examples)?;
        let program = files::program(self.background.as_deref(), &self.theory)?;
        note_missing(&clauses, &program, control);
        control.stage("proving the examples");
        let mut predictions = Vec::with_capacity(examples.len());
        for part in examples.chunks(BETWEEN_CHECKS) {
            if control.is_stopped() {
                break;
            }
            let goals: Vec<Term> = part.iter().map(|(example, _)| example.clone()).collect();
            let holds = explain::holds(&program, &goals);
            for ((example, is_positive), covered) in part.iter().zip(holds) {
                predictions.push(Prediction {
                    example: TermWriter::new().term(example),
                    covered,
                    is_positive: *is_positive,
                });
            }
            let (done, all) = (predictions.len() as u64, examples.len() as u64);
            control.progress("examples", done, Some(all));
        }
        let ended = if predictions.len() < examples.len() {
            Ended::Stopped
        } else if predictions.iter().any(|own| own.covered.is_none()) {
            Ended::Limit("1,000,000 steps of a proof".to_owned())
        } else {
            Ended::Done
        };
        Ok(Answer {
            score: score(&predictions),
            predictions,
            ended,
            elapsed: clock.elapsed(),
        })
    }
}

/// Examples are of predicates that the theory defines; what else stands there is a
/// mistake, and would count as a correct negative.
fn check_predicates(clauses: &[Clause], examples: &[(Term, Option<bool>)]) -> Result<(), Error> {
    let heads = clauses.iter().filter_map(|clause| clause.head.functor());
    let mut learned: Vec<Functor> = heads.collect();
    learned.sort_by_key(ToString::to_string);
    learned.dedup();
    for (example, _) in examples {
        let of = example.functor();
        if of.is_none_or(|of| !learned.contains(&of)) {
            let names: Vec<String> = learned.iter().map(ToString::to_string).collect();
            return Err(Error::input(format!(
                "the example {example} is of no predicate of the theory, which defines {}",
                names.join(", ")
            )));
        }
    }
    Ok(())
}

/// Names the predicates of conditions that nothing defines.
fn note_missing(clauses: &[Clause], program: &Program, control: &Control) {
    let conditions = clauses.iter().flat_map(|clause| &clause.body);
    let mut missing: Vec<String> = conditions
        .filter_map(Term::functor)
        .filter(|functor| !program.defines(*functor))
        .map(|functor| functor.to_string())
        .collect();
    missing.sort();
    missing.dedup();
    if !missing.is_empty() {
        control.note(format!(
            "nothing defines {}, so conditions with it never hold; name the file that does with \
             --background",
            missing.join(", ")
        ));
    }
}

fn score(predictions: &[Prediction]) -> Option<Score> {
    let mut confusion = Confusion::default();
    for prediction in predictions {
        let is_covered = prediction.covered == Some(true);
        match (prediction.is_positive, is_covered) {
            (Some(true), true) => confusion.true_positives += 1,
            (Some(true), false) => confusion.false_negatives += 1,
            (Some(false), true) => confusion.false_positives += 1,
            (Some(false), false) => confusion.true_negatives += 1,
            (None, _) => {}
        }
    }
    (confusion.total() > 0).then(|| Score {
        accuracy: confusion.accuracy(),
        ci95: Interval::wilson(confusion.correct() as u64, confusion.total() as u64),
        confusion,
    })
}
