//! The part of a view that a question is about.

use stratalog_game::Square;

use crate::{Board, Site, View};

/// A rectangle of a view as a view of its own. The number of mines of its board
/// is in proportion.
pub(super) struct Window<'a> {
    of: &'a View,
    pub view: View,
    /// The rows above it and the columns to its left.
    skipped: (u8, u8),
}

impl<'a> Window<'a> {
    /// All of a view.
    pub fn whole(view: &'a View) -> Window<'a> {
        Window {
            of: view,
            view: view.clone(),
            skipped: (0, 0),
        }
    }

    /// The smallest rectangle that holds these squares and their neighbours.
    pub fn around(view: &'a View, sites: impl Iterator<Item = Site>) -> Window<'a> {
        let grid = view.grid();
        let (mut rows, mut columns) = ((u8::MAX, 0), (u8::MAX, 0));
        for site in sites {
            let Square { row, column } = grid.square(site);
            rows = (rows.0.min(row), rows.1.max(row));
            columns = (columns.0.min(column), columns.1.max(column));
        }
        let [rows, columns] =
            [(rows, grid.rows()), (columns, grid.columns())].map(|((first, last), most)| {
                let last = (usize::from(last) + 1).min(most);
                let skipped = usize::from(first.saturating_sub(2));
                (skipped.min(last - 1), last)
            });
        let (height, width) = (rows.1 - rows.0, columns.1 - columns.0);
        let mines = view.board().mines() * height * width / grid.len();
        let Ok(board) = Board::new(height, width, mines) else {
            return Window::whole(view);
        };
        let mut window = Window {
            of: view,
            view: View::covered(board),
            skipped: (rows.0 as u8, columns.0 as u8),
        };
        for row in 0..height {
            for column in 0..width {
                let site = Site::new((rows.0 + row) * grid.columns() + columns.0 + column);
                window.view.set(window.site(site), view.cell(site));
            }
        }
        window
    }

    /// The place in the window of a square of the whole view.
    pub fn site(&self, site: Site) -> Site {
        let Square { row, column } = self.of.grid().square(site);
        let (row, column) = (row - 1 - self.skipped.0, column - 1 - self.skipped.1);
        Site::new(usize::from(row) * self.view.board().columns() + usize::from(column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_shows_the_squares_and_their_neighbours() {
        let view: View = "4x5/6\n.....\n.12F.\n.....\n....3\n"
            .parse()
            .expect("a position");
        let cut = |sites: &[usize]| {
            let sites = sites.iter().map(|&site| Site::new(site));
            Window::around(&view, sites).view.to_string()
        };
        assert_eq!(cut(&[6]), "3x3/2\n...\n.12\n...\n");
        assert_eq!(cut(&[19]), "2x2/1\n..\n.3\n");
        assert_eq!(cut(&[0, 13]), "4x5/6\n.....\n.12F.\n.....\n....3\n");
        assert_eq!(cut(&[]), "1x1/0\n.\n");
        let window = Window::around(&view, [Site::new(19)].into_iter());
        assert_eq!(window.site(Site::new(18)), Site::new(2));
    }
}
