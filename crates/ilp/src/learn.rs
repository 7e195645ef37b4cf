//! One call for all methods: a problem and settings become a theory.

use stratalog_logic::{Clause, Term};
use stratalog_run::Ended;

use crate::bits::Bits;
use crate::budget::Budget;
use crate::error::Error;
use crate::failures::FailureLearner;
use crate::metarules::{Background, LogicBackground, Mil, Stopped};
use crate::method::Method;
use crate::modes::{CoveringSettings, Learner, Stop, advice};
use crate::problem::Problem;
use crate::theory::{Coverage, Theory};

/// The most clauses of a metarule program where neither the files nor the user
/// give a limit.
const DEFAULT_MAX_CLAUSES: usize = 6;

/// CoveringSettings of all methods. Each method reads those that concern it.
#[derive(Clone, Debug)]
pub struct LearningSettings {
    /// The settings of mode-directed learning.
    pub modes: CoveringSettings,
    /// The most proof steps of meta-interpretive learning.
    pub proof_steps: u64,
    /// The most clauses of a metarule program; as the files say if none is given.
    pub max_clauses: Option<usize>,
    /// The most literals of a theory that learning from failures considers.
    pub max_size: Option<usize>,
}

impl Default for LearningSettings {
    fn default() -> LearningSettings {
        LearningSettings {
            modes: CoveringSettings::default(),
            proof_steps: 10_000_000,
            max_clauses: None,
            max_size: None,
        }
    }
}

/// Learns a theory for a problem.
pub fn learn(
    problem: &Problem,
    method: Method,
    settings: &LearningSettings,
    budget: &Budget,
) -> Result<Theory, Error> {
    if let Some(missing) = method.lacks(problem) {
        return Err(Error::WrongMethod { method, missing });
    }
    match method {
        Method::Failures => FailureLearner::new(problem)
            .max_size(settings.max_size)
            .budget(budget.clone())
            .run(),
        Method::Modes => by_modes(problem, &settings.modes, budget),
        Method::Metarules => by_metarules(problem, settings, budget),
    }
}

fn by_modes(
    problem: &Problem,
    settings: &CoveringSettings,
    budget: &Budget,
) -> Result<Theory, Error> {
    let learner = Learner::new(problem).settings(settings.clone());
    let report = learner.budget(budget.clone()).run()?;
    let mut notes = Vec::new();
    if let Some(trouble) = &report.trouble {
        if trouble.is_limit() {
            return Err(Error::EndlessBackground {
                mode: trouble.mode,
                problem: trouble.describe(),
            });
        }
        notes.push(trouble.describe());
    }
    Ok(Theory {
        method: Method::Modes,
        clauses: report.theory.iter().map(Clause::from_term).collect(),
        is_proven: false,
        coverage: report.coverage.clone(),
        explored: report.explored() as u64,
        tests: report.tests,
        limits_reached: report.limits_reached,
        ended: match report.stop {
            Stop::OutOfBudget => budget.end().unwrap_or(Ended::Stopped),
            Stop::AllCovered | Stop::GaveUp => Ended::Done,
        },
        advice: advice(&report, settings),
        notes,
    })
}

fn by_metarules(
    problem: &Problem,
    settings: &LearningSettings,
    budget: &Budget,
) -> Result<Theory, Error> {
    let bias = &problem.bias;
    let mut background = LogicBackground::new(&problem.background, bias.predicates.clone());
    let max_clauses = settings.max_clauses.or(bias.max_clauses);
    let mut learner = Mil::new(&mut background)
        .metarules(bias.metarules.iter().cloned())
        .interpreted(bias.interpreted.iter().cloned())
        .positives(problem.positives.iter().cloned())
        .negatives(problem.negatives.iter().cloned())
        .max_clauses(max_clauses.unwrap_or(DEFAULT_MAX_CLAUSES))
        .max_steps(settings.proof_steps)
        .mutual()
        .budget(budget.clone());
    if bias.is_functional {
        learner = learner.functional();
    }
    let report = learner.run()?;
    let mut proven = |examples: &[Term]| {
        let mut bits = Bits::none(examples.len());
        for (at, example) in examples.iter().enumerate() {
            if !report.clauses.is_empty() && background.proves(&report.clauses, example) {
                bits.insert(at);
            }
        }
        bits
    };
    let coverage = Coverage {
        positives: proven(&problem.positives),
        negatives: proven(&problem.negatives),
    };
    let dropped = report.dropped.iter();
    let mut notes: Vec<String> = dropped
        .map(|left_out| format!("left out: {left_out}"))
        .collect();
    if background.cut_short() > 0 {
        notes.push(format!(
            "{} calls of the background ended in an error or at a limit and counted as failed",
            background.cut_short()
        ));
    }
    let (ended, advice) = match report.stopped {
        Stopped::Found => (Ended::Done, None),
        Stopped::NoProgram { max_clauses } => (
            Ended::Done,
            Some(format!(
                "No program of at most {max_clauses} clauses fits; allow more with \
                 --max-clauses, or give more metarules or background."
            )),
        ),
        Stopped::OutOfSteps { steps } => (
            Ended::Limit(format!("{steps} proof steps")),
            Some(format!(
                "Nothing was found in {steps} proof steps; allow more with --limit-steps."
            )),
        ),
        Stopped::OutOfBudget => {
            let ended = budget.end().unwrap_or(Ended::Stopped);
            (
                ended,
                Some("The search was stopped before it found a program.".to_owned()),
            )
        }
    };
    Ok(Theory {
        method: Method::Metarules,
        clauses: report.clauses.iter().map(Clause::from_term).collect(),
        // Programs are tried by the number of clauses, not of literals.
        is_proven: false,
        coverage,
        explored: report.steps,
        tests: report.programs,
        limits_reached: background.cut_short(),
        ended,
        advice,
        notes,
    })
}
