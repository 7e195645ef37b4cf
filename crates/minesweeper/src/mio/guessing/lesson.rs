//! Positions in which a guess must be made, with what each guess is worth.

use stratalog_run::{Control, Seed, pieces};

use super::measure::Readings;
use super::rule::GuessList;
use super::search::{Positions, grow};
use crate::belief::{BeliefError, Fact, NextStep, Tracker};
use crate::champion::{ChampionSettings, worths};
use crate::mio::scene::Scene;
use crate::{Board, FirstMove, Minesweeper, Site, Status};
use rand::RngExt;
use stratalog_game::Game;

/// Games played for positions: half to learn from, half to test on.
const GAMES: u64 = 4_000;

/// Positions with at most this number of solutions are searched to the end for what
/// each guess is worth; others are judged at first sight.
const SEARCHED: usize = 200;

/// A position in which no square is certainly safe.
#[derive(Clone, PartialEq, Debug)]
pub struct GuessExample {
    /// The squares that may be guessed, and what is counted around them.
    pub readings: Readings,
    /// For each of them the share of the chance to win that is lost by guessing it
    /// instead of the best: 0 for the best, 1 for a certain mine.
    pub losses: Vec<f64>,
}

/// A learned list of rules for guesses.
#[derive(Clone, PartialEq, Debug)]
pub struct LearnedGuesses {
    /// The rules.
    pub list: GuessList,
    /// The positions learned from.
    pub learned_from: usize,
    /// The positions the rules were tested on, from other games.
    pub tested_on: usize,
    /// The mean loss of the list's guesses on those: the share of the chance to
    /// win that a guess gives away, compared with the best.
    pub loss: f64,
    /// The mean loss of random guesses on the same positions.
    pub random_loss: f64,
}

/// Learns rules for guesses on a board, where the first move is promised nothing.
/// Nothing when the control is stopped.
pub fn learn(board: Board, seed: Seed, control: &Control) -> Option<LearnedGuesses> {
    let game = Minesweeper::new(board, FirstMove::Any);
    let seed = seed.derive("guesses");
    let opening = examples_of_game(&game, seed, 0, None).into_iter().next();
    let (games, ended) = pieces::run(control, "games", GAMES, |number| {
        examples_of_game(&game, seed, number, opening.as_ref())
    });
    if !ended.is_done() {
        return None;
    }
    let (mut lesson, mut test) = (Positions::default(), Positions::default());
    for (number, examples) in games.iter().enumerate() {
        let half = if number % 2 == 0 {
            &mut lesson
        } else {
            &mut test
        };
        examples.iter().for_each(|example| half.add(example));
    }
    let grown = grow(&lesson, &test, control);
    Some(LearnedGuesses {
        list: GuessList::new(grown.rules),
        learned_from: lesson.len(),
        tested_on: test.len(),
        loss: grown.test_loss,
        random_loss: grown.random_loss,
    })
}

/// The positions of one game in which a guess had to be made. The game is played
/// by the best guesses.
fn examples_of_game(
    game: &Minesweeper,
    seed: Seed,
    number: u64,
    opening: Option<&GuessExample>,
) -> Vec<GuessExample> {
    let mut rng = seed.stream(number);
    let mut sweep = game.initial(&mut rng);
    let mut tracker = Tracker::default();
    let mut found = Vec::new();
    while sweep.status() == Status::Playing {
        let next = match (opening, sweep.view().opened()) {
            (Some(opening), 0) => Ok((None, Some(opening.clone()))),
            _ => next_move(&mut tracker, &sweep),
        };
        let site = match next {
            Ok((Some(safe), _)) => safe,
            Ok((None, Some(example))) => {
                let best: Vec<Site> = example.best().collect();
                found.push(example);
                best[rng.random_range(0..best.len())]
            }
            // Positions that cannot be counted teach nothing.
            Ok((None, None)) | Err(_) => break,
        };
        sweep.open(site);
    }
    found
}

impl GuessExample {
    /// The squares that lose nothing.
    fn best(&self) -> impl Iterator<Item = Site> {
        let tiles = self.readings.tiles.iter().zip(&self.losses);
        tiles
            .filter(|(_, loss)| **loss <= 0.0)
            .map(|(&tile, _)| tile)
    }
}

/// A square that is certainly safe, or else an example.
type Next = (Option<Site>, Option<GuessExample>);

fn next_move(tracker: &mut Tracker, sweep: &crate::Sweep) -> Result<Next, BeliefError> {
    let view = sweep.view();
    let belief = match tracker.follow(view)? {
        NextStep::Plain(site) | NextStep::Proved(site) => return Ok((Some(site), None)),
        NextStep::Guess(belief) => belief,
    };
    let (knowledge, tables) = tracker.parts(view)?;
    let settings = ChampionSettings {
        endgame_solutions: SEARCHED,
        ..ChampionSettings::default()
    };
    let worths = worths(&settings, knowledge, &belief, tables)?;
    let best = worths.iter().map(|guess| guess.1).fold(0.0, f64::max);
    if best <= 0.0 {
        return Ok((None, None));
    }
    let scene = Scene::new(view, |site| knowledge.fact(site) == Fact::Mine);
    let readings = Readings::of(&scene);
    let losses = readings.tiles.iter().map(|tile| {
        let place = worths.binary_search_by_key(tile, |guess| guess.0);
        place.map_or(1.0, |place| 1.0 - worths[place].1 / best)
    });
    let losses = losses.collect();
    Ok((None, Some(GuessExample { readings, losses })))
}
