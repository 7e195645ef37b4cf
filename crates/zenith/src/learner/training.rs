//! Selects the features that are worth their cost, and trains on them.

use rustc_hash::FxHashSet;
use stratalog_game::Game;
use stratalog_run::Seed;

use super::{Cycle, Zenith, name};
use crate::concept::selection::NOTICEABLE;
use crate::concept::{Pairs, Protocol, Ranges, Selection, SelectionBudget, Until};
use crate::error::ZenithError;
use crate::evaluation::{FeatureEvaluation, Used, Weighing};

impl Zenith {
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

    /// The pairs by the role whose move led to them; all together unless both sides
    /// are taught.
    fn by_mover(&self, pairs: &Pairs) -> Result<Vec<Pairs>, ZenithError> {
        let roles = if self.settings.both_sides {
            self.game.role_count()
        } else {
            1
        };
        let mut apart = vec![Pairs::new(pairs.features()); roles];
        for (number, preference) in self.preferences.iter().enumerate() {
            let place = preference.mover.index().min(roles - 1);
            apart[place].push(pairs.row(number))?;
        }
        Ok(apart)
    }

    /// Selects features within the limit, keeps the best of the others, and trains.
    pub(super) fn select(
        &mut self,
        cycle: usize,
    ) -> Result<(Cycle, FeatureEvaluation), ZenithError> {
        let costs: Vec<f64> = self
            .alive
            .iter()
            .map(|a| self.features[a.number].cost)
            .collect();
        let all: Vec<usize> = (0..self.alive.len()).collect();
        let (pairs, _) = self.pairs(&all)?;
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
        let (candidate_pairs, _) = self.pairs(&candidates)?;
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
        self.train(cycle)
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
        let evaluation = FeatureEvaluation::new(&self.theory, &self.game, 0, used, weighing)?;
        let cycle = Cycle {
            number: cycle,
            pairs: self.preferences.len(),
            generated: self.features.len(),
            active: numbers,
            accuracy,
            margin: variance.sqrt(),
            held_out: None,
        };
        Ok((cycle, evaluation))
    }
}
