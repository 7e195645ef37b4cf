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
fn entangled_positions_of_minesweeper() {
    let analyse = |side: usize| {
        let row = "1.".repeat(side / 2);
        let rows = format!("{row}\n{}\n", ".".repeat(side)).repeat(side / 2);
        let position = format!("{side}x{side}/{}\n{rows}", side * side / 10);
        harness::with_input(&position, &["analyse", "--json"])
    };
    analyse(16).exits(0);
    let refused = analyse(40).exits(3).json();
    let because = refused["because"].as_str().unwrap_or_default();
    assert!(because.contains("too entangled"), "{because}");
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
fn positions_of_a_strategy_that_is_checked() {
    let folder = TempDir::new().expect("a folder");
    let run = |args: &str| run_in(folder.path(), args.split_whitespace());
    run("learn noughts-and-crosses --games 60 --out strategy.pl").exits(0);
    let check = |limit: u64| {
        run(&format!(
            "check strategy.pl --limit-positions {limit} --json"
        ))
    };
    check(1_000_000).exits(0);
    let refused = check(1_000).exits(3);
    assert!(refused.err.contains("--limit-positions"), "{}", refused.err);
}

#[test]
fn positions_of_a_game_that_is_learned() {
    let learn = |limit: &str| {
        let folder = TempDir::new().expect("a folder");
        let args = "learn noughts-and-crosses --games 30 --out s.pl --json --limit-positions";
        run_in(folder.path(), args.split_whitespace().chain([limit])).exits(0)
    };
    let certificate = |ran: &Ran| ran.json()["results"]["certificate"].clone();
    assert_eq!(certificate(&learn("100000"))["optimal"], true);
    let small = learn("100");
    assert!(certificate(&small).is_null(), "{}", small.out);
    let told = "more than 100 positions";
    assert!(small.err.contains(told), "{}", small.err);
}

/// A game of one player that lasts this number of moves.
fn walk(moves: u32) -> String {
    format!(
        "role(a). init(n(0)). legal(a, go).\nnext(n(M)) :- true(n(N)), M is N + 1.\n\
         terminal :- true(n({moves})). goal(a, 100).\n"
    )
}

#[test]
fn moves_of_a_game() {
    let play = |moves: u32, limit: &[&str]| {
        let args = ["play", "walk.pl", "--player", "random", "--games", "1"];
        let args = [&args, limit, &["--json"]].concat();
        let played = with_file("walk.pl", &walk(moves), &args).exits(0).json();
        (played["wins"].clone(), played["cut_off"].clone())
    };
    assert_eq!(play(10_000, &[]), (1.into(), 0.into()));
    assert_eq!(play(10_001, &[]), (0.into(), 1.into()));
    assert_eq!(play(7, &["--max-moves", "7"]), (1.into(), 0.into()));
    assert_eq!(play(8, &["--max-moves", "7"]), (0.into(), 1.into()));
}

#[test]
fn occurrences_of_a_position() {
    // The position of the start comes back after every second move.
    let rules = "role(a). init(at(0)). legal(a, go).\n\
                 next(at(1)) :- true(at(0)).\nnext(at(0)) :- true(at(1)).\n\
                 terminal :- true(at(2)). goal(a, 50).\n";
    for (occurrences, moves) in [("2", 2.0), ("3", 4.0), ("4", 6.0)] {
        let args = "play g.pl --player random --games 1 --json --repetition";
        let args: Vec<&str> = args.split_whitespace().chain([occurrences]).collect();
        let played = with_file("g.pl", rules, &args).exits(0).json();
        assert_eq!(played["mean_moves"], moves);
    }
}

#[test]
fn random_moves_in_a_row() {
    // After the one choice of the player, only chance moves.
    let rules = |moves: u32| {
        format!(
            "role(random). role(a). init(n(0)). legal(random, go).\n\
             legal(a, left) :- true(n(0)). legal(a, right) :- true(n(0)).\n\
             legal(a, noop) :- true(n(N)), N > 0.\n\
             next(n(M)) :- true(n(N)), M is N + 1.\n\
             terminal :- true(n({})). goal(a, 100). goal(random, 0).\n",
            moves + 1
        )
    };
    let args = "play g.pl --player random --games 1 --max-moves 100000 --json";
    let args: Vec<&str> = args.split_whitespace().collect();
    with_file("g.pl", &rules(19_999), &args).exits(0);
    let refused = with_file("g.pl", &rules(20_000), &args).exits(2);
    assert!(refused.err.contains("20000 times"), "{}", refused.err);
}

#[test]
fn seconds_of_playouts() {
    let playouts = |seconds: &str| {
        let args = [
            "rules",
            "playouts",
            "walk.pl",
            "--seconds",
            seconds,
            "--json",
        ];
        with_file("walk.pl", &walk(10), &args)
    };
    let played = playouts("0.2").exits(0).json();
    assert!(played["playouts"].as_u64() > Some(0), "{played}");
    playouts("0").exits(2);
}

#[test]
fn seconds_of_induction() {
    let induce = |timeout: &str| {
        let args = [
            "induce",
            "examples/even-numbers",
            "--json",
            "--timeout",
            timeout,
        ];
        harness::stratalog(args)
    };
    assert_eq!(induce("60").exits(0).json()["ended"], "done");
    let stopped = induce("0.000001").exits(3).json();
    assert_ne!(stopped["ended"], "done");
}

#[test]
fn the_cost_of_features() {
    let found = |limit: &str| {
        let args = "features hexapawn --cycles 1 --games 2 --json --limit";
        let ran = harness::stratalog(args.split_whitespace().chain([limit]));
        let features = ran.exits(0).json()["features"].clone();
        let used = features.as_array().expect("features").iter();
        used.filter(|feature| feature["active"] == true).count()
    };
    assert!(found("20000") > 0);
    assert_eq!(found("1"), 0);
}

#[test]
fn a_body_of_many_goals_is_no_trouble() {
    let goal: [fn(usize) -> String; 6] = [
        |n| format!("true(n({}))", n % 5),
        |n| format!("true(n(X{n}))"),
        |n| format!("p(X{n}, X{})", n + 1),
        |n| format!("\\+ (true(n(X{n})), p(X{n}, X{n}))"),
        |n| format!("(true(n({n})) ; p({n}, {n}))"),
        |n| format!("count(X{n}, true(n(X{n})), N{n})"),
    ];
    for goal in goal {
        let goals: Vec<String> = (0..5_000).map(goal).collect();
        let sheet = format!(
            "role(a). init(n(0)). init(n(1)). init(n(2)). init(n(3)). init(n(4)).\n\
             p(0, 0). legal(a, go). next(x) :- {}.\nnext(x) :- p(0, 0).\n\
             terminal :- true(x). goal(a, 100).\n",
            goals.join(", ")
        );
        let checked = check(&sheet).json();
        let seconds = checked["cpu_seconds"].as_f64().expect("seconds");
        assert!(seconds < 30.0, "{seconds} s for {}", goal(0));
    }
}
