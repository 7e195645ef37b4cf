//! No text makes a reader panic, hang or report a wrong position.

use std::time::Duration;

use cpu_time::ThreadTime;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use stratalog_logic::{
    Colour, KifReader, ReadTerm, Reader, Source, SyntaxError, Term, TermWriter, read_term,
    read_term_with,
};

const PROLOG: [&str; 2] = [
    include_str!("data/noughts.pl"),
    include_str!("data/induction.pl"),
];
const KIF: [&str; 2] = [
    include_str!("data/noughts.kif"),
    include_str!("data/hidden.kif"),
];

const PIECES: &[&str] = &[
    "a",
    "B",
    "_",
    "f(",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    "|",
    ".",
    ". ",
    ".\n",
    "-",
    "- ",
    "1",
    "0'",
    "0x",
    "1.5",
    "1e9",
    "16'F",
    "'",
    "\"",
    "`",
    "\\",
    "\\x41\\",
    ":-",
    "-->",
    ";",
    "->",
    "=",
    "is",
    "mod",
    "\\+",
    "dynamic",
    "!",
    "%",
    "/*",
    "*/",
    "\n",
    " ",
    "é",
    "∀",
    "\u{0}",
    "?",
    "?x",
    "<=",
    "(<=",
    "not",
    "or",
    "and",
    "distinct",
    "terminal",
    "|q|",
    ";c\n",
    ":- op(200,xfy,a). ",
    ":- op(700,yf,is). ",
    "1_0",
    "\\\n",
    "\t",
    "\r\n",
    "\u{feff}",
    "end_of_file",
    "..",
    "$",
];

/// The error's position must lie in the text and agree with its span.
fn check_error(source: &Source, error: &SyntaxError) {
    let text = &source.text;
    assert!(
        text.get(error.span.clone()).is_some(),
        "{error} in {text:?}"
    );
    if let Some(opened) = &error.opened {
        assert!(text.get(opened.clone()).is_some(), "{error} in {text:?}");
    }
    let line = text
        .split('\n')
        .nth(error.line as usize - 1)
        .unwrap_or_else(|| panic!("no such line: {error} in {text:?}"));
    assert!(
        (1..=line.chars().count() + 1).contains(&(error.column as usize)),
        "no such column: {error} in {text:?}"
    );
    let position = source.position(error.span.start);
    assert_eq!((position.line, position.column), (error.line, error.column));
    assert_eq!(error.to_string().lines().count(), 1, "{error}");
}

fn check_clause(source: &Source, clause: &ReadTerm) {
    let position = source.position(clause.span.start);
    assert_eq!(
        (position.line, position.column),
        (clause.line, clause.column)
    );
    assert!(source.text.get(clause.span.clone()).is_some());
    assert_eq!(clause.term.variables().first().map_or(0, |var| var.0), 0);
}

fn check_results(
    source: &Source,
    mut next: impl FnMut() -> Option<Result<ReadTerm, SyntaxError>>,
) -> (usize, usize) {
    let (mut clauses, mut errors) = (0, 0);
    while let Some(result) = next() {
        match result {
            Ok(clause) => {
                check_clause(source, &clause);
                clauses += 1;
            }
            Err(error) => {
                check_error(source, &error);
                if errors == 0 {
                    assert!(error.render(source, Colour::Never).contains("Error"));
                }
                errors += 1;
            }
        }
        assert!(
            clauses + errors <= source.text.len(),
            "more clauses than bytes"
        );
    }
    (clauses, errors)
}

fn check_prolog(text: &str) -> (usize, usize) {
    let source = Source::new("fuzz.pl", text);
    let mut reader = Reader::new(&source);
    let counts = check_results(&source, || {
        let result = reader.next_clause()?;
        if let Ok(clause) = &result {
            let operators = reader.operators();
            let text = TermWriter::new().operators(operators).term(&clause.term);
            let again = read_term_with(&text, operators).expect("what is written can be read");
            assert_eq!(again.term, clause.term, "written as {text}");
        }
        Some(result)
    });
    let mut progol = Reader::progol(&source);
    check_results(&source, || progol.next_clause());
    if let Err(error) = read_term(text) {
        check_error(&Source::new("term", text), &error);
    }
    counts
}

fn check_kif(text: &str) -> (usize, usize) {
    let source = Source::new("fuzz.kif", text);
    let mut reader = KifReader::new(&source);
    check_results(&source, || reader.next_clause())
}

#[derive(Clone, Debug)]
enum Edit {
    Delete(Index, usize),
    Repeat(Index, usize),
    Insert(Index, &'static str),
    Truncate(Index),
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        4 => (any::<Index>(), 1usize..20).prop_map(|(at, length)| Edit::Delete(at, length)),
        2 => (any::<Index>(), 1usize..40).prop_map(|(at, length)| Edit::Repeat(at, length)),
        4 => (any::<Index>(), select(PIECES)).prop_map(|(at, piece)| Edit::Insert(at, piece)),
        1 => any::<Index>().prop_map(Edit::Truncate),
    ]
}

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for edit in edits {
        let length = characters.len() + 1;
        match edit {
            Edit::Delete(at, count) => {
                let start = at.index(length);
                characters.drain(start..(start + count).min(length - 1));
            }
            Edit::Repeat(at, count) => {
                let start = at.index(length);
                let copy = characters[start..(start + count).min(length - 1)].to_vec();
                characters.splice(start..start, copy);
            }
            Edit::Insert(at, piece) => {
                let start = at.index(length);
                characters.splice(start..start, piece.chars());
            }
            Edit::Truncate(at) => characters.truncate(length - at.index(length) / 4),
        }
    }
    characters.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_are_survived(bytes in vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        check_prolog(&text);
        check_kif(&text);
    }

    #[test]
    fn random_characters_are_survived(text in any::<String>()) {
        check_prolog(&text);
        check_kif(&text);
    }

    #[test]
    fn random_tokens_are_survived(pieces in vec(select(PIECES), 0..60)) {
        let text = pieces.concat();
        check_prolog(&text);
        check_kif(&text);
        let text = pieces.join(" ");
        check_prolog(&text);
        check_kif(&text);
    }

    #[test]
    fn damaged_files_are_survived(which in 0usize..2, edits in vec(edit(), 1..8)) {
        check_prolog(&edited(PROLOG[which], &edits));
        check_kif(&edited(KIF[which], &edits));
        check_kif(&edited(PROLOG[which], &edits));
        check_prolog(&edited(KIF[which], &edits));
    }
}

#[test]
fn the_undamaged_files_are_read_without_a_mistake() {
    assert_eq!(PROLOG.map(check_prolog), [(28, 0), (28, 0)]);
    assert_eq!(KIF.map(check_kif), [(24, 0), (24, 0)]);
}

/// Runs on a stack so small that any recursion on nesting would overflow it, and
/// within a limit of processor time that quadratic work would exceed.
fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let timed = || {
        let start = ThreadTime::now();
        test();
        start.elapsed()
    };
    let took = std::thread::Builder::new()
        .stack_size(256 * 1024)
        .spawn(timed)
        .expect("a thread starts")
        .join()
        .expect("nothing overflows");
    assert!(took < Duration::from_secs(20), "{took:?}");
}

const DEPTH: usize = 100_000;

#[test]
fn prolog_nested_a_hundred_thousand_deep_is_read_and_written() {
    on_a_small_stack(|| {
        for (open, middle, close) in [
            ("(", "a", ")"),
            ("[", "a", "]"),
            ("{", "a", "}"),
            ("- ", "a", ""),
            ("-(", "1", ")"),
            ("\\+ ", "a", ""),
            ("f(", "a", ")"),
            ("f(b,", "a", ")"),
            ("[a|", "b", "]"),
            ("a,", "b", ""),
            ("a-(", "b", ")"),
            ("a^", "b", ""),
            ("", "a", "-b"),
            ("(", "a", "->b;c)"),
            ("\\+ (", "a", ",b)"),
            ("- ", "-", ""),
        ] {
            let text = format!("{}{middle}{}", open.repeat(DEPTH), close.repeat(DEPTH));
            let read = read_term(&text).unwrap_or_else(|error| panic!("{open} {close}: {error}"));
            let written = read.term.to_string();
            assert!(
                read_term(&written).unwrap().term == read.term,
                "{open} {close}"
            );
            let clause = Term::compound(":-", [Term::atom("p"), read.term]);
            let laid_out = TermWriter::new().clause(&clause);
            assert!(
                read_term(&laid_out).unwrap().term == clause,
                "{open} {close}"
            );
        }
    });
}

#[test]
fn prolog_left_open_a_hundred_thousand_deep_is_refused() {
    on_a_small_stack(|| {
        for open in [
            "(", "[", "{", "f(", "[a|", "a:-", "- ", "(a:-", "'", "/*", "\"\\\n", "a. '",
        ] {
            let text = open.repeat(DEPTH);
            let source = Source::new("deep.pl", text);
            let errors = Reader::new(&source).filter_map(Result::err).count();
            assert!(errors > 0 || open == "- ", "{open}");
        }
    });
}

#[test]
fn kif_nested_a_hundred_thousand_deep_is_read_or_refused() {
    on_a_small_stack(|| {
        for (open, middle, close) in [
            ("(f ", "a", ")"),
            ("(f a ", "b", " c)"),
            ("(<= p ", "a", ")"),
            ("(not ", "a", ")"),
            ("(", "a", ")"),
            (") ", "", "("),
        ] {
            let text = format!("{}{middle}{}", open.repeat(DEPTH), close.repeat(DEPTH));
            check_counts(&text);
            check_counts(&open.repeat(DEPTH));
        }
        let nested = format!(
            "(<= p {}a{})",
            "(not (or b ".repeat(DEPTH),
            "))".repeat(DEPTH)
        );
        assert_eq!(check_counts(&nested), (1, 0));
    });
}

/// Only counts: looking every place up from the start of the text is quadratic.
fn check_counts(text: &str) -> (usize, usize) {
    let source = Source::new("deep.kif", text);
    let results: Vec<bool> = KifReader::new(&source).map(|r| r.is_ok()).collect();
    let good = results.iter().filter(|ok| **ok).count();
    assert!(!results.is_empty());
    (good, results.len() - good)
}
