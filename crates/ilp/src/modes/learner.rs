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
use crate::modes::refine::search_refinements;
use crate::modes::search::{Candidate, Found, SearchEnd, search};
use crate::modes::settings::CoveringSettings;
use crate::order;
use crate::problem::Problem;
use crate::theory::Coverage;

/// The most positives that are tried as base cases.
const MAX_BASE_CASES: usize = 100;

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

/// What a recursive call may be answered by while clauses are searched for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Callable {
    /// The clauses learned before, and the clause itself.
    Theory,
    /// These and the positives, as in Progol.
    Positives,
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

    /// Learns. Where clauses that call only what was learned before them leave positives of
    /// a recursive problem, clauses may call positives as well, and base cases that no
    /// clause covers become facts. The theory that costs less is kept.
    pub fn run(self) -> Result<CoveringReport, Error> {
        let saturator = Saturator::new(self.problem)?;
        let report = self.cover(&saturator, Callable::Theory)?;
        if !self.is_recursive() || report.uncovered.is_empty() || self.budget.is_over() {
            return Ok(report);
        }
        let other = self.cover(&saturator, Callable::Positives)?;
        let (mut kept, left_out) = if self.cost(&other) < self.cost(&report) {
            (other, report)
        } else {
            (report, other)
        };
        kept.tests += left_out.tests;
        kept.limits_reached += left_out.limits_reached;
        kept.searches.extend(left_out.searches);
        if kept.stop == Stop::GaveUp && self.budget.is_over() {
            kept.stop = Stop::OutOfBudget;
        }
        Ok(kept)
    }

    /// The literals of a theory and its errors.
    fn cost(&self, report: &CoveringReport) -> usize {
        let clauses = report.theory.iter().map(Clause::from_term);
        let size: usize = clauses.map(|clause| 1 + clause.body.len()).sum();
        size + report.uncovered.len() + report.coverage.negatives.count()
    }

    /// Learns clauses until every positive is covered or none can be found.
    fn cover(
        &self,
        saturator: &Saturator<'p>,
        callable: Callable,
    ) -> Result<CoveringReport, Error> {
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
        let facts = match callable {
            Callable::Theory => &[],
            Callable::Positives => &self.problem.positives[..],
        };
        while !left.is_empty() && !self.budget.is_over() {
            let chosen = self.choose(&left, callable, &mut rng);
            let called = [&report.theory[..], facts].concat();
            let within = Coverage {
                positives: left.clone(),
                negatives: Bits::all(self.problem.negatives.len()),
            };
            let attempts = threads::map(0..chosen.len() as u64, |at| {
                self.attempt(saturator, chosen[at as usize], &within, &called)
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
                        // A search that does not start from an example is the same for all.
                        let without = if self.problem.bias.refines {
                            left.iter().collect()
                        } else {
                            vec![attempt.record.example]
                        };
                        for example in without {
                            left.remove(example);
                            report.uncovered.push(example);
                        }
                    }
                }
                report.searches.push(attempt.record);
            }
            if let Some(best) = best {
                left.subtract(&best.coverage.positives);
                report.theory.push(best.clause);
                self.announce(&report.theory, left.count());
                if self.is_recursive() && callable == Callable::Theory {
                    // What could not be covered before may be now.
                    let given_up = std::mem::take(&mut report.uncovered);
                    given_up.iter().for_each(|&example| left.insert(example));
                    let covered = self.tester().theory_coverage(&report.theory).positives;
                    left.subtract(&covered);
                }
            }
        }
        report.trouble = saturator.trouble();
        if callable == Callable::Positives {
            self.add_base_cases(&mut report.theory);
        }
        self.finish(report, known)
    }

    /// Adds positives that no clause covers as facts, the smallest first, unless only
    /// the fact itself is lost without it.
    fn add_base_cases(&self, theory: &mut Vec<Term>) {
        let mut tester = self.tester();
        let covered = tester.theory_coverage(theory).positives;
        let mut left = Bits::all(self.problem.positives.len());
        left.subtract(&covered);
        let mut facts = self.by_size(&left);
        facts.truncate(MAX_BASE_CASES);
        let clauses = theory.len();
        theory.extend(facts.iter().map(|&at| self.problem.positives[at].clone()));
        let mut all = tester.theory_coverage(theory).positives.count();
        for at in (clauses..theory.len()).rev() {
            let fact = theory.remove(at);
            let without = tester.theory_coverage(theory).positives.count();
            if without + 1 < all {
                theory.insert(at, fact);
            } else {
                all = without;
            }
        }
    }

    /// Positives, the smallest first.
    fn by_size(&self, examples: &Bits) -> Vec<usize> {
        let mut examples: Vec<usize> = examples.iter().collect();
        order::sort_by_key(&mut examples, |&example| {
            let size = self.problem.positives[example].subterms().count();
            [size as i64, 0]
        });
        examples
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
    fn choose(&self, left: &Bits, callable: Callable, rng: &mut impl rand::Rng) -> Vec<usize> {
        let mut examples: Vec<usize> = left.iter().collect();
        let seeds = if self.problem.bias.refines {
            1
        } else {
            self.settings.parallel_seeds
        };
        let count = seeds.clamp(1, examples.len());
        if self.is_recursive() {
            let mut examples = self.by_size(left);
            match callable {
                // Base cases must be learned before recursive ones.
                Callable::Theory => {}
                // Larger examples have more values that differ, so that their bottom
                // clauses say less that holds by chance.
                Callable::Positives => examples.reverse(),
            }
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
        let (settings, budget) = (&self.settings, &self.budget);
        let mut tester = Tester::new(self.problem, settings).with_theory(theory);
        let (found, length) = if self.problem.bias.refines {
            let found = search_refinements(self.problem, &mut tester, within, settings, budget);
            (found, 0)
        } else {
            let seed = &self.problem.positives[example];
            match saturator.bottom(seed, tester.machine(), settings)? {
                Some(bottom) => (
                    search(&bottom, &mut tester, within, settings, budget),
                    bottom.literals.len(),
                ),
                None => (Found::nothing(), 0),
            }
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
