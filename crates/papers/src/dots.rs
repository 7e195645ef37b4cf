//! Figures beside published ones as SVG: a row for each, a dot for ours with
//! its interval, a diamond for the published one.

use std::fmt::Write as _;

use crate::svg;
use stratalog_arena::error::ArenaError;
use stratalog_run::Interval;

const OURS: &str = "#0072b2";
const PUBLISHED: &str = "#d55e00";
const GRID: &str = "#e1e1e1";
/// The room for the values, left to right.
const SPAN: f64 = 460.0;
const ROW: f64 = 24.0;
const MARGIN: f64 = 24.0;
/// The room for the title and the legend, and for the axis of a panel.
const HEADING: f64 = 76.0;
const AXIS: f64 = 40.0;
/// The width of a letter of a row's name.
const LETTER: f64 = 7.0;
/// Figures that differ by more than this factor stand on a logarithmic axis.
const WIDE: f64 = 200.0;

/// One figure and what it is held against.
#[derive(Clone, PartialEq, Debug)]
pub struct Dot {
    /// What was measured.
    pub name: String,
    /// Ours.
    pub measured: f64,
    /// How sure it is.
    pub band: Option<Interval>,
    /// The published figure.
    pub published: Option<f64>,
}

/// Figures on one axis.
#[derive(Clone, PartialEq, Debug)]
pub struct Panel {
    /// The figures, from top to bottom.
    pub dots: Vec<Dot>,
    /// Whether the axis is told in percent.
    pub is_share: bool,
}

/// Panels of figures.
#[derive(Clone, PartialEq, Debug)]
pub struct DotPlot {
    /// What it shows.
    pub title: String,
    /// The panels, from top to bottom.
    pub panels: Vec<Panel>,
}

impl DotPlot {
    /// The plot as an SVG document.
    pub fn svg(&self) -> Result<String, ArenaError> {
        let dots = || self.panels.iter().flat_map(|panel| &panel.dots);
        if dots().next().is_none() {
            return Err(ArenaError::NothingToPlot("no figures".to_owned()));
        }
        if dots().any(|dot| !dot.values().all(f64::is_finite)) {
            return Err(ArenaError::NothingToPlot(
                "a number is not finite".to_owned(),
            ));
        }
        let longest = dots().map(|dot| dot.name.chars().count()).max();
        let left = MARGIN + LETTER * longest.unwrap_or(0) as f64 + 12.0;
        let mut body = svg::text(MARGIN, MARGIN + 12.0, 18, "start", &self.title);
        legend(&mut body);
        let mut top = HEADING;
        for panel in self.panels.iter().filter(|panel| !panel.dots.is_empty()) {
            panel.draw(left, top, &mut body);
            top += ROW * panel.dots.len() as f64 + AXIS;
        }
        let title = 2.0 * MARGIN + 10.0 * self.title.chars().count() as f64;
        let width = (left + SPAN + 2.0 * MARGIN).max(title);
        Ok(svg::page(width as usize, top as usize, &body))
    }
}

fn legend(body: &mut String) {
    let y = MARGIN + 34.0;
    circle(MARGIN + 6.0, y, body);
    *body += &svg::text(
        MARGIN + 18.0,
        y + 4.0,
        13,
        "start",
        "measured, 95% interval",
    );
    diamond(MARGIN + 190.0, y, body);
    *body += &svg::text(MARGIN + 202.0, y + 4.0, 13, "start", "published");
}

impl Dot {
    fn values(&self) -> impl Iterator<Item = f64> {
        let band = self.band.map(|band| [band.low, band.high]);
        let band = band.into_iter().flatten();
        band.chain(self.published).chain([self.measured])
    }
}

impl Panel {
    fn draw(&self, left: f64, top: f64, body: &mut String) {
        let axis = Axis::of(self);
        let bottom = top + ROW * self.dots.len() as f64;
        for tick in axis.ticks() {
            let x = left + SPAN * axis.place(tick);
            let _ = writeln!(
                body,
                r##"<path d="M{x:.1} {top}V{bottom}" stroke="{GRID}"/>"##
            );
            let name = if self.is_share {
                format!("{}%", short(100.0 * tick))
            } else {
                short(tick)
            };
            *body += &svg::text(x, bottom + 16.0, 12, "middle", &name);
        }
        for (row, dot) in self.dots.iter().enumerate() {
            let y = top + ROW * (row as f64 + 0.5);
            *body += &svg::text(left - 12.0, y + 4.0, 13, "end", &dot.name);
            let place = |value: f64| left + SPAN * axis.place(value);
            if let Some(band) = dot.band {
                let (low, high) = (place(band.low), place(band.high));
                let _ = writeln!(
                    body,
                    r##"<path d="M{low:.1} {y}H{high:.1}" stroke="{OURS}" stroke-width="2"/>"##
                );
            }
            if let Some(published) = dot.published {
                diamond(place(published), y, body);
            }
            circle(place(dot.measured), y, body);
        }
    }
}

fn circle(x: f64, y: f64, body: &mut String) {
    let _ = writeln!(
        body,
        r##"<circle cx="{x:.1}" cy="{y}" r="4" fill="{OURS}"/>"##
    );
}

fn diamond(x: f64, y: f64, body: &mut String) {
    let _ = writeln!(
        body,
        r##"<path d="M{x:.1} {y}m-6 0l6 -6l6 6l-6 6z" fill="none" stroke="{PUBLISHED}" stroke-width="2"/>"##
    );
}

/// How values become places from 0, left, to 1, right.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Axis {
    Plain {
        low: f64,
        high: f64,
    },
    /// Powers of ten from one exponent to another.
    Powers {
        low: f64,
        high: f64,
    },
}

impl Axis {
    fn of(panel: &Panel) -> Axis {
        let values = || panel.dots.iter().flat_map(Dot::values);
        let low = values().fold(f64::INFINITY, f64::min);
        let high = values().fold(f64::NEG_INFINITY, f64::max);
        if low > 0.0 && high > WIDE * low {
            return Axis::Powers {
                low: low.log10().floor(),
                high: high.log10().ceil(),
            };
        }
        // Figures that come near zero stand on it.
        let low = if low > 0.0 && low < 0.5 * high {
            0.0
        } else {
            low
        };
        let high = if high > low { high } else { low + 1.0 };
        let step = step(high - low);
        Axis::Plain {
            low: (low / step).floor() * step,
            high: (high / step).ceil() * step,
        }
    }

    fn place(self, value: f64) -> f64 {
        let (value, low, high) = match self {
            Axis::Plain { low, high } => (value, low, high),
            Axis::Powers { low, high } => (value.log10(), low, high),
        };
        ((value - low) / (high - low)).clamp(0.0, 1.0)
    }

    fn ticks(self) -> Vec<f64> {
        let (low, high, step) = match self {
            Axis::Plain { low, high } => (low, high, step(high - low)),
            Axis::Powers { low, high } => (low, high, ((high - low) / 8.0).ceil()),
        };
        let count = ((high - low) / step).round() as usize;
        let ticks = (0..=count).map(|tick| low + step * tick as f64);
        match self {
            Axis::Plain { .. } => ticks.collect(),
            Axis::Powers { .. } => ticks.map(|power| 10_f64.powf(power)).collect(),
        }
    }
}

/// A round step that cuts a length into five to ten pieces.
fn step(length: f64) -> f64 {
    let power = 10_f64.powf((length / 5.0).log10().floor());
    let steps = [5.0, 2.0, 1.0].map(|digit| digit * power);
    let fitting = steps.into_iter().find(|step| length / step >= 5.0);
    fitting.unwrap_or(power)
}

/// A number on an axis.
fn short(value: f64) -> String {
    if value != 0.0 && value.abs() < 0.001 {
        return format!("{value:.0e}");
    }
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panel(measured: &[f64], is_share: bool) -> Panel {
        let dots = measured.iter().map(|&measured| Dot {
            name: format!("a & {measured}"),
            measured,
            band: Some(Interval {
                low: measured,
                high: measured,
            }),
            published: Some(measured),
        });
        Panel {
            dots: dots.collect(),
            is_share,
        }
    }

    #[test]
    fn each_figure_gets_a_dot_a_diamond_and_its_name() {
        let plot = DotPlot {
            title: "shares".to_owned(),
            panels: vec![panel(&[0.5, 0.25], true), panel(&[3.0], false)],
        };
        let svg = plot.svg().expect("figures");
        // One of each more in the legend.
        assert_eq!(svg.matches("<circle").count(), 4);
        assert_eq!(svg.matches("m-6 0").count(), 4);
        assert!(svg.contains("a &amp; 0.25") && svg.contains(">50%<"));
    }

    #[test]
    fn axes_are_round_and_wide_ones_logarithmic() {
        let plain = Axis::of(&panel(&[0.1, 0.93], true));
        assert_eq!(
            plain,
            Axis::Plain {
                low: 0.0,
                high: 1.0
            }
        );
        let texts: Vec<String> = plain.ticks().into_iter().map(short).collect();
        assert_eq!(texts, ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        let wide = Axis::of(&panel(&[2e-7, 3.9], false));
        assert_eq!(
            wide,
            Axis::Powers {
                low: -7.0,
                high: 1.0
            }
        );
        assert!((wide.place(1e-3) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn nothing_and_what_is_not_finite_are_refused() {
        let with = |panels| DotPlot {
            title: String::new(),
            panels,
        };
        assert!(with(vec![]).svg().is_err());
        assert!(with(vec![panel(&[f64::NAN], false)]).svg().is_err());
    }
}
