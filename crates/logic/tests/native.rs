//! Predicates written in Rust behave like predicates with clauses.

use stratalog_logic::{
    Functor, Machine, NativeError, Program, ProgramBuilder, QueryError, Source, Term,
};

const CLAUSES: &str = "
    small(X) :- digit(X), X < 3.
    pair(X, Y) :- digit(X), double(X, Y).
    first(X) :- digit(X), !.
    none(X) :- digit(X), \\+ double(X, _).
    all(L) :- findall(X-Y, ( digit(X), X < 3, double(X, Y) ), L).
    apply(P, X, Y) :- call(P, X, Y).
    safe(X, R) :- catch(double(X, R), error(E, _), R = E).
    loud(R) :- catch(shout(hello), heard(R), true).
    sums(S) :- aggregate_all(sum(X), digit(X), S).
    same(X) :- twin(X, X).
    :- table closure/2.
    closure(X, Y) :- step(X, Y).
    closure(X, Y) :- closure(X, Z), step(Z, Y).
";

fn builder() -> ProgramBuilder {
    let mut builder = Program::builder();
    builder
        .native(Functor::new("double", 2), |call| {
            let value = call.integer(0)?;
            Ok(call.unify(1, &Term::Integer(2 * value)))
        })
        .native(Functor::new("is_even", 1), |call| {
            Ok(call.integer(0)? % 2 == 0)
        })
        .native(Functor::new("shout", 1), |call| {
            let word = call.arg(0);
            Err(NativeError::thrown(Term::compound("heard", [word])))
        })
        .native(Functor::new("twin", 2), |call| {
            let (a, b) = (call.arg(0), call.arg(1));
            // The same variable twice is distinguished from two variables.
            Ok(a == b && call.unify(0, &Term::atom("one")))
        })
        .native(Functor::new("wrap", 2), |call| {
            let inner = call.arg(0);
            Ok(call.unify(1, &Term::compound("box", [inner])))
        })
        .native_many(Functor::new("digit", 1), |_| {
            Ok(Box::new((0..10).map(|i| vec![Term::Integer(i)])))
        })
        .native_many(Functor::new("step", 2), |call| {
            let from = call.arg(0);
            let rows = [(1, 2), (2, 3), (3, 1), (4, 4)].into_iter();
            let rows = rows.map(|(a, b)| vec![Term::Integer(a), Term::Integer(b)]);
            Ok(Box::new(rows.filter(move |row| {
                matches!(from, Term::Var(_)) || row[0] == from
            })))
        })
        .native_many(Functor::new("letters", 2), |call| match call.arg(0) {
            Term::Atom(name) => {
                let letters: Vec<char> = name.as_str().chars().collect();
                Ok(Box::new(letters.into_iter().map(move |letter| {
                    vec![Term::Atom(name), Term::atom(letter.to_string().as_str())]
                })))
            }
            Term::Var(_) => Err(NativeError::instantiation()),
            other => Err(NativeError::type_error("atom", other)),
        })
        .native_many(Functor::new("open", 2), |_| {
            let row = |i| {
                vec![
                    Term::Integer(i),
                    Term::compound("f", [Term::var(7), Term::var(7)]),
                ]
            };
            Ok(Box::new((0..2).map(row)))
        });
    builder
        .consult(&Source::new("clauses", CLAUSES))
        .expect("the clauses are right");
    builder
}

/// The values of X in all answers, and the error that ended them.
fn answers(goal: &str) -> Vec<String> {
    let program = builder().try_build().expect("it compiles");
    let mut machine = Machine::new(&program);
    let query = program.parse_query(goal).expect("the goal compiles");
    let x = query.names().iter().find(|(name, _)| name == "X");
    let x = x.map(|(_, var)| var.0 as usize);
    machine
        .solve(&query)
        .map(|answer| match (answer, x) {
            (Ok(answer), Some(x)) => answer.values[x].to_string(),
            (Ok(_), None) => "yes".to_owned(),
            (Err(QueryError::Thrown(ball)), _) => format!("throws {ball}"),
            (Err(error), _) => error.to_string(),
        })
        .collect()
}

#[test]
fn a_deterministic_predicate_succeeds_at_most_once() {
    assert_eq!(answers("double(21, X)"), ["42"]);
    assert_eq!(answers("double(21, 42)"), ["yes"]);
    assert!(answers("double(21, 43)").is_empty());
    assert_eq!(answers("is_even(4)"), ["yes"]);
    assert!(answers("is_even(5)").is_empty());
    assert_eq!(answers("wrap(f(A, A), X)"), ["box(f(A,A))"]);
    assert_eq!(answers("wrap(A, X), A = 1"), ["box(1)"]);
}

#[test]
fn a_nondeterministic_predicate_returns_its_rows_in_order() {
    assert_eq!(answers("digit(X), X > 7"), ["8", "9"]);
    assert_eq!(answers("letters(abc, X)"), ["a", "b", "c"]);
    assert_eq!(answers("digit(7)"), ["yes"]);
    assert!(answers("digit(a)").is_empty());
    assert_eq!(answers("step(2, X)"), ["3"]);
    assert_eq!(answers("step(X, X)"), ["4"]);
    assert_eq!(answers("open(_, f(a, X))"), ["a", "a"]);
    assert_eq!(answers("open(1, f(Y, X)), Y == X, X = b"), ["b"]);
}

#[test]
fn native_predicates_are_called_from_clauses_and_control_constructs() {
    assert_eq!(answers("small(X)"), ["0", "1", "2"]);
    assert_eq!(answers("pair(3, X)"), ["6"]);
    assert_eq!(answers("first(X)"), ["0"]);
    assert!(answers("none(X)").is_empty());
    assert_eq!(answers("all(X)"), ["[0-0,1-2,2-4]"]);
    assert_eq!(answers("apply(double, 4, X)"), ["8"]);
    assert_eq!(answers("call(double(5), X)"), ["10"]);
    assert_eq!(answers("\\+ is_even(3)"), ["yes"]);
    assert_eq!(answers("( is_even(3) -> X = even ; X = odd )"), ["odd"]);
    assert_eq!(answers("( digit(X), X > 8 *-> true ; X = none )"), ["9"]);
    assert_eq!(answers("forall(digit(_), true)"), ["yes"]);
    assert_eq!(answers("maplist(double, [1, 2], X)"), ["[2,4]"]);
    assert_eq!(answers("sums(X)"), ["45"]);
    assert_eq!(answers("bagof(Y, step(X, Y), _)"), ["1", "2", "3", "4"]);
    assert_eq!(answers("digit(X), once(( digit(Y), Y > X ))").len(), 9);
    assert_eq!(answers("digit(X), X >= 5, !"), ["5"]);
    assert_eq!(answers("same(X)"), ["one"]);
    assert!(answers("twin(X, Y)").is_empty());
}

#[test]
fn tables_are_filled_from_native_predicates() {
    let mut found = answers("closure(1, X)");
    found.sort();
    assert_eq!(found, ["1", "2", "3"]);
    assert_eq!(answers("closure(4, X)"), ["4"]);
    assert!(answers("closure(9, X)").is_empty());
}

#[test]
fn errors_of_native_predicates_are_caught_or_reported() {
    assert_eq!(answers("safe(a, X)"), ["type_error(integer,a)"]);
    assert_eq!(answers("safe(_, X)"), ["instantiation_error"]);
    assert_eq!(answers("safe(2, X)"), ["4"]);
    assert_eq!(answers("loud(X)"), ["hello"]);
    assert_eq!(answers("shout(now)"), ["throws heard(now)"]);
    assert_eq!(
        answers("letters(1, X)"),
        ["throws error(type_error(atom,1),native)"]
    );
    assert_eq!(
        answers("catch(letters(_, _), error(X, _), true)"),
        ["instantiation_error"]
    );
}

#[test]
fn standard_predicates_cannot_be_replaced_but_library_predicates_can() {
    let mut builder = Program::builder();
    builder.native(Functor::new("atom", 1), |_| Ok(true));
    let errors = builder.try_build().err().expect("atom/1 is built in");
    assert!(errors[0].to_string().contains("built in"), "{}", errors[0]);

    let mut builder = Program::builder();
    builder.native(Functor::new("last", 2), |call| {
        Ok(call.unify(1, &Term::atom("mine")))
    });
    let program = builder.try_build().expect("last/2 is the library's");
    let query = program.parse_query("last([1, 2], X)").expect("it compiles");
    let mut machine = Machine::new(&program);
    let answer = machine.solve(&query).next().expect("an answer");
    assert_eq!(answer.expect("no error").values, [Term::atom("mine")]);
}
