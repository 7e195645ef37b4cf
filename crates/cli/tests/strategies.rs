//! `learn`, `check` and `explain` with MIGO, and `induce` with metarules, as scripts
//! call them.

mod harness;

use harness::{repository, stratalog};
use serde_json::Value;

fn json(args: &str) -> Value {
    let args = args.split_whitespace().chain(["--json"]);
    stratalog(args).exits(0).json()
}

#[test]
fn a_learned_strategy_is_certified_plays_and_explains_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ox.pl");
    let path = path.display();
    let learned = json(&format!("learn noughts-and-crosses --out {path}"));
    assert_eq!(learned["results"]["certificate"]["optimal"], true);
    assert_eq!(learned["ended"], "done");
    assert!(learned["cpu_seconds"].as_f64() > Some(0.0));
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
    let english = explained["english"].as_str().expect("text");
    assert_eq!(english.matches("win_1").count(), 1, "{english}");
    assert!(!english.contains("from A to B"), "{english}");
    let refused = stratalog(["play", "hexapawn", "--player", &path.to_string()]);
    assert_ne!(refused.code, 0);
}

#[test]
fn a_strategy_that_errs_is_refuted_by_the_shortest_counterexample() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("weak.pl");
    let text = "strategy(game, 'noughts-and-crosses').\n\
                strategy(order, [win_1/2]).\n\
                win_1(A, B) :- move(A, B), won(B).\n";
    std::fs::write(&path, text).expect("a temporary file");
    let path = path.display().to_string();
    let checked = stratalog(["check", &path, "--json"]).exits(1).json();
    assert_eq!(checked["optimal"], false);
    let line = checked["counterexample"]["line"]
        .as_array()
        .expect("a list");
    assert_eq!(line.len(), 1, "{line:?}");
    assert_eq!(checked["counterexample"]["left"], "loss");
}

#[test]
fn games_from_rulesheets_are_learned_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("nim.pl");
    for call in ["nim", "connect-three --against self"] {
        let learned = json(&format!("learn {call} --games 50 --out {}", path.display()));
        assert!(!learned["clauses"].as_array().expect("a list").is_empty());
        assert_eq!(learned["results"]["study"]["ended"], "consistent", "{call}");
        assert_eq!(learned["results"]["certificate"]["optimal"], true, "{call}");
    }
}

#[test]
fn a_strategy_file_names_the_rulesheet_it_was_learned_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let sheet = folder.path().join("heaps.pl");
    std::fs::copy(repository().join("rules/nim.pl"), &sheet).expect("a rulesheet");
    let out = folder.path().join("strategy.pl");
    let (sheet, out) = (sheet.display().to_string(), out.display().to_string());
    stratalog(["learn", &sheet, "--games", "50", "--out", &out]).exits(0);
    let text = std::fs::read_to_string(&out).expect("a strategy");
    assert!(text.contains("strategy(rules, '"), "{text}");
    assert!(text.contains("heaps.pl'"), "{text}");
    let checked = json(&format!("check {out}"));
    assert_eq!(checked["optimal"], true);
}

#[test]
fn a_learner_that_learns_nothing_says_so_and_saves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("none.pl");
    let path = out.display().to_string();
    let args = [
        "learn",
        "noughts-and-crosses",
        "--games",
        "0",
        "--no-study",
        "--json",
        "--out",
        &path,
    ];
    let ran = stratalog(args).exits(1);
    assert!(ran.err.contains("nothing was learned"), "{}", ran.err);
    assert_eq!(ran.json()["strategy"], Value::Null);
    assert!(!out.exists());
}

#[test]
fn a_strategy_that_is_not_optimal_exits_with_1_and_is_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("weak.pl");
    let path = out.display().to_string();
    let args = [
        "learn",
        "noughts-and-crosses",
        "--games",
        "5",
        "--no-study",
        "--json",
        "--out",
        &path,
    ];
    let ran = stratalog(args).exits(1);
    assert!(ran.err.contains("not optimal"), "{}", ran.err);
    assert_eq!(ran.json()["results"]["certificate"]["optimal"], false);
    assert!(out.exists());
}

#[test]
fn options_of_another_learner_are_refused_by_name() {
    for (args, says) in [
        (
            "learn othello --no-study --variant separated --from nowhere",
            ["--no-study is an option of migo", "zenith"],
        ),
        (
            "learn minesweeper --no-study",
            ["--no-study is an option of migo", "mio"],
        ),
        (
            "learn hexapawn --examples-from 127.0.0.1:1",
            ["--examples-from is an option of mio", "migo"],
        ),
    ] {
        let ran = stratalog(args.split_whitespace()).exits(2);
        for text in says {
            assert!(ran.err.contains(text), "{args}: {}", ran.err);
        }
    }
}

#[test]
fn a_problem_in_metagols_form_is_solved() {
    let problem = "examples/metarules/grandparent.pl";
    let solved = json(&format!("induce {problem} --method metarules"));
    assert_eq!(solved["clauses"].as_array().expect("a list").len(), 3);
    assert_eq!(solved["true_positives"], 5);
    assert_eq!(solved["false_positives"], 0);
}
