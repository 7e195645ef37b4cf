//! Values that took long to find, saved so that a search resumes.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use stratalog_run::{SavedState, Saver, StateError};

use super::opened::Key;
use super::table::Value;

/// Values that took at least this work are saved: some hundredths of a second.
const LEAST_WORK: u64 = 1_000_000;
/// Values that took less than this part of all work are not saved, so that long
/// searches save no more than some hundred thousand values.
const LEAST_PART: u64 = 20_000;

/// What is saved. Each value is a fact about its position, whenever it was
/// found, so a search that begins with some of them has the same result.
#[derive(Debug, Default, Serialize, Deserialize)]
struct SavedValues {
    progress: Progress,
    /// Key, value, whether it is exact, and the work it took.
    values: Vec<(Key, u32, bool, u64)>,
}

/// How far a search is.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Progress {
    /// Positions whose value was computed.
    pub positions: u64,
    /// Looks at a field.
    pub work: u64,
}

/// Saves values from time to time.
#[derive(Debug)]
pub(super) struct Saving<'s> {
    saver: Saver<'s>,
    values: FxHashMap<Key, (Value, u64)>,
    /// What earlier runs of the search did.
    earlier: Progress,
    failure: Option<StateError>,
    /// Values that took less work are never saved.
    least_work: u64,
}

impl<'s> Saving<'s> {
    /// Begins with what is saved there.
    pub fn new(state: &'s SavedState) -> Result<Saving<'s>, StateError> {
        let SavedValues { progress, values } = state.load()?.unwrap_or_default();
        let known = |(key, value, is_exact, work): (Key, u32, bool, u64)| {
            let value = if is_exact {
                Value::Exactly(value)
            } else {
                Value::AtMost(value)
            };
            (key, (value, work))
        };
        Ok(Saving {
            saver: Saver::new(state),
            values: values.into_iter().map(known).collect(),
            earlier: progress,
            failure: None,
            least_work: LEAST_WORK,
        })
    }

    /// Saves what took at least this work.
    #[cfg(test)]
    pub fn save_from(&mut self, work: u64) {
        self.least_work = work;
    }

    /// The values, and the work each took.
    pub fn values(&self) -> impl Iterator<Item = (Key, Value, u64)> {
        let values = self.values.iter();
        values.map(|(&key, &(value, work))| (key, value, work))
    }

    /// What earlier runs of the search and this one did.
    pub fn so_far(&self, now: Progress) -> Progress {
        Progress {
            positions: self.earlier.positions + now.positions,
            work: self.earlier.work + now.work,
        }
    }

    /// Notes a value, if it took long.
    pub fn note(&mut self, key: Key, value: Value, work: u64) {
        if work >= self.least_work {
            self.values.insert(key, (value, work));
        }
    }

    /// Saves if it is time to; whether nothing went wrong.
    pub fn save_when_due(&mut self, now: Progress) -> bool {
        if self.failure.is_none() && self.saver.is_due() {
            self.failure = self.save(now).err();
        }
        self.failure.is_none()
    }

    /// Saves; says why that was not possible, now or before.
    pub fn save(&mut self, now: Progress) -> Result<(), StateError> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let progress = self.so_far(now);
        let least = self.least_work.max(progress.work / LEAST_PART);
        self.values.retain(|_, (_, work)| *work >= least);
        let entry = |(key, value, work): (Key, Value, u64)| match value {
            Value::Exactly(value) => (key, value, true, work),
            Value::AtMost(value) => (key, value, false, work),
        };
        let values = self.values().map(entry).collect();
        self.saver.save(&SavedValues { progress, values })
    }
}
