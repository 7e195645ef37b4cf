//! What the player sees, and its text form.
//!
//! The text has the board on its first line (`8x8/10`), then a line for each
//! row: `.` (or `#`) covered, a digit for a number, `F` a marked mine. Spaces
//! between squares and blank lines at the ends are allowed.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::{Board, Error, Grid, Site};

/// What the player sees of one square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Not opened.
    Covered,
    /// Not opened, and marked as a mine.
    Marked,
    /// Opened: the number of neighbouring mines.
    Number(u8),
}

/// What the player sees of a board.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct View {
    board: Board,
    grid: Arc<Grid>,
    cells: Vec<Cell>,
    opened: usize,
}

impl View {
    /// The view before the first move.
    pub fn covered(board: Board) -> View {
        View::covered_on(board, Grid::new(board))
    }

    /// The view before the first move, on a grid that exists already.
    pub fn covered_on(board: Board, grid: Arc<Grid>) -> View {
        View {
            board,
            cells: vec![Cell::Covered; grid.len()],
            grid,
            opened: 0,
        }
    }

    /// The board's size and mines.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The squares and their neighbours.
    pub fn grid(&self) -> &Arc<Grid> {
        &self.grid
    }

    /// What is seen of a square.
    pub fn cell(&self, square: Site) -> Cell {
        self.cells[square.index()]
    }

    /// What is seen of all squares, row by row.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Writes what is seen of a square.
    pub fn set(&mut self, square: Site, cell: Cell) {
        let old = std::mem::replace(&mut self.cells[square.index()], cell);
        self.opened -= usize::from(matches!(old, Cell::Number(_)));
        self.opened += usize::from(matches!(cell, Cell::Number(_)));
    }

    /// How many squares are opened.
    pub fn opened(&self) -> usize {
        self.opened
    }

    /// Whether the square is not opened.
    pub fn is_covered(&self, square: Site) -> bool {
        !matches!(self.cell(square), Cell::Number(_))
    }

    /// Whether another view shows the same numbers, whatever is marked.
    pub fn shows_the_numbers_of(&self, other: &View) -> bool {
        let shown = |cell: &Cell| match cell {
            Cell::Number(number) => Some(*number),
            Cell::Covered | Cell::Marked => None,
        };
        let cells = self.cells.iter().map(shown);
        self.board == other.board && cells.eq(other.cells.iter().map(shown))
    }

    /// The squares not opened, marked or not.
    pub fn covered_sites(&self) -> impl Iterator<Item = Site> {
        self.grid.sites().filter(|&square| self.is_covered(square))
    }

    /// The same squares on a board with this number of mines.
    pub fn with_mines(&self, mines: usize) -> View {
        View {
            board: self.board.with_mines(mines),
            ..self.clone()
        }
    }

    /// Whether every square without a mine is opened.
    pub fn is_won(&self) -> bool {
        self.opened + self.board.mines() == self.grid.len()
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.board)?;
        for row in self.cells.chunks(self.board.columns()) {
            for cell in row {
                match cell {
                    Cell::Covered => f.write_str(".")?,
                    Cell::Marked => f.write_str("F")?,
                    Cell::Number(number) => write!(f, "{number}")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl FromStr for View {
    type Err = Error;

    fn from_str(text: &str) -> Result<View, Error> {
        let mut lines = numbered_lines(text);
        let (line, header) = lines.next().ok_or_else(empty)?;
        let board = header
            .trim()
            .parse()
            .map_err(|error| at_start(line, &error))?;
        View::read_rows(board, line, lines)
    }
}

/// The lines of a text from the first that is not blank, numbered from 1.
fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().map(str::trim_end);
    (1..).zip(lines).skip_while(|(_, line)| line.is_empty())
}

/// The error of a text without a board.
fn empty() -> Error {
    Error::Text {
        line: 1,
        column: 1,
        problem: "the position is empty: start with the board, such as 8x8/10".to_owned(),
    }
}

/// An error at the start of a line.
fn at_start(line: usize, error: &Error) -> Error {
    Error::Text {
        line,
        column: 1,
        problem: error.to_string(),
    }
}

impl View {
    /// Reads the rows of a board from numbered lines; `last` is the number of
    /// the line before them.
    fn read_rows<'a>(
        board: Board,
        mut last: usize,
        lines: impl Iterator<Item = (usize, &'a str)>,
    ) -> Result<View, Error> {
        let mut view = View::covered(board);
        let rows = board.rows();
        let mut row = 0;
        for (line, text) in lines {
            last = line;
            if text.is_empty() && row == rows {
                continue;
            }
            if row == rows {
                return Err(Error::Text {
                    line,
                    column: 1,
                    problem: format!("one row too many: the board {board} has {rows} rows"),
                });
            }
            view.read_row(row, line, text)?;
            row += 1;
        }
        if row < rows {
            return Err(Error::Text {
                line: last + 1,
                column: 1,
                problem: format!(
                    "the position ends after {row} of {rows} rows: the board {board} needs them all"
                ),
            });
        }
        Ok(view)
    }

    fn read_row(&mut self, row: usize, line: usize, text: &str) -> Result<(), Error> {
        let columns = self.board.columns();
        let wrong = |column: usize, problem: String| Error::Text {
            line,
            column,
            problem,
        };
        let mut column = 0;
        let mut end = 0;
        for (place, letter) in text.chars().enumerate() {
            end = place + 1;
            let cell = match letter {
                ' ' | '\t' => continue,
                '.' | '#' => Cell::Covered,
                'F' | 'f' => Cell::Marked,
                '0'..='8' => Cell::Number(letter as u8 - b'0'),
                _ => {
                    let problem = format!(
                        "'{letter}' is not a square: write . for covered, 0 to 8 for a number, F for a marked mine"
                    );
                    return Err(wrong(place + 1, problem));
                }
            };
            if column == columns {
                let problem = format!("one square too many: each row has {columns}");
                return Err(wrong(place + 1, problem));
            }
            let square = Site::new(row * columns + column);
            self.set(square, cell);
            column += 1;
        }
        if column < columns {
            let problem = format!("the row ends after {column} of {columns} squares");
            return Err(wrong(end + 1, problem));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_survives_reading_and_writing() {
        let text = "2x3/2\n1.F\n12.\n";
        let view: View = text.parse().expect("well written");
        assert_eq!(view.to_string(), text);
        assert_eq!(view.opened(), 3);
        let spaced: View = "\n 2x3/2 \r\n1 # f\r\n1 2 .\r\n\r\n"
            .parse()
            .expect("well written");
        assert_eq!(spaced, view);
    }

    #[test]
    fn a_mistake_is_reported_with_its_place() {
        let place = |text: &str| match text.parse::<View>() {
            Err(Error::Text { line, column, .. }) => (line, column),
            other => panic!("{text:?} gave {other:?}"),
        };
        assert_eq!(place(""), (1, 1));
        assert_eq!(place("2x2"), (1, 1));
        assert_eq!(place("2x2/1\n..\n.?\n"), (3, 2));
        assert_eq!(place("2x2/1\n..\n...\n"), (3, 3));
        assert_eq!(place("2x2/1\n..\n.\n"), (3, 2));
        assert_eq!(place("2x2/1\n..\n"), (3, 1));
        assert_eq!(place("2x2/1\n..\n..\n..\n"), (4, 1));
        assert_eq!(place("2x2/1\n9.\n..\n"), (2, 1));
    }
}
