//! What the drawings written by hand have in common.

/// Text and outlines.
pub(crate) const INK: &str = "#333";

/// A white page of this size with something on it.
pub(crate) fn page(width: usize, height: usize, body: &str) -> String {
    format!(
        concat!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" "##,
            r##"viewBox="0 0 {w} {h}" font-family="sans-serif">"##,
            "\n",
            r##"<rect width="100%" height="100%" fill="white"/>"##,
            "\n{body}</svg>\n"
        ),
        w = width,
        h = height,
        body = body
    )
}

/// Text at a place, anchored at its `start`, `middle` or `end`.
pub(crate) fn text(x: f64, y: f64, size: usize, anchor: &str, text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        r##"<text x="{x:.1}" y="{y:.1}" font-size="{size}" text-anchor="{anchor}" fill="{INK}">{escaped}</text>"##
    ) + "\n"
}
