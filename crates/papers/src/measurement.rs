//! A measurement in progress: the rows so far, and the pieces of work they are
//! computed from. Pieces are saved, so that a measurement that was stopped or
//! killed resumes with the same result.

use serde::Serialize;
use serde::de::DeserializeOwned;
use stratalog_run::pieces::SavedPieces;
use stratalog_run::{Control, Ended, Event, SavedState, Seed};

use crate::error::PapersError;
use crate::experiment::{Conditions, Experiment, Length};
use crate::row::Row;

/// Why a measurement ended early.
pub(crate) enum Halt {
    /// The run was asked to stop.
    Stopped,
    /// Something failed.
    Failed(PapersError),
}

impl<E: Into<PapersError>> From<E> for Halt {
    fn from(error: E) -> Halt {
        Halt::Failed(error.into())
    }
}

/// A measurement in progress.
pub(crate) struct Measurement<'a> {
    experiment: &'a Experiment,
    conditions: &'a Conditions,
    control: &'a Control,
    rows: Vec<Row>,
}

/// Work that is cut into pieces.
pub(crate) struct Part<'a> {
    /// The name, unique among all parts of all experiments that give different
    /// results.
    pub name: &'a str,
    /// What is counted, as in `games`.
    pub what: &'a str,
    /// The number of pieces.
    pub count: u64,
}

impl<'a> Measurement<'a> {
    pub fn new(
        experiment: &'a Experiment,
        conditions: &'a Conditions,
        control: &'a Control,
    ) -> Measurement<'a> {
        Measurement {
            experiment,
            conditions,
            control,
            rows: Vec::new(),
        }
    }

    /// The name of the experiment.
    pub fn name(&self) -> &'static str {
        self.experiment.name
    }

    pub fn conditions(&self) -> &'a Conditions {
        self.conditions
    }

    pub fn control(&self) -> &'a Control {
        self.control
    }

    pub fn seed(&self) -> Seed {
        self.conditions.seed
    }

    pub fn length(&self) -> Length {
        self.conditions.length
    }

    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    pub fn into_rows(self) -> Vec<Row> {
        self.rows
    }

    /// Adds a row and emits it. A row without a source of its own has the experiment's.
    pub fn add(&mut self, mut row: Row) {
        if row.source.is_empty() {
            row.source = self.experiment.source.to_owned();
        }
        self.control.emit(Event::Row {
            row: serde_json::to_value(&row).expect("rows have text keys"),
        });
        self.rows.push(row);
    }

    /// Adds rows and emits them.
    pub fn extend(&mut self, rows: impl IntoIterator<Item = Row>) {
        rows.into_iter().for_each(|row| self.add(row));
    }

    /// Ends the measurement if it was asked to stop.
    pub fn check_stop(&self) -> Result<(), Halt> {
        if self.control.is_stopped() {
            return Err(Halt::Stopped);
        }
        Ok(())
    }

    /// The results of the pieces of a part: loaded from the saved state, or
    /// else computed and saved.
    pub fn pieces<T>(
        &self,
        part: &Part<'_>,
        piece: impl Fn(u64) -> Result<T, PapersError> + Sync,
    ) -> Result<Vec<T>, Halt>
    where
        T: Serialize + DeserializeOwned + Send,
    {
        self.control.stage(part.name);
        let state = self.state(part.name);
        let pieces = SavedPieces {
            what: &format!("{}: {}", part.name, part.what),
            count: part.count,
            state: state.as_ref(),
        };
        match pieces.run(self.control, piece)? {
            (results, Ended::Done) => Ok(results),
            _ => Err(Halt::Stopped),
        }
    }

    /// The result of a part that is one piece.
    pub fn piece<T>(
        &self,
        name: &str,
        piece: impl Fn() -> Result<T, PapersError> + Sync,
    ) -> Result<T, Halt>
    where
        T: Serialize + DeserializeOwned + Send,
    {
        let (what, count) = ("parts", 1);
        let mut results = self.pieces(&Part { name, what, count }, |_| piece())?;
        results.pop().ok_or(Halt::Stopped)
    }

    /// Where the results of a part are saved.
    fn state(&self, part: &str) -> Option<SavedState> {
        let folder = self.conditions.runs.as_ref()?;
        let plain = part.replace([' ', '/', '*', '+', ':'], "-");
        let (length, seed) = (self.length().as_str(), self.seed().0);
        let seconds = self.conditions.seconds_per_move;
        let thinking = seconds.map_or(String::new(), |seconds| format!("-{seconds}s-per-move"));
        let path = folder.join(format!("{plain}-{length}{thinking}-seed-{seed}.state"));
        let version = env!("CARGO_PKG_VERSION");
        let run = (version, part, self.length(), seed, seconds);
        Some(SavedState::new(path, &run))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::atomic::{AtomicU64, Ordering};

    use stratalog_run::Stop;

    use super::*;
    use crate::experiments;

    fn conditions(runs: &Path, seed: u64) -> Conditions {
        Conditions {
            seed: Seed(seed),
            length: Length::Quick,
            seconds_per_move: None,
            runs: Some(runs.to_owned()),
        }
    }

    #[test]
    fn a_saved_part_is_not_computed_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let computed = AtomicU64::new(0);
        let result = |seed: u64, name: &str| {
            let conditions = conditions(folder.path(), seed);
            let control = Control::default();
            let experiment = experiments()[0];
            let measurement = Measurement::new(&experiment, &conditions, &control);
            let compute = || {
                computed.fetch_add(1, Ordering::Relaxed);
                Ok(vec![0.1 + 0.2, f64::from(name.len() as u32)])
            };
            measurement.piece(name, compute).ok().expect("no failure")
        };
        let first = result(1, "table 4x4/4");
        assert_eq!(result(1, "table 4x4/4"), first);
        assert_eq!(computed.load(Ordering::Relaxed), 1);
        // Another seed or another part has a state of its own.
        result(2, "table 4x4/4");
        result(1, "table 2x5/3");
        assert_eq!(computed.load(Ordering::Relaxed), 3);
    }

    #[test]
    fn a_stopped_part_halts_the_measurement() {
        let folder = tempfile::tempdir().expect("a folder");
        let (conditions, stop) = (conditions(folder.path(), 1), Stop::default());
        let control = Control::stopped_by(stop.clone());
        let experiment = experiments()[0];
        let measurement = Measurement::new(&experiment, &conditions, &control);
        let part = Part {
            name: "numbers",
            what: "numbers",
            count: 1000,
        };
        let halted = measurement.pieces(&part, |number| {
            stop.request();
            Ok(number)
        });
        assert!(matches!(halted, Err(Halt::Stopped)));
        assert!(matches!(measurement.check_stop(), Err(Halt::Stopped)));
    }
}
