//! Small games of several kinds are learned as short lists of rules that name only
//! best moves.

mod common;

use common::{Course, bundled, own, path_of};
use stratalog_arena::certify::Certificate;
use stratalog_game::Outcome;
use stratalog_logic::Source;
use stratalog_rulelist::{OrderedRules, RuleListPlayer, RuleStrategy};
use stratalog_rulesheet::{EngineChoice, Rulesheet, Syntax};
use stratalog_run::{Control, Ended, Stop};

#[test]
fn nim_is_one_rule_about_the_nim_sum() {
    let course = Course::of(bundled("nim"));
    let learned = course.learn();
    assert_eq!(learned.list.size(), 1, "{:?}", course.lines(&learned));
    assert_eq!(learned.bound, 1);
    assert!(course.lines(&learned)[0].contains("nim_sum"));
    assert_eq!(course.mistakes(&learned), 0);
}

#[test]
fn games_whose_facts_are_not_known_beforehand_have_words_too() {
    let interpreted = |sheet| Course::with(EngineChoice::Interpreter, sheet);
    let course = interpreted(own("heaps.pl"));
    assert_eq!(course.game.possible_facts(), None);
    let learned = course.learn();
    assert_eq!(learned.list.size(), 1, "{:?}", course.lines(&learned));
    assert!(course.lines(&learned)[0].contains("nim_sum"));
    assert_eq!(course.mistakes(&learned), 0);
    // The same where a predicate of the rulesheet says it.
    let mut text = std::fs::read_to_string(path_of("heaps.pl")).expect("a rulesheet");
    text.push_str(
        "balance(X) :- true(heap(a, A)), true(heap(b, B)), true(heap(c, C)), X is A xor B xor C.\n",
    );
    let sheet = Rulesheet::read(Source::new("balance.pl", text), Syntax::Prolog);
    let course = interpreted(sheet);
    let learned = course.learn();
    assert_eq!(learned.list.size(), 1, "{:?}", course.lines(&learned));
    assert_eq!(course.mistakes(&learned), 0);
    let course = interpreted(own("cards.pl"));
    assert_eq!(course.game.possible_facts(), None);
    let learned = course.learn();
    assert_eq!(course.mistakes(&learned), 0, "{:?}", course.lines(&learned));
    let mut player =
        RuleListPlayer::new(&course.game, &course.sheet, learned.list).expect("a player");
    let certificate = Certificate::of(&course.game, &mut player, 10_000).expect("small");
    assert_eq!(certificate.mistakes, 0);
}

#[test]
fn a_subtraction_game_is_one_rule_about_a_multiple() {
    let course = Course::of(own("subtraction.pl"));
    let learned = course.learn();
    assert_eq!(learned.list.size(), 1);
    let english = learned.list.words.sentence(&learned.list.rules[0], true);
    assert!(english.contains("is a multiple of 4"), "{english}");
    assert_eq!(course.mistakes(&learned), 0);
}

#[test]
fn two_rows_of_chomp_are_learned() {
    let course = Course::of(own("chomp.pl"));
    let learned = course.learn();
    assert_eq!(course.mistakes(&learned), 0, "{:?}", course.lines(&learned));
}

#[test]
fn hexapawn_is_learned() {
    for name in ["hexapawn", "hexapawn-gardner"] {
        let course = Course::of(bundled(name));
        let learned = course.learn();
        assert_eq!(course.mistakes(&learned), 0, "{:?}", course.lines(&learned));
        assert!(learned.bound <= learned.list.size());
    }
}

#[test]
fn a_puzzle_that_repeats_is_solved_and_not_walked_around() {
    let course = Course::of(own("race.pl"));
    assert!(course.repeats());
    let learned = course.learn();
    assert_eq!(course.mistakes(&learned), 0, "{:?}", course.lines(&learned));
}

#[test]
fn a_game_in_which_a_player_may_move_again_is_learned() {
    let course = Course::of(own("again.pl"));
    let learned = course.learn();
    assert_eq!(course.mistakes(&learned), 0, "{:?}", course.lines(&learned));
}

#[test]
fn pieces_that_change_places_with_the_roles_are_found() {
    let course = Course::of(own("pieces.kif"));
    let learned = course.learn();
    assert_eq!(learned.list.sides.pairs.len(), 1);
    let [first, second] = &learned.list.sides.pairs[0];
    assert_eq!(
        (first.to_string(), second.to_string()),
        ("x".into(), "o".into())
    );
    assert_eq!(course.mistakes(&learned), 0, "{:?}", course.lines(&learned));
}

#[test]
fn a_request_to_stop_is_heeded_while_positions_are_read() {
    let stop = Stop::default();
    stop.request();
    let learned = Course::of(bundled("nim")).learn_under(&Control::stopped_by(stop));
    assert_eq!(learned.ended, Ended::Stopped);
    assert_eq!(
        learned.conditions, 0,
        "conditions are made of what was read"
    );
}

#[test]
fn learning_is_the_same_every_time() {
    let course = Course::of(bundled("hexapawn"));
    assert_eq!(course.learn().list, course.learn().list);
}

#[test]
fn a_list_that_keeps_a_win_and_never_comes_to_it_is_refuted() {
    let course = Course::of(own("race.pl"));
    let certify = |list: OrderedRules| {
        let player = RuleListPlayer::new(&course.game, &course.sheet, list);
        let mut player = player.expect("the rules can be grounded");
        Certificate::of(&course.game, &mut player, 1000).expect("small")
    };
    let text = "strategy(order, [rule_1/5]). rule_1(_, _, _, M, _) :- M = go(_).";
    let source = Source::new("wander.pl", text);
    let wander = RuleStrategy::from_source(&source, &course.game).expect("a strategy");
    let refuted = certify(wander.list);
    assert!(!refuted.is_optimal());
    let found = refuted.counterexample.expect("a mistake");
    assert_eq!((found.value, found.left), (Outcome::Win, Outcome::Draw));
    assert!(certify(course.learn().list).is_optimal());
}

#[test]
fn positions_that_no_rule_of_four_conditions_decides_are_learned() {
    let course = Course::of(own("kayles.pl"));
    let learned = course.learn();
    assert_eq!(course.mistakes(&learned), 0, "{:?}", course.lines(&learned));
}
