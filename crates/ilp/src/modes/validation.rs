//! How well theories generalise: learned on some examples, tested on the rest.

use rand::seq::SliceRandom;
use stratalog_run::threads;

use crate::error::Error;
use crate::modes::coverage::Tester;
use crate::modes::learner::Learner;
use crate::modes::settings::CoveringSettings;
use crate::problem::Problem;
use crate::theory::Confusion;

/// Learns `folds` times, each time leaving out another part of the examples,
/// and tests the theory on what was left out.
pub fn cross_validate(
    problem: &Problem,
    settings: &CoveringSettings,
    folds: usize,
) -> Result<Confusion, Error> {
    let results = threads::map(0..folds as u64, |fold| {
        validate_fold(problem, settings, folds, fold as usize)
    });
    let results: Vec<Confusion> = results.into_iter().collect::<Result<_, Error>>()?;
    Ok(results
        .into_iter()
        .fold(Confusion::default(), Confusion::plus))
}

/// One part of [`cross_validate`]: learns without the part of this number and tests
/// the theory on it.
pub fn validate_fold(
    problem: &Problem,
    settings: &CoveringSettings,
    folds: usize,
    fold: usize,
) -> Result<Confusion, Error> {
    let mut rng = settings.seed.derive("folds").stream(0);
    let mut parts = |count: usize| -> Vec<usize> {
        let mut parts: Vec<usize> = (0..count).map(|at| at % folds.max(1)).collect();
        parts.shuffle(&mut rng);
        parts
    };
    let positives = parts(problem.positives.len());
    let negatives = parts(problem.negatives.len());
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
    Ok(coverage.confusion(&test))
}

/// The items of one part, and all others.
fn split<T: Clone>(items: &[T], parts: &[usize], part: usize) -> (Vec<T>, Vec<T>) {
    let pairs = items.iter().cloned().zip(parts.iter().copied());
    let (inside, outside): (Vec<_>, Vec<_>) = pairs.partition(|(_, its)| *its == part);
    let items = |pairs: Vec<(T, usize)>| pairs.into_iter().map(|(item, _)| item).collect();
    (items(inside), items(outside))
}
