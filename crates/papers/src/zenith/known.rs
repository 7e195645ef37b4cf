//! The features of Othello that the paper names, known and novel ones, each as
//! plain code over the squares.

use rustc_hash::FxHashSet;
use stratalog_game::{Described, Game};
use stratalog_logic::Term;
use stratalog_rulesheet::{Position, RulesheetGame};

/// The content of a square: nothing, or a role's disc.
type Cell = Option<usize>;

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
    /// Its value for a role.
    pub value: fn(&Board, usize) -> u32,
}

/// The features, apart from the always-stable squares.
pub const KNOWN: [Known; 11] = [
    Known {
        name: "Pieces",
        value: pieces,
    },
    Known {
        name: "Moves",
        value: moves,
    },
    Known {
        name: "Semi-stable Pieces",
        value: semi_stable,
    },
    Known {
        name: "Axes",
        value: axes,
    },
    Known {
        name: "Semi-unstable Pieces",
        value: semi_unstable,
    },
    Known {
        name: "Squares next to Empty Corners",
        value: beside_empty_corners,
    },
    Known {
        name: "Rosenbloom Empty",
        value: empty_beside,
    },
    Known {
        name: "Rosenbloom Sum Empty",
        value: sum_empty,
    },
    Known {
        name: "Rosenbloom Frontier",
        value: frontier,
    },
    Known {
        name: "Future Mobility",
        value: future_mobility,
    },
    Known {
        name: "Frontier Directions",
        value: frontier_directions,
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

    fn squares(&self) -> impl Iterator<Item = (i8, i8)> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    /// The content of a square; `None` beyond the edge.
    fn at(&self, square: (i8, i8)) -> Option<Cell> {
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

    fn count(&self, is_counted: impl Fn((i8, i8)) -> bool) -> u32 {
        self.squares().filter(|&square| is_counted(square)).count() as u32
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

fn pieces(board: &Board, role: usize) -> u32 {
    board.count(|square| board.holds(square, Some(role)))
}

fn moves(board: &Board, role: usize) -> u32 {
    board.count(|square| board.can_place(square, role))
}

fn axes(board: &Board, role: usize) -> u32 {
    board.flippable(role).len() as u32
}

fn semi_unstable(board: &Board, role: usize) -> u32 {
    let mut discs = board.flippable(role);
    discs.sort_unstable();
    discs.dedup();
    discs.len() as u32
}

fn semi_stable(board: &Board, role: usize) -> u32 {
    pieces(board, role) - semi_unstable(board, role)
}

fn beside_empty_corners(board: &Board, role: usize) -> u32 {
    let corners = board.corners();
    let is_gap = |square: (i8, i8)| corners.contains(&square) && board.holds(square, None);
    board.count(|square| {
        board.holds(square, Some(role)) && DIRECTIONS.iter().any(|&d| is_gap(step(square, d)))
    })
}

/// The pairs of an empty square and a disc of the other role beside it, with the
/// direction from the first to the second.
fn frontier_pairs(board: &Board, role: usize) -> Vec<((i8, i8), (i8, i8))> {
    let empty = board.squares().filter(|&square| board.holds(square, None));
    empty
        .flat_map(|square| DIRECTIONS.map(|d| (square, d)))
        .filter(|&(square, d)| board.holds(step(square, d), Some(1 - role)))
        .collect()
}

fn distinct<T: Ord>(mut items: Vec<T>) -> u32 {
    items.sort_unstable();
    items.dedup();
    items.len() as u32
}

fn empty_beside(board: &Board, role: usize) -> u32 {
    distinct(
        frontier_pairs(board, role)
            .iter()
            .map(|(square, _)| *square)
            .collect(),
    )
}

fn sum_empty(board: &Board, role: usize) -> u32 {
    frontier_pairs(board, role).len() as u32
}

fn frontier(board: &Board, role: usize) -> u32 {
    let discs = frontier_pairs(board, role);
    distinct(discs.iter().map(|&(square, d)| step(square, d)).collect())
}

fn frontier_directions(board: &Board, role: usize) -> u32 {
    distinct(
        frontier_pairs(board, role)
            .iter()
            .map(|(_, d)| *d)
            .collect(),
    )
}

/// The other role's discs between two empty squares, once for each direction:
/// turning one over makes the far square a move.
fn future_mobility(board: &Board, role: usize) -> u32 {
    let pairs = frontier_pairs(board, role);
    let opposite = pairs
        .iter()
        .filter(|&&(square, d)| board.holds(step(step(square, d), d), None));
    opposite.count() as u32
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
        let values: Vec<u32> = KNOWN.iter().map(|known| (known.value)(&board, 0)).collect();
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
                assert_eq!(beside_empty_corners(&board, 1 - role), 0);
                beside_corners += beside_empty_corners(&board, role);
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
            beside_empty_corners(&board, 0)
        });
        // Only boards with a corner empty have such discs: the three beside it.
        assert_eq!(counts.sum::<u32>(), 12);
    }
}
