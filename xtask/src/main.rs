//! Chores of the workspace. `cargo xtask test` installs what the tests need, then
//! checks the formatting, lints, builds the documentation and runs all tests, last
//! those of the web page in a browser and of its HTTP interface, and those of the
//! Python package. The latter alone: `cargo xtask python`. `cargo xtask pictures`
//! takes the screenshots of the page that the documentation shows, `cargo xtask
//! docs` checks and builds the book, `cargo xtask dist` makes an archive to hand out.
//!
//! The tests include deep Q-learning (the feature `deep-q`), which is off by
//! default. The build without it is linted, too.

mod dist;
mod docs;
mod licences;
mod page;
mod python;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

/// Programs that the tests need, and their Debian packages: a Prolog to compare
/// ours with, and a browser with what drives it.
const PROGRAMS: &[(&str, &str)] = &[
    ("swipl", "swi-prolog-nox"),
    ("node", "nodejs"),
    ("npm", "npm"),
    ("chromium", "chromium"),
];

/// The folder of the browser tests.
const BROWSER_TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/page/tests/browser");
/// The calls of npm that make up the browser tests.
const BROWSER_STEPS: &[&[&str]] = &[
    &["install", "--no-audit", "--no-fund"],
    &["run", "types"],
    &["test"],
    &["run", "load", "--", "5"],
];
/// The calls of npm that take the screenshots of the documentation.
const PICTURE_STEPS: &[&[&str]] = &[
    &["install", "--no-audit", "--no-fund"],
    &["run", "pictures"],
];

/// The calls of Cargo that make up the test run.
const STEPS: &[Step] = &[
    Step {
        args: &["fmt", "--all", "--check"],
        env: None,
    },
    Step {
        args: &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--locked",
            "--",
            "--deny=warnings",
        ],
        env: None,
    },
    Step {
        args: &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--features=deep-q",
            "--locked",
            "--",
            "--deny=warnings",
        ],
        env: None,
    },
    Step {
        args: &[
            "doc",
            "--workspace",
            "--no-deps",
            "--features=deep-q",
            "--locked",
        ],
        env: Some(("RUSTDOCFLAGS", "--deny=warnings")),
    },
    Step {
        args: &["test", "--workspace", "--features=deep-q", "--locked"],
        env: None,
    },
];

/// A call of Cargo.
struct Step {
    args: &'static [&'static str],
    env: Option<(&'static str, &'static str)>,
}

fn main() -> ExitCode {
    let chore = std::env::args().nth(1);
    let result = match chore.as_deref() {
        Some("test") => test(),
        Some("pictures") => in_browser(PICTURE_STEPS),
        Some("python") => python::test(),
        Some("docs") => docs::build(),
        Some("dist") => dist::build(),
        _ => Err("usage: cargo xtask test | pictures | python | docs | dist".to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn test() -> Result<(), String> {
    for (program, package) in PROGRAMS {
        install_if_missing(program, package)?;
    }
    STEPS.iter().try_for_each(Step::run)?;
    in_browser(BROWSER_STEPS)?;
    page::test_interface(&built_command()?)?;
    python::test()
}

/// The command that Cargo has built beside this program.
fn built_command() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|error| format!("no path of xtask: {error}"))?;
    Ok(own.with_file_name("stratalog"))
}

/// The folder that Cargo builds into: this program is in a folder of its profile there.
fn target_folder() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|error| format!("no path of xtask: {error}"))?;
    let folder = own.ancestors().nth(2).map(Path::to_path_buf);
    folder.ok_or_else(|| format!("{} is in no target folder", own.display()))
}

/// Calls npm for the page of the command that was built.
fn in_browser(steps: &[&[&str]]) -> Result<(), String> {
    let command = built_command()?;
    for args in steps {
        let call = args.join(" ");
        eprintln!("xtask: npm {call}");
        let mut npm = Command::new("npm");
        npm.args(*args)
            .current_dir(BROWSER_TESTS)
            .env("STRATALOG", &command);
        if !succeeds(&mut npm) {
            return Err(format!("npm {call} failed"));
        }
    }
    Ok(())
}

impl Step {
    fn run(&self) -> Result<(), String> {
        let call = self.args.join(" ");
        eprintln!("xtask: cargo {call}");
        let started = Instant::now();
        if !succeeds(cargo().args(self.args).envs(self.env)) {
            return Err(format!("cargo {call} failed"));
        }
        eprintln!("xtask: done in {:.0} s", started.elapsed().as_secs_f64());
        Ok(())
    }
}

/// The Cargo that runs this.
fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs a command; `what` it does is named first, and in the error.
fn run(what: &str, command: &mut Command) -> Result<(), String> {
    eprintln!("xtask: {what}");
    if succeeds(command) {
        Ok(())
    } else {
        Err(format!("{what} failed"))
    }
}

fn install_if_missing(program: &str, package: &str) -> Result<(), String> {
    if succeeds(Command::new(program).arg("--version")) {
        return Ok(());
    }
    eprintln!("xtask: {program} is missing; installing Debian's package {package}");
    apt_get(&["update", "-qq"]);
    apt_get(&["install", "-y", "-qq", "--no-install-recommends", package]);
    if succeeds(Command::new(program).arg("--version")) {
        return Ok(());
    }
    Err(format!(
        "the tests need {program}, which could not be installed; \
         install it (on Debian: apt-get install {package}) and try again"
    ))
}

fn apt_get(args: &[&str]) {
    let user = Command::new("id").arg("-u").output();
    let is_root = user.is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    let mut command = if is_root {
        Command::new("apt-get")
    } else {
        let mut sudo = Command::new("sudo");
        sudo.arg("apt-get");
        sudo
    };
    // Whether it worked is seen when the program is started.
    succeeds(command.args(args).env("DEBIAN_FRONTEND", "noninteractive"));
}

fn succeeds(command: &mut Command) -> bool {
    command.status().is_ok_and(|status| status.success())
}
