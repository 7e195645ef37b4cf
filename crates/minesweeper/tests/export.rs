//! The task in other learners' files is the task that is learned here.

use std::path::Path;

use stratalog_ilp::files::{self, Loaded};
use stratalog_ilp::modes::{CoveringSettings, Learner, Method};
use stratalog_logic::{Term, TermWriter};
use stratalog_minesweeper::mio::export::{Task, TaskFormat};
use stratalog_minesweeper::mio::rule::Target;
use stratalog_minesweeper::mio::tables::{self, Background};
use stratalog_run::Seed;

fn task(target: Target) -> Task {
    Task::sample("6x6/6".parse().expect("a board"), target, 25, Seed(11))
}

fn write(task: &Task, format: TaskFormat, folder: &Path) {
    for file in task.files(format) {
        std::fs::write(folder.join(file.name), file.text).expect("it can be written");
    }
}

fn read_back(task: &Task, format: TaskFormat) -> Loaded {
    let folder = tempfile::tempdir().expect("a folder");
    write(task, format, folder.path());
    let loaded = files::read(folder.path()).expect("it is readable");
    assert_eq!(loaded.problems.len(), 1);
    for note in &loaded.notes {
        assert_eq!(note.text, "allow_singletons is always in effect");
    }
    loaded
}

fn learned(problem: &stratalog_ilp::Problem, settings: CoveringSettings) -> Vec<String> {
    let report = Learner::new(problem).settings(settings).run();
    let theory: Vec<Term> = report.expect("it learns").theory;
    assert!(!theory.is_empty());
    let text = |clause: &Term| TermWriter::new().by_occurrence(clause);
    theory.iter().map(text).collect()
}

#[test]
fn aleph_files_give_the_same_rules() {
    for target in [Target::Safe, Target::Mine] {
        let task = task(target);
        let own = tables::problem(&task.examples, target, &Background::Counting);
        let own = learned(&own.expect("a problem"), task.settings(Seed(1)));
        let loaded = read_back(&task, TaskFormat::Aleph);
        // What the files say, and what they have no word for.
        let usual = task.settings(Seed(1));
        let settings = CoveringSettings {
            method: Method::GreedyMacros,
            parallel_seeds: usual.parallel_seeds,
            beam: usual.beam,
            bottom_length: usual.bottom_length,
            providers: usual.providers,
            seed: usual.seed,
            ..loaded.settings
        };
        assert_eq!(learned(&loaded.problems[0], settings), own);
    }
}

#[test]
fn popper_files_have_the_same_examples_and_a_predicate_for_each_constant() {
    let task = task(Target::Safe);
    let own = tables::problem(&task.examples, Target::Safe, &Background::Counting);
    let own = own.expect("a problem");
    let loaded = read_back(&task, TaskFormat::Popper);
    let problem = &loaded.problems[0];
    assert_eq!(problem.positives, own.positives);
    assert_eq!(problem.negatives, own.negatives);
    let settings = CoveringSettings {
        // Popper's files say neither.
        variable_depth: 5,
        ..task.settings(Seed(1))
    };
    let own = learned(&own, settings.clone());
    let theirs = learned(problem, settings);
    let with_constants: Vec<String> = theirs
        .iter()
        .map(|clause| {
            let parts = clause.split("minesInSet_").enumerate();
            let parts = parts.map(|(at, part)| match part.split_once('(') {
                Some((value, rest)) if at > 0 => {
                    let (set, rest) = rest.split_once(')').expect("it has one argument");
                    format!("minesInSet({set},{value}){rest}")
                }
                _ => part.to_owned(),
            });
            parts.collect()
        })
        .collect();
    assert_eq!(with_constants, own);
}
