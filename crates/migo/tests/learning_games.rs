//! MIGO learns strategies that are optimal in every reachable position.

use rand::RngExt;
use stratalog_game::{
    AnyPosition, Game, GameObject, Learner, Played, Player, PlayerSource, Role, Situation, Size,
    Turn,
};
use stratalog_games::hexapawn::Stalemate;
use stratalog_games::{Hexapawn, NoughtsAndCrosses};
use stratalog_logic::Source;

use stratalog_migo::{Migo, MigoSettings, Opponent, Strategy, StrategyPlayer, StudyEnd, Variant};
use stratalog_players::minimax::MinimaxSource;
use stratalog_players::solution::Solution;
use stratalog_run::{Control, Seed};

/// Plays games from the positions after one move of each player, and returns the
/// regret.
fn course(game: &GameObject, learner: &mut Migo, games: u64, seed: u64) -> i32 {
    let solution = Solution::of_game(game, 1_000_000).expect("small");
    let starts = starts(game);
    let known = Solution::of_game(game, 1_000_000).expect("small");
    let mut opponent = MinimaxSource::solved(known).player();
    let mut regret = 0;
    for number in 0..games {
        let mut rng = Seed(seed).stream(number);
        let start = starts[rng.random_range(0..starts.len() as u32) as usize].clone();
        let Turn::Role(role) = game.turn(&start) else {
            continue;
        };
        let mut position = start.clone();
        let mut moves = Vec::new();
        while let Turn::Role(mover) = game.turn(&position) {
            let player: &mut dyn Player<GameObject> = match mover == role {
                true => learner,
                false => &mut *opponent,
            };
            let decision = player.decide(Situation::new(game, &position, mover, &mut rng));
            let mv = decision.expect("somebody is to move").mv;
            game.play_unchecked(&mut position, mv);
            moves.push(mv);
        }
        let outcome = game.outcome(&position, role);
        let expected = solution.value_for(game, &start, role).expect("reachable");
        regret += expected.outcome.value() - outcome.value();
        let played = Played {
            start,
            moves,
            role,
            outcome,
        };
        learner.learn(game, &played);
    }
    regret
}

/// The learner plays against itself from the start.
fn practise(game: &GameObject, learner: &mut Migo, games: u64) {
    for number in 0..games {
        let mut rng = Seed(7).stream(number);
        let start = game.initial(&mut Seed(1).stream(0));
        let mut position = start.clone();
        let mut moves = Vec::new();
        while let Turn::Role(mover) = game.turn(&position) {
            let decision = learner.decide(Situation::new(game, &position, mover, &mut rng));
            let mv = decision.expect("somebody is to move").mv;
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
}

fn starts(game: &GameObject) -> Vec<AnyPosition> {
    let mut layer = vec![game.initial(&mut Seed(1).stream(0))];
    for _ in 0..2 {
        let mut next = Vec::new();
        for position in &layer {
            let mut moves = Vec::new();
            game.legal_moves(position, &mut moves);
            for mv in moves {
                let mut after = position.clone();
                game.play_unchecked(&mut after, mv);
                let after = game.canonical(&after);
                if game.turn(&after) != Turn::Over && !next.contains(&after) {
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    layer
}

/// The number of positions in which the strategy may make a mistake.
fn mistakes(game: &GameObject, strategy: &Strategy) -> usize {
    let solution = Solution::of_game(game, 1_000_000).expect("small");
    let mut player = StrategyPlayer::new(game, strategy).expect("it can be played");
    let mut moves = Vec::new();
    let positions = solution.iter(game).filter(|(position, _)| {
        let Turn::Role(role) = game.turn(position) else {
            return false;
        };
        let value = solution.value_for(game, position, role).expect("reachable");
        match player.named_move(position) {
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
    positions.count()
}

/// Learns in several runs, each of which must end without mistakes, and returns
/// the mean regret.
fn learn(game: &GameObject, variant: Variant, games: u64) -> f64 {
    let runs = 5;
    let mut total = 0;
    for seed in 1..=runs {
        let settings = MigoSettings {
            variant,
            ..MigoSettings::default()
        };
        let mut learner = Migo::new(game, settings).expect("two players");
        total += course(game, &mut learner, games, seed);
        let strategy = learner.strategy();
        let wrong = mistakes(game, &strategy);
        assert_eq!(wrong, 0, "seed {seed}:\n{}", strategy.to_text());
    }
    f64::from(total) / runs as f64
}

fn noughts_and_crosses() -> GameObject {
    GameObject::new(NoughtsAndCrosses)
}

fn hexapawn(stalemate: Stalemate) -> GameObject {
    GameObject::new(Hexapawn::new(Size::new(3, 3), stalemate).expect("3x3"))
}

#[test]
fn both_variants_end_with_an_optimal_strategy_for_noughts_and_crosses() {
    let mixed = learn(&noughts_and_crosses(), Variant::Mixed, 200);
    let separated = learn(
        &noughts_and_crosses(),
        Variant::Separated { patience: 10 },
        200,
    );
    assert!(mixed < 40.1, "{mixed}");
    assert!(separated < 52.8, "{separated}");
    assert!(mixed < separated);
}

#[test]
fn both_variants_end_with_an_optimal_strategy_for_hexapawn() {
    let game = hexapawn(Stalemate::Draws);
    let mixed = learn(&game, Variant::Mixed, 100);
    let separated = learn(&game, Variant::Separated { patience: 5 }, 100);
    assert!(mixed <= separated, "{mixed} {separated}");
}

#[test]
fn the_rules_read_as_in_the_paper_without_its_repetitions() {
    let mut learner =
        Migo::new(&noughts_and_crosses(), MigoSettings::default()).expect("two players");
    course(&noughts_and_crosses(), &mut learner, 200, 1);
    let strategy = learner.strategy();
    let lines = strategy.lines();
    for line in [
        "win_1(A, B) :- move(A, B), won(B).",
        "win_2_1(A, B) :- move(A, B), not(win_1(B, C)).",
    ] {
        assert!(
            lines.iter().any(|own| own == line),
            "{line} not in {lines:?}"
        );
    }
    let english = strategy.english();
    assert_eq!(
        english[0],
        "win_1: the player to move wins in one move by a move from A to B such that B is won."
    );
    assert_eq!(english.len(), strategy.order.len());
}

#[test]
fn as_published_it_learns_the_rules_of_the_papers_figure_4() {
    let runs = 10;
    let mut with_all = 0;
    for seed in 1..=runs {
        let settings = MigoSettings::as_published(Variant::Mixed, 3);
        let mut learner = Migo::new(&noughts_and_crosses(), settings).expect("two players");
        course(&noughts_and_crosses(), &mut learner, 200, seed);
        let lines = learner.strategy().lines();
        let has = |line: &str| lines.iter().any(|own| own == line);
        with_all += u32::from(
            has("win_2(A, B) :- win_2_1(A, B), not(win_2_1(B, C)).")
                && has("win_3(A, B) :- win_3_1(A, B), not(win_3_1(B, C)).")
                && has("win_3_1(A, B) :- win_2_1(A, B), not(win_2(B, C)).")
                && lines.iter().any(|line| line.starts_with("draw_2(")),
        );
        assert!(
            !lines.iter().any(|line| line.starts_with("win_4(")),
            "{lines:?}"
        );
    }
    // A run that never wins by chance learns nothing.
    assert!(with_all >= 7, "{with_all} of {runs} runs");
}

#[test]
fn the_learner_starts_from_boards_that_its_rules_cannot_win() {
    let game = noughts_and_crosses();
    let mut learner = Migo::new(&game, MigoSettings::default()).expect("two players");
    let won = game.parse_position("xx./oo./...").expect("a board");
    let open = game.parse_position("x../.o./...").expect("a board");
    let boards = [won, open];
    let mut rng = Seed(1).stream(0);
    let mut chosen = |learner: &mut Migo| {
        let chosen = (0..20).map(|_| learner.choose_start(boards.iter(), &mut rng));
        chosen.collect::<Vec<usize>>()
    };
    let before = chosen(&mut learner);
    assert!(before.contains(&0) && before.contains(&1), "{before:?}");
    course(&game, &mut learner, 200, 1);
    assert!(chosen(&mut learner).iter().all(|&at| at == 1));
}

#[test]
fn a_strategy_read_back_from_its_file_makes_the_same_moves() {
    let game = hexapawn(Stalemate::Draws);
    let mut learner = Migo::new(&game, MigoSettings::default()).expect("two players");
    course(&game, &mut learner, 100, 1);
    let strategy = learner.strategy();
    let source = Source::new("strategy.pl", strategy.to_text());
    let again = Strategy::from_source(&source).expect("it was written as a strategy");
    let mut first = StrategyPlayer::new(&game, &strategy).expect("plays");
    let mut second = StrategyPlayer::new(&game, &again).expect("plays");
    let solution = Solution::of_game(&game, 10_000).expect("small");
    for (position, _) in solution.iter(&game) {
        assert_eq!(first.named_move(&position), second.named_move(&position));
    }
}

#[test]
fn rules_of_one_game_help_in_another() {
    let small = hexapawn(Stalemate::Draws);
    let mut teacher = Migo::new(&small, MigoSettings::default()).expect("two players");
    course(&small, &mut teacher, 100, 1);
    let regret = |strategy: Option<Strategy>| -> i32 {
        let regrets = (1..=5).map(|seed| {
            let mut learner =
                Migo::new(&noughts_and_crosses(), MigoSettings::default()).expect("two players");
            if let Some(strategy) = &strategy {
                learner = learner.with_strategy(strategy);
            }
            course(&noughts_and_crosses(), &mut learner, 200, seed)
        });
        regrets.sum()
    };
    let (alone, helped) = (regret(None), regret(Some(teacher.strategy())));
    assert!(helped < alone, "{helped} {alone}");
}

#[test]
fn study_finds_what_games_did_not_show() {
    let game = hexapawn(Stalemate::Loses);
    let mut learner = Migo::new(&game, MigoSettings::default()).expect("two players");
    course(&game, &mut learner, 3, 1);
    assert!(mistakes(&game, &learner.strategy()) > 0);
    assert_eq!(
        learner.study(10, &Control::default()).ended,
        StudyEnd::TooLarge
    );
    let studied = learner.study(1_000, &Control::default());
    assert_eq!(studied.ended, StudyEnd::Consistent);
    assert!(studied.examples > 0);
    let strategy = learner.strategy();
    assert_eq!(mistakes(&game, &strategy), 0, "{}", strategy.to_text());
}

#[test]
fn larger_boards_are_learned_from_self_play_with_little_room() {
    let game = GameObject::new(Hexapawn::new(Size::new(4, 5), Stalemate::Draws).expect("4x5"));
    let settings = MigoSettings {
        opponent: Opponent::Fallible { plies: 4 },
        memory: 5_000,
        ..MigoSettings::default()
    };
    let mut learner = Migo::new(&game, settings).expect("two players");
    practise(&game, &mut learner, 60);
    let order = learner.strategy().order;
    assert!(order.len() >= 3, "{order:?}");
}

#[test]
fn rules_are_kept_when_no_more_positions_can_be_followed() {
    let game = GameObject::new(Hexapawn::new(Size::new(5, 5), Stalemate::Draws).expect("5x5"));
    let settings = MigoSettings {
        opponent: Opponent::Fallible { plies: 4 },
        memory: 2_000,
        ..MigoSettings::default()
    };
    let mut learner = Migo::new(&game, settings).expect("two players");
    practise(&game, &mut learner, 150);
    assert!(!learner.strategy().is_empty());
}

#[test]
fn labels_of_a_fallible_opponent_are_checked() {
    let game = noughts_and_crosses();
    let settings = MigoSettings {
        opponent: Opponent::Fallible { plies: 4 },
        ..MigoSettings::default()
    };
    let mut learner = Migo::new(&game, settings).expect("two players");
    practise(&game, &mut learner, 300);
    let strategy = learner.strategy();
    assert!(strategy.order.len() >= 3, "{}", strategy.to_text());
    assert_eq!(mistakes(&game, &strategy), 0, "{}", strategy.to_text());
}
