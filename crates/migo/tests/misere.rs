//! Games in which the last mover loses are learned with `lost/1`.

use stratalog_game::{
    AnyPosition, Game, GameObject, Learner, Played, Player, Role, Situation, Turn,
};
use stratalog_logic::Source;
use stratalog_migo::{Migo, MigoSettings, Opponent, Strategy, StrategyPlayer, StudyEnd};
use stratalog_players::solution::Solution;
use stratalog_rulesheet::bundled::find_rulesheet;
use stratalog_rulesheet::{EngineChoice, Rulesheet, RulesheetGame, Syntax};
use stratalog_run::{Control, Seed};

/// A bundled game with other goals.
fn with_goals(name: &str, goals: &str) -> GameObject {
    let text = find_rulesheet(name).expect("a game").source.text;
    let own = text.lines().filter(|line| !line.starts_with("goal("));
    let own: String = own.map(|line| format!("{line}\n")).collect();
    let source = Source::new("misere.pl", format!("{own}\n{goals}"));
    let sheet = Rulesheet::read(source, Syntax::Prolog);
    GameObject::new(RulesheetGame::new(&sheet, EngineChoice::default()).expect("rules"))
}

/// Learns from self-play and study.
fn learn(game: &GameObject, games: u64) -> Strategy {
    let settings = MigoSettings {
        opponent: Opponent::Fallible { plies: 4 },
        ..MigoSettings::default()
    };
    let mut learner = Migo::new(game, settings).expect("two players");
    for number in 0..games {
        let mut rng = Seed(1).stream(number);
        let start = game.initial(&mut rng);
        let mut position = start.clone();
        let mut moves = Vec::new();
        while let Turn::Role(mover) = game.turn(&position) {
            let decision = learner.decide(Situation::new(game, &position, mover, &mut rng));
            let mv = decision.expect("a role is to move").mv;
            game.play_unchecked(&mut position, mv);
            moves.push(mv);
        }
        let role = Role(0);
        let outcome = game.outcome(&position, role);
        let played = Played {
            start,
            moves,
            role,
            outcome,
        };
        learner.learn(game, &played);
    }
    let studied = learner.study(100_000, &Control::default());
    assert_eq!(studied.ended, StudyEnd::Consistent);
    learner.strategy()
}

/// The number of positions in which the strategy may make a mistake.
fn mistakes(game: &GameObject, strategy: &Strategy) -> usize {
    let solution = Solution::of_game(game, 100_000).expect("small");
    let mut player = StrategyPlayer::new(game, strategy).expect("it can be played");
    let is_mistake = |position: &AnyPosition, player: &mut StrategyPlayer| {
        let Turn::Role(role) = game.turn(position) else {
            return false;
        };
        let value = solution.value_for(game, position, role).expect("reachable");
        let mut moves = Vec::new();
        match player.named_move(position) {
            Some((mv, _)) => moves.push(mv),
            None => game.legal_moves(position, &mut moves),
        }
        moves.into_iter().any(|mv| {
            let mut next = position.clone();
            game.play_unchecked(&mut next, mv);
            let left = solution.value_for(game, &next, role).expect("reachable");
            left.outcome < value.outcome
        })
    };
    let positions = solution.iter(game);
    positions
        .filter(|(position, _)| is_mistake(position, &mut player))
        .count()
}

#[test]
fn misere_nim_is_learned() {
    let goals = "goal(P, 100) :- true(control(P)).\n\
                 goal(P, 0) :- role(P), \\+ true(control(P)).\n";
    let game = with_goals("nim", goals);
    let strategy = learn(&game, 50);
    assert_eq!(mistakes(&game, &strategy), 0, "{}", strategy.to_text());
    assert!(
        strategy.to_text().contains("lost("),
        "{}",
        strategy.to_text()
    );
}

#[test]
fn misere_noughts_and_crosses_is_learned() {
    let goals = "goal(P, 0) :- line(P).\n\
                 goal(P, 100) :- role(P), line(Q), P \\= Q.\n\
                 goal(P, 50) :- role(P), \\+ line(x), \\+ line(o).\n";
    let game = with_goals("noughts-and-crosses", goals);
    let strategy = learn(&game, 50);
    assert_eq!(mistakes(&game, &strategy), 0, "{}", strategy.to_text());
}
