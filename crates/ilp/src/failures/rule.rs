//! Rules as sets of features, enumerated by size.
//!
//! A rule covers the examples that all of its features cover. A rule that covers
//! no negative example is *complete*: its specialisations cover less and are
//! larger. Every other rule is *open* and is extended, unless an earlier rule, no
//! larger, covers the same examples: whatever is added to the one can be added to
//! the other.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use stratalog_run::mix;

use super::cover::{Cover, count};
use super::feature::{Feature, Features, Literal, tested};
use super::language::Language;

/// The most open rules of one size; beyond it the least promising are dropped and
/// the search is no longer complete.
const MAX_OPEN: usize = 300_000;
/// The most words of covered examples that the open rules of one size may have.
const MAX_OPEN_WORDS: usize = 12_000_000;

type Shapes = SmallVec<[(u8, u32); 1]>;

/// A rule without its head.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    /// The features, by size and position.
    pub features: SmallVec<[(u16, u32); 4]>,
    pub cover: Cover,
    /// Literals, the head included.
    pub size: usize,
    /// Variables that are not in the head.
    pub variables: usize,
    pub head_mask: u32,
}

/// The rules found so far.
pub(super) struct Rules<'p> {
    language: &'p Language,
    /// Open rules by the number of body literals.
    pub open: Vec<Vec<Rule>>,
    /// Complete rules that no smaller one dominates.
    pub complete: Vec<Rule>,
    /// Acceptable rules that help where examples may be wrong.
    pub noisy: Vec<Rule>,
    /// For each set of covered examples, the variables and head variables of the
    /// rules that cover it.
    seen: FxHashMap<(u64, u64), Shapes>,
    /// Whether open rules were dropped.
    pub is_cut: bool,
    pub explored: u64,
}

impl<'p> Rules<'p> {
    pub fn new(language: &'p Language) -> Rules<'p> {
        Rules {
            language,
            open: vec![Vec::new()],
            complete: Vec::new(),
            noisy: Vec::new(),
            seen: FxHashMap::default(),
            is_cut: false,
            explored: 0,
        }
    }

    /// Makes the rules with the next number of literals.
    pub fn grow(
        &mut self,
        features: &Features<'_>,
        is_useful: &dyn Fn(usize, usize) -> bool,
        may_go_on: &dyn Fn() -> bool,
    ) {
        let length = self.open.len();
        let mut made = Vec::new();
        for (at, feature) in features.by_size[length].iter().enumerate() {
            if feature.is_connected {
                let rule = Rule {
                    features: SmallVec::from_slice(&[(length as u16, at as u32)]),
                    cover: feature.cover.clone(),
                    size: length + 1,
                    variables: feature.types.len(),
                    head_mask: feature.head_mask,
                };
                self.consider(rule, features, &mut made);
            }
        }
        for part in 1..length {
            let rest = length - part;
            let added = undominated(&features.by_size[part]);
            let open = std::mem::take(&mut self.open[rest]);
            'rules: for rule in &open {
                if !is_useful(length + 1, rule.cover.count_positives()) {
                    continue;
                }
                for &at in &added {
                    let feature = &features.by_size[part][at as usize];
                    self.explored += 1;
                    if self.explored.is_multiple_of(4096) && !may_go_on() {
                        break 'rules;
                    }
                    if let Some(rule) = self.extended(rule, feature, (part as u16, at))
                        && is_useful(length + 1, rule.cover.count_positives())
                    {
                        self.consider(rule, features, &mut made);
                    }
                }
            }
            self.open[rest] = open;
        }
        let words = made.first().map_or(1, |rule| rule.cover.words().max(1));
        let most = MAX_OPEN.min(MAX_OPEN_WORDS / words);
        if made.len() > most {
            self.is_cut = true;
            made.sort_by_key(|rule| {
                let (p, n) = (rule.cover.count_positives(), rule.cover.count_negatives());
                n as i64 - p as i64
            });
            made.truncate(most);
        }
        self.open.push(made);
    }

    fn extended(&self, rule: &Rule, feature: &Feature, id: (u16, u32)) -> Option<Rule> {
        let variables = rule.variables + feature.types.len();
        let heads = self.language.head.functor.arity;
        if heads + variables > self.language.max_variables || rule.features.contains(&id) {
            return None;
        }
        if !rule.cover.shares_positives(&feature.cover) {
            return None;
        }
        let head_mask = rule.head_mask | feature.head_mask;
        if rule.cover.is_within(&feature.cover) && head_mask == rule.head_mask {
            return None;
        }
        let mut features = rule.features.clone();
        features.push(id);
        Some(Rule {
            features,
            cover: rule.cover.and(&feature.cover),
            size: rule.size + usize::from(id.0),
            variables,
            head_mask,
        })
    }

    fn consider(&mut self, rule: Rule, features: &Features<'_>, made: &mut Vec<Rule>) {
        let entries = self.seen.entry(fingerprint(&rule.cover)).or_default();
        let (variables, mask) = (rule.variables as u8, rule.head_mask);
        let is_known = entries
            .iter()
            .any(|&(v, m)| v <= variables && m & mask == mask);
        if is_known {
            return;
        }
        entries.push((variables, mask));
        let is_consistent = !rule.cover.has_negatives();
        let is_acceptable = self.is_acceptable(&rule, features);
        if is_acceptable {
            self.consider_noisy(&rule);
        }
        if is_consistent && is_acceptable {
            let positives = rule.cover.positives();
            let is_dominated = |other: &Rule| {
                let mut pairs = positives.iter().zip(other.cover.positives());
                pairs.all(|(own, other)| own & !other == 0)
            };
            if !self.complete.iter().any(is_dominated) {
                self.complete.push(rule);
            }
        } else {
            made.push(rule);
        }
    }

    /// Keeps a rule that explains more examples than it costs.
    fn consider_noisy(&mut self, rule: &Rule) {
        let (p, n) = (rule.cover.count_positives(), rule.cover.count_negatives());
        if p > n + rule.size {
            self.noisy.push(rule.clone());
        }
    }

    /// Whether the rule satisfies the constraints that concern whole clauses.
    fn is_acceptable(&self, rule: &Rule, features: &Features<'_>) -> bool {
        let heads = self.language.head.functor.arity;
        if self.language.binds_head && rule.head_mask != (1_u32 << heads) - 1 {
            return false;
        }
        let literals = self.literals(rule, features);
        ordered(self.language, &literals).is_some()
            && !self
                .language
                .is_violated(&tested(self.language, &literals, 0), true)
    }

    /// The literals of a rule, each feature with variables of its own.
    pub fn literals(&self, rule: &Rule, features: &Features<'_>) -> Vec<Literal> {
        let heads = self.language.head.functor.arity as u8;
        let mut shift = 0;
        let mut literals = Vec::new();
        for &(size, at) in &rule.features {
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
/// take the place of the dominated one.
fn undominated(features: &[Feature]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..features.len() as u32)
        .filter(|&at| features[at as usize].is_connected)
        .collect();
    let counts: Vec<(usize, usize)> = features
        .iter()
        .map(|f| (f.cover.count_positives(), f.cover.count_negatives()))
        .collect();
    order.sort_by_key(|&at| {
        let (p, n) = counts[at as usize];
        (std::cmp::Reverse(p), n, features[at as usize].types.len())
    });
    let mut kept: Vec<u32> = Vec::new();
    for at in order {
        let feature = &features[at as usize];
        let is_dominated = |&&other: &&u32| {
            let other = &features[other as usize];
            other.types.len() <= feature.types.len()
                && other.head_mask & feature.head_mask == feature.head_mask
                && feature.cover.is_dominated_by(&other.cover)
        };
        // Comparing all pairs of very many features would cost more than it saves.
        if kept.len() > 4000 || kept.iter().find(is_dominated).is_none() {
            kept.push(at);
        }
    }
    kept.sort_unstable();
    kept
}

/// The literals in an order in which every input has a value, tests as early as
/// possible; `None` if there is no such order.
pub(super) fn ordered(language: &Language, literals: &[Literal]) -> Option<Vec<Literal>> {
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
            own.unwrap_or(&language.head).clone()
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
            })?;
        let literal = left.remove(next);
        for v in &literal.args {
            if !bound.contains(v) {
                bound.push(*v);
            }
        }
        ordered.push(literal);
    }
    Some(ordered)
}

fn fingerprint(cover: &Cover) -> (u64, u64) {
    let mut hasher = rustc_hash::FxHasher::default();
    cover.hash(&mut hasher);
    let first = mix(hasher.finish());
    let words = cover.positives().iter().chain(cover.negatives());
    let second = words.fold(count(cover.positives()) as u64, |sum, word| {
        mix(sum.rotate_left(9) ^ word)
    });
    (first, second)
}
