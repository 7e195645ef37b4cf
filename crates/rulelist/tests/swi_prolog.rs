//! A learned list of rules, loaded into SWI-Prolog with the rulesheet and the
//! prelude, chooses the same moves.

mod common;

use std::fmt::Write as _;
use std::process::Command;

use common::{Course, bundled};
use stratalog_game::{Described, Game, Turn};
use stratalog_logic::{Source, Term};
use stratalog_rulelist::strategy::rule_name;
use stratalog_rulelist::{RuleListPlayer, RuleStrategy};
use stratalog_rulesheet::{Position, RulesheetGame};
use stratalog_run::Seed;

/// Every kind of condition, right or not. The first never holds: it is not the
/// opponent's turn.
const MIXED: &str = "
strategy(game, 'noughts-and-crosses').
strategy(turn, control).
strategy(order, [rule_1/5, rule_2/5, rule_3/5, rule_4/5, rule_5/5, rule_6/5, rule_7/5, rule_8/5]).
rule_1(_, O, A, _, _) :- holds(A, moves(O) >= 1).
rule_2(P, _, _, _, B) :- holds(B, count(line(P)) >= 1).
rule_3(_, O, A, _, B) :- decreases(turned(A), B, wins(O)).
rule_4(P, _, _, _, B) :- holds(turned(B), wins(P) >= 2).
rule_5(P, O, A, _, B) :- holds(B, forks(O) =:= 0), greatest(A, turned(B), forks(P)).
rule_6(P, _, A, M, _) :- P = x, chosen(M, mark(R, _), R, [1, 3]), holds(A, moves(P) mod 2 =:= 1).
rule_7(P, O, A, _, B) :- least(A, B, safe(O)), holds(B, count(true(cell(_, 1, P))) =:= count(true(cell(_, 1, O)))).
rule_8(_, _, _, M, _) :- M = mark(2, 2).
";

#[test]
fn swi_prolog_chooses_the_same_moves_in_500_positions() {
    let sheet = bundled("noughts-and-crosses");
    let game = RulesheetGame::new(&sheet, Default::default()).expect("a game");
    let source = Source::new("mixed.pl", MIXED);
    let strategy = RuleStrategy::from_source(&source, &game).expect("a strategy");
    compare(
        &sheet_path("noughts-and-crosses"),
        &sheet,
        &game,
        &strategy,
        500,
    );
}

#[test]
fn swi_prolog_plays_what_was_learned_of_nim_and_hexapawn() {
    for name in ["nim", "hexapawn"] {
        let course = Course::of(bundled(name));
        let list = course.learn().list;
        let strategy = RuleStrategy::new(&course.game, list);
        compare(
            &sheet_path(name),
            &course.sheet,
            &course.game,
            &strategy,
            100,
        );
    }
}

fn sheet_path(name: &str) -> String {
    format!("{}/../../rules/{name}.pl", env!("CARGO_MANIFEST_DIR"))
}

fn compare(
    path: &str,
    sheet: &stratalog_rulesheet::Rulesheet,
    game: &RulesheetGame,
    strategy: &RuleStrategy,
    count: usize,
) {
    let player = RuleListPlayer::new(game, sheet, strategy.list.clone()).expect("a player");
    let mut positions = String::new();
    let mut expected = Vec::new();
    for position in random_positions(game, count) {
        let facts = Term::list(game.facts(&position));
        let _ = writeln!(positions, "position({facts}).");
        expected.push(match player.named(&position).expect("it can be counted") {
            Some(naming) => {
                let mv = game.move_term(naming.moves[0]);
                format!("{} {mv}", rule_name(naming.rule))
            }
            None => "any".to_owned(),
        });
    }
    assert_eq!(ask(path, &strategy.to_text(), &positions), expected);
}

fn random_positions(game: &RulesheetGame, count: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    for number in 0.. {
        let mut rng = Seed(5).stream(number);
        let mut position = game.initial(&mut rng);
        while let Turn::Role(role) = game.turn(&position) {
            if positions.len() == count {
                return positions;
            }
            positions.push(position.clone());
            let drawn = game.random_choice(&position, role, &mut rng, &mut Vec::new());
            let (mv, _) = drawn.expect("somebody is to move");
            game.play_unchecked(&mut position, mv);
        }
    }
    positions
}

/// The rule and the move that SWI-Prolog names in each position.
fn ask(path: &str, strategy: &str, positions: &str) -> Vec<String> {
    let prelude = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules/prelude/rules.pl");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let asked = "\
answer(Position) :-
    (   chosen_move(Position, Rule, Move)
    ->  format('~w ~w~n', [Rule, Move])
    ;   writeln(any)
    ).
main :- forall(position(Position), (sort(Position, Sorted), answer(Sorted))).
";
    let text = format!("{strategy}\n{positions}\n{asked}");
    std::fs::write(folder.path().join("asked.pl"), text).expect("a temporary file");
    let output = Command::new("swipl")
        .args(["-f", "none", "-q", "-g", "main", "-t", "halt"])
        .arg(path)
        .arg(prelude)
        .arg(folder.path().join("asked.pl"))
        .output()
        .expect("SWI-Prolog (swipl) must be installed for this test");
    let text = String::from_utf8(output.stdout).expect("swipl answers in UTF-8");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!text.is_empty(), "{errors}");
    text.lines().map(str::to_owned).collect()
}
