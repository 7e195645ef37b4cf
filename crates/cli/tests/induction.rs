//! `stratalog induce` as scripts see it.

mod harness;

use std::path::PathBuf;

use harness::stratalog;

fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path: PathBuf = folder.path().join(name);
    std::fs::write(&path, text).expect("a temporary file");
    path.display().to_string()
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

#[test]
fn induce_prints_the_keys_scripts_rely_on() {
    let ran = stratalog(["induce", "examples/trains", "--folds", "5", "--json"]).exits(0);
    let answer = ran.json();
    assert_eq!(answer["clauses"].as_array().map(Vec::len), Some(1));
    assert_eq!(answer["false_negatives"], 0);
    assert_eq!(answer["false_positives"], 0);
    let numbers = [
        "size",
        "true_positives",
        "true_negatives",
        "explored",
        "seconds",
        "cpu_seconds",
    ];
    for key in numbers {
        assert!(answer[key].is_number(), "{key}");
    }
    assert!(answer["proven"].is_boolean());
    assert!(answer["cross_validation"]["accuracy"].as_f64() > Some(0.8));
}

#[test]
fn a_learning_curve_is_printed_and_drawn() {
    let folder = folder();
    let svg = folder.path().join("curve.svg").display().to_string();
    let path = "examples/beside-a-red-block";
    let answer = stratalog(["induce", path, "--curve", "--svg", &svg, "--json"]);
    let answer = answer.exits(0).json();
    let points = answer["curve"]["points"].as_array().expect("points");
    assert!(points.len() > 3);
    for point in points {
        assert!(point["examples"].is_number() && point["ci95"][0].is_number());
    }
    let drawn = std::fs::read_to_string(&svg).expect("it was written");
    assert!(drawn.starts_with("<svg") && drawn.contains("training examples"));
    let ran = stratalog(["induce", path, "--svg", &svg]).exits(2);
    assert!(ran.err.contains("--curve"), "{}", ran.err);
}

#[test]
fn the_method_is_chosen_by_the_problem() {
    for (path, method) in [
        ("examples/trains", "modes"),
        ("examples/metarules", "metarules"),
        ("examples/beside-a-red-block", "failures"),
    ] {
        let answer = stratalog(["induce", path, "--json"]).exits(0).json();
        assert_eq!(answer["method"], method, "{path}");
    }
}

#[test]
fn an_option_of_another_method_is_refused_with_its_method() {
    let ran = stratalog(["induce", "examples/metarules", "--nodes", "10"]).exits(2);
    assert!(ran.err.contains("--method modes"), "{}", ran.err);
    let ran = stratalog(["induce", "examples/trains", "--max-clauses", "3"]).exits(2);
    assert!(ran.err.contains("--method metarules"), "{}", ran.err);
}

#[test]
fn a_method_that_does_not_fit_says_what_it_needs() {
    let ran = stratalog(["induce", "examples/trains", "--method", "metarules"]).exits(2);
    assert!(ran.err.contains("metarule("), "{}", ran.err);
}

#[test]
fn the_theory_is_written_to_a_file() {
    let folder = folder();
    let out = folder.path().join("theory.pl");
    let out_text = out.display().to_string();
    stratalog(["induce", "examples/grandparents", "--out", &out_text]).exits(0);
    let theory = std::fs::read_to_string(&out).expect("it was written");
    assert_eq!(
        theory.trim(),
        "grandparent(A, B) :- parent(A, C), parent(C, B)."
    );
    let nowhere = folder.path().join("none/theory.pl").display().to_string();
    let ran = stratalog(["induce", "examples/grandparents", "--out", &nowhere]).exits(2);
    assert!(ran.err.contains("cannot write"), "{}", ran.err);
}

#[test]
fn several_problems_in_a_file_are_a_list() {
    let folder = folder();
    let path = file(
        &folder,
        "family.pl",
        "body_pred(parent/2).
         metarule(chain,[P,Q,R],[P,A,B],[[Q,A,C],[R,C,B]]).
         parent(ann,bob). parent(bob,cid). parent(cid,dan).
         :- learn([grandparent(ann,cid)],[grandparent(ann,bob)]).
         :- learn([great(ann,dan)],[great(ann,cid)]).",
    );
    let answer = stratalog(["induce", &path, "--json"]).exits(0).json();
    assert_eq!(answer["problems"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_time_limit_ends_the_search_with_what_is_known() {
    let folder = folder();
    let mut text = String::from(
        "metarule(chain,[P,Q,R],[P,A,B],[[Q,A,C],[R,C,B]]).
         metarule(swap,[P,Q],[P,A,B],[[Q,B,A]]).
         body_pred(next/2). body_pred(jump/2). body_pred(twice/2).\n",
    );
    for n in 0..40 {
        text += &format!(
            "next({n},{}). jump({n},{}). twice({n},{}).\n",
            n + 1,
            n + 3,
            2 * n
        );
    }
    // Nothing leads to z, and there are very many programs that do not.
    text += "pos(p(1,z)). neg(p(1,1)).\n";
    let path = file(&folder, "hard.pl", &text);
    let ran = stratalog(["induce", &path, "--timeout", "0.2", "--json"]).exits(3);
    assert_eq!(ran.json()["ended"], "limit");
}

#[test]
fn an_example_with_a_variable_is_learned_from() {
    let folder = folder();
    let path = file(
        &folder,
        "open.pl",
        "body_pred(f/2). f(a,b). f(b,c).
         metarule([P,Q],[P,A,B],[[Q,A,B]]).
         pos(g(X,c)).",
    );
    stratalog(["induce", &path]).exits(0);
}

#[test]
fn a_background_that_never_ends_is_reported_with_its_mode() {
    let folder = folder();
    let path = file(
        &folder,
        "endless.pl",
        ":- modeh(1, p(+t)).\n:- modeb(1, q(+t)).\nq(X) :- q(X).\npos(p(a)).\nneg(p(b)).\n",
    );
    let ran = stratalog(["induce", &path]).exits(2);
    assert!(
        ran.err.contains("endless.pl:2") && ran.err.contains("table"),
        "{}",
        ran.err
    );
}

#[test]
fn no_theory_says_what_to_change_first() {
    let folder = folder();
    let path = file(
        &folder,
        "hopeless.pl",
        ":- modeh(1, p(+t)).\n:- modeb(1, q(+t)).\nq(a).\nq(b).\npos(p(a)).\nneg(p(b)).\n",
    );
    let ran = stratalog(["induce", &path]).exits(1);
    assert!(ran.out.starts_with("Nothing was learned"), "{}", ran.out);
    assert!(ran.out.contains("--noise 1"), "{}", ran.out);
}

#[test]
fn an_arity_that_would_only_cost_memory_is_refused() {
    let folder = folder();
    file(&folder, "bk.pl", "q(a).\n");
    file(&folder, "exs.pl", "pos(p(a)).\n");
    file(
        &folder,
        "bias.pl",
        "head_pred(p,1).\nbody_pred(q,1).\nbody_pred(zero,99999999).\n",
    );
    let path = folder.path().display().to_string();
    let ran = stratalog(["induce", &path]).exits(2);
    assert!(ran.err.contains("bias.pl:3"), "{}", ran.err);
}

#[test]
fn an_unknown_game_or_learner_is_refused() {
    stratalog(["learn", "tiddlywinks"]).exits(2);
    stratalog(["learn", "minesweeper", "--with", "luck"]).exits(2);
}

#[test]
fn a_learned_theory_predicts_new_examples() {
    let folder = folder();
    let theory = folder.path().join("theory.pl").display().to_string();
    let problem = "examples/grandparents-by-invention";
    stratalog(["induce", problem, "--out", &theory]).exits(0);
    let examples = file(
        &folder,
        "new.pl",
        "pos(grandparent(ann, eve)). neg(grandparent(eve, ann)). grandparent(dan, ann).",
    );
    let args = [
        "predict",
        &theory,
        &examples,
        "--background",
        problem,
        "--json",
    ];
    let answer = stratalog(args).exits(0).json();
    let covered: Vec<bool> = answer["predictions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|own| own["covered"] == true)
        .collect();
    assert_eq!(covered, [true, false, false]);
    assert_eq!(answer["true_positives"], 1);
    assert_eq!(answer["true_negatives"], 1);
    assert!(answer["ci95"].is_array());
    let missing = stratalog(["predict", "nowhere.pl", &examples]).exits(2);
    assert!(missing.err.contains("nowhere.pl"));
    let misspelt = file(&folder, "misspelt.pl", "pos(granparent(ann, eve)).");
    let refused = stratalog(["predict", &theory, &misspelt]).exits(2);
    assert!(
        refused.err.contains("of no predicate of the theory"),
        "{}",
        refused.err
    );
    let alone = stratalog(["predict", &theory, &examples]).exits(0);
    assert!(alone.err.contains("nothing defines"), "{}", alone.err);
}

#[test]
fn induce_explains_its_theory_when_asked() {
    let problem = "examples/grandparents-by-invention";
    let ran = stratalog(["induce", problem, "--explain"]).exits(0);
    assert!(ran.out.contains("clause 1: "), "{}", ran.out);
    assert!(ran.out.contains("A = "), "{}", ran.out);
}

#[test]
fn positive_examples_alone_are_told_from_other_instances() {
    let folder = folder();
    let problem = file(
        &folder,
        "birds.pl",
        ":- set(evalfn, posonly).
        :- modeh(1, kind(+animal, #kind)).
        :- modeb(1, has(+animal, #part)).
        animal(owl). animal(crow). animal(cod). animal(eel).
        kind(bird). kind(fish).
        has(owl, wings). has(crow, wings). has(cod, gills). has(eel, gills).
        pos(kind(owl, bird)). pos(kind(crow, bird)). pos(kind(cod, fish)). pos(kind(eel, fish)).",
    );
    let ran = stratalog(["induce", &problem, "--json"]).exits(0);
    assert!(ran.err.contains("only positive examples"), "{}", ran.err);
    let answer = ran.json();
    assert_eq!(answer["size"], 4, "{}", answer["clauses"]);
    assert_eq!(answer["false_positives"], 0);
}

#[test]
fn a_theory_whose_calls_may_go_in_circles_is_tabled() {
    let folder = folder();
    let background = "edge(a,b). edge(b,c). edge(c,a). edge(c,d). edge(e,f).";
    let bias = "enable_recursion. head_pred(path,2). body_pred(edge,2).";
    let examples = "pos(path(a,b)). pos(path(a,c)). pos(path(a,d)). pos(path(b,b)).
        pos(path(b,d)). pos(path(c,c)). pos(path(e,f)).
        neg(path(a,e)). neg(path(d,a)). neg(path(e,a)). neg(path(f,e)). neg(path(d,d)).";
    let background = file(&folder, "bk.pl", background);
    file(&folder, "bias.pl", bias);
    let examples = file(&folder, "exs.pl", examples);
    let problem = folder.path().display().to_string();
    let theory = folder.path().join("theory.pl").display().to_string();
    stratalog(["induce", &problem, "--out", &theory]).exits(0);
    let text = std::fs::read_to_string(&theory).expect("it was written");
    assert!(text.starts_with(":- table path/2."), "{text}");
    let args = ["predict", &theory, &examples, "--background", &problem];
    let answer = stratalog(args.iter().copied().chain(["--json"]))
        .exits(0)
        .json();
    assert_eq!(answer["accuracy"], 1.0);
    let output = std::process::Command::new("swipl")
        .args(["-q", "-g", "\\+ path(a,e), path(b,d), \\+ path(d,a), halt"])
        .args(["-t", "halt(1)", &background, &theory])
        .output()
        .expect("SWI-Prolog (swipl) must be installed for this test");
    assert!(output.status.success(), "{output:?}");
}
