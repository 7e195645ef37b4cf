//! Fig. 3: cumulative minimax regret.

use super::setup::{
    AS_PUBLISHED, SYSTEMS, Setup, System, hexapawn, how_to_build, noughts_and_crosses,
};
use crate::measurement::{Halt, Measurement};
use crate::row::Row;

/// The published regret after the last game, in the order of [`SYSTEMS`]: the ends of
/// the curves of Fig. 3. The text of the paper does not give them as numbers.
const NOUGHTS: [Option<f64>; 5] = [
    Some(40.1),
    Some(52.8),
    Some(217.0),
    Some(235.0),
    Some(226.0),
];
const HEXAPAWN: [Option<f64>; 5] = [Some(2.23), Some(3.95), None, None, None];

pub(super) fn measure(run: &mut Measurement<'_>) -> Result<(), Halt> {
    let length = run.length();
    regret(run, &noughts_and_crosses(length), NOUGHTS)?;
    regret(run, &hexapawn(3, length)?, HEXAPAWN)
}

fn regret(
    run: &mut Measurement<'_>,
    setup: &Setup,
    published: [Option<f64>; 5],
) -> Result<(), Halt> {
    let mut finals: Vec<(System, Vec<f64>)> = Vec::new();
    let as_published = AS_PUBLISHED.map(|(system, at)| (system, published[at]));
    for (system, published) in SYSTEMS.into_iter().zip(published).chain(as_published) {
        let name = system.name(setup.beads);
        if !system.is_built() {
            let setting = setup.after(name, setup.games);
            let row = Row::missing(setting, &how_to_build("migo-fig-3"));
            run.add(row.published(published));
            continue;
        }
        let runs = setup.runs(run, system, None)?;
        run.extend(setup.curve(name, &runs, published));
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
