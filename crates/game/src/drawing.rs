//! Drawings: a board as data, made from what a role sees. Text, SVG and the page
//! are made from it; nothing else turns positions into pictures.

mod svg;
mod text;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use stratalog_run::Event;

use crate::grid::{Size, Square};

/// A board to be shown, and lines of text below it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Drawing {
    /// The squares row by row, where there is a board.
    pub rows: Vec<Vec<Cell>>,
    /// How the columns are named; rows are numbered from 1 at the top.
    #[serde(skip_serializing_if = "has_default_names", default)]
    pub columns: ColumnNames,
    /// What stands below the board: whose turn it is, piles, hands.
    pub notes: Vec<String>,
}

/// How the columns of a board are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ColumnNames {
    /// 1, 2, 3, ...
    #[default]
    Numbers,
    /// a, b, c, ...
    Letters,
}

impl ColumnNames {
    /// The name of a column, counted from 1.
    pub fn name(self, column: usize) -> String {
        match self {
            ColumnNames::Numbers => column.to_string(),
            ColumnNames::Letters => char::from(b'a' + ((column - 1) % 26) as u8).to_string(),
        }
    }
}

fn has_default_names(columns: &ColumnNames) -> bool {
    *columns == ColumnNames::default()
}

/// One square of a drawing.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Cell {
    /// What stands on the square, in one word, as in `white` or `3`; nothing on
    /// an empty square.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub piece: Option<String>,
    /// One character for it in text.
    pub symbol: char,
    /// How the square looks.
    #[serde(skip_serializing_if = "is_plain", default)]
    pub look: Look,
    /// Why the square is pointed at, where it is.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub mark: Option<Mark>,
    /// A few characters written small on the square, as in `12%`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub label: Option<String>,
}

/// How a square looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Look {
    /// Like any square.
    #[default]
    Plain,
    /// Its content is hidden.
    Covered,
}

/// Why a square is pointed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// The last move, or the move that is proposed.
    Move,
    /// Certainly safe.
    Safe,
    /// Certainly a mine, or otherwise to be avoided.
    Danger,
    /// One of the squares a reason rests on.
    Reason,
}

fn is_plain(look: &Look) -> bool {
    *look == Look::Plain
}

impl Drawing {
    /// A board of this size with these squares.
    pub fn board(size: Size, cell: impl Fn(Square) -> Cell) -> Drawing {
        let row = |row| {
            let columns = 1..=size.columns;
            columns
                .map(|column| cell(Square::new(row, column)))
                .collect()
        };
        Drawing {
            rows: (1..=size.rows).map(row).collect(),
            ..Drawing::default()
        }
    }

    /// A board of this size with these pieces: what each is called, and its
    /// letter.
    pub fn of_pieces<'a>(size: Size, piece: impl Fn(Square) -> Option<(&'a str, char)>) -> Drawing {
        Drawing::board(size, |square| match piece(square) {
            Some((name, letter)) => Cell::with_piece(name, letter),
            None => Cell::empty(),
        })
    }

    /// The same with other names of columns.
    pub fn with_columns(self, columns: ColumnNames) -> Drawing {
        Drawing { columns, ..self }
    }

    /// Lines of text without a board.
    pub fn of_text(text: &str) -> Drawing {
        Drawing {
            notes: text.lines().map(str::to_owned).collect(),
            ..Drawing::default()
        }
    }

    /// The same with another line below it.
    pub fn with_note(mut self, note: impl Into<String>) -> Drawing {
        self.notes.push(note.into());
        self
    }

    /// The squares whose pieces differ from those of another drawing of the board.
    pub fn changes(&self, other: &Drawing) -> Vec<Square> {
        let mut squares = Vec::new();
        for (row, (old, new)) in (1..).zip(self.rows.iter().zip(&other.rows)) {
            for (column, (old, new)) in (1..).zip(old.iter().zip(new)) {
                if old.piece != new.piece {
                    squares.push(Square::new(row, column));
                }
            }
        }
        squares
    }

    /// The event that shows this board as an example of a rule or a feature.
    pub fn as_example(&self, name: &str, english: String) -> Event {
        Event::Example {
            name: name.to_owned(),
            english,
            // A drawing consists of lists, texts and names.
            drawing: serde_json::to_value(self).unwrap_or_default(),
        }
    }

    /// Points at a square; nothing happens where the board has no such square.
    pub fn mark(&mut self, square: Square, mark: Mark) {
        if let Some(cell) = self.cell_mut(square) {
            cell.mark = Some(mark);
        }
    }

    /// Writes something small on a square.
    pub fn label(&mut self, square: Square, label: impl Into<String>) {
        if let Some(cell) = self.cell_mut(square) {
            cell.label = Some(label.into());
        }
    }

    fn cell_mut(&mut self, square: Square) -> Option<&mut Cell> {
        let row = self.rows.get_mut(usize::from(square.row).checked_sub(1)?)?;
        row.get_mut(usize::from(square.column).checked_sub(1)?)
    }
}

impl Cell {
    /// An empty square.
    pub fn empty() -> Cell {
        Cell {
            symbol: '.',
            ..Cell::default()
        }
    }

    /// A square with a piece on it.
    pub fn with_piece(piece: impl Into<String>, symbol: char) -> Cell {
        Cell {
            piece: Some(piece.into()),
            symbol,
            ..Cell::default()
        }
    }
}
