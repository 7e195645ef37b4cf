//! `learn`, `check`, `explain` and `induce` with MIGO, as scripts call them.

use std::path::PathBuf;
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

/// A file of this test's own.
fn file(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("stratalog-strategies-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    folder.join(name)
}

#[test]
fn a_learned_strategy_is_certified_plays_and_explains_itself() {
    let path = file("ox.pl");
    let path = path.display();
    let learned = json(&format!("learn noughts-and-crosses --out {path}"));
    assert_eq!(learned["results"]["certificate"]["optimal"], true);
    let english = learned["english"].as_array().expect("a list");
    assert!(english.len() >= 4, "{english:?}");
    let checked = json(&format!("check {path}"));
    assert_eq!(checked["optimal"], true);
    assert_eq!(checked["positions"], 4520);
    let played = json(&format!(
        "play noughts-and-crosses --player {path} --against random --games 200"
    ));
    assert_eq!(played["losses"], 0);
    let explained = json(&format!(
        "explain noughts-and-crosses xx./oo./... --player {path}"
    ));
    assert_eq!(explained["move"], "1,3");
    assert_eq!(explained["reason"]["rule"], "win_1");
    assert!(
        !stratalog(&format!("play hexapawn --player {path}"))
            .status
            .success()
    );
}

#[test]
fn a_strategy_that_errs_is_refuted_by_the_shortest_counterexample() {
    let path = file("weak.pl");
    let text = "strategy(game, 'noughts-and-crosses').\n\
                strategy(order, [win_1/2]).\n\
                win_1(A, B) :- move(A, B), won(B).\n";
    std::fs::write(&path, text).expect("a temporary file");
    let output = stratalog(&format!("check {} --json", path.display()));
    assert_eq!(output.status.code(), Some(1));
    let checked: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(checked["optimal"], false);
    let line = checked["counterexample"]["line"]
        .as_array()
        .expect("a list");
    assert_eq!(line.len(), 1, "{line:?}");
    assert_eq!(checked["counterexample"]["left"], "loss");
}

#[test]
fn games_from_rulesheets_are_learned_too() {
    let path = file("nim.pl");
    for call in ["nim", "connect-three --against self"] {
        let learned = json(&format!("learn {call} --games 50 --out {}", path.display()));
        assert!(!learned["clauses"].as_array().expect("a list").is_empty());
        assert_eq!(learned["results"]["study"]["ended"], "consistent", "{call}");
        assert_eq!(learned["results"]["certificate"]["optimal"], true, "{call}");
    }
}

#[test]
fn a_problem_in_metagols_form_is_solved() {
    let problem = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/metarules/grandparent.pl"
    );
    let solved = json(&format!("induce {problem} --method metarules"));
    assert_eq!(solved["clauses"].as_array().expect("a list").len(), 3);
    assert_eq!(solved["true_positives"], 5);
    assert_eq!(solved["false_positives"], 0);
}
