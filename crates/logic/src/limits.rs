//! How much a query may use before it must stop.

/// Limits of one query. The defaults suit interactive use: a runaway program
/// stops within seconds and a gigabyte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Inference steps: calls of predicates.
    pub steps: u64,
    /// Nested calls, not counting last calls.
    pub depth: usize,
    /// Bytes of terms, frames, choice points and tables.
    pub memory: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 1_000_000_000,
            depth: 5_000_000,
            memory: 1 << 30,
        }
    }
}

impl Limits {
    /// No limit but memory.
    pub fn generous() -> Limits {
        Limits {
            steps: u64::MAX,
            depth: usize::MAX,
            memory: 8 << 30,
        }
    }

    /// These limits with another number of steps.
    pub fn with_steps(self, steps: u64) -> Limits {
        Limits { steps, ..self }
    }

    /// These limits with another depth.
    pub fn with_depth(self, depth: usize) -> Limits {
        Limits { depth, ..self }
    }

    /// These limits with another number of bytes.
    pub fn with_memory(self, memory: usize) -> Limits {
        Limits { memory, ..self }
    }
}
