//! What a learner knows, saved after each round: a run that was killed resumes
//! from there and ends with the same rules.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use stratalog_ilp::error::Error;
use stratalog_ilp::modes::Checkpoint;
use stratalog_run::{SavedState, StateError};

use super::examples::Example;
use super::wire::{ExampleData, clause_texts, example_data, read_clauses, read_examples};

/// The saved state of a run: a checkpoint for each lesson and target.
#[derive(Debug)]
pub struct LearnerState {
    saved: SavedState,
    checkpoints: Mutex<BTreeMap<String, SavedCheckpoint>>,
}

/// A checkpoint of one target as it is saved.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct SavedCheckpoint {
    theory: Vec<String>,
    met: Vec<String>,
    examples: Vec<ExampleData>,
    given_up: Vec<usize>,
    idle: usize,
    rounds: usize,
    position: u64,
}

impl LearnerState {
    /// The state beside a strategy file, with what a run with the same settings
    /// saved there.
    pub fn beside(strategy: &Path, run: &impl Serialize) -> Result<LearnerState, StateError> {
        let saved = SavedState::new(SavedState::path_beside(strategy), run);
        let checkpoints = saved.load()?.unwrap_or_default();
        Ok(LearnerState {
            saved,
            checkpoints: Mutex::new(checkpoints),
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.saved.path()
    }

    /// The checkpoint of a lesson and target.
    pub fn load(&self, key: &str) -> Result<Option<Checkpoint<Example>>, Error> {
        let checkpoints = self.checkpoints();
        let Some(saved) = checkpoints.get(key) else {
            return Ok(None);
        };
        Ok(Some(Checkpoint {
            theory: read_clauses(&saved.theory)?,
            met: read_clauses(&saved.met)?,
            examples: read_examples(saved.examples.clone())?,
            given_up: saved.given_up.clone(),
            idle: saved.idle,
            rounds: saved.rounds,
            position: saved.position,
        }))
    }

    /// Saves the checkpoint of a lesson and target.
    pub fn store(&self, key: &str, checkpoint: &Checkpoint<Example>) -> Result<(), StateError> {
        let saved = SavedCheckpoint {
            theory: clause_texts(&checkpoint.theory),
            met: clause_texts(&checkpoint.met),
            examples: example_data(&checkpoint.examples),
            given_up: checkpoint.given_up.clone(),
            idle: checkpoint.idle,
            rounds: checkpoint.rounds,
            position: checkpoint.position,
        };
        let mut checkpoints = self.checkpoints();
        checkpoints.insert(key.to_owned(), saved);
        self.saved.store(&*checkpoints)
    }

    /// Removes the file, once the strategy is learned.
    pub fn remove(&self) {
        self.saved.remove();
    }

    fn checkpoints(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, SavedCheckpoint>> {
        // A thread that panicked while it held the lock left whole entries.
        let locked = self.checkpoints.lock();
        locked.unwrap_or_else(PoisonError::into_inner)
    }
}
