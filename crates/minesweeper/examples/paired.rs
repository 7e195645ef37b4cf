//! Compares two settings of the champion on the same boards, on one thread:
//!
//! ```text
//! cargo run --release -p stratalog-minesweeper --example paired -- \
//!     expert safe 20000 5 depth=0 depth=1
//! ```
//!
//! A game is played as if every guess survived: where a guess hits a mine, the
//! rest of the game is played on another board from the belief state, and the
//! game counts the product of the probabilities that its guesses survive. The
//! mean of that is the rate of wins, with a fraction of the variance of wins
//! and losses. Both settings begin on the same board and draw with the same
//! random numbers, so that they play alike until they decide differently.

use stratalog_game::reason::Reason;
use stratalog_game::{Player, Role, Situation};
use stratalog_minesweeper::belief::Belief;
use stratalog_minesweeper::champion::{Champion, ChampionSettings};
use stratalog_minesweeper::{Board, Cell, Field, FirstMove, Minesweeper, Site, View};
use stratalog_run::{Clock, Interval, Seed, Stream};

/// Games between two reports.
const REPORTED: u64 = 500;

type Failure = Box<dyn std::error::Error>;

/// A setting with what it did so far.
struct Side {
    champion: Champion,
    worths: Vec<f64>,
    guesses: u64,
    cpu: f64,
}

impl Side {
    fn new(settings: &str) -> Result<Side, Failure> {
        Ok(Side {
            champion: Champion::new(parse(settings)?),
            worths: Vec::new(),
            guesses: 0,
            cpu: 0.0,
        })
    }

    /// The probability to survive the guesses of one game.
    fn play(&mut self, game: &Minesweeper, rng: &mut Stream) -> Result<f64, Failure> {
        let mut view = View::covered_on(game.size(), game.grid().clone());
        let mut field: Option<Field> = None;
        let mut survived = 1.0;
        self.champion.begin(game, Role(0));
        while !view.is_won() {
            let decision = self
                .champion
                .decide(Situation::new(game, &view, Role(0), rng))?;
            let site = decision.mv;
            let Reason::Risk(risk) = decision.reason else {
                return Err("a move without a risk".into());
            };
            if let Some(win) = risk.win_probability {
                return Ok(survived * win);
            }
            if risk.probability > 0.0 {
                survived *= 1.0 - risk.probability;
                self.guesses += 1;
            }
            let field = field.get_or_insert_with(|| {
                let grid = game.grid().clone();
                Field::draw(game.size(), grid, game.first_move(), site, rng)
            });
            if field.is_mine(site) {
                let belief = Belief::of(&view)?;
                while field.is_mine(site) {
                    *field = belief.sample(rng);
                }
            }
            open(field, &mut view, site);
        }
        Ok(survived)
    }
}

/// Opens a square without a mine, and around every zero its neighbours.
fn open(field: &Field, view: &mut View, site: Site) {
    let mut waiting = vec![site];
    while let Some(next) = waiting.pop() {
        let Some(number) = field.number(next).filter(|_| view.is_covered(next)) else {
            continue;
        };
        view.set(next, Cell::Number(number));
        if number == 0 {
            waiting.extend(field.grid().neighbours(next));
        }
    }
}

fn parse(text: &str) -> Result<ChampionSettings, Failure> {
    let mut settings = ChampionSettings::default();
    for pair in text.split(',').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').ok_or("settings are NAME=VALUE")?;
        match name {
            "depth" => settings.depth = value.parse()?,
            "solutions" => settings.endgame_solutions = value.parse()?,
            "squares" => settings.playout_squares = value.parse()?,
            "work" => settings.endgame_work = value.parse()?,
            _ => {
                let known = "depth, solutions, work and squares";
                return Err(format!("the settings are {known}, not {name}").into());
            }
        }
    }
    Ok(settings)
}

fn percent(values: &[f64]) -> String {
    let Interval { low, high } = Interval::of_mean(values);
    let (middle, spread) = (50.0 * (low + high), 50.0 * (high - low));
    format!("{middle:.3}% ±{spread:.3}")
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
