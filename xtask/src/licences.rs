//! The licences of all crates in the program: what each names, and the texts that
//! come with them, each text once.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::cargo;

/// How the names of files with a licence begin.
const NAMES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];

/// What Cargo says of the workspace.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

/// A crate.
#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    manifest_path: String,
}

impl Package {
    fn title(&self) -> String {
        format!("{} {}", self.name, self.version)
    }

    /// The texts that come with the crate.
    fn texts(&self) -> Vec<String> {
        let folder = Path::new(&self.manifest_path).parent();
        let files = folder.and_then(|folder| fs::read_dir(folder).ok());
        let files = files.into_iter().flatten().flatten();
        let mut paths: Vec<_> = files.map(|file| file.path()).collect();
        paths.sort();
        let is_licence = |path: &Path| {
            let name = path.file_name().and_then(|name| name.to_str());
            let name = name.unwrap_or_default().to_uppercase();
            NAMES.iter().any(|start| name.starts_with(start))
        };
        let paths = paths.iter().filter(|path| is_licence(path));
        paths
            .filter_map(|path| fs::read_to_string(path).ok())
            .map(|text| text.trim().replace('\r', ""))
            .collect()
    }
}

/// The names, versions and licences of all crates in the program, then the texts.
pub fn of_dependencies() -> Result<String, String> {
    let linked = linked()?;
    let mut packages = all_packages()?;
    packages.retain(|package| linked.contains(&package.title()));
    if packages.is_empty() {
        return Err("cargo tree lists no dependency".to_owned());
    }
    packages.sort_by_key(Package::title);
    let mut list = String::from("The program contains these crates, under these licences:\n\n");
    let mut holders: BTreeMap<String, (String, Vec<String>)> = BTreeMap::new();
    for package in &packages {
        let licence = package.license.as_deref().unwrap_or("see the text below");
        list.push_str(&format!("{}: {licence}\n", package.title()));
        for text in package.texts() {
            // The same licence with other line breaks is the same text.
            let words: Vec<&str> = text.split_whitespace().collect();
            let entry = holders.entry(words.join(" "));
            let (_, crates) = entry.or_insert_with(|| (text, Vec::new()));
            crates.push(package.title());
        }
    }
    let mut texts: Vec<_> = holders.into_values().collect();
    texts.sort_by(|one, other| one.1.cmp(&other.1));
    for (text, crates) in texts {
        let line = "-".repeat(78);
        list.push_str(&format!("\n{line}\n{}:\n\n{text}\n", crates.join(", ")));
    }
    Ok(list)
}

/// The names and versions of the crates that are linked into the program.
fn linked() -> Result<BTreeSet<String>, String> {
    let tree = ["tree", "--locked", "-p", "stratalog-cli", "--edges=normal"];
    let text = printed(&[&tree[..], &["--prefix=none", "--format={p}"]].concat())?;
    let titles = text.lines().filter_map(|line| {
        let (name, version) = line.split_once(" v")?;
        let version = version.split_whitespace().next()?;
        (!name.starts_with("stratalog")).then(|| format!("{name} {version}"))
    });
    Ok(titles.collect())
}

fn all_packages() -> Result<Vec<Package>, String> {
    let text = printed(&["metadata", "--locked", "--format-version=1"])?;
    let metadata: Metadata =
        serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))?;
    Ok(metadata.packages)
}

/// What a call of Cargo prints.
fn printed(args: &[&str]) -> Result<String, String> {
    let output = cargo().args(args).output();
    let output = output.map_err(|error| format!("cargo {}: {error}", args[0]))?;
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr);
        return Err(format!("cargo {}: {error}", args.join(" ")));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
