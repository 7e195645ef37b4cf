//! Counts the instances of goals that hold, in many positions at once. Clauses are
//! added to a rulesheet; for each of a list of goals, an observer gives the number
//! of its instances that hold in each position.
//!
//! The clauses are grounded and become a network like the game's own, over the
//! same facts; counts are added up digit by digit, 64 positions at a time.

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_logic::{Clause, Functor, ReadTerm, Term};

use super::game::RulesheetGame;
use super::ground::{self, Budget};
use super::join::Work;
use super::network::{self, Network, Signal};
use super::position::Position;
use super::prepare::{Prepared, Purpose, prepare};
use super::sheet::{Rulesheet, SheetClause};
use super::wires::Wires;
use stratalog_game::Described;
use stratalog_game::error::GameError;

/// How many words of positions are computed together.
const WORDS: usize = 8;
/// How many positions that is.
const LANES: usize = 64 * WORDS;
/// What the observer is told: the goal's number and the values of its variables.
const COUNTED: &str = "counted";

/// A goal whose instances are counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted {
    /// The values that make instances different.
    pub values: Vec<Term>,
    /// When such an instance holds.
    pub body: Term,
}

/// Counts the instances of goals that hold in positions of a game.
pub struct Observer {
    network: Network,
    /// The instances of each goal: their values, and what makes them hold.
    instances: Vec<Vec<(Vec<Term>, Signal)>>,
    /// Where the game does not know its possible facts, those that are seen.
    seen: Option<Seen>,
}

/// Facts that an observer was given, each with its place in the network.
struct Seen {
    game: RulesheetGame,
    places: FxHashMap<Term, usize>,
}

impl Observer {
    /// An observer of these goals, which may ask the rulesheet's predicates and
    /// those of further clauses. Nothing where the game or the goals are too
    /// large to be grounded within the budget.
    pub fn new(
        sheet: &Rulesheet,
        game: &RulesheetGame,
        clauses: &[Term],
        goals: &[Counted],
        budget: Budget,
    ) -> Result<Option<Observer>, GameError> {
        match game.possible_facts() {
            Some(possible) => Observer::over(possible, sheet, game, clauses, goals, budget),
            None => Ok(None),
        }
    }

    /// An observer of positions that have no other facts than these, for games whose
    /// possible facts are not known. Facts that are not among them are not seen.
    pub fn among(
        mut facts: Vec<Term>,
        sheet: &Rulesheet,
        game: &RulesheetGame,
        goals: &[Counted],
        budget: Budget,
    ) -> Result<Option<Observer>, GameError> {
        facts.sort();
        facts.dedup();
        let places = facts.iter().cloned().zip(0..).collect();
        let made = Observer::over(facts, sheet, game, &[], goals, budget)?;
        Ok(made.map(|observer| Observer {
            seen: Some(Seen {
                game: game.clone(),
                places,
            }),
            ..observer
        }))
    }

    /// An observer of these facts, which are in the standard order of terms.
    fn over(
        possible: Vec<Term>,
        sheet: &Rulesheet,
        game: &RulesheetGame,
        clauses: &[Term],
        goals: &[Counted],
        budget: Budget,
    ) -> Result<Option<Observer>, GameError> {
        let Some(place) = sheet.clauses.first() else {
            return Ok(None);
        };
        let role = game.role_terms()[0].clone();
        let watching = goals.iter().enumerate().map(|(number, goal)| {
            let number = Term::Integer(number as i64);
            let values = [number].into_iter().chain(goal.values.iter().cloned());
            let percept = Term::compound(COUNTED, values);
            let head = Term::compound("sees", [role.clone(), percept]);
            Clause::new(head, goal.body.conjuncts()).to_term()
        });
        let added: Vec<SheetClause> = clauses
            .iter()
            .cloned()
            .chain(watching)
            .map(|clause| at_place(&clause, &place.read))
            .collect();
        let watched = Rulesheet {
            clauses: asked(sheet, added, &possible, &place.read),
            ..sheet.clone()
        };
        let Prepared {
            program,
            terms,
            facts,
        } = prepare(&watched, Purpose::Grounding, &Work::new(budget.work))
            .map_err(|refusal| refusal.in_sheet(&watched))?;
        let role_facts = &facts.relation(program.words.role).facts;
        let roles: Vec<_> = role_facts.iter().map(|&fact| terms.args(fact)[0]).collect();
        let Ok(grounding) = ground::ground(&program, terms, facts, budget.limits()) else {
            return Ok(None);
        };
        let Ok(network) = network::assemble(&program, &grounding, &roles) else {
            return Ok(None);
        };
        let mut instances: Vec<Vec<(Vec<Term>, Signal)>> = vec![Vec::new(); goals.len()];
        for &(percept, signal) in network.sees.iter().flatten() {
            let Some((&number, values)) = grounding.terms.args(percept).split_first() else {
                continue;
            };
            let number = grounding.terms.goal(number);
            if let Some(list) = number.and_then(|n| instances.get_mut(n as usize)) {
                let values = values.iter().map(|&id| grounding.terms.term(id)).collect();
                list.push((values, signal));
            }
        }
        Ok(Some(Observer {
            network,
            instances,
            seen: None,
        }))
    }

    /// How many gates are computed for each position.
    pub fn gates(&self) -> usize {
        self.network.kinds.len()
    }

    /// For each position, how many instances of each goal hold.
    pub fn counts(&self, positions: &[&Position]) -> Vec<Vec<u32>> {
        let mut counts = Vec::with_capacity(positions.len());
        if positions.len() <= 64 {
            self.count_block::<1>(positions, &mut counts);
            return counts;
        }
        for block in positions.chunks(LANES) {
            self.count_block::<WORDS>(block, &mut counts);
        }
        counts
    }

    /// For each goal, in how many of the positions each of its instances holds.
    pub fn frequencies(&self, positions: &[&Position]) -> Vec<Vec<(Vec<Term>, u32)>> {
        let mut found: Vec<Vec<(Vec<Term>, u32)>> = self
            .instances
            .iter()
            .map(|list| list.iter().map(|(values, _)| (values.clone(), 0)).collect())
            .collect();
        for block in positions.chunks(LANES) {
            let wires = self.look::<WORDS>(block);
            // Lanes without a position must not count.
            let used: [u64; WORDS] = std::array::from_fn(|word| {
                let lanes = block.len().saturating_sub(64 * word).min(64);
                u64::MAX.checked_shr(64 - lanes as u32).unwrap_or(0)
            });
            for (list, found) in self.instances.iter().zip(&mut found) {
                for ((_, signal), (_, times)) in list.iter().zip(found) {
                    let words = wires.value(*signal);
                    let ones = words.iter().zip(&used).map(|(w, u)| (w & u).count_ones());
                    *times += ones.sum::<u32>();
                }
            }
        }
        found
    }

    /// The wires in these positions, a lane for each.
    fn look<const N: usize>(&self, positions: &[&Position]) -> Wires<'_, N> {
        let mut wires = Wires::<N>::new(&self.network);
        for (lane, position) in positions.iter().enumerate() {
            let mut set = |fact: usize| wires.values[fact + 1][lane / 64] |= 1 << (lane % 64);
            match &self.seen {
                None => position.fact_places().for_each(set),
                Some(Seen { game, places }) => {
                    let facts = game.facts(position).into_iter();
                    facts
                        .filter_map(|fact| places.get(&fact).copied())
                        .for_each(&mut set);
                }
            }
        }
        wires.compute(0, self.network.kinds.len());
        wires
    }

    fn count_block<const N: usize>(&self, positions: &[&Position], counts: &mut Vec<Vec<u32>>) {
        let wires = self.look::<N>(positions);
        let first = counts.len();
        counts.resize(first + positions.len(), vec![0; self.instances.len()]);
        for (goal, instances) in self.instances.iter().enumerate() {
            let digits = sum(instances.iter().map(|(_, signal)| wires.value(*signal)));
            for (weight, words) in digits.iter().enumerate() {
                for (lane, counts) in counts[first..].iter_mut().enumerate() {
                    let bit = words[lane / 64] >> (lane % 64) & 1;
                    counts[goal] += (bit as u32) << weight;
                }
            }
        }
    }
}

/// Adds up words lane by lane; gives the binary digits of the sums, lowest first.
fn sum<const N: usize>(words: impl Iterator<Item = [u64; N]>) -> Vec<[u64; N]> {
    let mut digits: Vec<[u64; N]> = Vec::new();
    for mut carry in words {
        let mut place = 0;
        while carry.iter().any(|&word| word != 0) {
            if place == digits.len() {
                digits.push([0; N]);
            }
            for (digit, carry) in digits[place].iter_mut().zip(&mut carry) {
                let both = *digit & *carry;
                *digit ^= *carry;
                *carry = both;
            }
            place += 1;
        }
    }
    digits
}

/// The clauses that the added ones ask, the roles, and every possible fact in
/// the place of those at the start: what can hold was found when the game was
/// made, so `next` has nothing to add.
fn asked(
    sheet: &Rulesheet,
    added: Vec<SheetClause>,
    possible: &[Term],
    place: &ReadTerm,
) -> Vec<SheetClause> {
    let mut by_head: FxHashMap<Functor, Vec<&SheetClause>> = FxHashMap::default();
    for clause in &sheet.clauses {
        if let Some(functor) = clause.head.functor() {
            by_head.entry(functor).or_default().push(clause);
        }
    }
    let init = Functor::new("init", 1);
    let next = Functor::new("next", 1);
    let sees = Functor::new("sees", 2);
    let mut wanted: FxHashSet<Functor> = FxHashSet::default();
    let mut pending: Vec<Functor> = vec![Functor::new("role", 1)];
    let asks = |clause: &SheetClause, pending: &mut Vec<Functor>| {
        pending.extend(clause.body.subterms().filter_map(Term::functor));
    };
    added.iter().for_each(|clause| asks(clause, &mut pending));
    while let Some(functor) = pending.pop() {
        if [init, next, sees].contains(&functor) || !wanted.insert(functor) {
            continue;
        }
        for clause in by_head.get(&functor).into_iter().flatten() {
            asks(clause, &mut pending);
        }
    }
    let is_wanted =
        |clause: &&SheetClause| clause.head.functor().is_some_and(|f| wanted.contains(&f));
    let kept = sheet.clauses.iter().filter(is_wanted).cloned();
    let start = possible
        .iter()
        .map(|fact| at_place(&Term::compound("init", [fact.clone()]), place));
    kept.chain(start).chain(added).collect()
}

/// A clause that is in no file, with a place for the sake of messages.
fn at_place(clause: &Term, place: &ReadTerm) -> SheetClause {
    SheetClause::at(Clause::from_term(clause), place.clone())
}
