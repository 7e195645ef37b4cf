//! A strategy says why it makes a move in terms of the position: the move, the
//! squares it changes, the answer to each reply, the replies it prevents.

use stratalog_game::reason::{AnsweredReply, StrategyRule, Threat};
use stratalog_game::{Game, GameObject, Player, Reason, Role, Situation, Turn};
use stratalog_games::hexapawn::Stalemate;
use stratalog_games::{Hexapawn, NoughtsAndCrosses};
use stratalog_logic::Source;
use stratalog_migo::{Strategy, StrategyPlayer};
use stratalog_run::Seed;

const STRATEGY: &str = "\
strategy(game, 'noughts-and-crosses').
strategy(order, [win_1/2, win_2/2, draw_1/2]).
win_1(A, B) :- move(A, B), won(B).
win_2(A, B) :- win_2_1(A, B), not(win_2_1(B, C)).
win_2_1(A, B) :- move(A, B), not(win_1(B, C)).
draw_1(A, B) :- move(A, B), not(win_1(B, C)).
";

fn decide(game: &GameObject, position: &str) -> (StrategyRule, String) {
    let position = game.parse_position(position).expect("a position");
    let source = Source::new("strategy.pl", STRATEGY);
    let strategy = Strategy::from_source(&source).expect("a strategy");
    let mut player = StrategyPlayer::new(game, &strategy).expect("it can be played");
    let Turn::Role(role) = game.turn(&position) else {
        panic!("somebody is to move");
    };
    let rng = &mut Seed(1).stream(0);
    let reason = player.decide(Situation::new(game, &position, role, rng));
    let reason = reason.expect("a move").reason;
    let said = reason.to_string();
    match reason {
        Reason::StrategyRule(fired) => (*fired, said),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_winning_move_names_its_square() {
    let (fired, said) = decide(&GameObject::new(NoughtsAndCrosses), "xx./oo./...");
    assert_eq!((fired.rule.as_str(), fired.mv.as_str()), ("win_1", "1,3"));
    assert_eq!(fired.facts, ["cell(1,3,x)"]);
    assert_eq!(
        said,
        "rule win_1 names 1,3, which wins at once (x on row 1, column 3)"
    );
}

#[test]
fn a_win_in_two_moves_names_the_answer_to_every_reply() {
    let game = GameObject::new(NoughtsAndCrosses);
    let (fired, said) = decide(&game, "x.o/.o./..x");
    assert_eq!(fired.rule, "win_2");
    let position = game.parse_position("x.o/.o./..x").expect("a position");
    let mut replied = position;
    game.play(&mut replied, game.parse_move(&fired.mv).expect("a move"))
        .expect("it is legal");
    let mut legal = Vec::new();
    game.legal_moves(&replied, &mut legal);
    assert_eq!(fired.replies.len(), legal.len());
    for AnsweredReply { reply, answer } in &fired.replies {
        let mut position = replied.clone();
        for mv in [reply, answer.as_ref().expect("the game goes on")] {
            let mv = game.parse_move(mv).expect("a move");
            game.play(&mut position, mv).expect("it is legal");
        }
        assert_eq!(game.goal(&position, Role(0)), 100, "{said}");
    }
    assert!(!said.contains("from A to B"), "{said}");
}

#[test]
fn a_drawing_move_names_the_replies_it_prevents() {
    let (fired, said) = decide(&GameObject::new(NoughtsAndCrosses), "x../.x./o.o");
    // Crosses completes no line here, and noughts would.
    assert_eq!((fired.rule.as_str(), fired.mv.as_str()), ("draw_1", "3,2"));
    assert!(!fired.threats.is_empty());
    for Threat { instead, reply } in &fired.threats {
        assert_ne!(instead, "3,2");
        assert_eq!(reply, "3,2");
    }
    assert!(said.contains("wins with 3,2"), "{said}");
}

#[test]
fn a_move_of_a_piece_names_what_it_makes_true() {
    let game = GameObject::new(Hexapawn::new(Hexapawn::DEFAULT, Stalemate::Draws).expect("3x3"));
    let (fired, _) = decide(&game, "..b/w../..w");
    assert_eq!(
        (fired.rule.as_str(), fired.mv.as_str()),
        ("win_1", "2,1-1,1")
    );
    for fact in ["cell(1,1,white)", "cell(2,1,blank)"] {
        assert!(fired.facts.contains(&fact.to_owned()), "{fired:?}");
    }
}
