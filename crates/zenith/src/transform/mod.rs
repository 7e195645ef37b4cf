//! The transformations (Table 1): each derives new features from one.
//!
//! Where a transformation does not apply, it unfolds predicates of the formula that
//! are defined by one clause; variables that appear this way join the feature's
//! list.

mod abstraction;
mod criticality;
mod decomposition;
mod places;
mod regress;
mod specialisation;

use serde::{Deserialize, Serialize};
use stratalog_logic::Term;

use crate::evidence::Evidence;
use crate::feature::Feature;
use crate::goal::{self, things_of};
use crate::simplify::simplified;
use crate::theory::Theory;

pub use criticality::{Criticality, criticality};
pub(crate) use decomposition::partitions;

/// The purpose of a transformation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// Takes a formula apart.
    Decomposition,
    /// Leaves details out.
    Abstraction,
    /// Looks one move back.
    Regression,
    /// Takes special cases.
    Specialisation,
}

/// A way to derive features from a feature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Transformation {
    /// Parts that share no variables become features of their own.
    SplitConjunction,
    /// The negated condition is counted instead.
    RemoveNegation,
    /// Both sides of a comparison become features.
    SplitArithComp,
    /// The operands of a calculation become features.
    SplitArithCalc,
    /// The least critical goal is removed.
    RemoveLcTerm,
    /// A variable is no longer counted.
    RemoveVariable,
    /// The conditions before a move under which the formula holds after it.
    RegressFormula,
    /// An alternative is removed.
    RemoveDisjunct,
    /// A recursive predicate is replaced by its base case.
    ExpandToBaseCase,
    /// An expensive condition is replaced by the set of values that always satisfy
    /// it.
    VariableSpecialize,
    /// The same with values that usually satisfy it.
    UsuallySpecialize,
    /// The same with pairs of values of which one satisfies it if the other is
    /// present.
    PairSpecialize,
    /// Values are counted that have a given number of others.
    LimitNumber,
    /// Each way in which a condition can be achieved becomes a feature.
    SplitCases,
    /// What is counted on the whole board is counted on squares of one kind.
    SplitPlaces,
}

impl Transformation {
    /// All of them: the ten of the paper, then those beyond it.
    pub const ALL: [Transformation; 15] = [
        Transformation::SplitConjunction,
        Transformation::RemoveNegation,
        Transformation::SplitArithComp,
        Transformation::SplitArithCalc,
        Transformation::RemoveLcTerm,
        Transformation::RemoveVariable,
        Transformation::RegressFormula,
        Transformation::RemoveDisjunct,
        Transformation::ExpandToBaseCase,
        Transformation::VariableSpecialize,
        Transformation::UsuallySpecialize,
        Transformation::PairSpecialize,
        Transformation::LimitNumber,
        Transformation::SplitCases,
        Transformation::SplitPlaces,
    ];

    /// Its name, as in the paper for those that are in it.
    pub fn name(self) -> &'static str {
        match self {
            Transformation::SplitConjunction => "split-conjunction",
            Transformation::RemoveNegation => "remove-negation",
            Transformation::SplitArithComp => "split-arith-comp",
            Transformation::SplitArithCalc => "split-arith-calc",
            Transformation::RemoveLcTerm => "remove-LC-term",
            Transformation::RemoveVariable => "remove-variable",
            Transformation::RegressFormula => "regress-formula",
            Transformation::RemoveDisjunct => "remove-disjunct",
            Transformation::ExpandToBaseCase => "expand-to-base-case",
            Transformation::VariableSpecialize => "variable-specialize",
            Transformation::UsuallySpecialize => "usually-specialize",
            Transformation::PairSpecialize => "pair-specialize",
            Transformation::LimitNumber => "limit-number",
            Transformation::SplitCases => "split-cases",
            Transformation::SplitPlaces => "split-places",
        }
    }

    /// Its purpose.
    pub fn class(self) -> Class {
        match self {
            Transformation::SplitConjunction
            | Transformation::RemoveNegation
            | Transformation::SplitArithComp
            | Transformation::SplitArithCalc
            | Transformation::SplitCases => Class::Decomposition,
            Transformation::RemoveLcTerm | Transformation::RemoveVariable => Class::Abstraction,
            Transformation::RegressFormula => Class::Regression,
            Transformation::RemoveDisjunct
            | Transformation::ExpandToBaseCase
            | Transformation::VariableSpecialize
            | Transformation::UsuallySpecialize
            | Transformation::PairSpecialize
            | Transformation::LimitNumber
            | Transformation::SplitPlaces => Class::Specialisation,
        }
    }

    /// Whether it is in the paper.
    pub fn is_published(self) -> bool {
        !matches!(
            self,
            Transformation::UsuallySpecialize
                | Transformation::PairSpecialize
                | Transformation::LimitNumber
                | Transformation::SplitCases
                | Transformation::SplitPlaces
        )
    }

    /// The features that it derives from one. `role` is the player whose goal is
    /// pursued.
    pub fn apply(
        self,
        theory: &mut Theory,
        feature: &Feature,
        role: usize,
        evidence: &Evidence,
    ) -> Vec<Feature> {
        let mut made = match self {
            Transformation::SplitConjunction => decomposition::split_conjunction(theory, feature),
            Transformation::RemoveNegation => decomposition::remove_negation(theory, feature),
            Transformation::SplitArithComp => decomposition::split_comparison(theory, feature),
            Transformation::SplitArithCalc => decomposition::split_calculation(theory, feature),
            Transformation::RemoveLcTerm => abstraction::remove_term(theory, feature, role),
            Transformation::RemoveVariable => abstraction::remove_variable(theory, feature),
            Transformation::RegressFormula => regress::regress(theory, feature),
            Transformation::RemoveDisjunct => specialisation::remove_disjunct(theory, feature),
            Transformation::ExpandToBaseCase => specialisation::expand(theory, feature),
            Transformation::VariableSpecialize => {
                specialisation::invariants(theory, feature, evidence, 1.0)
            }
            Transformation::UsuallySpecialize => {
                specialisation::invariants(theory, feature, evidence, specialisation::USUALLY)
            }
            Transformation::PairSpecialize => specialisation::pairs(theory, feature, evidence),
            Transformation::LimitNumber => specialisation::limit_number(theory, feature),
            Transformation::SplitCases => decomposition::split_cases(theory, feature),
            Transformation::SplitPlaces => places::split_places(theory, feature),
        };
        // A static formula has the same value in every position.
        made.retain(|new| {
            new.key() != feature.key() && new.goals.iter().any(|goal| theory.is_dynamic(goal))
        });
        made
    }
}

/// A formula while it is transformed: goals, and the terms of the listed
/// variables.
#[derive(Clone)]
pub(crate) struct Draft {
    pub goals: Vec<Term>,
    pub values: Vec<Term>,
}

impl Draft {
    pub fn of(feature: &Feature) -> Draft {
        Draft {
            goals: feature.goals.clone(),
            values: feature.values(),
        }
    }

    pub fn feature(self, theory: &Theory) -> Option<Feature> {
        Feature::new(theory, self.goals, &self.values)
    }

    /// Simplified, with the listed variables following; nothing where the
    /// formula can never hold.
    fn simplified(self, theory: &Theory) -> Option<Draft> {
        let kept = Term::compound("$values", self.values);
        let goals = simplified(theory, std::iter::once(kept).chain(self.goals).collect())?;
        let is_kept = |goal: &Term| goal.functor().is_some_and(|f| f.name.as_str() == "$values");
        let values = goals.iter().find(|goal| is_kept(goal))?.args().to_vec();
        Some(Draft {
            goals: goals.into_iter().filter(|goal| !is_kept(goal)).collect(),
            values,
        })
    }

    /// The formula with the first goal that is defined by one clause unfolded; new
    /// variables are listed too.
    pub fn opened_once(&self, theory: &Theory) -> Option<Draft> {
        for (place, goal) in self.goals.iter().enumerate() {
            if !theory.is_unfoldable(goal) {
                continue;
            }
            let mut next = goal::next_variable(&self.goals);
            let first_new = next;
            let mut possible: Vec<Draft> = Vec::new();
            for body in theory.unfold(goal, &mut next) {
                let mut goals = self.goals.clone();
                goals.splice(place..=place, body);
                let draft = Draft {
                    goals,
                    values: self.values.clone(),
                };
                possible.extend(draft.simplified(theory));
            }
            if possible.len() == 1 {
                let mut draft = possible.remove(0);
                draft.list_new(first_new);
                return Some(draft);
            }
        }
        None
    }

    /// Lists the variables that have values and numbers from `first` on.
    fn list_new(&mut self, first: u32) {
        for var in self.goals.iter().flat_map(things_of) {
            if var.0 >= first && !self.values.contains(&Term::Var(var)) {
                self.values.push(Term::Var(var));
            }
        }
    }

    /// The formula with every goal that is defined by one clause unfolded.
    pub fn opened(&self, theory: &Theory) -> Draft {
        let mut draft = self.clone();
        for _ in 0..20 {
            match draft.opened_once(theory) {
                Some(next) => draft = next,
                None => break,
            }
        }
        draft
    }
}
