//! The manager of the telephone network does better than random play and waiting.

use stratalog_game::{Described, Game, Role, Turn};
use stratalog_games::network::dispatcher::{Dispatcher, carried};
use stratalog_rulesheet::bundled::find_rulesheet;
use stratalog_rulesheet::{EngineChoice, Move, Position, RulesheetGame};
use stratalog_run::Seed;

fn mean_goal(game: &RulesheetGame, games: u64, mut choose: impl FnMut(&Position) -> Move) -> f64 {
    let goals = (0..games).map(|number| {
        let mut position = game.initial(&mut Seed(1).stream(number));
        while game.turn(&position) != Turn::Over {
            let mv = choose(&position);
            game.play(&mut position, mv).expect("moves are legal");
        }
        f64::from(game.goal(&position, Role(0)))
    });
    goals.sum::<f64>() / games as f64
}

#[test]
fn controls_carry_calls_that_waiting_loses() {
    let sheet = find_rulesheet("network").expect("it comes with the program");
    let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("it makes a game");
    let by_dispatcher = |plies: u32| {
        let dispatcher = Dispatcher::new(plies);
        mean_goal(&game, 20, |position| {
            let judgement = dispatcher.choose(&game, position).expect("a move");
            judgement.decision.mv
        })
    };
    let (waited, managed) = (by_dispatcher(0), by_dispatcher(1));
    let mut rng = Seed(2).stream(0);
    let mut scratch = Vec::new();
    let at_random = mean_goal(&game, 20, |position| {
        let choice = game.random_choice(position, Role(0), &mut rng, &mut scratch);
        choice.expect("a move").0
    });
    assert!(managed > waited + 10.0, "{managed} {waited}");
    assert!(managed > at_random + 6.0, "{managed} {at_random}");
}

#[test]
fn the_calls_carried_are_read_from_the_facts() {
    let sheet = find_rulesheet("network").expect("it comes with the program");
    let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("it makes a game");
    let mut position = game.initial(&mut Seed(1).stream(0));
    assert_eq!(carried(&game, &position), 0);
    let judgement = Dispatcher::new(1).choose(&game, &position);
    let mv = judgement.expect("a move").decision.mv;
    game.play(&mut position, mv).expect("legal");
    let facts = game.facts(&position);
    let calls = carried(&game, &position);
    assert!(
        calls > 0
            && facts
                .iter()
                .any(|f| f.to_string() == format!("carried({calls})"))
    );
}

#[test]
fn controls_that_carry_as_much_are_as_good_and_waiting_goes_before_them() {
    let sheet = find_rulesheet("network").expect("it comes with the program");
    let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("it makes a game");
    let position = game.initial(&mut Seed(1).stream(0));
    let mut moves = Vec::new();
    game.legal_moves(&position, &mut moves);
    let judgement = Dispatcher::new(1).choose(&game, &position).expect("a move");
    let best = judgement.decision.mv;
    assert!(!judgement.as_good.contains(&best));
    // Some control makes no difference, and some does.
    assert!((1..moves.len() - 1).contains(&judgement.as_good.len()));
    let waits = |mv: &Move| game.move_text(*mv) == "wait";
    assert!(!judgement.as_good.iter().any(waits), "it would have waited");
    // Without a control to try, it waits and considers nothing else.
    let idle = Dispatcher::new(0).choose(&game, &position).expect("a move");
    assert!(waits(&idle.decision.mv) && idle.as_good.is_empty());
}
