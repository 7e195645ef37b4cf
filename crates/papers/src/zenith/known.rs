//! The features of Othello that the paper names, known and novel ones, each as
//! plain code over the squares.

use rustc_hash::FxHashSet;
use stratalog_game::{Described, Game};
use stratalog_logic::Term;
use stratalog_rulesheet::{Position, RulesheetGame};

/// The content of a square: nothing, or a role's disc.
pub type Cell = Option<usize>;

/// A row and a column, counted from 0.
pub type Place = (i8, i8);

/// The directions in which discs are turned over.
const DIRECTIONS: [(i8, i8); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

/// A board: its squares row by row.
#[derive(Clone, Debug)]
pub struct Board {
    rows: i8,
    columns: i8,
    cells: Vec<Cell>,
}

/// A feature that the paper names.
#[derive(Clone, Copy)]
pub struct Known {
    /// Its name.
    pub name: &'static str,
    /// A square for each thing that it counts for a role: as often as it is counted.
    pub counted: fn(&Board, usize) -> Vec<Place>,
}

impl Known {
    /// Its value for a role.
    pub fn value(&self, board: &Board, role: usize) -> u32 {
        (self.counted)(board, role).len() as u32
    }
}

/// The features, apart from the always-stable squares.
pub const KNOWN: [Known; 11] = [
    Known {
        name: "Pieces",
        counted: pieces,
    },
    Known {
        name: "Moves",
        counted: moves,
    },
    Known {
        name: "Semi-stable Pieces",
        counted: semi_stable,
    },
    Known {
        name: "Axes",
        counted: axes,
    },
    Known {
        name: "Semi-unstable Pieces",
        counted: semi_unstable,
    },
    Known {
        name: "Squares next to Empty Corners",
        counted: beside_empty_corners,
    },
    Known {
        name: "Rosenbloom Empty",
        counted: empty_beside,
    },
    Known {
        name: "Rosenbloom Sum Empty",
        counted: sum_empty,
    },
    Known {
        name: "Rosenbloom Frontier",
        counted: frontier,
    },
    Known {
        name: "Future Mobility",
        counted: future_mobility,
    },
    Known {
        name: "Frontier Directions",
        counted: frontier_directions,
    },
];

/// The name of the feature that counts discs on squares that are always stable.
pub const ALWAYS_STABLE: &str = "Always-stable Squares";

impl Board {
    /// The board of a position.
    pub fn of(game: &RulesheetGame, position: &Position) -> Option<Board> {
        let mut placed: Vec<(i64, i64, Cell)> = Vec::new();
        for fact in game.facts(position) {
            if let [row, column, content] = fact.args() {
                let cell = match content.to_string().as_str() {
                    "black" => Some(0),
                    "white" => Some(1),
                    _ => None,
                };
                placed.push((row.as_integer()?, column.as_integer()?, cell));
            }
        }
        let rows = placed.iter().map(|p| p.0).max()?;
        let columns = placed.iter().map(|p| p.1).max()?;
        let mut cells = vec![None; usize::try_from(rows * columns).ok()?];
        for (row, column, cell) in placed {
            *cells.get_mut(usize::try_from((row - 1) * columns + column - 1).ok()?)? = cell;
        }
        Some(Board {
            rows: i8::try_from(rows).ok()?,
            columns: i8::try_from(columns).ok()?,
            cells,
        })
    }

    /// The board that is drawn with `x` for black and `o` for white discs, row by
    /// row.
    pub fn drawn(rows: &[&str]) -> Board {
        let cell = |letter: char| match letter {
            'x' => Some(0),
            'o' => Some(1),
            _ => None,
        };
        Board {
            rows: rows.len() as i8,
            columns: rows.first().map_or(0, |row| row.len()) as i8,
            cells: rows.iter().flat_map(|row| row.chars().map(cell)).collect(),
        }
    }

    /// The squares, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Place> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    /// The content of a square; `None` beyond the edge.
    pub fn at(&self, square: Place) -> Option<Cell> {
        let is_on = (0..self.rows).contains(&square.0) && (0..self.columns).contains(&square.1);
        is_on.then(|| self.cells[self.place(square)])
    }

    /// The number of a square, row by row.
    fn place(&self, (row, column): (i8, i8)) -> usize {
        row as usize * self.columns as usize + column as usize
    }

    fn holds(&self, square: (i8, i8), cell: Cell) -> bool {
        self.at(square) == Some(cell)
    }

    /// The discs that a role's placement turns over in a direction.
    fn line(&self, square: (i8, i8), direction: (i8, i8), role: usize) -> Vec<(i8, i8)> {
        let mut line = Vec::new();
        let mut at = step(square, direction);
        while self.holds(at, Some(1 - role)) {
            line.push(at);
            at = step(at, direction);
        }
        if self.holds(at, Some(role)) {
            line
        } else {
            Vec::new()
        }
    }

    fn can_place(&self, square: (i8, i8), role: usize) -> bool {
        self.holds(square, None)
            && DIRECTIONS
                .iter()
                .any(|&d| !self.line(square, d, role).is_empty())
    }

    fn those(&self, is_counted: impl Fn(Place) -> bool) -> Vec<Place> {
        let squares = self.squares();
        squares.filter(|&square| is_counted(square)).collect()
    }

    /// The number of a role's discs on a set of squares, given row by row.
    pub fn discs_on(&self, role: usize, set: &[bool]) -> u32 {
        let cells = self.cells.iter().zip(set);
        cells
            .filter(|(cell, is_in)| **is_in && **cell == Some(role))
            .count() as u32
    }

    /// Whether a set of squares, given row by row, contains all corners.
    pub fn has_corners(&self, set: &[bool]) -> bool {
        self.corners()
            .iter()
            .all(|&corner| set.get(self.place(corner)) == Some(&true))
    }

    fn corners(&self) -> [(i8, i8); 4] {
        let (last_row, last_column) = (self.rows - 1, self.columns - 1);
        [
            (0, 0),
            (0, last_column),
            (last_row, 0),
            (last_row, last_column),
        ]
    }

    /// The discs of a role that the other can turn over, once for each placement
    /// and direction.
    fn flippable(&self, role: usize) -> Vec<(i8, i8)> {
        let mut found = Vec::new();
        for square in self.squares().filter(|&s| self.holds(s, None)) {
            for direction in DIRECTIONS {
                found.extend(self.line(square, direction, 1 - role));
            }
        }
        found
    }
}

fn step(square: (i8, i8), direction: (i8, i8)) -> (i8, i8) {
    (square.0 + direction.0, square.1 + direction.1)
}

fn pieces(board: &Board, role: usize) -> Vec<Place> {
    board.those(|square| board.holds(square, Some(role)))
}

fn moves(board: &Board, role: usize) -> Vec<Place> {
    board.those(|square| board.can_place(square, role))
}

fn axes(board: &Board, role: usize) -> Vec<Place> {
    board.flippable(role)
}

fn semi_unstable(board: &Board, role: usize) -> Vec<Place> {
    distinct(board.flippable(role))
}

fn semi_stable(board: &Board, role: usize) -> Vec<Place> {
    let unstable = board.flippable(role);
    let is_stable = |square: &Place| !unstable.contains(square);
    pieces(board, role).into_iter().filter(is_stable).collect()
}

fn beside_empty_corners(board: &Board, role: usize) -> Vec<Place> {
    let corners = board.corners();
    let is_gap = |square: Place| corners.contains(&square) && board.holds(square, None);
    board.those(|square| {
        board.holds(square, Some(role)) && DIRECTIONS.iter().any(|&d| is_gap(step(square, d)))
    })
}

/// The pairs of an empty square and a disc of the other role beside it, with the
/// direction from the first to the second.
fn frontier_pairs(board: &Board, role: usize) -> Vec<(Place, (i8, i8))> {
    let empty = board.squares().filter(|&square| board.holds(square, None));
    empty
        .flat_map(|square| DIRECTIONS.map(|d| (square, d)))
        .filter(|&(square, d)| board.holds(step(square, d), Some(1 - role)))
        .collect()
}

fn distinct(mut squares: Vec<Place>) -> Vec<Place> {
    squares.sort_unstable();
    squares.dedup();
    squares
}

/// The empty squares beside a disc of the other role.
pub fn empty_beside(board: &Board, role: usize) -> Vec<Place> {
    distinct(sum_empty(board, role))
}

/// The same, once for each disc.
pub fn sum_empty(board: &Board, role: usize) -> Vec<Place> {
    let pairs = frontier_pairs(board, role);
    pairs.into_iter().map(|(square, _)| square).collect()
}

/// The other role's discs beside an empty square.
pub fn frontier(board: &Board, role: usize) -> Vec<Place> {
    let discs = frontier_pairs(board, role);
    distinct(discs.iter().map(|&(square, d)| step(square, d)).collect())
}

/// A disc of the frontier for each direction in which there is one.
pub fn frontier_directions(board: &Board, role: usize) -> Vec<Place> {
    let pairs = frontier_pairs(board, role);
    let first = |direction: &(i8, i8)| pairs.iter().find(|(_, d)| d == direction);
    let found = DIRECTIONS.iter().filter_map(first);
    found.map(|&(square, d)| step(square, d)).collect()
}

/// The empty squares beside a disc of the other role with another empty square
/// behind it, once for each direction: taking one makes the far square a move.
pub fn future_mobility(board: &Board, role: usize) -> Vec<Place> {
    let pairs = frontier_pairs(board, role).into_iter();
    let opposite = pairs.filter(|&(square, d)| board.holds(step(step(square, d), d), None));
    opposite.map(|(square, _)| square).collect()
}

/// For each square, row by row, the board with one disc of a role there.
pub fn single_discs(game: &RulesheetGame, role: usize) -> Vec<Position> {
    boards(game, |square, other| (square == other).then_some(role))
}

/// The numbers of rows and columns.
fn size(game: &RulesheetGame) -> Option<(i8, i8)> {
    let board = game.board();
    let (rows, columns) = board.split_once('x')?;
    Some((rows.parse().ok()?, columns.parse().ok()?))
}

/// For each square, row by row, a board. `content` gives the content of another
/// square, given both.
fn boards(game: &RulesheetGame, content: impl Fn((i8, i8), (i8, i8)) -> Cell) -> Vec<Position> {
    let Some((rows, columns)) = size(game) else {
        return Vec::new();
    };
    let squares: Vec<(i8, i8)> = (1..=rows)
        .flat_map(|row| (1..=columns).map(move |column| (row, column)))
        .collect();
    // The squares in the middle are never empty, so no fact says that they are.
    let possible: FxHashSet<Term> = game.possible_facts().into_iter().flatten().collect();
    let board = |&square: &(i8, i8)| {
        let cell = |&other: &(i8, i8)| {
            let content = match content(square, other) {
                Some(role) => game.all_roles()[role].as_str(),
                None => "blank",
            };
            let place = [other.0, other.1].map(|number| Term::Integer(i64::from(number)));
            Term::compound("cell", place.into_iter().chain([Term::atom(content)]))
        };
        let facts = squares.iter().map(cell);
        let facts: Vec<Term> = facts.filter(|fact| possible.contains(fact)).collect();
        game.position_of(&facts).ok()
    };
    squares.iter().filter_map(board).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stratalog_catalogue::discovery::Domain;
    use stratalog_run::Seed;

    #[test]
    fn the_features_have_the_right_values_at_the_start_of_the_game() {
        let game = Domain::new("othello", None).expect("othello").game;
        let start = game.initial(&mut Seed(1).stream(0));
        let board = Board::of(&game, &start).expect("a board");
        let values: Vec<u32> = KNOWN.iter().map(|known| known.value(&board, 0)).collect();
        // Two discs each; four moves, each turning over one of two discs; twelve
        // squares around, of which ten touch a white disc; each white disc lies between
        // two empty squares on one line.
        assert_eq!(values, [2, 4, 0, 4, 2, 0, 10, 10, 2, 4, 8]);
    }

    #[test]
    fn boards_with_single_discs_have_one_disc_each() {
        let game = Domain::new("othello", None).expect("othello").game;
        for role in 0..2 {
            let singles = single_discs(&game, role);
            assert_eq!(singles.len(), 64);
            let mut beside_corners = 0;
            for (place, position) in singles.iter().enumerate() {
                let board = Board::of(&game, position).expect("a board");
                let own: Vec<usize> = (0..64)
                    .filter(|&square| board.cells[square].is_some())
                    .collect();
                assert_eq!(own, [place]);
                assert_eq!(board.cells[place], Some(role));
                assert!(beside_empty_corners(&board, 1 - role).is_empty());
                beside_corners += beside_empty_corners(&board, role).len();
            }
            assert_eq!(beside_corners, 12);
        }
    }

    #[test]
    fn a_disc_beside_an_occupied_corner_does_not_count() {
        let game = Domain::new("othello", None).expect("othello").game;
        let full = boards(&game, |square, other| (square != other).then_some(0));
        let counts = full.iter().map(|position| {
            let board = Board::of(&game, position).expect("a board");
            beside_empty_corners(&board, 0).len()
        });
        // Only boards with a corner empty have such discs: the three beside it.
        assert_eq!(counts.sum::<usize>(), 12);
    }
}
