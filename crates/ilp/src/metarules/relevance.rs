//! Leaves out metarules and background predicates that no proof can use.

use std::fmt;

use stratalog_logic::Functor;

use super::metarule::{Metarule, Sign};

/// Something that was left out, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dropped {
    /// No goal can have the arity of the metarule's head, or no predicate that
    /// of one of its literals.
    Metarule(String),
    /// No literal of any metarule has the predicate's arity.
    Predicate(Functor),
}

impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dropped::Metarule(name) => write!(f, "the metarule {name} fits no goal"),
            Dropped::Predicate(functor) => write!(f, "no metarule has a literal for {functor}"),
        }
    }
}

/// The metarules that some proof of the targets could use, and what was left out.
pub(crate) fn relevant(
    metarules: &[Metarule],
    interpreted: &[Metarule],
    predicates: &[Functor],
    targets: &[Functor],
) -> (Vec<Metarule>, Vec<Dropped>) {
    let mut kept: Vec<&Metarule> = metarules.iter().collect();
    loop {
        // Arities goals can have, and arities some predicate can answer.
        let mut asked: Vec<usize> = targets.iter().map(|f| f.arity).collect();
        let rules = || kept.iter().copied().chain(interpreted);
        for _ in 0..=kept.len() + interpreted.len() {
            let new: Vec<usize> = rules()
                .filter(|rule| asked.contains(&rule.head.arity()))
                .flat_map(|rule| rule.body.iter().filter(|l| l.sign != Sign::Test))
                .map(|literal| literal.arity())
                .filter(|arity| !asked.contains(arity))
                .collect();
            if new.is_empty() {
                break;
            }
            asked.extend(new);
        }
        let answered: Vec<usize> = rules()
            .map(|rule| rule.head.arity())
            .chain(predicates.iter().map(|f| f.arity))
            .collect();
        let is_useful = |rule: &&Metarule| {
            asked.contains(&rule.head.arity())
                && rule.body.iter().all(|literal| {
                    literal.sign == Sign::Test || answered.contains(&literal.arity())
                })
        };
        let useful: Vec<&Metarule> = kept.iter().copied().filter(is_useful).collect();
        if useful.len() == kept.len() {
            break;
        }
        kept = useful;
    }
    let left_out = metarules.iter().filter(|rule| !kept.contains(rule));
    let mut dropped: Vec<Dropped> = left_out
        .map(|rule| Dropped::Metarule(rule.name.clone()))
        .collect();
    let is_called = |functor: &&Functor| {
        let rules = kept.iter().copied().chain(interpreted);
        let mut literals = rules.flat_map(|rule| rule.body.iter());
        literals.any(|literal| literal.sign == Sign::Test || literal.arity() == functor.arity)
            || targets.contains(functor)
    };
    let idle = predicates.iter().filter(|functor| !is_called(functor));
    dropped.extend(idle.map(|functor| Dropped::Predicate(*functor)));
    (kept.into_iter().cloned().collect(), dropped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_metarule_nothing_can_answer_is_left_out() {
        let rules = [
            Metarule::postcondition(),
            Metarule::parse("triple", "[P,Q],[P,A,B],[[Q,A,B,C]]").expect("reads"),
        ];
        let known = [
            Functor::new("move", 2),
            Functor::new("won", 1),
            Functor::new("x", 4),
        ];
        let (kept, dropped) = relevant(&rules, &[], &known, &[Functor::new("win", 2)]);
        assert_eq!(kept.len(), 1);
        assert_eq!(
            dropped,
            [
                Dropped::Metarule("triple".to_owned()),
                Dropped::Predicate(known[2])
            ]
        );
    }
}
