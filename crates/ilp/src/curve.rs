//! Learning curves: how accurate theories are on examples kept aside, by the number of
//! examples they were learned from.

use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};
use stratalog_logic::{Clause, Term};
use stratalog_run::{Control, Ended, Interval, Seed};

use crate::budget::Budget;
use crate::error::Error;
use crate::learn::{LearningSettings, learn};
use crate::method::Method;
use crate::modes::Tester;
use crate::problem::Problem;
use crate::theory::Confusion;

/// The shares of the training examples that theories are learned from.
const SHARES: [f64; 6] = [0.1, 0.2, 0.4, 0.6, 0.8, 1.0];
/// One in this number of examples is kept aside in each run.
const KEPT_ASIDE: usize = 3;

/// How a learning curve is measured.
#[derive(Clone, Copy, Debug)]
pub struct CurveSettings {
    /// The method that learns.
    pub method: Method,
    /// How often examples are divided anew.
    pub runs: usize,
    /// The most seconds of processor time for each theory.
    pub timeout: Option<f64>,
    /// Decides how examples are divided.
    pub seed: Seed,
}

/// Accuracy on examples kept aside, by the number of training examples.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LearningCurve {
    /// How often examples were divided anew.
    pub runs: usize,
    /// The number of examples kept aside in each run.
    pub kept_aside: usize,
    /// The points, few training examples first.
    pub points: Vec<CurvePoint>,
    /// Why the measurement ended; points that were not finished are left out.
    #[serde(flatten)]
    pub ended: Ended,
}

/// The accuracy of theories learned from a number of examples.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CurvePoint {
    /// The number of training examples.
    pub examples: usize,
    /// The mean accuracy of the runs on the examples kept aside.
    pub accuracy: f64,
    /// Its 95% confidence interval over the runs.
    pub ci95: Interval,
    /// The mean size of the theories in literals.
    pub size: f64,
    /// Correct and wrong answers of all runs.
    #[serde(flatten)]
    pub confusion: Confusion,
}

/// The examples of one run.
struct Division {
    training: (Vec<Term>, Vec<Term>),
    test: Problem,
}

/// Measures a learning curve. In each run a third of the positives and of the negatives
/// is kept aside; theories are learned from growing parts of the others.
pub fn learning_curve(
    problem: &Problem,
    settings: &LearningSettings,
    curve: &CurveSettings,
    control: &Control,
) -> Result<LearningCurve, Error> {
    let total = (curve.runs * SHARES.len()) as u64;
    let mut results: Vec<Vec<(usize, Confusion)>> = vec![Vec::new(); SHARES.len()];
    let mut sizes: Vec<usize> = vec![0; SHARES.len()];
    let mut kept_aside = 0;
    let mut ended = Ended::Done;
    'runs: for run in 0..curve.runs {
        let division = divide(problem, curve.seed, run as u64);
        kept_aside = division.test.positives.len() + division.test.negatives.len();
        for (at, share) in SHARES.into_iter().enumerate() {
            if control.is_stopped() {
                ended = Ended::Stopped;
                break 'runs;
            }
            let part = part(problem, &division, share);
            sizes[at] = part.positives.len() + part.negatives.len();
            // The events of these searches would hide those of the main one.
            let quiet = Control::stopped_by(control.stop().clone());
            let budget = Budget::new(quiet, curve.timeout);
            let theory = learn(&part, curve.method, settings, &budget)?;
            let terms: Vec<Term> = theory.clauses.iter().map(Clause::to_term).collect();
            let mut tester = Tester::for_target(&division.test, &settings.modes, problem.target());
            let confusion = tester.theory_coverage(&terms).confusion(&division.test);
            results[at].push((theory.size(), confusion));
            let done = (run * SHARES.len() + at + 1) as u64;
            control.progress("theories of the learning curve", done, Some(total));
        }
    }
    let points = results.iter().zip(sizes);
    let mut points: Vec<CurvePoint> = points
        .filter(|(own, _)| own.len() == curve.runs && !own.is_empty())
        .map(|(own, examples)| CurvePoint::of(examples, own))
        .collect();
    // Small shares of few examples are the same.
    points.dedup_by_key(|point| point.examples);
    Ok(LearningCurve {
        runs: curve.runs,
        kept_aside,
        points,
        ended,
    })
}

impl CurvePoint {
    fn of(examples: usize, runs: &[(usize, Confusion)]) -> CurvePoint {
        let accuracies: Vec<f64> = runs.iter().map(|(_, own)| own.accuracy()).collect();
        let count = runs.len() as f64;
        let ci95 = Interval::of_mean(&accuracies);
        CurvePoint {
            examples,
            accuracy: accuracies.iter().sum::<f64>() / count,
            ci95: Interval {
                low: ci95.low.max(0.0),
                high: ci95.high.min(1.0),
            },
            size: runs.iter().map(|(size, _)| *size as f64).sum::<f64>() / count,
            confusion: runs
                .iter()
                .fold(Confusion::default(), |sum, (_, own)| sum.plus(*own)),
        }
    }
}

/// The examples of a run: those kept aside, and the others in random order.
fn divide(problem: &Problem, seed: Seed, run: u64) -> Division {
    let mut rng = seed.derive("curve").stream(run);
    let mut shuffled = |terms: &[Term]| {
        let mut terms = terms.to_vec();
        terms.shuffle(&mut rng);
        terms
    };
    let mut positives = shuffled(&problem.positives);
    let mut negatives = shuffled(&problem.negatives);
    let test = Problem {
        positives: positives.split_off(positives.len() - positives.len() / KEPT_ASIDE),
        negatives: negatives.split_off(negatives.len() - negatives.len() / KEPT_ASIDE),
        ..problem.clone()
    };
    Division {
        training: (positives, negatives),
        test,
    }
}

/// The problem with a share of the training examples, one positive at least.
fn part(problem: &Problem, division: &Division, share: f64) -> Problem {
    let first = |terms: &[Term], least: usize| {
        let count = (terms.len() as f64 * share).round() as usize;
        terms[..count.max(least).min(terms.len())].to_vec()
    };
    Problem {
        positives: first(&division.training.0, 1),
        negatives: first(&division.training.1, 0),
        ..problem.clone()
    }
}
