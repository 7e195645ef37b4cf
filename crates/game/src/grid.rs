//! Rectangular boards: squares, sizes, and grids of characters as text.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use stratalog_logic::Term;

use crate::error::GameError;

/// A square, counted from row 1, column 1 at the top left. As JSON, `[row, column]`.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(from = "(u8, u8)", into = "(u8, u8)")]
pub struct Square {
    /// The row, from 1 at the top.
    pub row: u8,
    /// The column, from 1 at the left.
    pub column: u8,
}

impl Square {
    /// The square in this row and column, both from 1.
    pub const fn new(row: u8, column: u8) -> Square {
        Square { row, column }
    }
}

impl From<(u8, u8)> for Square {
    fn from((row, column): (u8, u8)) -> Square {
        Square { row, column }
    }
}

impl From<Square> for (u8, u8) {
    fn from(square: Square) -> (u8, u8) {
        (square.row, square.column)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row, self.column)
    }
}

/// Rows and columns of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    /// The number of rows.
    pub rows: u8,
    /// The number of columns.
    pub columns: u8,
}

impl Size {
    /// A board with this number of rows and columns.
    pub const fn new(rows: u8, columns: u8) -> Size {
        Size { rows, columns }
    }

    /// Reads `ROWSxCOLS`.
    pub fn parse(text: &str) -> Option<Size> {
        let (rows, columns) = text.split_once(['x', 'X'])?;
        Some(Size {
            rows: rows.parse().ok()?,
            columns: columns.parse().ok()?,
        })
    }

    /// The number of squares.
    pub fn area(self) -> usize {
        usize::from(self.rows) * usize::from(self.columns)
    }

    /// Every square, row by row.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (1..=self.rows)
            .flat_map(move |row| (1..=self.columns).map(move |column| Square { row, column }))
    }

    /// Whether the square is on the board.
    pub fn contains(self, square: Square) -> bool {
        (1..=self.rows).contains(&square.row) && (1..=self.columns).contains(&square.column)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

/// A grid of characters read from text, with the role to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GridText {
    /// The contents, row by row.
    pub cells: Vec<char>,
    /// The first word of the line that contains `to move`, if there is one.
    pub to_move: Option<String>,
    /// The last line that is not empty, from 1.
    pub last_line: usize,
}

impl GridText {
    /// The error of a position that is well-formed but impossible.
    pub fn wrong(&self, message: impl Into<String>) -> GameError {
        GameError::BadPosition {
            line: self.last_line,
            message: message.into(),
        }
    }
}

/// The line under a board that says who is to move.
pub fn to_move_line(role: &str, is_over: bool) -> String {
    let rest = if is_over {
        ", but the game is over"
    } else {
        ""
    };
    format!("{role} to move{rest}")
}

/// `name(Row, Column)`.
pub fn square_term(name: &str, square: Square) -> Term {
    Term::compound(
        name,
        [square.row, square.column].map(|n| Term::Integer(i64::from(n))),
    )
}

/// The facts `cell(Row, Column, Content)` of a whole board and `control(Role)`,
/// in the standard order of terms.
pub fn facts(size: Size, content: impl Fn(Square) -> Term, control: Term) -> Vec<Term> {
    let mut facts = vec![Term::compound("control", [control])];
    facts.extend(size.squares().map(|square| {
        let [row, column] = [square.row, square.column].map(|n| Term::Integer(i64::from(n)));
        Term::compound("cell", [row, column, content(square)])
    }));
    facts
}

/// Reads a board as a [`Drawing`](crate::Drawing) writes it, or plain rows of characters, on lines or
/// separated by `/`. Spaces between squares are optional. `alphabet` has the
/// characters that a square may contain.
pub fn read(text: &str, size: Size, alphabet: &str) -> Result<GridText, GameError> {
    let mut cells = Vec::with_capacity(size.area());
    let mut to_move = None;
    let mut last_line = 0;
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        if line.trim().is_empty() {
            continue;
        }
        last_line = line_number;
        if line.contains(" to move") {
            to_move = line.split_whitespace().next().map(str::to_owned);
            continue;
        }
        if cells.is_empty() && is_header(line, alphabet) {
            continue;
        }
        let has_several = line.contains('/');
        for row in line.split('/') {
            let number = cells.len() / usize::from(size.columns) + 1;
            read_row(row, size, alphabet, &mut cells).map_err(|message| {
                GameError::BadPosition {
                    line: line_number,
                    message: if has_several {
                        format!("row {number}: {message}")
                    } else {
                        message
                    },
                }
            })?;
        }
    }
    if cells.len() != size.area() {
        return Err(GameError::BadPosition {
            line: last_line.max(1),
            message: format!(
                "the text has {} rows, the board {size} has {}",
                cells.len() / usize::from(size.columns),
                size.rows
            ),
        });
    }
    Ok(GridText {
        cells,
        to_move,
        last_line,
    })
}

/// Whether a line only names the columns.
fn is_header(line: &str, alphabet: &str) -> bool {
    let mut names = line.split_whitespace();
    let is_first = matches!(names.next(), Some("1" | "a"));
    is_first
        && line
            .chars()
            .all(|c| c.is_whitespace() || c.is_ascii_alphanumeric() && !alphabet.contains(c))
}

fn read_row(row: &str, size: Size, alphabet: &str, cells: &mut Vec<char>) -> Result<(), String> {
    let unlabelled = row
        .trim()
        .trim_start_matches(|c: char| c.is_ascii_digit() && !alphabet.contains(c));
    let before = cells.len();
    for c in unlabelled.chars().filter(|c| !c.is_whitespace()) {
        if !alphabet.contains(c) {
            return Err(format!(
                "'{c}' is not a square; write squares as {}",
                spelled_out(alphabet)
            ));
        }
        cells.push(c);
    }
    let width = cells.len() - before;
    if width != usize::from(size.columns) {
        return Err(format!(
            "the row has {width} squares, the board {size} has {}",
            size.columns
        ));
    }
    Ok(())
}

/// The numbers of a move written as `1,2`, `1 2`, `1,2-2,2` or `name(1,2)`.
pub fn numbers(text: &str, name: &str) -> Option<Vec<u8>> {
    let text = text.trim();
    let inner = match text.strip_prefix(name).unwrap_or(text).trim() {
        bracketed if bracketed.starts_with('(') => {
            bracketed.strip_prefix('(')?.strip_suffix(')')?
        }
        bare => bare,
    };
    let mut numbers = Vec::new();
    for part in inner.split([',', '-']) {
        if part.trim().is_empty() {
            return None;
        }
        for number in part.split_whitespace() {
            numbers.push(number.parse().ok()?);
        }
    }
    Some(numbers)
}

fn spelled_out(alphabet: &str) -> String {
    let letters: Vec<String> = alphabet.chars().map(|c| c.to_string()).collect();
    letters.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{ColumnNames, Drawing};

    #[test]
    fn a_drawn_board_can_be_read() {
        for names in [ColumnNames::Numbers, ColumnNames::Letters] {
            for size in [Size::new(3, 3), Size::new(2, 12), Size::new(11, 2)] {
                let content = |s: Square| {
                    if (s.row + s.column).is_multiple_of(3) {
                        'x'
                    } else {
                        '.'
                    }
                };
                let drawing = Drawing::of_pieces(size, |square| {
                    (content(square) == 'x').then_some(("x", 'x'))
                });
                let drawing = drawing.with_columns(names).with_note("x to move");
                let text = drawing.to_string();
                let read = read(&text, size, "x.").expect("it was drawn");
                let expected: Vec<char> = size.squares().map(content).collect();
                assert_eq!(read.cells, expected, "{text}");
                assert_eq!(read.to_move.as_deref(), Some("x"));
            }
        }
    }

    #[test]
    fn plain_rows_can_be_read_from_one_line() {
        let read = read("xo./.../..x", Size::new(3, 3), "xo.").expect("three rows");
        assert_eq!(read.cells.iter().collect::<String>(), "xo......x");
    }

    #[test]
    fn moves_are_read_with_or_without_their_name() {
        for text in ["1,2", "1 2", "mark(1,2)", " mark( 1 , 2 ) ", "(1,2)", "1-2"] {
            assert_eq!(numbers(text, "mark"), Some(vec![1, 2]), "{text}");
        }
        for text in ["a,b", "mark(1,2", "1;2", "300,1", "-1", "1,,2", ""] {
            assert_eq!(numbers(text, "mark"), None, "{text}");
        }
    }

    #[test]
    fn the_error_of_a_bad_square_names_it_and_its_line() {
        let error = read("xo.\n.q.\n...", Size::new(3, 3), "xo.").expect_err("q");
        assert_eq!(
            error.to_string(),
            "line 2 of the position: 'q' is not a square; write squares as x o ."
        );
        let error = read("xo./.q./...", Size::new(3, 3), "xo.").expect_err("q");
        assert_eq!(
            error.to_string(),
            "line 1 of the position: row 2: 'q' is not a square; write squares as x o ."
        );
        assert!(read("xo.", Size::new(3, 3), "xo.").is_err());
        assert!(read("xo..\n...\n...", Size::new(3, 3), "xo.").is_err());
        assert!(read("", Size::new(3, 3), "xo.").is_err());
    }
}
