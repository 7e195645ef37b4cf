//! Every crate that the program is built from is known, with a licence that lets
//! everybody use and share it. `allowed-crates.toml` is the list: a new dependency is
//! added there by hand, after a look at who keeps it and under which licence.

mod harness;

use std::collections::{BTreeMap, BTreeSet};

/// Licences that ask for no more than their own text.
const PERMITTED: [&str; 10] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "ISC",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

fn text(file: &str) -> String {
    let read = std::fs::read_to_string(harness::repository().join(file));
    read.unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The crates of `Cargo.lock` that come from elsewhere, with their versions.
fn locked() -> BTreeMap<String, BTreeSet<String>> {
    let mut crates: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in text("Cargo.lock").split("[[package]]").skip(1) {
        let value = |key: &str| {
            let line = package.lines().find_map(|line| line.strip_prefix(key));
            line.map(|value| value.trim_matches([' ', '=', '"']).to_owned())
        };
        let (Some(name), Some(version)) = (value("name"), value("version")) else {
            panic!("a package without a name or a version: {package}");
        };
        if value("source").is_some() {
            crates.entry(name).or_default().insert(version);
        }
    }
    crates
}

/// The list: names with licences.
fn allowed() -> BTreeMap<String, String> {
    let text = text("allowed-crates.toml");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (name, licence) = line.split_once(" = ").expect("a line is name = licence");
            (name.to_owned(), licence.trim_matches('"').to_owned())
        })
        .collect()
}

#[test]
fn every_crate_is_on_the_list_and_no_other() {
    let locked: BTreeSet<String> = locked().into_keys().collect();
    let allowed: BTreeSet<String> = allowed().into_keys().collect();
    let new: Vec<&String> = locked.difference(&allowed).collect();
    assert!(new.is_empty(), "look at {new:?}, then add them to the list");
    let gone: Vec<&String> = allowed.difference(&locked).collect();
    assert!(gone.is_empty(), "{gone:?} are no longer used");
}

#[test]
fn every_licence_is_permitted() {
    for (name, licence) in allowed() {
        // All of what AND joins, any of what OR joins.
        let is_permitted = licence.split(" AND ").all(|part| {
            let mut choices = part.trim_matches(['(', ')']).split(" OR ");
            choices.any(|choice| PERMITTED.contains(&choice))
        });
        assert!(is_permitted, "{name}: {licence}");
    }
}

#[test]
fn no_crate_is_there_in_three_versions() {
    for (name, versions) in locked() {
        assert!(versions.len() <= 2, "{name}: {versions:?}");
    }
}
