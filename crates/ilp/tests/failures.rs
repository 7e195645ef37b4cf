//! Learning from failures: smallest theories, proofs, recursion, noise and the
//! idioms of bias files.

use std::path::Path;
use std::sync::{Arc, Mutex};

use stratalog_ilp::files::{self, Loaded};
use stratalog_ilp::{
    Budget, CurveSettings, LearningSettings, Method, Problem, Theory, learn, learning_curve,
};
use stratalog_run::{Control, Event, Seed, Stop};

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
fn wrong_examples_do_not_hide_a_long_recursive_clause() {
    let (theory, clauses, problem) = example("sorted-lists-with-errors");
    let confusion = theory.coverage.confusion(&problem);
    let errors = confusion.false_positives + confusion.false_negatives;
    assert_eq!((theory.size(), errors), (9, 6), "{clauses:#?}");
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

#[test]
fn settings_with_typing_errors_are_named() {
    let remark = |bias: &str| {
        let loaded = graph("typing", bias);
        assert_eq!(loaded.notes.len(), 1, "{:?}", loaded.notes);
        loaded.notes[0].text.clone()
    };
    let misspelt = remark("enable_recursoin.\nenable_recursoin.");
    assert!(
        misspelt.contains("did you mean 'enable_recursion'?"),
        "{misspelt}"
    );
    assert!(remark("max_var(3).").contains("did you mean 'max_vars'?"));
    let unended = remark("max_clauses(2)\nenable_recursion.");
    assert!(
        unended.contains("a full stop or ':-' is missing"),
        "{unended}"
    );
}

#[test]
fn a_statement_about_an_unknown_predicate_is_named_and_ignored() {
    let loaded = graph("theory", ":- clause(C), not num_clauses(p,2).");
    let note = loaded.notes.first().expect("there is a note");
    assert!(note.text.contains("num_clauses/2"), "{note:?}");
    let (theory, clauses) = learned(&loaded.problems[0]);
    assert_eq!(theory.size(), 3, "{clauses:?}");
}

/// The clauses that are learned about the graph under this bias, which must be read
/// without remark.
fn biased(name: &str, bias: &str) -> Vec<String> {
    let loaded = graph(name, bias);
    assert!(loaded.notes.is_empty(), "{:?}", loaded.notes);
    learned(&loaded.problems[0]).1
}

#[test]
fn a_constraint_may_ask_for_what_a_rule_derives_from_the_clause() {
    // What a complete clause must have, its first literals need not have yet.
    let clauses = biased(
        "derived",
        "uses(C,P) :- body_literal(C,P,_,_).\n:- clause(C), not uses(C,edge).
         :- clause(C), not uses(C,dark).",
    );
    assert_eq!(clauses, ["p(A) :- edge(A, B), dark(B)."]);
}

#[test]
fn pools_ranges_and_aggregates_of_a_bias_are_understood() {
    let with_edge = ["p(A) :- edge(A, B), dark(B)."];
    let without_edge = ["p(A) :- blue(A).", "p(A) :- red(A), \\+ dark(A)."];
    assert_eq!(biased("plain", "max_vars(3)."), with_edge);
    let colour = "colour(red;blue;dark).\n:- colour(green).\nenable_negation.\n";
    for (name, constraint) in [
        (
            "count",
            ":- clause(C), #count{P : colour(P), body_literal(C,P,_,_)} > 1.",
        ),
        (
            "elements",
            ":- #count{1 : body_literal(C,red,_,_) ; 2 : body_literal(C,blue,_,_)} > 0.",
        ),
        (
            "atoms",
            ":- clause(C), 1 { body_literal(C,red,1,_) ; body_literal(C,blue,1,_) } 2.",
        ),
        (
            "range",
            "most(2..9).\n:- most(N), body_literal(C,red,1,(N,)).",
        ),
        (
            "distance",
            ":- body_literal(C,edge,2,(A,B)), |B-A| > 3.\n#show colour/1.",
        ),
        ("product", ":- clause(C), body_size(C,N), N > 1+1*2."),
    ] {
        let clauses = biased(name, &format!("max_vars(3).\n{colour}{constraint}"));
        assert_eq!(clauses, with_edge, "{name}");
    }
    for (name, constraint) in [
        ("far", ":- body_literal(C,edge,2,(A,B)), |A-B| > 0."),
        (
            "between",
            ":- clause(C), 1 <= #count{V : body_var(C,V), V > 0} <= 5.",
        ),
        (
            "not-one",
            ":- clause(C), not #count{V : clause_var(C,V)} = 1.",
        ),
        ("pool", ":- body_literal(C,(edge;missing),2,_)."),
    ] {
        let clauses = biased(name, &format!("max_vars(3).\n{colour}{constraint}"));
        assert_eq!(clauses, without_edge, "{name}");
    }
}

/// Reads a problem from the texts of its three files.
fn problem(name: &str, [background, bias, examples]: [&str; 3]) -> Problem {
    let folder = std::env::temp_dir().join(format!("stratalog-own-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let files = [
        ("bk.pl", background),
        ("bias.pl", bias),
        ("exs.pl", examples),
    ];
    for (file, text) in files {
        std::fs::write(folder.join(file), text).expect("a temporary file");
    }
    let loaded = files::read(&folder);
    std::fs::remove_dir_all(&folder).expect("it was there");
    loaded.expect("it can be read").problems.remove(0)
}

/// The largest element of a list by comparisons, with this limit of clauses.
fn largest_element(name: &str, limit: &str) -> Problem {
    let background = "head([H|_],H). tail([_|T],T). empty([]). at_least(A,B) :- A >= B.";
    let bias = "enable_recursion. head_pred(largest,2). type(largest,(list,element)).
        direction(largest,(in,out)).
        body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
        body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
        body_pred(empty,1). type(empty,(list,)). direction(empty,(in,)).
        body_pred(at_least,2). type(at_least,(element,element)).
        direction(at_least,(in,in)).";
    let examples = "pos(largest([4],4)). pos(largest([7,2,5],7)). pos(largest([1,9],9)).
        pos(largest([3,8,6],8)). pos(largest([2,3,4,5],5)). pos(largest([9,8,1,2],9)).
        pos(largest([5,1,6,2,3],6)). pos(largest([1,2],2)).
        neg(largest([7,2,5],5)). neg(largest([3,8,6],6)). neg(largest([1,9],1)).
        neg(largest([9,8,1,2],2)). neg(largest([5,1,6,2,3],3)). neg(largest([5,1,6,2,3],5)).
        neg(largest([2,3,4,5],4)). neg(largest([9,8,1,2],8)).";
    problem(name, [background, &format!("{bias} {limit}"), examples])
}

#[test]
fn two_recursive_clauses_are_learned_beside_a_long_base_clause() {
    for (name, limit) in [("three", "max_clauses(3)."), ("any-number", "")] {
        let problem = largest_element(name, limit);
        let (theory, clauses) = learned(&problem);
        let is_perfect = theory.coverage.confusion(&problem).is_perfect();
        assert!(is_perfect, "{name}: {clauses:#?}");
        assert_eq!(theory.size(), 14, "{name}: {clauses:#?}");
    }
}

#[test]
fn few_examples_are_classified_without_errors_though_a_theory_with_errors_costs_less() {
    // A robot goes up and to the right until it is at the upper or the right edge. The
    // theory that stops anywhere covers one negative.
    let background = "up(X/Y,X/Z) :- Y < 6, Z is Y + 1. right(X/Y,Z/Y) :- X < 6, Z is X + 1.
        down(X/Y,X/Z) :- Y > 1, Z is Y - 1. left(X/Y,Z/Y) :- X > 1, Z is X - 1.
        at_top(_/6). at_right(6/_).";
    let bias = "enable_recursion. max_vars(4).
        head_pred(f,2). type(f,(place,place)). direction(f,(in,out)).
        body_pred(up,2). type(up,(place,place)). direction(up,(in,out)).
        body_pred(right,2). type(right,(place,place)). direction(right,(in,out)).
        body_pred(down,2). type(down,(place,place)). direction(down,(in,out)).
        body_pred(left,2). type(left,(place,place)). direction(left,(in,out)).
        body_pred(at_top,1). type(at_top,(place,)). direction(at_top,(in,)).
        body_pred(at_right,1). type(at_right,(place,)). direction(at_right,(in,)).";
    let examples = "pos(f(1/1,6/6)). pos(f(1/3,4/6)). pos(f(3/1,6/4)). pos(f(2/5,3/6)).
        pos(f(5/2,6/3)). pos(f(4/2,6/4)). pos(f(2/4,4/6)). pos(f(1/2,5/6)). pos(f(2/1,6/5)).
        pos(f(4/4,6/6)). pos(f(1/5,2/6)). pos(f(5/1,6/2)).
        neg(f(1/1,3/3)). neg(f(1/3,1/6)). neg(f(3/1,6/1)). neg(f(2/4,6/4)). neg(f(4/2,4/6)).
        neg(f(2/5,2/5)). neg(f(5/2,6/2)). neg(f(1/2,6/6)). neg(f(2/1,2/6)). neg(f(4/4,5/4)).";
    let problem = problem("diagonal", [background, bias, examples]);
    let (theory, clauses) = learned(&problem);
    let is_perfect = theory.coverage.confusion(&problem).is_perfect();
    assert!(is_perfect, "{clauses:#?}");
    assert_eq!(theory.size(), 12, "{clauses:#?}");
}

#[test]
fn predicates_that_need_a_value_are_called_with_one() {
    // Called without a value, `double/2` and `small/1` have no answer at all.
    let background = "double(X, Y) :- integer(X), !, Y is 2 * X.
        small(X) :- nonvar(X), X < 5.
        size(a, 1). size(b, 2). size(c, 3). size(d, 4).";
    let bias = "head_pred(p,1). body_pred(size,2). body_pred(double,2). body_pred(small,1).
        max_vars(3).";
    let examples = "pos(p(a)). pos(p(b)). neg(p(c)). neg(p(d)).";
    let problem = problem("guards", [background, bias, examples]);
    let (theory, clauses) = learned(&problem);
    assert!(
        theory.coverage.confusion(&problem).is_perfect(),
        "{clauses:#?}"
    );
    assert_eq!(clauses, ["p(A) :- size(A, B), double(B, C), small(C)."]);
}

#[test]
fn a_predicate_that_only_tests_compares_values_of_two_parts() {
    let background = "age(ann, 30). age(bob, 20). age(cid, 50). age(dan, 40).
        older(X, Y) :- number(X), number(Y), X > Y.";
    let bias = "head_pred(elder,2). body_pred(age,2). body_pred(older,2).
        type(elder,(person,person)). type(age,(person,number)). type(older,(number,number)).
        direction(elder,(in,in)). direction(age,(in,out)). direction(older,(in,in)).";
    let examples = "pos(elder(ann,bob)). pos(elder(cid,ann)). pos(elder(dan,bob)).
        neg(elder(bob,ann)). neg(elder(ann,cid)). neg(elder(dan,cid)). neg(elder(ann,ann)).";
    let problem = problem("tests-only", [background, bias, examples]);
    let (theory, clauses) = learned(&problem);
    assert_eq!(
        clauses,
        ["elder(A, B) :- age(A, C), age(B, D), older(C, D)."]
    );
    assert!(theory.is_proven);
}

#[test]
fn two_objects_are_compared_by_what_a_predicate_gives_for_both() {
    // `place` needs its first argument, so both pieces must be found before their
    // places can be the same.
    let background = "piece(s1,a). piece(s1,b). piece(s2,c). piece(s2,d). piece(s3,e).
        piece(s3,f). piece(s4,g). piece(s4,h). piece(s5,i). piece(s5,j). piece(s6,k). piece(s6,l).
        place(a,1). place(b,1). place(c,2). place(d,2). place(e,1). place(f,2). place(g,3).
        place(h,3). place(i,3). place(j,1). place(k,2). place(l,2).
        red(a). blue(b). red(d). blue(c). red(e). blue(f). red(g). red(h). blue(i). red(j).
        blue(k). blue(l).";
    let bias = "head_pred(f,1). body_pred(piece,2). body_pred(place,2). body_pred(red,1).
        body_pred(blue,1). type(f,(state,)). type(piece,(state,piece)).
        type(place,(piece,number)). type(red,(piece,)). type(blue,(piece,)).
        direction(f,(in,)). direction(piece,(in,out)). direction(place,(in,out)).
        direction(red,(in,)). direction(blue,(in,)). max_vars(4).";
    let examples = "pos(f(s1)). pos(f(s2)). neg(f(s3)). neg(f(s4)). neg(f(s5)). neg(f(s6)).";
    let problem = problem("two-pieces", [background, bias, examples]);
    let (theory, clauses) = learned(&problem);
    assert!(
        theory.coverage.confusion(&problem).is_perfect(),
        "{clauses:#?}"
    );
    assert!(theory.is_proven);
    assert_eq!(theory.size(), 7, "{clauses:#?}");
}

#[test]
fn an_auxiliary_predicate_is_invented_where_the_theory_needs_it() {
    let (theory, clauses, problem) = example("grandparents-by-invention");
    assert!(
        theory.coverage.confusion(&problem).is_perfect(),
        "{clauses:#?}"
    );
    assert_eq!((theory.size(), clauses.len()), (7, 3), "{clauses:#?}");
    assert!(clauses.iter().any(|clause| clause.starts_with("inv1(")));
}

#[test]
fn a_relation_that_nearly_always_holds_does_not_hide_an_invention() {
    let families = [
        ("a", "b", ["c", "d", "e"]),
        ("f", "g", ["h", "i", "j"]),
        ("c", "h", ["k", "l", "m"]),
        ("i", "d", ["n", "o", "p"]),
        ("q", "j", ["r", "s", "t"]),
    ];
    let mut background = String::from("different(X, Y) :- person(X), person(Y), X \\== Y.\n");
    for person in 'a'..='t' {
        background += &format!("person({person}).\n");
    }
    for (father, mother, children) in families {
        for child in children {
            background += &format!("father({father},{child}). mother({mother},{child}).\n");
        }
    }
    let bias = "enable_pi. max_vars(5). head_pred(aunt_or_uncle,2). body_pred(mother,2).
        body_pred(father,2). body_pred(different,2).";
    let examples = "pos(aunt_or_uncle(d,k)). pos(aunt_or_uncle(e,l)). pos(aunt_or_uncle(i,m)).
        pos(aunt_or_uncle(j,k)). pos(aunt_or_uncle(h,n)). pos(aunt_or_uncle(c,o)).
        pos(aunt_or_uncle(h,r)). pos(aunt_or_uncle(i,t)). neg(aunt_or_uncle(c,k)).
        neg(aunt_or_uncle(h,k)). neg(aunt_or_uncle(a,k)). neg(aunt_or_uncle(d,n)).
        neg(aunt_or_uncle(l,k)). neg(aunt_or_uncle(k,n)). neg(aunt_or_uncle(j,r)).
        neg(aunt_or_uncle(q,r)). neg(aunt_or_uncle(f,k)). neg(aunt_or_uncle(d,r)).
        neg(aunt_or_uncle(b,c)). neg(aunt_or_uncle(d,c)). neg(aunt_or_uncle(k,d)).";
    let problem = problem("aunts", [&background, bias, examples]);
    let (theory, clauses) = learned(&problem);
    let confusion = theory.coverage.confusion(&problem);
    assert!(confusion.is_perfect(), "{confusion:?} {clauses:#?}");
    assert!(theory.size() <= 9, "{clauses:#?}");
}

#[test]
fn a_recursion_over_data_with_cycles_is_evaluated_completely() {
    let background = "edge(a,b). edge(b,c). edge(c,a). edge(c,d). edge(e,f).";
    let bias = "enable_recursion. head_pred(path,2). body_pred(edge,2).";
    let examples = "pos(path(a,b)). pos(path(a,c)). pos(path(a,d)). pos(path(b,b)).
        pos(path(b,d)). pos(path(c,c)). pos(path(e,f)).
        neg(path(a,e)). neg(path(d,a)). neg(path(e,a)). neg(path(f,e)). neg(path(d,d)).";
    let problem = problem("cycle", [background, bias, examples]);
    let (theory, clauses) = learned(&problem);
    assert!(
        theory.coverage.confusion(&problem).is_perfect(),
        "{clauses:#?}"
    );
    assert_eq!(theory.size(), 5, "{clauses:#?}");
}

#[test]
fn a_clause_may_call_itself_twice() {
    // A tree is full if it is a leaf or both of its parts are full.
    let background = "leaf(leaf). left(node(L,_),L). right(node(_,R),R).";
    let bias = "enable_recursion. max_clauses(2). max_vars(3).
        head_pred(full,1). body_pred(leaf,1). body_pred(left,2). body_pred(right,2).
        type(full,(tree,)). type(leaf,(tree,)). type(left,(tree,tree)). type(right,(tree,tree)).
        direction(full,(in,)). direction(leaf,(in,)). direction(left,(in,out)).
        direction(right,(in,out)).";
    let examples = "pos(full(leaf)). pos(full(node(leaf,leaf))).
        pos(full(node(node(leaf,leaf),leaf))). pos(full(node(leaf,node(leaf,leaf)))).
        neg(full(none)). neg(full(node(none,leaf))). neg(full(node(leaf,none))).
        neg(full(node(node(leaf,none),leaf))). neg(full(node(leaf,node(none,leaf)))).";
    let problem = problem("trees", [background, bias, examples]);
    let (theory, clauses) = learned(&problem);
    assert!(
        theory.coverage.confusion(&problem).is_perfect(),
        "{clauses:#?}"
    );
    assert_eq!(theory.size(), 7, "{clauses:#?}");
}

#[test]
fn each_clause_and_each_example_is_explained() {
    let (theory, clauses, problem) = example("grandparents-by-invention");
    let explanation = stratalog_ilp::explain::explain(&problem, &theory.clauses);
    assert_eq!(explanation.clauses.len(), clauses.len());
    let target = &explanation.clauses[0];
    assert_eq!(target.positives, problem.positives.len());
    assert_eq!(target.only_positives, problem.positives.len());
    assert_eq!(target.negatives, 0);
    let first = &explanation.examples[0];
    assert_eq!(first.clauses, [1]);
    let names: Vec<&str> = first
        .bindings
        .iter()
        .map(|own| own.variable.as_str())
        .collect();
    assert_eq!(names, ["A", "B", "C"]);
}

#[test]
fn a_recursive_theory_may_use_an_invented_predicate() {
    let background = "road(a,b). road(c,d). road(e,f). rail(b,c). rail(d,e). rail(f,a).
        road(g,h). rail(h,i).";
    let bias = "enable_recursion. enable_pi. max_clauses(4). max_vars(3).
        head_pred(trip,2). body_pred(road,2). body_pred(rail,2).";
    let examples = "pos(trip(a,b)). pos(trip(b,c)). pos(trip(a,c)). pos(trip(a,f)).
        pos(trip(d,b)). pos(trip(e,a)). pos(trip(f,f)). pos(trip(g,i)). pos(trip(g,h)).
        neg(trip(a,g)). neg(trip(h,g)). neg(trip(i,h)). neg(trip(g,a)). neg(trip(i,i)).
        neg(trip(g,g)). neg(trip(h,a)).";
    let problem = problem("trips", [background, bias, examples]);
    let (theory, clauses) = learned(&problem);
    assert!(
        theory.coverage.confusion(&problem).is_perfect(),
        "{clauses:#?}"
    );
    assert!(theory.size() <= 9, "{clauses:#?}");
}

#[test]
fn a_negated_literal_is_learned_where_the_bias_enables_it() {
    let (theory, clauses, problem) = example("without-children");
    assert!(theory.coverage.confusion(&problem).is_perfect());
    assert!(theory.is_proven);
    assert_eq!(
        clauses,
        ["childless_woman(A) :- female(A), \\+ parent(A, B)."]
    );
}

#[test]
fn without_being_enabled_negation_is_not_used() {
    let background = "parent(a,b). female(a). female(c).";
    let bias = "head_pred(p,1). body_pred(parent,2). body_pred(female,1). max_vars(2).";
    let problem = problem(
        "no-negation",
        [background, bias, "pos(p(c)). neg(p(a)). neg(p(b))."],
    );
    let (theory, clauses) = learned(&problem);
    assert!(
        !theory.coverage.confusion(&problem).is_perfect(),
        "{clauses:?}"
    );
}

#[test]
fn bounds_are_found_from_the_examples() {
    let (theory, clauses, problem) = example("pleasant-days");
    assert!(
        theory.coverage.confusion(&problem).is_perfect(),
        "{clauses:?}"
    );
    assert_eq!(theory.size(), 4, "{clauses:?}");
    assert!(clauses[0].contains(">=") && clauses[0].contains("=<"));
}

#[test]
fn a_value_of_a_magic_type_is_found_from_the_examples() {
    let background = "price(a,3). price(b,7). price(c,7). price(d,9). price(e,12). price(f,7).
        less(X,Y) :- number(X), number(Y), X < Y.";
    let bias = "head_pred(p,1). body_pred(price,2). body_pred(less,2). max_vars(2).
        type(p,(thing,)). type(price,(thing,number)). type(less,(number,number)).
        direction(less,(in,in)). magic_value_type(number).";
    let exact = problem(
        "magic",
        [
            background,
            bias,
            "pos(p(b)). pos(p(c)). pos(p(f)). neg(p(a)). neg(p(d)). neg(p(e)).",
        ],
    );
    let (theory, clauses) = learned(&exact);
    assert!(theory.coverage.confusion(&exact).is_perfect());
    assert_eq!(clauses, ["p(A) :- price(A, 7)."]);
    let bounded = problem(
        "magic-bound",
        [
            background,
            bias,
            "pos(p(d)). pos(p(e)). neg(p(a)). neg(p(b)). neg(p(c)). neg(p(f)).",
        ],
    );
    let (theory, clauses) = learned(&bounded);
    assert!(theory.coverage.confusion(&bounded).is_perfect());
    assert_eq!(clauses, ["p(A) :- price(A, B), less(7, B)."]);
}

#[test]
fn several_predicates_are_learned_one_after_the_other() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/even-and-odd");
    let loaded = files::read(&folder).expect("it can be read");
    assert_eq!(loaded.problems.len(), 2);
    assert!(loaded.is_sequence);
    let (theory, clauses) = learned(&loaded.problems[0]);
    assert!(
        theory.coverage.confusion(&loaded.problems[0]).is_perfect(),
        "{clauses:?}"
    );
    let mut second = loaded.problems[1].clone();
    second.background = loaded
        .background_with(&theory.clauses)
        .expect("the clauses are new");
    let (theory, clauses) = learned(&second);
    assert!(theory.coverage.confusion(&second).is_perfect());
    assert_eq!(clauses, ["odd(A) :- succ_of(A, B), even(B)."]);
}

#[test]
fn a_narrow_search_finds_what_the_complete_one_cannot_reach_in_time() {
    // Ten binary predicates between 40 values: bodies of six literals are too many to
    // enumerate, but their parts are informative.
    let mut background = String::new();
    let mut examples = String::new();
    for thing in 0..120_u32 {
        let bit = |at: u32| (thing.wrapping_mul(2_654_435_761) >> (7 + 3 * at)) & 1 == 1;
        for at in 0..8 {
            let part = format!("part{at}_{thing}");
            background += &format!("part(t{thing},{part}). kind{at}({part}).");
            background += if bit(at) { " lit(" } else { " dark(" };
            background += &format!("{part}).\n");
            for other in 0..8 {
                if (thing + at + other) % 3 == 0 && at != other {
                    background += &format!("beside({part},part{other}_{thing}).\n");
                }
            }
        }
        let is_good = bit(0) && bit(1) && bit(2) && bit(3);
        let sign = if is_good { "pos" } else { "neg" };
        examples += &format!("{sign}(good(t{thing})).\n");
    }
    let mut bias = "head_pred(good,1). body_pred(part,2). body_pred(beside,2). body_pred(lit,1).
        body_pred(dark,1). max_vars(5). max_body(12). type(good,(thing,)).
        type(part,(thing,part)). type(beside,(part,part)). type(lit,(part,)). type(dark,(part,)).
        "
    .to_owned();
    for at in 0..8 {
        bias += &format!("body_pred(kind{at},1). type(kind{at},(part,)).\n");
    }
    let problem = problem("narrow", [&background, &bias, &examples]);
    let settings = LearningSettings::default();
    let budget = Budget::new(Control::default(), Some(20.0));
    let theory = learn(&problem, Method::Failures, &settings, &budget).expect("it runs");
    assert!(theory.coverage.confusion(&problem).is_perfect());
}

/// Lists with predicates that need values.
const LISTS: &str = "head([H|_], H). tail([_|T], T). empty([]). zero(0).
    even(A) :- number(A), 0 is A mod 2. odd(A) :- number(A), 1 is A mod 2.
    next(A, B) :- number(A), B is A + 1.";

#[test]
fn recursive_clauses_for_different_cases_are_found_together() {
    let bias = "enable_recursion. max_clauses(3).
        head_pred(evens,2). type(evens,(list,element)). direction(evens,(in,out)).
        body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
        body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
        body_pred(empty,1). type(empty,(list,)). direction(empty,(in,)).
        body_pred(zero,1). type(zero,(element,)). direction(zero,(out,)).
        body_pred(even,1). type(even,(element,)). direction(even,(in,)).
        body_pred(odd,1). type(odd,(element,)). direction(odd,(in,)).
        body_pred(next,2). type(next,(element,element)). direction(next,(in,out)).";
    let examples = "pos(evens([],0)). pos(evens([4],1)). pos(evens([3],0)). pos(evens([5,2],1)).
        pos(evens([2,8,1],2)). pos(evens([7,9,4,6],2)). pos(evens([2,4,6],3)).
        neg(evens([3],1)). neg(evens([5,2],2)). neg(evens([2,8,1],3)). neg(evens([7,9,4,6],1)).
        neg(evens([2,4,6],0)).";
    let problem = problem("evens", [LISTS, bias, examples]);
    let (theory, clauses) = learned(&problem);
    assert_eq!(theory.size(), 14, "{clauses:?}");
    assert!(theory.coverage.confusion(&problem).is_perfect());
}

/// The bias of a predicate of lists that may call itself.
const TESTS_OF_LISTS: &str = "enable_recursion. max_clauses(2).
    head_pred(f,1). type(f,(list,)). direction(f,(in,)).
    body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
    body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
    body_pred(empty,1). type(empty,(list,)). direction(empty,(in,)).
    body_pred(even,1). type(even,(element,)). direction(even,(in,)).
    body_pred(odd,1). type(odd,(element,)). direction(odd,(in,)).";

#[test]
fn a_recursive_theory_is_proven_by_trying_all_smaller_ones() {
    let examples = "pos(f([])). pos(f([2])). pos(f([4,8,2])). pos(f([6,2,4,8])).
        neg(f([1])). neg(f([2,3])). neg(f([4,8,2,7])). neg(f([6,5,4])).";
    let problem = problem("all-even", [LISTS, TESTS_OF_LISTS, examples]);
    let bounds = Arc::new(Mutex::new(Vec::new()));
    let control = {
        let bounds = bounds.clone();
        Control::new(Stop::default(), move |event| {
            if let Event::Bound { literals } = event {
                bounds.lock().expect("one thread").push(*literals);
            }
        })
    };
    let budget = Budget::new(control, None);
    let settings = LearningSettings::default();
    let theory = learn(&problem, Method::Failures, &settings, &budget).expect("it runs");
    assert!(theory.coverage.confusion(&problem).is_perfect());
    assert!(theory.is_proven);
    assert_eq!(theory.size(), 7);
    let bounds = bounds.lock().expect("one thread");
    assert!(bounds.is_sorted(), "{bounds:?}");
    assert_eq!(bounds.last(), Some(&7));
}

#[test]
fn a_recursive_theory_may_end_in_a_long_base_clause() {
    // Two even numbers beside each other, anywhere in the list.
    let examples = "pos(f([2,4])). pos(f([1,2,4])). pos(f([1,3,6,8,5])). pos(f([2,1,4,6])).
        pos(f([5,2,5,2,2])). pos(f([7,7,7,7,7,4,8])).
        neg(f([2])). neg(f([2,1])). neg(f([1,2])). neg(f([2,3,4])). neg(f([2,1,2,1,2])).
        neg(f([1,3,5])). neg(f([4,1,1,4])). neg(f([8,3,3,3,3,3,8])). neg(f([1,2,3])).";
    let problem = problem("two-evens", [LISTS, TESTS_OF_LISTS, examples]);
    let (theory, clauses) = learned(&problem);
    assert!(theory.coverage.confusion(&problem).is_perfect());
    assert_eq!((theory.size(), clauses.len()), (9, 2), "{clauses:?}");
}

#[test]
fn lists_are_joined_by_a_recursion_that_ends_in_a_clause_of_four_literals() {
    // The list of one element is the smallest first list.
    let bias = format!(
        "{TESTS_OF_LISTS}
        body_pred(cons,3). type(cons,(element,list,list)). direction(cons,(in,in,out))."
    );
    let bias = bias.replace("head_pred(f,1).", "head_pred(f,3).");
    let bias = bias.replace("type(f,(list,)).", "type(f,(list,list,list)).");
    let bias = bias.replace("direction(f,(in,)).", "direction(f,(in,in,out)).");
    let background = format!("{LISTS} cons(A, B, [A|B]).");
    let examples = "pos(f([1],[4,2],[1,4,2])). pos(f([6],[],[6])). pos(f([3,5],[2],[3,5,2])).
        pos(f([7,8],[],[7,8])). pos(f([2,9,4],[5,1],[2,9,4,5,1])). pos(f([4,4,1],[8],[4,4,1,8])).
        neg(f([1],[4,2],[4,2])). neg(f([6],[],[])). neg(f([3,5],[2],[3,2])).
        neg(f([3,5],[2],[2,3,5])). neg(f([7,8],[],[8])). neg(f([7,8],[],[7])).
        neg(f([2,9,4],[5,1],[2,5,1])). neg(f([2,9,4],[5,1],[2,9,5,1])).
        neg(f([4,4,1],[8],[4,4,1])). neg(f([4,4,1],[8],[4,1,8])).";
    let problem = problem("joined", [&background, &bias, examples]);
    let (theory, clauses) = learned(&problem);
    assert!(theory.coverage.confusion(&problem).is_perfect());
    assert_eq!((theory.size(), clauses.len()), (10, 2), "{clauses:?}");
    assert!(theory.explored < 500_000, "{}", theory.explored);
}

#[test]
fn a_recursion_may_count_numbers_inside_of_terms() {
    // A robot walks to the right until it reaches the wall.
    let background = "at_wall(at(30, _)). at_floor(at(_, 1)).
        right(at(X, Y), at(X1, Y)) :- X < 30, X1 is X + 1.
        up(at(X, Y), at(X, Y1)) :- Y < 30, Y1 is Y + 1.
        down(at(X, Y), at(X, Y1)) :- Y > 1, Y1 is Y - 1.";
    let bias = "enable_recursion. max_body(3).
        head_pred(f,2). direction(f,(in,out)).
        body_pred(at_wall,1). direction(at_wall,(in,)).
        body_pred(at_floor,1). direction(at_floor,(in,)).
        body_pred(right,2). direction(right,(in,out)).
        body_pred(up,2). direction(up,(in,out)).
        body_pred(down,2). direction(down,(in,out)).";
    let examples = "pos(f(at(3,4), at(30,4))). pos(f(at(29,1), at(30,1))).
        pos(f(at(1,9), at(30,9))). pos(f(at(12,2), at(30,2))).
        neg(f(at(3,4), at(29,4))). neg(f(at(29,1), at(30,2))). neg(f(at(5,5), at(6,5))).
        neg(f(at(12,2), at(14,2))). neg(f(at(28,7), at(29,7))).";
    let problem = problem("to-the-wall", [background, bias, examples]);
    let (theory, clauses) = learned(&problem);
    assert!(theory.coverage.confusion(&problem).is_perfect());
    assert!(theory.is_proven);
    assert_eq!((theory.size(), clauses.len()), (6, 2), "{clauses:?}");
}

#[test]
fn elements_of_a_list_are_kept_or_dropped_by_two_recursive_clauses() {
    let bias = "enable_recursion. max_clauses(3). max_vars(5).
        head_pred(f,2). type(f,(list,list)). direction(f,(in,out)).
        body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
        body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
        body_pred(empty,1). type(empty,(list,)). direction(empty,(out,)).
        body_pred(even,1). type(even,(element,)). direction(even,(in,)).
        body_pred(odd,1). type(odd,(element,)). direction(odd,(in,)).
        body_pred(cons,3). type(cons,(element,list,list)). direction(cons,(in,in,out)).";
    let background = format!("{LISTS} cons(A, B, [A|B]).");
    let examples = "pos(f([],[])). pos(f([4],[])). pos(f([6,2],[])). pos(f([3,9],[3,9])).
        pos(f([3,8],[3])). pos(f([2,7,6,1],[7,1])). pos(f([5,2,5,4,4],[5,5])).
        neg(f([5,7],[7])). neg(f([2,4],[4])). neg(f([2,7,6,1],[7,6,1])). neg(f([3,8],[])).
        neg(f([4],[4])). neg(f([3,8],[3,8])). neg(f([],[1])).";
    let problem = problem("drop-evens", [&background, bias, examples]);
    let (theory, clauses) = learned(&problem);
    assert!(theory.coverage.confusion(&problem).is_perfect());
    assert_eq!((theory.size(), clauses.len()), (14, 3), "{clauses:?}");
}

#[test]
fn the_theory_and_the_work_are_the_same_on_any_number_of_threads() {
    // Enough rows for the search to use threads.
    let mut background = String::new();
    let mut examples = String::new();
    for thing in 0..400_u32 {
        let hash = |at: u32| (thing * 31 + at).wrapping_mul(2_654_435_761) >> 13;
        for at in 0..6 {
            background += &format!("part(t{thing},p{thing}_{at}). ");
            background += ["red", "green", "blue"][hash(at) as usize % 3];
            background += &format!("(p{thing}_{at}).\n");
            background += &format!("beside(p{thing}_{at},p{thing}_{}).\n", hash(at + 6) % 6);
        }
        let is_good = (0..6).any(|at| hash(at) % 3 == 0 && hash(hash(at + 6) % 6) % 3 == 2);
        let sign = if is_good { "pos" } else { "neg" };
        examples += &format!("{sign}(good(t{thing})).\n");
    }
    let bias = "head_pred(good,1). type(good,(thing,)). body_pred(part,2).
        type(part,(thing,part)). body_pred(beside,2). type(beside,(part,part)).
        body_pred(red,1). type(red,(part,)). body_pred(green,1). type(green,(part,)).
        body_pred(blue,1). type(blue,(part,)). max_vars(5). max_body(5).";
    let problem = problem("threads", [&background, bias, &examples]);
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let (theory, clauses) = pool.expect("a pool").install(|| learned(&problem));
        (clauses, theory.explored, theory.is_proven)
    };
    let alone = on(1);
    assert_eq!(
        alone.0,
        ["good(A) :- part(A, B), red(B), beside(B, C), blue(C)."]
    );
    assert_eq!(alone, on(3));
}

#[test]
fn a_learning_curve_rises_with_the_examples_and_repeats_with_its_seed() {
    let (_, _, problem) = example("beside-a-red-block");
    let curve = |seed: u64| {
        let asked = CurveSettings {
            method: Method::Failures,
            runs: 5,
            timeout: None,
            seed: Seed(seed),
        };
        let settings = LearningSettings::default();
        learning_curve(&problem, &settings, &asked, &Control::default()).expect("it runs")
    };
    let one = curve(3);
    assert!(one.ended.is_done());
    assert_eq!(one.kept_aside, 38 / 3 + 22 / 3);
    let counts: Vec<usize> = one.points.iter().map(|point| point.examples).collect();
    assert!(counts.is_sorted_by(|a, b| a < b), "{counts:?}");
    assert_eq!(counts.last(), Some(&(60 - one.kept_aside)));
    let (first, last) = (&one.points[0], &one.points[one.points.len() - 1]);
    assert!(
        last.accuracy > first.accuracy && last.accuracy > 0.8,
        "{one:?}"
    );
    for point in &one.points {
        assert_eq!(point.confusion.total(), 5 * one.kept_aside);
        assert!(point.ci95.low <= point.accuracy && point.accuracy <= point.ci95.high);
    }
    assert_eq!(one, curve(3));
    assert_ne!(one, curve(4));
}

/// What is learned where the numbers below 60 are positive but for four wrong examples,
/// and groups of this many numbers have names of their own.
fn learned_from_named_groups(size: i32) -> Vec<String> {
    let numbers = 0..120;
    let is_wrong = |n: &i32| [3, 11, 85, 93].contains(n);
    let mut background = String::from("small(N) :- between(0, 59, N).\n");
    let mut bias = String::from("head_pred(p,1). body_pred(small,1). max_vars(1). max_body(4).\n");
    for n in numbers.clone() {
        background += &format!("is_{n}({n}).\ngroup_{}({n}).\n", n / size);
        bias += &format!("body_pred(is_{n},1).\nbody_pred(group_{},1).\n", n / size);
    }
    let examples: String = numbers
        .map(|n| {
            let is_positive = (n < 60) != is_wrong(&n);
            format!("{}(p({n})).\n", if is_positive { "pos" } else { "neg" })
        })
        .collect();
    let name = format!("groups-{size}");
    let problem = problem(&name, [&background, &bias, &examples]);
    learned(&problem).1
}

#[test]
fn a_theory_that_repeats_wrong_examples_is_not_preferred() {
    assert_eq!(learned_from_named_groups(1), ["p(A) :- small(A)."]);
    // Though it is shorter than the list of the positives: 42 literals.
    assert_eq!(learned_from_named_groups(4), ["p(A) :- small(A)."]);
}

#[test]
fn a_recursion_over_long_lists_gives_no_answers_that_the_examples_lack() {
    // No negative excludes `f(A, B) :- head(A, C), empty(B)` as the base, but it would
    // answer every prefix of a list.
    let bias = "enable_recursion.
        head_pred(f,2). type(f,(list,list)). direction(f,(in,out)).
        body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
        body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
        body_pred(empty,1). type(empty,(list,)). direction(empty,(out,)).
        body_pred(even,1). type(even,(element,)). direction(even,(in,)).
        body_pred(zero,1). type(zero,(element,)). direction(zero,(out,)).
        body_pred(cons,3). type(cons,(element,list,list)). direction(cons,(in,in,out)).";
    let background = format!("{LISTS} cons(A, B, [A|B]).");
    let list = |length: u32, seed: u32| -> Vec<u32> {
        let element = |at: u32| (at + seed).wrapping_mul(2_654_435_761) >> 25;
        (0..length).map(element).collect()
    };
    let mut examples = String::new();
    for (seed, length) in [60, 13, 45, 21].into_iter().enumerate() {
        let whole = list(length, 100 * seed as u32);
        let (_, front) = whole.split_last().expect("it is not empty");
        examples += &format!("pos(f({whole:?},{front:?})). neg(f({whole:?},{whole:?})).\n");
        examples += &format!("neg(f({whole:?},{:?})).\n", &whole[1..]);
    }
    let problem = problem("long-lists", [&background, bias, &examples]);
    let (theory, clauses) = learned(&problem);
    assert!(theory.is_proven);
    assert_eq!(
        clauses,
        [
            "f(A, B) :- tail(A, B), empty(B).",
            "f(A, B) :- head(A, C), tail(A, D), f(D, E), cons(C, E, B)."
        ]
    );
}

#[test]
fn a_partial_theory_has_every_rule_that_several_positives_need() {
    // Eight things are round; two are large and striped, and one is like a negative.
    let mut background = String::from("large(t9). striped(t9). large(t10). striped(t10). ");
    let mut examples = String::new();
    for thing in 1..=11 {
        examples += &format!("pos(good(t{thing})). ");
        background += &if thing <= 8 {
            format!("round(t{thing}). ")
        } else {
            format!("dull(t{thing}). ")
        };
    }
    background += "large(n1). striped(n2). dull(n1). dull(n2). dull(n3).";
    examples += "neg(good(n1)). neg(good(n2)). neg(good(n3)).";
    let bias = "head_pred(good,1). body_pred(round,1). body_pred(large,1).
        body_pred(striped,1). body_pred(dull,1). max_vars(1).";
    let problem = problem("partial", [&background, bias, &examples]);
    let (theory, clauses) = learned(&problem);
    let confusion = theory.coverage.confusion(&problem);
    assert_eq!(confusion.true_positives, 10, "{clauses:?}");
    assert_eq!(confusion.false_positives, 0);
    assert!(theory.advice.is_some());
}
