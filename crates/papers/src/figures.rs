//! From rows to figures: what the figures of several experiments share.

use crate::experiment::{Experiment, Figure};
use crate::plot::{CallingDiagram, Dot, DotPlot, Panel, Point, Series};
use crate::row::Row;

/// The rows in order, measured beside published, with a panel for each sequence
/// of rows in the same unit.
pub(crate) fn beside_published(experiment: &Experiment, rows: &[Row]) -> Figure {
    let dot = |row: &Row| Dot {
        name: row.setting.clone(),
        measured: row.measured,
        band: row.ci95,
        published: row.published,
    };
    let panels = rows.chunk_by(|row, next| row.unit == next.unit);
    let panels = panels.map(|rows| Panel {
        dots: rows.iter().map(dot).collect(),
        unit: rows[0].unit,
    });
    Figure::Dots(DotPlot {
        title: title(experiment),
        panels: panels.collect(),
    })
}

/// The title of a figure.
pub(crate) fn title(experiment: &Experiment) -> String {
    format!("{}: {}", experiment.name, experiment.about)
}

/// A curve for each name. `place` gives a row's name and horizontal place; rows
/// without them are left out.
pub(crate) fn curves(rows: &[Row], place: impl Fn(&Row) -> Option<(&str, f64)>) -> Vec<Series> {
    let mut series: Vec<Series> = Vec::new();
    for row in rows {
        let (Some((name, x)), Some(measured)) = (place(row), row.measured) else {
            continue;
        };
        let point = Point {
            published: row.published,
            ..Point::new(x, measured, row.ci95)
        };
        match series.iter_mut().find(|known| known.name == name) {
            Some(known) => known.points.push(point),
            None => series.push(Series {
                name: name.to_owned(),
                points: vec![point],
            }),
        }
    }
    series
}

/// The calls of the diagram with this title, which is added if necessary.
pub(crate) fn calls_under(
    title: String,
    diagrams: &mut Vec<CallingDiagram>,
) -> &mut Vec<(String, String)> {
    let known = diagrams.iter().position(|diagram| diagram.title == title);
    let place = known.unwrap_or_else(|| {
        let calls = Vec::new();
        diagrams.push(CallingDiagram { title, calls });
        diagrams.len() - 1
    });
    &mut diagrams[place].calls
}
