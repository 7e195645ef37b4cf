//! A body means the same whether it is compiled with its clause, kept as a
//! dynamic clause, or called as a term.

mod naive;

use proptest::prelude::*;
use stratalog_logic::{Machine, Term};

fn variable() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["X", "Y", "Z"]).prop_map(str::to_owned)
}

fn leaf() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (prop::sample::select(vec!["a", "b", "c"]), variable())
            .prop_map(|(name, v)| format!("{name}({v})")),
        2 => (variable(), variable()).prop_map(|(v, w)| format!("d({v}, {w})")),
        2 => (variable(), 1..4).prop_map(|(v, n)| format!("{v} = {n}")),
        1 => (variable(), variable()).prop_map(|(v, w)| format!("{v} = {w}")),
        1 => (variable(), variable()).prop_map(|(v, w)| format!("{v} \\== {w}")),
        1 => (variable(), 1..4).prop_map(|(v, n)| format!("{v} == {n}")),
        1 => variable().prop_map(|v| format!("var({v})")),
        2 => Just("!".to_owned()),
        1 => Just("true".to_owned()),
        1 => Just("fail".to_owned()),
        1 => (variable(), 1..4).prop_map(|(v, n)| format!("throw(b({v}, {n}))")),
    ]
}

fn body() -> impl Strategy<Value = String> {
    leaf().prop_recursive(5, 24, 3, |inner| {
        let two = || (inner.clone(), inner.clone());
        let three = || (inner.clone(), inner.clone(), inner.clone());
        prop_oneof![
            6 => two().prop_map(|(a, b)| format!("( {a}, {b} )")),
            4 => two().prop_map(|(a, b)| format!("( {a} ; {b} )")),
            3 => three().prop_map(|(a, b, c)| format!("( {a} -> {b} ; {c} )")),
            2 => three().prop_map(|(a, b, c)| format!("( {a} *-> {b} ; {c} )")),
            1 => two().prop_map(|(a, b)| format!("( {a} -> {b} )")),
            1 => two().prop_map(|(a, b)| format!("( {a} *-> {b} )")),
            2 => inner.clone().prop_map(|a| format!("\\+ {a}")),
            1 => inner.clone().prop_map(|a| format!("call({a})")),
            1 => inner.clone().prop_map(|a| format!("once({a})")),
            1 => inner.clone().prop_map(|a| format!("ignore({a})")),
            1 => two().prop_map(|(a, b)| format!("forall({a}, {b})")),
            1 => (inner.clone(), variable(), variable())
                .prop_map(|(a, v, w)| format!("findall({v}, {a}, {w})")),
            1 => (inner.clone(), inner.clone(), variable())
                .prop_map(|(a, b, v)| format!("catch({a}, b({v}, _), {b})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn a_body_has_the_same_answers_however_it_is_run(first in body(), second in body()) {
        let text = format!("
            :- dynamic moving/3.
            a(1). a(2). b(2). b(3). c(X) :- a(X). c(4).
            d(1, 2). d(2, 2). d(3, X) :- b(X).
            fixed(X, Y, Z) :- {first}.
            fixed(X, Y, Z) :- {second}.
            fixed(9, 9, 9).
            moving(X, Y, Z) :- {first}.
            moving(X, Y, Z) :- {second}.
            moving(9, 9, 9).
            plain(X, Y, Z) :- {first}.
            called(X, Y, Z) :- G = ( {first} ), call(G).
            passed(X, Y, Z) :- pass(( {first} )).
            pass(G) :- G.
            nested(X, Y, Z) :- call(( {first} )).
            later(X, Y, Z) :- a(_), call(( {first} )).
            later_called(X, Y, Z) :- a(_), G = ( {first} ), G.
        ");
        let program = naive::program(&text);
        let mut machine = Machine::new(&program);
        let args = [Term::var(0), Term::var(1), Term::var(2)];
        let shown = Term::compound("t", args.clone());
        let mut ask = |name: &str| {
            naive::answers(&mut machine, &Term::compound(name, args.clone()), &shown)
        };
        prop_assert_eq!(ask("fixed"), ask("moving"), "dynamic\n{}", text);
        let plain = ask("plain");
        for name in ["called", "passed", "nested"] {
            prop_assert_eq!(&plain, &ask(name), "{}\n{}", name, text);
        }
        prop_assert_eq!(ask("later"), ask("later_called"), "later\n{}", text);
    }
}
