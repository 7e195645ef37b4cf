//! Rules as sets of features, enumerated by size.
//!
//! A rule covers the examples that all of its features cover. A rule that covers
//! no negative example is *complete*: its specialisations cover less and are
//! larger. Every other rule is *open* and is extended, unless an earlier rule, no
//! larger, covers the same examples: whatever is added to the one can be added to
//! the other.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::sync::Arc;
use stratalog_run::threads;

use super::beam::picked;
use super::cover::Cover;
use super::feature::{Feature, Features};
use super::language::Language;
use super::literal::{Literal, mask_of, tested};
use super::search::Step;
use crate::order;

/// The most open rules of one size; beyond it the least promising are dropped and
/// the search is no longer complete.
const MAX_OPEN: usize = 300_000;
/// The most words of covered examples that the open rules of one size may have.
const MAX_OPEN_WORDS: usize = 12_000_000;

/// The most rules that are kept for the case that examples are wrong, and the most
/// words of covered examples that they may have.
const MAX_NOISY: usize = 20_000;
const MAX_NOISY_WORDS: usize = 2_000_000;

/// The features that are compared with all others between two looks at the budget.
const LOOK: usize = 256;
/// The words that are compared between two looks at the budget, and those that are worth
/// several threads.
const GROUP_WORDS: u64 = 4_000_000;
const WORTH_THREADS: u64 = 100_000;

/// What is known of the rules with one cover.
type Shapes = SmallVec<[Known; 1]>;

/// A rule that others with the same cover are compared with: what can be added to one of
/// them can be added to this one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Known {
    variables: u8,
    head_mask: u32,
    flow: Flow,
    /// Whether it satisfies the constraints that concern whole clauses.
    is_allowed: bool,
}

impl Known {
    /// A rule that is taken to be allowed.
    fn of(rule: &Rule) -> Known {
        Known {
            variables: rule.variables as u8,
            head_mask: rule.head_mask,
            flow: rule.flow,
            is_allowed: true,
        }
    }

    fn replaces(&self, other: &Known) -> bool {
        self.variables <= other.variables
            && self.head_mask & other.head_mask == other.head_mask
            && self.flow.replaces(other.flow)
            && self.is_allowed == other.is_allowed
    }
}

/// The body of a rule.
#[derive(Clone, Debug)]
pub(super) enum Body {
    /// Features of the search that made the rule, by size and position.
    Parts(SmallVec<[(u16, u32); 4]>),
    /// Literals, which do not depend on a search.
    Literals(Arc<[Literal]>),
}

impl Body {
    pub fn parts(parts: &[(u16, u32)]) -> Body {
        Body::Parts(SmallVec::from_slice(parts))
    }
}

/// A rule without its head.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub body: Body,
    pub cover: Cover,
    /// Literals, the head included.
    pub size: usize,
    /// Variables that are not in the head.
    pub variables: usize,
    pub head_mask: u32,
    pub flow: Flow,
}

impl Rule {
    /// Positives less negatives and literals: what the rule saves where examples may be
    /// wrong.
    pub fn saving(&self) -> i64 {
        let (p, n) = (self.cover.count_positives(), self.cover.count_negatives());
        p as i64 - n as i64 - self.size as i64
    }
}

/// Rules that explain more examples than they cost, the best of them where there are
/// too many.
#[derive(Default)]
pub(super) struct NoisyRules {
    list: Vec<Rule>,
}

impl NoisyRules {
    pub fn add(&mut self, rule: &Rule) {
        if rule.saving() <= 0 {
            return;
        }
        self.list.push(rule.clone());
        let words = rule.cover.words().max(1);
        let most = MAX_NOISY.min(MAX_NOISY_WORDS / words).max(100);
        if self.list.len() >= 2 * most {
            self.keep(most);
        }
    }

    /// The best rules.
    pub fn best(&mut self, most: usize) -> &[Rule] {
        self.keep(most);
        &self.list
    }

    fn keep(&mut self, most: usize) {
        order::sort_by_key(&mut self.list, |rule| [-rule.saving(), 0]);
        // Several searches may have found a rule.
        let mut seen = FxHashSet::default();
        self.list
            .retain(|rule| seen.insert(rule.cover.fingerprint()));
        self.list.truncate(most);
    }

    /// All rules.
    pub fn all(&self) -> &[Rule] {
        &self.list
    }
}

/// What was made of the rules of one length when the search paused.
struct Paused {
    made: Vec<Rule>,
    /// The size of the parts that rules are extended by.
    part: usize,
    /// How many rules were extended by them.
    extended: usize,
}

/// The rules found so far.
pub(super) struct Rules<'p> {
    language: &'p Language,
    /// Open rules by the number of body literals.
    pub open: Vec<Vec<Rule>>,
    /// Complete rules that no smaller one dominates.
    pub complete: Vec<Rule>,
    /// Acceptable rules that help where examples may be wrong.
    pub noisy: NoisyRules,
    /// For each set of covered examples, the variables and head variables of the
    /// rules that cover it.
    seen: FxHashMap<(u64, u64), Shapes>,
    /// The features of each size, from 1, that no other dominates.
    undominated: Vec<Vec<u32>>,
    /// The rules of the next length that were made before the search paused.
    paused: Option<Paused>,
    /// The size of the smallest rules that may have been left out, because open rules
    /// were dropped.
    pub left_out: usize,
    pub explored: u64,
    /// Words that were compared.
    pub work: u64,
}

impl<'p> Rules<'p> {
    /// No rules but these complete ones.
    pub fn new(language: &'p Language, known: &[Rule]) -> Rules<'p> {
        Rules {
            language,
            open: vec![Vec::new()],
            complete: known.to_vec(),
            noisy: NoisyRules::default(),
            seen: FxHashMap::default(),
            undominated: Vec::new(),
            paused: None,
            left_out: usize::MAX,
            explored: 0,
            work: 0,
        }
    }

    /// Makes the rules with the next number of literals, and returns whether it came to an
    /// end before a pause.
    pub fn grow(&mut self, features: &Features<'_>, step: &Step<'_>) -> bool {
        let length = self.open.len();
        let Paused {
            mut made,
            part: first,
            mut extended,
        } = match self.paused.take() {
            Some(paused) => paused,
            None => Paused {
                made: self.single_parts(features, length),
                part: 1,
                extended: 0,
            },
        };
        for part in first..length {
            let added = self.added_parts(part, features, step);
            let open = std::mem::take(&mut self.open[length - part]);
            let words = open.first().map_or(1, |rule| rule.cover.words()) as u64 + 4;
            let group = (GROUP_WORDS / (words * added.len().max(1) as u64)).max(16) as usize;
            for group in open[extended..].chunks(group) {
                if !step.may_make_rules(self.work) {
                    break;
                }
                extended += group.len();
                let pairs = (group.len() * added.len()) as u64;
                let extend = |rule: &Rule| self.extensions(rule, part, &added, features, step);
                let rules: Vec<Option<Vec<Rule>>> = if pairs * words > WORTH_THREADS {
                    threads::map(0..group.len() as u64, |at| extend(&group[at as usize]))
                } else {
                    group.iter().map(extend).collect()
                };
                for rules in rules.into_iter().flatten() {
                    self.explored += added.len() as u64;
                    self.work += added.len() as u64 * words;
                    for rule in rules {
                        self.consider(rule, features, &mut made);
                    }
                }
            }
            let is_whole = extended >= open.len();
            self.open[length - part] = open;
            if !is_whole && step.pauses {
                self.paused = Some(Paused {
                    made,
                    part,
                    extended,
                });
                return false;
            }
            extended = 0;
        }
        if let Some(beam) = step.beam {
            let best = beam.best(made.iter().map(|rule| &rule.cover), beam.width);
            if best.len() < made.len() {
                self.left_out = 0;
            }
            made = picked(made, &best);
        }
        let words = made.first().map_or(1, |rule| rule.cover.words().max(1));
        let most = MAX_OPEN.min(MAX_OPEN_WORDS / words);
        if made.len() > most {
            self.left_out = self.left_out.min(length + 2);
            order::sort_by_key(&mut made, |rule| {
                let (p, n) = (rule.cover.count_positives(), rule.cover.count_negatives());
                [n as i64 - p as i64, 0]
            });
            made.truncate(most);
        }
        self.open.push(made);
        true
    }

    /// The open rules of one part of this length.
    fn single_parts(&mut self, features: &Features<'_>, length: usize) -> Vec<Rule> {
        let mut made = Vec::new();
        for (at, feature) in features.by_size[length].iter().enumerate() {
            if feature.is_part {
                let rule = Rule {
                    body: Body::parts(&[(length as u16, at as u32)]),
                    cover: feature.cover.clone(),
                    size: length + 1,
                    variables: feature.types.len(),
                    head_mask: feature.head_mask,
                    flow: feature.flow,
                };
                self.consider(rule, features, &mut made);
            }
        }
        made
    }

    /// The parts of one size that rules are extended by.
    fn added_parts(&mut self, part: usize, features: &Features<'_>, step: &Step<'_>) -> Vec<u32> {
        while self.undominated.len() < part {
            let size = self.undominated.len() + 1;
            let found = undominated(&features.by_size[size], step);
            self.undominated.push(found);
        }
        let added = self.undominated[part - 1].clone();
        let Some(beam) = step.beam else {
            return added;
        };
        let covers = added
            .iter()
            .map(|&at| &features.by_size[part][at as usize].cover);
        let best = beam.best(covers, 4 * beam.width);
        picked(added, &best)
    }

    /// The rules that features make of a rule and that may be useful; `None` if no
    /// extension of the rule can be.
    fn extensions(
        &self,
        rule: &Rule,
        part: usize,
        added: &[u32],
        features: &Features<'_>,
        step: &Step<'_>,
    ) -> Option<Vec<Rule>> {
        if !(step.is_useful)(rule.size + part, &rule.cover) {
            return None;
        }
        let extended = added.iter().filter_map(|&at| {
            let feature = &features.by_size[part][at as usize];
            let extended = self.extended(rule, feature, (part as u16, at))?;
            let is_useful = (step.is_useful)(extended.size, &extended.cover);
            (is_useful && !self.is_known(&Known::of(&extended), &extended)).then_some(extended)
        });
        Some(extended.collect())
    }

    /// Whether a rule with the same cover takes the place of this one.
    fn is_known(&self, own: &Known, rule: &Rule) -> bool {
        let known = self.seen.get(&rule.cover.fingerprint());
        known.is_some_and(|known| known.iter().any(|known| known.replaces(own)))
    }

    fn extended(&self, rule: &Rule, feature: &Feature, id: (u16, u32)) -> Option<Rule> {
        let Body::Parts(parts) = &rule.body else {
            return None;
        };
        let variables = rule.variables + feature.types.len();
        let heads = self.language.head.functor.arity;
        if heads + variables > self.language.max_variables || parts.contains(&id) {
            return None;
        }
        if !rule.cover.shares_positives(&feature.cover) {
            return None;
        }
        let head_mask = rule.head_mask | feature.head_mask;
        let flow = rule.flow.and(feature.flow);
        let adds_nothing = head_mask == rule.head_mask && flow == rule.flow;
        if adds_nothing && rule.cover.is_within(&feature.cover) {
            return None;
        }
        let mut parts = parts.clone();
        parts.push(id);
        Some(Rule {
            body: Body::Parts(parts),
            cover: rule.cover.and(&feature.cover),
            size: rule.size + usize::from(id.0),
            variables,
            head_mask,
            flow,
        })
    }

    fn consider(&mut self, rule: Rule, features: &Features<'_>, made: &mut Vec<Rule>) {
        let mut own = Known::of(&rule);
        if self.is_known(&own, &rule) {
            return;
        }
        let is_consistent = !rule.cover.has_negatives();
        let literals = self.literals(&rule, features);
        own.is_allowed = !self
            .language
            .is_violated(&tested(self.language, &literals, 0), true);
        if !own.is_allowed && self.is_known(&own, &rule) {
            return;
        }
        self.seen
            .entry(rule.cover.fingerprint())
            .or_default()
            .push(own);
        let is_acceptable = own.is_allowed && self.is_acceptable(&rule, &literals);
        if is_acceptable {
            self.noisy.add(&rule);
        }
        if is_consistent && is_acceptable {
            self.complete(rule);
        } else {
            made.push(rule);
        }
    }

    /// Adds a complete rule, unless a smaller one covers what it covers.
    pub fn complete(&mut self, rule: Rule) {
        let positives = rule.cover.positives();
        let is_dominated = |other: &Rule| {
            let mut pairs = positives.iter().zip(other.cover.positives());
            other.size <= rule.size && pairs.all(|(own, other)| own & !other == 0)
        };
        if !self.complete.iter().any(is_dominated) {
            self.complete.push(rule);
        }
    }

    /// The rule in a form that does not depend on these features.
    pub fn detached(&self, rule: &Rule, features: &Features<'_>) -> Rule {
        Rule {
            body: Body::Literals(self.literals(rule, features).into()),
            ..rule.clone()
        }
    }

    /// Whether the rule gives the variables of the head their values.
    fn is_acceptable(&self, rule: &Rule, literals: &[Literal]) -> bool {
        let heads = self.language.head.functor.arity;
        let is_bound = !self.language.binds_head || rule.head_mask == (1_u32 << heads) - 1;
        is_bound && ordered(self.language, literals).is_some()
    }

    /// The literals of a rule, each feature with variables of its own.
    pub fn literals(&self, rule: &Rule, features: &Features<'_>) -> Vec<Literal> {
        let heads = self.language.head.functor.arity as u8;
        let parts = match &rule.body {
            Body::Literals(literals) => return literals.to_vec(),
            Body::Parts(parts) => parts,
        };
        let mut shift = 0;
        let mut literals = Vec::new();
        for &(size, at) in parts {
            let feature = &features.by_size[usize::from(size)][at as usize];
            for literal in &feature.literals {
                let rename = |&v: &u8| if v < heads { v } else { v + shift };
                literals.push(Literal {
                    predicate: literal.predicate,
                    args: literal.args.iter().map(rename).collect(),
                });
            }
            shift += feature.types.len() as u8;
        }
        literals
    }
}

/// The features that no other of the same size dominates: one that covers no fewer
/// positives and no more negatives, with no more variables. In a rule the other can
/// take the place of the dominated one. Once the search is stopped, no more are left
/// out.
fn undominated(features: &[Feature], step: &Step<'_>) -> Vec<u32> {
    let mut order: Vec<u32> = (0..features.len() as u32)
        .filter(|&at| features[at as usize].is_part)
        .collect();
    let counts: Vec<(usize, usize)> = features
        .iter()
        .map(|f| (f.cover.count_positives(), f.cover.count_negatives()))
        .collect();
    order::sort_by_key(&mut order, |&at| {
        let (p, n) = counts[at as usize];
        let types = features[at as usize].types.len();
        [-(p as i64), (n << 16 | types) as i64]
    });
    let mut kept: Vec<u32> = Vec::new();
    let mut is_stopped = false;
    for (place, at) in order.into_iter().enumerate() {
        if place % LOOK == 0 {
            is_stopped = step.is_stopped();
        }
        let feature = &features[at as usize];
        let is_dominated = |&&other: &&u32| {
            let other = &features[other as usize];
            other.types.len() <= feature.types.len()
                && other.head_mask & feature.head_mask == feature.head_mask
                && other.flow.replaces(feature.flow)
                && feature.cover.is_dominated_by(&other.cover)
        };
        // Comparing all pairs of very many features would cost more than it saves.
        if is_stopped || kept.len() > 4000 || kept.iter().find(is_dominated).is_none() {
            kept.push(at);
        }
    }
    kept.sort_unstable();
    kept
}

/// Which variables of the head a part of a body needs a value of, and which it gives one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Flow {
    needs: u32,
    gives: u32,
}

impl Flow {
    /// The flow of literals that are called as soon as their inputs have values.
    pub fn of(language: &Language, literals: &[Literal]) -> Flow {
        if language.head.directions.is_none() {
            return Flow::default();
        }
        let heads = language.head.functor.arity;
        let (ordered, left) = schedule(language, literals);
        let outputs = (0..heads).filter(|&at| !language.head.is_input(at));
        let outputs = outputs.fold(0, |mask, at| mask | 1 << at);
        let used = |all: &[Literal]| all.iter().fold(0, |mask, own| mask | mask_of(own, heads));
        let gives = used(&ordered) & outputs;
        Flow {
            needs: used(&left) & outputs & !gives,
            gives,
        }
    }

    /// The flow of two parts together.
    fn and(self, other: Flow) -> Flow {
        let gives = self.gives | other.gives;
        Flow {
            needs: (self.needs | other.needs) & !gives,
            gives,
        }
    }

    /// Whether a part with this flow can stand in the place of one with the other.
    fn replaces(self, other: Flow) -> bool {
        self.needs & !other.needs == 0 && other.gives & !self.gives == 0
    }
}

/// The literals in an order in which every input has a value, tests as early as
/// possible; `None` if there is no such order.
pub(super) fn ordered(language: &Language, literals: &[Literal]) -> Option<Vec<Literal>> {
    let (ordered, left) = schedule(language, literals);
    left.is_empty().then_some(ordered)
}

/// The literals that can be called one after the other, and those that are left because
/// an input has no value.
fn schedule(language: &Language, literals: &[Literal]) -> (Vec<Literal>, Vec<Literal>) {
    let heads = language.head.functor.arity;
    let mut bound: Vec<u8> = (0..heads as u8)
        .filter(|&v| match &language.head.directions {
            Some(_) => language.head.is_input(usize::from(v)),
            None => true,
        })
        .collect();
    let mut left = literals.to_vec();
    let mut ordered = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let declaration = |literal: &Literal| {
            let own = language.body.get(usize::from(literal.predicate));
            own.unwrap_or(&language.head)
        };
        let is_ready = |literal: &Literal| {
            let declaration = declaration(literal);
            let mut args = literal.args.iter().enumerate();
            args.all(|(at, v)| !declaration.is_input(at) || bound.contains(v))
        };
        let unbound = |literal: &Literal| {
            let args = literal.args.iter();
            args.filter(|v| !bound.contains(v)).count()
        };
        let next = (0..left.len())
            .filter(|&at| is_ready(&left[at]))
            .min_by_key(|&at| {
                let touches = left[at].args.iter().any(|v| bound.contains(v));
                (!touches, unbound(&left[at]))
            });
        let Some(next) = next else { break };
        let literal = left.remove(next);
        for v in &literal.args {
            if !bound.contains(v) {
                bound.push(*v);
            }
        }
        ordered.push(literal);
    }
    (ordered, left)
}
