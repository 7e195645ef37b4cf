//! Runs that are killed at random moments while the clock is set back, that share a
//! file with another run, or that write to a full disk or a read-only folder.

mod harness;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use harness::command;
use rand::RngExt;
use serde_json::Value;
use stratalog::Seed;

/// How often a run is killed.
const KILLS: u64 = 20;
/// How far the clock is set back, in seconds.
const DAY: u64 = 24 * 60 * 60;

const LEARN_MINESWEEPER: &str = "learn minesweeper --board 4x4/2 --games 50 --out OUT/strategy.pl";

/// Parts of the names of keys that say how much work was done.
const EFFORT: [&str; 6] = [
    "second",
    "megabytes",
    "evaluations",
    "explored",
    "searches",
    "tests",
];

fn call(call: &str, folder: &Path) -> Command {
    let folder = folder.display().to_string();
    let mut command = command();
    command
        .args(call.replace("OUT", &folder).split_whitespace())
        .arg("--json")
        .current_dir(harness::repository())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// The answer of a run, without times, memory, paths and what was computed again
/// or remembered.
fn answer(run: Child, folder: &Path) -> Value {
    let output = run.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("output is text");
    let text = text.replace(&folder.display().to_string(), "OUT");
    essence(serde_json::from_str(&text).expect("one JSON object"))
}

fn essence(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let kept = fields
                .into_iter()
                .filter(|(key, _)| !EFFORT.iter().any(|word| key.contains(word)));
            kept.map(|(key, value)| (key, essence(value))).collect()
        }
        Value::Array(items) => items.into_iter().map(essence).collect(),
        other => other,
    }
}

fn start(name: &str, folder: &Path) -> Child {
    call(name, folder).spawn().expect("the command starts")
}

/// Makes every file look as if it was written tomorrow: what a run meets after the
/// clock was set back.
fn set_clock_back(folder: &Path) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            set_clock_back(&path);
        } else {
            let file = std::fs::File::options().append(true).open(path);
            let tomorrow = SystemTime::now() + Duration::from_secs(DAY);
            file.and_then(|file| file.set_modified(tomorrow))
                .expect("a file of our own");
        }
    }
}

/// Kills a call at random moments and compares its last answer with that of a call
/// that nothing disturbed.
fn kill_again_and_again(name: &str) {
    let whole = tempfile::tempdir().expect("a folder");
    let begun = Instant::now();
    let expected = answer(start(name, whole.path()), whole.path());
    let duration = begun.elapsed();
    let folder = tempfile::tempdir().expect("a folder");
    let mut rng = Seed(1).derive(name).stream(0);
    for _ in 0..KILLS {
        let mut run = start(name, folder.path());
        std::thread::sleep(duration.mul_f64(rng.random()));
        // It may be done already.
        let _ = run.kill();
        run.wait().expect("it is gone");
        set_clock_back(folder.path());
    }
    let resumed = answer(start(name, folder.path()), folder.path());
    assert_eq!(resumed, expected, "{name}");
}

#[test]
fn learning_minesweeper_survives_kills() {
    kill_again_and_again(LEARN_MINESWEEPER);
}

#[test]
fn learning_a_game_survives_kills() {
    kill_again_and_again("learn connect-four --board 3x4 --games 200 --out OUT/strategy.pl");
}

#[test]
fn learning_a_list_of_rules_survives_kills() {
    kill_again_and_again("learn hexapawn --with rules --out OUT/strategy.pl");
}

#[test]
fn finding_features_survives_kills() {
    kill_again_and_again("features hexapawn --cycles 3 --out OUT/evaluation.pl");
}

#[test]
fn reproducing_a_table_survives_kills() {
    kill_again_and_again("reproduce bssuct-gnomine --quick --out OUT");
}

#[test]
fn a_contest_survives_kills() {
    kill_again_and_again(
        "play connect-four --player uct:150 --against uct:100 --games 300 --csv OUT/games.csv",
    );
}

#[test]
fn inducing_clauses_survives_kills() {
    kill_again_and_again("induce examples/dropped-last --out OUT/theory.pl");
}

#[test]
fn solving_a_game_survives_kills() {
    kill_again_and_again("solve connect-four --board 4x4");
}

#[test]
fn two_runs_with_the_same_files_do_not_harm_each_other() {
    let name = LEARN_MINESWEEPER;
    let whole = tempfile::tempdir().expect("a folder");
    let expected = answer(start(name, whole.path()), whole.path());
    let folder = tempfile::tempdir().expect("a folder");
    let runs = [start(name, folder.path()), start(name, folder.path())];
    for run in runs {
        assert_eq!(answer(run, folder.path()), expected);
    }
    let strategy = |folder: &Path| std::fs::read_to_string(folder.join("strategy.pl"));
    let texts = [strategy(whole.path()), strategy(folder.path())];
    let [alone, together] = texts.map(|text| text.expect("it was written"));
    assert_eq!(alone, together);
}

#[test]
fn a_full_disk_is_an_error() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let play = "play hexapawn --player random --games 1 --svg /dev/full";
    for args in [
        "analyse examples/minesweeper/opening.txt --out /dev/full",
        "rules report rules/nim.pl --out /dev/full",
        "induce examples/even-numbers --out /dev/full",
        "learn hexapawn --games 5 --out /dev/full",
        play,
    ] {
        let ran = harness::stratalog(args.split_whitespace());
        assert_eq!(ran.code, 2, "{args}: {}{}", ran.out, ran.err);
    }
}

/// Nobody may make a file in this folder of the system, whoever runs the tests.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_is_read_only_is_noticed_before_the_work() {
    const SAVED: &str = "/sys/kernel/result.svg";
    for args in [
        "analyse examples/minesweeper/opening.txt --out OUT",
        "rules report rules/nim.pl --out OUT",
        "induce examples/even-numbers --out OUT",
        "learn minesweeper --out OUT",
        "learn othello --out OUT",
        "learn hexapawn --with rules --out OUT",
        "features othello --out OUT",
        "reproduce migo-table-2 --out OUT",
        "play othello --player uct:10000 --games 1000 --csv OUT",
        "play othello --player uct:10000 --games 1000 --svg OUT",
    ] {
        let call = args.replace("OUT", SAVED);
        let begun = Instant::now();
        let ran = harness::stratalog(call.split_whitespace());
        assert_eq!(ran.code, 2, "{args}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains("/sys/kernel"), "{args}: {}", ran.err);
        assert!(begun.elapsed() < Duration::from_secs(30), "{args}");
    }
}

/// A limit on the size of files stands for a disk without space: a write fails
/// half-way in both cases.
#[cfg(unix)]
#[test]
fn what_cannot_be_written_whole_leaves_the_old_file() {
    for args in [
        "analyse examples/minesweeper/opening.txt --out OUT",
        "rules report rules/nim.pl --out OUT",
        "induce examples/even-numbers --out OUT",
        "learn hexapawn --games 5 --out OUT",
        "learn minesweeper --board 4x4/2 --games 50 --out OUT",
        "features hexapawn --cycles 1 --out OUT",
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("result.svg");
        std::fs::write(&out, "old").expect("it is written");
        let limited = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
        let call = args.replace("OUT", &out.display().to_string());
        let output = Command::new("sh")
            .args(["-c", limited, env!("CARGO_BIN_EXE_stratalog")])
            .args(call.split_whitespace())
            .current_dir(harness::repository())
            .output()
            .expect("the shell runs");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args}: {err}");
        assert!(err.contains("result.svg"), "{args}: {err}");
        assert_eq!(std::fs::read_to_string(&out).expect("it is there"), "old");
        let files = std::fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(files, 1, "{args}: nothing half-written is left");
    }
}
