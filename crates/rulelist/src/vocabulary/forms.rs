//! Forms of a predicate: some arguments name a player, some are fixed, the others
//! stand for anything.

use stratalog_logic::{Functor, Term};

use crate::measure::FIRST_FREE;
use crate::sides::Sides;

/// The most forms of one predicate.
const MOST_FORMS: usize = 200;

/// A term with this functor.
pub(super) fn instance(functor: Functor, args: Vec<Term>) -> Term {
    if args.is_empty() {
        Term::Atom(functor.name)
    } else {
        Term::compound(functor.name, args)
    }
}

/// The different values of each argument.
pub(super) fn domains(functor: Functor, instances: &[Term]) -> Vec<Vec<Term>> {
    let mut domains: Vec<Vec<Term>> = vec![Vec::new(); functor.arity];
    for term in instances {
        for (domain, value) in domains.iter_mut().zip(term.args()) {
            if !domain.contains(value) {
                domain.push(value.clone());
            }
        }
    }
    domains
}

/// Which arguments of a predicate are fixed, besides those that name a player: one of
/// them, or also all together, where they have at most this number of values.
#[derive(Clone, Copy)]
pub(super) enum Fixed {
    One(usize),
    All(usize),
}

impl Fixed {
    fn most_values(self) -> usize {
        match self {
            Fixed::One(most) | Fixed::All(most) => most,
        }
    }
}

impl Sides {
    /// Forms of a predicate: arguments that name a player name the player or the
    /// opponent, at most one other argument is fixed. Where the instances are few, all
    /// others may be fixed together.
    pub(super) fn forms(&self, functor: Functor, instances: &[Term], fixed: Fixed) -> Vec<Term> {
        if instances.is_empty() {
            return Vec::new();
        }
        let domains = domains(functor, instances);
        let mut owners: Vec<Vec<Term>> = Vec::new();
        for domain in &domains {
            let mut options = Vec::new();
            for value in domain {
                if let Some(pair) = self.variables_for(value)
                    && !options.contains(&pair[0])
                {
                    options.extend(pair);
                }
            }
            if !options.is_empty() {
                let neutral = domain.iter().filter(|v| self.variables_for(v).is_none());
                options.extend(neutral.take(3).cloned());
            }
            owners.push(options);
        }
        let free = |at: usize| Term::var(FIRST_FREE + at as u32);
        let mut general: Vec<Vec<Term>> = vec![Vec::new()];
        for (at, options) in owners.iter().enumerate() {
            let choices = if options.is_empty() {
                vec![free(at)]
            } else {
                options.clone()
            };
            general = general
                .into_iter()
                .flat_map(|args| {
                    choices.iter().map(move |choice| {
                        let mut args = args.clone();
                        args.push(choice.clone());
                        args
                    })
                })
                .take(MOST_FORMS)
                .collect();
        }
        let mut found: Vec<Vec<Term>> = general.clone();
        for args in &general {
            for (at, domain) in domains.iter().enumerate() {
                if !owners[at].is_empty() || !(2..=fixed.most_values()).contains(&domain.len()) {
                    continue;
                }
                for value in domain {
                    let mut args = args.clone();
                    args[at] = value.clone();
                    found.push(args);
                }
            }
        }
        if matches!(fixed, Fixed::All(_)) {
            let others = owners.iter().filter(|options| options.is_empty()).count();
            for term in instances.iter().filter(|_| others >= 2) {
                for args in &general {
                    let fixed = term.args().iter().zip(args).zip(&owners);
                    let fixed = fixed.map(
                        |((value, general), options)| {
                            if options.is_empty() { value } else { general }
                        },
                    );
                    let fixed: Vec<Term> = fixed.cloned().collect();
                    if !found.contains(&fixed) {
                        found.push(fixed);
                    }
                }
            }
        }
        found.truncate(MOST_FORMS);
        let forms = found.into_iter().map(|args| instance(functor, args));
        forms.collect()
    }
}
