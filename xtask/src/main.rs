//! Chores: `cargo xtask test` sets up what the tests need, then formats-checks,
//! lints, documents, builds and tests the whole workspace.

use std::process::{Command, ExitCode};

/// Outside programs the tests compare us with: the command and its Debian package.
const PEERS: &[(&str, &str)] = &[("swipl", "swi-prolog-nox")];

fn main() -> ExitCode {
    let chore = std::env::args().nth(1);
    let result = match chore.as_deref() {
        Some("test") => test(),
        _ => Err("usage: cargo xtask test".to_owned()),
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
    for (program, package) in PEERS {
        install_if_missing(program, package)?;
    }
    cargo(&["fmt", "--all", "--check"], &[])?;
    cargo(
        &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--locked",
            "--",
            "-D",
            "warnings",
        ],
        &[],
    )?;
    cargo(
        &["doc", "--workspace", "--no-deps", "--locked"],
        &[("RUSTDOCFLAGS", "-D warnings")],
    )?;
    cargo(&["test", "--workspace", "--locked"], &[])
}

fn install_if_missing(program: &str, package: &str) -> Result<(), String> {
    if runs(Command::new(program).arg("--version")) {
        return Ok(());
    }
    eprintln!("xtask: {program} is missing; installing Debian's package {package}");
    let is_root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|out| out.stdout.trim_ascii() == b"0");
    let apt = |args: &[&str]| {
        let mut command = if is_root {
            Command::new("apt-get")
        } else {
            let mut sudo = Command::new("sudo");
            sudo.arg("apt-get");
            sudo
        };
        runs(command.args(args).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    apt(&["update", "-qq"]);
    if apt(&["install", "-y", "-qq", "--no-install-recommends", package])
        && runs(Command::new(program).arg("--version"))
    {
        return Ok(());
    }
    Err(format!(
        "the tests need {program} and it could not be installed; \
         install it by hand (on Debian: apt-get install {package}) and run this again"
    ))
}

fn runs(command: &mut Command) -> bool {
    command.status().is_ok_and(|status| status.success())
}

fn cargo(args: &[&str], env: &[(&str, &str)]) -> Result<(), String> {
    eprintln!("xtask: cargo {}", args.join(" "));
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let passed = runs(Command::new(cargo).args(args).envs(env.iter().copied()));
    passed
        .then_some(())
        .ok_or_else(|| format!("cargo {} failed", args.join(" ")))
}
