//! Table 2: processor time of one game, learning included.

use super::setup::{SYSTEMS, Setup, hexapawn, how_to_build, noughts_and_crosses};
use crate::measurement::{Halt, Measurement};
use crate::row::Row;

/// The published seconds, in the order of [`SYSTEMS`].
const NOUGHTS: [Option<f64>; 5] = [
    Some(0.15),
    Some(0.089),
    Some(0.0015),
    Some(0.23),
    Some(0.24),
];
const HEXAPAWN_3: [Option<f64>; 5] = [
    Some(0.003),
    Some(0.0028),
    Some(0.00027),
    Some(0.0019),
    Some(0.017),
];
const HEXAPAWN_4: [Option<f64>; 5] = [Some(3.9), Some(3.8), None, Some(0.27), Some(0.21)];

pub(super) fn measure(run: &mut Measurement<'_>) -> Result<(), Halt> {
    let length = run.length();
    time(run, &noughts_and_crosses(length), NOUGHTS)?;
    time(run, &hexapawn(3, length)?, HEXAPAWN_3)?;
    time(run, &hexapawn(4, length)?, HEXAPAWN_4)
}

fn time(run: &mut Measurement<'_>, setup: &Setup, published: [Option<f64>; 5]) -> Result<(), Halt> {
    for (system, published) in SYSTEMS.into_iter().zip(published) {
        let setting = format!("{}: {}", setup.name, system.name(setup.beads));
        let row = if system.is_built() {
            let runs = setup.runs(run, system, None)?;
            let seconds = runs.iter().map(|run| run.seconds / setup.games as f64);
            Row::mean(setting, &seconds.collect::<Vec<f64>>())
        } else {
            Row::missing(setting, &how_to_build("migo-table-2"))
        };
        run.add(row.published(published));
    }
    Ok(())
}
