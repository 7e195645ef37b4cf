//! The tables and figures of the papers, measured again beside the published
//! figures.

mod bssuct;
mod mio;

use std::fmt::Write as _;

use serde::Serialize;
use stratalog_game::Seed;

use crate::error::ArenaError;
use crate::interval::Interval;
use crate::plot::{LinePlot, Point, Series};

/// A table or figure that can be measured again.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// The name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    run: fn(&Conditions) -> Result<Vec<Row>, ArenaError>,
}

/// How an experiment is run.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// Decides everything random.
    pub seed: Seed,
    /// How long it may take.
    pub length: Length,
    /// How long a planner thinks about a move, where not the usual time.
    pub seconds_per_move: Option<f64>,
}

/// How many samples an experiment takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// Enough for narrow intervals.
    Full,
    /// Enough to see that it works.
    Quick,
}

/// One figure of an experiment beside the published one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// What was measured, under which conditions.
    pub setting: String,
    /// The published figure, where there is one.
    pub published: Option<f64>,
    /// Ours.
    pub measured: f64,
    /// How sure it is; nothing where it is exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ci95: Option<Interval>,
    /// Games or runs; 0 where it is exact.
    pub samples: u64,
    /// How the figures are to be read.
    #[serde(skip)]
    pub unit: Unit,
}

/// How a figure is to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unit {
    /// A share, told in percent.
    #[default]
    Rate,
    /// A plain number.
    Count,
}

/// Every experiment there is.
pub fn experiments() -> Vec<Experiment> {
    [&bssuct::EXPERIMENTS[..], &mio::EXPERIMENTS[..]].concat()
}

impl Experiment {
    /// The experiment of this name.
    pub fn named(name: &str) -> Result<Experiment, ArenaError> {
        experiments()
            .into_iter()
            .find(|experiment| experiment.name == name)
            .ok_or_else(|| ArenaError::UnknownExperiment {
                name: name.to_owned(),
                known: experiments()
                    .iter()
                    .map(|experiment| experiment.name.to_owned())
                    .collect(),
            })
    }

    /// Measures.
    pub fn run(&self, conditions: &Conditions) -> Result<Vec<Row>, ArenaError> {
        (self.run)(conditions)
    }

    /// The result as Markdown.
    pub fn markdown(&self, rows: &[Row], conditions: &Conditions) -> String {
        let mut text = format!(
            "# {}\n\n{}. Seed {}, {} run.\n\n| setting | published | measured | 95% interval | samples |\n| --- | ---: | ---: | ---: | ---: |\n",
            self.name,
            self.about,
            conditions.seed.0,
            conditions.length.as_str(),
        );
        for row in rows {
            let _ = writeln!(text, "| {} |", row.cells().join(" | "));
        }
        text
    }

    /// The result as CSV.
    pub fn csv(&self, rows: &[Row]) -> String {
        let mut text = "setting,published,measured,low,high,samples\n".to_owned();
        let number = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
        for row in rows {
            let _ = writeln!(
                text,
                "\"{}\",{},{},{},{},{}",
                row.setting,
                number(row.published),
                row.measured,
                number(row.ci95.map(|interval| interval.low)),
                number(row.ci95.map(|interval| interval.high)),
                row.samples
            );
        }
        text
    }

    /// The result as a plot: the rows in order, published beside measured.
    pub fn svg(&self, rows: &[Row]) -> Result<String, ArenaError> {
        let numbered = || (1..).map(f64::from).zip(rows);
        let measured = numbered().map(|(x, row)| Point {
            x,
            y: row.measured,
            band: row.ci95,
        });
        let published =
            numbered().filter_map(|(x, row)| row.published.map(|y| Point { x, y, band: None }));
        let plot = LinePlot {
            title: format!("{}: {}", self.name, self.about),
            x_label: "row of the table".to_owned(),
            y_label: "value".to_owned(),
            series: vec![
                Series {
                    name: "measured".to_owned(),
                    points: measured.collect(),
                },
                Series {
                    name: "published".to_owned(),
                    points: published.collect(),
                },
            ],
        };
        plot.svg()
    }
}

impl Length {
    fn as_str(self) -> &'static str {
        match self {
            Length::Full => "full",
            Length::Quick => "quick",
        }
    }
}

impl Row {
    /// The row's columns as text.
    pub fn cells(&self) -> Vec<String> {
        let percent = |value: f64| match self.unit {
            Unit::Rate => format!("{:.2}%", 100.0 * value),
            Unit::Count => format!("{value:.2}"),
        };
        vec![
            self.setting.clone(),
            self.published.map_or("–".to_owned(), percent),
            percent(self.measured),
            self.ci95.map_or("exact".to_owned(), |interval| {
                format!("{} – {}", percent(interval.low), percent(interval.high))
            }),
            self.samples.to_string(),
        ]
    }
}
