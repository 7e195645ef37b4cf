//! MIGO learns every kind of small game of two players: the last mover loses, a
//! player may move again, positions repeat, nobody can win.

use stratalog_game::{
    Game, GameObject, Learner, Outcome, Played, Player, Promise, Reason, Role, RuleList, Situation,
    Turn,
};
use stratalog_logic::Source;
use stratalog_migo::{Migo, MigoSettings, Opponent, Strategy, StrategyPlayer, StudyEnd};
use stratalog_players::solution::Solution;
use stratalog_rulesheet::{EngineChoice, Rulesheet, RulesheetGame, Syntax};
use stratalog_run::{Control, Seed};

/// The most moves of a game while learning.
const MOST_MOVES: usize = 60;

fn game(name: &str) -> GameObject {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games");
    let path = format!("{folder}/{name}.pl");
    let text = std::fs::read_to_string(&path).expect("a rulesheet");
    let sheet = Rulesheet::read(Source::new(path, text), Syntax::Prolog);
    GameObject::new(RulesheetGame::new(&sheet, EngineChoice::default()).expect("rules"))
}

/// A learner after a few games against itself and study.
fn learner(game: &GameObject) -> Migo {
    let settings = MigoSettings {
        opponent: Opponent::Fallible { plies: 4 },
        ..MigoSettings::default()
    };
    let mut learner = Migo::new(game, settings).expect("two players");
    for number in 0..30 {
        let mut rng = Seed(1).stream(number);
        let start = game.initial(&mut rng);
        let mut position = start.clone();
        let mut moves = Vec::new();
        while let Turn::Role(mover) = game.turn(&position) {
            if moves.len() == MOST_MOVES {
                break;
            }
            let decision = learner.decide(Situation::new(game, &position, mover, &mut rng));
            let mv = decision.expect("a role is to move").mv;
            game.play_unchecked(&mut position, mv);
            moves.push(mv);
        }
        let role = Role(0);
        let outcome = match game.turn(&position) {
            Turn::Over => game.outcome(&position, role),
            _ => Outcome::Draw,
        };
        let played = Played {
            start,
            moves,
            role,
            outcome,
        };
        learner.learn(game, &played);
    }
    let studied = learner.study(100_000, &Control::default());
    let text = learner.strategy().to_text();
    assert_eq!(studied.ended, StudyEnd::Consistent, "{text}");
    learner
}

/// The number of positions in which the strategy may make a mistake.
fn mistakes(game: &GameObject, strategy: &Strategy) -> usize {
    let solution = Solution::of_game(game, 100_000).expect("small");
    let mut player = StrategyPlayer::new(game, strategy).expect("it can be played");
    let mut moves = Vec::new();
    let wrong = solution.iter(game).filter(|(position, _)| {
        let Turn::Role(role) = game.turn(position) else {
            return false;
        };
        let value = solution.value_for(game, position, role).expect("reachable");
        match player.first_named(position) {
            Some((mv, _)) => moves = vec![mv],
            None => game.legal_moves(position, &mut moves),
        }
        moves.iter().any(|&mv| {
            let mut next = (*position).clone();
            game.play_unchecked(&mut next, mv);
            let left = solution.value_for(game, &next, role).expect("reachable");
            left.outcome < value.outcome
        })
    });
    wrong.count()
}

fn is_optimal(name: &str) {
    let game = game(name);
    let strategy = learner(&game).strategy();
    assert_eq!(mistakes(&game, &strategy), 0, "{}", strategy.to_text());
}

#[test]
fn the_last_mover_may_lose() {
    is_optimal("chomp");
    is_optimal("misere");
}

#[test]
fn a_player_may_move_again() {
    is_optimal("dots");
    let game = game("dots");
    let text = learner(&game).strategy().to_text();
    assert!(text.contains("move(A, B) is a whole turn"), "{text}");
    assert!(text.contains("by a turn from A to B"), "{text}");
}

/// Whoever moves again does so in the reason, and replies are answered by the player.
#[test]
fn reasons_speak_of_whole_turns() {
    let game = game("dots");
    let strategy = learner(&game).strategy();
    let mut player = StrategyPlayer::new(&game, &strategy).expect("it can be played");
    let (mut again, mut answered) = (0, 0);
    for number in 0..40 {
        let mut rng = Seed(3).stream(number);
        let mut position = game.initial(&mut rng);
        while let Turn::Role(role) = game.turn(&position) {
            let decision = player.decide(Situation::new(&game, &position, role, &mut rng));
            let decision = decision.expect("a role is to move");
            if let Reason::StrategyRule(fired) = &decision.reason {
                let mut after = position.clone();
                game.play_unchecked(&mut after, decision.mv);
                for mv in &fired.then {
                    assert_eq!(game.turn(&after), Turn::Role(role), "{}", decision.reason);
                    game.play_unchecked(&mut after, game.parse_move(mv).expect("a move"));
                }
                again += fired.then.len();
                for reply in &fired.replies {
                    let mut replied = after.clone();
                    let mv = game.parse_move(&reply.reply).expect("a move");
                    assert_eq!(game.turn(&replied), Turn::Role(role.other()));
                    game.play_unchecked(&mut replied, mv);
                    let is_answered = game.turn(&replied) == Turn::Role(role);
                    assert_eq!(reply.answer.is_some(), is_answered, "{}", decision.reason);
                    answered += 1;
                }
            }
            let drawn = game.random_choice(&position, role, &mut rng, &mut Vec::new());
            game.play_unchecked(&mut position, drawn.expect("a role is to move").0);
        }
    }
    assert!(again > 0 && answered > 0, "{again} {answered}");
}

#[test]
fn positions_may_repeat() {
    is_optimal("pong");
    is_optimal("pursuit");
    let strategy = learner(&game("pong")).strategy();
    let mut rules = strategy.order.iter();
    assert!(rules.all(|rule| rule.promise != Some(Promise::AnyWin)));
}

#[test]
fn nobody_needs_to_be_able_to_win() {
    is_optimal("standstill");
    let strategy = learner(&game("standstill")).strategy();
    assert_eq!(strategy.order.len(), 1, "{}", strategy.to_text());
    assert_eq!(strategy.order[0].promise, Some(Promise::Draw(1)));
    assert_eq!(
        strategy.lines(),
        ["draw_1(A, B) :- move(A, B), not(lost(B))."]
    );
    // Where no move loses either, nothing is said to be avoided.
    let strategy = learner(&game("wheel")).strategy();
    assert_eq!(strategy.lines(), ["draw_1(A, B) :- move(A, B)."]);
}

#[test]
fn without_draws_rules_of_few_depths_become_one() {
    let game = game("counters");
    let strategy = learner(&game).strategy();
    let promises: Vec<_> = strategy.order.iter().map(|rule| rule.promise).collect();
    let expected = [Some(Promise::Win(1)), Some(Promise::AnyWin)];
    assert_eq!(promises, expected, "{}", strategy.to_text());
    assert_eq!(mistakes(&game, &strategy), 0);
}

#[test]
fn rules_of_many_depths_become_one() {
    let game = game("chomp");
    let short = learner(&game).strategy();
    assert_eq!(short.order.len(), 2, "{}", short.to_text());
    let text = short.to_text();
    assert!(
        text.contains("win(A, B) :- move(A, B), not(lost(B)), not(win(B, C))."),
        "{text}"
    );
    let again = Strategy::from_source(&Source::new("s.pl", &text)).expect("it reads");
    assert_eq!(again, short);
    assert_eq!(mistakes(&game, &again), 0);
}
