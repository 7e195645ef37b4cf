//! A strategy file, loaded into SWI-Prolog with the rulesheet and the prelude,
//! chooses the same moves.

use std::fmt::Write as _;
use std::process::Command;

use stratalog_game::{AnyPosition, Described, Game, GameObject, Turn};
use stratalog_games::NoughtsAndCrosses;
use stratalog_logic::{Source, Term};
use stratalog_migo::{Strategy, StrategyPlayer};
use stratalog_rulesheet::{EngineChoice, Rulesheet, RulesheetGame, Syntax};
use stratalog_run::Seed;

const STRATEGY: &str = "\
strategy(game, 'noughts-and-crosses').
strategy(order, [win_1/2, win_2/2, win_3/2, draw_1/2]).
win_1(A, B) :- win_1_1(A, B), won(B).
win_1_1(A, B) :- move(A, B), won(B).
win_2(A, B) :- win_2_2(A, B), not(win_2_1(B, C)).
win_2_2(A, B) :- win_2_1(A, B), not(drawn(B)).
win_2_1(A, B) :- move(A, B), not(win_1(B, C)).
win_3(A, B) :- win_3_2(A, B), not(win_3_1(B, C)).
win_3_2(A, B) :- win_3_1(A, B), not(drawn(B)).
win_3_1(A, B) :- move(A, B), not(win_2(B, C)).
draw_1(A, B) :- draw_1_2(A, B), not(win_3(B, C)).
draw_1_2(A, B) :- move(A, B), not(win_3(B, C)).
";

/// A strategy for dots-and-boxes, in which `move/2` is a turn of several moves.
const TURNS: &str = "\
strategy(game, dots).
strategy(step, turn).
strategy(order, [win_1/2, win_2/2, draw_1/2]).
win_1(A, B) :- move(A, B), won(B).
win_2(A, B) :- move(A, B), not(drawn(B)), not(lost(B)), not(win_2_reply(B, C)).
win_2_reply(A, B) :- move(A, B), not(lost(B)), not(win_1(B, C)).
draw_1(A, B) :- move(A, B), not(lost(B)), not(win_2(B, C)).
";

/// One rule that calls itself: without tables, Prolog would not end.
const RECURSIVE: &str = "\
strategy(game, counters).
strategy(order, [win/2]).
win(A, B) :- move(A, B), not(lost(B)), not(win(B, C)).
";

/// The same where no move loses at once.
const WITHOUT_DRAWS: &str = "\
strategy(game, hex).
strategy(order, [win_1/2, win/2]).
win_1(A, B) :- move(A, B), won(B).
win(A, B) :- move(A, B), not(win(B, C)).
";

#[test]
fn swi_prolog_chooses_the_same_moves_in_500_positions() {
    let rules = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../rules/noughts-and-crosses.pl"
    );
    compare(&GameObject::new(NoughtsAndCrosses), rules, STRATEGY, 500);
}

#[test]
fn swi_prolog_makes_turns_of_several_moves() {
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/dots.pl");
    compare(&game_of(rules), rules, TURNS, 100);
}

#[test]
fn swi_prolog_needs_no_usual_names_for_waiting_and_turns() {
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/counters.pl");
    compare(&game_of(rules), rules, RECURSIVE, 60);
}

#[test]
fn swi_prolog_follows_chains_of_stones() {
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/hex.pl");
    compare(&game_of(rules), rules, WITHOUT_DRAWS, 60);
}

fn game_of(rules: &str) -> GameObject {
    let text = std::fs::read_to_string(rules).expect("a rulesheet");
    let sheet = Rulesheet::read(Source::new(rules, text), Syntax::Prolog);
    GameObject::new(RulesheetGame::new(&sheet, EngineChoice::default()).expect("rules"))
}

/// Asks the player and SWI-Prolog for their moves in random positions.
fn compare(game: &GameObject, rules: &str, strategy: &str, count: usize) {
    let source = Source::new("strategy.pl", strategy);
    let strategy = Strategy::from_source(&source).expect("it is a strategy");
    let mut player = StrategyPlayer::new(game, &strategy).expect("it can be played");
    let mut positions = String::new();
    let mut expected = Vec::new();
    for position in random_positions(game, count) {
        let facts = Term::list(game.facts(&position));
        let _ = writeln!(positions, "position({facts}).");
        expected.push(match player.named_move(&position) {
            Some((mv, rule)) => format!("{} {}", rule.name, game.move_term(mv)),
            None => "any".to_owned(),
        });
    }
    assert_eq!(ask(rules, &strategy.to_text(), &positions), expected);
}

/// Positions of random games in which at least two moves have been made.
fn random_positions(game: &GameObject, count: usize) -> Vec<AnyPosition> {
    let mut positions = Vec::new();
    for number in 0.. {
        let mut rng = Seed(1).stream(number);
        let mut position = game.initial(&mut rng);
        let mut plies = 0;
        while let Turn::Role(role) = game.turn(&position) {
            if plies >= 2 {
                positions.push(position.clone());
            }
            if positions.len() == count {
                return positions;
            }
            let drawn = game.random_choice(&position, role, &mut rng, &mut Vec::new());
            let (mv, _) = drawn.expect("somebody is to move");
            game.play_unchecked(&mut position, mv);
            plies += 1;
        }
    }
    positions
}

/// The rule and the move that SWI-Prolog names in each position.
fn ask(rules: &str, strategy: &str, positions: &str) -> Vec<String> {
    let prelude = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../rules/prelude/strategy.pl"
    );
    let number = std::process::id();
    let name = format!("stratalog-swi-{number}-{}", positions.len());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let asked = "\
answer(Position) :-
    (   chosen_move(Position, Rule, Move)
    ->  format('~w ~w~n', [Rule, Move])
    ;   writeln(any)
    ).
main :- forall(position(Position), (sort(Position, Sorted), answer(Sorted))).
";
    let text = format!("{strategy}\n{positions}\n{asked}");
    std::fs::write(folder.join("asked.pl"), text).expect("a temporary file");
    let output = Command::new("swipl")
        .args(["-f", "none", "-q", "-g", "main", "-t", "halt"])
        .arg(rules)
        .arg(prelude)
        .arg(folder.join("asked.pl"))
        .output()
        .expect("SWI-Prolog (swipl) must be installed for this test");
    std::fs::remove_dir_all(&folder).expect("the temporary folder was made above");
    let text = String::from_utf8(output.stdout).expect("swipl answers in UTF-8");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!text.is_empty(), "{errors}");
    text.lines().map(str::to_owned).collect()
}
