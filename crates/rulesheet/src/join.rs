//! How the solutions of a rule's body are found: an order of its conditions, an
//! index for each look-up, and a loop over them without recursion.

use super::facts::{Facts, Path, key_with};
use super::program::{Condition, Expression, Pattern, PatternRule, Predicate};
use super::rule::{Comparison, operation, sign};
use super::terms::{FunctorId, TermId, Terms};
use stratalog_logic::Term;

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

/// A term to be compared with a fact's part.
#[derive(Clone, Debug)]
enum Match {
    Bind(u32),
    Same(u32),
    Ground(TermId),
    Compound(FunctorId, Box<[Match]>),
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
    /// For each predicate, whether its facts are all known: others are passed
    /// over when denied, as they may or may not hold.
    pub is_known: &'a [bool],
    /// For each predicate, whether its facts may still become more.
    pub is_growing: &'a [bool],
}

/// Values of a rule's variables.
pub type Values = Vec<TermId>;

/// What is done with the values of each solution.
pub type Found<'a> = dyn FnMut(&[TermId], &mut Terms) -> Result<(), LimitReached> + 'a;

/// No more work may be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LimitReached;

/// How much work may still be done: candidate facts looked at.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// What is left.
    pub left: u64,
}

impl Work {
    /// So much work.
    pub fn new(left: u64) -> Work {
        Work { left }
    }

    #[inline]
    pub(super) fn spend(&mut self, amount: u64) -> Result<(), LimitReached> {
        match self.left.checked_sub(amount) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(LimitReached),
        }
    }
}

impl Plan {
    /// A plan for a rule, with the facts as they are in number now.
    pub fn new(rule: &PatternRule, purpose: Purpose<'_>, facts: &mut Facts, terms: &Terms) -> Plan {
        let mut plan = Plan {
            steps: Vec::new(),
            variables: rule.variables,
        };
        let mut bound = vec![false; rule.variables];
        let mut waiting: Vec<usize> = (0..rule.body.len()).collect();
        if let Some(new) = purpose.new {
            waiting.retain(|&place| place != new);
            plan.push(&rule.body[new], Age::New, &mut bound, purpose, facts, terms);
        }
        while !waiting.is_empty() {
            let cheapest = (0..waiting.len())
                .min_by(|&a, &b| {
                    let cost = |i: usize| cost(&rule.body[waiting[i]], &bound, facts);
                    cost(a).total_cmp(&cost(b))
                })
                .unwrap_or(0);
            let place = waiting.remove(cheapest);
            let age = match (&rule.body[place], purpose.new) {
                (Condition::Holds(p, _), Some(new))
                    if place < new && purpose.is_growing[p.index()] =>
                {
                    Age::Old
                }
                _ => Age::Any,
            };
            plan.push(&rule.body[place], age, &mut bound, purpose, facts, terms);
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
                let args = args.iter().map(|arg| matcher(arg, bound)).collect();
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
    ) -> Result<(), LimitReached> {
        let mut run = Run {
            facts,
            ages,
            values: vec![TermId(u32::MAX); self.variables],
            cursors: vec![Cursor::default(); self.steps.len()],
            scratch: Vec::new(),
        };
        let mut depth = 0;
        let mut is_entering = true;
        loop {
            if is_entering && depth == self.steps.len() {
                found(&run.values, terms)?;
                is_entering = false;
            } else {
                work.spend(1)?;
                let goes_on = match (&self.steps[depth], is_entering) {
                    (step @ (Step::Each { .. } | Step::Count(..)), true) => {
                        run.enter(depth, step, terms);
                        run.advance(depth, step, terms, work)?
                    }
                    (step @ (Step::Each { .. } | Step::Count(..)), false) => {
                        run.advance(depth, step, terms, work)?
                    }
                    (step, true) => run.test(step, terms),
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
    scratch: Vec<TermId>,
}

impl Run<'_> {
    fn enter(&mut self, depth: usize, step: &Step, terms: &mut Terms) {
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
                match (self.evaluate(low, terms), self.evaluate(high, terms)) {
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
    }

    /// Goes on to the next fact or number that matches.
    fn advance(
        &mut self,
        depth: usize,
        step: &Step,
        terms: &mut Terms,
        work: &mut Work,
    ) -> Result<bool, LimitReached> {
        let Cursor { mut at, end, key } = self.cursors[depth];
        let is_found = match step {
            Step::Count(_, _, var) if at < end => {
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
                    is_found = self.matches(args, relation.facts[place], terms);
                }
                is_found
            }
            _ => false,
        };
        self.cursors[depth].at = at;
        Ok(is_found)
    }

    fn matches(&mut self, args: &[Match], term: TermId, terms: &Terms) -> bool {
        let parts = terms.args(term);
        args.len() == parts.len()
            && args.iter().zip(parts).all(|(arg, &part)| match arg {
                Match::Bind(var) => {
                    self.values[*var as usize] = part;
                    true
                }
                Match::Same(var) => self.values[*var as usize] == part,
                Match::Ground(id) => *id == part,
                Match::Compound(functor, args) => {
                    terms.functor_of(part) == Some(*functor) && self.matches(args, part, terms)
                }
            })
    }

    fn test(&mut self, step: &Step, terms: &mut Terms) -> bool {
        match step {
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
                _ => false,
            },
            Step::Compare(how, a, b) => match (self.evaluate(a, terms), self.evaluate(b, terms)) {
                (Some(a), Some(b)) => how.holds(a, b),
                _ => false,
            },
            Step::Assign(var, expression) => match self.evaluate(expression, terms) {
                Some(value) => {
                    self.values[*var as usize] = terms.leaf(&Term::Integer(value));
                    true
                }
                None => false,
            },
            Step::Value(pattern, expression) => {
                let value = self.evaluate(expression, terms);
                let term = self.build(pattern, terms);
                value.is_some() && term.and_then(|id| terms.integer(id)) == value
            }
            Step::Within(low, high, pattern) => {
                let value = self.build(pattern, terms).and_then(|id| terms.integer(id));
                match (self.evaluate(low, terms), value, self.evaluate(high, terms)) {
                    (Some(low), Some(value), Some(high)) => (low..=high).contains(&value),
                    _ => false,
                }
            }
            Step::Each { .. } | Step::Count(..) => false,
        }
    }

    /// The term a bound pattern stands for, if it exists already.
    fn build(&mut self, pattern: &Pattern, terms: &Terms) -> Option<TermId> {
        match pattern {
            Pattern::Var(var) => Some(self.values[*var as usize]),
            Pattern::Ground(id) => Some(*id),
            Pattern::Compound(functor, args) => {
                let start = self.scratch.len();
                for arg in args {
                    match self.build(arg, terms) {
                        Some(id) => self.scratch.push(id),
                        None => {
                            self.scratch.truncate(start);
                            return None;
                        }
                    }
                }
                let id = terms.find(*functor, &self.scratch[start..]);
                self.scratch.truncate(start);
                id
            }
        }
    }

    /// The term a bound pattern stands for.
    fn make(&mut self, pattern: &Pattern, terms: &mut Terms) -> Option<TermId> {
        make(pattern, &self.values, terms)
    }

    fn evaluate(&self, expression: &Expression, terms: &Terms) -> Option<i64> {
        match expression {
            Expression::Value(Pattern::Var(var)) => terms.integer(self.values[*var as usize]),
            Expression::Value(Pattern::Ground(id)) => terms.integer(*id),
            Expression::Value(Pattern::Compound(..)) => None,
            Expression::Sign(name, inner) => sign(name.as_str(), self.evaluate(inner, terms)?),
            Expression::Operation(name, sides) => operation(
                name.as_str(),
                self.evaluate(&sides.0, terms)?,
                self.evaluate(&sides.1, terms)?,
            ),
        }
    }
}

/// The term a pattern stands for under these values; none where it would be
/// nested too deep.
pub fn make(pattern: &Pattern, values: &[TermId], terms: &mut Terms) -> Option<TermId> {
    match pattern {
        Pattern::Var(var) => Some(values[*var as usize]),
        Pattern::Ground(id) => Some(*id),
        Pattern::Compound(functor, args) => {
            let args: Option<smallvec::SmallVec<[TermId; 8]>> =
                args.iter().map(|arg| make(arg, values, terms)).collect();
            terms.compound(*functor, &args?)
        }
    }
}

fn is_bound(pattern: &Pattern, bound: &[bool]) -> bool {
    let mut variables = Vec::new();
    pattern.variables(&mut variables);
    variables.iter().all(|&v| bound[v as usize])
}

fn is_evaluable(expression: &Expression, bound: &[bool]) -> bool {
    let mut variables = Vec::new();
    expression.variables(&mut variables);
    variables.iter().all(|&v| bound[v as usize])
}

/// The largest parts of a pattern that are known, and the ways to them.
fn known_parts(
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

/// Compiles a pattern to match from left to right, and marks what it binds.
fn matcher(pattern: &Pattern, bound: &mut [bool]) -> Match {
    match pattern {
        Pattern::Var(var) => {
            if std::mem::replace(&mut bound[*var as usize], true) {
                Match::Same(*var)
            } else {
                Match::Bind(*var)
            }
        }
        Pattern::Ground(id) => Match::Ground(*id),
        Pattern::Compound(functor, args) => Match::Compound(
            *functor,
            args.iter().map(|arg| matcher(arg, bound)).collect(),
        ),
    }
}

/// A guess at how many ways a condition goes on in, given what is bound;
/// infinite while it cannot be decided.
fn cost(condition: &Condition, bound: &[bool], facts: &Facts) -> f64 {
    let ready = |is_ready: bool, cost: f64| if is_ready { cost } else { f64::INFINITY };
    match condition {
        Condition::Holds(predicate, atom) => {
            let (mut known, mut open) = (0.0, 0.0);
            columns(atom, bound, &mut known, &mut open);
            if open == 0.0 {
                return 0.1;
            }
            let count = facts.count(*predicate) as f64 + 1.0;
            1.0 + count.powf(open / (open + known))
        }
        Condition::Fails(_, atom) => ready(is_bound(atom, bound), 0.2),
        Condition::Different(a, b) => ready(is_bound(a, bound) && is_bound(b, bound), 0.0),
        Condition::Compare(_, a, b) => ready(is_evaluable(a, bound) && is_evaluable(b, bound), 0.0),
        Condition::Is(_, expression) => ready(is_evaluable(expression, bound), 0.0),
        Condition::Between(low, high, value) => {
            let is_ready = is_evaluable(low, bound) && is_evaluable(high, bound);
            ready(is_ready, if is_bound(value, bound) { 0.0 } else { 8.0 })
        }
    }
}

/// Counts the known and unknown leaves of a pattern.
fn columns(pattern: &Pattern, bound: &[bool], known: &mut f64, open: &mut f64) {
    match pattern {
        Pattern::Var(var) if !bound[*var as usize] => *open += 1.0,
        Pattern::Var(_) | Pattern::Ground(_) => *known += 1.0,
        Pattern::Compound(_, args) => {
            args.iter().for_each(|arg| columns(arg, bound, known, open));
        }
    }
}
