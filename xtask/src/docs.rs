//! The book: its spelling, its sessions and links, and its pages as HTML.

use std::path::Path;
use std::process::Command;

use crate::{cargo, run};

/// The root of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
/// Where programs are installed that only the book needs.
const TOOLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/tools");
/// What is spell-checked.
const PAGES: &[&str] = &[
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "docs/src",
    "examples/README.md",
    "rules/README.md",
];

/// Checks the book and builds it under `target/book`.
pub fn build() -> Result<(), String> {
    let spelling = install_spelling()?;
    let mut check = Command::new(spelling);
    run("codespell", check.args(PAGES).current_dir(ROOT))?;
    // The build of the whole test run, so that neither builds the other's anew.
    let test = ["test", "--workspace", "--features=deep-q", "--locked"];
    run(
        "the sessions and links of the book",
        cargo().args(test).args(["--test", "book"]),
    )?;
    let book = install_mdbook()?;
    run(
        "mdbook build",
        Command::new(book).args(["build", "docs"]).current_dir(ROOT),
    )?;
    eprintln!("xtask: the book is in target/book/index.html");
    Ok(())
}

fn install_spelling() -> Result<String, String> {
    let environment = format!("{TOOLS}/venv");
    let program = format!("{environment}/bin/codespell");
    if !Path::new(&program).exists() {
        run(
            "python3 -m venv",
            Command::new("python3").args(["-m", "venv", &environment]),
        )?;
        let mut pip = Command::new(format!("{environment}/bin/pip"));
        run(
            "pip install codespell",
            pip.args(["install", "-q", "codespell"]),
        )?;
    }
    Ok(program)
}

fn install_mdbook() -> Result<String, String> {
    let program = format!("{TOOLS}/bin/mdbook");
    if !Path::new(&program).exists() {
        let install = ["install", "mdbook", "--locked", "--no-default-features"];
        run(
            "cargo install mdbook",
            cargo()
                .args(install)
                .args(["--features=search", "--root", TOOLS]),
        )?;
    }
    Ok(program)
}
