//! Measures a table or figure of a paper again, or all of them, beside the
//! published values.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use stratalog_papers::{Conditions, Experiment, Length, experiments, results_page};
use stratalog_run::{Clock, Control, Elapsed, Ended, Seed};

pub use stratalog_papers::{Row, Unit};

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::Error;

/// Asks for an experiment, for all of them, or for their list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Request {
    /// The experiment.
    pub name: Option<String>,
    /// Whether every experiment is measured. Without this and a name, they are
    /// listed.
    pub all: bool,
    /// The folder for the files `NAME.md`, `NAME.csv` and `NAME.svg`, for
    /// `results.md` where every experiment is measured, and for saved state. With
    /// it, a run that was stopped or killed resumes.
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
            all: false,
            out: None,
            quick: false,
            seed: Seed(1),
            seconds_per_move: None,
        }
    }
}

/// The list of experiments, or the results of one or all.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    /// The result of an experiment.
    Measured(Measured),
    /// The results of all experiments.
    All(AllMeasured),
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

/// The results of all experiments.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AllMeasured {
    /// The results; those of the experiments so far if the run was stopped.
    pub results: Vec<Measured>,
    /// The page with all results, if it was written.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub page: Option<PathBuf>,
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
            Answer::All(all) => Verdict::of_run(&all.ended, true),
        }
    }
}

impl Request {
    /// Lists the experiments, or measures one or all.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        let answer = match &self.name {
            Some(name) if self.all => {
                let text = format!("either '{name}' or all experiments, not both");
                return Err(Error::Input(text));
            }
            Some(name) => Answer::Measured(self.measure(Experiment::named(name)?, control)?),
            None if self.all => Answer::All(self.measure_all(control)?),
            None => Answer::Listed(list()),
        };
        let is_done = match &answer {
            Answer::Measured(measured) => measured.ended.is_done(),
            Answer::All(all) => all.ended.is_done(),
            Answer::Listed(_) => true,
        };
        if !is_done {
            control.note(match &self.out {
                Some(folder) => format!(
                    "stopped; the same call with {} as output folder resumes",
                    folder.display()
                ),
                None => "stopped; with an output folder, a stopped run can be resumed".to_owned(),
            });
        }
        Ok(answer)
    }

    /// One experiment after the other. The page is written after each, so that
    /// it shows what is known so far.
    fn measure_all(&self, control: &Control) -> Result<AllMeasured, Error> {
        let clock = Clock::start();
        let mut all = AllMeasured {
            results: Vec::new(),
            page: None,
            ended: Ended::Done,
            elapsed: clock.elapsed(),
        };
        let experiments = experiments();
        for (number, experiment) in experiments.iter().enumerate() {
            control.note(format!(
                "{} ({} of {})",
                experiment.name,
                number + 1,
                experiments.len()
            ));
            let measured = self.measure(*experiment, control)?;
            all.ended = measured.ended.clone();
            all.results.push(measured);
            if let Some(folder) = &self.out {
                let rows = all.results.iter().map(|measured| measured.rows.as_slice());
                let measured = experiments.iter().zip(rows);
                all.page = Some(results_page(folder, measured, &self.conditions())?);
            }
            if !all.ended.is_done() {
                break;
            }
        }
        all.elapsed = clock.elapsed();
        Ok(all)
    }

    fn measure(&self, experiment: Experiment, control: &Control) -> Result<Measured, Error> {
        if let Some(folder) = &self.out {
            experiment.check_folder(folder)?;
        }
        let conditions = self.conditions();
        let clock = Clock::start();
        let measured = experiment.run(&conditions, control)?;
        let files = match &self.out {
            Some(folder) => experiment.write_files(folder, &measured.rows, &conditions)?,
            None => Vec::new(),
        };
        Ok(Measured {
            name: experiment.name.to_owned(),
            about: experiment.about.to_owned(),
            seed: self.seed,
            rows: measured.rows,
            files,
            ended: measured.ended,
            elapsed: clock.elapsed(),
        })
    }

    fn conditions(&self) -> Conditions {
        Conditions {
            seed: self.seed,
            length: if self.quick {
                Length::Quick
            } else {
                Length::Full
            },
            seconds_per_move: self.seconds_per_move,
            runs: self.out.as_ref().map(|folder| folder.join("runs")),
        }
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
