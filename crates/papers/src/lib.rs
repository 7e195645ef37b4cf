//! The tables and figures of the papers, measured again beside the published
//! figures.

mod bssuct;
mod catalogue;
pub mod csv;
pub mod diagram;
pub mod dots;
mod kept;
mod migo;
mod mio;
pub mod plot;
mod svg;
mod zenith;

use std::fmt::Write as _;
use std::path::PathBuf;

use serde::Serialize;
use stratalog_run::Seed;

use crate::diagram::CallingDiagram;
use crate::dots::{Dot, DotPlot, Panel};
use crate::plot::{LinePlot, Point, Series};
use stratalog_arena::error::ArenaError;
use stratalog_arena::news::News;
use stratalog_run::Interval;

/// A table or figure that can be measured again.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// The name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    run: fn(&Conditions) -> Result<Vec<Row>, ArenaError>,
    plot: fn(&Experiment, &[Row]) -> Figure,
}

/// What an experiment draws.
enum Figure {
    /// Lines over numbers, one plot above the other.
    Lines(Vec<LinePlot>),
    /// The rows of a table beside the published ones.
    Dots(DotPlot),
    /// What calls what, game by game.
    Calls(Vec<CallingDiagram>),
}

/// How an experiment is run.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// Decides everything random.
    pub seed: Seed,
    /// How long it may take.
    pub length: Length,
    /// How long a planner thinks about a move, where not the usual time.
    pub seconds_per_move: Option<f64>,
    /// The folder that keeps runs: experiments that look at the same run share it,
    /// and one that was killed goes on from where it was.
    pub runs: Option<PathBuf>,
    /// Where a long experiment tells what it is at.
    pub news: News,
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
    /// What else is to be said, line by line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub note: Vec<String>,
}

/// How a figure is to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Part of a whole, told in percent.
    Share,
    /// A plain number.
    Number,
}

/// Every experiment there is.
pub fn experiments() -> Vec<Experiment> {
    [
        &bssuct::EXPERIMENTS[..],
        &mio::EXPERIMENTS[..],
        &migo::EXPERIMENTS[..],
        &zenith::EXPERIMENTS[..],
    ]
    .concat()
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
        for row in rows.iter().filter(|row| !row.note.is_empty()) {
            let note = row.note.join("\n");
            let _ = write!(text, "\n## {}\n\n```\n{note}\n```\n", row.setting);
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

    /// The result as a plot.
    pub fn svg(&self, rows: &[Row]) -> Result<String, ArenaError> {
        match (self.plot)(self, rows) {
            Figure::Lines(plots) => plot::panels(&plots),
            Figure::Dots(dots) => dots.svg(),
            Figure::Calls(diagrams) => CallingDiagram::svg(&diagrams),
        }
    }
}

/// A line for each name, of the rows that have a name and a place on it.
fn curves(rows: &[Row], place: impl Fn(&Row) -> Option<(&str, f64)>) -> Vec<Series> {
    let mut series: Vec<Series> = Vec::new();
    for row in rows {
        let Some((name, x)) = place(row) else {
            continue;
        };
        let point = Point {
            x,
            y: row.measured,
            band: row.ci95,
        };
        match series.iter_mut().find(|known| known.name == name) {
            Some(known) => known.points.push(point),
            None => series.push(Series {
                name: name.to_owned(),
                points: vec![point],
            }),
        }
    }
    series
}

/// The calls of the diagram with this title, a new one at the end if there is
/// none.
fn calls_under(title: String, diagrams: &mut Vec<CallingDiagram>) -> &mut Vec<(String, String)> {
    let known = diagrams.iter().position(|diagram| diagram.title == title);
    let place = known.unwrap_or(diagrams.len());
    if known.is_none() {
        diagrams.push(CallingDiagram {
            title,
            calls: Vec::new(),
        });
    }
    &mut diagrams[place].calls
}

/// The rows in order, published beside measured; a panel for each run of rows
/// that are read alike.
fn beside_published(experiment: &Experiment, rows: &[Row]) -> Figure {
    let dots = |rows: &[Row]| {
        let dots = rows.iter().map(|row| Dot {
            name: row.setting.clone(),
            measured: row.measured,
            band: row.ci95,
            published: row.published,
        });
        dots.collect()
    };
    let alike = rows.chunk_by(|row, next| row.unit == next.unit);
    let panels = alike.map(|rows| Panel {
        dots: dots(rows),
        is_share: rows[0].unit == Unit::Share,
    });
    Figure::Dots(DotPlot {
        title: format!("{}: {}", experiment.name, experiment.about),
        panels: panels.collect(),
    })
}

impl Unit {
    fn text(self, value: f64) -> String {
        match self {
            Unit::Share => format!("{:.2}%", 100.0 * value),
            Unit::Number if value != 0.0 && value.abs() < 0.01 => format!("{value:.2e}"),
            Unit::Number => format!("{value:.2}"),
        }
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
        let text = |value: f64| self.unit.text(value);
        vec![
            self.setting.clone(),
            self.published.map_or("–".to_owned(), text),
            text(self.measured),
            self.ci95.map_or("–".to_owned(), |interval| {
                format!("{} – {}", text(interval.low), text(interval.high))
            }),
            self.samples.to_string(),
        ]
    }
}
