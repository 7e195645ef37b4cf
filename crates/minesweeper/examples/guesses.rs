//! Learns rules for guesses on several seeds, and prints them with the share of
//! games won by the bundled rules and different guesses:
//!
//! ```text
//! cargo run --release -p stratalog-minesweeper --example guesses -- 8x8/10 FIRST LAST GAMES
//! ```

use std::sync::Arc;

use stratalog_game::{Game, Player, Role, Situation};
use stratalog_minesweeper::champion::Champion;
use stratalog_minesweeper::mio::guessing::{self, english};
use stratalog_minesweeper::mio::player::Guess;
use stratalog_minesweeper::mio::strategy::Strategy;
use stratalog_minesweeper::mio::trial::Trial;
use stratalog_minesweeper::{Board, FirstMove, Minesweeper, Status};
use stratalog_run::{Clock, Control, Interval, Seed};

const NAMES: [&str; 5] = [
    "random",
    "least local maximum",
    "learned",
    "exact",
    "the champion",
];

/// The games of a seed that the champion wins.
fn champions_wins(game: &Minesweeper, games: u64, seed: Seed) -> u64 {
    let mut champion = Champion::default();
    let mut wins = 0;
    for number in 0..games {
        let mut rng = seed.stream(number);
        let mut sweep = game.initial(&mut rng);
        champion.begin(game, Role(0));
        while sweep.status() == Status::Playing {
            let situation = Situation::new(game, sweep.view(), Role(0), &mut rng);
            match champion.decide(situation) {
                Ok(decision) => sweep.open(decision.mv),
                Err(_) => break,
            };
        }
        wins += u64::from(sweep.status() == Status::Won);
    }
    wins
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let board: Board = args.next().as_deref().unwrap_or("8x8/10").parse()?;
    let numbers = args.map(|arg| arg.parse::<u64>());
    let numbers: Vec<u64> = numbers.collect::<Result<_, _>>()?;
    let number = |at: usize, default: u64| numbers.get(at).copied().unwrap_or(default);
    let (first, last, games) = (number(0, 1), number(1, 10), number(2, 2_000));
    let game = Minesweeper::new(board, FirstMove::Any);
    let rules = Arc::new(Strategy::bundled().rules.clone());
    let mut won = [0; 5];
    for seed in first..=last {
        let clock = Clock::start();
        let learned = guessing::learn(board, Seed(seed), &Control::default())
            .ok_or("nothing stops the run")?;
        println!(
            "seed {seed}: {} rules from {} positions, loss {:.2}% where random guesses lose {:.2}% \
             ({} other positions); {:.1} CPU seconds",
            learned.list.rules.len(),
            learned.learned_from,
            100.0 * learned.loss,
            100.0 * learned.random_loss,
            learned.tested_on,
            clock.elapsed().cpu_seconds
        );
        for rule in &learned.list.rules {
            println!("  {}: {}", rule.name, english(rule));
        }
        let guesses = [
            Guess::Random,
            Guess::LocalMaxima,
            Guess::Learned(Arc::new(learned.list)),
            Guess::Exact,
        ];
        for (sum, guess) in won.iter_mut().zip(guesses) {
            let trial = Trial::new(&game, Arc::clone(&rules)).guess(guess);
            *sum += trial
                .games(games)
                .seed(Seed(seed).derive("games"))
                .run()
                .wins;
        }
        won[4] += champions_wins(&game, games, Seed(seed).derive("games"));
    }
    let all = games * (1 + last - first);
    for (name, wins) in NAMES.iter().zip(won) {
        let Interval { low, high } = Interval::wilson(wins, all);
        println!(
            "{name:<20} won {wins} of {all}: {:.2}% (95%: {:.2} to {:.2})",
            100.0 * wins as f64 / all as f64,
            100.0 * low,
            100.0 * high
        );
    }
    Ok(())
}
