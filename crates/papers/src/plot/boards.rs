//! Boards side by side.

use stratalog_game::Drawing;

use super::canvas::{Anchor, Canvas, text_width};
use crate::error::PapersError;

const COLUMNS: usize = 3;
const MARGIN: f64 = 16.0;
const HEADING: f64 = 36.0;

/// Boards as one SVG document, a few in a row, under a title.
pub fn side_by_side(title: &str, drawings: &[Drawing]) -> Result<String, PapersError> {
    if drawings.is_empty() {
        return Err(PapersError::NothingToPlot("there are no boards"));
    }
    let mut canvas = Canvas::default();
    canvas.text((MARGIN, 24.0), 16, Anchor::Start, title);
    let sizes = drawings.iter().map(|drawing| {
        let (width, height) = drawing.svg_size();
        (width as f64, height as f64)
    });
    let sizes: Vec<(f64, f64)> = sizes.collect();
    let widest = sizes.iter().map(|size| size.0).fold(0.0, f64::max);
    let highest = sizes.iter().map(|size| size.1).fold(0.0, f64::max);
    for (number, drawing) in drawings.iter().enumerate() {
        let (row, column) = (number / COLUMNS, number % COLUMNS);
        let place = (
            MARGIN + column as f64 * widest,
            HEADING + row as f64 * highest,
        );
        canvas.picture(place, &drawing.to_svg());
    }
    let columns = drawings.len().min(COLUMNS) as f64;
    let rows = drawings.len().div_ceil(COLUMNS) as f64;
    let width = (columns * widest).max(text_width(title, 16));
    let size = (width + 2.0 * MARGIN, HEADING + rows * highest + MARGIN);
    Ok(canvas.document(size, title))
}
