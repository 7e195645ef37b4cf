//! Measured values beside published ones: a row for each, with a dot and its
//! interval for the measured value and a diamond for the published one.

use stratalog_run::Interval;

use super::axis::{Axis, label};
use super::canvas::{Anchor, Canvas, GRID, Place, text_width};
use crate::error::PapersError;
use crate::row::Unit;

const MEASURED: &str = "#0072b2";
const PUBLISHED: &str = "#d55e00";
/// The width of the axis.
const SPAN: f64 = 460.0;
const ROW: f64 = 24.0;
const MARGIN: f64 = 24.0;
/// The height of the title with the legend, and of the labels of an axis.
const HEADING: f64 = 76.0;
const LABELS: f64 = 40.0;

/// A measured value and the published one.
#[derive(Clone, PartialEq, Debug)]
pub struct Dot {
    /// What was measured.
    pub name: String,
    /// The measured value; `None` if it was not measured.
    pub measured: Option<f64>,
    /// Its confidence interval.
    pub band: Option<Interval>,
    /// The published value.
    pub published: Option<f64>,
}

/// Values on one axis.
#[derive(Clone, PartialEq, Debug)]
pub struct Panel {
    /// The values, from top to bottom.
    pub dots: Vec<Dot>,
    /// How the values are written.
    pub unit: Unit,
}

/// Panels of values.
#[derive(Clone, PartialEq, Debug)]
pub struct DotPlot {
    /// The title.
    pub title: String,
    /// The panels, from top to bottom.
    pub panels: Vec<Panel>,
}

impl DotPlot {
    /// The plot as an SVG document.
    pub fn svg(&self) -> Result<String, PapersError> {
        let dots = || self.panels.iter().flat_map(|panel| &panel.dots);
        if dots().flat_map(Dot::values).next().is_none() {
            return Err(PapersError::NothingToPlot("there are no values"));
        }
        if !dots().flat_map(Dot::values).all(f64::is_finite) {
            return Err(PapersError::NothingToPlot("a number is not finite"));
        }
        let names = dots().map(|dot| text_width(&dot.name, 13));
        let left = MARGIN + names.fold(0.0, f64::max) + 12.0;
        let mut canvas = Canvas::default();
        canvas.text((MARGIN, MARGIN + 12.0), 18, Anchor::Start, &self.title);
        draw_legend(&mut canvas);
        let mut top = HEADING;
        for panel in &self.panels {
            top = panel.draw((left, top), &mut canvas);
        }
        let title = 2.0 * MARGIN + text_width(&self.title, 18);
        let width = (left + SPAN + 2.0 * MARGIN).max(title);
        Ok(canvas.document((width, top), &self.title))
    }
}

fn draw_legend(canvas: &mut Canvas) {
    let y = MARGIN + 34.0;
    canvas.dot((MARGIN + 6.0, y), MEASURED);
    let place = (MARGIN + 18.0, y + 4.0);
    canvas.text(place, 13, Anchor::Start, "measured, 95% interval");
    canvas.diamond((MARGIN + 190.0, y), PUBLISHED);
    let place = (MARGIN + 202.0, y + 4.0);
    canvas.text(place, 13, Anchor::Start, "published");
}

impl Dot {
    fn values(&self) -> impl Iterator<Item = f64> + use<> {
        let band = self.band.map(|band| [band.low, band.high]);
        let band = band.into_iter().flatten();
        band.chain(self.published).chain(self.measured)
    }
}

impl Panel {
    /// Draws the panel, its axis at `left` and its upper edge at `top`. Returns
    /// its lower edge.
    fn draw(&self, (left, top): Place, canvas: &mut Canvas) -> f64 {
        if self.dots.iter().flat_map(Dot::values).next().is_none() {
            return top;
        }
        let axis = Axis::fitted(self.dots.iter().flat_map(Dot::values));
        let bottom = top + ROW * self.dots.len() as f64;
        let x = |value: f64| left + SPAN * axis.place(value);
        for tick in axis.ticks() {
            canvas.line(&[(x(tick), top), (x(tick), bottom)], GRID, 1.0);
            let place = (x(tick), bottom + 16.0);
            canvas.text(place, 12, Anchor::Middle, &label(tick, self.unit));
        }
        for (row, dot) in self.dots.iter().enumerate() {
            let y = top + ROW * (row as f64 + 0.5);
            canvas.text((left - 12.0, y + 4.0), 13, Anchor::End, &dot.name);
            if let Some(band) = dot.band {
                canvas.line(&[(x(band.low), y), (x(band.high), y)], MEASURED, 2.0);
            }
            if let Some(published) = dot.published {
                canvas.diamond((x(published), y), PUBLISHED);
            }
            if let Some(measured) = dot.measured {
                canvas.dot((x(measured), y), MEASURED);
            }
        }
        bottom + LABELS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panel(measured: &[f64], unit: Unit) -> Panel {
        let dots = measured.iter().map(|&measured| Dot {
            name: format!("a & {measured}"),
            measured: Some(measured),
            band: Some(Interval {
                low: measured,
                high: measured,
            }),
            published: Some(measured),
        });
        Panel {
            dots: dots.collect(),
            unit,
        }
    }

    fn plot(panels: Vec<Panel>) -> DotPlot {
        DotPlot {
            title: "values".to_owned(),
            panels,
        }
    }

    #[test]
    fn each_value_gets_a_dot_a_diamond_and_its_name() {
        let panels = vec![
            panel(&[0.5, 0.25], Unit::Share),
            panel(&[3.0], Unit::Number),
        ];
        let svg = plot(panels).svg().expect("values");
        // The legend has one of each.
        assert_eq!(svg.matches("<circle").count(), 4);
        assert_eq!(svg.matches("class=\"published\"").count(), 4);
        assert!(svg.contains("a &amp; 0.25") && svg.contains(">50%<"));
    }

    #[test]
    fn a_value_that_was_not_measured_gets_its_diamond_only() {
        let mut panel = panel(&[3.0, 4.0], Unit::Number);
        panel.dots[1].measured = None;
        panel.dots[1].band = None;
        let svg = plot(vec![panel]).svg().expect("values");
        assert_eq!(svg.matches("<circle").count(), 2);
        assert_eq!(svg.matches("class=\"published\"").count(), 3);
    }

    #[test]
    fn a_plot_without_values_or_with_one_that_is_not_finite_is_refused() {
        assert!(plot(vec![]).svg().is_err());
        let infinite = panel(&[f64::NAN], Unit::Number);
        assert!(plot(vec![infinite]).svg().is_err());
    }
}
