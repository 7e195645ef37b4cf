//! Integer constraints: labelling finds exactly the solutions that trying all values
//! finds, whatever the constraints are, and limits hold while propagators run.

use std::ops::Range;

use stratalog_logic::{LimitReached, Limits, Machine, Program, QueryError};

/// A generator of numbers: SplitMix64.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn within(&mut self, range: Range<i64>) -> i64 {
        range.start + (self.next() % (range.end - range.start) as u64) as i64
    }

    fn one_of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.within(0..list.len() as i64) as usize]
    }
}

fn program() -> Program {
    let text = ":- use_module(library(clpfd)).
        tried([]).
        tried([X|Xs]) :- between(-3, 5, X), tried(Xs).";
    Program::parse(text).expect("the program is right")
}

/// An expression over the variables A, B and C.
fn expression(numbers: &mut Numbers, depth: u32) -> String {
    if depth == 0 || numbers.within(0..10) < 3 {
        return match numbers.within(0..5) {
            0 => numbers.within(-4..6).to_string(),
            _ => numbers.one_of(&["A", "B", "C"]).to_owned(),
        };
    }
    let left = expression(numbers, depth - 1);
    match numbers.within(0..12) {
        0 => return format!("abs({left})"),
        1 => return format!("-({left})"),
        2 => return format!("({left})^{}", numbers.within(1..4)),
        // A divisor that is not zero: comparisons of undefined values differ.
        3 => return format!("({left}) // {}", numbers.within(1..4)),
        4 => return format!("({left}) mod {}", numbers.within(1..4)),
        5 => return format!("({left}) rem (-{})", numbers.within(1..4)),
        6 => return format!("({left}) div (-{})", numbers.within(1..4)),
        _ => {}
    }
    let right = expression(numbers, depth - 1);
    match numbers.within(0..6) {
        0 => format!("max({left}, {right})"),
        1 => format!("min({left}, {right})"),
        2 => format!("({left}) * ({right})"),
        3 => format!("({left}) - ({right})"),
        _ => format!("({left}) + ({right})"),
    }
}

fn comparison(numbers: &mut Numbers) -> String {
    let name = numbers.one_of(&["#=", "#=", "#\\=", "#<", "#>", "#=<", "#>="]);
    format!(
        "{} {name} {}",
        expression(numbers, 2),
        expression(numbers, 1)
    )
}

fn constraint(numbers: &mut Numbers) -> String {
    let formula = |numbers: &mut Numbers, name: &str| {
        format!("({}) {name} ({})", comparison(numbers), comparison(numbers))
    };
    match numbers.within(0..14) {
        0 => formula(numbers, "#\\/"),
        1 => formula(numbers, "#==>"),
        2 => formula(numbers, "#<==>"),
        3 => formula(numbers, "#\\"),
        4 => format!("#\\ ({})", comparison(numbers)),
        5 => "all_different([A, B, C])".to_owned(),
        6 => format!("element({}, [A, B, 2], C)", numbers.within(1..4)),
        7 => format!("A in -2..1 \\/ {}", numbers.within(2..5)),
        _ => comparison(numbers),
    }
}

#[test]
fn labelling_finds_what_trying_all_values_finds() {
    let program = program();
    let limits = Limits::default().with_steps(20_000_000);
    let mut machine = Machine::new(&program).with_limits(limits);
    let options = ["", "ff", "ffc", "min", "max", "down", "enum", "bisect"];
    for seed in 0..400 {
        let mut numbers = Numbers(seed);
        let count = numbers.within(1..4);
        let constraints: Vec<String> = (0..count).map(|_| constraint(&mut numbers)).collect();
        let constraints = constraints.join(", ");
        let option = numbers.one_of(&options);
        let before = numbers.within(0..2) == 0;
        let domains = "[A, B, C] ins -3..5";
        let posted = if before {
            format!("{domains}, {constraints}")
        } else {
            format!("{constraints}, {domains}")
        };
        let goal = format!(
            "findall(A/B/C, ({posted}, labeling([{option}], [A, B, C])), L0), msort(L0, L),
             findall(A/B/C, (tried([A, B, C]), {constraints}), M0), msort(M0, M), L == M"
        );
        let query = program.parse_query(&goal).expect("the goal is right");
        match machine.holds(&query, &[]) {
            Ok(holds) => assert!(holds, "seed {seed}: {posted}, option '{option}'"),
            Err(error) => panic!("seed {seed}: {posted}: {error}"),
        }
    }
}

#[test]
fn bindings_wake_constraints_in_every_order() {
    let program = program();
    let mut machine = Machine::new(&program);
    for seed in 0..300 {
        let mut numbers = Numbers(10_000 + seed);
        let constraints: Vec<String> = (0..2).map(|_| constraint(&mut numbers)).collect();
        let constraints = constraints.join(", ");
        // Variables get values by unification after the constraints.
        let goal = format!(
            "findall(A/B/C, ([A, B, C] ins -3..5, {constraints}, f(C, A) = f(C1, A1),
                tried([B, C1, A1])), L0), msort(L0, L),
             findall(A/B/C, (tried([A, B, C]), {constraints}), M0), msort(M0, M), L == M"
        );
        let query = program.parse_query(&goal).expect("the goal is right");
        assert!(
            matches!(machine.holds(&query, &[]), Ok(true)),
            "seed {seed}: {constraints}"
        );
    }
}

#[test]
fn propagation_counts_towards_the_limit_of_steps() {
    let program = program();
    let limits = Limits::default().with_steps(100_000);
    let mut machine = Machine::new(&program).with_limits(limits);
    let goal = "X in 0..1000000000, Y in 0..1000000000, X #> Y, Y #> X";
    let query = program.parse_query(goal).expect("the goal is right");
    let result = machine.holds(&query, &[]);
    assert!(
        matches!(result, Err(QueryError::Limit(LimitReached::Steps(_)))),
        "{result:?}"
    );
}

#[test]
fn constraints_in_a_tabled_predicate_are_refused() {
    let text = ":- use_module(library(clpfd)).
        :- table p/1.
        p(X) :- X in 1..3.";
    let program = Program::parse(text).expect("the program is right");
    let mut machine = Machine::new(&program);
    let query = program.parse_query("p(2)").expect("the goal is right");
    assert!(machine.holds(&query, &[]).is_err());
    let query = program.parse_query("p(X)").expect("the goal is right");
    assert!(machine.holds(&query, &[]).is_err());
}
