//! Figures 6 and 8: accuracy by cycle.

use stratalog_zenith::concept::PreferenceLearner;

use super::discoveries::{Plan, Published, othello};
use crate::measurement::{Halt, Measurement};
use crate::row::Row;

pub(super) fn fig_6(run: &mut Measurement<'_>) -> Result<(), Halt> {
    accuracy(run, PreferenceLearner::linear(), |published| {
        published.linear.2
    })
}

pub(super) fn fig_8(run: &mut Measurement<'_>) -> Result<(), Halt> {
    accuracy(run, PreferenceLearner::tree(), |published| published.tree.2)
}

fn accuracy(
    run: &mut Measurement<'_>,
    learner: PreferenceLearner,
    published: fn(&Published) -> f64,
) -> Result<(), Halt> {
    let (domain, plan) = (othello()?, Plan::new(run, learner));
    for limit in Plan::limits(run) {
        let cycles = plan.discover(run, &domain, limit)?.run.cycles;
        let last = cycles.len();
        for cycle in &cycles {
            // The figures print no numbers; the tables have the best of a run.
            let is_last = cycle.number + 1 == last;
            let (limit_ms, number) = (limit.milliseconds, cycle.number + 1);
            let row = Row::share(
                format!("limit {limit_ms} ms, cycle {number}"),
                cycle.accuracy,
            );
            let row = row.published(is_last.then(|| published(limit)));
            run.add(row.samples(cycle.pairs as u64));
        }
    }
    Ok(())
}
