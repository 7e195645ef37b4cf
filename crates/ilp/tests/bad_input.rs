//! Wrong files get a message that names the place and the remedy.

use std::path::PathBuf;

use stratalog_ilp::files;

fn message(name: &str, text: &str) -> String {
    let path: PathBuf =
        std::env::temp_dir().join(format!("stratalog-ilp-{}-{name}.pl", std::process::id()));
    std::fs::write(&path, text).expect("a temporary file");
    let result = files::read(&path);
    std::fs::remove_file(&path).expect("it was there");
    match result {
        Ok(loaded) => match loaded.contradiction {
            Some(error) => error.to_string(),
            None => panic!("{name} was accepted"),
        },
        Err(error) => error.to_string(),
    }
}

fn notes(name: &str, text: &str) -> String {
    let path = std::env::temp_dir().join(format!("stratalog-ilp-{}-{name}.pl", std::process::id()));
    std::fs::write(&path, text).expect("a temporary file");
    let loaded = files::read(&path);
    std::fs::remove_file(&path).expect("it was there");
    let notes = loaded.expect("it can be read").notes;
    let lines = notes
        .iter()
        .map(|note| format!("{}: {}\n", note.place, note.text));
    lines.collect()
}

const MODES: &str = ":- modeh(1, p(+t)).\n:- modeb(1, q(+t)).\n";

#[test]
fn a_mode_for_an_undefined_predicate_is_left_out_with_a_note() {
    let notes = notes(
        "unknown",
        &format!("{MODES}:- modeb(1, r(+t)).\nq(a).\npos(p(a)).\n"),
    );
    assert!(
        notes.contains("unknown.pl:3") && notes.contains("r/1"),
        "{notes}"
    );
    assert!(notes.contains("define it or remove"), "{notes}");
}

#[test]
fn a_mode_whose_input_nothing_provides_is_left_out_with_a_note() {
    let notes = notes(
        "clash",
        ":- modeh(1, p(+t)).\n:- modeb(1, q(+t)).\n:- modeb(1, r(+u)).\nq(a). r(a).\npos(p(a)).\n",
    );
    assert!(
        notes.contains("clash.pl:3") && notes.contains("+u"),
        "{notes}"
    );
}

#[test]
fn numbers_that_would_only_cost_memory_are_refused() {
    let recall = message("recalls", ":- modeh(99999999, p(+t)).\npos(p(a)).\n");
    assert!(recall.contains("recalls.pl:1"), "{recall}");
    let depth = message("deep", ":- set(i, 99999999).\npos(p(a)).\n");
    assert!(depth.contains("deep.pl:1"), "{depth}");
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
fn a_mode_that_no_determination_names_is_ignored_with_a_note() {
    let text =
        format!("{MODES}:- modeb(1, r(+t)).\n:- determination(p/1, q/1).\nq(a).\npos(p(a)).\n");
    let notes = notes("note", &text);
    assert!(
        notes.contains("note.pl:3") && notes.contains("determination(p/1, r/1)"),
        "{notes}"
    );
}

#[test]
fn a_refinement_that_the_file_does_not_have_is_named() {
    let text = format!(":- set(refine, user).\n{MODES}q(a).\npos(p(a)).\n");
    let notes = notes("refine", &text);
    assert!(notes.contains(".pl:1"), "{notes}");
    assert!(notes.contains("there is no refine/2"), "{notes}");
    let text = ":- set(refine, user).\n:- modeh(1, p(+t)).\npos(p(a)).\n";
    let problem = message("set-refine", text);
    assert!(problem.contains("add modeb"), "{problem}");
}

#[test]
fn a_popper_folder_is_told_of_its_own_declarations() {
    let folder = std::env::temp_dir().join(format!("stratalog-ilp-{}-popper", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).expect("a temporary file");
    };
    write("bias.pl", "head_pred(p,1).\nbody_pred(q,1).\n");
    write("bk.pl", "q(a).\nq(b).\n");
    let refused = |examples: &str| {
        write("exs.pl", examples);
        let Err(error) = files::read(&folder) else {
            panic!("{examples} was accepted");
        };
        error.to_string()
    };
    let other = refused("pos(r(a)).\n");
    let also = refused("pos(p(a)).\nneg(r(b)).\n");
    std::fs::remove_dir_all(&folder).expect("it was there");
    assert!(other.contains("no head_pred declares r/1"), "{other}");
    assert!(also.contains("r/1, which no head_pred declares"), "{also}");
}
