//! Wrong files get a message that names the place and the remedy.

use std::path::PathBuf;

use stratalog_ilp::files;

fn message(name: &str, text: &str) -> String {
    let path: PathBuf =
        std::env::temp_dir().join(format!("stratalog-mio-{}-{name}.pl", std::process::id()));
    std::fs::write(&path, text).expect("a temporary file");
    let result = files::read(&path);
    std::fs::remove_file(&path).expect("it was there");
    match result {
        Ok(_) => panic!("{name} was accepted"),
        Err(error) => error.to_string(),
    }
}

const MODES: &str = ":- modeh(1, p(+t)).\n:- modeb(1, q(+t)).\n";

#[test]
fn a_mode_for_an_unknown_predicate_is_named() {
    let message = message(
        "unknown",
        &format!("{MODES}:- modeb(1, r(+t)).\nq(a).\npos(p(a)).\n"),
    );
    assert!(
        message.contains("unknown.pl:3") && message.contains("r/1"),
        "{message}"
    );
    assert!(
        message.contains("define it or take the mode out"),
        "{message}"
    );
}

#[test]
fn a_type_nobody_gives_is_a_clash() {
    let message = message(
        "clash",
        ":- modeh(1, p(+t)).\n:- modeb(1, q(+u)).\nq(a).\npos(p(a)).\n",
    );
    assert!(
        message.contains("clash.pl:2") && message.contains("+u"),
        "{message}"
    );
}

#[test]
fn an_example_that_is_both_is_named_with_both_places() {
    let message = message("both", &format!("{MODES}q(a).\npos(p(a)).\nneg(p(a)).\n"));
    assert!(
        message.contains("both.pl:5") && message.contains("both.pl:4"),
        "{message}"
    );
}

#[test]
fn an_example_without_a_head_declaration_is_refused() {
    let message = message("head", ":- modeb(1, q(+t)).\nq(a).\npos(p(a)).\n");
    assert!(
        message.contains("head.pl:3") && message.contains("p/1") && message.contains("modeh"),
        "{message}"
    );
}

#[test]
fn nothing_to_learn_from_is_refused() {
    let message = message("none", &format!("{MODES}q(a).\nneg(p(a)).\n"));
    assert!(message.contains("no positive examples"), "{message}");
}

#[test]
fn a_recall_that_is_no_number_is_refused() {
    let message = message("recall", ":- modeh(x, p(+t)).\npos(p(a)).\n");
    assert!(message.contains("recall.pl:1"), "{message}");
}

#[test]
fn a_mode_that_no_determination_names_is_passed_over_with_a_note() {
    let path = std::env::temp_dir().join(format!("stratalog-mio-{}-note.pl", std::process::id()));
    let text =
        format!("{MODES}:- modeb(1, r(+t)).\n:- determination(p/1, q/1).\nq(a).\npos(p(a)).\n");
    std::fs::write(&path, text).expect("a temporary file");
    let task = files::read(&path).expect("it can be read");
    std::fs::remove_file(&path).expect("it was there");
    let [note] = &task.notes[..] else {
        panic!("one note: {:?}", task.notes);
    };
    assert!(note.place.contains("note.pl:3") && note.text.contains("r/1"));
    assert!(
        note.text.contains("determination(p/1, r/1)"),
        "{}",
        note.text
    );
}
