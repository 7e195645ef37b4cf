//! Rules for guesses: learned, saved, read again and played.

use std::sync::Arc;

use stratalog_minesweeper::mio::guessing::{Condition, GuessList, Measure, learn};
use stratalog_minesweeper::mio::player::Guess;
use stratalog_minesweeper::mio::strategy::Strategy;
use stratalog_minesweeper::mio::trial::Trial;
use stratalog_minesweeper::{Board, FirstMove, Minesweeper};
use stratalog_run::{Control, Seed};

fn board() -> Board {
    "6x6/6".parse().expect("a board")
}

#[test]
fn learned_guesses_lose_little_and_win_more_than_random_ones() {
    let learned = learn(board(), Seed(31), &Control::default()).expect("nothing stops it");
    assert!(!learned.list.rules.is_empty());
    assert!(
        learned.loss < learned.random_loss / 2.0,
        "{} of {}",
        learned.loss,
        learned.random_loss
    );
    let game = Minesweeper::new(board(), FirstMove::Any);
    let rules = Arc::new(Strategy::bundled().rules.clone());
    let wins = |guess: Guess| {
        let trial = Trial::new(&game, Arc::clone(&rules)).guess(guess);
        trial.games(600).seed(Seed(32)).run().wins
    };
    let (random, guessed) = (
        wins(Guess::Random),
        wins(Guess::Learned(Arc::new(learned.list))),
    );
    // Of 600 games some 80 more are won; one standard deviation is 17.
    assert!(guessed > random + 25, "{guessed} and {random}");
}

#[test]
fn the_list_does_not_depend_on_the_number_of_threads() {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let board = "4x5/4".parse().expect("a board");
        pool.expect("threads")
            .install(|| learn(board, Seed(33), &Control::default()))
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn a_stopped_run_learns_nothing() {
    let control = Control::default();
    control.stop().request();
    assert_eq!(learn(board(), Seed(1), &control), None);
}

#[test]
fn a_strategy_file_keeps_rules_for_guesses_in_order() {
    let list = GuessList::new([
        vec![
            Condition::Least(Measure::GreatestShare),
            Condition::Least(Measure::Covered),
        ],
        vec![Condition::Greatest(Measure::Numbers)],
    ]);
    let strategy = Strategy {
        guesses: list.clone(),
        ..Strategy::bundled().clone()
    };
    let read = Strategy::parse("strategy.pl", &strategy.text()).expect("its own text");
    assert_eq!(read.guesses, list);
    assert_eq!(read.rules.len(), strategy.rules.len());
    assert_eq!(read.text(), strategy.text());
}

#[test]
fn a_rule_for_guesses_that_cannot_be_used_is_refused_with_its_place() {
    for (rule, cause) in [
        ("guess(T,B) :- member(T,B).", "it does not begin with"),
        (
            "guess(T,B) :- undeterminedTiles(B,S), least(luck,B,S,R), member(T,R).",
            "does not narrow down",
        ),
        (
            "guess(T,B) :- undeterminedTiles(B,S), least(covered,B,S,R), member(T,S).",
            "it does not end with",
        ),
        (
            "guess(T,B) :- undeterminedTiles(B,S), atMost(covered,1/0,B,S,R), member(T,R).",
            "does not narrow down",
        ),
        (
            "guess(1,B) :- undeterminedTiles(B,S), member(1,S).",
            "its head",
        ),
    ] {
        let error = Strategy::parse("strategy.pl", rule).expect_err(rule);
        let error = error.to_string();
        assert!(
            error.contains(cause) && error.contains("strategy.pl:1:1"),
            "{error}"
        );
    }
}
