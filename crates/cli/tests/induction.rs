//! `stratalog induce` and `stratalog learn` as scripts see them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn stratalog(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_stratalog"))
        .args(args)
        .output()
        .expect("the binary runs")
}

fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    folder.join(name).display().to_string()
}

fn file(name: &str, text: &str) -> PathBuf {
    let name = format!("stratalog-cli-{}-{name}.pl", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, text).expect("a temporary file");
    path
}

#[test]
fn induce_prints_the_keys_scripts_rely_on() {
    let output = stratalog(&["induce", &example("trains"), "--folds", "5", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(report["clauses"].as_array().map(Vec::len), Some(1));
    assert_eq!(report["false_negatives"], 0);
    assert_eq!(report["false_positives"], 0);
    for key in ["true_positives", "true_negatives", "explored", "seconds"] {
        assert!(report[key].is_number(), "{key}");
    }
    assert!(report["cross_validation"]["accuracy"].as_f64() > Some(0.8));
}

#[test]
fn a_background_that_never_ends_is_reported_with_its_mode() {
    let path = file(
        "endless",
        ":- modeh(1, p(+t)).\n:- modeb(1, q(+t)).\nq(X) :- q(X).\npos(p(a)).\nneg(p(b)).\n",
    );
    let output = stratalog(&["induce", &path.display().to_string()]);
    std::fs::remove_file(&path).expect("it was there");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains("endless.pl:2") && message.contains("table"),
        "{message}"
    );
}

#[test]
fn no_theory_says_what_to_loosen() {
    let path = file(
        "hopeless",
        ":- modeh(1, p(+t)).\n:- modeb(1, q(+t)).\nq(a).\nq(b).\npos(p(a)).\nneg(p(b)).\n",
    );
    let output = stratalog(&["induce", &path.display().to_string()]);
    std::fs::remove_file(&path).expect("it was there");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("--noise 1"), "{text}");
}

#[test]
fn an_unknown_game_or_learner_is_refused() {
    assert_eq!(stratalog(&["learn", "tiddlywinks"]).status.code(), Some(2));
    let output = stratalog(&["learn", "minesweeper", "--with", "luck"]);
    assert_eq!(output.status.code(), Some(2));
}
