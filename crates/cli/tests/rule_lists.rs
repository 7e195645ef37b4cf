//! `learn --with rules`, and its strategies in `check`, `play` and `explain`.

mod harness;

use harness::{repository, run_in, stratalog};
use serde_json::Value;

fn json(args: &str) -> Value {
    let args = args.split_whitespace().chain(["--json"]);
    stratalog(args).exits(0).json()
}

/// The path of a rulesheet beside the tests of the learner.
fn rulesheet(name: &str) -> String {
    let folder = repository().join("crates/rulelist/tests/games");
    folder.join(name).display().to_string()
}

#[test]
fn a_list_of_rules_is_learned_certified_played_and_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("nim.pl");
    let path = path.display();
    let learned = json(&format!("learn nim --with rules --out {path}"));
    assert_eq!(learned["results"]["certificate"]["optimal"], true);
    assert_eq!(learned["results"]["size"], 1);
    assert_eq!(
        learned["english"],
        serde_json::json!(["Move so that the nim-sum of the heaps is 0."])
    );
    let curve = learned["results"]["curve"].as_array().expect("a list");
    assert_eq!(curve.len(), 2);
    assert!(curve[0]["lost"].as_u64() > Some(0));
    assert_eq!(curve[1]["lost"], 0);
    assert_eq!(curve[1]["optimal"], 1.0);
    let svg = learned["rules"][0]["example"]["svg"].as_str();
    assert!(svg.is_some_and(|svg| svg.starts_with("<svg")));
    let checked = json(&format!("check {path}"));
    assert_eq!(checked["optimal"], true);
    let explained = json(&format!("explain nim start --player {path}"));
    assert_eq!(explained["move"], "take(1,2)");
    assert_eq!(explained["reason"]["rule"], "rule_1");
    let played = json(&format!(
        "play nim --player {path} --against random --games 100 --fixed-sides"
    ));
    assert_eq!(played["losses"], 0);
    let refused = stratalog(["play", "hexapawn", "--player", &path.to_string()]);
    assert_eq!(refused.code, 2, "{}", refused.err);
}

#[test]
fn rules_of_a_native_game_are_checked_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pawns.pl");
    let path = path.display();
    let learned = json(&format!("learn hexapawn-gardner --with rules --out {path}"));
    assert_eq!(learned["results"]["certificate"]["optimal"], true);
    assert_eq!(json(&format!("check {path}"))["optimal"], true);
}

#[test]
fn a_list_that_errs_is_refuted() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("nim.pl");
    let text = "strategy(game, nim).\nstrategy(board, '3,4,5').\nstrategy(learner, rules).\n\
                strategy(order, [rule_1/5]).\n\
                rule_1(_, _, _, M, _) :- M = take(_, 1).\n";
    std::fs::write(&path, text).expect("a temporary file");
    let path = path.display().to_string();
    let checked = stratalog(["check", &path, "--json"]).exits(1).json();
    assert_eq!(checked["optimal"], false);
    assert_eq!(checked["counterexample"]["rule"], "rule_1");
    std::fs::write(&path, text.replace("M = take(_, 1)", "likes(M)")).expect("a temporary file");
    let refused = stratalog(["check", &path]).exits(2);
    assert!(refused.err.contains("likes"), "{}", refused.err);
}

#[test]
fn games_of_every_kind_are_learned_by_both_learners() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("strategy.pl");
    let out = out.display().to_string();
    for (name, learners) in [
        ("again.pl", &["migo", "rules"][..]),
        ("race.pl", &["rules"]),
        ("shuttle.pl", &["migo", "rules"]),
    ] {
        let sheet = rulesheet(name);
        for learner in learners {
            let args = ["learn", &sheet, "--with", learner, "--out", &out, "--json"];
            let learned = stratalog(args).exits(0).json();
            let certificate = &learned["results"]["certificate"];
            assert_eq!(certificate["optimal"], true, "{name} {learner}");
            stratalog(["check", &out]).exits(0);
            std::fs::remove_file(&out).expect("it was written");
        }
    }
}

#[test]
fn both_learners_keep_what_they_learn_of_one_game() {
    let folder = tempfile::tempdir().expect("a folder");
    for (learner, file) in [("migo", "nim-strategy.pl"), ("rules", "nim-rule-list.pl")] {
        let args = [
            "learn", "nim", "--board", "1,2", "--with", learner, "--json",
        ];
        let learned = run_in(folder.path(), args).exits(0).json();
        assert_eq!(learned["strategy"], file);
    }
    let files = std::fs::read_dir(folder.path()).expect("the folder");
    assert_eq!(files.count(), 2);
}

#[test]
fn a_puzzle_is_learned_by_default_with_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("strategy.pl");
    let out = out.display().to_string();
    let sheet = rulesheet("race.pl");
    let refused = stratalog(["learn", &sheet, "--with", "migo", "--out", &out]).exits(2);
    assert!(refused.err.contains("--with rules"), "{}", refused.err);
    let learned = stratalog(["learn", &sheet, "--out", &out]).exits(0);
    assert!(learned.err.contains("has one player"), "{}", learned.err);
    assert!(learned.out.contains("decides"), "{}", learned.out);
    assert!(!learned.out.contains("opponent"), "{}", learned.out);
}

#[test]
fn a_puzzle_without_a_solution_is_said_to_have_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let sheet = folder.path().join("stuck.pl");
    let text = "role(you). init(at(1)).\n\
                legal(you, step) :- true(at(N)), N < 4.\n\
                legal(you, jump) :- true(at(N)), N < 3.\n\
                next(at(M)) :- true(at(N)), does(you, step), M is N + 1.\n\
                next(at(M)) :- true(at(N)), does(you, jump), M is N + 2.\n\
                terminal :- true(at(4)).\n\
                goal(you, 0).\n";
    std::fs::write(&sheet, text).expect("a temporary file");
    let out = folder.path().join("strategy.pl");
    let (sheet, path) = (sheet.display().to_string(), out.display().to_string());
    let refused = stratalog(["learn", &sheet, "--out", &path]).exits(1);
    assert!(refused.err.contains("cannot be solved"), "{}", refused.err);
    assert!(!out.exists());
}

#[test]
fn a_puzzle_whose_rules_fail_is_not_said_to_have_no_solution() {
    let folder = tempfile::tempdir().expect("a folder");
    let sheet = folder.path().join("powers.pl");
    // Every way ends at a number with more than 64 bits.
    let text = "role(you). init(at(2)).\n\
                legal(you, square).\nlegal(you, more).\n\
                next(at(M)) :- true(at(N)), does(you, square), M is N * N.\n\
                next(at(M)) :- true(at(N)), does(you, more), M is N * N + 1.\n\
                terminal :- true(at(0)).\n\
                goal(you, 100).\n";
    std::fs::write(&sheet, text).expect("a temporary file");
    let sheet = sheet.display().to_string();
    let refused = stratalog(["learn", &sheet, "--limit-positions", "20"]).exits(2);
    assert!(refused.err.contains("64 bits"), "{}", refused.err);
}

#[test]
fn a_puzzle_with_too_many_positions_is_solved_from_its_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("strategy.pl");
    let sheet = folder.path().join("switches.pl");
    let text = "role(you).\n\
                switch(N) :- between(1, 12, N).\n\
                init(off(N)) :- switch(N).\n\
                legal(you, press(N)) :- true(off(N)).\n\
                next(off(N)) :- true(off(N)), \\+ does(you, press(N)).\n\
                left :- true(off(_)).\n\
                terminal :- \\+ left.\n\
                terminal :- true(off(1)), \\+ true(off(12)).\n\
                goal(you, 100) :- \\+ left.\n\
                goal(you, 0) :- left.\n";
    std::fs::write(&sheet, text).expect("a temporary file");
    let (sheet, path) = (sheet.display().to_string(), out.display().to_string());
    let args = [
        "learn",
        &sheet,
        "--limit-positions",
        "100",
        "--out",
        &path,
        "--json",
    ];
    let learned = stratalog(args).exits(0).json();
    let solution = learned["results"]["solution"].as_array().expect("a list");
    assert_eq!(solution.len(), 12);
    assert_eq!(learned["results"]["certificate"]["optimal"], true);
    let checked = stratalog(["check", &path, "--json"]).exits(0).json();
    assert_eq!(checked["positions"], 12);
    let args = ["play", &sheet, "--player", &path, "--games", "20", "--json"];
    assert_eq!(stratalog(args).exits(0).json()["wins"], 20);
}

#[test]
fn games_without_a_value_are_refused_with_the_reason() {
    for (name, reason) in [
        ("at_once.pl", "at the same time"),
        ("three.pl", "3 roles"),
        ("free.pl", "every move is as good as any other"),
    ] {
        let sheet = rulesheet(name);
        let refused = stratalog(["learn", &sheet, "--with", "rules"]);
        let code = if name == "free.pl" { 1 } else { 2 };
        assert_eq!(refused.code, code, "{}", refused.err);
        assert!(refused.err.contains(reason), "{}", refused.err);
    }
}
