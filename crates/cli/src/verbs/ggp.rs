//! `stratalog ggp`: a player for game managers.

use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use stratalog::Answer as IsAnswer;
use stratalog::ggp::{Matches, Settings};
use stratalog_ggp::{Options, Server};

use crate::face::Face;
use crate::outcome::{Exit, Failure};

/// Play whatever game a game manager sends (General Game Playing, over HTTP)
#[derive(Args)]
pub struct Ggp {
    /// The port to listen on; 0 for any that is free
    #[arg(long, default_value_t = Options::default().port, value_name = "N")]
    port: u16,
    /// Listen to other machines too, on this address
    #[arg(long, value_name = "ADDRESS")]
    host: Option<String>,
    /// Who plays: a name, or the path of a strategy file
    /// [default: UCT for as long as the play clock allows]
    #[arg(long, value_name = "PLAYER")]
    player: Option<String>,
}

/// Where the player is.
#[derive(Serialize)]
struct Listening {
    address: String,
}

impl IsAnswer for Listening {}

impl Ggp {
    pub fn run(&self, face: &Face) -> Result<Exit, Failure> {
        let settings = Settings {
            player: self.player.clone(),
            seed: face.seed,
        };
        let control = face.noting();
        let matches = Matches::new(settings, control).map_err(Failure::new)?;
        let options = Options {
            port: self.port,
            host: self.host.clone(),
        };
        let server = Server::bind(&options).map_err(Failure::new)?;
        if server.is_shared() {
            face.tell("other machines can start matches and use this one's processor");
        }
        let listening = Listening {
            address: server.address().to_owned(),
        };
        let exit = face.show(&listening, print)?;
        server.serve(matches, face.stop()).map_err(Failure::new)?;
        Ok(exit)
    }
}

fn print(listening: &Listening, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", listening.address)
}
