//! Games that are played as if every guess survived.
//!
//! Where a guess hits a mine, the rest of the game is played on another board
//! from the belief state, and the game counts the product of the probabilities
//! that its guesses survive. The mean of that is the rate of wins, with a
//! fraction of the variance of wins and losses.

use stratalog_minesweeper::belief::Belief;
use stratalog_minesweeper::champion::ChampionSettings;
use stratalog_minesweeper::{Cell, Field, Minesweeper, Site, View};
use stratalog_run::{Interval, Stream};

pub type Failure = Box<dyn std::error::Error>;

/// A game of which every guess survived so far.
pub struct Survival<'a> {
    game: &'a Minesweeper,
    pub view: View,
    field: Option<Field>,
    /// The probability that the guesses survive.
    pub survived: f64,
}

impl Survival<'_> {
    /// A game before its first move.
    pub fn new(game: &Minesweeper) -> Survival<'_> {
        Survival {
            game,
            view: View::covered_on(game.size(), game.grid().clone()),
            field: None,
            survived: 1.0,
        }
    }

    /// Opens a square that is a mine with this probability.
    pub fn open(&mut self, site: Site, risk: f64, rng: &mut Stream) -> Result<(), Failure> {
        self.survived *= 1.0 - risk;
        let game = self.game;
        let field = self.field.get_or_insert_with(|| {
            let grid = game.grid().clone();
            Field::draw(game.size(), grid, game.first_move(), site, rng)
        });
        if field.is_mine(site) {
            let belief = Belief::of(&self.view)?;
            while field.is_mine(site) {
                *field = belief.sample(rng);
            }
        }
        uncover(field, &mut self.view, site);
        Ok(())
    }
}

/// Opens a square without a mine, and around every zero its neighbours.
fn uncover(field: &Field, view: &mut View, site: Site) {
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

/// Settings of the champion: `NAME=VALUE,…`, the others being the default ones.
pub fn settings(text: &str) -> Result<ChampionSettings, Failure> {
    let mut settings = ChampionSettings::default();
    for pair in text.split(',').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').ok_or("settings are NAME=VALUE")?;
        match name {
            "depth" => settings.depth = value.parse()?,
            "solutions" => settings.endgame_solutions = value.parse()?,
            "squares" => settings.playout_squares = value.parse()?,
            "work" => settings.endgame_work = value.parse()?,
            "milliseconds" => settings = ChampionSettings::with_milliseconds(value.parse()?),
            _ => {
                let known = "depth, solutions, work, squares and milliseconds";
                return Err(format!("the settings are {known}, not {name}").into());
            }
        }
    }
    Ok(settings)
}

/// The mean of some shares with its interval.
pub fn percent(values: &[f64]) -> String {
    let Interval { low, high } = Interval::of_mean(values);
    let (middle, spread) = (50.0 * (low + high), 50.0 * (high - low));
    format!("{middle:.3}% ±{spread:.3}")
}
