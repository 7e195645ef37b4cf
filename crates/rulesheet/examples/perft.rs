//! Move counts of a rulesheet, here and by SWI-Prolog in one run, in processor
//! seconds:
//!
//! ```text
//! cargo run --release -p stratalog-rulesheet --example perft -- DEPTH FILE...
//! ```
//!
//! SWI-Prolog (`swipl -O`) gets the clauses as they are written, except that a
//! negation or `distinct` waits until its variables have values, with the usual
//! program above them: the facts of the position are asserted, and what is asked is
//! collected and sorted. Neither side makes the last moves, and the time to make the
//! game or to load the clauses is not counted. A ratio above 1 means that Stratalog is
//! the faster one.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use stratalog_logic::{Functor, Term, Var};
use stratalog_rulesheet::{EngineChoice, Rulesheet, RulesheetGame, Syntax};
use stratalog_run::Clock;

/// Counts are repeated until they have taken this many processor seconds.
const SECONDS: f64 = 0.3;
/// The processor seconds that SWI-Prolog is given.
const PATIENCE: u32 = 300;

/// What stands above the clauses of a rulesheet, whose relations begin with `g_`.
const COUNTING: &str = r"
set(Facts) :- retractall(g_true(_)), forall(member(F, Facts), assertz(g_true(F))).
joint(Joint) :- findall(R, g_role(R), Roles0), sort(Roles0, Roles), choose(Roles, Joint).
choose([], []).
choose([R|Rs], [R-M|Joint]) :-
    findall(M0, g_legal(R, M0), Ms0), sort(Ms0, Ms), member(M, Ms), choose(Rs, Joint).
count(_, _, 0) :- g_terminal, !.
count(1, _, N) :- !, aggregate_all(count, joint(_), N).
count(Depth, Facts, N) :-
    Depth1 is Depth - 1,
    findall(Joint, joint(Joint), Joints),
    count_all(Joints, Depth1, Facts, 0, N).
count_all([], _, _, N, N).
count_all([Joint|Joints], Depth, Facts, N0, N) :-
    retractall(g_does(_, _)),
    forall(member(R-M, Joint), assertz(g_does(R, M))),
    findall(F, g_next(F), Next0), sort(Next0, Next),
    retractall(g_does(_, _)),
    set(Next),
    count(Depth, Next, N1),
    set(Facts),
    N2 is N0 + N1,
    count_all(Joints, Depth, Facts, N2, N).
main(Depth) :-
    findall(F, g_init(F), Facts0), sort(Facts0, Facts), set(Facts),
    statistics(cputime, Before), count(Depth, Facts, N), statistics(cputime, After),
    Seconds is After - Before, format('~w ~w~n', [N, Seconds]).
g_distinct(A, B) :- A \== B.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let depth = arguments.first().and_then(|depth| depth.parse().ok());
    let (Some(depth), files @ [_, ..]) = (depth, arguments.get(1..).unwrap_or_default()) else {
        eprintln!("usage: perft DEPTH FILE...");
        return ExitCode::FAILURE;
    };
    println!(
        "{:<20} {:<11} {:>5} {:>12} {:>9} {:>9} {:>8}",
        "file", "engine", "depth", "sequences", "here, s", "swipl, s", "ratio"
    );
    let mut is_whole = true;
    for file in files {
        match row(Path::new(file), depth) {
            Ok(row) => println!("{row}"),
            Err(message) => {
                is_whole = false;
                println!("{file}: {message}");
            }
        }
    }
    if is_whole {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The row of a file.
fn row(file: &Path, depth: u32) -> Result<String, String> {
    let sheet = Rulesheet::from_file(file).map_err(|error| error.to_string())?;
    let game = RulesheetGame::new(&sheet, EngineChoice::default());
    let game = game.map_err(|error| error.to_string())?;
    let (ours, here) = count_here(&game, depth)?;
    let (theirs, there) = count_in_swi_prolog(&sheet, depth)?;
    if ours != theirs {
        return Err(format!("{ours} sequences here, {theirs} in SWI-Prolog"));
    }
    let engine = match game.network() {
        Some(_) => "network",
        None => "interpreter",
    };
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    Ok(format!(
        "{name:<20} {engine:<11} {depth:>5} {ours:>12} {here:>9.4} {there:>9.3} {:>8.1}",
        there / here
    ))
}

/// The sequences of this many joint moves, and the seconds that counting took.
fn count_here(game: &RulesheetGame, depth: u32) -> Result<(u64, f64), String> {
    let clock = Clock::start();
    let mut times = 0;
    loop {
        let counted = game.move_counts(depth, || true);
        let counted = counted.map_err(|error| error.to_string())?;
        let last = counted.and_then(|counts| counts.counts.last().copied());
        times += 1;
        let seconds = clock.elapsed().cpu_seconds;
        if seconds >= SECONDS {
            return Ok((last.unwrap_or(0), seconds / f64::from(times)));
        }
    }
}

fn count_in_swi_prolog(sheet: &Rulesheet, depth: u32) -> Result<(u64, f64), String> {
    let program = prolog(sheet);
    let goal = format!("call_with_time_limit({PATIENCE}, main({depth}))");
    let mut swipl = Command::new("swipl")
        .args([
            "-O",
            "-f",
            "none",
            "-q",
            "-t",
            "halt",
            "-g",
            "consult(user)",
        ])
        .args(["-g", &goal])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("swipl does not start: {error}"))?;
    if let Some(mut input) = swipl.stdin.take() {
        let written = input.write_all(program.as_bytes());
        written.map_err(|error| format!("swipl does not read: {error}"))?;
    }
    let output = swipl
        .wait_with_output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut words = text.split_whitespace();
    let count = words.next().and_then(|word| word.parse().ok());
    let seconds = words.next().and_then(|word| word.parse().ok());
    count.zip(seconds).ok_or_else(|| {
        let errors = String::from_utf8_lossy(&output.stderr);
        let last = errors.lines().last().unwrap_or_default().to_owned();
        format!("swipl gives no count: {last}")
    })
}

/// The program for SWI-Prolog.
fn prolog(sheet: &Rulesheet) -> String {
    let heads = sheet
        .clauses
        .iter()
        .filter_map(|clause| clause.head.functor());
    let translation = Translation {
        defined: heads.collect(),
        is_kif: sheet.syntax == Syntax::Kif,
    };
    let mut text = String::from(
        ":- style_check(-discontiguous), style_check(-singleton).\n\
         :- use_module(library(aggregate)), use_module(library(time)).\n\
         :- dynamic(g_true/1), dynamic(g_does/2).\n",
    );
    text.push_str(COUNTING);
    for clause in &sheet.clauses {
        let head = translation.goal(&clause.head);
        let body = translation.body(&clause.body);
        let _ = writeln!(text, "{head} :- {body}.");
    }
    for undefined in sheet
        .clauses
        .iter()
        .flat_map(|c| translation.undefined(&c.body))
    {
        let _ = writeln!(text, ":- dynamic({undefined}).");
    }
    text
}

/// Names the relations of a rulesheet so that none is one of SWI-Prolog's.
struct Translation {
    defined: HashSet<Functor>,
    is_kif: bool,
}

impl Translation {
    fn is_relation(&self, functor: Functor) -> bool {
        let words = [("true", 1), ("does", 2), ("distinct", 2)];
        self.is_kif
            || self.defined.contains(&functor)
            || words.contains(&(functor.name.as_str(), functor.arity))
    }

    /// A conjunction, with tests after what gives their variables values. Arguments of
    /// the head may have none when it is called.
    fn body(&self, body: &Term) -> Term {
        let mut known: BTreeSet<Var> = BTreeSet::new();
        let (mut tests, mut sorted) = (Vec::new(), Vec::new());
        for goal in body.conjuncts() {
            let functor = goal.functor();
            let name = functor.as_ref().map_or("", |functor| functor.name.as_str());
            if ["\\+", "distinct"].contains(&name) {
                tests.push(goal);
            } else {
                known.extend(goal.variables());
                sorted.push(goal);
            }
            let is_ready = |test: &Term| test.variables().iter().all(|v| known.contains(v));
            let (ready, waiting): (Vec<Term>, Vec<Term>) = tests.into_iter().partition(is_ready);
            sorted.extend(ready);
            tests = waiting;
        }
        sorted.extend(tests);
        Term::conjunction(sorted.iter().map(|goal| self.goal(goal)))
    }

    fn goal(&self, goal: &Term) -> Term {
        let Some(functor) = goal.functor() else {
            return goal.clone();
        };
        let name = functor.name.as_str();
        match (name, goal.args()) {
            ("true", []) => goal.clone(),
            ("," | ";" | "\\+", parts) => {
                Term::compound(functor.name, parts.iter().map(|part| self.body(part)))
            }
            (_, args) if self.is_relation(functor) => {
                let name = format!("g_{name}");
                if args.is_empty() {
                    Term::atom(name.as_str())
                } else {
                    Term::compound(name.as_str(), args.iter().cloned())
                }
            }
            _ => goal.clone(),
        }
    }

    /// The relations of a body that no clause defines.
    fn undefined(&self, body: &Term) -> Vec<String> {
        let mut found = Vec::new();
        let mut pending = vec![body];
        while let Some(goal) = pending.pop() {
            let Some(functor) = goal.functor() else {
                continue;
            };
            let name = functor.name.as_str();
            if [",", ";", "\\+"].contains(&name) {
                pending.extend(goal.args());
            } else if self.is_kif && !self.defined.contains(&functor) && name != "distinct" {
                let name = Term::atom(format!("g_{name}").as_str());
                found.push(format!("{name}/{}", functor.arity));
            }
        }
        found
    }
}
