//! Recursive theories: one or two recursive clauses, and the base clauses they end
//! in.
//!
//! A proof with linear recursive clauses applies them some number of times and ends
//! in exactly one base clause. So one evaluation of recursive clauses, with all base
//! clauses at once, shows for each example which of them complete its proof, and the
//! smallest set of base clauses is a smallest cover. With several recursive calls in a
//! clause, one base clause must complete all of them.
//!
//! - `bodies`: which literals a body may have;
//! - `bases`: the base clauses;
//! - `evaluation`: what clauses answer.

mod bases;
mod bodies;
mod evaluation;

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_logic::Clause;

use super::combine::{least_cost, smallest_cover};
use super::cover::Cover;
use super::feature::Literal;
use super::language::Language;
use super::learner::clause;
use super::relation::Relations;
use super::rule::{Body, Flow, Rule};
use super::shape::shape;
use crate::budget::Budget;
use evaluation::{ALL_BASES, BaseSet, Evaluation, NO_BASES, Outcomes, Tuple, both, without};

/// The passes of the search, cheap ones first.
const PASSES: [Pass; 12] = [
    Pass::new(2, 4, 1, Kind::Exact).plain(),
    Pass::new(2, 5, 1, Kind::Exact).plain(),
    Pass::new(2, 5, 1, Kind::Pairs).plain(),
    Pass::new(2, 4, 1, Kind::Exact),
    Pass::new(3, 4, 1, Kind::Exact),
    Pass::new(4, 3, 1, Kind::Exact),
    Pass::new(2, 3, 1, Kind::Tolerant),
    Pass::new(2, 4, 2, Kind::Exact),
    Pass::new(2, 5, 1, Kind::Pairs),
    Pass::new(2, 4, 1, Kind::Tolerant),
    Pass::new(3, 6, 1, Kind::Exact),
    Pass::new(4, 6, 1, Kind::Exact),
];
/// The most sets of literals of one size; further ones are dropped.
const MAX_SETS: usize = 400_000;
/// The share of positives that a theory may miss where examples may be wrong.
const TOLERANCE: f64 = 0.35;
/// The smallest clauses of a recursive theory: a base clause and a recursive one.
const LEAST_BASE: usize = 2;
const LEAST_RECURSIVE: usize = 3;
/// The most recursive clauses that are tried in pairs with each other, and with all
/// others.
const MAX_PARTNERS: usize = 400;
const MAX_LEADERS: usize = 40;
/// The positives, beyond those that base clauses prove, that a clause which is tried in
/// pairs must prove one of.
const FIRST_POSITIVES: usize = 6;
/// How many more clauses are tried at least once there is a theory.
const AFTERWARDS: u64 = 20_000;

/// A part of the search.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Pass {
    /// The most literals in the body of a base clause.
    base_body: usize,
    /// The most literals in the body of a recursive clause.
    recursive_body: usize,
    /// The most recursive calls in a clause.
    calls: usize,
    /// Whether a variable of a recursive clause may occur only once.
    has_singletons: bool,
    kind: Kind,
}

impl Pass {
    const fn new(base_body: usize, recursive_body: usize, calls: usize, kind: Kind) -> Pass {
        Pass {
            base_body,
            recursive_body,
            calls,
            has_singletons: true,
            kind,
        }
    }

    /// The part of the pass that can find a theory smaller than this.
    fn below(self, below: usize) -> Pass {
        // The heads count, too.
        let most_base = below.saturating_sub(LEAST_RECURSIVE + 2);
        let most_recursive = below.saturating_sub(LEAST_BASE + 2);
        Pass {
            base_body: self.base_body.min(most_base),
            recursive_body: self.recursive_body.min(most_recursive),
            ..self
        }
    }

    /// Whether another pass finds every theory that this one finds.
    fn is_part_of(self, other: Pass) -> bool {
        self.base_body <= other.base_body
            && self.recursive_body <= other.recursive_body
            && self.calls <= other.calls
            && self.has_singletons <= other.has_singletons
            && (self.kind == other.kind || self.kind == Kind::Exact && other.kind == Kind::Pairs)
    }

    /// The pass without recursive clauses in which a variable occurs only once. Most
    /// theories have none, and most clauses have one.
    const fn plain(self) -> Pass {
        Pass {
            has_singletons: false,
            ..self
        }
    }
}

/// What a pass looks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Theories without errors that have one recursive clause.
    Exact,
    /// The same, and then theories with two recursive clauses.
    Pairs,
    /// Theories that may misclassify examples.
    Tolerant,
}

/// A recursive theory.
pub(super) struct RecursiveTheory {
    pub clauses: Vec<Clause>,
    /// Literals and misclassified examples.
    pub cost: usize,
    /// Whether it misclassifies examples.
    pub has_errors: bool,
}

/// A clause with its literals in the order in which they are called.
#[derive(Clone)]
struct OrderedBody {
    literals: Vec<Literal>,
    size: usize,
}

/// A recursive clause that proves positives which base clauses alone do not.
struct Partner {
    body: OrderedBody,
    /// How many.
    gained: usize,
}

pub(super) struct RecursionSearch<'s, 'p> {
    language: &'s Language,
    relations: &'s mut Relations<'p>,
    budget: &'s Budget,
    positives: usize,
    negatives: usize,
    bases: Vec<OrderedBody>,
    /// What the base clauses answer for a call.
    base_answers: FxHashMap<Tuple, Rc<Outcomes>>,
    /// The inputs of the head, by argument.
    inputs: Vec<usize>,
    outputs: Vec<usize>,
    below: usize,
    best: Option<RecursiveTheory>,
    /// Examples in the order in which they are tested: positives first, small ones
    /// first.
    order: Vec<usize>,
    /// How many positives a theory may miss.
    tolerance: usize,
    /// Recursive clauses that help, while pairs may be needed; no two of them do the
    /// same for every example.
    partners: Vec<Partner>,
    /// Hashes of what the partners do.
    behaviours: FxHashSet<u64>,
    /// All recursive clauses, while pairs may be needed.
    recursive: Vec<OrderedBody>,
    /// Whether clauses are kept to be tried in pairs.
    pairs: bool,
    /// Whether a theory with errors may be found.
    accepts_errors: bool,
    explored: u64,
    /// The search ends when this many clauses were tried.
    most_explored: u64,
}

impl<'s, 'p> RecursionSearch<'s, 'p> {
    pub fn new(
        language: &'s Language,
        relations: &'s mut Relations<'p>,
        budget: &'s Budget,
        (positives, negatives): (usize, usize),
        below: usize,
    ) -> RecursionSearch<'s, 'p> {
        let arity = language.head.functor.arity;
        let is_input =
            |at: &usize| language.head.directions.is_none() || language.head.is_input(*at);
        let size = |example: &usize| {
            let values = relations.examples()[*example].iter();
            let sizes = values.map(|&value| relations.values.term(value).subterms().count());
            (*example >= positives, sizes.sum::<usize>())
        };
        let mut order: Vec<usize> = (0..positives + negatives).collect();
        order.sort_by_cached_key(size);
        RecursionSearch {
            language,
            relations,
            budget,
            positives,
            negatives,
            bases: Vec::new(),
            base_answers: FxHashMap::default(),
            inputs: (0..arity).filter(is_input).collect(),
            outputs: (0..arity).filter(|at| !is_input(at)).collect(),
            below,
            best: None,
            order,
            tolerance: 0,
            partners: Vec::new(),
            behaviours: FxHashSet::default(),
            recursive: Vec::new(),
            pairs: false,
            accepts_errors: true,
            explored: 0,
            most_explored: u64::MAX,
        }
    }

    /// Tries at most this many clauses, and looks only for theories without errors.
    pub fn briefly(self, most_explored: u64) -> Self {
        RecursionSearch {
            most_explored,
            accepts_errors: false,
            ..self
        }
    }

    /// The smallest theory without errors that the passes find; else one with few
    /// errors. Once there is a theory, later passes look for a smaller one with about
    /// as much work as was done before.
    pub fn run(mut self) -> (Option<RecursiveTheory>, u64) {
        let mut with_errors: Option<RecursiveTheory> = None;
        let may_pair = self.language.max_clauses.unwrap_or(2) > 2;
        let mut done: Vec<Pass> = Vec::new();
        for pass in PASSES {
            let is_tolerant = pass.kind == Kind::Tolerant;
            let pass = if is_tolerant {
                pass
            } else {
                pass.below(self.below)
            };
            let is_empty = pass.base_body == 0 || pass.recursive_body < 2;
            let is_known = done.iter().any(|own| pass.is_part_of(*own));
            if is_empty
                || is_known
                || is_tolerant && !self.accepts_errors
                || pass.kind == Kind::Pairs && !may_pair
            {
                continue;
            }
            done.push(pass);
            self.tolerance = if is_tolerant {
                (TOLERANCE * self.positives as f64) as usize
            } else {
                0
            };
            if is_tolerant && (self.tolerance == 0 || self.best.is_some()) {
                continue;
            }
            let found = self.run_pass(pass);
            if let Some(theory) = found {
                self.below = theory.cost;
                let work = if theory.has_errors { 4 } else { 1 };
                let most = self.explored + work * self.explored.max(AFTERWARDS);
                self.most_explored = self.most_explored.min(most);
                if theory.has_errors {
                    with_errors = Some(theory);
                } else {
                    self.best = Some(theory);
                }
            }
            if self.is_over() {
                break;
            }
        }
        (self.best.or(with_errors), self.explored)
    }

    /// The smallest theory of a pass.
    fn run_pass(&mut self, pass: Pass) -> Option<RecursiveTheory> {
        let known = self.best.take();
        let below = self.below;
        if pass.kind == Kind::Tolerant {
            // A theory with errors must cost less than leaving all positives out.
            self.below = below.min(self.positives);
        }
        self.bases.clear();
        self.base_answers.clear();
        self.partners.clear();
        self.behaviours.clear();
        self.recursive.clear();
        self.pairs = pass.kind == Kind::Pairs;
        self.find_bases(pass.base_body);
        self.try_all(pass);
        if self.pairs && self.best.is_none() {
            self.try_pairs();
        }
        self.below = below;
        std::mem::replace(&mut self.best, known)
    }

    fn is_over(&self) -> bool {
        self.explored >= self.most_explored || self.budget.is_over()
    }

    /// Tries every recursive clause with the base clauses, by size.
    fn try_all(&mut self, pass: Pass) {
        if self.bases.is_empty() {
            return;
        }
        let least_base = self.bases.iter().map(|base| base.size).min().unwrap_or(0);
        let longest = pass.recursive_body.min(self.language.max_body);
        let mut sets: Vec<Vec<Literal>> = vec![Vec::new()];
        let mut seen = FxHashSet::default();
        for length in 1..=longest {
            // A clause of this length and the smallest base clause.
            if length + 1 + least_base >= self.below {
                break;
            }
            let mut next = Vec::new();
            for set in &sets {
                for literal in self.extensions(set, pass.calls) {
                    if self.explored.is_multiple_of(8) && self.is_over() {
                        return;
                    }
                    let mut set = set.clone();
                    set.push(literal);
                    if !seen.insert(shape(&set, self.language.head.functor.arity)) {
                        continue;
                    }
                    self.explored += 1;
                    if self.is_forbidden(&set, 1, false) {
                        continue;
                    }
                    if pass.has_singletons || !self.has_singleton(&set) {
                        self.try_recursive(&set);
                    }
                    if length < longest && next.len() < MAX_SETS {
                        next.push(set);
                    }
                }
            }
            sets = next;
        }
    }

    /// Tries pairs of recursive clauses that both help alone, and then pairs of which
    /// one does. Small pairs come first.
    fn try_pairs(&mut self) {
        let mut partners = std::mem::take(&mut self.partners);
        partners.sort_by_key(|partner| (std::cmp::Reverse(partner.gained), partner.body.size));
        partners.truncate(MAX_PARTNERS);
        let bodies: Vec<&OrderedBody> = partners.iter().map(|own| &own.body).collect();
        let mut pairs: Vec<(usize, usize, usize)> = Vec::new();
        for first in 0..bodies.len() {
            for second in first + 1..bodies.len() {
                pairs.push((bodies[first].size + bodies[second].size, first, second));
            }
        }
        pairs.sort_unstable();
        self.try_each(&pairs, &bodies, &bodies);
        if self.best.is_some() {
            return;
        }
        let all = std::mem::take(&mut self.recursive);
        // Clauses that prove nothing alone may do so together; short ones are tried.
        let mut leaders: Vec<&OrderedBody> = bodies.into_iter().take(MAX_LEADERS).collect();
        let mut short: Vec<&OrderedBody> = all.iter().collect();
        short.sort_by_key(|body| body.size);
        leaders.extend(short.iter().take(MAX_LEADERS - leaders.len()));
        let mut pairs: Vec<(usize, usize, usize)> = Vec::new();
        for (first, leader) in leaders.iter().enumerate() {
            for (second, other) in short.iter().enumerate() {
                pairs.push((leader.size + other.size, first, second));
            }
        }
        pairs.sort_unstable();
        self.try_each(&pairs, &leaders, &short);
    }

    /// Tries pairs, given with their sizes, of clauses of two lists.
    fn try_each(
        &mut self,
        pairs: &[(usize, usize, usize)],
        first: &[&OrderedBody],
        second: &[&OrderedBody],
    ) {
        for &(size, one, other) in pairs {
            if size + LEAST_BASE >= self.below || self.explored.is_multiple_of(8) && self.is_over()
            {
                return;
            }
            self.explored += 1;
            self.test(&[first[one].clone(), second[other].clone()]);
        }
    }

    /// Keeps a recursive clause for pairs if it proves positives that base clauses alone
    /// do not, without a negative, and no other clause does the same.
    fn keep_partner(&mut self, body: &OrderedBody) {
        let mut evaluation = Evaluation::new(std::slice::from_ref(body));
        let mut answers: Vec<(bool, BaseSet)> = Vec::new();
        let mut harmful = NO_BASES;
        let mut tried = 0;
        let mut gained = 0;
        for at in 0..self.order.len() {
            let example = self.order[at];
            let Some(bases) = self.bases_that_prove(example, &mut evaluation) else {
                return;
            };
            if example < self.positives {
                let (call, out) = self.split(example);
                let is_gain = bases_of(&self.base_outcomes(&call), &out) == NO_BASES;
                tried += usize::from(is_gain);
                gained += usize::from(is_gain && bases != NO_BASES);
                if gained == 0 && tried >= FIRST_POSITIVES {
                    return;
                }
                answers.push((is_gain, bases));
            } else {
                for (word, more) in harmful.iter_mut().zip(bases) {
                    *word |= more;
                }
            }
        }
        let mut hasher = rustc_hash::FxHasher::default();
        gained = 0;
        for (is_gain, bases) in answers {
            let harmless = without(&bases, &harmful);
            gained += usize::from(is_gain && harmless != NO_BASES);
            harmless.hash(&mut hasher);
        }
        harmful.hash(&mut hasher);
        if gained > 0 && self.behaviours.insert(hasher.finish()) {
            let body = body.clone();
            self.partners.push(Partner { body, gained });
        }
    }

    /// The base clauses with which recursive clauses prove an example; none if the
    /// recursion does not end.
    fn bases_that_prove(&mut self, example: usize, evaluation: &mut Evaluation) -> Option<BaseSet> {
        let (call, out) = self.split(example);
        let outcomes = self.evaluate(evaluation, &call);
        (!evaluation.is_endless).then(|| bases_of(&outcomes, &out))
    }

    /// The inputs and outputs of an example.
    fn split(&self, example: usize) -> (Tuple, Tuple) {
        let values = &self.relations.examples()[example];
        let pick = |places: &[usize]| places.iter().map(|&at| values[at]).collect();
        (pick(&self.inputs), pick(&self.outputs))
    }

    /// Whether a variable of a clause with this body occurs only once.
    fn has_singleton(&self, set: &[Literal]) -> bool {
        let heads = self.language.head.functor.arity;
        let mut counts = [0_u8; 256];
        counts[..heads].fill(1);
        for &variable in set.iter().flat_map(|literal| &literal.args) {
            let count = &mut counts[usize::from(variable)];
            *count = count.saturating_add(1);
        }
        counts.contains(&1)
    }

    /// Tests a recursive clause with all base clauses at once.
    fn try_recursive(&mut self, set: &[Literal]) {
        let own = self.language.body.len() as u16;
        if !set.iter().any(|literal| literal.predicate == own) {
            return;
        }
        let Some(body) = self.complete(set, 1) else {
            return;
        };
        self.test(std::slice::from_ref(&body));
        if self.pairs {
            self.keep_partner(&body);
            self.recursive.push(body);
        }
    }

    /// Tests recursive clauses with all base clauses at once.
    fn test(&mut self, bodies: &[OrderedBody]) {
        let mut evaluation = Evaluation::new(bodies);
        let mut covered = vec![NO_BASES; self.positives + self.negatives];
        let max_clauses = self.language.max_clauses.unwrap_or(2);
        let is_single = max_clauses <= bodies.len() + 1 && self.tolerance == 0;
        let mut alive: BaseSet = ALL_BASES;
        let mut missed = 0;
        for at in 0..self.order.len() {
            let example = self.order[at];
            let Some(bases) = self.bases_that_prove(example, &mut evaluation) else {
                return;
            };
            if example < self.positives {
                missed += usize::from(bases == NO_BASES);
                alive = both(&alive, &bases);
                if missed > self.tolerance || is_single && alive == NO_BASES {
                    return;
                }
            }
            covered[example] = bases;
        }
        self.combine(bodies, &covered);
    }

    /// The smallest set of base clauses for a recursive clause.
    fn combine(&mut self, recursive: &[OrderedBody], covered: &[BaseSet]) {
        let own_size: usize = recursive.iter().map(|body| body.size).sum();
        let mut rules = Vec::new();
        for (at, base) in self.bases.iter().enumerate() {
            let own = covered.iter().enumerate();
            let own = own.filter(|(_, bases)| bases[at / 64] >> (at % 64) & 1 == 1);
            let own = own.map(|(example, _)| example);
            let cover = Cover::of(self.positives, self.negatives, own);
            let is_acceptable = self.tolerance > 0 || !cover.has_negatives();
            if cover.count_positives() > 0 && is_acceptable {
                rules.push(Rule {
                    body: Body::parts(&[(0, at as u32)]),
                    cover,
                    size: base.size,
                    variables: 0,
                    head_mask: 0,
                    flow: Flow::default(),
                });
            }
        }
        let rules = undominated(rules);
        let max_clauses = self.language.max_clauses.unwrap_or(2);
        let max_bases = max_clauses.saturating_sub(recursive.len());
        let below = self.below.saturating_sub(own_size);
        let chosen = if self.tolerance > 0 {
            let (chosen, cost) = least_cost(&rules, self.positives, self.negatives, max_bases);
            if cost >= below || chosen.is_empty() {
                return;
            }
            self.below = own_size + cost;
            chosen
        } else {
            let found = smallest_cover(&rules, self.positives, below, max_bases);
            let Some(chosen) = found.rules else { return };
            chosen
        };
        let bases = chosen.iter().map(|&at| {
            let Body::Parts(parts) = &rules[at].body else {
                unreachable!("these rules were made above, of one part each");
            };
            &self.bases[parts[0].1 as usize]
        });
        let bodies: Vec<&OrderedBody> = bases.chain(recursive).collect();
        if self.tolerance == 0 {
            self.below = bodies.iter().map(|body| body.size).sum();
        }
        let clauses = bodies
            .iter()
            .map(|body| clause(self.language, &body.literals));
        self.best = Some(RecursiveTheory {
            clauses: clauses.collect(),
            cost: self.below,
            has_errors: self.tolerance > 0,
        });
    }
}

/// The base clauses that complete the proof of an answer.
fn bases_of(outcomes: &Outcomes, out: &Tuple) -> BaseSet {
    let found = outcomes.iter().find(|(tuple, _)| tuple == out);
    found.map_or(NO_BASES, |(_, bases)| *bases)
}

/// The rules that no smaller one replaces, in the same order.
fn undominated(rules: Vec<Rule>) -> Vec<Rule> {
    let is_replaced = |at: usize| {
        let own = &rules[at];
        rules.iter().enumerate().any(|(other_at, other)| {
            let is_first = (other.size, other_at) < (own.size, at);
            is_first && own.cover.is_dominated_by(&other.cover)
        })
    };
    let kept: Vec<bool> = (0..rules.len()).map(|at| !is_replaced(at)).collect();
    let mut kept = kept.into_iter();
    let mut rules = rules;
    rules.retain(|_| kept.next().unwrap_or(true));
    rules
}
