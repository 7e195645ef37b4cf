//! Listening for HTTP connections within limits, until a stop is requested: what
//! the server of the page and the player of game managers share.
//!
//! ```
//! use stratalog_http::Listener;
//!
//! let listener = Listener::bind(None, 0)?;
//! assert!(listener.address().starts_with("http://127.0.0.1:"));
//! # Ok::<(), stratalog_http::Error>(())
//! ```
//!
//! A client that sends nothing, or half a request, is disconnected after a time.
//! Where there are too many connections, or the system has no more descriptors,
//! further clients wait.
//!
//! This crate uses `run`. It must never know what is asked or answered.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener as StdListener, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use stratalog_run::Stop;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// How often the request to stop is looked at.
const GLANCE: Duration = Duration::from_millis(50);
/// How long open answers may take to end when the server stops.
const FAREWELL: Duration = Duration::from_secs(1);
/// The largest head of a request, in bytes.
const HEAD: usize = 64 * 1024;

/// How much clients can ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Connections at once.
    pub connections: usize,
    /// The time within which a client must send the head of a request, also of
    /// the next one on the same connection.
    pub head_time: Duration,
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
        cause: io::Error,
    },
    /// The system refuses threads or temporary files.
    #[error("cannot start the server: {0}")]
    System(#[from] io::Error),
}

/// An address that is listened on.
#[derive(Debug)]
pub struct Listener {
    listener: StdListener,
    local: SocketAddr,
}

impl Listener {
    /// Listens on an address or the address of a name, or for this machine only
    /// where none is given; port 0 is any that is free.
    pub fn bind(host: Option<&str>, port: u16) -> Result<Listener, Error> {
        let own = Ipv4Addr::LOCALHOST.to_string();
        let asked = host.unwrap_or(&own);
        let refused = |cause| Error::Address {
            address: format!("{asked}:{port}"),
            cause,
        };
        let bare = asked.trim_start_matches('[').trim_end_matches(']');
        let addresses = (bare, port).to_socket_addrs().map_err(refused)?;
        let addresses: Vec<SocketAddr> = addresses.collect();
        let listener = StdListener::bind(&addresses[..]).map_err(refused)?;
        let local = listener.local_addr()?;
        Ok(Listener { listener, local })
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.local.port()
    }

    /// Whether other machines can connect.
    pub fn is_shared(&self) -> bool {
        !self.local.ip().is_loopback()
    }

    /// The address, as in `http://127.0.0.1:8731/`.
    pub fn address(&self) -> String {
        let shown = match self.local.ip() {
            IpAddr::V6(ip) => format!("[{ip}]"),
            IpAddr::V4(ip) => ip.to_string(),
        };
        format!("http://{shown}:{}/", self.local.port())
    }

    /// Answers until a stop is requested. Then no further connection is accepted,
    /// `last` is awaited, and open answers may end.
    pub fn serve(
        self,
        app: Router,
        limits: Limits,
        stop: &Stop,
        last: impl Future<Output = ()>,
    ) -> Result<(), Error> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()?;
        let served = runtime.block_on(self.answer(app, limits, stop, last));
        // Calls that do not end are left behind.
        runtime.shutdown_timeout(Duration::from_millis(200));
        Ok(served?)
    }

    async fn answer(
        self,
        app: Router,
        limits: Limits,
        stop: &Stop,
        last: impl Future<Output = ()>,
    ) -> io::Result<()> {
        self.listener.set_nonblocking(true)?;
        let listener = TcpListener::from_std(self.listener)?;
        let open = GracefulShutdown::new();
        let places = Arc::new(Semaphore::new(limits.connections));
        while !stop.is_requested() {
            let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
                sleep(GLANCE).await;
                continue;
            };
            let stream = match timeout(GLANCE, listener.accept()).await {
                Ok(Ok((stream, _))) => stream,
                Ok(Err(_)) => {
                    // Descriptors may have run out: trying again at once would keep
                    // a processor busy.
                    sleep(GLANCE).await;
                    continue;
                }
                Err(_) => continue,
            };
            let connection = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(limits.head_time)
                .max_buf_size(HEAD)
                .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app.clone()));
            let connection = open.watch(connection);
            tokio::spawn(async move {
                // A client that breaks off is no error of the server.
                let _ = connection.await;
                drop(place);
            });
        }
        drop(listener);
        last.await;
        let _ = timeout(FAREWELL, open.shutdown()).await;
        Ok(())
    }
}
