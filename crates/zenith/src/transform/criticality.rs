//! How hard it is to achieve a goal (section 4.2): what an operator achieves
//! directly is least critical, what is static most.

use rustc_hash::FxHashSet;
use stratalog_logic::{Bindings, Functor, Term};

use crate::goal::{self, disjuncts, negated};
use crate::regression::preimages;
use crate::simplify::simplified;
use crate::theory::Theory;

/// The three categories, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Criticality {
    /// A move of the player can achieve it.
    Achievable = 1,
    /// It changes, but no move achieves it directly.
    Changing = 2,
    /// It is static.
    Fixed = 3,
}

/// The category of a goal, for a player.
pub fn criticality(theory: &mut Theory, goal: &Term, role: usize) -> Criticality {
    if !theory.is_dynamic(goal) {
        return Criticality::Fixed;
    }
    let mut seen = FxHashSet::default();
    if achievable(theory, goal, role, &mut seen) {
        Criticality::Achievable
    } else {
        Criticality::Changing
    }
}

/// Whether a move can make the goal true: one of the alternatives of its pre-image
/// does not contain the goal itself. For a derived predicate, any of the facts it
/// depends on is enough.
fn achievable(
    theory: &mut Theory,
    goal: &Term,
    role: usize,
    seen: &mut FxHashSet<Functor>,
) -> bool {
    if negated(goal).is_some() {
        return false;
    }
    let sides = disjuncts(goal);
    if sides.len() > 1 {
        return sides.iter().any(|side| {
            side.conjuncts()
                .iter()
                .any(|goal| achievable(theory, goal, role, seen))
        });
    }
    if goal.functor() == Some(Functor::new("true", 1)) {
        let alternatives = preimages(theory, std::slice::from_ref(goal), role);
        return alternatives.into_iter().any(|goals| {
            simplified(theory, goals).is_some_and(|goals| {
                !goals
                    .iter()
                    .any(|other| Bindings::default().unify(other, goal))
            })
        });
    }
    let Some(functor) = goal.functor() else {
        return false;
    };
    if !theory.is_dynamic(goal) || !seen.insert(functor) {
        return false;
    }
    let mut next = goal::next_variable([goal]);
    let bodies = theory.unfold(goal, &mut next);
    bodies.into_iter().any(|body| {
        simplified(theory, body).is_some_and(|goals| {
            goals
                .iter()
                .any(|goal| achievable(theory, goal, role, seen))
        })
    })
}
