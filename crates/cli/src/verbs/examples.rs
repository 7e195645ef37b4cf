//! `stratalog examples serve`: the server of active learning as its own process.

use std::net::TcpListener;

use clap::{Args, Subcommand};
use stratalog_minesweeper::Board;
use stratalog_minesweeper::mio::remote::serve;
use stratalog_minesweeper::mio::server::ServerSettings;

use crate::Common;
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
    pub fn run(&self, _common: &Common) -> Result<Exit, Failure> {
        let Action::Serve { address, board } = &self.action;
        let board: Board = board.parse()?;
        let listener = TcpListener::bind(address).map_err(|error| {
            Failure::new(format!(
                "cannot listen at {address} ({error}); choose another with --address"
            ))
        })?;
        let bound = listener.local_addr()?;
        eprintln!("serving examples of {board} at {bound}");
        serve(&listener, ServerSettings::on(board));
        Ok(Exit::Done)
    }
}
