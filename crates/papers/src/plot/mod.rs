//! Figures as SVG. All of them are drawn on one `canvas` and scaled by the
//! same axes:
//!
//! - [`LinePlot`]: curves with confidence bands and a legend;
//! - [`DotPlot`]: measured values beside published ones, a row each;
//! - [`CallingDiagram`]: which predicate calls which;
//! - [`side_by_side()`]: boards with marked squares;
//! - [`match_plot`]: the win, draw and loss rates during a match.

mod axis;
mod boards;
mod calls;
mod canvas;
mod contest;
mod dots;
mod lines;

pub use boards::side_by_side;
pub use calls::CallingDiagram;
pub use contest::match_plot;
pub use dots::{Dot, DotPlot, Panel};
pub use lines::{LinePlot, Point, Series, mean_curve, stacked};
