//! Calling diagrams (Fig. 4b of the MIGO paper): a box for each predicate above
//! the predicates it calls, and an arrow to each of them.

use super::canvas::{Anchor, Canvas, text_width};
use crate::error::PapersError;

/// The smallest width of a box, and its height.
const BOX: (f64, f64) = (108.0, 28.0);
/// The space beside a name in its box.
const PADDING: f64 = 16.0;
/// The space between boxes, horizontally and vertically.
const GAP: (f64, f64) = (30.0, 44.0);
const MARGIN: f64 = 32.0;
/// The distance at which an arrow passes boxes of its own column.
const BOW: f64 = 26.0;
const HEADING: f64 = 34.0;
const FONT: u32 = 13;

/// Which predicates call which.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CallingDiagram {
    /// The title.
    pub title: String,
    /// Pairs of a caller and a predicate it calls.
    pub calls: Vec<(String, String)>,
}

/// A predicate and the place of its box.
struct Placed<'a> {
    name: &'a str,
    /// The row, from the bottom.
    level: usize,
    /// The column, from the left.
    column: usize,
    /// Whether it calls nothing.
    is_leaf: bool,
}

impl CallingDiagram {
    /// Diagrams as one SVG document, one below the other.
    pub fn svg(diagrams: &[CallingDiagram]) -> Result<String, PapersError> {
        if diagrams.iter().all(|diagram| diagram.calls.is_empty()) {
            return Err(PapersError::NothingToPlot("there are no calls"));
        }
        let mut canvas = Canvas::default();
        canvas.define_arrows();
        let (mut width, mut height) = (0.0_f64, MARGIN);
        for diagram in diagrams {
            let placed = diagram.placed();
            let place = (MARGIN, height + 12.0);
            canvas.text(place, 16, Anchor::Start, &diagram.title);
            height += HEADING;
            diagram.draw(&placed, height, &mut canvas);
            let columns = placed.iter().map(|p| p.column + 1).max().unwrap_or(0);
            let levels = placed.iter().map(|p| p.level + 1).max().unwrap_or(0);
            let boxes = columns as f64 * (box_width(&placed) + GAP.0);
            let content = boxes.max(text_width(&diagram.title, 16));
            width = width.max(2.0 * MARGIN + content);
            height += levels as f64 * (BOX.1 + GAP.1);
        }
        let titles: Vec<&str> = diagrams.iter().map(|d| d.title.as_str()).collect();
        Ok(canvas.document((width, height), &titles.join("; ")))
    }

    fn draw(&self, placed: &[Placed<'_>], top: f64, canvas: &mut Canvas) {
        let width = box_width(placed);
        let highest = placed.iter().map(|p| p.level).max().unwrap_or(0);
        let corner = |p: &Placed<'_>| {
            let x = MARGIN + p.column as f64 * (width + GAP.0);
            let y = top + (highest - p.level) as f64 * (BOX.1 + GAP.1);
            (x, y)
        };
        let find = |name: &str| placed.iter().find(|p| p.name == name);
        for (caller, callee) in &self.calls {
            if let (Some(from), Some(to)) = (find(caller), find(callee)) {
                canvas.arrow(&path((from, corner(from)), (to, corner(to)), width));
            }
        }
        for p in placed {
            let (x, y) = corner(p);
            let fill = if p.is_leaf { "#e8e8e8" } else { "#d6e8f5" };
            canvas.rounded_box((x, y), (width, BOX.1), fill, "#0072b2");
            canvas.text((x + width / 2.0, y + 19.0), FONT, Anchor::Middle, p.name);
        }
    }

    /// The predicates with the places of their boxes.
    fn placed(&self) -> Vec<Placed<'_>> {
        let mut names: Vec<&str> = Vec::new();
        for name in self.calls.iter().flat_map(|(from, to)| [from, to]) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        self.as_tree(&names).unwrap_or_else(|| self.in_rows(&names))
    }

    /// The predicates that a predicate calls.
    fn called_by<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let own = self.calls.iter().filter(move |(caller, _)| caller == name);
        own.map(|(_, callee)| callee.as_str())
    }

    /// The layout as a tree, with each predicate above the first it calls.
    /// `None` if a predicate is called twice or there is more than one root.
    fn as_tree(&self, names: &[&str]) -> Option<Vec<Placed<'_>>> {
        let callers = |name: &str| self.calls.iter().filter(|(_, to)| to == name).count();
        let mut tops = self.calls.iter().map(|(from, _)| from.as_str());
        let top = tops.find(|name| callers(name) == 0)?;
        if names.iter().any(|&name| name != top && callers(name) != 1) {
            return None;
        }
        // Levels are counted from the top at first. A column belongs to the
        // first branch that reaches down it.
        let mut placed: Vec<Placed<'_>> = Vec::new();
        let mut columns = 0;
        let mut waiting = vec![(top, 0, None)];
        while let Some((name, level, column)) = waiting.pop() {
            let column = column.unwrap_or(columns);
            columns = columns.max(column + 1);
            let mut below: Vec<_> = self
                .called_by(name)
                .map(|to| (to, level + 1, None))
                .collect();
            if let Some(first) = below.first_mut() {
                first.2 = Some(column);
            }
            let is_leaf = below.is_empty();
            waiting.extend(below.into_iter().rev());
            placed.push(Placed {
                name,
                level,
                column,
                is_leaf,
            });
        }
        let deepest = placed.iter().map(|p| p.level).max()?;
        placed.iter_mut().for_each(|p| p.level = deepest - p.level);
        // Cycles that the root does not reach are not part of the tree.
        (placed.len() == names.len()).then_some(placed)
    }

    /// The layout in rows: predicates that call nothing at the bottom, others one
    /// row above the highest they call.
    fn in_rows<'a>(&'a self, names: &[&'a str]) -> Vec<Placed<'a>> {
        let mut levels = vec![0; names.len()];
        let place = |name: &str| names.iter().position(|n| *n == name).unwrap_or(0);
        // Each pass lifts callers above what they call. In a cycle this never
        // ends, so the number of passes is bounded by the number of names.
        for _ in 0..names.len() {
            for (caller, callee) in self.calls.iter().filter(|(from, to)| from != to) {
                let lifted = (levels[place(callee)] + 1).min(names.len());
                let own = &mut levels[place(caller)];
                *own = lifted.max(*own);
            }
        }
        let mut taken = vec![0; names.len() + 1];
        let placed = names.iter().zip(&levels).map(|(name, &level)| {
            let column = taken[level];
            taken[level] += 1;
            Placed {
                name,
                level,
                column,
                is_leaf: self.called_by(name).next().is_none(),
            }
        });
        placed.collect()
    }
}

/// The path of an arrow from a caller to a predicate it calls, around the boxes
/// between them: straight to the next row, from the side to another column, and
/// along the left edge to a lower row of the same column.
fn path(
    (from, (x1, y1)): (&Placed<'_>, (f64, f64)),
    (to, (x2, y2)): (&Placed<'_>, (f64, f64)),
    width: f64,
) -> String {
    let (centre, middle) = (x2 + width / 2.0, y1 + BOX.1 / 2.0);
    if from.level == to.level + 1 {
        let (start, below) = (x1 + width / 2.0, y1 + BOX.1);
        return format!("M{start:.1} {below}L{centre:.1} {y2}");
    }
    if from.column == to.column {
        let (edge, end) = (x1 - BOW, y2 + BOX.1 / 2.0);
        return format!("M{x1:.1} {middle}C{edge:.1} {middle} {edge:.1} {end} {x2:.1} {end}");
    }
    let side = if to.column > from.column {
        x1 + width
    } else {
        x1
    };
    format!("M{side:.1} {middle}Q{centre:.1} {middle} {centre:.1} {y2}")
}

/// The width of the boxes: enough for the longest name.
fn box_width(placed: &[Placed<'_>]) -> f64 {
    let names = placed.iter().map(|p| text_width(p.name, FONT) + PADDING);
    names.fold(BOX.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagram(calls: &[(&str, &str)]) -> CallingDiagram {
        let own = |(from, to): &(&str, &str)| ((*from).to_owned(), (*to).to_owned());
        CallingDiagram {
            title: "rules & helpers".to_owned(),
            calls: calls.iter().map(own).collect(),
        }
    }

    #[test]
    fn a_caller_stands_above_what_it_calls() {
        let diagram = diagram(&[
            ("win_1", "move"),
            ("win_2", "win_2_1"),
            ("win_2_1", "win_1"),
            ("win_2_1", "move"),
        ]);
        let placed = diagram.placed();
        let level = |name: &str| placed.iter().find(|p| p.name == name).map(|p| p.level);
        let levels = ["move", "win_1", "win_2_1", "win_2"].map(level);
        assert_eq!(levels, [Some(0), Some(1), Some(2), Some(3)]);
        let svg = CallingDiagram::svg(std::slice::from_ref(&diagram)).expect("something to draw");
        assert_eq!(svg.matches("marker-end").count(), 4);
        assert!(svg.contains("rules &amp; helpers") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn a_tree_has_its_root_on_top_and_a_column_for_each_leaf() {
        let diagram = diagram(&[
            ("goal", "a"),
            ("goal", "b"),
            ("a", "c"),
            ("a", "d"),
            ("b", "e"),
        ]);
        let placed = diagram.placed();
        let at = |name: &str| {
            let found = placed.iter().find(|p| p.name == name);
            found.map(|p| (p.level, p.column))
        };
        let expected = [
            ("goal", (2, 0)),
            ("a", (1, 0)),
            ("b", (1, 2)),
            ("d", (0, 1)),
        ];
        for (name, place) in expected {
            assert_eq!(at(name), Some(place), "{name}");
        }
    }

    #[test]
    fn cycles_are_drawn_and_an_empty_diagram_is_refused() {
        let circle = diagram(&[("even", "odd"), ("odd", "even"), ("odd", "odd")]);
        assert!(CallingDiagram::svg(&[circle]).is_ok());
        assert!(CallingDiagram::svg(&[diagram(&[])]).is_err());
    }
}
