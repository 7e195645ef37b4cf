//! The web page and the local server behind it: the second face of the library.
//!
//! Every answer of the HTTP interface is an answer of the library `stratalog`.
//! Short calls are answered at once. Long calls are runs: they go on when the
//! page is closed, stream their events, and can be found again and stopped. All
//! files of the page are part of the binary.
//!
//! ```
//! use stratalog_page::{Options, Server};
//!
//! let server = Server::bind(&Options { port: 0, ..Options::default() })?;
//! assert!(server.address().starts_with("http://127.0.0.1:"));
//! assert_eq!(server.token(), None);
//! # Ok::<(), stratalog_page::Error>(())
//! ```
//!
//! The server is safe by default: it listens on the loopback interface, checks
//! where a request comes from ([`guard`]), and limits what one client can ask for
//! ([`limits`]). Texts that a client sends are kept on a [`desk`] under names that
//! the server chooses.
//!
//! This crate may use the library and nothing below it. It must never know how a
//! game is played or learned, never open a path that a client names, and never
//! know another face.

pub mod api;
mod assets;
mod calls;
pub mod desk;
pub mod guard;
pub mod limits;
mod refusal;
mod runs;
mod server;
mod sessions;

pub use refusal::Refusal;
pub use server::{Error, Options, Server, state_folder};
