//! How well theories generalise: learned on some examples, tested on the rest.

use rand::RngExt;
use rayon::prelude::*;

use crate::error::Error;
use crate::modes::coverage::{Coverage, Tester};
use crate::modes::learner::Learner;
use crate::modes::problem::Problem;
use crate::modes::settings::Settings;

/// Right and wrong answers on examples.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Confusion {
    /// Positives covered.
    pub true_positives: usize,
    /// Negatives covered.
    pub false_positives: usize,
    /// Negatives not covered.
    pub true_negatives: usize,
    /// Positives not covered.
    pub false_negatives: usize,
}

impl Confusion {
    /// The answers that a coverage of a problem's examples makes.
    pub fn of(problem: &Problem, coverage: &Coverage) -> Confusion {
        let true_positives = coverage.positives.count();
        let false_positives = coverage.negatives.count();
        Confusion {
            true_positives,
            false_positives,
            true_negatives: problem.negatives.len() - false_positives,
            false_negatives: problem.positives.len() - true_positives,
        }
    }

    /// The share of right answers.
    pub fn accuracy(&self) -> f64 {
        self.right() as f64 / self.all().max(1) as f64
    }

    /// Right answers.
    pub fn right(&self) -> usize {
        self.true_positives + self.true_negatives
    }

    /// All answers.
    pub fn all(&self) -> usize {
        self.right() + self.false_positives + self.false_negatives
    }

    fn plus(self, other: Confusion) -> Confusion {
        Confusion {
            true_positives: self.true_positives + other.true_positives,
            false_positives: self.false_positives + other.false_positives,
            true_negatives: self.true_negatives + other.true_negatives,
            false_negatives: self.false_negatives + other.false_negatives,
        }
    }
}

/// Learns `folds` times, each time leaving out another part of the examples,
/// and tests the theory on what was left out.
pub fn cross_validate(
    problem: &Problem,
    settings: &Settings,
    folds: usize,
) -> Result<Confusion, Error> {
    let mut rng = settings.seed.derive("folds").stream(0);
    let mut parts = |count: usize| -> Vec<usize> {
        let mut parts: Vec<usize> = (0..count).map(|at| at % folds.max(1)).collect();
        for place in (1..count).rev() {
            parts.swap(place, rng.random_range(0..=place));
        }
        parts
    };
    let positives = parts(problem.positives.len());
    let negatives = parts(problem.negatives.len());
    let results: Result<Vec<Confusion>, Error> = (0..folds)
        .into_par_iter()
        .map(|fold| {
            let (left_out, kept): (Vec<_>, Vec<_>) = split(&problem.positives, &positives, fold);
            let (against, against_kept) = split(&problem.negatives, &negatives, fold);
            if kept.is_empty() {
                return Ok(Confusion::default());
            }
            let training = Problem {
                positives: kept,
                negatives: against_kept,
                ..problem.clone()
            };
            let report = Learner::new(&training).settings(settings.clone()).run()?;
            let test = Problem {
                positives: left_out,
                negatives: against,
                ..problem.clone()
            };
            let mut tester = Tester::for_target(&test, settings, problem.target());
            let coverage = tester.theory_coverage(&report.theory);
            Ok(Confusion::of(&test, &coverage))
        })
        .collect();
    Ok(results?
        .into_iter()
        .fold(Confusion::default(), Confusion::plus))
}

/// The items of one part, and all others.
fn split<T: Clone>(items: &[T], parts: &[usize], part: usize) -> (Vec<T>, Vec<T>) {
    let pairs = items.iter().cloned().zip(parts.iter().copied());
    let (inside, outside): (Vec<_>, Vec<_>) = pairs.partition(|(_, its)| *its == part);
    let items = |pairs: Vec<(T, usize)>| pairs.into_iter().map(|(item, _)| item).collect();
    (items(inside), items(outside))
}
