//! The results of an experiment as Markdown and CSV.

use std::fmt::Write as _;

use crate::csv::to_text;
use crate::experiment::{Conditions, Experiment};
use crate::row::Row;

/// The rows as a Markdown document.
pub(crate) fn markdown(experiment: &Experiment, rows: &[Row], conditions: &Conditions) -> String {
    let mut text = format!(
        "# {}\n\n{} ({}). Seed {}, {} run.\n\n| {} |\n| --- | ---: | ---: | ---: | ---: |\n",
        experiment.name,
        experiment.about,
        experiment.source,
        conditions.seed.0,
        conditions.length.as_str(),
        Row::HEADER.join(" | "),
    );
    for row in rows {
        let cells: Vec<String> = row
            .cells()
            .iter()
            .map(|cell| cell.replace('|', "\\|"))
            .collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    for row in rows.iter().filter(|row| !row.note.is_empty()) {
        let note = row.note.join("\n");
        let _ = write!(text, "\n## {}\n\n```\n{note}\n```\n", row.setting);
    }
    text
}

/// The rows as CSV.
pub(crate) fn csv(rows: &[Row]) -> String {
    let number = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
    let header = [
        "setting",
        "published",
        "measured",
        "low",
        "high",
        "samples",
        "source",
    ];
    let records = rows.iter().map(|row| {
        [
            row.setting.clone(),
            number(row.published),
            number(row.measured),
            number(row.ci95.map(|interval| interval.low)),
            number(row.ci95.map(|interval| interval.high)),
            row.samples.to_string(),
            row.source.clone(),
        ]
    });
    to_text(header, records)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_commas_are_escaped() {
        let row = Row::number("win_1(A, B), \"first\"", 1.5).published(2.0);
        let text = csv(&[row]);
        let mut lines = text.lines();
        let header = "setting,published,measured,low,high,samples,source";
        assert_eq!(lines.next(), Some(header));
        let line = r#""win_1(A, B), ""first""",2,1.5,,,1,"#;
        assert_eq!(lines.next(), Some(line));
    }
}
