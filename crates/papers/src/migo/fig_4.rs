//! Fig. 4: the learned rules and which of them call which.

use super::setup::{Setup, System, hexapawn, noughts_and_crosses};
use crate::experiment::{Experiment, Figure};
use crate::figures::calls_under;
use crate::measurement::{Halt, Measurement};
use crate::plot::CallingDiagram;
use crate::row::Row;

pub(super) fn measure(run: &mut Measurement<'_>) -> Result<(), Halt> {
    let length = run.length();
    rules(run, &noughts_and_crosses(length))?;
    rules(run, &hexapawn(3, length)?)
}

/// The clauses and calls of the final strategies, with the share of runs.
fn rules(run: &mut Measurement<'_>, setup: &Setup) -> Result<(), Halt> {
    let runs = setup.runs(run, System::MixedMigo, None)?;
    let mut found: Vec<(String, u64)> = Vec::new();
    let mut count = |text: String| match found.iter_mut().find(|(known, _)| *known == text) {
        Some((_, runs)) => *runs += 1,
        None => found.push((text, 1)),
    };
    for run in &runs {
        let Some(strategy) = run.strategy()? else {
            continue;
        };
        for line in strategy.lines() {
            count(format!("{}: {line}", setup.name));
        }
        for (caller, called) in strategy.calls() {
            for callee in called {
                let (game, caller, callee) = (setup.name, caller.name, callee.name);
                count(format!("{game}: {caller} calls {callee}"));
            }
        }
    }
    let total = runs.len() as u64;
    run.extend(
        found
            .into_iter()
            .map(|(setting, runs)| Row::rate(setting, runs, total)),
    );
    Ok(())
}

/// The rows `GAME: CALLER calls CALLEE` of most runs, as diagrams.
pub(super) fn diagrams(_experiment: &Experiment, rows: &[Row]) -> Figure {
    let mut diagrams: Vec<CallingDiagram> = Vec::new();
    for row in rows {
        let call = row.setting.split_once(": ").and_then(|(game, rest)| {
            let (caller, callee) = rest.split_once(" calls ")?;
            Some((game, (caller.to_owned(), callee.to_owned())))
        });
        if let Some((game, call)) = call
            && row.measured.is_some_and(|share| share > 0.5)
        {
            let title = format!("{game}: calls in most runs");
            calls_under(title, &mut diagrams).push(call);
        }
    }
    Figure::Calls(diagrams)
}
