//! The Zenith paper (Fawcett, Computational Intelligence 1996): features of
//! Othello, discovered from its rules.
//!
//! The paper limits the time of an evaluation in milliseconds of its machine.
//! Here the limit is in solver steps, so that runs repeat: 4 steps for a
//! millisecond. The paper abstracts expensive features only, and reports mobility
//! features abstracted down to pairs of adjacent squares. Those take some 450
//! steps here, so a tenth of the lower limits must be below that.

mod accuracy;
mod boards;
mod discoveries;
mod fig_7;
mod fig_9;
mod known;
mod tables;

use crate::experiment::{Experiment, Figure};
use crate::figures::{beside_published, curves, title};
use crate::plot::LinePlot;
use crate::row::{Row, Unit};

pub(crate) const EXPERIMENTS: [Experiment; 11] = [
    Experiment {
        name: "zenith-table-2",
        about: "Othello features with a linear threshold unit: generated, active, accuracy",
        source: "Zenith (Fawcett 1996), Table 2",
        measure: tables::table_2,
        figure: beside_published,
    },
    Experiment {
        name: "zenith-table-3",
        about: "The number of features each transformation generated",
        source: "Zenith (Fawcett 1996), Table 3",
        measure: tables::table_3,
        figure: beside_published,
    },
    Experiment {
        name: "zenith-table-4",
        about: "Othello features with decision trees: generated, active, accuracy",
        source: "Zenith (Fawcett 1996), Table 4",
        measure: tables::table_4,
        figure: beside_published,
    },
    Experiment {
        name: "zenith-fig-5",
        about: "One formula with four lists of variables, on a board",
        source: "Zenith (Fawcett 1996), Figure 5",
        measure: boards::measure_5,
        figure: boards::fig_5,
    },
    Experiment {
        name: "zenith-fig-6",
        about: "Accuracy by cycle with a linear threshold unit",
        source: "Zenith (Fawcett 1996), Figure 6",
        measure: accuracy::fig_6,
        figure: by_cycle,
    },
    Experiment {
        name: "zenith-fig-7",
        about: "Games won against ORFEO by cycle",
        source: "Zenith (Fawcett 1996), Figure 7",
        measure: fig_7::measure,
        figure: by_cycle,
    },
    Experiment {
        name: "zenith-fig-8",
        about: "Accuracy by cycle with decision trees",
        source: "Zenith (Fawcett 1996), Figure 8",
        measure: accuracy::fig_8,
        figure: by_cycle,
    },
    Experiment {
        name: "zenith-fig-9",
        about: "Known and novel features that were derived",
        source: "Zenith (Fawcett 1996), Figure 9",
        measure: fig_9::measure,
        figure: fig_9::derivations,
    },
    Experiment {
        name: "zenith-fig-10",
        about: "The Future Mobility feature on a board",
        source: "Zenith (Fawcett 1996), Figure 10",
        measure: boards::measure_10,
        figure: boards::fig_10,
    },
    Experiment {
        name: "zenith-fig-11",
        about: "The Frontier Directions feature on a board",
        source: "Zenith (Fawcett 1996), Figure 11",
        measure: boards::measure_11,
        figure: boards::fig_11,
    },
    Experiment {
        name: "zenith-known",
        about: "The features that the paper names, on one board",
        source: "Zenith (Fawcett 1996), section 6",
        measure: boards::measure_known,
        figure: boards::known_features,
    },
];

/// The rows `LIMIT, cycle N` as a curve for each limit.
fn by_cycle(experiment: &Experiment, rows: &[Row]) -> Figure {
    let series = curves(rows, |row| {
        let (limit, cycle) = row.setting.split_once(", cycle ")?;
        Some((limit, cycle.parse().ok()?))
    });
    Figure::Lines(vec![LinePlot {
        title: title(experiment),
        x_label: "cycle".to_owned(),
        y_label: "share".to_owned(),
        unit: Unit::Share,
        series,
    }])
}
