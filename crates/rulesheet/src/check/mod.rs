//! What is wrong with a rulesheet, in words a game designer understands.
//!
//! First the clauses are checked, each and all together; if they make a game,
//! positions are visited and random games are played to find positions in which
//! the rules do not say what happens. Everything is bounded, and the report says
//! how much was tried.

pub(super) mod clauses;
mod given;
mod place;
mod play;
mod roles;

use std::time::Duration;

use rustc_hash::FxHashSet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use stratalog_run::Stop;

use super::fault::Refusal;
use super::game::{DEPENDS_ON_ITS_NEGATION, EngineChoice, RulesheetGame};
use super::ground::Budget;
use super::rule_use::UnusedRule;
use super::sheet::{Rulesheet, Syntax};
use place::Places;

/// How bad a problem is.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
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

/// Something wrong with a rulesheet, and where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RuleProblem {
    /// How bad it is.
    pub severity: Severity,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// What is wrong, and what to do about it.
    pub message: String,
}

/// The result of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckReport {
    /// The roles, in order, where they are known.
    pub roles: Vec<String>,
    /// What is wrong, by place.
    pub problems: Vec<RuleProblem>,
    /// Positions that were visited one by one.
    pub positions: u64,
    /// Whether these are all positions of the game.
    pub is_complete: bool,
    /// Random games that were played.
    pub games: u64,
    /// Random games that had not ended after the most moves a game may have.
    pub endless: u64,
    /// Rules that applied in none of these positions and games, although they might in
    /// others.
    pub unused: Vec<UnusedClause>,
}

/// A clause that was never seen to apply.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct UnusedClause {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// Its text, on one line.
    pub text: String,
}

impl UnusedClause {
    /// The clauses with these numbers.
    pub fn of(sheet: &Rulesheet, unused: &[UnusedRule]) -> Vec<UnusedClause> {
        let clauses = unused
            .iter()
            .filter_map(|rule| sheet.clauses.get(rule.clause));
        let described = clauses.map(|clause| {
            let text = sheet
                .source
                .text
                .get(clause.read.span.clone())
                .unwrap_or("");
            UnusedClause {
                line: clause.read.line,
                column: clause.read.column,
                text: text.split_whitespace().collect::<Vec<&str>>().join(" "),
            }
        });
        described.collect()
    }
}

impl CheckReport {
    /// Whether there are no errors.
    pub fn is_ok(&self) -> bool {
        self.problems.iter().all(|p| p.severity != Severity::Error)
    }
}

/// How much a check may cost.
#[derive(Clone, Debug)]
pub struct CheckEffort {
    /// For making the game.
    pub budget: Budget,
    /// Positions to visit one by one.
    pub positions: u64,
    /// Random games to play.
    pub games: u64,
    /// Joint moves to make in random games.
    pub steps: u64,
    /// Time for playing.
    pub time: Duration,
    /// A request to stop playing.
    pub stop: Stop,
}

impl Default for CheckEffort {
    fn default() -> CheckEffort {
        CheckEffort {
            budget: Budget::default(),
            positions: 3_000,
            games: 300,
            steps: 100_000,
            time: Duration::from_secs(5),
            stop: Stop::default(),
        }
    }
}

/// What is gathered while checking.
pub(super) struct Findings<'a> {
    sheet: &'a Rulesheet,
    places: Places<'a>,
    report: CheckReport,
    /// The problems that were added, so that none is reported twice.
    known: FxHashSet<(Severity, (u32, u32), String)>,
}

impl<'a> Findings<'a> {
    /// Nothing yet but what could not be read.
    fn new(sheet: &'a Rulesheet) -> Findings<'a> {
        let mut findings = Findings {
            sheet,
            places: Places::new(sheet),
            report: CheckReport {
                roles: Vec::new(),
                problems: Vec::new(),
                positions: 0,
                is_complete: true,
                games: 0,
                endless: 0,
                unused: Vec::new(),
            },
            known: FxHashSet::default(),
        };
        for mistake in &sheet.mistakes {
            let message = match &mistake.expected {
                Some(expected) => format!("{}; expected {expected}", mistake.message),
                None => mistake.message.clone(),
            };
            findings.add(Severity::Error, (mistake.line, mistake.column), message);
        }
        findings
    }

    fn add(&mut self, severity: Severity, place: (u32, u32), message: impl Into<String>) {
        let message = message.into();
        if self.known.insert((severity, place, message.clone())) {
            self.report.problems.push(RuleProblem {
                severity,
                line: place.0,
                column: place.1,
                message,
            });
        }
    }

    /// Adds the reason why the clauses make no game.
    fn add_refusal(&mut self, refusal: &Refusal) {
        let is_loop = refusal.cause.contains(DEPENDS_ON_ITS_NEGATION);
        let mut is_placed = false;
        for problem in &mut self.report.problems {
            if is_loop && problem.message.contains(clauses::THROUGH_NEGATION) {
                problem.severity = Severity::Error;
                is_placed = true;
            }
        }
        if !is_placed {
            let place = refusal.clause.map(|clause| self.places.clause(clause));
            self.add(Severity::Error, place.unwrap_or((1, 1)), &*refusal.cause);
        }
    }

    /// An error in a file of ours; a warning in a published one, which is played
    /// in spite of it.
    fn strictness(&self) -> Severity {
        match self.sheet.syntax {
            Syntax::Prolog => Severity::Error,
            Syntax::Kif => Severity::Warning,
        }
    }
}

/// Finds what is wrong with a rulesheet.
pub fn check(sheet: &Rulesheet, effort: CheckEffort) -> CheckReport {
    let mut findings = Findings::new(sheet);
    clauses::check(&mut findings);
    if findings.report.is_ok() {
        let choice = EngineChoice::Best(effort.budget);
        match RulesheetGame::make(sheet, choice, &effort.stop) {
            Ok(game) => play::check(&game, effort, &mut findings),
            Err(_) if effort.stop.is_requested() => findings.report.is_complete = false,
            Err(refusal) => findings.add_refusal(&refusal),
        }
    }
    findings
        .report
        .problems
        .sort_by_key(|p| (p.line, p.column, p.severity));
    findings.report
}
