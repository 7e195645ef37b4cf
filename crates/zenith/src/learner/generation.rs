//! Deriving features from features.
//!
//! As published (section 4.3), each cycle applies to every feature that is kept what
//! its cost and its use allow: expensive features are abstracted and specialised,
//! cheap ones in use are regressed. What is kept depends on few games, so that much
//! is found by luck.
//!
//! Beyond the paper, each feature is developed once, by everything that applies to
//! its form. Each cycle develops some: in turn the most promising of those that the
//! last selection kept, and the simplest that there is. So the simple features of a
//! game are all found, whatever the games show, and the longer ones where they
//! promise something.

use rustc_hash::FxHashMap;
use stratalog_game::Game;
use stratalog_logic::{Functor, Term};
use stratalog_rulesheet::Position;
use stratalog_run::{Control, threads};

use super::{Discovered, Zenith};
use crate::evidence::Evidence;
use crate::facts;
use crate::feature::Feature;
use crate::goal::{counting, disjuncts, negated};
use crate::order::cheapest;
use crate::scales::{Cost, Scales};
use crate::theory::is_set;
use crate::transform::{Class, Transformation, partitions};

/// A feature is expensive if it takes more than this share of the limit.
const EXPENSIVE: f64 = 0.1;
/// The number of features that a cycle develops.
const DEVELOPED: usize = 24;
/// The number of features at which a cycle stops deriving more.
const MOST_DERIVED: usize = 120;
/// The most features about plain facts, and about single facts of a puzzle.
const MOST_FACTS: usize = 120;
const MOST_SINGLE: usize = 300;
/// The number of features that a transformation may derive from one: the conditions
/// of a move may have many alternatives.
const MOST_ALTERNATIVES: usize = 16;
/// The largest formula that is regressed, and the largest in use.
const REGRESSED_SIZE: usize = 5;
const REGRESSED_IN_USE: usize = 10;
/// What counts how much for the size of a formula. Small sets are corners and the
/// like, of which there are few; a formula without variables says less than the
/// formula whose variables it has lost; parts that share no variable are features
/// of their own.
const SMALL_SET: usize = 4;
const SIZE_OF_SMALL_SET: usize = 3;
const SIZE_OF_SET: usize = 6;
const SIZE_OF_CONDITION: usize = 2;
const SIZE_OF_RECURSION: usize = 6;
const SIZE_OF_TRUTH_VALUE: usize = 3;
const SIZE_OF_UNRELATED: usize = 4;
/// The largest formula in which numbers are limited.
const LIMITED_SIZE: usize = 6;
/// The number of positions on which cost is measured.
const COST_SAMPLE: usize = 8;
/// What costs more than the limit is taken to cost this multiple of it.
const BEYOND: f64 = 2.0;
/// The most solver steps in a position where cost is measured in time.
const MOST_TIMED_STEPS: u64 = 300_000;

impl Zenith {
    /// Derives features and measures them. Where the run is stopped, some are
    /// missing.
    pub(super) fn generate(&mut self, cycle: usize, control: &Control) {
        if self.settings.as_published {
            self.derive_as_published(cycle, control);
        } else {
            self.develop(cycle, control);
        }
        if cycle == 0 && self.settings.facts {
            self.add_facts(cycle);
        }
        if control.is_stopped() {
            return;
        }
        let numbers: Vec<usize> = self.alive.iter().map(|alive| alive.number).collect();
        self.weigh(&numbers);
        if !self.settings.as_published {
            // What alone exceeds the limit cannot be used; it may be developed.
            let (features, limit) = (&self.features, self.settings.limit);
            self.alive.retain(|alive| {
                let found = &features[alive.number];
                found.cycle < cycle || found.cost <= limit
            });
        }
        control.stage("evaluating features");
        self.look();
    }

    /// Adds what can be counted without derivation, where it was not derived. A puzzle
    /// has one start and often one solution: there the single facts of the way to it
    /// are features too.
    fn add_facts(&mut self, cycle: usize) {
        let possible = self.game.possible_facts().unwrap_or_default();
        let mut found = facts::counts_and_sums(&self.theory, &possible);
        found.truncate(MOST_FACTS);
        if self.game.role_count() == 1 {
            let places = self.facts_of_ways().into_iter().take(MOST_SINGLE);
            let single = places.filter_map(|place| possible.get(place));
            found.extend(single.filter_map(|fact| facts::single(&self.theory, fact)));
        }
        for feature in found {
            self.adopt(feature, None, cycle);
        }
    }

    /// The places of the facts that hold in some of the positions that the teacher
    /// preferred and not in all, in the order in which they came about.
    fn facts_of_ways(&self) -> Vec<usize> {
        let mut chosen: Vec<usize> = self.preferences.iter().map(|pair| pair.better).collect();
        chosen.dedup();
        let mut order = Vec::new();
        let mut times: FxHashMap<usize, usize> = FxHashMap::default();
        for &position in &chosen {
            for place in self.positions[position].fact_places() {
                let times = times.entry(place).or_default();
                if *times == 0 {
                    order.push(place);
                }
                *times += 1;
            }
        }
        order.retain(|place| times[place] < chosen.len());
        order
    }

    /// Applies to every feature the transformations that the rules of section
    /// 4.3 allow.
    fn derive_as_published(&mut self, cycle: usize, control: &Control) {
        let parents: Vec<usize> = self.alive.iter().map(|alive| alive.number).collect();
        self.weigh(&parents);
        for parent in parents {
            if control.is_stopped() {
                return;
            }
            control.progress("features found", self.features.len() as u64, None);
            let Discovered {
                cost, is_active, ..
            } = self.features[parent];
            let is_expensive = cost > EXPENSIVE * self.settings.limit;
            for transformation in Transformation::ALL {
                let is_allowed = match transformation.class() {
                    Class::Decomposition => true,
                    Class::Abstraction | Class::Specialisation => is_expensive,
                    Class::Regression => is_active && !is_expensive,
                };
                if is_allowed && transformation.is_published() {
                    self.derive(parent, transformation, 0, cycle);
                }
            }
            self.features[parent].is_developed = true;
        }
    }

    /// Develops the most promising and the simplest features in turn.
    fn develop(&mut self, cycle: usize, control: &Control) {
        let before = self.features.len();
        let promising: Vec<usize> = self.alive.iter().map(|alive| alive.number).collect();
        let mut promising = promising.into_iter();
        for turn in 0..DEVELOPED {
            if control.is_stopped() || self.features.len() - before > MOST_DERIVED {
                return;
            }
            control.progress("features found", self.features.len() as u64, None);
            let next = match turn % 2 {
                0 => promising.find(|&number| self.is_open(number)),
                _ => None,
            };
            let Some(parent) = next.or_else(|| self.simplest()) else {
                return;
            };
            for transformation in Transformation::ALL {
                if !self.suits(parent, transformation) {
                    continue;
                }
                // What is easily achieved depends on the role.
                let roles = match transformation {
                    Transformation::RemoveLcTerm => self.game.role_count(),
                    _ => 1,
                };
                for role in 0..roles {
                    self.derive(parent, transformation, role, cycle);
                }
            }
            self.features[parent].is_developed = true;
        }
    }

    /// The simplest feature that was not developed; of equally simple ones the
    /// first.
    fn simplest(&self) -> Option<usize> {
        let open = (0..self.features.len()).filter(|&number| self.is_open(number));
        open.min_by_key(|&number| (self.size(&self.features[number].feature), number))
    }

    /// Whether a feature is to be developed. What follows from a formula without its
    /// variables follows from the formula with them.
    fn is_open(&self, number: usize) -> bool {
        let found = &self.features[number];
        let has_lost_all = matches!(found.origin, Some((_, Transformation::RemoveVariable)))
            && found.feature.variables.is_empty();
        !found.is_developed && !has_lost_all
    }

    /// Whether a transformation suits the form of a feature.
    fn suits(&self, number: usize, transformation: Transformation) -> bool {
        let Discovered {
            feature, is_active, ..
        } = &self.features[number];
        match (transformation, transformation.class()) {
            (Transformation::SplitPlaces, _) => true,
            (Transformation::LimitNumber, _) => self.size(feature) <= LIMITED_SIZE,
            (_, Class::Decomposition) => true,
            (_, Class::Abstraction | Class::Specialisation) => self.is_compound(feature),
            // What is in use may be regressed again.
            (_, Class::Regression) => {
                let (size, depth) = if *is_active {
                    (REGRESSED_IN_USE, 2)
                } else {
                    (REGRESSED_SIZE, 1)
                };
                self.size(feature) <= size && self.moves_back(number) < depth
            }
        }
    }

    /// Whether a formula is more than a fact of the position: there is something to
    /// leave out or to replace.
    fn is_compound(&self, feature: &Feature) -> bool {
        let changing = feature.goals.iter();
        let mut changing = changing.filter(|goal| self.theory.is_dynamic(goal));
        let is_one_fact = changing.next().is_none_or(is_fact) && changing.next().is_none();
        !is_one_fact
    }

    /// The size of a formula: the conditions on the position, inside negations and
    /// alternatives too, the negations, the sets, and the things that are counted
    /// besides the first. Static goals besides sets only join the others.
    fn size(&self, feature: &Feature) -> usize {
        let goals: usize = feature.goals.iter().map(|goal| self.goal_size(goal)).sum();
        let unrelated = partitions(&feature.goals).len().saturating_sub(1);
        let goals = goals + SIZE_OF_UNRELATED * unrelated;
        match feature.things().len() {
            0 => goals + SIZE_OF_TRUTH_VALUE,
            things => goals + things - 1,
        }
    }

    fn goal_size(&self, goal: &Term) -> usize {
        let all = |goal: &Term| -> usize {
            let goals = goal.conjuncts();
            goals.iter().map(|goal| self.goal_size(goal)).sum()
        };
        if let Some(inner) = negated(goal) {
            return SIZE_OF_CONDITION + all(inner);
        }
        if let Some((_, inner, _)) = counting(goal) {
            return SIZE_OF_CONDITION + all(inner);
        }
        let sides = disjuncts(goal);
        if sides.len() > 1 {
            return sides.iter().map(all).sum();
        }
        let set = goal.functor().filter(|f| is_set(f.name.as_str()));
        match set.map(|set| self.theory.clauses(set).len()) {
            Some(members) if members <= SMALL_SET => SIZE_OF_SMALL_SET,
            Some(_) => SIZE_OF_SET,
            None if self.theory.is_dynamic(goal) && self.theory.is_recursive(goal) => {
                SIZE_OF_RECURSION
            }
            None if self.theory.is_dynamic(goal) => SIZE_OF_CONDITION,
            None => 0,
        }
    }

    /// The number of moves that a feature looks back from the set it is about, or
    /// from the goal of the game.
    fn moves_back(&self, number: usize) -> usize {
        let origin = |number: usize| self.features[number].origin;
        let steps = std::iter::successors(origin(number), |&(parent, _)| origin(parent));
        steps
            .take_while(|(_, how)| *how != Transformation::VariableSpecialize)
            .filter(|(_, how)| *how == Transformation::RegressFormula)
            .count()
    }

    /// Adopts what a transformation derives from a feature. Invariants must hold in
    /// the positions of random games too.
    fn derive(&mut self, parent: usize, transformation: Transformation, role: usize, cycle: usize) {
        let rehearsed: &[Position] = match transformation {
            Transformation::UsuallySpecialize => &[],
            _ => &self.rehearsed,
        };
        let evidence = Evidence {
            game: &self.game,
            positions: self.positions.iter().chain(rehearsed).collect(),
        };
        let feature = &self.features[parent].feature;
        let mut made = transformation.apply(&mut self.theory, feature, role, &evidence);
        if !self.settings.as_published {
            made.truncate(MOST_ALTERNATIVES);
        }
        for new in made {
            self.adopt(new, Some((parent, transformation)), cycle);
        }
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
        let limit = self.settings.limit;
        let most = match self.settings.cost {
            Cost::Steps => limit as u64,
            Cost::Time => MOST_TIMED_STEPS,
        };
        let scales = Scales::new(&self.theory, &self.game, &sample, self.settings.cost, most);
        let new = numbers.iter().copied();
        let new: Vec<usize> = new.filter(|&n| self.features[n].cost == 0.0).collect();
        let reorders = !self.settings.as_published;
        let weighed = |place: u64| {
            let feature = &self.features[new[place as usize]].feature;
            let cost = scales.cost(feature);
            if cost > EXPENSIVE * limit && reorders {
                cheapest(feature, cost, &scales)
            } else {
                (feature.clone(), cost)
            }
        };
        let weighed: Vec<(Feature, f64)> = threads::map(0..new.len() as u64, weighed);
        for (number, (feature, cost)) in new.into_iter().zip(weighed) {
            let found = &mut self.features[number];
            found.feature = feature;
            found.cost = if cost >= most as f64 {
                BEYOND * limit
            } else {
                cost
            };
        }
    }
}

/// Whether a goal is a fact of the position.
fn is_fact(goal: &Term) -> bool {
    goal.functor() == Some(Functor::new("true", 1))
}
