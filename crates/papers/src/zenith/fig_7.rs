//! Figure 7: games won against ORFEO by cycle.

use stratalog_zenith::concept::PreferenceLearner;

use super::discoveries::{Plan, othello};
use crate::measurement::{Halt, Measurement};
use crate::row::Row;

pub(super) fn measure(run: &mut Measurement<'_>) -> Result<(), Halt> {
    let domain = othello()?;
    let plan = Plan {
        games: run.length().choose(200, 20),
        ..Plan::new(run, PreferenceLearner::linear())
    };
    for limit in Plan::limits(run) {
        let won = plan.discover(run, &domain, limit)?.won;
        for (won, cycle) in won.iter().zip(1..) {
            let setting = format!("limit {} ms, cycle {cycle}", limit.milliseconds);
            run.add(Row::rate(setting, won.wins, won.games));
        }
    }
    Ok(())
}
