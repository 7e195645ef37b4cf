//! Games evaluated by rules: the same on every thread, and honest about limits.

use std::path::Path;

use stratalog_game::{Coded, Game, Turn};
use stratalog_logic::Source;
use stratalog_rulesheet::{Budget, EngineChoice, Rulesheet, RulesheetGame, Syntax};
use stratalog_run::Seed;

fn interpreted(name: &str) -> RulesheetGame {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let sheet = Rulesheet::from_file(&folder.join(name)).expect("it can be read");
    RulesheetGame::new(&sheet, EngineChoice::Interpreter).expect("it makes a game")
}

fn read(text: &str) -> Rulesheet {
    Rulesheet::read(Source::new("game.pl", text), Syntax::Prolog)
}

/// A game whose one player may go on as long as it likes.
fn walk(next: &str) -> String {
    format!(
        "role(walker).\ninit(at(1)).\nlegal(walker, go).\nlegal(walker, stay).\n{next}\n\
         next(at(N)) :- true(at(N)), does(walker, stay).\n\
         terminal :- true(at(0)).\ngoal(walker, 100).\n"
    )
}

/// Plays a random game; everything that a player or a search could see of it.
fn trace(game: &RulesheetGame, index: u64) -> Vec<String> {
    let mut rng = Seed(5).stream(index);
    let mut position = game.initial(&mut rng);
    let mut moves = Vec::new();
    let mut lines = Vec::new();
    while let Turn::Role(role) = game.turn(&position) {
        game.legal_moves(&position, &mut moves);
        let codes: Vec<u32> = moves.iter().map(|mv| mv.code()).collect();
        let texts: Vec<String> = moves.iter().map(|&mv| game.move_text(mv)).collect();
        lines.push(format!("{role:?} {codes:?} {texts:?} {position:?}"));
        let choice = game.random_choice(&position, role, &mut rng, &mut Vec::new());
        let (mv, _) = choice.expect("it is somebody's turn");
        game.play_unchecked(&mut position, mv);
    }
    lines
}

#[test]
fn positions_and_moves_mean_the_same_on_every_thread() {
    let alone = interpreted("hexapawn.pl");
    let expected: Vec<Vec<String>> = (0..12).map(|index| trace(&alone, index)).collect();
    // Each thread meets the terms of this game in another order.
    let shared = interpreted("hexapawn.pl");
    std::thread::scope(|scope| {
        let play = |index: u64| trace(&shared, index);
        let threads: Vec<_> = (0..12)
            .rev()
            .map(|i| scope.spawn(move || play(i)))
            .collect();
        for (thread, expected) in threads.into_iter().rev().zip(&expected) {
            assert_eq!(thread.join().expect("no panic"), *expected);
        }
    });
}

#[test]
fn a_position_can_be_played_on_another_thread_than_the_one_that_made_it() {
    let game = interpreted("noughts-and-crosses.pl");
    let mut position = game.initial(&mut Seed(1).stream(0));
    while let Turn::Role(_) = game.turn(&position) {
        let (game, before) = (game.clone(), position.clone());
        let thread = std::thread::spawn(move || {
            let mut position = before;
            let mut moves = Vec::new();
            game.legal_moves(&position, &mut moves);
            game.play(&mut position, moves[moves.len() / 2])
                .expect("legal");
            position
        });
        position = thread.join().expect("no panic");
    }
    assert_eq!(game.turn(&position), Turn::Over);
}

#[test]
fn a_limit_is_a_failure_of_the_game_and_names_the_clause() {
    for (next, line, cause) in [
        (
            "next(at(M)) :- true(at(_)), does(walker, go), between(1, 4000000000, M).",
            5,
            "more work than the limit",
        ),
        (
            "next(at(M)) :- true(at(N)), does(walker, go), M is (N + 1) * 9223372036854775807.",
            5,
            "does not fit into 64 bits",
        ),
        (
            "next(at(M)) :- true(at(N)), does(walker, go), M is 7 // (N - 1).",
            5,
            "divided by zero",
        ),
    ] {
        let budget = Budget {
            work: 1_000_000,
            literals: 1_000_000,
        };
        let game = RulesheetGame::new(&read(&walk(next)), EngineChoice::Best(budget))
            .expect("the clauses are right");
        let mut position = game.initial(&mut Seed(1).stream(0));
        let go = game.parse_move("go").expect("a move");
        game.play(&mut position, go).expect("legal");
        assert_eq!(game.turn(&position), Turn::Failed, "{next}");
        let failure = game.failure(&position).expect("it says why");
        assert!(failure.contains(cause), "{failure}");
        assert!(failure.contains(&format!("line {line},")), "{failure}");
        let error = game.play(&mut position, go).expect_err("it failed");
        assert!(error.to_string().contains(cause), "{error}");
        let error = game.move_counts(3, || true).expect_err("it failed");
        assert!(error.to_string().contains(cause), "{error}");
        let error = game.playouts(&mut Seed(1).stream(0), |_| true);
        let error = error.expect_err("it failed");
        assert!(error.to_string().contains(cause), "{error}");
    }
}

#[test]
fn a_game_whose_facts_never_end_fails_and_names_their_kind() {
    let text = walk("next(at(M)) :- true(at(N)), does(walker, go), M is N + 1.");
    let game = RulesheetGame::new(&read(&text), EngineChoice::Interpreter).expect("a game");
    let mut position = game.initial(&mut Seed(1).stream(0));
    let go = game.parse_move("go").expect("a move");
    for _ in 0..999_998 {
        game.play_unchecked(&mut position, go);
    }
    assert_ne!(game.turn(&position), Turn::Failed);
    game.play_unchecked(&mut position, go);
    game.play_unchecked(&mut position, go);
    assert_eq!(game.turn(&position), Turn::Failed);
    let failure = game.failure(&position).expect("it says why");
    assert!(
        failure.contains("different facts, the last of at/1"),
        "{failure}"
    );
}

/// Plays `go` until the rules fail: how often, and why.
fn go_until_it_fails(text: &str) -> (usize, String) {
    let game = RulesheetGame::new(&read(text), EngineChoice::Interpreter).expect("a game");
    let mut position = game.initial(&mut Seed(1).stream(0));
    let go = game.parse_move("go").expect("a move");
    let mut moves = 0;
    while game.turn(&position) != Turn::Failed {
        game.play_unchecked(&mut position, go);
        moves += 1;
    }
    (moves, game.failure(&position).expect("it says why"))
}

#[test]
fn a_term_that_doubles_fails_when_it_is_too_large_to_be_written() {
    let text = walk("next(at(f(X, X))) :- true(at(X)), does(walker, go).");
    let (moves, failure) = go_until_it_fails(&text);
    // `f` of two equal parts, twelve times: 8,191 symbols.
    assert_eq!(moves, 13);
    assert!(failure.contains("more than 10000 symbols"), "{failure}");
}

#[test]
fn a_game_whose_facts_are_too_large_together_fails() {
    let mut tree = "N".to_owned();
    for _ in 0..12 {
        tree = format!("f({tree}, {tree})");
    }
    let next = format!(
        "next(at(M)) :- true(at(N)), does(walker, go), M is N + 1.\n\
         next(big({tree})) :- true(at(N)), does(walker, go)."
    );
    let (moves, failure) = go_until_it_fails(&walk(&next));
    // A move adds 8,192 symbols and the two of the new place.
    assert_eq!(moves, 10_000_000 / 8_194 + 1);
    assert!(failure.contains("more than 10000000 symbols"), "{failure}");
}

#[test]
fn what_the_check_rejects_makes_no_game() {
    for next in [
        "next(at(M)) :- true(at(N)), does(walker, go), nowhere(N, M).",
        "next(at(M)) :- true(at(_)), does(walker, go), M is 2 ** (2 ** 30).",
        "next(at(M)) :- true(at(_)), does(walker, go), between(1, inf, M).",
    ] {
        let game = RulesheetGame::new(&read(&walk(next)), EngineChoice::default());
        let error = game.expect_err("the clause has an error");
        assert!(error.to_string().contains("line 5"), "{error}");
    }
}

#[test]
fn a_position_without_a_legal_move_and_an_end_without_a_goal_are_failures() {
    let stuck = "role(a).\ninit(on).\nlegal(a, go) :- true(on).\nnext(off) :- true(on).\n\
                 terminal :- true(never).\nnext(never) :- true(off), true(on).\ngoal(a, 50).\n";
    let no_goal = "role(a).\ninit(on).\nlegal(a, go).\nnext(off) :- true(on).\n\
                   terminal :- true(off).\ngoal(a, 50) :- true(on).\n";
    for (text, cause) in [
        (stuck, "a has no legal move"),
        (no_goal, "a has no goal when the game ends"),
    ] {
        for choice in [EngineChoice::default(), EngineChoice::Interpreter] {
            let game = RulesheetGame::new(&read(text), choice).expect("the clauses are right");
            let mut position = game.initial(&mut Seed(1).stream(0));
            let go = game.parse_move("go").expect("a move");
            game.play_unchecked(&mut position, go);
            assert_eq!(game.turn(&position), Turn::Failed);
            let failure = game.failure(&position).expect("it says why");
            assert!(failure.contains(cause), "{failure}");
        }
    }
    let game = RulesheetGame::new(&read(no_goal), EngineChoice::default()).expect("right clauses");
    assert!(game.network().is_some());
    let played = game.playouts(&mut Seed(1).stream(0), |tally| tally.playouts < 100);
    let error = played.expect_err("no goal").to_string();
    assert!(error.contains("not exactly one goal"), "{error}");
}

#[test]
fn negation_between_different_instances_has_a_meaning() {
    // The goals depend on each other, but none on itself; nor does a win in a
    // game whose moves lead downwards.
    let text = "role(r).\ninit(heap(5)).\nlegal(r, take(N)) :- true(heap(H)), between(1, H, N).\n\
                next(heap(M)) :- true(heap(H)), does(r, take(N)), N =< H, M is H - N.\n\
                terminal :- true(heap(H)), \\+ win(H).\n\
                win(H) :- size(H), down(H, L), \\+ win(L).\n\
                down(H, L) :- size(H), size(L), L < H, H =< L + 2.\n\
                size(N) :- between(0, 5, N).\n\
                goal(r, 100) :- \\+ goal(r, 0).\ngoal(r, 0) :- true(heap(3)).\n";
    for choice in [EngineChoice::default(), EngineChoice::Interpreter] {
        let game = RulesheetGame::new(&read(text), choice).expect("it has a meaning");
        for (take, over, goal) in [(2, true, 0), (5, true, 100), (1, false, 0)] {
            let mut position = game.initial(&mut Seed(1).stream(0));
            let take = game.parse_move(&format!("take({take})")).expect("a move");
            game.play(&mut position, take).expect("legal");
            let is_over = game.turn(&position) == Turn::Over;
            assert_eq!(is_over, over, "{:?}", game.failure(&position));
            assert!(!over || game.goal(&position, stratalog_game::Role(0)) == goal);
        }
    }
    let loops = text.replace("L < H, H =< L + 2", "L =< H, H =< L + 2");
    let refused = RulesheetGame::new(&read(&loops), EngineChoice::default());
    let error = refused.expect_err("it has no meaning").to_string();
    assert!(error.contains("its own negation"), "{error}");
    let game = RulesheetGame::new(&read(&loops), EngineChoice::Interpreter).expect("not grounded");
    let position = game.initial(&mut Seed(1).stream(0));
    assert_eq!(game.turn(&position), Turn::Failed);
}

#[test]
fn answers_that_depend_on_each_other_in_a_circle_are_complete() {
    // A walk on a ring with one-way streets, asked in both directions.
    let text = "role(r).\ninit(open(1, 2)). init(open(2, 3)). init(open(3, 1)). init(open(3, 4)).\n\
                init(open(5, 4)).\nlegal(r, go(X)) :- to(1, X).\nlegal(r, back(X)) :- from(X, 4).\n\
                to(X, Y) :- true(open(X, Y)).\nto(X, Y) :- to(X, Z), to(Z, Y).\n\
                from(X, Y) :- true(open(X, Z)), from(Z, Y).\nfrom(X, Y) :- true(open(X, Y)).\n\
                next(over) :- does(r, _).\nterminal :- true(over).\ngoal(r, 50).\n";
    let moves = |choice| {
        let game = RulesheetGame::new(&read(text), choice).expect("it makes a game");
        let position = game.initial(&mut Seed(1).stream(0));
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        let texts: Vec<String> = moves.iter().map(|&mv| game.move_text(mv)).collect();
        texts.join(" ")
    };
    let expected = "back(1) back(2) back(3) back(5) go(1) go(2) go(3) go(4)";
    assert_eq!(moves(EngineChoice::Interpreter), expected);
    assert_eq!(moves(EngineChoice::default()), expected);
}
