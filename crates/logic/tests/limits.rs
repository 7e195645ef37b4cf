//! Whatever a program does, it ends with a clear outcome in bounded time and
//! memory, on a small stack and without a panic.

use std::time::Duration;

use cpu_time::ThreadTime;
use stratalog_logic::{LimitReached, Limits, Machine, Program, QueryError};

/// How a query ended.
#[derive(Clone, Debug, PartialEq)]
enum Outcome {
    /// This many answers, then no more.
    Answers(usize),
    Steps,
    Depth,
    Memory,
    /// The formal part of an error.
    Error(String),
    /// The program or the goal is refused.
    Refused(String),
}

use Outcome::{Answers, Depth, Memory, Steps};

/// Enough for terms of a hundred thousand levels.
const ROOMY: Limits = Limits {
    steps: 5_000_000,
    depth: 200_000,
    memory: 128 << 20,
};

/// Runs on a stack of 512 KB with modest limits, and within a few seconds.
fn run(program: &str, goal: &str) -> Outcome {
    let limits = Limits {
        steps: 5_000_000,
        depth: 200_000,
        memory: 16 << 20,
    };
    run_within(limits, program, goal)
}

fn run_within(limits: Limits, program: &str, goal: &str) -> Outcome {
    let (program, goal) = (program.to_owned(), goal.to_owned());
    let shown: String = goal.chars().take(100).collect();
    let timed = move || {
        // Processor time: a busy machine changes nothing.
        let start = ThreadTime::now();
        let outcome = solve(limits, &program, &goal);
        (outcome, start.elapsed())
    };
    let (outcome, took) = std::thread::Builder::new()
        .stack_size(512 << 10)
        .spawn(timed)
        .expect("a thread can be started")
        .join()
        .unwrap_or_else(|_| panic!("{shown} panics"));
    assert!(took < Duration::from_secs(20), "{shown} takes {took:?}");
    outcome
}

fn solve(limits: Limits, program: &str, goal: &str) -> Outcome {
    let program = match Program::parse(program) {
        Ok(program) => program,
        Err(errors) => return Outcome::Refused(errors[0].to_string()),
    };
    let query = match program.parse_query(goal) {
        Ok(query) => query,
        Err(error) => return Outcome::Refused(error.to_string()),
    };
    let mut machine = Machine::new(&program).with_limits(limits);
    let mut count = 0;
    for answer in machine.solve(&query) {
        match answer {
            Ok(_) => count += 1,
            Err(QueryError::Limit(LimitReached::Steps(_))) => return Steps,
            Err(QueryError::Limit(LimitReached::Depth(_))) => return Depth,
            Err(QueryError::Limit(LimitReached::Memory(_))) => return Memory,
            Err(QueryError::Limit(LimitReached::Stopped)) => unreachable!("nobody stops it"),
            Err(QueryError::Thrown(ball)) => {
                let formal = ball.args().first().cloned().unwrap_or(ball);
                return Outcome::Error(formal.to_string());
            }
        }
    }
    Answers(count)
}

fn error(formal: &str) -> Outcome {
    Outcome::Error(formal.to_owned())
}

#[test]
fn loops_stop_at_the_limit_of_steps() {
    assert_eq!(run("p :- p.", "p"), Steps);
    assert_eq!(run("p :- q. q :- p.", "p"), Steps);
    assert_eq!(run("p(X) :- Y is X + 1, p(Y).", "p(0)"), Steps);
    assert_eq!(run("", "repeat, fail"), Steps);
    assert_eq!(run("", "between(1, inf, X), X < 0"), Steps);
    assert_eq!(run("", "catch((repeat, fail), _, true)"), Steps);
    let moving = run(":- dynamic p/0. p :- p.", "p");
    assert!(matches!(moving, Steps | Memory), "{moving:?}");
    assert_eq!(run("p(X) :- call(p, X).", "p(1)"), Steps);
    let negated = run("p :- \\+ \\+ q. q :- p, fail.", "p");
    assert!(matches!(negated, Depth | Memory), "{negated:?}");
    let facts: String = (0..3000).map(|i| format!("f({i}, {}). ", i + 1)).collect();
    let product = "f(A, _), f(B, _), f(C, _), f(D, _), A + B + C + D < 0";
    assert_eq!(run(&facts, product), Steps);
    assert_eq!(run(&facts, "f(A, _), f(B, _), f(C, _), A == x"), Steps);
    let clauses: String = (0..3000).map(|i| format!("g(X) :- X = {i}. ")).collect();
    assert_eq!(run(&clauses, "g(A), g(B), g(C), A + B + C < 0"), Steps);
}

#[test]
fn recursion_that_never_ends_stops_at_the_limit_of_depth_or_memory() {
    assert_eq!(run("p(X) :- p(X), q(X). q(1).", "p(_)"), Depth);
    assert_eq!(
        run("path(X, Y) :- path(X, Z), e(Z, Y). e(1, 2).", "path(1, X)"),
        Depth
    );
    assert_eq!(
        run("len(N) :- M is N + 1, len(M), true(M). true(_).", "len(0)"),
        Depth
    );
    assert_eq!(run("p :- p. p :- p.", "p"), Memory);
    assert_eq!(run("p(X) :- p(f(X)).", "p(a)"), Memory);
    assert_eq!(run("p(L) :- p([x|L]).", "p([])"), Memory);
    let caught = run("p(X) :- catch(p(X), none, true).", "p(1)");
    assert!(matches!(caught, Depth | Memory), "{caught:?}");
    assert_eq!(
        run(
            ":- dynamic f/1. p(N) :- assertz(f(N)), M is N + 1, p(M).",
            "p(0)"
        ),
        Memory
    );
    assert_eq!(run("p(X) :- X = f(Y), p(Y).", "p(X)"), Memory);
    assert_eq!(run("", "length(L, N), N < 0"), Memory);
    assert_eq!(run("", "append(X, [a], Y), X = z"), Memory);
}

#[test]
fn collections_that_never_end_stop_at_the_limit_of_memory() {
    assert_eq!(run("", "findall(X, (repeat, X = f(a)), L)"), Memory);
    assert_eq!(run("", "findall(X, between(1, inf, X), L)"), Memory);
    assert_eq!(run("", "bagof(X, between(1, inf, X), L)"), Memory);
    assert_eq!(run("", "aggregate_all(count, repeat, L)"), Steps);
    assert_eq!(
        run("", "findall(X-L, findall(Y, between(1, inf, Y), L), M)"),
        Memory
    );
    assert_eq!(run("", "forall(repeat, true)"), Steps);
}

#[test]
fn huge_requests_are_refused_at_once() {
    assert_eq!(run("", "numlist(1, 100000000000, L)"), Memory);
    assert_eq!(
        run("", "numlist(-9223372036854775808, 9223372036854775807, L)"),
        Memory
    );
    assert_eq!(run("", "length(L, 100000000000)"), Memory);
    assert_eq!(run("", "functor(T, f, 100000000000)"), Memory);
    assert_eq!(run("", "functor(T, f, 9223372036854775807)"), Memory);
    assert_eq!(
        run("", "X is 2 ** (10 ** 9)"),
        error("representation_error(integer)")
    );
    assert_eq!(
        run("", "X is 2 ** (10 ** 30)"),
        error("representation_error(integer)")
    );
    assert_eq!(
        run("", "X is 1 << (10 ** 12)"),
        error("representation_error(integer)")
    );
    assert_eq!(run("", "X is 1 >> (10 ** 30)"), Answers(1));
    assert_eq!(
        run("", "X is 1 << (10 ** 30)"),
        error("representation_error(integer)")
    );
    assert_eq!(run("", "X is 0 << (10 ** 12)"), Answers(1));
    assert_eq!(
        run("", "X is 7 ** (7 ** (7 ** 7))"),
        error("representation_error(integer)")
    );
    assert_eq!(
        run("", "X is 2.0 ** (10 ** 9)"),
        error("evaluation_error(float_overflow)")
    );
    assert_eq!(
        run("", "X is float(2 ** 100000)"),
        error("evaluation_error(float_overflow)")
    );
    assert_eq!(run("", "X is -9223372036854775808 // -1"), Answers(1));
    assert_eq!(run("", "X is -9223372036854775808 mod -1"), Answers(1));
    assert_eq!(run("", "X is abs(-9223372036854775808)"), Answers(1));
    assert_eq!(run("", "succ(9223372036854775807, X)"), Answers(1));
    assert_eq!(
        run("", "between(9223372036854775800, inf, X), X < 0"),
        Answers(0)
    );
    assert_eq!(run("", "between(9223372036854775807, inf, X)"), Answers(1));
    assert_eq!(run("", "nth0(100000000000000000000, [a], X)"), Answers(0));
    assert_eq!(
        run("", "arg(100000000000000000000, f(a), X)"),
        error("representation_error(integer)")
    );
    assert_eq!(
        run("", "sub_atom(abc, -5, 100000000000000000000, A, S)"),
        error("domain_error(not_less_than_zero,-5)")
    );
    assert_eq!(
        run("", "sub_atom(abc, 1, 100000000000000000000, A, S)"),
        error("representation_error(integer)")
    );
    let square = "p(X) :- Y is X * X, p(Y).";
    assert_eq!(run(square, "p(3)"), error("representation_error(integer)"));
    let grow = "p(X) :- Y is X * 3, p(Y).";
    let outcome = run(grow, "p(3)");
    assert!(matches!(outcome, Steps | Memory), "{outcome:?}");
    let gcd = "X is 3 ** 600000, Y is 5 ** 400000, Z is gcd(X, Y)";
    assert_eq!(run("", gcd), error("representation_error(integer)"));
}

#[test]
fn texts_that_grow_forever_stop_at_the_limit_of_memory() {
    let one = "p(A) :- atom_concat(A, x, B), p(B).";
    assert_eq!(run(one, "p(a)"), Memory);
    let double = "p(A) :- atom_concat(A, A, B), p(B).";
    assert_eq!(run(double, "p(a)"), Memory);
    let names = "p(N) :- M is N + 1, atom_number(A, M), atom_length(A, _), p(M).";
    assert_eq!(run(names, "p(0)"), Memory);
    assert_eq!(
        run(
            "",
            "findall(x, between(1, 300000, _), L), atom_chars(A, L), atom_concat(A, A, B)"
        ),
        Memory
    );
}

#[test]
fn deep_terms_are_read_run_and_dropped() {
    let open = "(".repeat(100_000) + "a" + &")".repeat(100_000);
    assert_eq!(run_within(ROOMY, "", &format!("X = {open}")), Answers(1));
    assert_eq!(
        run_within(ROOMY, &format!("p({open})."), "p(X)"),
        Answers(1)
    );
    let nested = "f(".repeat(100_000) + "a" + &")".repeat(100_000);
    assert_eq!(
        run_within(
            ROOMY,
            "",
            &format!("X = {nested}, X == X, copy_term(X, Y), X = Y")
        ),
        Answers(1)
    );
    assert_eq!(
        run_within(ROOMY, &format!("p({nested})."), &format!("p({nested})")),
        Answers(1)
    );
    let with_variable = "f(".repeat(100_000) + "X" + &")".repeat(100_000);
    assert_eq!(
        run_within(
            ROOMY,
            &format!("p({with_variable}, X)."),
            "p(A, b), p(A, C)"
        ),
        Answers(1)
    );
    assert_eq!(
        run_within(
            ROOMY,
            &format!("p(X, Y) :- Y = {with_variable}, q(Y). q(_)."),
            "p(a, B)"
        ),
        Answers(1)
    );
    let lists = "[".repeat(100_000) + &"]".repeat(100_000);
    assert_eq!(
        run_within(
            ROOMY,
            "",
            &format!("X = {lists}, ground(X), msort([X, X], L)")
        ),
        Answers(1)
    );
    let sum = "1+".repeat(100_000) + "1";
    assert_eq!(run_within(ROOMY, "", &format!("X is {sum}")), Answers(1));
    assert_eq!(
        run_within(ROOMY, &format!("p(X) :- X is {sum}."), "p(X)"),
        Answers(1)
    );
    let right = "1-(".repeat(50_000) + "1" + &")".repeat(50_000);
    assert_eq!(
        run_within(ROOMY, &format!("p(X) :- X is {right}."), "p(X)"),
        Answers(1)
    );
    let minus = "- ".repeat(100_000) + "1";
    assert_eq!(run_within(ROOMY, "", &format!("X is {minus}")), Answers(1));
    let braces = "{".repeat(100_000) + "a" + &"}".repeat(100_000);
    assert_eq!(
        run_within(ROOMY, &format!("p({braces})."), "p(X), assertz(q(X)), q(X)"),
        Answers(1)
    );
}

#[test]
fn deep_bodies_run_or_are_refused() {
    let conjunction = "a, ".repeat(50_000) + "a";
    assert_eq!(run(&format!("a. p :- {conjunction}."), "p"), Answers(1));
    assert_eq!(run("a.", &conjunction), Answers(1));
    let left = "(".repeat(50_000) + "a" + &", a)".repeat(50_000);
    assert_eq!(run(&format!("a. p :- {left}."), "p"), Answers(1));
    let right = "(a, ".repeat(50_000) + "a" + &")".repeat(50_000);
    assert_eq!(run("a.", &format!("G = {right}, call(G)")), Answers(1));
    let disjunction = "a ; ".repeat(5_000) + "a";
    assert_eq!(run(&format!("a. p :- {disjunction}."), "p"), Answers(5001));
    for nested in [
        "\\+ ".repeat(50_000) + "a",
        "(".repeat(50_000) + "a" + &" ; a)".repeat(50_000),
        "( a -> ".repeat(50_000) + "a" + &" ; a )".repeat(50_000),
        "call(".repeat(50_000) + "a" + &")".repeat(50_000),
        "findall(X, ".repeat(50_000) + "a" + &", X)".repeat(50_000),
        "once((a, ".repeat(50_000) + "a" + &"))".repeat(50_000),
    ] {
        for outcome in [run(&format!("a. p :- {nested}."), "p"), run("a.", &nested)] {
            let Outcome::Refused(message) = outcome else {
                panic!("{outcome:?} for {}...", &nested[..40]);
            };
            assert!(message.contains("nested deeper"), "{message}");
        }
    }
    let chain = "( a -> true ; ".repeat(150) + "fail" + &" )".repeat(150);
    assert_eq!(run(&format!("a. p :- {chain}."), "p"), Answers(1));
    // As terms they are run however deep they are.
    let negations = "\\+ ".repeat(50_000) + "a";
    assert_eq!(
        run("a.", &format!("G = ({negations}), call(G)")),
        Answers(1)
    );
    let calls = "call(".repeat(50_000) + "a" + &")".repeat(50_000);
    assert_eq!(run("a.", &format!("G = {calls}, call(G)")), Answers(1));
}

#[test]
fn terms_that_contain_themselves_do_not_hang() {
    let program = "c(X) :- X = f(X). d(X) :- X = f(X, X). l(X) :- X = [a|X]. \
                   :- dynamic k/1. :- table t/1. t(_).";
    for goal in [
        "c(X)",
        "d(X)",
        "l(X)",
        "X = call(X), call(X)",
        "c(X), c(Y), X = Y",
        "d(X), d(Y), X = Y",
        "l(X), l(Y), X = Y",
        "d(X), d(Y), X == Y",
        "c(X), c(Y), compare(_, X, Y)",
        "d(X), copy_term(X, _)",
        "c(X), findall(X, true, _)",
        "d(X), assertz(k(X))",
        "c(X), throw(X)",
        "c(X), catch(throw(X), _, true)",
        "d(X), t(X)",
        "d(X), ground(X)",
        "d(X), term_variables(X, _)",
        "X = 1 + X, _ is X",
        "X = X + X, _ is X",
        "X = (a, X), call(X)",
        "c(X), c(Y), c(Z), msort([X, Y, Z], _)",
        "d(X), d(Y), sort(0, @>=, [X, Y, a, f(X)], _)",
        "d(X), d(Y), X \\= Y",
        "d(X), d(Y), dif(X, Y)",
        "d(X), d(Y), memberchk(X, [Y])",
        "l(X), memberchk(b, X)",
        "l(X), length(X, _)",
        "l(X), msort(X, _)",
        "l(X), last(X, _)",
        "l(X), atom_chars(_, X)",
        "l(X), sum_list(X, _)",
        "l(X), nth0(100000000, X, b)",
        "X = a^X, bagof(Y, X, L)",
        "d(X), d(Y), X =@= Y",
    ] {
        let outcome = run(program, goal);
        let is_clear = matches!(outcome, Memory | Steps | Depth)
            || matches!(&outcome, Outcome::Error(formal) if formal.starts_with("type_error"));
        assert!(is_clear, "{goal}: {outcome:?}");
    }
    assert_eq!(run(program, "\\+ \\+ c(_)"), Answers(1));
    assert_eq!(
        run(program, "c(X), X = f(f(f(Y))), acyclic_term(Y)"),
        Answers(0)
    );
    assert_eq!(run("", "unify_with_occurs_check(X, f(X))"), Answers(0));
}

#[test]
fn terms_that_share_their_parts_do_not_hang() {
    let double = "d(0, a) :- !. d(N, f(X, X)) :- M is N - 1, d(M, X).";
    for goal in [
        "d(60, X)",
        "d(60, X), d(60, Y), X = Y",
        "d(60, X), d(60, Y), X == Y",
        "d(60, X), copy_term(X, Y)",
        "d(60, X), ground(X)",
        "d(60, X), findall(X, true, L)",
        "d(60, X), term_variables(X, L)",
    ] {
        let outcome = run(double, goal);
        assert!(matches!(outcome, Memory | Steps), "{goal}: {outcome:?}");
    }
    let sum = "s(0, 1) :- !. s(N, X + X) :- M is N - 1, s(M, X).";
    assert!(matches!(run(sum, "s(60, X), Y is X"), Memory | Steps));
    assert_eq!(run(double, "d(10, X), d(10, Y), X = Y"), Answers(1));
}

#[test]
fn large_tables_stop_at_the_limit_of_memory() {
    let numbers = ":- table n/1. n(0). n(X) :- n(Y), X is Y + 1.";
    assert_eq!(run(numbers, "n(X)"), Memory);
    let terms = ":- table t/1. t(a). t(f(X)) :- t(X).";
    assert_eq!(run(terms, "t(X)"), Memory);
    let calls = ":- table p/1. p(X) :- p(f(X)).";
    assert_eq!(run(calls, "p(a)"), Memory);
    let pairs = ":- table r/2. e(X) :- between(1, 3000, X). r(X, Y) :- e(X), e(Y).";
    let outcome = run(pairs, "r(X, Y)");
    assert!(matches!(outcome, Memory | Steps), "{outcome:?}");
}

#[test]
fn deep_recursion_works_within_generous_limits() {
    let program = "len([], 0). len([_|T], N) :- len(T, M), N is M + 1. \
                   deep(0) :- throw(bottom). deep(N) :- M is N - 1, catch(deep(M), none, true).";
    let limits = Limits::default();
    let goal = "numlist(1, 1000000, _L), len(_L, N)";
    assert_eq!(run_within(limits, program, goal), Answers(1));
    assert_eq!(run_within(limits, program, "deep(100000)"), error("bottom"));
    assert_eq!(
        run_within(limits, program, "catch(deep(100000), bottom, true)"),
        Answers(1)
    );
}

#[test]
fn a_machine_can_be_reused_after_a_limit() {
    let program = Program::parse(
        "p :- p. :- table t/1. t(0). t(X) :- t(Y), X is Y + 1, X < 1000000000. \
         :- table u/1. u(1). u(X) :- u(Y), X is 3 - Y. ok(1). ok(2).",
    )
    .expect("it compiles");
    let limits = Limits::default().with_steps(100_000).with_memory(32 << 20);
    let mut machine = Machine::new(&program).with_limits(limits);
    let ask = |machine: &mut Machine<'_>, goal: &str| -> (usize, bool) {
        let query = program.parse_query(goal).expect("it compiles");
        let answers: Vec<_> = machine.solve(&query).collect();
        let failed = answers.iter().filter(|answer| answer.is_err()).count();
        (answers.len() - failed, failed > 0)
    };
    for goal in ["p", "t(X)", "X = f(X)", "findall(X, repeat, L)"] {
        assert_eq!(ask(&mut machine, goal), (0, true), "{goal}");
        assert_eq!(ask(&mut machine, "ok(X)"), (2, false));
        assert_eq!(ask(&mut machine, "u(X)"), (2, false));
        assert_eq!(ask(&mut machine, "findall(X, ok(X), [_, _])"), (1, false));
    }
}
