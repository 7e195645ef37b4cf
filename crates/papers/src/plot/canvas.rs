//! The SVG writer that all figures draw on.

use std::fmt::Write as _;

/// The colour of text and outlines.
pub const INK: &str = "#333";
/// The colour of grid lines.
pub const GRID: &str = "#e1e1e1";

/// The mean width of a letter, as a fraction of the font size. Good enough to
/// reserve space; no text is ever cut.
const LETTER: f64 = 0.56;

/// A point: right, down.
pub type Place = (f64, f64);

/// Which end of a text its place is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// The text starts there.
    Start,
    /// The text is centred there.
    Middle,
    /// The text ends there.
    End,
}

/// An SVG document under construction.
#[derive(Clone, Debug, Default)]
pub struct Canvas {
    body: String,
}

impl Canvas {
    /// The document, with this size and a title for screen readers.
    pub fn document(self, (width, height): Place, title: &str) -> String {
        let (width, height) = (width.ceil(), height.ceil());
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" role=\"img\">\n\
             <title>{}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{}</svg>\n",
            escaped(title),
            self.body
        )
    }

    /// Places a picture that is an SVG document of its own.
    pub fn picture(&mut self, (x, y): Place, svg: &str) {
        let inner = svg.replacen("<svg ", &format!("<svg x=\"{x:.1}\" y=\"{y:.1}\" "), 1);
        self.push(format_args!("{}", inner.trim_end()));
    }

    /// Writes text; its place is on the baseline.
    pub fn text(&mut self, (x, y): Place, size: u32, anchor: Anchor, text: &str) {
        let anchor = anchor.as_str();
        let text = escaped(text);
        self.push(format_args!(
            r#"<text x="{x:.1}" y="{y:.1}" font-size="{size}" text-anchor="{anchor}" fill="{INK}">{text}</text>"#
        ));
    }

    /// Writes text that runs upwards, centred at a place.
    pub fn upward_text(&mut self, (x, y): Place, size: u32, text: &str) {
        let text = escaped(text);
        self.push(format_args!(
            r#"<text transform="translate({x:.1} {y:.1}) rotate(-90)" font-size="{size}" text-anchor="middle" fill="{INK}">{text}</text>"#
        ));
    }

    /// Draws a line through places.
    pub fn line(&mut self, places: &[Place], colour: &str, width: f64) {
        let places = joined(places);
        self.push(format_args!(
            r#"<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"/>"#
        ));
    }

    /// Fills an area, so that what lies below shines through.
    pub fn area(&mut self, outline: &[Place], colour: &str) {
        let places = joined(outline);
        self.push(format_args!(
            r#"<polygon points="{places}" fill="{colour}" fill-opacity="0.18"/>"#
        ));
    }

    /// Draws a dot: a measured value.
    pub fn dot(&mut self, (x, y): Place, colour: &str) {
        self.push(format_args!(
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="4" fill="{colour}"/>"#
        ));
    }

    /// Draws a diamond: a published value.
    pub fn diamond(&mut self, (x, y): Place, colour: &str) {
        self.push(format_args!(
            r#"<path class="published" d="M{x:.1} {y:.1}m-6 0l6 -6l6 6l-6 6z" fill="none" stroke="{colour}" stroke-width="2"/>"#
        ));
    }

    /// Draws a box with rounded corners.
    pub fn rounded_box(&mut self, (x, y): Place, (width, height): Place, fill: &str, edge: &str) {
        self.push(format_args!(
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="4" fill="{fill}" stroke="{edge}"/>"#
        ));
    }

    /// Draws an arrow along a path in SVG's path language.
    pub fn arrow(&mut self, path: &str) {
        self.push(format_args!(
            r##"<path d="{path}" fill="none" stroke="#555" marker-end="url(#to)"/>"##
        ));
    }

    /// Defines the head of arrows. A canvas with arrows calls this first.
    pub fn define_arrows(&mut self) {
        self.push(format_args!(
            "{}{}",
            r##"<defs><marker id="to" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" "##,
            r##"markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#555"/></marker></defs>"##
        ));
    }

    fn push(&mut self, element: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.body, "{element}");
    }
}

impl Anchor {
    fn as_str(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// The approximate width of a text.
pub fn text_width(text: &str, size: u32) -> f64 {
    text.chars().count() as f64 * f64::from(size) * LETTER
}

fn joined(places: &[Place]) -> String {
    let texts = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}"));
    texts.collect::<Vec<_>>().join(" ")
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}
