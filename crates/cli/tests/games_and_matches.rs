//! `games`, `play`, `solve` and `explain` as scripts call them.

mod harness;

use serde_json::Value;

use harness::{Ran, with_input};

fn stratalog(args: &str) -> Ran {
    harness::stratalog(args.split_whitespace())
}

fn json(args: &str) -> Value {
    stratalog(&format!("{args} --json")).exits(0).json()
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
    assert!(text.out.contains("uct[:SIMULATIONS]"));
    for line in text.out.lines() {
        assert!(
            line.chars().count() <= 80,
            "does not fit a terminal: {line}"
        );
    }
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
    let ran = stratalog("solve othello --limit-positions 20000 --json").exits(3);
    assert!(ran.err.contains("more than 20000 positions"));
    assert_eq!(ran.json()["value"], Value::Null);
}

#[test]
fn wrong_calls_end_with_exit_code_2_and_one_line_of_cause() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let csv = folder.path().join("games.csv");
    for (args, cause) in [
        (
            "play othello --player deep-blue",
            "the players are random, minimax, uct, material, human",
        ),
        (
            "play othello --player minmax",
            "did you mean minimax? the players are",
        ),
        (
            "play chess --player random",
            "the games are noughts-and-crosses, hexapawn",
        ),
        (
            "play mineswepeer --player random",
            "did you mean minesweeper?",
        ),
        (
            "play othello --first-move safe --player random",
            "othello has no --first-move",
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
            "create it first",
        ),
    ] {
        let ran = stratalog(&format!("{args} --json --csv {}", csv.display()));
        assert_eq!(ran.code, 2, "{args}: {}", ran.err);
        assert!(ran.err.contains(cause), "{args}: {}", ran.err);
        assert_eq!(ran.err.trim_end().lines().count(), 1, "{args}: {}", ran.err);
        assert!(ran.out.is_empty() && !csv.exists(), "{args}");
    }
    let solved = stratalog("solve connect-four --board 2x2").exits(2);
    assert!(solved.err.contains("is not a board"), "{}", solved.err);
}

#[test]
fn play_writes_csv_and_svg_and_shows_boards_on_request() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let (csv, svg) = (
        folder.path().join("games.csv"),
        folder.path().join("games.svg"),
    );
    let ran = stratalog(&format!(
        "play hexapawn --player minimax --against random --games 10 --csv {} --svg {}",
        csv.display(),
        svg.display()
    ))
    .exits(0);
    assert!(ran.out.contains("95% interval"));
    let lines = std::fs::read_to_string(&csv).expect("it was written");
    assert_eq!(lines.lines().count(), 11);
    let drawing = std::fs::read_to_string(&svg).expect("it was written");
    assert!(drawing.starts_with("<svg") && drawing.contains("minimax against random"));

    let shown = stratalog("play hexapawn --player minimax --against random --show").exits(0);
    assert!(
        shown
            .out
            .contains("1 b b b\n2 . . .\n3 w w w\nwhite to move"),
        "{}",
        shown.out
    );
    assert!(shown.out.contains("draws with best play"), "{}", shown.out);
}

#[test]
fn a_person_plays_at_the_terminal_and_may_leave() {
    let args = "play noughts-and-crosses --player human --against minimax --json";
    let args: Vec<&str> = args.split_whitespace().collect();
    let left = with_input("2,2\nbanana\nhint\n", &args).exits(0);
    assert_eq!(left.json()["games"], 0);
    assert!(left.err.contains("'banana' is not a move"), "{}", left.err);
    assert!(left.err.contains("minimax plays"), "{}", left.err);

    let asked = with_input("why\n2,2\nwhy\nquit\n", &args).exits(0);
    assert!(asked.err.contains("has not moved yet"), "{}", asked.err);
    // Once when the move is made, and once more.
    assert_eq!(
        asked.err.matches("o (minimax): ").count(),
        2,
        "{}",
        asked.err
    );

    // All squares in order: whatever minimax answers, the rest is refused.
    let all = "1,1\n1,2\n1,3\n2,1\n2,2\n2,3\n3,1\n3,2\n3,3\n";
    let played = with_input(all, &args).exits(0).json();
    assert_eq!(played["games"], 1);
    assert_eq!(played["wins"], 0);

    let resigned = with_input("2,2\nundo\n1,1\nresign\n", &args).exits(0);
    assert_eq!(resigned.json()["losses"], 1, "{}", resigned.err);
    assert!(resigned.err.contains("resigns."), "{}", resigned.err);
    assert_eq!(resigned.json()["mean_moves"], 2.0);
}

#[test]
fn a_number_is_a_column_where_columns_are_moves() {
    let args = "play connect-four --player human --against human";
    let args: Vec<&str> = args.split_whitespace().collect();
    let full = with_input("help\n1\n1\n1\n1\n1\n1\nmoves\n1\nquit\n", &args).exits(0);
    assert!(full.err.contains("2  3  4  5  6  7\n"), "{}", full.err);
    assert!(full.err.contains("1 is not legal here"), "{}", full.err);
    assert!(!full.err.contains("number in the list"), "{}", full.err);
}

#[test]
fn a_lost_game_of_minesweeper_shows_the_mines() {
    let args = "play minesweeper --board 1x2/1 --first-move any --player human";
    let args: Vec<&str> = args.split_whitespace().collect();
    // One of the two squares is the mine: some seed puts it on the first.
    let lost = (1..20).find_map(|seed: u32| {
        let seed = seed.to_string();
        let ran = with_input("1,1\n", &[&args[..], &["--seed", &seed]].concat());
        ran.err.contains("loses").then_some(ran.err)
    });
    let lost = lost.expect("a game that is lost");
    assert!(lost.contains('*'), "{lost}");
}

#[test]
fn nobody_plays_against_the_player_of_a_puzzle() {
    let ran = stratalog("play minesweeper --player random --against random").exits(2);
    assert!(ran.err.contains("has one player"), "{}", ran.err);
    let ran = stratalog("play noughts-and-crosses --player mine.pl").exits(2);
    assert!(
        ran.err.contains("no strategy file 'mine.pl'"),
        "{}",
        ran.err
    );
    let ran = stratalog("rules check othelo").exits(2);
    assert!(ran.err.contains("did you mean othello?"), "{}", ran.err);
}

#[test]
fn a_hint_in_minesweeper_has_its_proof() {
    let args = "play minesweeper --player human --first-move zero --seed 7";
    let args: Vec<&str> = args.split_whitespace().collect();
    let hinted = with_input("4,4\nhint\nquit\n", &args).exits(0);
    let proof = hinted.err.lines().find(|line| line.contains(" plays "));
    let proof = proof.expect("a hint");
    assert!(proof.contains("is safe: the "), "{proof}");
}

#[test]
fn what_is_neither_a_file_nor_a_position_is_said_to_be_neither() {
    for game in ["noughts-and-crosses", "nim", "minesweeper", "network"] {
        let ran = stratalog(&format!("explain {game} nofile --player random")).exits(2);
        let neither = format!("'nofile' is neither a file nor a position of {game}");
        assert!(ran.err.contains(&neither), "{}", ran.err);
        assert!(ran.err.contains("the word start, a file"), "{}", ran.err);
    }
    let drawn = stratalog("explain noughts-and-crosses xq./.../... --player random").exits(2);
    assert!(drawn.err.contains("as in '.../.../...'"), "{}", drawn.err);
    assert!(drawn.err.contains("'q' is not a square"), "{}", drawn.err);
}

#[test]
fn a_person_is_not_told_a_choice_before_the_step_is_over() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let rules = folder.path().join("hands.kif");
    let text = "(role a) (role b) (init (round 1)) (succ 1 2) (succ 2 3)
        (<= (legal ?r left) (role ?r)) (<= (legal ?r right) (role ?r))
        (<= (next (shown ?r ?h)) (does ?r ?h))
        (<= (next (round ?m)) (true (round ?n)) (succ ?n ?m))
        (<= terminal (true (round 3)))
        (<= same (true (shown a ?h)) (true (shown b ?h)))
        (<= (goal a 100) same) (<= (goal a 0) (not same))
        (<= (goal b 0) same) (<= (goal b 100) (not same))";
    std::fs::write(&rules, text).expect("it is written");
    let rules = rules.display().to_string();
    // The person has the second role: the other has chosen when it is asked.
    let args = ["play", &rules, "--player", "random", "--against", "human"];
    let args = [&args[..], &["--games", "1", "--json"]].concat();
    let asked = with_input("why\nquit\n", &args).exits(0);
    assert!(!asked.err.contains("a (random)"), "{}", asked.err);
    assert!(asked.err.contains("has not moved yet"), "{}", asked.err);
    let moved = with_input("left\nquit\n", &args).exits(0);
    assert_eq!(moved.err.matches("a (random)").count(), 1, "{}", moved.err);
    // Each of the roles that choose in a step can be asked.
    for role in ["a", "b"] {
        let asked = stratalog(&format!(
            "explain {rules} start --player random --role {role}"
        ));
        assert!(
            asked.exits(0).out.contains(&format!("{role} plays")),
            "{role}"
        );
    }
}

#[test]
fn the_last_move_is_marked_and_a_pipe_has_no_colour() {
    let args = "play noughts-and-crosses --player human --against minimax --json";
    let args: Vec<&str> = args.split_whitespace().collect();
    let moved = with_input("2,2\nquit\n", &args).exits(0);
    assert_eq!(moved.err.matches("[o").count(), 1, "{}", moved.err);
    assert!(!moved.err.contains('\u{1b}'), "{}", moved.err);
}

#[test]
fn a_closed_pipe_is_quiet_and_a_full_disk_is_not() {
    use std::process::Stdio;
    for args in ["games", "play hexapawn --player random --games 10"] {
        let mut child = harness::command()
            .args(args.split_whitespace())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the command ends");
        assert_eq!(output.status.code(), Some(0), "{args}");
        assert!(output.stderr.is_empty(), "{args}");
    }
    for args in ["games --json", "--help", "play --help", "--version"] {
        let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else {
            return;
        };
        let output = harness::command()
            .args(args.split_whitespace())
            .stdout(Stdio::from(full))
            .stderr(Stdio::piped())
            .output()
            .expect("the command ends");
        assert_eq!(output.status.code(), Some(2), "{args}");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.contains("cannot be written"), "{args}: {message}");
    }
}

#[test]
fn explain_knows_every_game() {
    let explained = json("explain noughts-and-crosses xx./oo./... --player minimax");
    assert_eq!(explained["move"], "1,3");
    assert_eq!(explained["reason"]["kind"], "search");
    let started = json("explain breakthrough start --player uct:50 --board 5x4");
    assert!(
        started["alternatives"]
            .as_array()
            .is_some_and(|moves| moves.len() > 3)
    );
    let swept = json("explain minesweeper examples/minesweeper/opening.txt --player champion");
    assert!(
        swept["english"]
            .as_str()
            .is_some_and(|text| text.starts_with("sweeper plays"))
    );
    let wrong = stratalog("explain nim start --player minimax --role nobody").exits(2);
    assert!(wrong.err.contains("its roles are"), "{}", wrong.err);
}

#[test]
fn a_game_without_end_is_drawn_and_said_to_be() {
    let folder = tempfile::tempdir().expect("a folder");
    let sheet = folder.path().join("walk.pl");
    let rules = "role(walker). role(watcher).\ninit(at(left)). init(control(walker)).\n\
        legal(R, go) :- true(control(R)).\nlegal(R, noop) :- role(R), \\+ true(control(R)).\n\
        next(at(right)) :- true(at(left)).\nnext(at(left)) :- true(at(right)).\n\
        next(control(watcher)) :- true(control(walker)).\n\
        next(control(walker)) :- true(control(watcher)).\n\
        terminal :- true(at(nowhere)).\ngoal(R, 50) :- role(R).\n";
    std::fs::write(&sheet, rules).expect("it is written");
    let game = sheet.display().to_string();
    let played = json(&format!("play {game} --player random --games 4"));
    assert_eq!(played["draws"], 4);
    assert_eq!(played["cut_off"], 4);
    let bounded = json(&format!(
        "play {game} --player random --games 1 --repetition 0 --max-moves 7"
    ));
    assert_eq!(bounded["mean_moves"], 7.0);
}

#[test]
fn a_search_ends_when_it_is_interrupted() {
    use std::process::{Command, Stdio};
    let child = harness::command()
        .args(["solve", "othello", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // Tabulating comes first and takes a second or two; the signal is kept.
    std::thread::sleep(std::time::Duration::from_millis(300));
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(3));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["ended"], "stopped");
    assert_eq!(answer["value"], Value::Null);
}

#[test]
fn the_first_role_is_said_to_begin_only_where_it_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("second-begins.pl");
    let rules = "role(hunter). role(runner). init(control(runner)).\n\
         legal(R, catch) :- true(control(R)).\n\
         legal(R, wait) :- role(R), \\+ true(control(R)).\n\
         next(caught(R)) :- does(R, catch).\n\
         terminal :- true(caught(_)).\n\
         goal(R, 100) :- role(R), true(caught(R)).\n\
         goal(R, 0) :- role(R), \\+ true(caught(R)).\n";
    std::fs::write(&path, rules).expect("written");
    let solved = stratalog(&format!("solve {}", path.display())).exits(0);
    assert!(solved.out.contains("a loss for hunter\n"), "{}", solved.out);
    let solved = stratalog("solve nim").exits(0);
    assert!(solved.out.contains(", who begins"), "{}", solved.out);
}
