//! What every verb is given: the options they share, the terminal and the request
//! to stop. A verb makes a request, [`Face::run`]s it and [`Face::show`]s the
//! answer.

use std::io::{self, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;
use stratalog::{Answer, Control, Error, Event, Seed, Stop, Verdict};

use crate::outcome::Failure;
use crate::progress::Progress;

/// Makes a call of the library somewhere else, as on a cluster: it is given the name
/// of a verb and its request as JSON, and gives the answer as JSON, or why there is
/// none; nothing where the user knows that already.
pub type Elsewhere = dyn Fn(&str, &str) -> Result<String, Option<String>>;

/// The terminal as verbs use it.
pub struct Face {
    /// Decides everything random.
    pub seed: Seed,
    /// Whether the answer is printed as one JSON object.
    pub json: bool,
    stop: Stop,
    elsewhere: Option<Box<Elsewhere>>,
}

impl Face {
    /// A face that Ctrl-C and a termination signal ask to stop; the second
    /// signal ends the process at once.
    pub fn new(seed: Seed, json: bool) -> Face {
        let stop = Stop::default();
        let requested = stop.clone();
        // Without a handler the signal ends the process, which is no harm.
        let _ = ctrlc::set_handler(move || {
            if requested.is_requested() {
                std::process::exit(3);
            }
            requested.request();
        });
        Face {
            seed,
            json,
            stop,
            elsewhere: None,
        }
    }

    /// A face whose long calls are made elsewhere. Signals are left to whoever makes
    /// them.
    pub fn calling(seed: Seed, json: bool, elsewhere: Box<Elsewhere>) -> Face {
        Face {
            seed,
            json,
            stop: Stop::default(),
            elsewhere: Some(elsewhere),
        }
    }

    /// Makes a long call of the library: here, with its events shown, or elsewhere.
    pub fn ask<R: Serialize, A: DeserializeOwned>(
        &self,
        verb: &str,
        request: &R,
        run: impl FnOnce(&R, &Control) -> Result<A, Error>,
    ) -> Result<A, Failure> {
        let Some(elsewhere) = &self.elsewhere else {
            return Ok(self.run(|control| run(request, control))?);
        };
        let request = serde_json::to_string(request).expect("requests have text keys");
        let answer = elsewhere(verb, &request)
            .map_err(|reason| reason.map_or(Failure::Told, Failure::new))?;
        Ok(serde_json::from_str(&answer)?)
    }

    /// Makes a call of the library. Its events are shown on standard error once
    /// it has taken a second.
    pub fn run<T>(&self, call: impl FnOnce(&Control) -> T) -> T {
        Progress::default().watch(&self.stop, call)
    }

    /// The control of a call that talks with the user itself: it can be stopped
    /// and shows no progress.
    pub fn control(&self) -> Control {
        Control::stopped_by(self.stop.clone())
    }

    /// The control of a call that goes on until it is stopped: its notes are told
    /// as they come.
    pub fn noting(&self) -> Control {
        Control::new(self.stop.clone(), |event| {
            if let Event::Note { text } = event {
                tell(text);
            }
        })
    }

    /// Prints an answer on standard output, as JSON or for people.
    pub fn show<A: Answer>(
        &self,
        answer: &A,
        print: impl FnOnce(&A, &mut dyn Write) -> io::Result<()>,
    ) -> Result<Verdict, Failure> {
        let mut stdout = anstream::stdout().lock();
        let written = if self.json {
            let text = serde_json::to_string(answer).expect("answers have text keys");
            writeln!(stdout, "{text}")
        } else {
            print(answer, &mut stdout)
        };
        written
            .and_then(|()| stdout.flush())
            .map_err(Failure::output)?;
        Ok(answer.verdict())
    }

    /// The request to stop that Ctrl-C makes.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Tells the user something on standard error. Nobody may be reading it: that
    /// changes nothing.
    pub fn tell(&self, message: &str) {
        tell(message);
    }
}

fn tell(message: &str) {
    let _ = writeln!(io::stderr(), "stratalog: {message}");
}
