//! Figures 6 and 8: accuracy by cycle.

use stratalog_zenith::concept::PreferenceLearner;
use stratalog_zenith::learner::Cycle;

use super::discoveries::{Discovered, Plan, Published, othello};
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
    let rows = |limit: &Published, found: &Discovered| -> Vec<Row> {
        let (cycles, limit_ms) = (&found.run.cycles, limit.milliseconds);
        let row = |cycle: &Cycle| {
            // The figures print no numbers; the tables have the best of a run.
            let number = cycle.number + 1;
            let is_last = number == cycles.len();
            let setting = format!("limit {limit_ms} ms, cycle {number}");
            Row::share(setting, cycle.accuracy)
                .published(is_last.then(|| published(limit)))
                .samples(cycle.pairs as u64)
        };
        cycles.iter().map(row).collect()
    };
    plan.under_limits(run, &domain, rows, |run, rows| run.extend(rows))
}
