//! `quiz`: forms for an experiment with people, and what their answers show.

mod harness;

use std::fmt::Write as _;
use std::path::Path;

use harness::{run_in, stratalog};
use serde_json::Value;

/// A question of a form, as a person sees it.
struct Question {
    part: String,
    number: String,
    position: String,
    choices: Vec<String>,
}

/// The value of an attribute in a piece of a page.
fn attribute<'a>(html: &'a str, name: &str) -> &'a str {
    let start = html
        .find(&format!("{name}=\""))
        .expect("it has the attribute")
        + name.len()
        + 2;
    let rest = &html[start..];
    &rest[..rest.find('"').expect("it ends")]
}

fn questions(form: &Path) -> Vec<Question> {
    let page = std::fs::read_to_string(form).expect("the form was written");
    let fieldsets = page.split("<fieldset ").skip(1);
    fieldsets
        .map(|text| Question {
            part: attribute(text, "data-part").to_owned(),
            number: attribute(text, "data-question").to_owned(),
            position: attribute(text, "data-position").to_owned(),
            choices: text
                .split("<input ")
                .skip(1)
                .map(|choice| attribute(choice, "value").to_owned())
                .collect(),
        })
        .collect()
}

/// A folder with a strategy for noughts-and-crosses and forms about it.
fn forms() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    run_in(
        folder.path(),
        ["learn", "noughts-and-crosses", "--out", "ox.pl"],
    )
    .exits(0);
    run_in(
        folder.path(),
        ["quiz", "ox.pl", "--out", "forms", "--questions", "5"],
    )
    .exits(0);
    folder
}

/// What the strategy answers.
fn best(folder: &Path, question: &Question) -> String {
    let args = [
        "explain",
        "noughts-and-crosses",
        &question.position,
        "--player",
        "ox.pl",
        "--json",
    ];
    let explained = run_in(folder, args).exits(0).json();
    explained["move"].as_str().expect("a move").to_owned()
}

fn scored(folder: &Path, table: &str) -> Value {
    std::fs::write(folder.join("answers.csv"), table).expect("a temporary file");
    let args = ["quiz", "ox.pl", "--answers", "answers.csv", "--json"];
    run_in(folder, args).exits(0).json()
}

#[test]
fn the_two_forms_ask_about_the_same_positions_in_opposite_parts() {
    let folder = forms();
    let one = questions(&folder.path().join("forms/form-a.html"));
    let other = questions(&folder.path().join("forms/form-b.html"));
    assert_eq!(one.len(), 10);
    let positions = |form: &[Question], part: &str| -> Vec<String> {
        let own = form.iter().filter(|question| question.part == part);
        own.map(|question| question.position.clone()).collect()
    };
    assert_eq!(positions(&one, "before"), positions(&other, "after"));
    assert_eq!(positions(&one, "after"), positions(&other, "before"));
    let mut all = positions(&one, "before");
    all.extend(positions(&one, "after"));
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 10, "no position is asked twice");
    for question in &one {
        assert!(question.choices.len() > 1, "there is a choice");
    }
    // The form needs no other file, and the answers are not in it.
    let page = std::fs::read_to_string(folder.path().join("forms/form-a.html")).expect("a form");
    assert!(!page.contains("src=") && !page.contains("href="));
}

/// The pieces of the first drawn board of 3x3 squares, as in `x.o/.../...`, and of all
/// boards that are symmetric to it.
fn symmetric_boards(html: &str) -> Vec<Vec<char>> {
    let mut board = vec!['.'; 9];
    let drawing = html.split("</svg>").next().expect("there is a first part");
    for text in drawing.split("<text ").skip(1) {
        let piece = text.split(['>', '<']).nth(1).expect("a text");
        if !["x", "o"].contains(&piece) {
            continue;
        }
        let at = |name| attribute(text, name).parse::<usize>().expect("a number");
        // A square has 32 pixels, and 24 are before the first.
        board[(at("y") - 24) / 32 * 3 + (at("x") - 24) / 32] = piece.chars().next().expect("one");
    }
    let turned = |board: &Vec<char>| -> Vec<char> {
        (0..9).map(|at| board[(2 - at % 3) * 3 + at / 3]).collect()
    };
    let mirrored = |board: &Vec<char>| -> Vec<char> {
        (0..9).map(|at| board[at / 3 * 3 + 2 - at % 3]).collect()
    };
    let mut boards = vec![board];
    for _ in 0..3 {
        boards.push(turned(&boards[boards.len() - 1]));
    }
    let mirrors: Vec<_> = boards.iter().map(mirrored).collect();
    boards.extend(mirrors);
    boards
}

#[test]
fn an_example_beside_the_rules_answers_no_question() {
    let folder = forms();
    for form in ["forms/form-a.html", "forms/form-b.html"] {
        let page = std::fs::read_to_string(folder.path().join(form)).expect("a form");
        let asked: Vec<Vec<char>> = page
            .split("<fieldset ")
            .skip(1)
            .map(|question| symmetric_boards(question)[0].clone())
            .collect();
        let mut examples = 0;
        for figure in page.split("<figure>").skip(1) {
            examples += 1;
            for board in symmetric_boards(figure) {
                assert!(
                    !asked.contains(&board),
                    "{form} shows the answer of {board:?}"
                );
            }
        }
        assert!(examples > 0, "{form} has examples");
    }
}

#[test]
fn answers_are_judged_and_the_parts_are_compared() {
    let folder = forms();
    let mut table = "person,form,part,question,position,answer\n".to_owned();
    // Four people answer nothing before the rules, and as the strategy does after
    // them; a fifth answers with a move that is not legal.
    for (person, form) in [
        ("ann", "a"),
        ("bob", "b"),
        ("cy", "a"),
        ("dee", "b"),
        ("eve", "a"),
    ] {
        let path = folder.path().join(format!("forms/form-{form}.html"));
        for question in questions(&path) {
            let answer = match question.part.as_str() {
                _ if person == "eve" => "9,9".to_owned(),
                "before" => String::new(),
                _ => best(folder.path(), &question),
            };
            let Question {
                part,
                number,
                position,
                ..
            } = question;
            writeln!(
                table,
                "{person},{form},{part},{number},\"{position}\",\"{answer}\""
            )
            .expect("strings grow");
        }
    }
    let score = scored(folder.path(), &table);
    assert_eq!(score["before"]["asked"], 25);
    assert_eq!(score["before"]["right"], 0);
    assert_eq!(score["after"]["right"], 20);
    assert_eq!(score["difference"], 0.8);
    assert_eq!(
        (&score["unanswered"], &score["illegal"]),
        (&20.into(), &10.into())
    );
    // Differences of 1, 1, 1, 1 and 0: two of the sixteen signs are as far from 0.
    assert_eq!(score["p_value"], 0.125);
    let low = score["ci95"][0].as_f64().expect("a number");
    assert!((0.2..0.3).contains(&low), "0.8 less 2.776 times 0.2: {low}");
    let rules = score["rules"].as_array().expect("a list");
    let asked: u64 = rules
        .iter()
        .filter_map(|rule| rule["after"]["asked"].as_u64())
        .sum();
    assert_eq!(asked, 25);
}

#[test]
fn tables_that_cannot_be_compared_are_refused() {
    let folder = forms();
    let refused = |table: &str, why: &str| {
        std::fs::write(folder.path().join("answers.csv"), table).expect("a temporary file");
        let ran = run_in(folder.path(), ["quiz", "ox.pl", "--answers", "answers.csv"]).exits(2);
        assert!(ran.err.contains(why), "{}", ran.err);
    };
    let head = "person,form,part,question,position,answer\n";
    refused(head, "no rows");
    refused(
        "person,answer\nann,1\n",
        "line 2 is no row of a table of answers: missing field `part`",
    );
    refused(
        &format!("{head}ann,a,during,1,.../.../...,\"1,1\"\n"),
        "unknown variant `during`",
    );
    refused(
        &format!("{head}ann,a,before,1,.../.../...,\"1,1\"\n").replace(',', ";"),
        "each part has 1 to",
    );
    refused(
        &format!("{head}ann,a,before,1,.../.../...,\"1,1\"\n"),
        "each part has 1 to",
    );
    refused(
        &format!("{head}ann,a,before,1,nonsense,\"1,1\"\n"),
        "ann, question 1 before: line 1 of the position",
    );
    stratalog(["quiz", "missing.pl", "--out", "forms"]).exits(2);
}
