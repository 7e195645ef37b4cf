//! The evaluation: a weighted sum of the expert features. The weights change
//! with the stage of the game, on straight lines between a few knots.

use crate::Othello;
use crate::othello::bitboard::{Board, placements};
use stratalog_game::reason::{self, FeatureShare};

use super::features::{self, COUNT, NAMES};
use super::layout::{Discs, Layout};

/// How many knots the weights have, from the first move to the last.
pub const KNOTS: usize = 6;
/// Stages are told apart by how many of the sixty squares are filled.
const STAGES: usize = 61;
/// What the end of a game is worth beside the largest sum of features.
const ENDED: f64 = 1000.0;
/// How many features a reason names.
const NAMED: usize = 4;

/// The weight of each feature at each knot.
pub type Weights = [[f64; COUNT]; KNOTS];

/// The evaluation for one board.
#[derive(Clone, Debug)]
pub struct Evaluation {
    layout: Layout,
    by_stage: Box<[[f64; COUNT]; STAGES]>,
}

/// A stage of the game, as the two knots it lies between.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stage {
    /// The earlier knot.
    pub knot: usize,
    /// How far towards the later one, from 0 to 1.
    pub beyond: f64,
}

impl Stage {
    fn new(filled: usize) -> Stage {
        let place = filled as f64 * (KNOTS - 1) as f64 / (STAGES - 1) as f64;
        let knot = (place as usize).min(KNOTS - 2);
        Stage {
            knot,
            beyond: place - knot as f64,
        }
    }
}

impl Evaluation {
    /// The evaluation with these weights. They are for 8x8; on a smaller board
    /// the stages pass by faster.
    pub fn new(game: &Othello, weights: &Weights) -> Evaluation {
        let mut evaluation = Evaluation {
            layout: Layout::of(game),
            by_stage: Box::new([[0.0; COUNT]; STAGES]),
        };
        evaluation.set_weights(weights);
        evaluation
    }

    /// Replaces the weights.
    pub fn set_weights(&mut self, weights: &Weights) {
        for (filled, stage_weights) in self.by_stage.iter_mut().enumerate() {
            let Stage { knot, beyond } = Stage::new(filled);
            for (feature, weight) in stage_weights.iter_mut().enumerate() {
                let (before, after) = (weights[knot][feature], weights[knot + 1][feature]);
                *weight = before + beyond * (after - before);
            }
        }
    }

    /// The board's special squares.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    fn filled(&self, discs: Discs) -> usize {
        let taken = (discs.own | discs.other).count_ones() as usize;
        let area = self.layout.squares.count_ones() as usize;
        (taken.saturating_sub(4) * (STAGES - 1) / (area - 4)).min(STAGES - 1)
    }

    /// The stage of a position.
    pub fn stage(&self, discs: Discs) -> Stage {
        Stage::new(self.filled(discs))
    }

    /// The value for the side to move. Where it has to pass, the other side is
    /// taken to move; where both have, the discs are counted.
    pub fn value(&self, discs: Discs) -> f64 {
        match self.view(discs) {
            View::Open { discs, open, sign } => {
                let values = features::values(&self.layout, discs, open);
                sign * self.sum(discs, &values)
            }
            View::Ended => ended_value(discs),
        }
    }

    /// The features from whoever can move, and +1 if that is the side to move,
    /// -1 if not; nothing when the game is over.
    pub fn features(&self, discs: Discs) -> Option<([f64; COUNT], f64)> {
        match self.view(discs) {
            View::Open { discs, open, sign } => {
                Some((features::values(&self.layout, discs, open), sign))
            }
            View::Ended => None,
        }
    }

    /// The value for the side to move, with the features that matter most.
    pub fn explained(&self, discs: Discs) -> reason::Evaluation {
        let value = self.value(discs);
        let Some((values, sign)) = self.features(discs) else {
            let features = Vec::new();
            return reason::Evaluation {
                value,
                features,
                ..reason::Evaluation::default()
            };
        };
        let weights = &self.by_stage[self.filled(discs)];
        let mut shares: Vec<FeatureShare> = (0..COUNT)
            .map(|feature| FeatureShare {
                name: NAMES[feature].to_owned(),
                value: sign * values[feature],
                weight: weights[feature],
                ..FeatureShare::default()
            })
            .collect();
        let size = |share: &FeatureShare| (share.value * share.weight).abs();
        shares.sort_by(|a, b| size(b).total_cmp(&size(a)));
        shares.truncate(NAMED);
        reason::Evaluation {
            value,
            features: shares,
            ..reason::Evaluation::default()
        }
    }

    fn sum(&self, discs: Discs, values: &[f64; COUNT]) -> f64 {
        let weights = &self.by_stage[self.filled(discs)];
        weights.iter().zip(values).map(|(w, v)| w * v).sum()
    }

    fn view(&self, discs: Discs) -> View {
        let empty = self.layout.empty(discs);
        for (discs, sign) in [(discs, 1.0), (discs.passed(), -1.0)] {
            let open = placements(discs.own, discs.other, empty);
            if open != 0 {
                return View::Open { discs, open, sign };
            }
        }
        View::Ended
    }
}

/// Who can move in a position.
enum View {
    Open {
        discs: Discs,
        open: Board,
        sign: f64,
    },
    Ended,
}

/// What an evaluation says to the other side.
pub fn for_other_side(mut shown: reason::Evaluation) -> reason::Evaluation {
    shown.value = -shown.value;
    for share in &mut shown.features {
        share.value = -share.value;
    }
    shown
}

/// The value of a finished game for the side to move: beyond any sum of
/// features, by the discs between equal outcomes.
pub fn ended_value(discs: Discs) -> f64 {
    let lead = discs.lead();
    f64::from(lead) + ENDED * f64::from(lead.signum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::experts::weights::WEIGHTS;

    fn evaluation() -> Evaluation {
        let game = Othello::new(Othello::DEFAULT).expect("8x8");
        Evaluation::new(&game, &WEIGHTS)
    }

    #[test]
    fn a_side_that_must_pass_is_valued_as_the_other_to_move() {
        // White in the corner with black beside it: black cannot place.
        let discs = Discs {
            own: 1 << 1,
            other: 1 << 0,
        };
        let evaluation = evaluation();
        let value = evaluation.value(discs);
        assert_eq!(value, -evaluation.value(discs.passed()));
        assert!(value < 0.0);
    }

    #[test]
    fn a_finished_game_outweighs_every_position() {
        let lost = Discs {
            own: 0,
            other: 1 << 20,
        };
        assert_eq!(evaluation().value(lost), -1001.0);
        assert!(evaluation().explained(lost).features.is_empty());
    }

    #[test]
    fn weights_run_straight_between_knots() {
        let mut weights = [[0.0; COUNT]; KNOTS];
        weights[1][0] = 1.0;
        let game = Othello::new(Othello::DEFAULT).expect("8x8");
        let evaluation = Evaluation::new(&game, &weights);
        let shown: Vec<f64> = [0, 6, 12, 18, 24, 60]
            .iter()
            .map(|&filled: &usize| evaluation.by_stage[filled][0])
            .collect();
        assert_eq!(shown, [0.0, 0.5, 1.0, 0.5, 0.0, 0.0]);
    }
}
