//! Tables 2, 3 and 4: the features that were generated.

use stratalog_zenith::Transformation;
use stratalog_zenith::concept::PreferenceLearner;

use super::discoveries::{Discovered, Plan, Published, Rules, TRANSFORMATIONS, othello};
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
    let domain = othello()?;
    for (rules, how) in [(Rules::Published, ", as published"), (Rules::Own, "")] {
        let plan = Plan {
            rules,
            ..Plan::new(run, PreferenceLearner::linear())
        };
        let rows = |limit: &Published, found: &Discovered| fired(limit, found, how);
        plan.under_limits(run, &domain, rows, |run, rows| run.extend(rows))?;
    }
    Ok(())
}

/// How many features each transformation generated, and all of them together.
fn fired(limit: &Published, found: &Discovered, how: &str) -> Vec<Row> {
    let features = &found.run.features;
    let place = format!("limit {} ms{how}", limit.milliseconds);
    let row = |transformation: Transformation| {
        let generated = features.iter().filter(|feature| {
            let origin = feature.origin.map(|(_, how)| how);
            origin == Some(transformation)
        });
        let mut known = TRANSFORMATIONS.iter().zip(limit.generated);
        let published = known.find(|(known, _)| **known == transformation);
        let setting = format!("{place}: {}", transformation.name());
        Row::number(setting, generated.count() as f64).published(published.map(|(_, count)| count))
    };
    let mut rows: Vec<Row> = Transformation::ALL.into_iter().map(row).collect();
    let setting = format!("{place}: all");
    rows.push(Row::number(setting, features.len() as f64).published(limit.linear.0));
    rows
}
