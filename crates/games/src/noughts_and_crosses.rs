//! Noughts-and-crosses: three in a row on a 3x3 board.

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

const SIZE: Size = Size::new(3, 3);
const FULL: u16 = 0b111_111_111;
const NAMES: [&str; 2] = ["x", "o"];

/// The rules of noughts-and-crosses; crosses begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoughtsAndCrosses;

/// The marks on the board: a bit for each square, row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct NoughtsPosition {
    marks: [u16; 2],
}

/// Marking a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Marking(u8);

impl Coded for Marking {
    fn code(self) -> u32 {
        u32::from(self.0)
    }

    fn from_code(code: u32) -> Marking {
        Marking(code as u8)
    }
}

impl NoughtsAndCrosses {
    /// The only board.
    pub const DEFAULT: Size = SIZE;

    /// The rules, if the board is 3x3.
    pub fn new(size: Size) -> Result<NoughtsAndCrosses, GameError> {
        if size == SIZE {
            return Ok(NoughtsAndCrosses);
        }
        Err(GameError::BadBoard {
            game: "noughts-and-crosses".to_owned(),
            board: size.to_string(),
            expected: "it is played on 3x3".to_owned(),
        })
    }
}

impl Marking {
    /// The mark on this square, if the board has it.
    pub fn new(square: Square) -> Option<Marking> {
        SIZE.contains(square)
            .then(|| Marking((square.row - 1) * 3 + square.column - 1))
    }

    /// The square that is marked.
    pub fn square(self) -> Square {
        Square::new(self.0 / 3 + 1, self.0 % 3 + 1)
    }
}

/// For each set of squares, whether it contains three in a row.
const HAS_LINE: [bool; 512] = {
    let lines = [
        0b000_000_111,
        0b000_111_000,
        0b111_000_000,
        0b001_001_001,
        0b010_010_010,
        0b100_100_100,
        0b100_010_001,
        0b001_010_100,
    ];
    let mut table = [false; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < 8 {
            table[set] |= set & lines[line] == lines[line];
            line += 1;
        }
        set += 1;
    }
    table
};

impl NoughtsPosition {
    fn taken(self) -> u16 {
        self.marks[0] | self.marks[1]
    }

    /// The role that makes the next mark, even when the game is over.
    fn next_role(self) -> Role {
        Role((self.taken().count_ones() & 1) as u8)
    }

    fn has_line(self, role: Role) -> bool {
        HAS_LINE[usize::from(self.marks[role.index()] & FULL)]
    }

    fn is_over(self) -> bool {
        // Only the role that moved last can have completed a line.
        self.taken() == FULL || self.has_line(self.next_role().other())
    }

    fn open(self) -> u64 {
        if self.is_over() {
            0
        } else {
            u64::from(FULL & !self.taken())
        }
    }

    /// The role that marked a square.
    pub fn mark_at(self, square: Square) -> Option<Role> {
        let mark = Marking::new(square)?;
        (0..2)
            .map(Role)
            .find(|role| self.marks[role.index()] >> mark.0 & 1 == 1)
    }

    /// The position with square i moved to `image[i]`.
    fn rearranged(self, image: &[u8; 9]) -> NoughtsPosition {
        NoughtsPosition {
            marks: self.marks.map(|set| {
                bits::members(u64::from(set)).fold(0, |new, i| new | 1 << image[usize::from(i)])
            }),
        }
    }
}

/// The square that each symmetry of the board maps each square to.
const SYMMETRIES: [[u8; 9]; 8] = {
    let mut table = [[0; 9]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut square = 0;
        while square < 9 {
            let (mut row, mut column) = (square / 3, square % 3);
            if symmetry & 1 != 0 {
                column = 2 - column;
            }
            if symmetry & 2 != 0 {
                row = 2 - row;
            }
            if symmetry & 4 != 0 {
                (row, column) = (column, row);
            }
            table[symmetry as usize][square as usize] = row * 3 + column;
            square += 1;
        }
        symmetry += 1;
    }
    table
};

impl Game for NoughtsAndCrosses {
    type Position = NoughtsPosition;
    type Move = Marking;
    perfect_information!();

    fn name(&self) -> &str {
        "noughts-and-crosses"
    }

    fn board(&self) -> String {
        SIZE.to_string()
    }

    fn role_count(&self) -> usize {
        2
    }

    fn role_name(&self, role: Role) -> &str {
        NAMES[role.index() & 1]
    }

    fn initial(&self, _rng: &mut Stream) -> NoughtsPosition {
        NoughtsPosition::default()
    }

    #[inline]
    fn turn(&self, position: &NoughtsPosition) -> Turn {
        if position.is_over() {
            Turn::Over
        } else {
            Turn::Role(position.next_role())
        }
    }

    #[inline]
    fn never_repeats(&self) -> bool {
        true
    }

    fn legal_moves(&self, position: &NoughtsPosition, moves: &mut Vec<Marking>) {
        moves.clear();
        moves.extend(bits::members(position.open()).map(Marking));
    }

    #[inline]
    fn random_choice(
        &self,
        view: &NoughtsPosition,
        _role: Role,
        rng: &mut Stream,
        _scratch: &mut Vec<Marking>,
    ) -> Option<(Marking, usize)> {
        bits::draw(view.open(), rng).map(|(square, among)| (Marking(square), among))
    }

    #[inline]
    fn play_unchecked(&self, position: &mut NoughtsPosition, mv: Marking) {
        position.marks[position.next_role().index()] |= 1 << mv.0;
    }

    #[inline]
    fn goal(&self, position: &NoughtsPosition, role: Role) -> u8 {
        match (position.has_line(role), position.has_line(role.other())) {
            (true, _) => 100,
            (false, true) => 0,
            (false, false) => 50,
        }
    }

    #[inline]
    fn is_legal(&self, position: &NoughtsPosition, mv: Marking) -> bool {
        position.open() >> mv.0 & 1 == 1
    }

    fn move_text(&self, mv: Marking) -> String {
        let square = mv.square();
        format!("{},{}", square.row, square.column)
    }

    fn parse_move(&self, text: &str) -> Result<Marking, GameError> {
        let square = match grid::numbers(text, "mark").as_deref() {
            Some(&[row, column]) => Marking::new(Square::new(row, column)),
            _ => None,
        };
        square.ok_or_else(|| GameError::BadMove {
            text: text.trim().to_owned(),
            expected: "write row and column from 1 to 3, as in 2,3".to_owned(),
        })
    }

    fn position_text(&self, position: &NoughtsPosition) -> String {
        let board = grid::draw(SIZE, ColumnNames::Numbers, |square| {
            match position.mark_at(square) {
                Some(Role(0)) => 'x',
                Some(_) => 'o',
                None => '.',
            }
        });
        board + &grid::to_move_line(NAMES[position.next_role().index()], position.is_over())
    }

    fn parse_position(&self, text: &str) -> Result<NoughtsPosition, GameError> {
        let read = grid::read(text, SIZE, "xo.")?;
        let mut position = NoughtsPosition::default();
        for (index, mark) in read.cells.iter().enumerate() {
            match mark {
                'x' => position.marks[0] |= 1 << index,
                'o' => position.marks[1] |= 1 << index,
                _ => {}
            }
        }
        position.validate().map_err(|message| read.wrong(message))?;
        if let Some(name) = &read.to_move
            && name != NAMES[position.next_role().index()]
        {
            return Err(read.wrong(format!(
                "by the number of marks it is {} to move, not {name}",
                NAMES[position.next_role().index()]
            )));
        }
        Ok(position)
    }

    fn images(&self, position: &NoughtsPosition) -> Vec<NoughtsPosition> {
        SYMMETRIES
            .iter()
            .map(|symmetry| position.rearranged(symmetry))
            .collect()
    }

    fn canonical(&self, position: &NoughtsPosition) -> NoughtsPosition {
        SYMMETRIES
            .iter()
            .map(|symmetry| position.rearranged(symmetry))
            .min()
            .unwrap_or(*position)
    }
}

impl NoughtsPosition {
    fn validate(self) -> Result<(), String> {
        let [crosses, noughts] = self.marks.map(u16::count_ones);
        if crosses != noughts && crosses != noughts + 1 {
            return Err(format!(
                "{crosses} x and {noughts} o are impossible: x begins and they take turns"
            ));
        }
        if self.has_line(self.next_role()) {
            return Err(format!(
                "{} has three in a row and the game continued",
                NAMES[self.next_role().index()]
            ));
        }
        Ok(())
    }
}

impl Described for NoughtsAndCrosses {
    fn facts(&self, position: &NoughtsPosition) -> Vec<Term> {
        let content = |square| match position.mark_at(square) {
            Some(role) => self.role_term(role),
            None => Term::atom("blank"),
        };
        grid::facts(SIZE, content, self.role_term(position.next_role()))
    }

    fn move_term(&self, mv: Marking) -> Term {
        grid::square_term("mark", mv.square())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_wins_the_game_for_the_role_that_completed_it() {
        let game = NoughtsAndCrosses;
        let position = game.parse_position("xxx/oo./...").expect("legal");
        assert_eq!(game.turn(&position), Turn::Over);
        assert_eq!(game.goal(&position, Role(0)), 100);
        assert_eq!(game.goal(&position, Role(1)), 0);
        assert_eq!(
            game.play(&mut position.clone(), Marking(8)),
            Err(GameError::Over)
        );
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = NoughtsAndCrosses;
        for (text, cause) in [
            ("oo./.../...", "x begins"),
            ("xxx/ooo/...", "the game continued"),
            ("x../.../...\nx to move", "it is o to move"),
            ("x?./.../...", "'?' is not a square"),
        ] {
            let error = game.parse_position(text).expect_err(text).to_string();
            assert!(error.contains(cause), "{error}");
        }
    }
}
