//! Clauses learned from the user's own files.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use stratalog_ilp::explain::explain;
use stratalog_ilp::files::{self, Loaded};
use stratalog_ilp::modes::{self, cross_validate, validate_fold};
use stratalog_ilp::{
    Budget, CurveSettings, Error as IlpError, LearningSettings, Problem, Theory, learn,
    learning_curve,
};
use stratalog_logic::{Clause, Functor, Term, TermWriter};
use stratalog_papers::Unit;
use stratalog_papers::plot::{LinePlot, Point, Series};
use stratalog_run::{Clock, Control, Elapsed, Ended, Interval, Seed, file};

pub use stratalog_ilp::explain::Explanation;
pub use stratalog_ilp::{Confusion, CurvePoint, LearningCurve, Method};

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::Error;
use crate::output;

/// How often the examples are divided anew for a learning curve.
const CURVE_RUNS: usize = 10;
/// The seconds of processor time for each theory of a learning curve where no other limit
/// is given.
const CURVE_TIMEOUT: f64 = 10.0;

/// Asks for a theory. What is `None` has its default, or what the files say.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Request {
    /// A folder with one problem, or its file.
    pub path: PathBuf,
    /// How to learn; chosen by the problem if none is given.
    pub method: Option<Method>,
    /// The most seconds of processor time.
    pub timeout: Option<f64>,
    /// A file to write the theory to, as Prolog.
    pub out: Option<PathBuf>,
    /// Whether to say what each clause covers and what proves each example.
    pub explain: bool,
    /// Whether to measure accuracy on examples kept aside, by the number of training
    /// examples; the time limit is then that of each theory.
    pub curve: bool,
    /// A file to draw the learning curve to, as SVG.
    pub svg: Option<PathBuf>,
    /// Decides everything random.
    pub seed: u64,
    /// Options of mode-directed learning.
    pub modes: ModeOptions,
    /// The most steps of one query with modes, and of all proofs with metarules.
    pub limit_steps: Option<u64>,
    /// The most clauses of a metarule program.
    pub max_clauses: Option<usize>,
    /// The most literals of a theory that learning from failures considers.
    pub max_size: Option<usize>,
}

/// Options of mode-directed learning. Names are those of Aleph's settings.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ModeOptions {
    /// How clauses are searched for: `bf`, `astar`, `ida`, `ida_macros`, `greedy`.
    pub search: Option<String>,
    /// What makes a clause good: `coverage`, `compression`, `accuracy`,
    /// `mestimate`, `gain`.
    pub evaluation: Option<String>,
    /// The most literals of a body.
    pub length: Option<usize>,
    /// How many calls deep a variable may be.
    pub depth: Option<usize>,
    /// The most clauses one search may explore.
    pub nodes: Option<usize>,
    /// The most negatives a clause may cover.
    pub noise: Option<usize>,
    /// The fewest positives a clause must cover.
    pub min_positives: Option<usize>,
    /// The least share of positives among what a clause covers.
    pub min_accuracy: Option<f64>,
    /// Examples searched from at once.
    pub seeds: Option<usize>,
    /// Parts for cross-validation.
    pub folds: Option<usize>,
}

/// The theory, or one for each problem of the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    /// The file has one problem.
    One(Box<Learned>),
    /// The file has several problems.
    Several {
        /// A theory for each.
        problems: Vec<Learned>,
        /// The time for all of them.
        #[serde(flatten)]
        elapsed: Elapsed,
    },
}

/// A theory and how it was learned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Learned {
    /// The method that was used.
    pub method: Method,
    /// The clauses in Prolog.
    pub clauses: Vec<String>,
    /// Recursive predicates whose calls may go in circles, as `name/arity`; the file that
    /// is written tells Prolog to table them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub tabled: Vec<String>,
    /// Literals, heads included.
    pub size: usize,
    /// Whether no smaller theory exists within the bias.
    pub proven: bool,
    /// Correct and wrong answers on the examples.
    #[serde(flatten)]
    pub confusion: Confusion,
    /// The share of correct answers.
    pub accuracy: f64,
    /// Clauses or proof steps that the search looked at.
    pub explored: u64,
    /// Coverage tests made with the logic engine.
    pub tests: u64,
    /// Queries that ended at a limit.
    pub limits_reached: u64,
    /// Why the search ended, in words.
    pub stopped: String,
    /// What prevented a complete theory, and what to change.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub advice: Option<String>,
    /// Accuracy on examples that were left out, if asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cross_validation: Option<CrossValidation>,
    /// Accuracy by the number of training examples, if asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub curve: Option<LearningCurve>,
    /// What each clause covers and what proves each example, if asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub explanation: Option<Explanation>,
    /// Why the run ended.
    #[serde(flatten)]
    pub ended: Ended,
    /// How long it took.
    #[serde(flatten)]
    pub elapsed: Elapsed,
}

/// Accuracy on examples that were left out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CrossValidation {
    /// Parts of the examples.
    pub folds: usize,
    /// The share of correct answers.
    pub accuracy: f64,
    /// Its 95% confidence interval.
    pub ci95: Interval,
    /// Correct and wrong answers.
    #[serde(flatten)]
    pub confusion: Confusion,
}

impl CrossValidation {
    fn of(folds: usize, confusion: Confusion) -> CrossValidation {
        CrossValidation {
            folds,
            accuracy: confusion.accuracy(),
            ci95: Interval::wilson(confusion.correct() as u64, confusion.total() as u64),
            confusion,
        }
    }
}

impl Answer {
    /// The answer with a cross-validation whose parts other processes computed.
    pub fn validated(mut self, folds: &[Confusion]) -> Answer {
        let sum = folds
            .iter()
            .fold(Confusion::default(), |sum, &fold| sum.plus(fold));
        if let Answer::One(learned) = &mut self {
            learned.cross_validation = Some(CrossValidation::of(folds.len(), sum));
        }
        self
    }

    /// The theories, one for each problem.
    pub fn theories(&self) -> &[Learned] {
        match self {
            Answer::One(learned) => std::slice::from_ref(learned),
            Answer::Several { problems, .. } => problems,
        }
    }
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        let theories = self.theories();
        let unfinished = theories.iter().find(|learned| !learned.ended.is_done());
        let has_all = theories.iter().all(|learned| !learned.clauses.is_empty());
        let ended = unfinished.map_or(Ended::Done, |learned| learned.ended.clone());
        Verdict::of_run(&ended, has_all)
    }
}

impl Request {
    /// Learns a theory for each problem in the files.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        if let Some(out) = &self.out {
            file::check_writable(out).map_err(|error| unwritable(out, &error))?;
        }
        if let Some(svg) = &self.svg {
            if !self.curve {
                return Err(Error::input("--svg draws a learning curve; add --curve"));
            }
            output::check(svg)?;
        }
        if self
            .timeout
            .is_some_and(|seconds| seconds.is_nan() || seconds <= 0.0)
        {
            return Err(Error::input("--timeout must be more than 0 seconds"));
        }
        let clock = Clock::start();
        let budget = Budget::new(control.clone(), self.timeout);
        control.stage("reading the problem");
        let loaded = files::read(&self.path)?;
        for note in &loaded.notes {
            control.note(format!("{}: {}", note.place, note.text));
        }
        control.stage("learning");
        let mut known: Vec<Clause> = Vec::new();
        let mut theories = Vec::new();
        for at in 0..loaded.problems.len() {
            let (learned, clauses) = self.learn(at, &loaded, &known, &budget)?;
            theories.push(learned);
            known.extend(clauses);
            if budget.is_over() {
                break;
            }
        }
        if let Some(out) = &self.out {
            let tabled = theories.iter().flat_map(|learned| &learned.tabled);
            let clauses = theories.iter().flat_map(|learned| &learned.clauses);
            let directives = tabled.map(|functor| format!(":- table {functor}.\n"));
            let clauses = clauses.map(|clause| format!("{clause}\n"));
            let text: String = directives.chain(clauses).collect();
            file::replace(out, text).map_err(|error| unwritable(out, &error))?;
        }
        if let Some(svg) = &self.svg {
            let plot = curve_plot(&self.path, &theories);
            output::write(svg, plot.svg()?)?;
        }
        Ok(if loaded.problems.len() == 1 {
            Answer::One(Box::new(theories.remove(0)))
        } else {
            Answer::Several {
                problems: theories,
                elapsed: clock.elapsed(),
            }
        })
    }

    /// Learns one problem. In a sequence, the clauses learned before are background.
    fn learn(
        &self,
        at: usize,
        loaded: &Loaded,
        known: &[Clause],
        budget: &Budget,
    ) -> Result<(Learned, Vec<Clause>), Error> {
        let clock = Clock::start();
        let problem = &loaded.problems[at];
        let method = self.method.unwrap_or_else(|| Method::for_problem(problem));
        self.refuse_unused(method)?;
        let settings = self.settings(&loaded.settings)?;
        let accepts_noise = match method {
            Method::Failures => true,
            Method::Modes => settings.modes.noise > 0,
            Method::Metarules => false,
        };
        if let Some(error) = &loaded.contradiction
            && !accepts_noise
        {
            return Err(error.clone().into());
        }
        let mut extended = None;
        if loaded.is_sequence && !known.is_empty() {
            let mut next = problem.clone();
            next.background = loaded.background_with(known)?;
            let learned = known.iter().filter_map(|clause| clause.head.functor());
            next.bias.predicates.extend(learned);
            extended = Some(next);
        }
        let problem = extended.as_ref().unwrap_or(problem);
        let theory = learn(problem, method, &settings, budget).map_err(|error| match error {
            IlpError::EndlessBackground { mode, problem } => {
                let places = loaded.mode_places.get(at);
                let place = places.and_then(|own| own.get(mode)).cloned();
                let place = place.unwrap_or_default();
                Error::input(format!("{place}: {problem}"))
            }
            other => other.into(),
        })?;
        for note in &theory.notes {
            budget.control().note(note.clone());
        }
        let cross_validation = self.validate(problem, &settings.modes, budget)?;
        let mut learned = learned(problem, &theory, cross_validation, clock.elapsed());
        if self.curve && !budget.control().is_stopped() {
            budget.control().stage("measuring the learning curve");
            let asked = CurveSettings {
                method,
                runs: CURVE_RUNS,
                timeout: Some(self.timeout.unwrap_or(CURVE_TIMEOUT)),
                seed: Seed(self.seed),
            };
            let curve = learning_curve(problem, &settings, &asked, budget.control())?;
            if !curve.ended.is_done() {
                learned.ended = curve.ended.clone();
            }
            learned.curve = Some(curve);
        }
        learned.explanation = self.explain.then(|| explain(problem, &theory.clauses));
        Ok((learned, theory.clauses))
    }

    fn validate(
        &self,
        problem: &Problem,
        settings: &modes::CoveringSettings,
        budget: &Budget,
    ) -> Result<Option<CrossValidation>, Error> {
        let Some(folds) = self.modes.folds.filter(|&folds| folds > 1) else {
            return Ok(None);
        };
        if budget.is_over() {
            return Ok(None);
        }
        budget.control().stage("cross-validating");
        let confusion = cross_validate(problem, settings, folds)?;
        Ok(Some(CrossValidation::of(folds, confusion)))
    }

    /// One part of the cross-validation, for [`Answer::validated`]; the file must
    /// have one problem.
    pub fn run_fold(&self, control: &Control, fold: usize) -> Result<Confusion, Error> {
        control.stage("cross-validating");
        let loaded = files::read(&self.path)?;
        let [problem] = loaded.problems.as_slice() else {
            return Err(Error::input(
                "a file with several problems is cross-validated on one machine only",
            ));
        };
        let method = self.method.unwrap_or_else(|| Method::for_problem(problem));
        self.refuse_unused(method)?;
        let settings = self.settings(&loaded.settings)?;
        let folds = self.modes.folds.unwrap_or(0);
        Ok(validate_fold(problem, &settings.modes, folds, fold)?)
    }

    /// Refuses options that the method does not use.
    fn refuse_unused(&self, method: Method) -> Result<(), Error> {
        let modes = &self.modes;
        let options = [
            ("--search", modes.search.is_some(), &[Method::Modes][..]),
            ("--evaluation", modes.evaluation.is_some(), &[Method::Modes]),
            ("--length", modes.length.is_some(), &[Method::Modes]),
            ("--depth", modes.depth.is_some(), &[Method::Modes]),
            ("--nodes", modes.nodes.is_some(), &[Method::Modes]),
            ("--noise", modes.noise.is_some(), &[Method::Modes]),
            (
                "--min-positives",
                modes.min_positives.is_some(),
                &[Method::Modes],
            ),
            (
                "--min-accuracy",
                modes.min_accuracy.is_some(),
                &[Method::Modes],
            ),
            ("--seeds", modes.seeds.is_some(), &[Method::Modes]),
            ("--folds", modes.folds.is_some(), &[Method::Modes]),
            (
                "--limit-steps",
                self.limit_steps.is_some(),
                &[Method::Modes, Method::Metarules],
            ),
            (
                "--max-clauses",
                self.max_clauses.is_some(),
                &[Method::Metarules],
            ),
            ("--max-size", self.max_size.is_some(), &[Method::Failures]),
        ];
        for (option, is_given, users) in options {
            if is_given && !users.contains(&method) {
                let users: Vec<String> = users
                    .iter()
                    .map(|user| format!("--method {user}"))
                    .collect();
                return Err(Error::input(format!(
                    "{option} belongs to {}, and this problem is learned with --method {method}",
                    users.join(" and ")
                )));
            }
        }
        Ok(())
    }

    fn settings(&self, asked: &modes::CoveringSettings) -> Result<LearningSettings, Error> {
        let mut settings = asked.clone();
        let given = &self.modes;
        settings.seed = Seed(self.seed);
        if let Some(name) = &given.search {
            let search = files::method(name);
            settings.method =
                search.ok_or_else(|| Error::input(format!("there is no search {name}")))?;
        }
        if let Some(name) = &given.evaluation {
            let evaluation = files::evaluation(name);
            settings.evaluation =
                evaluation.ok_or_else(|| Error::input(format!("there is no evaluation {name}")))?;
        }
        settings.clause_length = given.length.unwrap_or(settings.clause_length);
        settings.variable_depth = given.depth.unwrap_or(settings.variable_depth);
        settings.nodes = given.nodes.unwrap_or(settings.nodes);
        settings.noise = given.noise.unwrap_or(settings.noise);
        settings.min_positives = given.min_positives.unwrap_or(settings.min_positives).max(1);
        settings.min_accuracy = given.min_accuracy.unwrap_or(settings.min_accuracy);
        settings.parallel_seeds = given.seeds.unwrap_or(settings.parallel_seeds).max(1);
        settings.limits.steps = self.limit_steps.unwrap_or(settings.limits.steps);
        let defaults = LearningSettings::default();
        Ok(LearningSettings {
            modes: settings,
            proof_steps: self.limit_steps.unwrap_or(defaults.proof_steps),
            max_clauses: self.max_clauses,
            max_size: self.max_size,
        })
    }
}

fn learned(
    problem: &Problem,
    theory: &Theory,
    cross_validation: Option<CrossValidation>,
    elapsed: Elapsed,
) -> Learned {
    let confusion = theory.coverage.confusion(problem);
    let stopped = match (&theory.ended, &theory.advice) {
        (Ended::Stopped, _) => "the search was stopped".to_owned(),
        (Ended::Limit(limit), _) => format!("the search reached its limit of {limit}"),
        (Ended::Done, Some(advice)) => advice.clone(),
        (Ended::Done, None) if confusion.is_perfect() => {
            "every example is classified correctly".to_owned()
        }
        (Ended::Done, None) => "every positive example is covered".to_owned(),
    };
    Learned {
        method: theory.method,
        clauses: theory.clauses.iter().map(ToString::to_string).collect(),
        tabled: theory.tabled(problem).iter().map(quoted).collect(),
        size: theory.size(),
        proven: theory.is_proven,
        confusion,
        accuracy: confusion.accuracy(),
        explored: theory.explored,
        tests: theory.tests,
        limits_reached: theory.limits_reached,
        stopped,
        advice: theory.advice.clone(),
        cross_validation,
        curve: None,
        explanation: None,
        ended: theory.ended.clone(),
        elapsed,
    }
}

/// The learning curves of all problems of a file.
fn curve_plot(path: &Path, theories: &[Learned]) -> LinePlot {
    let name = path.file_name().unwrap_or(path.as_os_str());
    let point = |own: &CurvePoint| Point::new(own.examples as f64, own.accuracy, Some(own.ci95));
    let series = theories.iter().enumerate().filter_map(|(at, learned)| {
        let points = learned.curve.as_ref()?.points.iter().map(point);
        Some(Series {
            name: if theories.len() == 1 {
                learned.method.to_string()
            } else {
                format!("problem {}", at + 1)
            },
            points: points.collect(),
        })
    });
    LinePlot {
        title: format!("learning curve of {}", name.to_string_lossy()),
        x_label: "training examples".to_owned(),
        y_label: "accuracy on examples kept aside".to_owned(),
        unit: Unit::Share,
        series: series.collect(),
    }
}

/// A predicate as Prolog reads it.
fn quoted(functor: &Functor) -> String {
    let name = TermWriter::new().term(&Term::Atom(functor.name));
    format!("{name}/{}", functor.arity)
}

fn unwritable(path: &Path, error: &std::io::Error) -> Error {
    Error::input(format!("cannot write {}: {error}", path.display()))
}
