//! A predicate that a program defines takes the place of the library's.

use stratalog_logic::{CompileError, Functor, Machine, Program, Term, read_term};

/// All answers to a goal, each as the list of its variables' values.
fn ask(program: &str, goal: &str) -> Vec<String> {
    let program = Program::parse(program).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let query = program.parse_query(goal).expect("the goal compiles");
    let mut machine = Machine::new(&program);
    let answers = machine.solve(&query);
    answers
        .map(|answer| match answer {
            Ok(answer) => Term::list(answer.values).to_string(),
            Err(error) => error.to_string(),
        })
        .collect()
}

#[test]
fn a_programs_definition_replaces_the_librarys() {
    let definitions = [
        ("succ(a, b).", "succ(X, Y)", "[a,b]"),
        ("plus(one, two, three).", "plus(X, Y, Z)", "[one,two,three]"),
        ("is_list(mine).", "is_list(X)", "[mine]"),
        ("last(board, X) :- X = edge.", "last(board, X)", "[edge]"),
        ("member(X, set(X)).", "member(X, set(1))", "[1]"),
        (
            "between(left, right, middle).",
            "between(left, right, X)",
            "[middle]",
        ),
        ("assert(done).", "assert(X)", "[done]"),
        ("count(a, b, 3).", "count(a, b, N)", "[3]"),
        ("distinct(a, b).", "distinct(X, b)", "[a]"),
        ("msort(a, b).", "msort(a, X)", "[b]"),
        ("string(guitar).", "string(X)", "[guitar]"),
        ("forall(a, b).", "forall(a, X)", "[b]"),
        ("ignore(noise).", "ignore(X)", "[noise]"),
        ("not(black).", "not(X)", "[black]"),
        ("otherwise :- fail.", "(otherwise -> X = 1 ; X = 2)", "[2]"),
        (
            "atomic_list_concat(a, b).",
            "atomic_list_concat(X, b)",
            "[a]",
        ),
        ("tab(1, 2).", "tab(1, X)", "[2]"),
    ];
    for (definition, goal, expected) in definitions {
        assert_eq!(ask(definition, goal), [expected], "{definition}");
        // The same inside a clause, where library predicates are compiled in.
        let variables = read_term(goal).expect("a goal").var_names;
        let names: Vec<&str> = variables.iter().map(|(name, _)| name.as_str()).collect();
        let names = names.join(",");
        let clause = format!("{definition} asked([{names}]) :- {goal}.");
        assert_eq!(
            ask(&clause, "asked(L)"),
            [format!("[{expected}]")],
            "{clause}"
        );
    }
}

#[test]
fn the_library_keeps_calling_its_own_predicates() {
    let program =
        "append(_, _, nothing). is_list(_) :- fail. length(_, many). select(_, _, _) :- fail.";
    let answers = ask(program, "permutation([1, 2], P)");
    assert_eq!(answers, ["[[1,2]]", "[[2,1]]"]);
    assert_eq!(ask(program, "atom_concat(X, b, ab)"), ["[a]"]);
    assert_eq!(ask(program, "append([], [], L)"), ["[nothing]"]);
}

#[test]
fn a_goal_called_by_name_finds_the_programs_definition() {
    let program = "succ(X, next(X)). last(_, mine).";
    assert_eq!(
        ask(program, "maplist(succ, [a, b], L)"),
        ["[[next(a),next(b)]]"]
    );
    assert_eq!(
        ask(program, "G = last([1], X), call(G)"),
        ["[last([1],mine),mine]"]
    );
}

#[test]
fn a_dynamic_declaration_replaces_the_librarys_predicate() {
    let program = ":- dynamic last/2. p(X) :- assertz(last(a, b)), last(a, X).";
    assert_eq!(ask(program, "p(X)"), ["[b]"]);
}

#[test]
fn predicates_in_rust_replace_the_librarys() {
    let mut builder = Program::builder();
    builder.native(Functor::new("succ", 2), |call| {
        let value = call.integer(0)?;
        Ok(call.unify(1, &Term::Integer(value + 10)))
    });
    let program = builder.try_build().expect("it compiles");
    let query = program.parse_query("succ(1, X)").expect("a goal");
    let mut machine = Machine::new(&program);
    let answer = machine
        .solve(&query)
        .next()
        .expect("one")
        .expect("no error");
    assert_eq!(answer.values, [Term::Integer(11)]);
}

#[test]
fn clauses_of_a_query_replace_the_librarys() {
    let program = Program::parse("").expect("it compiles");
    let clause = read_term("last(_, mine)").expect("a clause").term;
    let goal = read_term("last([1, 2], X)").expect("a goal").term;
    let query = program.query_with(&goal, &[clause]).expect("it compiles");
    let mut machine = Machine::new(&program);
    let answer = machine
        .solve(&query)
        .next()
        .expect("one")
        .expect("no error");
    assert_eq!(answer.values, [Term::from("mine")]);
}

#[test]
fn control_constructs_and_standard_predicates_cannot_be_redefined() {
    let protected = [
        "(a , b).",
        "(a -> b).",
        "once(a).",
        "findall(a, b, c).",
        "arg(1, 2, 3).",
        "atom(a).",
        "X is Y :- p(X, Y).",
        "call(a, b).",
        "setof(a, b, c).",
        "copy_term(a, b).",
        "\\+ a.",
    ];
    for definition in protected {
        let errors = Program::parse(definition).err().expect(definition);
        assert!(errors[0].to_string().contains("built in"), "{}", errors[0]);
        let clause = read_term(definition.trim_end_matches('.'))
            .expect("a clause")
            .term;
        let program = Program::parse("").expect("it compiles");
        let refused = program.query_with(&Term::from("true"), &[clause]).err();
        assert!(
            matches!(refused, Some(CompileError::Redefinition(_))),
            "{definition}"
        );
    }
}
