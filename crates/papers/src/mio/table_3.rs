//! Table 3: the rules that are learned.

use stratalog_ilp::modes::is_variant;
use stratalog_minesweeper::mio::learn::learn_as_published;

use super::{PUBLISHED_RULES, board, clause, seed_of_run};
use crate::error::PapersError;
use crate::measurement::{Halt, Measurement, Part};
use crate::row::Row;

pub(super) fn measure(run: &mut Measurement<'_>) -> Result<(), Halt> {
    let part = Part {
        name: "mio-table-3",
        what: "runs",
        count: run.length().choose(5, 1),
    };
    let found: Vec<Vec<bool>> = run.pieces(&part, |number| {
        let learned = learn_as_published(board(), seed_of_run(run.seed(), number));
        let rules = learned.map_err(PapersError::failed)?.strategy.rules;
        let is_found = |(_, text): &(&str, &str)| {
            let published = clause(text);
            rules
                .iter()
                .any(|rule| is_variant(&rule.clause, &published))
        };
        Ok(PUBLISHED_RULES.iter().map(is_found).collect())
    })?;
    for (place, (name, _)) in PUBLISHED_RULES.iter().enumerate() {
        let runs = found.iter().filter(|found| found.get(place) == Some(&true));
        let row = Row::rate(format!("{name} is found"), runs.count() as u64, part.count);
        run.add(row.published(1.0));
    }
    Ok(())
}
