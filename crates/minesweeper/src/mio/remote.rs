//! The server of active learning as its own process, over a socket.
//!
//! Requests and replies are JSON objects, one a line. All state is in the
//! requests: a server that was killed and started again continues where it was,
//! and one server helps any number of learners.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use stratalog_ilp::Problem;
use stratalog_ilp::error::Error;
use stratalog_ilp::modes::{ExampleServer, Judgement};
use stratalog_logic::Term;
use stratalog_run::{Control, Seed};

use super::examples::Example;
use super::rule::Target;
use super::server::{Lesson, LocalServer, ServerSettings};
use super::strategy::Strategy;
use super::tables;
use super::wire::{ExampleData, clause_texts, example_data, read_clauses, read_examples};

/// The most bytes of one request or reply.
const LONGEST: u64 = 4 << 20;
/// The most clauses of one request.
const MOST_CLAUSES: usize = 200;
/// How long a learner waits for its server to come back.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often a waiting server checks whether it was stopped.
const CHECK: Duration = Duration::from_millis(50);

/// What a learner asks.
#[derive(Serialize, Deserialize)]
struct Request {
    action: Action,
    target: String,
    seed: Seed,
    /// Where the learner is in the stream of random boards.
    position: u64,
    lesson: String,
    /// Rules known before the lesson.
    known: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    /// Send the examples to start with.
    First,
    /// Test this theory.
    Judge { theory: Vec<String> },
}

/// What the server replies.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Reply {
    /// The examples to start with.
    Examples {
        position: u64,
        examples: Vec<ExampleData>,
    },
    /// The test of a theory.
    Judged {
        position: u64,
        /// For each clause, whether it is accurate enough.
        kept: Vec<bool>,
        tested: usize,
        positives: usize,
        covered: usize,
        counterexamples: Vec<ExampleData>,
    },
    /// There is no example to start from.
    Nothing,
    /// The request cannot be answered.
    Wrong { problem: String },
}

/// Answers learners until the control is stopped; each connection has a thread.
/// Gives the number of requests answered.
pub fn serve(
    listener: &TcpListener,
    settings: ServerSettings,
    control: &Control,
) -> io::Result<u64> {
    listener.set_nonblocking(true)?;
    let answered = AtomicU64::new(0);
    std::thread::scope(|scope| {
        let answered = &answered;
        while !control.is_stopped() {
            match listener.accept() {
                Ok((stream, _)) => {
                    // A connection that breaks is the learner's to make again.
                    scope.spawn(move || answer_all(&stream, settings, control, answered).is_ok());
                }
                Err(_) => std::thread::sleep(CHECK),
            }
        }
    });
    Ok(answered.load(Ordering::Relaxed))
}

fn answer_all(
    stream: &TcpStream,
    settings: ServerSettings,
    control: &Control,
    answered: &AtomicU64,
) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(CHECK))?;
    let mut reader = BufReader::new(stream);
    while let Some(line) = next_line(&mut reader, control)? {
        let reply = match serde_json::from_slice::<Request>(&line) {
            Ok(request) => reply_to(&request, settings),
            Err(error) => Err(Error::Strategy(format!("it is not a request: {error}"))),
        };
        let reply = reply.unwrap_or_else(|error| match error {
            Error::NoExamples => Reply::Nothing,
            error => Reply::Wrong {
                problem: error.to_string(),
            },
        });
        write_line(stream, &reply)?;
        answered.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

/// The next line of a connection; nothing when it was closed or the server was
/// stopped.
fn next_line(reader: &mut BufReader<&TcpStream>, control: &Control) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    while !control.is_stopped() {
        let room = LONGEST.saturating_sub(line.len() as u64);
        match reader.take(room).read_until(b'\n', &mut line) {
            Ok(_) if line.ends_with(b"\n") => return Ok(Some(line)),
            Ok(_) => return Ok(None),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

fn write_line(mut stream: &TcpStream, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    stream.write_all(&line)
}

fn reply_to(request: &Request, settings: ServerSettings) -> Result<Reply, Error> {
    let unknown = |what: &str, name: &str| Error::Strategy(format!("there is no {what} {name}"));
    let target = Target::named(&request.target);
    let target = target.ok_or_else(|| unknown("target", &request.target))?;
    let theory = match &request.action {
        Action::First => &[][..],
        Action::Judge { theory } => theory,
    };
    if request.known.len() + theory.len() > MOST_CLAUSES {
        return Err(Error::Strategy(format!(
            "a request has at most {MOST_CLAUSES} clauses"
        )));
    }
    let known = Strategy::new(Vec::new(), &read_clauses(&request.known)?)?.rules;
    let lesson = Lesson::named(&request.lesson, Arc::new(known));
    let lesson = lesson.ok_or_else(|| unknown("lesson", &request.lesson))?;
    let mut server = LocalServer::teaching(lesson, target, settings, request.seed);
    server.seek(request.position);
    if let Action::First = request.action {
        let examples = server.first_examples()?;
        return Ok(Reply::Examples {
            position: server.position(),
            examples: example_data(&examples),
        });
    }
    let theory = read_clauses(theory)?;
    let judgement = server.judge(&theory)?;
    let is_kept = |clause| judgement.kept.contains(clause);
    Ok(Reply::Judged {
        position: server.position(),
        kept: theory.iter().map(is_kept).collect(),
        tested: judgement.tested,
        positives: judgement.positives,
        covered: judgement.covered,
        counterexamples: example_data(&judgement.counterexamples),
    })
}

/// A server somewhere else.
pub struct RemoteServer {
    address: String,
    target: Target,
    seed: Seed,
    next_board: u64,
    connection: Option<BufReader<TcpStream>>,
    lesson: Lesson,
}

impl RemoteServer {
    /// The server at this address, such as `127.0.0.1:7700`.
    pub fn new(
        address: impl Into<String>,
        lesson: Lesson,
        target: Target,
        seed: Seed,
    ) -> RemoteServer {
        RemoteServer {
            address: address.into(),
            target,
            seed,
            next_board: 0,
            connection: None,
            lesson,
        }
    }

    /// Sends a request, again if the server was gone and came back.
    fn ask(&mut self, action: Action) -> Result<Reply, Error> {
        let request = Request {
            action,
            target: self.target.name().to_owned(),
            seed: self.seed,
            position: self.next_board,
            lesson: self.lesson.background.name().to_owned(),
            known: clause_texts(self.lesson.known.iter().map(|rule| &rule.clause)),
        };
        let started = Instant::now();
        loop {
            match self.try_ask(&request) {
                Ok(Reply::Nothing) => return Err(Error::NoExamples),
                Ok(Reply::Wrong { problem }) => {
                    return Err(Error::Strategy(format!(
                        "the server at {} says: {problem}",
                        self.address
                    )));
                }
                Ok(reply) => return Ok(reply),
                Err(error) if started.elapsed() > PATIENCE => {
                    return Err(Error::Unreadable {
                        path: self.address.clone(),
                        problem: format!(
                            "{error}; start one with stratalog examples serve --address {}",
                            self.address
                        ),
                    });
                }
                Err(_) => {
                    self.connection = None;
                    std::thread::sleep(Duration::from_millis(200));
                }
            }
        }
    }

    fn try_ask(&mut self, request: &Request) -> io::Result<Reply> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            None => {
                let stream = TcpStream::connect(&self.address)?;
                self.connection.insert(BufReader::new(stream))
            }
        };
        write_line(connection.get_ref(), request)?;
        let mut line = Vec::new();
        connection.take(LONGEST).read_until(b'\n', &mut line)?;
        if !line.ends_with(b"\n") {
            return Err(io::Error::other("the server closed the connection"));
        }
        Ok(serde_json::from_slice(&line)?)
    }

    fn bad_reply(&self) -> Error {
        Error::Strategy(format!(
            "{} does not answer as an example server does",
            self.address
        ))
    }
}

impl ExampleServer for RemoteServer {
    type Example = Example;

    fn first_examples(&mut self) -> Result<Vec<Example>, Error> {
        let Reply::Examples { position, examples } = self.ask(Action::First)? else {
            return Err(self.bad_reply());
        };
        self.next_board = position;
        read_examples(examples)
    }

    fn judge(&mut self, theory: &[Term]) -> Result<Judgement<Example>, Error> {
        let reply = self.ask(Action::Judge {
            theory: clause_texts(theory),
        })?;
        let Reply::Judged {
            position,
            kept,
            tested,
            positives,
            covered,
            counterexamples,
        } = reply
        else {
            return Err(self.bad_reply());
        };
        self.next_board = position;
        let kept = theory.iter().zip(kept).filter(|(_, kept)| *kept);
        Ok(Judgement {
            kept: kept.map(|(clause, _)| clause.clone()).collect(),
            counterexamples: read_examples(counterexamples)?,
            tested,
            positives,
            covered,
        })
    }

    fn problem(&self, examples: &[Example]) -> Result<Problem, Error> {
        tables::problem(examples, self.target, &self.lesson.background)
    }

    fn position(&self) -> u64 {
        self.next_board
    }

    fn seek(&mut self, position: u64) {
        self.next_board = position;
    }
}
