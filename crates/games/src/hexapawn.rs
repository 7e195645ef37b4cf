//! Hexapawn on a board of any size up to 64 squares, in two variants that
//! differ in what happens to a player who cannot move.
//!
//! White's pawns start on the bottom row and move up, Black's on the top row and
//! move down; White begins. A pawn moves one square straight ahead to an empty
//! square or captures one square diagonally ahead. Reaching the far row wins.

use stratalog_game::{Coded, Drawing};
use stratalog_logic::Term;

use stratalog_game::bits;
use stratalog_game::described::Described;
use stratalog_game::error::GameError;
use stratalog_game::game::{Game, Role, Turn};
use stratalog_game::grid;
use stratalog_game::grid::{Size, Square};
use stratalog_game::perfect_information;
use stratalog_run::Stream;

const WHITE: Role = Role(0);
const BLACK: Role = Role(1);
const NAMES: [&str; 2] = ["white", "black"];

/// What happens when the player to move has no legal move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stalemate {
    /// The game is drawn, as in the MIGO paper; the game's name is `hexapawn`.
    Draws,
    /// The player loses, as in Gardner's game; its name is `hexapawn-gardner`.
    Loses,
}

/// The rules of Hexapawn for one size and variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hexapawn {
    size: Size,
    stalemate: Stalemate,
    top: u64,
    bottom: u64,
    left: u64,
    right: u64,
}

/// The pawns, a bit for each square row by row from the top left, and who is to
/// move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct HexapawnPosition {
    pawns: [u64; 2],
    to_move: Role,
}

/// A pawn's step or capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PawnMove {
    from: u8,
    to: u8,
}

impl Coded for PawnMove {
    fn code(self) -> u32 {
        u32::from(self.from) << 8 | u32::from(self.to)
    }

    fn from_code(code: u32) -> PawnMove {
        PawnMove {
            from: (code >> 8) as u8,
            to: code as u8,
        }
    }
}

/// The squares that the pawns of the role to move can reach, by direction.
#[derive(Clone, Copy)]
struct Targets {
    ahead: u64,
    to_left: u64,
    to_right: u64,
}

impl Hexapawn {
    /// The default board.
    pub const DEFAULT: Size = Size::new(3, 3);

    /// The rules for a board of at least three rows and at most 64 squares.
    pub fn new(size: Size, stalemate: Stalemate) -> Result<Hexapawn, GameError> {
        if size.rows < 3 || size.columns < 1 || size.area() > 64 {
            return Err(GameError::BadBoard {
                game: Hexapawn::name_of(stalemate).to_owned(),
                board: size.to_string(),
                expected: "write ROWSxCOLS with at least 3 rows, at least 1 column \
                           and at most 64 squares, as in 4x4"
                    .to_owned(),
            });
        }
        let (rows, columns) = (u32::from(size.rows), u32::from(size.columns));
        let top = u64::MAX >> (64 - columns);
        let left = (0..rows).fold(0, |set, row| set | 1 << (row * columns));
        Ok(Hexapawn {
            size,
            stalemate,
            top,
            bottom: top << (columns * (rows - 1)),
            left,
            right: left << (columns - 1),
        })
    }

    /// The name of the game in this variant.
    pub fn name_of(stalemate: Stalemate) -> &'static str {
        match stalemate {
            Stalemate::Draws => "hexapawn",
            Stalemate::Loses => "hexapawn-gardner",
        }
    }

    /// What happens to a player who cannot move.
    pub fn stalemate(&self) -> Stalemate {
        self.stalemate
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The square of a bit.
    fn square(&self, bit: u8) -> Square {
        Square::new(bit / self.size.columns + 1, bit % self.size.columns + 1)
    }

    /// The squares that a pawn moves from and to.
    pub fn squares(&self, step: PawnMove) -> (Square, Square) {
        (self.square(step.from), self.square(step.to))
    }

    /// The move between two squares, if the board has them.
    pub fn step(&self, from: Square, to: Square) -> Option<PawnMove> {
        let bit = |square: Square| {
            self.size
                .contains(square)
                .then(|| (square.row - 1) * self.size.columns + square.column - 1)
        };
        Some(PawnMove {
            from: bit(from)?,
            to: bit(to)?,
        })
    }

    /// The role whose pawn is on a square.
    pub fn pawn_at(&self, position: &HexapawnPosition, square: Square) -> Option<Role> {
        let bit = self.step(square, square)?.from;
        [WHITE, BLACK]
            .into_iter()
            .find(|role| position.pawns[role.index()] >> bit & 1 == 1)
    }

    /// The role with a pawn on its far row.
    #[inline]
    fn winner(&self, position: &HexapawnPosition) -> Option<Role> {
        if position.pawns[0] & self.top != 0 {
            Some(WHITE)
        } else if position.pawns[1] & self.bottom != 0 {
            Some(BLACK)
        } else {
            None
        }
    }

    #[inline]
    fn targets(&self, position: &HexapawnPosition) -> Targets {
        let [white, black] = position.pawns;
        let empty = !(white | black);
        let columns = u32::from(self.size.columns);
        if self.winner(position).is_some() {
            return Targets {
                ahead: 0,
                to_left: 0,
                to_right: 0,
            };
        }
        if position.to_move == WHITE {
            Targets {
                ahead: white >> columns & empty,
                to_left: (white & !self.left) >> columns >> 1 & black,
                to_right: (white & !self.right) >> (columns - 1) & black,
            }
        } else {
            // There is no winner, so that no black pawn is on the bottom row and
            // nothing is shifted off the board.
            Targets {
                ahead: black << columns & empty,
                to_left: (black & !self.left) << (columns - 1) & white,
                to_right: (black & !self.right) << columns << 1 & white,
            }
        }
    }

    /// The square from which a pawn reaches `to`: moving left for -1, straight for 0
    /// and right for 1.
    #[inline]
    fn origin(&self, role: Role, to: u8, sideways: i8) -> u8 {
        let columns = self.size.columns as i8;
        let back = if role == WHITE { columns } else { -columns };
        (to as i8 + back - sideways) as u8
    }

    #[inline]
    fn step_to(&self, role: Role, to: u8, sideways: i8) -> PawnMove {
        PawnMove {
            from: self.origin(role, to, sideways),
            to,
        }
    }

    fn mirrored(&self, position: &HexapawnPosition) -> HexapawnPosition {
        let last = u32::from(self.size.columns) - 1;
        HexapawnPosition {
            pawns: position.pawns.map(|pawns| {
                (0..=last).fold(0, |image, column| {
                    image | (pawns >> column & self.left) << (last - column)
                })
            }),
            to_move: position.to_move,
        }
    }
}

impl Game for Hexapawn {
    type Position = HexapawnPosition;
    type Move = PawnMove;
    perfect_information!();

    fn name(&self) -> &str {
        Hexapawn::name_of(self.stalemate)
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

    fn initial(&self, _rng: &mut Stream) -> HexapawnPosition {
        HexapawnPosition {
            pawns: [self.bottom, self.top],
            to_move: WHITE,
        }
    }

    #[inline]
    fn turn(&self, position: &HexapawnPosition) -> Turn {
        let targets = self.targets(position);
        if targets.ahead | targets.to_left | targets.to_right == 0 {
            Turn::Over
        } else {
            Turn::Role(position.to_move)
        }
    }

    fn never_repeats(&self) -> bool {
        true
    }

    fn legal_moves(&self, position: &HexapawnPosition, moves: &mut Vec<PawnMove>) {
        moves.clear();
        let targets = self.targets(position);
        for (set, sideways) in [
            (targets.to_left, -1),
            (targets.ahead, 0),
            (targets.to_right, 1),
        ] {
            moves.extend(bits::members(set).map(|to| self.step_to(position.to_move, to, sideways)));
        }
        moves.sort_unstable();
    }

    #[inline]
    fn random_choice(
        &self,
        view: &HexapawnPosition,
        _role: Role,
        rng: &mut Stream,
        _scratch: &mut Vec<PawnMove>,
    ) -> Option<(PawnMove, usize)> {
        use rand::RngExt;
        let targets = self.targets(view);
        let ahead = targets.ahead.count_ones();
        let to_left = targets.to_left.count_ones();
        let among = ahead + to_left + targets.to_right.count_ones();
        if among == 0 {
            return None;
        }
        let rank = rng.random_range(0..among);
        let (set, rank, sideways) = if rank < ahead {
            (targets.ahead, rank, 0)
        } else if rank < ahead + to_left {
            (targets.to_left, rank - ahead, -1)
        } else {
            (targets.to_right, rank - ahead - to_left, 1)
        };
        let to = bits::select(set, rank);
        Some((self.step_to(view.to_move, to, sideways), among as usize))
    }

    #[inline]
    fn play_unchecked(&self, position: &mut HexapawnPosition, mv: PawnMove) {
        let mover = position.to_move.index() & 1;
        let target = 1u64 << (mv.to & 63);
        position.pawns[mover] &= !(1u64 << (mv.from & 63));
        position.pawns[mover] |= target;
        position.pawns[mover ^ 1] &= !target;
        position.to_move = position.to_move.other();
    }

    #[inline]
    fn goal(&self, position: &HexapawnPosition, role: Role) -> u8 {
        match (self.winner(position), self.stalemate) {
            (Some(winner), _) if winner == role => 100,
            (Some(_), _) => 0,
            (None, Stalemate::Draws) => 50,
            (None, Stalemate::Loses) if position.to_move == role => 0,
            (None, Stalemate::Loses) => 100,
        }
    }

    #[inline]
    fn is_legal(&self, position: &HexapawnPosition, mv: PawnMove) -> bool {
        let targets = self.targets(position);
        [
            (targets.to_left, -1),
            (targets.ahead, 0),
            (targets.to_right, 1),
        ]
        .into_iter()
        .any(|(set, sideways)| {
            set >> (mv.to & 63) & 1 == 1 && self.step_to(position.to_move, mv.to, sideways) == mv
        })
    }

    fn move_text(&self, mv: PawnMove) -> String {
        let (from, to) = self.squares(mv);
        format!("{},{}-{},{}", from.row, from.column, to.row, to.column)
    }

    fn parse_move(&self, text: &str) -> Result<PawnMove, GameError> {
        let step = match grid::numbers(text, "move").as_deref() {
            Some(&[row, column, to_row, to_column]) => {
                self.step(Square::new(row, column), Square::new(to_row, to_column))
            }
            _ => None,
        };
        step.ok_or_else(|| GameError::BadMove {
            text: text.trim().to_owned(),
            expected: format!(
                "write row,column-row,column of squares on the board {}, as in 3,1-2,1",
                self.size
            ),
        })
    }

    fn position_text(&self, position: &HexapawnPosition) -> String {
        self.drawing(position).to_string()
    }

    fn drawing(&self, position: &HexapawnPosition) -> Drawing {
        let is_over = self.turn(position) == Turn::Over;
        let to_move = self.role_name(position.to_move);
        Drawing::of_pieces(self.size, |square| {
            match self.pawn_at(position, square)? {
                WHITE => Some(("white", 'w')),
                _ => Some(("black", 'b')),
            }
        })
        .with_note(grid::to_move_line(to_move, is_over))
    }

    fn parse_position(&self, text: &str) -> Result<HexapawnPosition, GameError> {
        let read = grid::read(text, self.size, "wb.")?;
        let set = |pawn| {
            let is_pawn = |&(_, &c): &(usize, &char)| c == pawn;
            let cells = read.cells.iter().enumerate();
            cells.filter(is_pawn).fold(0, |set, (i, _)| set | 1u64 << i)
        };
        let pawns = [set('w'), set('b')];
        if let Some(role) = [WHITE, BLACK]
            .into_iter()
            .find(|role| pawns[role.index()].count_ones() > u32::from(self.size.columns))
        {
            return Err(read.wrong(format!(
                "{} has more than {} pawns",
                NAMES[role.index()],
                self.size.columns
            )));
        }
        let arrived = [pawns[0] & self.top != 0, pawns[1] & self.bottom != 0];
        let to_move = match read.to_move.as_deref() {
            Some("white") => WHITE,
            Some("black") => BLACK,
            None if arrived[0] => BLACK,
            None => WHITE,
            Some(other) => {
                return Err(read.wrong(format!("'{other}' is not a role; write white or black")));
            }
        };
        if arrived[to_move.index()] {
            return Err(read.wrong(format!(
                "{} has reached the far row and the game continued",
                NAMES[to_move.index()]
            )));
        }
        Ok(HexapawnPosition { pawns, to_move })
    }

    fn images(&self, position: &HexapawnPosition) -> Vec<HexapawnPosition> {
        vec![*position, self.mirrored(position)]
    }

    #[inline]
    fn canonical(&self, position: &HexapawnPosition) -> HexapawnPosition {
        self.mirrored(position).min(*position)
    }

    fn encode(&self, position: &HexapawnPosition, code: &mut Vec<u64>) -> bool {
        code.extend(position.pawns);
        code.push(u64::from(position.to_move.0));
        true
    }

    fn decode(&self, code: &[u64]) -> Option<HexapawnPosition> {
        let &[white, black, to_move] = code else {
            return None;
        };
        Some(HexapawnPosition {
            pawns: [white, black],
            to_move: Role(u8::try_from(to_move).ok()?),
        })
    }
}

impl Described for Hexapawn {
    fn facts(&self, position: &HexapawnPosition) -> Vec<Term> {
        let content = |square| match self.pawn_at(position, square) {
            Some(role) => self.role_term(role),
            None => Term::atom("blank"),
        };
        grid::facts(self.size, content, self.role_term(position.to_move))
    }

    fn move_term(&self, mv: PawnMove) -> Term {
        let (from, to) = self.squares(mv);
        Term::compound(
            "move",
            [from.row, from.column, to.row, to.column].map(|n| Term::Integer(i64::from(n))),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(game: &Hexapawn, text: &str) -> Vec<String> {
        let position = game.parse_position(text).expect("legal");
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        moves.iter().map(|&mv| game.move_text(mv)).collect()
    }

    #[test]
    fn pawns_step_ahead_and_capture_diagonally() {
        let game = Hexapawn::new(Size::new(3, 3), Stalemate::Draws).expect("3x3");
        assert_eq!(
            moves(&game, "b.b/.b./www"),
            ["3,1-2,1", "3,1-2,2", "3,3-2,2", "3,3-2,3"]
        );
        assert_eq!(
            moves(&game, "bbb/w../.ww\nblack to move"),
            ["1,2-2,1", "1,2-2,2", "1,3-2,3"]
        );
    }

    #[test]
    fn captures_do_not_wrap_around_the_edge() {
        let game = Hexapawn::new(Size::new(3, 3), Stalemate::Draws).expect("3x3");
        assert_eq!(moves(&game, ".../b.b/w.."), Vec::<String>::new());
        assert_eq!(moves(&game, ".../b../..w"), ["3,3-2,3"]);
    }

    #[test]
    fn the_variants_differ_only_in_stalemate() {
        for (stalemate, goal) in [(Stalemate::Draws, 50), (Stalemate::Loses, 0)] {
            let game = Hexapawn::new(Size::new(3, 3), stalemate).expect("3x3");
            let position = game.parse_position(".../b../w..").expect("legal");
            assert_eq!(game.turn(&position), Turn::Over);
            assert_eq!(game.goal(&position, WHITE), goal);
            assert_eq!(game.goal(&position, BLACK), 100 - goal);
        }
    }

    #[test]
    fn moves_are_right_on_the_widest_boards() {
        let game = Hexapawn::new(Size::new(3, 21), Stalemate::Draws).expect("63 squares");
        let mut position = game.initial(&mut stratalog_run::Seed(1).stream(0));
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        assert_eq!(moves.len(), 21);
        game.play(&mut position, moves[20]).expect("legal");
        game.legal_moves(&position, &mut moves);
        assert_eq!(moves.len(), 21);
        for bad in [Size::new(2, 3), Size::new(9, 8), Size::new(3, 0)] {
            assert!(Hexapawn::new(bad, Stalemate::Draws).is_err());
        }
    }
}
