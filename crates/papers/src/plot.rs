//! Line plots as SVG: axes, a legend beside the plot, confidence bands.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use stratalog_arena::contest::Record;
use stratalog_arena::error::ArenaError;
use stratalog_game::Outcome;
use stratalog_run::Interval;

/// Colours that people with any kind of colour vision tell apart (Okabe and Ito).
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
];
const INK: RGBColor = RGBColor(51, 51, 51);
const GRID: RGBColor = RGBColor(225, 225, 225);
/// The room for axes and lines.
const SIZE: (u32, u32) = (710, 520);
/// The room for a name in the legend, beside its line, and for each letter.
const LEGEND_MARGIN: usize = 60;
const LETTER: usize = 8;

/// A point of a line and the band around it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Where along the horizontal axis.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// How sure it is.
    pub band: Option<Interval>,
}

/// A line with its name in the legend.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// The name.
    pub name: String,
    /// The points, from left to right.
    pub points: Vec<Point>,
}

/// A plot of lines.
#[derive(Clone, PartialEq, Debug)]
pub struct LinePlot {
    /// What it shows.
    pub title: String,
    /// What the horizontal axis counts.
    pub x_label: String,
    /// What the vertical axis measures.
    pub y_label: String,
    /// The lines.
    pub series: Vec<Series>,
}

/// Plots as one SVG document, one above the other.
pub fn panels(plots: &[LinePlot]) -> Result<String, ArenaError> {
    let ranges: Vec<_> = plots
        .iter()
        .map(LinePlot::ranges)
        .collect::<Result<_, _>>()?;
    let names = plots.iter().flat_map(|plot| &plot.series);
    let longest = names.map(|series| series.name.chars().count()).max();
    let legend = LEGEND_MARGIN + LETTER * longest.unwrap_or(0);
    let width = SIZE.0 + u32::try_from(legend).unwrap_or(0);
    let height = SIZE.1 * u32::try_from(plots.len()).unwrap_or(0);
    let mut svg = String::new();
    let draw = |svg: &mut String| -> Result<(), Box<dyn std::error::Error>> {
        let root = SVGBackend::with_string(svg, (width, height)).into_drawing_area();
        root.fill(&WHITE)?;
        let areas = root.split_evenly((plots.len(), 1));
        for ((plot, (x_range, y_range)), area) in plots.iter().zip(ranges).zip(&areas) {
            plot.draw(area, x_range, y_range)?;
        }
        root.present()?;
        Ok(())
    };
    draw(&mut svg).map_err(|error| ArenaError::NothingToPlot(error.to_string()))?;
    Ok(svg)
}

impl LinePlot {
    /// The plot as an SVG document.
    pub fn svg(&self) -> Result<String, ArenaError> {
        panels(std::slice::from_ref(self))
    }

    /// The ranges of both axes, with a little room above and below the lines.
    fn ranges(&self) -> Result<(Range<f64>, Range<f64>), ArenaError> {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let heights = || {
            points().flat_map(|point| {
                let band = point.band.map(|band| [band.low, band.high]);
                band.into_iter().flatten().chain([point.y])
            })
        };
        let range = |values: &mut dyn Iterator<Item = f64>| {
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            })
        };
        if points().next().is_none() {
            return Err(ArenaError::NothingToPlot("no points".to_owned()));
        }
        if points().any(|point| !point.x.is_finite()) || heights().any(|y| !y.is_finite()) {
            return Err(ArenaError::NothingToPlot(
                "a number is not finite".to_owned(),
            ));
        }
        let (left, right) = range(&mut points().map(|point| point.x));
        let (bottom, top) = range(&mut heights());
        let room = if top > bottom {
            (top - bottom) * 0.05
        } else {
            0.5
        };
        // A plot of rates or sums stands on zero when it comes near.
        let bottom = if bottom >= 0.0 && bottom < 0.5 * top {
            0.0
        } else {
            bottom - room
        };
        let right = if right > left { right } else { left + 1.0 };
        Ok((left..right, bottom..top + room))
    }

    fn draw(
        &self,
        area: &DrawingArea<SVGBackend<'_>, Shift>,
        x_range: Range<f64>,
        y_range: Range<f64>,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let (plot, legend) = area.split_horizontally(SIZE.0);
        let mut chart = ChartBuilder::on(&plot)
            .caption(&self.title, ("sans-serif", 20, &INK))
            .margin(12)
            .x_label_area_size(46)
            .y_label_area_size(64)
            .build_cartesian_2d(x_range, y_range)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(INK)
            .x_labels(8)
            .y_labels(8)
            .label_style(("sans-serif", 13, &INK))
            .axis_desc_style(("sans-serif", 15, &INK))
            .x_desc(&self.x_label)
            .y_desc(&self.y_label)
            .x_label_formatter(&|x| number(*x))
            .y_label_formatter(&|y| number(*y))
            .draw()?;
        for (series, colour) in self.series.iter().zip(COLOURS.iter().cycle()) {
            chart.draw_series(std::iter::once(Polygon::new(
                series.band_outline(),
                colour.mix(0.18),
            )))?;
        }
        for (series, colour) in self.series.iter().zip(COLOURS.iter().cycle()) {
            let line = series.points.iter().map(|point| (point.x, point.y));
            chart.draw_series(LineSeries::new(line, colour.stroke_width(2)))?;
        }
        for (index, (series, colour)) in self.series.iter().zip(COLOURS.iter().cycle()).enumerate()
        {
            let y = 60 + 24 * index as i32;
            legend.draw(&PathElement::new(
                vec![(4, y), (30, y)],
                colour.stroke_width(3),
            ))?;
            let style = TextStyle::from(("sans-serif", 14).into_font())
                .color(&INK)
                .pos(Pos::new(HPos::Left, VPos::Center));
            legend.draw(&Text::new(series.name.clone(), (38, y), style))?;
        }
        Ok(())
    }
}

impl Series {
    /// The outline of the band: the upper ends from left to right, then the
    /// lower ends back.
    fn band_outline(&self) -> Vec<(f64, f64)> {
        let upper = self
            .points
            .iter()
            .filter_map(|point| Some((point.x, point.band?.high)));
        let lower = self
            .points
            .iter()
            .rev()
            .filter_map(|point| Some((point.x, point.band?.low)));
        upper.chain(lower).collect()
    }
}

/// A number on an axis, without digits that say nothing.
fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    match short {
        "" | "-0" => "0".to_owned(),
        short => short.to_owned(),
    }
}

/// The mean of several runs' curves, the first value at 1, with the interval of
/// the mean; as long as the shortest curve.
pub fn mean_curve(name: &str, runs: &[Vec<f64>]) -> Series {
    let length = runs.iter().map(Vec::len).min().unwrap_or(0);
    let points = (0..length).map(|index| {
        let values: Vec<f64> = runs.iter().map(|run| run[index]).collect();
        Point {
            x: index as f64 + 1.0,
            y: values.iter().sum::<f64>() / values.len() as f64,
            band: Some(Interval::of_mean(&values)),
        }
    });
    Series {
        name: name.to_owned(),
        points: points.collect(),
    }
}

/// How the shares of games won, drawn and lost settle during a match.
pub fn match_plot(title: &str, records: &[Record]) -> LinePlot {
    let series = [Outcome::Win, Outcome::Draw, Outcome::Loss].map(|outcome| Series {
        name: match outcome {
            Outcome::Win => "won",
            Outcome::Draw => "drawn",
            Outcome::Loss => "lost",
        }
        .to_owned(),
        points: running_rate(records, outcome),
    });
    LinePlot {
        title: title.to_owned(),
        x_label: "games".to_owned(),
        y_label: "share of games, with 95% interval".to_owned(),
        series: series.to_vec(),
    }
}

/// The share of games with an outcome after each of some 200 numbers of games.
fn running_rate(records: &[Record], outcome: Outcome) -> Vec<Point> {
    let step = records.len().div_ceil(200).max(1);
    let mut hits = 0;
    let mut points = Vec::new();
    for (index, record) in records.iter().enumerate() {
        hits += u64::from(record.outcome == outcome);
        let games = index as u64 + 1;
        if games.is_multiple_of(step as u64) || index + 1 == records.len() {
            points.push(Point {
                x: games as f64,
                y: hits as f64 / games as f64,
                band: Some(Interval::wilson(hits, games)),
            });
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_on_axes_are_short() {
        let texts = [0.0, -0.0, 1.0, 0.25, 1500.0, -2.5].map(number);
        assert_eq!(texts, ["0", "0", "1", "0.25", "1500", "-2.5"]);
    }

    #[test]
    fn the_mean_of_runs_ends_with_the_shortest() {
        let series = mean_curve("runs", &[vec![1.0, 2.0, 3.0], vec![3.0, 4.0]]);
        let points: Vec<(f64, f64)> = series.points.iter().map(|p| (p.x, p.y)).collect();
        assert_eq!(points, [(1.0, 2.0), (2.0, 3.0)]);
        assert!(series.points[0].band.is_some_and(|band| band.low < 2.0));
    }

    #[test]
    fn a_plot_names_its_axes_and_lines_and_refuses_what_is_not_finite() {
        let mut plot = LinePlot {
            title: "Regret & games <1>".to_owned(),
            x_label: "games played".to_owned(),
            y_label: "cumulative regret".to_owned(),
            series: vec![mean_curve("learner", &[vec![0.0, 1.0], vec![1.0, 2.0]])],
        };
        let svg = plot.svg().expect("it has points");
        for part in ["&lt;1&gt;", "games played", "cumulative regret", "learner"] {
            assert!(svg.contains(part), "{part} is missing");
        }
        plot.series[0].points[0].y = f64::NAN;
        assert!(plot.svg().is_err());
    }
}
