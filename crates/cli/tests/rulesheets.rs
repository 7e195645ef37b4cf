//! `rules check`, `rules perft` and `rules playouts` as scripts call them, and
//! rulesheets where a game is asked for.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

fn stratalog(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_stratalog"))
        .args(args)
        .output()
        .expect("the command starts")
}

fn json(args: &[&str]) -> Value {
    let output = stratalog(&[args, &["--json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{args:?}: {output:?}"))
}

fn shipped(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    path.join(name).display().to_string()
}

/// A file of its own for one test.
fn written(name: &str, text: &str) -> String {
    let path = std::env::temp_dir().join(format!("stratalog-{}-{name}", std::process::id()));
    std::fs::write(&path, text).expect("a temporary file");
    path.display().to_string()
}

#[test]
fn check_finds_nothing_wrong_with_what_is_shipped() {
    let report = json(&["rules", "check", &shipped("othello.pl")]);
    assert_eq!(report["ok"], true);
    assert_eq!(report["roles"], serde_json::json!(["black", "white"]));
    assert_eq!(report["problems"], serde_json::json!([]));
}

#[test]
fn check_says_no_with_places_and_exit_code_one() {
    let file = written("wrong.pl", "role(x).\ninit(f).\nlegal(x, a) :- true(g).\n");
    let output = stratalog(&["rules", "check", &file, "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!(report["ok"], false);
    let problem = &report["problems"][0];
    assert_eq!(problem["severity"], "error");
    assert!(problem["line"].is_u64() && problem["column"].is_u64());
    assert!(
        problem["message"]
            .as_str()
            .is_some_and(|m| m.contains("there is no"))
    );
}

#[test]
fn what_cannot_be_read_is_a_wrong_call() {
    let broken = written("broken.pl", "role(x.\n");
    for args in [
        ["rules", "check", "no-such-file.pl"],
        ["rules", "playouts", &broken],
        ["solve", &broken, "--json"],
        ["solve", "no-such-file.kif", "--json"],
    ] {
        let output = stratalog(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    let output = stratalog(&["rules", "playouts", "hexapawn", "--board", "many"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn perft_counts_joint_moves_and_games_that_ended() {
    let counted = json(&[
        "rules",
        "perft",
        &shipped("noughts-and-crosses.pl"),
        "--depth",
        "9",
    ]);
    assert_eq!(
        counted["counts"],
        serde_json::json!([9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872])
    );
    assert_eq!(counted["ended"][8], 1440 + 5328 + 47_952 + 72_576);
}

#[test]
fn playouts_are_counted_and_averaged() {
    let measured = json(&["rules", "playouts", "connect-four", "--seconds", "0.3"]);
    for key in [
        "playouts",
        "steps",
        "playouts_per_second",
        "steps_per_second",
    ] {
        assert!(measured[key].as_f64().is_some_and(|n| n > 0.0), "{key}");
    }
    let length = measured["mean_length"].as_f64().expect("a number");
    assert!((15.0..25.0).contains(&length), "{length}");
    let goals: Vec<f64> = measured["mean_goals"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(Value::as_f64)
        .collect();
    assert_eq!(goals.len(), 2);
    assert!((goals[0] + goals[1] - 100.0).abs() < 1e-6);
}

#[test]
fn a_rulesheet_is_a_game() {
    let solved = json(&["solve", &shipped("hexapawn.pl"), "--board", "3x4"]);
    let twin = json(&["solve", "hexapawn", "--board", "3x4"]);
    assert_eq!(solved["value"], twin["value"]);
    assert_eq!(solved["positions"], twin["positions"]);
    assert_eq!(json(&["solve", "nim"])["value"], "win");
    assert_eq!(json(&["solve", "nim", "--board", "1,2,3"])["value"], "loss");
    let breakthrough = [
        "play",
        "breakthrough",
        "--board",
        "5x4",
        "--player",
        "random",
    ];
    let [one, two] = ["1", "2"].map(|threads| {
        json(&[&breakthrough[..], &["--games", "200", "--threads", threads]].concat())
    });
    assert_eq!(one["wins"], two["wins"]);
    assert_eq!(one["mean_moves"], two["mean_moves"]);
}
