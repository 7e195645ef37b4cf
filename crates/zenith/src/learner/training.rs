//! Selects the features that are worth their cost, and trains on them.

use rustc_hash::FxHashSet;
use stratalog_game::Game;
use stratalog_run::{Seed, threads};

use super::games::Preference;
use super::{Alive, Cycle, Zenith, name};
use crate::concept::selection::NOTICEABLE;
use crate::concept::{
    Concept, Forward, ForwardSelection, Pairs, PreferenceLearner, Protocol, Ranges, Selection,
    SelectionBudget, Until,
};
use crate::error::ZenithError;
use crate::evaluation::{FeatureEvaluation, Used, Weighing};
use crate::stages::Stages;

/// The most pairs on which features are selected, and on which the accuracy by the
/// paper's protocol is measured: it retrains many times.
const SELECTED_ON: usize = 8_000;
const MEASURED_ON: usize = 3_000;
/// The least gain that makes a feature worth having. The games of a puzzle are few and
/// alike: there a feature that settles one choice is worth having, or a tie remains.
const WORTHWHILE: f64 = 4.0;
const WORTHWHILE_ALONE: f64 = 1.0;
/// The most features of an evaluation.
const MOST_FEATURES: usize = 60;

impl Zenith {
    /// The ranges of the values of these features.
    fn ranges(&self, columns: &[usize]) -> Result<Ranges, ZenithError> {
        let mut ranges = Ranges::new(columns.len());
        let ends = |end: fn(&[u32]) -> Option<u32>| -> Vec<f64> {
            let ends = columns
                .iter()
                .map(|&column| end(&self.alive[column].values));
            ends.map(|end| end.map_or(0.0, f64::from)).collect()
        };
        ranges.see(&ends(|values| values.iter().copied().min()))?;
        ranges.see(&ends(|values| values.iter().copied().max()))?;
        Ok(ranges)
    }

    /// Some preferences as differences of normalised values of these features.
    fn pairs<'a>(
        &self,
        columns: &[usize],
        ranges: &Ranges,
        preferences: impl IntoIterator<Item = &'a Preference>,
    ) -> Result<Pairs, ZenithError> {
        let mut pairs = Pairs::new(columns.len());
        let mut row = vec![0.0; columns.len()];
        for preference in preferences {
            for (place, &column) in columns.iter().enumerate() {
                let values = &self.alive[column].values;
                let [better, worse] = [preference.better, preference.worse].map(|n| values[n]);
                row[place] = ranges.scale(place) * (f64::from(better) - f64::from(worse));
            }
            pairs.push_of(preference.choice, &row)?;
        }
        Ok(pairs)
    }

    /// The number of concepts: one, or one for each role that may have moved.
    fn concepts(&self) -> usize {
        if self.settings.both_sides {
            self.game.role_count()
        } else {
            1
        }
    }

    /// The preferences by the role whose move led to them; all together unless both
    /// sides are taught.
    fn by_mover<'a>(&self, preferences: &[&'a Preference]) -> Vec<Vec<&'a Preference>> {
        let roles = self.concepts();
        let mut apart = vec![Vec::new(); roles];
        for &preference in preferences {
            apart[preference.mover.index().min(roles - 1)].push(preference);
        }
        apart
    }

    /// Selects features within the limit, keeps the most promising of the others,
    /// and trains.
    pub(super) fn select(
        &mut self,
        cycle: usize,
    ) -> Result<(Cycle, FeatureEvaluation), ZenithError> {
        match self.settings.learner {
            PreferenceLearner::Logistic { penalty } => self.select_forward(penalty, SELECTED_ON)?,
            _ => self.select_backward(cycle)?,
        }
        self.train(cycle)
    }

    /// Selects what adds most, given the others, after each role's move. The choices
    /// of about this number of pairs decide.
    pub(super) fn select_forward(
        &mut self,
        penalty: f64,
        most_pairs: usize,
    ) -> Result<(), ZenithError> {
        let varies = |column: &usize| {
            let values = &self.alive[*column].values;
            let mut pairs = self.preferences.iter();
            pairs.any(|pair| values[pair.better] != values[pair.worse])
        };
        let candidates: Vec<usize> = (0..self.alive.len()).filter(varies).collect();
        let step = self.preferences.len().div_ceil(most_pairs).max(1);
        let choices = self.preferences.chunk_by(|a, b| a.choice == b.choice);
        let some: Vec<&Preference> = choices.step_by(step).flatten().collect();
        let ranges = self.ranges(&candidates)?;
        let groups = self.by_mover(&some);
        let groups = groups
            .into_iter()
            .map(|group| self.pairs(&candidates, &ranges, group));
        let groups: Vec<Pairs> = groups.collect::<Result<_, _>>()?;
        let number = |&column: &usize| self.alive[column].number;
        let costs: Vec<f64> = candidates
            .iter()
            .map(|column| self.features[number(column)].cost)
            .collect();
        let forward = Forward {
            groups: &groups,
            costs: &costs,
            limit: self.settings.limit,
            worthwhile: match self.game.role_count() {
                1 => WORTHWHILE_ALONE,
                _ => WORTHWHILE,
            },
            most: MOST_FEATURES,
            beam: self.settings.beam,
            penalty,
        };
        let ForwardSelection { active, promising } = forward.select();
        for found in &mut self.features {
            found.is_active = false;
        }
        for &place in &active {
            self.features[self.alive[candidates[place]].number].is_active = true;
        }
        // The features that are kept, the most promising first.
        let kept: Vec<usize> = active
            .iter()
            .chain(&promising)
            .map(|&place| candidates[place])
            .collect();
        let mut all: Vec<Option<Alive>> = self.alive.drain(..).map(Some).collect();
        self.alive = kept
            .iter()
            .filter_map(|&column| all[column].take())
            .collect();
        Ok(())
    }

    /// Removes features until the others are within the limit, as in the paper, and
    /// keeps the best of those that were removed.
    fn select_backward(&mut self, cycle: usize) -> Result<(), ZenithError> {
        let costs: Vec<f64> = self
            .alive
            .iter()
            .map(|a| self.features[a.number].cost)
            .collect();
        let all: Vec<usize> = (0..self.alive.len()).collect();
        let pairs = self.pairs(&all, &self.ranges(&all)?, &self.preferences)?;
        // A feature that alone exceeds the limit, or has the same value in both
        // positions of every pair, is not a candidate.
        let varies = |column: usize| (0..pairs.len()).any(|pair| pairs.row(pair)[column] != 0.0);
        let copies = match self.settings.until {
            Until::Affordable => FxHashSet::default(),
            Until::Useful => self.copies(&costs),
        };
        let (candidates, others): (Vec<usize>, Vec<usize>) = all.iter().partition(|&column| {
            costs[*column] <= self.settings.limit && varies(*column) && !copies.contains(column)
        });
        let ranges = self.ranges(&candidates)?;
        let candidate_pairs = self.pairs(&candidates, &ranges, &self.preferences)?;
        let candidate_costs: Vec<f64> = candidates.iter().map(|&column| costs[column]).collect();
        let seed = self.settings.seed.derive("selection");
        let seed_of_cycle = Seed(seed.0.wrapping_add(cycle as u64));
        let budget = SelectionBudget {
            until: self.settings.until,
            ..SelectionBudget::new(self.settings.limit, seed_of_cycle)
        };
        let learner = &self.settings.learner;
        let selection = learner.select(&candidate_pairs, &candidate_costs, &budget)?;
        let active = if self.settings.as_published {
            selection.active.clone()
        } else {
            self.readmitted(&candidate_pairs, &candidate_costs, &selection)
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
        Ok(())
    }

    /// The selection with features that were removed early readmitted, the last
    /// ones first, where they fit within the limit and help: backward selection may
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
        for &place in selection.removed.iter().rev() {
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

    /// Trains on the features in use, and measures the preference accuracy.
    pub(super) fn train(&self, cycle: usize) -> Result<(Cycle, FeatureEvaluation), ZenithError> {
        let active: Vec<usize> = (0..self.alive.len())
            .filter(|&column| self.features[self.alive[column].number].is_active)
            .collect();
        let ranges = self.ranges(&active)?;
        let (accuracy, margin) = self.accuracy(&active, &ranges)?;
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
        let stages = self.stages();
        let all: Vec<&Preference> = self.preferences.iter().collect();
        let groups = self.by_mover(&all);
        let concept = |number: u64| -> Result<Concept, ZenithError> {
            let group = &groups[number as usize];
            let pairs = match &stages {
                Some(stages) => self.staged_pairs(&active, &ranges, stages, group)?,
                None => self.pairs(&active, &ranges, group.iter().copied())?,
            };
            Ok(self.settings.learner.train_all(&pairs))
        };
        let concepts = threads::map(0..groups.len() as u64, concept);
        let concepts: Vec<Concept> = concepts.into_iter().collect::<Result<_, _>>()?;
        let weighing = Weighing { concepts, stages };
        let evaluation = FeatureEvaluation::new(&self.theory, &self.game, 0, used, weighing)?;
        let cycle = Cycle {
            number: cycle,
            pairs: self.preferences.len(),
            generated: self.features.len(),
            active: numbers,
            accuracy,
            margin,
            held_out: None,
        };
        Ok((cycle, evaluation))
    }

    /// The accuracy by the paper's protocol on the last preferences, and half the
    /// width of its interval.
    fn accuracy(&self, active: &[usize], ranges: &Ranges) -> Result<(f64, f64), ZenithError> {
        let protocol = Protocol::new(self.settings.seed.derive("accuracy"));
        let learner = &self.settings.learner;
        let columns: Vec<usize> = (0..active.len()).collect();
        let last = self.preferences.iter().rev().take(MEASURED_ON);
        let last: Vec<&Preference> = last.collect();
        let (mut accuracy, mut variance) = (0.0, 0.0);
        for group in self.by_mover(&last) {
            if group.is_empty() {
                continue;
            }
            let share = group.len() as f64 / last.len() as f64;
            let pairs = self.pairs(active, ranges, group)?;
            let of_group = protocol.accuracy(learner, &pairs, &columns);
            accuracy += share * of_group.mean;
            variance += (share * of_group.margin).powi(2);
        }
        Ok((accuracy, variance.sqrt()))
    }

    /// The stages by the values of the clock that the preferences were seen at.
    fn stages(&self) -> Option<Stages> {
        let (clock, shown) = self.clock.as_ref()?;
        let seen = self.preferences.iter().map(|pair| shown[pair.better]);
        Stages::new(clock, seen.collect(), self.settings.stages)
    }

    /// The differences with a column for each stage of each feature.
    fn staged_pairs(
        &self,
        columns: &[usize],
        ranges: &Ranges,
        stages: &Stages,
        preferences: &[&Preference],
    ) -> Result<Pairs, ZenithError> {
        let count = stages.knots.len();
        let clock = self.clock.as_ref().map_or(&[][..], |(_, shown)| shown);
        let mut pairs = Pairs::new(columns.len() * count);
        let mut row = vec![0.0; columns.len() * count];
        for preference in preferences {
            let ends = [preference.better, preference.worse];
            let [better, worse] = ends.map(|number| stages.shares(clock[number]));
            for (place, &column) in columns.iter().enumerate() {
                let values = &self.alive[column].values;
                let scale = ranges.scale(place);
                let [own, other] = ends.map(|number| scale * f64::from(values[number]));
                for stage in 0..count {
                    row[place * count + stage] = own * better[stage] - other * worse[stage];
                }
            }
            pairs.push_of(preference.choice, &row)?;
        }
        Ok(pairs)
    }
}
