//! Plays games with the champion on one thread, and prints its wins and the
//! processor time:
//!
//! ```text
//! cargo run --release -p stratalog-minesweeper --example champion -- expert safe 3000 5
//! ```

use stratalog_game::{Game, Player, Role, Situation};
use stratalog_minesweeper::champion::Champion;
use stratalog_minesweeper::{Board, FirstMove, Minesweeper, Status};
use stratalog_run::{Clock, Seed};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |at: usize, default: &'static str| args.get(at).map_or(default, String::as_str);
    let board: Board = arg(0, "expert").parse()?;
    let first_move: FirstMove = arg(1, "safe").parse()?;
    let (games, seed): (u64, u64) = (arg(2, "3000").parse()?, arg(3, "5").parse()?);
    let game = Minesweeper::new(board, first_move);
    let mut champion = Champion::default();
    let mut wins = 0;
    let clock = Clock::start();
    for number in 0..games {
        let mut rng = Seed(seed).stream(number);
        let mut sweep = game.initial(&mut rng);
        champion.begin(&game, Role(0));
        while sweep.status() == Status::Playing {
            let decision =
                champion.decide(Situation::new(&game, sweep.view(), Role(0), &mut rng))?;
            sweep.open(decision.mv);
        }
        wins += u64::from(sweep.status() == Status::Won);
    }
    let cpu = clock.elapsed().cpu_seconds;
    println!(
        "{wins} of {games} games won on {board}, first move {first_move}; {cpu:.2} CPU seconds"
    );
    Ok(())
}
