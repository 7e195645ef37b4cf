//! `query` as scripts call it: outcomes, answers, exit codes, messages.

mod harness;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use harness::{Ran, command, stratalog, with_input};

/// Asks a program, given on standard input.
fn query(program: &str, args: &[&str]) -> Ran {
    let args: Vec<&str> = ["query", "-"].iter().chain(args).copied().collect();
    with_input(program, &args)
}

/// Temporary files with these names and texts.
fn files(texts: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in texts {
        std::fs::write(folder.path().join(name), text).expect("it can be written");
    }
    folder
}

const FAMILY: &str = "parent(ann, bob). parent(bob, cid). parent(bob, 'Di').
    ancestor(X, Y) :- parent(X, Y).
    ancestor(X, Y) :- parent(X, Z), ancestor(Z, Y).";

const NUMBERS: &str = "n(0). n(N) :- n(M), N is M + 1.";

#[test]
fn all_answers_come_in_order_with_their_variables() {
    let ran = query(FAMILY, &["ancestor(ann, Who)", "--all", "--json"]).exits(0);
    let answer = ran.json();
    assert_eq!(answer["outcome"], "yes");
    let names: Vec<&str> = answer["answers"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|row| row["Who"].as_str())
        .collect();
    assert_eq!(names, ["bob", "cid", "'Di'"]);
    assert!(answer["steps"].as_u64().is_some_and(|steps| steps > 0));
    assert!(answer["seconds"].is_f64() && answer["cpu_seconds"].is_f64());
    assert_eq!(answer["complete"], true);
}

#[test]
fn the_first_answer_is_enough_without_all() {
    let ran = query(FAMILY, &["ancestor(X, Y)", "--json"]);
    assert_eq!(ran.json()["answers"].as_array().map(Vec::len), Some(1));
}

#[test]
fn no_answer_is_exit_code_1() {
    let ran = query(FAMILY, &["parent(cid, X)", "--json"]).exits(1);
    assert_eq!(ran.json()["outcome"], "no");
    assert_eq!(query(FAMILY, &["parent(cid, X)"]).exits(1).out, "no\n");
}

#[test]
fn a_loop_reaches_its_limit_and_says_so() {
    let ran = query("p :- p.", &["p", "--json", "--limit-steps", "10000"]).exits(3);
    assert_eq!(ran.json()["outcome"], "limit");
    assert_eq!(ran.json()["limit"], "the limit of 10000 steps was reached");
    let ran = query("p(X) :- p(f(X)).", &["p(a)", "--limit-memory", "20"]).exits(3);
    assert!(ran.err.contains("memory"), "{}", ran.err);
}

#[test]
fn answers_before_a_limit_are_kept_and_the_limit_is_named() {
    let args = ["n(X)", "--all", "--limit-steps", "1000"];
    let ran = query(NUMBERS, &args).exits(3);
    assert!(ran.out.starts_with("X = 0\nX = 1\n"), "{}", ran.out);
    assert!(ran.err.contains("1000 steps"), "{}", ran.err);
    let ran = query(NUMBERS, &[&args[..], &["--json"]].concat()).exits(3);
    assert_eq!(ran.json()["outcome"], "yes");
    assert_eq!(ran.json()["complete"], false);
}

#[test]
fn infinitely_many_answers_are_printed_as_they_are_found_until_nobody_reads() {
    let folder = files(&[("numbers.pl", NUMBERS)]);
    let mut child = command()
        .current_dir(folder.path())
        .args(["query", "numbers.pl", "n(X)", "--all"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut lines = BufReader::new(child.stdout.take().expect("it was piped")).lines();
    let first = lines.next().expect("a line").expect("text");
    assert_eq!(first, "X = 0");
    drop(lines);
    let status = child.wait().expect("the command ends");
    assert_eq!(status.code(), Some(0));
    let mut messages = String::new();
    let mut stderr = child.stderr.take().expect("it was piped");
    stderr.read_to_string(&mut messages).expect("text");
    assert_eq!(messages, "");
}

#[test]
fn several_files_are_one_program() {
    let folder = files(&[
        ("facts.pl", "parent(ann, bob). parent(bob, cid)."),
        (
            "rules.pl",
            "grandparent(X, Z) :- parent(X, Y), parent(Y, Z).",
        ),
    ]);
    let path = |name: &str| folder.path().join(name).display().to_string();
    let goal = "grandparent(X, Y)".to_owned();
    let ran = stratalog(["query".to_owned(), path("facts.pl"), path("rules.pl"), goal]).exits(0);
    assert_eq!(ran.out, "X = ann, Y = cid\n");
}

#[test]
fn kif_files_are_read_too() {
    let folder = files(&[(
        "game.kif",
        "(role Black) (init (cell 1 b)) (<= (near ?x ?y) (succ ?x ?y)) (succ 1 2)
         (<= (legal ?r noop) (role ?r) (not (true finished)))",
    )]);
    let path = folder.path().join("game.kif").display().to_string();
    let ran = stratalog(["query", &path, "near(X, Y), legal(R, M)"]).exits(0);
    assert_eq!(ran.out, "X = 1, Y = 2, R = black, M = noop\n");
}

#[test]
fn a_mistake_in_the_program_is_shown_where_it_stands() {
    let ran = query("p(a).\nq(X) :- p(X) r(X).\n", &["q(X)"]).exits(2);
    let text = &ran.err;
    assert!(
        text.contains("2:14") && text.contains("q(X) :- p(X) r(X)."),
        "{text}"
    );
}

#[test]
fn all_mistakes_of_a_program_are_shown() {
    let text = query("p(a.\nq(b).\nr(c)) .\n", &["q(X)"]).err;
    assert!(text.contains("1:") && text.contains("3:"), "{text}");
}

#[test]
fn wrong_goals_and_missing_predicates_are_named() {
    let ran = query(FAMILY, &["ancestor(ann, "]).exits(2);
    assert!(ran.err.contains("expected"), "{}", ran.err);
    let ran = query(FAMILY, &["descendant(X)"]).exits(2);
    assert!(ran.err.contains("descendant/1"), "{}", ran.err);
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let ran = stratalog(["query", "no/such/file.pl", "p"]).exits(2);
    assert!(ran.err.contains("no/such/file.pl"));
    assert!(ran.out.is_empty());
}

/// Types lines at the prompt.
fn prompt(program: &str, input: &str) -> Ran {
    let folder = files(&[("program.pl", program)]);
    let path = folder.path().join("program.pl").display().to_string();
    with_input(input, &["query", &path])
}

#[test]
fn the_prompt_gives_answers_one_by_one() {
    let ran = prompt(FAMILY, "?- ancestor(ann, X).\n;\n\nparent(cid, X).\n").exits(0);
    assert_eq!(ran.out, "X = bob\nX = cid\nno\n");
    assert!(ran.err.contains("steps"), "{}", ran.err);
}

#[test]
fn the_prompt_remembers_asserted_clauses_and_survives_mistakes() {
    let program = ":- dynamic seen/1.";
    let ran = prompt(
        program,
        "assertz(seen(a)).\nseen(\nseen(X).\nhalt.\nseen(X).\n",
    )
    .exits(0);
    assert_eq!(ran.out, "yes\nX = a\n");
    assert!(ran.err.contains("cannot be asked"), "{}", ran.err);
}

#[test]
fn the_prompt_needs_standard_input_for_itself() {
    let mut child = command()
        .args(["query", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("it was piped");
    // The command may have ended before it reads anything.
    let _ = stdin.write_all(b"p.\n");
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("standard input"));
}

#[test]
fn why_shows_the_proof_of_every_answer() {
    let ran = query(FAMILY, &["ancestor(ann, X)", "--all", "--why"]).exits(0);
    assert!(
        ran.out.contains("X = bob\n  ancestor(ann,bob)   [rule at "),
        "{}",
        ran.out
    );
    assert!(
        ran.out.contains("\n    parent(ann,bob)   [fact]\n"),
        "{}",
        ran.out
    );
    assert!(ran.err.contains(" steps, "), "{}", ran.err);
    let ran = query(FAMILY, &["ancestor(ann, X)", "--why", "--json"]).exits(0);
    let answer: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(answer["why"][0][0]["goal"], "ancestor(ann,bob)");
    assert_eq!(answer["why"][0][1]["by"], "fact");
}

#[test]
fn what_a_goal_writes_is_shown() {
    let program = "greet(X) :- format(\"hello ~w\", [X]).\n\
                   all :- greet(a), nl, greet(b), nl, fail.";
    let ran = query(program, &["member(X, [1, 2]), greet(X)", "--all"]).exits(0);
    assert_eq!(ran.out, "hello 1\nX = 1\nhello 2\nX = 2\n");
    let ran = query(program, &["all"]).exits(1);
    assert!(ran.out.starts_with("hello a\nhello b\n"), "{}", ran.out);
    let ran = query(program, &["greet(x)", "--json"]).exits(0);
    assert_eq!(ran.json()["output"], "hello x");
    let ran = prompt(program, "greet(c).\n").exits(0);
    assert!(ran.out.starts_with("hello c\nyes"), "{}", ran.out);
}

#[test]
fn help_at_the_prompt_describes_predicates() {
    let ran = prompt(FAMILY, "help\nhelp succ\nhelp gensym\nhelp nothing\n").exits(0);
    let text = &ran.out;
    assert!(text.contains("the proof of the last answer"), "{text}");
    assert!(text.contains("succ(X, Y)   Y is X + 1"), "{text}");
    assert!(text.contains("use_module(library(gensym))"), "{text}");
    assert!(text.contains("no predicate of the name nothing"), "{text}");
}

#[test]
fn why_between_answers_leaves_the_others_to_come() {
    let ran = prompt(FAMILY, "ancestor(ann, X).\nwhy\n;\n").exits(0);
    let (bob, cid) = (ran.out.find("X = bob"), ran.out.find("\nX = cid"));
    let proof = ran.out.find("ancestor(ann,bob)   [rule at ");
    assert!(bob < proof && proof < cid, "{}", ran.out);
}

#[test]
fn why_at_the_prompt_proves_the_last_answer() {
    let ran = prompt(FAMILY, "why\nancestor(ann, X).\nwhy\n").exits(0);
    assert!(ran.out.contains("no goal was answered yet"), "{}", ran.out);
    assert!(
        ran.out.contains("    parent(ann,bob)   [fact]"),
        "{}",
        ran.out
    );
}
