//! Minesweeper as a [`Game`]: one role, the sweeper; the field is hidden.
//!
//! The text of a whole position is that of a view with the hidden part filled
//! in: the rule and the seed stand behind the board (`9x9/10 safe 7`), `*` is a
//! mine and `.` a covered square without one, `X` the mine that was opened;
//! before the first move every square is `?`.

use std::borrow::Cow;
use std::sync::Arc;

use rand::Rng;

use super::{Board, Error, FirstMove, Grid, Position, Site, Status, Sweep, View};
use super::{Cell, Field};
use stratalog_game::drawing::{self, Look, Mark};
use stratalog_game::error::GameError;
use stratalog_game::game::{Game, Role, Turn};
use stratalog_game::grid::{Size, Square};
use stratalog_game::{Described, Drawing};
use stratalog_logic::Term;
use stratalog_run::{Seed, Stream};

/// The rules of Minesweeper on one board.
#[derive(Debug, Clone)]
pub struct Minesweeper {
    board: Board,
    grid: Arc<Grid>,
    first_move: FirstMove,
}

impl Minesweeper {
    /// Minesweeper on this board with this first-move rule.
    pub fn new(board: Board, first_move: FirstMove) -> Minesweeper {
        Minesweeper {
            board,
            grid: Grid::new(board),
            first_move,
        }
    }

    /// The board's size and mines.
    pub fn size(&self) -> Board {
        self.board
    }

    /// What the first move is promised.
    pub fn first_move(&self) -> FirstMove {
        self.first_move
    }

    /// The squares and their neighbours.
    pub fn grid(&self) -> &Arc<Grid> {
        &self.grid
    }

    /// The view before the first move.
    pub fn covered(&self) -> View {
        View::covered_on(self.board, Arc::clone(&self.grid))
    }
}

impl Game for Minesweeper {
    type Position = Sweep;
    type Move = Site;
    type View = View;

    fn name(&self) -> &str {
        "minesweeper"
    }

    fn board(&self) -> String {
        self.board.to_string()
    }

    fn role_count(&self) -> usize {
        1
    }

    fn role_name(&self, _role: Role) -> &str {
        "sweeper"
    }

    fn initial(&self, rng: &mut Stream) -> Sweep {
        let seed = Seed(rng.next_u64());
        Sweep::new(self.board, Arc::clone(&self.grid), self.first_move, seed)
    }

    fn turn(&self, position: &Sweep) -> Turn {
        match position.status() {
            Status::Playing => Turn::Role(Role(0)),
            Status::Won | Status::Lost(_) => Turn::Over,
        }
    }

    fn is_open(&self) -> bool {
        false
    }

    fn never_repeats(&self) -> bool {
        true
    }

    fn legal_moves(&self, position: &Sweep, moves: &mut Vec<Site>) {
        moves.clear();
        if position.status() == Status::Playing {
            moves.extend(position.view().covered_sites());
        }
    }

    fn is_legal(&self, position: &Sweep, mv: Site) -> bool {
        let is_playing = position.status() == Status::Playing;
        is_playing && mv.index() < self.grid.len() && position.view().is_covered(mv)
    }

    fn play_unchecked(&self, position: &mut Sweep, mv: Site) {
        position.open(mv);
    }

    fn goal(&self, position: &Sweep, _role: Role) -> u8 {
        match position.status() {
            Status::Won => 100,
            Status::Playing | Status::Lost(_) => 0,
        }
    }

    fn view<'a>(&self, position: &'a Sweep, _role: Role) -> Cow<'a, View> {
        Cow::Borrowed(position.view())
    }

    fn choices(&self, view: &View, _role: Role, moves: &mut Vec<Site>) {
        moves.clear();
        moves.extend(view.covered_sites());
    }

    fn move_text(&self, mv: Site) -> String {
        let square = self.grid.square(mv);
        format!("{},{}", square.row, square.column)
    }

    fn parse_move(&self, text: &str) -> Result<Site, GameError> {
        let numbers = || {
            let (row, column) = text.split_once([',', ' '])?;
            let square = Square::new(row.trim().parse().ok()?, column.trim().parse().ok()?);
            self.grid.site(square)
        };
        numbers().ok_or_else(|| GameError::BadMove {
            text: text.to_owned(),
            expected: format!(
                "write row,column from 1,1 to {},{}",
                self.board.rows(),
                self.board.columns()
            ),
        })
    }

    fn position_text(&self, position: &Sweep) -> String {
        let mut text = format!("{} {} {}\n", self.board, position.rule(), position.seed().0);
        for site in self.grid.sites() {
            text.push(letter(position, site));
            if (site.index() + 1).is_multiple_of(self.board.columns()) {
                text.push('\n');
            }
        }
        text
    }

    fn view_text(&self, view: &View) -> String {
        view.to_string()
    }

    fn drawing(&self, view: &View) -> Drawing {
        let size = Size::new(self.board.rows() as u8, self.board.columns() as u8);
        Drawing::board(size, |square| {
            let cell = self.grid.site(square).map(|site| view.cell(site));
            match cell.unwrap_or(Cell::Covered) {
                Cell::Covered => drawing::Cell {
                    symbol: '.',
                    look: Look::Covered,
                    ..drawing::Cell::default()
                },
                Cell::Marked => drawing::Cell {
                    look: Look::Covered,
                    ..drawing::Cell::with_piece("flag", 'F')
                },
                Cell::Number(number) => {
                    drawing::Cell::with_piece(number.to_string(), char::from(b'0' + number))
                }
            }
        })
        .with_note(self.board.to_string())
    }

    /// The squares left covered show whether they are mines; the one that was opened
    /// last is marked.
    fn final_drawing(&self, position: &Sweep, role: Role) -> Drawing {
        let mut drawing = self.drawing(&self.view(position, role));
        let is_mine = |site| position.field().is_some_and(|field| field.is_mine(site));
        for site in self.grid.sites().filter(|&site| is_mine(site)) {
            let square = self.grid.square(site);
            let row = drawing.rows.get_mut(usize::from(square.row) - 1);
            if let Some(cell) = row.and_then(|row| row.get_mut(usize::from(square.column) - 1)) {
                *cell = drawing::Cell::with_piece("mine", '*');
            }
            if position.status() == Status::Lost(site) {
                drawing.mark(square, Mark::Danger);
            }
        }
        drawing
    }

    fn parse_view(&self, text: &str) -> Result<View, GameError> {
        let bad = |error: Error| match error {
            Error::Text {
                line,
                column,
                problem,
            } => GameError::BadPosition {
                line,
                message: format!("column {column}: {problem}"),
            },
            other => GameError::BadPosition {
                line: 1,
                message: other.to_string(),
            },
        };
        let position = Position::parse(text, Some(&self.board.to_string())).map_err(bad)?;
        Ok(position.view)
    }

    fn parse_position(&self, text: &str) -> Result<Sweep, GameError> {
        let bad = |line: usize, message: String| GameError::BadPosition { line, message };
        let (head, body) = text.split_once('\n').unwrap_or((text, ""));
        let mut words = head.split_whitespace();
        let expected = format!(
            "expected the board, the rule and a seed, such as '{} safe 1'",
            self.board
        );
        let board = words.next().and_then(|word| word.parse::<Board>().ok());
        let rule = words.next().and_then(|word| word.parse::<FirstMove>().ok());
        let seed = words.next().and_then(|word| word.parse::<u64>().ok());
        let (Some(board), Some(rule), Some(seed)) = (board, rule, seed) else {
            return Err(bad(1, expected));
        };
        if board != self.board {
            return Err(bad(
                1,
                format!("the board is {board}, the game's is {}", self.board),
            ));
        }
        let letters: Vec<char> = body.chars().filter(|c| !c.is_whitespace()).collect();
        if letters.len() != self.grid.len() {
            let message = format!(
                "{} squares were read, the board {board} has {}",
                letters.len(),
                self.grid.len()
            );
            return Err(bad(2, message));
        }
        let mut sweep = Sweep::new(board, Arc::clone(&self.grid), rule, Seed(seed));
        if letters.iter().all(|&letter| letter == '?') {
            return Ok(sweep);
        }
        let is_mine = |site: &Site| matches!(letters[site.index()], '*' | 'X');
        let mines: Vec<Site> = self.grid.sites().filter(is_mine).collect();
        if mines.len() != board.mines() {
            let message = format!(
                "{} mines were read, the board {board} has {}",
                mines.len(),
                board.mines()
            );
            return Err(bad(2, message));
        }
        let field = Field::with_mines(Arc::clone(&self.grid), &mines);
        let mut opened = Vec::new();
        for site in self.grid.sites() {
            let letter = letters[site.index()];
            let line = site.index() / board.columns() + 2;
            match letter {
                '.' | '*' => {}
                'X' => opened.push(site),
                '0'..='8' if field.number(site) == Some(letter as u8 - b'0') => opened.push(site),
                '0'..='8' => {
                    return Err(bad(
                        line,
                        format!(
                            "the {letter} at {} does not count its mines",
                            self.grid.square(site)
                        ),
                    ));
                }
                _ => {
                    return Err(bad(
                        line,
                        format!(
                            "'{letter}' is not a square; squares are written . * X 0 to 8, or all ?"
                        ),
                    ));
                }
            }
        }
        sweep.lay(field, &opened);
        Ok(sweep)
    }
}

impl Described for Minesweeper {
    fn facts(&self, view: &View) -> Vec<Term> {
        let fact = |site: Site| {
            let square = self.grid.square(site);
            let place = [square.row, square.column].map(|at| Term::integer(i64::from(at)));
            match view.cell(site) {
                Cell::Number(number) => {
                    let [row, column] = place;
                    Term::compound("number", [row, column, Term::integer(i64::from(number))])
                }
                Cell::Covered | Cell::Marked => Term::compound("covered", place),
            }
        };
        let mut facts: Vec<Term> = self.grid.sites().map(fact).collect();
        facts.sort();
        facts
    }

    fn move_term(&self, mv: Site) -> Term {
        let square = self.grid.square(mv);
        let place = [square.row, square.column].map(|at| Term::integer(i64::from(at)));
        Term::compound("open", place)
    }
}

fn letter(position: &Sweep, site: Site) -> char {
    let Some(field) = position.field() else {
        return '?';
    };
    match (position.view().cell(site), position.status()) {
        (Cell::Number(number), _) => char::from(b'0' + number),
        (_, Status::Lost(lost)) if lost == site => 'X',
        _ if field.is_mine(site) => '*',
        _ => '.',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;

    #[test]
    fn random_games_end_and_their_positions_read_back() {
        let game = Minesweeper::new("4x5/4".parse().expect("a board"), FirstMove::Safe);
        let mut ends = [0, 0];
        for index in 0..200 {
            let mut rng = Seed(5).stream(index);
            let mut position = game.initial(&mut rng);
            let mut moves = Vec::new();
            while game.turn(&position) != Turn::Over {
                let text = game.position_text(&position);
                assert_eq!(game.parse_position(&text).as_ref(), Ok(&position), "{text}");
                game.legal_moves(&position, &mut moves);
                for site in (0..=game.grid().len()).map(Site::new) {
                    assert_eq!(game.is_legal(&position, site), moves.contains(&site));
                }
                let mv = moves[rng.random_range(0..moves.len())];
                assert_eq!(game.parse_move(&game.move_text(mv)), Ok(mv));
                game.play(&mut position, mv).expect("legal");
            }
            let text = game.position_text(&position);
            assert_eq!(game.parse_position(&text).as_ref(), Ok(&position), "{text}");
            let is_any_legal = game
                .grid()
                .sites()
                .any(|site| game.is_legal(&position, site));
            assert!(!is_any_legal, "{text}");
            ends[usize::from(game.goal(&position, Role(0)) == 100)] += 1;
        }
        assert!(ends[0] > 0 && ends[1] > 0, "{ends:?}");
    }

    #[test]
    fn the_same_stream_gives_the_same_field() {
        let game = Minesweeper::new(Board::BEGINNER, FirstMove::Zero);
        let play = |index| {
            let mut position = game.initial(&mut Seed(3).stream(index));
            game.play_unchecked(&mut position, Site::new(40));
            position
        };
        assert_eq!(play(1), play(1));
        assert_ne!(play(1), play(2));
        assert_eq!(play(1).view().cell(Site::new(40)), Cell::Number(0));
    }
}
