//! Zenith's cycle (section 4): play, take preferences from the opponent's choices,
//! derive features from features, select those that are worth their cost, train.

mod checkpoint;
mod games;
mod generation;
mod held_out;
mod refinement;
mod reserve;
mod training;
mod valuation;

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use stratalog_game::{Game, Player};
use stratalog_logic::Term;
use stratalog_rulesheet::{Position, Rulesheet, RulesheetGame};
use stratalog_run::{Clock, Control, Seed, threads};

use self::games::{Preference, Step};
use crate::concept::{PreferenceLearner, Until};
use crate::error::ZenithError;
use crate::evaluation::FeatureEvaluation;
use crate::evidence::values;
use crate::feature::Feature;
use crate::rehearsal::random_moments;
use crate::scales::Cost;
use crate::stages::find_clock;
use crate::theory::Theory;
use crate::transform::Transformation;

pub use checkpoint::Checkpoint;
pub use games::MOST_GAMES;
pub use held_out::HeldOut;

/// The number of positions of random games in which invariants are tested.
const REHEARSED: usize = 3_000;

/// The number of features that are evaluated together: they share the network of
/// what they have in common.
const BATCH: usize = 16;
/// A feature that takes more than this share of the limit is evaluated alone: its
/// network is large, and may be too large.
const DEAR: f64 = 0.05;

/// How Zenith learns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ZenithSettings {
    /// The number of cycles.
    pub cycles: usize,
    /// The most that an evaluation may cost.
    pub limit: f64,
    /// The unit of cost.
    pub cost: Cost,
    /// How preferences are learned.
    pub learner: PreferenceLearner,
    /// The number of inactive features that are kept.
    pub beam: usize,
    /// The number of preference pairs that are kept.
    pub instances: usize,
    /// The most moves that a choice is compared with; of more, this number are
    /// chosen at random.
    pub others: usize,
    /// The least number of games in a cycle.
    pub games: usize,
    /// Games are played in a cycle until they have given this number of
    /// preferences.
    pub fresh: usize,
    /// The number of games after the last cycle, from which no features are
    /// derived: they decide which are used, and their weights.
    pub last_games: usize,
    /// The number of games that the evaluation plays against itself at the end, from
    /// which values for a search are learned; 0 for none.
    pub self_play: u64,
    /// The number of random moves of each player at the start of a game.
    pub opening: usize,
    /// Whether the teacher is asked what it would do for every role, and features
    /// have weights of their own after each role's move.
    pub both_sides: bool,
    /// The number of stages of the game for which features have weights of their
    /// own; one where weights do not depend on it.
    pub stages: usize,
    /// When to stop removing features. Beyond the paper, a feature is kept only if
    /// no cheaper feature carries the same information; of those that carry none
    /// yet, those that were not developed are kept first.
    pub until: Until,
    /// Whether features about facts of the position are added to those that are
    /// derived from the goal of the game: where winning takes many moves, few of the
    /// derived ones vary.
    pub facts: bool,
    /// Whether the transformations and the control are only those of the paper.
    pub as_published: bool,
    /// The seed of everything random.
    pub seed: Seed,
}

impl Default for ZenithSettings {
    fn default() -> ZenithSettings {
        ZenithSettings {
            cycles: 10,
            limit: 20_000.0,
            cost: Cost::Steps,
            learner: PreferenceLearner::logistic(),
            beam: 60,
            instances: 30_000,
            others: usize::MAX,
            games: 1,
            fresh: 0,
            last_games: 0,
            self_play: 0,
            opening: 5,
            both_sides: true,
            stages: 3,
            until: Until::Affordable,
            facts: false,
            as_published: false,
            seed: Seed(1),
        }
    }
}

impl ZenithSettings {
    /// The settings of the paper: one side is taught, by recursive least squares,
    /// with its transformations and its control.
    pub fn as_published() -> ZenithSettings {
        ZenithSettings {
            learner: PreferenceLearner::linear(),
            beam: 20,
            instances: 3_000,
            both_sides: false,
            stages: 1,
            as_published: true,
            ..ZenithSettings::default()
        }
    }
}

/// A feature that was found, and how.
#[derive(Clone, Debug)]
pub struct Discovered {
    /// What is counted.
    pub feature: Feature,
    /// The number of the feature it was derived from, and how.
    pub origin: Option<(usize, Transformation)>,
    /// The cycle it was found in, from 0.
    pub cycle: usize,
    /// The cost of evaluating it.
    pub cost: f64,
    /// Whether the evaluation uses it at the end.
    pub is_active: bool,
    /// Whether features were derived from it.
    pub is_developed: bool,
}

/// The result of a cycle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Cycle {
    /// Its number, from 0.
    pub number: usize,
    /// The number of preference pairs so far.
    pub pairs: usize,
    /// The number of features found so far.
    pub generated: usize,
    /// The numbers of the features in use.
    pub active: Vec<usize>,
    /// The preference accuracy by the paper's protocol.
    pub accuracy: f64,
    /// Half the width of its 99% interval.
    pub margin: f64,
    /// The agreement with the teacher in games that were played afterwards.
    pub held_out: Option<HeldOut>,
}

/// How many feature values were computed, and the time it took.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Effort {
    /// The number of values of features in positions.
    pub evaluations: u64,
    /// Seconds of processor time, including the construction of networks.
    pub seconds: f64,
}

/// What a run found.
pub struct Discovery {
    /// The rules, with the clauses that regression made.
    pub theory: Theory,
    /// Every feature, in the order in which they were found.
    pub features: Vec<Discovered>,
    /// The result of each cycle.
    pub cycles: Vec<Cycle>,
    /// The evaluation after the last cycle.
    pub evaluation: FeatureEvaluation,
    /// The effort since the run started or was resumed.
    pub effort: Effort,
}

impl Discovery {
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

/// The learner. [`Zenith::run`] performs all cycles, [`Zenith::cycle`] one, so that
/// the state can be saved after it.
pub struct Zenith {
    theory: Theory,
    game: RulesheetGame,
    settings: ZenithSettings,
    features: Vec<Discovered>,
    keys: FxHashSet<String>,
    /// The features in use and the most promising others, with their values in all
    /// positions.
    alive: Vec<Alive>,
    /// The positions that preferences are between.
    positions: Vec<Position>,
    /// The number of positions so far, those that were forgotten included.
    seen: usize,
    /// Positions of random games, beyond the paper.
    rehearsed: Vec<Position>,
    /// What tells the stage of the game, and its value in all positions.
    clock: Option<(Feature, Vec<u32>)>,
    preferences: Vec<Preference>,
    /// The games that positions and preferences come from.
    games: Vec<Vec<Step>>,
    cycles: Vec<Cycle>,
    /// The evaluation after the last cycle.
    evaluation: Option<FeatureEvaluation>,
    effort: Effort,
}

struct Alive {
    number: usize,
    values: Vec<u32>,
}

impl Zenith {
    /// A learner for a game and its rules. The goal is that the first role wins.
    pub fn new(
        sheet: &Rulesheet,
        game: &RulesheetGame,
        settings: ZenithSettings,
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
        let theory = Theory::new(sheet)?.knowing(game.possible_facts());
        let moments = if settings.as_published {
            Vec::new()
        } else {
            random_moments(game, REHEARSED, settings.seed.derive("rehearsal"))
        };
        let is_staged =
            settings.stages > 1 && matches!(settings.learner, PreferenceLearner::Logistic { .. });
        let clock = if is_staged {
            find_clock(&theory, game, &moments)
        } else {
            None
        };
        let mut zenith = Zenith {
            theory,
            game: game.clone(),
            settings,
            features: Vec::new(),
            keys: FxHashSet::default(),
            alive: Vec::new(),
            positions: Vec::new(),
            seen: 0,
            rehearsed: moments.into_iter().map(|m| m.position).collect(),
            clock: clock.map(|clock| (clock, Vec::new())),
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

    /// The first feature: the game is over and the first role has won. In a
    /// single-player game it is the value of the end.
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

    /// Performs the cycles. `opponent` plays the other roles; in a single-player
    /// game it is the teacher that is asked what it would do. `report` is called
    /// after each cycle.
    pub fn run(
        mut self,
        opponent: &mut dyn Player<RulesheetGame>,
        mut report: impl FnMut(&Cycle, &FeatureEvaluation) -> Result<(), ZenithError>,
    ) -> Result<Discovery, ZenithError> {
        let control = Control::default();
        while let Some((cycle, evaluation)) = self.cycle(opponent, &control)? {
            report(cycle, evaluation)?;
        }
        self.finish()
    }

    /// The rules, with the clauses that regression made.
    pub fn theory(&self) -> &Theory {
        &self.theory
    }

    /// The evaluation after the last cycle.
    pub fn evaluation(&self) -> Option<&FeatureEvaluation> {
        self.evaluation.as_ref()
    }

    /// Takes the evaluation of an earlier cycle in the place of the last one.
    pub fn keep(&mut self, evaluation: FeatureEvaluation) {
        for (number, found) in self.features.iter_mut().enumerate() {
            let name = name(number);
            found.is_active = evaluation.used().iter().any(|used| used.name == name);
        }
        self.evaluation = Some(evaluation);
    }

    /// The results of the cycles so far.
    pub fn cycles(&self) -> &[Cycle] {
        &self.cycles
    }

    /// Performs the next cycle; `None` after the last one and where it was
    /// stopped. A stopped cycle leaves the learner as it was before.
    pub fn cycle(
        &mut self,
        opponent: &mut dyn Player<RulesheetGame>,
        control: &Control,
    ) -> Result<Option<(&Cycle, &FeatureEvaluation)>, ZenithError> {
        let number = self.cycles.len();
        if number >= self.settings.cycles {
            return Ok(None);
        }
        let before = self.mark();
        let evaluation = self.evaluation.take();
        self.play(evaluation.as_ref(), opponent, control)?;
        let held_out = evaluation
            .as_ref()
            .map(|evaluation| self.agreement(evaluation, before.preferences));
        if !control.is_stopped() {
            self.generate(number, control);
        }
        if control.is_stopped() {
            self.roll_back(&before);
            self.evaluation = evaluation;
            return Ok(None);
        }
        if let Some(last) = self.cycles.last_mut() {
            last.held_out = held_out;
        }
        self.forget_excess();
        let (cycle, next) = self.select(number)?;
        self.cycles.push(cycle);
        Ok(Some((&self.cycles[number], self.evaluation.insert(next))))
    }

    /// What was found.
    pub fn finish(mut self) -> Result<Discovery, ZenithError> {
        let evaluation = match self.evaluation.take() {
            Some(evaluation) => evaluation,
            None => self.select(0)?.1,
        };
        Ok(Discovery {
            theory: self.theory,
            features: self.features,
            cycles: self.cycles,
            evaluation,
            effort: self.effort,
        })
    }

    /// Adds a feature if it is new, and returns its number.
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
            is_developed: false,
        });
        self.alive.push(Alive {
            number,
            values: Vec::new(),
        });
        Some(number)
    }

    /// Evaluates the features in the positions that are new to them, some features
    /// at a time.
    fn look(&mut self) {
        let positions: Vec<&Position> = self.positions.iter().collect();
        let (theory, game) = (&self.theory, &self.game);
        let timer = Clock::start();
        let mut order: Vec<usize> = (0..self.alive.len())
            .filter(|&place| self.alive[place].values.len() < positions.len())
            .collect();
        let known = |place: usize| self.alive[place].values.len();
        let is_dear = |place: usize| {
            let cost = self.features[self.alive[place].number].cost;
            cost > DEAR * self.settings.limit
        };
        order.sort_by_key(|&place| (known(place), is_dear(place)));
        let batches: Vec<&[usize]> = order
            .chunk_by(|&a, &b| known(a) == known(b) && is_dear(a) == is_dear(b))
            .flat_map(|group| group.chunks(if is_dear(group[0]) { 1 } else { BATCH }))
            .collect();
        let look = |number: u64| {
            let batch = batches[number as usize];
            let features = batch.iter().map(|&place| self.alive[place].number);
            let features = features.map(|number| self.features[number].feature.clone());
            let features: Vec<Feature> = features.collect();
            values(theory, game, &features, &positions[known(batch[0])..])
        };
        let looked: Vec<Vec<Option<Vec<u32>>>> = threads::map(0..batches.len() as u64, look);
        let batches: Vec<Vec<usize>> = batches.into_iter().map(<[usize]>::to_vec).collect();
        for (batch, looked) in batches.iter().zip(looked) {
            for (&place, found) in batch.iter().zip(looked) {
                let own = &mut self.alive[place].values;
                self.effort.evaluations += found.as_ref().map_or(0, Vec::len) as u64;
                // A feature that is too large has no information.
                own.extend(found.unwrap_or_default());
                own.resize(positions.len(), 0);
            }
        }
        if let Some((clock, shown)) = &mut self.clock {
            let features = std::slice::from_ref(&*clock);
            let found = values(theory, game, features, &positions[shown.len()..]);
            shown.extend(found.into_iter().flatten().flatten());
            shown.resize(positions.len(), 0);
        }
        self.effort.seconds += timer.elapsed().cpu_seconds;
    }
}

/// The name of a feature by its number.
pub fn name(number: usize) -> String {
    format!("f{number}")
}
