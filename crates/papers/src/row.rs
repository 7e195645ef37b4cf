//! Rows: a measured value beside the published one.

use serde::{Deserialize, Serialize};
use stratalog_run::Interval;

/// A measured value beside the published one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// What was measured, under which conditions.
    pub setting: String,
    /// The published value, if there is one.
    pub published: Option<f64>,
    /// The measured value; `None` if it was not measured. The note says why.
    pub measured: Option<f64>,
    /// Its confidence interval; `None` if the value is exact or one sample.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub ci95: Option<Interval>,
    /// The number of games or runs; 0 if the value is exact.
    pub samples: u64,
    /// How the values are written.
    pub unit: Unit,
    /// The paper and the table or figure with the published value.
    pub source: String,
    /// Remarks, line by line.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub note: Vec<String>,
}

/// How a value is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// A fraction, written in percent.
    Share,
    /// A plain number.
    Number,
}

impl Row {
    /// A number from one sample.
    pub(crate) fn number(setting: impl Into<String>, measured: f64) -> Row {
        Row {
            setting: setting.into(),
            published: None,
            measured: Some(measured),
            ci95: None,
            samples: 1,
            unit: Unit::Number,
            source: String::new(),
            note: Vec::new(),
        }
    }

    /// A share from one sample.
    pub(crate) fn share(setting: impl Into<String>, measured: f64) -> Row {
        Row {
            unit: Unit::Share,
            ..Row::number(setting, measured)
        }
    }

    /// An exact share.
    pub(crate) fn exact(setting: impl Into<String>, measured: f64) -> Row {
        Row::share(setting, measured).samples(0)
    }

    /// A rate with its Wilson interval.
    pub(crate) fn rate(setting: impl Into<String>, hits: u64, trials: u64) -> Row {
        Row::share(setting, hits as f64 / trials.max(1) as f64)
            .ci95(Some(Interval::wilson(hits, trials)))
            .samples(trials)
    }

    /// The mean of numbers with its interval.
    pub(crate) fn mean(setting: impl Into<String>, values: &[f64]) -> Row {
        let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
        Row::number(setting, mean)
            .ci95(Some(Interval::of_mean(values)))
            .samples(values.len() as u64)
    }

    /// A number that was not measured, and why.
    pub(crate) fn missing(setting: impl Into<String>, why: &str) -> Row {
        Row {
            measured: None,
            note: vec![why.to_owned()],
            ..Row::number(setting, 0.0).samples(0)
        }
    }

    pub(crate) fn published(self, published: impl Into<Option<f64>>) -> Row {
        Row {
            published: published.into(),
            ..self
        }
    }

    pub(crate) fn ci95(self, ci95: Option<Interval>) -> Row {
        Row { ci95, ..self }
    }

    pub(crate) fn samples(self, samples: u64) -> Row {
        Row { samples, ..self }
    }

    pub(crate) fn note(self, note: Vec<String>) -> Row {
        Row { note, ..self }
    }

    /// The row as the cells of a table: see [`Row::HEADER`].
    pub fn cells(&self) -> Vec<String> {
        let text = |value: Option<f64>| value.map_or("–".to_owned(), |v| self.unit.text(v));
        let interval = self.ci95.map(|interval| {
            let (low, high) = (self.unit.text(interval.low), self.unit.text(interval.high));
            format!("{low} – {high}")
        });
        vec![
            self.setting.clone(),
            text(self.published),
            text(self.measured),
            interval.unwrap_or("–".to_owned()),
            self.samples.to_string(),
        ]
    }

    /// The names of the cells.
    pub const HEADER: [&str; 5] = [
        "setting",
        "published",
        "measured",
        "95% interval",
        "samples",
    ];
}

impl Unit {
    /// A value as text, rounded for people.
    pub fn text(self, value: f64) -> String {
        match self {
            Unit::Share => format!("{:.2}%", 100.0 * value),
            Unit::Number if value != 0.0 && value.abs() < 0.01 => format!("{value:.2e}"),
            Unit::Number => format!("{value:.2}"),
        }
    }
}
