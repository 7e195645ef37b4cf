//! Features that need no derivation: the number of facts of a kind, and the sum of a
//! number that facts of a kind have, such as the rows of all white pieces.

use rustc_hash::FxHashMap;
use stratalog_logic::{Functor, Term};

use crate::feature::Feature;
use crate::theory::Theory;

/// The most values of an argument for each of which facts are a kind of their own.
const MOST_VALUES: usize = 8;
/// The most facts of a name that are features of their own.
const MOST_SINGLE: usize = 16;
/// The most pairs of values of two arguments for each of which facts are a kind of their
/// own, such as the pieces of a colour in a column.
const MOST_PAIRS: usize = 60;
/// Facts with this number of arguments or more are not counted.
const MOST_ARGUMENTS: usize = 8;

/// The facts of one name that a position may have.
struct Kind<'a> {
    functor: Functor,
    facts: Vec<&'a Term>,
    /// The different values of each argument.
    values: Vec<Vec<&'a Term>>,
}

/// Facts of a name of which some arguments are given and the others are variables.
struct Pattern {
    functor: Functor,
    args: Vec<Term>,
}

/// The number of facts of each name, all of them and those with a given argument;
/// a number that is the only argument is counted up to.
pub fn counts(theory: &Theory, possible: &[Term]) -> Vec<Feature> {
    let mut found = Vec::new();
    for kind in kinds(possible) {
        for pattern in kind.patterns() {
            found.extend(pattern.count(theory));
        }
        if kind.functor.arity == 1 && kind.is_number(0) {
            found.extend(kind.open().sum(theory, 0));
        }
    }
    found
}

/// The number of facts of each name, also with two given arguments, the sums of their
/// numbers, and single facts where there are few.
pub fn counts_and_sums(theory: &Theory, possible: &[Term]) -> Vec<Feature> {
    let mut found = counts(theory, possible);
    for kind in kinds(possible) {
        for pattern in kind.patterns() {
            let numbers = (0..kind.functor.arity).filter(|&place| kind.is_number(place));
            found.extend(numbers.filter_map(|place| pattern.sum(theory, place)));
        }
        let pairs = kind.pairs();
        let of_pair = |pair: &Pattern| pair.count(theory).or_else(|| pair.holds(theory));
        found.extend(pairs.iter().filter_map(of_pair));
        if kind.facts.len() <= MOST_SINGLE {
            found.extend(kind.facts.iter().filter_map(|fact| single(theory, fact)));
        }
    }
    found
}

/// Whether a fact holds.
pub fn single(theory: &Theory, fact: &Term) -> Option<Feature> {
    let holds = Term::compound("true", [fact.clone()]);
    Feature::new(theory, vec![holds], &[])
}

/// The facts by name, in the order in which the names occur.
fn kinds(possible: &[Term]) -> Vec<Kind<'_>> {
    let mut places: FxHashMap<Functor, usize> = FxHashMap::default();
    let mut kinds: Vec<Kind<'_>> = Vec::new();
    for fact in possible {
        let Some(functor) = fact.functor().filter(|f| f.arity < MOST_ARGUMENTS) else {
            continue;
        };
        let place = *places.entry(functor).or_insert_with(|| {
            kinds.push(Kind {
                functor,
                facts: Vec::new(),
                values: vec![Vec::new(); functor.arity],
            });
            kinds.len() - 1
        });
        kinds[place].facts.push(fact);
        for (known, arg) in kinds[place].values.iter_mut().zip(fact.args()) {
            if known.len() <= MOST_PAIRS && !known.contains(&arg) {
                known.push(arg);
            }
        }
    }
    kinds
}

impl Kind<'_> {
    /// All facts of the name.
    fn open(&self) -> Pattern {
        Pattern {
            functor: self.functor,
            args: (0..self.functor.arity as u32).map(Term::var).collect(),
        }
    }

    /// All facts of the name, and those with a given argument.
    fn patterns(&self) -> Vec<Pattern> {
        let mut patterns = vec![self.open()];
        for (place, values) in self.values.iter().enumerate() {
            if values.len() > MOST_VALUES {
                continue;
            }
            for &value in values {
                let mut pattern = self.open();
                pattern.args[place] = value.clone();
                patterns.push(pattern);
            }
        }
        patterns
    }

    /// Facts with two given arguments, one of them a name among few and the other one of
    /// the names of a scale, such as a column; the sum of a number says the same of a
    /// scale of numbers.
    fn pairs(&self) -> Vec<Pattern> {
        let mut patterns = Vec::new();
        let is_scale = |&place: &usize| {
            let count = self.values[place].len();
            (3..=MOST_PAIRS).contains(&count) && !self.is_number(place)
        };
        for scale in (0..self.functor.arity).filter(is_scale) {
            for (place, values) in self.values.iter().enumerate() {
                let is_few = (2..=MOST_VALUES).contains(&values.len());
                let count = values.len() * self.values[scale].len();
                if place == scale || !is_few || count > MOST_PAIRS {
                    continue;
                }
                for &value in values {
                    for &point in &self.values[scale] {
                        let mut pattern = self.open();
                        pattern.args[place] = value.clone();
                        pattern.args[scale] = point.clone();
                        patterns.push(pattern);
                    }
                }
            }
        }
        patterns
    }

    /// Whether an argument is always a number, and not always the same.
    fn is_number(&self, place: usize) -> bool {
        let mut numbers = self
            .facts
            .iter()
            .map(|fact| fact.args()[place].as_integer());
        self.values[place].len() > 1
            && numbers.all(|number| number.is_some_and(|number| number >= 0))
    }
}

impl Pattern {
    fn goal(&self) -> Term {
        let fact = Term::compound(self.functor.name, self.args.iter().cloned());
        Term::compound("true", [fact])
    }

    fn free(&self) -> Vec<Term> {
        let free = self.args.iter().filter(|arg| !arg.is_ground());
        free.cloned().collect()
    }

    /// The number of facts; nothing where all arguments are given.
    fn count(&self, theory: &Theory) -> Option<Feature> {
        let free = self.free();
        (!free.is_empty()).then(|| Feature::new(theory, vec![self.goal()], &free))?
    }

    /// Whether one of the facts holds.
    fn holds(&self, theory: &Theory) -> Option<Feature> {
        Feature::new(theory, vec![self.goal()], &[])
    }

    /// The sum of a number that the facts have, or the greatest where it is all that
    /// tells them apart; nothing where it is given.
    fn sum(&self, theory: &Theory, place: usize) -> Option<Feature> {
        let number = &self.args[place];
        if number.is_ground() {
            return None;
        }
        let counter = Term::var(self.functor.arity as u32);
        let up_to = [Term::Integer(1), number.clone(), counter.clone()];
        let goals = vec![self.goal(), Term::compound("between", up_to)];
        let mut counted = self.free();
        if counted.len() == 1 {
            counted.clear();
        }
        counted.push(counter);
        Feature::new(theory, goals, &counted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::values;
    use crate::rehearsal::random_positions;
    use stratalog_game::Described;
    use stratalog_logic::Source;
    use stratalog_rulesheet::bundled::find_rulesheet;
    use stratalog_rulesheet::{EngineChoice, Rulesheet, RulesheetGame, Syntax};
    use stratalog_run::Seed;

    #[test]
    fn facts_are_counted_and_their_numbers_are_summed() {
        let sheet = find_rulesheet("hexapawn").expect("hexapawn");
        let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("rules");
        let theory = Theory::new(&sheet).expect("a theory");
        let possible = game.possible_facts().expect("they are known");
        let features = counts_and_sums(&theory, &possible);
        let positions = random_positions(&game, 50, Seed(5));
        let looked: Vec<_> = positions.iter().collect();
        let shown = values(&theory, &game, &features, &looked);
        // For each feature, its value computed from the facts of the position.
        for (feature, shown) in features.iter().zip(shown) {
            let shown = shown.expect("it is small");
            let [pattern] = feature.goals[0].args() else {
                panic!("{feature:?}");
            };
            let summed = feature.goals.get(1).map(|between| &between.args()[1]);
            for (position, &shown) in positions.iter().zip(&shown) {
                let facts = game.facts(position);
                let meant = facts.iter().filter(|fact| {
                    let mut pairs = fact.args().iter().zip(pattern.args());
                    fact.functor() == pattern.functor()
                        && pairs.all(|(own, wanted)| !wanted.is_ground() || own == wanted)
                });
                let amount = |fact: &Term| match summed {
                    Some(number) => {
                        let mut args = pattern.args().iter();
                        let place = args.position(|arg| arg == number).expect("a number");
                        fact.args()[place].as_integer().expect("a number")
                    }
                    None => 1,
                };
                let expected: i64 = meant.map(amount).sum();
                assert_eq!(i64::from(shown), expected, "{feature:?}");
            }
        }
        let of_kind = |is_sum: bool| {
            let kind = features.iter().filter(|f| (f.goals.len() > 1) == is_sum);
            kind.count()
        };
        assert!(of_kind(true) > 0 && of_kind(false) > 0);
    }

    #[test]
    fn a_scale_of_names_is_split_by_what_stands_on_it() {
        let rules = "role(w). role(b). init(cell(a, 1, w)). init(at(w, a)).";
        let sheet = Rulesheet::read(Source::new("scale.pl", rules), Syntax::Prolog);
        let theory = Theory::new(&sheet).expect("a theory");
        let fact = |text: String| stratalog_logic::read_term(&text).expect("a term").term;
        let mut possible = Vec::new();
        for column in 'a'..='i' {
            for who in ["w", "b"] {
                possible.push(fact(format!("at({who}, {column})")));
                for row in 1..=9 {
                    possible.push(fact(format!("cell({column}, {row}, {who})")));
                }
            }
        }
        let features = counts_and_sums(&theory, &possible);
        let has = |goal: &str, counted: usize| {
            let mut found = features.iter();
            found.any(|f| f.goals[0].to_string() == goal && f.variables.len() == counted)
        };
        let some: Vec<String> = features.iter().map(|f| f.goals[0].to_string()).collect();
        assert!(has("true(at(w,c))", 0), "{some:?}");
        assert!(
            some.iter()
                .any(|goal| goal.starts_with("true(cell(c,") && goal.ends_with(",w))"))
        );
        assert!(
            !some
                .iter()
                .any(|goal| goal.starts_with("true(cell(") && goal.contains(",3,w))"))
        );
    }
}
