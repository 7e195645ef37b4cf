//! The size of a board, its squares and their neighbours.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use stratalog_game::Coded;

use super::Error;
use stratalog_game::Square;

/// The most rows, and the most columns, a board may have.
pub(super) const LONGEST_SIDE: usize = 255;

/// How large a board is and how many mines it hides: `16x30/99`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    rows: usize,
    columns: usize,
    mines: usize,
}

impl Board {
    /// 9x9 with 10 mines.
    pub const BEGINNER: Board = Board::known(9, 9, 10);
    /// 16x16 with 40 mines.
    pub const INTERMEDIATE: Board = Board::known(16, 16, 40);
    /// 16x30 with 99 mines.
    pub const EXPERT: Board = Board::known(16, 30, 99);

    const fn known(rows: usize, columns: usize, mines: usize) -> Board {
        Board {
            rows,
            columns,
            mines,
        }
    }

    /// A board of this size, if the mines fit.
    pub fn new(rows: usize, columns: usize, mines: usize) -> Result<Board, Error> {
        let sides = 1..=LONGEST_SIDE;
        if !sides.contains(&rows) || !sides.contains(&columns) {
            return Err(Error::Size { rows, columns });
        }
        let squares = rows * columns;
        if mines > squares {
            return Err(Error::TooManyMines { mines, squares });
        }
        Ok(Board::known(rows, columns, mines))
    }

    /// The same squares with another number of mines, at most one a square.
    pub(crate) fn with_mines(self, mines: usize) -> Board {
        Board {
            mines: mines.min(self.squares()),
            ..self
        }
    }

    /// Rows, top to bottom.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Columns, left to right.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Mines hidden.
    pub fn mines(&self) -> usize {
        self.mines
    }

    /// Squares there are.
    pub fn squares(&self) -> usize {
        self.rows * self.columns
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}/{}", self.rows, self.columns, self.mines)
    }
}

impl FromStr for Board {
    type Err = Error;

    fn from_str(text: &str) -> Result<Board, Error> {
        match text {
            "beginner" => return Ok(Board::BEGINNER),
            "intermediate" => return Ok(Board::INTERMEDIATE),
            "expert" => return Ok(Board::EXPERT),
            _ => {}
        }
        let numbers = || {
            let (size, mines) = text.split_once('/')?;
            let (rows, columns) = size.split_once('x')?;
            let number = |digits: &str| {
                let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
                plain.then(|| digits.parse().ok()).flatten()
            };
            Some((number(rows)?, number(columns)?, number(mines)?))
        };
        let (rows, columns, mines) = numbers().ok_or_else(|| Error::NotABoard(text.to_owned()))?;
        Board::new(rows, columns, mines)
    }
}

/// What the first move is promised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum FirstMove {
    /// Nothing: it may be a mine.
    Any,
    /// It is not a mine.
    #[default]
    Safe,
    /// It has no mine among its neighbours either. Mines that fit nowhere
    /// else go among the neighbours.
    Zero,
}

impl FromStr for FirstMove {
    type Err = Error;

    fn from_str(text: &str) -> Result<FirstMove, Error> {
        match text {
            "any" => Ok(FirstMove::Any),
            "safe" => Ok(FirstMove::Safe),
            "zero" => Ok(FirstMove::Zero),
            _ => Err(Error::NotAFirstMove(text.to_owned())),
        }
    }
}

impl fmt::Display for FirstMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FirstMove::Any => "any",
            FirstMove::Safe => "safe",
            FirstMove::Zero => "zero",
        })
    }
}

/// A square of a grid by its number, row by row from the top left, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site(u16);

impl Coded for Site {
    fn code(self) -> u32 {
        u32::from(self.0)
    }

    fn from_code(code: u32) -> Site {
        Site(code as u16)
    }
}

impl Site {
    /// The square with this number, row by row from the top left, from 0.
    pub fn new(index: usize) -> Site {
        Site(index as u16)
    }

    /// The square's number, row by row from the top left, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The squares of a board and their neighbours, computed once.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    rows: usize,
    columns: usize,
    neighbours: Vec<Neighbours>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Neighbours {
    squares: [Site; 8],
    count: u8,
}

impl Grid {
    /// The grid of a board.
    pub fn new(board: Board) -> Arc<Grid> {
        let (rows, columns) = (board.rows(), board.columns());
        let neighbours = (0..rows * columns)
            .map(|index| neighbours_of(index / columns, index % columns, rows, columns))
            .collect();
        Arc::new(Grid {
            rows,
            columns,
            neighbours,
        })
    }

    /// The number of a square, if it is on the grid.
    pub fn site(&self, square: Square) -> Option<Site> {
        let (row, column) = (usize::from(square.row), usize::from(square.column));
        let inside = (1..=self.rows).contains(&row) && (1..=self.columns).contains(&column);
        inside.then(|| Site::new((row - 1) * self.columns + column - 1))
    }

    /// Row and column of a square, as people count them.
    pub fn square(&self, site: Site) -> Square {
        let index = site.index();
        Square::new(
            (index / self.columns + 1) as u8,
            (index % self.columns + 1) as u8,
        )
    }

    /// All squares, row by row.
    pub fn sites(&self) -> impl Iterator<Item = Site> + use<> {
        (0..self.neighbours.len()).map(Site::new)
    }

    /// How many squares there are.
    pub fn len(&self) -> usize {
        self.neighbours.len()
    }

    /// Whether the grid has no squares; a board never has none.
    pub fn is_empty(&self) -> bool {
        self.neighbours.is_empty()
    }

    /// Rows, top to bottom.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Columns, left to right.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The up to eight neighbours of a square, in rising order.
    pub fn neighbours(&self, site: Site) -> &[Site] {
        let entry = &self.neighbours[site.index()];
        &entry.squares[..usize::from(entry.count)]
    }
}

fn neighbours_of(row: usize, column: usize, rows: usize, columns: usize) -> Neighbours {
    let mut found = Neighbours {
        squares: [Site(0); 8],
        count: 0,
    };
    for r in row.saturating_sub(1)..=(row + 1).min(rows - 1) {
        for c in column.saturating_sub(1)..=(column + 1).min(columns - 1) {
            if (r, c) != (row, column) {
                found.squares[usize::from(found.count)] = Site::new(r * columns + c);
                found.count += 1;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_read_and_written() {
        let board: Board = "4x7/9".parse().expect("well written");
        assert_eq!((board.rows(), board.columns(), board.mines()), (4, 7, 9));
        assert_eq!(board.to_string(), "4x7/9");
        assert_eq!("expert".parse(), Ok(Board::EXPERT));
    }

    #[test]
    fn wrong_boards_are_refused() {
        for text in [
            "",
            "9x9",
            "9x9/",
            "x/",
            "-1x3/1",
            "+1x3/1",
            "0x5/0",
            "2x2/5",
            "9999999x9999999/1",
        ] {
            assert!(text.parse::<Board>().is_err(), "{text}");
        }
    }

    #[test]
    fn neighbours_stay_on_the_board() {
        let grid = Grid::new(Board::new(3, 4, 1).expect("small"));
        let count = |row, column| {
            grid.neighbours(grid.site(Square::new(row, column)).expect("on it"))
                .len()
        };
        assert_eq!((count(1, 1), count(1, 2), count(2, 2)), (3, 5, 8));
        let thin = Grid::new(Board::new(1, 10, 1).expect("small"));
        assert_eq!(thin.neighbours(Site::new(3)).len(), 2);
    }
}
