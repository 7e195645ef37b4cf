//! One search for rules: generate the rules of the next size, test them, combine them,
//! and constrain what is generated next by the best theory.

use smallvec::SmallVec;
use stratalog_run::{Ended, Event};

use super::beam::Beam;
use super::combine::{CoverLimits, RestBound, kinds, smallest_cover};
use super::cover::{Cover, bits};
use super::feature::Features;
use super::language::Language;
use super::learner::clause;
use super::relation::Relations;
use super::rule::{Body, Rule, Rules};
use crate::budget::Budget;

/// How many words are compared in the time in which a row is joined.
const COMPARED: u64 = 8;

/// What features and rules of one size must satisfy.
pub(super) struct Step<'a> {
    /// Whether a rule of this size with this cover can be part of a better theory.
    pub is_useful: &'a (dyn Fn(usize, &Cover) -> bool + Sync),
    /// Which features and rules a narrow search keeps.
    pub beam: Option<&'a Beam>,
    /// Whether the search pauses when its work is done, to be continued.
    pub pauses: bool,
    budget: &'a Budget,
    most_joined: u64,
    most_compared: u64,
}

impl<'a> Step<'a> {
    /// A step of a complete search that ends when this many rows were joined.
    pub fn limited(
        is_useful: &'a (dyn Fn(usize, &Cover) -> bool + Sync),
        budget: &'a Budget,
        most_joined: u64,
    ) -> Step<'a> {
        Step {
            is_useful,
            beam: None,
            pauses: false,
            budget,
            most_joined,
            most_compared: u64::MAX,
        }
    }

    /// Whether the budget is over.
    pub fn is_stopped(&self) -> bool {
        self.budget.is_over()
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

/// Positives that are covered when one of their instances is: what a rule is tested on are
/// instances.
pub(super) struct Bags {
    /// The positives that each instance belongs to.
    pub of_instance: Vec<SmallVec<[u32; 2]>>,
    /// The number of positives.
    pub positives: usize,
}

impl Bags {
    /// The positives with an instance in a set of instances.
    fn covered(&self, instances: &Cover) -> Cover {
        let own = bits(instances.positives()).flat_map(|at| &self.of_instance[at]);
        Cover::of(self.positives, 0, own.map(|&positive| positive as usize))
    }
}

/// How far a search may go.
#[derive(Clone)]
pub(super) struct Extent {
    /// Theories must be smaller than this.
    pub below: usize,
    /// The most rules of a theory.
    pub max_rules: usize,
    /// Which features and rules a narrow search keeps; none in a complete one.
    pub beam: Option<Beam>,
    /// Whether the search pauses when its work is done, to be continued. Else it makes
    /// longer rules of the parts that it knows.
    pub pauses: bool,
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
pub(super) struct Search<'s> {
    /// The number of positives.
    positives: usize,
    bags: Option<&'s Bags>,
    language: &'s Language,
    budget: &'s Budget,
    extent: Extent,
    pub features: Features<'s>,
    pub rules: Rules<'s>,
    /// The rules of the smallest theory that classifies every example correctly.
    pub best: Option<Vec<Rule>>,
    /// Every theory has at least this number of literals.
    pub least_theory: usize,
}

impl<'s> Search<'s> {
    /// A search for rules that cover some of this number of positives, which knows these
    /// complete rules already.
    pub fn new(
        language: &'s Language,
        positives: usize,
        known: &[Rule],
        extent: Extent,
        budget: &'s Budget,
    ) -> Search<'s> {
        Search {
            positives,
            bags: None,
            language,
            budget,
            extent,
            features: Features::new(language),
            rules: Rules::new(language, known),
            best: None,
            least_theory: 0,
        }
    }

    /// The search with examples that are instances.
    pub fn with_bags(self, bags: &'s Bags) -> Self {
        Search {
            positives: bags.positives,
            bags: Some(bags),
            ..self
        }
    }

    /// The number of positives that are covered.
    fn count(bags: Option<&Bags>, cover: &Cover) -> usize {
        match bags {
            Some(bags) => bags.covered(cover).count_positives(),
            None => cover.count_positives(),
        }
    }

    /// The clauses and features looked at.
    pub fn explored(&self) -> u64 {
        self.features.explored + self.rules.explored
    }

    /// The size of the smallest rules that may have been left out.
    fn left_out(&self) -> usize {
        self.features.left_out.min(self.rules.left_out)
    }

    /// Whether rules may have been left out.
    pub fn is_cut(&self) -> bool {
        self.left_out() < usize::MAX
    }

    /// Whether no rule was left out that a smaller theory may have.
    fn has_all_rules(&self) -> bool {
        self.left_out() >= self.extent.below
    }

    /// Whether only some features and rules are kept.
    pub fn is_narrow(&self) -> bool {
        self.extent.beam.is_some()
    }

    /// Takes account of complete rules, and of the size of a theory, that were found
    /// elsewhere during a pause.
    pub fn inform(&mut self, complete: &[Rule], below: usize) {
        for rule in complete {
            self.rules.complete(rule.clone());
        }
        self.extent.below = below;
    }

    /// Searches, or continues after a pause, until this number of rows was joined or a
    /// multiple of it was compared.
    pub fn run(&mut self, relations: &mut Relations<'_>, most_work: u64) -> SearchEnd {
        let most_joined = relations.work.saturating_add(most_work);
        let most_compared = most_work.saturating_mul(COMPARED);
        let most_compared = self.rules.work.saturating_add(most_compared);
        for length in self.rules.open.len()..=self.language.max_body {
            let bound = self.bound(length);
            let below = self.extent.below;
            let (positives, bags) = (self.positives, self.bags);
            let beam = self.extent.beam.clone();
            // A rule of this size must leave enough for the rest of the theory.
            let is_useful = |size: usize, cover: &Cover| {
                let covered = Self::count(bags, cover);
                covered > 0
                    && size + bound.size(positives - covered) < below
                    && beam.as_ref().is_none_or(|beam| beam.touches(cover))
            };
            let step = Step {
                is_useful: &is_useful,
                beam: beam.as_ref(),
                pauses: self.extent.pauses,
                budget: self.budget,
                most_joined,
                most_compared,
            };
            let has_features =
                self.features.by_size.len() > length || self.features.grow(relations, &step);
            if !has_features || !self.rules.grow(&self.features, &step) {
                let ended = self.budget.end();
                return ended.map_or(SearchEnd::OutOfWork, SearchEnd::Budget);
            }
            let is_exact = self.combine();
            if let Some(ended) = self.budget.end() {
                return SearchEnd::Budget(ended);
            }
            if self.rules.work >= most_compared {
                return SearchEnd::OutOfWork;
            }
            if relations.work >= most_joined {
                // Longer rules of the parts that are known are still made.
                continue;
            }
            let left = self.least_left(length);
            if is_exact {
                self.exclude(left.min(self.extent.below).min(self.left_out()));
            }
            if left >= self.extent.below {
                let is_complete = is_exact && self.has_all_rules();
                return SearchEnd::Finished { is_complete };
            }
            let control = self.budget.control();
            control.progress("literals", length as u64, None);
        }
        if relations.work >= most_joined {
            return SearchEnd::OutOfWork;
        }
        // Every rule of the language is known.
        SearchEnd::Finished {
            is_complete: self.has_all_rules(),
        }
    }

    /// Notes that every theory has at least this number of literals.
    fn exclude(&mut self, literals: usize) {
        if literals > self.least_theory && self.extent.beam.is_none() {
            self.least_theory = literals;
            if !self.language.is_recursive {
                let literals = literals as u64;
                self.budget.control().emit(Event::Bound { literals });
            }
        }
    }

    /// A lower bound on the rest of a theory while rules of this length are made.
    fn bound(&self, length: usize) -> RestBound {
        let positives = self.positives;
        let count = |cover: &Cover| Self::count(self.bags, cover);
        let mut kinds = kinds(
            self.rules
                .complete
                .iter()
                .map(|rule| (rule.size, count(&rule.cover))),
        );
        let features = self.features.by_size.last().into_iter().flatten();
        let parts = features.map(|feature| count(&feature.cover)).max();
        let most = if length == 1 {
            positives
        } else {
            // Rules that are not made yet specialise these.
            let open = self.rules.open.iter().flatten();
            let most_open = open.map(|rule| count(&rule.cover)).max();
            parts.max(most_open).unwrap_or(0)
        };
        kinds.push((length + 1, most));
        RestBound::new(positives, &kinds)
    }

    /// The size of the smallest theory that a rule longer than this may be part of.
    fn least_left(&self, length: usize) -> usize {
        let next = length + 2;
        let bound = self.bound(length + 1);
        let count = |cover: &Cover| Self::count(self.bags, cover);
        let least = |cover: &Cover| next + bound.size(self.positives - count(cover));
        let open = self.rules.open.iter().flatten().map(|rule| &rule.cover);
        let features = self.features.by_size.last().into_iter().flatten();
        let extensible = features.filter(|feature| !feature.types.is_empty());
        let covers = open.chain(extensible.map(|feature| &feature.cover));
        covers.map(least).min().unwrap_or(usize::MAX)
    }

    /// Looks for a smaller theory among the complete rules, and returns whether the
    /// answer is exact.
    fn combine(&mut self) -> bool {
        let complete = &self.rules.complete;
        let positives = self.positives;
        let limits = CoverLimits {
            below: self.extent.below,
            max_rules: self.extent.max_rules,
            budget: self.budget,
        };
        let cover = match self.bags {
            Some(bags) => {
                let covering = |rule: &Rule| Rule {
                    cover: bags.covered(&rule.cover),
                    ..rule.clone()
                };
                let rules: Vec<Rule> = complete.iter().map(covering).collect();
                smallest_cover(&rules, positives, limits)
            }
            None => smallest_cover(complete, positives, limits),
        };
        if let Some(chosen) = &cover.rules {
            let rules = chosen.iter().map(|&at| &complete[at]);
            let rules: Vec<Rule> = rules
                .map(|rule| self.rules.detached(rule, &self.features))
                .collect();
            self.extent.below = rules.iter().map(|rule| rule.size).sum();
            if self.bags.is_none() {
                self.announce(&rules);
            }
            self.best = Some(rules);
        }
        cover.is_exact
    }

    /// Tells who listens of a smaller theory.
    fn announce(&self, rules: &[Rule]) {
        let clauses = rules.iter().filter_map(|rule| match &rule.body {
            Body::Literals(literals) => Some(clause(self.language, literals).to_string()),
            Body::Parts(_) => None,
        });
        self.budget.control().emit(Event::Theory {
            clauses: clauses.collect(),
            score: -(self.extent.below as f64),
        });
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn a_search_that_pauses_makes_the_same_rules() {
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/beside-a-red-block");
        let loaded = crate::files::read(&folder).expect("it can be read");
        let problem = &loaded.problems[0];
        let language = problem.bias.language.as_ref().expect("a bias of Popper's");
        let budget = Budget::default();
        let searched = |most_work: u64| {
            let (positives, negatives) = (&problem.positives, &problem.negatives);
            let mut relations =
                Relations::new(&problem.background, &language.body, positives, negatives);
            let extent = Extent {
                below: usize::MAX,
                max_rules: usize::MAX,
                beam: None,
                pauses: true,
            };
            let mut search = Search::new(language, positives.len(), &[], extent, &budget);
            let mut pauses = 0;
            let mut end = search.run(&mut relations, most_work);
            while end == SearchEnd::OutOfWork {
                pauses += 1;
                end = search.run(&mut relations, most_work);
            }
            assert_eq!(end, SearchEnd::Finished { is_complete: true });
            let complete = search.complete_rules();
            let bodies = complete.iter().map(|rule| format!("{:?}", rule.body));
            (bodies.collect::<Vec<_>>(), search.explored(), pauses)
        };
        let (rules, explored, _) = searched(u64::MAX);
        let (in_parts, also_explored, pauses) = searched(20);
        assert!(pauses > 3, "it paused {pauses} times");
        assert_eq!((rules, explored), (in_parts, also_explored));
    }
}
