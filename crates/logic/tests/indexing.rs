//! Whatever index or plan the solver uses, it finds what a plain scan finds,
//! in the same order.

mod naive;

use proptest::prelude::*;
use stratalog_logic::{Machine, Program, Term};

use naive::Bindings;

/// A table of facts.
#[derive(Clone, Debug)]
struct Facts {
    name: String,
    rows: Vec<Vec<Term>>,
}

/// `name(args)` or `\+ name(args)`, or a test of two terms.
#[derive(Clone, Debug)]
enum Literal {
    Positive(usize, Vec<Term>),
    Negative(usize, Vec<Term>),
    Differ(Term, Term),
}

const ARITIES: [usize; 4] = [1, 2, 2, 3];

fn constant() -> impl Strategy<Value = Term> {
    prop_oneof![
        6 => (0i64..6).prop_map(Term::Integer),
        3 => prop::sample::select(vec!["a", "b"]).prop_map(Term::atom),
        1 => (0i64..3).prop_map(|i| Term::compound("f", [Term::Integer(i)])),
        1 => (0i64..2).prop_map(|i| {
            Term::compound("f", [Term::compound("f", [Term::Integer(i)])])
        }),
        1 => Just(Term::Float(1.0)),
        1 => Just(Term::string("a")),
    ]
}

fn tables() -> impl Strategy<Value = Vec<Facts>> {
    let table = |i: usize| {
        let row = prop::collection::vec(constant(), ARITIES[i]);
        prop::collection::vec(row, 1..30).prop_map(move |rows| Facts {
            name: format!("r{i}"),
            rows,
        })
    };
    (table(0), table(1), table(2), table(3)).prop_map(|(a, b, c, d)| vec![a, b, c, d])
}

fn argument() -> impl Strategy<Value = Term> {
    prop_oneof![
        5 => (0u32..4).prop_map(Term::var),
        2 => constant(),
        1 => (0u32..4).prop_map(|v| Term::compound("f", [Term::var(v)])),
    ]
}

fn literal() -> impl Strategy<Value = Literal> {
    let args = |i: usize| prop::collection::vec(argument(), ARITIES[i]);
    let positive = (0usize..4).prop_flat_map(move |i| args(i).prop_map(move |a| (i, a)));
    let negative = (0usize..4).prop_flat_map(move |i| args(i).prop_map(move |a| (i, a)));
    prop_oneof![
        6 => positive.prop_map(|(i, args)| Literal::Positive(i, args)),
        1 => negative.prop_map(|(i, args)| Literal::Negative(i, args)),
        1 => (argument(), argument()).prop_map(|(a, b)| Literal::Differ(a, b)),
    ]
}

fn goal(tables: &[Facts], literal: &Literal) -> Term {
    let call = |i: &usize, args: &[Term]| Term::compound(tables[*i].name.as_str(), args.to_vec());
    match literal {
        Literal::Positive(i, args) => call(i, args),
        Literal::Negative(i, args) => Term::compound("\\+", [call(i, args)]),
        Literal::Differ(a, b) => Term::compound("\\==", [a.clone(), b.clone()]),
    }
}

fn conjunction(goals: &[Term]) -> Term {
    let (last, front) = goals.split_last().expect("there is a goal");
    front.iter().rfold(last.clone(), |rest, goal| {
        Term::compound(",", [goal.clone(), rest])
    })
}

/// All answers by nested loops.
fn scan(tables: &[Facts], body: &[Literal], bindings: &Bindings, found: &mut Vec<Bindings>) {
    let Some((first, rest)) = body.split_first() else {
        found.push(bindings.clone());
        return;
    };
    match first {
        Literal::Positive(i, args) => {
            for row in &tables[*i].rows {
                let mut extended = bindings.clone();
                let fits = args
                    .iter()
                    .zip(row)
                    .all(|(arg, value)| naive::unify(arg, value, &mut extended));
                if fits {
                    scan(tables, rest, &extended, found);
                }
            }
        }
        Literal::Negative(i, args) => {
            let positive = [Literal::Positive(*i, args.clone())];
            let mut inner = Vec::new();
            scan(tables, &positive, bindings, &mut inner);
            if inner.is_empty() {
                scan(tables, rest, bindings, found);
            }
        }
        Literal::Differ(a, b) => {
            if naive::apply(a, bindings) != naive::apply(b, bindings) {
                scan(tables, rest, bindings, found);
            }
        }
    }
}

fn text_of(tables: &[Facts]) -> String {
    let mut text = String::new();
    for table in tables {
        for row in &table.rows {
            let fact = Term::compound(table.name.as_str(), row.clone());
            text.push_str(&format!("{}.\n", naive::text(&fact)));
        }
    }
    text
}

fn shown() -> Term {
    Term::list((0..4).map(Term::var))
}

/// A head: constants, variables, structures, in any mixture.
fn pattern() -> impl Strategy<Value = Term> {
    let leaf = || {
        prop_oneof![
            3 => (0u32..3).prop_map(Term::var),
            3 => (0i64..3).prop_map(Term::Integer),
            2 => prop::sample::select(vec!["a", "b", "[]"]).prop_map(Term::atom),
            1 => Just(Term::Float(1.0)),
            1 => Just(Term::string("a")),
            1 => Just(Term::integer(num_bigint::BigInt::from(1) << 70)),
        ]
    };
    prop_oneof![
        4 => leaf(),
        1 => (prop::sample::select(vec!["f", "g"]), leaf())
            .prop_map(|(name, arg)| Term::compound(name, [arg])),
        1 => (leaf(), leaf()).prop_map(|(a, b)| Term::compound("f", [a, b])),
        1 => (leaf(), leaf()).prop_map(|(a, b)| Term::list_with_tail([a], b)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn conjunctive_queries_find_what_nested_loops_find(
        tables in tables(),
        body in prop::collection::vec(literal(), 1..5),
    ) {
        let mut found = Vec::new();
        scan(&tables, &body, &Bindings::new(), &mut found);
        let expected: Vec<String> = found
            .iter()
            .map(|bindings| naive::canonical(&naive::apply(&shown(), bindings)))
            .collect();
        let goals: Vec<Term> = body.iter().map(|literal| goal(&tables, literal)).collect();
        let whole = conjunction(&goals);
        let clause = Term::compound(":-", [Term::compound("h", [shown()]), whole.clone()]);
        let text = format!("{}{}.\n", text_of(&tables), naive::text(&clause));
        let program = naive::program(&text);
        let mut machine = Machine::new(&program);

        prop_assert_eq!(&naive::answers(&mut machine, &whole, &shown()), &expected);
        let call = Term::compound("h", [shown()]);
        prop_assert_eq!(&naive::answers(&mut machine, &call, &shown()), &expected);
        let dynamic = Term::compound("call", [whole.clone()]);
        prop_assert_eq!(&naive::answers(&mut machine, &dynamic, &shown()), &expected);
        let held = Term::compound(",", [Term::compound("=", [Term::var(9), whole]), Term::var(9)]);
        prop_assert_eq!(&naive::answers(&mut machine, &held, &shown()), &expected);
        let list = Term::compound("findall", [shown(), call, Term::var(9)]);
        let collected = naive::answers(&mut machine, &list, &Term::var(9));
        prop_assert_eq!(collected.len(), 1);
        if found.iter().all(|b| naive::apply(&shown(), b).is_ground()) {
            prop_assert_eq!(&collected[0], &format!("[{}]", expected.join(",")));
        }
    }

    #[test]
    fn bound_arguments_find_what_a_scan_finds(
        tables in tables(),
        body in prop::collection::vec(literal(), 1..4),
        values in prop::collection::vec(prop::option::of(constant()), 4),
    ) {
        let mut bindings = Bindings::new();
        let mut call = Vec::new();
        for (i, value) in values.iter().enumerate() {
            let var = Term::var(i as u32);
            if let Some(value) = value {
                naive::unify(&var, value, &mut bindings);
            }
            call.push(value.clone().unwrap_or(var));
        }
        let mut found = Vec::new();
        scan(&tables, &body, &bindings, &mut found);
        let expected: Vec<String> = found
            .iter()
            .map(|bindings| naive::canonical(&naive::apply(&shown(), bindings)))
            .collect();
        let goals: Vec<Term> = body.iter().map(|literal| goal(&tables, literal)).collect();
        let head = Term::compound("h", (0..4).map(Term::var));
        let clause = Term::compound(":-", [head, conjunction(&goals)]);
        let program = naive::program(&text_of(&tables));
        let mut machine = Machine::new(&program);
        let goal = Term::compound("h", call.clone());
        let query = program.query_with(&naive::compact(&goal), std::slice::from_ref(&clause)).expect("it compiles");
        let holds = machine.holds(&query, &[]).expect("no limit");
        prop_assert_eq!(holds, !expected.is_empty());

        let text = format!("{}{}.\n", text_of(&tables), naive::text(&clause));
        let program = naive::program(&text);
        let mut machine = Machine::new(&program);
        prop_assert_eq!(&naive::answers(&mut machine, &goal, &Term::list(call)), &expected);
    }

    #[test]
    fn clauses_are_found_as_a_scan_finds_them(
        heads in prop::collection::vec(prop::collection::vec(pattern(), 3), 1..14),
        call in prop::collection::vec(pattern(), 3),
        is_dynamic in any::<bool>(),
    ) {
        let mut text = String::from(if is_dynamic { ":- dynamic p/4.\n" } else { "" });
        let mut expected = Vec::new();
        let shown = Term::compound("p", call.iter().cloned().chain([Term::var(50)]));
        for (number, head) in heads.iter().enumerate() {
            let number = Term::Integer(number as i64);
            let clause = Term::compound("p", head.iter().cloned().chain([number]));
            text.push_str(&format!("{}.\n", naive::text(&clause)));
            let apart = clause.map_vars(|var| Term::var(var.0 + 100));
            let mut bindings = Bindings::new();
            if naive::unify(&shown, &apart, &mut bindings) {
                expected.push(naive::canonical(&naive::apply(&shown, &bindings)));
            }
        }
        let program = naive::program(&text);
        let mut machine = Machine::new(&program);
        let found = naive::answers(&mut machine, &occurs_checked(&shown), &shown);
        prop_assert_eq!(found, expected);
    }
}

/// The call, refusing answers in which a variable contains itself.
fn occurs_checked(call: &Term) -> Term {
    Term::compound(
        ",",
        [call.clone(), Term::compound("acyclic_term", [call.clone()])],
    )
}

/// Steps do not count the clauses that a sweep passes over, so time is measured;
/// looking at all of them after every second retraction took minutes.
#[test]
fn retracting_clauses_one_by_one_takes_time_in_proportion() {
    let program = ":- dynamic p/1.
        fill(N) :- between(1, N, I), assertz(p(I)), fail.
        fill(_).
        drain :- retract(p(_)), fail.
        drain.";
    let program = Program::parse(program).expect("it compiles");
    let query = program
        .parse_query("fill(100000), p(_), drain, fill(3), aggregate_all(count, p(_), N)")
        .expect("it compiles");
    let start = std::time::Instant::now();
    let mut machine = Machine::new(&program);
    let answer = machine.solve(&query).next().expect("an answer");
    let answer = answer.expect("no limit");
    let count = answer.values.last().expect("N is a variable");
    assert_eq!(count.to_string(), "3");
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
