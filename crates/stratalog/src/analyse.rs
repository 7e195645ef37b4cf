//! A Minesweeper position: what is certain and why, the probability of each
//! square, the best move and its chance to win.
//!
//! ```
//! use stratalog::{Control, analyse};
//!
//! let request = analyse::Request {
//!     position: Some("2x3/1\n1..\n1..\n".to_owned()),
//!     ..analyse::Request::default()
//! };
//! let answer = request.run(&Control::default())?;
//! assert_eq!(answer.solutions, "2");
//! assert_eq!(answer.safe.len(), 2);
//! # Ok::<(), stratalog::Error>(())
//! ```

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use stratalog_game::drawing::{Drawing, Mark};
use stratalog_game::{Game, Square};
use stratalog_minesweeper::analysis::{Analysis, AnalysisError, BestMove};
use stratalog_minesweeper::belief::BeliefError;
use stratalog_minesweeper::why::{Certainty, Proof, Total, join, name_number};
use stratalog_minesweeper::{Cell, FirstMove, Minesweeper, Position, Site, Sweep, read_mbf};
use stratalog_run::{Control, Ended, Stop};

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::Error;
use crate::input::read_bytes;
use crate::output;

/// Asks for the analysis of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Request {
    /// The position as text; where it is left out, `file` holds it.
    pub position: Option<String>,
    /// A file with the text of a position, or a `.mbf` or `.abf` file with a whole board;
    /// `-` is standard input. Where there is no such file, a position on one line, with
    /// slashes between the rows.
    pub file: Option<PathBuf>,
    /// The board, where the text does not name it; `4x4/?` where the number of
    /// mines is unknown.
    pub board: Option<String>,
    /// What the first move is promised (`any`, `safe` or `zero`): it matters
    /// before the first move only.
    pub first_move: Option<String>,
    /// Squares of a `.mbf` board to open first, as in `3,4`.
    pub open: Vec<String>,
    /// Where a picture of the analysis is written, as SVG.
    pub out: Option<PathBuf>,
}

/// The analysis of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The board, as in `8x8/10`.
    pub board: String,
    /// Whether any complete board agrees with the numbers; unknown where the
    /// position is too entangled to count.
    pub consistent: Option<bool>,
    /// How many complete boards agree with the numbers.
    pub solutions: String,
    /// The covered squares that are certainly safe.
    pub safe: Vec<Square>,
    /// The covered squares that are certainly mines.
    pub mines: Vec<Square>,
    /// Why each certain square is certain.
    pub reasons: Vec<SquareReason>,
    /// The mine probability of each covered square.
    pub cells: Vec<SquareRisk>,
    /// The square to open; none where the game is won or the position is
    /// contradictory.
    pub best: Option<Best>,
    /// Where the position is contradictory, the squares of a smallest set of
    /// numbers that cannot all be right.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub conflict: Option<Vec<Square>>,
    /// Where the position is contradictory, the marked squares that would be
    /// certainly safe if nothing were marked.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub wrong_flags: Vec<Square>,
    /// What is wrong with a contradictory position, in English.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub problem: Option<String>,
    /// The board with what is certain marked and probabilities written on it.
    pub drawing: Drawing,
    /// The picture, where one was asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub picture: Option<PathBuf>,
    /// Whether the analysis is complete.
    #[serde(flatten)]
    pub ended: Ended,
}

/// Why a square is certainly safe, or certainly a mine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SquareReason {
    /// The square.
    pub square: Square,
    /// `safe` or `mine`.
    pub verdict: String,
    /// The learned rule that gives the conclusion, where one does.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rule: Option<String>,
    /// The squares of numbers that together prove it.
    pub numbers: Vec<Square>,
    /// Whether the number of all mines is needed too.
    pub uses_mine_count: bool,
    /// The mines that the last step takes as known.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub known_mines: Vec<Square>,
    /// The reason in English.
    pub english: String,
}

/// The risk of a covered square.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SquareRisk {
    /// The square.
    pub square: Square,
    /// The probability that it is a mine.
    pub mine_probability: f64,
}

/// The square to open.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Best {
    /// The square.
    pub square: Square,
    /// The probability that it is a mine.
    pub mine_probability: f64,
    /// Why it is the best, in English.
    pub reason: String,
    /// The probability to win with perfect play, where it is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub win_probability: Option<f64>,
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        Verdict::of_run(&self.ended, self.consistent == Some(true))
    }
}

impl Request {
    /// Analyses the position.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        let is_other = |ending: &OsStr| !ending.eq_ignore_ascii_case("svg");
        if let Some(path) = &self.out
            && path.extension().is_some_and(is_other)
        {
            let path = path.display();
            return Err(Error::input(format!(
                "the picture is SVG: write a name that ends in .svg instead of {path}"
            )));
        }
        if let Some(path) = &self.out {
            output::check(path)?;
        }
        let first_move = match &self.first_move {
            Some(text) => text.parse()?,
            None => FirstMove::Any,
        };
        let position = self.read()?;
        let stop = control.stop();
        let mut answer = match Analysis::of(&position, first_move, stop) {
            Ok(analysis) => analysed(&position, &analysis, stop),
            Err(AnalysisError::Belief(BeliefError::Inconsistent(_))) => {
                contradictory(&position, stop)
            }
            Err(AnalysisError::Belief(error @ BeliefError::TooEntangled(_))) => Answer {
                ended: Ended::Limit(error.to_string()),
                ..blank(&position)
            },
            Err(AnalysisError::Player(error)) => return Err(error.into()),
        };
        if let Some(path) = &self.out {
            output::write(path, answer.drawing.to_svg())?;
            answer.picture = Some(path.clone());
        }
        Ok(answer)
    }

    fn read(&self) -> Result<Position, Error> {
        if let Some(text) = &self.position {
            return self.parse("the position", text);
        }
        let path = self.file.as_deref().unwrap_or(Path::new("-"));
        if path.as_os_str() != "-" && self.open.is_empty() && !path.exists() {
            return self.on_one_line(&path.to_string_lossy());
        }
        let (name, bytes) = read_bytes(path)?;
        let ending = path.extension();
        let is_board = ["mbf", "abf"]
            .iter()
            .any(|board| ending.is_some_and(|ending| ending.eq_ignore_ascii_case(board)));
        match String::from_utf8(bytes) {
            Ok(text) if !is_board && self.open.is_empty() => self.parse(&name, &text),
            Ok(text) => self.opened(&name, text.as_bytes()),
            Err(error) => self.opened(&name, error.as_bytes()),
        }
    }

    fn parse(&self, name: &str, text: &str) -> Result<Position, Error> {
        Position::parse(text, self.board.as_deref())
            .map_err(|error| Error::input(format!("{name}: {error}")))
    }

    /// The position that stands where the name of a file is expected.
    fn on_one_line(&self, text: &str) -> Result<Position, Error> {
        Position::parse(text, self.board.as_deref()).map_err(|error| {
            Error::input(format!(
                "'{text}' is neither a file nor a position; give the path of a file, or the rows \
                 on one line with slashes between them, as in '2x3/2 .../121' ({error})"
            ))
        })
    }

    /// The squares asked for, opened on a board file.
    fn opened(&self, name: &str, bytes: &[u8]) -> Result<Position, Error> {
        let field = read_mbf(bytes).map_err(|error| Error::input(format!("{name}: {error}")))?;
        let game = Minesweeper::new(field.board(), FirstMove::Any);
        let mut sweep = Sweep::on(field);
        for text in &self.open {
            let site = game.parse_move(text)?;
            if sweep.field().is_some_and(|field| field.is_mine(site)) {
                return Err(Error::input(format!(
                    "--open {text}: there is a mine; open another square"
                )));
            }
            sweep.open(site);
        }
        Ok(sweep.view().clone().into())
    }
}

/// An answer that says nothing but what the position is.
fn blank(position: &Position) -> Answer {
    let game = Minesweeper::new(position.view.board(), FirstMove::Any);
    Answer {
        board: position.board(),
        consistent: None,
        solutions: String::new(),
        safe: Vec::new(),
        mines: Vec::new(),
        reasons: Vec::new(),
        cells: Vec::new(),
        best: None,
        conflict: None,
        wrong_flags: Vec::new(),
        problem: None,
        drawing: game.drawing(&position.view),
        picture: None,
        ended: Ended::Done,
    }
}

fn analysed(position: &Position, analysis: &Analysis, stop: &Stop) -> Answer {
    let view = &position.view;
    let grid = view.grid();
    let squares = |certainty: Certainty| {
        let sites = analysis.certain(view, certainty).into_iter();
        sites.map(|site| grid.square(site)).collect()
    };
    let risk = |site: Site| SquareRisk {
        square: grid.square(site),
        mine_probability: analysis.mine_probabilities[site.index()],
    };
    let mut answer = Answer {
        consistent: Some(true),
        solutions: analysis.solutions.to_string(),
        safe: squares(Certainty::Safe),
        mines: squares(Certainty::Mine),
        reasons: analysis
            .proofs
            .iter()
            .map(|proof| square_reason(position, proof))
            .collect(),
        cells: view.covered_sites().map(risk).collect(),
        best: analysis
            .best
            .as_ref()
            .map(|best| best_square(position, best)),
        ended: match analysis.unproved {
            _ if stop.is_requested() => Ended::Stopped,
            0 => Ended::Done,
            count => Ended::Limit(format!(
                "certain squares without a reason: {count}, since proving them all takes too long"
            )),
        },
        ..blank(position)
    };
    draw(&mut answer);
    answer
}

fn square_reason(position: &Position, proof: &Proof) -> SquareReason {
    let grid = position.view.grid();
    let squares = |sites: &[Site]| sites.iter().map(|&site| grid.square(site)).collect();
    let step = proof.step.as_ref();
    SquareReason {
        square: grid.square(proof.square),
        verdict: match proof.certainty {
            Certainty::Safe => "safe".to_owned(),
            Certainty::Mine => "mine".to_owned(),
        },
        rule: step.map(|step| step.rule.clone()),
        numbers: squares(&proof.numbers),
        uses_mine_count: proof.uses_total,
        known_mines: step.map_or_else(Vec::new, |step| squares(&step.known_mines)),
        english: proof.english(&position.view),
    }
}

fn best_square(position: &Position, best: &BestMove) -> Best {
    Best {
        square: position.view.grid().square(best.site),
        mine_probability: best.mine_probability,
        reason: best.reason.to_string(),
        win_probability: best.win_probability,
    }
}

/// Marks what is certain and the best move, and writes probabilities.
fn draw(answer: &mut Answer) {
    let drawing = &mut answer.drawing;
    for cell in &answer.cells {
        match cell.mine_probability {
            0.0 => drawing.mark(cell.square, Mark::Safe),
            1.0 => drawing.mark(cell.square, Mark::Danger),
            risk => drawing.label(cell.square, percent(risk)),
        }
    }
    if let Some(best) = &answer.best
        && best.mine_probability > 0.0
    {
        drawing.mark(best.square, Mark::Move);
    }
    if let Some(best) = &answer.best {
        let note = format!("open {}: {}", best.square, best.reason);
        drawing.notes.push(note);
    }
}

/// A probability that is neither 0 nor 1, in a few characters.
fn percent(probability: f64) -> String {
    match 100.0 * probability {
        low if low < 1.0 => "<1%".to_owned(),
        high if high > 99.0 => ">99%".to_owned(),
        percent => format!("{percent:.0}%"),
    }
}

fn contradictory(position: &Position, stop: &Stop) -> Answer {
    if let Some(answer) = wrongly_flagged(position, stop) {
        return answer;
    }
    let view = &position.view;
    let numbers = position.conflict().unwrap_or_default();
    let mut answer = Answer {
        consistent: Some(false),
        solutions: "0".to_owned(),
        problem: Some(problem(position, &numbers)),
        conflict: Some(
            numbers
                .iter()
                .map(|&site| view.grid().square(site))
                .collect(),
        ),
        ..blank(position)
    };
    for &square in answer.conflict.iter().flatten() {
        answer.drawing.mark(square, Mark::Reason);
    }
    answer
}

/// The answer for a position that is contradictory because squares are marked as
/// mines that the numbers prove safe.
fn wrongly_flagged(position: &Position, stop: &Stop) -> Option<Answer> {
    let marked: Vec<Site> = position
        .view
        .covered_sites()
        .filter(|&site| position.view.cell(site) == Cell::Marked)
        .collect();
    let mut unmarked = position.clone();
    for &site in &marked {
        unmarked.view.set(site, Cell::Covered);
    }
    let analysis = Analysis::of(&unmarked, FirstMove::Any, stop).ok()?;
    let is_wrong =
        |proof: &&Proof| proof.certainty == Certainty::Safe && marked.contains(&proof.square);
    let wrong: Vec<SquareReason> = analysis
        .proofs
        .iter()
        .filter(is_wrong)
        .map(|proof| square_reason(&unmarked, proof))
        .collect();
    if wrong.is_empty() {
        return None;
    }
    let reason =
        |one: &SquareReason| format!("the flag at {} is wrong: {}", one.square, one.english);
    let problems: Vec<String> = wrong.iter().map(reason).collect();
    let mut answer = Answer {
        consistent: Some(false),
        solutions: "0".to_owned(),
        problem: Some(problems.join("; ")),
        conflict: Some(wrong[0].numbers.clone()),
        wrong_flags: wrong.iter().map(|one| one.square).collect(),
        ..blank(position)
    };
    for &square in &wrong[0].numbers {
        answer.drawing.mark(square, Mark::Reason);
    }
    for one in &wrong {
        answer.drawing.mark(one.square, Mark::Danger);
    }
    Some(answer)
}

/// What is wrong with a contradictory position.
fn problem(position: &Position, numbers: &[Site]) -> String {
    let view = &position.view;
    let names: Vec<String> = numbers
        .iter()
        .map(|&site| name_number(view, site))
        .collect();
    let marks = view.cells().contains(&Cell::Marked);
    let marks = if marks {
        " with these squares marked as mines"
    } else {
        ""
    };
    let total = match position.total {
        Total::Known => match view.board().mines() {
            1 => "with 1 mine in all, ".to_owned(),
            mines => format!("with {mines} mines in all, "),
        },
        Total::Unknown => String::new(),
    };
    match &names[..] {
        [] => format!("{total}the marked mines cannot be right"),
        [name] => format!("{total}{name} cannot be right{marks}"),
        _ => format!("{total}{} cannot all be right{marks}", join(&names)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_to_stop_gets_the_risks_without_the_reasons() {
        let request = Request {
            position: Some("3x5/3\n.....\n.....\n11211\n".to_owned()),
            ..Request::default()
        };
        let stop = Stop::default();
        let control = Control::stopped_by(stop.clone());
        let whole = request.run(&control).expect("an answer");
        assert_eq!(whole.ended, Ended::Done);
        assert!(!whole.reasons.is_empty());
        stop.request();
        let stopped = request.run(&control).expect("an answer");
        assert_eq!(stopped.ended, Ended::Stopped);
        assert_eq!(stopped.cells, whole.cells);
        assert!(stopped.reasons.is_empty());
        assert!(stopped.best.is_some());
    }
}
