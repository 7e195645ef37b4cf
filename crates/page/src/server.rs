//! Listening, and answering until the stop is requested.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use stratalog::Stop;
pub use stratalog_http::Error;
use stratalog_http::{Limits, Listener};

use crate::api::{self, Shared};
use crate::guard::Guard;
use crate::limits;

/// How long runs may take to end when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);

/// Where to listen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The address or name to listen on; only this machine is served if `None`.
    pub host: Option<String>,
    /// Where runs and texts are kept, so that they are found again; nothing
    /// outlives the server if `None`.
    pub state: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            port: 8731,
            host: None,
            state: None,
        }
    }
}

/// Where a server on this port keeps its runs: in the user's folder for state, by
/// port, since two servers never have the same one. Nowhere for port 0, which
/// stands for any.
pub fn state_folder(port: u16) -> Option<PathBuf> {
    let own = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let states = own("XDG_STATE_HOME").map(PathBuf::from);
    let states =
        states.or_else(|| own("HOME").map(|home| PathBuf::from(home).join(".local/state")));
    let folder = states?.join("stratalog").join(format!("page-{port}"));
    (port != 0).then_some(folder)
}

/// A server that listens.
pub struct Server {
    listener: Listener,
    address: String,
    guard: Guard,
    state: Option<PathBuf>,
}

impl Server {
    /// Listens, without answering yet.
    pub fn bind(options: &Options) -> Result<Server, Error> {
        let listener = Listener::bind(options.host.as_deref(), options.port)?;
        let is_shared = listener.is_shared();
        Ok(Server {
            address: listener.address(),
            guard: Guard {
                port: listener.port(),
                host: options.host.clone().filter(|_| is_shared),
                token: is_shared.then(|| format!("{:032x}", rand::random::<u128>())),
            },
            state: options.state.clone(),
            listener,
        })
    }

    /// The address of the page.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The token that requests need, where other machines are served.
    pub fn token(&self) -> Option<&str> {
        self.guard.token.as_deref()
    }

    /// The address that opens the page, with the token where one is needed.
    pub fn link(&self) -> String {
        match self.token() {
            Some(token) => format!("{}?token={token}", self.address),
            None => self.address.clone(),
        }
    }

    /// Answers until a stop is requested. Runs are asked to stop, and end with
    /// what they have.
    pub fn serve(self, stop: &Stop) -> Result<(), Error> {
        let shared = Arc::new(Shared::new(self.state.as_deref())?);
        let app = api::router(Arc::clone(&shared), Arc::new(self.guard));
        let limits = Limits {
            connections: limits::CONNECTIONS,
            head_time: limits::HEAD_TIME,
        };
        let runs_end = async { shared.runs.stop_all(FAREWELL).await };
        self.listener.serve(app, limits, stop, runs_end)
    }
}
