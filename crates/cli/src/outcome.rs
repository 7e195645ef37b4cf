//! How a verb ends: the exit codes scripts rely on, and failures in plain words.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// A verb that did its work.
pub use stratalog::Verdict as Exit;

/// The exit code of a verb that did its work.
pub fn exit_code(exit: Exit) -> ExitCode {
    ExitCode::from(match exit {
        Exit::Done => 0,
        Exit::No => 1,
        Exit::Limit => 3,
    })
}

/// Why a verb gave no answer.
pub enum Failure {
    /// The call or its input is wrong: what is wrong, and what to do.
    Wrong(String),
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
    pub fn report(&self) -> ExitCode {
        match self {
            Failure::Wrong(message) => {
                // Nobody may be reading standard error: the exit code remains.
                let _ = writeln!(io::stderr(), "stratalog: {}", message.trim_end());
                ExitCode::from(2)
            }
            Failure::Closed => ExitCode::SUCCESS,
        }
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
