//! The board of a position: its size and its number of mines.

use std::fmt;

use super::at;
use super::lines::Line;
use super::squares;
use crate::board::LONGEST_SIDE;
use crate::{Board, Error};

/// What is said of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// Rows; columns, where the order is not certain.
    pub rows: usize,
    /// Columns; rows, where the order is not certain.
    pub columns: usize,
    /// The number of mines, where it is known.
    pub mines: Option<usize>,
    /// Whether rows and columns may be the other way round: some programs
    /// write the width first.
    pub is_turnable: bool,
}

impl Header {
    /// Reads a board as this program writes it, with `?` or nothing for an
    /// unknown number of mines.
    pub fn parse(text: &str) -> Result<Header, Error> {
        let text = text.trim();
        let size = text.strip_suffix("/?").unwrap_or(text);
        let is_size_only = !size.contains('/') && size.contains(['x', 'X', '×']);
        let is_unknown = size.len() < text.len() || is_size_only;
        let not_a_board = |_| Error::NotABoard(text.to_owned());
        let board: Board = if is_unknown {
            format!("{}/0", lower(size)).parse().map_err(not_a_board)?
        } else {
            lower(text).parse()?
        };
        Ok(Header {
            rows: board.rows(),
            columns: board.columns(),
            mines: (!is_unknown).then(|| board.mines()),
            is_turnable: false,
        })
    }

    /// The board on the first line of a text, if that is one; the `rest` are the
    /// lines below it.
    pub fn on_first_line(first: &Line, rest: &[Line]) -> Result<Option<Header>, Error> {
        let words = first.words().join(" ");
        if let Ok(header) = Header::parse(&words) {
            return Ok(Some(header));
        }
        if let Some(header) = three_numbers(&words)
            && squares::of(rest, Some(header)).is_ok_and(|squares| header.fits(squares.shape()))
        {
            return Ok(Some(header));
        }
        // What looks like a board and is none is not a row either.
        if words.contains('/') || is_size(&words) {
            let error = Header::parse(&words).expect_err("tried above");
            return Err(at(first.number, 1, error.to_string()));
        }
        Ok(None)
    }

    /// Whether squares of these rows and columns may be its squares.
    pub fn fits(&self, (rows, columns): (usize, usize)) -> bool {
        (self.rows, self.columns) == (rows, columns)
            || self.is_turnable && (self.columns, self.rows) == (rows, columns)
    }

    /// Whether both may be the same board.
    pub fn agrees_with(&self, other: Header) -> bool {
        let has_shape = self.fits((other.rows, other.columns));
        has_shape && (self.mines == other.mines || self.mines.is_none() || other.mines.is_none())
    }
}

/// The board at the start of a line and the rows behind it, which have slashes between
/// them. One of the two is empty where the line is only the other.
pub(crate) fn in_front(line: &str) -> (&str, &str) {
    if let Some((board, rows)) = line.trim_start().split_once(char::is_whitespace)
        && rows.contains('/')
        && looks_like_board(board)
    {
        return (board, rows);
    }
    match line.split_once('/') {
        Some((size, rest)) if looks_like_board(size) => match rest.split_once('/') {
            Some((mines, rows)) if is_mine_count(mines) => {
                (&line[..line.len() - rows.len() - 1], rows)
            }
            Some(_) => (size, rest),
            None => (line, ""),
        },
        _ => ("", line),
    }
}

/// Whether a text was meant as a board, even if no board has this size.
fn looks_like_board(text: &str) -> bool {
    let size = text.split_once('/').map_or(text, |(size, _)| size);
    is_size(size) || Header::parse(text).is_ok()
}

/// Whether a text is two numbers with a cross between them.
fn is_size(text: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    lower(text.trim())
        .split_once('x')
        .is_some_and(|(rows, columns)| is_number(rows) && is_number(columns))
}

fn is_mine_count(text: &str) -> bool {
    let text = text.trim();
    text == "?" || !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn lower(text: &str) -> String {
    text.to_lowercase().replace('×', "x")
}

/// Two sides and a number of mines, whatever stands between them.
fn three_numbers(text: &str) -> Option<Header> {
    let numbers = text.split(|letter: char| !letter.is_ascii_digit());
    let mut numbers = numbers.filter(|digits| !digits.is_empty());
    let mut next = || numbers.next()?.parse().ok();
    let (rows, columns, mines): (usize, usize, usize) = (next()?, next()?, next()?);
    let header = Header {
        rows,
        columns,
        mines: Some(mines),
        is_turnable: true,
    };
    let is_board = rows.max(columns) <= LONGEST_SIDE && numbers.next().is_none();
    is_board.then_some(header)
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}/", self.rows, self.columns)?;
        match self.mines {
            Some(mines) => write!(f, "{mines}"),
            None => f.write_str("?"),
        }
    }
}
