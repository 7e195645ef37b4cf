//! Minesweeper from the command line: `analyse`, `solve`, `play`, `reproduce`.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn stratalog(args: &str, input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_stratalog"))
        .args(args.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("it was piped");
    // A command that does not read its input may be gone already.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the command ends")
}

fn json_of(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

#[test]
fn analyse_tells_safe_squares_mines_and_probabilities() {
    let output = stratalog("analyse --json", b"3x5/3\n.....\n.....\n11211\n");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let found = json_of(&output);
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
    assert!(
        found["best"]["reason"]
            .as_str()
            .is_some_and(|reason| reason.contains("safe"))
    );
}

#[test]
fn analyse_says_what_a_guess_wins() {
    let output = stratalog("analyse - --json", b"2x2/1\n1.\n1.\n");
    let best = &json_of(&output)["best"];
    assert_eq!(
        (&best["mine_probability"], &best["win_probability"]),
        (&json!(0.5), &json!(0.5))
    );
}

#[test]
fn analyse_names_a_contradiction_and_answers_no() {
    let output = stratalog("analyse --json", b"2x4/2\n1...\n2...\n");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let found = json_of(&output);
    assert_eq!(found["consistent"], false);
    assert_eq!(found["conflict"], json!([[1, 1], [2, 1]]));
}

#[test]
fn analyse_refuses_wrong_input_with_its_place() {
    for (text, place) in [
        (&b"2x2/1\n..\n.?\n"[..], "line 3, column 2"),
        (b"", "line 1, column 1"),
        (b"2x2/9\n..\n..\n", "line 1, column 1"),
        (b"\xff\xfe\x00", "mbf"),
    ] {
        let output = stratalog("analyse", text);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.contains(place), "{message}");
        assert_eq!(message.trim_end().lines().count(), 1, "{message}");
    }
}

#[test]
fn analyse_reads_board_files() {
    let folder = std::env::temp_dir().join("stratalog-analyse-mbf");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("board.mbf");
    // Three columns, two rows, one mine at the right of the first row.
    std::fs::write(&path, [3, 2, 0, 1, 2, 0]).expect("written");
    let output = stratalog(
        &format!("analyse {} --open 1,1 --json", path.display()),
        b"",
    );
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let found = json_of(&output);
    assert_eq!(found["board"], "2x3/1");
    assert_eq!(found["solutions"], "2");
}

#[test]
fn solve_gives_a_board_its_exact_value() {
    let output = stratalog(
        "solve minesweeper --board 4x4/4 --first-move safe --json",
        b"",
    );
    let found = json_of(&output);
    assert_eq!(found["fraction"], "961/1365");
    assert_eq!(found["first_moves"].as_array().map(Vec::len), Some(8));
    let too_large = stratalog("solve minesweeper --board expert", b"");
    assert_eq!(too_large.status.code(), Some(3));
    let no_board = stratalog("solve minesweeper", b"");
    assert_eq!(no_board.status.code(), Some(2));
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
        "bssuct:0.001s",
        "exact",
        "champion",
        "champion:1",
    ] {
        let call = format!(
            "play minesweeper --board 3x3/2 --first-move zero --player {player} --games 8 --json"
        );
        let output = stratalog(&call, b"");
        assert!(output.status.success(), "{player}: {output:?}");
        assert_eq!(json_of(&output)["games"], 8);
    }
}

#[test]
fn the_number_of_threads_changes_no_result() {
    let wins = |threads: u32| {
        let call = format!(
            "play minesweeper --board beginner --player champion --games 60 --threads {threads} --json"
        );
        json_of(&stratalog(&call, b""))["wins"].clone()
    };
    assert_eq!(wins(1), wins(3));
}

#[test]
fn reproduce_lists_and_runs_experiments() {
    let listed = json_of(&stratalog("reproduce --json", b""));
    let names = listed["experiments"].to_string();
    assert!(names.contains("bssuct-table-2"), "{names}");
    let folder = std::env::temp_dir().join("stratalog-reproduce");
    let call = format!(
        "reproduce bssuct-3x3-7 --quick --json --out {}",
        folder.display()
    );
    let output = stratalog(&call, b"");
    assert!(output.status.success(), "{output:?}");
    let rows = json_of(&output)["rows"].clone();
    assert_eq!(rows[0]["measured"], 0.125);
    assert_eq!(rows[1]["measured"], 0.25);
    for ending in ["md", "csv", "svg"] {
        assert!(folder.join(format!("bssuct-3x3-7.{ending}")).is_file());
    }
}
