//! Rules at work: many games, and what decided each move.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::{Minesweeper, Status};
use stratalog_game::{Game, Player, Role, Situation};
use stratalog_run::{Control, Ended, Seed, pieces, threads};

use super::player::{Guess, MoveCounts, RulePlayer};
use super::rule::Rule;

/// Games to be played with rules.
pub struct Trial<'a> {
    game: &'a Minesweeper,
    rules: Arc<Vec<Rule>>,
    guess: Guess,
    games: u64,
    seed: Seed,
}

/// The result of a trial.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrialReport {
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Moves by what decided them.
    pub moves: MoveCounts,
}

impl<'a> Trial<'a> {
    /// A trial of these rules: by default 10,000 games with random guesses.
    pub fn new(game: &'a Minesweeper, rules: Arc<Vec<Rule>>) -> Trial<'a> {
        Trial {
            game,
            rules,
            guess: Guess::Random,
            games: 10_000,
            seed: Seed(1),
        }
    }

    /// With this way to guess.
    pub fn guess(mut self, guess: Guess) -> Self {
        self.guess = guess;
        self
    }

    /// With this number of games.
    pub fn games(mut self, games: u64) -> Self {
        self.games = games;
        self
    }

    /// With this seed; the i-th game follows from it and i.
    pub fn seed(mut self, seed: Seed) -> Self {
        self.seed = seed;
        self
    }

    /// Plays.
    pub fn run(self) -> TrialReport {
        self.run_watched(&Control::default(), "games").0
    }

    /// Plays; reports progress under this name, and ends when the control is
    /// stopped.
    pub fn run_watched(self, control: &Control, what: &str) -> (TrialReport, Ended) {
        let mut report = TrialReport::default();
        let ended = pieces::run_batches(control, what, 0..self.games, |from, to| {
            for game in threads::map(from..to, |number| self.play(number)) {
                report = std::mem::take(&mut report).joined(game);
            }
            ControlFlow::Continue(())
        });
        (report, ended)
    }

    /// The report of one game.
    fn play(&self, number: u64) -> TrialReport {
        let mut player = RulePlayer::new(Arc::clone(&self.rules), self.guess.clone());
        let wins = u64::from(self.is_won(&mut player, number));
        TrialReport {
            games: 1,
            wins,
            moves: player.counts().clone(),
        }
    }

    fn is_won(&self, player: &mut RulePlayer, number: u64) -> bool {
        let mut rng = self.seed.stream(number);
        let mut sweep = self.game.initial(&mut rng);
        player.begin(self.game, Role(0));
        while sweep.status() == Status::Playing {
            let Ok(decision) =
                player.decide(Situation::new(self.game, sweep.view(), Role(0), &mut rng))
            else {
                return false;
            };
            sweep.open(decision.mv);
        }
        sweep.status() == Status::Won
    }
}

impl TrialReport {
    /// The share of games won.
    pub fn win_rate(&self) -> f64 {
        self.wins as f64 / self.games.max(1) as f64
    }

    fn joined(self, other: TrialReport) -> TrialReport {
        let mut by_rule = self.moves.by_rule;
        by_rule.resize(by_rule.len().max(other.moves.by_rule.len()), 0);
        for (sum, one) in by_rule.iter_mut().zip(&other.moves.by_rule) {
            *sum += one;
        }
        TrialReport {
            games: self.games + other.games,
            wins: self.wins + other.wins,
            moves: MoveCounts {
                by_rule,
                guesses: self.moves.guesses + other.moves.guesses,
                needless: self.moves.needless + other.moves.needless,
            },
        }
    }
}
