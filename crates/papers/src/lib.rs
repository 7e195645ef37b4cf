//! The tables and figures of the papers, measured again beside the published
//! values: one module for each experiment, under a module for each paper.
//!
//! - [`Experiment`] is a table or figure; [`experiments`] lists them all;
//! - [`Row`] is a measured value beside the published one;
//! - [`plot`] draws figures as SVG, [`csv`] writes CSV.
//!
//! An experiment consists of pieces of work whose results are saved. It emits a
//! row as soon as it is measured, stops between pieces, and resumes with the
//! same result.
//!
//! ```
//! use stratalog_papers::{Conditions, Experiment, Length};
//! use stratalog_run::{Control, Seed};
//!
//! let experiment = Experiment::named("bssuct-3x3-7")?;
//! let conditions = Conditions {
//!     seed: Seed(1),
//!     length: Length::Quick,
//!     seconds_per_move: None,
//!     runs: None,
//! };
//! let measured = experiment.run(&conditions, &Control::default())?;
//! let centre = &measured.rows[0];
//! assert_eq!((centre.published, centre.measured), (Some(0.125), Some(0.125)));
//! # Ok::<(), stratalog_papers::PapersError>(())
//! ```
//!
//! This crate may use every crate below the library `stratalog`. It must never
//! know a face: it prints nothing and reads no arguments.

mod bssuct;
pub mod csv;
mod error;
mod experiment;
mod figures;
mod measurement;
mod migo;
mod mio;
pub mod plot;
mod report;
mod row;
mod zenith;

pub use error::PapersError;
pub use experiment::{Conditions, Experiment, Length, Measured, results_page};
pub use row::{Row, Unit};

/// All experiments.
pub fn experiments() -> Vec<Experiment> {
    [
        &bssuct::EXPERIMENTS[..],
        &mio::EXPERIMENTS[..],
        &migo::EXPERIMENTS[..],
        &zenith::EXPERIMENTS[..],
    ]
    .concat()
}
