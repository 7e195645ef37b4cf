//! What `rules check` says about rulesheets with something wrong.

use stratalog_logic::Source;
use stratalog_rulesheet::check::{CheckEffort, RuleProblem, Severity, check};
use stratalog_rulesheet::{Budget, Rulesheet, Syntax};

/// A small game without anything wrong.
const COIN: &str = "\
role(player).
init(side(heads)).
init(left(3)).
legal(player, turn) :- true(left(N)), N > 0.
legal(player, keep).
next(side(tails)) :- does(player, turn), true(side(heads)).
next(side(heads)) :- does(player, turn), true(side(tails)).
next(side(S)) :- does(player, keep), true(side(S)).
next(left(M)) :- true(left(N)), N > 0, M is N - 1.
terminal :- true(left(0)).
goal(player, 100) :- true(side(tails)).
goal(player, 0) :- true(side(heads)).
";

fn problems(text: &str) -> Vec<RuleProblem> {
    let sheet = Rulesheet::read(Source::new("coin.pl", text), Syntax::Prolog);
    check(&sheet, small_effort()).problems
}

/// Enough for these games, and soon at its end where there is none.
fn small_effort() -> CheckEffort {
    CheckEffort {
        budget: Budget {
            work: 10_000_000,
            literals: 1_000_000,
        },
        ..CheckEffort::default()
    }
}

fn errors(text: &str) -> Vec<String> {
    problems(text)
        .into_iter()
        .filter(|p| p.severity == Severity::Error)
        .map(|p| format!("{}:{}: {}", p.line, p.column, p.message))
        .collect()
}

#[track_caller]
fn assert_error(text: &str, expected: &str) {
    let errors = errors(text);
    assert!(
        errors.iter().any(|e| e.contains(expected)),
        "wanted {expected:?} among {errors:#?}"
    );
}

#[test]
fn a_sound_rulesheet_has_no_problems() {
    assert_eq!(problems(COIN), []);
}

#[test]
fn missing_words_are_named_with_a_remedy() {
    for (clause, expected) in [
        ("role(player).\n", "there is no role; write role(NAME)"),
        ("terminal :- true(left(0)).\n", "there is no terminal"),
    ] {
        assert_error(&COIN.replace(clause, ""), expected);
    }
    assert_error("", "there is no legal");
    assert_error("", "there is no next");
    assert_error("", "there is no legal");
    assert_error("", "there is no goal");
}

#[test]
fn a_syntax_error_is_told_with_its_place() {
    assert_error(&COIN.replace("N - 1.", "N - ."), "9:");
}

#[test]
fn an_unbound_variable_is_named_where_it_stands() {
    assert_error(
        &COIN.replace(
            "next(side(S)) :- does(player, keep), true(side(S)).",
            "next(side(S)) :- does(player, keep).",
        ),
        "8:11: S occurs in the head, but no condition gives it a value",
    );
    assert_error(
        &COIN.replace(
            "terminal :- true(left(0)).",
            "terminal :- \\+ bad(X), true(left(X)), Y > 0.\nbad(1).",
        ),
        "10:39: Y has no value in arithmetic",
    );
    assert_error(
        &COIN.replace(
            "terminal :- true(left(0)).",
            "terminal :- true(left(0)), Z \\= 3.",
        ),
        "10:28: Z has no value in a comparison",
    );
}

#[test]
fn recursion_through_negation_is_refused() {
    let text = format!("{COIN}odd :- \\+ even.\neven :- \\+ odd.\n");
    assert_error(&text, "recursion through negation");
    let text = format!("{COIN}liar :- \\+ liar.\n");
    assert_error(&text, "13:1: liar/0 depends on its own negation");
}

#[test]
fn an_undefined_predicate_is_told_the_nearest_name() {
    let text = COIN.replace(
        "terminal :- true(left(0)).",
        "terminal :- finishd.\nfinished :- true(left(0)).",
    );
    assert_error(
        &text,
        "10:13: finishd/0 is not defined; did you mean finished?",
    );
    let text = COIN.replace(
        "terminal :- true(left(0)).",
        "terminal :- true(left(0)), xyzzy(1).",
    );
    assert_error(&text, "xyzzy/1 is not defined, so it never holds");
}

#[test]
fn a_misspelt_fact_is_told_the_nearest_name() {
    let misspelt = COIN.replace("terminal :- true(left(0))", "terminal :- true(lft(0))");
    assert_error(
        &misspelt,
        "10:18: lft/1 is never true: neither init nor next gives it; did you mean left/1?",
    );
    let denied = COIN.replace("terminal :- ", "terminal :- \\+ true(sid(heads)), ");
    assert_error(&denied, "10:21: sid/1 is never true");
    let longer = COIN.replace("terminal :- true(left(0))", "terminal :- true(left(0, 0))");
    assert_error(
        &longer,
        "left/2 is never true: neither init nor next gives it",
    );
    assert_error(&longer, "did you mean left/1?");
    // It is given under a wrong name.
    let given = COIN.replace("next(side(tails))", "next(sidee(tails))");
    let expected = "no rule asks for sidee/1, which is given here; did you mean side/1?";
    let warned = problems(&given);
    assert!(warned.iter().any(|p| p.message == expected), "{warned:?}");
    // A rule that gives any fact may give that one.
    let any = misspelt + "next(F) :- does(player, keep), kept(F). kept(lft(0)).";
    assert_eq!(errors(&any), Vec::<String>::new());
}

#[test]
fn a_role_that_does_not_exist_is_told_the_nearest_one() {
    let text = format!("{COIN} legal(plaier, keep) :- true(side(heads)). goal(nobody, 3).");
    assert_error(&text, "plaier is not a role; did you mean player?");
    assert_error(&text, "nobody is not a role; the roles are player");
    let swapped = COIN.replace("legal(player, keep)", "legal(keep, player)");
    assert_error(&swapped, "keep is not a role; the roles are player");
    // Roles may be listed by rules.
    let by_rule = COIN.replace("role(player).", "role(R) :- plays(R). plays(player).");
    assert_eq!(errors(&by_rule), Vec::<String>::new());
}

#[test]
fn a_variable_without_value_is_reported_where_it_is_written_only() {
    let rules = "far(A, B) :- true(left(A)), B > Cc. \n near(A) :- true(left(A)), far(A, 1).";
    let text = format!("{COIN}\n{rules}\n terminal :- near(0).");
    let unbound = ["Cc has no value in arithmetic"];
    let found = errors(&text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains(unbound[0]), "{found:?}");
    let role = COIN.replace("role(player).", "role(Player).");
    let found = errors(&role);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("Player is a variable here"), "{found:?}");
    assert_error(
        &format!("{COIN} Open :- true(left(0))."),
        "a variable cannot be what a clause defines",
    );
}

#[test]
fn the_condition_that_nothing_meets_is_named() {
    let text = format!("{COIN} terminal :- true(side(S)), true(left(none)), S = heads.");
    let found = problems(&text);
    let expected = "this rule can never hold: nothing ever meets its condition true(left(none))";
    assert!(found.iter().any(|p| p.message == expected), "{found:?}");
    let given = COIN.lines().filter(|line| !line.contains("init("));
    let found = problems(&given.collect::<Vec<&str>>().join("\n"));
    assert!(
        found.iter().any(|p| p.message.contains("there is no init")),
        "{found:?}"
    );
}

#[test]
fn words_with_the_wrong_number_of_arguments_are_found() {
    assert_error(
        &COIN.replace("legal(player, keep).", "legal(keep)."),
        "5:1: legal has 1 argument here; it takes 2",
    );
    assert_error(
        &COIN.replace("terminal :- true(left(0)).", "terminal :- true(left, 0)."),
        "10:13: true has 2 arguments here; it takes 1",
    );
}

#[test]
fn moves_are_not_known_when_legality_is_asked() {
    assert_error(
        &COIN.replace(
            "legal(player, keep).",
            "legal(player, keep) :- does(player, turn).",
        ),
        "5:24: legal depends on does",
    );
    assert_error(
        &COIN.replace(
            "terminal :- true(left(0)).",
            "terminal :- turned.\nterminal :- true(left(0)).\nturned :- does(player, turn).",
        ),
        "terminal depends on does by way of turned/0",
    );
    assert_error(
        &COIN.replace("init(left(3)).", "init(left(3)) :- true(side(heads))."),
        "init depends on the position",
    );
}

#[test]
fn a_legal_that_can_never_hold_is_found() {
    let text = COIN.replace(
        "legal(player, keep).",
        "legal(player, keep).\nlegal(player, eat) :- true(side(cake)).",
    );
    assert_error(&text, "6:1: this legal can never hold");
}

#[test]
fn a_position_without_a_move_is_shown_with_the_moves_to_it() {
    let text = COIN
        .replace(
            "legal(player, keep).",
            "legal(player, keep) :- true(side(heads)), true(left(3)).",
        )
        .replace(
            "legal(player, turn) :- true(left(N)), N > 0.",
            "legal(player, turn) :- true(left(N)), N > 1.",
        );
    assert_error(&text, "player has no legal move after ");
    assert_error(&text, "and the game is not over");
}

#[test]
fn goals_must_be_integers_from_0_to_100_and_exactly_one() {
    assert_error(
        &COIN.replace("goal(player, 100)", "goal(player, 101)"),
        "11:14: the goal 101 is not",
    );
    assert_error(
        &COIN.replace("goal(player, 100)", "goal(player, lots)"),
        "the goal lots is not",
    );
    assert_error(
        &COIN.replace("goal(player, 0) :- true(side(heads)).", ""),
        "player has no goal when the game ends",
    );
    assert_error(
        &format!("{COIN}goal(player, 50).\n"),
        "player has the goals 0 and 50 at once",
    );
    assert_error(
        &COIN.replace(
            "goal(player, 0) :- true(side(heads)).",
            "goal(player, V) :- true(side(heads)), V is 100 + 1.",
        ),
        "player has the goal 101",
    );
}

#[test]
fn what_is_no_rule_is_refused_in_words() {
    assert_error(
        &COIN.replace("true(left(0)).", "(true(left(0)) -> true ; fail)."),
        "has no meaning in a rulesheet",
    );
    assert_error(
        &COIN.replace("true(left(0)).", "X, true(X)."),
        "a variable is used here",
    );
    assert_error(
        &format!("{COIN}true(left(9)).\n"),
        "follows from init and next",
    );
    assert_error(
        &COIN.replace("M is N - 1", "M is N - one"),
        "one is not a number",
    );
}

#[test]
fn a_variable_that_stands_alone_is_a_warning() {
    let text = COIN.replace(
        "legal(player, keep).",
        "legal(player, keep) :- true(left(Many)).",
    );
    let problems = problems(&text);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0].severity, Severity::Warning);
    assert_eq!((problems[0].line, problems[0].column), (5, 34));
    assert!(problems[0].message.contains("Many"));
}

#[test]
fn numbers_that_grow_without_end_are_no_hang() {
    let text = COIN
        .replace(
            "next(left(M)) :- true(left(N)), N > 0, M is N - 1.",
            "next(left(M)) :- true(left(N)), M is N + 1.",
        )
        .replace("terminal :- true(left(0)).", "terminal :- true(left(30)).");
    // It cannot be grounded, but it plays.
    assert_eq!(errors(&text), Vec::<String>::new());
    let endless = format!("{COIN}n(0).\nn(M) :- n(N), M is N + 1.\nterminal :- n(7).\n");
    assert_error(&endless, "n/1 too many facts to list, or facts without end");
    let nested = format!("{COIN}n(z).\nn(s(N)) :- n(N).\nterminal :- n(q).\n");
    assert_error(&nested, "n/1 too many facts to list, or facts without end");
}

#[test]
fn a_clause_with_too_many_facts_is_named() {
    let text = "role(p).\ninit(s(0)).\nlegal(p, go).\n\
                next(s(X)) :- between(1, 100000000, X).\n\
                terminal :- true(s(7)).\ngoal(p, 100).\n";
    let problems = problems(text);
    let error = problems.iter().find(|p| p.severity == Severity::Error);
    let error = error.expect("a hundred million facts are too many");
    assert_eq!((error.line, error.column), (4, 1));
    assert!(error.message.contains("next/1"), "{}", error.message);
}

#[test]
fn a_check_that_is_stopped_ends_while_rules_are_grounded() {
    let text = "role(p). init(at(1)).
        n(X) :- between(1, 300, X).
        legal(p, go(X, Y)) :- true(at(_)), n(X), n(Y), X < Y.
        next(at(Y)) :- does(p, go(_, Y)).
        terminal :- true(at(300)). goal(p, 100).";
    let sheet = Rulesheet::read(Source::new("wide.pl", text), Syntax::Prolog);
    let effort = small_effort();
    effort.stop.request();
    let report = check(&sheet, effort);
    assert!(report.is_ok() && !report.is_complete);
    assert_eq!(report.games, 0);
}

#[test]
fn any_text_gets_an_answer() {
    for text in [
        "",
        "a",
        "(((",
        "role(X).",
        "init(init(init)).",
        ":- foo.",
        "legal(A,B):-legal(A,B).",
        "\u{0}",
        "next(X):-next(X),\\+next(X).",
    ] {
        for syntax in [Syntax::Prolog, Syntax::Kif] {
            let sheet = Rulesheet::read(Source::new("x", text), syntax);
            assert!(!check(&sheet, small_effort()).is_ok(), "{text}");
        }
    }
    let long = format!("{COIN}p :- {}.\n", vec!["\\+ q(a)"; 20_000].join(", "));
    let _ = problems(&long);
    let deep = format!("{COIN}p({}a{}).\n", "f(".repeat(5000), ")".repeat(5000));
    assert_error(&deep, "nested too deep");
    let wide = format!("{COIN}p :- {}.\n", vec!["(q ; r)"; 60].join(", "));
    let _ = problems(&wide);
}

/// A game of one move, in which `rules` give the goal.
fn one_move(rules: &str) -> String {
    format!(
        "role(a). init(s(0)). legal(a, go) :- true(s(0)). next(s(1)) :- does(a, go).
         terminal :- true(s(1)).
         {rules}"
    )
}

/// Items made of numbers, one after the other.
fn numbered(count: usize, between: &str, item: impl Fn(usize) -> String) -> String {
    let items: Vec<String> = (0..count).map(item).collect();
    items.join(between)
}

#[test]
fn a_body_of_many_conditions_takes_no_quadratic_time() {
    let facts = numbered(40_000, " ", |i| format!("q({i})."));
    let asked = numbered(40_000, ", ", |i| format!("q({i})"));
    let wide = one_move(&format!("{facts} goal(a, 100) :- {asked}."));
    let sheet = Rulesheet::read(Source::new("test.pl", &*wide), Syntax::Prolog);
    let report = check(&sheet, CheckEffort::default());
    assert_eq!(report.problems, Vec::new());
    // Each condition needs the one after it.
    let sums = numbered(20_000, ", ", |i| {
        format!("X{} is X{} + 0", 20_000 - i, 19_999 - i)
    });
    let sums = one_move(&format!("goal(a, 100) :- {sums}, true(s(X0)), X20000 > 0."));
    assert_eq!(errors(&sums), Vec::<String>::new());
}

#[test]
fn predicates_that_need_values_are_unfolded_in_one_pass() {
    let rules = numbered(10_000, " ", |i| format!("(<= (q{i} ?x) (true (s 1)))"));
    let asked = numbered(10_000, " ", |i| format!("(q{i} 1)"));
    let sheet = format!(
        "(role a) (init (s 0)) (<= (legal a go) (true (s 0))) (<= (next (s 1)) (does a go))
         (<= terminal (true (s 1))) {rules} (<= (goal a 100) {asked})"
    );
    let sheet = Rulesheet::read(Source::new("test.kif", &*sheet), Syntax::Kif);
    let report = check(&sheet, small_effort());
    assert!(report.is_ok(), "{:?}", report.problems);
}

#[test]
fn rules_of_a_long_chain_are_seen_to_apply() {
    let chain = numbered(5_000, " ", |i| format!("p{} :- p{i}.", i + 1));
    let text = one_move(&format!("p0 :- true(s(1)). {chain} goal(a, 100) :- p5000."));
    let sheet = Rulesheet::read(Source::new("test.pl", &*text), Syntax::Prolog);
    let report = check(&sheet, small_effort());
    assert!(report.is_ok() && report.is_complete);
    assert_eq!(report.unused, Vec::new());
}

fn warnings(text: &str, syntax: Syntax) -> Vec<String> {
    let sheet = Rulesheet::read(Source::new("coin", text), syntax);
    let report = check(&sheet, small_effort());
    assert!(report.is_ok(), "{:#?}", report.problems);
    let warnings = report.problems.into_iter();
    warnings
        .map(|p| format!("{}: {}", p.line, p.message))
        .collect()
}

#[test]
fn a_rule_that_can_never_hold_is_a_warning_with_its_line() {
    let never = "this rule can never hold: nothing that can be true meets its conditions";
    let unmet = "this rule can never hold: nothing ever meets its condition true(side(edge))";
    // No position has a side that stands on its edge.
    let text = format!("{COIN}terminal :- true(side(edge)).\n");
    assert_eq!(warnings(&text, Syntax::Prolog), [format!("13: {unmet}")]);
    // Each condition may hold; all positions together show that both never do.
    let text = format!("{COIN}terminal :- true(side(heads)), true(side(tails)).\n");
    assert_eq!(warnings(&text, Syntax::Prolog), [format!("13: {never}")]);
    // A relation that never changes.
    let text = COIN.replace(
        "terminal :- true(left(0)).",
        "last(0).\nlast(N) :- first(N), N > 5.\nfirst(3).\nterminal :- true(left(N)), last(N).",
    );
    assert_eq!(warnings(&text, Syntax::Prolog), [format!("11: {never}")]);
}

#[test]
fn a_predicate_that_nothing_asks_is_a_warning_with_its_line() {
    let text = format!("{COIN}turned :- true(side(tails)).\n");
    let expected = ["13: nothing in the game uses turned/0"];
    assert_eq!(warnings(&text, Syntax::Prolog), expected);
    // Neither is one that only asks itself.
    let text = format!("{COIN}odd(1).\nodd(N) :- odd(M), true(left(N)), N is M + 2.\n");
    let expected = ["13: nothing in the game uses odd/1"];
    assert_eq!(warnings(&text, Syntax::Prolog), expected);
}

#[test]
fn rules_that_apply_are_not_called_unused() {
    // The second rule gives what the first gives too; a role is left open under a
    // negation; a predicate answers only when it is asked with a value.
    let text = "
        (role a) (role b) (init (control a)) (init (step 1))
        (succ 1 2) (succ 2 3) (succ 3 4)
        (<= (legal ?r mark) (true (control ?r)))
        (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
        (<= (next (control a)) (true (control b)))
        (<= (next (control b)) (true (control a)))
        (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
        (<= terminal (true (step 4)))
        (<= terminal (true (step 4)) (role a))
        (<= (goal ?r 50) (role ?r))";
    assert_eq!(warnings(text, Syntax::Kif), [""; 0]);
    let text = COIN.replace(
        "next(left(M)) :- true(left(N)), N > 0, M is N - 1.",
        "next(left(M)) :- true(left(N)), N > 0, less(N, M).\nless(N, M) :- M is N - 1.",
    );
    assert_eq!(warnings(&text, Syntax::Prolog), [""; 0]);
    // Roles whose names are written in quotes, or are numbers.
    for role in ["'the-player'", "'The player'", "1"] {
        let text = COIN.replace("player", role);
        assert_eq!(warnings(&text, Syntax::Prolog), [""; 0]);
    }
}

#[test]
fn rules_that_might_apply_later_are_listed_and_not_called_dead() {
    // Too many positions to visit; one rule needs a long row of the same choice.
    let text = "
        role(r). init(count(0)). init(sum(0)).
        legal(r, X) :- digit(X).
        digit(X) :- between(0, 9, X).
        next(count(M)) :- true(count(N)), M is N + 1.
        next(sum(T)) :- true(sum(S)), does(r, X), T is S + X.
        terminal :- true(count(20)).
        lucky :- true(sum(180)).
        goal(r, 100) :- lucky.
        goal(r, 50) :- \\+ lucky.";
    let sheet = Rulesheet::read(Source::new("sum.pl", text), Syntax::Prolog);
    let effort = CheckEffort {
        positions: 50,
        games: 10,
        ..small_effort()
    };
    let report = check(&sheet, effort);
    assert_eq!(report.problems, []);
    let unused: Vec<(u32, &str)> = (report.unused.iter())
        .map(|clause| (clause.line, clause.text.as_str()))
        .collect();
    let expected = [
        (8, "lucky :- true(sum(180))."),
        (9, "goal(r, 100) :- lucky."),
    ];
    assert_eq!(unused, expected);
}
