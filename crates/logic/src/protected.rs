//! The predicates that programs cannot redefine: control constructs and the
//! built-in predicates of ISO Prolog with its corrigenda. A definition of any
//! other predicate takes the place of the library's.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::term::Functor;

/// Names with their numbers of arguments.
const PROTECTED: &[(&str, &[usize])] = &[
    // Control.
    (",", &[2]),
    (";", &[2]),
    ("|", &[2]),
    ("->", &[2]),
    ("*->", &[2]),
    (":-", &[1, 2]),
    ("-->", &[2]),
    ("!", &[0]),
    ("true", &[0]),
    ("fail", &[0]),
    ("false", &[0]),
    ("call", &[1, 2, 3, 4, 5, 6, 7, 8]),
    ("catch", &[3]),
    ("throw", &[1]),
    ("\\+", &[1]),
    ("once", &[1]),
    ("repeat", &[0]),
    // Unification and comparison.
    ("=", &[2]),
    ("\\=", &[2]),
    ("unify_with_occurs_check", &[2]),
    ("subsumes_term", &[2]),
    ("==", &[2]),
    ("\\==", &[2]),
    ("@<", &[2]),
    ("@=<", &[2]),
    ("@>", &[2]),
    ("@>=", &[2]),
    ("compare", &[3]),
    // Types.
    ("var", &[1]),
    ("nonvar", &[1]),
    ("atom", &[1]),
    ("number", &[1]),
    ("integer", &[1]),
    ("float", &[1]),
    ("atomic", &[1]),
    ("compound", &[1]),
    ("callable", &[1]),
    ("ground", &[1]),
    ("acyclic_term", &[1]),
    // Terms.
    ("functor", &[3]),
    ("arg", &[3]),
    ("=..", &[2]),
    ("copy_term", &[2]),
    ("term_variables", &[2]),
    // Arithmetic.
    ("is", &[2]),
    ("=:=", &[2]),
    ("=\\=", &[2]),
    ("<", &[2]),
    ("=<", &[2]),
    (">", &[2]),
    (">=", &[2]),
    // Clauses.
    ("clause", &[2]),
    ("asserta", &[1]),
    ("assertz", &[1]),
    ("retract", &[1]),
    ("retractall", &[1]),
    ("abolish", &[1]),
    // All solutions, sorting.
    ("findall", &[3]),
    ("bagof", &[3]),
    ("setof", &[3]),
    ("sort", &[2]),
    ("keysort", &[2]),
    // Atoms.
    ("atom_length", &[2]),
    ("atom_concat", &[3]),
    ("sub_atom", &[5]),
    ("atom_chars", &[2]),
    ("atom_codes", &[2]),
    ("char_code", &[2]),
    ("number_chars", &[2]),
    ("number_codes", &[2]),
];

static FUNCTORS: LazyLock<FxHashSet<Functor>> = LazyLock::new(|| {
    let functors = PROTECTED.iter().flat_map(|(name, arities)| {
        let arities = arities.iter();
        arities.map(|&arity| Functor::new(*name, arity))
    });
    functors.collect()
});

/// Whether programs cannot redefine a predicate. Names that begin with `$` are
/// the library's own.
pub(crate) fn is_protected(functor: Functor) -> bool {
    functor.name.as_str().starts_with('$') || FUNCTORS.contains(&functor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Program;

    #[test]
    fn protected_predicates_exist() {
        let program = Program::parse("").expect("an empty program");
        let missing: Vec<&Functor> = FUNCTORS
            .iter()
            .filter(|functor| !program.defines(**functor))
            .filter(|functor| {
                ![":-", "-->", "subsumes_term", "abolish"].contains(&functor.name.as_str())
            })
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
