//! Recursive programs, and the file's own refinement of clauses, from files with modes.

use stratalog_ilp::files::{self, Loaded};
use stratalog_ilp::modes::Learner;
use stratalog_logic::{Clause, Source};

fn read(text: &str) -> Loaded {
    files::one_file(Source::new("problem.pl", text)).expect("it is a problem")
}

/// The clauses for the first problem of a file, and the training accuracy.
fn solve(text: &str) -> (Vec<String>, f64) {
    let loaded = read(text);
    let learner = Learner::new(&loaded.problems[0]).settings(loaded.settings.clone());
    let report = learner.run().expect("it runs");
    let clauses = report.theory.iter().map(Clause::from_term);
    (
        clauses.map(|clause| clause.to_string()).collect(),
        report.coverage.confusion(&loaded.problems[0]).accuracy(),
    )
}

#[test]
fn a_head_that_takes_a_list_apart_may_be_recursive() {
    let (clauses, _) = solve(
        ":- modeh(1, among(+item, [+item|+items]))?
         :- modeb(1, among(+item, +items))?
         item(a). item(b). item(c).
         items([]).
         items([X|Y]) :- item(X), items(Y).
         among(a, [a]). among(b, [b]). among(b, [a,b]). among(c, [b,a,c]). among(a, [a,c]).
         among(c, [a,b,c]).
         :- among(a, [b]).
         :- among(b, [a,c]).
         :- among(c, [a,b,a]).",
    );
    assert_eq!(
        clauses,
        ["among(A, [A|B]).", "among(A, [B|C]) :- among(A, C)."]
    );
}

#[test]
fn a_base_case_without_a_clause_becomes_a_fact() {
    let (clauses, accuracy) = solve(
        ":- modeh(1, product(+int, -int))?
         :- modeb(1, before(+int, -int))?
         :- modeb(1, product(+int, -int))?
         :- modeb(1, times(+int, +int, -int))?
         before(X, Y) :- X > 0, Y is X - 1.
         times(X, Y, Z) :- Z is X * Y.
         product(0, 1). product(1, 1). product(2, 2). product(3, 6). product(4, 24).
         :- product(0, 0). :- product(0, 2). :- product(2, 3). :- product(3, 5).
         :- product(3, 3). :- product(4, 12).",
    );
    assert_eq!(
        clauses,
        [
            "product(A, B) :- before(A, C), product(C, D), times(A, D, B).",
            "product(0, 1)."
        ]
    );
    assert_eq!(accuracy, 1.0);
}

#[test]
fn instances_stand_for_an_example_with_variables() {
    let loaded = read(
        ":- modeh(1, joined(+items, +items, -items))?
         :- modeb(1, joined(+items, +items, -items))?
         joined([], X, X). joined([X], [], [X]). joined([a], [b], [a,b]). joined([c], [], [c]).
         :- joined([a], [b], [a]).",
    );
    let positives = &loaded.problems[0].positives;
    let texts: Vec<String> = positives.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "joined([],[a,b],[a,b])",
            "joined([],[b],[b])",
            "joined([],[a],[a])",
            "joined([a],[],[a])",
            "joined([b],[],[b])",
            "joined([a],[b],[a,b])",
            "joined([c],[],[c])",
        ]
    );
}

const REFINED: &str = "
    refine(false, daughter(_, _)).
    refine(daughter(X, Y), (daughter(X, Y) :- Literal)) :- literal(X, Y, Literal).
    refine((daughter(X, Y) :- First), (daughter(X, Y) :- First, Literal)) :-
        First \\= (_, _), literal(X, Y, Literal), First \\== Literal.
    literal(X, _, female(X)).
    literal(X, Y, parent(Y, X)).
    parent(ann, mary). parent(ann, tom). parent(tom, eve). parent(tom, ian).
    female(ann). female(mary). female(eve). female(pat).
    pos(daughter(mary, ann)). pos(daughter(eve, tom)).
    neg(daughter(tom, ann)). neg(daughter(eve, ann)). neg(daughter(pat, ann)).";

#[test]
fn the_files_own_refinement_needs_no_modes() {
    let (clauses, accuracy) = solve(&format!(":- set(refine, user).{REFINED}"));
    assert_eq!(clauses, ["daughter(A, B) :- parent(B, A), female(A)."]);
    assert_eq!(accuracy, 1.0);
}

#[test]
fn the_files_own_refinement_is_used_where_it_is_asked_for() {
    let modes = ":- modeh(1, daughter(+person, +person)). :- modeb(1, female(+person)).";
    let by_modes = solve(&format!("{modes}{REFINED}"));
    assert!(by_modes.1 < 1.0, "{by_modes:?}");
    let refined = solve(&format!("{modes} :- set(refine, user).{REFINED}"));
    assert_eq!(refined.1, 1.0, "{refined:?}");
}
