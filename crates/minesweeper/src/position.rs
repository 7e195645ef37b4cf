//! A position as people hand it over for analysis: a view whose number of mines
//! may be unknown.

use std::fmt;

use crate::view::{at_start, empty, numbered_lines};
use crate::why::{Contradictions, Total};
use crate::{Board, Error, Site, View};

/// A view, and whether its number of mines is known. Where it is not, the
/// number of mines of the view's board means nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// What is seen.
    pub view: View,
    /// Whether the number of mines is known.
    pub total: Total,
}

/// How many sets of numbers are tested for a smallest conflict.
const CHECKS: usize = 50_000;

impl Position {
    /// Reads a position: the board on the first line, with `?` for an unknown
    /// number of mines (`4x4/?`), then a line for each row. Where the board is
    /// given, the text need not repeat it.
    pub fn parse(text: &str, board: Option<&str>) -> Result<Position, Error> {
        let given = board.map(Header::parse).transpose()?;
        let mut lines = numbered_lines(text).peekable();
        let &(line, first) = lines.peek().ok_or_else(empty)?;
        let header = match (Header::parse(first.trim()), given) {
            (Ok(written), Some(given)) if written != given => {
                let problem = format!(
                    "the text is a position of the board {written}, not of {given}: leave one out"
                );
                return Err(at_line(line, problem));
            }
            (Ok(written), _) => {
                lines.next();
                written
            }
            (Err(_), Some(given)) => given,
            (Err(error), None) => return Err(at_start(line, &error)),
        };
        Ok(Position {
            view: View::read_rows(header.board, line, lines)?,
            total: header.total,
        })
    }

    /// The board as it is written, with `?` for an unknown number of mines.
    pub fn board(&self) -> String {
        let board = self.view.board();
        let total = self.total;
        Header { board, total }.to_string()
    }

    /// The squares of a smallest set of numbers that cannot all be right, where
    /// the position is contradictory.
    pub fn conflict(&self) -> Option<Vec<Site>> {
        Contradictions::of(&self.view, self.total).smallest(CHECKS)
    }
}

impl From<View> for Position {
    fn from(view: View) -> Position {
        Position {
            view,
            total: Total::Known,
        }
    }
}

fn at_line(line: usize, problem: String) -> Error {
    Error::Text {
        line,
        column: 1,
        problem,
    }
}

/// The first line of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Header {
    board: Board,
    total: Total,
}

impl Header {
    fn parse(text: &str) -> Result<Header, Error> {
        match text.strip_suffix("/?") {
            Some(size) => Ok(Header {
                board: format!("{size}/0")
                    .parse()
                    .map_err(|_| Error::NotABoard(text.to_owned()))?,
                total: Total::Unknown,
            }),
            None => Ok(Header {
                board: text.parse()?,
                total: Total::Known,
            }),
        }
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.total {
            Total::Known => self.board.fmt(f),
            Total::Unknown => write!(f, "{}x{}/?", self.board.rows(), self.board.columns()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_stands_in_the_text_or_beside_it() {
        let rows = "..\n1.\n";
        let with = Position::parse(&format!("2x2/1\n{rows}"), None).expect("well written");
        assert_eq!(Position::parse(rows, Some("2x2/1")), Ok(with.clone()));
        let both = Position::parse(&format!("2x2/1\n{rows}"), Some("2x2/1"));
        assert_eq!(both, Ok(with));
        assert!(Position::parse(&format!("2x2/1\n{rows}"), Some("2x2/2")).is_err());
        assert!(Position::parse(rows, None).is_err());
    }

    #[test]
    fn the_number_of_mines_may_be_unknown() {
        let position = Position::parse("2x3/?\n1..\n3..\n", None).expect("well written");
        assert_eq!(position.total, Total::Unknown);
        assert_eq!(position.board(), "2x3/?");
        let conflict = position.conflict().expect("it is contradictory");
        assert_eq!(conflict, [Site::new(3)]);
        let fine = Position::parse("2x3/?\n1..\n1..\n", None).expect("well written");
        assert_eq!(fine.conflict(), None);
        assert!(Position::parse("/?\n", None).is_err());
    }
}
