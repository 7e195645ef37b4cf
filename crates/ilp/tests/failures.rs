//! Learning from failures: smallest theories, proofs, recursion, noise and the
//! idioms of bias files.

use std::path::Path;

use stratalog_ilp::files::{self, Loaded};
use stratalog_ilp::{Budget, LearningSettings, Method, Problem, Theory, learn};

fn learned(problem: &Problem) -> (Theory, Vec<String>) {
    let settings = LearningSettings::default();
    let theory = learn(problem, Method::Failures, &settings, &Budget::default());
    let theory = theory.expect("it runs");
    let clauses = theory.clauses.iter().map(ToString::to_string).collect();
    (theory, clauses)
}

fn example(name: &str) -> (Theory, Vec<String>, Problem) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let loaded = files::read(&folder.join(name)).expect("it can be read");
    let problem = loaded.problems[0].clone();
    let (theory, clauses) = learned(&problem);
    (theory, clauses, problem)
}

/// Reads a problem about a graph of coloured nodes with this bias.
fn graph(name: &str, bias: &str) -> Loaded {
    let folder = std::env::temp_dir().join(format!("stratalog-bias-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let background = "edge(a,b). edge(b,c). edge(c,d). edge(d,e).
        red(b). blue(c). red(d). blue(e). dark(c). dark(d).";
    let head = "head_pred(p,1). body_pred(edge,2). body_pred(red,1). body_pred(blue,1).
        body_pred(dark,1). type(p,(node,)). type(edge,(node,node)). type(red,(node,)).
        type(blue,(node,)). type(dark,(node,)).";
    let files = [
        ("bk.pl", background.to_owned()),
        (
            "exs.pl",
            "pos(p(b)). pos(p(c)). neg(p(a)). neg(p(d)).".to_owned(),
        ),
        ("bias.pl", format!("{head}\n{bias}")),
    ];
    for (file, text) in files {
        std::fs::write(folder.join(file), text).expect("a temporary file");
    }
    let loaded = files::read(&folder);
    std::fs::remove_dir_all(&folder).expect("it was there");
    loaded.expect("it can be read")
}

#[test]
fn the_smallest_theory_is_found_and_proven() {
    let (theory, clauses, problem) = example("beside-a-red-block");
    assert!(theory.coverage.confusion(&problem).is_perfect());
    assert!(theory.is_proven);
    assert_eq!((theory.size(), clauses.len()), (9, 2), "{clauses:#?}");
}

#[test]
fn a_recursive_clause_and_its_base_are_learned() {
    let (theory, clauses, problem) = example("dropped-last");
    assert!(
        theory.coverage.confusion(&problem).is_perfect(),
        "{clauses:#?}"
    );
    assert_eq!(theory.size(), 8, "{clauses:#?}");
}

#[test]
fn two_recursive_clauses_are_learned_together() {
    let (theory, clauses, problem) = example("keeps-even");
    assert!(
        theory.coverage.confusion(&problem).is_perfect(),
        "{clauses:#?}"
    );
    assert_eq!(clauses.len(), 3, "{clauses:#?}");
}

#[test]
fn wrong_examples_do_not_hide_the_theory() {
    let (theory, clauses, problem) = example("noisy-rules");
    let confusion = theory.coverage.confusion(&problem);
    assert!(confusion.accuracy() > 0.9, "{confusion:?} {clauses:#?}");
    assert!(theory.size() <= 9, "{clauses:#?}");
}

#[test]
fn constraints_of_the_bias_restrict_clauses() {
    let free = graph("free", "max_vars(3).");
    let (theory, clauses) = learned(&free.problems[0]);
    assert_eq!(theory.size(), 3, "{clauses:?}");
    // One variable of the type: edges cannot be used.
    let closed = graph(
        "closed",
        "max_vars(3).\n:- clause(C), #count{V : var_type(C,V,node)} != 1.",
    );
    let (theory, clauses) = learned(&closed.problems[0]);
    assert!(clauses.iter().all(|c| !c.contains("edge")), "{clauses:?}");
    assert!(theory.coverage.negatives.is_empty() || clauses.is_empty());
    // A forbidden predicate.
    let forbidden = graph("forbidden", "max_vars(3).\n:- body_literal(_,dark,_,_).");
    let (_, clauses) = learned(&forbidden.problems[0]);
    assert!(clauses.iter().all(|c| !c.contains("dark")), "{clauses:?}");
    // A literal that bad_body excludes.
    let bad = graph(
        "bad",
        "max_vars(3).\nbad_body(edge,(_,V)) :- vars(_,(_,V)), V != 0.",
    );
    let (_, clauses) = learned(&bad.problems[0]);
    assert!(
        clauses
            .iter()
            .all(|c| !c.contains("edge(A,") && !c.contains("edge(B, C")),
        "{clauses:?}"
    );
}

#[test]
fn constants_are_declared_by_rules_of_the_bias() {
    let loaded = graph(
        "constants",
        "constant(red,node). constant(missing,node).
         body_pred(C,1) :- constant(C,_).\ntype(C,(T,)) :- constant(C,T).",
    );
    let notes: Vec<&str> = loaded.notes.iter().map(|note| note.text.as_str()).collect();
    assert!(
        notes.iter().any(|note| note.contains("missing/1")),
        "{notes:?}"
    );
}

#[test]
fn a_statement_that_cannot_be_honoured_is_named_with_its_line() {
    let loaded = graph("unknown", "#minimize{1,C : clause(C)}.");
    let note = loaded.notes.first().expect("there is a note");
    assert!(note.place.ends_with("bias.pl:4"), "{note:?}");
}
