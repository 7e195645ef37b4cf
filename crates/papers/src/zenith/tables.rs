//! Tables 2, 3 and 4: the features that were generated.

use stratalog_zenith::Transformation;
use stratalog_zenith::concept::PreferenceLearner;

use super::discoveries::{Discovered, Plan, Published, TRANSFORMATIONS, othello};
use crate::measurement::{Halt, Measurement};
use crate::row::Row;

pub(super) fn table_2(run: &mut Measurement<'_>) -> Result<(), Halt> {
    features(run, PreferenceLearner::linear(), |published| {
        published.linear
    })
}

pub(super) fn table_4(run: &mut Measurement<'_>) -> Result<(), Halt> {
    features(run, PreferenceLearner::tree(), |published| published.tree)
}

fn features(
    run: &mut Measurement<'_>,
    learner: PreferenceLearner,
    published: fn(&Published) -> (f64, f64, f64),
) -> Result<(), Halt> {
    let (domain, plan) = (othello()?, Plan::new(run, learner));
    let rows = |limit: &Published, found: &Discovered| {
        let found = &found.run;
        let (generated, active, accuracy) = published(limit);
        let in_use = found.features.iter().filter(|f| f.is_active).count();
        let best = found.cycles.iter().map(|cycle| cycle.accuracy);
        let pairs = found.cycles.last().map_or(0, |cycle| cycle.pairs);
        let name = format!("limit {} ms", limit.milliseconds);
        vec![
            Row::number(format!("{name}: generated"), found.features.len() as f64)
                .published(generated),
            Row::number(format!("{name}: active"), in_use as f64).published(active),
            Row::share(
                format!("{name}: highest accuracy"),
                best.fold(0.0, f64::max),
            )
            .published(accuracy)
            .samples(pairs as u64),
        ]
    };
    plan.under_limits(run, &domain, rows, |run, rows| run.extend(rows))
}

pub(super) fn table_3(run: &mut Measurement<'_>) -> Result<(), Halt> {
    let (domain, plan) = (othello()?, Plan::new(run, PreferenceLearner::linear()));
    let rows = |limit: &Published, found: &Discovered| -> Vec<Row> {
        let row = |transformation: Transformation| {
            let generated = found.run.features.iter().filter(|feature| {
                feature
                    .origin
                    .is_some_and(|(_, origin)| origin == transformation)
            });
            let place = TRANSFORMATIONS
                .iter()
                .position(|known| *known == transformation);
            let (limit_ms, name) = (limit.milliseconds, transformation.name());
            let setting = format!("limit {limit_ms} ms: {name}");
            let row = Row::number(setting, generated.count() as f64);
            row.published(place.map(|place| limit.generated[place]))
        };
        Transformation::ALL.into_iter().map(row).collect()
    };
    plan.under_limits(run, &domain, rows, |run, rows| run.extend(rows))
}
