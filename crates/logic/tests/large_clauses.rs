//! Clauses larger than any size that a compiler might assume.

mod naive;

use stratalog_logic::{Machine, Program, Term};

fn join(count: usize, separator: &str, item: impl Fn(usize) -> String) -> String {
    let items: Vec<String> = (0..count).map(item).collect();
    items.join(separator)
}

/// The answers to a goal, as texts.
fn answers(program: &str, goal: &str) -> Vec<String> {
    let program = naive::program(program);
    let mut machine = Machine::new(&program);
    let read = stratalog_logic::read_term(goal).expect("a goal");
    naive::answers(&mut machine, &read.term, &Term::atom("yes"))
}

const SIZES: [usize; 5] = [10, 100, 301, 1100, 3000];

#[test]
fn a_head_may_have_any_number_of_structures() {
    for n in SIZES {
        let variables = join(n, ", ", |i| format!("g(X{i}, h(X{i}))"));
        let values = join(n, ", ", |i| format!("g({i}, h({i}))"));
        let wrong = join(n, ", ", |i| {
            format!("g({i}, h({}))", if i + 1 == n { n } else { i })
        });
        let program = format!("p(f({variables}), [{variables}]).");
        let goal = format!("p(f({values}), L), L = [{values}]");
        assert_eq!(answers(&program, &goal).len(), 1, "{n}");
        let goal = format!("p(F, [{values}]), F = f({values})");
        assert_eq!(answers(&program, &goal).len(), 1, "{n}");
        assert!(answers(&program, &format!("p(f({wrong}), _)")).is_empty());
        assert!(answers(&program, &format!("p(_, [{wrong}])")).is_empty());
    }
}

#[test]
fn a_body_may_build_any_number_of_structures() {
    for n in SIZES {
        let variables = join(n, ", ", |i| format!("g(X{i}, h(X{i}))"));
        let values = join(n, ", ", |i| format!("g({i}, h({i}))"));
        let list = join(n, ", ", |i| format!("X{i}"));
        let program = format!(
            "p(L, T) :- L = [{list}], q(f({variables}), T). q(X, X). \
             r([{list}], T) :- T = f({variables}). \
             s(T, [{list}]) :- T = f({variables}), q(a, a), q(T, T)."
        );
        for goal in ["p(L, T)", "r(L, T)", "s(T, L)"] {
            let goal = format!("numlist(0, {}, L), {goal}, T = f({values})", n - 1);
            assert_eq!(answers(&program, &goal).len(), 1, "{n}: {goal:.40}");
            let goal = format!("{goal}, msort(L, L)");
            assert_eq!(answers(&program, &goal).len(), 1, "{n}: {goal:.40}");
        }
    }
}

#[test]
fn a_clause_may_have_thousands_of_variables_and_goals() {
    for n in SIZES {
        let goals = join(n, ", ", |i| format!("q(X{i}, X{})", i + 1));
        let program = format!("q(X, Y) :- Y is X + 1. p(X0, X{n}) :- {goals}.");
        assert_eq!(answers(&program, &format!("p(0, {n})")).len(), 1, "{n}");
        let sums = join(n, " + ", |i| format!("X{i}"));
        let list = join(n, ", ", |i| format!("X{i}"));
        let program = format!("p([{list}], S) :- S is {sums}. t([{list}]) :- {sums} > 0.");
        let goal = format!("numlist(1, {n}, L), p(L, S), S =:= {n} * ({n} + 1) // 2, t(L)");
        assert_eq!(answers(&program, &goal).len(), 1, "{n}");
        let branches = join(n, " ; ", |i| format!("X = {i}, Y = v(X{i}, X)"));
        let program = format!("p(X, Y) :- ( {branches} ).");
        assert_eq!(
            answers(&program, &format!("p({}, v(_, _))", n - 1)).len(),
            1
        );
    }
}

#[test]
fn mixtures_of_known_and_new_variables_keep_their_values() {
    for n in [5, 50, 290, 299, 300, 301, 310, 700, 1023, 1024, 1025, 1300] {
        let list = join(n, ", ", |i| format!("X{i}"));
        let program = format!(
            "p([{list}], A, B) :- A = X0, q(B, X{last}, f({list})). \
             q(B, C, F) :- arg({n}, F, D), C == D, B = C. \
             w([{list}], f(Y, [{list}], Y)) :- X0 < X{last}, \\+ X0 = X{last}.",
            last = n - 1
        );
        let goal = format!("numlist(1, {n}, L), p(L, 1, {n}), w(L, f(z, M, Z)), M == L, Z == z");
        assert_eq!(answers(&program, &goal).len(), 1, "{n}");
    }
}

#[test]
fn clauses_that_are_too_large_are_refused() {
    let refusal = |text: &str| match Program::parse(text) {
        Ok(_) => String::new(),
        Err(errors) => errors[0].to_string(),
    };
    let args = join(251, ", ", |i| i.to_string());
    assert!(refusal(&format!("p({args}).")).contains("more than 250 arguments"));
    assert!(refusal(&format!("p :- q({args}).")).contains("more than 250 arguments"));
    let goals = join(40_000, ", ", |i| format!("q(X{i}, X{})", i + 1));
    assert!(refusal(&format!("q(X, X). p :- {goals}.")).contains("variables"));
    let list = join(6_000, ", ", |i| format!("X{i}"));
    let goals = join(6_000, ", ", |i| format!("q(X{i})"));
    assert!(refusal(&format!("q(_). p([{list}]) :- {goals}.")).contains("split it"));
    assert!(refusal("atom(x).").contains("built in"));
    assert!(refusal("p :- 3.").contains("cannot be a goal"));
    assert!(refusal("3 :- p.").contains("cannot be a goal"));
    assert!(refusal("X :- p.").contains("cannot be a goal"));
    assert!(refusal(":- table foo.").contains("name/arity"));
    assert!(refusal(":- halt.").contains("not known"));
    let program = naive::program("");
    let list = join(300, ", ", |i| format!("X{i}"));
    let error = program.parse_query(&format!("[{list}] = L")).err();
    let message = error.expect("there are too many").to_string();
    assert!(message.contains("more than 250 variables"), "{message}");
    let call = "length(L, 300), T =.. [p|L], catch(call(T), error(E, _), true), \
                E == representation_error(arity)";
    assert_eq!(answers("", call).len(), 1);
    let call = "length(L, 249), T =.. [p|L], catch(call(T, a, b), error(E, _), true), \
                E == representation_error(arity)";
    assert_eq!(answers("", call).len(), 1);
}
