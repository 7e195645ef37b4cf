//! Checks a Minesweeper strategy: are its rules right, and do they find every
//! square that can be deduced?

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use stratalog_game::drawing::{Drawing, Mark};
use stratalog_game::{Game, Square};
use stratalog_logic::Term;
use stratalog_minesweeper::mio::check::{Checked, Fault, FaultKind, check};
use stratalog_minesweeper::mio::examples::PositionSample;
use stratalog_minesweeper::mio::strategy::Strategy;
use stratalog_minesweeper::{Board, FirstMove, Minesweeper};
use stratalog_run::{Clock, Control, Elapsed, Ended, Seed};

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::Error;
use crate::input::read_source;
use crate::learn_minesweeper::NeedlessGuesses;

/// Asks whether a Minesweeper strategy is right and complete.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The strategy's file.
    pub strategy: PathBuf,
    /// The board of the random positions, where it is not the strategy's own.
    #[serde(default)]
    pub board: Option<String>,
    /// How many random positions are examined.
    #[serde(default = "default_positions")]
    pub positions: u64,
    /// Decides everything random.
    #[serde(default = "crate::default_seed")]
    pub seed: Seed,
}

fn default_positions() -> u64 {
    5_000
}

impl Request {
    /// Asks about the strategy in this file.
    pub fn new(strategy: impl Into<PathBuf>) -> Request {
        Request {
            strategy: strategy.into(),
            board: None,
            positions: default_positions(),
            seed: crate::default_seed(),
        }
    }
}

/// What was found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The game: `minesweeper`.
    pub game: String,
    /// The board of the random positions.
    pub board: String,
    /// Whether no rule was wrong and no certain square was missed.
    pub optimal: bool,
    /// Random positions examined.
    pub positions: u64,
    /// Squares the rules are wrong about.
    pub wrong: u64,
    /// Certain squares the rules do not find.
    pub missed: u64,
    /// Squares that can be deduced.
    pub certain: u64,
    /// Positions in which the rules find no safe square, and those among them
    /// in which there is one.
    pub needless_guesses: NeedlessGuesses,
    /// How often each rule applied first, and was wrong.
    pub rules: Vec<RuleCheck>,
    /// A position in which the rules are wrong, or else in which they miss a
    /// certain square.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub counterexample: Option<Counterexample>,
    /// Whether all positions were examined.
    #[serde(flatten)]
    pub ended: Ended,
    /// How long it took.
    #[serde(flatten)]
    pub elapsed: Elapsed,
}

/// A rule in the positions examined.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RuleCheck {
    /// Its name.
    pub rule: String,
    /// Squares it concluded something of.
    pub fires: u64,
    /// Squares it was wrong about.
    pub wrong: u64,
}

/// A position that shows a fault.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Counterexample {
    /// The position, as text.
    pub position: String,
    /// The square.
    pub square: Square,
    /// The rule that is wrong about it; none where the square is missed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rule: Option<String>,
    /// The fault in English.
    pub english: String,
    /// The position with the square marked.
    pub drawing: Drawing,
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        Verdict::of_run(&self.ended, self.optimal)
    }
}

impl Request {
    /// Checks the strategy.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        let clock = Clock::start();
        let source = read_source(&self.strategy)?;
        let strategy = Strategy::parse(&source.name, &source.text)?;
        if strategy.rules.is_empty() {
            let name = source.name;
            return Err(Error::input(format!("{name} has no rules of Minesweeper")));
        }
        let board: Board = match &self.board {
            Some(board) => board.parse()?,
            None => own_board(&strategy)?.unwrap_or(Board::BEGINNER),
        };
        let rules = strategy.rules;
        control.stage("checking rules");
        let sample = PositionSample {
            board,
            positions: self.positions,
            seed: self.seed,
        };
        let (checked, ended) = check(sample, &rules, control);
        let names = rules.iter().map(|rule| rule.name.clone());
        Ok(Answer {
            game: "minesweeper".to_owned(),
            board: board.to_string(),
            optimal: checked.wrong == 0 && checked.missed == 0,
            positions: checked.positions,
            wrong: checked.wrong,
            missed: checked.missed,
            certain: checked.certain,
            needless_guesses: NeedlessGuesses {
                needless: checked.needless,
                guesses: checked.guesses,
            },
            rules: names
                .zip(&checked.by_rule)
                .map(|(rule, &(fires, wrong))| RuleCheck { rule, fires, wrong })
                .collect(),
            counterexample: counterexample(&checked),
            ended,
            elapsed: clock.elapsed(),
        })
    }
}

/// The board a strategy was learned on, as its file says.
fn own_board(strategy: &Strategy) -> Result<Option<Board>, Error> {
    let fact = strategy.about.iter().find(|(name, _)| name == "board");
    match fact {
        Some((_, Term::Atom(board))) => Ok(Some(board.as_str().parse()?)),
        _ => Ok(None),
    }
}

fn counterexample(checked: &Checked) -> Option<Counterexample> {
    let fault: &Fault = checked.fault.as_ref()?;
    let game = Minesweeper::new(fault.view.board(), FirstMove::Any);
    let square = fault.view.grid().square(fault.site);
    let mut drawing = game.drawing(&fault.view);
    drawing.mark(square, Mark::Move);
    let (rule, english) = match &fault.kind {
        FaultKind::Wrong { rule, says } => {
            let says = says.name();
            let english = format!("{rule} says that {square} is {says}, which is not certain");
            (Some(rule.clone()), english)
        }
        FaultKind::Missed { certainty } => {
            let is = certainty.name();
            (
                None,
                format!("{square} is certainly {is}, and no rule finds it"),
            )
        }
    };
    Some(Counterexample {
        position: fault.view.to_string(),
        square,
        rule,
        english,
        drawing,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rules: &str) -> Answer {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("strategy.pl");
        let text = format!("strategy(game, minesweeper).\nstrategy(board, '5x5/5').\n{rules}\n");
        std::fs::write(&path, text).expect("written");
        let request = Request {
            positions: 60,
            ..Request::new(path)
        };
        request.run(&Control::default()).expect("it is checked")
    }

    #[test]
    fn a_wrong_rule_has_a_counterexample_that_is_drawn() {
        let answer = check(
            "safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), inSet(T,S), minesInSet(S,1).",
        );
        assert!(!answer.optimal && answer.wrong > 0);
        assert_eq!(answer.verdict(), Verdict::No);
        let found = answer.counterexample.expect("a counterexample");
        assert_eq!(found.rule.as_deref(), Some("S-1"));
        assert!(found.english.contains("S-1 says that"), "{}", found.english);
        assert_eq!(found.drawing.rows.len(), 5);
    }

    #[test]
    fn a_complete_strategy_is_optimal() {
        let answer = check(
            "safe(T,B) :- supposeMine(T,B,C), absurd(C).\n\
             mine(T,B) :- supposeSafe(T,B,C), absurd(C).\n\
             absurd(B) :- impossible(B).\n\
             absurd(B) :- tightestTile(B,T), supposeMine(T,B,C), absurd(C), supposeSafe(T,B,D), absurd(D).",
        );
        assert!(answer.optimal, "{answer:?}");
        assert_eq!(answer.needless_guesses.needless, 0);
        assert_eq!((answer.positions, answer.missed), (60, 0));
    }
}
