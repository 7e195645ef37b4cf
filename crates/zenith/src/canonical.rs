//! One text for all formulas that differ only in the names of variables and the
//! order of goals.
//!
//! Variables are coloured by where they occur, then by the colours of the variables
//! they occur with, until the partition is stable. Goals are sorted by colours and
//! variables numbered in order of occurrence. Equal texts mean equal features;
//! where colours leave a tie, two equal features may, rarely, have different texts.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};
use stratalog_logic::{Term, Var};

use crate::goal::{disjuncts, negated};

/// The number of refinements of the colours.
const ROUNDS: usize = 4;

type Colours = FxHashMap<Var, u64>;

/// The text of a formula with its counted variables.
pub fn key(goals: &[Term], variables: &[Var]) -> String {
    let mut colours: Colours = FxHashMap::default();
    for var in goals.iter().flat_map(Term::variables) {
        colours.insert(var, u64::from(variables.contains(&var)));
    }
    for _ in 0..ROUNDS {
        let mut refined: FxHashMap<Var, Vec<u64>> = FxHashMap::default();
        for goal in goals {
            mark(goal, colour(goal, &colours), &colours, &mut refined);
        }
        for (var, mut marks) in refined {
            marks.sort_unstable();
            let old = colours.get(&var).copied().unwrap_or(0);
            colours.insert(var, hash(&(old, marks)));
        }
    }
    let mut ordered: Vec<&Term> = goals.iter().collect();
    ordered.sort_by_key(|goal| colour(goal, &colours));
    let mut numbers: FxHashMap<Var, u32> = FxHashMap::default();
    let mut text = String::new();
    for goal in ordered {
        write(goal, &colours, &mut numbers, &mut text);
        text.push(',');
    }
    let mut counted: Vec<u32> = variables
        .iter()
        .filter_map(|v| numbers.get(v).copied())
        .collect();
    counted.sort_unstable();
    text + &format!("{counted:?}")
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The parts of a connective whose order does not matter.
fn unordered(goal: &Term) -> Option<(&'static str, Vec<Term>)> {
    if let Some(inner) = negated(goal) {
        return Some(("not", inner.conjuncts()));
    }
    let alternatives = disjuncts(goal);
    if alternatives.len() > 1 {
        return Some(("or", alternatives));
    }
    let conjuncts = goal.conjuncts();
    (conjuncts.len() > 1).then_some(("and", conjuncts))
}

fn colour(goal: &Term, colours: &Colours) -> u64 {
    if let Some((name, parts)) = unordered(goal) {
        let mut marks: Vec<u64> = parts.iter().map(|part| colour(part, colours)).collect();
        marks.sort_unstable();
        return hash(&(name, marks));
    }
    match goal {
        Term::Var(var) => hash(&("var", colours.get(var))),
        Term::Compound(compound) => {
            let marks: Vec<u64> = compound
                .args()
                .iter()
                .map(|arg| colour(arg, colours))
                .collect();
            hash(&(compound.name().as_str(), marks))
        }
        leaf => hash(&leaf.to_string()),
    }
}

/// Adds to each variable of a goal where it occurs in it.
fn mark(goal: &Term, place: u64, colours: &Colours, marks: &mut FxHashMap<Var, Vec<u64>>) {
    if let Some((_, parts)) = unordered(goal) {
        for part in parts {
            mark(
                &part,
                hash(&(place, colour(&part, colours))),
                colours,
                marks,
            );
        }
        return;
    }
    match goal {
        Term::Var(var) => marks.entry(*var).or_default().push(place),
        _ => {
            for (number, arg) in goal.args().iter().enumerate() {
                mark(arg, hash(&(place, number)), colours, marks);
            }
        }
    }
}

fn write(goal: &Term, colours: &Colours, numbers: &mut FxHashMap<Var, u32>, text: &mut String) {
    if let Some((name, mut parts)) = unordered(goal) {
        parts.sort_by_key(|part| colour(part, colours));
        text.push_str(name);
        text.push('(');
        for part in parts {
            write(&part, colours, numbers, text);
            text.push(',');
        }
        text.push(')');
        return;
    }
    let numbered = goal.map_vars(|var| {
        let next = numbers.len() as u32;
        Term::var(*numbers.entry(var).or_insert(next))
    });
    text.push_str(&numbered.to_string());
}

#[cfg(test)]
mod tests {
    use super::*;
    use stratalog_logic::read_term;

    fn key_of(text: &str) -> String {
        let read = read_term(text).expect("a feature").term;
        let [list, body] = read.args() else {
            panic!("{text}")
        };
        key(&body.conjuncts(), &list.variables())
    }

    #[test]
    fn names_and_order_do_not_matter_but_structure_does() {
        let one = key_of("[X] - (p(X), q(X,Y), \\+ (r(Y,Z), s(Z)))");
        assert_eq!(one, key_of("[B] - (q(B,A), \\+ (s(C), r(A,C)), p(B))"));
        assert_ne!(one, key_of("[Y] - (p(X), q(X,Y), \\+ (r(Y,Z), s(Z)))"));
        assert_ne!(one, key_of("[X] - (p(X), q(Y,X), \\+ (r(Y,Z), s(Z)))"));
        assert_ne!(one, key_of("[X] - (p(X), q(X,Y), \\+ (r(Z,Y), s(Z)))"));
    }
}
