//! Asks SWI-Prolog how it reads and writes texts, in one process.

use std::io::Write;
use std::process::{Command, Stdio};

/// SWI-Prolog's answer to each text; `None` where it found a mistake. `show`
/// names what to show of a term that was read: `canonical` for functional
/// notation, `operators` for the text of `writeq/1`, `layout` for that of
/// `portray_clause/1`.
pub fn ask(texts: &[String], show: &str) -> Vec<Option<String>> {
    let mut swipl = Command::new("swipl")
        .args(["-f", "none", "-q", "-t", "halt"])
        .args(["-g", &format!("main({show})")])
        .arg(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/swipl/answer.pl"
        ))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("SWI-Prolog (swipl) must be installed for this test");
    let mut input = swipl.stdin.take().expect("standard input is a pipe");
    let asked: String = texts
        .iter()
        .map(|text| format!("{}.\n", string(text)))
        .collect();
    let writer = std::thread::spawn(move || input.write_all(asked.as_bytes()));
    let output = swipl.wait_with_output().expect("swipl runs to its end");
    let written = writer.join().expect("the writer does not panic");
    written.expect("swipl reads all texts");
    let answers: Vec<Option<String>> = String::from_utf8(output.stdout)
        .expect("swipl answers in UTF-8")
        .lines()
        .map(|line| match line {
            "error" => None,
            _ => Some(line.replace('\u{b6}', "\n").trim_end().to_owned()),
        })
        .collect();
    assert_eq!(
        answers.len(),
        texts.len(),
        "one answer a text: {answers:#?}"
    );
    answers
}

/// The text as a Prolog string, every unusual character by number.
fn string(text: &str) -> String {
    let mut result = String::from("\"");
    for c in text.chars() {
        match c {
            ' '..='~' if c != '"' && c != '\\' => result.push(c),
            _ => result.push_str(&format!("\\x{:x}\\", u32::from(c))),
        }
    }
    result.push('"');
    result
}
