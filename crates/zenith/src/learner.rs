//! Zenith's cycle (section 4): play, take preferences from the opponent's
//! choices, make features of features, select those that are worth their cost,
//! train.

mod checkpoint;
mod games;
mod generation;
mod reserve;
mod training;

use cpu_time::ProcessTime;
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use stratalog_game::{Game, Player};
use stratalog_logic::Term;
use stratalog_rulesheet::{Observer, Position, Rulesheet, RulesheetGame};
use stratalog_run::Seed;

use self::games::{Preference, Step};
use crate::concept::{Learner, Until};
use crate::error::ZenithError;
use crate::evaluation::Evaluation;
use crate::evidence::observer;
use crate::feature::Feature;
use crate::rehearsal::random_positions;
use crate::scales::Cost;
use crate::theory::Theory;
use crate::transform::Transformation;

/// Positions of random games in which what seems to hold always is tested.
const REHEARSED: usize = 3_000;

/// How a run goes.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How often the cycle is gone through.
    pub cycles: usize,
    /// What an evaluation may cost.
    pub limit: f64,
    /// What cost is measured in.
    pub cost: Cost,
    /// How preferences are learned.
    pub learner: Learner,
    /// How many inactive features are kept.
    pub beam: usize,
    /// How many preference pairs are kept.
    pub instances: usize,
    /// The most moves a choice is held against; of more, so many are drawn by
    /// lot.
    pub others: usize,
    /// Games played in a cycle, at least.
    pub games: usize,
    /// Games are played in a cycle until they have told so many preferences.
    pub fresh: usize,
    /// How many moves of each player are drawn by lot at the start of a game.
    pub opening: usize,
    /// Whether the teacher is also asked what it would do in the first role's
    /// place, and features are weighed apart after each role's move.
    pub both_sides: bool,
    /// When enough features are cast out. Past the paper, a feature is of use only if
    /// no cheaper one tells the same, and of those that tell nothing yet, those are
    /// kept first that are still to be developed.
    pub until: Until,
    /// Whether the transformations and the control are those of the paper only.
    pub as_published: bool,
    /// What decides everything random.
    pub seed: Seed,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            cycles: 10,
            limit: 20_000.0,
            cost: Cost::Steps,
            learner: Learner::linear(),
            beam: 20,
            instances: 3_000,
            others: usize::MAX,
            games: 1,
            fresh: 0,
            opening: 5,
            both_sides: false,
            until: Until::Affordable,
            as_published: false,
            seed: Seed(1),
        }
    }
}

/// A feature that was found, and how.
#[derive(Clone, Debug)]
pub struct Discovered {
    /// What is counted.
    pub feature: Feature,
    /// The number of the feature it was made of, and how.
    pub origin: Option<(usize, Transformation)>,
    /// The cycle it was found in, from 0.
    pub cycle: usize,
    /// What evaluating it costs.
    pub cost: f64,
    /// Whether the evaluation uses it at the end.
    pub is_active: bool,
}

/// What a cycle came to.
#[derive(Clone, Debug)]
pub struct Cycle {
    /// Its number, from 0.
    pub number: usize,
    /// Preference pairs so far.
    pub pairs: usize,
    /// Features found so far.
    pub generated: usize,
    /// The numbers of the features in use.
    pub active: Vec<usize>,
    /// The share of preferences told rightly, and its margin.
    pub accuracy: f64,
    /// Half the width of its 99% interval.
    pub margin: f64,
}

/// How much was looked at, and what it took.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Effort {
    /// Values of features in positions.
    pub evaluations: u64,
    /// Seconds of processor time, those for making the networks among them.
    pub seconds: f64,
}

/// What a run found.
pub struct Run {
    /// The rules, with the clauses that regression made.
    pub theory: Theory,
    /// Every feature, in the order found.
    pub features: Vec<Discovered>,
    /// What each cycle came to.
    pub cycles: Vec<Cycle>,
    /// The evaluation at the end.
    pub evaluation: Evaluation,
    /// How much was looked at since the start, or since the run was gone on with.
    pub effort: Effort,
}

impl Run {
    /// How a feature was derived, the last step first, as in `remove-negation of
    /// f3`; nothing for the goal of the game.
    pub fn derivation(&self, number: usize) -> Vec<String> {
        let mut steps = Vec::new();
        let mut at = number;
        while let Some((parent, how)) = self.features[at].origin {
            steps.push(format!("{} of {}", how.name(), name(parent)));
            at = parent;
        }
        steps
    }
}

/// The learner: [`Zenith::run`] goes through all cycles, [`Zenith::cycle`] through
/// one, so that what is known can be saved after it.
pub struct Zenith {
    theory: Theory,
    game: RulesheetGame,
    settings: Settings,
    features: Vec<Discovered>,
    keys: FxHashSet<String>,
    /// Features that are still developed, with their values in all positions.
    alive: Vec<Alive>,
    positions: Vec<Position>,
    /// Positions of random games, past the paper.
    rehearsed: Vec<Position>,
    preferences: Vec<Preference>,
    /// The games that positions and preferences come from.
    games: Vec<Vec<Step>>,
    cycles: Vec<Cycle>,
    /// What the last cycle came to.
    evaluation: Option<Evaluation>,
    effort: Effort,
}

struct Alive {
    number: usize,
    /// What looks at positions; nothing where the feature is too large.
    observer: Option<Observer>,
    values: Vec<u32>,
}

impl Zenith {
    /// A learner for a game and its rules. The first role's victory is the goal.
    pub fn new(
        sheet: &Rulesheet,
        game: &RulesheetGame,
        settings: Settings,
    ) -> Result<Zenith, ZenithError> {
        if game.is_hidden() {
            return Err(ZenithError::Hidden {
                name: sheet.name().to_owned(),
            });
        }
        if game.possible_facts().is_none() {
            return Err(ZenithError::TooLarge {
                name: sheet.name().to_owned(),
            });
        }
        let theory = Theory::new(sheet)?;
        let rehearsed = match settings.as_published {
            true => Vec::new(),
            false => random_positions(game, REHEARSED, settings.seed.derive("rehearsal")),
        };
        let mut zenith = Zenith {
            theory,
            game: game.clone(),
            settings,
            features: Vec::new(),
            keys: FxHashSet::default(),
            alive: Vec::new(),
            positions: Vec::new(),
            rehearsed,
            preferences: Vec::new(),
            games: Vec::new(),
            cycles: Vec::new(),
            evaluation: None,
            effort: Effort::default(),
        };
        let goal = zenith.performance_goal()?;
        zenith.adopt(goal, None, 0);
        Ok(zenith)
    }

    /// The first feature: the game is over and the first role has won. Alone, a
    /// role has nobody to beat: what the end is worth to it is counted.
    fn performance_goal(&self) -> Result<Feature, ZenithError> {
        let role = self.theory.roles()[0].clone();
        let over = Term::atom("terminal");
        let goal = |value: Term| Term::compound("goal", [role.clone(), value]);
        let feature = if self.game.role_count() == 1 {
            let (value, counter) = (Term::var(0), Term::var(1));
            let counted = [Term::Integer(1), value.clone(), counter.clone()];
            let goals = vec![over, goal(value), Term::compound("between", counted)];
            Feature::new(&self.theory, goals, &[counter])
        } else {
            Feature::new(&self.theory, vec![over, goal(Term::Integer(100))], &[])
        };
        feature.ok_or_else(|| ZenithError::NoGoal {
            name: self.theory.sheet.name().to_owned(),
        })
    }

    /// Goes through the cycles. `opponent` plays the other roles; in a game for
    /// one it is the teacher, asked what it would do. `report` is told of each
    /// cycle.
    pub fn run(
        mut self,
        opponent: &mut dyn Player<RulesheetGame>,
        mut report: impl FnMut(&Cycle, &Evaluation) -> Result<(), ZenithError>,
    ) -> Result<Run, ZenithError> {
        while self.cycles.len() < self.settings.cycles {
            let (cycle, evaluation) = self.cycle(opponent)?;
            report(cycle, evaluation)?;
        }
        self.finish()
    }

    /// The cycles gone through.
    pub fn cycles(&self) -> &[Cycle] {
        &self.cycles
    }

    /// Goes through the next cycle.
    pub fn cycle(
        &mut self,
        opponent: &mut dyn Player<RulesheetGame>,
    ) -> Result<(&Cycle, &Evaluation), ZenithError> {
        let number = self.cycles.len();
        let evaluation = self.evaluation.take();
        self.play(evaluation.as_ref(), opponent)?;
        self.generate(number);
        let (cycle, next) = self.select(number)?;
        self.cycles.push(cycle);
        Ok((&self.cycles[number], self.evaluation.insert(next)))
    }

    /// What was found.
    pub fn finish(mut self) -> Result<Run, ZenithError> {
        let evaluation = match self.evaluation.take() {
            Some(evaluation) => evaluation,
            None => self.select(0)?.1,
        };
        Ok(Run {
            theory: self.theory,
            features: self.features,
            cycles: self.cycles,
            evaluation,
            effort: self.effort,
        })
    }

    /// Takes a feature in, if it is new; gives its number.
    fn adopt(
        &mut self,
        feature: Feature,
        origin: Option<(usize, Transformation)>,
        cycle: usize,
    ) -> Option<usize> {
        if !self.keys.insert(feature.key().to_owned()) {
            return None;
        }
        let number = self.features.len();
        self.features.push(Discovered {
            feature,
            origin,
            cycle,
            cost: 0.0,
            is_active: false,
        });
        self.alive.push(Alive {
            number,
            observer: None,
            values: Vec::new(),
        });
        Some(number)
    }

    /// Evaluates the features in the positions in which they were not yet.
    fn look(&mut self) {
        let positions: Vec<&Position> = self.positions.iter().collect();
        let (theory, game, features) = (&self.theory, &self.game, &self.features);
        let started = ProcessTime::now();
        let evaluations = self.alive.par_iter_mut().map(|alive| {
            let known = alive.values.len();
            if known == 0 {
                let feature = std::slice::from_ref(&features[alive.number].feature);
                alive.observer = observer(theory, game, feature);
            }
            match &alive.observer {
                Some(observer) => {
                    let counts = observer.counts(&positions[known..]);
                    alive.values.extend(counts.iter().map(|counts| counts[0]));
                    counts.len() as u64
                }
                // What is too large to be looked at tells nothing.
                None => {
                    alive.values.resize(positions.len(), 0);
                    0
                }
            }
        });
        self.effort.evaluations += evaluations.sum::<u64>();
        self.effort.seconds += started.elapsed().as_secs_f64();
    }
}

/// The name of a feature by its number.
pub fn name(number: usize) -> String {
    format!("f{number}")
}
