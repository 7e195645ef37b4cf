//! A session as a person at a board sees it: the position, every legal move with
//! the squares it starts from and ends on, and the mines once a game of
//! Minesweeper is over.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use stratalog_game::{Drawing, Game, Outcome, Role, Snapshot, Square};
use stratalog_minesweeper::{Status, Sweep};

use crate::session::Session;

/// Positions with more legal moves are not tried out move by move: a person
/// chooses from the list.
const MOST_TRIED: usize = 600;

/// What a person sees of a session.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Seat {
    /// The game.
    pub game: String,
    /// Its board.
    pub board: String,
    /// The names of the roles.
    pub roles: Vec<String>,
    /// The players that can be asked or played against, by name.
    pub players: Vec<String>,
    /// The player whose advice is worth most.
    pub adviser: String,
    /// What the role to move sees, as the text that other calls read.
    pub position: String,
    /// The board, the moves made and the moves there are.
    #[serde(flatten)]
    pub snapshot: Snapshot,
    /// The legal moves with their squares.
    pub choices: Vec<MoveChoice>,
    /// How the game ended for each role, once it is over.
    pub outcomes: Option<Vec<Outcome>>,
    /// Where the mines were, once a game of Minesweeper is over.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub mines: Option<Vec<Square>>,
    /// The mine that was opened, where that ended the game.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub exploded: Option<Square>,
}

/// A legal move, and the squares to click for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MoveChoice {
    /// The move as it is written.
    #[serde(rename = "move")]
    pub mv: String,
    /// The square that the move empties, as when a piece leaves it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub from: Option<Square>,
    /// The square that the move fills, or whose piece it replaces.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub to: Option<Square>,
}

impl Session {
    /// What a person sees of the session.
    pub fn seat(&self) -> Seat {
        let game = self.game();
        let roles = || (0..game.role_count() as u8).map(Role);
        let outcomes: Option<Vec<Outcome>> = roles().map(|role| self.outcome(role)).collect();
        let snapshot = self.snapshot();
        let sweep = self.position().downcast::<Sweep>();
        let grid = sweep.map(|sweep| sweep.view().grid());
        let field = sweep.filter(|_| outcomes.is_some()).and_then(Sweep::field);
        Seat {
            game: game.name().to_owned(),
            board: game.board(),
            roles: roles()
                .map(|role| game.role_name(role).to_owned())
                .collect(),
            players: self.players(),
            adviser: self.adviser().to_owned(),
            position: self.view_text(),
            choices: self.choices(&snapshot),
            snapshot,
            outcomes,
            mines: grid.zip(field).map(|(grid, field)| {
                let mines = grid.sites().filter(|&site| field.is_mine(site));
                mines.map(|site| grid.square(site)).collect()
            }),
            exploded: sweep
                .zip(grid)
                .and_then(|(sweep, grid)| match sweep.status() {
                    Status::Lost(site) => Some(grid.square(site)),
                    Status::Playing | Status::Won => None,
                }),
        }
    }

    /// The legal moves with the squares that each changes. Moves of a game that
    /// hides something are not tried out: that would show what is hidden.
    fn choices(&self, snapshot: &Snapshot) -> Vec<MoveChoice> {
        let is_tried = self.game().is_open() && snapshot.legal_moves.len() <= MOST_TRIED;
        let moves = snapshot.legal_moves.iter();
        moves
            .map(|mv| {
                let after = is_tried.then(|| self.drawing_after(mv)).flatten();
                let change = after.map(|after| Change::between(&snapshot.drawing, &after));
                let change = change.unwrap_or_default();
                MoveChoice {
                    mv: mv.clone(),
                    from: change.from,
                    to: change.to,
                }
            })
            .collect()
    }
}

/// The squares to click for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Change {
    from: Option<Square>,
    to: Option<Square>,
}

impl Change {
    /// What changed between two drawings of a board. The square that was empty
    /// and is no longer so counts before squares whose piece is another: a disc
    /// is placed, others are turned over.
    fn between(before: &Drawing, after: &Drawing) -> Change {
        let (mut from, mut filled, mut replaced) = (None, None, None);
        for (row, (old, new)) in (1..=u8::MAX).zip(before.rows.iter().zip(&after.rows)) {
            for (column, (old, new)) in (1..=u8::MAX).zip(old.iter().zip(new)) {
                let square = Square::new(row, column);
                match (&old.piece, &new.piece) {
                    (old, new) if old == new => {}
                    (Some(_), None) => from = from.or(Some(square)),
                    (None, Some(_)) => filled = filled.or(Some(square)),
                    _ => replaced = replaced.or(Some(square)),
                }
            }
        }
        Change {
            from,
            to: filled.or(replaced),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Choice;
    use stratalog_run::{Control, Seed};

    fn seat(game: &str, moves: &[&str]) -> Seat {
        let mut session = Session::new(&Choice::named(game), Seed(1)).expect("a listed game");
        for mv in moves {
            session.play(mv).expect("a legal move");
        }
        session.seat()
    }

    #[test]
    fn a_placed_piece_has_one_square_and_a_moved_piece_two() {
        let noughts = seat("noughts-and-crosses", &[]);
        assert_eq!(noughts.choices.len(), 9);
        assert!(noughts.choices.iter().all(|choice| choice.from.is_none()));
        let targets: Vec<_> = noughts.choices.iter().filter_map(|c| c.to).collect();
        assert_eq!(targets.len(), 9);
        let hexapawn = seat("hexapawn", &[]);
        for choice in &hexapawn.choices {
            assert!(choice.from.is_some() && choice.to.is_some(), "{choice:?}");
        }
    }

    #[test]
    fn a_disc_that_turns_others_over_is_clicked_where_it_is_placed() {
        let othello = seat("othello", &[]);
        let mut targets: Vec<_> = othello.choices.iter().filter_map(|c| c.to).collect();
        targets.sort_by_key(|square| (square.row, square.column));
        targets.dedup();
        assert_eq!(targets.len(), othello.choices.len());
    }

    #[test]
    fn mines_are_shown_only_once_the_game_is_over() {
        let choice = Choice {
            board: Some("4x4/10".to_owned()),
            ..Choice::named("minesweeper")
        };
        let mut session = Session::new(&choice, Seed(1)).expect("a board");
        assert!(session.seat().choices.iter().all(|c| c.to.is_none()));
        while session.to_move().is_some() {
            assert_eq!(session.seat().mines, None);
            session
                .let_move("random", &Control::default())
                .expect("there is a move");
        }
        let over = session.seat();
        assert_eq!(over.mines.map(|mines| mines.len()), Some(10));
    }
}
