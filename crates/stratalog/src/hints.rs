//! Graded hints for a Minesweeper position: whether one has to guess, where to
//! look, which numbers matter, and at last the square with its reason.
//!
//! ```
//! use stratalog::{Control, hints};
//!
//! let mut request = hints::Request::new("2x3/1\n1..\n1..\n", hints::Grade::MayGuess);
//! let answer = request.run(&Control::default())?;
//! assert!(!answer.may_guess);
//! assert_eq!(answer.square, None);
//! request.grade = hints::Grade::Square;
//! let answer = request.run(&Control::default())?;
//! assert_eq!(answer.verdict.as_deref(), Some("safe"));
//! # Ok::<(), stratalog::Error>(())
//! ```

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use stratalog_game::Square;
use stratalog_run::{Control, Ended};

use crate::analyse::{self, Best, SquareReason};
use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::Error;

/// How much a hint tells.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "u8", into = "u8")]
pub enum Grade {
    /// Whether one has to guess.
    MayGuess = 1,
    /// The part of the board to look at.
    Area = 2,
    /// The numbers that together prove something.
    Numbers = 3,
    /// The square and its reason.
    Square = 4,
}

impl TryFrom<u8> for Grade {
    type Error = String;

    fn try_from(grade: u8) -> Result<Grade, String> {
        match grade {
            1 => Ok(Grade::MayGuess),
            2 => Ok(Grade::Area),
            3 => Ok(Grade::Numbers),
            4 => Ok(Grade::Square),
            _ => Err("a hint has a grade from 1 to 4".to_owned()),
        }
    }
}

impl From<Grade> for u8 {
    fn from(grade: Grade) -> u8 {
        grade as u8
    }
}

/// Asks for a hint.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("examples" = [{"position": "2x3/1\n1..\n1..\n", "grade": 4}]))]
pub struct Request {
    /// The position as text, without the player's flags: those may be wrong.
    pub position: String,
    /// What the first move is promised; it matters before the first move only.
    #[serde(default)]
    pub first_move: Option<String>,
    /// The squares that the player has flagged.
    #[serde(default)]
    pub flags: Vec<Square>,
    /// How much the hint tells.
    pub grade: Grade,
}

impl Request {
    /// Asks for a hint of this grade where nothing is flagged.
    pub fn new(position: &str, grade: Grade) -> Request {
        Request {
            position: position.to_owned(),
            first_move: None,
            flags: Vec::new(),
            grade,
        }
    }
}

/// A hint. What its grade does not tell is left out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// How much the hint tells.
    pub grade: Grade,
    /// Whether no square is certainly safe, so that one has to guess.
    pub may_guess: bool,
    /// Flags on squares that are certainly safe.
    pub wrong_flags: Vec<Square>,
    /// The part of the board to look at.
    pub area: Vec<Square>,
    /// The numbers that together prove it.
    pub numbers: Vec<Square>,
    /// The square.
    pub square: Option<Square>,
    /// What the square is: `safe` or `guess`.
    pub verdict: Option<String>,
    /// The hint in English.
    pub english: String,
    /// Whether the position was counted completely.
    #[serde(flatten)]
    pub ended: Ended,
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        Verdict::of_run(&self.ended, true)
    }
}

impl Request {
    /// Gives the hint.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        let analysis = analyse::Request {
            position: Some(self.position.clone()),
            first_move: self.first_move.clone(),
            ..analyse::Request::default()
        };
        let analysis = analysis.run(control)?;
        if let Some(problem) = &analysis.problem {
            return Err(Error::input(format!("this position cannot be: {problem}")));
        }
        let Some(best) = &analysis.best else {
            return match &analysis.ended {
                Ended::Limit(limit) => Err(Error::input(limit)),
                _ => Err(Error::input(
                    "the game is over; there is nothing to hint at",
                )),
            };
        };
        let is_flagged = |square: &&Square| self.flags.contains(square);
        let wrong_flags: Vec<Square> = analysis.safe.iter().filter(is_flagged).copied().collect();
        let subject = match simplest(&analysis.reasons) {
            Some(reason) => Subject::Sure(reason),
            None => Subject::Guess(best),
        };
        let mut answer = Answer {
            grade: self.grade,
            may_guess: analysis.safe.is_empty(),
            wrong_flags,
            area: Vec::new(),
            numbers: Vec::new(),
            square: None,
            verdict: None,
            english: String::new(),
            ended: analysis.ended.clone(),
        };
        let is_told = |grade| self.grade >= grade;
        if is_told(Grade::Area) && !is_told(Grade::Numbers) {
            answer.area = subject.area(&analysis);
        }
        if is_told(Grade::Numbers) {
            answer.numbers = subject.numbers().to_vec();
        }
        if is_told(Grade::Square) {
            answer.square = Some(subject.square());
            answer.verdict = Some(subject.verdict().to_owned());
        }
        answer.english = english(&answer, &subject);
        Ok(answer)
    }
}

/// What the hint is about.
enum Subject<'a> {
    /// A square that is certainly safe, and why.
    Sure(&'a SquareReason),
    /// The best guess.
    Guess(&'a Best),
}

/// The reason of a safe square that needs the fewest numbers.
fn simplest(reasons: &[SquareReason]) -> Option<&SquareReason> {
    let safe = reasons.iter().filter(|reason| reason.verdict == "safe");
    safe.min_by_key(|reason| (reason.uses_mine_count, reason.numbers.len()))
}

impl Subject<'_> {
    fn square(&self) -> Square {
        match self {
            Subject::Sure(reason) => reason.square,
            Subject::Guess(best) => best.square,
        }
    }

    fn verdict(&self) -> &'static str {
        match self {
            Subject::Sure(_) => "safe",
            Subject::Guess(_) => "guess",
        }
    }

    fn numbers(&self) -> &[Square] {
        match self {
            Subject::Sure(reason) => &reason.numbers,
            Subject::Guess(_) => &[],
        }
    }

    /// The rectangle around the square and its numbers, one square wider.
    fn area(&self, analysis: &analyse::Answer) -> Vec<Square> {
        let squares = || self.numbers().iter().copied().chain([self.square()]);
        let rows = squares().map(|square| square.row);
        let columns = squares().map(|square| square.column);
        let (top, bottom) = around(rows, analysis.drawing.rows.len());
        let (left, right) = around(columns, analysis.drawing.rows.first().map_or(0, Vec::len));
        let row = |row| (left..=right).map(move |column| Square::new(row, column));
        (top..=bottom).flat_map(row).collect()
    }
}

/// The range of these numbers, one wider, from 1 to `last`.
fn around(numbers: impl Iterator<Item = u8> + Clone, last: usize) -> (u8, u8) {
    let last = u8::try_from(last).unwrap_or(u8::MAX);
    let least = numbers.clone().min().unwrap_or(1);
    let most = numbers.max().unwrap_or(1);
    (
        least.saturating_sub(1).max(1),
        most.saturating_add(1).min(last),
    )
}

fn english(answer: &Answer, subject: &Subject<'_>) -> String {
    let flags = match answer.wrong_flags.len() {
        0 => "",
        1 => " One of your flags is wrong.",
        _ => " Some of your flags are wrong.",
    };
    let hint = match (answer.grade, subject) {
        (Grade::MayGuess, Subject::Sure(_)) => {
            "No need to guess: at least one square is certainly safe.".to_owned()
        }
        (Grade::MayGuess, Subject::Guess(_)) => {
            "You have to guess: no square is certainly safe.".to_owned()
        }
        (Grade::Area, Subject::Sure(_)) => {
            "A square in the marked part of the board is certainly safe.".to_owned()
        }
        (Grade::Area, Subject::Guess(_)) => {
            "The best guess is in the marked part of the board.".to_owned()
        }
        (Grade::Numbers, Subject::Sure(reason)) => {
            match (reason.numbers.len(), reason.uses_mine_count) {
                (0, _) => "The number of all mines decides a square.".to_owned(),
                (1, false) => "The marked number decides a square.".to_owned(),
                (_, false) => "The marked numbers together decide a square.".to_owned(),
                (_, true) => {
                    "The marked numbers, with the number of all mines, decide a square.".to_owned()
                }
            }
        }
        (Grade::Numbers, Subject::Guess(best)) => format!(
            "No numbers decide it. The best guess is a mine with probability {:.0}%.",
            100.0 * best.mine_probability
        ),
        (Grade::Square, Subject::Sure(reason)) => {
            format!(
                "{} is safe: {}",
                capital(&reason.square.to_string()),
                reason.english
            )
        }
        (Grade::Square, Subject::Guess(best)) => {
            format!("Open {}: {}", best.square, best.reason)
        }
    };
    format!("{hint}{flags}")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase());
    first.map_or_else(String::new, |first| first.chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint(position: &str, grade: Grade, flags: &[Square]) -> Answer {
        let request = Request {
            flags: flags.to_vec(),
            ..Request::new(position, grade)
        };
        request.run(&Control::default()).expect("a position")
    }

    #[test]
    fn each_grade_tells_more_and_none_tells_ahead() {
        let position = "3x3/1\n1..\n1..\n1..\n";
        let guess = hint(position, Grade::MayGuess, &[]);
        assert!(guess.area.is_empty() && guess.numbers.is_empty() && guess.square.is_none());
        let area = hint(position, Grade::Area, &[]);
        assert!(!area.area.is_empty() && area.numbers.is_empty() && area.square.is_none());
        let numbers = hint(position, Grade::Numbers, &[]);
        assert!(!numbers.numbers.is_empty() && numbers.square.is_none());
        let square = hint(position, Grade::Square, &[]);
        assert!(square.square.is_some());
        assert!(square.english.contains("is safe"), "{}", square.english);
    }

    #[test]
    fn a_flag_on_a_safe_square_is_wrong() {
        let position = "2x3/1\n1..\n1..\n";
        let answer = hint(position, Grade::MayGuess, &[Square::new(1, 3)]);
        assert_eq!(answer.wrong_flags, [Square::new(1, 3)]);
        assert!(answer.english.contains("flags is wrong"));
    }

    #[test]
    fn where_nothing_is_certain_one_has_to_guess() {
        let answer = hint("2x2/2\n2.\n..\n", Grade::Square, &[]);
        assert!(answer.may_guess);
        assert_eq!(answer.verdict.as_deref(), Some("guess"));
    }

    #[test]
    fn a_contradictory_position_has_no_hint() {
        let request = Request::new("2x2/1\n3.\n..\n", Grade::MayGuess);
        assert!(request.run(&Control::default()).is_err());
    }
}
