//! What can be wrong with a board, a position or a move.

use thiserror::Error;

/// Why a board, a position or a move was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Error {
    /// The board's text is not a size and a mine count.
    #[error(
        "'{0}' is not a board: write ROWSxCOLUMNS/MINES such as 16x30/99, or beginner, intermediate, expert"
    )]
    NotABoard(String),
    /// The board has no squares, or too many.
    #[error("{rows}x{columns} is not the size of a board: rows and columns go from 1 to {limit}", limit = super::board::LONGEST_SIDE)]
    Size {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        columns: usize,
    },
    /// There are more mines than the board can hide.
    #[error("{mines} mines do not fit on {squares} squares: at most {squares} do")]
    TooManyMines {
        /// Mines asked for.
        mines: usize,
        /// Squares there are.
        squares: usize,
    },
    /// The first-move rule's name is unknown.
    #[error("'{0}' is not a first-move rule: choose any, safe or zero")]
    NotAFirstMove(String),
    /// The text of a position is wrong at a place.
    #[error("line {line}, column {column}: {problem}")]
    Text {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What is wrong and what to do.
        problem: String,
    },
    /// A `.mbf` file is wrong.
    #[error("not a .mbf board file: {0}")]
    Mbf(String),
}
