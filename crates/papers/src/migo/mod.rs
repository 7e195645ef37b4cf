//! The MIGO paper (Muggleton and Hocquette, New Generation Computing 2019):
//! win/draw strategies of two-player games by meta-interpretive learning.

mod fig_3;
mod fig_4;
mod fig_5;
mod published;
mod setup;
mod table_2;

use stratalog_run::Interval;

use crate::experiment::{Experiment, Figure};
use crate::figures::{beside_published, curves};
use crate::plot::{LinePlot, Point};
use crate::row::{Row, Unit};

pub(crate) const EXPERIMENTS: [Experiment; 4] = [
    Experiment {
        name: "migo-fig-3",
        about: "Cumulative minimax regret against the number of games",
        source: "MIGO (Muggleton and Hocquette 2019), Fig. 3",
        measure: fig_3::measure,
        figure: regret_curves,
    },
    Experiment {
        name: "migo-table-2",
        about: "CPU seconds of one game, learning included",
        source: "MIGO (Muggleton and Hocquette 2019), Table 2",
        measure: table_2::measure,
        figure: beside_published,
    },
    Experiment {
        name: "migo-fig-4",
        about: "Learned rules and their calls: share of runs that end with each",
        source: "MIGO (Muggleton and Hocquette 2019), Fig. 4",
        measure: fig_4::measure,
        figure: fig_4::diagrams,
    },
    Experiment {
        name: "migo-fig-5",
        about: "Cumulative minimax regret with rules transferred from another game",
        source: "MIGO (Muggleton and Hocquette 2019), Fig. 5",
        measure: fig_5::measure,
        figure: regret_curves,
    },
];

/// The rows `GAME: NAME, after N games` as curves, with a plot for each game.
fn regret_curves(experiment: &Experiment, rows: &[Row]) -> Figure {
    let game = |row: &Row| row.setting.split(": ").next().map(str::to_owned);
    let plots = rows.chunk_by(|row, next| game(row) == game(next));
    let plots = plots.map(|rows| {
        let mut series = curves(rows, |row| {
            let (_, rest) = row.setting.split_once(": ")?;
            let (name, rest) = rest.split_once(", after ")?;
            Some((name, rest.split(' ').next()?.parse().ok()?))
        });
        for curve in &mut series {
            // There is no regret before the first game.
            let none = Interval {
                low: 0.0,
                high: 0.0,
            };
            curve.points.insert(0, Point::new(0.0, 0.0, Some(none)));
        }
        let game = game(&rows[0]).unwrap_or_default();
        LinePlot {
            title: format!("{game} ({})", experiment.name),
            x_label: "games played".to_owned(),
            y_label: "cumulative minimax regret".to_owned(),
            unit: Unit::Number,
            series,
        }
    });
    let plots = plots.filter(|plot| !plot.series.is_empty());
    Figure::Lines(plots.collect())
}
