//! The special squares of an Othello board of any size, and the neighbours of
//! squares.

use crate::Othello;
use crate::othello::bitboard::SquareSet;
use stratalog_game::Size;

/// Squares that are not in the first column of an 8x8 board.
const NOT_FIRST: SquareSet = 0xfefe_fefe_fefe_fefe;
/// Squares that are not in the last column of an 8x8 board.
const NOT_LAST: SquareSet = 0x7f7f_7f7f_7f7f_7f7f;

/// The discs of the side to move and of the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Discs {
    /// Of the side to move.
    pub own: SquareSet,
    /// Of the other side.
    pub other: SquareSet,
}

impl Discs {
    /// The same discs with the other side to move.
    pub fn passed(self) -> Discs {
        Discs {
            own: self.other,
            other: self.own,
        }
    }

    /// The discs of the side to move minus those of the other side.
    pub fn lead(self) -> i32 {
        self.own.count_ones() as i32 - self.other.count_ones() as i32
    }
}

/// A corner and the squares that are named after their place beside it.
#[derive(Clone, Copy, Debug)]
pub struct Corner {
    /// The corner.
    pub square: SquareSet,
    /// The two squares beside it on the edges.
    pub c_squares: SquareSet,
    /// The square diagonally inside it.
    pub x_square: SquareSet,
}

/// The squares of one size of board.
#[derive(Clone, Debug)]
pub struct Layout {
    /// All squares.
    pub squares: SquareSet,
    /// The four corners.
    pub corners: [Corner; 4],
    /// The four corner squares together.
    pub corner_squares: SquareSet,
    /// Edge squares that are neither corners nor next to one.
    pub edges: SquareSet,
    /// Squares at least two steps from the edge.
    pub centre: SquareSet,
    /// For each axis (row, column, both diagonals) the squares with a neighbour
    /// missing along it.
    borders: [SquareSet; 4],
}

impl Layout {
    /// The squares of a game's board.
    pub fn of(game: &Othello) -> Layout {
        let Size { rows, columns } = game.size();
        let bit = |row: u8, column: u8| 1u64 << (8 * row + column);
        let row = |r: u8| (0..columns).fold(0, |set, c| set | bit(r, c));
        let column = |c: u8| (0..rows).fold(0, |set, r| set | bit(r, c));
        let squares = (0..rows).fold(0, |set, r| set | row(r));
        let sides = column(0) | column(columns - 1);
        let ends = row(0) | row(rows - 1);
        let corners = [
            (0, 0, 1, 1),
            (0, columns - 1, 1, columns - 2),
            (rows - 1, 0, rows - 2, 1),
            (rows - 1, columns - 1, rows - 2, columns - 2),
        ]
        .map(|(r, c, inner_r, inner_c)| Corner {
            square: bit(r, c),
            c_squares: bit(r, inner_c) | bit(inner_r, c),
            x_square: bit(inner_r, inner_c),
        });
        let corner_squares = corners.iter().fold(0, |set, corner| set | corner.square);
        let c_squares = corners.iter().fold(0, |set, corner| set | corner.c_squares);
        let rim = sides | ends;
        Layout {
            squares,
            corners,
            corner_squares,
            edges: rim & !corner_squares & !c_squares,
            centre: squares & !(rim | around(rim)),
            borders: [sides, ends, rim, rim],
        }
    }

    /// The empty squares.
    pub fn empty(&self, discs: Discs) -> SquareSet {
        self.squares & !(discs.own | discs.other)
    }

    /// Discs of `own` that are stable, found from the corners inwards: along each
    /// axis one neighbour is missing or stable itself. Discs that are stable because
    /// their lines are full are not found.
    pub fn stable(&self, own: SquareSet) -> SquareSet {
        let mut stable = own & self.corner_squares;
        loop {
            let [row, column, falling, rising] = self.borders;
            let grown = own
                & (row | right(stable) | left(stable))
                & (column | stable << 8 | stable >> 8)
                & (falling | right(stable) << 8 | left(stable) >> 8)
                & (rising | left(stable) << 8 | right(stable) >> 8);
            if grown == stable {
                return stable;
            }
            stable = grown;
        }
    }
}

#[inline]
fn right(set: SquareSet) -> SquareSet {
    (set & NOT_LAST) << 1
}

#[inline]
fn left(set: SquareSet) -> SquareSet {
    (set & NOT_FIRST) >> 1
}

/// Squares next to a member of the set, in any of eight directions. On a board
/// smaller than 8x8 some of them are outside the board.
#[inline]
pub fn around(set: SquareSet) -> SquareSet {
    let beside = right(set) | left(set);
    let wide = set | beside;
    beside | wide << 8 | wide >> 8
}

/// The number of pairs of neighbours with one member in each set.
#[inline]
pub fn contacts(from: SquareSet, to: SquareSet) -> u32 {
    let (right, left) = (right(from), left(from));
    [
        right,
        left,
        from << 8,
        from >> 8,
        right << 8,
        right >> 8,
        left << 8,
        left >> 8,
    ]
    .into_iter()
    .map(|neighbours| (neighbours & to).count_ones())
    .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(rows: u8, columns: u8) -> Layout {
        Layout::of(&Othello::new(Size::new(rows, columns)).expect("a board"))
    }

    fn bits(text: &str) -> SquareSet {
        let squares = text.bytes().filter(|byte| b"x.".contains(byte));
        squares
            .enumerate()
            .fold(0, |set, (i, byte)| set | u64::from(byte == b'x') << i)
    }

    #[test]
    fn special_squares_are_where_their_names_say() {
        let board = layout(8, 8);
        assert_eq!(board.corner_squares, 0x8100_0000_0000_0081);
        assert_eq!(board.edges, 0x3c00_8181_8181_003c);
        assert_eq!(board.centre, 0x0000_3c3c_3c3c_0000);
        assert_eq!(board.corners[3].c_squares, 0x4080_0000_0000_0000);
        assert_eq!(board.corners[3].x_square, 0x0040_0000_0000_0000);
        let small = layout(4, 6);
        assert_eq!(small.squares, 0x3f3f_3f3f);
        assert_eq!(small.corner_squares, 0x2100_0021);
        assert_eq!(small.edges, 0x0c00_000c);
    }

    #[test]
    fn stable_discs_are_found_from_the_corners() {
        let own = bits("xxx....x xx...... x....... ........ ........ ........ .x...... ..xx....");
        let stable =
            bits("xxx....x xx...... x....... ........ ........ ........ ........ ........");
        assert_eq!(layout(8, 8).stable(own), stable);
    }

    #[test]
    fn neighbours_do_not_cross_the_edge() {
        let corner = 1 << 7;
        assert_eq!(around(corner), 1 << 6 | 1 << 14 | 1 << 15);
        assert_eq!(contacts(corner, u64::MAX), 3);
        assert_eq!(contacts(1 << 27, u64::MAX), 8);
    }
}
