//! `query` as scripts call it: outcomes, answers, exit codes, messages.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Asks a program, given on standard input.
fn query(program: &str, args: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_stratalog"))
        .args(["query", "-"])
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("it was piped");
    stdin
        .write_all(program.as_bytes())
        .expect("the program is read");
    drop(stdin);
    child.wait_with_output().expect("the command ends")
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

fn message(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("messages are text")
}

const FAMILY: &str = "parent(ann, bob). parent(bob, cid). parent(bob, 'Di').
    ancestor(X, Y) :- parent(X, Y).
    ancestor(X, Y) :- parent(X, Z), ancestor(Z, Y).";

#[test]
fn all_answers_come_in_order_with_their_variables() {
    let output = query(FAMILY, &["ancestor(ann, Who)", "--all", "--json"]);
    let answer = json(&output);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(answer["outcome"], "yes");
    let names: Vec<&str> = answer["answers"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|row| row["Who"].as_str())
        .collect();
    assert_eq!(names, ["bob", "cid", "'Di'"]);
    assert!(answer["steps"].as_u64().is_some_and(|steps| steps > 0));
}

#[test]
fn without_all_the_first_answer_is_enough() {
    let output = query(FAMILY, &["ancestor(X, Y)", "--json"]);
    assert_eq!(json(&output)["answers"].as_array().map(Vec::len), Some(1));
}

#[test]
fn no_answer_is_exit_code_1() {
    let output = query(FAMILY, &["parent(cid, X)", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(json(&output)["outcome"], "no");
}

#[test]
fn a_loop_reaches_its_limit_and_says_so() {
    let output = query("p :- p.", &["p", "--json", "--limit-steps", "10000"]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(json(&output)["outcome"], "limit");
    let output = query("p(X) :- p(f(X)).", &["p(a)", "--limit-memory", "20"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(message(&output).contains("memory"), "{output:?}");
}

#[test]
fn a_mistake_in_the_program_is_shown_where_it_stands() {
    let output = query("p(a).\nq(X) :- p(X) r(X).\n", &["q(X)"]);
    assert_eq!(output.status.code(), Some(2));
    let text = message(&output);
    assert!(
        text.contains("2:14") && text.contains("q(X) :- p(X) r(X)."),
        "{text}"
    );
}

#[test]
fn all_mistakes_of_a_program_are_shown() {
    let output = query("p(a.\nq(b).\nr(c)) .\n", &["q(X)"]);
    let text = message(&output);
    assert!(text.contains("1:") && text.contains("3:"), "{text}");
}

#[test]
fn wrong_goals_and_missing_predicates_are_named() {
    let output = query(FAMILY, &["ancestor(ann, "]);
    assert_eq!(output.status.code(), Some(2));
    assert!(message(&output).contains("expected"), "{output:?}");
    let output = query(FAMILY, &["descendant(X)"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(message(&output).contains("descendant/1"), "{output:?}");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let output = Command::new(env!("CARGO_BIN_EXE_stratalog"))
        .args(["query", "no/such/file.pl", "p"])
        .output()
        .expect("the command runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(message(&output).contains("no/such/file.pl"));
    assert!(output.stdout.is_empty());
}
