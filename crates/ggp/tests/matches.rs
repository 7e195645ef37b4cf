//! Whole matches against a game manager, over HTTP.

mod manager;

use std::time::{Duration, Instant};

use manager::{Manager, Player};
use stratalog::Seed;

/// The notes of troubles: none are expected in a match that goes well.
fn troubles(player: &Player) -> Vec<String> {
    let mut notes = player.notes();
    let is_trouble = |note: &String| !note.contains("ready after") && !note.contains(": over");
    notes.retain(is_trouble);
    notes
}

#[test]
fn ten_matches_of_all_kinds_are_played_one_after_the_other() {
    let player = Player::start(Some("uct:60"));
    for (number, (file, seat)) in [
        ("rulesheet/tests/kif/tic-tac-toe.kif", 0),
        ("rulesheet/tests/kif/tic-tac-toe.kif", 1),
        ("rulesheet/tests/kif/connect-four.kif", 1),
        ("rulesheet/tests/kif/breakthrough.kif", 0),
        ("rulesheet/tests/kif/three-of-a-kind.kif", 2),
        ("rulesheet/tests/kif/rock-paper-scissors.kif", 1),
        ("rulesheet/tests/kif/blocker.kif", 0),
        ("rulesheet/tests/kif/maze.kif", 0),
        ("rulesheet/tests/kif/long-walk.kif", 0),
        ("ggp/tests/kif/dice.kif", 1),
    ]
    .into_iter()
    .enumerate()
    {
        let played = Manager::of_file(&format!("Match.{number}"), file).play(&player, seat);
        assert!(played.steps > 0, "{file}");
    }
    assert_eq!(troubles(&player), Vec::<String>::new());
}

#[test]
fn several_matches_are_played_at_once() {
    let player = Player::start(Some("uct:60"));
    let files = [
        ("rulesheet/tests/kif/tic-tac-toe.kif", 1),
        ("rulesheet/tests/kif/rock-paper-scissors.kif", 0),
        ("rulesheet/tests/kif/connect-four.kif", 0),
        ("ggp/tests/kif/dice.kif", 2),
    ];
    std::thread::scope(|scope| {
        for (number, (file, seat)) in files.into_iter().enumerate() {
            let player = &player;
            scope.spawn(move || {
                Manager::of_file(&format!("at-once-{number}"), file).play(player, seat)
            });
        }
    });
    assert_eq!(troubles(&player), Vec::<String>::new());
}

#[test]
fn one_server_plays_both_roles_of_a_match_if_messages_name_the_player() {
    let player = Player::start(Some("uct:30"));
    let rules = Manager::of_file("both", "rulesheet/tests/kif/tic-tac-toe.kif").rules;
    for (receiver, role) in [("ANNE", "xplayer"), ("BERT", "oplayer")] {
        let start = format!("(start both {role} ({rules}) 10 10)");
        assert_eq!(player.say_to(receiver, &start).body, "ready");
    }
    let anne = player.say_to("ANNE", "(play both nil)").body;
    let bert = player.say_to("BERT", "(play both nil)").body;
    assert!(anne.starts_with("(mark") && bert == "noop", "{anne} {bert}");
    // Without a name it cannot be said whose move is wanted.
    assert_eq!(player.say("(play both nil)").body, "busy");
    let second = format!("(start both oplayer ({rules}) 10 10)");
    assert_eq!(player.say_to("ANNE", &second).body, "busy");
    assert_eq!(player.say_to("BERT", "(abort both)").body, "aborted");
    // Now it can.
    assert_eq!(player.say("(stop both nil)").body, "done");
}

#[test]
fn moves_are_answered_in_the_spelling_of_the_rules() {
    let player = Player::start(Some("random"));
    let dice = Manager::of_file("spelled", "ggp/tests/kif/dice.kif");
    let mut seen: Vec<String> = Vec::new();
    for _ in 0..6 {
        seen.extend(dice.play(&player, 1).answers);
        seen.extend(dice.play(&player, 2).answers);
    }
    for answer in &seen {
        let known = ["1", "2", "3", "(Pass \"all right\")", "Wait"];
        assert!(known.contains(&answer.as_str()), "{answer}");
    }
    assert!(seen.iter().any(|answer| answer == "Wait"));
}

#[test]
fn uct_uses_the_play_clock_and_no_more() {
    let player = Player::start(None);
    let mut manager = Manager::of_file("clock", "rulesheet/tests/kif/rock-paper-scissors.kif");
    manager.play_clock = 3;
    let begun = Instant::now();
    // The manager objects to an answer that is late.
    let played = manager.play(&player, 0);
    let least = Duration::from_millis(2_000) * played.steps as u32;
    assert!(begun.elapsed() >= least, "{:?}", begun.elapsed());
    assert_eq!(troubles(&player), Vec::<String>::new());
}

#[test]
fn uct_finds_the_winning_move() {
    let player = Player::start(Some("uct:2000"));
    let rules = Manager::of_file("win", "rulesheet/tests/kif/tic-tac-toe.kif").rules;
    let start = format!("(start win xplayer ({rules}) 30 30)");
    assert_eq!(player.say(&start).body, "ready");
    assert_eq!(player.say("(play win nil)").status, 200);
    for moves in [
        "((mark 1 1) noop)",
        "(noop (mark 3 1))",
        "((mark 1 2) noop)",
        "(noop (mark 2 3))",
    ] {
        let reply = player.say(&format!("(play win {moves})"));
        assert_eq!(reply.status, 200, "{}", reply.body);
        if moves == "(noop (mark 2 3))" {
            assert_eq!(reply.body, "(mark 1 3)");
        }
    }
}

#[test]
fn a_game_that_cannot_be_grounded_in_time_is_played_all_the_same() {
    // A million instances of each rule: far too many for the second there is.
    let mut rules = String::from(
        "(role a) (init (at 1 1 1 1)) (init (step 0)) (next1 0 1) (next1 1 2) (next1 2 3)
         (<= (legal a (go ?x ?y ?z ?w)) (true (at ?p ?q ?r ?s)) (near ?p ?x) (near ?q ?y)
             (near ?r ?z) (near ?s ?w))
         (<= (next (at ?x ?y ?z ?w)) (does a (go ?x ?y ?z ?w)))
         (<= (next (step ?m)) (true (step ?n)) (next1 ?n ?m))
         (<= terminal (true (step 3)))
         (<= (goal a 100) (true (at 2 ?y ?z ?w)))
         (<= (goal a 0) (true (at ?x ?y ?z ?w)) (distinct ?x 2))\n",
    );
    for n in 1..40 {
        rules.push_str(&format!("(near {n} {}) (near {} {n})\n", n + 1, n + 1));
    }
    let player = Player::start(None);
    assert_eq!(
        player.say(&format!("(start large a ({rules}) 4 3)")).body,
        "ready"
    );
    let begun = Instant::now();
    let mut last = "nil".to_owned();
    for _ in 0..3 {
        let answer = player.say(&format!("(play large {last})")).body;
        assert!(answer.starts_with("(go "), "{answer} {:?}", player.notes());
        last = format!("({answer})");
    }
    assert!(begun.elapsed() < Duration::from_secs(9));
    assert_eq!(player.say(&format!("(stop large {last})")).body, "done");
    assert!(
        player.notes()[0].contains("interpreter"),
        "{:?}",
        player.notes()
    );
}

#[test]
fn a_named_player_that_cannot_play_the_game_is_replaced() {
    let player = Player::start(Some("material"));
    let mut manager = Manager::of_file("other", "rulesheet/tests/kif/rock-paper-scissors.kif");
    manager.play_clock = 2;
    let played = manager.play(&player, 0);
    assert!(played.steps > 0);
    let notes = player.notes().join("\n");
    assert!(notes.contains("UCT takes over"), "{notes}");
}

/// Chance hides a coin under one of four cups; the player sees which of the others are
/// empty, and names the cup of the coin.
const CUPS: &str = "(role you) (role random) (cup 1) (cup 2) (cup 3) (cup 4)
    (init (step 1)) (succ 1 2) (succ 2 3) (succ 3 4)
    (<= (legal random (hide ?c)) (true (step 1)) (cup ?c))
    (<= (legal random noop) (not (true (step 1))))
    (<= (legal you noop) (not (true (step 3))))
    (<= (legal you (name ?c)) (true (step 3)) (cup ?c))
    (<= (next (coin ?c)) (does random (hide ?c)))
    (<= (next (coin ?c)) (true (coin ?c)))
    (<= (next (named ?c)) (does you (name ?c)))
    (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
    (<= (sees you (empty ?c)) (true (step 2)) (cup ?c) (not (true (coin ?c))))
    (<= found (true (coin ?c)) (true (named ?c)))
    (<= terminal (true (step 4)))
    (<= (goal you 100) found) (<= (goal you 0) (not found)) (goal random 0)";

#[test]
fn what_was_seen_guides_the_moves_of_a_game_that_hides_something() {
    let player = Player::start(None);
    // A manager that tells what was seen, and one that tells all moves.
    for (number, tells_percepts) in (0..8).map(|number| (number, number < 6)) {
        let mut manager = Manager::new(&format!("cups-{number}"), CUPS);
        manager.tells_percepts = tells_percepts;
        manager.play_clock = 3;
        manager.seed = Seed(number);
        let played = manager.play(&player, 0);
        assert_eq!(played.goals[0], 100, "{:?}", played.answers);
    }
    assert_eq!(troubles(&player), [""; 0]);
}
