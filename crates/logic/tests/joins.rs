//! Calls of tables with arithmetic and negations between them have the same answers, and end with an
//! error at the same place, whether they are planned together or run one by one.

use proptest::prelude::*;
use stratalog_logic::{Machine, Program};

/// Values of all kinds: small and large integers, floats, and what is no number.
fn constant() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => (0..5i32).prop_map(|n| n.to_string()),
        1 => Just("1152921504606846975".to_owned()),
        1 => Just("1152921504606846977".to_owned()),
        1 => Just("36893488147419103232".to_owned()),
        1 => Just("1.0".to_owned()),
        1 => Just("0.5".to_owned()),
        1 => Just("a".to_owned()),
    ]
}

fn variable() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["A", "B", "C", "D", "E"]).prop_map(str::to_owned)
}

fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![4 => variable(), 1 => (0..4i32).prop_map(|n| n.to_string())];
    leaf.prop_recursive(2, 6, 2, |inner| {
        let two = (inner.clone(), inner.clone());
        let function = prop::sample::select(vec!["+", "-", "*", "//", "mod", "min", "/"]);
        prop_oneof![
            4 => (function, two).prop_map(|(name, (a, b))| match name {
                "min" => format!("min({a}, {b})"),
                name => format!("({a} {name} {b})"),
            }),
            1 => inner.prop_map(|a| format!("(- {a})")),
        ]
    })
}

fn goal() -> impl Strategy<Value = String> {
    let test = prop::sample::select(vec!["<", "=<", "=:=", "=\\="]);
    let same = prop::sample::select(vec!["==", "\\=="]);
    prop_oneof![
        4 => (variable(), variable()).prop_map(|(a, b)| format!("p({a}, {b})")),
        2 => variable().prop_map(|a| format!("q({a})")),
        3 => (variable(), expression()).prop_map(|(a, e)| format!("{a} is {e}")),
        1 => (0..5i32, expression()).prop_map(|(n, e)| format!("{n} is {e}")),
        1 => (test, expression(), expression()).prop_map(|(op, a, b)| format!("{a} {op} {b}")),
        1 => (same, variable(), variable()).prop_map(|(op, a, b)| format!("{a} {op} {b}")),
        1 => inner_call().prop_map(|call| format!("\\+ {call}")),
        2 => (inner_call(), prop::collection::vec(inner_goal(), 1..3))
            .prop_map(|(call, goals)| format!("\\+ ({call}{BETWEEN}{})", goals.join(BETWEEN))),
    ]
}

/// Stands for what separates the goals of a negation.
const BETWEEN: &str = " & ";

/// A variable of the clause, or one that only a negation has.
fn inner_variable() -> impl Strategy<Value = String> {
    prop_oneof![2 => variable(), 2 => Just("V".to_owned()), 1 => Just("_".to_owned())]
}

fn inner_call() -> impl Strategy<Value = String> {
    let pair = (inner_variable(), inner_variable());
    prop_oneof![
        3 => pair.prop_map(|(a, b)| format!("p({a}, {b})")),
        1 => inner_variable().prop_map(|a| format!("q({a})")),
    ]
}

fn inner_goal() -> impl Strategy<Value = String> {
    let test = prop::sample::select(vec!["<", "=:=", "==", "\\=="]);
    prop_oneof![
        2 => inner_call(),
        1 => (test, inner_variable(), variable()).prop_map(|(op, a, b)| format!("{a} {op} {b}")),
    ]
}

/// The answers in order, then whether there is an error. Where several operands of an
/// expression are wrong, ISO Prolog leaves open which one the error names (7.12), and
/// the two ways differ in it.
fn answers(program: &Program, goal: &str) -> Vec<String> {
    let query = program.parse_query(goal).expect("a goal");
    let mut machine = Machine::new(program);
    let answers = machine.solve(&query).map(|answer| match answer {
        Ok(answer) => {
            let values = answer.values.iter().map(ToString::to_string);
            values.collect::<Vec<String>>().join(" ")
        }
        Err(_) => "an error".to_owned(),
    });
    answers.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn a_run_means_what_its_literals_mean(
        pairs in prop::collection::vec((constant(), constant()), 1..6),
        singles in prop::collection::vec(constant(), 1..5),
        goals in prop::collection::vec(goal(), 2..7),
        given in prop::option::of(constant()),
    ) {
        let mut text = String::new();
        for (a, b) in &pairs {
            text.push_str(&format!("p({a}, {b}).\n"));
        }
        for a in &singles {
            text.push_str(&format!("q({a}).\n"));
        }
        let last = "q(_), T = [A, B, C, D, E]";
        let together = goals.join(", ").replace(BETWEEN, ", ");
        text.push_str(&format!("together(A, T) :- {together}, {last}.\n"));
        // Nothing is planned across a call.
        let apart = goals.join(", call(true), ").replace(BETWEEN, ", call(true), ");
        text.push_str(&format!("apart(A, T) :- {apart}, call(true), {last}.\n"));
        let program = Program::parse(&text).expect("the program compiles");
        let given = given.as_deref().unwrap_or("_");
        let together = answers(&program, &format!("together({given}, T)"));
        prop_assert_eq!(together, answers(&program, &format!("apart({given}, T)")), "{}", text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn a_rule_means_what_its_body_means(
        pairs in prop::collection::vec((constant(), constant()), 1..6),
        singles in prop::collection::vec(constant(), 1..5),
        inner in prop::collection::vec(goal(), 1..4),
        outer in prop::collection::vec(caller(), 1..5),
        given in prop::option::of(constant()),
    ) {
        let mut text = String::new();
        for (a, b) in &pairs {
            text.push_str(&format!("p({a}, {b}).\n"));
        }
        for a in &singles {
            text.push_str(&format!("q({a}).\n"));
        }
        let inner = inner.join(", ").replace(BETWEEN, ", ");
        // The second predicate has two clauses: it is never unfolded.
        text.push_str(&format!(
            "unfolded(A, B) :- {inner}.\ncalled(A, B) :- {inner}.\ncalled(_, _) :- fail.\n"
        ));
        let outer = outer.join(", ");
        for name in ["unfolded", "called"] {
            let body = outer.replace("rule", name);
            text.push_str(&format!("through_{name}(A, [A, B, C, D]) :- {body}.\n"));
        }
        let program = Program::parse(&text).expect("the program compiles");
        let given = given.as_deref().unwrap_or("_");
        let unfolded = answers(&program, &format!("through_unfolded({given}, T)"));
        let called = answers(&program, &format!("through_called({given}, T)"));
        prop_assert_eq!(unfolded, called, "{}", text);
        let unfolded = answers(&program, &format!("unfolded({given}, X)"));
        let called = answers(&program, &format!("called({given}, X)"));
        prop_assert_eq!(unfolded, called, "in a query\n{}", text);
    }
}

/// A goal that calls a rule, or a table beside it.
fn caller() -> impl Strategy<Value = String> {
    let argument = || prop_oneof![4 => variable(), 1 => constant(), 1 => Just("f(A)".to_owned())];
    prop_oneof![
        4 => (argument(), argument()).prop_map(|(a, b)| format!("rule({a}, {b})")),
        1 => (argument(), argument()).prop_map(|(a, b)| format!("\\+ rule({a}, {b})")),
        1 => (variable(), variable()).prop_map(|(a, b)| format!("( rule({a}, {b}) -> q(C) ; q(D) )")),
        1 => (variable(), variable())
            .prop_map(|(a, b)| format!("findall({a}, rule({a}, {b}), D)")),
        2 => (variable(), variable()).prop_map(|(a, b)| format!("p({a}, {b})")),
    ]
}

#[test]
fn negations_are_examined_within_a_run() {
    let mut text = String::from(
        "lonely(X) :- n(X), \\+ (e(X, Y), Y > X).\n\
         apart(X, Y) :- n(X), n(Y), \\+ e(X, Y).\n\
         unbound(X) :- n(Y), \\+ e(Y, X), n(Y).\n\
         large(X) :- n(X), \\+ (e(X, Y), n(Z), Y * Z * 4611686018427387904 > X), n(_).\n",
    );
    for i in 0..100 {
        text.push_str(&format!("n({i}). e({i}, {}).\n", (i * 37 + 11) % 100));
    }
    let program = Program::parse(&text).expect("the program compiles");
    let count = |goal: &str| answers(&program, goal).len();
    let later = (0..100).filter(|i| (i * 37 + 11) % 100 > *i).count();
    assert_eq!(count("lonely(X)"), 100 - later);
    assert_eq!(count("apart(X, Y)"), 9_900);
    // With X unbound, every node has some successor.
    assert_eq!(count("unbound(X)"), 0);
    assert_eq!(count("unbound(11)"), 99);
    // Only the node whose successor is 0 has no product above itself.
    assert_eq!(count("large(X)"), 100);
}

#[test]
fn values_that_are_no_constants_of_the_program_last_while_answers_are_found() {
    let text = "n(1). n(2). n(3).\n\
        large(X, Y, Z) :- n(X), Y is X * 36893488147419103232, n(Z), Z >= X, n(_).\n\
        half(X, Y, Z) :- n(X), Y is X / 2, n(Z), Y < Z, n(_).\n";
    let program = Program::parse(text).expect("the program compiles");
    for (name, expected) in [("large", 18), ("half", 21)] {
        let found = answers(&program, &format!("{name}(X, Y, Z)"));
        assert_eq!(found.len(), expected, "{name}: {found:?}");
        for line in &found {
            let parts: Vec<f64> = line
                .split(' ')
                .map(|part| part.parse().expect("a number"))
                .collect();
            let factor = if name == "large" {
                36893488147419103232.0
            } else {
                0.5
            };
            assert_eq!(parts[1], parts[0] * factor, "{name}: {line}");
        }
    }
}
