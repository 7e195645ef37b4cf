//! What the library has, as data: every predicate with its arguments, what it
//! does, and how it differs from SWI-Prolog.
//!
//! The descriptions are in `library/reference.pl`. The tests below compare them
//! with the predicates that exist, so that none is missing and none is invented.

use std::sync::LazyLock;

use crate::operators::Operators;
use crate::reader::Reader;
use crate::source::Source;
use crate::term::{Functor, Term};
use crate::writer::TermWriter;

/// A predicate that programs may call without defining it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryPredicate {
    /// Its name.
    pub name: &'static str,
    /// The number of its arguments.
    pub arity: usize,
    /// A call with names for the arguments, as in `append(Xs, Ys, Zs)`.
    pub call: String,
    /// What it does, in one sentence.
    pub about: &'static str,
    /// The group that it belongs to, as in `Lists`.
    pub group: &'static str,
    /// The module that a program must ask for by `use_module(library(...))`, if
    /// it is not always there.
    pub module: Option<&'static str>,
    /// How it differs from the predicate of SWI-Prolog, if it does on purpose.
    pub difference: Option<&'static str>,
}

static PREDICATES: LazyLock<Vec<LibraryPredicate>> = LazyLock::new(|| {
    let source = Source::new("reference", include_str!("library/reference.pl"));
    read(&source).expect("the library's own descriptions are in order")
});

/// Every predicate of the library, group by group.
pub fn library_predicates() -> &'static [LibraryPredicate] {
    &PREDICATES
}

/// The descriptions of a text, or the first term that is none.
fn read(source: &Source) -> Result<Vec<LibraryPredicate>, String> {
    let mut operators = Operators::default();
    operators.declare_constraints();
    let mut reader = Reader::with_operators(source, operators.clone());
    let mut group = "";
    let mut module = None;
    let mut found = Vec::new();
    while let Some(read) = reader.next_clause() {
        let read = read.map_err(|error| error.to_string())?;
        let unexpected = || format!("{}: {}", read.line, read.term);
        let name = read.term.functor().map(|functor| functor.name.as_str());
        let (calls, texts) = match (name, read.term.args()) {
            (Some("group"), [title, of @ ..]) => {
                group = text(title).ok_or_else(unexpected)?;
                module = of.first().and_then(text);
                continue;
            }
            (Some("predicate"), [calls, texts @ ..]) => (calls, texts),
            _ => return Err(unexpected()),
        };
        let about = texts.first().and_then(text).ok_or_else(unexpected)?;
        let writer = TermWriter::new()
            .operators(&operators)
            .names(&read.var_names)
            .spaced();
        for call in calls.as_list().unwrap_or_else(|| vec![calls.clone()]) {
            let Functor { name, arity } = call.functor().ok_or_else(unexpected)?;
            found.push(LibraryPredicate {
                name: name.as_str(),
                arity,
                call: writer.term(&call),
                about,
                group,
                module,
                difference: texts.get(1).and_then(text),
            });
        }
    }
    Ok(found)
}

/// The text of a string.
fn text(term: &Term) -> Option<&'static str> {
    match term {
        Term::String(text) => Some(text.as_str()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Program;
    use crate::builder::{library, modules};

    type Indicator = (&'static str, usize);

    fn indicators(module: Option<&str>) -> Vec<Indicator> {
        let listed = library_predicates().iter();
        let listed = listed.filter(|predicate| predicate.module == module);
        listed
            .map(|predicate| (predicate.name, predicate.arity))
            .collect()
    }

    fn assert_same(listed: &[Indicator], defined: &BTreeSet<Indicator>, of: &str) {
        let known: BTreeSet<Indicator> = listed.iter().copied().collect();
        assert_eq!(known.len(), listed.len(), "{of}: one is listed twice");
        let missing: Vec<&Indicator> = defined.difference(&known).collect();
        let invented: Vec<&Indicator> = known.difference(defined).collect();
        assert!(missing.is_empty(), "{of}: not described: {missing:?}");
        assert!(invented.is_empty(), "{of}: do not exist: {invented:?}");
    }

    #[test]
    fn every_predicate_of_the_library_is_described_and_no_other() {
        let defined = library().defined().filter(|f| !is_internal(*f));
        let defined = defined.map(|functor| (functor.name.as_str(), functor.arity));
        assert_same(&indicators(None), &defined.collect(), "library");
    }

    #[test]
    fn every_predicate_of_a_module_is_described_and_no_other() {
        for module in modules() {
            let text = format!(":- use_module(library({module})).");
            let program = Program::parse(&text).expect("the module exists");
            let defined = program.predicates().into_iter();
            let defined = defined.filter(|f| !is_internal(*f));
            let defined = defined.map(|functor| (functor.name.as_str(), functor.arity));
            assert_same(&indicators(Some(module)), &defined.collect(), module);
        }
    }

    fn is_internal(functor: Functor) -> bool {
        functor.name.as_str().starts_with('$')
    }
}
