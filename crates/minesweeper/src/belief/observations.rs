//! Small boards solved piece by piece: what the first move shows splits the fields
//! into parts that are searched on their own, on several threads or machines. The
//! searches share nothing, so that together they value more positions than
//! [`super::solve`] does.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use stratalog_run::Control;

use super::small_board::{
    NotSolved, SolvedBoard, all_fields, allowed_fields, best_of, representatives,
};
use super::whole_board::WholeBoard;
use crate::{Board, FirstMove, Grid, Site};

/// What a first move may show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FirstObservation {
    /// The square that is opened first.
    first: usize,
    /// The number on it.
    number: u32,
}

/// The exact value of the fields that agree with a first observation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObservationValue {
    won: u64,
    fields: u64,
    positions: u64,
}

/// A board whose first observations are valued one by one.
#[derive(Debug)]
pub struct ByObservation {
    board: Board,
    rule: FirstMove,
    grid: Arc<Grid>,
    masks: Vec<u32>,
    observations: Vec<FirstObservation>,
}

impl ByObservation {
    /// What can be observed first: numbers on squares, one square of those that
    /// symmetries of the board map onto each other.
    pub fn new(board: Board, rule: FirstMove) -> Result<ByObservation, NotSolved> {
        let masks = all_fields(board)?;
        let grid = Grid::new(board);
        let mut by_observation = ByObservation {
            board,
            rule,
            grid,
            masks,
            observations: Vec::new(),
        };
        let firsts = representatives(board).into_iter();
        by_observation.observations = firsts
            .flat_map(|first| by_observation.numbers_at(first))
            .collect();
        Ok(by_observation)
    }

    fn numbers_at(&self, first: usize) -> Vec<FirstObservation> {
        let shown = self.fields_under(first).map(|mask| self.shown(mask, first));
        let mut numbers: Vec<u32> = shown.collect();
        numbers.sort_unstable();
        numbers.dedup();
        let observed = |number| FirstObservation { first, number };
        numbers.into_iter().map(observed).collect()
    }

    fn fields_under(&self, first: usize) -> impl Iterator<Item = u32> {
        allowed_fields(&self.grid, &self.masks, self.rule, first).into_iter()
    }

    fn shown(&self, mask: u32, first: usize) -> u32 {
        let neighbours = self.grid.neighbours(Site::new(first)).iter();
        let is_mine = |site: &&Site| mask >> site.index() & 1 == 1;
        neighbours.filter(is_mine).count() as u32
    }

    /// The first observations.
    pub fn observations(&self) -> &[FirstObservation] {
        &self.observations
    }

    /// The value of an observation; nothing where the search is stopped.
    pub fn value(
        &self,
        observation: FirstObservation,
        control: &Control,
    ) -> Option<ObservationValue> {
        let FirstObservation { first, number } = observation;
        let agreeing = self.fields_under(first);
        let fields: Vec<u32> = agreeing
            .filter(|&mask| self.shown(mask, first) == number)
            .collect();
        let mut search = WholeBoard::new(self.board, u64::MAX).watched_by(control);
        let won = search.value_after(&fields, first, 0)?;
        Some(ObservationValue {
            won: u64::from(won),
            fields: fields.len() as u64,
            positions: search.positions(),
        })
    }

    /// The solution of the board from the values of all observations, in their
    /// order.
    pub fn solved(&self, values: &[ObservationValue]) -> SolvedBoard {
        let mut by_first: BTreeMap<usize, (u64, u64)> = BTreeMap::new();
        for (observation, value) in self.observations.iter().zip(values) {
            let (won, fields) = by_first.entry(observation.first).or_default();
            *won += value.won;
            *fields += value.fields;
        }
        let positions = values.iter().map(|value| value.positions).sum();
        best_of(self.board, self.rule, &by_first, self.masks.len()).with_positions(positions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::belief::solve;

    #[test]
    fn the_value_of_the_observations_is_that_of_the_board() {
        for board in ["1x3/1", "3x3/2", "3x4/3", "4x4/4", "3x5/6", "2x2/4"] {
            let board: Board = board.parse().expect("a board");
            for rule in [FirstMove::Any, FirstMove::Safe, FirstMove::Zero] {
                let pieces = ByObservation::new(board, rule).expect("small");
                let value = |&one| pieces.value(one, &Control::default()).expect("no stop");
                let values: Vec<_> = pieces.observations().iter().map(value).collect();
                let (found, whole) = (pieces.solved(&values), solve(board, rule, u64::MAX));
                let whole = whole.expect("small");
                assert_eq!(found.first_moves, whole.first_moves, "{board} {rule}");
                assert_eq!(found.fraction(), whole.fraction(), "{board} {rule}");
            }
        }
    }
}
