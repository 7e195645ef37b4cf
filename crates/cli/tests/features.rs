//! `features`, and the evaluations it saves, as scripts use them.

use std::process::{Command, Output};

use serde_json::Value;

fn stratalog(args: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_stratalog"))
        .args(args.split_whitespace())
        .output()
        .expect("the command starts")
}

fn json(args: &str) -> Value {
    let output = stratalog(&format!("{args} --json"));
    assert!(output.status.success(), "{args}: {output:?}");
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

#[test]
fn features_are_told_with_their_derivation_and_play_from_their_file() {
    let folder = std::env::temp_dir().join(format!("stratalog-features-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let path = folder.join("evaluation.pl");
    let path = path.display();
    let found = json(&format!(
        "features othello --cycles 2 --games 4 --out {path}"
    ));
    assert_eq!(found["accuracy"].as_array().map(Vec::len), Some(2));
    assert_eq!(found["won"].as_array().map(Vec::len), Some(2));
    let features = found["features"].as_array().expect("a list");
    assert_eq!(features[0]["name"], "f0");
    assert_eq!(features[0]["derived_from"], Value::Null);
    let pieces = features
        .iter()
        .find(|feature| feature["formula"] == "true(cell(R, C, black))")
        .expect("black's discs");
    assert_eq!(pieces["derived_from"], "f0");
    assert_eq!(pieces["transformation"], "split-arith-comp");
    assert!(pieces["cost"].as_f64() > Some(0.0));
    // The same on one thread.
    let again = json("features othello --cycles 2 --games 4 --threads 1");
    assert_eq!(again["features"], found["features"]);
    assert_eq!(again["won"], found["won"]);
    let played = json(&format!(
        "play othello --player {path}:2 --against random --games 4"
    ));
    assert_eq!(played["games"], 4);
    std::fs::remove_dir_all(&folder).expect("the test's own folder");
}

#[test]
fn a_run_that_was_killed_goes_on_and_ends_the_same() {
    let folder = std::env::temp_dir().join(format!("stratalog-killed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let (out, state) = (folder.join("e.pl"), folder.join("e.pl.state"));
    let args = format!(
        "features othello --board 6x6 --cycles 4 --limit 2000 --games 10 --against uct:50 \
         --threads 1 --out {} --json",
        out.display()
    );
    let start = || {
        Command::new(env!("CARGO_BIN_EXE_stratalog"))
            .args(args.split_whitespace())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("the command starts")
    };
    let mut killed = start();
    while !state.exists() {
        let ended = killed.try_wait().expect("it can be asked");
        assert!(ended.is_none(), "it ended without saving its state");
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    killed.kill().expect("it can be killed");
    killed.wait().expect("it is gone");
    assert!(!out.exists(), "it was not through yet");
    let essence = |mut found: Value| {
        let found = found.as_object_mut().expect("an object");
        let wanted = ["features", "accuracy", "won", "mean_goal", "rivals"];
        wanted.map(|key| found.remove(key).expect(key))
    };
    let resumed = essence(json(args.trim_end_matches(" --json")));
    assert!(!state.exists(), "the state is forgotten at the end");
    let text = std::fs::read_to_string(&out).expect("the evaluation");
    let whole = essence(json(args.trim_end_matches(" --json")));
    assert_eq!(resumed, whole);
    assert_eq!(std::fs::read_to_string(&out).expect("the evaluation"), text);
    std::fs::remove_dir_all(&folder).expect("the test's own folder");
}

#[test]
fn what_cannot_be_looked_at_is_refused_in_words() {
    for (args, says) in [
        ("features minesweeper", "perfect information"),
        ("features no-such-game", "no-such-game"),
        ("features othello --limit 0", "--limit"),
    ] {
        let output = stratalog(args);
        assert_eq!(output.status.code(), Some(2), "{args}");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.contains(says), "{args}: {message}");
    }
}
