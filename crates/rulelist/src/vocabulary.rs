//! The words that rules are made of, found in a rulesheet: its facts, the
//! predicates that follow from them, and the forms of its moves. Roles are
//! replaced by the player and the opponent, so that one rule serves both.

mod forms;
mod moves;

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_game::Described;
use stratalog_logic::{Functor, Term, Var};
use stratalog_rulesheet::{Budget, Counted, Observer, Position, Rulesheet, RulesheetGame};

use crate::condition::Condition;
use crate::measure::{FIRST_FREE, Fold, Measure, OPPONENT, PLAYER, Prospect};
use crate::sides::Sides;
use forms::{Fixed, domains, instance};
use moves::{end_choices, move_forms, moves_made};

/// Words with a meaning of their own in a rulesheet.
const RESERVED: [&str; 14] = [
    "role", "init", "true", "does", "legal", "next", "terminal", "goal", "base", "input", "sees",
    "preimage", "draws", "says",
];
/// An argument with more values is not fixed to any of them.
const MOST_VALUES: usize = 12;
/// An argument of a derived predicate with more values is not fixed.
const MOST_DERIVED_VALUES: usize = 6;
/// A kind of fact with more instances is not counted instance by instance.
const MOST_INSTANCES: usize = 120;

/// The measures and forms of moves that rules may use.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// What is measured of positions, the most telling words first.
    pub measures: Vec<Measure>,
    /// Forms of moves.
    pub moves: Vec<Term>,
    /// Moves to the first or the last of the places that an argument names.
    pub choices: Vec<Condition>,
}

/// Where words are found: a rulesheet with its game, what stands for the players,
/// and positions that use the words.
#[derive(Clone, Copy)]
pub struct Wording<'a> {
    /// The rulesheet.
    pub sheet: &'a Rulesheet,
    /// Its game.
    pub game: &'a RulesheetGame,
    /// What stands for each player.
    pub sides: &'a Sides,
    /// Positions.
    pub sample: &'a [&'a Position],
}

impl Wording<'_> {
    /// The words of the rulesheet, as far as the positions use them. Each of
    /// `prospects` is measured for both players.
    pub fn vocabulary(&self, prospects: &[Prospect]) -> Vocabulary {
        let Wording {
            sheet,
            game,
            sides,
            sample,
        } = *self;
        let mut measures = Vec::new();
        for functor in derived_predicates(sheet) {
            let instances = self.instances(functor);
            let goals = sides.forms(functor, &instances, Fixed::One(MOST_DERIVED_VALUES));
            measures.extend(goals.into_iter().map(Measure::Count));
        }
        let players: &[Var] = if sides.roles.len() == 2 {
            &[PLAYER, OPPONENT]
        } else {
            &[PLAYER]
        };
        for &prospect in prospects {
            let all = players.iter().map(|&who| Measure::Outlook(prospect, who));
            measures.extend(all);
        }
        let mut by_functor: Vec<(Functor, Vec<Term>)> = Vec::new();
        for fact in self.possible_facts() {
            let Some(functor) = fact.functor() else {
                continue;
            };
            if Some(functor.name) == sides.turn {
                continue;
            }
            match by_functor.iter_mut().find(|(own, _)| *own == functor) {
                Some((_, facts)) => facts.push(fact),
                None => by_functor.push((functor, vec![fact])),
            }
        }
        for (functor, facts) in &by_functor {
            measures.extend(self.folds(*functor, facts));
            let fixed = if facts.len() <= MOST_INSTANCES {
                Fixed::All(MOST_VALUES)
            } else {
                Fixed::One(MOST_VALUES)
            };
            let facts = sides.forms(*functor, facts, fixed);
            let held = |fact: Term| Measure::Count(Term::compound("true", [fact]));
            measures.extend(facts.into_iter().map(held));
        }
        let made = moves_made(game, sample);
        Vocabulary {
            measures,
            moves: move_forms(&made, sides),
            choices: made.iter().flat_map(end_choices).collect(),
        }
    }

    /// The facts that positions can have; where the game does not know them, those of
    /// these positions.
    fn possible_facts(&self) -> Vec<Term> {
        self.game.possible_facts().unwrap_or_else(|| {
            let positions = self.sample.iter();
            let facts = positions.flat_map(|position| self.game.facts(position));
            let mut facts: Vec<Term> = facts.collect::<FxHashSet<Term>>().into_iter().collect();
            facts.sort();
            facts
        })
    }

    /// The instances of a predicate that hold in some of the positions; none where it
    /// cannot be asked with unbound arguments.
    fn instances(&self, functor: Functor) -> Vec<Term> {
        let values: Vec<Term> = (0..functor.arity as u32).map(Term::var).collect();
        let body = instance(functor, values.clone());
        let goal = Counted { values, body };
        let (sheet, game, budget) = (self.sheet, self.game, Budget::default());
        let made = if game.possible_facts().is_some() {
            Observer::new(sheet, game, &[], &[goal], budget)
        } else {
            Observer::among(self.possible_facts(), sheet, game, &[goal], budget)
        };
        let Ok(Some(observer)) = made else {
            return Vec::new();
        };
        let frequencies = observer.frequencies(self.sample);
        let found = frequencies.into_iter().flatten();
        found
            .filter(|(_, times)| *times > 0)
            .map(|(values, _)| instance(functor, values))
            .collect()
    }

    /// Folds of an argument that is a number and that the other arguments determine,
    /// as the size of a heap.
    fn folds(&self, functor: Functor, facts: &[Term]) -> Vec<Measure> {
        let domains = domains(functor, facts);
        let mut found = Vec::new();
        for (at, domain) in domains.iter().enumerate() {
            let is_number = domain.iter().all(|value| value.as_integer().is_some());
            if domain.len() < 3 || !is_number || !self.is_determined(functor, at) {
                continue;
            }
            let others: Vec<Term> = facts
                .iter()
                .map(|fact| {
                    let mut args = fact.args().to_vec();
                    args.remove(at);
                    Term::list(args)
                })
                .collect();
            let is_single = others.iter().all(|other| *other == others[0]);
            let var = Var(FIRST_FREE + at as u32);
            for form in self.sides.forms(functor, facts, Fixed::One(MOST_VALUES)) {
                if form.args()[at] != Term::Var(var) {
                    continue;
                }
                let is_general = !form.args().iter().any(|arg| !matches!(arg, Term::Var(_)));
                let held = Term::compound("true", [form]);
                let all = if is_single || !is_general {
                    &Fold::ALL[..1]
                } else {
                    &Fold::ALL[..]
                };
                found.extend(
                    all.iter()
                        .map(|&fold| Measure::Fold(fold, var, held.clone())),
                );
            }
        }
        found
    }

    /// Whether no two facts of a position differ in this argument alone.
    fn is_determined(&self, functor: Functor, at: usize) -> bool {
        self.sample.iter().all(|position| {
            let mut seen = FxHashSet::default();
            let facts = self.game.facts(position).into_iter();
            facts
                .filter(|fact| fact.functor() == Some(functor))
                .all(|fact| {
                    let mut args = fact.args().to_vec();
                    args.remove(at);
                    seen.insert(Term::list(args))
                })
        })
    }
}

/// The predicates of a rulesheet that depend on the position and not on the moves
/// that are being made.
fn derived_predicates(sheet: &Rulesheet) -> Vec<Functor> {
    let holds = Functor::new("true", 1);
    let does = Functor::new("does", 2);
    let mut calls: FxHashMap<Functor, FxHashSet<Functor>> = FxHashMap::default();
    let mut order = Vec::new();
    for clause in &sheet.clauses {
        let Some(head) = clause.head.functor() else {
            continue;
        };
        if !calls.contains_key(&head) {
            order.push(head);
        }
        let called = clause.body.subterms().filter_map(Term::functor);
        calls.entry(head).or_default().extend(called);
    }
    let reach = |from: Functor| {
        let mut seen = FxHashSet::default();
        let mut pending = vec![from];
        while let Some(functor) = pending.pop() {
            for &called in calls.get(&functor).into_iter().flatten() {
                if seen.insert(called) {
                    pending.push(called);
                }
            }
        }
        seen
    };
    order.retain(|functor| {
        let reached = reach(*functor);
        let is_reserved = RESERVED.contains(&functor.name.as_str());
        !is_reserved && reached.contains(&holds) && !reached.contains(&does)
    });
    order
}
