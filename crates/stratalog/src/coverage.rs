//! Which clause of a theory covers which example, and why.
//!
//! A clause covers an example if its head matches the example and its body follows
//! from the background and the theory. The body with its variables filled in says
//! why.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use stratalog_ilp::files;
use stratalog_logic::{Clause, Limits, Machine, Program, Reader, Source, Term, Var};
use stratalog_run::{Control, Ended};

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::Error;

/// The steps that the search for the reason of one example may take.
const STEPS: u64 = 1_000_000;
/// Examples that are looked at; there may be more.
const EXAMPLES: usize = 500;

/// Asks which clause covers which example.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Request {
    /// The learning problem: a folder or a file.
    pub path: PathBuf,
    /// The number of the problem, from 0, where the file has several.
    #[serde(default)]
    pub problem: usize,
    /// The clauses of the theory, in Prolog.
    pub clauses: Vec<String>,
}

/// Which clause covers which example.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The examples, the positive ones first.
    pub examples: Vec<CoveredExample>,
    /// Whether all examples were looked at.
    #[serde(flatten)]
    pub ended: Ended,
}

/// An example and what covers it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CoveredExample {
    /// The example.
    pub example: String,
    /// Whether it is a positive one.
    pub positive: bool,
    /// The number of the first clause that covers it, from 1; none if no clause
    /// does.
    pub clause: Option<usize>,
    /// The body of that clause with its variables filled in.
    pub because: Vec<String>,
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        Verdict::of_run(&self.ended, true)
    }
}

impl Request {
    /// Looks at one example after the other.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        let source = Source::new("the theory", self.clauses.join("\n"));
        let mut clauses = Vec::new();
        for read in Reader::new(&source) {
            let read = read.map_err(|error| Error::syntax(&source, &[error]))?;
            clauses.push(Clause::from_term(&read.term));
        }
        let loaded = files::read(&self.path)?;
        let Some(problem) = loaded.problems.get(self.problem) else {
            return Err(Error::input("the files have no such problem"));
        };
        let program = loaded.background_with(&clauses)?;
        let positives = problem.positives.iter().map(|example| (example, true));
        let negatives = problem.negatives.iter().map(|example| (example, false));
        let mut examples = Vec::new();
        let mut ended = Ended::Done;
        for (example, positive) in positives.chain(negatives) {
            if control.is_stopped() {
                ended = Ended::Stopped;
                break;
            }
            if examples.len() == EXAMPLES {
                ended = Ended::Limit(format!("{EXAMPLES} examples"));
                break;
            }
            let mut found = clauses
                .iter()
                .enumerate()
                .filter_map(|(at, clause)| Some((at + 1, proof(&program, clause, example)?)));
            let found = found.next();
            examples.push(CoveredExample {
                example: example.to_string(),
                positive,
                clause: found.as_ref().map(|(number, _)| *number),
                because: found.map(|(_, because)| because).unwrap_or_default(),
            });
        }
        Ok(Answer { examples, ended })
    }
}

/// The body of a clause that covers an example, filled in; nothing where it does
/// not, or where a limit is reached before it does.
fn proof(program: &Program, clause: &Clause, example: &Term) -> Option<Vec<String>> {
    // The variables of a clause that was read are numbered from 0 without gaps.
    let count = clause.to_term().variables().len() as u32;
    let filled = Term::Var(Var(count));
    let equal = |left: Term, right: Term| Term::compound("=", [left, right]);
    let literals = Term::list(clause.body.iter().cloned());
    let mut goals = vec![equal(clause.head.clone(), example.clone())];
    goals.extend(clause.body.iter().cloned());
    goals.push(equal(filled, literals));
    let goal = Term::conjunction(goals);
    let query = program.query(&goal).ok()?;
    let mut machine = Machine::new(program).with_limits(Limits::default().with_steps(STEPS));
    let answer = machine.solve(&query).next()?.ok()?;
    let filled = answer.values.get(count as usize)?.as_list()?;
    Some(filled.iter().map(Term::to_string).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_example_names_the_clause_that_covers_it_and_why() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            std::fs::write(folder.path().join(name), text).expect("it is written");
        };
        write("bk.pl", "parent(a, b). parent(b, c). married(a, d).");
        write(
            "bias.pl",
            "head_pred(kin, 2). body_pred(parent, 2). body_pred(married, 2).",
        );
        write(
            "exs.pl",
            "pos(kin(a, b)). pos(kin(a, c)). pos(kin(a, d)). neg(kin(b, d)).",
        );
        let request = Request {
            path: folder.path().to_owned(),
            clauses: vec![
                "kin(A, B) :- parent(A, B).".to_owned(),
                "kin(A, B) :- parent(A, C), kin(C, B).".to_owned(),
            ],
            ..Request::default()
        };
        let answer = request.run(&Control::default()).expect("it is read");
        let found: Vec<_> = answer
            .examples
            .iter()
            .map(|one| (one.example.as_str(), one.clause, one.because.join("; ")))
            .collect();
        let found: Vec<_> = found
            .iter()
            .map(|(example, clause, because)| (*example, *clause, because.as_str()))
            .collect();
        assert_eq!(
            found,
            [
                ("kin(a,b)", Some(1), "parent(a,b)"),
                ("kin(a,c)", Some(2), "parent(a,b); kin(b,c)"),
                ("kin(a,d)", None, ""),
                ("kin(b,d)", None, ""),
            ]
        );
    }
}
