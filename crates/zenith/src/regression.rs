//! Goal regression: the condition now under which a formula holds after a move.
//!
//! The pre-image of a fact is the disjunction of the bodies of its `next` clauses;
//! that of a derived predicate is made from its clauses; a recursive predicate gets
//! a twin that refers to the position after the move. The move is one variable,
//! shared by all parts of the formula. Where it occurs only in negations, every
//! move is meant: what no move of the role can change.

use stratalog_logic::{Clause, Functor, Term, Var};

use crate::feature::in_order;
use crate::goal::{self, counting, disjuncts, equal, negated, negation};
use crate::simplify::simplified;
use crate::theory::Theory;

/// The number of alternatives at which a pre-image is given up.
const MAX_ALTERNATIVES: usize = 200;

/// The alternatives of the pre-image of a formula under a role's moves, operator by
/// operator.
pub fn preimages(theory: &mut Theory, goals: &[Term], role: usize) -> Vec<Vec<Term>> {
    let mut next = goal::next_variable(goals);
    let mv = Var(next);
    next += 1;
    let Some(alternatives) = Regression::new(theory, role, mv, &mut next).conjunction(goals) else {
        return Vec::new();
    };
    let operators = theory.operators(role).to_vec();
    let mut found = Vec::new();
    for operator in &operators {
        for alternative in &alternatives {
            found.push(with_operator(alternative, mv, &mut next, |next| {
                let parts = [operator.pattern.clone()].into_iter();
                let parts = parts.chain(operator.conditions.iter().cloned());
                let renamed = goal::renamed(&Term::compound("-", parts), next);
                (renamed.args()[0].clone(), renamed.args()[1..].to_vec())
            }));
        }
    }
    found
}

/// Adds the precondition of the move: once where the formula refers to one move, in
/// each negation where it refers to all.
fn with_operator(
    alternative: &[Term],
    mv: Var,
    next: &mut u32,
    mut operator: impl FnMut(&mut u32) -> (Term, Vec<Term>),
) -> Vec<Term> {
    let mentions = |goal: &Term| goal.subterms().any(|term| *term == Term::Var(mv));
    let is_made = |goal: &Term| negated(goal).is_none() && mentions(goal);
    if alternative.iter().any(is_made) {
        let (pattern, conditions) = operator(next);
        let mut goals = vec![equal(Term::Var(mv), pattern)];
        goals.extend(alternative.iter().cloned());
        goals.extend(conditions);
        return goals;
    }
    let with_own_move = |goal: &Term| match negated(goal) {
        Some(inner) if mentions(goal) => {
            let (pattern, conditions) = operator(next);
            let own = Term::var(*next);
            *next += 1;
            let inner = inner.map_vars(|var| {
                if var == mv {
                    own.clone()
                } else {
                    Term::Var(var)
                }
            });
            let mut goals = vec![equal(own, pattern)];
            goals.extend(conditions);
            goals.extend(inner.conjuncts());
            negation(&goals)
        }
        _ => goal.clone(),
    };
    alternative.iter().map(with_own_move).collect()
}

struct Regression<'a> {
    theory: &'a mut Theory,
    role: usize,
    mv: Var,
    next: &'a mut u32,
    /// Recursive predicates whose clauses are being regressed.
    open: Vec<Functor>,
}

/// The alternatives of a pre-image; nothing where there are too many.
type Alternatives = Option<Vec<Vec<Term>>>;

impl<'a> Regression<'a> {
    fn new(theory: &'a mut Theory, role: usize, mv: Var, next: &'a mut u32) -> Regression<'a> {
        Regression {
            theory,
            role,
            mv,
            next,
            open: Vec::new(),
        }
    }

    fn conjunction(&mut self, goals: &[Term]) -> Alternatives {
        let mut alternatives: Vec<Vec<Term>> = vec![Vec::new()];
        for goal in goals {
            let of_goal = self.goal(goal)?;
            alternatives = product(&alternatives, &of_goal)?;
        }
        Some(alternatives)
    }

    /// The condition now under which a goal holds after the move.
    fn goal(&mut self, goal: &Term) -> Alternatives {
        if !self.theory.is_dynamic(goal) {
            return Some(vec![vec![goal.clone()]]);
        }
        if let Some(inner) = negated(goal) {
            let inner: Vec<Vec<Term>> = self.any_of(&disjuncts(inner))?;
            return Some(vec![inner.iter().map(|goals| negation(goals)).collect()]);
        }
        let sides = disjuncts(goal);
        if sides.len() > 1 {
            return self.any_of(&sides);
        }
        if let Some((template, inner, number)) = counting(goal) {
            let inner = self.any_of(&disjuncts(inner))?;
            let inner = goal::disjunction(&inner);
            let count = Term::compound("count", [template.clone(), inner, number.clone()]);
            return Some(vec![vec![count]]);
        }
        if let Some([fact]) = goal.as_compound("true".into(), 1) {
            return self.fact(fact);
        }
        self.derived(goal)
    }

    fn any_of(&mut self, sides: &[Term]) -> Alternatives {
        let mut alternatives = Vec::new();
        for side in sides {
            alternatives.extend(self.conjunction(&side.conjuncts())?);
        }
        Some(alternatives)
    }

    /// A fact holds next by one of the `next` clauses, or by the pre-images that
    /// the rulesheet gives: `preimage(Fact, does(Role, Move), Condition)`.
    fn fact(&mut self, fact: &Term) -> Alternatives {
        let does = Term::compound(
            "does",
            [self.theory.roles()[self.role].clone(), Term::Var(self.mv)],
        );
        let own = self.new_variable();
        let given = Term::compound("preimage", [fact.clone(), does, own.clone()]);
        let given: Vec<Vec<Term>> = self.theory.unfold(&given, self.next);
        if !given.is_empty() {
            let resolved = given.into_iter().map(|mut goals| {
                // The last equality is with the condition.
                let condition = goals
                    .iter()
                    .position(|goal| goal::equality(goal).is_some_and(|(left, _)| *left == own));
                let condition = condition.map(|place| goals.remove(place));
                let condition = condition.as_ref().and_then(goal::equality);
                goals.extend(condition.into_iter().flat_map(|(_, body)| body.conjuncts()));
                goals
            });
            return Some(resolved.collect());
        }
        let next_fact = Term::compound("next", [fact.clone()]);
        let mut alternatives = Vec::new();
        for body in self.theory.unfold(&next_fact, self.next) {
            alternatives.extend(self.at_move(&body)?);
        }
        Some(alternatives)
    }

    fn new_variable(&mut self) -> Term {
        *self.next += 1;
        Term::var(*self.next - 1)
    }

    /// A body evaluated in the position before the move, with the move known.
    fn at_move(&mut self, goals: &[Term]) -> Alternatives {
        let mut alternatives: Vec<Vec<Term>> = vec![Vec::new()];
        for goal in goals {
            let of_goal = self.goal_at_move(goal)?;
            alternatives = product(&alternatives, &of_goal)?;
        }
        Some(alternatives)
    }

    fn goal_at_move(&mut self, goal: &Term) -> Alternatives {
        if let Some([role, mv]) = goal.as_compound("does".into(), 2) {
            let made = vec![
                equal(role.clone(), self.theory.roles()[self.role].clone()),
                equal(mv.clone(), Term::Var(self.mv)),
            ];
            return Some(vec![made]);
        }
        let mentions_moves = goal.subterms().any(|part| {
            self.theory.is_moving(part) || part.as_compound("does".into(), 2).is_some()
        });
        if !mentions_moves {
            return Some(vec![vec![goal.clone()]]);
        }
        if let Some(inner) = negated(goal) {
            let inner = self.any_at_move(&disjuncts(inner))?;
            return Some(vec![inner.iter().map(|goals| negation(goals)).collect()]);
        }
        let sides = disjuncts(goal);
        if sides.len() > 1 {
            return self.any_at_move(&sides);
        }
        if let Some((template, inner, number)) = counting(goal) {
            let inner = goal::disjunction(&self.any_at_move(&disjuncts(inner))?);
            let count = Term::compound("count", [template.clone(), inner, number.clone()]);
            return Some(vec![vec![count]]);
        }
        if self.theory.is_recursive(goal) {
            let twin = self.twin(goal, Time::Before)?;
            return Some(vec![vec![twin]]);
        }
        let mut alternatives = Vec::new();
        for body in self.theory.unfold(goal, self.next) {
            alternatives.extend(self.at_move(&body)?);
        }
        Some(alternatives)
    }

    fn any_at_move(&mut self, sides: &[Term]) -> Alternatives {
        let mut alternatives = Vec::new();
        for side in sides {
            alternatives.extend(self.at_move(&side.conjuncts())?);
        }
        Some(alternatives)
    }

    fn derived(&mut self, goal: &Term) -> Alternatives {
        let functor = goal.functor()?;
        let is_recursive = self.theory.is_recursive(goal);
        if is_recursive && self.open.contains(&functor) {
            return Some(vec![vec![self.twin(goal, Time::After)?]]);
        }
        if is_recursive {
            self.open.push(functor);
        }
        let mut alternatives = Vec::new();
        for body in self.theory.unfold(goal, self.next) {
            alternatives.extend(self.conjunction(&body)?);
        }
        if is_recursive {
            self.open.pop();
        }
        Some(alternatives)
    }

    /// The call of the twin of a recursive predicate, with the move as an
    /// additional argument; its clauses are made at the first call.
    fn twin(&mut self, goal: &Term, time: Time) -> Option<Term> {
        let functor = goal.functor()?;
        let role = self.theory.roles()[self.role].clone();
        let name = match time {
            Time::Before => format!("{}_by_{role}", functor.name),
            Time::After => format!("{}_after_{role}", functor.name),
        };
        let twin = Functor::new(name.as_str(), functor.arity + 1);
        if !self.theory.defines(twin) {
            self.theory.announce(twin);
            match self.twin_clauses(functor, &name, time) {
                Some(clauses) => self.theory.add(twin, clauses),
                None => {
                    self.theory.withdraw(twin);
                    return None;
                }
            }
        }
        let args = [Term::Var(self.mv)].into_iter();
        Some(Term::compound(
            name.as_str(),
            args.chain(goal.args().iter().cloned()),
        ))
    }

    fn twin_clauses(&mut self, functor: Functor, name: &str, time: Time) -> Option<Vec<Clause>> {
        let possible = self.possible_move();
        let mut clauses = Vec::new();
        let mut next = functor.arity as u32 + 1;
        let head = Term::compound(functor.name, (1..=functor.arity as u32).map(Term::var));
        let bodies = self.theory.unfold(&head, &mut next);
        let args: Vec<Term> = (0..=functor.arity as u32).map(Term::var).collect();
        for body in bodies {
            let mut inner = Regression {
                theory: self.theory,
                role: self.role,
                mv: Var(0),
                next: &mut next,
                open: vec![functor],
            };
            let alternatives = match time {
                Time::Before => inner.at_move(&body)?,
                Time::After => inner.conjunction(&body)?,
            };
            for goals in alternatives {
                clauses.extend(self.twin_bodies(goals, &possible, &args, &mut next));
            }
        }
        let clause =
            |(args, goals): (Vec<Term>, Vec<Term>)| Clause::new(Term::compound(name, args), goals);
        let clauses = clauses.into_iter().map(clause);
        Some(clauses.collect())
    }

    /// The arguments and bodies of a twin's clauses for one alternative: one where
    /// it covers any move, otherwise one for each operator. A negated condition on
    /// a move (`\\+ Move = set(S, _)`) can be tested only where the form of the
    /// move is known.
    fn twin_bodies(
        &self,
        alternative: Vec<Term>,
        possible: &Term,
        args: &[Term],
        next: &mut u32,
    ) -> Vec<(Vec<Term>, Vec<Term>)> {
        let head = Term::compound("$head", args.iter().cloned());
        let with = |goals: Vec<Term>| {
            let goals = goals.into_iter().chain([head.clone()]).collect();
            let mut goals = simplified(self.theory, goals)?;
            let is_head = |goal: &Term| goal.functor().is_some_and(|f| f.name.as_str() == "$head");
            let place = goals.iter().position(is_head)?;
            let head = goals.remove(place);
            Some((head.args().to_vec(), goals))
        };
        let of_any_move = alternative.iter().chain([possible]).cloned();
        let Some((general, goals)) = with(of_any_move.collect()) else {
            return Vec::new();
        };
        if is_answerable(&goals, &[]) {
            return in_order(goals)
                .map(|goals| (general, goals))
                .into_iter()
                .collect();
        }
        let operators = self.theory.operators(self.role).iter();
        let of_operator = operators.filter_map(|operator| {
            let pattern = goal::renamed(&operator.pattern, next);
            // The move is bound before it is tested.
            let known = [equal(Term::var(0), pattern), possible.clone()];
            let (args, goals) = with(known.iter().chain(&alternative).cloned().collect())?;
            Some((args, in_order(goals)?))
        });
        of_operator.collect()
    }

    /// The goal that the first variable is a move of the role; the predicate is
    /// made at the first call.
    fn possible_move(&mut self) -> Term {
        let role = self.theory.roles()[self.role].clone();
        let name = format!("could_{role}");
        let functor = Functor::new(name.as_str(), 1);
        if !self.theory.defines(functor) {
            let clauses = self
                .theory
                .operators(self.role)
                .iter()
                .map(|operator| {
                    let head = Term::compound(name.as_str(), [operator.pattern.clone()]);
                    Clause::new(head, operator.conditions.iter().cloned())
                })
                .collect();
            self.theory.add(functor, clauses);
        }
        Term::compound(name.as_str(), [Term::var(0)])
    }
}

/// The position that a twin refers to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Time {
    /// The one in which the move is made.
    Before,
    /// The one after it.
    After,
}

/// Whether every test has all of its variables bound, in negations too.
fn is_answerable(goals: &[Term], known: &[Var]) -> bool {
    let bound = goals.iter().flat_map(goal::bound_by);
    let known: Vec<Var> = known.iter().copied().chain(bound).collect();
    goals.iter().all(|goal| match negated(goal) {
        Some(inner) => is_answerable(&inner.conjuncts(), &known),
        None => !goal::is_test(goal) || goal.variables().iter().all(|var| known.contains(var)),
    })
}

fn product(left: &[Vec<Term>], right: &[Vec<Term>]) -> Alternatives {
    if left.len() * right.len() > MAX_ALTERNATIVES {
        return None;
    }
    let joined = left.iter().flat_map(|one| {
        right
            .iter()
            .map(|other| one.iter().chain(other).cloned().collect())
    });
    Some(joined.collect())
}
