//! Line plots: axes, confidence bands, a legend beside the plot.

use stratalog_run::Interval;

use super::axis::{Axis, label};
use super::canvas::{Anchor, Canvas, GRID, INK, Place, text_width};
use crate::error::PapersError;
use crate::row::Unit;

/// Colours that people with any kind of colour vision can tell apart (Okabe and
/// Ito).
const COLOURS: [&str; 7] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000",
];

/// The size of a plot without its legend.
const SIZE: Place = (720.0, 480.0);
/// The margins of the axes: left, top, right, bottom.
const LEFT: f64 = 84.0;
const TOP: f64 = 52.0;
const RIGHT: f64 = 20.0;
const BOTTOM: f64 = 64.0;
/// The height of a line of the legend, and the width of its sample.
const LEGEND_ROW: f64 = 24.0;
const SAMPLE: f64 = 26.0;

/// A point of a curve.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Its place on the horizontal axis.
    pub x: f64,
    /// The measured value.
    pub y: f64,
    /// The confidence interval of the value.
    pub band: Option<Interval>,
    /// The published value at this place.
    pub published: Option<f64>,
}

/// A curve with its name in the legend.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// The name.
    pub name: String,
    /// The points, from left to right.
    pub points: Vec<Point>,
}

/// A plot of curves.
#[derive(Clone, PartialEq, Debug)]
pub struct LinePlot {
    /// The title.
    pub title: String,
    /// What the horizontal axis counts.
    pub x_label: String,
    /// What the vertical axis measures.
    pub y_label: String,
    /// How the values are written.
    pub unit: Unit,
    /// The curves.
    pub series: Vec<Series>,
}

/// Plots as one SVG document, one below the other.
pub fn stacked(plots: &[LinePlot]) -> Result<String, PapersError> {
    if plots.is_empty() {
        return Err(PapersError::NothingToPlot("there are no curves"));
    }
    let mut canvas = Canvas::default();
    let mut width: f64 = 0.0;
    for (plot, number) in plots.iter().zip(0u32..) {
        plot.check()?;
        plot.draw(f64::from(number) * SIZE.1, &mut canvas);
        width = width.max(plot.width());
    }
    let titles: Vec<&str> = plots.iter().map(|plot| plot.title.as_str()).collect();
    let height = SIZE.1 * plots.len() as f64;
    Ok(canvas.document((width, height), &titles.join("; ")))
}

impl LinePlot {
    /// The plot as an SVG document.
    pub fn svg(&self) -> Result<String, PapersError> {
        stacked(std::slice::from_ref(self))
    }

    fn points(&self) -> impl Iterator<Item = &Point> {
        self.series.iter().flat_map(|series| &series.points)
    }

    fn has_published(&self) -> bool {
        self.points().any(|point| point.published.is_some())
    }

    fn width(&self) -> f64 {
        let names = self
            .series
            .iter()
            .map(|series| text_width(&series.name, 14));
        let legend = SAMPLE + 20.0 + names.fold(text_width("published", 14), f64::max);
        (SIZE.0 + legend + RIGHT).max(LEFT + text_width(&self.title, 18) + RIGHT)
    }

    fn check(&self) -> Result<(), PapersError> {
        if self.points().next().is_none() {
            return Err(PapersError::NothingToPlot("there are no points"));
        }
        let is_finite = |point: &Point| point.x.is_finite() && point.heights().all(f64::is_finite);
        if !self.points().all(is_finite) {
            return Err(PapersError::NothingToPlot("a number is not finite"));
        }
        Ok(())
    }

    /// Draws the plot, its upper edge at `top`.
    fn draw(&self, top: f64, canvas: &mut Canvas) {
        let x_axis = Axis::exact(self.points().map(|point| point.x));
        let y_axis = Axis::linear(self.points().flat_map(Point::heights));
        let (right, bottom) = (SIZE.0 - RIGHT, top + SIZE.1 - BOTTOM);
        let upper = top + TOP;
        let x = |value: f64| LEFT + x_axis.place(value) * (right - LEFT);
        let y = |value: f64| bottom - y_axis.place(value) * (bottom - upper);
        canvas.text((LEFT, top + 30.0), 18, Anchor::Start, &self.title);
        for tick in y_axis.ticks() {
            let height = y(tick);
            canvas.line(&[(LEFT, height), (right, height)], GRID, 1.0);
            let place = (LEFT - 8.0, height + 4.0);
            canvas.text(place, 13, Anchor::End, &label(tick, self.unit));
        }
        for tick in x_axis.ticks() {
            canvas.line(&[(x(tick), bottom), (x(tick), bottom + 5.0)], INK, 1.0);
            let place = (x(tick), bottom + 20.0);
            canvas.text(place, 13, Anchor::Middle, &label(tick, Unit::Number));
        }
        canvas.line(&[(LEFT, upper), (LEFT, bottom), (right, bottom)], INK, 1.0);
        let middle = ((LEFT + right) / 2.0, bottom + 44.0);
        canvas.text(middle, 15, Anchor::Middle, &self.x_label);
        canvas.upward_text((24.0, (upper + bottom) / 2.0), 15, &self.y_label);
        let coloured = || self.series.iter().zip(COLOURS.iter().cycle());
        for (series, colour) in coloured() {
            let outline = series.band_outline();
            let outline: Vec<Place> = outline.iter().map(|p| (x(p.0), y(p.1))).collect();
            if !outline.is_empty() {
                canvas.area(&outline, colour);
            }
        }
        for (series, colour) in coloured() {
            let points = series.points.iter();
            let line: Vec<Place> = points.map(|point| (x(point.x), y(point.y))).collect();
            canvas.line(&line, colour, 2.0);
            if let [only] = line[..] {
                canvas.dot(only, colour);
            }
            for point in &series.points {
                if let Some(published) = point.published {
                    canvas.diamond((x(point.x), y(published)), colour);
                }
            }
        }
        self.draw_legend((SIZE.0 + 4.0, upper + 8.0), canvas);
    }

    fn draw_legend(&self, (left, top): Place, canvas: &mut Canvas) {
        let mut y = top;
        for (series, colour) in self.series.iter().zip(COLOURS.iter().cycle()) {
            canvas.line(&[(left, y), (left + SAMPLE, y)], colour, 3.0);
            let place = (left + SAMPLE + 8.0, y + 5.0);
            canvas.text(place, 14, Anchor::Start, &series.name);
            y += LEGEND_ROW;
        }
        if self.has_published() {
            canvas.diamond((left + SAMPLE / 2.0, y), INK);
            let place = (left + SAMPLE + 8.0, y + 5.0);
            canvas.text(place, 14, Anchor::Start, "published");
        }
    }
}

impl Point {
    /// A measured value.
    pub fn new(x: f64, y: f64, band: Option<Interval>) -> Point {
        Point {
            x,
            y,
            band,
            published: None,
        }
    }

    fn heights(&self) -> impl Iterator<Item = f64> + use<> {
        let band = self.band.map(|band| [band.low, band.high]);
        let band = band.into_iter().flatten();
        band.chain(self.published).chain([self.y])
    }
}

impl Series {
    /// The outline of the band: the upper ends from left to right, then the
    /// lower ends from right to left.
    fn band_outline(&self) -> Vec<(f64, f64)> {
        let bands = || {
            let points = self.points.iter();
            points.filter_map(|point| Some((point.x, point.band?)))
        };
        let upper = bands().map(|(x, band)| (x, band.high));
        let lower: Vec<(f64, f64)> = bands().map(|(x, band)| (x, band.low)).collect();
        upper.chain(lower.into_iter().rev()).collect()
    }
}

/// The mean of the curves of several runs, with the interval of the mean. The
/// first value is at 1; the result is as long as the shortest curve.
pub fn mean_curve(name: &str, runs: &[Vec<f64>]) -> Series {
    let length = runs.iter().map(Vec::len).min().unwrap_or(0);
    let points = (0..length).map(|index| {
        let values: Vec<f64> = runs.iter().map(|run| run[index]).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        Point::new(index as f64 + 1.0, mean, Some(Interval::of_mean(&values)))
    });
    Series {
        name: name.to_owned(),
        points: points.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_of_runs_ends_with_the_shortest() {
        let series = mean_curve("runs", &[vec![1.0, 2.0, 3.0], vec![3.0, 4.0]]);
        let points: Vec<(f64, f64)> = series.points.iter().map(|p| (p.x, p.y)).collect();
        assert_eq!(points, [(1.0, 2.0), (2.0, 3.0)]);
        assert!(series.points[0].band.is_some_and(|band| band.low < 2.0));
    }

    #[test]
    fn a_plot_names_its_axes_and_curves_and_refuses_numbers_that_are_not_finite() {
        let mut plot = LinePlot {
            title: "Regret & games <1>".to_owned(),
            x_label: "games played".to_owned(),
            y_label: "cumulative regret".to_owned(),
            unit: Unit::Number,
            series: vec![mean_curve("learner", &[vec![0.0, 1.0], vec![1.0, 2.0]])],
        };
        plot.series[0].points[1].published = Some(1.25);
        let svg = plot.svg().expect("it has points");
        for part in [
            "Regret &amp; games &lt;1&gt;",
            "games played",
            "cumulative regret",
            "learner",
            "<polygon",
            "<polyline",
        ] {
            assert!(svg.contains(part), "{part} is missing");
        }
        // One in the plot, one in the legend.
        assert_eq!(svg.matches("class=\"published\"").count(), 2);
        plot.series[0].points[0].y = f64::NAN;
        assert!(plot.svg().is_err());
        plot.series.clear();
        assert!(plot.svg().is_err());
        assert!(stacked(&[]).is_err());
    }
}
