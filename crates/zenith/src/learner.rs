//! Zenith's cycle (section 4): play, take preferences from the opponent's
//! choices, make features of features, select those that are worth their cost,
//! train.

mod checkpoint;
mod reserve;

use cpu_time::ProcessTime;
use rand::RngExt;
use rand::seq::SliceRandom;
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use stratalog_game::rulesheet::{Move, Observer, Position, Rulesheet, RulesheetGame};
use stratalog_game::{Game, Judgement, Player, Reason, Role, Seed, Stream, Turn};
use stratalog_logic::Term;

use crate::concept::selection::NOTICEABLE;
use crate::concept::{Budget, Learner, Pairs, Protocol, Ranges, Selection, Until};
use crate::error::ZenithError;
use crate::evaluation::{Evaluation, Used, Weighing};
use crate::evidence::{Evidence, observer};
use crate::feature::Feature;
use crate::order::cheapest;
use crate::player::{ZenithPlayer, successors};
use crate::scales::{Cost, Scales};
use crate::theory::Theory;
use crate::transform::{Class, Transformation};

/// A feature is expensive if it takes more than this share of the limit.
const EXPENSIVE: f64 = 0.1;
/// On how many positions cost is measured.
const COST_SAMPLE: usize = 8;
/// So many times the limit, cost is no longer measured.
const BEYOND: u64 = 2;
/// The most solver steps in a position where cost is measured in time.
const MOST_TIMED_STEPS: u64 = 300_000;
/// Where games tell too little, so many are played in a cycle.
const MAX_GAMES: usize = 50;
/// Games that have not ended by then are left.
const MAX_MOVES: usize = 2_000;

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
    /// Whether only the transformations of the paper are used.
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

/// Which of two positions is better for the first role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Preference {
    better: usize,
    worse: usize,
    /// Whose move led to them.
    mover: Role,
}

/// A move of a game as it was played.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Step {
    /// The place of the move among the legal ones.
    played: usize,
    /// The places of the moves that were preferred to all others, the teacher's
    /// own first; none where that was not told.
    preferred: Vec<usize>,
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
        let mut zenith = Zenith {
            theory,
            game: game.clone(),
            settings,
            features: Vec::new(),
            keys: FxHashSet::default(),
            alive: Vec::new(),
            positions: Vec::new(),
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

    /// Plays games and takes the preferences from the opponent's choices.
    fn play(
        &mut self,
        evaluation: Option<&Evaluation>,
        opponent: &mut dyn Player<RulesheetGame>,
    ) -> Result<(), ZenithError> {
        let (games, known) = (self.games.len(), self.preferences.len());
        for played in 0..self.settings.games.max(MAX_GAMES) {
            let fresh = self.preferences.len() - known;
            if played >= self.settings.games && fresh >= self.settings.fresh {
                break;
            }
            let rng = &mut self.stream(games + played);
            let steps = self.play_one(evaluation, opponent, rng)?;
            self.games.push(steps);
        }
        self.forget_excess();
        Ok(())
    }

    /// What a game's lots are drawn from.
    fn stream(&self, game: usize) -> Stream {
        self.settings.seed.derive("games").stream(game as u64)
    }

    /// Only so many preferences are kept, the last ones.
    fn forget_excess(&mut self) {
        let kept = self.settings.instances;
        let excess = self.preferences.len().saturating_sub(kept);
        self.preferences.drain(..excess);
    }

    fn play_one(
        &mut self,
        evaluation: Option<&Evaluation>,
        opponent: &mut dyn Player<RulesheetGame>,
        rng: &mut Stream,
    ) -> Result<Vec<Step>, ZenithError> {
        let game = self.game.clone();
        let is_alone = game.role_count() == 1;
        let mut own = evaluation.map(|e| ZenithPlayer::new(e.clone(), 1));
        let mut position = game.initial(rng);
        let mut steps = Vec::new();
        opponent.begin(&game, Role(u8::from(!is_alone)));
        while let (Turn::Role(role), true) = (game.turn(&position), steps.len() < MAX_MOVES) {
            let after = successors(&game, &position);
            let place_of = |mv: Move| after.iter().position(|(other, _)| *other == mv);
            let is_opening = !is_alone && steps.len() < self.settings.opening * game.role_count();
            let lot = rng.random_range(0..after.len());
            let is_taught = is_alone || role != Role(0) || self.settings.both_sides;
            let mut step = Step {
                played: lot,
                preferred: Vec::new(),
            };
            if is_taught && !is_opening {
                let Judgement { decision, as_good } =
                    opponent.judge(&game, &position, role, rng)?;
                let chosen = place_of(decision.mv);
                // A choice by lot tells nothing.
                if !matches!(decision.reason, Reason::Random { .. }) {
                    step.preferred.extend(chosen);
                    let as_good = as_good.into_iter().filter_map(place_of);
                    step.preferred.extend(as_good);
                }
                step.played = chosen.unwrap_or(lot);
            }
            if role == Role(0) && !is_opening {
                step.played = match &mut own {
                    Some(player) => {
                        let decision = player.decide(&game, &position, role, rng)?;
                        place_of(decision.mv).unwrap_or(lot)
                    }
                    None => lot,
                };
            }
            self.take_preferences(&after, &step.preferred, role);
            game.play_unchecked(&mut position, after[step.played].0);
            steps.push(step);
        }
        Ok(steps)
    }

    /// The chosen successor is better for who chose than each of those that were
    /// not as good.
    fn take_preferences(&mut self, after: &[(Move, Position)], preferred: &[usize], mover: Role) {
        let mut others: Vec<usize> = (0..after.len())
            .filter(|other| !preferred.contains(other))
            .collect();
        let (Some(&chosen), false) = (preferred.first(), others.is_empty()) else {
            return;
        };
        let first = self.positions.len();
        if others.len() > self.settings.others {
            // What is drawn depends on what was seen before alone, so that a run
            // that is gone on with draws the same.
            let lots = self.settings.seed.derive("others");
            others.shuffle(&mut lots.stream(first as u64));
            others.truncate(self.settings.others);
        }
        let mut seen = others;
        seen.push(chosen);
        seen.sort_unstable();
        let positions = seen.iter().map(|&place| after[place].1.clone());
        self.positions.extend(positions);
        let number = |place: usize| first + seen.partition_point(|&other| other < place);
        let chosen = number(chosen);
        for other in (first..first + seen.len()).filter(|&other| other != chosen) {
            let (better, worse) = match mover == Role(0) {
                true => (chosen, other),
                false => (other, chosen),
            };
            self.preferences.push(Preference {
                better,
                worse,
                mover,
            });
        }
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

    /// Applies to every feature the transformations that the rules of section
    /// 4.3 allow, and measures what they make.
    fn generate(&mut self, cycle: usize) {
        let parents: Vec<usize> = self.alive.iter().map(|alive| alive.number).collect();
        self.weigh(&parents);
        for parent in parents {
            let Discovered {
                feature,
                cost,
                is_active,
                ..
            } = self.features[parent].clone();
            let is_expensive = cost > EXPENSIVE * self.settings.limit;
            for transformation in Transformation::ALL {
                let is_allowed = match transformation.class() {
                    Class::Decomposition => true,
                    Class::Abstraction | Class::Specialisation => is_expensive,
                    Class::Regression => is_active && !is_expensive,
                };
                if !is_allowed || self.settings.as_published && !transformation.is_published() {
                    continue;
                }
                let evidence = Evidence {
                    game: &self.game,
                    positions: self.positions.iter().collect(),
                };
                let made = transformation.apply(&mut self.theory, &feature, 0, &evidence);
                for new in made {
                    self.adopt(new, Some((parent, transformation)), cycle);
                }
            }
        }
        let numbers: Vec<usize> = self.alive.iter().map(|alive| alive.number).collect();
        self.weigh(&numbers);
        self.look();
    }

    /// Measures the cost of features that have none yet.
    fn weigh(&mut self, numbers: &[usize]) {
        let step = (self.positions.len() / COST_SAMPLE).max(1);
        let sample: Vec<&Position> = self
            .positions
            .iter()
            .step_by(step)
            .take(COST_SAMPLE)
            .collect();
        let most = match self.settings.cost {
            Cost::Steps => BEYOND * self.settings.limit as u64,
            Cost::Time => MOST_TIMED_STEPS,
        };
        let scales = Scales::new(&self.theory, &self.game, &sample, self.settings.cost, most);
        for &number in numbers {
            let discovered = &mut self.features[number];
            if discovered.cost > 0.0 {
                continue;
            }
            discovered.cost = scales.cost(&discovered.feature);
            let is_expensive = discovered.cost > EXPENSIVE * self.settings.limit;
            if is_expensive && !self.settings.as_published {
                let best = cheapest(&discovered.feature, discovered.cost, &scales);
                (discovered.feature, discovered.cost) = best;
            }
        }
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

    /// The pairs as differences of normalised values of these features.
    fn pairs(&self, columns: &[usize]) -> Result<(Pairs, Ranges), ZenithError> {
        let row = |position: usize| -> Vec<f64> {
            let values = columns.iter().map(|&c| self.alive[c].values[position]);
            values.map(f64::from).collect()
        };
        let mut ranges = Ranges::new(columns.len());
        for position in 0..self.positions.len() {
            ranges.see(&row(position))?;
        }
        let mut pairs = Pairs::new(columns.len());
        for preference in &self.preferences {
            let (better, worse) = (row(preference.better), row(preference.worse));
            pairs.push(&ranges.difference(&better, &worse)?)?;
        }
        Ok((pairs, ranges))
    }

    /// The pairs by whose move led to them: all together, unless both sides are
    /// taught.
    fn by_mover(&self, pairs: &Pairs) -> Result<Vec<Pairs>, ZenithError> {
        let roles = match self.settings.both_sides {
            true => self.game.role_count(),
            false => 1,
        };
        let mut apart = vec![Pairs::new(pairs.features()); roles];
        for (number, preference) in self.preferences.iter().enumerate() {
            let place = preference.mover.index().min(roles - 1);
            apart[place].push(pairs.row(number))?;
        }
        Ok(apart)
    }

    /// Selects features under the limit, keeps the best of the others, trains.
    fn select(&mut self, cycle: usize) -> Result<(Cycle, Evaluation), ZenithError> {
        let costs: Vec<f64> = self
            .alive
            .iter()
            .map(|a| self.features[a.number].cost)
            .collect();
        let all: Vec<usize> = (0..self.alive.len()).collect();
        let (pairs, _) = self.pairs(&all)?;
        // What alone is beyond the limit, or tells no pair apart, is no candidate.
        let tells = |column: usize| (0..pairs.len()).any(|pair| pairs.row(pair)[column] != 0.0);
        let copies = match self.settings.until {
            Until::Affordable => FxHashSet::default(),
            Until::Useful => self.copies(&costs),
        };
        let (candidates, others): (Vec<usize>, Vec<usize>) = all.iter().partition(|&column| {
            costs[*column] <= self.settings.limit && tells(*column) && !copies.contains(column)
        });
        let (candidate_pairs, _) = self.pairs(&candidates)?;
        let candidate_costs: Vec<f64> = candidates.iter().map(|&column| costs[column]).collect();
        let seed = self.settings.seed.derive("selection");
        let seed_of_cycle = Seed(seed.0.wrapping_add(cycle as u64));
        let budget = Budget {
            until: self.settings.until,
            ..Budget::new(self.settings.limit, seed_of_cycle)
        };
        let learner = &self.settings.learner;
        let selection = learner.select(&candidate_pairs, &candidate_costs, &budget)?;
        let active = match self.settings.as_published {
            true => selection.active.clone(),
            false => self.readmitted(&candidate_pairs, &candidate_costs, &selection),
        };
        let alone = learner.discriminability(&pairs, seed);
        let mut inactive: Vec<usize> = (0..candidates.len())
            .filter(|place| !active.contains(place))
            .map(|place| candidates[place])
            .chain(others)
            .collect();
        match self.settings.until {
            Until::Affordable => {
                inactive.sort_by(|&a, &b| alone[b].total_cmp(&alone[a]).then(a.cmp(&b)));
            }
            Until::Useful => {
                let ranks = self.ranks(cycle, &alone, &copies);
                inactive.sort_by(|&a, &b| ranks[a].order(&ranks[b]).then(a.cmp(&b)));
            }
        }
        for discovered in &mut self.features {
            discovered.is_active = false;
        }
        let active: Vec<usize> = active.iter().map(|&place| candidates[place]).collect();
        for &column in &active {
            self.features[self.alive[column].number].is_active = true;
        }
        let mut kept: Vec<usize> = active;
        kept.extend(inactive.iter().take(self.settings.beam));
        kept.sort_unstable();
        let mut column = 0;
        self.alive.retain(|_| {
            column += 1;
            kept.binary_search(&(column - 1)).is_ok()
        });
        self.train(cycle)
    }

    /// The selection with those that were cast out early taken back, last ones
    /// first, where they fit beside the rest and help: backward selection may
    /// leave much of the limit unused.
    fn readmitted(&self, pairs: &Pairs, costs: &[f64], selection: &Selection) -> Vec<usize> {
        let protocol = Protocol::new(self.settings.seed.derive("readmission"));
        let least = match self.settings.until {
            Until::Affordable => 0.0,
            Until::Useful => NOTICEABLE,
        };
        let mut active = selection.active.clone();
        let mut spent: f64 = active.iter().map(|&place| costs[place]).sum();
        let mut best = protocol
            .accuracy(&self.settings.learner, pairs, &active)
            .mean;
        for &place in selection.cast_out.iter().rev() {
            if spent + costs[place] > self.settings.limit {
                continue;
            }
            active.push(place);
            let accuracy = protocol
                .accuracy(&self.settings.learner, pairs, &active)
                .mean;
            if accuracy > best + least {
                best = accuracy;
                spent += costs[place];
            } else {
                active.pop();
            }
        }
        active.sort_unstable();
        active
    }

    fn train(&self, cycle: usize) -> Result<(Cycle, Evaluation), ZenithError> {
        let active: Vec<usize> = (0..self.alive.len())
            .filter(|&column| self.features[self.alive[column].number].is_active)
            .collect();
        let (pairs, ranges) = self.pairs(&active)?;
        let columns: Vec<usize> = (0..active.len()).collect();
        let protocol = Protocol::new(self.settings.seed.derive("accuracy"));
        let learner = &self.settings.learner;
        let apart = self.by_mover(&pairs)?;
        let (mut accuracy, mut variance) = (0.0, 0.0);
        for part in apart.iter().filter(|part| !part.is_empty()) {
            let share = part.len() as f64 / pairs.len() as f64;
            let of_part = protocol.accuracy(learner, part, &columns);
            accuracy += share * of_part.mean;
            variance += (share * of_part.margin).powi(2);
        }
        let numbers: Vec<usize> = active
            .iter()
            .map(|&column| self.alive[column].number)
            .collect();
        let used = numbers
            .iter()
            .enumerate()
            .map(|(column, &number)| Used {
                name: name(number),
                feature: self.features[number].feature.clone(),
                scale: ranges.scale(column),
            })
            .collect();
        let mut concepts: Vec<_> = apart.iter().map(|part| learner.train_all(part)).collect();
        let weighing = match concepts.len() {
            1 => Weighing::Alike(concepts.remove(0)),
            _ => Weighing::Apart(concepts),
        };
        let evaluation = Evaluation::new(&self.theory, &self.game, 0, used, weighing);
        let evaluation = evaluation.ok_or_else(|| ZenithError::TooLarge {
            name: self.theory.sheet.name().to_owned(),
        })?;
        let cycle = Cycle {
            number: cycle,
            pairs: self.preferences.len(),
            generated: self.features.len(),
            active: numbers,
            accuracy,
            margin: variance.sqrt(),
        };
        Ok((cycle, evaluation))
    }
}

/// The name of a feature by its number.
pub fn name(number: usize) -> String {
    format!("f{number}")
}
