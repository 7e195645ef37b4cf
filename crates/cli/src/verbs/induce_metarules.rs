//! `stratalog induce DIR --method metarules`.

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::json;
use stratalog_ilp::metarules::Stopped;
use stratalog_ilp::metarules::problem::Problem;
use stratalog_logic::Source;

use super::induce::Induce;
use crate::Common;
use crate::outcome::{Exit, Failure, print_json};
use crate::text::read_source;
use crate::waiting::with_spinner;

/// Proof steps after which the search gives up.
const DEFAULT_STEPS: u64 = 10_000_000;

pub fn run(call: &Induce, common: &Common) -> Result<Exit, Failure> {
    let sources = sources(&call.path)?;
    let mut problem = Problem::read(&sources)?;
    if let Some(max_clauses) = call.max_clauses {
        problem.max_clauses = max_clauses;
    }
    let started = Instant::now();
    let steps = call.limit_steps.unwrap_or(DEFAULT_STEPS);
    let solved = with_spinner("learning", || problem.solve(steps))?;
    let seconds = started.elapsed().as_secs_f64();
    if common.json {
        print_json(&json!({
            "clauses": solved.lines,
            "true_positives": solved.true_positives,
            "false_positives": solved.false_positives,
            "true_negatives": problem.negative.len() - solved.false_positives,
            "false_negatives": problem.positive.len() - solved.true_positives,
            "explored": solved.report.steps,
            "seconds": seconds,
        }));
    } else {
        for dropped in &solved.report.dropped {
            eprintln!("left out: {dropped}");
        }
        if solved.cut_short > 0 {
            eprintln!(
                "{} calls of the background ended in an error or at a limit and were taken to have no answers",
                solved.cut_short
            );
        }
        for line in &solved.lines {
            println!("{line}");
        }
        println!(
            "\n{} of {} positive and {} of {} negative examples are proven; {} proof steps, {seconds:.3} seconds",
            solved.true_positives,
            problem.positive.len(),
            solved.false_positives,
            problem.negative.len(),
            solved.report.steps
        );
    }
    Ok(match solved.report.stopped {
        Stopped::Found => Exit::Done,
        Stopped::NoProgram { max_clauses } => {
            eprintln!(
                "stratalog: no program of at most {max_clauses} clauses fits; allow more (--max-clauses), or give more metarules or background"
            );
            Exit::No
        }
        Stopped::OutOfSteps { steps } => {
            eprintln!(
                "stratalog: nothing found in {steps} proof steps; allow more (--limit-steps)"
            );
            Exit::Limit
        }
    })
}

/// The Prolog files of a folder in order of their names, or the one file.
fn sources(path: &Path) -> Result<Vec<Source>, Failure> {
    if path.is_file() {
        return Ok(vec![read_source(path)?]);
    }
    let unreadable = |error| {
        Failure::new(format!(
            "cannot read the folder {}: {error}",
            path.display()
        ))
    };
    let mut files: Vec<PathBuf> = std::fs::read_dir(path)
        .map_err(unreadable)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|file| file.extension().is_some_and(|ending| ending == "pl"))
        .collect();
    files.sort();
    if files.is_empty() {
        return Err(Failure::new(format!(
            "there is no Prolog file (.pl) in {}",
            path.display()
        )));
    }
    files.iter().map(|file| read_source(file)).collect()
}
