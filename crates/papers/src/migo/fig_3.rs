//! Fig. 3: cumulative minimax regret.

use super::published::PublishedCurve;
use super::setup::{
    AS_PUBLISHED, SYSTEMS, Setup, System, hexapawn, how_to_build, noughts_and_crosses,
};
use crate::measurement::{Halt, Measurement};
use crate::row::Row;

pub(super) fn measure(run: &mut Measurement<'_>) -> Result<(), Halt> {
    let length = run.length();
    regret(run, &noughts_and_crosses(length))?;
    regret(run, &hexapawn(3, length)?)
}

fn regret(run: &mut Measurement<'_>, setup: &Setup) -> Result<(), Halt> {
    let mut finals: Vec<(System, Vec<f64>)> = Vec::new();
    for system in SYSTEMS.into_iter().chain(AS_PUBLISHED) {
        let name = system.name(setup.beads);
        let published = PublishedCurve::of(setup.name, system);
        if !system.is_built() {
            let setting = setup.after(name, setup.games);
            let row = Row::missing(setting, &how_to_build("migo-fig-3"));
            let mean = published.and_then(|curve| curve.mean(10));
            run.add(sourced(row.published(mean), published));
            continue;
        }
        let runs = setup.runs(run, system, None)?;
        let mut curve = setup.curve(name, &runs);
        for (row, tenth) in curve.iter_mut().zip(1..) {
            let mean = published.and_then(|curve| curve.mean(tenth));
            *row = sourced(row.clone().published(mean), published);
        }
        if let Some(last) = curve.last_mut() {
            last.note = band(setup, published);
        }
        run.extend(curve);
        if system.is_migo() {
            let optimal = setup.certified(run, system, &runs)?;
            let optimal = optimal.iter().filter(|is_optimal| **is_optimal).count();
            let game = setup.name;
            let setting = format!("{game}: {name}, runs that end with a certified strategy");
            run.add(Row::number(setting, optimal as f64).samples(setup.runs));
        }
        if SYSTEMS.contains(&system) {
            let last = runs.iter().filter_map(|run| run.regret.last().copied());
            finals.push((system, last.collect()));
        }
    }
    run.extend(comparisons(setup.name, &finals));
    Ok(())
}

/// A row with the file that its published value comes from.
fn sourced(row: Row, published: Option<&PublishedCurve>) -> Row {
    match published {
        Some(curve) if row.published.is_some() => {
            let source = format!("MIGO Fig. 3, {} of github.com/migo19/MIGO", curve.file);
            Row { source, ..row }
        }
        _ => row,
    }
}

/// How certain the end of a published curve is.
fn band(setup: &Setup, published: Option<&PublishedCurve>) -> Vec<String> {
    let Some((mean, deviation)) =
        published.and_then(|curve| Some((curve.mean(10)?, curve.deviation?)))
    else {
        return Vec::new();
    };
    let runs = setup.published_runs;
    let error = 1.96 * deviation / ((runs - 1) as f64).sqrt();
    let (low, high) = (mean - error, mean + error);
    vec![format!(
        "published: {runs} runs, standard deviation {deviation:.1}, 95% interval of the mean \
         {low:.1} to {high:.1}"
    )]
}

/// The number of runs, with the same boards, in which one learner ends with less
/// regret than others.
fn comparisons(game: &str, finals: &[(System, Vec<f64>)]) -> Vec<Row> {
    let [(_, mixed), (_, separated), rivals @ ..] = finals else {
        return Vec::new();
    };
    let below_all = |own: &[f64], run: usize| rivals.iter().all(|(_, rival)| own[run] < rival[run]);
    let row = |what: &str, is_so: &dyn Fn(usize) -> bool| {
        let runs = (0..mixed.len()).filter(|&run| is_so(run)).count();
        let setting = format!("{game}: runs with {what}");
        Row::number(setting, runs as f64).samples(mixed.len() as u64)
    };
    let note = if System::DeepQ.is_built() {
        Vec::new()
    } else {
        vec!["deep Q-learning is not among the rivals".to_owned()]
    };
    vec![
        row("MIGO mixed below every rival", &|run| below_all(mixed, run)).note(note.clone()),
        row("MIGO separated below every rival", &|run| {
            below_all(separated, run)
        })
        .note(note),
        row("MIGO mixed below separated", &|run| {
            mixed[run] < separated[run]
        }),
        row("MIGO mixed not above separated", &|run| {
            mixed[run] <= separated[run]
        }),
    ]
}
