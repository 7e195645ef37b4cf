//! What the champion's guesses lose in positions whose solutions can be listed,
//! for several settings and on one thread:
//!
//! ```text
//! cargo run --release -p stratalog-minesweeper --example regret -- \
//!     expert zero 1000 5 2001 20000 "" solutions=20000,work=20000000
//! ```
//!
//! Games are played by looking ahead. Where a guess has to be made in a position
//! with a number of solutions between the two given, every square is valued
//! exactly, and a setting loses the difference between the best square and the
//! one that it opens, times the chance to come so far. No chance is in that
//! beyond which positions are met: settings that `paired` cannot tell apart in
//! a million games often differ here.

mod survival;

use stratalog_game::reason::Reason;
use stratalog_game::{Player, PlayerError, Role, Situation};
use stratalog_minesweeper::belief::{Belief, Endgame};
use stratalog_minesweeper::champion::{Champion, ChampionSettings};
use stratalog_minesweeper::{Board, FirstMove, Minesweeper, Site, View};
use stratalog_run::{Clock, Seed, Stream};
use survival::{Failure, Survival, percent, settings};

/// The most looks at a solution to value the squares of a position.
const WORK: u64 = 200_000_000;

/// A setting with what it lost so far, game by game.
struct Side {
    champion: Champion,
    losses: Vec<f64>,
    /// Positions in which it did not open a best square.
    wrong: u64,
    cpu: f64,
}

/// The positions that are looked at.
struct Positions {
    fewest: f64,
    most: usize,
    valued: u64,
    given_up: u64,
}

impl Positions {
    /// The chance to win after opening each square, if this position is one to look
    /// at.
    fn values(&mut self, view: &View) -> Result<Option<Vec<(Site, f64)>>, Failure> {
        let belief = Belief::of(view)?;
        if belief.ln_solutions().exp() < self.fewest - 0.5 {
            return Ok(None);
        }
        let Some(listed) = belief.enumerate(self.most) else {
            return Ok(None);
        };
        let solutions: Vec<u32> = (0..listed.masks.len() as u32).collect();
        let squares = listed.squares;
        let mut search = Endgame::new(view.grid(), squares.clone(), listed.masks, WORK);
        let mut value = |place: usize| {
            let won = search.value_after(&solutions, place, 0)?;
            Some(f64::from(won) / solutions.len() as f64)
        };
        let values = squares.iter().enumerate();
        let values: Option<Vec<(Site, f64)>> = values
            .map(|(place, &site)| Some((site, value(place)?)))
            .collect();
        match values {
            Some(_) => self.valued += 1,
            None => self.given_up += 1,
        }
        Ok(values)
    }
}

/// What a champion does in a position, and the risk it takes.
fn decide(
    champion: &mut Champion,
    game: &Minesweeper,
    view: &View,
    rng: &mut Stream,
) -> Result<(Site, f64), PlayerError> {
    let decision = champion.decide(Situation::new(game, view, Role(0), rng))?;
    let risk = match decision.reason {
        Reason::Risk(risk) => risk.probability,
        _ => 0.0,
    };
    Ok((decision.mv, risk))
}

/// Plays one game, and adds what each setting loses in it.
fn play(
    game: &Minesweeper,
    sides: &mut [Side],
    positions: &mut Positions,
    rng: &mut Stream,
) -> Result<(), Failure> {
    let mut looking_ahead = Champion::new(ChampionSettings {
        endgame_solutions: 0,
        ..ChampionSettings::default()
    });
    for side in &mut *sides {
        side.champion.begin(game, Role(0));
    }
    let mut survival = Survival::new(game);
    let mut losses = vec![0.0; sides.len()];
    while !survival.view.is_won() {
        let view = &survival.view;
        let (site, risk) = decide(&mut looking_ahead, game, view, rng)?;
        if risk > 0.0
            && view.opened() > 0
            && let Some(values) = positions.values(view)?
        {
            let best = values.iter().map(|one| one.1).fold(0.0, f64::max);
            for (side, lost) in sides.iter_mut().zip(&mut losses) {
                let clock = Clock::start();
                let (own, _) = decide(&mut side.champion, game, view, rng)?;
                side.cpu += clock.elapsed().cpu_seconds;
                let value = values
                    .iter()
                    .find(|one| one.0 == own)
                    .map_or(0.0, |one| one.1);
                side.wrong += u64::from(value < best);
                *lost += survival.survived * (best - value);
            }
        }
        survival.open(site, risk, rng)?;
    }
    for (side, lost) in sides.iter_mut().zip(losses) {
        side.losses.push(lost);
    }
    Ok(())
}

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |at: usize, default: &'static str| args.get(at).map_or(default, String::as_str);
    let board: Board = arg(0, "expert").parse()?;
    let first_move: FirstMove = arg(1, "zero").parse()?;
    let (games, seed): (u64, u64) = (arg(2, "100").parse()?, arg(3, "5").parse()?);
    let game = Minesweeper::new(board, first_move);
    let mut positions = Positions {
        fewest: arg(4, "100").parse()?,
        most: arg(5, "2000").parse()?,
        valued: 0,
        given_up: 0,
    };
    let texts: Vec<&str> = (6..args.len().max(7)).map(|at| arg(at, "")).collect();
    let side = |text: &&str| -> Result<Side, Failure> {
        Ok(Side {
            champion: Champion::new(settings(text)?),
            losses: Vec::new(),
            wrong: 0,
            cpu: 0.0,
        })
    };
    let mut sides = texts
        .iter()
        .map(side)
        .collect::<Result<Vec<Side>, Failure>>()?;
    for number in 0..games {
        let mut rng = Seed(seed).stream(number);
        play(&game, &mut sides, &mut positions, &mut rng)?;
    }
    let Positions {
        valued, given_up, ..
    } = positions;
    println!("{games} games, {valued} positions valued, {given_up} given up");
    for (side, text) in sides.iter().zip(&texts) {
        let gains: Vec<f64> = side
            .losses
            .iter()
            .zip(&sides[0].losses)
            .map(|(own, first)| first - own)
            .collect();
        println!(
            "{text:<30} loses {} of the games, gain {}; wrong in {}; {:.2} ms a position",
            percent(&side.losses),
            percent(&gains),
            side.wrong,
            1e3 * side.cpu / valued.max(1) as f64,
        );
    }
    Ok(())
}
