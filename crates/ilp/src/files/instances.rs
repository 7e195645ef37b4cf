//! Examples with variables, as Progol allows: such an example is true of all values, and
//! a few of its instances stand for it.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};
use stratalog_logic::{Symbol, Term, Var};

use super::draft::Draft;
use crate::modes::Mode;

/// How many instances stand for an example.
const INSTANCES: usize = 3;

/// Values that ground examples have.
#[derive(Default)]
struct Seen {
    /// Values of whole places of the modes, with their types.
    values: IndexSet<(Symbol, Term), FxBuildHasher>,
    /// Constants within them, apart from the empty list.
    constants: IndexSet<Term, FxBuildHasher>,
}

impl Draft {
    /// Replaces the positive examples that have variables by instances, if ground ones
    /// have values for them.
    pub fn instantiate_examples(&mut self) {
        if self.positives.iter().all(|(own, _)| own.is_ground()) {
            return;
        }
        let modes: Vec<Mode> = self.heads.iter().map(|(mode, _)| mode.clone()).collect();
        let mut seen = Seen::default();
        let ground = self.positives.iter().chain(&self.negatives);
        for (example, _) in ground.filter(|(own, _)| own.is_ground()) {
            seen.add(example, &modes);
        }
        let ground = self.positives.iter().filter(|(own, _)| own.is_ground());
        let mut known: FxHashSet<Term> = ground.map(|(own, _)| own.clone()).collect();
        let mut positives: Vec<(Term, String)> = Vec::new();
        for (example, place) in std::mem::take(&mut self.positives) {
            if example.is_ground() {
                positives.push((example, place));
                continue;
            }
            let instances = seen.instances(&example, &modes).into_iter();
            let new = instances.filter(|instance| known.insert(instance.clone()));
            positives.extend(new.map(|instance| (instance, place.clone())));
        }
        self.positives = positives;
    }
}

impl Seen {
    fn add(&mut self, example: &Term, modes: &[Mode]) {
        let slots = modes.iter().filter_map(|mode| slot_terms(mode, example));
        self.values.extend(slots.flatten());
        for term in example.args().iter().flat_map(Term::subterms) {
            let is_constant = matches!(term, Term::Atom(_) | Term::Integer(_) | Term::Float(_));
            if is_constant && *term != Term::list([]) {
                self.constants.insert(term.clone());
            }
        }
    }

    /// Instances of an example; the example itself if a variable has no value.
    fn instances(&self, example: &Term, modes: &[Mode]) -> Vec<Term> {
        let slots = modes.iter().find_map(|mode| slot_terms(mode, example));
        let slots = slots.unwrap_or_default();
        let variables = example.variables();
        let values: Vec<Vec<&Term>> = variables
            .iter()
            .map(|&variable| self.values_of(variable, &slots))
            .collect();
        if values.iter().any(Vec::is_empty) {
            return vec![example.clone()];
        }
        let instance = |number: usize| {
            example.map_vars(|var| {
                let at = variables.iter().position(|&own| own == var).unwrap_or(0);
                // Different variables have different values where there are enough.
                let own = &values[at];
                own[(number * variables.len() + at) % own.len()].clone()
            })
        };
        (0..INSTANCES).map(instance).collect()
    }

    /// The values of a variable: those of its place if it is a whole place, else constants.
    fn values_of(&self, variable: Var, slots: &[(Symbol, Term)]) -> Vec<&Term> {
        let whole = slots.iter().find(|(_, term)| *term == Term::Var(variable));
        let Some((kind, _)) = whole else {
            return self.constants.iter().collect();
        };
        let of_kind = self.values.iter().filter(|(own, _)| own == kind);
        of_kind.map(|(_, value)| value).collect()
    }
}

/// The terms at the places of a mode, with their types, if an example fits it.
fn slot_terms(mode: &Mode, example: &Term) -> Option<Vec<(Symbol, Term)>> {
    let mut found = Vec::new();
    let mut pending = vec![(&mode.template, example)];
    while let Some((template, term)) = pending.pop() {
        match template {
            Term::Var(slot) => {
                found.push((mode.slots.get(slot.0 as usize)?.kind, term.clone()));
            }
            Term::Compound(_) if template.functor() == term.functor() => {
                pending.extend(template.args().iter().zip(term.args()));
            }
            constant if constant == term => {}
            _ => return None,
        }
    }
    Some(found)
}
