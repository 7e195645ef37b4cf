//! The prompt: goals are read one by one, answers shown one by one.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};
use stratalog::Control;
use stratalog::query::{
    Answer, Found, LibraryPredicate, Loaded, QueryLimits, QueryOutcome, Question, Row, Session,
    library_predicates,
};

use super::{proof_line, tell_effort, text, write_output};
use crate::face::Face;
use crate::outcome::{Exit, Failure};

/// Reads goals until the input ends.
pub fn run(files: &[PathBuf], limits: QueryLimits, face: &Face) -> Result<Exit, Failure> {
    if face.json {
        return Err(Failure::new(
            "--json needs a goal: query FILE... GOAL --json",
        ));
    }
    if files.iter().any(|file| file.as_os_str() == "-") {
        return Err(Failure::new(
            "the prompt reads standard input; name the program's file, or give a goal",
        ));
    }
    let loaded = Loaded::read(files)?;
    let control = face.control();
    let mut prompt = Prompt::new(&loaded, files, limits, &control)?;
    while let Some(goal) = prompt.next_goal()? {
        if goal == WHY {
            prompt.explain()?;
        } else if goal == HELP {
            print(COMMANDS)?;
        } else if let Some(name) = goal.strip_prefix(HELP).filter(|name| name.starts_with(' ')) {
            describe(name.trim())?;
        } else {
            prompt.ask(&goal)?;
        }
        if control.is_stopped() {
            if !io::stdin().is_terminal() {
                return Ok(Exit::Limit);
            }
            // Ctrl-C ended the search, not the prompt.
            control.stop().withdraw();
        }
    }
    Ok(Exit::Done)
}

/// The word that asks for the proof of the last answer.
const WHY: &str = "why";
/// The word that asks what can be typed; before the name of a predicate, what the
/// predicate does.
const HELP: &str = "help";
/// What can be typed.
const COMMANDS: &str = "\
GOAL       ask a goal of the program, such as member(X, [a, b]); ; for more answers
why        the proof of the last answer, also between answers
help NAME  what a predicate of the library does
halt       leave";

struct Prompt<'a> {
    lines: Lines,
    session: Session<'a>,
    limits: QueryLimits,
    control: &'a Control,
    /// The last goal with an answer, and the answer.
    last: Option<(String, Row)>,
    prover: Prover<'a>,
}

/// Proves answers. A proof knows nothing of clauses that earlier goals asserted.
struct Prover<'a> {
    files: &'a [PathBuf],
    limits: QueryLimits,
    control: &'a Control,
    /// The program that can prove its answers, once a proof was asked for.
    explaining: Option<Loaded>,
}

/// Standard input, edited with history and completion if it is a terminal.
struct Lines {
    editor: Editor<Names, DefaultHistory>,
    /// A line that was read too early.
    waiting: Option<String>,
}

impl<'a> Prompt<'a> {
    fn new(
        loaded: &'a Loaded,
        files: &'a [PathBuf],
        limits: QueryLimits,
        control: &'a Control,
    ) -> Result<Prompt<'a>, Failure> {
        let mut editor = Editor::new()?;
        editor.set_helper(Some(Names::of(loaded)));
        Ok(Prompt {
            lines: Lines {
                editor,
                waiting: None,
            },
            session: loaded.session(control),
            limits,
            control,
            last: None,
            prover: Prover {
                files,
                limits,
                control,
                explaining: None,
            },
        })
    }

    /// The next goal, without `?-` and full stop; none when the input ends.
    fn next_goal(&mut self) -> Result<Option<String>, Failure> {
        loop {
            let Some(line) = self.lines.next("?- ")? else {
                return Ok(None);
            };
            let goal = line.trim();
            let goal = goal.strip_prefix("?-").unwrap_or(goal).trim();
            let goal = goal.strip_suffix('.').unwrap_or(goal).trim();
            match goal {
                "halt" | "quit" | "exit" => return Ok(None),
                "" | ";" => {}
                _ if goal.starts_with('%') => {}
                _ => return Ok(Some(goal.to_owned())),
            }
        }
    }

    fn ask(&mut self, goal: &str) -> Result<(), Failure> {
        let question = Question {
            goal: goal.to_owned(),
            all: true,
            why: false,
            limits: self.limits,
        };
        let mut failure = None;
        let (lines, last, prover) = (&mut self.lines, &mut self.last, &mut self.prover);
        let mut read = Duration::ZERO;
        let answer = self.session.ask(&question, self.control, |found| {
            let begun = Instant::now();
            let row = found.row.clone();
            let shown = show(lines, found, || prover.prove(goal, &row));
            *last = Some((goal.to_owned(), row));
            read += begun.elapsed();
            shown.unwrap_or_else(|error| {
                failure = Some(error);
                ControlFlow::Break(())
            })
        });
        if let Some(failure) = failure {
            return Err(failure);
        }
        match answer {
            Ok(mut answer) => {
                // The time in which answers were read is not the search's.
                answer.elapsed.seconds = (answer.elapsed.seconds - read.as_secs_f64()).max(0.0);
                close(&answer)
            }
            // A wrong goal does not end the prompt.
            Err(error) => {
                let _ = writeln!(io::stderr(), "{}", error.to_string().trim_end());
                Ok(())
            }
        }
    }

    /// Shows the proof of the last answer.
    fn explain(&mut self) -> Result<(), Failure> {
        match &self.last {
            Some((goal, row)) => self.prover.prove(goal, row),
            None => print("no goal was answered yet"),
        }
    }
}

impl Prover<'_> {
    /// Shows the proof of an answer to a goal.
    fn prove(&mut self, goal: &str, Row(values): &Row) -> Result<(), Failure> {
        let values = values
            .iter()
            .map(|(name, value)| format!("{name} = {value}, "));
        let question = Question {
            goal: format!("{}({goal})", values.collect::<String>()),
            why: true,
            all: false,
            limits: self.limits,
        };
        let explaining = match &mut self.explaining {
            Some(loaded) => loaded,
            none => none.insert(Loaded::explaining(self.files)?),
        };
        let mut written = Ok(());
        let mut session = explaining.session(self.control);
        let answer = session.ask(&question, self.control, |found| {
            let mut out = anstream::stdout().lock();
            // The first steps say what the values of the variables are.
            let steps = found.why.unwrap_or_default();
            let mut own = steps.iter().skip(found.row.0.len());
            written = own
                .try_for_each(|step| writeln!(out, "{}", proof_line(step)))
                .and_then(|()| out.flush());
            ControlFlow::Break(())
        });
        written.map_err(Failure::output)?;
        match answer {
            Ok(answer) => close(&answer),
            Err(error) => {
                let _ = writeln!(io::stderr(), "{}", error.to_string().trim_end());
                Ok(())
            }
        }
    }
}

/// Prints an answer and, if there may be more, asks whether to go on; the answer may be
/// proved before.
fn show(
    lines: &mut Lines,
    found: Found<'_>,
    mut prove: impl FnMut() -> Result<(), Failure>,
) -> Result<ControlFlow<()>, Failure> {
    print_output(found.output)?;
    print(&text(found.row))?;
    if found.is_last {
        return Ok(ControlFlow::Continue(()));
    }
    loop {
        let line = lines.next("   (; for more) ")?;
        match line
            .as_deref()
            .map(|line| line.trim().trim_end_matches('.'))
        {
            Some(";") => return Ok(ControlFlow::Continue(())),
            Some(WHY) => prove()?,
            _ => {
                // Scripts write the next goal at once.
                lines.waiting = line.filter(|line| !line.trim().is_empty());
                return Ok(ControlFlow::Break(()));
            }
        }
    }
}

/// Says what the library's predicates of a name do.
fn describe(name: &str) -> Result<(), Failure> {
    let named: Vec<&LibraryPredicate> = library_predicates()
        .iter()
        .filter(|predicate| predicate.name == name)
        .collect();
    if named.is_empty() {
        return print(&format!("the library has no predicate of the name {name}"));
    }
    for predicate in named {
        print(&format!("{}   {}", predicate.call, predicate.about))?;
        if let Some(module) = predicate.module {
            print(&format!(
                "   needs :- use_module(library({module})) in the program"
            ))?;
        }
        if let Some(difference) = predicate.difference {
            print(&format!("   unlike SWI-Prolog: {difference}"))?;
        }
    }
    Ok(())
}

/// Says how the search ended, and what it took.
fn close(answer: &Answer) -> Result<(), Failure> {
    print_output(&answer.output)?;
    if let Some(limit) = &answer.limit {
        print(limit)?;
    } else if answer.outcome == QueryOutcome::No {
        print("no")?;
    }
    tell_effort(answer);
    Ok(())
}

/// Shows what a goal wrote.
fn print_output(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    write_output(&mut out, text)
        .and_then(|()| out.flush())
        .map_err(Failure::output)
}

fn print(line: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{line}")
        .and_then(|()| out.flush())
        .map_err(Failure::output)
}

impl Lines {
    fn next(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        if let Some(line) = self.waiting.take() {
            return Ok(Some(line));
        }
        match self.editor.readline(prompt) {
            Ok(line) => {
                if line.trim().len() > 1 {
                    // A history without this line is no reason to end.
                    let _ = self.editor.add_history_entry(&line);
                }
                Ok(Some(line))
            }
            // Ctrl-C gives up the line, not the prompt.
            Err(ReadlineError::Interrupted) => Ok(Some(String::new())),
            Err(ReadlineError::Eof) => Ok(None),
            Err(ReadlineError::Io(error)) => Err(Failure::output(error)),
            Err(error) => Err(Failure::new(error)),
        }
    }
}

/// The names of the program's predicates and of the library's, for completion.
struct Names(Vec<String>);

impl Names {
    fn of(loaded: &Loaded) -> Names {
        let indicators = loaded.predicates();
        let own = indicators.iter().filter_map(|indicator| {
            let (name, arity) = indicator.rsplit_once('/')?;
            Some(begun(name, arity == "0"))
        });
        let library = library_predicates().iter();
        let library = library.filter(|predicate| predicate.module.is_none());
        let library = library.map(|predicate| begun(predicate.name, predicate.arity == 0));
        let mut names: Vec<String> = own.chain(library).collect();
        names.sort();
        names.dedup();
        Names(names)
    }
}

/// How a call begins.
fn begun(name: &str, is_atom: bool) -> String {
    let open = if is_atom { "" } else { "(" };
    format!("{name}{open}")
}

impl Completer for Names {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = &line[..position];
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let start = before.rfind(|c| !is_part(c)).map_or(0, |at| {
            at + before[at..].chars().next().map_or(1, char::len_utf8)
        });
        let word = &before[start..];
        let fitting = self.0.iter().filter(|name| name.starts_with(word));
        Ok((start, fitting.cloned().collect()))
    }
}

impl Hinter for Names {
    type Hint = String;
}
impl Highlighter for Names {}
impl Validator for Names {}
impl Helper for Names {}
