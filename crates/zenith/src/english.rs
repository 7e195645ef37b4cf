//! Features for people: in Prolog with the rulesheet's variable names, and as an
//! English sentence.

use rustc_hash::FxHashMap;
use stratalog_logic::{Functor, Term, TermWriter, Var};

use crate::feature::Feature;
use crate::goal::{calculation, comparison, counting, disjuncts, equality, negated};
use crate::theory::{Theory, is_set};

/// The most members of a set that are listed.
const MOST_MEMBERS: usize = 8;

/// The names of variables in a rulesheet, by predicate and argument, and the sets
/// that specialisation found.
pub struct Names {
    by_place: FxHashMap<(Functor, usize), String>,
    sets: FxHashMap<Functor, Vec<Term>>,
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
        let mut sets: FxHashMap<Functor, Vec<Term>> = FxHashMap::default();
        for clause in theory.made().iter().filter(|clause| clause.body.is_empty()) {
            let functor = clause.head.functor();
            if let Some(functor) = functor.filter(|f| is_set(f.name.as_str())) {
                sets.entry(functor).or_default().push(clause.head.clone());
            }
        }
        Names { by_place, sets }
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
        let sentence = Sentence {
            names: &names,
            sets: &self.sets,
            numbers: feature.goals.iter().flat_map(numbers_in).collect(),
        };
        let sum = summed(feature);
        let is_said = |goal: &&Term| sum.as_ref().is_none_or(|sum| sum.goal != **goal);
        let goals = feature.goals.iter().filter(is_said);
        let conditions: Vec<String> = goals.map(|goal| sentence.goal(goal)).collect();
        let conditions = conditions.join(", and ");
        let things = feature.things().into_iter();
        let things = things.filter(|thing| sum.as_ref().is_none_or(|sum| *thing != [sum.counter]));
        let things: Vec<String> = things.map(|thing| sentence.thing(&thing)).collect();
        let things = things.join(" with ");
        match (sum, things.is_empty()) {
            (None, true) => format!("Whether {conditions}."),
            (None, false) => format!("The number of different {things} such that {conditions}."),
            (Some(sum), true) => {
                let number = sentence.term(&sum.number);
                format!("The greatest {number} such that {conditions}.")
            }
            (Some(sum), false) => {
                let number = sentence.term(&sum.number);
                format!(
                    "The sum over different {things} of the greatest {number} such that {conditions}."
                )
            }
        }
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

struct Sentence<'a> {
    names: &'a [(String, Var)],
    sets: &'a FxHashMap<Functor, Vec<Term>>,
    /// The variables that are numbers.
    numbers: Vec<Var>,
}

impl Sentence<'_> {
    fn term(&self, term: &Term) -> String {
        TermWriter::new().names(self.names).term(term)
    }

    /// A thing by its variables: `(R, C)`.
    fn thing(&self, thing: &[Var]) -> String {
        let names: Vec<String> = thing
            .iter()
            .map(|&var| self.term(&Term::Var(var)))
            .collect();
        match names.len() {
            1 => names[0].clone(),
            _ => format!("({})", names.join(", ")),
        }
    }

    fn list(&self, args: &[Term]) -> String {
        let texts: Vec<String> = args.iter().map(|arg| self.term(arg)).collect();
        texts.join(", ")
    }

    fn all(&self, goal: &Term) -> String {
        let parts: Vec<String> = goal
            .conjuncts()
            .iter()
            .map(|goal| self.goal(goal))
            .collect();
        parts.join(" and ")
    }

    fn goal(&self, goal: &Term) -> String {
        if let Some(inner) = negated(goal) {
            return format!("it is not the case that {}", self.all(inner));
        }
        let sides = disjuncts(goal);
        if sides.len() > 1 {
            let sides: Vec<String> = sides.iter().map(|side| self.all(side)).collect();
            return format!("either {}", sides.join(" or "));
        }
        if let Some((template, inner, number)) = counting(goal) {
            let (things, number) = (self.list(template.args()), self.term(number));
            return format!(
                "{number} is the number of ({things}) such that {}",
                self.all(inner)
            );
        }
        if let Some((left, right)) = equality(goal) {
            return format!("{} is {}", self.term(left), self.term(right));
        }
        if comparison(goal).is_some() {
            return self.term(goal);
        }
        let Some(functor) = goal.functor() else {
            return self.term(goal);
        };
        match (functor.name.as_str(), goal.args()) {
            ("true", [fact]) => self.fact(fact),
            ("\\=" | "distinct", [left, right]) => {
                format!("{} is not {}", self.tuple(left), self.tuple(right))
            }
            ("between", [Term::Integer(1), number, _]) => {
                format!("it is counted {} times", self.term(number))
            }
            ("is", [value, expression]) => {
                format!("{} is {}", self.term(value), self.term(expression))
            }
            (name, []) => name.replace('_', " "),
            (name, args) => self.call(name, args),
        }
    }

    /// `overflow(S, V)` with a number `V` reads "overflow of S is V". A predicate
    /// made by regression reads like the original, after the move.
    fn call(&self, name: &str, args: &[Term]) -> String {
        if let (Some((stem, role)), [mv, args @ ..]) = (name.split_once("_by_"), args) {
            return format!(
                "if {role} does {}, {}",
                self.term(mv),
                self.call(stem, args)
            );
        }
        if is_set(name) {
            return self.membership(name, args);
        }
        let words = name.replace('_', " ");
        match args.split_last() {
            Some((Term::Var(last), first)) if self.numbers.contains(last) => {
                self.value(&words, first, *last)
            }
            _ => format!("{words} holds for {}", self.list(args)),
        }
    }

    /// `place_1(R, C)` reads "(R, C) is one of (1, 1), (1, 8), (8, 1) and (8, 8)".
    fn membership(&self, name: &str, args: &[Term]) -> String {
        let thing = format!("({})", self.list(args));
        let members = self.sets.get(&Functor::new(name, args.len()));
        let members = members.map_or(&[][..], Vec::as_slice);
        let text = |member: &Term| format!("({})", self.list(member.args()));
        match members {
            [] => format!("{thing} is in the set {name}"),
            [only] => format!("{thing} is {}", text(only)),
            [first, .., last] if members.len() > MOST_MEMBERS => {
                let (first, last, count) = (text(first), text(last), members.len());
                format!("{thing} is one of {count} such as {first} and {last}")
            }
            [others @ .., last] => {
                let others: Vec<String> = others.iter().map(text).collect();
                format!("{thing} is one of {} and {}", others.join(", "), text(last))
            }
        }
    }

    fn value(&self, words: &str, first: &[Term], last: Var) -> String {
        let of = if first.is_empty() {
            String::new()
        } else {
            format!(" of {}", self.list(first))
        };
        format!("{words}{of} is {}", self.term(&Term::Var(last)))
    }

    fn tuple(&self, term: &Term) -> String {
        match term.functor() {
            Some(functor) if functor.name.as_str() == "at" => {
                format!("({})", self.list(term.args()))
            }
            _ => self.term(term),
        }
    }

    /// `cell(R, C, black)` reads "cell (R, C) is black".
    fn fact(&self, fact: &Term) -> String {
        match (fact.functor(), fact.args().split_last()) {
            (Some(functor), Some((last @ Term::Atom(_), first))) if !first.is_empty() => {
                format!(
                    "{} ({}) is {}",
                    functor.name,
                    self.list(first),
                    self.term(last)
                )
            }
            (Some(functor), Some((Term::Var(last), first))) => {
                self.value(functor.name.as_str(), first, *last)
            }
            _ => format!("{} is true", self.term(fact)),
        }
    }
}
