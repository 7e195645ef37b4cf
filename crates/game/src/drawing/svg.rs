//! Drawings as SVG: one self-contained picture, readable without colour.

use std::fmt::Write as _;

use super::{Cell, Drawing, Look, Mark};

const SIDE: usize = 32;
const MARGIN: usize = 24;
const LINE: usize = 20;
/// Notes are broken into lines of at most this number of characters.
const LONGEST_LINE: usize = 60;

impl Drawing {
    /// The width and the height of the drawing as SVG.
    pub fn svg_size(&self) -> (usize, usize) {
        let notes = self.wrapped_notes();
        let longest = notes.iter().map(|note| note.chars().count()).max();
        let width = (2 * MARGIN + self.widest() * SIDE).max(2 * MARGIN + longest.unwrap_or(0) * 8);
        let height = 2 * MARGIN + self.rows.len() * SIDE + notes.len() * LINE;
        (width, height)
    }

    /// The number of squares of the longest row.
    fn widest(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    fn wrapped_notes(&self) -> Vec<String> {
        self.notes.iter().flat_map(|note| wrapped(note)).collect()
    }

    /// The drawing as SVG.
    pub fn to_svg(&self) -> String {
        let columns = self.widest();
        let notes = self.wrapped_notes();
        let (width, height) = self.svg_size();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"16\" \
             text-anchor=\"middle\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
        );
        for column in 0..columns {
            let x = MARGIN + column * SIDE + SIDE / 2;
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"16\" font-size=\"11\" fill=\"#666666\">{}</text>",
                self.columns.name(column + 1)
            );
        }
        for (row, cells) in self.rows.iter().enumerate() {
            let y = MARGIN + row * SIDE;
            let _ = writeln!(
                svg,
                "<text x=\"12\" y=\"{}\" font-size=\"11\" fill=\"#666666\">{}</text>",
                y + SIDE / 2 + 4,
                row + 1
            );
            for (column, cell) in cells.iter().enumerate() {
                write_cell(&mut svg, cell, MARGIN + column * SIDE, y);
            }
        }
        let top = MARGIN + self.rows.len() * SIDE;
        for (index, note) in notes.iter().enumerate() {
            let _ = writeln!(
                svg,
                "<text x=\"{MARGIN}\" y=\"{}\" font-size=\"14\" text-anchor=\"start\" \
                 fill=\"#222222\">{}</text>",
                top + (index + 1) * LINE,
                escaped(note)
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// A note in lines that are not much wider than a board.
fn wrapped(note: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in note.split_whitespace() {
        let last = lines.last_mut().expect("there is always a line");
        if last.is_empty() {
            *last = word.to_owned();
        } else if last.chars().count() + 1 + word.chars().count() <= LONGEST_LINE {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

fn write_cell(svg: &mut String, cell: &Cell, x: usize, y: usize) {
    let fill = match (cell.mark, cell.look) {
        (Some(Mark::Safe), _) => "#cdebd0",
        (Some(Mark::Danger), _) => "#f6cfc9",
        (Some(Mark::Reason), _) => "#fdf0c4",
        (Some(Mark::Move), _) => "#cfe3f7",
        (None, Look::Covered) => "#d7d7d7",
        (None, Look::Plain) => "#f7f7f7",
    };
    let _ = writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\" \
         stroke=\"#8a8a8a\"/>"
    );
    if cell.piece.is_some() {
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" fill=\"#222222\">{}</text>",
            x + SIDE / 2,
            y + SIDE / 2 + 6,
            escaped(&cell.symbol.to_string())
        );
    }
    if let Some(label) = &cell.label {
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" font-size=\"10\" fill=\"#222222\">{}</text>",
            x + SIDE / 2,
            y + SIDE - 4,
            escaped(label)
        );
    }
    // A shape beside the colour: a picture must be readable without it.
    let shape = match cell.mark {
        Some(Mark::Safe) => Some(format!("M{} {}l4 4l6 -8", x + 4, y + 10)),
        Some(Mark::Danger) => Some(format!("M{} {}l8 8m0 -8l-8 8", x + 4, y + 4)),
        Some(Mark::Reason) => Some(format!("M{} {}h8", x + 4, y + 6)),
        Some(Mark::Move) => Some(format!(
            "M{} {}h{}v{}h-{}z",
            x + 3,
            y + 3,
            SIDE - 6,
            SIDE - 6,
            SIDE - 6
        )),
        None => None,
    };
    if let Some(shape) = shape {
        let _ = writeln!(
            svg,
            "<path d=\"{shape}\" fill=\"none\" stroke=\"#333333\" stroke-width=\"1.5\"/>"
        );
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_notes_are_broken_at_spaces() {
        let note = "one ".repeat(40);
        let lines = wrapped(&note);
        assert!(lines.len() > 2 && lines.iter().all(|line| line.len() <= LONGEST_LINE));
        assert_eq!(lines.join(" "), note.trim_end());
        assert_eq!(wrapped("white to move"), ["white to move"]);
    }
}
