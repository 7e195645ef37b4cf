//! Wall time and processor time.

use std::time::Instant;

use cpu_time::ProcessTime;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A running measurement of time.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    wall: Instant,
    processor: ProcessTime,
}

/// The time that has passed. In an answer it is flattened into `seconds` and
/// `cpu_seconds`.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Elapsed {
    /// Seconds of wall time.
    pub seconds: f64,
    /// Seconds of processor time, summed over all threads of the process.
    pub cpu_seconds: f64,
}

impl Clock {
    /// Starts measuring.
    pub fn start() -> Clock {
        Clock {
            wall: Instant::now(),
            processor: ProcessTime::now(),
        }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Elapsed {
        Elapsed {
            seconds: self.wall.elapsed().as_secs_f64(),
            cpu_seconds: self.processor.elapsed().as_secs_f64(),
        }
    }
}
