//! Calling diagrams as SVG (Fig. 4b of the MIGO paper): a box for each
//! predicate, above those it calls, and a line to each of them.

use std::fmt::Write as _;

use crate::svg;
use stratalog_arena::error::ArenaError;

/// The least width of a box, and its height.
const BOX: (usize, usize) = (108, 28);
/// The width of a letter and of the room beside a name.
const LETTER: usize = 8;
const PADDING: usize = 16;
const GAP: (usize, usize) = (30, 44);
const MARGIN: usize = 32;
/// How far a line that passes by boxes of its column keeps from them.
const BOW: usize = 26;
const HEADING: usize = 34;

/// The head of an arrow.
const ARROW: &str = concat!(
    r##"<defs><marker id="to" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" "##,
    r##"markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#555"/></marker></defs>"##
);

/// Which predicates call which.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CallingDiagram {
    /// What it shows.
    pub title: String,
    /// A caller and what it calls, pair by pair.
    pub calls: Vec<(String, String)>,
}

/// A predicate and where its box stands.
struct Placed<'a> {
    name: &'a str,
    /// The row, from the bottom.
    level: usize,
    /// The column.
    place: usize,
    /// Whether it calls nothing.
    is_last: bool,
}

impl CallingDiagram {
    /// Diagrams as one SVG document, one above the other.
    pub fn svg(diagrams: &[CallingDiagram]) -> Result<String, ArenaError> {
        if diagrams.iter().all(|diagram| diagram.calls.is_empty()) {
            return Err(ArenaError::NothingToPlot(
                "nothing calls anything".to_owned(),
            ));
        }
        let mut body = String::new();
        let (mut width, mut height) = (0, MARGIN);
        for diagram in diagrams {
            let placed = diagram.placed();
            let (x, y) = (MARGIN as f64, (height + 12) as f64);
            body += &svg::text(x, y, 16, "start", &diagram.title);
            height += HEADING;
            diagram.draw(&placed, height, &mut body);
            let wide = placed.iter().map(|p| p.place + 1).max().unwrap_or(0);
            let high = placed.iter().map(|p| p.level + 1).max().unwrap_or(0);
            width = width.max(2 * MARGIN + wide * (box_width(&placed) + GAP.0));
            height += high * (BOX.1 + GAP.1);
        }
        Ok(svg::page(width, height, &format!("{ARROW}\n{body}")))
    }

    fn draw(&self, placed: &[Placed<'_>], top: usize, body: &mut String) {
        let wide = box_width(placed);
        let highest = placed.iter().map(|p| p.level).max().unwrap_or(0);
        let corner = |p: &Placed<'_>| {
            let x = MARGIN + p.place * (wide + GAP.0);
            let y = top + (highest - p.level) * (BOX.1 + GAP.1);
            (x, y)
        };
        let find = |name: &str| placed.iter().find(|p| p.name == name);
        for (caller, callee) in &self.calls {
            if let (Some(from), Some(to)) = (find(caller), find(callee)) {
                let path = line(from, to, corner(from), corner(to), wide);
                let _ = writeln!(
                    body,
                    r##"<path d="{path}" fill="none" stroke="#555" marker-end="url(#to)"/>"##
                );
            }
        }
        for p in placed {
            let (x, y) = corner(p);
            let fill = if p.is_last { "#e8e8e8" } else { "#d6e8f5" };
            let _ = writeln!(
                body,
                r##"<rect x="{x}" y="{y}" width="{}" height="{}" rx="4" fill="{fill}" stroke="#0072b2"/>"##,
                wide, BOX.1
            );
            let (x, y) = ((x + wide / 2) as f64, (y + 19) as f64);
            *body += &svg::text(x, y, 13, "middle", p.name);
        }
    }

    /// The predicates and where they stand.
    fn placed(&self) -> Vec<Placed<'_>> {
        let mut names: Vec<&str> = Vec::new();
        for name in self.calls.iter().flat_map(|(from, to)| [from, to]) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        self.as_tree(&names).unwrap_or_else(|| self.in_rows(&names))
    }

    /// What a predicate calls.
    fn called_by<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let own = self.calls.iter().filter(move |(caller, _)| caller == name);
        own.map(|(_, callee)| callee.as_str())
    }

    /// Where everything is called once, from one predicate that nothing calls: as
    /// a tree from the top, each above the first it calls.
    fn as_tree(&self, names: &[&str]) -> Option<Vec<Placed<'_>>> {
        let callers = |name: &str| self.calls.iter().filter(|(_, to)| to == name).count();
        let mut tops = self.calls.iter().map(|(from, _)| from.as_str());
        let top = tops.find(|name| callers(name) == 0)?;
        if names.iter().any(|&name| name != top && callers(name) != 1) {
            return None;
        }
        // Rows are counted from the top first. A column is taken by the first
        // branch that reaches down it.
        let mut placed: Vec<Placed<'_>> = Vec::new();
        let mut columns = 0;
        let mut waiting = vec![(top, 0, None)];
        while let Some((name, level, column)) = waiting.pop() {
            let place = column.unwrap_or(columns);
            columns = columns.max(place + 1);
            let mut below: Vec<_> = self
                .called_by(name)
                .map(|to| (to, level + 1, None))
                .collect();
            if let Some(first) = below.first_mut() {
                first.2 = Some(place);
            }
            let is_last = below.is_empty();
            waiting.extend(below.into_iter().rev());
            placed.push(Placed {
                name,
                level,
                place,
                is_last,
            });
        }
        let deepest = placed.iter().map(|p| p.level).max()?;
        placed.iter_mut().for_each(|p| p.level = deepest - p.level);
        // Circles that the top does not reach are no part of the tree.
        (placed.len() == names.len()).then_some(placed)
    }

    /// In rows: those that call nothing at the bottom, others one row above the
    /// highest they call.
    fn in_rows<'a>(&'a self, names: &[&'a str]) -> Vec<Placed<'a>> {
        let mut levels = vec![0; names.len()];
        let place = |name: &str| names.iter().position(|n| *n == name).unwrap_or(0);
        // Each pass lifts a caller above what it calls; where predicates call each
        // other in a circle there is no end to that, so there are no more passes
        // than names.
        for _ in 0..names.len() {
            for (caller, callee) in self.calls.iter().filter(|(from, to)| from != to) {
                let lifted = (levels[place(callee)] + 1).min(names.len());
                let own = &mut levels[place(caller)];
                *own = lifted.max(*own);
            }
        }
        let mut taken = vec![0; names.len() + 1];
        let placed = names.iter().zip(&levels).map(|(name, &level)| {
            let place = taken[level];
            taken[level] += 1;
            Placed {
                name,
                level,
                place,
                is_last: self.called_by(name).next().is_none(),
            }
        });
        placed.collect()
    }
}

/// The line from a caller to what it calls, round the boxes between them: to the
/// next row straight, to another column from the side, further down the same
/// column along its left edge.
fn line(
    from: &Placed<'_>,
    to: &Placed<'_>,
    (x1, y1): (usize, usize),
    (x2, y2): (usize, usize),
    wide: usize,
) -> String {
    let (centre, middle) = (x2 + wide / 2, y1 + BOX.1 / 2);
    if from.level == to.level + 1 {
        let (start, below) = (x1 + wide / 2, y1 + BOX.1);
        return format!("M{start} {below}L{centre} {y2}");
    }
    if from.place == to.place {
        let (edge, end) = (x1.saturating_sub(BOW), y2 + BOX.1 / 2);
        return format!("M{x1} {middle}C{edge} {middle} {edge} {end} {x2} {end}");
    }
    let side = if to.place > from.place { x1 + wide } else { x1 };
    format!("M{side} {middle}Q{centre} {middle} {centre} {y2}")
}

/// Wide enough for the longest name.
fn box_width(placed: &[Placed<'_>]) -> usize {
    let longest = placed.iter().map(|p| p.name.chars().count()).max();
    BOX.0.max(longest.unwrap_or(0) * LETTER + PADDING)
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
    fn a_tree_stands_on_its_leaves_and_has_a_column_for_each() {
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
            found.map(|p| (p.level, p.place))
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
    fn predicates_that_call_each_other_are_drawn_and_none_are_refused() {
        let circle = diagram(&[("even", "odd"), ("odd", "even"), ("odd", "odd")]);
        assert!(CallingDiagram::svg(&[circle]).is_ok());
        assert!(CallingDiagram::svg(&[diagram(&[])]).is_err());
    }
}
