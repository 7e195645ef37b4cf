//! Tabled predicates have the answers of a naive evaluation, for any kind of
//! recursion.

mod naive;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use proptest::prelude::*;
use stratalog_logic::{Machine, Term};

type Pairs = BTreeSet<(i64, i64)>;

fn closure(edges: &Pairs) -> Pairs {
    let mut all = edges.clone();
    loop {
        let mut more = all.clone();
        for &(a, b) in &all {
            for &(c, d) in edges {
                if b == c {
                    more.insert((a, d));
                }
            }
        }
        if more.len() == all.len() {
            return all;
        }
        all = more;
    }
}

fn facts(name: &str, pairs: &Pairs) -> String {
    let mut text = format!("{name}(-1, -2).\n");
    for (a, b) in pairs {
        writeln!(text, "{name}({a}, {b}).").expect("a string takes all");
    }
    text
}

fn pairs_of(machine: &mut Machine<'_>, name: &str) -> Pairs {
    ask(machine, name, Term::var(0), Term::var(1))
}

fn ask(machine: &mut Machine<'_>, name: &str, a: Term, b: Term) -> Pairs {
    let goal = Term::compound(name, [a.clone(), b.clone()]);
    let shown = Term::compound("-", [a, b]);
    let found = naive::answers(machine, &goal, &shown);
    let pairs = found.iter().map(|text| {
        let read = stratalog_logic::read_term(text)
            .expect("answers are terms")
            .term;
        match read.args() {
            [Term::Integer(a), Term::Integer(b)] => (*a, *b),
            _ => panic!("{text} is no pair"),
        }
    });
    let set: Pairs = pairs.collect();
    assert_eq!(
        set.len(),
        found.len(),
        "a table repeats no answer: {found:?}"
    );
    set.into_iter().filter(|&(a, _)| a >= 0).collect()
}

const SHAPES: &str = "
    :- table left/2, right/2, double/2, odd/2, even/2.
    left(X, Y) :- left(X, Z), e(Z, Y).
    left(X, Y) :- e(X, Y).
    right(X, Y) :- e(X, Y).
    right(X, Y) :- e(X, Z), right(Z, Y).
    double(X, Y) :- double(X, Z), double(Z, Y).
    double(X, Y) :- e(X, Y).
    odd(X, Y) :- e(X, Y).
    odd(X, Y) :- even(X, Z), e(Z, Y).
    even(X, Y) :- odd(X, Z), e(Z, Y).
    all(X, Y) :- setof(A-B, ( odd(A, B) ; even(A, B) ), L), member(X-Y, L).
    plain(X, Y) :- e(X, Y).
    plain(X, Y) :- e(X, Z), plain(Z, Y).
";

fn edges(most: i64) -> impl Strategy<Value = Pairs> {
    prop::collection::btree_set((0..most, 0..most), 0..25)
}

/// One rule of a random program: head and body predicates with variables.
#[derive(Clone, Debug)]
struct Rule {
    head: usize,
    head_args: (usize, usize),
    positive: Vec<(usize, usize, usize)>,
    negative: Vec<(usize, usize, usize)>,
}

/// Predicates 0 and 1 are facts; the others have rules, two per stratum.
const PREDICATES: usize = 8;

fn stratum(predicate: usize) -> usize {
    predicate / 2
}

fn rule() -> impl Strategy<Value = Rule> {
    let literal = || (any::<u32>(), 0usize..4, 0usize..4);
    (
        2..PREDICATES,
        (any::<u32>(), any::<u32>()),
        prop::collection::vec(literal(), 1..4),
        prop::collection::vec(literal(), 0..2),
    )
        .prop_map(|(head, (x, y), positive, negative)| {
            let reachable = 2 * (stratum(head) + 1);
            let positive: Vec<(usize, usize, usize)> = positive
                .into_iter()
                .map(|(p, a, b)| (p as usize % reachable, a, b))
                .collect();
            let bound: Vec<usize> = positive.iter().flat_map(|&(_, a, b)| [a, b]).collect();
            let pick = |n: usize| bound[n % bound.len()];
            let below = 2 * stratum(head);
            let negative = negative
                .into_iter()
                .map(|(p, a, b)| (p as usize % below, pick(a), pick(b)))
                .collect();
            Rule {
                head,
                head_args: (pick(x as usize), pick(y as usize)),
                positive,
                negative,
            }
        })
}

fn text_of(rules: &[Rule]) -> String {
    let mut text = String::new();
    for predicate in 2..PREDICATES {
        writeln!(text, ":- table p{predicate}/2.").expect("a string takes all");
    }
    for predicate in 2..PREDICATES {
        for rule in rules.iter().filter(|rule| rule.head == predicate) {
            let literal = |&(p, a, b): &(usize, usize, usize)| format!("p{p}(V{a}, V{b})");
            let mut body: Vec<String> = rule.positive.iter().map(literal).collect();
            body.extend(rule.negative.iter().map(|l| format!("\\+ {}", literal(l))));
            let (x, y) = rule.head_args;
            writeln!(text, "p{predicate}(V{x}, V{y}) :- {}.", body.join(", "))
                .expect("a string takes all");
        }
    }
    text
}

/// The relations of all predicates, stratum by stratum from below.
fn bottom_up(facts: [&Pairs; 2], rules: &[Rule]) -> Vec<Pairs> {
    let mut relations = vec![Pairs::new(); PREDICATES];
    relations[0] = facts[0].clone();
    relations[1] = facts[1].clone();
    for level in 1..=stratum(PREDICATES - 1) {
        loop {
            let mut changed = false;
            for rule in rules.iter().filter(|rule| stratum(rule.head) == level) {
                let mut found = Vec::new();
                fire(&relations, rule, 0, &mut [None; 4], &mut found);
                for pair in found {
                    changed |= relations[rule.head].insert(pair);
                }
            }
            if !changed {
                break;
            }
        }
    }
    relations
}

fn fire(
    relations: &[Pairs],
    rule: &Rule,
    at: usize,
    values: &mut [Option<i64>; 4],
    found: &mut Vec<(i64, i64)>,
) {
    let Some(&(p, a, b)) = rule.positive.get(at) else {
        let value = |v: usize| values[v].expect("the body binds it");
        let refuted = rule
            .negative
            .iter()
            .any(|&(p, a, b)| relations[p].contains(&(value(a), value(b))));
        if !refuted {
            found.push((value(rule.head_args.0), value(rule.head_args.1)));
        }
        return;
    };
    for &(x, y) in &relations[p] {
        let before = *values;
        let fits_x = values[a].is_none_or(|v| v == x);
        values[a] = values[a].or(Some(x));
        let fits_y = values[b].is_none_or(|v| v == y);
        values[b] = values[b].or(Some(y));
        if fits_x && fits_y {
            fire(relations, rule, at + 1, values, found);
        }
        *values = before;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn every_shape_of_recursion_finds_the_closure_of_a_graph(edges in edges(9), from in 0i64..9) {
        let expected = closure(&edges);
        let program = naive::program(&format!("{}{SHAPES}", facts("e", &edges)));
        let mut machine = Machine::new(&program);
        for name in ["left", "right", "double", "all"] {
            prop_assert_eq!(&pairs_of(&mut machine, name), &expected, "{}", name);
        }
        let mut machine = Machine::new(&program);
        let from_there: Pairs = expected.iter().copied().filter(|e| e.0 == from).collect();
        let to_there: Pairs = expected.iter().copied().filter(|e| e.1 == from).collect();
        for name in ["left", "right", "double"] {
            let source = ask(&mut machine, name, Term::Integer(from), Term::var(0));
            prop_assert_eq!(&source, &from_there, "{} from {}", name, from);
            let target = ask(&mut machine, name, Term::var(0), Term::Integer(from));
            prop_assert_eq!(&target, &to_there, "{} to {}", name, from);
        }
    }

    #[test]
    fn tabled_and_untabled_agree_on_acyclic_graphs(edges in edges(8)) {
        let downward: Pairs = edges.into_iter().filter(|(a, b)| a < b).collect();
        let program = naive::program(&format!("{}{SHAPES}", facts("e", &downward)));
        let mut machine = Machine::new(&program);
        let goal = Term::compound("plain", [Term::var(0), Term::var(1)]);
        let shown = Term::compound("-", [Term::var(0), Term::var(1)]);
        let mut plain = naive::answers(&mut machine, &goal, &shown);
        plain.sort();
        plain.dedup();
        for name in ["left", "right", "double"] {
            let goal = Term::compound(name, [Term::var(0), Term::var(1)]);
            let mut tabled = naive::answers(&mut machine, &goal, &shown);
            tabled.sort();
            prop_assert_eq!(&tabled, &plain, "{}", name);
        }
    }

    #[test]
    fn stratified_programs_have_their_bottom_up_model(
        first in edges(5),
        second in edges(5),
        rules in prop::collection::vec(rule(), 1..14),
        from in 0i64..5,
    ) {
        let (mut first, mut second) = (first, second);
        first.insert((0, 1));
        second.insert((1, 0));
        let model = bottom_up([&first, &second], &rules);
        let facts: String = [("p0", &first), ("p1", &second)]
            .iter()
            .flat_map(|(name, pairs)| pairs.iter().map(move |(a, b)| format!("{name}({a}, {b}).\n")))
            .collect();
        let text = format!("{facts}{}", text_of(&rules));
        let program = naive::program(&text);
        // From the top, so that tables are made in the order of calls.
        let mut machine = Machine::new(&program);
        for p in (2..PREDICATES).rev() {
            let found = pairs_of(&mut machine, &format!("p{p}"));
            prop_assert_eq!(&found, &model[p], "p{} of\n{}", p, text);
        }
        for (p, relation) in model.iter().enumerate().skip(2) {
            let mut machine = Machine::new(&program);
            let found = ask(&mut machine, &format!("p{p}"), Term::Integer(from), Term::var(0));
            let expected: Pairs = relation.iter().copied().filter(|e| e.0 == from).collect();
            prop_assert_eq!(&found, &expected, "p{}({}, X) of\n{}", p, from, text);
        }
    }
}
