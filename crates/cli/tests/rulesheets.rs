//! `rules check`, `rules perft` and `rules playouts` as scripts call them, and
//! rulesheets where a game is asked for.

mod harness;

use std::path::PathBuf;

use harness::{Ran, stratalog};
use serde_json::{Value, json};

fn answer(args: &[&str]) -> Value {
    ran(args).json()
}

fn ran(args: &[&str]) -> Ran {
    stratalog([args, &["--json"]].concat())
}

/// A file of its own for one test.
fn written(name: &str, text: &str) -> String {
    let path: PathBuf =
        std::env::temp_dir().join(format!("stratalog-{}-{name}", std::process::id()));
    std::fs::write(&path, text).expect("a temporary file");
    path.display().to_string()
}

/// Two players take one to three from a heap; a clock that never stops keeps the
/// rules from being grounded.
const CLOCKED_NIM: &str = "\
role(left). role(right).
init(heap(11)). init(control(left)). init(clock(0)).
legal(P, take(N)) :- true(control(P)), true(heap(H)), between(1, 3, N), N =< H.
legal(left, noop) :- true(control(right)).
legal(right, noop) :- true(control(left)).
next(heap(M)) :- true(heap(H)), does(_, take(N)), M is H - N.
next(control(left)) :- true(control(right)).
next(control(right)) :- true(control(left)).
next(clock(M)) :- true(clock(N)), M is N + 1.
terminal :- true(heap(0)).
goal(P, 0) :- true(heap(0)), true(control(P)).
goal(left, 100) :- true(heap(0)), true(control(right)).
goal(right, 100) :- true(heap(0)), true(control(left)).
goal(P, 50) :- role(P), true(heap(H)), H > 0.
";

#[test]
fn check_finds_nothing_wrong_with_what_is_shipped() {
    let report = answer(&["rules", "check", "rules/othello.pl"]);
    assert_eq!(report["ok"], true);
    assert_eq!(report["roles"], json!(["black", "white"]));
    assert_eq!(report["problems"], json!([]));
    assert!(
        report["games_tried"]
            .as_u64()
            .is_some_and(|games| games > 0)
    );
}

#[test]
fn positions_are_drawn_boards_or_facts_in_either_syntax() {
    let rules = "rules/noughts-and-crosses.pl";
    let value = |position: &str| answer(&["solve", rules, "--from", position])["value"].clone();
    let board = "  1 2 3\n1 x x .\n2 o[o .\n3 . . .\n";
    assert_eq!(value(&format!("{board}control: x\n")), "win");
    assert_eq!(value(&format!("{board}control: o\n")), "loss");
    // Without labels, and with the turn as at the start.
    assert_eq!(value("x x .\no o .\n. . .\n"), "win");
    let mut facts = String::new();
    for (row, line) in (1..).zip(["x x blank", "o o blank", "blank blank blank"]) {
        for (column, content) in (1..).zip(line.split(' ')) {
            facts += &format!("(cell {row} {column} {content}) ");
        }
    }
    assert_eq!(value(&format!("{facts} (control o)")), "loss");
    let wrong = stratalog(["solve", rules, "--from", "x x\no o\n"]).exits(2);
    assert!(wrong.err.contains("position"), "{}", wrong.err);

    let from = format!("{board}control: o\n");
    let played = ["play", rules, "--player", "random", "--against", "minimax"];
    let played = [
        &played[..],
        &["--from", &from, "--fixed-sides", "--games", "3"],
    ]
    .concat();
    let played = answer(&played);
    assert_eq!(played["losses"], 3, "{played}");
    assert_eq!(played["mean_moves"], 1.0, "{played}");
}

#[test]
fn check_names_rules_that_never_matter() {
    let rules = CLOCKED_NIM.to_owned()
        + "terminal :- true(heap(12)).\nspare(P) :- role(P).\n\
           terminal :- true(clock(40)), true(heap(1)).\n";
    let file = written("spare.pl", &rules);
    let checked = stratalog(["rules", "check", &file]).exits(0);
    // All positions are visited: nobody takes from an empty heap.
    for expected in [
        ":15:1: warning: this rule can never hold",
        ":16:1: warning: nothing in the game uses spare/1",
        ":17:1: warning: this rule can never hold",
    ] {
        assert!(checked.out.contains(expected), "{}", checked.out);
    }
    // There are too many positions to visit, and the largest number 20 times in a row
    // is rare.
    let rules = "role(r). init(count(0)). init(sum(0)).
        legal(r, X) :- between(0, 19, X).
        next(count(M)) :- true(count(N)), M is N + 1.
        next(sum(T)) :- true(sum(S)), does(r, X), T is S + X.
        terminal :- true(count(20)).
        lucky :- true(sum(380)).
        goal(r, 100) :- lucky.
        goal(r, 50) :- \\+ lucky.";
    let listed = stratalog(["rules", "check", &written("sum.pl", rules)]).exits(0);
    let never = "rules in lines 6, 7 never applied in them";
    assert!(listed.out.contains(never), "{}", listed.out);
    let many: Vec<String> = (0..30)
        .map(|n| format!("lucky :- true(sum({n})), true(sum(380))."))
        .collect();
    let rules = format!("{rules}\n{}", many.join("\n"));
    let listed = stratalog(["rules", "check", &written("sums.pl", &rules)]).exits(0);
    let never = "24, 25, 26 and 12 others never applied in them";
    assert!(listed.out.contains(never), "{}", listed.out);
}

#[test]
fn check_says_no_with_places_and_exit_code_one() {
    let file = written("wrong.pl", "role(x).\ninit(f).\nlegal(x, a) :- true(g).\n");
    let report = ran(&["rules", "check", &file]).exits(1).json();
    assert_eq!(report["ok"], false);
    let problem = &report["problems"][0];
    assert_eq!(problem["severity"], "error");
    assert!(problem["line"].is_u64() && problem["column"].is_u64());
    let message = problem["message"].as_str().expect("a text");
    assert!(message.contains("there is no"), "{message}");
}

#[test]
fn check_names_the_move_that_no_legal_offers() {
    let text = CLOCKED_NIM.replace("does(_, take(N))", "does(_, take_away(N))");
    let report = ran(&["rules", "check", &written("unoffered.pl", &text)]).exits(1);
    let problems = report.json()["problems"].to_string();
    assert!(problems.contains("no move is ever take_away"), "{problems}");
    assert!(problems.contains("take/1"), "{problems}");
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
        let ran = stratalog(args).exits(2);
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    }
    stratalog(["rules", "playouts", "hexapawn", "--board", "many"]).exits(2);
}

#[test]
fn what_the_check_rejects_is_not_played() {
    for (name, wrong) in [
        ("undefined.pl", "minus(H, N, M)"),
        ("power.pl", "M is 2 ** (2 ** 30)"),
        ("infinite.pl", "between(1, inf, M)"),
        ("division.pl", "M is N // 0"),
    ] {
        let file = written(name, &CLOCKED_NIM.replace("M is H - N", wrong));
        ran(&["rules", "check", &file]).exits(1);
        ran(&["rules", "perft", &file, "--depth", "2"]).exits(2);
        ran(&["rules", "playouts", &file, "--seconds", "0.1"]).exits(2);
        ran(&["solve", &file]).exits(2);
        ran(&["play", &file, "--player", "random", "--games", "1"]).exits(2);
    }
}

#[test]
fn perft_counts_joint_moves_and_games_that_ended() {
    let file = "rules/noughts-and-crosses.pl";
    let counted = answer(&["rules", "perft", file, "--depth", "9"]);
    assert_eq!(
        counted["counts"],
        json!([9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872])
    );
    assert_eq!(counted["ended"][8], 1440 + 5328 + 47_952 + 72_576);
}

#[test]
fn playouts_are_counted_and_averaged() {
    for way in [&[][..], &["--one-at-a-time"]] {
        let args = ["rules", "playouts", "connect-four", "--seconds", "0.3"];
        let measured = answer(&[&args[..], way].concat());
        for key in [
            "playouts",
            "steps",
            "playouts_per_second",
            "steps_per_second",
            "seconds",
            "cpu_seconds",
        ] {
            assert!(measured[key].as_f64().is_some_and(|n| n > 0.0), "{key}");
        }
        let length = measured["mean_length"].as_f64().expect("a number");
        assert!((15.0..25.0).contains(&length), "{length}");
        let goals = measured["mean_goals"].as_array().expect("a list");
        let goals: Vec<f64> = goals.iter().filter_map(Value::as_f64).collect();
        assert_eq!(goals.len(), 2);
        assert!((goals[0] + goals[1] - 100.0).abs() < 1e-6);
    }
}

#[test]
fn playouts_of_a_game_without_an_end_reach_a_limit() {
    let text = CLOCKED_NIM.replace("terminal :- true(heap(0)).", "terminal :- true(heap(-1)).");
    let text = text.replace("between(1, 3, N), N =< H", "between(0, 0, N)");
    let file = written("endless.pl", &text);
    let ran = ran(&["rules", "playouts", &file, "--seconds", "0.05"]).exits(3);
    assert_eq!(ran.json()["playouts"], 0);
    assert!(ran.json()["because"].to_string().contains("no game ended"));
}

#[test]
fn a_rulesheet_is_a_game() {
    let solved = answer(&["solve", "rules/hexapawn.pl", "--board", "3x4"]);
    let twin = answer(&["solve", "hexapawn", "--board", "3x4"]);
    assert_eq!(solved["value"], twin["value"]);
    assert_eq!(solved["positions"], twin["positions"]);
    assert_eq!(answer(&["solve", "nim"])["value"], "win");
    assert_eq!(
        answer(&["solve", "nim", "--board", "1,2,3"])["value"],
        "loss"
    );
    let breakthrough = [
        "play",
        "breakthrough",
        "--board",
        "5x4",
        "--player",
        "random",
    ];
    let [one, two] = ["1", "2"].map(|threads| {
        answer(&[&breakthrough[..], &["--games", "200", "--threads", threads]].concat())
    });
    assert_eq!(one["wins"], two["wins"]);
    assert_eq!(one["mean_moves"], two["mean_moves"]);
}

#[test]
fn an_interpreted_rulesheet_plays_the_same_on_any_number_of_threads() {
    let file = written("clocked.pl", CLOCKED_NIM);
    let results: Vec<Value> = ["1", "2", "3", "8"]
        .iter()
        .map(|threads| {
            let players = ["--player", "uct:40", "--against", "uct:25"];
            let games = ["--games", "12", "--threads", threads];
            let play = ["play", &file];
            let mut result = answer(&[&play[..], &players, &games].concat());
            let object = result.as_object_mut().expect("an object");
            object.retain(|key, _| !key.contains("second"));
            result
        })
        .collect();
    for result in &results {
        assert_eq!(*result, results[0]);
    }
}
