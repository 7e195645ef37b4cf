//! Every answer to every query under `conformance/`, and their order, compared
//! with SWI-Prolog's.
//!
//! A file holds cases. A case begins with a line `%%% name`; its lines that
//! begin with `?-` are queries, one per line, and the others are its program.
//! The queries of a case run one after the other on one machine. After `?-~`
//! the order of the answers does not matter: tables are free to choose it.
//! Only the first hundred answers of a query are compared. Of an error, the
//! formal part is compared. Variables whose names begin with `_` are not compared.
//!
//! Where this logic differs from SWI-Prolog on purpose there is no case. The
//! differences are listed in `docs/src/reference/predicates.md`, those of single
//! predicates in `src/library/reference.pl`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use stratalog_logic::{
    Limits, Machine, Operators, Program, Query, QueryError, Source, Term, TermWriter,
};

/// Answers compared of each query.
const MOST_ANSWERS: usize = 100;

/// One program with its queries.
struct Case {
    name: String,
    file: String,
    program: String,
    queries: Vec<Asked>,
}

struct Asked {
    goal: String,
    order_matters: bool,
}

fn directory_of_tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn cases() -> Vec<Case> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory_of_tests().join("conformance"))
        .expect("the cases are there")
        .map(|entry| entry.expect("the directory is readable").path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "pl"))
        .collect();
    files.sort();
    files.iter().flat_map(|file| cases_of(file)).collect()
}

fn cases_of(file: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(file).expect("the cases are readable");
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("%%% ") {
            cases.push(Case {
                name: name.to_owned(),
                file: file.file_name().unwrap_or_default().display().to_string(),
                program: String::new(),
                queries: Vec::new(),
            });
            continue;
        }
        let Some(case) = cases.last_mut() else {
            continue;
        };
        match line.strip_prefix("?-") {
            Some(goal) => {
                let unordered = goal.strip_prefix('~');
                let goal = unordered.unwrap_or(goal).trim();
                case.queries.push(Asked {
                    goal: goal.strip_suffix('.').unwrap_or(goal).to_owned(),
                    order_matters: unordered.is_none(),
                });
            }
            None => {
                case.program.push_str(line);
                case.program.push('\n');
            }
        }
    }
    cases
}

/// SWI-Prolog's answers to all queries, in one run.
fn swi_prolog(cases: &[Case]) -> Vec<Vec<String>> {
    let directory = std::env::temp_dir().join(format!("stratalog-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("there is room for temporary files");
    let mut list = String::new();
    for (number, case) in cases.iter().enumerate() {
        let file = directory.join(format!("{number}.pl"));
        std::fs::write(&file, &case.program).expect("there is room for temporary files");
        let goals: Vec<String> = case
            .queries
            .iter()
            .map(|asked| quoted(&asked.goal))
            .collect();
        let path = quoted(&file.display().to_string());
        writeln!(list, "case({number}, {path}, [{}]).", goals.join(", "))
            .expect("a string takes all");
    }
    let list_file = directory.join("list.pl");
    std::fs::write(&list_file, list).expect("there is room for temporary files");
    let output = Command::new("swipl")
        .args(["-f", "none", "-q", "-t", "halt", "-g", "main"])
        .arg(directory_of_tests().join("swipl/conformance.pl"))
        .arg("--")
        .arg(&list_file)
        .output()
        .expect("SWI-Prolog (swipl) must be installed for this test");
    std::fs::remove_dir_all(&directory).expect("temporary files can be removed");
    let text = String::from_utf8(output.stdout).expect("swipl answers in UTF-8");
    let problems = String::from_utf8_lossy(&output.stderr);
    let loaded = !text.contains("does not load");
    assert!(loaded, "swipl cannot load every case:\n{text}\n{problems}");
    let mut answers = vec![Vec::new()];
    for line in text.lines() {
        match line {
            "." => answers.push(Vec::new()),
            // SWI-Prolog 9.0 writes `1.0e+22`, later ones `1.0e22` as we do.
            _ => answers
                .last_mut()
                .expect("one is open")
                .push(line.replace("e+", "e")),
        }
    }
    answers.pop();
    let asked: usize = cases.iter().map(|case| case.queries.len()).sum();
    assert_eq!(answers.len(), asked, "swipl stopped early:\n{problems}");
    answers
}

fn quoted(text: &str) -> String {
    format!("{:?}", Term::string(text))
}

impl Case {
    fn program(&self) -> Program {
        match Program::from_source(&Source::new(&self.name, self.program.as_str())) {
            Ok(program) => program,
            Err(errors) => panic!("{} does not load: {}", self.name, errors[0]),
        }
    }
}

fn machine(program: &Program) -> Machine<'_> {
    Machine::new(program).with_limits(Limits::default().with_steps(200_000_000))
}

/// Our answers to a case's queries, in SWI-Prolog's notation.
fn ours(case: &Case) -> Vec<Vec<String>> {
    let program = case.program();
    let mut machine = machine(&program);
    let answer = |asked: &Asked| match program.parse_query(&asked.goal) {
        Ok(query) => answers(&mut machine, &query),
        Err(error) => vec![error.render(&asked.goal)],
    };
    case.queries.iter().map(answer).collect()
}

fn answers(machine: &mut Machine<'_>, query: &Query) -> Vec<String> {
    let mut lines = Vec::new();
    for answer in machine.solve(query).take(MOST_ANSWERS) {
        lines.push(match answer {
            Ok(answer) => {
                let shown = query.names().iter();
                let shown = shown.filter(|(name, _)| !name.starts_with('_'));
                let values = shown.map(|(_, var)| answer.values[var.0 as usize].clone());
                canonical(&Term::list(values))
            }
            Err(QueryError::Limit(limit)) => limit.to_string(),
            Err(QueryError::Thrown(ball)) => {
                let shown = match ball.as_compound("error".into(), 2) {
                    Some([formal, _]) => Term::compound("error", [formal.clone()]),
                    _ => Term::compound("ball", [ball]),
                };
                canonical(&shown)
            }
        });
    }
    lines
}

/// The term without operators, its variables named by occurrence.
fn canonical(term: &Term) -> String {
    let variables = term.variables();
    let place = |var| variables.iter().position(|&v| v == var).unwrap_or_default();
    let term = term.map_vars(|var| Term::var(place(var) as u32));
    TermWriter::new().operators(&Operators::none()).term(&term)
}

#[test]
fn every_query_has_the_answers_it_has_in_swi_prolog() {
    let cases = cases();
    let mut theirs = swi_prolog(&cases).into_iter();
    let mut report = String::new();
    let (mut asked, mut differing) = (0, 0);
    for case in &cases {
        for (query, mut ours) in case.queries.iter().zip(ours(case)) {
            let mut theirs = theirs.next().expect("one list of answers a query");
            if !query.order_matters {
                ours.sort();
                theirs.sort();
            }
            asked += 1;
            if ours != theirs {
                differing += 1;
                writeln!(
                    report,
                    "{}: {}\n  ?- {}\n  ours   {ours:?}\n  theirs {theirs:?}",
                    case.file, case.name, query.goal
                )
                .expect("a string takes all");
            }
        }
    }
    assert!(
        differing == 0,
        "{differing} of {asked} queries differ:\n{report}"
    );
    assert!(asked >= 2000, "only {asked} queries were asked");
}

/// Queries with more steps than this are collected less often: a collection takes
/// time in proportion to what is in use.
const SHORT: u64 = 2_000;

#[test]
fn answers_do_not_depend_on_when_memory_is_freed() {
    let mut asked = 0;
    for case in cases() {
        let program = case.program();
        let mut plain = machine(&program);
        let mut stressed = [1, 7].map(|calls| (calls, machine(&program)));
        for Asked { goal, .. } in &case.queries {
            let Ok(query) = program.parse_query(goal) else {
                continue;
            };
            let expected = answers(&mut plain, &query);
            for (calls, machine) in &mut stressed {
                let is_short = plain.steps() < SHORT;
                machine.collect_every(if is_short { *calls } else { 499 + *calls });
                assert_eq!(
                    expected,
                    answers(machine, &query),
                    "{}: {}: ?- {goal} with a collection every {calls} calls",
                    case.file,
                    case.name,
                );
                asked += 1;
            }
        }
    }
    assert!(asked >= 4000, "only {asked} queries were asked");
}
