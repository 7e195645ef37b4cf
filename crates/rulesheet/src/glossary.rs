//! The glossary of a rulesheet: facts `says/2` that say in English what its words mean.
//! They are no rules: they are kept apart from the clauses.
//!
//! `says(cell/3, square)` gives a predicate a noun. `says(placement(P, R, C), "P may
//! place a disc on (R, C)")` gives a phrase: in the text, the names of the variables
//! stand for their values.

use stratalog_logic::{Functor, Term, Var, sym};

use super::sheet::SheetClause;

/// What the words of a rulesheet mean.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Glossary {
    /// The nouns of predicates.
    pub nouns: Vec<(Functor, String)>,
    /// What facts and goals mean, in the order of the rulesheet.
    pub phrases: Vec<Phrase>,
}

/// What a fact or a goal means.
#[derive(Clone, PartialEq, Debug)]
pub struct Phrase {
    /// The fact or the goal.
    pub pattern: Term,
    /// The names of its variables.
    pub names: Vec<(String, Var)>,
    /// The text, with the names of variables.
    pub text: String,
}

impl Glossary {
    /// Takes the glossary out of some clauses. Where a rule calls `says/2`, or one of
    /// its clauses is not of this form, it is a predicate of the game like any other.
    pub(super) fn separate(clauses: &mut Vec<SheetClause>) -> Glossary {
        let says = Functor::new("says", 2);
        let is_called = |clause: &SheetClause| {
            let mut parts = clause.body.subterms();
            parts.any(|part| part.functor() == Some(says))
        };
        let is_own = |clause: &&SheetClause| clause.head.functor() == Some(says);
        let mut glossary = Glossary::default();
        let are_all = clauses
            .iter()
            .filter(is_own)
            .all(|c| glossary.add(c).is_some());
        if !are_all || clauses.iter().any(is_called) {
            return Glossary::default();
        }
        clauses.retain(|clause| !is_own(&clause));
        glossary
    }

    /// Adds an entry; nothing where the clause is not one.
    fn add(&mut self, clause: &SheetClause) -> Option<()> {
        let [pattern, text] = clause.head.args() else {
            return None;
        };
        let (Term::Atom(text) | Term::String(text)) = text else {
            return None;
        };
        if !clause.body.is_atom(sym::TRUE) {
            return None;
        }
        let text = text.as_str().to_owned();
        if let Some([Term::Atom(name), arity]) = pattern.as_compound("/".into(), 2) {
            let arity = usize::try_from(arity.as_integer()?).ok()?;
            self.nouns.push((Functor::new(*name, arity), text));
        } else {
            pattern.functor()?;
            self.phrases.push(Phrase {
                pattern: pattern.clone(),
                names: clause.read.var_names.clone(),
                text,
            });
        }
        Some(())
    }

    /// The noun of a predicate; its name where the glossary has none.
    pub fn noun(&self, functor: Functor) -> String {
        let said = self.nouns.iter().find(|(own, _)| *own == functor);
        match said {
            Some((_, noun)) => noun.clone(),
            None => functor.name.as_str().replace('_', " "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rulesheet, Syntax};
    use stratalog_logic::Source;

    fn sheet(text: &str) -> Rulesheet {
        Rulesheet::read(Source::new("game.pl", text), Syntax::Prolog)
    }

    #[test]
    fn phrases_are_no_clauses_of_the_game() {
        let sheet = sheet(
            "role(a). says(owns(P, S), \"P owns S\"). says(owns/2, square). init(owns(a, 1)).",
        );
        assert_eq!(sheet.clauses.len(), 2);
        let phrases = &sheet.glossary.phrases;
        assert_eq!(phrases.len(), 1);
        assert_eq!(phrases[0].text, "P owns S");
        assert_eq!(sheet.glossary.noun(Functor::new("owns", 2)), "square");
        assert_eq!(sheet.glossary.noun(Functor::new("can_go", 1)), "can go");
        let names: Vec<&str> = phrases[0].names.iter().map(|(n, _)| n.as_str()).collect();
        assert_eq!(names, ["P", "S"]);
    }

    #[test]
    fn a_predicate_of_the_game_may_be_called_says() {
        let called = sheet("says(simon, jump). legal(P, M) :- role(P), says(simon, M).");
        assert!(called.glossary == Glossary::default());
        assert_eq!(called.clauses.len(), 2);
        let computed = sheet("says(X, 3) :- number(X). role(a).");
        assert!(computed.glossary == Glossary::default());
        assert_eq!(computed.clauses.len(), 2);
    }
}
