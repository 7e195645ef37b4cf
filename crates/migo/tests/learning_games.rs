//! MIGO learns strategies that are optimal wherever the game can go.

use rand::RngExt;
use stratalog_game::hexapawn::Stalemate;
use stratalog_game::{
    Hexapawn, Learner, NoughtsAndCrosses, Outcome, PerfectInformation, Played, Player,
    PlayerSource, Seed, Size, Turn,
};
use stratalog_migo::{Migo, Settings, Strategy, StrategyPlayer, Variant};
use stratalog_rivals::minimax::MinimaxSource;
use stratalog_rivals::solution::Solution;

/// Plays games from the positions after one move of each, and gives the regret.
fn course<G: PerfectInformation + Clone>(
    game: &G,
    learner: &mut Migo<G>,
    games: u64,
    seed: u64,
) -> i32 {
    let solution = Solution::of_game(game, 1_000_000).expect("small");
    let starts = starts(game);
    let mut opponent = MinimaxSource::solved(
        game.clone(),
        Solution::of_game(game, 1_000_000).expect("small"),
    )
    .player();
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
            let player: &mut dyn Player<G> = if mover == role {
                learner
            } else {
                &mut *opponent
            };
            let decision = player
                .decide(game, &position, mover, &mut rng)
                .expect("a move");
            game.play_unchecked(&mut position, decision.mv);
            moves.push(decision.mv);
        }
        let outcome = game.outcome(&position, role);
        let expected = solution.value_for(&start, role).expect("reachable").outcome;
        regret += expected.value() - outcome.value();
        learner.learn(
            game,
            &Played {
                start,
                moves,
                role,
                outcome,
            },
        );
    }
    regret
}

fn starts<G: PerfectInformation>(game: &G) -> Vec<G::Position> {
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

/// Positions in which the strategy may give something away.
fn mistakes<G: PerfectInformation + Clone>(game: &G, strategy: &Strategy) -> usize {
    let solution = Solution::of_game(game, 1_000_000).expect("small");
    let mut player = StrategyPlayer::new(game, strategy).expect("it can be played");
    let mut moves = Vec::new();
    let positions = solution.iter().filter(|(position, _)| {
        let Turn::Role(role) = game.turn(position) else {
            return false;
        };
        let value = solution
            .value_for(position, role)
            .expect("reachable")
            .outcome;
        match player.named_move(position) {
            Some((mv, _)) => moves = vec![mv],
            None => game.legal_moves(position, &mut moves),
        }
        moves.iter().any(|&mv| {
            let mut next = (*position).clone();
            game.play_unchecked(&mut next, mv);
            solution.value_for(&next, role).expect("reachable").outcome < value
        })
    });
    positions.count()
}

fn learn<G: PerfectInformation + Clone>(game: &G, variant: Variant, games: u64) {
    let mut total = 0;
    for seed in 1..=20 {
        let settings = Settings {
            variant,
            ..Settings::default()
        };
        let mut learner = Migo::new(game, settings).expect("two players");
        let started = std::time::Instant::now();
        let regret = course(game, &mut learner, games, seed);
        let seconds = started.elapsed().as_secs_f64();
        total += regret;
        let strategy = learner.strategy();
        let wrong = mistakes(game, &strategy);
        println!(
            "seed {seed} regret {regret} wrong {wrong} relearned {} {seconds:.4}s",
            learner.relearned()
        );
        if seed == 1 && false || wrong > 0 {
            println!("{}", strategy.to_text());
        }
        assert!(Outcome::Win > Outcome::Draw);
    }
    println!("mean regret {}", f64::from(total) / 20.0);
}

#[test]
fn explore() {
    let ox = NoughtsAndCrosses;
    learn(&ox, Variant::Mixed, 200);
    learn(&ox, Variant::Separated { patience: 10 }, 200);
    let hexapawn = Hexapawn::new(Size::new(3, 3), Stalemate::Draws).expect("3x3");
    learn(&hexapawn, Variant::Mixed, 100);
    learn(&hexapawn, Variant::Separated { patience: 5 }, 100);
}
