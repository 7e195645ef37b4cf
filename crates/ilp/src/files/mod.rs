//! Learning problems in the files people already have: Aleph's three files or
//! one, Popper's folder, CProgol's file, and Stratalog's own single file.
//!
//! Stratalog's own file is Prolog: `:- modeh(...)`, `:- modeb(...)` and
//! `:- set(Name, Value)` declare, `pos(Atom).` and `neg(Atom).` are examples,
//! everything else is background.

mod aleph;
mod draft;
mod popper;
mod progol;

use std::path::{Path, PathBuf};

use stratalog_logic::Source;

pub use aleph::{evaluation, method};
pub use draft::{Note, Task};

use crate::error::Error;

/// Reads the learning problem in a folder, or in a file.
pub fn read(path: &Path) -> Result<Task, Error> {
    if path.is_file() {
        return match path.extension().and_then(|end| end.to_str()) {
            Some("b" | "f" | "n") => aleph::three_files(&path.with_extension("")),
            _ => one_file(&source(path)?),
        };
    }
    if path.with_extension("b").is_file() {
        return aleph::three_files(path);
    }
    let names = entries(path)?;
    let has = |name: &str| {
        names
            .iter()
            .any(|entry| entry.file_name().is_some_and(|n| n == name))
    };
    if has("bias.pl") && has("bk.pl") && has("exs.pl") {
        return popper::folder(path);
    }
    let with_end = |end: &str| -> Vec<&PathBuf> {
        let is_end = |entry: &&PathBuf| entry.extension().is_some_and(|its| its == end);
        names.iter().filter(is_end).collect()
    };
    match (&with_end("b")[..], &with_end("pl")[..]) {
        ([only], _) => aleph::three_files(&only.with_extension("")),
        ([], [only]) => one_file(&source(only)?),
        _ => Err(Error::Unreadable {
            path: path.display().to_string(),
            problem: "a problem is x.b with x.f and x.n, or bk.pl with bias.pl and exs.pl, \
                      or one .pl file; name the file when there are several"
                .to_owned(),
        }),
    }
}

/// One file: CProgol's, Aleph's, or Stratalog's own.
fn one_file(source: &Source) -> Result<Task, Error> {
    match progol::is_progol(source) {
        true => progol::one_file(source),
        false => aleph::one_file(source),
    }
}

fn entries(path: &Path) -> Result<Vec<PathBuf>, Error> {
    let listed = std::fs::read_dir(path).map_err(|error| unreadable(path, &error))?;
    let mut names: Vec<PathBuf> = listed
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .collect();
    names.sort();
    Ok(names)
}

fn source(path: &Path) -> Result<Source, Error> {
    let text = std::fs::read_to_string(path).map_err(|error| unreadable(path, &error))?;
    Ok(Source::new(path.display().to_string(), text))
}

fn unreadable(path: &Path, error: &std::io::Error) -> Error {
    Error::Unreadable {
        path: path.display().to_string(),
        problem: error.to_string(),
    }
}
