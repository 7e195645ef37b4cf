//! Minesweeper rules are learned from examples, and work.

use std::sync::Arc;

use stratalog_ilp::modes::{ActiveLearner, ActiveStop, Method, is_variant};
use stratalog_logic::read_term;
use stratalog_minesweeper::mio::deducible::Deducible;
use stratalog_minesweeper::mio::examples::PositionSample;
use stratalog_minesweeper::mio::learn::{StrategyLearner, learning_settings};
use stratalog_minesweeper::mio::player::Guess;
use stratalog_minesweeper::mio::rule::{Rule, Target};
use stratalog_minesweeper::mio::server::{Lesson, LocalServer, ServerSettings};
use stratalog_minesweeper::mio::strategy::Strategy;
use stratalog_minesweeper::mio::trial::Trial;
use stratalog_minesweeper::{Board, FirstMove, Minesweeper};
use stratalog_run::{Control, Seed};

fn measure(board: Board, rules: &[Rule], positions: u64, seed: u64) -> Deducible {
    let sample = PositionSample {
        board,
        positions,
        seed: Seed(seed),
    };
    Deducible::measure(sample, rules, &Control::default())
}

const PUBLISHED: [&str; 4] = [
    "safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), inSet(T,S), minesInSet(S,0)",
    "safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), setHasXMines(_,B,Z,R), \
     diffSetHasXMines(S,R,D), inSet(T,D), minesInSet(D,0)",
    "safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), setHasXMines(_,B,Z,R), \
     setHasXMines(_,B,Z,Q), diffSetHasXMines(S,R,D), diffSetHasXMines(Q,D,E), \
     inSet(T,E), minesInSet(E,0)",
    "mine(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), inSet(T,S), \
     minesInSet(S,N), lengthSet(S,N)",
];

#[test]
fn the_published_rules_are_found_written_read_and_win_games() {
    let board = "8x8/10".parse().expect("a board");
    let learned = StrategyLearner::new(board)
        .seed(Seed(101))
        .run()
        .expect("it learns");
    for text in PUBLISHED {
        let published = read_term(text).expect("a clause").term;
        let rules = &learned.strategy.rules;
        let is_found = rules
            .iter()
            .any(|rule| is_variant(&rule.clause, &published));
        assert!(is_found, "{text} is not among\n{}", learned.strategy.text());
    }
    let text = learned.strategy.text();
    let read = Strategy::parse("strategy.pl", &text).expect("it reads back");
    assert_eq!(read.text(), text);
    let game = Minesweeper::new(board, FirstMove::Any);
    let first = Arc::clone(&learned.lessons[0].rules);
    let all = Arc::new(read.rules);
    let play = |rules: &Arc<Vec<Rule>>, guess| {
        let trial = Trial::new(&game, Arc::clone(rules)).guess(guess);
        trial.games(1000).run()
    };
    let random = play(&first, Guess::Random).wins;
    assert!((480..580).contains(&random), "{random} of 1000");
    let maxima = play(&first, Guess::LocalMaxima).wins;
    assert!((550..660).contains(&maxima), "{maxima} of 1000");
    let needless = |rules| {
        let moves = play(rules, Guess::Exact).moves;
        moves.needless as f64 / moves.guesses as f64
    };
    assert!(needless(&first) > 0.04);
    assert!(needless(&all) <= 0.0);
    // Each rule holds by itself, wherever it applies.
    for rule in all.iter().filter(|rule| !rule.supposes()) {
        let alone = measure(board, std::slice::from_ref(rule), 500, 6);
        assert_eq!(alone.wrong, 0, "{}", rule.name);
    }
    let before = measure(board, &first, 500, 5);
    let after = measure(board, &all, 500, 5);
    assert_eq!((before.wrong, after.wrong), (0, 0));
    assert!(after.found() > before.found(), "{before:?} {after:?}");
    assert_eq!(after.found(), after.squares(), "{after:?}");
    // What was learned on one board holds on others.
    for other in ["6x9/15", "16x16/40"] {
        let other = other.parse().expect("a board");
        let counts = measure(other, &all, 40, 7);
        assert_eq!(
            (counts.wrong, counts.found()),
            (0, counts.squares()),
            "{counts:?}"
        );
    }
}

#[test]
fn what_is_absurd_is_learned_with_a_clause_that_looks_at_both_cases() {
    let recursive = "absurd(B) :- tightestTile(B,T), supposeMine(T,B,C), absurd(C), \
                     supposeSafe(T,B,D), absurd(D)";
    let recursive = read_term(recursive).expect("a clause").term;
    let settings = ServerSettings::on("8x8/10".parse().expect("a board"));
    for seed in [21, 22] {
        let lesson = Lesson::named("cases", Arc::default()).expect("a lesson");
        let mut server = LocalServer::teaching(lesson, Target::Absurd, settings, Seed(seed));
        let learned = ActiveLearner::new(&mut server)
            .settings(learning_settings(Method::GreedyMacros, Seed(seed)))
            .run()
            .expect("it learns");
        assert_eq!(learned.stop, ActiveStop::NoCounterexample);
        let mut theory = learned.theory.iter();
        assert!(theory.any(|clause| is_variant(clause, &recursive)));
    }
}

#[test]
fn a_strategy_with_an_unknown_predicate_is_refused_with_its_place() {
    let text = "strategy(game, minesweeper).\n\nsafe(T, B) :- lucky(T, B).\n";
    let error = Strategy::parse("mine.pl", text).expect_err("lucky is unknown");
    let message = error.to_string();
    assert!(
        message.contains("mine.pl:3") && message.contains("lucky"),
        "{message}"
    );
}
