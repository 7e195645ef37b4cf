//! The course of a match.

use stratalog_arena::contest::Record;
use stratalog_game::Outcome;
use stratalog_run::Interval;

use super::lines::{LinePlot, Point, Series};
use crate::row::Unit;

/// The number of points of a curve.
const POINTS: usize = 200;

/// The rates of games won, drawn and lost as the match goes on.
pub fn match_plot(title: &str, records: &[Record]) -> LinePlot {
    let curve = |(outcome, name): (Outcome, &str)| Series {
        name: name.to_owned(),
        points: running_rate(records, outcome),
    };
    let outcomes = [
        (Outcome::Win, "won"),
        (Outcome::Draw, "drawn"),
        (Outcome::Loss, "lost"),
    ];
    LinePlot {
        title: title.to_owned(),
        x_label: "games".to_owned(),
        y_label: "share of games, with 95% interval".to_owned(),
        unit: Unit::Share,
        series: outcomes.map(curve).to_vec(),
    }
}

fn running_rate(records: &[Record], outcome: Outcome) -> Vec<Point> {
    let step = records.len().div_ceil(POINTS).max(1);
    let mut hits = 0;
    let mut points = Vec::new();
    for (record, games) in records.iter().zip(1u64..) {
        hits += u64::from(record.outcome == outcome);
        if games.is_multiple_of(step as u64) || games == records.len() as u64 {
            let rate = hits as f64 / games as f64;
            let band = Interval::wilson(hits, games);
            points.push(Point::new(games as f64, rate, Some(band)));
        }
    }
    points
}
