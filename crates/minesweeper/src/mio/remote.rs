//! The server of active learning as its own process, over a socket.
//!
//! A request is a line, `first TARGET SEED BOARD LESSON` or `judge TARGET SEED
//! BOARD LESSON`, a line `known CLAUSE` for each rule known before, a line for
//! each clause to be judged, and an empty line. The answer is a line of words
//! with their numbers, lines of examples, and an empty line. All state is in
//! the requests: a server that was killed and started again goes on where
//! the other was, and one server helps any number of learners.

use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use stratalog_logic::Term;
use stratalog_run::Seed;

use super::examples::Example;
use super::rule::Target;
use super::server::{Lesson, LocalServer, ServerSettings};
use super::strategy::Strategy;
use super::tables;
use super::wire::{clause_line, example_line, read_clause, read_example};
use stratalog_ilp::Problem;
use stratalog_ilp::error::Error;
use stratalog_ilp::modes::{ExampleServer, Judgement};

/// The most bytes of one request or answer.
const LONGEST: u64 = 4 << 20;
/// The most clauses of one request.
const MOST_CLAUSES: usize = 200;
/// The answer when there is no example to start from.
const NOTHING: &str = "nothing";
/// How long a learner waits for its server to come back.
const PATIENCE: Duration = Duration::from_secs(60);

/// Answers learners until the process ends; each connection has a thread.
pub fn serve(listener: &TcpListener, settings: ServerSettings) {
    std::thread::scope(|scope| {
        for stream in listener.incoming().flatten() {
            // A connection that breaks is the learner's to make again.
            scope.spawn(move || answer_all(&stream, settings).is_ok());
        }
    });
}

fn answer_all(stream: &TcpStream, settings: ServerSettings) -> std::io::Result<()> {
    loop {
        let mut lines = BufReader::new(stream.take(LONGEST)).lines();
        let Some(request) = lines.next().transpose()? else {
            return Ok(());
        };
        let mut clauses = Vec::new();
        for line in lines {
            let line = line?;
            if line.is_empty() {
                break;
            }
            clauses.push(line);
        }
        let mut out = BufWriter::new(stream);
        match answer(&request, &clauses, settings) {
            Ok(lines) => {
                for line in lines {
                    writeln!(out, "{line}")?;
                }
            }
            Err(Error::NoExamples) => writeln!(out, "{NOTHING}")?,
            Err(error) => writeln!(out, "wrong {error}")?,
        }
        writeln!(out)?;
        out.flush()?;
    }
}

fn answer(
    request: &str,
    clauses: &[String],
    settings: ServerSettings,
) -> Result<Vec<String>, Error> {
    let wrong = || Error::Strategy(format!("'{request}' is not a request"));
    let words: Vec<&str> = request.split(' ').collect();
    let [verb, target, seed, board, lesson] = words[..] else {
        return Err(wrong());
    };
    let target = Target::named(target).ok_or_else(wrong)?;
    let seed = Seed(seed.parse().map_err(|_| wrong())?);
    if clauses.len() > MOST_CLAUSES {
        return Err(wrong());
    }
    let known = clauses
        .iter()
        .filter_map(|line| line.strip_prefix("known "));
    let known: Vec<Term> = known.map(read_clause).collect::<Result<_, Error>>()?;
    let known = Strategy::new(Vec::new(), &known)?.rules;
    let lesson = Lesson::named(lesson, Arc::new(known)).ok_or_else(wrong)?;
    let mut server = LocalServer::teaching(lesson, target, settings, seed);
    server.seek(board.parse().map_err(|_| wrong())?);
    let mut lines = Vec::new();
    match verb {
        "first" => {
            let examples = server.first_examples()?;
            lines.push(format!("next {}", server.position()));
            lines.extend(examples.iter().map(example_line));
        }
        "judge" => {
            let judged = clauses.iter().filter(|line| !line.starts_with("known "));
            let theory: Vec<Term> = judged
                .map(|line| read_clause(line))
                .collect::<Result<_, Error>>()?;
            let judgement = server.judge(&theory)?;
            let kept = theory
                .iter()
                .map(|clause| u8::from(judgement.kept.contains(clause)).to_string());
            lines.push(format!(
                "next {} tested {} positives {} covered {} kept {}",
                server.position(),
                judgement.tested,
                judgement.positives,
                judgement.covered,
                kept.collect::<String>()
            ));
            lines.extend(judgement.counterexamples.iter().map(example_line));
        }
        _ => return Err(wrong()),
    }
    Ok(lines)
}

/// A server somewhere else.
pub struct RemoteServer {
    address: String,
    target: Target,
    seed: Seed,
    next_board: u64,
    stream: Option<TcpStream>,
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
            stream: None,
            lesson,
        }
    }

    /// Sends a request, again if the server was gone and came back.
    fn ask(&mut self, verb: &str, clauses: &[String]) -> Result<Vec<String>, Error> {
        let request = format!(
            "{verb} {} {} {} {}",
            self.target.name(),
            self.seed.0,
            self.next_board,
            self.lesson.background.name()
        );
        let known = self.lesson.known.iter();
        let known = known.map(|rule| format!("known {}", clause_line(&rule.clause)));
        let lines: Vec<String> = known.chain(clauses.iter().cloned()).collect();
        let started = Instant::now();
        loop {
            match self.try_ask(&request, &lines) {
                Ok(lines) => {
                    if lines.first().is_some_and(|line| line == NOTHING) {
                        return Err(Error::NoExamples);
                    }
                    if let Some(problem) =
                        lines.first().and_then(|line| line.strip_prefix("wrong "))
                    {
                        return Err(Error::Strategy(format!(
                            "the server at {} says: {problem}",
                            self.address
                        )));
                    }
                    return Ok(lines);
                }
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
                    self.stream = None;
                    std::thread::sleep(Duration::from_millis(200));
                }
            }
        }
    }

    fn try_ask(&mut self, request: &str, sent: &[String]) -> std::io::Result<Vec<String>> {
        let stream = match &self.stream {
            Some(stream) => stream,
            None => self.stream.insert(TcpStream::connect(&self.address)?),
        };
        let mut out = BufWriter::new(stream);
        writeln!(out, "{request}")?;
        for line in sent {
            writeln!(out, "{line}")?;
        }
        writeln!(out)?;
        out.flush()?;
        let mut lines = Vec::new();
        for line in BufReader::new(stream.take(LONGEST)).lines() {
            let line = line?;
            if line.is_empty() {
                return Ok(lines);
            }
            lines.push(line);
        }
        Err(std::io::Error::other("the server went away"))
    }

    fn bad_answer(&self) -> Error {
        Error::Strategy(format!(
            "{} does not answer as an example server does",
            self.address
        ))
    }
}

/// The number after a word.
fn number(line: &str, word: &str) -> Option<usize> {
    let mut words = line.split(' ');
    words.find(|&other| other == word)?;
    words.next()?.parse().ok()
}

impl ExampleServer for RemoteServer {
    type Example = Example;

    fn first_examples(&mut self) -> Result<Vec<Example>, Error> {
        let lines = self.ask("first", &[])?;
        let (head, rest) = lines.split_first().ok_or_else(|| self.bad_answer())?;
        self.next_board = number(head, "next").ok_or_else(|| self.bad_answer())? as u64;
        rest.iter().map(|line| read_example(line)).collect()
    }

    fn judge(&mut self, theory: &[Term]) -> Result<Judgement<Example>, Error> {
        let clauses: Vec<String> = theory.iter().map(clause_line).collect();
        let lines = self.ask("judge", &clauses)?;
        let (head, rest) = lines.split_first().ok_or_else(|| self.bad_answer())?;
        let read = |word: &str| number(head, word).ok_or_else(|| self.bad_answer());
        let kept = head.rsplit(' ').next().unwrap_or("");
        let judgement = Judgement {
            kept: theory
                .iter()
                .zip(kept.chars())
                .filter(|(_, kept)| *kept == '1')
                .map(|(clause, _)| clause.clone())
                .collect(),
            counterexamples: rest
                .iter()
                .map(|line| read_example(line))
                .collect::<Result<_, Error>>()?,
            tested: read("tested")?,
            positives: read("positives")?,
            covered: read("covered")?,
        };
        self.next_board = read("next")? as u64;
        Ok(judgement)
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
