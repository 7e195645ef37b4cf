//! Compares two settings of the champion on the same boards, on one thread:
//!
//! ```text
//! cargo run --release -p stratalog-minesweeper --example paired -- \
//!     expert safe 20000 5 depth=0 depth=1
//! ```
//!
//! A game is played as if every guess survived, and counts the probability of
//! that (`survival`). Both settings begin on the same board and draw with the
//! same random numbers, so that they play alike until they decide differently.

mod survival;

use stratalog_game::reason::Reason;
use stratalog_game::{Player, Role, Situation};
use stratalog_minesweeper::champion::Champion;
use stratalog_minesweeper::{Board, FirstMove, Minesweeper};
use stratalog_run::{Clock, Seed, Stream};
use survival::{Failure, Survival, percent, settings};

/// Games between two reports.
const REPORTED: u64 = 500;

/// A setting with what it did so far.
struct Side {
    champion: Champion,
    worths: Vec<f64>,
    guesses: u64,
    cpu: f64,
}

impl Side {
    fn new(text: &str) -> Result<Side, Failure> {
        Ok(Side {
            champion: Champion::new(settings(text)?),
            worths: Vec::new(),
            guesses: 0,
            cpu: 0.0,
        })
    }

    /// The probability to survive the guesses of one game.
    fn play(&mut self, game: &Minesweeper, rng: &mut Stream) -> Result<f64, Failure> {
        let mut survival = Survival::new(game);
        self.champion.begin(game, Role(0));
        while !survival.view.is_won() {
            let situation = Situation::new(game, &survival.view, Role(0), rng);
            let decision = self.champion.decide(situation)?;
            let Reason::Risk(risk) = decision.reason else {
                return Err("a move without a risk".into());
            };
            if let Some(win) = risk.win_probability {
                return Ok(survival.survived * win);
            }
            self.guesses += u64::from(risk.probability > 0.0);
            survival.open(decision.mv, risk.probability, rng)?;
        }
        Ok(survival.survived)
    }
}

/// Prints each setting's rate, and its gain over the first.
fn report(sides: &[Side], texts: &[&str]) {
    let first = &sides[0].worths;
    let games = first.len();
    for (side, text) in sides.iter().zip(texts) {
        let gains: Vec<f64> = side.worths.iter().zip(first).map(|(a, b)| a - b).collect();
        let differing = gains.iter().filter(|gain| **gain != 0.0).count();
        println!(
            "{text:<30} {}  gain {}  differs in {differing} of {games}; {:.2} guesses, {:.2} ms a game",
            percent(&side.worths),
            percent(&gains),
            side.guesses as f64 / games as f64,
            1e3 * side.cpu / games as f64,
        );
    }
}

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |at: usize, default: &'static str| args.get(at).map_or(default, String::as_str);
    let board: Board = arg(0, "expert").parse()?;
    let first_move: FirstMove = arg(1, "safe").parse()?;
    let (games, seed): (u64, u64) = (arg(2, "1000").parse()?, arg(3, "5").parse()?);
    let game = Minesweeper::new(board, first_move);
    let texts: Vec<&str> = (4..args.len().max(5)).map(|at| arg(at, "")).collect();
    let mut sides = texts
        .iter()
        .map(|text| Side::new(text))
        .collect::<Result<Vec<Side>, Failure>>()?;
    for number in 0..games {
        for side in &mut sides {
            let clock = Clock::start();
            let mut rng = Seed(seed).stream(number);
            let worth = side.play(&game, &mut rng)?;
            side.worths.push(worth);
            side.cpu += clock.elapsed().cpu_seconds;
        }
        if (number + 1) % REPORTED == 0 && number + 1 < games {
            report(&sides, &texts);
        }
    }
    report(&sides, &texts);
    Ok(())
}
