//! Features for people: in Prolog with the rulesheet's variable names, and as an
//! English sentence in the rulesheet's words. A rulesheet may give phrases of its own
//! with `says/2`.

mod sentence;
mod vocabulary;

use rustc_hash::FxHashMap;
use stratalog_logic::{Functor, Term, TermWriter, Var};

use crate::feature::Feature;
use crate::goal::{calculation, comparison};
use crate::theory::Theory;

use sentence::Sentence;
use vocabulary::Vocabulary;

/// The names of variables in a rulesheet, by predicate and argument, and what its
/// predicates say.
pub struct Names {
    by_place: FxHashMap<(Functor, usize), String>,
    vocabulary: Vocabulary,
}

impl Names {
    /// The names of a theory's rulesheet.
    pub fn new(theory: &Theory) -> Names {
        let mut by_place = FxHashMap::default();
        for clause in &theory.sheet.clauses {
            let names = &clause.read.var_names;
            for part in clause.head.subterms().chain(clause.body.subterms()) {
                let Some(functor) = part.functor() else {
                    continue;
                };
                for (place, arg) in part.args().iter().enumerate() {
                    let Term::Var(var) = arg else { continue };
                    let name = names.iter().find(|(_, v)| v == var).map(|(name, _)| name);
                    if let Some(name) = name.filter(|name| !name.starts_with('_')) {
                        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
                        by_place
                            .entry((functor, place))
                            .or_insert_with(|| stem.to_owned());
                    }
                }
            }
        }
        Names {
            by_place,
            vocabulary: Vocabulary::new(theory),
        }
    }

    /// The name of a variable at an argument; in a predicate made by regression,
    /// the name in the original predicate, whose arguments come after the move.
    fn hint(&self, functor: Functor, place: usize) -> Option<String> {
        if let Some(name) = self.by_place.get(&(functor, place)) {
            return Some(name.clone());
        }
        let name = functor.name.as_str();
        let stem = name
            .split_once("_by_")
            .or_else(|| name.split_once("_after_"))?
            .0;
        let original = Functor::new(stem, functor.arity.checked_sub(1)?);
        self.by_place
            .get(&(original, place.checked_sub(1)?))
            .cloned()
    }

    /// A name for each variable of a feature.
    pub fn of(&self, feature: &Feature) -> Vec<(String, Var)> {
        let formula = Term::conjunction(feature.goals.iter().cloned());
        let mut named: Vec<(String, Var)> = Vec::new();
        for var in formula.variables() {
            let stem = formula.subterms().find_map(|part| {
                let functor = part.functor()?;
                let place = part.args().iter().position(|arg| *arg == Term::Var(var))?;
                self.hint(functor, place)
            });
            let stem = stem.unwrap_or_else(|| "X".to_owned());
            let is_free = |name: &str| named.iter().all(|(other, _)| other != name);
            let name = (1..)
                .map(|number| match number {
                    1 => stem.clone(),
                    _ => format!("{stem}{number}"),
                })
                .find(|name| is_free(name));
            named.push((name.unwrap_or(stem), var));
        }
        named
    }

    /// The formula in Prolog.
    pub fn formula(&self, feature: &Feature) -> String {
        let names = self.of(feature);
        let writer = TermWriter::new().names(&names).spaced();
        let goals: Vec<String> = feature.goals.iter().map(|goal| writer.term(goal)).collect();
        goals.join(", ")
    }

    /// The counted variables.
    pub fn variables(&self, feature: &Feature) -> Vec<String> {
        let names = self.of(feature);
        let name = |var: &Var| {
            names
                .iter()
                .find(|(_, v)| v == var)
                .map(|(name, _)| name.clone())
        };
        feature.variables.iter().filter_map(name).collect()
    }

    /// What the feature measures, in a sentence.
    pub fn english(&self, feature: &Feature) -> String {
        let names = self.of(feature);
        let feature = &self.with_only_members(feature);
        let sentence = Sentence::new(&self.vocabulary, &names, feature);
        let sum = summed(feature);
        let is_said = |goal: &&Term| sum.as_ref().is_none_or(|sum| sum.goal != **goal);
        let goals: Vec<Term> = feature.goals.iter().filter(is_said).cloned().collect();
        let counted = feature.variables.iter().copied();
        let counted = counted.filter(|var| sum.as_ref().is_none_or(|sum| *var != sum.counter));
        let counted: Vec<Var> = counted.collect();
        let Some(sum) = sum else {
            return sentence.count(&counted, &goals);
        };
        sentence.sum(&sum.number, &counted, &goals)
    }

    /// The same with the only member of a set in place of the variables that it is
    /// the value of: "X is 1, and cell X is red" reads "cell 1 is red".
    fn with_only_members(&self, feature: &Feature) -> Feature {
        let mut values: FxHashMap<Var, Term> = FxHashMap::default();
        let mut goals = Vec::new();
        for goal in &feature.goals {
            let members = goal.functor().map(|set| self.vocabulary.members(set));
            let is_free = |arg: &Term| matches!(arg, Term::Var(var) if !values.contains_key(var));
            match members {
                Some([only]) if goal.args().iter().all(is_free) => {
                    let pairs = goal.args().iter().zip(only.args());
                    let pairs = pairs.flat_map(|(arg, value)| {
                        let vars = arg.variables().into_iter();
                        vars.map(move |var| (var, value.clone()))
                    });
                    values.extend(pairs.collect::<Vec<(Var, Term)>>());
                }
                _ => goals.push(goal.clone()),
            }
        }
        let value = |var: Var| values.get(&var).cloned().unwrap_or(Term::Var(var));
        let goals = goals.iter().map(|goal| goal.map_vars(value)).collect();
        let counted = feature.variables.iter().copied();
        let counted = counted.filter(|var| !values.contains_key(var)).collect();
        Feature::again(goals, counted, feature.key().to_owned())
    }
}

/// A number that a feature counts up to.
struct Sum {
    number: Term,
    counter: Var,
    goal: Term,
}

/// The number that a feature counts up to, if there is one: `between(1, N, I)` with
/// `I` in the list and nowhere else.
fn summed(feature: &Feature) -> Option<Sum> {
    let sum_of = |goal: &Term| match goal.as_compound("between".into(), 3)? {
        [Term::Integer(1), number @ Term::Var(_), Term::Var(counter)] => {
            let of = |goal: &&Term| goal.variables().contains(counter);
            let is_counter = feature.variables.contains(counter);
            let is_alone = feature.goals.iter().filter(of).count() == 1;
            (is_counter && is_alone).then(|| Sum {
                number: number.clone(),
                counter: *counter,
                goal: goal.clone(),
            })
        }
        _ => None,
    };
    let mut sums = feature.goals.iter().filter_map(sum_of);
    let first = sums.next();
    first.filter(|_| sums.next().is_none())
}

/// The variables that a goal counts up to, compares or calculates with.
fn numbers_in(goal: &Term) -> Vec<Var> {
    let is_counting = goal.as_compound("between".into(), 3).is_some();
    if is_counting || comparison(goal).is_some() || calculation(goal).is_some() {
        goal.variables()
    } else {
        Vec::new()
    }
}
