//! Section 4.3: games with the learned rules.

use serde::{Deserialize, Serialize};
use stratalog_minesweeper::mio::learn::learn_as_published;
use stratalog_minesweeper::mio::player::Guess;
use stratalog_minesweeper::mio::strategy::Strategy;

use super::{board, play};
use crate::error::PapersError;
use crate::measurement::{Halt, Measurement};
use crate::row::Row;

/// The published number of moves in 1,000 games, by rule.
const MOVES: [(&str, f64); 4] = [
    ("S-1", 169.0),
    ("S-2", 10_285.0),
    ("S-3", 54.0),
    ("M-1", 2_211.0),
];

/// Games with one way to guess.
#[derive(Serialize, Deserialize)]
struct Played {
    games: u64,
    wins: u64,
    /// Moves by each rule, in the order of the strategy.
    by_rule: Vec<u64>,
    guesses: u64,
    /// Guesses where a certain move existed.
    needless: u64,
}

pub(super) fn measure(run: &mut Measurement<'_>) -> Result<(), Halt> {
    let text: String = run.piece("mio-games rules", || {
        let learned = learn_as_published(board(), run.seed());
        Ok(learned.map_err(PapersError::failed)?.strategy.text())
    })?;
    let strategy = Strategy::parse("learned rules", &text).map_err(PapersError::failed)?;
    let games = run.length().choose(10_000, 1_000);
    let played = |name: &str, guess: Guess| {
        run.piece(&format!("mio-games {name}"), || {
            let trial = play(&strategy, guess.clone(), games, run.seed());
            Ok(Played {
                games: trial.games,
                wins: trial.wins,
                by_rule: trial.moves.by_rule,
                guesses: trial.moves.guesses,
                needless: trial.moves.needless,
            })
        })
    };
    let random = played("random guesses", Guess::Random)?;
    let maxima = played("least local maximum", Guess::LocalMaxima)?;
    let exact = played("exact probabilities", Guess::Exact)?;
    run.extend([
        random.won("random guesses").published(0.52),
        maxima.won("least local maximum").published(0.60),
        exact.won("exact probabilities"),
    ]);
    let per_game = |setting: String, count: u64| {
        Row::number(setting, count as f64 / games as f64).samples(games)
    };
    for (rule, &moves) in strategy.rules.iter().zip(&random.by_rule) {
        let published = MOVES.iter().find(|(name, _)| *name == rule.name);
        let row = per_game(format!("moves per game by {}", rule.name), moves);
        run.add(row.published(published.map(|(_, moves)| moves / 1000.0)));
    }
    let row = per_game("random guesses per game".to_owned(), random.guesses);
    run.add(row.published(2.762));
    run.add(Row::rate(
        "guesses where a certain move existed",
        exact.needless,
        exact.guesses,
    ));
    Ok(())
}

impl Played {
    fn won(&self, name: &str) -> Row {
        Row::rate(format!("games won, {name}"), self.wins, self.games)
    }
}
