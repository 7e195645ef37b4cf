//! The squares of a pasted position, row by row.

use super::at;
use super::header::Header;
use super::lines::{Line, without_labels};
use super::symbol::Symbol;
use crate::Error;

/// What is written on each square.
#[derive(Debug)]
pub struct Squares {
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    line: usize,
    squares: Vec<(usize, Symbol)>,
}

/// The squares on these lines. Where the board is known, it decides whether
/// blanks are squares or only stand between them; else a blank is a square where
/// rows would have different lengths without it.
pub fn of(lines: &[Line], board: Option<Header>) -> Result<Squares, Error> {
    let unlabelled = without_labels(lines);
    let lines = unlabelled.as_deref().unwrap_or(lines);
    let dense: Vec<Written> = lines
        .iter()
        .filter(|line| !line.is_blank())
        .map(|line| (line.number, line.without_blanks()))
        .collect();
    let is_fitting = |rows: &[Written]| match (board, shape(rows)) {
        (Some(board), Some(shape)) => board.fits(shape),
        (None, shape) => shape.is_some(),
        _ => false,
    };
    if is_fitting(&dense) {
        return symbols(dense);
    }
    let has_blanks = lines
        .iter()
        .any(|line| line.letters.iter().any(|one| one.1 == ' '));
    if !has_blanks {
        return symbols(dense);
    }
    for blanks in [with_every_other_letter(lines), with_blanks(lines)] {
        let widest = blanks.iter().map(|(_, letters)| letters.len()).max();
        let width = board.map_or(widest.unwrap_or(0), |board| board.columns);
        let filled = filled_up(blanks, width);
        if is_fitting(&filled) {
            return symbols(filled);
        }
    }
    symbols(dense)
}

/// The letters of a line that stand for squares, and its number.
type Written = (usize, Vec<(usize, char)>);

/// Rows and columns, where all rows have the same length.
fn shape(rows: &[Written]) -> Option<(usize, usize)> {
    let (_, first) = rows.first()?;
    let is_even = rows.iter().all(|(_, row)| row.len() == first.len());
    is_even.then_some((rows.len(), first.len()))
}

fn with_blanks(lines: &[Line]) -> Vec<Written> {
    let rows = lines.iter();
    rows.map(|line| (line.number, line.letters.clone()))
        .collect()
}

/// The letters at odd places, where all at even places are blank.
fn with_every_other_letter(lines: &[Line]) -> Vec<Written> {
    let is_spaced = |line: &Line| {
        let mut between = line.letters.iter().skip(1).step_by(2);
        between.all(|(_, letter)| *letter == ' ')
    };
    if !lines.iter().all(is_spaced) {
        return Vec::new();
    }
    let squares = |line: &Line| line.letters.iter().step_by(2).copied().collect();
    lines
        .iter()
        .map(|line| (line.number, squares(line)))
        .collect()
}

/// The rows with the blanks that editors remove at the end of a line.
fn filled_up(mut rows: Vec<Written>, width: usize) -> Vec<Written> {
    for (_, row) in &mut rows {
        let column = row.last().map_or(0, |(column, _)| *column);
        let missing = width.saturating_sub(row.len());
        row.extend((1..=missing).map(|more| (column + more, ' ')));
    }
    rows
}

fn symbols(rows: Vec<Written>) -> Result<Squares, Error> {
    let mut found = Vec::new();
    for (line, letters) in rows {
        let mut squares = Vec::new();
        for (column, letter) in letters {
            let symbol = Symbol::of(letter).ok_or_else(|| {
                let problem = format!(
                    "'{letter}' is not a square: write . for covered, 0 to 8 for a number, F for a marked mine"
                );
                at(line, column, problem)
            })?;
            squares.push((column, symbol));
        }
        found.push(Row { line, squares });
    }
    Ok(Squares { rows: found })
}

impl Squares {
    /// Rows and columns of the first row.
    pub fn shape(&self) -> (usize, usize) {
        let columns = self.rows.first().map_or(0, |row| row.squares.len());
        (self.rows.len(), columns)
    }

    /// What is written, row by row.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> {
        let squares = self.rows.iter().flat_map(|row| &row.squares);
        squares.map(|&(_, symbol)| symbol)
    }

    /// The board with these squares, rows first; `last` is the last line of the
    /// text. Without a board the squares decide, and the mines are not known.
    pub fn header(&self, board: Option<Header>, last: usize) -> Result<Header, Error> {
        let (rows, columns) = self.shape();
        let header = match board {
            Some(board) if board.is_turnable && board.fits((rows, columns)) => Header {
                rows,
                columns,
                ..board
            },
            Some(board) => board,
            None => Header {
                rows,
                columns,
                mines: None,
                is_turnable: false,
            },
        };
        for (number, row) in self.rows.iter().enumerate() {
            self.check_row(number, row, header)?;
        }
        if rows < header.rows {
            let needed = header.rows;
            let problem = format!(
                "the position ends after {rows} of {needed} rows: the board {header} needs them all"
            );
            return Err(at(last + 1, 1, problem));
        }
        Ok(header)
    }

    fn check_row(&self, number: usize, row: &Row, header: Header) -> Result<(), Error> {
        if number == header.rows {
            let rows = header.rows;
            let problem = format!("one row too many: the board {header} has {rows} rows");
            let start = row.squares.first().map_or(1, |(column, _)| *column);
            return Err(at(row.line, start, problem));
        }
        let columns = header.columns;
        if let Some((column, _)) = row.squares.get(columns) {
            let problem = format!("one square too many: each row has {columns}");
            return Err(at(row.line, *column, problem));
        }
        let found = row.squares.len();
        if found < columns {
            let end = row.squares.last().map_or(0, |(column, _)| *column);
            let problem = format!("the row ends after {found} of {columns} squares");
            return Err(at(row.line, end + 1, problem));
        }
        Ok(())
    }
}
