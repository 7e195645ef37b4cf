//! Saved state: a file from which a run that was killed resumes, with the same
//! result. All runs use one format: a JSON object with a version, a description
//! of the run, the state, and a digest that detects edited or damaged files.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::file;
use crate::mixing::mix;

/// The version of the format. Increase it when the content of states changes.
const FORMAT: u32 = 1;

/// The file with the state of one run.
#[derive(Clone, Debug)]
pub struct SavedState {
    path: PathBuf,
    run: serde_json::Value,
}

/// Why a state cannot be loaded or stored.
#[derive(Debug, Error)]
pub enum StateError {
    /// The file cannot be read or written.
    #[error("cannot access the saved state {path}: {cause}")]
    Inaccessible {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// The file holds the state of another run.
    #[error(
        "the saved state {path} belongs to {found}, not to {wanted}; \
         move it away, or use the settings it was made with"
    )]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// The run it belongs to.
        found: String,
        /// The run that was to load it.
        wanted: String,
    },
    /// The file was written by another version of the program.
    #[error(
        "the saved state {path} has format {found}, this program reads format {FORMAT}; \
         move it away to start again"
    )]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
    },
    /// The results of another process are not those of this program.
    #[error("other processes gave unusable results for {what}: {cause}; use the same version")]
    Foreign {
        /// What was computed.
        what: String,
        /// What is wrong.
        cause: String,
    },
    /// The file was edited or damaged.
    #[error("the saved state {path} was changed since it was written; move it away to start again")]
    Changed {
        /// The file.
        path: PathBuf,
    },
}

#[derive(Serialize, Deserialize)]
struct Envelope {
    format: u32,
    /// Describes the run: its kind, its settings, its seed.
    run: serde_json::Value,
    digest: String,
    /// The state as JSON text: the digest is computed over these bytes.
    state: String,
}

impl SavedState {
    /// The state of a run in this file. `run` describes the run; a run with a
    /// different description cannot load the state.
    pub fn new(path: impl Into<PathBuf>, run: &impl Serialize) -> SavedState {
        SavedState {
            path: path.into(),
            run: serde_json::to_value(run).expect("settings have text keys and finite numbers"),
        }
    }

    /// Where the state of a run is kept whose result goes to this file: beside it.
    pub fn path_beside(result: &Path) -> PathBuf {
        let mut path = result.as_os_str().to_owned();
        path.push(".state");
        path.into()
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Loads the state; `None` if the file does not exist. What a killed run
    /// left half-written beside it is removed.
    pub fn load<T: DeserializeOwned>(&self) -> Result<Option<T>, StateError> {
        file::remove_abandoned(&self.path);
        let path = || self.path.clone();
        let text = match std::fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                return Err(StateError::Changed { path: path() });
            }
            Err(cause) => {
                return Err(StateError::Inaccessible {
                    path: path(),
                    cause,
                });
            }
        };
        let changed = |_| StateError::Changed { path: path() };
        let envelope: Envelope = serde_json::from_str(&text).map_err(changed)?;
        if envelope.format != FORMAT {
            return Err(StateError::OtherVersion {
                path: path(),
                found: envelope.format,
            });
        }
        if envelope.digest != digest(&envelope.run, &envelope.state) {
            return Err(StateError::Changed { path: path() });
        }
        if envelope.run != self.run {
            return Err(StateError::OtherRun {
                path: path(),
                found: envelope.run.to_string(),
                wanted: self.run.to_string(),
            });
        }
        serde_json::from_str(&envelope.state)
            .map(Some)
            .map_err(changed)
    }

    /// Stores the state atomically, and creates the folder if necessary.
    pub fn store(&self, state: &impl Serialize) -> Result<(), StateError> {
        let state = serde_json::to_string(state).expect("state has text keys");
        let envelope = Envelope {
            format: FORMAT,
            digest: digest(&self.run, &state),
            run: self.run.clone(),
            state,
        };
        let text = serde_json::to_string(&envelope).expect("an envelope has text keys");
        self.write(&text).map_err(|cause| StateError::Inaccessible {
            path: self.path.clone(),
            cause,
        })
    }

    fn write(&self, text: &str) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        file::replace(&self.path, text)
    }

    /// Removes the file, when the run is done.
    pub fn remove(&self) {
        // The next run detects or overwrites a file that remains.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// The least time between two saves: what a killed run has to do again.
const BETWEEN_SAVES: Duration = Duration::from_secs(2);
/// The least time between two saves, as a multiple of what the last one took.
const TIMES_A_SAVE: u32 = 20;

/// Saves a state from time to time, so rarely that saving takes little of the
/// time of a run, however large the state is.
#[derive(Debug)]
pub struct Saver<'a> {
    state: &'a SavedState,
    next: Instant,
}

impl<'a> Saver<'a> {
    /// A saver that is due for the first time after some seconds.
    pub fn new(state: &'a SavedState) -> Saver<'a> {
        let next = Instant::now() + BETWEEN_SAVES;
        Saver { state, next }
    }

    /// Whether it is time to save.
    pub fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    /// Saves the state, due or not.
    pub fn save(&mut self, state: &impl Serialize) -> Result<(), StateError> {
        let begun = Instant::now();
        self.state.store(state)?;
        self.next = Instant::now() + BETWEEN_SAVES.max(begun.elapsed() * TIMES_A_SAVE);
        Ok(())
    }
}

/// Detects accidents and edits; it does not protect against forgery.
fn digest(run: &serde_json::Value, state: &str) -> String {
    let mut words = [0x6a09_e667_f3bc_c908_u64, 0xbb67_ae85_84ca_a73b];
    for byte in run.to_string().bytes().chain([0]).chain(state.bytes()) {
        words[0] = mix(words[0] ^ u64::from(byte));
        words[1] = words[1].rotate_left(7) ^ words[0];
    }
    format!("{:016x}{:016x}", words[0], mix(words[1]))
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;

    #[test]
    fn what_was_saved_is_loaded_by_the_same_run_only() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("below").join("run.state");
        let state = SavedState::new(&path, &("learning", 7));
        assert!(state.load::<Vec<u32>>().expect("no file").is_none());
        state.store(&vec![1, 2, 3]).expect("it is written");
        let loaded: Option<Vec<u32>> = state.load().expect("it is read");
        assert_eq!(loaded, Some(vec![1, 2, 3]));
        let other = SavedState::new(&path, &("learning", 8));
        let error = other.load::<Vec<u32>>().expect_err("another run");
        assert!(error.to_string().contains("belongs to"), "{error}");
        state.remove();
        assert!(state.load::<Vec<u32>>().expect("no file").is_none());
    }

    #[test]
    fn numbers_are_loaded_exactly_as_they_were_stored() {
        let folder = tempfile::tempdir().expect("a folder");
        let state = SavedState::new(folder.path().join("run.state"), &"run");
        let mut stream = crate::Seed(1).stream(0);
        let numbers: Vec<f64> = (0..10_000).map(|_| stream.random::<f64>().exp()).collect();
        state.store(&numbers).expect("it is written");
        assert_eq!(state.load().expect("it is read"), Some(numbers));
    }

    #[test]
    fn an_edited_file_and_another_version_are_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("run.state");
        let state = SavedState::new(&path, &"run");
        state.store(&vec![1, 2, 3]).expect("it is written");
        let text = std::fs::read_to_string(&path).expect("it is there");
        for (from, to) in [("[1,2,3]", "[1,2,4]"), ("\"format\":1", "\"format\":9")] {
            let edited = text.replace(from, to);
            assert_ne!(edited, text);
            std::fs::write(&path, edited).expect("it is written");
            assert!(state.load::<Vec<u32>>().is_err());
        }
        std::fs::write(&path, b"\xff\xfe").expect("it is written");
        assert!(state.load::<Vec<u32>>().is_err());
    }
}
