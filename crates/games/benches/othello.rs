//! The speed of the Othello experts: the evaluation, the endgame solver by the number
//! of empty squares, and whole games.
//!
//! `cargo bench -p stratalog-games`

use std::hint::black_box;
use std::time::{Duration, Instant};

use stratalog_game::{Game, Player, Situation, Turn};
use stratalog_games::Othello;
use stratalog_games::othello::OthelloPosition;
use stratalog_games::othello::experts::endgame::Solver;
use stratalog_games::othello::experts::evaluation::ExpertEvaluation;
use stratalog_games::othello::experts::layout::Layout;
use stratalog_games::othello::experts::weights::WEIGHTS;
use stratalog_games::othello::experts::{Discs, Orfeo, Wystan, discs_to_move};
use stratalog_run::Seed;

fn main() {
    let game = Othello::new(Othello::DEFAULT).expect("8x8 is a board");
    evaluations(&game);
    println!("\nperfect play, positions of ORFEO's games after ten random moves");
    for empty in [8, 10, 12, 14, 16] {
        ends(&game, empty, if empty < 16 { 200 } else { 30 });
    }
    println!("\ngames on one thread after ten random moves");
    games("orfeo", &game, &mut Orfeo::new(&game), 500);
    games("wystan", &game, &mut Wystan::new(&game), 50);
}

/// The positions of a game in which ORFEO plays both sides.
fn line(game: &Othello, number: u64) -> Vec<OthelloPosition> {
    let mut rng = Seed(3).stream(number);
    let mut position = game.initial(&mut rng);
    let mut orfeo = Orfeo::new(game);
    let mut scratch = Vec::new();
    let mut line = Vec::new();
    while let Turn::Role(role) = game.turn(&position) {
        let chosen = if line.len() < 10 {
            let drawn = game.random_choice(&position, role, &mut rng, &mut scratch);
            drawn.map(|(mv, _)| mv)
        } else {
            orfeo.choose(game, &position).map(|decision| decision.mv)
        };
        let Some(mv) = chosen else { break };
        line.push(position);
        game.play_unchecked(&mut position, mv);
    }
    line
}

fn evaluations(game: &Othello) {
    let evaluation = ExpertEvaluation::new(game, &WEIGHTS);
    let positions: Vec<Discs> = (0..20)
        .flat_map(|number| line(game, number))
        .filter_map(|position| discs_to_move(game, &position))
        .collect();
    let started = Instant::now();
    let rounds = 500;
    for _ in 0..rounds {
        for &discs in &positions {
            black_box(evaluation.value(black_box(discs)));
        }
    }
    let each = started.elapsed().as_secs_f64() / (rounds * positions.len()) as f64;
    println!("evaluation: {:.0} ns a position", 1e9 * each);
}

fn ends(game: &Othello, empty: u32, count: usize) {
    let layout = Layout::of(game);
    let mut solver = Solver::new(layout.clone());
    let positions = (0..)
        .flat_map(|number| line(game, number))
        .filter_map(|position| discs_to_move(game, &position))
        .filter(|&discs| layout.empty(discs).count_ones() == empty);
    let (mut nodes, mut total, mut longest) = (0, Duration::ZERO, Duration::ZERO);
    for discs in positions.take(count) {
        let started = Instant::now();
        nodes += solver.best(discs).map_or(0, |perfect| perfect.nodes);
        let time = started.elapsed();
        total += time;
        longest = longest.max(time);
    }
    println!(
        "{empty:>3} empty: mean {:>9.2?}, longest {longest:>9.2?}, {:>9.0} positions each, {:.0} million a second",
        total / count as u32,
        nodes as f64 / count as f64,
        nodes as f64 / total.as_secs_f64() / 1e6
    );
}

fn games(name: &str, game: &Othello, player: &mut dyn Player<Othello>, count: u64) {
    let started = Instant::now();
    for number in 0..count {
        let mut rng = Seed(3).stream(number);
        let Some(&start) = line(game, number).get(10) else {
            continue;
        };
        let mut position = start;
        while let Turn::Role(role) = game.turn(&position) {
            let Ok(decision) = player.decide(Situation::new(game, &position, role, &mut rng))
            else {
                break;
            };
            game.play_unchecked(&mut position, decision.mv);
        }
    }
    let each = started.elapsed().as_secs_f64() / count as f64;
    println!("{name} against itself: {:.1} games a second", 1.0 / each);
}
