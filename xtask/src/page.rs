//! Tests of the web page's server from outside: its HTTP interface against its own
//! description, and many people at once. The browser stories are beside it.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::{apt_get, succeeds};

/// The folder that Cargo builds into.
const TARGET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target");
/// Generates requests from the description.
const SCHEMATHESIS: &str = "schemathesis>=4.30,<5";
/// What every answer must keep to. A request that fits the description may still
/// be refused, for instance for a game that does not exist, so that it is not
/// checked that such requests are accepted.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_schema_conformance,negative_data_rejection,unsupported_method";

/// Sends generated requests, malformed ones included, for about a minute: never an
/// internal error, never an answer that the description does not allow, never a
/// hang.
pub fn test_interface(command: &Path) -> Result<(), String> {
    let schemathesis = schemathesis()?;
    let server = Served::start(command)?;
    let description = format!("{}api/openapi.json", server.address);
    eprintln!("xtask: schemathesis run {description}");
    let is_fine = succeeds(
        Command::new(schemathesis)
            .args(["run", &description, "--checks", CHECKS])
            .args(["--max-time", "50", "--max-examples", "20"])
            .args([
                "--request-timeout",
                "70",
                "--seed",
                "1",
                "--warnings",
                "off",
            ])
            .args(["--phases", "examples,coverage,fuzzing"])
            .args(["--suppress-health-check", "all"])
            .current_dir(TARGET),
    );
    server.end()?;
    if is_fine {
        Ok(())
    } else {
        Err("schemathesis found fault with the HTTP interface".to_owned())
    }
}

/// The command of schemathesis, in a virtual environment of its own.
fn schemathesis() -> Result<PathBuf, String> {
    let folder = Path::new(TARGET).join("schemathesis");
    let command = folder.join("bin/schemathesis");
    if command.is_file() {
        return Ok(command);
    }
    eprintln!("xtask: installing {SCHEMATHESIS}");
    let make = || succeeds(Command::new("python3").args(["-m", "venv"]).arg(&folder));
    let made = make() || {
        apt_get(&["install", "-y", "-qq", "python3", "python3-venv"]);
        make()
    };
    let pip = folder.join("bin/pip");
    if made && succeeds(Command::new(pip).args(["install", "--quiet", SCHEMATHESIS])) {
        return Ok(command);
    }
    Err(
        "schemathesis could not be installed; the tests need python3 with venv \
         (on Debian: apt-get install python3-venv)"
            .to_owned(),
    )
}

/// A server that ends with the test.
struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn start(command: &Path) -> Result<Served, String> {
        let failed = |error: std::io::Error| format!("the server does not start: {error}");
        let mut child = Command::new(command)
            .args(["serve", "--port", "0", "--json"])
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let mut line = String::new();
        if let Some(out) = child.stdout.take() {
            BufReader::new(out).read_line(&mut line).map_err(failed)?;
        }
        let address = line.split('"').find(|part| part.starts_with("http://"));
        let Some(address) = address.map(str::to_owned) else {
            return Err(format!("the server does not say its address but {line:?}"));
        };
        Ok(Served { child, address })
    }

    /// Ends the server as Ctrl-C does; it must end by itself.
    fn end(mut self) -> Result<(), String> {
        let id = self.child.id().to_string();
        succeeds(Command::new("kill").args(["-INT", &id]));
        let status = self.child.wait();
        if status.is_ok_and(|status| status.success()) {
            Ok(())
        } else {
            Err("the server did not end cleanly".to_owned())
        }
    }
}
