//! The limits of the book, reached from both sides: what is just within is done,
//! what is just beyond is refused or reported.

mod harness;

use std::path::Path;

use harness::{Ran, run_in};
use tempfile::TempDir;

/// A folder with one file, and the command in it.
fn with_file(name: &str, text: &str, args: &[&str]) -> Ran {
    let folder = TempDir::new().expect("a folder");
    std::fs::write(folder.path().join(name), text).expect("it is written");
    run_in(folder.path(), args)
}

fn check(rules: &str) -> Ran {
    with_file("game.pl", rules, &["rules", "check", "game.pl", "--json"])
}

#[test]
fn boards_of_minesweeper() {
    let play = |board: &str| {
        let args = format!("play minesweeper --board {board} --player random --games 1 --json");
        run_in(Path::new("."), args.split_whitespace())
    };
    play("255x2/3").exits(0);
    play("2x255/3").exits(0);
    for board in ["256x2/3", "2x256/3", "99999999999x2/3"] {
        let refused = play(board).exits(2);
        assert!(refused.err.contains("1 to 255"), "{}", refused.err);
    }
}

#[test]
fn players_of_a_rulesheet() {
    let rules = |players: usize| {
        let roles: String = (0..players)
            .map(|n| format!("role(p{n}). goal(p{n}, 50).\n"))
            .collect();
        roles
            + "init(n(0)). legal(P, go) :- role(P). next(n(1)) :- true(n(0)).\n\
               terminal :- true(n(1)).\n"
    };
    check(&rules(200)).exits(0);
    let refused = check(&rules(201)).exits(1);
    assert!(refused.out.contains("more than 200"), "{}", refused.out);
}

#[test]
fn nesting_of_terms_in_a_rulesheet() {
    let rules = |levels: usize| {
        let term = "s(".repeat(levels) + "0" + &")".repeat(levels);
        format!(
            "role(a). init({term}). legal(a, go). next(x) :- true({term}).\n\
             terminal :- true(x). goal(a, 100).\n"
        )
    };
    check(&rules(99)).exits(0);
    let refused = check(&rules(100)).exits(1);
    assert!(refused.out.contains("nested too deep"), "{}", refused.out);
}

#[test]
fn integers_in_a_rulesheet() {
    let rules = |number: &str| {
        format!(
            "role(a). init(n({number})). legal(a, go).\n\
             next(n(M)) :- true(n(N)), M is N + 1.\n\
             terminal :- true(n(M)), {number} < M.\ngoal(a, 100).\n"
        )
    };
    check(&rules("9223372036854775806")).exits(0);
    let refused = check(&rules("9223372036854775807")).exits(1);
    assert!(refused.out.contains("64 bits"), "{}", refused.out);
}

#[test]
fn arguments_recalls_and_clauses_of_learning_problems() {
    let problem = |arity: usize, recall: &str, length: &str| {
        let types = vec!["+t"; arity].join(", ");
        let values = vec!["a"; arity].join(", ");
        let text = format!(
            ":- set(clauselength, {length}).\n:- modeh(1, p(+t)).\n\
             :- modeb({recall}, q({types})).\nq({values}).\npos(p(a)).\nneg(p(b)).\n"
        );
        let args = ["induce", "problem.pl", "--timeout", "5", "--json"];
        with_file("problem.pl", &text, &args)
    };
    assert_ne!(problem(64, "1", "4").code, 2);
    assert_ne!(problem(1, "1000000", "4").code, 2);
    assert_ne!(problem(1, "1", "1000").code, 2);
    let too_wide = problem(65, "1", "4").exits(2);
    assert!(too_wide.err.contains("64"), "{}", too_wide.err);
    problem(1, "1000001", "4").exits(2);
    problem(1, "1", "1001").exits(2);
    problem(99_999, "1", "4").exits(2);
}

#[test]
fn arguments_and_integers_of_programs() {
    let fact = |arity: usize| format!("p({}).\n", vec!["a"; arity].join(","));
    let ask = |text: &str, goal: &str| with_file("p.pl", text, &["query", "p.pl", goal, "--json"]);
    ask(&fact(250), "true").exits(0);
    let refused = ask(&fact(251), "true").exits(2);
    assert!(refused.err.contains("250"), "{}", refused.err);
    ask("p.\n", "X is (1 << 1048575) mod 7").exits(0);
    let refused = ask("p.\n", "X is (1 << 1048577) mod 7").exits(2);
    assert!(refused.err.contains("too large"), "{}", refused.err);
}

#[test]
fn steps_depth_and_memory_of_queries() {
    let program =
        "n(0).\nn(M) :- n(N), M is N + 1.\nlen(0).\nlen(N) :- M is N - 1, len(M), p.\np.\n";
    let ask = |goal: &str, limit: &str, value: &str| {
        let args = ["query", "p.pl", goal, limit, value, "--json"];
        with_file("p.pl", program, &args)
    };
    ask("n(10)", "--limit-steps", "1000").exits(0);
    ask("n(10)", "--limit-steps", "5").exits(3);
    ask("len(500)", "--limit-depth", "2000").exits(0);
    ask("len(500)", "--limit-depth", "100").exits(3);
    ask("len(10000)", "--limit-memory", "64").exits(0);
    ask("len(10000000)", "--limit-memory", "64").exits(3);
}

#[test]
fn positions_of_games_that_are_solved() {
    let solve = |limit: &str| {
        let args = ["solve", "hexapawn", "--limit-positions", limit, "--json"];
        run_in(Path::new("."), args)
    };
    let positions = solve("1000000").exits(0).json()["positions"].as_u64();
    let positions = positions.expect("a number");
    solve(&(positions + 1).to_string()).exits(0);
    solve(&(positions / 2).to_string()).exits(3);
}

#[test]
fn a_body_of_many_goals_is_no_trouble() {
    let goals = |count: usize| {
        let goals: Vec<String> = (0..count).map(|n| format!("true(n({}))", n % 5)).collect();
        format!(
            "role(a). init(n(0)). init(n(1)). init(n(2)). init(n(3)). init(n(4)).\n\
             legal(a, go). next(x) :- {}.\nterminal :- true(x). goal(a, 100).\n",
            goals.join(", ")
        )
    };
    let checked = check(&goals(20_000)).exits(0);
    let seconds = checked.json()["cpu_seconds"].as_f64();
    assert!(seconds.is_some_and(|s| s < 60.0), "{}", checked.out);
}
