//! What a rulesheet tells about its predicates: which are successor relations, which
//! only give the range of a variable, and the phrases of its glossary.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_logic::{Bindings, Functor, Term, Var};
use stratalog_rulesheet::Glossary;

use crate::goal;
use crate::theory::{Theory, is_set};

/// What is known about the predicates of a rulesheet.
pub struct Vocabulary {
    /// The roles.
    pub roles: Vec<Term>,
    /// Predicates `p(N, M)` that hold exactly for some numbers with `M` = `N` + 1.
    successors: FxHashSet<Functor>,
    /// The facts of static predicates, and the possible facts of the game by name.
    statics: FxHashMap<Functor, FxHashSet<Vec<Term>>>,
    possible: FxHashMap<Functor, Vec<Term>>,
    /// The members of the sets that specialisation found.
    sets: FxHashMap<Functor, Vec<Term>>,
    /// The facts of the first position.
    initial: Vec<Term>,
    /// For each goal and fact that were asked for, whether the goal gives a range.
    ranges: RefCell<FxHashMap<Term, bool>>,
    glossary: Glossary,
}

impl Vocabulary {
    /// The vocabulary of a theory's rulesheet.
    pub fn new(theory: &Theory) -> Vocabulary {
        let mut statics: FxHashMap<Functor, FxHashSet<Vec<Term>>> = FxHashMap::default();
        for fact in theory.all_listed() {
            if let Some(functor) = fact.functor() {
                statics
                    .entry(functor)
                    .or_default()
                    .insert(fact.args().to_vec());
            }
        }
        let is_successor = |facts: &FxHashSet<Vec<Term>>| {
            let is_next = |args: &Vec<Term>| {
                let [Some(first), Some(second)] = [0, 1].map(|i| args.get(i)?.as_integer()) else {
                    return false;
                };
                second == first + 1
            };
            facts.len() > 1 && facts.iter().all(|args| args.len() == 2 && is_next(args))
        };
        let successors = statics.iter().filter(|(_, facts)| is_successor(facts));
        let mut possible: FxHashMap<Functor, Vec<Term>> = FxHashMap::default();
        for fact in theory.possible_facts() {
            if let Some(functor) = fact.functor() {
                possible.entry(functor).or_default().push(fact.clone());
            }
        }
        let mut sets: FxHashMap<Functor, Vec<Term>> = FxHashMap::default();
        for clause in theory.made().iter().filter(|clause| clause.body.is_empty()) {
            let functor = clause.head.functor();
            if let Some(functor) = functor.filter(|f| is_set(f.name.as_str())) {
                sets.entry(functor).or_default().push(clause.head.clone());
            }
        }
        Vocabulary {
            roles: theory.roles().to_vec(),
            successors: successors.map(|(functor, _)| *functor).collect(),
            statics,
            possible,
            ranges: RefCell::default(),
            sets,
            initial: theory
                .initial()
                .into_iter()
                .filter(|fact| !fact.args().is_empty())
                .collect(),
            glossary: theory.sheet.glossary.clone(),
        }
    }

    /// The noun of a fact or a predicate.
    pub fn noun(&self, functor: Functor) -> String {
        self.glossary.noun(functor)
    }

    /// The members of a set.
    pub fn members(&self, functor: Functor) -> &[Term] {
        self.sets.get(&functor).map_or(&[], Vec::as_slice)
    }

    /// The two numbers of a goal that says that the second follows the first.
    pub fn successor<'t>(&self, goal: &'t Term) -> Option<(&'t Term, &'t Term)> {
        match goal.args() {
            [first, second] if self.successors.contains(&goal.functor()?) => Some((first, second)),
            _ => None,
        }
    }

    /// Whether a goal only gives the range of its variables: it holds for all values
    /// that they can have in one of these facts.
    pub fn is_range(&self, goal: &Term, facts: &[Term]) -> bool {
        let known = goal
            .functor()
            .and_then(|functor| self.statics.get(&functor));
        let Some(known) = known.filter(|_| !goal.args().is_empty()) else {
            return false;
        };
        facts.iter().any(|fact| {
            let pair = Term::compound("-", [goal.clone(), fact.clone()]);
            let pair = goal::renamed(&pair, &mut 0);
            if let Some(&found) = self.ranges.borrow().get(&pair) {
                return found;
            }
            let found = self.covers(known, goal, fact);
            self.ranges.borrow_mut().insert(pair, found);
            found
        })
    }

    /// Whether a static goal, which holds for the arguments in `known`, holds for all
    /// values that its variables can have in a fact.
    fn covers(&self, known: &FxHashSet<Vec<Term>>, goal: &Term, fact: &Term) -> bool {
        // Where each argument of the goal comes from.
        let source = |arg: &Term| match arg {
            Term::Var(_) => fact.args().iter().position(|own| own == arg).map(Ok),
            constant => Some(Err(constant.clone())),
        };
        let sources: Option<Vec<Result<usize, Term>>> = goal.args().iter().map(source).collect();
        let (Some(sources), Some(functor)) = (sources, fact.functor()) else {
            return false;
        };
        let is_meant = |possible: &&Term| {
            let mut pairs = possible.args().iter().zip(fact.args());
            pairs.all(|(own, wanted)| matches!(wanted, Term::Var(_)) || own == wanted)
        };
        let possible = self.possible.get(&functor).map_or(&[][..], Vec::as_slice);
        let mut meant = possible.iter().filter(is_meant).peekable();
        meant.peek().is_some()
            && meant.all(|possible| {
                let args = sources.iter().map(|source| match source {
                    Ok(place) => possible.args()[*place].clone(),
                    Err(constant) => constant.clone(),
                });
                known.contains(&args.collect::<Vec<Term>>())
            })
    }

    /// Whether the last argument of a fact is its content: in the first position it
    /// has one value for each place.
    pub fn is_function(&self, fact: &Term) -> bool {
        let Some(functor) = fact.functor() else {
            return false;
        };
        let mut places: FxHashSet<&[Term]> = FxHashSet::default();
        let initial = self
            .initial
            .iter()
            .filter(|own| own.functor() == Some(functor));
        let mut held = initial.peekable();
        held.peek().is_some()
            && held.all(|own| {
                let place = own.args().split_last();
                place.is_some_and(|(_, place)| places.insert(place))
            })
    }

    /// What the glossary says for a fact or a goal; `said` gives the text of an
    /// argument.
    pub fn phrase(&self, goal: &Term, said: impl Fn(&Term) -> String) -> Option<String> {
        self.glossary.phrases.iter().find_map(|phrase| {
            let mut next = goal::next_variable([goal]);
            let own = phrase.pattern.variables();
            let pattern = goal::renamed(&phrase.pattern, &mut next);
            let fresh = pattern.variables();
            let mut bindings = Bindings::default();
            // The pattern must cover the goal: the goal's variables stay free.
            let constant = |var: Var| Term::compound("$", [Term::Integer(i64::from(var.0))]);
            let frozen = goal.map_vars(constant);
            if !bindings.unify(&pattern, &frozen) {
                return None;
            }
            let value = |name: &str| {
                let (_, var) = phrase.names.iter().find(|(own, _)| own == name)?;
                let place = own.iter().position(|own| own == var)?;
                let value = bindings.apply(&Term::Var(fresh[place])).ok()?;
                let thawed = match value.as_compound("$".into(), 1) {
                    Some([Term::Integer(number)]) => Term::var(u32::try_from(*number).ok()?),
                    _ => value,
                };
                Some(said(&thawed))
            };
            Some(filled(&phrase.text, value))
        })
    }
}

/// A text with the words that have a value replaced by it.
fn filled(text: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut filled = String::new();
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = text;
    while let Some(start) = rest.find(is_letter) {
        let (before, word) = rest.split_at(start);
        let end = word.find(|c| !is_letter(c)).unwrap_or(word.len());
        let (word, after) = word.split_at(end);
        filled += before;
        filled += &value(word).unwrap_or_else(|| word.to_owned());
        rest = after;
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_words_of_a_phrase_are_replaced() {
        let value = |word: &str| (word == "P").then(|| "black".to_owned());
        assert_eq!(
            filled("P has a Piece (P)", value),
            "black has a Piece (black)"
        );
        assert_eq!(filled("", value), "");
    }
}
