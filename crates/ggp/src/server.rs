//! Messages over HTTP.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    CONTENT_TYPE,
};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use stratalog::Stop;
use stratalog::ggp::{MatchName, Matches, Refusal, Start};
pub use stratalog_http::Error;
use stratalog_http::{Limits, Listener};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::limits;
use crate::message::Message;

/// Where to listen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The address or name to listen on; only this machine is served if `None`.
    pub host: Option<String>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            port: 9147,
            host: None,
        }
    }
}

/// A player that listens.
pub struct Server {
    listener: Listener,
    address: String,
}

impl Server {
    /// Listens, without answering yet.
    pub fn bind(options: &Options) -> Result<Server, Error> {
        let listener = Listener::bind(options.host.as_deref(), options.port)?;
        Ok(Server {
            address: listener.address(),
            listener,
        })
    }

    /// The address for game managers.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Whether other machines can connect.
    pub fn is_shared(&self) -> bool {
        self.listener.is_shared()
    }

    /// Answers until a stop is requested.
    pub fn serve(self, matches: Matches, stop: &Stop) -> Result<(), Error> {
        let app = Router::new()
            .fallback(respond)
            .with_state(Arc::new(matches));
        let limits = Limits {
            connections: limits::CONNECTIONS,
            head_time: limits::HEAD_TIME,
        };
        self.listener.serve(app, limits, stop, async {})
    }
}

/// An answer, or why there is none.
type Answer = Result<String, (StatusCode, String)>;

async fn respond(State(matches): State<Arc<Matches>>, request: Request) -> Response {
    let arrived = Instant::now();
    let is_question = request.method() == Method::OPTIONS;
    let answer = if is_question {
        // A browser asks whether a page may talk to us; the headers say so.
        Ok(String::new())
    } else {
        answer(matches, request, arrived).await
    };
    let headers = [
        (CONTENT_TYPE, "text/acl"),
        (ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (ACCESS_CONTROL_ALLOW_METHODS, "POST, GET, OPTIONS"),
        (
            ACCESS_CONTROL_ALLOW_HEADERS,
            "*, content-type, sender, receiver",
        ),
    ];
    match answer {
        Ok(text) => (headers, text).into_response(),
        Err((status, text)) => (status, headers, text + "\n").into_response(),
    }
}

async fn answer(matches: Arc<Matches>, request: Request, arrived: Instant) -> Answer {
    let receiver = receiver(request.headers());
    let text = if request.method() == Method::GET {
        // Some game managers put the message into the address.
        decode(request.uri().path().trim_start_matches('/'))
    } else {
        let body = timeout(
            limits::BODY_TIME,
            to_bytes(request.into_body(), limits::BODY),
        );
        match body.await {
            Ok(Ok(bytes)) => String::from_utf8_lossy(&bytes).into_owned(),
            Ok(Err(_)) => {
                let most = limits::BODY / 1024 / 1024;
                let message = format!("the message is broken off or larger than {most} MB");
                return Err((StatusCode::PAYLOAD_TOO_LARGE, message));
            }
            Err(_) => {
                let seconds = limits::BODY_TIME.as_secs();
                let message = format!("the message did not arrive within {seconds} seconds");
                return Err((StatusCode::REQUEST_TIMEOUT, message));
            }
        }
    };
    // The answer to a match is waited for on a thread that may wait.
    let obeyed = spawn_blocking(move || obey(&matches, &text, receiver, arrived));
    obeyed.await.unwrap_or_else(|_| {
        let message = "this message failed inside the program; please report it";
        Err((StatusCode::INTERNAL_SERVER_ERROR, message.to_owned()))
    })
}

/// Does what a message says.
fn obey(matches: &Matches, text: &str, receiver: Option<String>, arrived: Instant) -> Answer {
    let message = Message::read(text);
    let message = message.map_err(|mistake| (StatusCode::BAD_REQUEST, mistake.to_string()))?;
    let named = |id: &str| MatchName {
        id: id.to_owned(),
        receiver,
    };
    let obeyed = match message {
        Message::Info => {
            let status = if matches.is_available() {
                "available"
            } else {
                "busy"
            };
            Ok(format!("((name stratalog) (status {status}))"))
        }
        Message::Preview => Ok("ready".to_owned()),
        Message::Start {
            id,
            role,
            rules,
            start_clock,
            play_clock,
        } => {
            let start = Start {
                role: role.to_owned(),
                rules: rules.to_owned(),
                start_clock,
                play_clock,
            };
            let started = matches.start(&named(id), start, arrived);
            started.map(|()| "ready".to_owned())
        }
        Message::Play { id, last } => matches.play(&named(id), last, arrived),
        Message::Stop { id, last } => {
            let stopped = matches.stop(&named(id), last);
            stopped.map(|()| "done".to_owned())
        }
        Message::Abort { id } => matches.abort(&named(id)).map(|()| "aborted".to_owned()),
    };
    match obeyed {
        // To be busy is an answer of the protocol.
        Err(Refusal::Busy) => Ok(Refusal::Busy.to_string()),
        Err(refusal) => Err((StatusCode::BAD_REQUEST, refusal.to_string())),
        Ok(answer) => Ok(answer),
    }
}

/// The player that a message is for.
fn receiver(headers: &HeaderMap) -> Option<String> {
    let name = headers.get("receiver")?.to_str().ok()?.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// The text of an address: `+` is a space, `%28` a parenthesis.
fn decode(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        let (byte, after) = match (first, after) {
            (b'+', _) => (b' ', after),
            (b'%', [high, low, after @ ..]) if is_hex(*high) && is_hex(*low) => {
                (16 * digit(*high) + digit(*low), after)
            }
            _ => (*first, after),
        };
        bytes.push(byte);
        rest = after;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn is_hex(byte: u8) -> bool {
    byte.is_ascii_hexdigit()
}

fn digit(byte: u8) -> u8 {
    char::from(byte).to_digit(16).unwrap_or(0) as u8
}
