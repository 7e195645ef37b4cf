//! The results of experiments as Markdown and CSV.

use std::fmt::Write as _;
use std::time::SystemTime;

use crate::csv::to_text;
use crate::experiment::{Conditions, Experiment, Length};
use crate::row::Row;

/// The rows as a Markdown document.
pub(crate) fn markdown(experiment: &Experiment, rows: &[Row], conditions: &Conditions) -> String {
    let mut text = format!(
        "# {}\n\n{} ({}). Seed {}, {} run.\n\n",
        experiment.name,
        experiment.about,
        experiment.source,
        conditions.seed.0,
        conditions.length.as_str(),
    );
    add_table(&mut text, rows);
    for row in rows.iter().filter(|row| !row.note.is_empty()) {
        let note = row.note.join("\n");
        let _ = write!(text, "\n## {}\n\n```\n{note}\n```\n", row.setting);
    }
    text
}

/// The rows of several experiments as one Markdown document, with their plots.
pub(crate) fn page<'a>(
    measured: impl Iterator<Item = (&'a Experiment, &'a [Row])>,
    conditions: &Conditions,
) -> String {
    let quick = match conditions.length {
        Length::Quick => " --quick",
        Length::Full => "",
    };
    let mut text = format!(
        "# Results\n\nMade by `stratalog reproduce --all{quick} --seed {} --out FOLDER`, which \
         also writes a table, the rows and a plot of each experiment. Measured until {} on {}.\n",
        conditions.seed.0,
        httpdate::fmt_http_date(SystemTime::now()),
        machine(),
    );
    if conditions.length == Length::Quick {
        text.push_str(
            "\nA quick run has few samples: the intervals are wide. Without `--quick` the sample \
             sizes are those of the papers or larger.\n",
        );
    }
    for (experiment, rows) in measured {
        let (name, about, source) = (experiment.name, experiment.about, experiment.source);
        let _ = write!(text, "\n## {name}\n\n{about} ({source}).\n\n");
        add_table(&mut text, rows);
        if experiment.svg(rows).is_ok() {
            let _ = write!(text, "\n![{about}]({name}.svg)\n");
        }
    }
    text
}

fn add_table(text: &mut String, rows: &[Row]) {
    let header = Row::HEADER.join(" | ");
    let _ = writeln!(text, "| {header} |\n| --- | ---: | ---: | ---: | ---: |");
    for row in rows {
        let cells: Vec<String> = row
            .cells()
            .iter()
            .map(|cell| cell.replace('|', "\\|"))
            .collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
}

/// The processor and how much of it there is, as far as the system says.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let known = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = known.lines().find(|line| line.starts_with("model name"));
    let model = model.and_then(|line| line.split_once(": "));
    let model = model.map_or("an unknown processor", |(_, model)| model);
    format!("{model}, {cores} cores")
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
    use stratalog_run::Seed;

    #[test]
    fn the_page_has_every_experiment_with_its_rows_and_its_plot() {
        let conditions = Conditions {
            seed: Seed(7),
            length: Length::Quick,
            seconds_per_move: None,
            runs: None,
        };
        let experiments = ["bssuct-3x3-7", "mio-games"]
            .map(|name| Experiment::named(name).expect("an experiment"));
        let rows = [
            vec![Row::share("the centre", 0.125).published(0.25)],
            Vec::new(),
        ];
        let measured = experiments.iter().zip(rows.iter().map(Vec::as_slice));
        let text = page(measured, &conditions);
        assert!(text.contains("reproduce --all --quick --seed 7 "), "{text}");
        let row = "| the centre | 25.00% | 12.50% | – | 1 |";
        let plot = "](bssuct-3x3-7.svg)";
        let places = ["## bssuct-3x3-7", row, plot, "## mio-games"].map(|part| text.find(part));
        assert!(places.is_sorted() && places[0].is_some(), "{text}");
        assert!(!text.contains("mio-games.svg"), "nothing was plotted");
    }

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
