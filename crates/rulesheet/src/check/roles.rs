//! Names that stand where a role must stand and are no role of the game.

use rustc_hash::FxHashSet;
use stratalog_logic::{Functor, Term};

use super::Findings;
use super::clauses::{atoms, nearest_of};
use crate::normalise::Rules;

/// The words whose first argument is a role.
const OF_ROLES: [(&str, usize); 5] = [
    ("legal", 2),
    ("does", 2),
    ("goal", 2),
    ("sees", 2),
    ("input", 2),
];

/// The roles, where they are listed; none where rules decide what they are.
fn listed(rules: &Rules) -> Option<Vec<&Term>> {
    let role = Functor::new("role", 1);
    let clauses = rules.rules.iter().filter(|rule| rule.functor() == role);
    let names = clauses.map(|rule| {
        let name = rule.head.args().first()?;
        (rule.body.is_empty() && name.is_ground()).then_some(name)
    });
    names.collect()
}

/// The role that an atom speaks of, where it names one.
fn named(atom: &Term) -> Option<&Term> {
    let functor = atom.functor()?;
    let is_of_role = |&(word, arity): &(&str, usize)| functor == Functor::new(word, arity);
    let name = atom.args().first()?;
    (OF_ROLES.iter().any(is_of_role) && name.is_ground()).then_some(name)
}

/// Reports names of roles that do not exist.
pub fn check(findings: &mut Findings<'_>, rules: &Rules) {
    let Some(roles) = listed(rules).filter(|roles| !roles.is_empty()) else {
        return;
    };
    let known: FxHashSet<&Term> = roles.iter().copied().collect();
    for rule in &rules.rules {
        for name in atoms(rule).chain([&rule.head]).filter_map(named) {
            if known.contains(name) {
                continue;
            }
            let word = name.to_string();
            let place = findings.places.word(rule.clause, &word);
            let candidates = roles.iter().filter_map(|role| role.functor());
            let near = name.functor().and_then(|name| nearest_of(name, candidates));
            let remedy = match near {
                Some(near) => format!("did you mean {}?", near.name),
                None => {
                    let names: Vec<String> = roles.iter().map(|role| role.to_string()).collect();
                    format!("the roles are {}", names.join(", "))
                }
            };
            let message = format!("{word} is not a role; {remedy}");
            findings.add(findings.strictness(), place, message);
        }
    }
}
