//! Othello on boards from 4x4 to 8x8. Black begins. A player who cannot place a disc
//! passes, which is a move of its own. The game ends when neither can place a disc,
//! and the player with more discs wins.

pub mod bitboard;
pub mod experts;

use std::hash::{Hash, Hasher};
use stratalog_game::Coded;

use stratalog_logic::Term;

use bitboard::{SquareSet, flips, mirrored, placements, transposed};
use stratalog_game::bits;
use stratalog_game::described::Described;
use stratalog_game::error::GameError;
use stratalog_game::game::{Game, Role, Turn};
use stratalog_game::grid;
use stratalog_game::grid::{ColumnNames, Size, Square};
use stratalog_game::perfect_information;
use stratalog_run::Stream;

const NAMES: [&str; 2] = ["black", "white"];
const DISCS: [char; 2] = ['x', 'o'];

/// The rules of Othello for one size of board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Othello {
    size: Size,
    /// The squares of the board, which is at the top left of an 8x8 board.
    squares: SquareSet,
}

/// The discs, who is to move and where they may place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct OthelloPosition {
    own: SquareSet,
    other: SquareSet,
    /// Where the role to move may place a disc. It follows from the discs and is
    /// stored because each move uses it several times.
    open: SquareSet,
    to_move: Role,
    is_over: bool,
}

impl Hash for OthelloPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.own.hash(state);
        self.other.hash(state);
        self.to_move.hash(state);
    }
}

/// Placing a disc, or passing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct OthelloMove(u8);

impl Coded for OthelloMove {
    fn code(self) -> u32 {
        u32::from(self.0)
    }

    fn from_code(code: u32) -> OthelloMove {
        OthelloMove(code as u8)
    }
}

impl OthelloMove {
    /// The move of a player who cannot place a disc.
    pub const PASS: OthelloMove = OthelloMove(64);

    /// The placement on a square of an 8x8 board.
    pub fn place(square: Square) -> Option<OthelloMove> {
        Size::new(8, 8)
            .contains(square)
            .then(|| OthelloMove((square.row - 1) * 8 + square.column - 1))
    }

    /// The square a disc is placed on; none for a pass.
    pub fn square(self) -> Option<Square> {
        (self.0 < 64).then(|| Square::new(self.0 / 8 + 1, self.0 % 8 + 1))
    }
}

impl OthelloPosition {
    /// The discs of black and white, as sets with bit `8 * row + column`.
    pub fn discs(&self) -> [u64; 2] {
        match self.to_move {
            Role(0) => [self.own, self.other],
            _ => [self.other, self.own],
        }
    }

    /// The role whose disc is on a square.
    pub fn disc_at(&self, square: Square) -> Option<Role> {
        let bit = OthelloMove::place(square)?.0;
        let discs = self.discs();
        (0..2).map(Role).find(|r| discs[r.index()] >> bit & 1 == 1)
    }
}

impl Othello {
    /// The default board.
    pub const DEFAULT: Size = Size::new(8, 8);

    /// The rules for a board with 4, 6 or 8 rows and columns.
    pub fn new(size: Size) -> Result<Othello, GameError> {
        let fits = |n: u8| (4..=8).contains(&n) && n.is_multiple_of(2);
        if !fits(size.rows) || !fits(size.columns) {
            return Err(GameError::BadBoard {
                game: "othello".to_owned(),
                board: size.to_string(),
                expected: "write ROWSxCOLS with 4, 6 or 8 rows and columns, as in 8x8".to_owned(),
            });
        }
        let row = 0xff >> (8 - size.columns);
        let squares = (0..size.rows).fold(0, |set, r| set | row << (8 * r));
        Ok(Othello { size, squares })
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The position with these discs and this role to move.
    fn position(&self, own: SquareSet, other: SquareSet, to_move: Role) -> OthelloPosition {
        let empty = self.squares & !(own | other);
        let open = placements(own, other, empty);
        OthelloPosition {
            own,
            other,
            open,
            to_move,
            is_over: open == 0 && placements(other, own, empty) == 0,
        }
    }

    /// The images of a set of squares under the symmetries of the board.
    fn set_images(&self, set: SquareSet) -> [SquareSet; 8] {
        let across = |set: SquareSet| mirrored(set) >> (8 - self.size.columns);
        let down = |set: SquareSet| set.swap_bytes() >> (8 * (8 - self.size.rows));
        let quarter = [set, across(set), down(set), across(down(set))];
        let mut images = [set; 8];
        for (image, set) in images.iter_mut().zip(quarter) {
            *image = set;
        }
        for (image, set) in images[4..].iter_mut().zip(quarter) {
            *image = transposed(set);
        }
        images
    }

    fn symmetric(&self, position: &OthelloPosition) -> impl Iterator<Item = OthelloPosition> {
        let is_square = self.size.rows == self.size.columns;
        let [own, other, open] =
            [position.own, position.other, position.open].map(|set| self.set_images(set));
        let fixed = *position;
        (0..if is_square { 8 } else { 4 }).map(move |i| OthelloPosition {
            own: own[i],
            other: other[i],
            open: open[i],
            ..fixed
        })
    }
}

impl Game for Othello {
    type Position = OthelloPosition;
    type Move = OthelloMove;
    perfect_information!();

    fn name(&self) -> &str {
        "othello"
    }

    fn board(&self) -> String {
        self.size.to_string()
    }

    fn role_count(&self) -> usize {
        2
    }

    fn role_name(&self, role: Role) -> &str {
        NAMES[role.index() & 1]
    }

    fn initial(&self, _rng: &mut Stream) -> OthelloPosition {
        // White on the falling diagonal of the middle four, black on the other.
        let corner = 8 * (self.size.rows / 2 - 1) + self.size.columns / 2 - 1;
        let white = 0x201 << corner;
        let black = 0x102 << corner;
        self.position(black, white, Role(0))
    }

    #[inline]
    fn turn(&self, position: &OthelloPosition) -> Turn {
        if position.is_over {
            Turn::Over
        } else {
            Turn::Role(position.to_move)
        }
    }

    #[inline]
    fn never_repeats(&self) -> bool {
        true
    }

    fn legal_moves(&self, position: &OthelloPosition, moves: &mut Vec<OthelloMove>) {
        moves.clear();
        moves.extend(bits::members(position.open).map(OthelloMove));
        if position.open == 0 && !position.is_over {
            moves.push(OthelloMove::PASS);
        }
    }

    #[inline]
    fn random_choice(
        &self,
        view: &OthelloPosition,
        _role: Role,
        rng: &mut Stream,
        _scratch: &mut Vec<OthelloMove>,
    ) -> Option<(OthelloMove, usize)> {
        if view.open == 0 {
            return (!view.is_over).then_some((OthelloMove::PASS, 1));
        }
        bits::draw(view.open, rng).map(|(square, among)| (OthelloMove(square), among))
    }

    #[inline]
    fn play_unchecked(&self, position: &mut OthelloPosition, mv: OthelloMove) {
        let OthelloPosition { own, other, .. } = *position;
        let (own, other) = if mv == OthelloMove::PASS {
            (own, other)
        } else {
            let flipped = flips(own, other, mv.0);
            (own | flipped | 1 << (mv.0 & 63), other & !flipped)
        };
        *position = self.position(other, own, position.to_move.other());
    }

    #[inline]
    fn goal(&self, position: &OthelloPosition, role: Role) -> u8 {
        let discs = position.discs();
        let own = discs[role.index() & 1].count_ones();
        let other = discs[role.other().index() & 1].count_ones();
        match own.cmp(&other) {
            std::cmp::Ordering::Greater => 100,
            std::cmp::Ordering::Equal => 50,
            std::cmp::Ordering::Less => 0,
        }
    }

    #[inline]
    fn is_legal(&self, position: &OthelloPosition, mv: OthelloMove) -> bool {
        match mv {
            OthelloMove::PASS => position.open == 0 && !position.is_over,
            OthelloMove(square) => position.open >> (square & 63) & 1 == 1,
        }
    }

    fn move_text(&self, mv: OthelloMove) -> String {
        match mv.square() {
            Some(square) => format!("{}{}", char::from(b'a' + square.column - 1), square.row),
            None => "pass".to_owned(),
        }
    }

    fn parse_move(&self, text: &str) -> Result<OthelloMove, GameError> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("pass") {
            return Ok(OthelloMove::PASS);
        }
        let square = match text.as_bytes() {
            [column, row] if column.is_ascii_alphabetic() && row.is_ascii_digit() => Some(
                Square::new(row - b'0', column.to_ascii_lowercase() - b'a' + 1),
            ),
            _ => match grid::numbers(text, "place").as_deref() {
                Some(&[row, column]) => Some(Square::new(row, column)),
                _ => None,
            },
        };
        square
            .filter(|&square| self.size.contains(square))
            .and_then(OthelloMove::place)
            .ok_or_else(|| GameError::BadMove {
                text: text.to_owned(),
                expected: format!(
                    "write a column's letter and a row's number on the board {}, \
                     as in d3 (or 3,4), or pass",
                    self.size
                ),
            })
    }

    fn position_text(&self, position: &OthelloPosition) -> String {
        let board = grid::draw(self.size, ColumnNames::Letters, |square| {
            match position.disc_at(square) {
                Some(role) => DISCS[role.index()],
                None => '.',
            }
        });
        let role = position.to_move.index();
        let name = format!("{} ({})", NAMES[role], DISCS[role]);
        board + &grid::to_move_line(&name, position.is_over)
    }

    fn parse_position(&self, text: &str) -> Result<OthelloPosition, GameError> {
        let read = grid::read(text, self.size, "xo.")?;
        let mut discs = [0; 2];
        for (square, cell) in self.size.squares().zip(&read.cells) {
            if let (Some(mv), Some(role)) = (
                OthelloMove::place(square),
                DISCS.iter().position(|d| d == cell),
            ) {
                discs[role] |= 1u64 << mv.0;
            }
        }
        let [black, white] = discs;
        let start = self.initial(&mut stratalog_run::Seed(0).stream(0));
        let middle = start.own | start.other;
        if (black | white) & middle != middle {
            return Err(read.wrong("the four squares in the middle are never empty"));
        }
        match read.to_move.as_deref() {
            None | Some("black" | "x") => Ok(self.position(black, white, Role(0))),
            Some("white" | "o") => Ok(self.position(white, black, Role(1))),
            Some(other) => {
                Err(read.wrong(format!("'{other}' is not a role; write black or white")))
            }
        }
    }

    fn images(&self, position: &OthelloPosition) -> Vec<OthelloPosition> {
        self.symmetric(position).collect()
    }

    fn canonical(&self, position: &OthelloPosition) -> OthelloPosition {
        self.symmetric(position).min().unwrap_or(*position)
    }
}

impl Described for Othello {
    fn facts(&self, position: &OthelloPosition) -> Vec<Term> {
        let content = |square| match position.disc_at(square) {
            Some(role) => self.role_term(role),
            None => Term::atom("blank"),
        };
        grid::facts(self.size, content, self.role_term(position.to_move))
    }

    fn move_term(&self, mv: OthelloMove) -> Term {
        match mv.square() {
            Some(square) => grid::square_term("place", square),
            None => Term::atom("pass"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_begins_with_four_placements() {
        let game = Othello::new(Othello::DEFAULT).expect("8x8");
        let position = game.initial(&mut stratalog_run::Seed(1).stream(0));
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        let texts: Vec<String> = moves.iter().map(|&mv| game.move_text(mv)).collect();
        assert_eq!(texts, ["d3", "c4", "f5", "e6"]);
    }

    #[test]
    fn a_player_without_a_placement_passes_and_the_game_ends_when_neither_has_one() {
        let game = Othello::new(Size::new(4, 4)).expect("4x4");
        let position = game
            .parse_position("xxxx/xxxx/xxxo/xx..\nwhite to move")
            .expect("legal");
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        assert_eq!(moves, [OthelloMove::PASS]);
        let mut position = position;
        game.play(&mut position, OthelloMove::PASS).expect("legal");
        assert_eq!(game.turn(&position), Turn::Role(Role(0)));
        let over = game
            .parse_position("xxxx/xxxx/xxxx/xx..\nwhite to move")
            .expect("legal");
        assert_eq!(game.turn(&over), Turn::Over);
        assert_eq!(game.goal(&over, Role(0)), 100);
    }

    #[test]
    fn boards_of_other_sizes_are_refused() {
        for (rows, columns) in [(5, 5), (8, 7), (10, 10), (2, 2), (0, 0)] {
            assert!(Othello::new(Size::new(rows, columns)).is_err());
        }
    }
}
