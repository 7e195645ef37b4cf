//! Recursive theories: one or two recursive clauses, and the base clauses they end
//! in.
//!
//! A proof with linear recursive clauses applies them some number of times and ends
//! in exactly one base clause. So one evaluation of recursive clauses, with all base
//! clauses at once, shows for each example which of them complete its proof, and the
//! smallest set of base clauses is a smallest cover. With several recursive calls in a
//! clause, one base clause must complete all of them.
//!
//! - `passes`: what is tried, in which order;
//! - `bodies`: which literals a body may have;
//! - `bases`: the base clauses;
//! - `conditions`: which positives a recursive clause may prove at all;
//! - `evaluation`: what clauses answer;
//! - `trial`: which base clauses complete recursive ones to a theory;
//! - `closures`: theories whose recursive clause hands on its outputs;
//! - `pairs`: theories with two recursive clauses;
//! - `exhaustion`: the proof that no smaller theory exists.

mod bases;
mod bodies;
mod closures;
mod conditions;
mod evaluation;
mod exhaustion;
mod pairs;
mod passes;
mod trial;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_logic::Clause;
use stratalog_run::Event;

use super::language::Language;
use super::learner::MANY_POSITIVES;
use super::literal::Literal;
use super::relation::Relations;
use super::shape::shape;
use crate::budget::Budget;
use crate::order;
use evaluation::{MAX_STEPS, Outcomes, Tuple, largest_count};
use pairs::Candidates;
use passes::{Kind, MAX_CLAUSES, PASSES, Pass, SOME_WORK};

/// The most sets of literals of one size; further ones are dropped.
const MAX_SETS: usize = 400_000;
/// The share of positives that a theory may miss where examples may be wrong.
const TOLERANCE: f64 = 0.35;
/// How many more clauses are tried at least once there is a theory.
const AFTERWARDS: u64 = 20_000;
/// How many more are tried to classify few examples without errors.
const BEYOND_ERRORS: u64 = 300_000;
/// Positives that are tested before small negatives.
const FIRST: usize = 2;

/// A recursive theory.
pub(super) struct RecursiveTheory {
    pub clauses: Vec<Clause>,
    /// Literals and misclassified examples.
    pub cost: usize,
    /// Whether it misclassifies examples.
    pub has_errors: bool,
    /// Answers to the calls of positives that no positive has. Of two theories of the
    /// same size, the one with fewer of them is taken.
    strays: usize,
}

/// A clause with its literals in the order in which they are called.
#[derive(Clone)]
struct OrderedBody {
    literals: Vec<Literal>,
    size: usize,
}

impl RecursiveTheory {
    /// Tells who listens.
    fn announce(&self, budget: &Budget) {
        budget.control().emit(Event::Theory {
            clauses: self.clauses.iter().map(ToString::to_string).collect(),
            score: -(self.cost as f64),
        });
    }
}

/// What a search for recursive theories found.
pub(super) struct RecursionReport {
    pub theory: Option<RecursiveTheory>,
    /// Whether no recursive theory is smaller than this one or, if there is none, than
    /// the one known before.
    pub is_exhausted: bool,
    pub explored: u64,
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
    /// Every theory without recursion has at least this number of literals.
    least_plain: usize,
    best: Option<RecursiveTheory>,
    /// Background predicates that are functions of their inputs.
    functions: Vec<u16>,
    /// Examples in the order in which they are tested: small ones first, after a few
    /// positives.
    order: Vec<usize>,
    /// The largest integer in the examples, without the elements of lists.
    largest_count: usize,
    /// How many positives a theory may miss.
    tolerance: usize,
    /// Recursive clauses that are tried in pairs.
    candidates: Candidates,
    /// Whether clauses are kept to be tried in pairs.
    pairs: bool,
    /// The most clauses where the language has no limit.
    most_clauses: usize,
    /// Whether a theory with errors may be found.
    accepts_errors: bool,
    explored: u64,
    /// Steps of proofs.
    steps: u64,
    /// The most steps for one example.
    most_steps: u64,
    /// The steps after which the proof that no theory is smaller ends.
    end_of_proof: u64,
    /// Clauses that prove a positive and need more steps for another example.
    costly: Vec<Vec<OrderedBody>>,
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
            let is_negative = *example >= positives;
            [sizes.sum::<usize>() as i64, i64::from(is_negative)]
        };
        let mut order: Vec<usize> = (0..positives + negatives).collect();
        order::sort_by_key(&mut order, size);
        let values = relations.examples().iter().flatten();
        let counts = values.map(|&value| largest_count(relations.values.term(value)));
        let largest_count = counts.max().unwrap_or(0);
        let smallest = order.iter().filter(|&&example| example < positives);
        let smallest: Vec<usize> = smallest.take(FIRST).copied().collect();
        order::sort_by_key(&mut order, |example| {
            [i64::from(!smallest.contains(example)), 0]
        });
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
            least_plain: 0,
            best: None,
            functions: Vec::new(),
            order,
            largest_count,
            tolerance: 0,
            candidates: Candidates::default(),
            pairs: false,
            most_clauses: MAX_CLAUSES,
            accepts_errors: true,
            explored: 0,
            steps: 0,
            most_steps: MAX_STEPS,
            end_of_proof: 0,
            costly: Vec::new(),
            most_explored: u64::MAX,
        }
    }

    /// The search beside one that showed that every theory without recursion has at least
    /// so many literals.
    pub fn beside(self, least_plain: usize) -> Self {
        RecursionSearch {
            least_plain,
            ..self
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
    /// errors. Once there is a theory, its proof is tried; if that fails, later passes
    /// look for a smaller one with about half as much work as was done before.
    pub fn run(mut self) -> RecursionReport {
        let mut with_errors: Option<RecursiveTheory> = None;
        let mut is_exhausted = self.below < usize::MAX && self.exhaust();
        let mut done: Vec<Pass> = Vec::new();
        for pass in PASSES {
            if is_exhausted || self.is_over() {
                break;
            }
            let Some(pass) = self.part_of_use(pass, &done) else {
                continue;
            };
            done.push(pass);
            let is_tolerant = pass.kind == Kind::Tolerant;
            self.tolerance = if is_tolerant {
                (TOLERANCE * self.positives as f64) as usize
            } else {
                0
            };
            if is_tolerant && (self.tolerance == 0 || self.best.is_some()) {
                continue;
            }
            let cost = with_errors.as_ref().map(|theory| theory.cost);
            let Some(theory) = self.run_pass(pass, cost) else {
                continue;
            };
            theory.announce(self.budget);
            if theory.has_errors {
                self.go_on_with_errors(&theory);
                with_errors = Some(theory);
                continue;
            }
            self.below = theory.cost;
            self.allow_more(self.explored / 2);
            self.best = Some(theory);
            is_exhausted = self.exhaust();
        }
        if !is_exhausted && (self.best.is_some() || self.below < usize::MAX) {
            is_exhausted = with_errors.is_none() && self.exhaust();
        }
        RecursionReport {
            theory: self.best.or(with_errors),
            is_exhausted,
            explored: self.explored,
        }
    }

    /// Bounds what is tried once there is a theory with errors. Where there are many
    /// examples, one without errors that costs more would only repeat wrong examples. Of
    /// few examples, an error is a large share.
    fn go_on_with_errors(&mut self, theory: &RecursiveTheory) {
        if self.positives < MANY_POSITIVES {
            self.allow_more(BEYOND_ERRORS);
        } else {
            self.below = theory.cost;
            self.allow_more(4 * self.explored);
        }
    }

    /// Bounds the number of further clauses that are tried.
    fn allow_more(&mut self, clauses: u64) {
        let most = self.explored + clauses.max(AFTERWARDS);
        self.most_explored = self.most_explored.min(most);
    }

    /// The part of a pass that may find a smaller theory and was not made yet.
    fn part_of_use(&self, pass: Pass, done: &[Pass]) -> Option<Pass> {
        let is_tolerant = pass.kind == Kind::Tolerant;
        let pass = if is_tolerant {
            pass
        } else {
            pass.below(self.below)
        };
        let is_empty = pass.base_body == 0 || pass.recursive_body < 2;
        let is_known = done.iter().any(|own| pass.is_part_of(*own));
        let limit = self.language.max_clauses;
        // Clauses are compared on all examples before they are paired.
        let is_cheap = limit.is_some() || self.positives < MANY_POSITIVES;
        let may_pair = is_cheap && limit.unwrap_or(pass.clauses) > MAX_CLAUSES;
        let has_limited_twin = limit.is_some() && !matches!(pass.kind, Kind::Closures(_));
        let is_useless = is_empty
            || is_known
            || is_tolerant && !self.accepts_errors
            || matches!(pass.kind, Kind::Pairs(_)) && !may_pair
            || has_limited_twin && pass.clauses > MAX_CLAUSES;
        (!is_useless).then_some(pass)
    }

    /// The smallest theory of a pass, where one with errors of this cost may be known.
    fn run_pass(&mut self, pass: Pass, with_errors: Option<usize>) -> Option<RecursiveTheory> {
        let known = self.best.take();
        let below = self.below;
        if pass.kind == Kind::Tolerant {
            // A theory with errors must cost less than leaving all positives out.
            let known = with_errors.unwrap_or(usize::MAX);
            self.below = below.min(self.positives).min(known);
        }
        self.bases.clear();
        self.base_answers.clear();
        self.most_clauses = pass.clauses;
        self.pairs = matches!(pass.kind, Kind::Pairs(_));
        if let Kind::Closures(most_work) = pass.kind {
            let is_enough = below < usize::MAX;
            let most_work = if is_enough { SOME_WORK } else { most_work };
            let clauses = self.plain_clauses(pass.recursive_body);
            self.try_closures(&clauses, most_work);
            self.below = below;
            self.most_clauses = MAX_CLAUSES;
            return std::mem::replace(&mut self.best, known);
        }
        self.find_bases(pass);
        self.find_functions();
        if self.pairs {
            self.candidates = self.no_candidates();
        }
        self.try_all(pass);
        self.try_costly();
        if let Kind::Pairs(most) = pass.kind
            && self.best.is_none()
        {
            self.try_pairs(most);
        }
        self.candidates = Candidates::default();
        self.most_clauses = MAX_CLAUSES;
        self.below = below;
        std::mem::replace(&mut self.best, known)
    }

    /// The most clauses of a theory.
    fn max_clauses(&self) -> usize {
        self.language.max_clauses.unwrap_or(self.most_clauses)
    }

    /// Whether a theory of the same size as the best one may be better: with fewer stray
    /// answers.
    fn may_equal(&self) -> bool {
        let known = self.best.as_ref().map_or(0, |best| best.strays);
        self.tolerance == 0 && known > 0
    }

    /// The size of the smallest base clause.
    fn least_base(&self) -> usize {
        let sizes = self.bases.iter().map(|base| base.size);
        sizes.min().unwrap_or(0)
    }

    fn is_over(&self) -> bool {
        self.explored >= self.most_explored || self.budget.is_over()
    }

    /// Tries every recursive clause with the base clauses, by size.
    fn try_all(&mut self, pass: Pass) {
        if self.bases.is_empty() {
            return;
        }
        let least_base = self.least_base();
        let demand = if self.pairs {
            self.demand_of_each()
        } else {
            self.demand_of_one()
        };
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
                if length + 1 + least_base >= self.below + usize::from(self.may_equal()) {
                    return;
                }
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
                    if self.is_forbidden(&set, 1, false) || !self.may_satisfy(&demand, &set) {
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

    /// The recursive clauses with bodies of at most so many literals in which every
    /// variable occurs twice.
    fn plain_clauses(&mut self, longest: usize) -> Vec<OrderedBody> {
        let own = self.language.body.len() as u16;
        let heads = self.language.head.functor.arity;
        let mut sets: Vec<Vec<Literal>> = vec![Vec::new()];
        let mut seen = FxHashSet::default();
        let mut clauses = Vec::new();
        for _ in 0..longest.min(self.language.max_body) {
            let mut next = Vec::new();
            for set in &sets {
                for literal in self.extensions(set, 1) {
                    let mut set = set.clone();
                    set.push(literal);
                    if !seen.insert(shape(&set, heads)) || self.is_forbidden(&set, 1, false) {
                        continue;
                    }
                    self.explored += 1;
                    let is_recursive = set.iter().any(|literal| literal.predicate == own);
                    if is_recursive && !self.has_singleton(&set) {
                        clauses.extend(self.complete(&set, 1));
                    }
                    next.push(set);
                }
            }
            sets = next;
        }
        clauses
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
            self.keep_candidate(&body);
        }
    }
}
