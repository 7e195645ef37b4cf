//! Learning from failures: which searches are made, one after the other, and the best
//! theory that they find.
//!
//! A complete search with little work comes first: it solves small problems, with proof.
//! Then recursive theories are tried, where the language has them. If there is still no
//! theory, narrow searches look for rules that cover what is left, the wider ones after a
//! longer complete search; if there is one of several rules, they look for rules that
//! make it smaller. The theory bounds the complete search that comes last.

use stratalog_logic::{Clause, Term};
use stratalog_run::Ended;

use super::beam::Beam;
use super::combine::least_cost;
use super::constant::with_constants;
use super::invention::{Invention, inventions};
use super::language::Language;
use super::literal::Literal;
use super::recursion::RecursionSearch;
use super::relation::Relations;
use super::rule::{Body, NoisyRules, Rule, ordered};
use super::search::{Extent, Search, SearchEnd};
use crate::budget::Budget;
use crate::error::Error;
use crate::method::Method;
use crate::modes::{CoveringSettings, Tester};
use crate::problem::Problem;
use crate::theory::Theory;

/// The largest theory that is looked for with invented predicates.
const MAX_INVENTIVE: usize = 12;
/// The most recursive clauses tried for one invention, and the work after which the
/// search goes on without inventions.
const MAX_RECURSIVE: u64 = 5_000;
const MAX_EXPLORED: u64 = 1_000_000;
/// The rows that a search with an invention may join, round after round.
const INVENTIVE_WORK: [u64; 3] = [500_000, 5_000_000, 50_000_000];

/// The rows that the first search may join, that a search may join once there is a
/// theory, and that a search without recursion may join once there is a recursive theory.
const FIRST_WORK: u64 = 2_000_000;
const SECOND_WORK: u64 = 6_000_000;
const BESIDE_RECURSION: u64 = 20_000_000;
/// The rows that a search may join where the narrowest ones have found no theory.
const LONGER_WORK: u64 = 20_000_000;
/// The rows that one narrow search may join, and the widths of narrow searches.
const NARROW_WORK: u64 = 60_000_000;
const WIDTHS: [usize; 3] = [60, 300, 1500];
/// The narrow searches for a smaller theory, and those after a complete search with more
/// work has ended without a proof. Literals that only lead from one object to another
/// change no cover, so that a long rule is found among many with equal covers.
const CLOSE: [Narrow; 2] = [Narrow::close(60), Narrow::close(300)];
const LOOSE: [Narrow; 1] = [Narrow {
    width: 300,
    most_equal: 40,
    most_work: 40_000_000,
    rounds: 3,
}];
const BEFORE_LOOSE: u64 = 200_000_000;
/// How many times as much as one with errors a theory without errors costs that is
/// overfitted, and the fewest positives that tell this from chance.
const OVERFITTED: usize = 2;
pub(super) const MANY_POSITIVES: usize = 50;
/// The fewest positives that a rule covers that a theory with errors is completed by.
const LEAST_COVERED: usize = 2;
/// The most rules that a theory with errors is chosen from.
const MAX_CHOICE: usize = 20_000;

/// Narrow searches for a smaller theory.
struct Narrow {
    width: usize,
    /// The most features or rules with equal cover that are extended.
    most_equal: u8,
    /// The rows that one search may join.
    most_work: u64,
    /// The most searches.
    rounds: usize,
}

impl Narrow {
    const fn close(width: usize) -> Narrow {
        Narrow {
            width,
            most_equal: Beam::MAX_EQUAL,
            most_work: 2_000_000,
            rounds: 6,
        }
    }
}

/// A learner about to run.
pub struct FailureLearner<'p> {
    problem: &'p Problem,
    max_size: Option<usize>,
    budget: Budget,
}

/// A theory found so far.
struct Best {
    clauses: Vec<Clause>,
    /// Literals and misclassified examples.
    cost: usize,
}

impl<'p> FailureLearner<'p> {
    /// A learner for a problem that has a language.
    pub fn new(problem: &'p Problem) -> FailureLearner<'p> {
        FailureLearner {
            problem,
            max_size: None,
            budget: Budget::default(),
        }
    }

    /// Considers theories of at most this many literals.
    pub fn max_size(self, max_size: Option<usize>) -> Self {
        FailureLearner { max_size, ..self }
    }

    /// Ends with the best theory so far when this budget is over.
    pub fn budget(self, budget: Budget) -> Self {
        FailureLearner { budget, ..self }
    }

    /// Learns.
    pub fn run(self) -> Result<Theory, Error> {
        let language = self.problem.bias.language.as_ref();
        let language = language.ok_or(Error::WrongMethod {
            method: Method::Failures,
            missing: "a language of clauses",
        })?;
        let mut relations = Relations::new(
            &self.problem.background,
            &language.body,
            &self.problem.positives,
            &self.problem.negatives,
        );
        let extended;
        let language = if language.constant_places.is_empty() {
            language
        } else {
            extended = with_constants(language, &mut relations, &self.budget);
            &extended
        };
        let (invented, explored) = if language.invents {
            self.with_inventions(language, &mut relations)
        } else {
            (None, 0)
        };
        let mut run = self.start(language, &mut relations, self.max_size);
        run.explored += explored;
        match invented {
            Some(best) => run.best = Some(best),
            None => run.all(),
        }
        Ok(run.finish())
    }

    fn start<'s>(
        &'s self,
        language: &'s Language,
        relations: &'s mut Relations<'p>,
        max_size: Option<usize>,
    ) -> Run<'s, 'p> {
        Run {
            problem: self.problem,
            language,
            budget: &self.budget,
            relations,
            best: None,
            with_errors: None,
            below: max_size.map_or(usize::MAX, |most| most + 1),
            complete: Vec::new(),
            noisy: NoisyRules::default(),
            least_plain: 0,
            has_all_rules: false,
            excludes_recursion: !language.is_recursive,
            is_cut: false,
            explored: 0,
            ended: Ended::Done,
        }
    }

    /// A theory with an invented predicate, if one is smaller than those without, and
    /// the work done. Theories are tried by their size, first without and then with each
    /// invention, in rounds: a relation that holds for most pairs, such as an inequality,
    /// makes some of these searches very long.
    fn with_inventions(
        &self,
        language: &Language,
        relations: &mut Relations<'p>,
    ) -> (Option<Best>, u64) {
        let inventions = inventions(language, relations);
        let largest = self.max_size.unwrap_or(MAX_INVENTIVE).min(MAX_INVENTIVE);
        // The largest size for which each search, the first one without an invention, is
        // done.
        let mut done = vec![1; inventions.len() + 1];
        let mut explored = 0;
        for (round, most_work) in INVENTIVE_WORK.into_iter().enumerate() {
            let mut is_out_of_work = vec![false; done.len()];
            for size in 2..=largest {
                for at in 0..done.len() {
                    let invention = at.checked_sub(1).map(|own| &inventions[own]);
                    let is_affordable = invention.is_none_or(|own| own.size + 2 <= size);
                    if !is_affordable || is_out_of_work[at] || done[at] >= size {
                        continue;
                    }
                    if explored > MAX_EXPLORED || self.budget.is_over() {
                        return (None, explored);
                    }
                    let trial = Trial {
                        size,
                        most_work,
                        is_first: round == 0,
                    };
                    let (best, end, own) =
                        self.try_invention(language, relations, invention, &trial);
                    explored += own;
                    if best.is_some() {
                        return (best, explored);
                    }
                    if end == SearchEnd::OutOfWork {
                        is_out_of_work[at] = true;
                    } else {
                        done[at] = size;
                    }
                }
            }
            if !is_out_of_work.contains(&true) {
                break;
            }
        }
        (None, explored)
    }

    /// Searches for a theory with an invention, or without, and returns why the search
    /// ended and the work done.
    fn try_invention(
        &self,
        language: &Language,
        relations: &mut Relations<'p>,
        invention: Option<&Invention>,
        trial: &Trial,
    ) -> (Option<Best>, SearchEnd, u64) {
        let Some(invention) = invention else {
            let mut run = self.start(language, relations, Some(trial.size));
            let end = run.small(trial);
            return (run.best, end, run.explored);
        };
        let mut extended = language.clone();
        extended.body.push(invention.declaration.clone());
        extended.max_clauses = language
            .max_clauses
            .map(|most| most.saturating_sub(invention.clauses.len()));
        if extended.max_clauses == Some(0) {
            return (None, SearchEnd::Finished { is_complete: true }, 0);
        }
        relations.push(&invention.declaration, &invention.rows);
        let mut run = self.start(&extended, relations, Some(trial.size - invention.size));
        let end = run.small(trial);
        let (mut best, explored) = (run.best.take(), run.explored);
        relations.pop();
        if let Some(best) = &mut best {
            best.clauses.extend(invention.clauses.iter().cloned());
            best.cost += invention.size;
        }
        (best, end, explored)
    }
}

/// How far one search with an invention goes.
struct Trial {
    /// The largest theory.
    size: usize,
    /// The rows that may be joined.
    most_work: u64,
    /// Whether it is the first search for this size.
    is_first: bool,
}

/// The searches for one language.
struct Run<'s, 'p> {
    problem: &'p Problem,
    language: &'s Language,
    budget: &'s Budget,
    relations: &'s mut Relations<'p>,
    /// The smallest theory that classifies every example correctly.
    best: Option<Best>,
    /// A recursive theory that misclassifies some examples.
    with_errors: Option<Best>,
    /// Theories must be smaller than this.
    below: usize,
    /// Rules that cover no negative example.
    complete: Vec<Rule>,
    /// Rules that help where examples may be wrong.
    noisy: NoisyRules,
    /// Every theory without recursion has at least this number of literals.
    least_plain: usize,
    /// Whether a complete search showed that no theory without recursion is smaller than
    /// the best one.
    has_all_rules: bool,
    /// Whether no recursive theory is smaller than the best one.
    excludes_recursion: bool,
    /// Whether the complete search left rules out because of memory.
    is_cut: bool,
    explored: u64,
    ended: Ended,
}

impl<'s> Run<'s, '_> {
    /// Makes all searches.
    fn all(&mut self) {
        let is_recursive = self.language.is_recursive;
        let first = self.search(FIRST_WORK, None);
        if is_recursive && !self.budget.is_over() {
            self.recursive(None);
        }
        if first != SearchEnd::OutOfWork {
            return;
        }
        let has_theory = self.best.is_some() || self.with_errors.is_some();
        if !has_theory {
            self.narrow(&WIDTHS[..1]);
            if self.best.is_none() && !self.budget.is_over() {
                // What a longer search finds tells the narrow ones what is left to cover.
                self.search(LONGER_WORK, None);
                self.narrow(&WIDTHS);
            }
        }
        let has_rules = self
            .best
            .as_ref()
            .is_some_and(|best| best.clauses.len() > 1);
        if !is_recursive && has_rules {
            if self.search(SECOND_WORK, None) != SearchEnd::OutOfWork {
                return;
            }
            self.narrow_for_smaller(&CLOSE);
            let mut search = self.begin(None, true);
            if self.proceed(&mut search, BEFORE_LOOSE) == SearchEnd::OutOfWork {
                self.narrow_for_smaller(&LOOSE);
                search.inform(&self.complete, self.below);
                self.proceed(&mut search, u64::MAX);
            }
            return;
        }
        // A smaller theory without recursion is looked for, but it would be no proof.
        let is_enough = is_recursive && has_theory;
        let work = if is_enough {
            BESIDE_RECURSION
        } else {
            u64::MAX
        };
        self.search(work, None);
    }

    /// Makes the searches for one of many languages with an invented predicate, and
    /// returns why the last one ended.
    fn small(&mut self, trial: &Trial) -> SearchEnd {
        if self.language.is_recursive && trial.is_first {
            self.recursive(Some(MAX_RECURSIVE));
        }
        self.search(trial.most_work, None)
    }

    /// Searches for rules, and returns why the search ended.
    fn search(&mut self, most_work: u64, beam: Option<Beam>) -> SearchEnd {
        let mut search = self.begin(beam, false);
        self.proceed(&mut search, most_work)
    }

    /// A search that has not begun.
    fn begin(&self, beam: Option<Beam>, pauses: bool) -> Search<'s> {
        let extent = Extent {
            below: self.below,
            max_rules: self.language.max_clauses.unwrap_or(usize::MAX),
            beam,
            pauses,
        };
        let positives = self.relations.positives();
        Search::new(
            self.language,
            positives,
            &self.complete,
            extent,
            self.budget,
        )
    }

    /// Begins or continues a search, and returns why it ended.
    fn proceed(&mut self, search: &mut Search<'_>, most_work: u64) -> SearchEnd {
        let explored = search.explored();
        let end = search.run(self.relations, most_work);
        self.explored += search.explored() - explored;
        search.noisy_rules().for_each(|rule| self.noisy.add(&rule));
        self.complete = search.complete_rules();
        if !search.is_narrow() {
            self.is_cut = search.is_cut();
            self.least_plain = self.least_plain.max(search.least_theory);
        }
        if let Some(rules) = search.best.take() {
            self.found(&rules);
        }
        match &end {
            SearchEnd::Finished { is_complete } if !search.is_narrow() => {
                self.has_all_rules = *is_complete;
            }
            SearchEnd::Budget(ended) => self.ended = ended.clone(),
            _ => {}
        }
        end
    }

    /// Narrow searches for the positives that no rule covers yet, wider ones where
    /// they find nothing.
    fn narrow(&mut self, widths: &[usize]) {
        let (positives, negatives) = (self.problem.positives.len(), self.problem.negatives.len());
        for &width in widths {
            let mut left = usize::MAX;
            while let Some(beam) = Beam::beside(&self.complete, positives, negatives, width)
                && beam.count() < left
                && !self.budget.is_over()
            {
                left = beam.count();
                self.search(NARROW_WORK, Some(beam));
            }
        }
    }

    /// Narrow searches for rules that make the theory smaller: first for all positives,
    /// then for those that the best rules found leave.
    fn narrow_for_smaller(&mut self, ways: &[Narrow]) {
        let (positives, negatives) = (self.problem.positives.len(), self.problem.negatives.len());
        for narrow in ways {
            let below = self.below;
            let beside = |rules: &[Rule]| {
                let beam = Beam::beside(rules, positives, negatives, narrow.width);
                beam.map(|beam| beam.with_equal(narrow.most_equal))
            };
            let mut beam = beside(&[]);
            let mut chosen: Vec<Rule> = Vec::new();
            while let Some(own) = beam
                && chosen.len() < narrow.rounds
                && !self.budget.is_over()
            {
                self.search(narrow.most_work, Some(own.clone()));
                let share = |rule: &Rule| own.covered(&rule.cover) as f64 / rule.size as f64;
                let best = self.complete.iter().max_by(|a, b| {
                    let by_share = share(a).total_cmp(&share(b));
                    by_share.then(b.size.cmp(&a.size))
                });
                chosen.extend(best.cloned());
                beam = beside(&chosen).filter(|next| next.count() < own.count());
            }
            if self.below == below {
                return;
            }
        }
    }

    fn found(&mut self, rules: &[Rule]) {
        let clauses: Vec<Clause> = rules.iter().map(|rule| self.clause(rule)).collect();
        let cost = rules.iter().map(|rule| rule.size).sum();
        self.below = cost;
        self.best = Some(Best { clauses, cost });
    }

    /// Looks for a recursive theory.
    fn recursive(&mut self, most_explored: Option<u64>) {
        let counts = (self.problem.positives.len(), self.problem.negatives.len());
        let search = RecursionSearch::new(
            self.language,
            self.relations,
            self.budget,
            counts,
            self.below,
        )
        .beside(self.least_plain);
        let search = match most_explored {
            Some(most) => search.briefly(most),
            None => search,
        };
        let report = search.run();
        self.explored += report.explored;
        self.excludes_recursion = report.is_exhausted;
        if let Some(theory) = report.theory {
            let best = Best {
                clauses: theory.clauses,
                cost: theory.cost,
            };
            // A theory without errors is better only if it is smaller than this cost.
            self.below = best.cost;
            if theory.has_errors {
                self.with_errors = Some(best);
            } else {
                self.best = Some(best);
            }
        }
    }

    fn clause(&self, rule: &Rule) -> Clause {
        match &rule.body {
            Body::Literals(literals) => clause(self.language, literals),
            Body::Parts(_) => unreachable!("rules outside a search have literals"),
        }
    }

    fn finish(mut self) -> Theory {
        let is_proven = self.best.is_some() && self.has_all_rules && self.excludes_recursion;
        let clauses = match self.best.take() {
            Some(best) => self.unless_overfitted(best),
            None => self.least_cost_theory().clauses,
        };
        let settings = CoveringSettings::default();
        let mut tester = Tester::for_target(self.problem, &settings, self.language.head.functor);
        let terms: Vec<Term> = clauses.iter().map(Clause::to_term).collect();
        let coverage = tester.theory_coverage(&terms);
        let confusion = coverage.confusion(self.problem);
        let advice = (!confusion.is_perfect()).then(|| self.advice(!clauses.is_empty()));
        Theory {
            method: Method::Failures,
            clauses,
            is_proven: is_proven && confusion.is_perfect(),
            coverage,
            explored: self.explored,
            tests: self.relations.calls + tester.tests,
            limits_reached: self.relations.limits_reached + tester.limits_reached,
            ended: self.ended,
            advice,
            notes: Vec::new(),
        }
    }

    /// The clauses of a theory without errors. Where one with errors costs far less, it
    /// would only repeat wrong examples, and the other is taken. Rules that are meant save
    /// more than they cost where there are many positives.
    fn unless_overfitted(&mut self, best: Best) -> Vec<Clause> {
        if self.language.is_recursive || self.problem.positives.len() < MANY_POSITIVES {
            return best.clauses;
        }
        let other = self.least_cost_theory();
        if other.clauses.is_empty() || OVERFITTED * other.cost > best.cost {
            return best.clauses;
        }
        other.clauses
    }

    /// The theory of least cost where some examples may be wrong.
    fn least_cost_theory(&mut self) -> Best {
        let mut noisy = std::mem::take(&mut self.noisy);
        let rules = noisy.best(MAX_CHOICE);
        let (positives, negatives) = (self.problem.positives.len(), self.problem.negatives.len());
        let max_rules = self.language.max_clauses.unwrap_or(usize::MAX);
        let (chosen, cost) = least_cost(rules, positives, negatives, max_rules);
        if let Some(recursive) = self.with_errors.take().filter(|own| own.cost <= cost) {
            return recursive;
        }
        let chosen = chosen.iter().map(|&at| rules[at].clone()).collect();
        let rules = self.with_sure_rules(chosen, max_rules);
        let clauses = rules.iter().map(|rule| self.clause(rule)).collect();
        Best { clauses, cost }
    }

    /// The rules and, where nothing tells that examples are wrong, further ones without
    /// negatives that cover several of the positives that are left.
    fn with_sure_rules(&self, mut rules: Vec<Rule>, max_rules: usize) -> Vec<Rule> {
        let (positives, negatives) = (self.problem.positives.len(), self.problem.negatives.len());
        let has_wrong = rules.iter().any(|rule| rule.cover.has_negatives());
        if has_wrong || positives >= MANY_POSITIVES {
            return rules;
        }
        while rules.len() < max_rules
            && let Some(left) = Beam::beside(&rules, positives, negatives, 0)
        {
            let covered = |rule: &&Rule| left.covered(&rule.cover);
            let best = self
                .complete
                .iter()
                .filter(|rule| covered(rule) >= LEAST_COVERED)
                .min_by_key(|rule| (std::cmp::Reverse(covered(rule)), rule.size));
            let Some(best) = best else { break };
            rules.push(best.clone());
        }
        rules
    }

    fn advice(&self, has_theory: bool) -> String {
        let mut text = if has_theory {
            "No theory classifies every example correctly".to_owned()
        } else {
            "No theory was found".to_owned()
        };
        if !self.ended.is_done() {
            text += " before the search ended; allow more time with --timeout";
        } else if self.is_cut {
            text += "; the search reached its limit of memory and left rules out";
        } else {
            text += &format!(
                " with clauses of at most {} literals and {} variables; raise max_body or \
                 max_vars, or give more background",
                self.language.max_body, self.language.max_variables
            );
        }
        text + "."
    }
}

/// A clause with these literals in its body.
pub(super) fn clause(language: &Language, literals: &[Literal]) -> Clause {
    let literals = ordered(language, literals).unwrap_or_else(|| literals.to_vec());
    // Behind all variables of the clause.
    let anonymous = language.max_variables.max(language.head.functor.arity) as u32;
    let atom = |(at, literal): (usize, &Literal)| {
        let own = language.body.get(usize::from(literal.predicate));
        let args = literal.args.iter().map(|&v| Term::var(u32::from(v)));
        let args: Vec<Term> = args.collect();
        own.unwrap_or(&language.head)
            .literal(&args, anonymous + at as u32)
    };
    let heads = 0..language.head.functor.arity as u32;
    let head = Term::compound(language.head.functor.name, heads.map(Term::var));
    let term = Clause::new(head, literals.iter().enumerate().map(atom)).to_term();
    Clause::from_term(&renumbered(&term))
}

/// The term with its variables numbered in the order they occur.
fn renumbered(term: &Term) -> Term {
    let order = term.variables();
    term.map_vars(|var| {
        let place = order.iter().position(|other| *other == var);
        Term::var(place.unwrap_or_default() as u32)
    })
}
