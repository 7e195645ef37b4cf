//! How the planners play.

use std::sync::Arc;
use std::time::{Duration, Instant};

use stratalog_game::{Decision, Game, Player, Reason, Role, Situation};
use stratalog_minesweeper::belief::{Csp, Exact, Opening, solve};
use stratalog_minesweeper::bssuct::{Bssuct, Effort, Source};
use stratalog_minesweeper::champion::{Champion, ChampionSettings};
use stratalog_minesweeper::{Board, FirstMove, Minesweeper, Site, Status, View};
use stratalog_run::{Seed, Stop};

fn wins(game: &Minesweeper, player: &mut dyn Player<Minesweeper>, games: u64) -> u64 {
    (0..games)
        .filter(|&index| {
            let mut rng = Seed(31).stream(index);
            let mut position = game.initial(&mut rng);
            player.begin(game, Role(0));
            while position.status() == Status::Playing {
                let decision = player
                    .decide(Situation::new(game, position.view(), Role(0), &mut rng))
                    .expect("a move");
                assert!(position.view().is_covered(decision.mv));
                game.play_unchecked(&mut position, decision.mv);
            }
            position.status() == Status::Won
        })
        .count() as u64
}

fn decide(player: &mut dyn Player<Minesweeper>, text: &str) -> Decision<Site> {
    let view: View = text.parse().expect("a position");
    let game = Minesweeper::new(view.board(), FirstMove::Safe);
    player
        .decide(Situation::new(
            &game,
            &view,
            Role(0),
            &mut Seed(1).stream(0),
        ))
        .expect("a move")
}

#[test]
fn every_source_of_boards_makes_a_player() {
    let game = Minesweeper::new("3x3/2".parse().expect("a board"), FirstMove::Safe);
    for source in [Source::Solver, Source::Rejection, Source::Metropolis] {
        let mut player = Bssuct::new(source, Effort::Simulations(60));
        let won = wins(&game, &mut player, 40);
        assert!(won >= 12, "{source:?} won {won} of 40");
    }
}

#[test]
fn as_published_the_value_of_a_move_is_the_mean_of_its_episodes() {
    // On 3x3 with 7 mines the best first moves win a quarter. With proofs that is
    // known after few episodes; the paper's planner never proves anything.
    let game = Minesweeper::new("3x3/7".parse().expect("a board"), FirstMove::Safe);
    let effort = Effort::Simulations(4_000);
    let first = |mut player: Bssuct| {
        let mut rng = Seed(5).stream(0);
        let decision = player.decide(Situation::new(&game, &game.covered(), Role(0), &mut rng));
        decision.expect("a move")
    };
    let published = first(Bssuct::as_published(effort));
    let Reason::Statistics {
        simulations, mean, ..
    } = published.reason
    else {
        panic!("{published:?}");
    };
    assert_ne!(published.mv, Site::new(4));
    assert_eq!(simulations, 4_000);
    assert!((mean - 0.25).abs() < 0.05, "{mean}");
    let ours = first(Bssuct::new(Source::Solver, effort));
    assert!(matches!(ours.reason, Reason::Risk(_)), "{ours:?}");
    let game = Minesweeper::new("3x3/2".parse().expect("a board"), FirstMove::Safe);
    let won = wins(
        &game,
        &mut Bssuct::as_published(Effort::Simulations(60)),
        40,
    );
    assert!(won >= 12, "{won} of 40");
}

#[test]
fn a_stop_ends_a_decision() {
    let stop = Stop::default();
    let large = "5x6/12".parse().expect("a board");
    let mut planner = Bssuct::new(Source::Solver, Effort::Simulations(u64::MAX));
    let mut published = Bssuct::as_published(Effort::Simulations(u64::MAX));
    let mut exact = Exact::default();
    let players: [&mut dyn Player<Minesweeper>; 3] = [&mut planner, &mut published, &mut exact];
    let game = Minesweeper::new(large, FirstMove::Safe);
    for player in players {
        let started = Instant::now();
        player.heed(&stop);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(100));
                stop.request();
            });
            // What it decides is not used.
            let _ = player.decide(Situation::new(
                &game,
                &game.covered(),
                Role(0),
                &mut Seed(1).stream(0),
            ));
        });
        assert!(started.elapsed() < Duration::from_secs(20));
        stop.withdraw();
    }
}

#[test]
fn planning_beats_the_myopic_player_where_the_opening_matters() {
    // The myopic player may begin in the centre of 3x3 with 7 mines, which
    // wins an eighth; anywhere else wins a quarter.
    let game = Minesweeper::new("3x3/7".parse().expect("a board"), FirstMove::Safe);
    for index in 0..20 {
        let mut player = Bssuct::new(Source::Solver, Effort::Simulations(400));
        let mut rng = Seed(5).stream(index);
        let decision = player.decide(Situation::new(&game, &game.covered(), Role(0), &mut rng));
        assert_ne!(decision.expect("a move").mv, Site::new(4));
    }
}

#[test]
fn the_champion_beats_the_myopic_player() {
    let game = Minesweeper::new("8x8/10".parse().expect("a board"), FirstMove::Safe);
    let champion = wins(&game, &mut Champion::default(), 600);
    let csp = wins(&game, &mut Csp::new(Opening::Anywhere), 600);
    assert!(champion > csp + 20, "{champion} against {csp} of 600");
}

#[test]
fn the_champion_plays_small_boards_perfectly() {
    for (board, rule) in [("2x5/3", FirstMove::Any), ("1x10/5", FirstMove::Safe)] {
        let board: Board = board.parse().expect("a board");
        let game = Minesweeper::new(board, rule);
        let solved = solve(board, rule, u64::MAX).expect("it is small");
        let mut champion = Champion::default();
        let mut rng = Seed(1).stream(0);
        let first = champion.decide(Situation::new(&game, &game.covered(), Role(0), &mut rng));
        let Reason::Risk(risk) = &first.as_ref().expect("a move").reason else {
            panic!("{first:?}");
        };
        let chance = risk.win_probability.expect("known exactly");
        assert!((chance - solved.win_probability()).abs() < 1e-9, "{board}");
        let (won, games) = (wins(&game, &mut champion, 2000) as f64, 2000.0);
        // Four standard deviations.
        let margin = 4.0 * (chance * (1.0 - chance) * games).sqrt();
        assert!((won - chance * games).abs() < margin, "{won} of {games}");
    }
}

#[test]
fn looking_further_ahead_plays_whole_games_too() {
    let usual = ChampionSettings::default();
    assert_eq!(ChampionSettings::with_milliseconds(0), usual);
    let settings = ChampionSettings::with_milliseconds(20);
    let game = Minesweeper::new("6x6/6".parse().expect("a board"), FirstMove::Zero);
    let won = wins(&game, &mut Champion::new(settings), 60);
    assert!(won >= 45, "{won} of 60");
}

#[test]
fn with_more_time_play_is_exact_from_more_solutions_on() {
    // The second square is a mine; five more lie among sixteen: 4,368 solutions.
    let position = "1x18/6\n1.................\n";
    let chance = |settings: ChampionSettings| {
        let decision = decide(&mut Champion::new(settings), position);
        let Reason::Risk(risk) = decision.reason else {
            panic!("a guess has a risk");
        };
        risk.win_probability
    };
    assert_eq!(chance(ChampionSettings::default()), None);
    let exact = chance(ChampionSettings::with_milliseconds(2_000)).expect("it can be searched");
    assert!(exact > 0.0 && exact < 11.0 / 16.0, "{exact}");
}

#[test]
fn what_was_remembered_of_other_games_changes_no_decision() {
    let game = Minesweeper::new("9x9/12".parse().expect("a board"), FirstMove::Safe);
    let mut old_hand = Champion::default();
    wins(&game, &mut old_hand, 50);
    let fresh: Vec<u64> = (0..30)
        .map(|_| wins(&game, &mut Champion::default(), 1))
        .collect();
    assert!(
        fresh
            .iter()
            .all(|&won| won == wins(&game, &mut old_hand, 1))
    );
}

#[test]
fn an_end_game_says_its_chance_to_win() {
    // One mine on two squares that nothing distinguishes.
    let decision = decide(&mut Champion::default(), "2x2/1\n1.\n1.\n");
    let Reason::Risk(risk) = decision.reason else {
        panic!("{:?}", decision.reason);
    };
    assert_eq!((risk.probability, risk.win_probability), (0.5, Some(0.5)));
}

#[test]
fn what_a_planner_remembers_of_other_games_changes_no_decision() {
    let game = Minesweeper::new("4x4/5".parse().expect("a board"), FirstMove::Safe);
    let planner = || Bssuct::new(Source::Solver, Effort::Simulations(100));
    let mut old_hand = planner();
    wins(&game, &mut old_hand, 20);
    for index in 0..10 {
        let moves = |player: &mut Bssuct| -> Vec<Site> {
            let mut rng = Seed(8).stream(index);
            let mut position = game.initial(&mut rng);
            let mut made = Vec::new();
            player.begin(&game, Role(0));
            while position.status() == Status::Playing {
                let decision =
                    player.decide(Situation::new(&game, position.view(), Role(0), &mut rng));
                made.push(decision.expect("a move").mv);
                game.play_unchecked(&mut position, made[made.len() - 1]);
            }
            made
        };
        assert_eq!(moves(&mut old_hand), moves(&mut planner()));
    }
}

#[test]
fn a_plan_says_what_its_move_is_worth() {
    // By exhaustive search 2x5/3 is won in a quarter of the games, beginning
    // in the middle of a long side.
    let game = Minesweeper::new("2x5/3".parse().expect("a board"), FirstMove::Safe);
    for index in 0..5 {
        let mut player = Bssuct::new(Source::Solver, Effort::Simulations(3_000));
        let mut rng = Seed(6).stream(index);
        let decision = player.decide(Situation::new(&game, &game.covered(), Role(0), &mut rng));
        let decision = decision.expect("a move");
        assert_eq!(decision.mv, Site::new(2));
        let Reason::Statistics { mean, .. } = decision.reason else {
            panic!("{:?}", decision.reason);
        };
        assert!((mean - 0.25).abs() < 0.01, "{mean}");
    }
}

#[test]
fn a_planned_opening_begins_every_game() {
    let game = Minesweeper::new("2x5/3".parse().expect("a board"), FirstMove::Safe);
    let planner = |simulations| Bssuct::new(Source::Solver, Effort::Simulations(simulations));
    let opening = planner(3_000).plan_opening(&game, &mut Seed(2).stream(0));
    let mut player = planner(50).with_opening(Arc::new(opening.expect("a move")));
    for index in 0..20 {
        let mut rng = Seed(3).stream(index);
        let decision = player.decide(Situation::new(&game, &game.covered(), Role(0), &mut rng));
        assert_eq!(decision.expect("a move").mv, Site::new(2));
    }
    assert!(wins(&game, &mut player, 200) >= 35);
}

#[test]
fn a_proved_opening_is_worth_what_exhaustive_search_finds() {
    for board in ["3x3/3", "2x5/3", "1x10/5", "4x4/4"] {
        let board: Board = board.parse().expect("a board");
        let game = Minesweeper::new(board, FirstMove::Safe);
        let mut player = Bssuct::new(Source::Solver, Effort::Simulations(400_000));
        let decision = player.decide(Situation::new(
            &game,
            &game.covered(),
            Role(0),
            &mut Seed(8).stream(0),
        ));
        let decision = decision.expect("a move");
        let optimum = solve(board, FirstMove::Safe, u64::MAX).expect("a small board");
        assert!(optimum.first_moves.contains(&decision.mv), "{board}");
        let Reason::Risk(risk) = decision.reason else {
            panic!("{board} is not proved: {:?}", decision.reason);
        };
        let chance = risk.win_probability.expect("a chance to win");
        let error = (chance - optimum.win_probability()).abs();
        assert!(error < 1e-9, "{board}: {chance}");
    }
}
