//! `stratalog induce PATH`: clauses learned from the user's own files.

use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use stratalog_ilp::files;
use stratalog_ilp::files::Task;
use stratalog_ilp::modes::{
    Confusion, Evaluation, Learner, Method, Report, SearchEnd, Settings, cross_validate,
};
use stratalog_logic::{LimitReached, QueryError, TermWriter};
use stratalog_run::Interval;
use stratalog_run::Seed;

use super::induce_metarules;
use crate::Common;
use crate::outcome::{Exit, Failure, print_json};
use crate::waiting::with_spinner;

/// Learn clauses from background knowledge, modes and examples in Prolog files
///
/// Reads Aleph's x.b, x.f and x.n or its one-file form, Popper's bk.pl, bias.pl
/// and exs.pl, CProgol's file, and single files with modeh, modeb, pos(...) and
/// neg(...). Settings that are not honoured are named on standard error. With
/// metarules: body_pred and metarule facts as in Metagol, the background's
/// clauses, and examples as pos(...), neg(...) or learn(Pos, Neg).
#[derive(Args)]
pub struct Induce {
    /// A folder with one problem, or its file
    pub path: PathBuf,
    /// How hypotheses are made
    #[arg(long, value_enum, default_value_t = Kind::Modes)]
    method: Kind,
    /// How clauses are searched for
    #[arg(long, value_enum)]
    search: Option<Search>,
    /// What makes a clause good
    #[arg(long, value_enum)]
    evaluation: Option<Function>,
    /// The most literals of a body
    #[arg(long, value_name = "N")]
    length: Option<usize>,
    /// How many calls deep a variable may be
    #[arg(long, value_name = "N")]
    depth: Option<usize>,
    /// The most clauses one search may explore
    #[arg(long, value_name = "N")]
    nodes: Option<usize>,
    /// The most negatives a clause may cover
    #[arg(long, value_name = "N")]
    noise: Option<usize>,
    /// The fewest positives a clause must cover
    #[arg(long, value_name = "N")]
    min_positives: Option<usize>,
    /// The least share of positives among what a clause covers
    #[arg(long, value_name = "SHARE")]
    min_accuracy: Option<f64>,
    /// Examples searched from at once
    #[arg(long, value_name = "N")]
    seeds: Option<usize>,
    /// The most steps of one query
    #[arg(long, value_name = "N")]
    pub limit_steps: Option<u64>,
    /// With metarules, the most clauses [default: as the files say, or 6]
    #[arg(long, value_name = "N")]
    pub max_clauses: Option<usize>,
    /// Learn so many times with another part of the examples left out, and test on it
    #[arg(long, value_name = "N", default_value_t = 0)]
    folds: usize,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// From mode declarations
    Modes,
    /// From metarules, with invented predicates and recursion
    Metarules,
}

#[derive(Clone, Copy, ValueEnum)]
enum Search {
    BestFirst,
    AStar,
    Ida,
    IdaMacros,
    Greedy,
}

#[derive(Clone, Copy, ValueEnum)]
enum Function {
    Coverage,
    Compression,
    Accuracy,
    MEstimate,
    Gain,
}

impl Induce {
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        if let Kind::Metarules = self.method {
            return induce_metarules::run(self, common);
        }
        let started = Instant::now();
        let task = files::read(&self.path)?;
        for note in &task.notes {
            eprintln!("{}: {}", note.place, note.text);
        }
        let settings = self.settings(&task.settings, common);
        let report = with_spinner("learning", || {
            Learner::new(&task.problem).settings(settings.clone()).run()
        })?;
        let learning = started.elapsed().as_secs_f64();
        check_background(&task, &report)?;
        let validated = match self.folds {
            0 | 1 => None,
            folds => Some(with_spinner("validating", || {
                cross_validate(&task.problem, &settings, folds)
            })?),
        };
        let confusion = Confusion::of(&task.problem, &report.coverage);
        let advice = advice(&report, &settings);
        if common.json {
            let mut object = json!({
                "clauses": clauses(&report),
                "true_positives": confusion.true_positives,
                "false_positives": confusion.false_positives,
                "true_negatives": confusion.true_negatives,
                "false_negatives": confusion.false_negatives,
                "accuracy": confusion.accuracy(),
                "explored": report.explored(),
                "searches": report.searches.len(),
                "tests": report.tests,
                "limits_reached": report.limits_reached,
                "stopped": advice.as_deref().unwrap_or("every positive example is covered"),
                "seconds": learning,
            });
            if let Some(validated) = &validated {
                object["cross_validation"] = validation_json(validated, self.folds);
            }
            print_json(&object);
        } else {
            print(&report, &confusion, learning);
            if let Some(validated) = &validated {
                let interval = Interval::wilson(validated.right() as u64, validated.all() as u64);
                println!(
                    "{}-fold held-out accuracy: {:.1}% ({:.1} to {:.1}%)",
                    self.folds,
                    100.0 * validated.accuracy(),
                    100.0 * interval.low,
                    100.0 * interval.high
                );
            }
            if let Some(advice) = &advice {
                println!("{advice}");
            }
        }
        let is_nothing = report.theory.is_empty();
        Ok(if is_nothing { Exit::No } else { Exit::Done })
    }

    fn settings(&self, asked: &Settings, common: &Common) -> Settings {
        let mut settings = asked.clone();
        settings.seed = Seed(common.seed);
        if let Some(search) = self.search {
            settings.method = match search {
                Search::BestFirst => Method::BestFirst,
                Search::AStar => Method::AStar,
                Search::Ida => Method::IdaStar,
                Search::IdaMacros => Method::IdaStarMacros,
                Search::Greedy => Method::GreedyMacros,
            };
        }
        if let Some(function) = self.evaluation {
            settings.evaluation = match function {
                Function::Coverage => Evaluation::Coverage,
                Function::Compression => Evaluation::Compression,
                Function::Accuracy => Evaluation::Accuracy,
                Function::MEstimate => Evaluation::MEstimate(2.0),
                Function::Gain => Evaluation::InformationGain,
            };
        }
        settings.clause_length = self.length.unwrap_or(settings.clause_length);
        settings.variable_depth = self.depth.unwrap_or(settings.variable_depth);
        settings.nodes = self.nodes.unwrap_or(settings.nodes);
        settings.noise = self.noise.unwrap_or(settings.noise);
        settings.min_positives = self.min_positives.unwrap_or(settings.min_positives).max(1);
        settings.min_accuracy = self.min_accuracy.unwrap_or(settings.min_accuracy);
        settings.parallel_seeds = self.seeds.unwrap_or(settings.parallel_seeds).max(1);
        settings.limits.steps = self.limit_steps.unwrap_or(settings.limits.steps);
        settings
    }
}

/// A background that does not come to an end makes every result doubtful.
fn check_background(task: &Task, report: &Report) -> Result<(), Failure> {
    let Some(trouble) = &report.trouble else {
        return Ok(());
    };
    let place = &task.mode_places[trouble.mode];
    let goal = TermWriter::new().term(&trouble.goal);
    let message = match &trouble.error {
        QueryError::Limit(LimitReached::Steps(_) | LimitReached::Depth(_)) => format!(
            "{place}: asking {goal} for this mode, {}; the background may recurse without end: \
             table the predicate (:- table name/arity.) or raise --limit-steps",
            trouble.error
        ),
        error => format!("{place}: asking {goal} for this mode: {error}"),
    };
    match trouble.error {
        QueryError::Limit(_) => Err(Failure::new(message)),
        QueryError::Thrown(_) => {
            eprintln!("{message}");
            Ok(())
        }
    }
}

fn clauses(report: &Report) -> Vec<String> {
    let writer = TermWriter::new();
    let text = |clause| {
        let text: String = writer.clause(clause);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    report.theory.iter().map(text).collect()
}

fn validation_json(validated: &Confusion, folds: usize) -> Value {
    json!({
        "folds": folds,
        "accuracy": validated.accuracy(),
        "ci95": Interval::wilson(validated.right() as u64, validated.all() as u64),
        "true_positives": validated.true_positives,
        "false_positives": validated.false_positives,
        "true_negatives": validated.true_negatives,
        "false_negatives": validated.false_negatives,
    })
}

/// What stopped the learner before all positives were covered, and which
/// setting to loosen.
fn advice(report: &Report, settings: &Settings) -> Option<String> {
    if report.uncovered.is_empty() {
        return None;
    }
    let left = report.uncovered.len();
    let mut text = format!("No clause was found for {left} positive examples");
    let mut searches = report.searches.iter();
    if searches
        .clone()
        .any(|search| search.end == SearchEnd::NodeLimit)
    {
        text += &format!(
            ": searches stopped at {} clauses, raise --nodes",
            settings.nodes
        );
    } else if searches.all(|search| search.bottom == 0) {
        text += ": no mode can be called with the examples' values, check the types \
                 of modeh and modeb";
    } else if let Some((clause, counts)) = &report.closest {
        let clause = TermWriter::new().clause(clause);
        let clause = clause.split_whitespace().collect::<Vec<_>>().join(" ");
        let length = match settings.clause_length {
            1 => "1 literal".to_owned(),
            length => format!("{length} literals"),
        };
        text += &format!(
            ": every clause of up to {length} was tried. The closest, {clause} covers {} \
             positives and {} negatives; allow longer clauses with --length, or deeper \
             variables with --depth",
            counts.positives, counts.negatives
        );
        // A clause that is wrong more often than right is no matter of noise.
        if counts.negatives <= counts.positives {
            text += &format!(
                ", or, if some examples may be wrong, --noise {}",
                counts.negatives
            );
        }
    } else {
        text += &format!(
            ": no clause covers {} of them; lower --min-positives",
            settings.min_positives
        );
    }
    Some(text + ".")
}

fn print(report: &Report, confusion: &Confusion, seconds: f64) {
    let writer = TermWriter::new().spaced();
    for clause in &report.theory {
        println!("{}", writer.clause(clause).trim_end());
    }
    if !report.theory.is_empty() {
        println!();
    }
    println!(
        "positives: {} covered, {} not; negatives: {} covered, {} not; accuracy {:.1}%",
        confusion.true_positives,
        confusion.false_negatives,
        confusion.false_positives,
        confusion.true_negatives,
        100.0 * confusion.accuracy()
    );
    println!(
        "{} clauses explored in {} searches, {} coverage tests, {seconds:.2} seconds",
        report.explored(),
        report.searches.len(),
        report.tests
    );
}
