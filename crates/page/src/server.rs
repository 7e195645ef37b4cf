//! Listening, and answering until the stop is requested.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener as StdListener, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use stratalog::Stop;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::api::{self, Shared};
use crate::guard::Guard;
use crate::limits;

/// How long open answers and runs may take to end when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);
/// How often the request to stop is looked at.
const GLANCE: Duration = Duration::from_millis(50);

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

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {cause}; choose another with --port or --host")]
    Address {
        /// The address.
        address: String,
        /// What the system says.
        cause: std::io::Error,
    },
    /// The system refuses threads or temporary files.
    #[error("cannot start the server: {0}")]
    System(#[from] std::io::Error),
}

/// A server that listens.
pub struct Server {
    listener: StdListener,
    address: String,
    guard: Guard,
    state: Option<PathBuf>,
}

impl Server {
    /// Listens, without answering yet.
    pub fn bind(options: &Options) -> Result<Server, Error> {
        let host = options.host.clone();
        let asked = host
            .clone()
            .unwrap_or_else(|| Ipv4Addr::LOCALHOST.to_string());
        let refused = |cause| Error::Address {
            address: format!("{asked}:{}", options.port),
            cause,
        };
        let bare = asked.trim_start_matches('[').trim_end_matches(']');
        let addresses = (bare, options.port).to_socket_addrs().map_err(refused)?;
        let addresses: Vec<SocketAddr> = addresses.collect();
        let listener = StdListener::bind(&addresses[..]).map_err(refused)?;
        let local = listener.local_addr()?;
        let is_shared = !local.ip().is_loopback();
        let shown = match local.ip() {
            IpAddr::V6(ip) => format!("[{ip}]"),
            IpAddr::V4(ip) => ip.to_string(),
        };
        Ok(Server {
            listener,
            address: format!("http://{shown}:{}/", local.port()),
            guard: Guard {
                port: local.port(),
                host: host.filter(|_| is_shared),
                token: is_shared.then(|| format!("{:032x}", rand::random::<u128>())),
            },
            state: options.state.clone(),
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
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()?;
        let shared = Arc::new(Shared::new(self.state.as_deref())?);
        let served = runtime.block_on(self.answer(Arc::clone(&shared), stop));
        // Calls that do not end are left behind.
        runtime.shutdown_timeout(Duration::from_millis(200));
        served
    }

    async fn answer(self, shared: Arc<Shared>, stop: &Stop) -> Result<(), Error> {
        self.listener.set_nonblocking(true)?;
        let listener = TcpListener::from_std(self.listener)?;
        let app = api::router(Arc::clone(&shared), Arc::new(self.guard));
        let open = GracefulShutdown::new();
        let places = Arc::new(Semaphore::new(limits::CONNECTIONS));
        while !stop.is_requested() {
            let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
                tokio::time::sleep(GLANCE).await;
                continue;
            };
            let accepted = tokio::time::timeout(GLANCE, listener.accept()).await;
            let Ok(Ok((stream, _))) = accepted else {
                continue;
            };
            let connection = connect(&app, stream, &open);
            tokio::spawn(async move {
                // A client that breaks off is no error of the server.
                let _ = connection.await;
                drop(place);
            });
        }
        drop(listener);
        shared.runs.stop_all(FAREWELL).await;
        let _ = tokio::time::timeout(Duration::from_secs(1), open.shutdown()).await;
        Ok(())
    }
}

fn connect(
    app: &Router,
    stream: tokio::net::TcpStream,
    open: &GracefulShutdown,
) -> impl Future<Output = hyper::Result<()>> + Send + use<> {
    let service = TowerToHyperService::new(app.clone());
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::HEAD_TIME)
        .max_buf_size(64 * 1024)
        .serve_connection(TokioIo::new(stream), service);
    open.watch(connection)
}
