//! Dependent learning (algorithm 1 of the paper): predicates of growing depth,
//! each from its own examples and with the help of those before it.

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_game::Game;
use stratalog_logic::{Functor, Term};

use crate::examples::Step;
use crate::knowledge::{Knowledge, example};
use crate::rules::{Predicate, Rules};
use crate::settings::Settings;
use crate::strategy::Strategy;
use stratalog_ilp::metarules::Mil;

/// Proof steps after which a predicate is taken not to be learnable.
const MOST_STEPS: u64 = 20_000;

/// Rules for winning or for drawing.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct Learned {
    pub order: Vec<(Functor, Predicate)>,
    pub clauses: Vec<Term>,
}

impl Learned {
    /// The rules with the number of moves each promises to take.
    pub fn by_depth(&self) -> Vec<(u32, Predicate)> {
        let depth = |functor: Functor| crate::english::depth(functor).map_or(0, |(_, depth)| depth);
        self.order
            .iter()
            .map(|&(f, rule)| (depth(f), rule))
            .collect()
    }
}

/// The examples of one predicate.
pub(crate) struct Labelled {
    pub positive: Vec<Step>,
    pub negative: Vec<Step>,
}

/// Gives the examples of the predicate of some depth, told the rules of smaller
/// depth.
pub(crate) type Labelling<'a, G> =
    dyn FnMut(&mut Rules<G>, usize, &[(u32, Predicate)]) -> Labelled + 'a;

/// What searches have found, so that none is made twice.
#[derive(Default)]
pub(crate) struct Memory {
    found: FxHashMap<Functor, Finding>,
    failed: FxHashMap<Functor, Failure>,
}

/// What a predicate was learned from and as what: where the background is the
/// same and the definition still fits, it stays.
struct Finding {
    background: Vec<(Functor, Predicate)>,
    predicate: Predicate,
    clauses: Vec<Term>,
}

/// Examples no definition was found for: with more of them, none will be.
struct Failure {
    background: Vec<(Functor, Predicate)>,
    positive: Vec<Step>,
    negative: Vec<Step>,
}

/// Everything that is learned after a game.
pub(crate) struct Course<'a, 'r, G: Game> {
    pub knowledge: Knowledge<'r, G>,
    pub settings: &'a Settings,
    /// Rules from elsewhere, used where no example speaks against them.
    pub transferred: &'a Strategy,
    pub memory: &'a mut Memory,
}

/// One predicate to learn and its examples.
struct Lesson {
    target: Functor,
    examples: Labelled,
}

impl<G: Game> Course<'_, '_, G> {
    /// Learns the predicates of growing depth, each from those before it, as long
    /// as there are examples.
    pub fn learn(
        &mut self,
        promise: &str,
        depths: usize,
        labelling: &mut Labelling<'_, G>,
    ) -> Learned {
        let mut learned = Learned::default();
        let deepest = depths.max(self.transferred_depth(promise));
        for depth in 1.. {
            let examples = labelling(self.knowledge.rules, depth, &learned.by_depth());
            if depth > deepest && examples.positive.is_empty() {
                break;
            }
            let target = Functor::new(format!("{promise}_{depth}").as_str(), 2);
            let lesson = Lesson { target, examples };
            if let Some((predicate, clauses)) = self.teach(&lesson, &learned) {
                learned.order.push((target, predicate));
                learned.clauses.extend(clauses);
            } else if depth > deepest {
                break;
            }
        }
        learned
    }

    /// The depth of the deepest rule that came from elsewhere.
    fn transferred_depth(&self, promise: &str) -> usize {
        let depths = self.transferred.order.iter();
        let depths = depths.filter_map(|functor| crate::english::depth(*functor));
        let depths = depths.filter(|(own, _)| *own == promise);
        depths.map(|(_, depth)| depth as usize).max().unwrap_or(0)
    }

    fn teach(&mut self, lesson: &Lesson, learned: &Learned) -> Option<(Predicate, Vec<Term>)> {
        let positive = &lesson.examples.positive;
        // What an earlier predicate proves needs no new one.
        let mut known = learned.order.iter();
        let is_proven = known.any(|&(_, p)| self.knowledge.covers(p, positive));
        let found = match positive.is_empty() || is_proven {
            true => None,
            false => lesson.learn(&mut self.knowledge, self.settings, self.memory),
        };
        found.or_else(|| lesson.transferred(&mut self.knowledge, self.transferred))
    }
}

impl Lesson {
    /// The definition that came from elsewhere, if it fits the examples.
    fn transferred<G: Game>(
        &self,
        knowledge: &mut Knowledge<'_, G>,
        transferred: &Strategy,
    ) -> Option<(Predicate, Vec<Term>)> {
        let target = self.target;
        if !transferred.order.contains(&target) {
            return None;
        }
        let clauses: Vec<Term> = crate::english::clauses_of(target, &transferred.clauses)
            .into_iter()
            .map(|at| transferred.clauses[at].clone())
            .collect();
        let predicate = knowledge.add(&clauses, target)?;
        let fits = self.fits(knowledge, predicate);
        if fits {
            knowledge.prefer(target);
        }
        fits.then_some((predicate, clauses))
    }

    /// Learns one predicate: first a rule for each example that no rule so far
    /// proves, then from all examples with those rules as background.
    fn learn<G: Game>(
        &self,
        knowledge: &mut Knowledge<'_, G>,
        settings: &Settings,
        memory: &mut Memory,
    ) -> Option<(Predicate, Vec<Term>)> {
        let target = self.target;
        let helpers = self.helpers(knowledge, settings)?;
        for (helper, _, _) in &helpers {
            knowledge.prefer(*helper);
        }
        let background = knowledge.background();
        let clauses = self.definition(knowledge, settings, memory, &background);
        for (helper, _, _) in &helpers {
            knowledge.retire(*helper);
        }
        let mut clauses = clauses?;
        let predicate = knowledge.add(&clauses, target)?;
        knowledge.prefer(target);
        // Helpers stay where they are called.
        for (helper, _, definition) in helpers {
            let mut calls = clauses.iter().flat_map(crate::rules::called);
            let is_defined = clauses
                .iter()
                .any(|c| crate::rules::parts(c).0.functor() == Some(helper));
            if !is_defined && calls.any(|functor| functor == helper) {
                clauses.extend(definition);
            }
        }
        let finding = Finding {
            background,
            predicate,
            clauses: clauses.clone(),
        };
        memory.found.insert(target, finding);
        Some((predicate, clauses))
    }

    /// A rule of one clause for each example that the rules before it do not
    /// prove, where there is one.
    fn helpers<G: Game>(
        &self,
        knowledge: &mut Knowledge<'_, G>,
        settings: &Settings,
    ) -> Option<Vec<(Functor, Predicate, Vec<Term>)>> {
        let mut helpers: Vec<(Functor, Predicate, Vec<Term>)> = Vec::new();
        for step in &self.examples.positive {
            let one = std::slice::from_ref(step);
            if helpers.iter().any(|(_, p, _)| knowledge.covers(*p, one)) {
                continue;
            }
            let name = format!("{}_{}", self.target.name, helpers.len() + 1);
            let helper = Functor::new(name.as_str(), 2);
            let report = Mil::new(knowledge)
                .metarules(settings.metarules.iter().cloned())
                .positive(example(helper, step))
                .max_clauses(1)
                .max_steps(MOST_STEPS)
                .run()
                .ok()?;
            if !report.clauses.is_empty()
                && let Some(predicate) = knowledge.add(&report.clauses, helper)
            {
                helpers.push((helper, predicate, report.clauses));
            }
        }
        Some(helpers)
    }

    /// The clauses of the predicate: those found before where they still fit, or
    /// found by a search.
    fn definition<G: Game>(
        &self,
        knowledge: &mut Knowledge<'_, G>,
        settings: &Settings,
        memory: &mut Memory,
        background: &[(Functor, Predicate)],
    ) -> Option<Vec<Term>> {
        let target = self.target;
        if let Some(finding) = memory.found.get(&target)
            && finding.background == background
            && self.fits(knowledge, finding.predicate)
        {
            return Some(finding.clauses.clone());
        }
        if let Some(failure) = memory.failed.get(&target)
            && failure.background == background
            && self.has_all_of(failure)
        {
            return None;
        }
        knowledge.begin_search();
        let Labelled { positive, negative } = &self.examples;
        let report = Mil::new(knowledge)
            .metarules(settings.metarules.iter().cloned())
            .positives(positive.iter().map(|step| example(target, step)))
            .negatives(negative.iter().map(|step| example(target, step)))
            .max_clauses(settings.max_clauses)
            .max_steps(MOST_STEPS)
            .run()
            .ok()?;
        if report.clauses.is_empty() {
            let failure = Failure {
                background: background.to_vec(),
                positive: positive.clone(),
                negative: negative.clone(),
            };
            memory.failed.insert(target, failure);
            return None;
        }
        Some(report.clauses)
    }

    fn has_all_of(&self, failure: &Failure) -> bool {
        let has_all = |own: &[Step], failed: &[Step]| {
            let own: FxHashSet<&Step> = own.iter().collect();
            failed.iter().all(|step| own.contains(step))
        };
        has_all(&self.examples.positive, &failure.positive)
            && has_all(&self.examples.negative, &failure.negative)
    }

    fn fits<G: Game>(&self, knowledge: &mut Knowledge<'_, G>, predicate: Predicate) -> bool {
        let mut negative = self.examples.negative.iter();
        knowledge.covers(predicate, &self.examples.positive)
            && !negative.any(|step| knowledge.rules.names(predicate, step.from, step.to))
    }
}
