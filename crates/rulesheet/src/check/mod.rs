//! What is wrong with a rulesheet, in words a game designer understands.
//!
//! First the clauses are looked at one by one and together; if they make a game,
//! random games are played to find positions in which the rules do not say what
//! happens. Everything is bounded: a rulesheet that cannot be looked at to the
//! end is told so.

mod clauses;
mod place;
mod play;

use std::time::Duration;

use super::game::{Evaluation, RulesheetGame};
use super::ground::Budget;
use super::sheet::{Rulesheet, Syntax};
use place::Places;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The rulesheet cannot be used as it is, or does not mean what it should.
    Error,
    /// It can be used, but somebody should look.
    Warning,
}

impl Severity {
    /// `error` or `warning`.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// One thing that is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// What is wrong, and what to do about it.
    pub message: String,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The roles, in order, where they are known.
    pub roles: Vec<String>,
    /// What is wrong, by place.
    pub problems: Vec<Problem>,
}

impl Report {
    /// Whether there are no errors.
    pub fn is_ok(&self) -> bool {
        self.problems.iter().all(|p| p.severity != Severity::Error)
    }
}

/// How much looking may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// For making the game.
    pub budget: Budget,
    /// Random games to play.
    pub games: u64,
    /// Joint moves to make in all.
    pub steps: u64,
    /// Time for playing.
    pub time: Duration,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            budget: Budget::default(),
            games: 300,
            steps: 100_000,
            time: Duration::from_secs(10),
        }
    }
}

/// What is gathered while looking.
struct Findings<'a> {
    sheet: &'a Rulesheet,
    places: Places<'a>,
    report: Report,
}

impl Findings<'_> {
    fn add(&mut self, severity: Severity, place: (u32, u32), message: impl Into<String>) {
        let problem = Problem {
            severity,
            line: place.0,
            column: place.1,
            message: message.into(),
        };
        if !self.report.problems.contains(&problem) {
            self.report.problems.push(problem);
        }
    }

    /// An error in a file of ours; a warning in one that was published and is
    /// played in spite of it.
    fn strictness(&self) -> Severity {
        match self.sheet.syntax {
            Syntax::Prolog => Severity::Error,
            Syntax::Kif => Severity::Warning,
        }
    }
}

/// Looks for everything that is wrong with a rulesheet.
pub fn check(sheet: &Rulesheet, effort: Effort) -> Report {
    let mut findings = Findings {
        sheet,
        places: Places::new(sheet),
        report: Report::default(),
    };
    for mistake in &sheet.mistakes {
        let message = match &mistake.expected {
            Some(expected) => format!("{}; expected {expected}", mistake.message),
            None => mistake.message.clone(),
        };
        findings.add(Severity::Error, (mistake.line, mistake.column), message);
    }
    clauses::check(&mut findings);
    if findings.report.is_ok() {
        match RulesheetGame::new(sheet, Evaluation::Best(effort.budget)) {
            Ok(game) => play::check(&game, effort, &mut findings),
            Err(error) => findings.add(Severity::Error, (1, 1), error.to_string()),
        }
    }
    findings
        .report
        .problems
        .sort_by_key(|p| (p.line, p.column, p.severity));
    findings.report
}
