//! What a learner knows after a cycle, as data: a run that was killed resumes from
//! it and ends with the same result.
//!
//! Saved are the features, the clauses that were made, and the games as moves.
//! Positions, preferences, values and the evaluation follow from them.

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use stratalog_game::{Game, Turn};
use stratalog_logic::{Clause, Functor, Term, TermWriter, Var, read_term};

use super::games::Step;
use super::{Alive, Cycle, Discovered, Zenith};
use crate::error::ZenithError;
use crate::feature::Feature;
use crate::goal::next_variable;
use crate::player::successors;
use crate::transform::Transformation;

/// What a learner knows after a cycle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    made: Vec<MadeClause>,
    features: Vec<SavedFeature>,
    /// The numbers of the features that are developed further.
    alive: Vec<usize>,
    games: Vec<Vec<Step>>,
    cycles: Vec<Cycle>,
}

/// A clause that regression or specialisation made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct MadeClause {
    clause: SavedTerm,
    /// Whether its predicate depends on the position.
    is_dynamic: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct SavedFeature {
    goals: SavedTerm,
    variables: Vec<u32>,
    key: String,
    origin: Option<(usize, Transformation)>,
    cycle: usize,
    cost: f64,
    is_active: bool,
    is_developed: bool,
}

/// A term as text. The text lists the variables before the term, so that reading
/// it numbers them as they were.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
struct SavedTerm(String);

impl SavedTerm {
    fn new(term: &Term) -> SavedTerm {
        let variables = Term::list((0..next_variable([term])).map(Term::var));
        let pair = Term::compound("-", [variables, term.clone()]);
        SavedTerm(TermWriter::new().term(&pair))
    }

    fn term(&self) -> Result<Term, ZenithError> {
        let read = read_term(&self.0).map_err(|error| bad(error.to_string()))?;
        match read.term.args() {
            [_, term] => Ok(term.clone()),
            _ => Err(bad(&self.0)),
        }
    }
}

impl SavedFeature {
    fn new(found: &Discovered) -> SavedFeature {
        let feature = &found.feature;
        SavedFeature {
            goals: SavedTerm::new(&Term::list(feature.goals.iter().cloned())),
            variables: feature.variables.iter().map(|var| var.0).collect(),
            key: feature.key().to_owned(),
            origin: found.origin,
            cycle: found.cycle,
            cost: found.cost,
            is_active: found.is_active,
            is_developed: found.is_developed,
        }
    }

    fn restored(&self) -> Result<Discovered, ZenithError> {
        let goals = self.goals.term()?.as_list();
        let goals = goals.ok_or_else(|| bad(&self.goals.0))?;
        let variables = self.variables.iter().copied().map(Var).collect();
        Ok(Discovered {
            feature: Feature::again(goals, variables, self.key.clone()),
            origin: self.origin,
            cycle: self.cycle,
            cost: self.cost,
            is_active: self.is_active,
            is_developed: self.is_developed,
        })
    }
}

/// What is wrong with a saved state.
fn bad(cause: impl Into<String>) -> ZenithError {
    ZenithError::BadState(cause.into())
}

impl Zenith {
    /// What is known after the last complete cycle.
    pub fn checkpoint(&self) -> Checkpoint {
        let made = self.theory.made().iter().map(|clause| MadeClause {
            clause: SavedTerm::new(&clause.to_term()),
            is_dynamic: self.theory.is_dynamic(&clause.head),
        });
        Checkpoint {
            made: made.collect(),
            features: self.features.iter().map(SavedFeature::new).collect(),
            alive: self.alive.iter().map(|alive| alive.number).collect(),
            games: self.games.clone(),
            cycles: self.cycles.clone(),
        }
    }

    /// A learner with the same settings that knows what was saved.
    pub fn resumed(mut self, checkpoint: &Checkpoint) -> Result<Zenith, ZenithError> {
        let mut made = Vec::new();
        let mut dynamic: FxHashSet<Functor> = FxHashSet::default();
        for saved in &checkpoint.made {
            let clause = Clause::from_term(&saved.clause.term()?);
            let functor = clause.head.functor();
            let functor = functor.ok_or_else(|| bad("a clause without a head"))?;
            if saved.is_dynamic {
                dynamic.insert(functor);
            }
            made.push(clause);
        }
        let features = checkpoint.features.iter().map(SavedFeature::restored);
        self.features = features.collect::<Result<_, ZenithError>>()?;
        let count = self.features.len();
        if !checkpoint.alive.iter().all(|&number| number < count) {
            return Err(bad("it is not complete"));
        }
        self.games = checkpoint.games.clone();
        self.cycles = checkpoint.cycles.clone();
        self.theory.add_again(made, &dynamic);
        let features = self.features.iter();
        self.keys = features
            .map(|found| found.feature.key().to_owned())
            .collect();
        let is_alive = |&number: &usize| Alive {
            number,
            values: Vec::new(),
        };
        self.alive = checkpoint.alive.iter().map(is_alive).collect();
        self.replay()?;
        self.look();
        if let Some(last) = self.cycles.len().checked_sub(1) {
            self.evaluation = Some(self.train(last)?.1);
        }
        Ok(self)
    }

    /// Takes positions and preferences from the games again.
    fn replay(&mut self) -> Result<(), ZenithError> {
        let game = self.game.clone();
        let games = std::mem::take(&mut self.games);
        for (number, steps) in games.iter().enumerate() {
            let mut position = game.initial(&mut self.stream(number));
            for step in steps {
                let Turn::Role(role) = game.turn(&position) else {
                    return Err(bad("a game continues after its end"));
                };
                let after = successors(&game, &position);
                let is_move = |place: usize| place < after.len();
                if !is_move(step.played) || !step.preferred.iter().all(|&place| is_move(place)) {
                    return Err(bad("a game has an illegal move"));
                }
                self.take_preferences(&after, &step.preferred, role);
                position = after[step.played].1.clone();
            }
        }
        self.forget_excess();
        self.games = games;
        Ok(())
    }
}
