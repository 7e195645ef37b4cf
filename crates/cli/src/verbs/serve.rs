//! `stratalog serve`: the web page, from a local server.

use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use stratalog::Answer as IsAnswer;
use stratalog_page::{Options, Server, state_folder};

use crate::face::Face;
use crate::outcome::{Exit, Failure};

/// Show everything on a web page, from a server on this machine
#[derive(Args)]
pub struct Serve {
    /// The port to listen on; 0 for any that is free
    #[arg(long, default_value_t = Options::default().port, value_name = "N")]
    port: u16,
    /// Serve other machines too, on this address; a token is then needed
    #[arg(long, value_name = "ADDRESS")]
    host: Option<String>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

/// Where the page is.
#[derive(Serialize)]
struct Listening {
    address: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

impl IsAnswer for Listening {}

impl Serve {
    pub fn run(&self, face: &Face) -> Result<Exit, Failure> {
        let options = Options {
            port: self.port,
            host: self.host.clone(),
            state: state_folder(self.port),
        };
        let server = Server::bind(&options).map_err(Failure::new)?;
        if server.token().is_some() {
            face.tell(
                "the page is open to other machines: whoever has the token can use this one's \
                 processor; there is no encryption",
            );
        }
        let link = server.link();
        let listening = Listening {
            address: server.address().to_owned(),
            token: server.token().map(str::to_owned),
        };
        let exit = face.show(&listening, |_, out| print(&link, out))?;
        if self.open {
            open(&link, face);
        }
        server.serve(face.stop()).map_err(Failure::new)?;
        Ok(exit)
    }
}

fn print(link: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{link}")
}

/// Opens the page with the program that the system has for it.
fn open(link: &str, face: &Face) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(target_os = "windows") {
        "explorer"
    } else {
        "xdg-open"
    };
    if std::process::Command::new(opener)
        .arg(link)
        .spawn()
        .is_err()
    {
        face.tell("no browser could be started; open the address yourself");
    }
}
