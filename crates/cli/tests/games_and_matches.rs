//! `games`, `play` and `solve` as scripts call them.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn stratalog(args: &str) -> Output {
    stratalog_with_input(args, "")
}

fn stratalog_with_input(args: &str, input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_stratalog"))
        .args(args.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("it was piped");
    // A command that does not read its input may be gone already.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the command ends")
}

fn json(args: &str) -> Value {
    let output = stratalog(&format!("{args} --json"));
    assert!(output.status.success(), "{args}: {output:?}");
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

#[test]
fn games_lists_names_players_and_boards() {
    let listed = json("games");
    let games = listed["games"].as_array().expect("a list");
    let names: Vec<&str> = games.iter().filter_map(|g| g["name"].as_str()).collect();
    for name in [
        "noughts-and-crosses",
        "hexapawn",
        "hexapawn-gardner",
        "othello",
        "connect-four",
    ] {
        assert!(names.contains(&name), "{names:?}");
    }
    assert!(
        games
            .iter()
            .all(|g| g["players"][0] == "random" && g["boards"].is_array())
    );
    let text = stratalog("games");
    assert!(String::from_utf8_lossy(&text.stdout).contains("uct:SIMULATIONS"));
}

#[test]
fn play_gives_the_same_numbers_on_one_and_two_threads() {
    let args = "play othello --player random --against random --games 2000 --seed 1";
    let [one, two] = [1, 2].map(|n| json(&format!("{args} --threads {n}")));
    for key in [
        "games",
        "wins",
        "draws",
        "losses",
        "win_rate",
        "ci95",
        "by_role",
        "mean_moves",
    ] {
        assert_eq!(one[key], two[key], "{key}");
    }
    assert_eq!(one["games"], 2000);
    let sum: u64 = ["wins", "draws", "losses"]
        .iter()
        .filter_map(|k| one[k].as_u64())
        .sum();
    assert_eq!(sum, 2000);
    assert!(one["games_per_second"].as_f64() > Some(0.0) && one["seconds"].is_number());
    let other = json(&args.replace("--seed 1", "--seed 2"));
    assert_ne!(one["wins"], other["wins"]);
}

#[test]
fn solve_gives_value_positions_and_seconds() {
    for (args, value, positions) in [
        ("noughts-and-crosses", "draw", 5478),
        ("hexapawn", "draw", 135),
        ("hexapawn-gardner", "loss", 135),
        ("hexapawn-gardner --board 4x4", "win", 20_286),
        ("connect-four --board 4x4", "draw", 161_029),
    ] {
        let solved = json(&format!("solve {args}"));
        assert_eq!(solved["value"], value, "{args}");
        assert_eq!(solved["positions"], positions, "{args}");
        assert!(solved["seconds"].is_number());
    }
    // Searched, not tabulated.
    assert_eq!(
        json("solve hexapawn-gardner --board 5x5")["method"],
        "search"
    );
}

#[test]
fn what_is_too_large_to_solve_ends_with_exit_code_3() {
    let output = stratalog("solve othello --limit-positions 20000");
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("more than 20000 positions"));
}

#[test]
fn wrong_calls_end_with_exit_code_2_and_one_line_of_cause() {
    let folder = std::env::temp_dir().join(format!("stratalog-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for files");
    let csv = folder.join("games.csv");
    for (args, cause) in [
        (
            "play othello --player deep-blue",
            "the players are random, minimax, uct, material, human",
        ),
        (
            "play chess --player random",
            "the games are noughts-and-crosses, hexapawn",
        ),
        (
            "play othello --board 5x5 --player random",
            "write ROWSxCOLS with 4, 6 or 8",
        ),
        (
            "play hexapawn --board four --player random",
            "write ROWSxCOLS",
        ),
        ("play othello --player uct:many", "as in uct:1000"),
        (
            "play othello --player random --games 0",
            "at least one game",
        ),
        (
            "play noughts-and-crosses --player random --opening 9",
            "ask for fewer",
        ),
        (
            "play othello --player random --svg /no/such/folder/a.svg",
            "make it first",
        ),
        ("solve connect-four --board 2x2", "is not a board"),
    ] {
        let output = stratalog(&format!("{args} --json --csv {}", csv.display()));
        let output = if args.starts_with("solve") {
            stratalog(args)
        } else {
            output
        };
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args}: {error}");
        assert!(error.contains(cause), "{args}: {error}");
        assert_eq!(error.trim_end().lines().count(), 1, "{args}: {error}");
        assert!(output.stdout.is_empty() && !csv.exists(), "{args}");
    }
    std::fs::remove_dir_all(&folder).expect("it was made above");
}

#[test]
fn play_writes_csv_and_svg_and_shows_boards_on_request() {
    let folder = std::env::temp_dir().join(format!("stratalog-play-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for files");
    let (csv, svg) = (folder.join("games.csv"), folder.join("games.svg"));
    let output = stratalog(&format!(
        "play hexapawn --player minimax --against random --games 10 --csv {} --svg {}",
        csv.display(),
        svg.display()
    ));
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("95% interval"));
    let lines = std::fs::read_to_string(&csv).expect("it was written");
    assert_eq!(lines.lines().count(), 11);
    let drawing = std::fs::read_to_string(&svg).expect("it was written");
    assert!(drawing.starts_with("<svg") && drawing.contains("minimax against random"));
    std::fs::remove_dir_all(&folder).expect("it was made above");

    let shown = stratalog("play hexapawn --player minimax --against random --show");
    let text = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(
        text.contains("1 b b b\n2 . . .\n3 w w w\nwhite to move"),
        "{text}"
    );
    assert!(text.contains("draws with best play"), "{text}");
}

#[test]
fn a_person_plays_at_the_terminal_and_may_leave() {
    let args = "play noughts-and-crosses --player human --against minimax --json";
    let left = stratalog_with_input(args, "2,2\nbanana\n");
    assert!(left.status.success());
    let result: Value = serde_json::from_slice(&left.stdout).expect("one JSON object");
    assert_eq!(result["games"], 0);
    let said = String::from_utf8_lossy(&left.stderr).into_owned();
    assert!(said.contains("'banana' is not a move"), "{said}");

    // All squares in order: whatever minimax answers, the rest is refused.
    let all = "1,1\n1,2\n1,3\n2,1\n2,2\n2,3\n3,1\n3,2\n3,3\n";
    let played = stratalog_with_input(args, all);
    let result: Value = serde_json::from_slice(&played.stdout).expect("one JSON object");
    assert_eq!(result["games"], 1);
    assert_eq!(result["wins"], 0);
}
