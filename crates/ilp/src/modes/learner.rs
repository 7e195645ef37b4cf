//! Covering: clauses are learned one at a time until every positive example is
//! covered or no clause can be found for it.

use rand::seq::SliceRandom;
use stratalog_logic::{Clause, Term};
use stratalog_run::{Event, threads};

use crate::bits::Bits;
use crate::budget::Budget;
use crate::error::Error;
use crate::modes::bottom::{Saturator, Trouble};
use crate::modes::coverage::Tester;
use crate::modes::evaluation::Counts;
use crate::modes::search::{Candidate, Found, SearchEnd, search};
use crate::modes::settings::CoveringSettings;
use crate::order;
use crate::problem::Problem;
use crate::theory::Coverage;

/// Why a learner stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Every positive example is covered.
    AllCovered,
    /// No acceptable clause was found for the positives that are left.
    GaveUp,
    /// The budget ran out.
    OutOfBudget,
}

/// What one search did.
#[derive(Clone, Debug)]
pub struct SearchRecord {
    /// The positive example searched from.
    pub example: usize,
    /// The length of its bottom clause.
    pub bottom: usize,
    /// Different clauses tested.
    pub explored: usize,
    /// Why the search ended.
    pub end: SearchEnd,
    /// Whether it found an acceptable clause.
    pub has_found: bool,
}

/// What a learner found, and how.
#[derive(Clone, Debug)]
pub struct CoveringReport {
    /// The clauses.
    pub theory: Vec<Term>,
    /// What they cover of the examples.
    pub coverage: Coverage,
    /// The positives no clause was found for.
    pub uncovered: Vec<usize>,
    /// The searches, in order.
    pub searches: Vec<SearchRecord>,
    /// Coverage tests made.
    pub tests: u64,
    /// Tests ended by a limit.
    pub limits_reached: u64,
    /// The best clause the settings did not accept, and what it covers.
    pub closest: Option<(Term, Counts)>,
    /// The first call of the background that a limit or an error ended.
    pub trouble: Option<Trouble>,
    /// Why the learner stopped.
    pub stop: Stop,
}

impl CoveringReport {
    /// Different clauses tested in all searches.
    pub fn explored(&self) -> usize {
        self.searches.iter().map(|search| search.explored).sum()
    }
}

/// A learner about to run.
pub struct Learner<'p> {
    problem: &'p Problem,
    settings: CoveringSettings,
    known: Vec<Term>,
    skipped: Vec<usize>,
    budget: Budget,
}

/// One seed's search.
struct Attempt {
    record: SearchRecord,
    best: Option<Candidate>,
    closest: Option<Candidate>,
    tests: u64,
    limits_reached: u64,
}

impl<'p> Learner<'p> {
    /// A learner for a problem with the default settings.
    pub fn new(problem: &'p Problem) -> Learner<'p> {
        Learner {
            problem,
            settings: CoveringSettings::default(),
            known: Vec::new(),
            skipped: Vec::new(),
            budget: Budget::default(),
        }
    }

    /// Uses these settings.
    pub fn settings(mut self, settings: CoveringSettings) -> Learner<'p> {
        self.settings = settings;
        self
    }

    /// Starts from clauses that are already known. Those that the examples contradict
    /// are dropped. The others stay, even if a new clause covers what they cover here:
    /// they have been tested on more examples.
    pub fn starting_from(mut self, clauses: &[Term]) -> Learner<'p> {
        self.known = clauses.to_vec();
        self
    }

    /// Leaves out positives for which no clause was found before: with more negatives
    /// there is none either.
    pub fn skipping(mut self, positives: &[usize]) -> Learner<'p> {
        self.skipped = positives.to_vec();
        self
    }

    /// Ends with the clauses found so far when this budget is over.
    pub fn budget(mut self, budget: Budget) -> Learner<'p> {
        self.budget = budget;
        self
    }

    /// Learns.
    pub fn run(self) -> Result<CoveringReport, Error> {
        let saturator = Saturator::new(self.problem)?;
        let mut report = self.start();
        let known = report.theory.len();
        let mut rng = self
            .settings
            .seed
            .derive("examples to learn from")
            .stream(0);
        let mut left = Bits::all(self.problem.positives.len());
        left.subtract(&report.coverage.positives);
        report.uncovered.clone_from(&self.skipped);
        self.skipped
            .iter()
            .for_each(|&example| left.remove(example));
        while !left.is_empty() && !self.budget.is_over() {
            let chosen = self.choose(&left, &mut rng);
            let within = Coverage {
                positives: left.clone(),
                negatives: Bits::all(self.problem.negatives.len()),
            };
            let attempts = threads::map(0..chosen.len() as u64, |at| {
                self.attempt(&saturator, chosen[at as usize], &within, &report.theory)
            });
            let attempts: Vec<Attempt> = attempts.into_iter().collect::<Result<_, Error>>()?;
            let mut best: Option<Candidate> = None;
            for attempt in attempts {
                report.tests += attempt.tests;
                report.limits_reached += attempt.limits_reached;
                match attempt.best {
                    Some(found) => {
                        if best.as_ref().is_none_or(|best| is_better(&found, best)) {
                            best = Some(found);
                        }
                    }
                    None => {
                        if report.closest.is_none() {
                            let closest = attempt.closest;
                            report.closest = closest.map(|found| (found.clause, found.counts));
                        }
                        left.remove(attempt.record.example);
                        report.uncovered.push(attempt.record.example);
                    }
                }
                report.searches.push(attempt.record);
            }
            if let Some(best) = best {
                left.subtract(&best.coverage.positives);
                report.theory.push(best.clause);
                self.announce(&report.theory, left.count());
                if self.is_recursive() {
                    // What could not be covered before may be now.
                    let given_up = std::mem::take(&mut report.uncovered);
                    given_up.iter().for_each(|&example| left.insert(example));
                    let covered = self.tester().theory_coverage(&report.theory).positives;
                    left.subtract(&covered);
                }
            }
        }
        report.trouble = saturator.trouble();
        self.finish(report, known)
    }

    /// Whether clauses may call the predicate they define.
    fn is_recursive(&self) -> bool {
        let target = self.problem.target();
        let mut bodies = self.problem.bias.bodies.iter();
        bodies.any(|mode| mode.functor() == target)
    }

    /// Reports the theory so far.
    fn announce(&self, theory: &[Term], uncovered: usize) {
        let text = |clause: &Term| Clause::from_term(clause).to_string();
        self.budget.control().emit(Event::Theory {
            clauses: theory.iter().map(text).collect(),
            score: -(uncovered as f64),
        });
    }

    fn tester(&self) -> Tester<'p> {
        Tester::new(self.problem, &self.settings)
    }

    /// The clauses known before, tested on the examples.
    fn start(&self) -> CoveringReport {
        let mut tester = Tester::new(self.problem, &self.settings);
        let all = Coverage::all(self.problem);
        let mut coverage = Coverage::none(self.problem);
        let mut theory = Vec::new();
        for clause in &self.known {
            let covered = tester.coverage(clause, &all);
            if covered.negatives.count() <= self.settings.noise {
                coverage.positives.unite(&covered.positives);
                theory.push(clause.clone());
            }
        }
        CoveringReport {
            theory,
            coverage,
            uncovered: Vec::new(),
            searches: Vec::new(),
            tests: tester.tests,
            limits_reached: tester.limits_reached,
            closest: None,
            trouble: None,
            stop: Stop::AllCovered,
        }
    }

    /// Chooses the examples to search from.
    fn choose(&self, left: &Bits, rng: &mut impl rand::Rng) -> Vec<usize> {
        let mut examples: Vec<usize> = left.iter().collect();
        let count = self.settings.parallel_seeds.clamp(1, examples.len());
        if self.is_recursive() {
            // Base cases must be learned before recursive ones.
            order::sort_by_key(&mut examples, |&example| {
                let size = self.problem.positives[example].subterms().count();
                [size as i64, 0]
            });
            examples.truncate(count);
            return examples;
        }
        examples.partial_shuffle(rng, count).0.to_vec()
    }

    fn attempt(
        &self,
        saturator: &Saturator<'p>,
        example: usize,
        within: &Coverage,
        theory: &[Term],
    ) -> Result<Attempt, Error> {
        let mut tester = Tester::new(self.problem, &self.settings).with_theory(theory);
        let seed = &self.problem.positives[example];
        let bottom = saturator.bottom(seed, tester.machine(), &self.settings)?;
        let (found, length) = match &bottom {
            Some(bottom) => (
                search(bottom, &mut tester, within, &self.settings, &self.budget),
                bottom.literals.len(),
            ),
            None => (Found::nothing(), 0),
        };
        Ok(Attempt {
            record: SearchRecord {
                example,
                bottom: length,
                explored: found.explored,
                end: found.end,
                has_found: found.best.is_some(),
            },
            best: found.best,
            closest: found.closest,
            tests: tester.tests,
            limits_reached: tester.limits_reached,
        })
    }

    /// Drops new clauses that add nothing, and tests the theory as a whole.
    fn finish(&self, mut report: CoveringReport, known: usize) -> Result<CoveringReport, Error> {
        let mut tester = Tester::new(self.problem, &self.settings);
        report.theory = reduced_after(&mut tester, report.theory, known);
        if let Some(most) = self.settings.max_clauses {
            report.theory = shortened(&mut tester, report.theory, most);
        }
        report.coverage = tester.theory_coverage(&report.theory);
        report.tests += tester.tests;
        report.limits_reached += tester.limits_reached;
        let covered = &report.coverage.positives;
        report.uncovered = (0..self.problem.positives.len())
            .filter(|&example| !covered.contains(example))
            .collect();
        report.stop = if report.coverage.positives.count() == self.problem.positives.len() {
            Stop::AllCovered
        } else if self.budget.is_over() {
            Stop::OutOfBudget
        } else {
            Stop::GaveUp
        };
        Ok(report)
    }
}

fn is_better(a: &Candidate, b: &Candidate) -> bool {
    a.value > b.value || a.value == b.value && a.counts.length < b.counts.length
}

/// The theory reduced to at most `most` clauses. The clause whose removal loses the
/// fewest positives is removed first; of equals, the last.
fn shortened(tester: &mut Tester<'_>, mut theory: Vec<Term>, most: usize) -> Vec<Term> {
    while theory.len() > most {
        let mut without = |at: &usize| {
            let mut rest = theory.clone();
            rest.remove(*at);
            tester.theory_coverage(&rest).positives.count()
        };
        let Some(least) = (0..theory.len()).max_by_key(&mut without) else {
            break;
        };
        theory.remove(least);
    }
    theory
}

/// The theory without clauses whose removal loses no positive example, the
/// longest tried first.
pub fn reduced(tester: &mut Tester<'_>, theory: Vec<Term>) -> Vec<Term> {
    reduced_after(tester, theory, 0)
}

/// As [`reduced`], but the first `known` clauses stay.
fn reduced_after(tester: &mut Tester<'_>, theory: Vec<Term>, known: usize) -> Vec<Term> {
    let whole = tester.theory_coverage(&theory).positives;
    let mut order: Vec<usize> = (known..theory.len()).collect();
    order::sort_by_key(&mut order, |&at| {
        let length = Clause::from_term(&theory[at]).body.len();
        [-(length as i64), -(at as i64)]
    });
    let mut kept = vec![true; theory.len()];
    for at in order {
        kept[at] = false;
        let rest: Vec<Term> = (0..theory.len())
            .filter(|&other| kept[other])
            .map(|other| theory[other].clone())
            .collect();
        let covered = tester.theory_coverage(&rest).positives;
        kept[at] = !whole.is_within(&covered);
    }
    let mut kept = kept.into_iter();
    theory
        .into_iter()
        .filter(|_| kept.next().unwrap_or(true))
        .collect()
}
