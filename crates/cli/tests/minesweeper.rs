//! Minesweeper from the command line: `analyse`, `solve`, `play`, `reproduce`.

mod harness;

use std::path::Path;

use harness::{Ran, repository, stratalog, with_input};
use serde_json::{Value, json};

/// Runs the command with arguments that stand in one line.
fn run(call: &str) -> Ran {
    stratalog(call.split_whitespace())
}

fn analyse(position: &str) -> Ran {
    with_input(position, &["analyse", "--json"])
}

#[test]
fn analyse_reports_safe_squares_mines_and_probabilities() {
    let found = analyse("3x5/3\n.....\n.....\n11211\n").exits(0).json();
    assert_eq!(found["consistent"], true);
    assert_eq!(found["solutions"], "5");
    assert_eq!(found["safe"], json!([[2, 1], [2, 3], [2, 5]]));
    assert_eq!(found["mines"], json!([[2, 2], [2, 4]]));
    assert_eq!(found["cells"].as_array().map(Vec::len), Some(10));
    assert_eq!(found["cells"][0]["square"], json!([1, 1]));
    let risk = found["cells"][0]["mine_probability"]
        .as_f64()
        .expect("a number");
    assert!((risk - 0.2).abs() < 1e-12);
    assert_eq!(found["best"]["mine_probability"], 0.0);
    let reason = found["best"]["reason"].as_str().expect("a reason");
    assert!(reason.contains("is safe: "), "{reason}");
}

#[test]
fn analyse_gives_a_reason_for_every_certain_square() {
    let found = analyse("3x5/3\n.....\n.....\n11211\n").json();
    let reasons = found["reasons"].as_array().expect("a list");
    let of = |verdict: &str| -> Vec<&Value> {
        let own = reasons.iter().filter(|one| one["verdict"] == verdict);
        own.map(|one| &one["square"]).collect()
    };
    assert_eq!(json!(of("safe")), found["safe"]);
    assert_eq!(json!(of("mine")), found["mines"]);
    for reason in reasons {
        let numbers = reason["numbers"].as_array().expect("a list");
        assert!(!numbers.is_empty(), "{reason}");
        assert!(numbers.iter().all(|square| square[0] == 3), "{reason}");
        let english = reason["english"].as_str().expect("a sentence");
        assert!(english.contains("at row 3, column "), "{english}");
    }
}

#[test]
fn analyse_reports_the_win_probability_of_a_guess() {
    let best = &analyse("2x2/1\n1.\n1.\n").json()["best"];
    assert_eq!(best["mine_probability"], 0.5);
    assert_eq!(best["win_probability"], 0.5);
    let reason = best["reason"].as_str().expect("a reason");
    let other = if best["square"][0] == 1 { 2 } else { 1 };
    let equal = format!("as safe as row {other}, column 2");
    assert!(reason.contains(&equal), "{reason}");
    assert!(!reason.contains("preferred"), "{reason}");
}

#[test]
fn analyse_knows_what_the_first_move_is_promised() {
    let start = "2x2/1\n..\n..\n";
    let promised = with_input(start, &["analyse", "--json", "--first-move", "safe"]).json();
    let reason = promised["best"]["reason"].as_str().expect("a reason");
    assert!(reason.contains("promise"), "{reason}");
    let reason = analyse(start).json()["best"]["reason"].to_string();
    assert!(reason.contains("a risk of 25.0%"), "{reason}");
}

#[test]
fn analyse_takes_an_unknown_number_of_mines() {
    let found = analyse("2x3/?\n1..\n1..\n").exits(0).json();
    assert_eq!(found["board"], "2x3/?");
    assert_eq!(found["solutions"], "8");
    assert_eq!(found["safe"], json!([]));
    let known = analyse("2x3/1\n1..\n1..\n").json();
    assert_eq!(known["safe"], json!([[1, 3], [2, 3]]));
    assert_eq!(known["reasons"][0]["uses_mine_count"], true);
    let example = run("analyse examples/minesweeper/unknown-count.txt --json").exits(0);
    let example = example.json();
    assert_eq!(example["mines"], json!([[1, 1], [1, 3]]));
    assert_eq!(example["safe"], json!([[1, 2], [1, 4]]));
    let conflict = analyse("2x3/?\n1..\n3..\n").exits(1).json();
    assert_eq!(conflict["conflict"], json!([[2, 1]]));
}

#[test]
fn analyse_names_a_contradiction_and_answers_no() {
    let found = analyse("2x4/2\n1...\n2...\n").exits(1).json();
    assert_eq!(found["consistent"], false);
    assert_eq!(found["conflict"], json!([[1, 1], [2, 1]]));
}

#[test]
fn analyse_refuses_wrong_input_and_names_the_place() {
    for (text, place) in [
        ("2x2/1\n..\n.Q\n", "line 3, column 2"),
        ("", "line 1, column 1"),
        ("2x2/9\n..\n..\n", "line 1, column 1"),
    ] {
        let ran = with_input(text, &["analyse"]).exits(2);
        assert!(ran.err.contains(place), "{}", ran.err);
        assert_eq!(ran.err.trim_end().lines().count(), 1, "{}", ran.err);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let noise = folder.path().join("noise.txt");
    std::fs::write(&noise, b"\xff\xfe\x00").expect("written");
    let ran = stratalog([Path::new("analyse"), &noise]).exits(2);
    assert!(ran.err.contains("mbf"), "{}", ran.err);
}

#[test]
fn a_position_may_stand_on_one_line_with_slashes() {
    for position in ["2x3/2/.../121", "2x3/2 .../121"] {
        let found = stratalog(["analyse", position, "--json"]).exits(0).json();
        assert_eq!(found["board"], "2x3/2");
        let player = ["--board", "2x3/2", "--player", "champion"];
        let args = [&["explain", "minesweeper", position], &player[..]].concat();
        let explained = stratalog(args).exits(0);
        assert!(
            explained.out.contains("row 1, column 2"),
            "{}",
            explained.out
        );
    }
    let given = stratalog(["analyse", ".../121", "--board", "2x3/2", "--json"]).exits(0);
    assert_eq!(given.json()["safe"], json!([[1, 2]]));
    for (wrong, place) in [
        ("2x3/2/.../12Q", "line 1, column 13"),
        ("missing.txt", "neither a file"),
    ] {
        let ran = stratalog(["analyse", wrong]).exits(2);
        assert!(ran.err.contains(place), "{}", ran.err);
        assert!(ran.err.contains("as in '2x3/2 .../121'"), "{}", ran.err);
    }
}

#[test]
fn analyse_takes_the_board_apart_from_the_rows() {
    let args = ["analyse", "--json", "--board", "2x2/1"];
    let found = with_input("1.\n1.\n", &args).exits(0).json();
    assert_eq!(found["board"], "2x2/1");
    with_input("2x2/2\n1.\n1.\n", &args).exits(2);
}

#[test]
fn analyse_reads_board_files_and_draws() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("board.mbf");
    // Three columns, two rows, one mine at the right of the first row.
    std::fs::write(&path, [3, 2, 0, 1, 2, 0]).expect("written");
    let picture = folder.path().join("board.svg");
    let call = format!(
        "analyse {} --open 1,1 --json --out {}",
        path.display(),
        picture.display()
    );
    let found = run(&call).exits(0).json();
    assert_eq!(found["board"], "2x3/1");
    assert_eq!(found["solutions"], "2");
    let svg = std::fs::read_to_string(picture).expect("it was drawn");
    assert!(svg.starts_with("<svg") && svg.contains("50%"), "{svg}");
    run("analyse examples/minesweeper/opening.txt --out /nowhere/board.svg").exits(2);
    let refused = run("analyse examples/minesweeper/opening.txt --out board.png").exits(2);
    assert!(refused.err.contains("ends in .svg"), "{}", refused.err);
}

#[test]
fn solve_gives_a_board_its_exact_value() {
    let found = run("solve minesweeper --board 4x4/4 --first-move safe --json").json();
    assert_eq!(found["fraction"], "961/1365");
    assert_eq!(found["first_moves"].as_array().map(Vec::len), Some(8));
    assert!(found["cpu_seconds"].is_number());
    run("solve minesweeper --board expert").exits(3);
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("state");
    let saved = format!(
        "solve minesweeper --board expert --save {}",
        state.display()
    );
    run(&saved).exits(3);
    run("solve minesweeper").exits(2);
}

#[test]
fn a_strategy_explains_its_moves_by_rule_and_numbers() {
    let folder = tempfile::tempdir().expect("a folder");
    let position = folder.path().join("position.txt");
    std::fs::write(&position, "3x5/3\n.....\n.....\n11211\n").expect("written");
    let strategy = repository().join("crates/minesweeper/rules/learned.pl");
    let explain = |player: &str| {
        let call = format!(
            "explain minesweeper {} --board 3x5/3 --player {player} --json",
            position.display()
        );
        let answer = run(&call).exits(0).json();
        answer["english"].as_str().expect("a sentence").to_owned()
    };
    let by_rule = explain(&strategy.display().to_string());
    assert!(by_rule.contains("by rule S-"), "{by_rule}");
    assert!(by_rule.contains("at row 3, column "), "{by_rule}");
    for player in ["champion", "pgms", "csp"] {
        let proven = explain(player);
        assert!(proven.contains("is safe: "), "{proven}");
        assert!(proven.contains("at row 3, column "), "{proven}");
    }
}

#[test]
fn explain_reads_the_positions_that_analyse_reads() {
    let rows = ". . . . .\n. . . . .\n1 1 2 1 1\n";
    let explain = |position: &str, options: &str| {
        let call = format!("explain minesweeper - --player champion --json {options}");
        let words: Vec<&str> = call.split_whitespace().collect();
        with_input(position, &words)
    };
    let plain = explain("3x5/3\n.....\n.....\n11211\n", "").exits(0);
    for (position, options) in [
        (format!("3 5 3\n{rows}"), ""),
        (rows.to_owned(), "--board 3x5/3"),
        (rows.replace('.', "⬜"), "--board 3x5/3"),
    ] {
        let explained = explain(&position, options).exits(0);
        assert_eq!(explained.json(), plain.json(), "{position}");
    }
    let unknown = explain(rows, "").exits(2);
    assert!(unknown.err.contains("how many mines"), "{}", unknown.err);
}

#[test]
fn every_player_can_be_asked_for() {
    for player in [
        "random",
        "single-point",
        "pgms",
        "csp",
        "rejection-uct:20",
        "mcmc-uct:20",
        "bssuct:20",
        "bssuct-as-published:20",
        "bssuct:0.001s",
        "exact",
        "champion",
        "champion:1",
        "champion:0.02s",
    ] {
        let call = format!(
            "play minesweeper --board 3x3/2 --first-move zero --player {player} --games 8 --json"
        );
        assert_eq!(run(&call).exits(0).json()["games"], 8, "{player}");
    }
}

#[test]
fn the_number_of_threads_changes_no_result() {
    let wins = |threads: u32| {
        let call = format!(
            "play minesweeper --board beginner --player champion --games 60 --threads {threads} --json"
        );
        run(&call).json()["wins"].clone()
    };
    assert_eq!(wins(1), wins(3));
}

#[test]
fn reproduce_lists_and_runs_experiments() {
    let listed = run("reproduce --json").json();
    let names = listed["experiments"].to_string();
    assert!(names.contains("bssuct-table-2"), "{names}");
    let folder = tempfile::tempdir().expect("a folder");
    let call = format!(
        "reproduce bssuct-3x3-7 --quick --json --out {}",
        folder.path().display()
    );
    let rows = run(&call).exits(0).json()["rows"].clone();
    assert_eq!(rows[0]["measured"], 0.125);
    assert_eq!(rows[1]["measured"], 0.25);
    for ending in ["md", "csv", "svg"] {
        let path = folder.path().join(format!("bssuct-3x3-7.{ending}"));
        assert!(path.is_file());
    }
}

#[test]
fn an_exported_task_is_learned_from_either_format() {
    let folder = tempfile::tempdir().expect("a folder");
    for format in ["aleph", "popper"] {
        let task = folder.path().join(format);
        let call = format!(
            "examples export {} --format {format} --board 5x5/4 --examples 8 --json",
            task.display()
        );
        let written = run(&call).exits(0).json();
        assert_eq!(
            (&written["positives"], &written["negatives"]),
            (&8.into(), &8.into())
        );
        assert_eq!(written["files"].as_array().map(Vec::len), Some(3));
        let call = format!("induce {} --method modes --json", task.display());
        let learned = run(&call).exits(0).json();
        assert_eq!(learned["false_positives"], 0, "{learned}");
        assert!(learned["true_positives"].as_u64() > Some(0), "{learned}");
    }
    run("examples export /dev/null/x").exits(2);
    run("examples export /tmp --examples 0").exits(2);
}
