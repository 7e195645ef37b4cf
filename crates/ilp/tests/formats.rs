//! Files of other systems: what they say is honoured, or named when it is not.

use std::path::PathBuf;

use stratalog_ilp::Error;
use stratalog_ilp::files;
use stratalog_ilp::files::Loaded;
use stratalog_ilp::modes::{CoveringReport, CoveringSettings, Learner};
use stratalog_logic::Clause;

/// Writes a problem's files into a folder of its own, and reads them.
fn read(name: &str, contents: &[(&str, &str)]) -> Loaded {
    read_or_refuse(name, contents).expect("it can be read")
}

fn read_or_refuse(name: &str, contents: &[(&str, &str)]) -> Result<Loaded, Error> {
    let folder: PathBuf =
        std::env::temp_dir().join(format!("stratalog-formats-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    for (file, text) in contents {
        std::fs::write(folder.join(file), text).expect("a temporary file");
    }
    let task = files::read(&folder);
    std::fs::remove_dir_all(&folder).expect("it was there");
    task
}

fn learn(task: &Loaded, settings: CoveringSettings) -> (CoveringReport, Vec<String>) {
    let learner = Learner::new(&task.problems[0]).settings(settings);
    let report = learner.run().expect("it runs");
    let clauses = report.theory.iter();
    let clauses = clauses.map(|clause| Clause::from_term(clause).to_string());
    let clauses = clauses.collect();
    (report, clauses)
}

fn notes(task: &Loaded) -> String {
    let notes = task.notes.iter();
    let lines = notes.map(|note| format!("{}: {}\n", note.place, note.text));
    lines.collect()
}

const PROGOL: &str = "\
:- set(c,2)?
:- set(h,1000)?
:- set(inflate,400)?
:- modeh(1,class(+animal,#kind))?
:- modeb(1,has_milk(+animal))?
:- modeb(*,covering(+animal,#cover))?
animal(dog). animal(eel). animal(bat). animal(trout).
has_milk(dog). has_milk(bat).
covering(dog,hair). covering(bat,hair). covering(eel,none). covering(trout,scales).
class(dog,mammal).
class(bat,mammal).
:- class(eel,mammal).
:- class(trout,mammal).
";

#[test]
fn a_file_of_cprogol_is_learned() {
    let task = read("progol", &[("animals.pl", PROGOL)]);
    assert_eq!(task.problems[0].positives.len(), 2);
    assert_eq!(task.problems[0].negatives.len(), 2);
    assert_eq!(task.settings.clause_length, 2);
    let notes = notes(&task);
    assert!(notes.contains("animals.pl:2: the setting h"), "{notes}");
    assert!(
        notes.contains("animals.pl:3: the setting inflate"),
        "{notes}"
    );
    let (report, clauses) = learn(&task, task.settings.clone());
    assert_eq!(report.coverage.confusion(&task.problems[0]).accuracy(), 1.0);
    assert_eq!(clauses.len(), 1, "{clauses:?}");
}

const BACKGROUND: &str = "edge(a,b). edge(b,c). edge(c,d). red(b). blue(c).\n";
const EXAMPLES: &str = "pos(p(a)). pos(p(b)). neg(p(c)). neg(p(d)).\n";

fn popper(more: &str) -> Loaded {
    let bias = format!(
        "head_pred(p,1).\nbody_pred(edge,2).\nbody_pred(red,1).\nbody_pred(blue,1).\n\
         type(p,(node,)).\ntype(edge,(node,node)).\ntype(red,(node,)).\ntype(blue,(node,)).\n\
         direction(p,(in,)).\ndirection(edge,(in,out)).\ndirection(red,(in,)).\n\
         direction(blue,(in,)).\n{more}"
    );
    let name = more.chars().filter(char::is_ascii_alphanumeric);
    let name: String = name.take(100).collect();
    let files = [
        ("bk.pl", BACKGROUND),
        ("exs.pl", EXAMPLES),
        ("bias.pl", &bias),
    ];
    read(&name, &files)
}

#[test]
fn rules_of_a_bias_that_call_each_other_come_to_an_end() {
    let rules = "constant(c, int).\n".to_owned()
        + &"constant(C, 1) :- constant(C, _).\n".repeat(3)
        + "type(C, (T,)) :- constant(C, T).\n";
    popper(&rules);
}

#[test]
fn solutions_that_pass_through_many_rules_come_to_an_end() {
    let rules = "constant(c, int).\n".repeat(8)
        + &"constant(C, (T,)) :- constant(C, T).\n".repeat(8)
        + "body_pred(C, 1) :- constant(C, _).\n";
    popper(&rules);
}

#[test]
fn facts_of_a_bias_that_say_nothing_are_named() {
    let more = "max_body(many).\nbody_pred(red).\ntype(green,(node,)).\ndirection(red,(in,in)).\n";
    let notes = notes(&popper(more));
    for expected in [
        "bias.pl:13: this statement is ignored: max_body takes one number",
        "bias.pl:14: this statement is ignored: body_pred takes a name and its number",
        "bias.pl:15: this statement is ignored: neither head_pred nor body_pred declares green",
        "bias.pl:16: this statement is ignored: it has 2 parts, and red has 1 arguments",
    ] {
        assert!(notes.contains(expected), "{expected}: {notes}");
    }
    let refused = |name: &str, files: &[(&str, &str)]| match read_or_refuse(name, files) {
        Ok(_) => panic!("{name} is refused"),
        Err(error) => error.to_string(),
    };
    let bias = "head_pred(p,1).\nbody_pred(edge,2).\ndirection(p,(in,)).\n\
                direction(edge,(inn,out)).\nmax_vars(0).\n";
    let files = [
        ("bk.pl", BACKGROUND),
        ("exs.pl", EXAMPLES),
        ("bias.pl", bias),
    ];
    let error = refused("inn", &files);
    assert!(
        error.contains("a direction of edge/2 is inn; write in or out"),
        "{error}"
    );
    let bias = bias.replace("inn", "in");
    let error = refused("zero", &[files[0], files[1], ("bias.pl", &bias)]);
    assert!(
        error.contains("bias.pl:5: max_vars must be from 1"),
        "{error}"
    );
    let error = refused("two", &files[..2]);
    assert!(error.contains("bias.pl is missing"), "{error}");
}

#[test]
fn declarations_of_metagol_with_typing_errors_are_named() {
    let rules = "edge(a,b). edge(b,c). edge(c,d).\nbody_pred(edge, 2).\n\
                 metarul(chain, [P,Q,R], [P,A,B], [[Q,A,C],[R,C,B]]).\n";
    let learned = "metarule(chain, [P,Q,R], [P,A,B], [[Q,A,C],[R,C,B]]).\n\
                   :- learn([two(a,c)], [tow(a,b)]).\n";
    let task = read("metarul", &[("x.pl", &format!("{rules}{learned}"))]);
    let notes = notes(&task);
    assert!(notes.contains("did you mean 'metarule'?"), "{notes}");
    assert!(
        notes.contains("tow(a,b) is of a predicate without positives"),
        "{notes}"
    );
    assert!(!notes.contains("edge"), "{notes}");
    let without = format!("{rules}:- learn([two(a,c)], [two(a,b)]).\n");
    let refused = read_or_refuse("none", &[("x.pl", &without)])
        .err()
        .map(|e| e.to_string());
    assert!(refused.is_some_and(|text| text.contains("metarule")));
}

#[test]
fn the_variables_and_clauses_of_popper_are_bounds() {
    let free = popper("max_vars(3).\n");
    let (_, clauses) = learn(&free, free.settings.clone());
    assert!(!clauses.is_empty());
    let covered = |task: &Loaded| {
        let (report, clauses) = learn(task, task.settings.clone());
        (report.coverage.positives.count(), clauses)
    };
    // One variable is the head's: only red(b) can be said.
    let (positives, clauses) = covered(&popper("max_vars(1).\n"));
    assert_eq!(
        (positives, &clauses[..]),
        (1, &["p(A) :- red(A).".to_owned()][..])
    );
    let (_, clauses) = covered(&popper("max_clauses(1).\n"));
    assert_eq!(clauses.len(), 1, "{clauses:?}");
}

#[test]
fn settings_without_effect_are_named() {
    let text = ":- set(depth,7).\n:- modeh(1,p(+t)).\n:- modeb(1,q(+t)).\nq(a).\npos(p(a)).\n";
    let notes = notes(&read("depth", &[("x.pl", text)]));
    assert!(notes.contains("x.pl:1: the setting depth = 7"), "{notes}");
    let task = popper("allow_singletons.\n");
    let notes: String = task.notes.iter().map(|note| note.text.clone()).collect();
    assert!(notes.contains("allow_singletons"), "{notes}");
}

#[test]
fn recursion_over_a_cycle_ends_and_finds_what_is_there() {
    let mut text = String::from(
        ":- modeh(1,path(+n,+n)).\n:- modeb(*,edge(+n,-n)).\n:- modeb(1,path(+n,+n)).\n\
         :- set(body_length,2).\n",
    );
    // Every depth-first way goes round a ring before it leaves it.
    let ring = ["a", "b", "c", "d"];
    for at in 0..4 {
        text += &format!("edge({},{}).\n", ring[at], ring[(at + 1) % 4]);
    }
    text += "edge(d,e). edge(e,f). edge(x,y).\n";
    for from in ring {
        for to in ["a", "b", "c", "d", "e", "f"] {
            text += &format!("pos(path({from},{to})).\n");
        }
    }
    text += "pos(path(e,f)). pos(path(x,y)).\n";
    text += "neg(path(a,x)). neg(path(a,y)). neg(path(e,a)). neg(path(f,e)). neg(path(y,x)).\n";
    let task = read("cycle", &[("path.pl", &text)]);
    let (report, clauses) = learn(&task, task.settings.clone());
    let confusion = report.coverage.confusion(&task.problems[0]);
    assert_eq!(confusion.accuracy(), 1.0, "{clauses:?}");
    assert!(clauses.len() <= 3, "{clauses:?}");
}

/// Learns a problem of the examples by modes.
fn example(name: &str) -> (Loaded, Vec<String>) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let task = files::read(&folder.join(name)).expect("it can be read");
    let (report, clauses) = learn(&task, task.settings.clone());
    let confusion = report.coverage.confusion(&task.problems[0]);
    assert!(confusion.is_perfect(), "{clauses:?}");
    (task, clauses)
}

#[test]
fn no_clause_makes_an_integrity_constraint_true() {
    let (mut task, clauses) = example("one-boss");
    assert!(
        clauses.iter().all(|clause| clause.contains("above(")),
        "{clauses:?}"
    );
    // Without the constraint, the shorter clause is good enough.
    task.problems[0].bias.constraints.clear();
    let (_, clauses) = learn(&task, task.settings.clone());
    assert_eq!(clauses, ["leads(A, B) :- same_team(A, B)."]);
}

#[test]
fn a_constraint_may_be_about_the_clause_itself() {
    let text = ":- modeh(1, p(+t)). :- modeb(1, short(+t)). :- modeb(1, red(+t)).
        false :- hypothesis(_, Body, _), contains(Body, red).
        contains((A, B), Name) :- !, (contains(A, Name) ; contains(B, Name)).
        contains(Atom, Name) :- functor(Atom, Name, _).
        short(a). short(b). red(a). red(b). red(c).
        pos(p(a)). pos(p(b)). neg(p(d)).";
    let task = read("hypothesis", &[("p.pl", text)]);
    let (_, clauses) = learn(&task, task.settings.clone());
    assert_eq!(clauses, ["p(A) :- short(A)."]);
}

#[test]
fn a_bound_that_no_example_has_is_found_by_lazy_evaluation() {
    let (task, clauses) = example("heavy-loads");
    assert_eq!(clauses.len(), 1, "{clauses:?}");
    assert!(clauses[0].contains("at_least(B, "), "{clauses:?}");
    assert!(task.notes.is_empty(), "{}", notes(&task));
}

#[test]
fn several_predicates_with_modes_are_problems_of_their_own() {
    let text = ":- modeh(1, p(+t)). :- modeh(1, q(+t)). :- modeb(1, r(+t)). :- modeb(1, s(+t)).
        r(a). s(b).
        pos(p(a)). neg(p(b)). pos(q(b)). neg(q(a)).";
    let task = read("two-targets", &[("two.pl", text)]);
    assert_eq!(task.problems.len(), 2);
    let learned = |at: usize| {
        let report = Learner::new(&task.problems[at]).run().expect("it runs");
        let clause = report.theory.first().expect("a clause is found");
        Clause::from_term(clause).to_string()
    };
    assert_eq!(learned(0), "p(A) :- r(A).");
    assert_eq!(learned(1), "q(A) :- s(A).");
}

#[test]
fn a_byte_order_mark_before_a_text_is_skipped() {
    let texts = [
        "head_pred(p,1).\r\nbody_pred(q,1).\r\n",
        "q(a). q(b).\r\n",
        "pos(p(a)). neg(p(c)).\r\n",
    ]
    .map(|text| format!("\u{feff}{text}"));
    let files = ["bias.pl", "bk.pl", "exs.pl"];
    let contents: Vec<(&str, &str)> = files
        .into_iter()
        .zip(texts.iter().map(String::as_str))
        .collect();
    let task = read("mark", &contents);
    assert_eq!(notes(&task), "");
    assert_eq!(task.problems[0].target().to_string(), "p/1");
}

#[test]
fn the_other_classes_of_an_example_are_negative() {
    let (task, mut clauses) = example("day-plans");
    assert_eq!(task.problems[0].negatives.len(), 24);
    assert_eq!(notes(&task), "");
    clauses.sort_unstable();
    let wanted = [
        "plan(A, read) :- sky(A, rain).",
        "plan(A, swim) :- sky(A, clear), warm(A).",
        "plan(A, walk) :- sky(A, clear), cold(A).",
        "plan(A, walk) :- sky(A, cloudy).",
    ];
    assert_eq!(clauses, wanted);
}

#[test]
fn negatives_for_positives_alone_have_values_of_the_types() {
    let text = "\
:- set(posonly)?
:- modeh(1,bird(+animal))?
:- modeb(1,feathers(+animal))?
animal(owl). animal(hen). animal(cow). animal(ant). animal(eel).
feathers(owl). feathers(hen).
bird(owl). bird(hen).
";
    let task = read("types", &[("types.pl", text)]);
    assert_eq!(task.problems[0].negatives.len(), 3);
    let (_, clauses) = learn(&task, task.settings.clone());
    assert_eq!(clauses, ["bird(A) :- feathers(A)."]);
}

#[test]
fn a_clause_may_cover_random_instances_where_there_are_only_positives() {
    let people = ["ann", "bob", "cid", "dan", "eve", "fay"];
    let foods = ["apple", "pear", "plum", "beef", "pork", "cake"];
    let mut text = String::from(
        ":- set(posonly)?
:- modeh(1,likes(+person,+food))?
:- modeb(1,fruit(+food))?
:- modeb(1,sweet(+food))?
fruit(apple). fruit(pear). fruit(plum). sweet(cake). sweet(plum).
",
    );
    people
        .iter()
        .for_each(|person| text += &format!("person({person}).\n"));
    foods
        .iter()
        .for_each(|food| text += &format!("food({food}).\n"));
    // Everybody likes fruit, but a third of that is not said.
    for (at, person) in people.iter().enumerate() {
        for (place, food) in foods[..3].iter().enumerate() {
            if (at + place) % 3 != 0 {
                text += &format!("likes({person},{food}).\n");
            }
        }
    }
    let task = read("unlisted", &[("unlisted.pl", &text)]);
    let (_, clauses) = learn(&task, task.settings.clone());
    assert_eq!(clauses, ["likes(A, B) :- fruit(B)."]);
}

#[test]
fn a_mode_may_have_a_negated_goal() {
    let text = "\
:- modeh(1,play(+day)).
:- modeb(1,dry(+day)).
:- modeb(1,not windy(+day)).
day(d1). day(d2). day(d3). day(d4).
dry(d1). dry(d2). dry(d3). windy(d2). windy(d3).
pos(play(d1)). neg(play(d2)). neg(play(d3)). neg(play(d4)).
";
    let task = read("not", &[("not.pl", text)]);
    let (_, clauses) = learn(&task, task.settings.clone());
    assert_eq!(clauses, ["play(A) :- dry(A), not(windy(A))."]);
}
