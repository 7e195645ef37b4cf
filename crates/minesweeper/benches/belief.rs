//! How fast the belief state is: typical expert positions, games of the myopic
//! player, and growth with the board.
//!
//! `cargo bench -p stratalog-minesweeper`

use std::hint::black_box;
use std::time::{Duration, Instant};

use stratalog_game::{Game, Player, Role, Situation};
use stratalog_minesweeper::belief::{Belief, Csp, Knowledge, Opening, Tables};
use stratalog_minesweeper::champion::{Champion, ChampionSettings};
use stratalog_minesweeper::{Board, FirstMove, Minesweeper, Status, View};
use stratalog_run::Seed;

fn main() {
    println!("belief state of expert positions in which no number decides by itself");
    positions(Board::EXPERT, 400);
    println!("\ngames on one thread, first move safe");
    for board in [Board::BEGINNER, Board::INTERMEDIATE, Board::EXPERT] {
        games("csp", board, &mut Csp::new(Opening::Anywhere));
        for milliseconds in [0, 5] {
            let settings = ChampionSettings::with_milliseconds(milliseconds);
            games(
                &format!("champion:{milliseconds}"),
                board,
                &mut Champion::new(settings),
            );
        }
    }
    println!("\ngrowth with the board at expert density, positions of games under way");
    for side in [10, 20, 40, 60, 80, 100] {
        let mines = (side * side * 99) / 480;
        let board = Board::new(side, side, mines).expect("the mines fit");
        positions(board, 40);
    }
}

/// Views of games by the myopic player in which it had to reason.
fn views(board: Board, count: usize) -> Vec<View> {
    let game = Minesweeper::new(board, FirstMove::Zero);
    let mut player = Csp::new(Opening::Anywhere);
    let mut found = Vec::new();
    for index in 0.. {
        let mut rng = Seed(7).stream(index);
        let mut position = game.initial(&mut rng);
        player.begin(&game, Role(0));
        while position.status() == Status::Playing {
            let view = position.view();
            let decided = Knowledge::of(view).is_ok_and(|mut known| known.next_safe().is_some());
            if view.opened() > 0 && !decided {
                found.push(view.clone());
                if found.len() == count {
                    return found;
                }
            }
            let Ok(decision) = player.decide(Situation::new(&game, view, Role(0), &mut rng)) else {
                break;
            };
            game.play_unchecked(&mut position, decision.mv);
        }
    }
    found
}

fn positions(board: Board, count: usize) {
    let views = views(board, count);
    let mut known: Vec<Knowledge> = views
        .iter()
        .map(|view| Knowledge::of(view).expect("a game reached it"))
        .collect();
    // Afresh: nothing is remembered from one position to the next.
    let mut fresh = Vec::new();
    for knowledge in &mut known {
        let mut tables = Tables::new(board);
        let started = Instant::now();
        black_box(Belief::new(knowledge, &mut tables).expect("consistent"));
        fresh.push(started.elapsed());
    }
    // As a game meets them: components that did not change are remembered.
    let mut tables = Tables::new(board);
    let mut kept = Vec::new();
    for knowledge in &mut known {
        let started = Instant::now();
        black_box(Belief::new(knowledge, &mut tables).expect("consistent"));
        kept.push(started.elapsed());
    }
    println!(
        "{:>12}: median {:>8.1} µs afresh, {:>8.1} µs with tables kept; slowest of {count}: {:.1} µs",
        board.to_string(),
        median(&mut fresh),
        median(&mut kept),
        micros(fresh.last().copied().unwrap_or_default()),
    );
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    micros(times[times.len() / 2])
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

fn games(name: &str, board: Board, player: &mut dyn Player<Minesweeper>) {
    let game = Minesweeper::new(board, FirstMove::Safe);
    let (mut played, mut won) = (0_u32, 0_u32);
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(2) {
        let mut rng = Seed(11).stream(u64::from(played));
        let mut position = game.initial(&mut rng);
        player.begin(&game, Role(0));
        while position.status() == Status::Playing {
            match player.decide(Situation::new(&game, position.view(), Role(0), &mut rng)) {
                Ok(decision) => game.play_unchecked(&mut position, decision.mv),
                Err(error) => panic!("{error}"),
            }
        }
        played += 1;
        won += u32::from(position.status() == Status::Won);
    }
    let rate = f64::from(played) / started.elapsed().as_secs_f64();
    println!(
        "{:>12} {name:<10} {rate:>8.0} games a second, {:.1}% won",
        board.to_string(),
        100.0 * f64::from(won) / f64::from(played),
    );
}
