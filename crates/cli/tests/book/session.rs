//! Sessions at a terminal: what is typed, and what is printed.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::harness::repository;

/// A folder to try a page in.
pub fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["examples", "rules"] {
        let link = folder.path().join(name);
        std::os::unix::fs::symlink(repository().join(name), link).expect("a link");
    }
    folder
}

/// Writes a file of the page, which may be in a folder of its own.
pub fn write(folder: &Path, name: &str, content: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, content).expect("a file");
}

/// The commands of a session with what they print here and now.
pub fn run(session: &str, folder: &Path) -> String {
    let mut transcript = String::new();
    let mut lines = session.lines();
    while let Some(line) = lines.next() {
        let Some(mut typed) = line.strip_prefix("$ ").map(str::to_owned) else {
            continue;
        };
        while typed.ends_with('\\') {
            typed.push('\n');
            typed.push_str(lines.next().unwrap_or_default());
        }
        writeln!(transcript, "$ {typed}").expect("strings grow");
        transcript.push_str(&printed(&typed, folder));
    }
    transcript
}

/// What a shell prints, messages included, without a blank line at the end.
fn printed(typed: &str, folder: &Path) -> String {
    let command = Path::new(env!("CARGO_BIN_EXE_stratalog"));
    let mut path = command.parent().expect("a folder").as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!("exec 2>&1\n{typed}"))
        .current_dir(folder)
        .env("PATH", path)
        .env("COLUMNS", "100")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let text = String::from_utf8(output.stdout).expect("output is text");
    let text = text.trim_end();
    if text.is_empty() {
        String::new()
    } else {
        // Editors remove blanks at the end of a line.
        let lines = text.lines().map(|line| line.trim_end().to_owned() + "\n");
        lines.collect()
    }
}

/// Whether a transcript is as expected.
pub fn agrees(expected: &str, transcript: &str) -> bool {
    let expected: Vec<&str> = expected.lines().map(str::trim_end).collect();
    let transcript: Vec<&str> = transcript.lines().collect();
    lines_agree(&expected, &transcript)
}

fn lines_agree(expected: &[&str], printed: &[&str]) -> bool {
    match expected.split_first() {
        None => printed.iter().all(|line| line.is_empty()),
        Some((first, rest)) if matches!(first.trim(), "…" | "...") => {
            // A command is never left out.
            let most = printed.iter().take_while(|line| !line.starts_with("$ "));
            (0..=most.count()).any(|skipped| lines_agree(rest, &printed[skipped..]))
        }
        // Blank lines between a command's output and the next are for the eye.
        Some((first, rest))
            if first.is_empty() && printed.first().is_none_or(|line| !line.is_empty()) =>
        {
            lines_agree(rest, printed)
        }
        Some((first, rest)) => match printed.split_first() {
            Some((line, left)) => line_agrees(first, line) && lines_agree(rest, left),
            None => false,
        },
    }
}

/// Whether a line is as expected, seconds aside, where `…` is any text.
fn line_agrees(expected: &str, printed: &str) -> bool {
    let (expected, printed) = (without_seconds(expected), without_seconds(printed));
    let mut parts = expected.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = printed.strip_prefix(first) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// The line with everything that depends on the machine's speed replaced by one
/// word: numbers of seconds, and numbers a second.
fn without_seconds(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let kept = words.iter().enumerate().map(|(at, word)| {
        if is_time(word) || is_number(word) && is_measured(&words[at + 1..]) {
            "SECONDS"
        } else {
            word
        }
    });
    kept.collect::<Vec<_>>().join(" ")
}

fn is_number(word: &str) -> bool {
    word.parse::<f64>().is_ok()
}

/// Whether the words after a number say that it is a number of seconds, or of
/// something a second.
fn is_measured(after: &[&str]) -> bool {
    let unit = |word: &str| word.trim_end_matches([',', ';', '.', ')', ':']).to_owned();
    let words: Vec<String> = after.iter().take(3).map(|word| unit(word)).collect();
    let is = |at: usize, expected: &[&str]| {
        words
            .get(at)
            .is_some_and(|word| expected.contains(&word.as_str()))
    };
    is(0, &["s", "ms", "second", "seconds"]) || is(1, &["a"]) && is(2, &["second"])
}

/// Whether a word is a number with a unit of time, as in `3.6µs`.
fn is_time(word: &str) -> bool {
    let units = ["ns", "µs", "ms", "s"];
    units
        .iter()
        .any(|unit| word.strip_suffix(unit).is_some_and(is_number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_stand_for_any_lines_of_one_command() {
        assert!(agrees(
            "$ a\none\n…\nfour\n",
            "$ a\none\ntwo\nthree\nfour\n"
        ));
        assert!(agrees("$ a\n...\n$ b\ntwo\n", "$ a\none\n$ b\ntwo\n"));
        assert!(!agrees("$ a\n...\n", "$ a\none\n$ b\ntwo\n"));
    }

    #[test]
    fn text_and_seconds_may_differ_where_the_page_says_so() {
        assert!(agrees(
            "won 3 of …, 0.10 seconds\n",
            "won 3 of 7, 12.5 seconds\n"
        ));
        assert!(!agrees(
            "won 3 of …, 0.10 seconds\n",
            "won 4 of 7, 12.5 seconds\n"
        ));
        assert!(agrees(
            "19 games a second, 3 moves\n",
            "7 games a second, 3 moves\n"
        ));
        assert!(agrees(
            "uct takes 19.1ms a move\n",
            "uct takes 3µs a move\n"
        ));
        assert!(!agrees("one\n", "one\ntwo\n"));
    }
}
