//! `stratalog query FILE... [GOAL]`: asks a logic program.

mod prompt;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use stratalog::query::{
    Answer, Because, Found, Loaded, QueryLimits, QueryOutcome, Question, Request, Row,
};
use stratalog::{Answer as _, Control};

use crate::face::Face;
use crate::outcome::{Exit, Failure};

/// Ask a logic program: prints the first answer to a goal, or all of them
#[derive(Args)]
#[command(after_help = "\
Without a goal, goals are read from a prompt: `;` asks for the next answer, `why` for the
proof of an answer, `help NAME` for what a predicate does, Enter for another goal; Ctrl-C
ends a search, Ctrl-D the prompt.

Examples:
  stratalog query family.pl 'ancestor(X, alice)' --all
  stratalog query rules.pl facts.pl 'reachable(a, X)'
  stratalog query loop.pl 'p(X)' --limit-steps 100000
  stratalog query family.pl 'ancestor(X, alice)' --why
  stratalog query game.kif

Exit codes: 0 there is an answer, 1 there is none, 2 a file or the goal is wrong,
3 a limit was reached first.")]
pub struct Query {
    /// The program's files, in Prolog or (.kif) KIF, then the goal, as in
    /// 'path(a, X), X \== b'; '-' reads standard input
    #[arg(required = true, value_names = ["FILE...", "GOAL"], num_args = 1..)]
    arguments: Vec<String>,
    /// Give all answers, not only the first
    #[arg(long)]
    all: bool,
    /// Show a proof of every answer: each goal, with the goals that prove it below it
    #[arg(long, visible_alias = "trace")]
    why: bool,
    /// Stop after this many inference steps
    #[arg(long, value_name = "N", default_value_t = QueryLimits::default().steps)]
    limit_steps: u64,
    /// Stop when more calls than this are nested
    #[arg(long, value_name = "N", default_value_t = QueryLimits::default().depth)]
    limit_depth: usize,
    /// Stop when more memory than this is in use
    #[arg(long, value_name = "MIB", default_value_t = QueryLimits::default().memory >> 20)]
    limit_memory: usize,
}

impl Query {
    pub fn run(&self, face: &Face) -> Result<Exit, Failure> {
        let (files, goal) = files_and_goal(&self.arguments);
        let Some(goal) = goal else {
            return prompt::run(&files, self.limits(), face);
        };
        let question = Question {
            goal,
            all: self.all,
            why: self.why,
            limits: self.limits(),
        };
        if face.json {
            let request = Request { files, question };
            let answer = face.run(|control| request.run(control))?;
            return face.show(&answer, |_, _| Ok(()));
        }
        let loaded = if self.why {
            Loaded::explaining(&files)?
        } else {
            Loaded::read(&files)?
        };
        let answer = if self.all {
            // A progress line would run into the answers.
            show_answers(&loaded, &question, &face.control())?
        } else {
            face.run(|control| show_answers(&loaded, &question, control))?
        };
        if self.why {
            tell_effort(&answer);
        }
        end(&answer, face)
    }

    fn limits(&self) -> QueryLimits {
        QueryLimits {
            steps: self.limit_steps,
            depth: self.limit_depth,
            memory: self.limit_memory.saturating_mul(1 << 20),
        }
    }
}

/// The last argument is the goal unless it names a file.
fn files_and_goal(arguments: &[String]) -> (Vec<PathBuf>, Option<String>) {
    let (goal, files) = match arguments {
        [files @ .., last] if !files.is_empty() && !is_file(last) => (Some(last.clone()), files),
        files => (None, files),
    };
    (files.iter().map(PathBuf::from).collect(), goal)
}

fn is_file(argument: &str) -> bool {
    let path = Path::new(argument);
    let extension = path.extension().and_then(|extension| extension.to_str());
    argument == "-" || path.is_file() || matches!(extension, Some("pl" | "kif"))
}

/// Prints every answer as soon as it is found: there may be infinitely many.
fn show_answers(
    loaded: &Loaded,
    question: &Question,
    control: &Control,
) -> Result<Answer, Failure> {
    let mut out = anstream::stdout().lock();
    let mut written = Ok(());
    let answer = loaded.session(control).ask(question, control, |found| {
        written = show(&mut out, found);
        if written.is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    })?;
    written
        .and_then(|()| write_output(&mut out, &answer.output))
        .and_then(|()| out.flush())
        .map_err(Failure::output)?;
    Ok(answer)
}

/// What a goal wrote, in lines of its own.
fn write_output(out: &mut impl Write, text: &str) -> io::Result<()> {
    let end = if text.is_empty() || text.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    write!(out, "{text}{end}")
}

/// An answer and, if it was asked for, its proof.
fn show(out: &mut impl Write, found: Found<'_>) -> io::Result<()> {
    write_output(out, found.output)?;
    writeln!(out, "{}", text(found.row))?;
    for step in found.why.unwrap_or_default() {
        writeln!(out, "{}", proof_line(step))?;
    }
    out.flush()
}

/// A step of a proof, indented below the goal that it serves.
fn proof_line(
    Because {
        depth,
        goal,
        by,
        at,
    }: &Because,
) -> String {
    let indent = 2 * (depth + 1);
    let reason = match (by.as_str(), at) {
        (_, Some(place)) => format!("   [{by} at {place}]"),
        ("fact", None) => "   [fact]".to_owned(),
        ("negation", None) => "   [cannot be proved otherwise]".to_owned(),
        _ => String::new(),
    };
    format!("{:indent$}{goal}{reason}", "")
}

/// Tells what a search took on standard error. Nobody may be reading it: that
/// changes nothing.
fn tell_effort(answer: &Answer) {
    let (steps, seconds) = (answer.steps, answer.elapsed.seconds);
    let _ = writeln!(io::stderr(), "% {steps} steps, {seconds:.3} s");
}

/// Says how a search without further answers ended.
fn end(answer: &Answer, face: &Face) -> Result<Exit, Failure> {
    if let Some(limit) = &answer.limit {
        face.tell(limit);
    } else if answer.outcome == QueryOutcome::No {
        writeln!(io::stdout(), "no").map_err(Failure::output)?;
    }
    Ok(answer.verdict())
}

/// An answer on one line.
fn text(row: &Row) -> String {
    if row.0.is_empty() {
        return "yes".to_owned();
    }
    let parts = row
        .0
        .iter()
        .map(|(name, value)| format!("{name} = {value}"));
    parts.collect::<Vec<_>>().join(", ")
}
