//! Random terms, with the names and numbers that are hardest to write.

use num_bigint::BigInt;
use proptest::prelude::*;
use stratalog_logic::Term;

const OPERATORS: &[&str] = &[
    "-", "+", "\\", "\\+", ":-", "?-", "-->", "=>", "|", ";", "->", "*->", ",", ":=", "=", "is",
    "as", "<", "=..", ":", "*", "mod", "rdiv", "/", "**", "^", "$", "dynamic", "table", "xor",
];

const NAMES: &[&str] = &[
    "a",
    "b",
    "foo",
    "aBc_1",
    "[]",
    "{}",
    "!",
    "hello world",
    "Abc",
    "_x",
    "",
    ".",
    "..",
    "/*",
    "%",
    "'",
    "\"",
    "`",
    "\\",
    "a\nb",
    "\t",
    "()",
    "0",
    "-1",
    "é",
    "É",
    "∀",
    "日本",
    "a'b",
    "end.",
    "\u{1}",
    "&",
    "=-",
    "//*",
    "@",
    "#",
    "?",
    "~",
    "[|]",
    "e",
    "x1",
    "0'a",
];

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(NAMES).prop_map(str::to_owned),
        4 => prop::sample::select(OPERATORS).prop_map(str::to_owned),
        1 => "[a-z][a-zA-Z0-9_]{0,5}",
    ]
}

fn float() -> impl Strategy<Value = f64> {
    prop_oneof![
        prop::sample::select(
            &[
                0.0,
                -0.0,
                1.0,
                -1.5,
                0.1,
                1e14,
                1e15,
                1e16,
                1e22,
                1.5e300,
                1e-4,
                1e-5,
                5e-324,
                123456.789,
                f64::MAX,
                f64::INFINITY,
                f64::NEG_INFINITY,
            ][..]
        ),
        -1e6..1e6,
    ]
}

fn leaf() -> impl Strategy<Value = Term> {
    prop_oneof![
        6 => name().prop_map(|name| Term::atom(name.as_str())),
        2 => (0u32..4).prop_map(Term::var),
        3 => (-3i64..10).prop_map(Term::Integer),
        1 => prop::sample::select(&[i64::MIN, i64::MAX, -1000, 255][..]).prop_map(Term::Integer),
        1 => (any::<i64>(), 0u32..70).prop_map(|(v, shift)| Term::integer(BigInt::from(v) << shift)),
        1 => float().prop_map(Term::Float),
        1 => name().prop_map(|text| Term::string(&text)),
    ]
}

/// Terms of every kind, up to some depth.
pub fn term() -> impl Strategy<Value = Term> {
    leaf().prop_recursive(5, 40, 4, |inner| {
        let operator = || prop::sample::select(OPERATORS);
        prop_oneof![
            4 => (operator(), inner.clone(), inner.clone())
                .prop_map(|(name, a, b)| Term::compound(name, [a, b])),
            3 => (operator(), inner.clone()).prop_map(|(name, a)| Term::compound(name, [a])),
            2 => (name(), prop::collection::vec(inner.clone(), 1..4))
                .prop_map(|(name, args)| Term::compound(name.as_str(), args)),
            1 => prop::collection::vec(inner.clone(), 0..4).prop_map(Term::list),
            1 => (prop::collection::vec(inner.clone(), 1..3), inner.clone())
                .prop_map(|(items, tail)| Term::list_with_tail(items, tail)),
            1 => inner.prop_map(|inner| Term::compound("{}", [inner])),
        ]
    })
}
