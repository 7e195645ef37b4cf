//! The exact value of a small Minesweeper board: the probability to win with
//! perfect play, and every best first move.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use stratalog_game::Square;
use stratalog_minesweeper::belief::{
    ByObservation, NotSolved, SolvedBoard, solve_saved, solve_watched,
};
use stratalog_minesweeper::{Board, FirstMove, Grid};
use stratalog_run::pieces::SavedPieces;
use stratalog_run::{Clock, Control, Elapsed, Ended, SavedState};

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::Error;

/// Asks for the exact value of a board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Request {
    /// The board, as in `4x4/4`.
    pub board: Option<String>,
    /// What the first move is promised: `any`, `safe` (the default) or `zero`.
    pub first_move: Option<String>,
    /// Whether what the first move shows splits the work into pieces, for several
    /// threads or machines. The pieces share nothing: more positions are valued.
    pub by_observation: bool,
    /// A file in which values that took long are saved: the same request resumes a
    /// search that was stopped or killed, with the same result.
    pub save: Option<PathBuf>,
}

/// The exact value of a board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The game: `minesweeper`.
    pub game: String,
    /// The board.
    pub board: String,
    /// What the first move is promised.
    pub first_move: String,
    /// The probability to win with perfect play; nothing where the board was
    /// not solved.
    pub win_probability: Option<f64>,
    /// The same as a fraction in lowest terms.
    pub fraction: Option<String>,
    /// Where the search was stopped, a probability that can be reached at least.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub at_least: Option<f64>,
    /// Every best first move.
    pub first_moves: Vec<Square>,
    /// Positions whose value was computed.
    pub positions: u64,
    /// Why the search ended.
    #[serde(flatten)]
    pub ended: Ended,
    /// How long it took.
    #[serde(flatten)]
    pub elapsed: Elapsed,
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        Verdict::of_run(&self.ended, true)
    }
}

impl Request {
    /// Solves the board.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        let clock = Clock::start();
        let Some(board) = &self.board else {
            return Err(Error::input(
                "solve minesweeper needs a small board: add --board, as in --board 4x4/4",
            ));
        };
        let board: Board = board.parse()?;
        let rule = match &self.first_move {
            Some(text) => text.parse()?,
            None => FirstMove::default(),
        };
        control.stage("solving");
        let blank = Answer {
            game: "minesweeper".to_owned(),
            board: board.to_string(),
            first_move: rule.to_string(),
            win_probability: None,
            fraction: None,
            at_least: None,
            first_moves: Vec::new(),
            positions: 0,
            ended: Ended::Done,
            elapsed: Elapsed::default(),
        };
        let state = self.save.as_ref().map(|path| {
            let run = (
                "solve",
                board.to_string(),
                rule.to_string(),
                self.by_observation,
            );
            SavedState::new(path, &run)
        });
        let solved = match &state {
            _ if self.by_observation => solve_by_observation(board, rule, state.as_ref(), control)?,
            Some(state) => solve_saved(board, rule, control, state)?,
            None => solve_watched(board, rule, control),
        };
        let answer = match solved {
            Ok(solved) => solved_answer(board, &solved, blank),
            Err(NotSolved::Unfinished { best, .. }) => Answer {
                at_least: best.map(|(won, of)| won as f64 / of.max(1) as f64),
                ended: Ended::Stopped,
                ..blank
            },
            Err(error @ NotSolved::TooLarge(_)) => Answer {
                ended: Ended::Limit(error.to_string()),
                ..blank
            },
        };
        Ok(Answer {
            elapsed: clock.elapsed(),
            ..answer
        })
    }
}

/// Solves a board in pieces, one for each number that the first move may show.
fn solve_by_observation(
    board: Board,
    rule: FirstMove,
    state: Option<&SavedState>,
    control: &Control,
) -> Result<Result<SolvedBoard, NotSolved>, Error> {
    let by_observation = match ByObservation::new(board, rule) {
        Ok(by_observation) => by_observation,
        Err(error) => return Ok(Err(error)),
    };
    let observations = by_observation.observations();
    let pieces = SavedPieces {
        what: "first observations",
        count: observations.len() as u64,
        state,
    };
    let value =
        |number: u64| Ok::<_, Error>(by_observation.value(observations[number as usize], control));
    let (values, ended) = pieces.run(control, value)?;
    let values: Option<Vec<_>> = values.into_iter().collect();
    Ok(match values {
        Some(values) if ended.is_done() => Ok(by_observation.solved(&values)),
        _ => Err(NotSolved::Unfinished { board, best: None }),
    })
}

fn solved_answer(board: Board, solved: &SolvedBoard, blank: Answer) -> Answer {
    let grid = Grid::new(board);
    let first_moves = solved.first_moves.iter();
    Answer {
        win_probability: Some(solved.win_probability()),
        fraction: Some(solved.fraction()),
        first_moves: first_moves.map(|&site| grid.square(site)).collect(),
        positions: solved.positions,
        ..blank
    }
}
