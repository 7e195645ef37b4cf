//! The predicates of the library, from the list that the logic keeps of them.

use std::fmt::Write;

use stratalog::query::{Evaluable, LibraryPredicate, library_predicates};

/// Every group with its predicates.
pub fn groups() -> String {
    let mut text = String::new();
    for group in library_predicates().chunk_by(|a, b| a.group == b.group) {
        writeln!(text, "## {}\n", group[0].group).expect("strings grow");
        if let Some(module) = group[0].module {
            writeln!(text, "After `:- use_module(library({module})).`\n").expect("strings grow");
        }
        text.push_str("| predicate | does |\n| --- | --- |\n");
        for entry in group.chunk_by(|a, b| a.about == b.about) {
            let (calls, about) = (calls(entry), in_a_cell(entry[0].about));
            writeln!(text, "| {calls} | {about} |").expect("strings grow");
        }
        text.push('\n');
    }
    text
}

/// The predicates that differ from those of SWI-Prolog.
pub fn differences() -> String {
    let mut text = String::from("| predicate | differs |\n| --- | --- |\n");
    let differing = library_predicates()
        .chunk_by(|a, b| (a.about, a.difference) == (b.about, b.difference))
        .filter_map(|entry| Some((entry, entry[0].difference?)));
    for (entry, difference) in differing {
        let (calls, difference) = (calls(entry), in_a_cell(difference));
        writeln!(text, "| {calls} | {difference} |").expect("strings grow");
    }
    text
}

/// The functions of arithmetic expressions.
pub fn functions() -> String {
    let names: Vec<String> = Evaluable::all()
        .map(|(name, arity)| format!("`{name}/{arity}`"))
        .collect();
    format!("{}.\n", names.join(", "))
}

/// The calls of predicates that are described together.
fn calls(entry: &[LibraryPredicate]) -> String {
    let calls: Vec<String> = entry
        .iter()
        .map(|predicate| format!("`{}`", in_a_cell(&predicate.call)))
        .collect();
    calls.join(", ")
}

fn in_a_cell(text: &str) -> String {
    text.replace('|', "\\|")
}
