//! Loops that build and drop terms run in constant memory.

use stratalog_logic::{LimitReached, Limits, Machine, Program, QueryError};

/// Programs whose `loop(N)` makes N iterations, each of which builds something
/// that nothing needs afterwards. Without garbage collection a million iterations
/// need far more than the limit below.
const LOOPS: &[(&str, &str)] = &[
    (
        "backtrackable global variables",
        "loop(0) :- !.
         loop(N) :- b_setval(last, f(N)), b_getval(last, f(M0)), M is M0 - 1, loop(M).",
    ),
    (
        "backtrackable global variables with choice points between",
        "loop(0) :- !.
         loop(N) :- member(X, [a, b]), b_setval(last, X-N), b_getval(last, _-M0), !,
             M is M0 - 1, loop(M).",
    ),
    (
        "constraints whose choices are undone",
        ":- use_module(library(clpfd)).
         loop(N) :- between(1, N, X), Y in 1..9, Y #> 8 - X mod 2, Z #= Y * X, Z #< 0.
         loop(_).",
    ),
    (
        "lists of a given length",
        "loop(0) :- !.
         loop(N) :- length(L, 20), L = [N|_], M is N - 1, loop(M).",
    ),
    (
        "findall",
        "loop(0) :- !.
         loop(N) :- findall(X-N, between(1, 5, X), L), L = [_|_], M is N - 1, loop(M).",
    ),
    (
        "structures passed on",
        "loop(N) :- loop(N, f(a, b)).
         loop(0, _) :- !.
         loop(N, f(X, _)) :- M is N - 1, loop(M, f([N], g(X, N, h(N)))).",
    ),
    (
        "conditions that bind",
        "loop(N) :- N =:= 0 -> true ; ( pick(N, X), X = p(_) -> M is N - 1, loop(M) ; fail ).
         pick(N, q(N)). pick(N, p(N)).",
    ),
    (
        "an accumulator that is replaced",
        "loop(N) :- loop(N, acc(0, [])).
         loop(0, _) :- !.
         loop(N, acc(S, _)) :- T is S + N, M is N - 1, loop(M, acc(T, [N, S, T])).",
    ),
    (
        "under an older choice point",
        "loop(N) :- member(X, [first, second]), down(N, X), X = second.
         down(0, _) :- !.
         down(N, X) :- append([N], [X], L), last(L, Y), M is N - 1, down(M, Y).",
    ),
    (
        "inside findall, negation and catch",
        "loop(N) :- findall(x, down(N), [x]).
         down(0) :- !.
         down(N) :- catch(step(N, M), _, fail), \\+ \\+ down_to(M), once(member(_, [M, N])),
             M0 is M, next(M0).
         next(M) :- down(M).
         step(N, M) :- M is N - 1, L = [M, N], length(L, 2).
         down_to(M) :- copy_term(f(M, _), _).",
    ),
    (
        "boxed numbers",
        "loop(0) :- !.
         loop(N) :- X is N * 1.5, Y is 2 ** 100 + N, Y > X, M is N - 1, loop(M).",
    ),
    (
        "atoms that exist",
        "loop(0) :- !.
         loop(N) :- K is N mod 10, atom_concat(item, K, A), atom_length(A, 5), M is N - 1, loop(M).",
    ),
    (
        "between without an end",
        "loop(N) :- between(1, inf, X), T = t(X, [X]), arg(2, T, [Y]), Y >= N, !.",
    ),
    (
        "clauses asserted and retracted",
        ":- dynamic counter/1.
         counter(0).
         loop(0) :- !.
         loop(N) :- retract(counter(C)), D is C + 1, assertz(counter(D)), M is N - 1, loop(M).",
    ),
    (
        "global variables",
        "loop(N) :- nb_setval(last, []), down(N).
         down(0) :- !.
         down(N) :- nb_setval(last, [N]), nb_getval(last, [K]), M is K - 1, down(M).",
    ),
    (
        "sorting",
        "loop(0) :- !.
         loop(N) :- msort([N, c, b, a], L), sort(0, @>=, L, [_|_]), M is N - 1, loop(M).",
    ),
];

const LIMITS: Limits = Limits {
    steps: 200_000_000,
    depth: 10_000,
    memory: 8 << 20,
};

#[test]
fn loops_that_build_and_drop_terms_run_in_constant_memory() {
    for (name, text) in LOOPS {
        let program = Program::parse(text).expect(name);
        let query = program.parse_query("loop(300000)").expect("a goal");
        let mut machine = Machine::new(&program).with_limits(LIMITS);
        let outcome = machine.holds(&query, &[]);
        assert!(matches!(outcome, Ok(true)), "{name}: {outcome:?}");
    }
}

#[test]
fn loops_give_the_same_result_with_a_collection_at_every_call() {
    for (name, text) in LOOPS {
        let program = Program::parse(text).expect(name);
        let query = program.parse_query("loop(500)").expect("a goal");
        let mut machine = Machine::new(&program).with_limits(LIMITS);
        machine.collect_every(1);
        let outcome = machine.holds(&query, &[]);
        assert!(matches!(outcome, Ok(true)), "{name}: {outcome:?}");
    }
}

#[test]
fn new_atoms_are_never_freed_and_end_at_the_limit() {
    let program = Program::parse(
        "loop(N) :- atom_concat(never_seen_, N, A), atom_length(A, _), M is N + 1, loop(M).",
    )
    .expect("the program compiles");
    let query = program.parse_query("loop(0)").expect("a goal");
    let mut machine = Machine::new(&program).with_limits(LIMITS);
    assert!(matches!(
        machine.holds(&query, &[]),
        Err(QueryError::Limit(LimitReached::Memory(_)))
    ));
}

#[test]
fn what_is_in_use_still_ends_at_the_limit() {
    let program = Program::parse("grow(L) :- grow([x|L]).").expect("the program compiles");
    let query = program.parse_query("grow([])").expect("a goal");
    let mut machine = Machine::new(&program).with_limits(LIMITS);
    assert!(matches!(
        machine.holds(&query, &[]),
        Err(QueryError::Limit(LimitReached::Memory(_)))
    ));
}
