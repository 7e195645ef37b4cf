//! A player that game managers of General Game Playing talk to over HTTP: the
//! third face of the library.
//!
//! A message is the body of a POST request, a list in KIF:
//!
//! | message | answer |
//! | --- | --- |
//! | `(info)` | `((name stratalog) (status available))`, or `busy` as the status |
//! | `(preview RULES CLOCK)` | `ready` |
//! | `(start ID ROLE RULES STARTCLOCK PLAYCLOCK)` | `ready`, within the start clock |
//! | `(play ID nil)`, `(play ID (MOVE …))` | a move, within the play clock |
//! | `(stop ID (MOVE …))` | `done` |
//! | `(abort ID)` | `aborted` |
//!
//! A message for a match that is not being played is answered `busy`. Anything that
//! is not understood is answered with status 400 and what is wrong. [`Message`]
//! reads messages, [`Server`] listens; what the answers are is decided in
//! [`stratalog::ggp`].
//!
//! ```
//! use stratalog::Control;
//! use stratalog::ggp::{Matches, Settings};
//! use stratalog_ggp::{Options, Server};
//!
//! let server = Server::bind(&Options { port: 0, ..Options::default() })?;
//! assert!(server.address().starts_with("http://127.0.0.1:"));
//! # Ok::<(), stratalog_ggp::Error>(())
//! ```
//!
//! This crate may use the library, and `http` to listen. It must never know how a
//! move is chosen, and never know another face.

pub mod limits;
mod message;
mod server;

pub use message::{Message, Mistake};
pub use server::{Error, Options, Server};
