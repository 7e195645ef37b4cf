//! Machines: several queries on one machine, and several machines on one program.

use stratalog_logic::{Limits, Machine, Program, Query, Term, read_term};

const PROGRAM: &str = "
    :- dynamic seen/1, count/1.
    :- table path/2.
    count(0).
    next(N) :- retract(count(M)), N is M + 1, assertz(count(N)).
    edge(1, 2). edge(2, 3). edge(3, 1). edge(3, 4).
    path(X, Y) :- edge(X, Y).
    path(X, Y) :- path(X, Z), edge(Z, Y).
    fact(a). fact(b). fact(c).
    nrev([], []).
    nrev([H|T], R) :- nrev(T, S), append(S, [H], R).
";

fn program() -> Program {
    Program::parse(PROGRAM).expect("it compiles")
}

fn all(machine: &mut Machine<'_>, query: &Query) -> Vec<String> {
    let answers = machine.solve(query);
    answers
        .map(|answer| match answer {
            Ok(answer) => Term::list(answer.values).to_string(),
            Err(error) => error.to_string(),
        })
        .collect()
}

fn ask(machine: &mut Machine<'_>, goal: &str) -> Vec<String> {
    let query = machine
        .program()
        .parse_query(goal)
        .expect("the goal compiles");
    all(machine, &query)
}

fn clauses(texts: &[&str]) -> Vec<Term> {
    let read = |text: &&str| read_term(text).expect("a clause").term;
    texts.iter().map(read).collect()
}

#[test]
fn dynamic_clauses_persist_from_query_to_query_and_are_a_machines_own() {
    let program = program();
    let (mut one, mut other) = (Machine::new(&program), Machine::new(&program));
    for expected in 1..=50 {
        assert_eq!(ask(&mut one, "next(N)"), [format!("[{expected}]")]);
    }
    assert_eq!(ask(&mut other, "next(N)"), ["[1]"]);
    assert_eq!(ask(&mut one, "count(N)"), ["[50]"]);
    ask(&mut one, "assertz(seen(f(X, Y, X, \"s\", 1.5)))");
    assert_eq!(ask(&mut one, "seen(T)"), ["[f(A,B,A,\"s\",1.5)]"]);
    assert!(ask(&mut other, "seen(_)").is_empty());
}

#[test]
fn an_abandoned_query_leaves_the_machine_usable() {
    let program = program();
    let mut machine = Machine::new(&program);
    let query = program
        .parse_query("fact(X), path(Y, Z)")
        .expect("it compiles");
    for taken in 0..5 {
        assert_eq!(machine.solve(&query).take(taken).count(), taken);
    }
    assert_eq!(all(&mut machine, &query).len(), 36);
    assert_eq!(ask(&mut machine, "throw(x)"), ["uncaught exception: x"]);
    assert_eq!(all(&mut machine, &query).len(), 36);
}

#[test]
fn tables_persist_until_they_are_abolished() {
    let program = program();
    let mut machine = Machine::new(&program);
    let query = program.parse_query("path(1, X)").expect("it compiles");
    let first = all(&mut machine, &query);
    let effort = machine.steps();
    assert_eq!(first.len(), 4);
    assert_eq!(all(&mut machine, &query), first);
    assert!(
        machine.steps() < effort,
        "the second time only reads the table"
    );
    machine.abolish_tables();
    assert_eq!(all(&mut machine, &query), first);
    assert_eq!(machine.steps(), effort);
}

#[test]
fn clauses_that_come_with_a_query_are_seen_by_it_alone() {
    let program = program();
    let mut machine = Machine::new(&program);
    let goal = read_term("two(X, Y)").expect("a goal").term;
    let with = |texts: &[&str]| {
        program
            .query_with(&goal, &clauses(texts))
            .expect("it compiles")
    };
    let query = with(&["two(X, Y) :- edge(X, Z), edge(Z, Y)"]);
    let expected = ["[1,3]", "[2,1]", "[2,4]", "[3,2]"];
    assert_eq!(all(&mut machine, &query), expected);
    assert_eq!(
        ask(&mut machine, "catch(two(_, _), error(E, _), true)").len(),
        1
    );
    assert!(ask(&mut machine, "two(X, Y)")[0].contains("no predicate two/2"));

    // Several clauses, recursion, cuts, and the program's own predicates.
    let query = with(&[
        "two(X, Y) :- edge(X, Y), other(Y), !",
        "two(done, Y) :- count(Y)",
        "other(X) :- path(X, 4), \\+ X = 2, helper([a, b], _)",
        "helper([], 0)",
        "helper([_|T], N) :- helper(T, M), N is M + 1",
    ]);
    assert_eq!(all(&mut machine, &query), ["[2,3]"]);
    let query = with(&["two(X, Y) :- fact(X), fact(Y)", "fact(z)"]);
    assert_eq!(
        all(&mut machine, &query),
        ["[z,z]"],
        "they hide the program's"
    );
    assert_eq!(ask(&mut machine, "findall(X, fact(X), L)"), ["[A,[a,b,c]]"]);
    // Called as terms, too.
    let query = with(&[
        "two(X, Y) :- G = mine(X), call(G), findall(Z, mine(Z), Y)",
        "mine(1)",
        "mine(2)",
    ]);
    assert_eq!(all(&mut machine, &query), ["[1,[1,2]]", "[2,[1,2]]"]);
    // Clauses with large and deep terms, and with numbers that are boxed.
    let query = with(&["two(X, Y) :- X = f(1.5, [100000000000000000000, \"s\"|T]), Y = T"]);
    assert_eq!(
        all(&mut machine, &query),
        ["[f(1.5,[100000000000000000000,\"s\"|A]),A]"]
    );
}

#[test]
fn a_query_is_compiled_once_and_run_with_different_arguments() {
    let program = program();
    let mut machine = Machine::new(&program);
    let query = program.parse_query("edge(X, Y)").expect("it compiles");
    let number = Term::Integer;
    for (x, y, expected) in [(1, 2, true), (2, 1, false), (3, 4, true), (4, 3, false)] {
        let holds = machine.holds(&query, &[number(x), number(y)]);
        assert_eq!(holds.expect("no limit"), expected, "edge({x}, {y})");
    }
    assert!(machine.holds(&query, &[number(1)]).expect("no limit"));
    assert!(!machine.holds(&query, &[number(9)]).expect("no limit"));
    assert_eq!(all(&mut machine, &query).len(), 4);
    // A variable is the same in all arguments.
    assert!(
        !machine
            .holds(&query, &[Term::var(5), Term::var(5)])
            .expect("no limit")
    );
    assert!(
        machine
            .holds(&query, &[Term::var(5), Term::var(6)])
            .expect("no limit")
    );
    let other = program.parse_query("fact(X)").expect("it compiles");
    for _ in 0..1000 {
        assert!(
            machine
                .holds(&query, &[number(3), number(4)])
                .expect("no limit")
        );
        assert!(machine.holds(&other, &[Term::atom("b")]).expect("no limit"));
        assert!(!machine.holds(&other, &[Term::atom("z")]).expect("no limit"));
    }
}

#[test]
fn machines_on_four_threads_share_one_program() {
    let program = program();
    let goals = [
        "path(X, Y)",
        "numlist(1, 60, _L), nrev(_L, [X|_])",
        "findall(X-Y, ( edge(X, Y), fact(_) ), L)",
        "next(X), next(Y)",
        "setof(X, Y^path(X, Y), L)",
        "catch(( path(X, 4), X > 2, throw(found(X)) ), found(Y), true)",
        "edge(X, Y), edge(Y, Z), fact(W)",
        "atom_concat(X, Y, abc)",
    ];
    let mut machine = Machine::new(&program);
    let expected: Vec<Vec<String>> = goals.iter().map(|goal| ask(&mut machine, goal)).collect();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..25 {
                    let mut machine = Machine::new(&program);
                    for (goal, expected) in goals.iter().zip(&expected) {
                        assert_eq!(&ask(&mut machine, goal), expected, "{goal}");
                    }
                }
            });
        }
    });
}

#[test]
fn memory_limits_are_capped_however_they_are_set() {
    let program = program();
    let unlimited = Limits::generous().with_memory(usize::MAX);
    let capped = Machine::new(&program).with_limits(unlimited).limits();
    assert!(capped.memory < usize::MAX);
    let mut machine = Machine::new(&program);
    machine.set_limits(unlimited);
    assert_eq!(machine.limits(), capped);
}

#[test]
fn a_machine_starts_afresh_after_others_of_the_same_program() {
    let program = Program::parse(
        ":- dynamic p/1.
         p(0).
         add(X) :- assertz(p(X)), nb_setval(k, X), assertz(q(X)).
         all(L) :- findall(X, p(X), L).",
    )
    .expect("it compiles");
    let all = program.parse_query("all(L)").expect("it compiles");
    let add = program
        .parse_query("add(f(1, [2, 3]))")
        .expect("it compiles");
    let other = program
        .parse_query("q(_) ; nb_current(k, _)")
        .expect("it compiles");
    for _ in 0..20 {
        let mut machines: Vec<Machine<'_>> = (0..10).map(|_| Machine::new(&program)).collect();
        for machine in &mut machines {
            let mut listed = |expected: &str| {
                let answer = machine.solve(&all).next().expect("an answer");
                assert_eq!(answer.expect("no limit").values[0].to_string(), expected);
            };
            listed("[0]");
            assert!(machine.holds(&add, &[]).expect("no limit"));
            let answer = machine.solve(&all).next().expect("an answer");
            let answer = answer.expect("no limit").values[0].to_string();
            assert_eq!(answer, "[0,f(1,[2,3])]");
            assert!(machine.holds(&other, &[]).expect("no limit"));
        }
        let mut fresh = Machine::new(&program);
        let error = fresh.holds(&other, &[]).expect_err("q/1 does not exist");
        assert!(error.to_string().contains("q/1"), "{error}");
    }
}
