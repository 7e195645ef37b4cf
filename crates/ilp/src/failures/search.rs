//! One search for rules: generate the rules of the next size, test them, combine them,
//! and constrain what is generated next by the best theory.

use stratalog_run::Ended;

use super::beam::Beam;
use super::combine::{RestBound, kinds, smallest_cover};
use super::cover::Cover;
use super::feature::Features;
use super::language::Language;
use super::relation::Relations;
use super::rule::{Rule, Rules};
use crate::budget::Budget;
use crate::problem::Problem;

/// What features and rules of one size must satisfy.
pub(super) struct Step<'a> {
    /// Whether a rule of this size with this cover can be part of a better theory.
    pub is_useful: &'a dyn Fn(usize, &Cover) -> bool,
    /// Which features and rules a narrow search keeps.
    pub beam: Option<&'a Beam>,
    budget: &'a Budget,
    most_joined: u64,
    most_compared: u64,
}

impl<'a> Step<'a> {
    /// A step of a complete search that ends when this many rows were joined.
    pub fn limited(
        is_useful: &'a dyn Fn(usize, &Cover) -> bool,
        budget: &'a Budget,
        most_joined: u64,
    ) -> Step<'a> {
        Step {
            is_useful,
            beam: None,
            budget,
            most_joined,
            most_compared: u64::MAX,
        }
    }

    /// Whether features may be made after this much work.
    pub fn may_join(&self, work: u64) -> bool {
        work < self.most_joined && !self.budget.is_over()
    }

    /// Whether rules may be made after this much work.
    pub fn may_make_rules(&self, work: u64) -> bool {
        work < self.most_compared && !self.budget.is_over()
    }
}

/// How far a search may go.
#[derive(Clone)]
pub(super) struct Extent {
    /// Theories must be smaller than this.
    pub below: usize,
    /// The most rows that are joined, and words that are compared.
    pub most_work: u64,
    /// Which features and rules a narrow search keeps; none in a complete one.
    pub beam: Option<Beam>,
}

/// Why a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum SearchEnd {
    /// No rule that is left can be part of a smaller theory.
    Finished {
        /// Whether no part of the language was left out.
        is_complete: bool,
    },
    /// The work that it may do is done.
    OutOfWork,
    /// The budget is over.
    Budget(Ended),
}

/// A search for rules.
pub(super) struct Search<'s, 'p> {
    problem: &'p Problem,
    language: &'s Language,
    budget: &'s Budget,
    relations: &'s mut Relations<'p>,
    extent: Extent,
    pub features: Features<'s>,
    pub rules: Rules<'s>,
    /// The rules of the smallest theory that classifies every example correctly.
    pub best: Option<Vec<Rule>>,
}

impl<'s, 'p> Search<'s, 'p> {
    /// A search that knows these complete rules already.
    pub fn new(
        problem: &'p Problem,
        language: &'s Language,
        relations: &'s mut Relations<'p>,
        known: &[Rule],
        extent: Extent,
        budget: &'s Budget,
    ) -> Search<'s, 'p> {
        Search {
            problem,
            language,
            budget,
            relations,
            extent,
            features: Features::new(language),
            rules: Rules::new(language, known),
            best: None,
        }
    }

    /// The clauses and features looked at.
    pub fn explored(&self) -> u64 {
        self.features.explored + self.rules.explored
    }

    /// Whether rules may have been left out.
    pub fn is_cut(&self) -> bool {
        self.features.is_cut || self.rules.is_cut
    }

    pub fn run(&mut self) -> SearchEnd {
        let most_joined = self.relations.work.saturating_add(self.extent.most_work);
        for length in 1..=self.language.max_body {
            let bound = self.bound(length);
            let below = self.extent.below;
            let positives = self.problem.positives.len();
            let beam = self.extent.beam.clone();
            // A rule of this size must leave enough for the rest of the theory.
            let is_useful = |size: usize, cover: &Cover| {
                let covered = cover.count_positives();
                covered > 0
                    && size + bound.size(positives - covered) < below
                    && beam.as_ref().is_none_or(|beam| beam.touches(cover))
            };
            let step = Step {
                is_useful: &is_useful,
                beam: beam.as_ref(),
                budget: self.budget,
                most_joined,
                most_compared: self.extent.most_work,
            };
            self.features.grow(self.relations, &step);
            self.rules.grow(&self.features, &step);
            let is_exact = self.combine();
            if let Some(ended) = self.budget.end() {
                return SearchEnd::Budget(ended);
            }
            if self.relations.work >= most_joined || self.rules.work >= self.extent.most_work {
                return SearchEnd::OutOfWork;
            }
            if self.is_finished(length) {
                let is_complete = is_exact && !self.is_cut();
                return SearchEnd::Finished { is_complete };
            }
            let control = self.budget.control();
            control.progress("literals", length as u64, None);
        }
        // Every rule of the language is known.
        SearchEnd::Finished {
            is_complete: !self.is_cut(),
        }
    }

    /// A lower bound on the rest of a theory while rules of this length are made.
    fn bound(&self, length: usize) -> RestBound {
        let positives = self.problem.positives.len();
        let mut kinds = kinds(&self.rules.complete);
        let features = self.features.by_size.last().into_iter().flatten();
        let parts = features
            .map(|feature| feature.cover.count_positives())
            .max();
        let most = if length == 1 {
            positives
        } else {
            // Rules that are not made yet specialise these.
            let open = self.rules.open.iter().flatten();
            let most_open = open.map(|rule| rule.cover.count_positives()).max();
            parts.max(most_open).unwrap_or(0)
        };
        kinds.push((length + 1, most));
        RestBound::new(positives, &kinds)
    }

    /// Whether no rule longer than this can be part of a better theory.
    fn is_finished(&self, length: usize) -> bool {
        let next = length + 2;
        let below = self.extent.below;
        if next >= below {
            return true;
        }
        let bound = self.bound(length + 1);
        let positives = self.problem.positives.len();
        let is_hopeless =
            |cover: &Cover| next + bound.size(positives - cover.count_positives()) >= below;
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
        let complete = &self.rules.complete;
        let cover = smallest_cover(complete, positives, self.extent.below, max_rules);
        if let Some(chosen) = &cover.rules {
            let rules = chosen.iter().map(|&at| &complete[at]);
            let rules: Vec<Rule> = rules
                .map(|rule| self.rules.detached(rule, &self.features))
                .collect();
            self.extent.below = rules.iter().map(|rule| rule.size).sum();
            self.best = Some(rules);
        }
        cover.is_exact
    }

    /// The complete rules, in a form that does not depend on this search.
    pub fn complete_rules(&self) -> Vec<Rule> {
        let complete = self.rules.complete.iter();
        complete
            .map(|rule| self.rules.detached(rule, &self.features))
            .collect()
    }

    /// Rules that help where examples may be wrong, in a form that does not depend on
    /// this search.
    pub fn noisy_rules(&self) -> impl Iterator<Item = Rule> {
        let noisy = self.rules.noisy.all().iter();
        noisy.map(|rule| self.rules.detached(rule, &self.features))
    }
}
