//! What is handed out: an archive with the program, its manual pages and
//! completions and the licences of everything in it; the Python wheel; checksums.
//! The crates are packed and built as they would be published.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{cargo, licences, python, run, target_folder};

/// The root of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
/// The files of the repository that go into the archive.
const FILES: &[&str] = &["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Builds the archive and the wheel under `dist` in Cargo's target folder, and tries to
/// publish.
pub fn build() -> Result<(), String> {
    let name = format!(
        "stratalog-{}-{}",
        env!("CARGO_PKG_VERSION"),
        target_triple()?
    );
    let target = target_folder()?;
    let folder = target.join("dist").join(&name);
    // What an earlier version had must not be in the archive.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let build = ["build", "--profile=dist", "--locked", "-p", "stratalog-cli"];
    run("cargo build --profile=dist", cargo().args(build))?;
    copy(&target.join("dist/stratalog"), &folder.join("stratalog"))?;
    for file in FILES {
        copy(&Path::new(ROOT).join(file), &folder.join(file))?;
    }
    let manual = [
        "run",
        "--locked",
        "-p",
        "stratalog-cli",
        "--example",
        "manual",
        "--",
    ];
    run(
        "manual pages and completions",
        cargo().args(manual).arg(&folder),
    )?;
    let licences = licences::of_dependencies()?;
    let path = folder.join("LICENCES-OF-DEPENDENCIES.txt");
    fs::write(&path, licences).map_err(|error| format!("{}: {error}", path.display()))?;
    let dist = target.join("dist");
    let archive = pack(&dist, &name)?;
    let wheel = python::wheel(&dist)?;
    write_sums(&dist, &[archive, wheel])?;
    let publish = ["publish", "--workspace", "--dry-run", "--locked"];
    run("cargo publish --dry-run", cargo().args(publish))
}

/// Packs the folder of this name and gives the name of the archive.
fn pack(dist: &Path, name: &str) -> Result<String, String> {
    let archive = format!("{name}.tar.gz");
    let mut tar = Command::new("tar");
    tar.args(["--owner=0", "--group=0", "--sort=name", "-czf"]);
    run("tar", tar.args([&archive, name]).current_dir(dist))?;
    Ok(archive)
}

fn write_sums(dist: &Path, files: &[String]) -> Result<(), String> {
    let sums = Command::new("sha256sum")
        .args(files)
        .current_dir(dist)
        .output();
    let sums = sums.map_err(|error| format!("sha256sum: {error}"))?;
    if !sums.status.success() {
        return Err(String::from_utf8_lossy(&sums.stderr).into_owned());
    }
    fs::write(dist.join("SHA256SUMS"), sums.stdout)
        .map_err(|error| format!("SHA256SUMS: {error}"))?;
    for file in files {
        eprintln!("xtask: {}", dist.join(file).display());
    }
    Ok(())
}

/// The machine that programs are built for, as rustc names it.
fn target_triple() -> Result<String, String> {
    let output = Command::new("rustc").arg("-vV").output();
    let output = output.map_err(|error| format!("rustc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or("rustc does not name its host".to_owned())
}

fn copy(from: &Path, to: &PathBuf) -> Result<(), String> {
    fs::copy(from, to)
        .map(drop)
        .map_err(|error| format!("{}: {error}", from.display()))
}
