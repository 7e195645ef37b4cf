//! Figure 7: games won against ORFEO by cycle.

use stratalog_catalogue::discovery::Won;
use stratalog_zenith::concept::PreferenceLearner;

use super::discoveries::{Discovered, Plan, Published, othello};
use crate::measurement::{Halt, Measurement};
use crate::row::Row;

pub(super) fn measure(run: &mut Measurement<'_>) -> Result<(), Halt> {
    let domain = othello()?;
    let plan = Plan {
        games: run.length().choose(200, 20),
        ..Plan::new(run, PreferenceLearner::linear())
    };
    let rows = |limit: &Published, found: &Discovered| -> Vec<Row> {
        let row = |(won, cycle): (&Won, u64)| {
            let setting = format!("limit {} ms, cycle {cycle}", limit.milliseconds);
            Row::rate(setting, won.wins, won.games)
        };
        found.won.iter().zip(1..).map(row).collect()
    };
    plan.under_limits(run, &domain, rows, |run, rows| run.extend(rows))
}
