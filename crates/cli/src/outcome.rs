//! How a verb ends: the exit codes scripts rely on, and failures in plain words.

use std::fmt::Display;
use std::process::ExitCode;

/// A verb that did its work.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Done,
    /// Done, and the answer is no.
    No,
    /// A limit was reached before the answer was known.
    Limit,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Done => 0,
            Exit::No => 1,
            Exit::Limit => 3,
        })
    }
}

/// A call or an input that is wrong: what is wrong, and what to do.
pub struct Failure(String);

impl Failure {
    /// A failure with this message.
    pub fn new(message: impl Display) -> Failure {
        Failure(message.to_string())
    }

    /// Prints the message and gives the exit code for wrong calls and inputs.
    pub fn report(&self) -> ExitCode {
        eprintln!("stratalog: {}", self.0.trim_end());
        ExitCode::from(2)
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::new(error)
    }
}

/// Prints a line of results. Where nobody reads any more (`stratalog … | head`),
/// the command ends quietly, as other commands do, rather than panicking as the
/// standard `println!` would, which this one stands in for.
macro_rules! println {
    () => {
        $crate::outcome::print_line(format_args!(""))
    };
    ($($arg:tt)*) => {
        $crate::outcome::print_line(format_args!($($arg)*))
    };
}

/// Prints a line on standard output, or ends the command if nobody reads it.
pub fn print_line(line: std::fmt::Arguments<'_>) {
    use std::io::Write;
    let mut stdout = std::io::stdout().lock();
    if writeln!(stdout, "{line}")
        .and_then(|()| stdout.flush())
        .is_err()
    {
        std::process::exit(0);
    }
}

/// Prints the one JSON object of `--json`.
pub fn print_json(value: &serde_json::Value) {
    println!("{value}");
}
