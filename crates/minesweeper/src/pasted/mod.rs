//! Positions as people paste them: from a terminal, a chat, another program.
//!
//! The squares may be written with any of the usual characters and emoji, with
//! or without separators, borders and labels of rows and columns. The board may
//! stand on the first line in any usual form, or be given separately. All may stand
//! on one line, with slashes between the rows. Where the board is missing, its size is that of the text and the number of mines is unknown.

mod header;
mod lines;
mod squares;
mod symbol;

use symbol::Legend;

use crate::why::Total;
use crate::{Board, Error, Position, Site, View};

pub(crate) use header::Header;

/// Reads a position. Where the board is given, the text need not repeat it.
pub(crate) fn read(text: &str, given: Option<Header>) -> Result<Position, Error> {
    let mut lines = lines::of(text);
    let place = lines.iter().position(|line| !line.is_blank());
    let place = place.ok_or_else(|| at(1, 1, EMPTY.to_owned()))?;
    let first = lines[place].clone();
    let mut written = Header::on_first_line(&first, &lines[place + 1..])?;
    if written.is_some() {
        lines.drain(..=place);
    } else if let Some(last) = lines.last()
        && let Ok(header) = Header::parse(&last.words().join(" "))
    {
        // Drawings of this program have the board below.
        written = Some(header);
        lines.pop();
    }
    if let (Some(written), Some(given)) = (written, given)
        && !written.agrees_with(given)
    {
        let problem =
            format!("the text is a position of the board {written}, not of {given}: leave one out");
        return Err(at(first.number, 1, problem));
    }
    let last = lines.last().map_or(first.number, |line| line.number);
    let squares = squares::of(&lines, given.or(written))?;
    let header = squares.header(given.or(written), last)?;
    let legend = Legend::of(squares.symbols())?;
    let mines = header.mines.unwrap_or(0);
    let board = Board::new(header.rows, header.columns, mines)
        .map_err(|error| at(first.number, 1, error.to_string()))?;
    let mut view = View::covered(board);
    for (index, symbol) in squares.symbols().enumerate() {
        view.set(Site::new(index), legend.cell(symbol));
    }
    let total = match header.mines {
        Some(_) => Total::Known,
        None => Total::Unknown,
    };
    Ok(Position { view, total })
}

const EMPTY: &str = "the position is empty: start with the board, such as 8x8/10";

fn at(line: usize, column: usize, problem: String) -> Error {
    Error::Text {
        line,
        column,
        problem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_numbers_that_no_board_has_take_no_memory() {
        let text = "4294967296 4294967295 3\n1 . .\n.\n";
        assert!(read(text, None).is_err());
    }

    #[track_caller]
    fn same(text: &str, board: Option<&str>, expected: &str) {
        let given = board.map(|board| Header::parse(board).expect("a board"));
        let read = read(text, given).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let plain = Position::parse(expected, None).expect("well written");
        assert_eq!(read, plain, "{text}");
    }

    #[test]
    fn any_usual_character_stands_for_a_square() {
        let plain = "2x3/2\n...\n121\n";
        same("⬜⬜⬜\n1️⃣2️⃣1️⃣\n", Some("2x3/2"), plain);
        same("🟦🟦🟦\n１２１\n", Some("2x3/2"), plain);
        same("- - -\n1 2 1\n", Some("2x3/2"), plain);
        same("___\n121\n", Some("2x3/2"), plain);
        same("   \n121\n", Some("2x3/2"), plain);
        same("HHH\n121\n", Some("2x3/2"), plain);
        same(".?.\n121\n", Some("2x3/2"), plain);
        same("2x3/2\n🚩⬜💣\n1 2 1\n", None, "2x3/2\nF.F\n121\n");
    }

    #[test]
    fn the_lighter_of_two_characters_is_an_open_square_without_mines_around() {
        let plain = "3x4/1\n0000\n0111\n01..\n";
        same("    \n 111\n 1##\n", Some("3x4/1"), plain);
        same("....\n.111\n.1##\n", Some("3x4/1"), plain);
        same("⬜⬜⬜⬜\n⬜1️⃣1️⃣1️⃣\n⬜1️⃣🟦🟦\n", Some("3x4/1"), plain);
        same("- - - -\n- 1 1 1\n- 1 ■ ■\n", Some("3x4/1"), plain);
        // With a written zero, both are covered.
        same("2x3/1\n.#1\n011\n", None, "2x3/1\n..1\n011\n");
    }

    #[test]
    fn the_board_may_be_written_in_any_usual_way() {
        let plain = "2x3/2\n...\n121\n";
        for board in [
            "2 3 2",
            "2x3x2",
            "3x2x2",
            "2, 3, 2",
            "3 x 2, 2 mines",
            "2X3/2",
        ] {
            same(&format!("{board}\n...\n121\n"), None, plain);
        }
        same("...\n121\n", None, "2x3/?\n...\n121\n");
        same("2x3\n...\n121\n", None, "2x3/?\n...\n121\n");
        // A row of numbers is not a board.
        same("1 2 1\n. . .\n", None, "2x3/?\n121\n...\n");
    }

    #[test]
    fn labels_borders_and_separators_are_left_out() {
        let plain = "2x3/2\n...\n121\n";
        same("  1 2 3\n1 . . .\n2 1 2 1\n2x3/2\n", Some("2x3/2"), plain);
        same(
            "2x3/2\n+-+-+-+\n|.|.|.|\n+-+-+-+\n|1|2|1|\n+-+-+-+\n",
            None,
            plain,
        );
        same("2x3/2\n.,.,.\n1,2,1\n", None, plain);
        same("| | |1|\n|1|1|1|\n", Some("2x3/1"), "2x3/1\n..1\n111\n");
    }

    #[test]
    fn the_rows_may_stand_on_one_line_with_slashes_between_them() {
        let plain = "2x3/2\n...\n121\n";
        same(".../121", Some("2x3/2"), plain);
        same("2x3/2/.../121\n", None, plain);
        same("2x3/2 .../121", None, plain);
        same("2x3/2\n.../121\n", None, plain);
        same(" . . . / 1 2 1 ", Some("2x3/2"), plain);
        same("⬜⬜⬜/1️⃣2️⃣1️⃣", Some("2x3/2"), plain);
        same("2x3/.../121", None, "2x3/?\n...\n121\n");
        same("2x3/?/.../121", None, "2x3/?\n...\n121\n");
        same(".../121", None, "2x3/?\n...\n121\n");
        let covered = ["........."; 9];
        let rows = covered.join("/");
        let plain = format!("9x9/10\n{}\n", covered.join("\n"));
        same(&format!("beginner {rows}"), None, &plain);
        same(&format!("beginner/{rows}"), None, &plain);
    }

    #[test]
    fn a_mistake_is_reported_with_its_place() {
        let place = |text: &str| match read(text, None) {
            Err(Error::Text { line, column, .. }) => (line, column),
            other => panic!("{text:?} gave {other:?}"),
        };
        assert_eq!(place(""), (1, 1));
        assert_eq!(place("\n \n"), (1, 1));
        assert_eq!(place("2x2/1\n..\n.Q\n"), (3, 2));
        assert_eq!(place("2x2/1\n..\n...\n"), (3, 3));
        assert_eq!(place("2x2/1\n..\n.\n"), (3, 2));
        assert_eq!(place("2x2/1\n..\n"), (3, 1));
        assert_eq!(place("2x2/1\n..\n..\n..\n"), (4, 1));
        assert_eq!(place("2x2/1\n9.\n..\n"), (2, 1));
        assert_eq!(place("0x2/1\n..\n"), (1, 1));
        assert_eq!(place("2x2/9\n..\n..\n"), (1, 1));
        assert_eq!(place("2x2/1/../.Q"), (1, 11));
        assert_eq!(place("2x2/1 ../..."), (1, 12));
        assert_eq!(place("../../."), (1, 8));
        assert_eq!(place("2x2/1/../../.."), (1, 13));
        assert_eq!(place("0x2/1/.."), (1, 1));
        assert_eq!(place("0x2/../.."), (1, 1));
        assert!(read("2x2/1", None).is_err(), "there are no rows");
        assert!(read(".-_\n...\n", None).is_err(), "three kinds of squares");
    }
}
