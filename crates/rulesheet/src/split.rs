//! Splits rules whose variables are only loosely connected. A rule has as many
//! instances as its variables have values together; a variable that does not occur
//! in the head, and only in some conditions, can be dealt with in a rule of its own:
//!
//! ```text
//! next(cell(X, Y, P)) :- true(cell(X, Y, P)), does(R, move(U, V)), other(X, Y, U, V).
//! ```
//!
//! becomes `next(cell(X, Y, P)) :- true(cell(X, Y, P)), part$1(X, Y)` with
//! `part$1(X, Y) :- does(R, move(U, V)), other(X, Y, U, V)`, which no longer
//! multiplies contents of cells by moves.

use rustc_hash::FxHashSet;
use stratalog_logic::{Term, Var};

use super::normalise::Rules;
use super::rule::{Literal, Rule};

/// The most conditions of a rule that is split: the time to find a part grows with
/// the third power of their number.
const MAX_CONDITIONS: usize = 100;

/// Splits every rule as far as that leaves fewer variables in each part.
pub fn split_rules(rules: &mut Rules) {
    let mut pending = std::mem::take(&mut rules.rules);
    pending.reverse();
    while let Some(rule) = pending.pop() {
        match split(&rule, rules.made + 1) {
            Some((rest, part)) => {
                rules.made += 1;
                pending.extend([rest, part]);
            }
            None => rules.rules.push(rule),
        }
    }
}

type Variables = FxHashSet<Var>;

fn variables<'a>(literals: impl IntoIterator<Item = &'a Literal>) -> Variables {
    let terms = literals.into_iter().flat_map(Literal::terms);
    terms.flat_map(Term::variables).collect()
}

/// The rule without some of its conditions, and the rule for these; nothing where
/// the variables belong together.
fn split(rule: &Rule, number: usize) -> Option<(Rule, Rule)> {
    // A test may be what keeps a computation in range: they stay together.
    let is_plain = |literal: &Literal| {
        matches!(
            literal,
            Literal::Holds(_) | Literal::Fails(_) | Literal::Different(..)
        )
    };
    if !(2..=MAX_CONDITIONS).contains(&rule.body.len()) || !rule.body.iter().all(is_plain) {
        return None;
    }
    let parts = candidates(rule);
    let best = parts
        .into_iter()
        .filter_map(|part| part.rules(rule, number));
    best.min_by_key(|(_, part)| part.head.args().len())
}

/// Conditions that might become a rule of their own.
struct Part {
    /// For each condition of the rule, whether it is taken.
    is_taken: Vec<bool>,
    /// Variables that occur nowhere else.
    inner: Variables,
}

/// For each variable that is not in the head, the conditions it occurs in; and the
/// conditions that such variables connect.
fn candidates(rule: &Rule) -> Vec<Part> {
    let in_head: Variables = rule.head.variables().into_iter().collect();
    let by_literal: Vec<Variables> = rule.body.iter().map(|l| variables([l])).collect();
    let mut inner: Vec<Var> = by_literal.iter().flatten().copied().collect();
    inner.retain(|v| !in_head.contains(v));
    inner.sort_unstable();
    inner.dedup();
    let part = |is_taken: Vec<bool>| {
        let is_inside = |v: &Var| {
            let mut places = by_literal.iter().zip(&is_taken);
            places.all(|(variables, &taken)| taken || !variables.contains(v))
        };
        Part {
            inner: inner.iter().copied().filter(is_inside).collect(),
            is_taken,
        }
    };
    let mut parts: Vec<Part> = Vec::new();
    for var in &inner {
        let alone: Vec<bool> = by_literal.iter().map(|vs| vs.contains(var)).collect();
        let mut connected = alone.clone();
        loop {
            let reached: Variables = (by_literal.iter().zip(&connected))
                .filter(|(_, taken)| **taken)
                .flat_map(|(variables, _)| variables.iter().copied())
                .filter(|v| !in_head.contains(v))
                .collect();
            let more: Vec<bool> = by_literal
                .iter()
                .map(|vs| !vs.is_disjoint(&reached))
                .collect();
            if more == connected {
                break;
            }
            connected = more;
        }
        for is_taken in [connected, alone] {
            if parts.iter().all(|part| part.is_taken != is_taken) {
                parts.push(part(is_taken));
            }
        }
    }
    parts
}

impl Part {
    /// The rule without the part, and the rule of the part. Both have fewer
    /// variables than before, or there is nothing to gain.
    fn rules(&self, rule: &Rule, number: usize) -> Option<(Rule, Rule)> {
        let of = |taken: bool| {
            let literals = rule.body.iter().zip(&self.is_taken);
            let literals = literals.filter(move |(_, is_taken)| **is_taken == taken);
            literals.map(|(literal, _)| literal)
        };
        let mut all = variables(&rule.body);
        all.extend(rule.head.variables());
        let mut outer: Vec<Var> = variables(of(true)).into_iter().collect();
        outer.retain(|v| !self.inner.contains(v));
        outer.sort_unstable();
        let name = format!("part${number}");
        let head = Term::compound(name.as_str(), outer.iter().map(|&v| Term::Var(v)));
        let mut part = Rule {
            head: head.clone(),
            body: of(true).cloned().collect(),
            clause: rule.clause,
        };
        bind(&mut part, of(false));
        let mut inside = variables(&part.body);
        inside.extend(outer);
        let mut body: Vec<Literal> = of(false).cloned().collect();
        body.push(Literal::Holds(head));
        let rest = Rule {
            head: rule.head.clone(),
            body,
            clause: rule.clause,
        };
        let is_smaller = inside.len() < all.len() && !self.inner.is_empty();
        let is_safe = part.unbound().is_empty() && rest.unbound().is_empty();
        (is_smaller && is_safe).then_some((rest, part))
    }
}

/// Repeats conditions of the rest in a part that would leave variables without
/// values. They hold in any case where the part is asked.
fn bind<'a>(part: &mut Rule, rest: impl Iterator<Item = &'a Literal>) {
    let mut binders: Vec<&Literal> = rest.filter(|l| !l.binds().is_empty()).collect();
    loop {
        let unbound = part.unbound();
        let waiting = unbound.in_body.iter().flat_map(|(_, variables)| variables);
        let open: Variables = unbound.in_head.iter().chain(waiting).copied().collect();
        if open.is_empty() {
            return;
        }
        let mut known = variables(&part.body);
        known.extend(part.head.variables());
        let is_useful = |literal: &&Literal| literal.binds().iter().any(|v| open.contains(v));
        let strangers = |literal: &&Literal| {
            let variables = literal.binds();
            variables.iter().filter(|v| !known.contains(v)).count()
        };
        let places = binders.iter().enumerate().filter(|(_, l)| is_useful(l));
        let Some((place, _)) = places.min_by_key(|(_, l)| strangers(l)) else {
            return;
        };
        part.body.push(binders.remove(place).clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normalise::normalise;
    use crate::sheet::{Rulesheet, Syntax};
    use stratalog_logic::Source;

    fn rules_of(text: &str) -> Vec<Rule> {
        let sheet = Rulesheet::read(Source::new("test.pl", text), Syntax::Prolog);
        let mut rules = normalise(&sheet);
        split_rules(&mut rules);
        rules.rules
    }

    /// The largest number of variables in one rule.
    fn widest(rules: &[Rule]) -> usize {
        let count = |rule: &Rule| {
            let mut all = variables(&rule.body);
            all.extend(rule.head.variables());
            all.len()
        };
        rules.iter().map(count).max().unwrap_or(0)
    }

    #[test]
    fn a_move_does_not_multiply_the_contents_of_other_cells() {
        let rules = rules_of(
            "next(cell(X, Y, P)) :-
                 true(cell(X, Y, P)), does(R, move(Q, U, V)), other(X, Y, U, V).",
        );
        // The content; the role and the piece that move; the two cells.
        assert_eq!(rules.len(), 3);
        assert_eq!(widest(&rules), 4);
    }

    #[test]
    fn a_denial_takes_along_what_gives_its_variables_values() {
        let rules = rules_of(
            "legal(R, move(U, V)) :-
                 true(on(R, U)), way(U, V), true(king(R, K)), \\+ threatened(R, K, U).",
        );
        assert!(rules.len() > 1);
        assert!(rules.iter().all(|rule| rule.unbound().is_empty()));
        let with_denial = rules.iter().find(|rule| {
            let mut literals = rule.body.iter();
            literals.any(|literal| matches!(literal, Literal::Fails(_)))
        });
        let with_denial = with_denial.expect("the denial is somewhere");
        assert_ne!(with_denial.functor().name.as_str(), "legal");
    }

    #[test]
    fn variables_that_belong_together_stay_together() {
        for text in [
            "reach(X, Z) :- reach(X, Y), edge(Y, Z).",
            "next(step(N)) :- true(step(M)), succ(M, N).",
            "next(n(M)) :- true(n(N)), does(R, add(K)), M is N + K, K > 0.",
            "legal(R, move(X, Y)) :- true(on(R, X)), way(X, Y), \\+ blocked(Y).",
        ] {
            assert_eq!(rules_of(text).len(), 1, "{text}");
        }
    }
}
