//! The command as scripts call it. All tests of the command start it from here.
#![allow(dead_code, reason = "each test file uses a part of the harness")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// How a call of the command ended.
pub struct Ran {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Ran {
    fn new(output: Output) -> Ran {
        Ran {
            code: output.status.code().expect("it was not killed"),
            out: String::from_utf8(output.stdout).expect("output is text"),
            err: String::from_utf8(output.stderr).expect("messages are text"),
        }
    }

    /// The one JSON object on standard output.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out)
            .unwrap_or_else(|error| panic!("{error}: {}\n{}", self.out, self.err))
    }

    /// Checks the exit code, and shows what was printed where it differs.
    #[track_caller]
    pub fn exits(self, code: i32) -> Ran {
        assert_eq!(self.code, code, "{}\n{}", self.out, self.err);
        self
    }
}

/// The command, ready to be given arguments.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stratalog"));
    command.stdin(Stdio::null());
    command
}

/// Runs the command in the repository's folder.
pub fn stratalog<I: IntoIterator<Item: AsRef<std::ffi::OsStr>>>(args: I) -> Ran {
    run_in(&repository(), args)
}

/// Runs the command in a folder.
pub fn run_in<I: IntoIterator<Item: AsRef<std::ffi::OsStr>>>(folder: &Path, args: I) -> Ran {
    let output = command().current_dir(folder).args(args).output();
    Ran::new(output.expect("the command starts"))
}

/// Runs the command with this text on standard input.
pub fn with_input(input: &str, args: &[&str]) -> Ran {
    let mut child = command()
        .current_dir(repository())
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("it was piped");
    stdin.write_all(input.as_bytes()).expect("it is read");
    drop(stdin);
    Ran::new(child.wait_with_output().expect("the command ends"))
}

/// The folder with the rulesheets and the examples.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Asks a process to end as Ctrl-C does, and gives its exit code; nothing where it
/// does not end.
pub fn interrupt(child: &mut Child) -> Option<i32> {
    let status = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(status.expect("kill starts").success());
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(30) {
        if let Some(status) = child.try_wait().expect("it is our process") {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    child.kill().expect("it is our process");
    None
}
