//! Solutions of a rule's body, found bottom-up: an order of its conditions, an
//! index for each look-up, and a loop over them without recursion.

use super::facts::{Facts, Path, key_with};
use super::fault::{Fault, FaultKind};
pub use super::matching::make;
use super::matching::{Match, all_match, evaluate, find, is_bound};
use super::program::{Condition, Expression, Pattern, PatternRule, Predicate};
use super::rule::Comparison;
use super::terms::{MAX_TERMS, TermId, Terms};
use super::waiting::{WINDOW, Waiting};
use rustc_hash::FxHashSet;
use stratalog_logic::Term;
use stratalog_run::Stop;

/// Which facts of a predicate a look-up sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Age {
    /// All.
    Any,
    /// Those found before the last round.
    Old,
    /// Those found in the last round.
    New,
}

/// One step of a plan.
#[derive(Clone, Debug)]
enum Step {
    /// Goes through the facts that match.
    Each {
        predicate: Predicate,
        args: Box<[Match]>,
        /// The index and the parts of its key; without, all facts are seen.
        index: Option<(usize, Box<[Pattern]>)>,
        age: Age,
    },
    /// A fact that is known in full.
    Member(Predicate, Pattern, Age),
    /// A fact that must not hold.
    Absent(Pattern),
    Different(Pattern, Pattern),
    Compare(Comparison, Expression, Expression),
    Assign(u32, Expression),
    /// The value of an expression must be this term.
    Value(Pattern, Expression),
    /// Goes through integers.
    Count(Expression, Expression, u32),
    /// An integer must lie between two.
    Within(Expression, Expression, Pattern),
}

/// How a rule's solutions are found.
#[derive(Clone, Debug)]
pub struct Plan {
    steps: Vec<Step>,
    variables: usize,
}

/// What a plan is made for.
#[derive(Clone, Copy)]
pub struct Purpose<'a> {
    /// The condition that only sees new facts; those before it in the rule see
    /// only old ones.
    pub new: Option<usize>,
    /// For each predicate, whether all its facts are known. The negation of other
    /// facts is ignored, as they may or may not hold.
    pub is_known: &'a [bool],
    /// For each predicate, whether more facts may be found.
    pub is_growing: &'a [bool],
}

/// Values of a rule's variables.
pub type Values = Vec<TermId>;

/// What is done with the values of each solution.
pub type Found<'a> = dyn FnMut(&[TermId], &mut Terms, &mut Work) -> Result<(), Fault> + 'a;

/// A limit on work: the number of candidate facts that may still be tried.
#[derive(Clone, Debug)]
pub struct Work {
    /// What is left.
    pub left: u64,
    stop: Option<Stop>,
}

/// The work, a power of two, after which a request to stop is looked for: to look
/// takes longer than to try a candidate.
const BETWEEN_LOOKS: u64 = 1 << 14;

impl Work {
    /// A limit of this much work.
    pub fn new(left: u64) -> Work {
        Work { left, stop: None }
    }

    /// The same, which ends earlier when that is asked for.
    pub fn stopped_by(self, stop: &Stop) -> Work {
        Work {
            stop: Some(stop.clone()),
            ..self
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(Stop::is_requested)
    }

    #[inline]
    pub(super) fn spend(&mut self, amount: u64) -> Result<(), Fault> {
        match self.left.checked_sub(amount) {
            Some(left) => {
                if left ^ self.left >= BETWEEN_LOOKS && self.is_stopped() {
                    return Err(FaultKind::Stopped.into());
                }
                self.left = left;
                Ok(())
            }
            None => Err(FaultKind::Work.into()),
        }
    }
}

/// What a plan for a rule costs: nothing unless its body is very long. A rule has a
/// plan for each of its conditions, and the plans of a body of 20,000 would fill the
/// memory.
pub fn planning_work(rule: &PatternRule) -> u64 {
    (rule.body.len().saturating_sub(WINDOW) * WINDOW) as u64
}

impl Plan {
    /// A plan for a rule. The present numbers of facts decide the order.
    pub fn new(rule: &PatternRule, purpose: Purpose<'_>, facts: &mut Facts, terms: &Terms) -> Plan {
        let mut plan = Plan {
            steps: Vec::new(),
            variables: rule.variables,
        };
        let mut bound = vec![false; rule.variables];
        let wanted = (0..rule.body.len()).collect();
        let mut waiting: Waiting<'_, f64> = Waiting::new(rule, wanted, &bound);
        if let Some(new) = purpose.new {
            let condition = waiting.take(new);
            plan.push(condition, Age::New, &mut bound, purpose, facts, terms);
        }
        while let Some(first) = waiting.first() {
            let mut best = (first, f64::INFINITY);
            for place in waiting.choices() {
                let cost = waiting.know(place, |c| cost(c, &bound, facts, terms));
                if cost < best.1 {
                    best = (place, cost);
                }
            }
            let place = best.0;
            let age = match (&rule.body[place], purpose.new) {
                (Condition::Holds(p, _), Some(new))
                    if place < new && purpose.is_growing[p.index()] =>
                {
                    Age::Old
                }
                _ => Age::Any,
            };
            let condition = waiting.take(place);
            plan.push(condition, age, &mut bound, purpose, facts, terms);
        }
        plan
    }

    fn push(
        &mut self,
        condition: &Condition,
        age: Age,
        bound: &mut [bool],
        purpose: Purpose<'_>,
        facts: &mut Facts,
        terms: &Terms,
    ) {
        let step = match condition {
            Condition::Holds(predicate, atom) if is_bound(atom, bound) => {
                Step::Member(*predicate, atom.clone(), age)
            }
            Condition::Holds(predicate, atom) => {
                let Pattern::Compound(_, args) = atom else {
                    // A variable or a ground atom: the latter is bound.
                    return;
                };
                let mut paths = Vec::new();
                let mut key = Vec::new();
                for (place, arg) in args.iter().enumerate() {
                    known_parts(arg, &mut vec![place as u16], bound, &mut paths, &mut key);
                }
                let index = match (paths.is_empty(), age) {
                    (true, _) | (_, Age::New) => None,
                    (false, _) => Some((facts.index_on(*predicate, &paths, terms), key.into())),
                };
                let args = args.iter().map(|arg| Match::new(arg, bound)).collect();
                Step::Each {
                    predicate: *predicate,
                    args,
                    index,
                    age,
                }
            }
            Condition::Fails(predicate, atom) => {
                if !purpose.is_known[predicate.index()] {
                    return;
                }
                Step::Absent(atom.clone())
            }
            Condition::Different(a, b) => Step::Different(a.clone(), b.clone()),
            Condition::Compare(how, a, b) => Step::Compare(*how, a.clone(), b.clone()),
            Condition::Is(Pattern::Var(var), expression) if !bound[*var as usize] => {
                bound[*var as usize] = true;
                Step::Assign(*var, expression.clone())
            }
            Condition::Is(value, expression) => Step::Value(value.clone(), expression.clone()),
            Condition::Between(low, high, Pattern::Var(var)) if !bound[*var as usize] => {
                bound[*var as usize] = true;
                Step::Count(low.clone(), high.clone(), *var)
            }
            Condition::Between(low, high, value) => {
                Step::Within(low.clone(), high.clone(), value.clone())
            }
        };
        self.steps.push(step);
    }

    /// Calls `found` with the values of each solution.
    pub fn run(
        &self,
        facts: &Facts,
        ages: &[usize],
        terms: &mut Terms,
        work: &mut Work,
        found: &mut Found<'_>,
    ) -> Result<(), Fault> {
        let mut run = Run {
            facts,
            ages,
            values: vec![TermId(u32::MAX); self.variables],
            cursors: vec![Cursor::default(); self.steps.len()],
        };
        let mut depth = 0;
        let mut is_entering = true;
        loop {
            if is_entering && depth == self.steps.len() {
                terms.check_limit(MAX_TERMS)?;
                found(&run.values, terms, work)?;
                is_entering = false;
            } else {
                work.spend(1)?;
                let goes_on = match (&self.steps[depth], is_entering) {
                    (step @ (Step::Each { .. } | Step::Count(..)), true) => {
                        run.enter(depth, step, terms)?;
                        run.advance(depth, step, terms, work)?
                    }
                    (step @ (Step::Each { .. } | Step::Count(..)), false) => {
                        run.advance(depth, step, terms, work)?
                    }
                    (step, true) => run.test(step, terms)?,
                    (_, false) => false,
                };
                if goes_on {
                    depth += 1;
                    is_entering = true;
                    continue;
                }
                is_entering = false;
            }
            if depth == 0 {
                return Ok(());
            }
            depth -= 1;
        }
    }
}

#[derive(Clone, Copy, Default)]
struct Cursor {
    at: i64,
    end: i64,
    key: u64,
}

struct Run<'a> {
    facts: &'a Facts,
    /// For each predicate, how many of its facts are old.
    ages: &'a [usize],
    values: Values,
    cursors: Vec<Cursor>,
}

impl Run<'_> {
    fn enter(&mut self, depth: usize, step: &Step, terms: &mut Terms) -> Result<(), Fault> {
        let cursor = match step {
            Step::Each {
                predicate,
                index,
                age,
                ..
            } => {
                let relation = self.facts.relation(*predicate);
                let old = self.ages[predicate.index()];
                let (first, last) = match age {
                    Age::Any => (0, relation.facts.len()),
                    Age::Old => (0, old),
                    Age::New => (old, relation.facts.len()),
                };
                match index {
                    None => Cursor {
                        at: first as i64,
                        end: last as i64,
                        key: 0,
                    },
                    Some((number, parts)) => {
                        let mut key = 0;
                        let mut is_possible = true;
                        for part in parts {
                            match self.build(part, terms) {
                                Some(part) => key = key_with(key, part),
                                None => is_possible = false,
                            }
                        }
                        let bucket = match is_possible {
                            true => relation.index(*number).bucket(key),
                            false => &[],
                        };
                        let end = match age {
                            Age::Old => bucket.partition_point(|&p| (p as usize) < old),
                            _ => bucket.len(),
                        };
                        Cursor {
                            at: 0,
                            end: end as i64,
                            key,
                        }
                    }
                }
            }
            Step::Count(low, high, _) => {
                match (self.evaluate(low, terms)?, self.evaluate(high, terms)?) {
                    (Some(low), Some(high)) => Cursor {
                        at: low,
                        end: high.saturating_add(1),
                        key: 0,
                    },
                    _ => Cursor::default(),
                }
            }
            _ => Cursor::default(),
        };
        self.cursors[depth] = cursor;
        Ok(())
    }

    /// Goes on to the next fact or number that matches.
    fn advance(
        &mut self,
        depth: usize,
        step: &Step,
        terms: &mut Terms,
        work: &mut Work,
    ) -> Result<bool, Fault> {
        let Cursor { mut at, end, key } = self.cursors[depth];
        let is_found = match step {
            Step::Count(_, _, var) if at < end => {
                terms.check_limit(MAX_TERMS)?;
                self.values[*var as usize] = terms.leaf(&Term::Integer(at));
                at += 1;
                true
            }
            Step::Each {
                predicate,
                args,
                index,
                ..
            } => {
                let relation = self.facts.relation(*predicate);
                let bucket = index
                    .as_ref()
                    .map(|(number, _)| relation.index(*number).bucket(key));
                let mut is_found = false;
                while at < end && !is_found {
                    work.spend(1)?;
                    let place = match bucket {
                        Some(bucket) => bucket[at as usize] as usize,
                        None => at as usize,
                    };
                    at += 1;
                    let parts = terms.args(relation.facts[place]);
                    is_found = all_match(args, parts, &mut self.values, terms);
                }
                is_found
            }
            _ => false,
        };
        self.cursors[depth].at = at;
        Ok(is_found)
    }

    fn test(&mut self, step: &Step, terms: &mut Terms) -> Result<bool, Fault> {
        Ok(match step {
            Step::Member(predicate, atom, age) => {
                let place = self.build(atom, terms).and_then(|id| self.facts.place(id));
                let old = self.ages[predicate.index()];
                match (place, age) {
                    (None, _) => false,
                    (Some(_), Age::Any) => true,
                    (Some(place), Age::Old) => (place as usize) < old,
                    (Some(place), Age::New) => place as usize >= old,
                }
            }
            Step::Absent(atom) => {
                let fact = self.build(atom, terms);
                fact.and_then(|id| self.facts.place(id)).is_none()
            }
            // Terms that were never made are equal only if built alike.
            Step::Different(a, b) => match (self.make(a, terms), self.make(b, terms)) {
                (Some(a), Some(b)) => a != b,
                _ => return Err(FaultKind::TermSize.into()),
            },
            Step::Compare(how, a, b) => {
                match (self.evaluate(a, terms)?, self.evaluate(b, terms)?) {
                    (Some(a), Some(b)) => how.holds(a, b),
                    _ => false,
                }
            }
            Step::Assign(var, expression) => match self.evaluate(expression, terms)? {
                Some(value) => {
                    self.values[*var as usize] = terms.leaf(&Term::Integer(value));
                    true
                }
                None => false,
            },
            Step::Value(pattern, expression) => {
                let value = self.evaluate(expression, terms)?;
                let term = self.build(pattern, terms);
                match (term, value) {
                    (Some(term), Some(_)) => terms.integer(term)? == value,
                    _ => false,
                }
            }
            Step::Within(low, high, pattern) => {
                let value = match self.build(pattern, terms) {
                    Some(id) => terms.integer(id)?,
                    None => None,
                };
                match (
                    self.evaluate(low, terms)?,
                    value,
                    self.evaluate(high, terms)?,
                ) {
                    (Some(low), Some(value), Some(high)) => (low..=high).contains(&value),
                    _ => false,
                }
            }
            Step::Each { .. } | Step::Count(..) => false,
        })
    }

    /// The term a bound pattern stands for, if it exists already.
    fn build(&self, pattern: &Pattern, terms: &Terms) -> Option<TermId> {
        find(pattern, &self.values, terms)
    }

    /// The term a bound pattern stands for.
    fn make(&self, pattern: &Pattern, terms: &mut Terms) -> Option<TermId> {
        make(pattern, &self.values, terms)
    }

    fn evaluate(&self, expression: &Expression, terms: &Terms) -> Result<Option<i64>, Fault> {
        evaluate(expression, &self.values, terms)
    }
}

/// The largest parts of a pattern that are known, and the ways to them.
pub fn known_parts(
    pattern: &Pattern,
    way: &mut Vec<u16>,
    bound: &[bool],
    paths: &mut Vec<Path>,
    parts: &mut Vec<Pattern>,
) {
    if is_bound(pattern, bound) {
        paths.push(way.as_slice().into());
        parts.push(pattern.clone());
    } else if let Pattern::Compound(_, args) = pattern {
        for (place, arg) in args.iter().enumerate() {
            way.push(place as u16);
            known_parts(arg, way, bound, paths, parts);
            way.pop();
        }
    }
}

/// Facts that an estimate looks at where it is made often.
const SAMPLE: usize = 100;

/// An estimate of how many of some facts match a pattern whose bound variables
/// have values: the mean over the values that occur in a sample of this size.
pub fn mean_matches(
    pattern: &Pattern,
    bound: &[bool],
    facts: impl ExactSizeIterator<Item = TermId>,
    terms: &Terms,
    sample: usize,
) -> f64 {
    let step = facts.len().div_ceil(sample).max(1);
    let mut keys = FxHashSet::default();
    let mut matching: u32 = 0;
    for fact in facts.step_by(step) {
        let mut key = 0;
        if has_shape(pattern, fact, bound, terms, &mut key) {
            matching += 1;
            keys.insert(key);
        }
    }
    let (matching, keys) = (f64::from(matching), keys.len().max(1) as f64);
    let step = step as f64;
    if step == 1.0 {
        matching / keys
    } else if 2.0 * keys < matching {
        // The sample has seen most keys.
        step * matching / keys
    } else {
        // The more keys there are, the fewer are drawn twice.
        1.0 + 2.0 * step * (matching - keys) / matching.max(1.0)
    }
}

/// Whether a term matches a pattern but for the values of variables; the key is
/// made of what the bound ones would have to be.
fn has_shape(
    pattern: &Pattern,
    term: TermId,
    bound: &[bool],
    terms: &Terms,
    key: &mut u64,
) -> bool {
    match pattern {
        Pattern::Ground(id) => *id == term,
        Pattern::Var(var) => {
            if bound[*var as usize] {
                *key = key_with(*key, term);
            }
            true
        }
        Pattern::Compound(functor, args) => {
            terms.functor_of(term) == Some(*functor)
                && args
                    .iter()
                    .zip(terms.args(term))
                    .all(|(arg, &part)| has_shape(arg, part, bound, terms, key))
        }
    }
}

/// An estimate of the number of solutions of a condition that can be decided, given
/// what is bound.
fn cost(condition: &Condition, bound: &[bool], facts: &Facts, terms: &Terms) -> f64 {
    match condition {
        Condition::Holds(_, atom) if is_bound(atom, bound) => 0.1,
        Condition::Holds(predicate, atom) => {
            let candidates = facts.relation(*predicate).facts.iter().copied();
            0.5 + mean_matches(atom, bound, candidates, terms, SAMPLE)
        }
        Condition::Fails(..) => 0.2,
        Condition::Different(..) | Condition::Compare(..) => 0.0,
        // After the tests: they may be what keeps the value in range.
        Condition::Is(..) => 0.3,
        Condition::Between(_, _, value) if is_bound(value, bound) => 0.0,
        Condition::Between(..) => 8.0,
    }
}

/// Counts the known and unknown leaves of a pattern.
pub fn columns(pattern: &Pattern, bound: &[bool], known: &mut f64, open: &mut f64) {
    match pattern {
        Pattern::Var(var) if !bound[*var as usize] => *open += 1.0,
        Pattern::Var(_) | Pattern::Ground(_) => *known += 1.0,
        Pattern::Compound(_, args) => {
            args.iter().for_each(|arg| columns(arg, bound, known, open));
        }
    }
}
