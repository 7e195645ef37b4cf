//! Links from one file to another.

use std::path::Path;

/// The links of a page that lead to no file or to no heading.
pub fn broken(page: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(page).expect("a page");
    let folder = page.parent().expect("a folder");
    let mut found = Vec::new();
    for target in targets(&text) {
        let (path, heading) = target.split_once('#').unwrap_or((&target, ""));
        let file = if path.is_empty() {
            page.to_owned()
        } else {
            folder.join(path)
        };
        if !file.exists() || !has_heading(&file, heading) {
            found.push(format!(
                "{}: the link to {target} is broken",
                page.display()
            ));
        }
    }
    found
}

/// What the page links to inside the repository, code left out.
fn targets(text: &str) -> Vec<String> {
    let mut is_code = false;
    let mut found = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        }
        if is_code {
            continue;
        }
        for (at, _) in line.match_indices("](") {
            let rest = &line[at + 2..];
            if let Some((target, _)) = rest.split_once(')')
                && !target.contains("://")
            {
                found.push(target.to_owned());
            }
        }
    }
    found
}

/// Whether a Markdown file has a heading with this anchor.
fn has_heading(file: &Path, anchor: &str) -> bool {
    if anchor.is_empty() || file.is_dir() {
        return true;
    }
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let headings = text.lines().filter_map(|line| line.strip_prefix('#'));
    headings
        .map(|heading| anchor_of(heading.trim_start_matches('#').trim()))
        .any(|one| one == anchor)
}

/// The anchor that Markdown renderers give a heading.
fn anchor_of(heading: &str) -> String {
    let kept = heading.chars().filter_map(|letter| match letter {
        ' ' | '-' => Some('-'),
        _ if letter.is_alphanumeric() || letter == '_' => Some(letter.to_ascii_lowercase()),
        _ => None,
    });
    kept.collect()
}
