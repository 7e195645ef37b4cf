//! `features`, and the evaluations it saves, as scripts use them.

mod harness;

use std::time::Duration;

use harness::{command, stratalog};
use serde_json::Value;

fn json(args: &str) -> Value {
    let args = args.split_whitespace().chain(["--json"]);
    stratalog(args).exits(0).json()
}

#[test]
fn features_have_their_derivation_and_play_from_their_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("evaluation.pl");
    let path = path.display();
    let found = json(&format!(
        "features othello --cycles 2 --games 4 --out {path}"
    ));
    for key in ["accuracy", "held_out_accuracy", "won"] {
        assert_eq!(found[key].as_array().map(Vec::len), Some(2), "{key}");
    }
    assert!(
        found["held_out_accuracy"][1].as_f64() > Some(0.5),
        "{found}"
    );
    assert!(found["cpu_seconds"].as_f64() > Some(0.0));
    assert_eq!(found["ended"], "done");
    let matches = found["matches"].as_array().expect("a list");
    assert_eq!(matches[0]["against"], "orfeo");
    assert_eq!(matches[0]["games"], 4);
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
    for feature in features.iter().filter(|feature| feature["active"] == true) {
        assert!(!feature["weights"].as_array().expect("weights").is_empty());
    }
    // The same on one thread.
    let alone = folder.path().join("alone.pl");
    let again = json(&format!(
        "features othello --cycles 2 --games 4 --threads 1 --out {}",
        alone.display()
    ));
    assert_eq!(again["features"], found["features"]);
    assert_eq!(again["won"], found["won"]);
    let played = json(&format!(
        "play othello --player {path}:2 --against random --games 4"
    ));
    assert_eq!(played["games"], 4);
    let explained = json(&format!("explain othello start --player {path}"));
    let english = explained["english"].as_str().expect("text");
    assert!(!english.contains("place("), "{english}");
    for share in explained["reason"]["features"].as_array().expect("a list") {
        let said = share["english"].as_str().expect("English");
        assert!(english.contains(&said[1..said.len() - 1]), "{english}");
    }
}

#[test]
fn an_evaluation_learned_from_a_file_of_rules_plays_and_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let (rules, out) = (folder.path().join("mine.pl"), folder.path().join("e.pl"));
    let sheet = harness::repository().join("rules/noughts-and-crosses.pl");
    std::fs::copy(sheet, &rules).expect("it is copied");
    let (rules, out) = (rules.display(), out.display());
    json(&format!(
        "features {rules} --cycles 1 --limit 2000 --games 4 --against minimax --out {out}"
    ));
    let played = json(&format!("play {rules} --player {out} --games 4"));
    assert_eq!(played["games"], 4);
    let path = out.to_string();
    let checked = stratalog(["check", path.as_str(), "--json"]);
    assert!(checked.code < 2, "{}", checked.err);
    assert_eq!(checked.json()["positions"], 4520);
}

#[test]
fn a_run_that_was_killed_resumes_with_the_same_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let (out, state) = (folder.path().join("e.pl"), folder.path().join("e.pl.state"));
    let args = format!(
        "features othello --board 6x6 --cycles 4 --limit 2000 --games 10 --against uct:50 \
         --threads 1 --out {}",
        out.display()
    );
    let mut killed = command()
        .args(args.split_whitespace())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the command starts");
    while !state.exists() {
        let ended = killed.try_wait().expect("it can be asked");
        assert!(ended.is_none(), "it ended without saving its state");
        std::thread::sleep(Duration::from_millis(2));
    }
    killed.kill().expect("it can be killed");
    killed.wait().expect("it is gone");
    assert!(!out.exists(), "it was not done yet");
    let essence = |mut found: Value| {
        let found = found.as_object_mut().expect("an object");
        let wanted = ["features", "accuracy", "won", "mean_goal", "matches"];
        wanted.map(|key| found.remove(key).expect(key))
    };
    let resumed = essence(json(&args));
    assert!(!state.exists(), "the state is removed at the end");
    let text = std::fs::read_to_string(&out).expect("the evaluation");
    let whole = essence(json(&args));
    assert_eq!(resumed, whole);
    assert_eq!(std::fs::read_to_string(&out).expect("the evaluation"), text);
}

#[test]
fn games_and_options_that_cannot_be_used_are_refused() {
    for (args, says) in [
        ("features minesweeper", "perfect information"),
        ("features no-such-game", "no-such-game"),
        ("features othello --limit 0", "--limit"),
    ] {
        let ran = stratalog(args.split_whitespace()).exits(2);
        assert!(ran.err.contains(says), "{args}: {}", ran.err);
    }
}
