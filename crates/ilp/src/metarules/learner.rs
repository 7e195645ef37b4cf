//! The learner: programs of one clause, then of two, and so on, until one proves
//! every positive example and no negative one.

use stratalog_logic::{Functor, Term};

use super::background::Background;
use super::metarule::Metarule;
use super::proof::{Ended, Means, Proof};
use super::relevance::{Dropped, relevant};
use crate::budget::Budget;
use crate::error::Error;

/// Why learning stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// A smallest program was found.
    Found,
    /// No program within the limit on clauses fits the examples.
    NoProgram {
        /// The limit.
        max_clauses: usize,
    },
    /// The limit of proof steps was reached.
    OutOfSteps {
        /// The limit.
        steps: u64,
    },
    /// The budget ran out.
    OutOfBudget,
}

/// The result of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct MilReport {
    /// The clauses; none if nothing was found.
    pub clauses: Vec<Term>,
    /// Why it stopped.
    pub stopped: Stopped,
    /// Proof steps taken.
    pub steps: u64,
    /// Programs that proved the positive examples and were looked at.
    pub programs: u64,
    /// What could not help and was left out.
    pub dropped: Vec<Dropped>,
}

/// A learner about to run.
///
/// ```
/// use stratalog_logic::{Functor, Program, Term, read_term};
/// use stratalog_ilp::metarules::{LogicBackground, Metarule, Mil, Stopped};
///
/// let family = Program::parse("parent(ann, bob). parent(bob, cid). parent(bob, dan).")
///     .expect("it is Prolog");
/// let mut background = LogicBackground::new(&family, vec![Functor::new("parent", 2)]);
/// let atom = |text| read_term(text).expect("it is Prolog").term;
/// let report = Mil::new(&mut background)
///     .metarule(Metarule::parse("chain", "[P,Q,R], [P,A,B], [[Q,A,C],[R,C,B]]")?)
///     .positive(atom("grandparent(ann, cid)"))
///     .negative(atom("grandparent(ann, bob)"))
///     .run()?;
/// assert_eq!(report.stopped, Stopped::Found);
/// assert_eq!(
///     report.clauses[0].to_string(),
///     "grandparent(A,B):-parent(A,C),parent(C,B)"
/// );
/// # Ok::<(), stratalog_ilp::Error>(())
/// ```
pub struct Mil<'b, B> {
    background: &'b mut B,
    metarules: Vec<Metarule>,
    interpreted: Vec<Metarule>,
    positive: Vec<Term>,
    negative: Vec<Term>,
    max_clauses: usize,
    max_depth: u32,
    max_steps: u64,
    functional: bool,
    mutual: bool,
    budget: Budget,
}

impl<'b, B: Background> Mil<'b, B> {
    /// A learner that knows this background.
    pub fn new(background: &'b mut B) -> Mil<'b, B> {
        Mil {
            background,
            metarules: Vec::new(),
            interpreted: Vec::new(),
            positive: Vec::new(),
            negative: Vec::new(),
            max_clauses: 6,
            max_depth: 100,
            max_steps: 10_000_000,
            functional: false,
            mutual: false,
            budget: Budget::default(),
        }
    }

    /// Ends when this budget is over.
    pub fn budget(self, budget: Budget) -> Self {
        Mil { budget, ..self }
    }

    /// Adds a metarule; earlier ones are preferred.
    pub fn metarule(mut self, metarule: Metarule) -> Self {
        self.metarules.push(metarule);
        self
    }

    /// Adds metarules; earlier ones are preferred.
    pub fn metarules(mut self, metarules: impl IntoIterator<Item = Metarule>) -> Self {
        self.metarules.extend(metarules);
        self
    }

    /// Adds a clause of the background that is interpreted, so that its
    /// arguments may be predicates that are still to be found.
    pub fn interpreted(mut self, clauses: impl IntoIterator<Item = Metarule>) -> Self {
        self.interpreted.extend(clauses);
        self
    }

    /// Adds something that must be provable. Several predicates may have
    /// examples; all are learned together.
    pub fn positive(mut self, example: Term) -> Self {
        self.positive.push(example);
        self
    }

    /// Adds examples that must be provable.
    pub fn positives(mut self, examples: impl IntoIterator<Item = Term>) -> Self {
        self.positive.extend(examples);
        self
    }

    /// Adds something that must not be provable.
    pub fn negative(mut self, example: Term) -> Self {
        self.negative.push(example);
        self
    }

    /// Adds examples that must not be provable.
    pub fn negatives(mut self, examples: impl IntoIterator<Item = Term>) -> Self {
        self.negative.extend(examples);
        self
    }

    /// The most clauses a program may have.
    pub fn max_clauses(self, max_clauses: usize) -> Self {
        Mil {
            max_clauses,
            ..self
        }
    }

    /// How deep clauses that were found may call each other in a proof.
    pub fn max_depth(self, max_depth: u32) -> Self {
        Mil { max_depth, ..self }
    }

    /// The most proof steps.
    pub fn max_steps(self, max_steps: u64) -> Self {
        Mil { max_steps, ..self }
    }

    /// The last argument of an example must be the only one that holds.
    pub fn functional(self) -> Self {
        Mil {
            functional: true,
            ..self
        }
    }

    /// Invented predicates may also call those that were there before them.
    pub fn mutual(self) -> Self {
        Mil {
            mutual: true,
            ..self
        }
    }

    /// Learns the first of the smallest programs.
    pub fn run(self) -> Result<MilReport, Error> {
        self.run_with(|_, _| true)
    }

    /// Learns the first of the smallest programs that the judge accepts too.
    pub fn run_with(
        self,
        mut judge: impl FnMut(&mut B, &[Term]) -> bool,
    ) -> Result<MilReport, Error> {
        let targets = self.targets()?;
        let known = self.background.predicates();
        let (metarules, dropped) = relevant(&self.metarules, &self.interpreted, known, &targets);
        let mut report = MilReport {
            clauses: Vec::new(),
            stopped: Stopped::NoProgram {
                max_clauses: self.max_clauses,
            },
            steps: 0,
            programs: 0,
            dropped,
        };
        let rounds = rounds(self.max_clauses);
        for round in rounds.filter(|round| round.is_ordered || self.mutual) {
            let most = self.max_steps - report.steps;
            let most = if round.is_ordered {
                most
            } else {
                most.min(report.steps.max(LEAST_UNORDERED))
            };
            let means = Means {
                metarules: &metarules,
                interpreted: &self.interpreted,
                targets: &targets,
                max_clauses: round.max_clauses,
                max_depth: if round.is_ordered {
                    self.max_depth
                } else {
                    self.max_depth.min(UNORDERED_DEPTH)
                },
                is_ordered: round.is_ordered,
            };
            let mut proof = Proof::new(means, &mut *self.background, &self.positive);
            loop {
                let ended = proof.next(most, &self.budget);
                if ended != Ended::Proven {
                    report.steps += proof.steps.min(most);
                    if ended == Ended::OutOfBudget {
                        report.stopped = Stopped::OutOfBudget;
                        return Ok(report);
                    }
                    if ended == Ended::OutOfSteps && round.is_ordered {
                        report.stopped = Stopped::OutOfSteps {
                            steps: self.max_steps,
                        };
                        return Ok(report);
                    }
                    break;
                }
                report.programs += 1;
                let clauses = proof.clauses();
                let background = proof.background();
                let test = Test {
                    positive: &self.positive,
                    negative: &self.negative,
                    functional: self.functional,
                };
                if test.passes(background, &clauses) && judge(background, &clauses) {
                    report.steps += proof.steps;
                    report.clauses = clauses;
                    report.stopped = Stopped::Found;
                    return Ok(report);
                }
            }
        }
        Ok(report)
    }

    /// The predicates of the positive examples, in order.
    fn targets(&self) -> Result<Vec<Functor>, Error> {
        let mut targets: Vec<Functor> = Vec::new();
        for example in self.positive.iter().chain(&self.negative) {
            let functor = example.functor().filter(|f| f.arity > 0);
            let functor = functor.ok_or_else(|| Error::BadExample {
                example: example.to_string(),
            })?;
            if !targets.contains(&functor) {
                targets.push(functor);
            }
        }
        if self.positive.is_empty() {
            return Err(Error::NoExamples);
        }
        Ok(targets)
    }
}

/// The proof steps that a round without order may at least take; it may take as many as
/// were taken before it.
const LEAST_UNORDERED: u64 = 3_000;
/// How deep clauses may call each other in it.
const UNORDERED_DEPTH: u32 = 25;

/// A part of the search.
struct Round {
    /// The most clauses of a program.
    max_clauses: usize,
    /// Whether predicates may only call those invented later.
    is_ordered: bool,
}

/// The rounds of a search. Most programs are ordered, and there are far fewer of them:
/// the others, with mutual recursion, come one clause behind.
fn rounds(max_clauses: usize) -> impl Iterator<Item = Round> {
    let round = |max_clauses, is_ordered| Round {
        max_clauses,
        is_ordered,
    };
    (1..=max_clauses + 1).flat_map(move |most| {
        let ordered = (most <= max_clauses).then(|| round(most, true));
        let other = (most > 2).then(|| round(most - 1, false));
        ordered.into_iter().chain(other)
    })
}

/// What a program must and must not prove.
struct Test<'a> {
    positive: &'a [Term],
    negative: &'a [Term],
    functional: bool,
}

impl Test<'_> {
    /// Negated literals were tried before the program was complete, so the
    /// positive examples are proven once more.
    fn passes<B: Background>(&self, background: &mut B, clauses: &[Term]) -> bool {
        let mut positive = self.positive.iter();
        // This fails most often.
        let is_functional =
            !self.functional || positive.all(|example| is_only_value(background, clauses, example));
        is_functional && background.fits(clauses, self.positive, self.negative)
    }
}

/// Whether the last argument of an example has no other value. An example with
/// variables stands for several values and is not tested.
fn is_only_value<B: Background>(background: &mut B, clauses: &[Term], example: &Term) -> bool {
    let (Some(functor), Some((last, others))) = (example.functor(), example.args().split_last())
    else {
        return true;
    };
    if !example.is_ground() {
        return true;
    }
    let open = others.iter().cloned().chain([Term::var(0)]);
    let goal = Term::compound(functor.name, open);
    let answers = background.answers_with(clauses, &goal);
    answers
        .iter()
        .all(|answer| answer.args().last() == Some(last))
}
