//! `stratalog examples serve`: the server of active learning as its own process.

use std::io::{self, Write};

use clap::{Args, Subcommand};
use stratalog::examples::{Answer, Request};

use crate::face::Face;
use crate::outcome::{Exit, Failure};

/// Draw examples for learners and test their rules, over a socket
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
}

impl Examples {
    pub fn run(&self, face: &Face) -> Result<Exit, Failure> {
        let Action::Serve { address, board } = &self.action;
        let request = Request {
            address: address.clone(),
            board: board.clone(),
        };
        let answer = face.run(|control| request.run(control))?;
        face.show(&answer, print)
    }
}

fn print(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let requests = answer.requests;
    writeln!(out, "{requests} requests answered at {}", answer.address)
}
