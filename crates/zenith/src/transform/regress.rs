//! Goal regression: a feature for each alternative of the pre-image, for each
//! role.

use stratalog_logic::Term;

use super::Draft;
use crate::feature::Feature;
use crate::goal::things_of;
use crate::regression::preimages;
use crate::theory::Theory;

pub fn regress(theory: &mut Theory, feature: &Feature) -> Vec<Feature> {
    let mut made: Vec<Feature> = Vec::new();
    for role in 0..theory.roles().len() {
        for goals in preimages(theory, &feature.goals, role) {
            let draft = Draft {
                goals,
                values: feature.values(),
            };
            let Some(mut draft) = draft.simplified(theory) else {
                continue;
            };
            // The list is full: abstraction may shorten it later.
            for var in draft.goals.iter().flat_map(things_of) {
                if !draft.values.contains(&Term::Var(var)) {
                    draft.values.push(Term::Var(var));
                }
            }
            let is_new = |new: &Feature| made.iter().all(|old| old.key() != new.key());
            made.extend(draft.feature(theory).filter(is_new));
        }
    }
    made
}
