//! `stratalog new`: writes a commented rulesheet to start from.

use std::path::PathBuf;

use clap::Args;
use stratalog::new::Request;

use crate::face::Face;
use crate::outcome::{Exit, Failure};

/// Write NAME.pl, a commented rulesheet to start from
#[derive(Args)]
pub struct New {
    /// The name of the game
    name: String,
}

impl New {
    pub fn run(&self, face: &Face) -> Result<Exit, Failure> {
        let request = Request {
            name: self.name.clone(),
            folder: PathBuf::new(),
        };
        let answer = face.run(|control| request.run(control))?;
        face.show(&answer, |answer, out| {
            let file = answer.file.display();
            writeln!(
                out,
                "{file} is written; `stratalog rules check {file}` checks it"
            )
        })
    }
}
