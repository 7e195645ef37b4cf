//! Names for the solver. A rulesheet may define a predicate that the solver has
//! built in, such as `succ/2`; the rulesheet's own counts, so that it gets another
//! name in the solver's programs.

use rustc_hash::FxHashSet;
use stratalog_logic::{Functor, Program, Term};
use stratalog_rulesheet::Rulesheet;

/// What is put before a name.
const OWN: &str = "own ";

/// The predicates that have another name in the solver's programs.
#[derive(Clone, Default, Debug)]
pub struct Renaming(FxHashSet<Functor>);

impl Renaming {
    /// Renames the predicates of a rulesheet that the solver has built in.
    pub fn new(sheet: &Rulesheet) -> Renaming {
        let heads = sheet.clauses.iter();
        let defined: FxHashSet<Functor> =
            heads.filter_map(|clause| clause.head.functor()).collect();
        let is_built_in = |functor: &Functor| {
            let args = (0..functor.arity as u32).map(Term::var);
            let head = Term::compound(functor.name, args);
            Program::builder().clause(&head).is_err()
        };
        Renaming(defined.into_iter().filter(is_built_in).collect())
    }

    /// A term as the solver knows it.
    pub fn renamed(&self, term: &Term) -> Term {
        if self.0.is_empty() {
            return term.clone();
        }
        let own = |functor: Functor| {
            let is_renamed = self.0.contains(&functor);
            is_renamed.then(|| format!("{OWN}{}", functor.name))
        };
        mapped(term, &own)
    }

    /// A term of the solver as the rulesheet has it.
    pub fn restored(&self, term: &Term) -> Term {
        if self.0.is_empty() {
            return term.clone();
        }
        let original = |functor: Functor| {
            let name = functor.name.as_str().strip_prefix(OWN)?;
            Some(name.to_owned())
        };
        mapped(term, &original)
    }
}

fn mapped(term: &Term, name: &dyn Fn(Functor) -> Option<String>) -> Term {
    let Some(functor) = term.functor() else {
        return term.clone();
    };
    let own = name(functor);
    match (own, term.args()) {
        (None, []) => term.clone(),
        (Some(own), []) => Term::atom(own.as_str()),
        (own, args) => {
            let args = args.iter().map(|arg| mapped(arg, name));
            match own {
                Some(own) => Term::compound(own.as_str(), args),
                None => Term::compound(functor.name, args),
            }
        }
    }
}
