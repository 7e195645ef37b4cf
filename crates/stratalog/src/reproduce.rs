//! Measures a table or figure of a paper again, beside the published values.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use stratalog_papers::{Conditions, Experiment, Length, experiments};
use stratalog_run::{Clock, Control, Elapsed, Ended, Seed};

pub use stratalog_papers::{Row, Unit};

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::Error;

/// Asks for an experiment, or for the list of experiments.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Request {
    /// The experiment; all are listed if `None`.
    pub name: Option<String>,
    /// The folder for the files `NAME.md`, `NAME.csv` and `NAME.svg`, and for
    /// saved state. With it, a run that was stopped or killed resumes.
    pub out: Option<PathBuf>,
    /// Whether to take few samples, enough to show that it works.
    pub quick: bool,
    /// Determines all random choices.
    pub seed: Seed,
    /// How long planners think about a move; by simulations if `None`.
    pub seconds_per_move: Option<f64>,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            name: None,
            out: None,
            quick: false,
            seed: Seed(1),
            seconds_per_move: None,
        }
    }
}

/// The list of experiments, or the result of one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    /// The result of an experiment.
    Measured(Measured),
    /// The list of experiments.
    Listed(Listed),
}

/// The list of experiments.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Listed {
    /// Their names.
    pub experiments: Vec<String>,
    /// What each of them is.
    pub descriptions: Vec<Description>,
}

/// What an experiment is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Description {
    /// Its name.
    pub name: String,
    /// What it measures.
    pub about: String,
    /// The paper and the table, figure or section.
    pub source: String,
}

/// The result of an experiment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Measured {
    /// The experiment.
    pub name: String,
    /// What it measures.
    pub about: String,
    /// The seed.
    pub seed: Seed,
    /// The rows; those measured so far if the run was stopped.
    pub rows: Vec<Row>,
    /// The files that were written.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub files: Vec<PathBuf>,
    /// Why the run ended.
    #[serde(flatten)]
    pub ended: Ended,
    /// How long it took.
    #[serde(flatten)]
    pub elapsed: Elapsed,
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        match self {
            Answer::Listed(_) => Verdict::Done,
            Answer::Measured(measured) => Verdict::of_run(&measured.ended, true),
        }
    }
}

impl Request {
    /// Lists the experiments, or measures one.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        match &self.name {
            Some(name) => self.measure(name, control).map(Answer::Measured),
            None => Ok(Answer::Listed(list())),
        }
    }

    fn measure(&self, name: &str, control: &Control) -> Result<Measured, Error> {
        let experiment = Experiment::named(name)?;
        if let Some(folder) = &self.out {
            experiment.check_folder(folder)?;
        }
        let conditions = Conditions {
            seed: self.seed,
            length: if self.quick {
                Length::Quick
            } else {
                Length::Full
            },
            seconds_per_move: self.seconds_per_move,
            runs: self.out.as_ref().map(|folder| folder.join("runs")),
        };
        let clock = Clock::start();
        let measured = experiment.run(&conditions, control)?;
        let files = match &self.out {
            Some(folder) => experiment.write_files(folder, &measured.rows, &conditions)?,
            None => Vec::new(),
        };
        if !measured.ended.is_done() {
            control.note(match &self.out {
                Some(folder) => format!(
                    "stopped; the same call with {} as output folder resumes",
                    folder.display()
                ),
                None => "stopped; with an output folder, a stopped run can be resumed".to_owned(),
            });
        }
        Ok(Measured {
            name: name.to_owned(),
            about: experiment.about.to_owned(),
            seed: self.seed,
            rows: measured.rows,
            files,
            ended: measured.ended,
            elapsed: clock.elapsed(),
        })
    }
}

/// The list of experiments.
pub fn list() -> Listed {
    let describe = |experiment: &Experiment| Description {
        name: experiment.name.to_owned(),
        about: experiment.about.to_owned(),
        source: experiment.source.to_owned(),
    };
    let all = experiments();
    Listed {
        experiments: all.iter().map(|known| known.name.to_owned()).collect(),
        descriptions: all.iter().map(describe).collect(),
    }
}
