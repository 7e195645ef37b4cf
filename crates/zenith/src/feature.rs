//! Features (section 4.1): a formula and a list of its variables. The value in a
//! position is the number of different assignments to the listed variables for
//! which the formula holds.
//!
//! A number is counted as well: `between(1, N, I)` with `I` in the list counts up
//! to `N`.

use rustc_hash::FxHashSet;
use stratalog_logic::{Term, Var};
use stratalog_rulesheet::Counted;

use crate::canonical;
use crate::goal::{self, bound_by, calculation, counting, disjuncts, is_test, negated};
use crate::simplify::simplified;
use crate::theory::Theory;

/// The most goals of a formula, and the most with those inside negations and
/// disjunctions: nobody reads a longer one.
const MAX_GOALS: usize = 24;
const MAX_CONDITIONS: usize = 40;
/// Holds the listed variables while a formula is simplified.
const KEPT: &str = "$kept";

/// A formula and the variables whose assignments are counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// The goals, each after those that bind its variables.
    pub goals: Vec<Term>,
    /// The variables that are counted.
    pub variables: Vec<Var>,
    /// Equal for all features that differ only in names and order.
    key: String,
}

impl Feature {
    /// The feature of a formula, simplified. Nothing where the formula never holds,
    /// always holds, is too long, or leaves a variable unbound.
    pub fn new(theory: &Theory, goals: Vec<Term>, variables: &[Term]) -> Option<Feature> {
        let kept = Term::compound(KEPT, variables.iter().cloned());
        let goals = std::iter::once(kept).chain(goals).collect();
        let mut goals = simplified(theory, goals)?;
        let place = goals
            .iter()
            .position(|goal| goal.functor().is_some_and(|f| f.name.as_str() == KEPT))?;
        let mut variables = goals.remove(place).variables();
        count_members(&mut goals, &mut variables);
        let conditions: usize = goals.iter().map(conditions).sum();
        if goals.is_empty() || goals.len() > MAX_GOALS || conditions > MAX_CONDITIONS {
            return None;
        }
        rename_local(&mut goals);
        let goals = in_order(goals)?;
        let bound: FxHashSet<Var> = goals.iter().flat_map(bound_by).collect();
        if !variables.iter().all(|var| bound.contains(var)) {
            return None;
        }
        let key = canonical::key(&goals, &variables);
        Some(Feature {
            goals,
            variables,
            key,
        })
    }

    /// A feature of an earlier run, with its goals in their order.
    pub(crate) fn again(goals: Vec<Term>, variables: Vec<Var>, key: String) -> Feature {
        Feature {
            goals,
            variables,
            key,
        }
    }

    /// A text that is equal for all features that differ only in names and order.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The same feature with its goals in another order.
    pub fn reordered(&self, goals: Vec<Term>) -> Feature {
        Feature {
            goals,
            ..self.clone()
        }
    }

    /// The listed variables as terms.
    pub fn values(&self) -> Vec<Term> {
        self.variables.iter().map(|&var| Term::Var(var)).collect()
    }

    /// The query that an observer counts.
    pub fn counted(&self) -> Counted {
        Counted {
            values: self.values(),
            body: Term::conjunction(self.goals.iter().cloned()),
        }
    }

    /// The listed variables grouped into things: where one variable always occurs
    /// right before another, like a row before its column, the two are coordinates
    /// of one thing.
    pub fn things(&self) -> Vec<Vec<Var>> {
        let formula = Term::conjunction(self.goals.iter().cloned());
        let follows = |first: Var, second: Var| {
            let mut together = 0;
            let lists = formula.subterms().map(Term::args);
            for args in lists {
                for (place, arg) in args.iter().enumerate() {
                    let next = args.get(place + 1);
                    let before = place.checked_sub(1).map(|p| &args[p]);
                    if *arg == Term::Var(first) {
                        if next != Some(&Term::Var(second)) {
                            return false;
                        }
                        together += 1;
                    }
                    if *arg == Term::Var(second) && before != Some(&Term::Var(first)) {
                        return false;
                    }
                }
            }
            together > 0
        };
        let mut things: Vec<Vec<Var>> = Vec::new();
        for &var in &self.variables {
            let last = things.last().and_then(|thing| thing.last()).copied();
            match (last, things.last_mut()) {
                (Some(last), Some(thing)) if follows(last, var) => thing.push(var),
                _ => things.push(vec![var]),
            }
        }
        things
    }
}

/// The number of conditions in a goal: one, or those inside it.
fn conditions(goal: &Term) -> usize {
    let all = |goal: &Term| goal.conjuncts().iter().map(conditions).sum();
    if let Some(inner) = negated(goal) {
        return all(inner);
    }
    if let Some((_, inner, _)) = counting(goal) {
        return all(inner);
    }
    match &disjuncts(goal)[..] {
        [] | [_] => 1,
        sides => sides.iter().map(all).sum(),
    }
}

/// Counting up to the number of members is the same as counting the members.
fn count_members(goals: &mut Vec<Term>, variables: &mut Vec<Var>) {
    loop {
        let uses = |goals: &[Term], var: &Term| {
            let all = goals.iter().flat_map(Term::subterms);
            all.filter(|term| *term == var).count()
        };
        let found = goals.iter().enumerate().find_map(|(place, goal)| {
            let args = goal.as_compound("between".into(), 3)?;
            let [
                Term::Integer(1),
                number @ Term::Var(_),
                counter @ Term::Var(var),
            ] = args
            else {
                return None;
            };
            let is_counter = variables.contains(var) && uses(goals, counter) == 1;
            let counted = goals
                .iter()
                .position(|goal| counting(goal).is_some_and(|(_, _, n)| n == number))?;
            (is_counter && uses(goals, number) == 2).then_some((place, *var, counted))
        });
        let Some((between, counter, count)) = found else {
            return;
        };
        let (template, inner) = match counting(&goals[count]) {
            Some((template, inner, _)) => (template.variables(), inner.conjuncts()),
            None => return,
        };
        let mut place = 0;
        goals.retain(|_| {
            place += 1;
            ![between, count].contains(&(place - 1))
        });
        goals.extend(inner);
        variables.retain(|var| *var != counter);
        variables.extend(template);
    }
}

/// Renames the variables that occur only in negations or counts apart, so that each
/// is local to one of them.
fn rename_local(goals: &mut [Term]) {
    let bound: FxHashSet<Var> = goals.iter().flat_map(bound_by).collect();
    let mut next = goal::next_variable(goals.iter());
    for goal in goals {
        if negated(goal).is_none() && counting(goal).is_none() {
            continue;
        }
        let local: Vec<Var> = goal
            .variables()
            .into_iter()
            .filter(|var| !bound.contains(var))
            .collect();
        *goal = goal.map_vars(|var| match local.iter().position(|v| *v == var) {
            Some(place) => Term::var(next + place as u32),
            None => Term::Var(var),
        });
        next += local.len() as u32;
    }
}

/// The goals in an order in which each test comes as soon as its variables are
/// bound; nothing where some are never bound.
pub fn in_order(goals: Vec<Term>) -> Option<Vec<Term>> {
    let bound: FxHashSet<Var> = goals.iter().flat_map(bound_by).collect();
    let needs = |goal: &Term| -> Vec<Var> {
        if is_test(goal) {
            return goal.variables();
        }
        if let Some((_, expression)) = calculation(goal) {
            return expression.variables();
        }
        if let Some([low, high, _]) = goal.as_compound("between".into(), 3) {
            return low
                .variables()
                .into_iter()
                .chain(high.variables())
                .collect();
        }
        if negated(goal).is_none() && counting(goal).is_none() {
            return Vec::new();
        }
        let own = bound_by(goal);
        let mut outer = goal.variables();
        outer.retain(|var| bound.contains(var) && !own.contains(var));
        outer
    };
    let mut waiting = goals;
    let mut known: FxHashSet<Var> = FxHashSet::default();
    let mut ordered = Vec::new();
    while !waiting.is_empty() {
        let is_ready = |goal: &Term| needs(goal).iter().all(|var| known.contains(var));
        let is_check = |goal: &Term| is_test(goal) || negated(goal).is_some();
        let check = waiting
            .iter()
            .position(|goal| is_check(goal) && is_ready(goal));
        let place = check.or_else(|| waiting.iter().position(is_ready))?;
        let goal = waiting.remove(place);
        known.extend(bound_by(&goal));
        ordered.push(goal);
    }
    Some(ordered)
}
