//! `stratalog examples`: the server of active learning as its own process, and
//! the learning problem in other learners' files.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use stratalog::examples::{Answer, Request};
use stratalog::export_examples as export;

use crate::face::Face;
use crate::outcome::{Exit, Failure};

/// Draw Minesweeper examples: serve them to learners, or write them to files
#[derive(Args)]
pub struct Examples {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Serve Minesweeper examples until stopped
    Serve {
        /// Where to listen
        #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7700")]
        address: String,
        /// The board examples are drawn from
        #[arg(long, value_name = "BOARD", default_value = "8x8/10")]
        board: String,
    },
    /// Write a learning problem in the files of Aleph or Popper
    Export {
        /// The folder to write to; it is created
        folder: PathBuf,
        /// Whose files
        #[arg(long, value_name = "FORMAT", default_value = "aleph", value_parser = ["aleph", "popper"])]
        format: String,
        /// The board examples are drawn from
        #[arg(long, value_name = "BOARD", default_value = "8x8/10")]
        board: String,
        /// What is to be learned: when a square is safe, or when it is a mine
        #[arg(long, value_name = "TARGET", default_value = "safe", value_parser = ["safe", "mine"])]
        target: String,
        /// How many positive examples, and how many negative ones
        #[arg(long, value_name = "N", default_value_t = 30)]
        examples: usize,
    },
}

impl Examples {
    pub fn run(&self, face: &Face) -> Result<Exit, Failure> {
        match &self.action {
            Action::Serve { address, board } => {
                let request = Request {
                    address: address.clone(),
                    board: board.clone(),
                };
                let answer = face.run(|control| request.run(control))?;
                face.show(&answer, print)
            }
            Action::Export {
                folder,
                format,
                board,
                target,
                examples,
            } => {
                let request = export::Request {
                    folder: folder.clone(),
                    format: format.clone(),
                    board: board.clone(),
                    target: target.clone(),
                    examples: *examples,
                    seed: face.seed,
                };
                let answer = face.run(|control| request.run(control))?;
                face.show(&answer, print_export)
            }
        }
    }
}

fn print(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let requests = answer.requests;
    writeln!(out, "{requests} requests answered at {}", answer.address)
}

fn print_export(answer: &export::Answer, out: &mut dyn Write) -> io::Result<()> {
    let export::Answer {
        board,
        target,
        positives,
        negatives,
        ..
    } = answer;
    writeln!(
        out,
        "{target} on {board}: {positives} positive and {negatives} negative examples"
    )?;
    for file in &answer.files {
        writeln!(out, "  {}", file.display())?;
    }
    Ok(())
}
