//! After the cycles, beyond the paper: values of positions for a player that searches.
//! The evaluation plays games against itself; of the features that were found, those
//! are selected that tell who wins, and their weights are learned. They are other
//! features than those that tell which move is better: a corner that was taken long
//! ago decides games, but no choice between moves.

use stratalog_game::Game;
use stratalog_rulesheet::Position;
use stratalog_run::{Control, Seed, threads};

use super::{BATCH, Zenith, name};
use crate::concept::{Forward, Pairs};
use crate::error::ZenithError;
use crate::evidence::values;
use crate::feature::Feature;
use crate::self_play::{Played, Seen, SelfPlay};
use crate::stages::Stages;
use crate::values::{self, Counts, Record, Values};

/// The first part of the games is played by the weights of the evaluation, each other
/// part by the values that were learned before it.
const PARTS: u64 = 2;
/// The most features to choose from, and the most that one may cost, as a share of
/// the limit.
const CANDIDATES: usize = 600;
const CHEAP: f64 = 0.05;
/// The positions of a game that features are selected on, as more of one game say the
/// same; and those of all games.
const SELECTED_OF_GAME: usize = 4;
const SELECTED_ON: usize = 32_000;
/// The least gain that makes a feature worth having.
const WORTHWHILE: f64 = 3.0;
/// The most features.
const MOST_FEATURES: usize = 60;
/// The weight of the squared weights beside the likelihood.
const PENALTY: f64 = 2.0;
/// Openings of games have up to this number of times as many random moves as those of
/// games to learn preferences from.
const OPENINGS: usize = 2;

impl Zenith {
    /// Learns values for searches from games that the evaluation plays against itself.
    /// They are for weighted sums, and for two roles of which one moves at a time.
    pub fn learn_values(&mut self, control: &Control) -> Result<(), ZenithError> {
        let is_suited = self.game.role_count() == 2 && !self.game.is_simultaneous();
        let evaluation = self.evaluation.clone();
        let evaluation = evaluation.filter(|own| is_suited && own.weights(0).is_some());
        let (Some(mut evaluation), 1..) = (evaluation, self.settings.self_play) else {
            return Ok(());
        };
        let Seed(seed) = self.settings.seed.derive("self-play");
        let mut played: Vec<Played> = Vec::new();
        for part in 0..PARTS {
            let self_play = SelfPlay {
                game: &self.game,
                evaluation: &evaluation,
                opening: OPENINGS * self.settings.opening * self.game.role_count(),
                seed: Seed(seed.wrapping_add(part)),
            };
            played.extend(self_play.games(self.settings.self_play.div_ceil(PARTS), control));
            if control.is_stopped() {
                return Ok(());
            }
            if let Some(values) = self.values(&played)? {
                evaluation = evaluation.with_values(values);
            }
        }
        self.evaluation = Some(evaluation);
        Ok(())
    }

    /// Values that predict the results of games.
    fn values(&self, played: &[Played]) -> Result<Option<Values>, ZenithError> {
        let chosen = self.select_for_values(played)?;
        self.fit_values(played, &chosen)
    }

    /// The numbers of the features that tell who wins.
    fn select_for_values(&self, played: &[Played]) -> Result<Vec<usize>, ZenithError> {
        let is_cheap = |number: &usize| self.features[*number].cost <= CHEAP * self.settings.limit;
        let mut candidates: Vec<usize> = (0..self.features.len()).filter(is_cheap).collect();
        let cost = |number: usize| self.features[number].cost;
        candidates.sort_by(|&a, &b| cost(a).total_cmp(&cost(b)));
        candidates.truncate(CANDIDATES);
        let seen = some_of_each(played);
        let positions: Vec<&Position> = seen.iter().map(|(seen, _)| &seen.position).collect();
        let columns = self.columns(&candidates, &positions);
        let (candidates, columns): (Vec<usize>, Vec<Vec<f64>>) = candidates
            .into_iter()
            .zip(columns)
            .filter_map(|(number, column)| Some((number, scaled(&column?)?)))
            .unzip();
        let mut groups = vec![Pairs::new(candidates.len()); self.game.role_count()];
        for (place, (seen, result)) in seen.iter().enumerate() {
            let sign = if *result > 0.5 { 1.0 } else { -1.0 };
            if *result != 0.5 {
                let row: Vec<f64> = columns.iter().map(|column| sign * column[place]).collect();
                groups[seen.mover].push(&row)?;
            }
        }
        let costs: Vec<f64> = candidates.iter().map(|&number| cost(number)).collect();
        let forward = Forward {
            groups: &groups,
            costs: &costs,
            limit: self.settings.limit,
            worthwhile: WORTHWHILE,
            most: MOST_FEATURES,
            beam: 0,
            penalty: PENALTY,
        };
        let active = forward.select().active;
        Ok(active.into_iter().map(|place| candidates[place]).collect())
    }

    /// The values of features in positions; nothing for one that is too large.
    fn columns(&self, numbers: &[usize], positions: &[&Position]) -> Vec<Option<Vec<u32>>> {
        let batches: Vec<&[usize]> = numbers.chunks(BATCH).collect();
        let look = |batch: u64| {
            let numbers = batches[batch as usize].iter();
            let features = numbers.map(|&number| self.features[number].feature.clone());
            let features: Vec<Feature> = features.collect();
            values(&self.theory, &self.game, &features, positions)
        };
        let looked: Vec<Vec<Option<Vec<u32>>>> = threads::map(0..batches.len() as u64, look);
        looked.into_iter().flatten().collect()
    }

    fn fit_values(
        &self,
        played: &[Played],
        chosen: &[usize],
    ) -> Result<Option<Values>, ZenithError> {
        let feature = |&number: &usize| (name(number), self.features[number].feature.clone());
        let used: Vec<(String, Feature)> = chosen.iter().map(feature).collect();
        let clock = self.clock.as_ref().map(|(clock, _)| clock);
        let observed = used.iter().map(|(_, feature)| feature).chain(clock);
        let observed: Vec<Feature> = observed.cloned().collect();
        let seen = played.iter().flat_map(|game| &game.seen);
        let positions: Vec<&Position> = seen.map(|seen| &seen.position).collect();
        if used.is_empty() || positions.is_empty() {
            return Ok(None);
        }
        let columns = values(&self.theory, &self.game, &observed, &positions);
        let Some(columns) = columns.into_iter().collect::<Option<Vec<Vec<u32>>>>() else {
            return Ok(None);
        };
        let mut number = 0..;
        let records: Vec<Record> = played
            .iter()
            .map(|game| Record {
                seen: game
                    .seen
                    .iter()
                    .zip(&mut number)
                    .map(|(seen, place)| Counts {
                        counts: columns.iter().map(|column| column[place]).collect(),
                        mover: seen.mover,
                        is_left_at_random: seen.is_left_at_random,
                    })
                    .collect(),
                result: game.result,
            })
            .collect();
        let stages = clock.and_then(|clock| {
            let shown = columns.last().cloned().unwrap_or_default();
            Stages::new(clock, shown, values::STAGES)
        });
        let weights = values::fit(&records, used.len(), self.game.role_count(), stages);
        Values::new(&self.theory, &self.game, used, weights).map(Some)
    }
}

/// A few positions of each game, with its result.
fn some_of_each(played: &[Played]) -> Vec<(&Seen, f64)> {
    let games = played.iter().take(SELECTED_ON / SELECTED_OF_GAME);
    let of_game = |game: &'_ Played| {
        let step = game.seen.len().div_ceil(SELECTED_OF_GAME).max(1);
        (game.seen.len() % step..game.seen.len()).step_by(step)
    };
    games
        .flat_map(|game| of_game(game).map(|place| (&game.seen[place], game.result)))
        .collect()
}

/// The column with mean 0 and deviation 1; nothing where it does not vary.
fn scaled(column: &[u32]) -> Option<Vec<f64>> {
    let count = column.len().max(1) as f64;
    let mean = column.iter().map(|&x| f64::from(x)).sum::<f64>() / count;
    let squares = column.iter().map(|&x| (f64::from(x) - mean).powi(2));
    let deviation = (squares.sum::<f64>() / count).sqrt();
    let scaled = |&x: &u32| (f64::from(x) - mean) / deviation;
    (deviation > 0.0).then(|| column.iter().map(scaled).collect())
}
