//! `.mbf` files: complete boards as Minesweeper programs exchange them.
//!
//! One byte columns, one byte rows, two bytes mine count (big-endian), then a
//! pair of bytes (column, row, from 0) for each mine.

use super::{Board, Error, Field};

/// The field in a `.mbf` file.
pub fn read_mbf(bytes: &[u8]) -> Result<Field, Error> {
    let &[columns, rows, high, low, ref pairs @ ..] = bytes else {
        return Err(Error::Mbf(format!(
            "it has {} bytes and needs at least 4 (columns, rows, mine count)",
            bytes.len()
        )));
    };
    let mines = usize::from(u16::from_be_bytes([high, low]));
    let board = Board::new(usize::from(rows), usize::from(columns), mines)
        .map_err(|error| Error::Mbf(error.to_string()))?;
    if pairs.len() != 2 * mines {
        return Err(Error::Mbf(format!(
            "its header promises {mines} mines, which take {} bytes, and {} follow",
            2 * mines,
            pairs.len()
        )));
    }
    let places: Vec<(usize, usize)> = pairs
        .chunks_exact(2)
        .map(|pair| (usize::from(pair[1]), usize::from(pair[0])))
        .collect();
    Field::from_places(board, &places)
}

/// The bytes of a `.mbf` file with this field.
pub fn write_mbf(field: &Field) -> Result<Vec<u8>, Error> {
    let board = field.board();
    let too_large = |_| Error::Mbf(format!("{board} is too large: at most 255x255 fits"));
    let columns = u8::try_from(board.columns()).map_err(too_large)?;
    let rows = u8::try_from(board.rows()).map_err(too_large)?;
    let mines = u16::try_from(board.mines()).map_err(too_large)?;
    let mut bytes = vec![columns, rows];
    bytes.extend(mines.to_be_bytes());
    for mine in field.mines() {
        let square = field.grid().square(mine);
        bytes.extend([square.column - 1, square.row - 1]);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_file_survives_reading_and_writing() {
        let bytes = [3, 2, 0, 2, 0, 0, 2, 1];
        let field = read_mbf(&bytes).expect("well made");
        assert_eq!(field.board().to_string(), "2x3/2");
        assert_eq!(write_mbf(&field), Ok(bytes.to_vec()));
    }

    #[test]
    fn broken_files_are_refused() {
        for bytes in [
            &[][..],
            &[3, 2, 0],
            &[3, 2, 0, 2, 0, 0],
            &[3, 2, 0, 1, 3, 0],
            &[3, 2, 0, 2, 1, 1, 1, 1],
            &[0, 2, 0, 0],
        ] {
            assert!(matches!(read_mbf(bytes), Err(Error::Mbf(_))), "{bytes:?}");
        }
    }
}
