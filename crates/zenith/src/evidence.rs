//! The values of features in positions, and how often each tuple of values
//! satisfies a formula.
//!
//! They are computed by an [`Observer`], a network of gates that evaluates hundreds
//! of positions at once.

use rustc_hash::FxHashMap;
use stratalog_logic::{Clause, Term};
use stratalog_rulesheet::{Budget, Counted, Observer, Position, RulesheetGame};

use crate::feature::Feature;
use crate::theory::Theory;

/// The size at which the network of a feature is given up.
const NETWORK: Budget = Budget {
    work: 3_000_000,
    literals: 400_000,
};
/// How often each tuple of values satisfied a formula.
pub type Frequencies = FxHashMap<Vec<Term>, u32>;

/// Positions, and the game they belong to.
pub struct Evidence<'a> {
    /// The game.
    pub game: &'a RulesheetGame,
    /// The positions.
    pub positions: Vec<&'a Position>,
}

impl<'a> Evidence<'a> {
    /// For each formula, the number of positions in which each tuple satisfies it;
    /// nothing where they are too large.
    pub fn frequencies<const N: usize>(
        &self,
        theory: &Theory,
        formulas: [Counted; N],
    ) -> Option<[Frequencies; N]> {
        let clauses = made_clauses(theory, formulas.iter().map(|formula| &formula.body));
        let observer =
            Observer::new(&theory.sheet, self.game, &clauses, &formulas, NETWORK).ok()??;
        let listed = observer.frequencies(&self.positions);
        let mut lists = listed.into_iter();
        Some(std::array::from_fn(|_| {
            lists.next().unwrap_or_default().into_iter().collect()
        }))
    }
}

/// An observer of features; nothing where they are too large.
pub fn observer(theory: &Theory, game: &RulesheetGame, features: &[Feature]) -> Option<Observer> {
    let goals: Vec<Counted> = features.iter().map(Feature::counted).collect();
    let clauses = made_clauses(theory, features.iter().flat_map(|feature| &feature.goals));
    let budget = Budget {
        work: NETWORK.work * features.len().max(1) as u64,
        literals: NETWORK.literals * features.len().max(1),
    };
    Observer::new(&theory.sheet, game, &clauses, &goals, budget).ok()?
}

/// The values of features in positions, feature by feature; `None` for a feature
/// that is too large. Features that are evaluated together share the network of
/// what they have in common.
pub fn values(
    theory: &Theory,
    game: &RulesheetGame,
    features: &[Feature],
    positions: &[&Position],
) -> Vec<Option<Vec<u32>>> {
    match observer(theory, game, features) {
        Some(observer) => {
            let counts = observer.counts(positions);
            let column = |place: usize| Some(counts.iter().map(|counts| counts[place]).collect());
            (0..features.len()).map(column).collect()
        }
        None if features.len() < 2 => vec![None; features.len()],
        None => {
            let (first, second) = features.split_at(features.len() / 2);
            let first = values(theory, game, first, positions);
            let second = values(theory, game, second, positions);
            [first, second].concat()
        }
    }
}

/// The clauses that regression and specialisation have made and that goals call.
fn made_clauses<'a>(theory: &Theory, goals: impl IntoIterator<Item = &'a Term>) -> Vec<Term> {
    let made = theory.made_for(goals);
    made.iter().map(Clause::to_term).collect()
}
