//! Connect Four on boards of many sizes. Discs fall to the lowest free square of a
//! column, four in a row in any direction win, and a full board is a draw.
//!
//! A column takes `rows + 1` bits, bottom first; the topmost bit stays empty, so
//! that lines cannot run from one column into the next.

use std::hash::{Hash, Hasher};
use stratalog_game::Coded;

use stratalog_logic::Term;

use stratalog_game::bits;
use stratalog_game::described::Described;
use stratalog_game::error::GameError;
use stratalog_game::game::{Game, Role, Turn};
use stratalog_game::grid;
use stratalog_game::grid::{ColumnNames, Size, Square};
use stratalog_game::perfect_information;
use stratalog_run::Stream;

const NAMES: [&str; 2] = ["red", "yellow"];
const DISCS: [char; 2] = ['r', 'y'];

type DiscSet = u128;

/// The rules of Connect Four for one size of board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConnectFour {
    size: Size,
    /// The bit above each column, which no disc ever takes.
    spare: DiscSet,
}

/// The discs, who is to move and whether the last move won.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ConnectFourPosition {
    /// The discs of the role to move.
    own: DiscSet,
    taken: DiscSet,
    /// Columns that are not full; none when the game is over.
    open: u64,
    to_move: Role,
    is_won: bool,
}

impl Hash for ConnectFourPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The sum of each column determines its height and its discs.
        self.own.wrapping_add(self.taken).hash(state);
    }
}

/// Dropping a disc into a column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ColumnDrop(u8);

impl Coded for ColumnDrop {
    fn code(self) -> u32 {
        u32::from(self.0)
    }

    fn from_code(code: u32) -> ColumnDrop {
        ColumnDrop(code as u8)
    }
}

impl ColumnDrop {
    /// The column, from 1.
    pub fn column(self) -> u8 {
        self.0 + 1
    }
}

impl ConnectFour {
    /// The default board.
    pub const DEFAULT: Size = Size::new(6, 7);

    /// The rules for a board of at least 4 rows or columns, at most 32 of either,
    /// whose columns, each with a spare square, make at most 128 squares.
    pub fn new(size: Size) -> Result<ConnectFour, GameError> {
        let (rows, columns) = (u32::from(size.rows), u32::from(size.columns));
        let sides = 1..=32;
        if !sides.contains(&rows)
            || !sides.contains(&columns)
            || rows.max(columns) < 4
            || (rows + 1) * columns > 128
        {
            return Err(GameError::BadBoard {
                game: "connect-four".to_owned(),
                board: size.to_string(),
                expected: "write ROWSxCOLS with each at most 32, one of them at least 4 \
                           and (ROWS + 1) * COLS at most 128, as in 6x7"
                    .to_owned(),
            });
        }
        Ok(ConnectFour {
            size,
            spare: (0..columns).fold(0, |set, column| set | 1 << (column * (rows + 1) + rows)),
        })
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    fn stride(&self) -> u32 {
        u32::from(self.size.rows) + 1
    }

    fn all_columns(&self) -> u64 {
        u64::MAX >> (64 - self.size.columns)
    }

    fn bit(&self, square: Square) -> Option<u32> {
        self.size.contains(square).then(|| {
            u32::from(square.column - 1) * self.stride() + u32::from(self.size.rows - square.row)
        })
    }

    /// The role whose disc is on a square.
    pub fn disc_at(&self, position: &ConnectFourPosition, square: Square) -> Option<Role> {
        let bit = self.bit(square)?;
        if position.taken >> bit & 1 == 0 {
            None
        } else if position.own >> bit & 1 == 1 {
            Some(position.to_move)
        } else {
            Some(position.to_move.other())
        }
    }

    /// Whether a set of discs holds four in a row.
    #[inline]
    fn has_four(&self, discs: DiscSet) -> bool {
        let stride = self.stride();
        let line = |shift: u32| {
            let pairs = discs & discs >> shift;
            pairs & pairs >> (2 * shift)
        };
        line(1) | line(stride - 1) | line(stride) | line(stride + 1) != 0
    }

    fn open_columns(&self, taken: DiscSet) -> u64 {
        let top = taken >> (self.size.rows - 1);
        (0..self.size.columns)
            .filter(|&column| top >> (u32::from(column) * self.stride()) & 1 == 0)
            .fold(0, |set, column| set | 1 << column)
    }

    fn position(&self, own: DiscSet, taken: DiscSet, to_move: Role) -> ConnectFourPosition {
        let is_won = self.has_four(taken ^ own);
        ConnectFourPosition {
            own,
            taken,
            open: if is_won { 0 } else { self.open_columns(taken) },
            to_move,
            is_won,
        }
    }

    fn mirrored(&self, position: &ConnectFourPosition) -> ConnectFourPosition {
        let stride = self.stride();
        let column_bits = (1 << stride) - 1;
        let mirror = |set: DiscSet| {
            (0..u32::from(self.size.columns)).fold(0, |image: DiscSet, column| {
                image << stride | set >> (column * stride) & column_bits
            })
        };
        ConnectFourPosition {
            own: mirror(position.own),
            taken: mirror(position.taken),
            open: position.open.reverse_bits() >> (64 - self.size.columns),
            ..*position
        }
    }
}

impl Game for ConnectFour {
    type Position = ConnectFourPosition;
    type Move = ColumnDrop;
    perfect_information!();

    fn name(&self) -> &str {
        "connect-four"
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

    fn initial(&self, _rng: &mut Stream) -> ConnectFourPosition {
        ConnectFourPosition {
            own: 0,
            taken: 0,
            open: self.all_columns(),
            to_move: Role(0),
            is_won: false,
        }
    }

    #[inline]
    fn turn(&self, position: &ConnectFourPosition) -> Turn {
        if position.open == 0 {
            Turn::Over
        } else {
            Turn::Role(position.to_move)
        }
    }

    #[inline]
    fn never_repeats(&self) -> bool {
        true
    }

    fn legal_moves(&self, position: &ConnectFourPosition, moves: &mut Vec<ColumnDrop>) {
        moves.clear();
        moves.extend(bits::members(position.open).map(ColumnDrop));
    }

    #[inline]
    fn random_choice(
        &self,
        view: &ConnectFourPosition,
        _role: Role,
        rng: &mut Stream,
        _scratch: &mut Vec<ColumnDrop>,
    ) -> Option<(ColumnDrop, usize)> {
        bits::draw(view.open, rng).map(|(column, among)| (ColumnDrop(column), among))
    }

    #[inline]
    fn play_unchecked(&self, position: &mut ConnectFourPosition, mv: ColumnDrop) {
        let lowest = u32::from(mv.0) * self.stride();
        // Adding one at the bottom of a column sets its lowest empty bit.
        let disc = position.taken.wrapping_add(1 << (lowest & 127)) & !position.taken;
        let taken = position.taken | disc;
        let moved = position.own | disc;
        let is_won = self.has_four(moved);
        let is_full = disc << 1 & self.spare != 0;
        let open = match (is_won, is_full) {
            (true, _) => 0,
            (false, true) => position.open & !(1 << (mv.0 & 63)),
            (false, false) => position.open,
        };
        *position = ConnectFourPosition {
            own: taken ^ moved,
            taken,
            open,
            to_move: position.to_move.other(),
            is_won,
        };
    }

    #[inline]
    fn goal(&self, position: &ConnectFourPosition, role: Role) -> u8 {
        match (position.is_won, position.to_move == role) {
            (false, _) => 50,
            (true, true) => 0,
            (true, false) => 100,
        }
    }

    #[inline]
    fn is_legal(&self, position: &ConnectFourPosition, mv: ColumnDrop) -> bool {
        position.open >> (mv.0 & 63) & 1 == 1
    }

    fn move_text(&self, mv: ColumnDrop) -> String {
        mv.column().to_string()
    }

    fn parse_move(&self, text: &str) -> Result<ColumnDrop, GameError> {
        match grid::numbers(text, "drop").as_deref() {
            Some(&[column]) if (1..=self.size.columns).contains(&column) => {
                Ok(ColumnDrop(column - 1))
            }
            _ => Err(GameError::BadMove {
                text: text.trim().to_owned(),
                expected: format!("write a column from 1 to {}", self.size.columns),
            }),
        }
    }

    fn position_text(&self, position: &ConnectFourPosition) -> String {
        let board = grid::draw(self.size, ColumnNames::Numbers, |square| {
            match self.disc_at(position, square) {
                Some(role) => DISCS[role.index()],
                None => '.',
            }
        });
        let is_over = self.turn(position) == Turn::Over;
        board + &grid::to_move_line(NAMES[position.to_move.index()], is_over)
    }

    fn parse_position(&self, text: &str) -> Result<ConnectFourPosition, GameError> {
        let read = grid::read(text, self.size, "ry.")?;
        let mut discs: [DiscSet; 2] = [0; 2];
        for (square, cell) in self.size.squares().zip(&read.cells) {
            if let (Some(bit), Some(role)) =
                (self.bit(square), DISCS.iter().position(|d| d == cell))
            {
                discs[role] |= 1 << bit;
            }
        }
        let [red, yellow] = discs;
        let taken = red | yellow;
        if let Some(column) = (0..self.size.columns).find(|&column| {
            let height = taken >> (u32::from(column) * self.stride()) & ((1 << self.size.rows) - 1);
            height & (height + 1) != 0
        }) {
            return Err(read.wrong(format!("a disc hangs in the air in column {}", column + 1)));
        }
        let (reds, yellows) = (red.count_ones(), yellow.count_ones());
        let to_move = match reds.wrapping_sub(yellows) {
            0 => Role(0),
            1 => Role(1),
            _ => {
                return Err(read.wrong(format!(
                    "{reds} r and {yellows} y are impossible: red begins and they take turns"
                )));
            }
        };
        if let Some(name) = read
            .to_move
            .as_deref()
            .filter(|&n| n != NAMES[to_move.index()])
        {
            return Err(read.wrong(format!(
                "by the number of discs it is {} to move, not {name}",
                NAMES[to_move.index()]
            )));
        }
        let own = discs[to_move.index()];
        if self.has_four(own) {
            return Err(read.wrong(format!(
                "{} has four in a row and the game continued",
                NAMES[to_move.index()]
            )));
        }
        Ok(self.position(own, taken, to_move))
    }

    fn images(&self, position: &ConnectFourPosition) -> Vec<ConnectFourPosition> {
        vec![*position, self.mirrored(position)]
    }

    #[inline]
    fn canonical(&self, position: &ConnectFourPosition) -> ConnectFourPosition {
        self.mirrored(position).min(*position)
    }
}

impl Described for ConnectFour {
    fn facts(&self, position: &ConnectFourPosition) -> Vec<Term> {
        let content = |square| match self.disc_at(position, square) {
            Some(role) => self.role_term(role),
            None => Term::atom("blank"),
        };
        grid::facts(self.size, content, self.role_term(position.to_move))
    }

    fn move_term(&self, mv: ColumnDrop) -> Term {
        Term::compound("drop", [Term::Integer(i64::from(mv.column()))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_in_a_row_wins_in_every_direction() {
        let game = ConnectFour::new(ConnectFour::DEFAULT).expect("6x7");
        for (moves, winner) in [
            ("1 2 1 2 1 2 1", Role(0)),
            ("1 1 2 2 3 3 4", Role(0)),
            ("1 2 2 3 4 3 3 4 4 7 4", Role(0)),
            ("7 6 6 5 4 5 5 4 4 1 4", Role(0)),
            ("7 1 2 1 2 1 2 1", Role(1)),
        ] {
            let mut position = game.initial(&mut stratalog_run::Seed(1).stream(0));
            for text in moves.split(' ') {
                let mv = game.parse_move(text).expect("a column");
                game.play(&mut position, mv).expect("legal");
            }
            assert_eq!(game.turn(&position), Turn::Over, "{moves}");
            assert_eq!(game.goal(&position, winner), 100);
            assert_eq!(game.goal(&position, winner.other()), 0);
        }
    }

    #[test]
    fn a_full_column_is_closed() {
        let game = ConnectFour::new(Size::new(4, 4)).expect("4x4");
        let mut position = game.initial(&mut stratalog_run::Seed(1).stream(0));
        for _ in 0..4 {
            game.play(&mut position, ColumnDrop(0)).expect("legal");
        }
        let error = game.play(&mut position, ColumnDrop(0)).expect_err("full");
        assert_eq!(
            error.to_string(),
            "1 is not legal here; legal moves are 2 3 4"
        );
        // An unchecked illegal move gives some position, but does not crash.
        for _ in 0..20 {
            game.play_unchecked(&mut position, ColumnDrop(0));
            game.play_unchecked(&mut position, ColumnDrop(3));
        }
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = ConnectFour::new(Size::new(4, 4)).expect("4x4");
        for (text, cause) in [
            ("..../r.../..../....", "hangs in the air"),
            ("..../..../..../rr..", "take turns"),
            ("..../..../yyyy/rrrr", "the game continued"),
            ("..../..../..../....\nyellow to move", "it is red to move"),
        ] {
            let error = game.parse_position(text).expect_err(text).to_string();
            assert!(error.contains(cause), "{error}");
        }
    }
}
