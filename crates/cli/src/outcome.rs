//! How a verb ends: the exit codes scripts rely on, and failures in plain words.

use std::fmt::Display;
use std::io::{self, Write};

/// A verb that did its work.
pub use stratalog::Verdict as Exit;

/// The exit code of a verb that did its work.
pub fn exit_code(exit: Exit) -> u8 {
    match exit {
        Exit::Done => 0,
        Exit::No => 1,
        Exit::Limit => 3,
    }
}

/// Why a verb gave no answer.
pub enum Failure {
    /// The call or its input is wrong: what is wrong, and what to do.
    Wrong(String),
    /// The same where the user was told already.
    Told,
    /// Nobody reads the output any more, as in `stratalog … | head`.
    Closed,
}

impl Failure {
    /// A failure with this message.
    pub fn new(message: impl Display) -> Failure {
        Failure::Wrong(message.to_string())
    }

    /// The failure to write to standard output.
    pub fn output(error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Failure::Closed
        } else {
            Failure::new(format!("the output cannot be written: {error}"))
        }
    }

    /// Prints the message and gives the exit code.
    pub fn report(&self) -> u8 {
        match self {
            Failure::Wrong(message) => {
                // Nobody may be reading standard error: the exit code remains.
                let _ = writeln!(io::stderr(), "stratalog: {}", message.trim_end());
                2
            }
            Failure::Told => 2,
            Failure::Closed => 0,
        }
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::new(error)
    }
}
