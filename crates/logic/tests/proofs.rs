//! Answers with their proofs.

use stratalog_logic::{Machine, Program, ProofStep, ProvedBy, Source};

fn explaining(text: &str) -> Program {
    let mut builder = Program::builder();
    builder.explain();
    builder
        .consult(&Source::new("family.pl", text))
        .expect("it can be read");
    builder.try_build().expect("it compiles")
}

/// The proof of every answer.
fn proofs(program: &Program, goal: &str) -> Vec<Vec<ProofStep>> {
    let query = program.parse_explained_query(goal).expect("a goal");
    let mut machine = Machine::new(program);
    let answers = machine.solve(&query);
    let proof = |answer| query.proof(&answer).expect("the query is explained");
    answers
        .map(|answer| proof(answer.expect("no limit is reached")))
        .collect()
}

/// A proof as text, one step a line.
fn shown(steps: &[ProofStep]) -> Vec<String> {
    let line = |step: &ProofStep| {
        let indent = " ".repeat(step.depth);
        let place = step.place.as_deref().unwrap_or("-");
        format!("{indent}{} {:?} {place}", step.goal, step.by)
    };
    steps.iter().map(line).collect()
}

const FAMILY: &str = "parent(ann, bob).
parent(bob, cid).
ancestor(X, Y) :- parent(X, Y).
ancestor(X, Y) :- parent(X, Z), ancestor(Z, Y).
stranger(X, Y) :- \\+ ancestor(X, Y), X \\== Y.
";

#[test]
fn a_proof_names_the_clauses_and_the_facts() {
    let program = explaining(FAMILY);
    let proofs = proofs(&program, "ancestor(ann, X)");
    assert_eq!(proofs.len(), 2);
    assert_eq!(
        shown(&proofs[1]),
        [
            "ancestor(ann,cid) Rule family.pl:4",
            " parent(ann,bob) Fact -",
            " ancestor(bob,cid) Rule family.pl:3",
            "  parent(bob,cid) Fact -",
        ]
    );
}

#[test]
fn negation_built_ins_and_conjunctions_are_steps() {
    let program = explaining(FAMILY);
    let proofs = proofs(&program, "stranger(cid, ann), X is 1 + 2");
    assert_eq!(
        shown(&proofs[0]),
        [
            "stranger(cid,ann) Rule family.pl:5",
            " \\+ancestor(cid,ann) Negation -",
            " cid\\==ann Call -",
            "3 is 1+2 Call -",
        ]
    );
}

#[test]
fn conditions_cuts_and_disjunctions_keep_their_meaning() {
    let program = explaining(
        "size(X, S) :- ( X > 10 -> S = large ; X > 5 -> S = middle ; S = small ).
         first(X) :- ( X = a ; X = b ), !.
         both(X, Y) :- once(size(X, Y)), call(first(_)).",
    );
    for (goal, answers, steps) in [
        ("size(20, S)", 1, 3),
        ("size(7, S)", 1, 3),
        ("size(1, S)", 1, 2),
        ("first(X)", 1, 2),
        ("both(1, X)", 1, 5),
    ] {
        let found = proofs(&program, goal);
        assert_eq!(found.len(), answers, "{goal}");
        assert_eq!(found[0].len(), steps, "{goal}: {:?}", shown(&found[0]));
    }
}

#[test]
fn tabled_predicates_have_finite_proofs() {
    let program = explaining(
        ":- table path/2.
         path(X, Y) :- path(X, Z), edge(Z, Y).
         path(X, Y) :- edge(X, Y).
         edge(a, b). edge(b, c). edge(c, a).",
    );
    let proofs = proofs(&program, "path(a, X)");
    assert_eq!(proofs.len(), 3);
    for proof in &proofs {
        let is_leaf = |step: &&ProofStep| step.by == ProvedBy::Fact;
        assert!(
            proof.iter().filter(is_leaf).count() >= 1,
            "{:?}",
            shown(proof)
        );
        assert!(proof.len() <= 8, "{:?}", shown(proof));
    }
}

#[test]
fn answers_are_the_same_with_and_without_proofs() {
    let text = include_str!("data/noughts.pl");
    let (plain, explained) = (Program::parse(text).expect("it compiles"), explaining(text));
    for goal in ["init(X)", "role(X)", "legal(P, M)", "member(X, [a, b])"] {
        let plainly = plain.parse_query(goal).expect("a goal");
        let proved = explained.parse_explained_query(goal).expect("a goal");
        assert_eq!(
            Machine::new(&plain).solve(&plainly).count(),
            Machine::new(&explained).solve(&proved).count(),
            "{goal}"
        );
    }
}
