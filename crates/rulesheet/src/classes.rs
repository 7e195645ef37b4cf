//! Which facts play the same part in the rules: the classes of facts that no chain
//! of ground rules tells apart, found by colour refinement.
//!
//! All facts with the same name start in one class. In each round a fact is moved to
//! a new class if the rules it occurs in differ. Corners, edges and squares beside
//! corners separate this way in any game whose rules treat them differently, and
//! symmetric squares stay together. Only the rules of `legal` and `next` count: who
//! wins does not matter to where a piece can go.

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_logic::Term;
use stratalog_run::mix;

use super::ground::{self, Budget};
use super::join::Work;
use super::prepare::{Prepared, Purpose, prepare};
use super::sheet::Rulesheet;
use super::terms::{FunctorId, TermId};

/// The most rounds of refinement.
const MOST_ROUNDS: usize = 40;

/// The classes of the possible facts of a game, from coarse to fine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FactClasses {
    /// Every fact that can hold in a position.
    pub facts: Vec<Term>,
    /// The class of each fact, by round. Each round refines the one before and has
    /// more classes.
    pub rounds: Vec<Vec<u32>>,
}

impl FactClasses {
    /// The classes of a rulesheet's facts; nothing where the rules are too large to
    /// be grounded within the budget.
    pub fn new(sheet: &Rulesheet, budget: Budget) -> Option<FactClasses> {
        let Prepared {
            program,
            terms,
            facts,
        } = prepare(sheet, Purpose::Grounding, &Work::new(budget.work)).ok()?;
        let mut grounding = ground::ground(&program, terms, facts, budget.limits()).ok()?;
        let words = program.words;
        let needed = program.needed_for(&[words.legal, words.next]);
        let functor_of =
            |predicate: super::program::Predicate| program.predicates[predicate.index()].functor;
        let mut functor = |predicate| grounding.terms.functor(functor_of(predicate));
        let (holds, next) = (functor(words.holds), functor(words.next));
        let (does, legal) = (functor(words.does), functor(words.legal));
        let wanted: FxHashSet<FunctorId> = program
            .predicates
            .iter()
            .zip(&needed)
            .filter(|(_, needed)| **needed)
            .map(|(definition, _)| grounding.terms.functor(definition.functor))
            .collect();
        let terms = &grounding.terms;
        let mut structure = Structure::default();
        for (head, body) in grounding.rules() {
            if terms.functor_of(head).is_some_and(|f| wanted.contains(&f)) {
                let body = body.iter().map(|literal| {
                    let part = if literal.is_denied() { DENIED } else { HOLDS };
                    (literal.atom(), part)
                });
                structure.join(body.chain([(head, HEAD)]));
            }
        }
        let possible = grounding.facts.relation(words.holds).facts.clone();
        let moves = grounding.facts.relation(words.does).facts.clone();
        // A fact of the next position is the same fact; a legal move may be made.
        for (list, given) in [(&possible, next), (&moves, legal)] {
            for &atom in list {
                if let Some(other) = terms.find(given, terms.args(atom)) {
                    structure.join([(atom, TAKEN), (other, GIVEN)].into_iter());
                }
            }
        }
        let start = |atom: TermId| {
            let own = terms.functor_of(atom).map_or(0, |f| u64::from(f.0) + 1);
            let is_frame = [holds, next, does, legal]
                .map(Some)
                .contains(&terms.functor_of(atom));
            let inner = terms.args(atom).last().filter(|_| is_frame);
            let inner = inner.and_then(|&arg| terms.functor_of(arg));
            mixed(own, inner.map_or(0, |f| u64::from(f.0) + 1))
        };
        let places: Vec<usize> = possible.iter().map(|&fact| structure.place(fact)).collect();
        let rounds = structure.refined(start, &places);
        let fact = |&atom: &TermId| terms.args(atom).first().map(|&arg| terms.term(arg));
        Some(FactClasses {
            facts: possible.iter().filter_map(fact).collect(),
            rounds,
        })
    }
}

/// The part of an atom in a rule.
const HEAD: u64 = 1;
const HOLDS: u64 = 2;
const DENIED: u64 = 3;
/// The parts of a fact now and next, and of a move made and offered.
const TAKEN: u64 = 4;
const GIVEN: u64 = 5;

/// Atoms and the rules that join them.
#[derive(Default)]
struct Structure {
    atoms: Vec<TermId>,
    places: FxHashMap<TermId, usize>,
    /// The members of each rule: the place of an atom and its part.
    members: Vec<(usize, u64)>,
    ends: Vec<usize>,
}

impl Structure {
    fn place(&mut self, atom: TermId) -> usize {
        let next = self.atoms.len();
        let place = *self.places.entry(atom).or_insert(next);
        if place == next {
            self.atoms.push(atom);
        }
        place
    }

    fn join(&mut self, members: impl Iterator<Item = (TermId, u64)>) {
        for (atom, part) in members {
            let place = self.place(atom);
            self.members.push((place, part));
        }
        self.ends.push(self.members.len());
    }

    /// The classes of these places in each round that tells more of them apart.
    fn refined(&self, start: impl Fn(TermId) -> u64, places: &[usize]) -> Vec<Vec<u32>> {
        let mut colours: Vec<u64> = self.atoms.iter().map(|&atom| start(atom)).collect();
        let mut rounds: Vec<Vec<u32>> = Vec::new();
        let mut most = 0;
        let mut distinct = 0;
        for _ in 0..MOST_ROUNDS {
            let (classes, count) = numbered(places.iter().map(|&place| colours[place]));
            if count > most {
                most = count;
                rounds.push(classes);
            }
            let before = std::mem::replace(&mut distinct, numbered(colours.iter().copied()).1);
            if before == distinct {
                break;
            }
            let mut gathered = vec![0u64; colours.len()];
            let mut first = 0;
            for &end in &self.ends {
                let members = &self.members[first..end];
                first = end;
                // Sums do not depend on the order of the members.
                let rule = members
                    .iter()
                    .map(|&(place, part)| mixed(colours[place], part))
                    .fold(0, u64::wrapping_add);
                for &(place, part) in members {
                    gathered[place] = gathered[place].wrapping_add(mixed(rule, part));
                }
            }
            for (colour, gathered) in colours.iter_mut().zip(gathered) {
                *colour = mixed(*colour, gathered);
            }
        }
        rounds
    }
}

/// Numbers for colours in the order in which they occur, and how many there are.
fn numbered(colours: impl Iterator<Item = u64>) -> (Vec<u32>, usize) {
    let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
    let classes = colours.map(|colour| {
        let next = numbers.len() as u32;
        *numbers.entry(colour).or_insert(next)
    });
    let classes: Vec<u32> = classes.collect();
    (classes, numbers.len())
}

/// One well-distributed number from two.
fn mixed(a: u64, b: u64) -> u64 {
    mix(mix(a.wrapping_add(0x9e37_79b9_7f4a_7c15)).wrapping_add(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundled::find_rulesheet;

    #[test]
    fn the_squares_of_othello_fall_into_the_ten_classes_of_its_symmetries() {
        let sheet = find_rulesheet("othello").expect("othello");
        let classes = FactClasses::new(&sheet, Budget::default()).expect("it is small");
        let of = |text: &str| {
            let place = classes
                .facts
                .iter()
                .position(|fact| fact.to_string() == text);
            classes.rounds.last().expect("rounds")[place.expect(text)]
        };
        assert_eq!(of("cell(1,1,black)"), of("cell(8,8,black)"));
        assert_eq!(of("cell(1,2,black)"), of("cell(7,8,black)"));
        assert_ne!(of("cell(1,2,black)"), of("cell(2,2,black)"));
        assert_ne!(of("cell(1,1,black)"), of("cell(1,4,black)"));
        let black = classes
            .facts
            .iter()
            .zip(classes.rounds.last().expect("rounds"));
        let black = black.filter(|(fact, _)| fact.to_string().ends_with("black)"));
        let black: FxHashSet<u32> = black
            .filter(|(fact, _)| fact.args().len() == 3)
            .map(|(_, &class)| class)
            .collect();
        assert_eq!(black.len(), 10);
    }
}
