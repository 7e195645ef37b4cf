//! Which examples a clause covers: the hot path of mode-directed learning (bench
//! `trains`).
//!
//! A clause is compiled once and queried for each example that its parent covers: a
//! specialisation covers no more than its parent.

use stratalog_logic::{
    Functor, LimitReached, Limits, Machine, Program, Query, QueryError, Symbol, Term,
};

use crate::modes::evaluation::Counts;
use crate::modes::loops;
use crate::modes::settings::CoveringSettings;
use crate::problem::Problem;
use crate::theory::Coverage;

/// The most steps a query of a recursive candidate takes.
const RECURSIVE_STEPS: u64 = 5_000;

/// Tests clauses on the examples of one problem.
pub struct Tester<'p> {
    problem: &'p Problem,
    machine: Machine<'p>,
    limits: Limits,
    target: Functor,
    /// Clauses learned before, which recursive calls use.
    theory: Vec<Term>,
    /// Tests made.
    pub tests: u64,
    /// Tests that a limit ended; they count as not covered.
    pub limits_reached: u64,
}

impl<'p> Tester<'p> {
    /// A tester with the limits of these settings.
    pub fn new(problem: &'p Problem, settings: &CoveringSettings) -> Tester<'p> {
        Tester::for_target(problem, settings, problem.target())
    }

    /// A tester for a predicate of which the problem may have no example.
    pub fn for_target(
        problem: &'p Problem,
        settings: &CoveringSettings,
        target: Functor,
    ) -> Tester<'p> {
        Tester {
            problem,
            machine: Machine::new(&problem.background).with_limits(settings.limits),
            limits: settings.limits,
            target,
            theory: Vec::new(),
            tests: 0,
            limits_reached: 0,
        }
    }

    /// The machine, for other queries.
    pub fn machine(&mut self) -> &mut Machine<'p> {
        &mut self.machine
    }

    /// Sets the clauses that recursive calls use beside the one tested.
    pub fn with_theory(mut self, theory: &[Term]) -> Tester<'p> {
        self.theory = theory.to_vec();
        self
    }

    /// The examples among `within` that the clause covers.
    pub fn coverage(&mut self, clause: &Term, within: &Coverage) -> Coverage {
        self.promising_coverage(clause, within, |_| true)
            .unwrap_or_else(|| Coverage::none(self.problem))
    }

    /// The examples among `within` that the clause covers, if the number of
    /// positives is promising; testing ends as soon as it can no longer be.
    /// More positives must promise no less.
    pub fn promising_coverage(
        &mut self,
        clause: &Term,
        within: &Coverage,
        is_promising: impl Fn(usize) -> bool,
    ) -> Option<Coverage> {
        let query = self.query(clause)?;
        let is_bounded = self.is_recursive(clause);
        self.machine.set_limits(if is_bounded {
            self.recursive_limits()
        } else {
            self.limits
        });
        let mut covered = Coverage::none(self.problem);
        let mut possible = within.positives.count();
        for at in within.positives.iter() {
            if self.holds(&query, &self.problem.positives[at]) {
                covered.positives.insert(at);
                continue;
            }
            possible -= 1;
            if !is_promising(possible) {
                return None;
            }
        }
        for at in within.negatives.iter() {
            if self.holds(&query, &self.problem.negatives[at]) {
                covered.negatives.insert(at);
            }
        }
        Some(covered)
    }

    /// Most recursive candidates are wrong, and many do not terminate.
    fn recursive_limits(&self) -> Limits {
        self.limits
            .with_steps(self.limits.steps.min(RECURSIVE_STEPS))
    }

    fn is_recursive(&self, clause: &Term) -> bool {
        let body = split(clause).1.conjuncts();
        let mut literals = body.iter();
        literals.any(|literal| literal.functor() == Some(self.target))
    }

    /// Whether the problem has integrity constraints.
    pub fn has_constraints(&self) -> bool {
        !self.problem.bias.constraints.is_empty()
    }

    /// Whether the clause, with those learned before, makes the body of an integrity
    /// constraint true. The body may ask for the clause by `hypothesis(Head, Body,
    /// [Positives, Negatives, Length])`.
    pub fn violates_constraint(&mut self, clause: &Term, counts: Counts) -> bool {
        let (head, body) = split(clause);
        let counts = [counts.positives, counts.negatives, counts.length + 1];
        let label = Term::list(counts.map(|count| Term::Integer(count as i64)));
        let mut clauses = self.theory.clone();
        clauses.push(clause.clone());
        clauses.push(Term::compound("hypothesis", [head, body, label]));
        self.machine.set_limits(self.limits);
        let problem = self.problem;
        let mut violated = problem.bias.constraints.iter().filter(|goal| {
            let Ok(query) = problem.background.query_with(goal, &clauses) else {
                return false;
            };
            self.tests += 1;
            match self.machine.solve(&query).next() {
                Some(Ok(_)) => true,
                Some(Err(_)) => {
                    self.limits_reached += 1;
                    false
                }
                None => false,
            }
        });
        violated.next().is_some()
    }

    /// The clause as a query whose first variables are the example's arguments.
    fn query(&self, clause: &Term) -> Option<Query> {
        let (head, body) = split(clause);
        let program = &self.problem.background;
        if !self.is_recursive(clause) {
            return query_by_body(program, &head, &body, &[]);
        }
        let mut clauses = self.theory.clone();
        clauses.push(clause.clone());
        if self.may_go_round() {
            let body = loops::guarded_body(&body, self.target, loops::start(&head));
            return query_by_body(
                program,
                &head,
                &body,
                &loops::guarded(&clauses, self.target),
            );
        }
        query_by_body(program, &head, &body, &clauses)
    }

    /// Whether a recursive call may be nested in itself: arguments that are constants,
    /// such as nodes of a graph, do not get smaller.
    fn may_go_round(&self) -> bool {
        let mut examples = self.problem.positives.iter();
        examples.all(|example| example.args().iter().all(|arg| arg.as_atom().is_some()))
    }

    /// The examples a whole theory covers, its clauses calling each other.
    pub fn theory_coverage(&mut self, theory: &[Term]) -> Coverage {
        let mut covered = Coverage::none(self.problem);
        let arity = self.target.arity as u32;
        let goal = Term::compound(self.target.name, (0..arity).map(Term::var));
        let program = &self.problem.background;
        let is_round = theory.iter().any(|clause| self.is_recursive(clause)) && self.may_go_round();
        let query = if is_round {
            let goal = loops::guarded_body(&goal, self.target, loops::nothing());
            program.query_with(&goal, &loops::guarded(theory, self.target))
        } else {
            program.query_with(&goal, theory)
        };
        let Ok(query) = query else {
            return covered;
        };
        if theory.is_empty() {
            return covered;
        }
        self.machine.set_limits(self.limits);
        for (at, example) in self.problem.positives.iter().enumerate() {
            if self.holds(&query, example) {
                covered.positives.insert(at);
            }
        }
        for (at, example) in self.problem.negatives.iter().enumerate() {
            if self.holds(&query, example) {
                covered.negatives.insert(at);
            }
        }
        covered
    }

    fn holds(&mut self, query: &Query, example: &Term) -> bool {
        self.tests += 1;
        match self.machine.holds(query, example.args()) {
            Ok(holds) => holds,
            Err(QueryError::Limit(LimitReached::Steps(_) | LimitReached::Depth(_)))
            | Err(QueryError::Limit(LimitReached::Memory(_) | LimitReached::Stopped)) => {
                self.limits_reached += 1;
                false
            }
            Err(QueryError::Thrown(_)) => false,
        }
    }
}

/// Head and body of a clause.
pub fn split(clause: &Term) -> (Term, Term) {
    match clause.as_compound(Symbol::new(":-"), 2) {
        Some([head, body]) => (head.clone(), body.clone()),
        _ => (clause.clone(), Term::atom("true")),
    }
}

/// The body as a query whose first variables are the head's arguments.
fn query_by_body(program: &Program, head: &Term, body: &Term, clauses: &[Term]) -> Option<Query> {
    let args = head.args();
    let is_plain = args
        .iter()
        .enumerate()
        .all(|(at, arg)| *arg == Term::var(at as u32));
    if is_plain {
        return program.query_with(body, clauses).ok();
    }
    // Arguments that are not variables of their own become equations.
    let arity = args.len() as u32;
    let shifted = |term: &Term| term.map_vars(|var| Term::var(var.0 + arity));
    let equations = args
        .iter()
        .enumerate()
        .map(|(at, arg)| Term::compound("=", [Term::var(at as u32), shifted(arg)]));
    let body = body.conjuncts();
    let goals = equations.chain(body.iter().map(shifted));
    program.query_with(&Term::conjunction(goals), clauses).ok()
}
