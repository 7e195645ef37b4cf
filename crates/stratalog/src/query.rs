//! Asks a logic program: all answers to a goal, or the first.
//!
//! [`Request`] is the whole call. A face that shows answers as they are found,
//! or that asks several goals, reads the files once ([`Loaded`]) and opens a
//! [`Session`].

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use stratalog_logic::{
    Limits, Machine, Program, ProgramBuilder, ProgramError, ProofStep, ProvedBy, Query, QueryError,
    Source, TermWriter,
};
use stratalog_run::{Clock, Control, Elapsed, Event};

pub use stratalog_logic::{Evaluable, LibraryPredicate, library_predicates};

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::{Diagnostic, Error};
use crate::input::read_source;

/// Asks a goal of the program in some files.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Request {
    /// The program: Prolog, or KIF where a name ends in `.kif`; `-` is standard
    /// input.
    pub files: Vec<PathBuf>,
    /// What to ask, and how far to search.
    #[serde(flatten)]
    pub question: Question,
}

/// A goal and how far to search for its answers.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Question {
    /// The goal, as in `path(a, X), X \== b`.
    pub goal: String,
    /// Whether to find all answers, not only the first.
    pub all: bool,
    /// Whether to give a proof with every answer.
    pub why: bool,
    /// When to give up.
    pub limits: QueryLimits,
}

/// What a query may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct QueryLimits {
    /// Inference steps.
    pub steps: u64,
    /// Nested calls.
    pub depth: usize,
    /// Bytes.
    pub memory: usize,
}

impl Default for QueryLimits {
    fn default() -> QueryLimits {
        let Limits {
            steps,
            depth,
            memory,
        } = Limits::default();
        QueryLimits {
            steps,
            depth,
            memory,
        }
    }
}

/// Whether a goal has an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QueryOutcome {
    /// It has at least one.
    Yes,
    /// It has none.
    No,
    /// A limit was reached before that was known.
    Limit,
}

/// The answers to a goal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// Whether there is an answer.
    pub outcome: QueryOutcome,
    /// The answers found, in order.
    pub answers: Vec<Row>,
    /// The proofs of the answers, in the same order, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why: Option<Vec<Vec<Because>>>,
    /// What the goal wrote.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub output: String,
    /// Whether the search ended by itself: without `all`, at the first answer.
    pub complete: bool,
    /// The limit that ended the search, in words.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub limit: Option<String>,
    /// Inference steps taken.
    pub steps: u64,
    /// The time the search took, without reading the files.
    #[serde(flatten)]
    pub elapsed: Elapsed,
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        if self.complete {
            Verdict::of(self.outcome == QueryOutcome::Yes)
        } else {
            Verdict::Limit
        }
    }
}

/// A step of a proof. Steps that prove a goal follow it and are one deeper.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Because {
    /// 0 for the goals that were asked.
    pub depth: usize,
    /// The goal as it was proved.
    pub goal: String,
    /// Why it holds: `fact`, `rule`, `call` (a built-in or library predicate, or a
    /// clause that was asserted) or `negation`.
    pub by: String,
    /// Where the clause is, as `file:line`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub at: Option<String>,
}

impl Because {
    fn new(step: &ProofStep, writer: &TermWriter<'_>) -> Because {
        let by = match step.by {
            ProvedBy::Fact => "fact",
            ProvedBy::Rule => "rule",
            ProvedBy::Call => "call",
            ProvedBy::Negation => "negation",
        };
        Because {
            depth: step.depth,
            goal: writer.term(&step.goal),
            by: by.to_owned(),
            at: step.place.clone(),
        }
    }
}

/// One answer: the variables of the goal in order, with their values as text.
/// Serialised, it is a map.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Row(pub Vec<(String, String)>);

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Row, D::Error> {
        struct RowVisitor;
        impl<'de> Visitor<'de> for RowVisitor {
            type Value = Row;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a map from variables to values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Row, A::Error> {
                let mut row = Row::default();
                while let Some(entry) = map.next_entry()? {
                    row.0.push(entry);
                }
                Ok(row)
            }
        }
        deserializer.deserialize_map(RowVisitor)
    }
}

impl Request {
    /// The answers. Each is also an [`Event::Row`] when it is found.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        let loaded = if self.question.why {
            Loaded::explaining(&self.files)?
        } else {
            Loaded::read(&self.files)?
        };
        let mut answers = Vec::new();
        let mut proofs = Vec::new();
        let mut output = String::new();
        let asked = loaded
            .session(control)
            .ask(&self.question, control, |found| {
                output.push_str(found.output);
                answers.push(found.row.clone());
                proofs.extend(found.why.map(<[Because]>::to_vec));
                ControlFlow::Continue(())
            });
        let asked = asked?;
        output.push_str(&asked.output);
        Ok(Answer {
            answers,
            why: self.question.why.then_some(proofs),
            output,
            ..asked
        })
    }
}

/// The program of some files, ready to be asked.
pub struct Loaded {
    program: Program,
}

impl Loaded {
    /// Reads and compiles the files, in order, as one program.
    pub fn read(files: &[PathBuf]) -> Result<Loaded, Error> {
        Loaded::build(files, Program::builder())
    }

    /// Reads and compiles the files as a program that can prove its answers.
    pub fn explaining(files: &[PathBuf]) -> Result<Loaded, Error> {
        let mut builder = Program::builder();
        builder.explain();
        Loaded::build(files, builder)
    }

    fn build(files: &[PathBuf], mut builder: ProgramBuilder) -> Result<Loaded, Error> {
        let mut sources = Vec::new();
        let mut errors = Vec::new();
        for file in files {
            let source = read_source(file)?;
            let read = if is_kif(file) {
                builder.consult_kif(&source)
            } else {
                builder.consult(&source)
            };
            errors.extend(read.err().into_iter().flatten());
            sources.push(source);
        }
        if !errors.is_empty() {
            return Err(mistakes(&sources, &errors));
        }
        let program = builder.try_build();
        let program = program.map_err(|errors| mistakes(&sources, &errors))?;
        Ok(Loaded { program })
    }

    /// The predicates the files define, as `name/arity`.
    pub fn predicates(&self) -> Vec<String> {
        let predicates = self.program.predicates();
        predicates.iter().map(ToString::to_string).collect()
    }

    /// Starts asking. Clauses that a goal asserts remain for the next.
    pub fn session(&self, control: &Control) -> Session<'_> {
        let mut machine = Machine::new(&self.program);
        let stop = control.stop().clone();
        machine.stop_when(move || stop.is_requested());
        Session { machine }
    }
}

fn is_kif(file: &Path) -> bool {
    let extension = file.extension();
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case("kif"))
}

/// The mistakes of a program's texts, with their places.
pub fn mistakes(sources: &[Source], errors: &[ProgramError]) -> Error {
    let diagnostic = |error: &ProgramError| {
        let (file, line, column, message) = match error {
            ProgramError::Syntax(error) => (
                &error.source,
                error.line,
                error.column,
                error.message.clone(),
            ),
            ProgramError::Clause {
                name,
                line,
                column,
                error,
            } => (name, *line, *column, error.to_string()),
        };
        let source = sources.iter().find(|source| source.name == *file);
        Diagnostic {
            file: file.clone(),
            line,
            column,
            message,
            rendered: source.map_or_else(|| error.to_string(), |source| error.render(source)),
        }
    };
    Error::Text(errors.iter().map(diagnostic).collect())
}

/// An answer when it is found.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    /// The answer.
    pub row: &'a Row,
    /// Its proof, if proofs were asked for.
    pub why: Option<&'a [Because]>,
    /// What the goal wrote since the answer before.
    pub output: &'a str,
    /// Whether it is known to be the last.
    pub is_last: bool,
}

/// Goals asked one after the other of one program.
pub struct Session<'p> {
    machine: Machine<'p>,
}

impl Session<'_> {
    /// Asks a goal; `each` sees every answer when it is found and may end the
    /// search. The answer's own lists of answers and proofs stay empty, and its
    /// output is what was written after the last answer. Proofs need a program
    /// that was loaded by [`Loaded::explaining`].
    pub fn ask(
        &mut self,
        question: &Question,
        control: &Control,
        mut each: impl FnMut(Found<'_>) -> ControlFlow<()>,
    ) -> Result<Answer, Error> {
        let program = self.machine.program();
        let parsed = if question.why {
            program.parse_explained_query(&question.goal)
        } else {
            program.parse_query(&question.goal)
        };
        let query = parsed.map_err(|error| {
            let shown = error.render(&question.goal);
            Error::input(format!("the goal cannot be asked: {shown}"))
        })?;
        let QueryLimits {
            steps,
            depth,
            memory,
        } = question.limits;
        self.machine.set_limits(Limits {
            steps,
            depth,
            memory,
        });
        let writer = TermWriter::new().operators(program.operators());
        let clock = Clock::start();
        let mut outcome = QueryOutcome::No;
        let mut limit = None;
        let mut solutions = self.machine.solve(&query);
        while let Some(answer) = solutions.next() {
            match answer {
                Ok(answer) => {
                    outcome = QueryOutcome::Yes;
                    let row = row(&query, &answer, &writer);
                    if let Ok(row) = serde_json::to_value(&row) {
                        control.emit(Event::Row { row });
                    }
                    let proof = query.proof(&answer).map(|steps| {
                        let steps = steps.iter().map(|step| Because::new(step, &writer));
                        steps.collect::<Vec<Because>>()
                    });
                    let found = Found {
                        row: &row,
                        why: proof.as_deref(),
                        output: &solutions.take_output(),
                        is_last: solutions.is_finished(),
                    };
                    if each(found).is_break() || !question.all {
                        break;
                    }
                }
                Err(QueryError::Limit(reached)) => limit = Some(reached.to_string()),
                Err(error) => return Err(Error::input(error)),
            }
        }
        if limit.is_some() && outcome == QueryOutcome::No {
            outcome = QueryOutcome::Limit;
        }
        Ok(Answer {
            outcome,
            answers: Vec::new(),
            why: None,
            output: self.machine.take_output(),
            complete: limit.is_none(),
            limit,
            steps: self.machine.steps(),
            elapsed: clock.elapsed(),
        })
    }
}

/// The named variables of the goal with their values; those that begin with `_`
/// are left out.
fn row(query: &Query, answer: &stratalog_logic::Answer, writer: &TermWriter<'_>) -> Row {
    let shown = query.names().iter();
    let shown = shown.filter(|(name, _)| !name.starts_with('_'));
    let values = shown.map(|(name, var)| {
        let value = &answer.values[var.0 as usize];
        (name.clone(), writer.term(value))
    });
    Row(values.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use stratalog_run::Stop;

    fn loaded(text: &str) -> Loaded {
        let program = Program::parse(text).expect("it compiles");
        Loaded { program }
    }

    fn question(goal: &str, all: bool) -> Question {
        Question {
            goal: goal.to_owned(),
            all,
            ..Question::default()
        }
    }

    #[test]
    fn answers_are_seen_while_the_search_goes_on_and_can_end_it() {
        let loaded = loaded("n(0). n(N) :- n(M), N is M + 1.");
        let control = Control::default();
        let mut seen = Vec::new();
        let answer = loaded
            .session(&control)
            .ask(&question("n(X)", true), &control, |found| {
                seen.push(found.row.0[0].1.clone());
                if seen.len() < 3 {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })
            .expect("it can be asked");
        assert_eq!(seen, ["0", "1", "2"]);
        assert_eq!(answer.outcome, QueryOutcome::Yes);
    }

    #[test]
    fn a_stop_request_ends_a_search_without_answers() {
        let loaded = loaded("p :- p.");
        let stop = Stop::default();
        let control = Control::stopped_by(stop.clone());
        let mut session = loaded.session(&control);
        stop.request();
        let answer = session.ask(&question("p", false), &control, |_| {
            ControlFlow::Continue(())
        });
        let answer = answer.expect("it can be asked");
        assert_eq!(answer.outcome, QueryOutcome::Limit);
        assert_eq!(answer.limit.as_deref(), Some("the query was stopped"));
        assert_eq!(answer.verdict(), Verdict::Limit);
    }

    #[test]
    fn asserted_clauses_remain_for_the_next_goal() {
        let loaded = loaded(":- dynamic seen/1.");
        let control = Control::default();
        let mut session = loaded.session(&control);
        for (goal, expected) in [
            ("seen(X)", QueryOutcome::No),
            ("assertz(seen(a))", QueryOutcome::Yes),
            ("seen(X)", QueryOutcome::Yes),
        ] {
            let answer = session.ask(&question(goal, false), &control, |_| {
                ControlFlow::Continue(())
            });
            assert_eq!(answer.expect("it can be asked").outcome, expected, "{goal}");
        }
    }

    #[test]
    fn requests_and_answers_survive_json() {
        let text = r#"{"files": ["a.pl"], "goal": "p(X)", "all": true}"#;
        let request: Request = serde_json::from_str(text).expect("a request");
        assert_eq!(request.question.limits, QueryLimits::default());
        assert!(request.question.all);
        let row = Row(vec![("Y".into(), "b".into()), ("X".into(), "a".into())]);
        let text = serde_json::to_string(&row).expect("JSON");
        assert_eq!(text, r#"{"Y":"b","X":"a"}"#);
        let read: Row = serde_json::from_str(&text).expect("a row");
        assert_eq!(read, row);
    }
}
