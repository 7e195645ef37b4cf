//! The files of the page, part of the binary.

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;

macro_rules! assets {
    ($($name:literal: $kind:expr),* $(,)?) => {
        &[$(Asset {
            name: $name,
            kind: $kind,
            text: include_str!(concat!("../assets/", $name)),
        }),*]
    };
}

struct Asset {
    name: &'static str,
    kind: &'static str,
    text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

const ASSETS: &[Asset] = assets! {
    "index.html": HTML,
    "style.css": CSS,
    "icon.svg": SVG,
    "app.js": SCRIPT,
    "api.js": SCRIPT,
    "dom.js": SCRIPT,
    "board.js": SCRIPT,
    "chart.js": SCRIPT,
    "run.js": SCRIPT,
    "minesweeper.js": SCRIPT,
    "analysis.js": SCRIPT,
    "found.js": SCRIPT,
    "games.js": SCRIPT,
    "learn.js": SCRIPT,
    "strategies.js": SCRIPT,
    "teach.js": SCRIPT,
    "rules.js": SCRIPT,
    "induce.js": SCRIPT,
    "papers.js": SCRIPT,
};

/// The page itself.
pub async fn index() -> Response {
    response(&ASSETS[0])
}

/// A file of the page.
pub async fn file(Path(name): Path<String>) -> Result<Response, Refusal> {
    let asset = ASSETS.iter().find(|asset| asset.name == name);
    asset
        .map(response)
        .ok_or_else(|| Refusal::missing("file of the page"))
}

fn response(asset: &Asset) -> Response {
    let headers = [(CONTENT_TYPE, asset.kind), (CACHE_CONTROL, "no-cache")];
    (headers, asset.text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_together_are_small() {
        let bytes: usize = ASSETS.iter().map(|asset| asset.text.len()).sum();
        assert!(bytes < 300 * 1024, "{bytes} bytes");
    }

    #[test]
    fn no_file_refers_to_another_machine() {
        let namespaces = ["http://www.w3.org/2000/svg"];
        for asset in ASSETS {
            let text = namespaces
                .iter()
                .fold(asset.text.to_owned(), |text, name| text.replace(name, ""));
            assert!(!text.contains("http://"), "{}", asset.name);
            assert!(!text.contains("https://"), "{}", asset.name);
        }
    }
}
