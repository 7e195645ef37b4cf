//! Learning an evaluation of discovered features: [`crate::features`] with
//! the strategy as the result.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use stratalog_run::{Control, Elapsed, Ended, Seed};

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::Error;
use crate::features::{self, FeatureFound, Learner, Results};

/// Asks for a strategy learned by Zenith.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The game, by name or by the path of its rulesheet.
    pub game: String,
    /// The board, where it is not the usual one.
    #[serde(default)]
    pub board: Option<String>,
    /// How to learn.
    #[serde(flatten)]
    pub options: ZenithOptions,
    /// Decides everything random.
    #[serde(default = "crate::default_seed")]
    pub seed: Seed,
    /// Where the strategy is saved; `GAME-strategy.pl` where no file is named.
    #[serde(default)]
    pub out: Option<PathBuf>,
}

/// How Zenith learns a strategy.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct ZenithOptions {
    /// The number of cycles.
    pub cycles: usize,
    /// The most that an evaluation may cost, in steps of the solver.
    pub limit: f64,
    /// How preferences are learned.
    pub learner: Learner,
    /// The number of games after each cycle, and against each rival at the end.
    pub games: u64,
    /// The teacher, where it is not the best one for the game.
    pub against: Option<String>,
    /// The number of games that the evaluation plays against itself at the end, to
    /// learn values for a player that searches; 0 for none.
    pub self_play: u64,
    /// Whether to use only the transformations and the selection of the paper.
    pub as_published: bool,
}

impl Default for ZenithOptions {
    fn default() -> ZenithOptions {
        ZenithOptions {
            cycles: 10,
            limit: 60_000.0,
            learner: Learner::Logistic,
            games: 10,
            against: None,
            self_play: 0,
            as_published: false,
        }
    }
}

/// A strategy learned by Zenith.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The game.
    pub game: String,
    /// Its board.
    pub board: String,
    /// Where the strategy was saved; nowhere if nothing was learned.
    pub strategy: Option<PathBuf>,
    /// The features in use, as Prolog.
    pub clauses: Vec<String>,
    /// The features in use, in English.
    pub english: Vec<String>,
    /// The features in use, as data.
    pub features: Vec<FeatureFound>,
    /// What was measured.
    pub results: Results,
    /// How long it took.
    #[serde(flatten)]
    pub elapsed: Elapsed,
    /// Why the run ended.
    #[serde(flatten)]
    pub ended: Ended,
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        Verdict::of_run(&self.ended, !self.features.is_empty())
    }
}

impl Request {
    /// Learns a strategy, saves it and measures it.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        let out = match &self.out {
            Some(out) => out.clone(),
            None => PathBuf::from(format!("{}-strategy.pl", stem(&self.game))),
        };
        let options = &self.options;
        let request = features::Request {
            options: features::Options {
                cycles: options.cycles,
                learner: options.learner,
                limit: options.limit,
                against: options.against.clone(),
                games: options.games,
                self_play: options.self_play,
                as_published: options.as_published,
                ..features::Options::default()
            },
            board: self.board.clone(),
            seed: self.seed,
            out: Some(out),
            ..features::Request::new(&self.game)
        };
        let found = request.run(control)?;
        let active = found.features.into_iter().filter(|feature| feature.active);
        let features: Vec<FeatureFound> = active.collect();
        let clause = |feature: &FeatureFound| {
            let variables = feature.variables.join(", ");
            format!(
                "feature({}, [{variables}], ({})).",
                feature.name, feature.formula
            )
        };
        Ok(Answer {
            game: found.game,
            board: found.board,
            strategy: found.strategy,
            clauses: features.iter().map(clause).collect(),
            english: features.iter().map(|f| f.english.clone()).collect(),
            features,
            results: found.results,
            elapsed: found.elapsed,
            ended: found.ended,
        })
    }
}

/// The name of a game without folder and extension.
pub(crate) fn stem(game: &str) -> String {
    let stem = std::path::Path::new(game).file_stem();
    stem.map_or_else(
        || game.to_owned(),
        |stem| stem.to_string_lossy().into_owned(),
    )
}
