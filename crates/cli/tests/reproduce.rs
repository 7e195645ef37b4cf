//! `stratalog reproduce` from the command line.

mod harness;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use harness::{command, stratalog};
use serde_json::Value;

/// Starts an experiment that takes more than an hour, waits until it has saved
/// something, and sends it a signal.
fn start_and_signal(folder: &Path, signal: &str) -> Child {
    let saved = || -> Vec<(PathBuf, u64)> {
        let files = std::fs::read_dir(folder.join("runs")).into_iter().flatten();
        let mut sizes: Vec<(PathBuf, u64)> = files
            .filter_map(|file| {
                let path = file.ok()?.path();
                let size = std::fs::metadata(&path).ok()?.len();
                Some((path, size))
            })
            .collect();
        sizes.sort();
        sizes
    };
    let before = saved();
    let mut child = command()
        .args(["reproduce", "bssuct-table-2", "--json", "--out"])
        .arg(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    while saved() == before {
        let ended = child.try_wait().expect("it can be asked");
        assert!(ended.is_none(), "it ended before it was stopped");
        std::thread::sleep(Duration::from_millis(10));
    }
    let id = child.id().to_string();
    let sent = Command::new("kill").args([signal, &id]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    child
}

#[test]
fn a_mistyped_experiment_gets_a_suggestion() {
    let ran = stratalog(["reproduce", "mio-table2"]).exits(2);
    assert!(
        ran.err.contains("did you mean 'mio-table-2'?"),
        "{}",
        ran.err
    );
    let ran = stratalog(["reproduce", "mio-games", "--seconds-per-move", "0"]).exits(2);
    assert!(ran.err.contains("seconds per move"), "{}", ran.err);
}

#[test]
fn rows_have_the_published_value_its_source_and_the_measured_one() {
    let answer = stratalog(["reproduce", "bssuct-3x3-7", "--quick", "--json"])
        .exits(0)
        .json();
    let row = &answer["rows"][0];
    assert_eq!(row["published"], 0.125);
    assert_eq!(row["measured"], 0.125);
    assert_eq!(row["samples"], 0);
    let source = "BSSUCT (Sebag and Teytaud 2012), section 4.2";
    assert_eq!(row["source"], source);
    assert_eq!(answer["rows"][3]["ci95"].as_array().map(Vec::len), Some(2));
    assert_eq!(answer["ended"], "done");
    assert!(answer["cpu_seconds"].as_f64() >= Some(0.0));
}

#[test]
fn a_run_that_is_interrupted_or_killed_keeps_its_state() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut killed = start_and_signal(folder.path(), "-KILL");
    killed.wait().expect("it is gone");
    let interrupted = start_and_signal(folder.path(), "-INT");
    let output = interrupted.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(3));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["ended"], "stopped");
}

#[test]
fn an_output_folder_that_cannot_be_written_is_refused_before_the_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "not a folder").expect("it is written");
    let out = file.display().to_string();
    // The full experiment would take more than an hour.
    let ran = stratalog(["reproduce", "bssuct-table-2", "--out", &out]).exits(2);
    assert!(ran.err.contains("cannot write"), "{}", ran.err);
}
