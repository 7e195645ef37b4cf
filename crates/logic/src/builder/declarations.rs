//! What directives such as `dynamic` and `table` name.

use crate::compile::MAX_ARITY;
use crate::symbol::sym;
use crate::term::{Functor, Term};

/// The items of a list, or of terms separated by commas; what stands behind
/// `as` are options that change no answer.
pub(super) fn declared(term: &Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut pending = vec![term.clone()];
    while let Some(term) = pending.pop() {
        if let Some(items) = term.as_list() {
            pending.extend(items);
        } else if let Some([left, right]) = term.as_compound(sym::COMMA, 2) {
            pending.extend([right.clone(), left.clone()]);
        } else if let Some([declared, _]) = term.as_compound("as".into(), 2) {
            pending.push(declared.clone());
        } else {
            found.push(term);
        }
    }
    found
}

/// The predicate that `Name/Arity` or, for grammars, `Name//Arity` names.
pub(super) fn indicated(term: &Term) -> Option<Functor> {
    let (args, further) = match term.functor()?.name.as_str() {
        "/" => (term.args(), 0),
        "//" => (term.args(), 2),
        _ => return None,
    };
    let [Term::Atom(name), Term::Integer(arity)] = args else {
        return None;
    };
    let arity = usize::try_from(*arity).ok()?.checked_add(further)?;
    (arity <= MAX_ARITY).then(|| Functor::new(*name, arity))
}

/// The arguments with modes of a head such as `path(_, _, min)`.
pub(super) fn modes_of(head: &Term) -> Option<Vec<(usize, Term)>> {
    if head.args().is_empty() || head.args().len() > MAX_ARITY {
        return None;
    }
    let mut modes = Vec::new();
    for (place, mode) in head.args().iter().enumerate() {
        if matches!(mode, Term::Var(_)) || mode.is_atom("index".into()) {
            continue;
        }
        let functor = mode.functor()?;
        let mode = match (functor.name.as_str(), mode.args()) {
            ("min" | "max" | "first" | "last" | "sum", []) => mode.clone(),
            ("-", []) => Term::from("first"),
            ("po" | "lattice", [merging]) => {
                let name = indicated(merging).or(merging.functor())?.name;
                Term::compound(functor.name, [Term::Atom(name)])
            }
            _ => return None,
        };
        modes.push((place, mode));
    }
    Some(modes)
}
