//! Is a strategy optimal wherever its game can go?

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use stratalog_arena::ArenaError;
use stratalog_arena::certify::{Certificate, RuleRecord};
use stratalog_catalogue::strategy_file;
use stratalog_game::{Drawing, Game, GameObject, Outcome};
use stratalog_migo::StrategyPlayer;
use stratalog_players::PlayersError;
use stratalog_run::{Clock, Control, Elapsed, Ended};

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::Error;
use crate::game::Choice;

/// Asks whether a strategy is optimal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The strategy's file.
    pub strategy: PathBuf,
    /// The game or the path of its rulesheet, where it is not the one that the
    /// strategy names.
    #[serde(default)]
    pub game: Option<String>,
    /// The board, where it is not the strategy's own.
    #[serde(default)]
    pub board: Option<String>,
    /// Gives up where the game has more positions.
    #[serde(default = "default_limit")]
    pub limit_positions: u64,
}

fn default_limit() -> u64 {
    5_000_000
}

impl Request {
    /// Asks about the strategy in a file.
    pub fn new(strategy: impl Into<PathBuf>) -> Request {
        Request {
            strategy: strategy.into(),
            game: None,
            board: None,
            limit_positions: default_limit(),
        }
    }
}

/// Whether a strategy is optimal, and where it is not.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The game.
    pub game: String,
    /// Its board.
    pub board: String,
    /// Whether the strategy is optimal in every position; unknown where a limit
    /// was reached.
    pub optimal: Option<bool>,
    /// Positions in which a role is to move.
    pub positions: u64,
    /// Positions in which the strategy may make a mistake.
    pub mistakes: u64,
    /// How often each rule keeps its promise.
    pub rules: Vec<RuleRecord>,
    /// A mistake that is reached in the fewest moves.
    pub counterexample: Option<Counterexample>,
    /// How long it took.
    #[serde(flatten)]
    pub elapsed: Elapsed,
    /// Why the check ended.
    #[serde(flatten)]
    pub ended: Ended,
}

/// A position in which a strategy makes a mistake.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Counterexample {
    /// The moves that lead to the position.
    pub line: Vec<String>,
    /// The position as text.
    pub position: String,
    /// The position as a drawing.
    pub drawing: Drawing,
    /// The move that the strategy may make.
    #[serde(rename = "move")]
    pub mv: String,
    /// The rule that names it; none where no rule names a move.
    pub rule: Option<String>,
    /// The value of the position for the role to move.
    pub value: Outcome,
    /// The value after the move.
    pub left: Outcome,
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        Verdict::of_run(&self.ended, self.optimal == Some(true))
    }
}

impl Request {
    /// Checks the strategy.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        let clock = Clock::start();
        let strategy = strategy_file::read(&self.strategy)?;
        let named = || strategy.fact("rules").or_else(|| strategy.fact("game"));
        let Some(name) = self.game.clone().or_else(named) else {
            return Err(Error::input(format!(
                "{} does not say which game it is for; name it with --game",
                self.strategy.display()
            )));
        };
        let choice = Choice {
            game: name,
            board: self.board.clone().or_else(|| strategy.fact("board")),
            first_move: None,
        };
        let game = choice.find()?.game;
        control.stage("checking every position");
        let player = StrategyPlayer::new(&game, &strategy)?;
        let certified = Certificate::of(&game, &mut player.unbounded(), self.limit_positions);
        let (certificate, ended) = match certified {
            Ok(certificate) => (Some(certificate), Ended::Done),
            Err(ArenaError::Rival(error @ PlayersError::TooManyPositions { .. })) => {
                (None, Ended::Limit(error.to_string()))
            }
            Err(error) => return Err(error.into()),
        };
        Ok(Answer::new(&game, certificate, clock.elapsed(), ended))
    }
}

impl Answer {
    /// The answer that a certificate gives.
    pub fn new(
        game: &GameObject,
        certificate: Option<Certificate<GameObject>>,
        elapsed: Elapsed,
        ended: Ended,
    ) -> Answer {
        let known = certificate.as_ref();
        Answer {
            game: game.name().to_owned(),
            board: game.board(),
            optimal: known.map(Certificate::is_optimal),
            positions: known.map_or(0, |certificate| certificate.positions),
            mistakes: known.map_or(0, |certificate| certificate.mistakes),
            rules: known.map_or(Vec::new(), |certificate| certificate.rules.clone()),
            counterexample: certificate
                .and_then(|certificate| certificate.counterexample)
                .map(|found| Counterexample {
                    line: found.line.iter().map(|&mv| game.move_text(mv)).collect(),
                    position: game.position_text(&found.position),
                    drawing: game.drawing(&found.position),
                    mv: game.move_text(found.mv),
                    rule: found.rule,
                    value: found.value,
                    left: found.left,
                }),
            elapsed,
            ended,
        }
    }
}
