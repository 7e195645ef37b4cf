//! Dependent learning (algorithm 1 of the paper): predicates of growing depth,
//! each from its own examples and with the predicates before it as background.

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_game::Promise;
use stratalog_ilp::metarules::Mil;
use stratalog_logic::{Clause, Functor};

use crate::definition::{self, surviving};
use crate::examples::Step;
use crate::knowledge::{Knowledge, example};
use crate::rules::{Predicate, Rules, called};
use crate::settings::MigoSettings;
use crate::strategy::{OrderedRule, Strategy};

/// The proof steps after which a search for a predicate is given up.
const MOST_STEPS: u64 = 20_000;

/// A rule that was learned.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct LearnedRule {
    pub promise: Promise,
    pub predicate: Predicate,
}

impl LearnedRule {
    pub fn ordered(self) -> OrderedRule {
        OrderedRule::keeping(self.promise)
    }
}

/// Rules for winning or for drawing, the shallowest first.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct Learned {
    pub rules: Vec<LearnedRule>,
    pub clauses: Vec<Clause>,
}

impl Learned {
    /// The rules with the number of moves each promises to take.
    pub fn by_depth(&self) -> Vec<(u32, Predicate)> {
        let rules = self.rules.iter();
        rules
            .map(|rule| (rule.promise.depth(), rule.predicate))
            .collect()
    }
}

/// The examples of one predicate.
pub(crate) struct Labelled {
    pub positive: Vec<Step>,
    pub negative: Vec<Step>,
}

/// Gives the examples of the predicate of a depth, given the rules of smaller
/// depth.
pub(crate) type Labelling<'a> = dyn FnMut(&mut Rules, usize, &[(u32, Predicate)]) -> Labelled + 'a;

/// The results of earlier searches, so that none is repeated.
#[derive(Default)]
pub(crate) struct Memory {
    found: FxHashMap<Functor, Finding>,
    failed: FxHashMap<Functor, Failure>,
}

/// A definition that was found and the background it was found with. It is kept
/// while the background is the same and it fits the examples.
struct Finding {
    background: Vec<(Functor, Predicate)>,
    predicate: Predicate,
    clauses: Vec<Clause>,
}

/// Examples that have no definition with this background. A superset of them has
/// none either.
struct Failure {
    background: Vec<(Functor, Predicate)>,
    positive: Vec<Step>,
    negative: Vec<Step>,
}

/// All that is learned after a game.
pub(crate) struct Course<'a, 'r> {
    pub knowledge: Knowledge<'r>,
    pub settings: &'a MigoSettings,
    /// Rules of another strategy, used where no example contradicts them.
    pub transferred: &'a Strategy,
    pub memory: &'a mut Memory,
    /// The rules for winning, for those who learn to draw.
    pub winning: Vec<Functor>,
}

/// One predicate to learn and its examples.
struct Lesson {
    target: OrderedRule,
    examples: Labelled,
}

/// A rule for a single example, which may become part of a definition.
struct Helper {
    functor: Functor,
    predicate: Predicate,
    definition: Vec<Clause>,
}

impl Course<'_, '_> {
    /// Learns the predicates that keep the promises of depth 1, 2 and so on, each
    /// from those before it, as long as there are examples.
    pub fn learn(
        &mut self,
        promise: fn(u32) -> Promise,
        depths: usize,
        labelling: &mut Labelling<'_>,
    ) -> Learned {
        let mut learned = Learned::default();
        let deepest = depths.max(self.transferred_depth(promise));
        for depth in 1.. {
            let examples = labelling(self.knowledge.rules, depth, &learned.by_depth());
            if depth > deepest && examples.positive.is_empty() {
                break;
            }
            let promise = promise(depth as u32);
            let target = OrderedRule::keeping(promise);
            let lesson = Lesson { target, examples };
            if let Some((predicate, clauses)) = self.teach(&lesson, &learned) {
                learned.rules.push(LearnedRule { promise, predicate });
                learned.clauses.extend(clauses);
                // One rule says when a move does not lose; a second could only be
                // weaker. Its examples at other depths correct the first.
                if matches!(promise, Promise::Draw(_)) && !self.settings.is_published() {
                    break;
                }
            } else if depth > deepest {
                break;
            }
        }
        learned
    }

    /// The depth of the deepest transferred rule that makes such a promise.
    fn transferred_depth(&self, promise: fn(u32) -> Promise) -> usize {
        let promises = self.transferred.order.iter();
        let promises = promises.filter_map(|rule| rule.promise);
        let same = promises.filter(|own| *own == promise(own.depth()));
        same.map(|own| own.depth() as usize).max().unwrap_or(0)
    }

    fn teach(&mut self, lesson: &Lesson, learned: &Learned) -> Option<(Predicate, Vec<Clause>)> {
        let positive = &lesson.examples.positive;
        // Examples that an earlier predicate covers need no new one.
        let mut known = learned.rules.iter();
        let is_covered = !self.settings.is_published()
            && known.any(|rule| self.knowledge.covers(rule.predicate, positive));
        // Where nothing can be won, no reply is to be feared: a search would find
        // conditions that always hold.
        let is_winless = lesson.promises_a_draw() && self.winning.is_empty();
        let found = if positive.is_empty() || is_covered {
            None
        } else if is_winless && !self.settings.is_published() {
            lesson.defined(&mut self.knowledge, learned, &[])
        } else {
            lesson.learn(&mut self.knowledge, self.settings, self.memory)
        };
        found
            .or_else(|| lesson.transferred(&mut self.knowledge, self.transferred))
            .or_else(|| {
                let is_sure = !self.settings.is_published() && !positive.is_empty() && !is_covered;
                is_sure
                    .then(|| lesson.defined(&mut self.knowledge, learned, &self.winning))
                    .flatten()
            })
    }
}

impl Lesson {
    fn promises_a_draw(&self) -> bool {
        matches!(self.target.promise, Some(Promise::Draw(_)))
    }

    /// The transferred definition, if it fits the examples.
    fn transferred(
        &self,
        knowledge: &mut Knowledge<'_>,
        transferred: &Strategy,
    ) -> Option<(Predicate, Vec<Clause>)> {
        let target = self.target;
        if !transferred.order.contains(&target) {
            return None;
        }
        let clauses: Vec<Clause> = crate::english::clauses_of(target.functor, transferred)
            .into_iter()
            .map(|at| transferred.clauses[at].clone())
            .collect();
        let predicate = knowledge.add(&clauses, target.functor)?;
        let fits = self.fits(knowledge, predicate);
        if fits {
            knowledge.prefer(target.functor);
        }
        fits.then_some((predicate, clauses))
    }

    /// The definition that the labels follow, if it fits the examples: with the
    /// deepest rule before it, or with all.
    fn defined(
        &self,
        knowledge: &mut Knowledge<'_>,
        learned: &Learned,
        winning: &[Functor],
    ) -> Option<(Predicate, Vec<Clause>)> {
        let endings = knowledge.rules.endings();
        let target = self.target.functor;
        let own: Vec<Functor> = learned
            .rules
            .iter()
            .map(|rule| rule.ordered().functor)
            .collect();
        let is_draw = self.promises_a_draw();
        let before = if is_draw { winning } else { &own };
        let deepest = before.len().saturating_sub(1);
        for denied in [&before[deepest..], before] {
            let clauses = if is_draw {
                vec![surviving(target, denied, endings)]
            } else {
                definition::winning(target, denied, endings)
            };
            let predicate = knowledge.add(&clauses, target)?;
            if self.fits(knowledge, predicate) {
                knowledge.prefer(target);
                return Some((predicate, clauses));
            }
        }
        None
    }

    /// Learns one predicate: first a rule for each example that no rule so far
    /// covers, then from all examples with those rules as background.
    fn learn(
        &self,
        knowledge: &mut Knowledge<'_>,
        settings: &MigoSettings,
        memory: &mut Memory,
    ) -> Option<(Predicate, Vec<Clause>)> {
        let target = self.target.functor;
        let helpers = self.helpers(knowledge, settings)?;
        for helper in &helpers {
            knowledge.prefer(helper.functor);
        }
        let background = knowledge.background();
        let clauses = self.definition(knowledge, settings, memory, &background);
        let learned = clauses.and_then(|clauses| Some((knowledge.add(&clauses, target)?, clauses)));
        // By the paper, the helpers of a rule stay in the background.
        if learned.is_none() || !settings.is_published() {
            for helper in &helpers {
                knowledge.retire(helper.functor);
            }
        }
        let (predicate, mut clauses) = learned?;
        knowledge.prefer(target);
        // Only helpers that are called, or may be later, keep their definitions.
        for helper in helpers {
            let is_helper = |functor| functor == helper.functor;
            let is_called =
                settings.is_published() || clauses.iter().flat_map(called).any(is_helper);
            let mut heads = clauses.iter().filter_map(|clause| clause.head.functor());
            if is_called && !heads.any(is_helper) {
                clauses.extend(helper.definition);
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
    /// cover, where there is one.
    fn helpers(
        &self,
        knowledge: &mut Knowledge<'_>,
        settings: &MigoSettings,
    ) -> Option<Vec<Helper>> {
        let mut helpers: Vec<Helper> = Vec::new();
        for step in &self.examples.positive {
            let one = std::slice::from_ref(step);
            if helpers.iter().any(|h| knowledge.covers(h.predicate, one)) {
                continue;
            }
            let name = format!("{}_{}", self.target.functor.name, helpers.len() + 1);
            let functor = Functor::new(name.as_str(), 2);
            let report = Mil::new(knowledge)
                .metarules(settings.metarules.iter().cloned())
                .positive(example(functor, step))
                .max_clauses(1)
                .max_steps(MOST_STEPS)
                .run()
                .ok()?;
            let definition: Vec<Clause> = report.clauses.iter().map(Clause::from_term).collect();
            if !definition.is_empty()
                && let Some(predicate) = knowledge.add(&definition, functor)
            {
                helpers.push(Helper {
                    functor,
                    predicate,
                    definition,
                });
            }
        }
        Some(helpers)
    }

    /// The clauses of the predicate: those found before where they still fit, or
    /// found by a search.
    fn definition(
        &self,
        knowledge: &mut Knowledge<'_>,
        settings: &MigoSettings,
        memory: &mut Memory,
        background: &[(Functor, Predicate)],
    ) -> Option<Vec<Clause>> {
        let target = self.target.functor;
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
        Some(report.clauses.iter().map(Clause::from_term).collect())
    }

    fn has_all_of(&self, failure: &Failure) -> bool {
        let has_all = |own: &[Step], failed: &[Step]| {
            let own: FxHashSet<&Step> = own.iter().collect();
            failed.iter().all(|step| own.contains(step))
        };
        has_all(&self.examples.positive, &failure.positive)
            && has_all(&self.examples.negative, &failure.negative)
    }

    fn fits(&self, knowledge: &mut Knowledge<'_>, predicate: Predicate) -> bool {
        let mut negative = self.examples.negative.iter();
        knowledge.covers(predicate, &self.examples.positive)
            && !negative.any(|step| knowledge.rules.names(predicate, step.from, step.to))
    }
}
