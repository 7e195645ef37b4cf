//! A position as people hand it over for analysis: a view whose number of mines
//! may be unknown.

use crate::pasted::{self, Header};
use crate::why::{Total, conflict};
use crate::{Error, Site, View};

/// A view, and whether its number of mines is known. Where it is not, the
/// number of mines of the view's board means nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// What is seen.
    pub view: View,
    /// Whether the number of mines is known.
    pub total: Total,
}

impl Position {
    /// Reads a position as people write it: the board on the first line, with
    /// `?` for an unknown number of mines (`4x4/?`), then a line for each row,
    /// in any usual characters or emoji. Where the board is given, the text need
    /// not repeat it; where there is none, the number of mines is unknown.
    pub fn parse(text: &str, board: Option<&str>) -> Result<Position, Error> {
        pasted::read(text, board.map(Header::parse).transpose()?)
    }

    /// The board as it is written, with `?` for an unknown number of mines.
    pub fn board(&self) -> String {
        let board = self.view.board();
        match self.total {
            Total::Known => board.to_string(),
            Total::Unknown => format!("{}x{}/?", board.rows(), board.columns()),
        }
    }

    /// The squares of a smallest set of numbers that cannot all be right, where
    /// the position is contradictory.
    pub fn conflict(&self) -> Option<Vec<Site>> {
        conflict(&self.view, self.total)
    }
}

impl From<View> for Position {
    fn from(view: View) -> Position {
        Position {
            view,
            total: Total::Known,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_stands_in_the_text_or_beside_it() {
        let rows = "..\n1.\n";
        let with = Position::parse(&format!("2x2/1\n{rows}"), None).expect("well written");
        assert_eq!(Position::parse(rows, Some("2x2/1")), Ok(with.clone()));
        let both = Position::parse(&format!("2x2/1\n{rows}"), Some("2x2/1"));
        assert_eq!(both, Ok(with));
        assert!(Position::parse(&format!("2x2/1\n{rows}"), Some("2x2/2")).is_err());
        let unknown = Position::parse(rows, None).expect("well written");
        assert_eq!(unknown.board(), "2x2/?");
    }

    #[test]
    fn the_number_of_mines_may_be_unknown() {
        let position = Position::parse("2x3/?\n1..\n3..\n", None).expect("well written");
        assert_eq!(position.total, Total::Unknown);
        assert_eq!(position.board(), "2x3/?");
        let conflict = position.conflict().expect("it is contradictory");
        assert_eq!(conflict, [Site::new(3)]);
        let fine = Position::parse("2x3/?\n1..\n1..\n", None).expect("well written");
        assert_eq!(fine.conflict(), None);
        assert!(Position::parse("/?\n", None).is_err());
    }
}
