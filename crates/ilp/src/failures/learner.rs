//! The loop of learning from failures: generate the rules of the next size, test
//! them, combine them, and constrain what is generated next by the best theory.

use stratalog_logic::{Clause, Term};
use stratalog_run::{Ended, Event};

use super::combine::{RestBound, kinds, least_cost, smallest_cover};
use super::cover::Cover;
use super::feature::{Features, Literal};
use super::invention::inventions;
use super::language::Language;
use super::recursion::RecursionSearch;
use super::relation::Relations;
use super::rule::{Rule, Rules, ordered};
use crate::budget::Budget;
use crate::error::Error;
use crate::method::Method;
use crate::modes::{Settings, Tester};
use crate::problem::Problem;
use crate::theory::Theory;

/// The largest theory that is looked for with invented predicates.
const MAX_INVENTIVE: usize = 12;
/// The most recursive clauses tried for one invention, and the work after which the
/// search goes on without inventions.
const MAX_RECURSIVE: u64 = 5_000;
const MAX_EXPLORED: u64 = 1_000_000;

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
        let (invented, explored) = if language.invents {
            self.with_inventions(language, &mut relations)
        } else {
            (None, 0)
        };
        let mut search = self.search(language, &mut relations, self.max_size);
        search.rules.explored += explored;
        match invented {
            Some(best) => search.best = Some(best),
            None => search.run_all(),
        }
        Ok(search.finish())
    }

    fn search<'s>(
        &'s self,
        language: &'s Language,
        relations: &'s mut Relations<'p>,
        max_size: Option<usize>,
    ) -> Search<'s, 'p> {
        Search::new(self.problem, language, relations, max_size, &self.budget)
    }

    /// A theory with an invented predicate, if one is smaller than those without, and
    /// the work done. Theories are tried by their size, first without and then with each
    /// invention.
    fn with_inventions(
        &self,
        language: &Language,
        relations: &mut Relations<'p>,
    ) -> (Option<Best>, u64) {
        let inventions = inventions(language, relations);
        let largest = self.max_size.unwrap_or(MAX_INVENTIVE).min(MAX_INVENTIVE);
        let mut explored = 0;
        for size in 2..=largest {
            let mut search = self.search(language, relations, Some(size));
            search.most_recursive = MAX_RECURSIVE;
            search.run_all();
            explored += search.explored();
            if search.best.is_some() {
                return (search.best, explored);
            }
            let affordable = inventions.iter().filter(|own| own.size + 2 <= size);
            for invention in affordable {
                if explored > MAX_EXPLORED || self.budget.is_over() {
                    return (None, explored);
                }
                let mut extended = language.clone();
                extended.body.push(invention.declaration.clone());
                extended.max_clauses = language
                    .max_clauses
                    .map(|most| most.saturating_sub(invention.clauses.len()));
                if extended.max_clauses == Some(0) {
                    continue;
                }
                relations.push(invention.declaration.functor, &invention.rows);
                let mut search = self.search(&extended, relations, Some(size - invention.size));
                search.most_recursive = MAX_RECURSIVE;
                search.run_all();
                explored += search.explored();
                let best = search.best.take();
                relations.pop();
                if let Some(mut best) = best {
                    best.clauses.extend(invention.clauses.iter().cloned());
                    best.cost += invention.size;
                    return (Some(best), explored);
                }
            }
        }
        (None, explored)
    }
}

struct Search<'s, 'p> {
    problem: &'p Problem,
    language: &'s Language,
    budget: &'s Budget,
    relations: &'s mut Relations<'p>,
    features: Features<'s>,
    rules: Rules<'s>,
    /// The smallest theory that classifies every example correctly.
    best: Option<Best>,
    /// A recursive theory that misclassifies some examples.
    with_errors: Option<Best>,
    /// Theories must be smaller than this.
    below: usize,
    /// The most clauses that are tried in recursive theories.
    most_recursive: u64,
    is_proven: bool,
    ended: Ended,
}

impl<'s, 'p> Search<'s, 'p> {
    fn new(
        problem: &'p Problem,
        language: &'s Language,
        relations: &'s mut Relations<'p>,
        max_size: Option<usize>,
        budget: &'s Budget,
    ) -> Search<'s, 'p> {
        Search {
            problem,
            language,
            budget,
            relations,
            features: Features::new(language),
            rules: Rules::new(language),
            best: None,
            with_errors: None,
            below: max_size.map_or(usize::MAX, |most| most + 1),
            most_recursive: u64::MAX,
            is_proven: false,
            ended: Ended::Done,
        }
    }

    /// The clauses and features looked at.
    fn explored(&self) -> u64 {
        self.features.explored + self.rules.explored
    }

    fn run_all(&mut self) {
        if self.language.is_recursive {
            self.run_recursive();
        }
        self.run();
    }

    /// Looks for a recursive theory. It is not proven to be smallest: theories with
    /// several recursive clauses or calls are not tried.
    fn run_recursive(&mut self) {
        let counts = (self.problem.positives.len(), self.problem.negatives.len());
        let search = RecursionSearch::new(
            self.language,
            self.relations,
            self.budget,
            counts,
            self.below,
        );
        let (found, explored) = search.most_explored(self.most_recursive).run();
        self.rules.explored += explored;
        if let Some(theory) = found {
            self.below = theory.cost;
            self.announce(&theory.clauses, theory.cost);
            let best = Best {
                clauses: theory.clauses,
                cost: theory.cost,
            };
            if theory.has_errors {
                self.with_errors = Some(best);
            } else {
                self.best = Some(best);
            }
        }
    }

    fn run(&mut self) {
        let budget = self.budget;
        for length in 1..=self.language.max_body {
            let bound = self.bound(length);
            let below = self.below;
            let positives = self.problem.positives.len();
            // A rule of this size must leave enough for the rest of the theory.
            let is_useful = move |size: usize, covered: usize| {
                covered > 0 && size + bound.size(positives - covered) < below
            };
            let may_go_on = || !budget.is_over();
            let of_feature = |cover: &Cover| is_useful(length + 1, cover.count_positives());
            self.features.grow(self.relations, &of_feature, &may_go_on);
            self.rules.grow(&self.features, &is_useful, &may_go_on);
            if let Some(ended) = budget.end() {
                self.combine();
                self.ended = ended;
                return;
            }
            let is_exact = self.combine();
            if self.is_finished(length) {
                self.is_proven =
                    is_exact && self.best.is_some() && !self.features.is_cut && !self.rules.is_cut;
                return;
            }
            budget.control().progress("literals", length as u64, None);
        }
        // Every rule of the language is known.
        self.is_proven = self.best.is_some() && !self.features.is_cut && !self.rules.is_cut;
    }

    /// A lower bound on the rest of a theory while rules of this length are made.
    fn bound(&self, length: usize) -> RestBound {
        let positives = self.problem.positives.len();
        let mut kinds = kinds(&self.rules.complete);
        let last = self.rules.open.last().into_iter().flatten();
        let open = last.map(|rule| rule.cover.count_positives()).max();
        let features = self.features.by_size.last().into_iter().flatten();
        let parts = features
            .map(|feature| feature.cover.count_positives())
            .max();
        let most = if length == 1 {
            positives
        } else {
            // Rules that are not made yet specialise these.
            let all_open = self.rules.open.iter().flatten();
            let most_open = all_open.map(|rule| rule.cover.count_positives()).max();
            open.max(parts).max(most_open).unwrap_or(0)
        };
        kinds.push((length + 1, most));
        RestBound::new(positives, &kinds)
    }

    /// Whether no rule longer than this can be part of a better theory.
    fn is_finished(&self, length: usize) -> bool {
        let next = length + 2;
        if next >= self.below {
            return true;
        }
        let bound = self.bound(length + 1);
        let positives = self.problem.positives.len();
        let is_hopeless =
            |cover: &Cover| next + bound.size(positives - cover.count_positives()) >= self.below;
        let mut open = self.rules.open.iter().flatten();
        let features = self.features.by_size.last().into_iter().flatten();
        let mut extensible = features.filter(|feature| !feature.types.is_empty());
        open.all(|rule| is_hopeless(&rule.cover))
            && extensible.all(|feature| is_hopeless(&feature.cover))
    }

    /// Looks for a smaller theory among the complete rules, and returns whether the
    /// answer is exact.
    fn combine(&mut self) -> bool {
        let max_rules = self.language.max_clauses.unwrap_or(usize::MAX);
        let positives = self.problem.positives.len();
        let cover = smallest_cover(&self.rules.complete, positives, self.below, max_rules);
        if let Some(chosen) = &cover.rules {
            let rules = chosen.iter().map(|&at| &self.rules.complete[at]);
            let clauses: Vec<Clause> = rules.map(|rule| self.clause(rule)).collect();
            let size = clauses.iter().map(|clause| clause.body.len() + 1).sum();
            self.below = size;
            self.announce(&clauses, size);
            self.best = Some(Best {
                clauses,
                cost: size,
            });
        }
        cover.is_exact
    }

    fn announce(&self, clauses: &[Clause], cost: usize) {
        self.budget.control().emit(Event::Theory {
            clauses: clauses.iter().map(ToString::to_string).collect(),
            score: -(cost as f64),
        });
    }

    fn clause(&self, rule: &Rule) -> Clause {
        clause(self.language, &self.rules.literals(rule, &self.features))
    }

    fn finish(mut self) -> Theory {
        let clauses = match self.best.take() {
            Some(best) => best.clauses,
            None => self.least_cost_theory(),
        };
        let settings = Settings::default();
        let mut tester = Tester::for_target(self.problem, &settings, self.language.head.functor);
        let terms: Vec<Term> = clauses.iter().map(Clause::to_term).collect();
        let coverage = tester.theory_coverage(&terms);
        let confusion = coverage.confusion(self.problem);
        let advice = (!confusion.is_perfect()).then(|| self.advice(!clauses.is_empty()));
        Theory {
            method: Method::Failures,
            clauses,
            is_proven: self.is_proven && !self.language.is_recursive && confusion.is_perfect(),
            coverage,
            explored: self.explored(),
            tests: self.relations.calls + tester.tests,
            limits_reached: self.relations.limits_reached + tester.limits_reached,
            ended: self.ended,
            advice,
            notes: Vec::new(),
        }
    }

    /// The theory of least cost where some examples may be wrong.
    fn least_cost_theory(&mut self) -> Vec<Clause> {
        let mut rules = std::mem::take(&mut self.rules.noisy);
        let gain = |rule: &Rule| {
            let cover = &rule.cover;
            (cover.count_positives() - cover.count_negatives() - rule.size) as i64
        };
        rules.sort_by_key(|rule| std::cmp::Reverse(gain(rule)));
        rules.truncate(2_000);
        let (positives, negatives) = (self.problem.positives.len(), self.problem.negatives.len());
        let max_rules = self.language.max_clauses.unwrap_or(usize::MAX);
        let (chosen, cost) = least_cost(&rules, positives, negatives, max_rules);
        if let Some(recursive) = self.with_errors.take().filter(|own| own.cost <= cost) {
            return recursive.clauses;
        }
        chosen.iter().map(|&at| self.clause(&rules[at])).collect()
    }

    fn advice(&self, has_theory: bool) -> String {
        let mut text = if has_theory {
            "No theory classifies every example correctly".to_owned()
        } else {
            "No theory was found".to_owned()
        };
        if !self.ended.is_done() {
            text += " before the search ended; allow more time with --timeout";
        } else if self.features.is_cut || self.rules.is_cut {
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
    let atom = |literal: &Literal| {
        let own = language.body.get(usize::from(literal.predicate));
        let name = own.unwrap_or(&language.head).functor.name;
        let args = literal.args.iter().map(|&v| Term::var(u32::from(v)));
        Term::compound(name, args)
    };
    let heads = 0..language.head.functor.arity as u32;
    let head = Term::compound(language.head.functor.name, heads.map(Term::var));
    let term = Clause::new(head, literals.iter().map(atom)).to_term();
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
