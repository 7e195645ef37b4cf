//! The server of active learning as a process of its own: it draws examples of
//! Minesweeper for learners and tests their rules, over a socket.

use std::net::TcpListener;

use serde::{Deserialize, Serialize};
use stratalog_minesweeper::Board;
use stratalog_minesweeper::mio::remote::serve;
use stratalog_minesweeper::mio::server::ServerSettings;
use stratalog_run::{Control, Ended};

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::Error;

/// Asks for a server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Request {
    /// Where it listens, as in `127.0.0.1:7700`.
    pub address: String,
    /// The board examples are drawn from.
    pub board: String,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            address: "127.0.0.1:7700".to_owned(),
            board: "8x8/10".to_owned(),
        }
    }
}

/// What the server did, once it was stopped.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// Where it listened.
    pub address: String,
    /// The board examples were drawn from.
    pub board: String,
    /// Requests it answered.
    pub requests: u64,
    /// Why it ended.
    #[serde(flatten)]
    pub ended: Ended,
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        Verdict::Done
    }
}

impl Request {
    /// Serves until the control is stopped.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        let board: Board = self.board.parse()?;
        let refused = |error: std::io::Error| {
            Error::input(format!(
                "cannot listen at {} ({error}); choose another with --address",
                self.address
            ))
        };
        let listener = TcpListener::bind(&self.address).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?.to_string();
        control.note(format!("serving examples of {board} at {address}"));
        let requests = serve(&listener, ServerSettings::on(board), control).map_err(refused)?;
        Ok(Answer {
            address,
            board: board.to_string(),
            requests,
            ended: Ended::Stopped,
        })
    }
}
