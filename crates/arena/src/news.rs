//! What a long measurement is at, for those who wait for it.

use std::sync::{Arc, Mutex, PoisonError};

/// A line of text that one thread writes and another shows. Copies share it.
#[derive(Clone, Debug, Default)]
pub struct News(Arc<Mutex<String>>);

impl News {
    /// Replaces what was told before.
    pub fn tell(&self, text: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }

    /// What was told last; nothing at first.
    pub fn last(&self) -> String {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}
