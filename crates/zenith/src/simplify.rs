//! The simplifier: it solves equalities, evaluates static goals with one answer,
//! removes duplicates, and detects contradictions.

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_logic::{Bindings, Functor, Term, Var, sym};

use crate::goal::{self, counting, disjuncts, equality, negated, next_variable};
use crate::theory::Theory;

/// The most passes over a formula.
const MAX_ROUNDS: usize = 50;
/// How deep negations and disjunctions may be nested.
const MAX_NESTING: usize = 20;

/// A conjunction in simpler form; nothing where it never holds.
pub fn simplified(theory: &Theory, conjunction: Vec<Term>) -> Option<Vec<Term>> {
    Simplifier {
        theory,
        frozen: FxHashSet::default(),
        first_free: 0,
        nesting: 0,
    }
    .run(conjunction)
}

struct Simplifier<'a> {
    theory: &'a Theory,
    /// Variables of the surrounding formula, which keep their names.
    frozen: FxHashSet<Var>,
    /// All variables of the surrounding formula have smaller numbers.
    first_free: u32,
    nesting: usize,
}

/// The surroundings of each goal of a conjunction.
struct Surroundings<'a> {
    outer: &'a Simplifier<'a>,
    /// The number of goals in which a variable occurs.
    uses: FxHashMap<Var, usize>,
    /// For each goal, a number greater than those of its variables.
    bounds: Vec<u32>,
}

impl<'a> Surroundings<'a> {
    fn new(outer: &'a Simplifier<'a>, goals: &[Term]) -> Surroundings<'a> {
        let mut uses: FxHashMap<Var, usize> = FxHashMap::default();
        for var in goals.iter().flat_map(Term::variables) {
            *uses.entry(var).or_default() += 1;
        }
        Surroundings {
            outer,
            uses,
            bounds: goals.iter().map(|goal| next_variable([goal])).collect(),
        }
    }

    /// A simplifier for the inside of a goal: variables that also occur outside
    /// keep their names.
    fn inside(&self, place: usize, goal: &Term) -> Simplifier<'a> {
        let is_outside = |var: &Var| {
            self.outer.frozen.contains(var) || self.uses.get(var).is_some_and(|&uses| uses > 1)
        };
        let others = self.bounds[..place].iter().chain(&self.bounds[place + 1..]);
        Simplifier {
            theory: self.outer.theory,
            frozen: goal.variables().into_iter().filter(is_outside).collect(),
            first_free: others.fold(self.outer.first_free, |most, &bound| most.max(bound)),
            nesting: self.outer.nesting + 1,
        }
    }
}

/// The result of simplifying a goal.
enum Became {
    /// It always holds.
    True,
    /// It never holds.
    False,
    /// These goals replace it.
    Goals(Vec<Term>),
}

impl Simplifier<'_> {
    fn run(&self, conjunction: Vec<Term>) -> Option<Vec<Term>> {
        let mut goals: Vec<Term> = conjunction.iter().flat_map(Term::conjuncts).collect();
        for _ in 0..MAX_ROUNDS {
            self.separate(&mut goals);
            let solved = self.without_equalities(goals.clone())?;
            let surroundings = Surroundings::new(self, &solved);
            let mut simpler: Vec<Term> = Vec::new();
            for (place, goal) in solved.iter().enumerate() {
                match self.goal(goal, || surroundings.inside(place, goal)) {
                    Became::True => {}
                    Became::False => return None,
                    Became::Goals(more) => {
                        for goal in more {
                            if !simpler.contains(&goal) {
                                simpler.push(goal);
                            }
                        }
                    }
                }
            }
            if contradicts_itself(&simpler) {
                return None;
            }
            if simpler == goals {
                break;
            }
            goals = simpler;
        }
        Some(goals)
    }

    /// Renames the variables that occur only in negations and counts apart: they
    /// are quantified there.
    fn separate(&self, goals: &mut [Term]) {
        let is_closed = |goal: &Term| negated(goal).is_some() || counting(goal).is_some();
        let outer: FxHashSet<Var> = goals
            .iter()
            .flat_map(|goal| match counting(goal) {
                Some((_, _, number)) => number.variables(),
                None if negated(goal).is_some() => Vec::new(),
                None => goal.variables(),
            })
            .chain(self.frozen.iter().copied())
            .collect();
        let mut taken: FxHashSet<Var> = FxHashSet::default();
        let mut next = next_variable(goals.iter()).max(self.first_free);
        for goal in goals.iter_mut().filter(|goal| is_closed(goal)) {
            let mut local = goal.variables();
            local.retain(|var| !outer.contains(var));
            let shared: Vec<Var> = local
                .iter()
                .copied()
                .filter(|v| taken.contains(v))
                .collect();
            taken.extend(local);
            if !shared.is_empty() {
                *goal = goal.map_vars(|var| match shared.iter().position(|v| *v == var) {
                    Some(place) => Term::var(next + place as u32),
                    None => Term::Var(var),
                });
                next += shared.len() as u32;
            }
        }
    }

    /// Solves the equalities without binding frozen variables.
    fn without_equalities(&self, goals: Vec<Term>) -> Option<Vec<Term>> {
        let mut bindings = Bindings::default();
        let mut rest = Vec::new();
        for goal in goals {
            match equality(&goal) {
                Some((left, right)) => {
                    let parts = self.parts(left, right)?;
                    for (left, right) in parts {
                        let left = bindings.apply(&left).ok()?;
                        let right = bindings.apply(&right).ok()?;
                        match self.solvable(&left, &right) {
                            Some((var, value)) => {
                                if !bindings.unify(&var, &value) {
                                    return None;
                                }
                            }
                            None if left == right => {}
                            None => {
                                if !Bindings::default().unify(&left, &right) {
                                    return None;
                                }
                                rest.push(goal::equal(left, right));
                            }
                        }
                    }
                }
                None => rest.push(goal),
            }
        }
        rest.iter().map(|goal| bindings.apply(goal).ok()).collect()
    }

    /// The equalities between variables and terms that an equality reduces to;
    /// nothing where the terms do not unify.
    fn parts(&self, left: &Term, right: &Term) -> Option<Vec<(Term, Term)>> {
        let mut found = Vec::new();
        let mut pending = vec![(left.clone(), right.clone())];
        while let Some((left, right)) = pending.pop() {
            match (&left, &right) {
                (Term::Var(_), _) | (_, Term::Var(_)) => found.push((left, right)),
                _ if left.functor() == right.functor() && left.functor().is_some() => {
                    let args = left
                        .args()
                        .iter()
                        .cloned()
                        .zip(right.args().iter().cloned());
                    pending.extend(args);
                }
                _ if left == right => {}
                _ => return None,
            }
        }
        found.reverse();
        Some(found)
    }

    /// The variable that can be bound to make two terms equal.
    fn solvable(&self, left: &Term, right: &Term) -> Option<(Term, Term)> {
        let is_free = |term: &Term| matches!(term, Term::Var(var) if !self.frozen.contains(var));
        if left == right {
            None
        } else if is_free(right) {
            // The older variable keeps its name.
            Some((right.clone(), left.clone()))
        } else if is_free(left) {
            Some((left.clone(), right.clone()))
        } else {
            None
        }
    }

    fn goal<'b>(&self, goal: &Term, inside: impl Fn() -> Simplifier<'b>) -> Became {
        if goal.is_atom(sym::TRUE) {
            return Became::True;
        }
        if goal.is_atom(sym::FAIL) || goal.is_atom("false".into()) {
            return Became::False;
        }
        if self.nesting > MAX_NESTING {
            return Became::Goals(vec![goal.clone()]);
        }
        if let Some(inner) = negated(goal) {
            return inside().negation(inner);
        }
        let alternatives = disjuncts(goal);
        if alternatives.len() > 1 {
            return inside().disjunction(&alternatives);
        }
        if let Some((template, inner, number)) = counting(goal) {
            return inside().count(template, inner, number);
        }
        self.atom(goal)
    }

    /// The negation of a disjunction is the conjunction of the negated parts.
    fn negation(&self, inner: &Term) -> Became {
        let mut denials = Vec::new();
        for side in disjuncts(inner) {
            match self.run(vec![side]) {
                None => {}
                Some(goals) if goals.is_empty() => return Became::False,
                Some(goals) => denials.push(denial(&goals)),
            }
        }
        if denials.is_empty() {
            Became::True
        } else {
            Became::Goals(denials)
        }
    }

    fn disjunction(&self, alternatives: &[Term]) -> Became {
        let mut kept: Vec<Vec<Term>> = Vec::new();
        for side in alternatives {
            match self.run(vec![side.clone()]) {
                None => {}
                Some(goals) if goals.is_empty() => return Became::True,
                Some(goals) if kept.contains(&goals) => {}
                Some(goals) => kept.push(goals),
            }
        }
        match kept.len() {
            0 => Became::False,
            1 => Became::Goals(kept.remove(0)),
            _ => Became::Goals(vec![goal::disjunction(&kept)]),
        }
    }

    fn count(&self, template: &Term, inner: &Term, number: &Term) -> Became {
        let mut kept: Vec<Vec<Term>> = Vec::new();
        let own = Simplifier {
            theory: self.theory,
            frozen: self
                .frozen
                .iter()
                .copied()
                .chain(template.variables())
                .collect(),
            first_free: self.first_free.max(next_variable([template])),
            nesting: self.nesting,
        };
        for side in disjuncts(inner) {
            kept.extend(own.run(vec![side]));
        }
        if kept.is_empty() {
            return Became::Goals(vec![goal::equal(number.clone(), Term::Integer(0))]);
        }
        let inner = goal::disjunction(&kept);
        Became::Goals(vec![Term::compound(
            "count",
            [template.clone(), inner, number.clone()],
        )])
    }

    /// Evaluates static goals with at most one answer.
    fn atom(&self, goal: &Term) -> Became {
        let kept = || Became::Goals(vec![goal.clone()]);
        let is_different = goal
            .functor()
            .is_some_and(|f| [Functor::new("\\=", 2), Functor::new("distinct", 2)].contains(&f));
        if let ([left, right], true) = (goal.args(), is_different) {
            if !Bindings::default().unify(left, right) {
                return Became::True;
            }
            return if left == right { Became::False } else { kept() };
        }
        if self.theory.is_recursive(goal) && !possible(self.theory, goal) {
            return Became::False;
        }
        let is_arithmetic = goal::comparison(goal).is_some();
        let is_known = goal.functor().is_some_and(|f| self.theory.defines(f));
        if self.theory.is_dynamic(goal) || !(is_known || is_arithmetic && goal.is_ground()) {
            return kept();
        }
        if goal.variables().iter().any(|var| self.frozen.contains(var)) {
            return kept();
        }
        match self.theory.answers(goal, 2).as_deref() {
            Some([]) => Became::False,
            Some([only]) if only == goal => Became::True,
            Some([only]) if only.is_ground() => {
                let pairs = goal.args().iter().cloned().zip(only.args().iter().cloned());
                let equalities = pairs.map(|(own, value)| goal::equal(own, value));
                Became::Goals(equalities.collect())
            }
            _ => kept(),
        }
    }
}

/// Whether a recursive predicate can hold with these arguments: not if every
/// derivation calls it again with the same given arguments.
fn possible(theory: &Theory, goal: &Term) -> bool {
    let mut next = next_variable([goal]);
    let is_same = |other: &Term| {
        let pairs = goal.args().iter().zip(other.args());
        other.functor() == goal.functor()
            && pairs
                .into_iter()
                .all(|(own, other)| matches!(own, Term::Var(_)) || own == other)
    };
    theory.unfold(goal, &mut next).into_iter().any(|body| {
        let mut bindings = Bindings::default();
        let sides = body.iter().filter_map(equality);
        let is_consistent = sides
            .into_iter()
            .all(|(left, right)| bindings.unify(left, right));
        let applied = |goal: &Term| bindings.apply(goal).unwrap_or_else(|_| goal.clone());
        is_consistent && !body.iter().any(|goal| is_same(&applied(goal)))
    })
}

/// The negation of a conjunction; a single equality becomes a disequality.
fn denial(goals: &[Term]) -> Term {
    let all_equal = goals.iter().all(|goal| equality(goal).is_some());
    if all_equal {
        let sides = goals.iter().filter_map(equality);
        let (left, right): (Vec<Term>, Vec<Term>) =
            sides.map(|(l, r)| (l.clone(), r.clone())).unzip();
        let tuple = |mut terms: Vec<Term>| match terms.len() {
            1 => terms.remove(0),
            _ => Term::compound("at", terms),
        };
        return Term::compound("\\=", [tuple(left), tuple(right)]);
    }
    match goals {
        [only] if negated(only).is_some_and(|inner| inner.is_ground()) => {
            negated(only).cloned().unwrap_or_else(|| only.clone())
        }
        _ => goal::negation(goals),
    }
}

/// Whether the conjunction contains a goal and its negation.
fn contradicts_itself(goals: &[Term]) -> bool {
    goals
        .iter()
        .filter_map(negated)
        .any(|inner| goals.contains(inner))
}
