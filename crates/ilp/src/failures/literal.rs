//! Literals over numbered variables, and how the variables of several are connected.

use smallvec::SmallVec;

use super::answer_set::TestedClause;
use super::bindings::ArgSource;
use super::language::Language;

/// A literal: a predicate of the language and its variables. Variables of the head
/// come first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Literal {
    pub predicate: u16,
    pub args: SmallVec<[u8; 6]>,
}

/// A clause of these literals, to be tested against constraints.
pub(super) fn tested(language: &Language, literals: &[Literal], number: i64) -> TestedClause {
    let heads: Vec<u8> = (0..language.head.functor.arity as u8).collect();
    let literal = |literal: &Literal| {
        let own = usize::from(literal.predicate);
        let declaration = language.body.get(own).unwrap_or(&language.head);
        declaration.tested(&literal.args)
    };
    TestedClause {
        number,
        head: language.head.tested(&heads),
        body: literals.iter().map(literal).collect(),
    }
}

/// Where the arguments of a literal come from, beside bindings of this many variables.
pub(super) fn sources(literal: &Literal, heads: usize, width: usize) -> Vec<ArgSource> {
    let source = |&variable: &u8| {
        let variable = usize::from(variable);
        if variable < heads {
            ArgSource::Head(variable)
        } else if variable < heads + width {
            ArgSource::Row(variable - heads)
        } else {
            ArgSource::New
        }
    };
    literal.args.iter().map(source).collect()
}

/// The variables of the head that a literal has, as bits.
pub(super) fn mask_of(literal: &Literal, heads: usize) -> u32 {
    let own = literal.args.iter().filter(|&&v| usize::from(v) < heads);
    own.fold(0, |mask, &v| mask | 1 << v)
}

/// Whether every variable is connected to one of the head.
pub(super) fn is_connected(literals: &[Literal], heads: usize) -> bool {
    let is_head = |v: u8| usize::from(v) < heads;
    let mut reached: Vec<u8> = Vec::new();
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for literal in literals {
            let touches = literal.args.is_empty()
                || literal
                    .args
                    .iter()
                    .any(|&v| is_head(v) || reached.contains(&v));
            for &v in literal.args.iter().filter(|_| touches) {
                if !is_head(v) && !reached.contains(&v) {
                    reached.push(v);
                    has_changed = true;
                }
            }
        }
    }
    let mut all = literals.iter().flat_map(|literal| &literal.args);
    all.all(|&v| is_head(v) || reached.contains(&v))
}

/// Whether the variables that are not in the head are connected without it.
pub(super) fn is_linked(literals: &[Literal], heads: usize) -> bool {
    let reached = linked_to_first(literals, heads);
    let mut all = literals.iter().flat_map(|literal| &literal.args);
    all.all(|v| usize::from(*v) < heads || reached.contains(v))
}

/// The variables that are connected to the first one without those of the head.
pub(super) fn linked_to_first(literals: &[Literal], heads: usize) -> SmallVec<[u8; 8]> {
    let is_own = |v: &u8| usize::from(*v) >= heads;
    let mut reached: SmallVec<[u8; 8]> = SmallVec::new();
    let mut all = literals.iter().flat_map(|literal| &literal.args);
    reached.extend(all.find(|v| is_own(v)).copied());
    let mut at = 0;
    while let Some(&v) = reached.get(at) {
        at += 1;
        let touched = literals.iter().filter(|literal| literal.args.contains(&v));
        for &other in touched.flat_map(|literal| &literal.args) {
            if is_own(&other) && !reached.contains(&other) {
                reached.push(other);
            }
        }
    }
    reached
}
