//! `stratalog query FILE GOAL`: asks a logic program.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde_json::{Map, Value, json};
use stratalog_logic::{
    Answer, Limits, Machine, Operators, Program, Query as Goal, QueryError, TermWriter,
};

use crate::Common;
use crate::outcome::{Exit, Failure, print_json};
use crate::text::read_source;

/// Ask a logic program: prints the first answer to a goal, or all of them
#[derive(Args)]
#[command(after_help = "\
Examples:
  stratalog query family.pl 'ancestor(X, alice)' --all
  stratalog query loop.pl 'p(X)' --limit-steps 100000

Exit codes: 0 there is an answer, 1 there is none, 2 the file or the goal is wrong,
3 a limit was reached first.")]
pub struct Query {
    /// The program, in Prolog syntax; '-' reads it from standard input
    file: PathBuf,
    /// The goal, as in 'path(a, X), X \== b'
    goal: String,
    /// Give all answers, not only the first
    #[arg(long)]
    all: bool,
    /// Stop after so many inference steps
    #[arg(long, value_name = "N", default_value_t = Limits::default().steps)]
    limit_steps: u64,
    /// Stop when more calls than this are nested
    #[arg(long, value_name = "N", default_value_t = Limits::default().depth)]
    limit_depth: usize,
    /// Stop when more memory than this is in use
    #[arg(long, value_name = "MIB", default_value_t = Limits::default().memory >> 20)]
    limit_memory: usize,
}

/// How the search for answers ended.
enum Ending {
    Complete,
    Limit(String),
}

impl Query {
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let source = read_source(&self.file)?;
        let program = Program::from_source(&source).map_err(|errors| {
            let texts: Vec<String> = errors.iter().map(|e| e.render(&source)).collect();
            Failure::new(texts.join("\n"))
        })?;
        let goal = program.parse_query(&self.goal).map_err(|error| {
            Failure::new(format!(
                "the goal cannot be asked: {}",
                error.render(&self.goal)
            ))
        })?;
        let limits = Limits {
            steps: self.limit_steps,
            depth: self.limit_depth,
            memory: self.limit_memory.saturating_mul(1 << 20),
        };
        let mut machine = Machine::new(&program).with_limits(limits);
        let start = Instant::now();
        let (answers, ending) = self.answers(&mut machine, &goal)?;
        let seconds = start.elapsed().as_secs_f64();
        let outcome = match (&ending, answers.is_empty()) {
            (Ending::Limit(_), true) => "limit",
            (_, false) => "yes",
            (_, true) => "no",
        };
        let rows: Vec<Vec<(&str, String)>> = answers
            .iter()
            .map(|answer| bindings(&goal, answer, program.operators()))
            .collect();
        if common.json {
            print_json(&json!({
                "outcome": outcome,
                "answers": rows.iter().map(|row| to_object(row)).collect::<Vec<_>>(),
                "complete": matches!(ending, Ending::Complete),
                "steps": machine.steps(),
                "seconds": seconds,
            }));
        } else {
            print_answers(&rows);
            match &ending {
                Ending::Limit(message) => eprintln!("stratalog: {message}"),
                Ending::Complete if rows.is_empty() => println!("no"),
                Ending::Complete => {}
            }
        }
        Ok(match (ending, answers.is_empty()) {
            (Ending::Limit(_), _) => Exit::Limit,
            (Ending::Complete, true) => Exit::No,
            (Ending::Complete, false) => Exit::Done,
        })
    }

    fn answers(
        &self,
        machine: &mut Machine<'_>,
        goal: &Goal,
    ) -> Result<(Vec<Answer>, Ending), Failure> {
        let wanted = if self.all { usize::MAX } else { 1 };
        let mut answers = Vec::new();
        for answer in machine.solve(goal).take(wanted) {
            match answer {
                Ok(answer) => answers.push(answer),
                Err(QueryError::Limit(limit)) => {
                    return Ok((answers, Ending::Limit(limit.to_string())));
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok((answers, Ending::Complete))
    }
}

/// The named variables of the goal with what they stand for.
fn bindings<'g>(goal: &'g Goal, answer: &Answer, operators: &Operators) -> Vec<(&'g str, String)> {
    let writer = TermWriter::new().operators(operators);
    goal.names()
        .iter()
        .filter(|(name, _)| !name.starts_with('_'))
        .map(|(name, var)| (name.as_str(), writer.term(&answer.values[var.0 as usize])))
        .collect()
}

fn to_object(row: &[(&str, String)]) -> Value {
    let fields = row
        .iter()
        .map(|(name, text)| ((*name).to_owned(), json!(text)));
    Value::Object(fields.collect::<Map<_, _>>())
}

fn print_answers(rows: &[Vec<(&str, String)>]) {
    for row in rows {
        if row.is_empty() {
            println!("yes");
            continue;
        }
        let parts: Vec<String> = row
            .iter()
            .map(|(name, text)| format!("{name} = {text}"))
            .collect();
        println!("{}", parts.join(", "));
    }
}
