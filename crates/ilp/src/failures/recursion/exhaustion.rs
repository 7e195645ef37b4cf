//! The proof that no smaller recursive theory exists: every theory is tried, by size.
//!
//! A theory has one recursive clause and base clauses, or two recursive clauses where
//! three clauses are allowed. Where the language sets no limit, theories of two clauses
//! are tried, as in Popper, unless the best one known has more. What this search cannot exclude ends it without a proof:
//! three recursive clauses, several base clauses that together complete a clause with
//! several calls, and, where the head has no directions, variables that occur only in
//! recursive calls. A recursion that does not end within the limits of the evaluation
//! counts as endless.

use std::collections::hash_map::Entry;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_run::Event;

use super::super::literal::Literal;
use super::super::shape::shape;
use super::conditions::Demand;
use super::evaluation::{Evaluation, MAX_BASES, NO_BASES, Outcomes, Purpose, Tuple};
use super::{MAX_CLAUSES, OrderedBody, RecursionSearch};

/// The steps of proofs that may be made, and the bodies and pairs of recursive clauses
/// that may be tried.
const MAX_STEPS: u64 = 10_000_000;
const MAX_BODIES: u64 = 400_000;
const MAX_PAIRS: usize = 200_000;
/// A proof costs no more than the search before it, but it may always cost
/// this much.
const LEAST_STEPS: u64 = 200_000;
const LEAST_BODIES: u64 = 20_000;
/// The longest base clauses that are looked through to sharpen what recursive clauses
/// must satisfy.
const MAX_SHARPENING: usize = 2;
/// The size of the smallest theory with a variable that occurs only in recursive calls:
/// a base clause of one literal and a clause of two calls.
const LEAST_OF_CALLS_ALONE: usize = 5;

/// The bodies of clauses, by their number of literals.
struct Bodies {
    max_calls: usize,
    /// What a recursive clause must satisfy.
    demand: Demand,
    /// The number of the clause, for constraints that speak of it.
    number: i64,
    /// The sets of literals of the last length.
    sets: Vec<Vec<Literal>>,
    seen: FxHashSet<u64>,
    /// The complete bodies of each length.
    by_length: Vec<Vec<OrderedBody>>,
}

/// Base clauses that are evaluated together, and what they answer.
#[derive(Default)]
struct Batch {
    bases: Vec<OrderedBody>,
    answers: FxHashMap<Tuple, Rc<Outcomes>>,
}

/// A limit was reached, or a theory cannot be excluded.
struct Undecided;

impl Bodies {
    fn new(max_calls: usize, number: i64) -> Bodies {
        Bodies {
            max_calls,
            demand: Demand::default(),
            number,
            sets: vec![Vec::new()],
            seen: FxHashSet::default(),
            by_length: vec![Vec::new()],
        }
    }

    /// Makes all bodies up to this length.
    fn grow_to(
        &mut self,
        length: usize,
        search: &mut RecursionSearch<'_, '_>,
    ) -> Result<(), Undecided> {
        let heads = search.language.head.functor.arity;
        let own = search.language.body.len() as u16;
        while self.by_length.len() <= length.min(search.language.max_body) {
            let mut next = Vec::new();
            let mut made = Vec::new();
            for set in &self.sets {
                for literal in search.extensions(set, self.max_calls) {
                    let mut set = set.clone();
                    set.push(literal);
                    if !self.seen.insert(shape(&set, heads)) {
                        continue;
                    }
                    search.explored += 1;
                    if search.explored.is_multiple_of(64) && search.is_over() {
                        return Err(Undecided);
                    }
                    if search.is_forbidden(&set, self.number, false)
                        || !search.may_satisfy(&self.demand, &set)
                    {
                        continue;
                    }
                    let is_recursive = set.iter().any(|literal| literal.predicate == own);
                    if is_recursive == (self.max_calls > 0) {
                        made.extend(search.complete(&set, self.number));
                    }
                    next.push(set);
                }
            }
            self.sets = next;
            self.by_length.push(made);
        }
        Ok(())
    }

    fn of_length(&self, length: usize) -> &[OrderedBody] {
        self.by_length.get(length).map_or(&[], Vec::as_slice)
    }
}

impl RecursionSearch<'_, '_> {
    /// Tries every recursive theory that is smaller than the best one known, and returns
    /// whether none was left out.
    pub(super) fn exhaust(&mut self) -> bool {
        let is_undirected = self.language.head.directions.is_none();
        let may_miss = is_undirected && self.language.head.functor.arity > 1;
        if !self.accepts_errors || may_miss && self.below > LEAST_OF_CALLS_ALONE {
            return false;
        }
        let limits = (self.most_explored, self.most_clauses);
        self.end_of_proof = self.steps + self.steps.clamp(LEAST_STEPS, MAX_STEPS);
        self.most_explored = self.explored + self.explored.clamp(LEAST_BODIES, MAX_BODIES);
        self.tolerance = 0;
        let known = self.best.as_ref().map_or(0, |best| best.clauses.len());
        if known > MAX_CLAUSES {
            self.most_clauses = usize::MAX;
        }
        let below = self.below;
        let is_exhausted = self.try_smaller();
        (self.most_explored, self.most_clauses) = limits;
        if self.below < below
            && let Some(best) = &self.best
        {
            best.announce(self.budget);
        }
        is_exhausted
    }

    fn try_smaller(&mut self) -> bool {
        let mut bases = Bodies::new(0, 0);
        let mut recursive = Bodies::new(usize::MAX, 1);
        if self.max_clauses() <= 2 {
            recursive.demand = self.demand_of_each();
        }
        let mut batches: FxHashMap<usize, Vec<Batch>> = FxHashMap::default();
        let mut size = 4;
        while size < self.below {
            let tried = self.try_size(size, &mut bases, &mut recursive, &mut batches);
            if tried.is_err() || !self.are_functions() {
                return false;
            }
            size += 1;
            if size <= self.least_plain {
                let literals = size as u64;
                self.budget.control().emit(Event::Bound { literals });
            }
        }
        true
    }

    /// Tries the theories of this many literals.
    fn try_size(
        &mut self,
        size: usize,
        bases: &mut Bodies,
        recursive: &mut Bodies,
        batches: &mut FxHashMap<usize, Vec<Batch>>,
    ) -> Result<(), Undecided> {
        for base_size in 2..=size - 2 {
            let own = size - base_size;
            self.sharpen(own - 1, bases, recursive)?;
            recursive.grow_to(own - 1, self)?;
            if recursive.of_length(own - 1).is_empty() && self.max_clauses() < 3 {
                continue;
            }
            let own_batches = match batches.entry(base_size) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(unknown) => {
                    bases.grow_to(base_size - 1, self)?;
                    unknown.insert(self.batches(bases, base_size)?)
                }
            };
            for batch in own_batches {
                std::mem::swap(&mut self.bases, &mut batch.bases);
                std::mem::swap(&mut self.base_answers, &mut batch.answers);
                let result = self.try_with_bases(own, recursive);
                std::mem::swap(&mut self.bases, &mut batch.bases);
                std::mem::swap(&mut self.base_answers, &mut batch.answers);
                result?;
            }
        }
        Ok(())
    }

    /// Makes the demand on recursive clauses of this length sharper where few base
    /// clauses are small enough to stand beside them.
    fn sharpen(
        &mut self,
        length: usize,
        bases: &mut Bodies,
        recursive: &mut Bodies,
    ) -> Result<(), Undecided> {
        // The two heads count, too, and the theory is smaller than the one known.
        let longest_base = self.below.saturating_sub(length + 3);
        let is_made = recursive.by_length.len() > length;
        if is_made || self.max_clauses() > 2 || longest_base > MAX_SHARPENING {
            return Ok(());
        }
        bases.grow_to(longest_base, self)?;
        let mut is_open = vec![true; self.positives];
        for base in (1..=longest_base).flat_map(|length| bases.of_length(length)) {
            self.check_limits()?;
            let mut proven = Vec::new();
            for at in (0..self.positives).filter(|&at| is_open[at]) {
                let (call, out) = self.split(at);
                if self.answers_of(base, &call).contains(&out) {
                    proven.push(at);
                }
            }
            if !proven.is_empty() && !self.proves_negative(base) {
                proven.into_iter().for_each(|at| is_open[at] = false);
            }
        }
        recursive.demand = self.demand_of(|at| is_open[at], 0);
        Ok(())
    }

    /// Tries the recursive clauses, or pairs of them, of this size with the current base
    /// clauses.
    fn try_with_bases(&mut self, size: usize, recursive: &Bodies) -> Result<(), Undecided> {
        if self.bases.is_empty() {
            return Ok(());
        }
        for body in recursive.of_length(size - 1) {
            self.test(std::slice::from_ref(body));
            if self.max_clauses() > 2 && self.calls(body) > 1 && self.may_be_joint(body) {
                return Err(Undecided);
            }
            self.check_limits()?;
        }
        if self.max_clauses() < 3 {
            return Ok(());
        }
        let least = recursive
            .by_length
            .iter()
            .position(|own| !own.is_empty())
            .map_or(usize::MAX, |length| length + 1);
        if self.max_clauses() > 3 && least.saturating_mul(3) <= size {
            return Err(Undecided);
        }
        let mut pairs = 0;
        for first_size in 2..=size / 2 {
            let first = recursive.of_length(first_size - 1);
            let second = recursive.of_length(size - first_size - 1);
            let is_same = first_size * 2 == size;
            for (at, one) in first.iter().enumerate() {
                for other in &second[if is_same { at + 1 } else { 0 }..] {
                    pairs += 1;
                    if pairs > MAX_PAIRS {
                        return Err(Undecided);
                    }
                    self.test(&[one.clone(), other.clone()]);
                    self.check_limits()?;
                }
            }
        }
        Ok(())
    }

    fn check_limits(&self) -> Result<(), Undecided> {
        if self.steps > self.end_of_proof || self.budget.is_over() {
            return Err(Undecided);
        }
        Ok(())
    }

    fn calls(&self, body: &OrderedBody) -> usize {
        let own = self.language.body.len();
        let all = body.literals.iter();
        all.filter(|literal| usize::from(literal.predicate) == own)
            .count()
    }

    /// Whether all base clauses together complete the proofs of all positives.
    fn may_be_joint(&mut self, body: &OrderedBody) -> bool {
        let evaluation = Evaluation::new(std::slice::from_ref(body));
        let mut evaluation = evaluation.with_purpose(Purpose::Joint);
        (0..self.positives).all(|example| {
            self.bases_that_prove(example, &mut evaluation)
                .is_some_and(|bases| bases != NO_BASES)
        })
    }

    /// The base clauses that a theory may have whose base clauses have this size, none
    /// of which proves a negative. One base clause is tried by itself; several are
    /// evaluated together.
    fn batches(&mut self, bodies: &Bodies, size: usize) -> Result<Vec<Batch>, Undecided> {
        let is_single = self.max_clauses() <= 2;
        let lengths = if is_single {
            size - 1..=size - 1
        } else {
            1..=size - 1
        };
        let mut kept: Vec<OrderedBody> = Vec::new();
        for body in lengths.flat_map(|length| bodies.of_length(length)) {
            self.check_limits()?;
            if !self.proves_negative(body) {
                kept.push(body.clone());
            }
        }
        if !is_single && kept.len() > MAX_BASES {
            return Err(Undecided);
        }
        let batch = |bases: &[OrderedBody]| Batch {
            bases: bases.to_vec(),
            answers: FxHashMap::default(),
        };
        Ok(kept.chunks(MAX_BASES).map(batch).collect())
    }
}
