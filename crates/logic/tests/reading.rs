//! What the Prolog reader returns besides the term, and its error messages.

use stratalog_logic::{ClauseEnd, Colour, Reader, Source, SyntaxError, Term, Var, read_term};

fn clauses(text: &str) -> Vec<String> {
    let source = Source::new("file.pl", text);
    Reader::new(&source)
        .map(|clause| match clause {
            Ok(clause) => clause.term.to_string(),
            Err(error) => panic!("{error}"),
        })
        .collect()
}

fn errors(text: &str) -> Vec<String> {
    let source = Source::new("file.pl", text);
    let errors = Reader::new(&source).filter_map(Result::err);
    errors.map(|error| error.to_string()).collect()
}

fn only_error(text: &str) -> SyntaxError {
    read_term(text).expect_err("the text has a mistake")
}

#[test]
fn every_mistake_of_a_file_is_reported_and_the_rest_is_read() {
    let text = "p(a).\nq(a,.\nr(b).\ns :- t u.\n% fine\nv('it).\nw(\"x\\q\").\nx.\ny :- (a, b].\nz";
    assert_eq!(
        errors(text),
        [
            "file.pl:2:5: the clause ends too early, expected a term",
            "file.pl:4:8: unexpected u, expected an operator or a full stop",
            "file.pl:6:3: this quote is not closed on its line, expected ' (or \\ at the end of the line)",
            "file.pl:7:5: \\q is no escape, expected one of \\n \\t \\\\ \\\" \\xHH\\ or the like",
            "file.pl:9:11: unexpected ], expected an operator or )",
            "file.pl:10:2: the text ends too early, expected a full stop",
        ]
    );
    let source = Source::new("file.pl", text);
    let read: Vec<String> = Reader::new(&source)
        .filter_map(Result::ok)
        .map(|clause| clause.term.to_string())
        .collect();
    assert_eq!(read, ["p(a)", "r(b)", "x"]);
}

#[test]
fn a_bracket_left_open_is_named_with_its_place() {
    let text = "p :-\n  f(a, [b).\nq :- (a.";
    assert_eq!(
        errors(text),
        [
            "file.pl:2:10: unexpected ), expected an operator, a comma, | or ]",
            "file.pl:3:8: the clause ends before the ( of line 3, column 6 is closed, expected an operator or )",
        ]
    );
}

#[test]
fn a_rendered_mistake_shows_the_line_and_where_the_bracket_opened() {
    let source = Source::new(
        "rules/nim.pl",
        "heap(1).\nlegal(P, take(N) :-\n    heap(N).\n",
    );
    let error = Reader::new(&source).find_map(Result::err).unwrap();
    let shown = error.render(&source, Colour::Never);
    assert!(shown.contains("rules/nim.pl:3:12"), "{shown}");
    assert!(shown.contains("legal(P, take(N) :-"), "{shown}");
    assert!(shown.contains("opened here"), "{shown}");
    assert!(!shown.contains('\u{1b}'), "{shown}");
    assert!(error.render(&source, Colour::Always).contains('\u{1b}'));
}

#[test]
fn clauses_have_positions_names_and_singleton_variables() {
    let source = Source::new("file.pl", "é(a).\n  p(X, Y, _, _Z) :- q(X, X1).\n");
    let clause = Reader::new(&source).nth(1).unwrap().unwrap();
    assert_eq!((clause.line, clause.column), (2, 3));
    assert_eq!(
        &source.text[clause.span.clone()],
        "p(X, Y, _, _Z) :- q(X, X1)."
    );
    let names: Vec<(&str, Var)> = clause
        .var_names
        .iter()
        .map(|(n, v)| (n.as_str(), *v))
        .collect();
    assert_eq!(
        names,
        [("X", Var(0)), ("Y", Var(1)), ("_Z", Var(3)), ("X1", Var(4))]
    );
    let lonely: Vec<&str> = clause
        .singletons
        .iter()
        .map(|s| &source.text[s.span.clone()])
        .collect();
    assert_eq!(lonely, ["Y", "X1"]);
    assert_eq!(clause.end, ClauseEnd::FullStop);
}

#[test]
fn operators_change_for_the_clauses_that_follow() {
    let text = ":- op(700, xfx, beats). paper beats rock. :- op(200, xf, [!, twice]). X = a twice.\n\
        :- module(m, [p/1, op(300, fy, ~)]). ~ ~a. :- op(0, xfx, beats). beats(a).";
    assert_eq!(
        clauses(text)[1..],
        [
            "beats(paper,rock)",
            ":-op(200,xf,[!,twice])",
            "A=twice(a)",
            ":-module(m,[p/1,op(300,fy,~)])",
            "~(~(a))",
            ":-op(0,xfx,beats)",
            "beats(a)",
        ]
    );
    assert_eq!(
        errors(
            ":- op(1201, xfx, a). :- op(200, xxx, a). :- op(P, xfx, a). :- op(1, fy, 1). :- op(9, fy, [])."
        ),
        [
            "file.pl:1:1: an operator's priority must be between 0 and 1200, not 1201",
            "file.pl:1:22: an operator's type is xfx, xfy, yfx, fy, fx, xf or yf, not xxx",
            "file.pl:1:42: an operator's priority is an integer, not A",
            "file.pl:1:60: an operator's name is an atom, not 1",
        ]
    );
}

#[test]
fn a_goal_after_an_operator_needs_no_parentheses_round_its_negation() {
    assert_eq!(read_term("a= \\+b").unwrap().term.to_string(), "a=(\\+b)");
    assert!(read_term("a = dynamic b").is_err());
}

#[test]
fn double_quotes_follow_the_flag() {
    let text = "p(\"ab\"). :- set_prolog_flag(double_quotes, codes). p(\"ab\"). \
        :- set_prolog_flag(double_quotes, chars). p(\"ab\"). \
        :- set_prolog_flag(double_quotes, atom). p(\"ab\").";
    let read: Vec<String> = clauses(text).into_iter().step_by(2).collect();
    assert_eq!(read, ["p(\"ab\")", "p([97,98])", "p([a,b])", "p(ab)"]);
}

#[test]
fn directives_of_cprogol_end_in_a_question_mark() {
    let source = Source::new(
        "x.pl",
        ":- set(c,2)?\n:- modeh(1,p(+t,#u))?\n:- [file]?\n:- p(x).\np(a).",
    );
    let ends: Vec<(String, ClauseEnd)> = Reader::progol(&source)
        .map(|clause| clause.unwrap())
        .map(|clause| (clause.term.to_string(), clause.end))
        .collect();
    let expected = [
        (":-set(c,2)", ClauseEnd::QuestionMark),
        (":-modeh(1,p(+t,#(u)))", ClauseEnd::QuestionMark),
        (":-[file]", ClauseEnd::QuestionMark),
        (":-p(x)", ClauseEnd::FullStop),
        ("p(a)", ClauseEnd::FullStop),
    ];
    assert_eq!(ends.len(), expected.len());
    for ((text, end), (expected_text, expected_end)) in ends.iter().zip(expected) {
        assert_eq!((text.as_str(), *end), (expected_text, expected_end));
    }
}

#[test]
fn bias_files_of_popper_have_one_element_tuples() {
    let text = "max_vars(4). type(p,(t,)). direction(q,(in,out)). body_pred(C,1):-constant(C,_).\n\
        bad(X) :- not f(X).\n:- clause(C), #count{V : var_type(C,V,ex)} != 1.\nenable_pi.";
    let source = Source::new("bias.pl", text);
    let (read, errors): (Vec<_>, Vec<_>) = Reader::popper(&source).partition(Result::is_ok);
    let read: Vec<String> = read
        .into_iter()
        .flatten()
        .map(|clause| clause.term.to_string())
        .collect();
    assert_eq!(
        read[1..],
        [
            "type(p,','(t))",
            "direction(q,(in,out))",
            "body_pred(A,1):-constant(A,B)",
            "bad(A):-not(f(A))",
            "enable_pi",
        ]
    );
    let lines: Vec<u32> = errors
        .into_iter()
        .filter_map(Result::err)
        .map(|e| e.line)
        .collect();
    assert_eq!(lines, [3]);
    assert!(read_term("type(p,(t,))").is_err());
}

#[test]
fn marks_of_other_systems_at_the_start_of_a_file_are_skipped() {
    assert_eq!(clauses("#!/usr/bin/env swipl\np.\r\nq."), ["p", "q"]);
    assert_eq!(clauses("\u{feff}p.\n"), ["p"]);
    assert_eq!(clauses("p.\nend_of_file.\nthis is ( not read"), ["p"]);
    assert_eq!(clauses(""), [""; 0]);
    assert_eq!(clauses(" % nothing\n/* at all */"), [""; 0]);
}

#[test]
fn the_full_stop_of_a_goal_is_optional() {
    assert_eq!(read_term("p(X)").unwrap().end, ClauseEnd::EndOfText);
    assert_eq!(read_term("p(X). % x").unwrap().end, ClauseEnd::FullStop);
    assert_eq!(
        only_error("p. q.").to_string(),
        "term:1:4: one term ends before this, expected nothing more"
    );
    assert_eq!(
        only_error(" ").to_string(),
        "term:1:2: there is nothing here, expected a term"
    );
}

#[test]
fn mistakes_say_what_to_write_instead() {
    for (text, message) in [
        (
            "f()",
            "term:1:2: there are no arguments between these, expected arguments, or plain f",
        ),
        (
            "X(a)",
            "term:1:1: a variable cannot name a predicate, expected an atom, or call(Goal, ...)",
        ),
        (
            "a = b = c",
            "term:1:7: the operator = cannot take what stands before it as its left argument, expected parentheses around one side",
        ),
        (
            "a :- :- b",
            "term:1:6: the operator :- binds too loosely to stand here, expected parentheses around it and its argument",
        ),
        (
            "a.b",
            "term:1:2: unexpected ., expected an operator, or a blank after the full stop",
        ),
        ("/* a", "term:1:1: this comment never ends, expected '*/'"),
        (
            "a = ¬b",
            "term:1:5: the character '¬' cannot stand here, expected a term; other characters go into quotes",
        ),
        ("1e400", "term:1:1: this number is too large for a float"),
        (
            "p(a",
            "term:1:4: the text ends before the ( of line 1, column 2 is closed, expected an operator, a comma or )",
        ),
    ] {
        assert_eq!(only_error(text).to_string(), message);
    }
}

#[test]
fn a_full_stop_forgotten_at_the_end_of_a_line_is_guessed() {
    assert_eq!(
        errors("p(a)\nq(b).\n"),
        ["file.pl:2:1: unexpected q, expected an operator, or a full stop at the end of line 1"]
    );
}

#[test]
fn a_number_of_a_million_digits_is_read_and_written() {
    let digits = "7".repeat(1_000_000);
    let read = read_term(&digits).unwrap().term;
    assert!(matches!(read, Term::Big(_)));
    assert!(read.to_string() == digits);
}
