//! Experiments: a table or figure of a paper that can be measured again.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use stratalog_game::Drawing;
use stratalog_run::{Control, Ended, Seed, file};

use crate::error::PapersError;
use crate::figures::title;
use crate::measurement::{Halt, Measurement};
use crate::plot::{CallingDiagram, DotPlot, LinePlot, side_by_side, stacked};
use crate::row::Row;
use crate::{experiments, report};

/// A table or figure of a paper that can be measured again.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// The name, as in `bssuct-table-2`.
    pub name: &'static str,
    /// What is measured, in one line.
    pub about: &'static str,
    /// The paper and the table, figure or section.
    pub source: &'static str,
    pub(crate) measure: fn(&mut Measurement<'_>) -> Result<(), Halt>,
    pub(crate) figure: fn(&Experiment, &[Row]) -> Figure,
}

/// The figure of an experiment.
pub(crate) enum Figure {
    /// Curves, one plot below the other.
    Lines(Vec<LinePlot>),
    /// The rows, measured beside published.
    Dots(DotPlot),
    /// Which predicate calls which, game by game.
    Calls(Vec<CallingDiagram>),
    /// Boards with marked squares, each with what it shows.
    Boards(Vec<Drawing>),
}

/// How an experiment is run.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// Determines all random choices.
    pub seed: Seed,
    /// How many samples are taken.
    pub length: Length,
    /// How long a planner thinks about a move; by simulations if `None`.
    pub seconds_per_move: Option<f64>,
    /// The folder for saved state. Experiments that need the same runs share
    /// them, and an experiment that was stopped or killed resumes.
    pub runs: Option<PathBuf>,
}

/// How many samples an experiment takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Length {
    /// Enough for narrow intervals.
    Full,
    /// Enough to show that it works.
    Quick,
}

/// The result of an experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// The rows; those measured so far if the run was stopped.
    pub rows: Vec<Row>,
    /// Why the run ended.
    pub ended: Ended,
}

impl Experiment {
    /// The experiment with this name.
    pub fn named(name: &str) -> Result<Experiment, PapersError> {
        let experiments = experiments();
        let found = experiments.iter().find(|known| known.name == name);
        found
            .copied()
            .ok_or_else(|| PapersError::UnknownExperiment {
                name: name.to_owned(),
                known: experiments.iter().map(|known| known.name).collect(),
            })
    }

    /// Measures the rows. Emits each as an event, and stops between pieces of
    /// the work when asked to.
    pub fn run(&self, conditions: &Conditions, control: &Control) -> Result<Measured, PapersError> {
        if let Some(seconds) = conditions.seconds_per_move
            && !(seconds > 0.0 && seconds.is_finite())
        {
            return Err(PapersError::SecondsPerMove(seconds));
        }
        let mut measurement = Measurement::new(self, conditions, control);
        let ended = match (self.measure)(&mut measurement) {
            Ok(()) => Ended::Done,
            Err(Halt::Stopped) => Ended::Stopped,
            Err(Halt::Failed(error)) => return Err(error),
        };
        let rows = measurement.into_rows();
        Ok(Measured { rows, ended })
    }

    /// The rows as a plot.
    pub fn svg(&self, rows: &[Row]) -> Result<String, PapersError> {
        match (self.figure)(self, rows) {
            Figure::Lines(plots) => stacked(&plots),
            Figure::Dots(dots) => dots.svg(),
            Figure::Calls(diagrams) => CallingDiagram::svg(&diagrams),
            Figure::Boards(drawings) => side_by_side(&title(self), &drawings),
        }
    }

    /// The files of the results in a folder: `NAME.md`, `NAME.csv` and
    /// `NAME.svg`.
    pub fn files(&self, folder: &Path) -> [PathBuf; 3] {
        ["md", "csv", "svg"].map(|ending| folder.join(format!("{}.{ending}", self.name)))
    }

    /// Creates a folder and checks that the results can be written there.
    pub fn check_folder(&self, folder: &Path) -> Result<(), PapersError> {
        let unwritable = |path: &Path, cause| PapersError::Unwritable {
            path: path.to_owned(),
            cause,
        };
        std::fs::create_dir_all(folder).map_err(|cause| unwritable(folder, cause))?;
        for path in self.files(folder) {
            file::check_writable(&path).map_err(|cause| unwritable(&path, cause))?;
        }
        Ok(())
    }

    /// Writes the results into a folder and returns the files. There is no plot
    /// if there is nothing to plot yet.
    pub fn write_files(
        &self,
        folder: &Path,
        rows: &[Row],
        conditions: &Conditions,
    ) -> Result<Vec<PathBuf>, PapersError> {
        let svg = match self.svg(rows) {
            Ok(svg) => Some(svg),
            Err(PapersError::NothingToPlot(_)) => None,
            Err(error) => return Err(error),
        };
        let texts = [
            Some(report::markdown(self, rows, conditions)),
            Some(report::csv(rows)),
            svg,
        ];
        let mut written = Vec::new();
        for (path, text) in self.files(folder).into_iter().zip(texts) {
            let Some(text) = text else { continue };
            file::replace(&path, text).map_err(|cause| PapersError::Unwritable {
                path: path.clone(),
                cause,
            })?;
            written.push(path);
        }
        Ok(written)
    }
}

/// Writes `results.md` into a folder: what was measured on one page, published
/// and measured values side by side, with the plots that stand in the folder.
pub fn results_page<'a>(
    folder: &Path,
    measured: impl Iterator<Item = (&'a Experiment, &'a [Row])>,
    conditions: &Conditions,
) -> Result<PathBuf, PapersError> {
    let path = folder.join("results.md");
    let text = report::page(measured, conditions);
    file::replace(&path, text).map_err(|cause| PapersError::Unwritable {
        path: path.clone(),
        cause,
    })?;
    Ok(path)
}

impl Length {
    /// `full` or `quick`.
    pub fn as_str(self) -> &'static str {
        match self {
            Length::Full => "full",
            Length::Quick => "quick",
        }
    }

    /// One of two values: for a full run and for a quick one.
    pub(crate) fn choose<T>(self, full: T, quick: T) -> T {
        match self {
            Length::Full => full,
            Length::Quick => quick,
        }
    }
}
