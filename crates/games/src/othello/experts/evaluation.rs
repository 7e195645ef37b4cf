//! The evaluation: a weighted sum of the expert features. The weights depend on the
//! stage of the game, and are interpolated linearly between a few knots.

use crate::Othello;
use crate::othello::bitboard::{SquareSet, placements};
use stratalog_game::reason::{self, FeatureShare};

use super::features::{self, COUNT, NAMES};
use super::layout::{Discs, Layout};

/// The number of knots, from the first move to the last.
pub const KNOTS: usize = 6;
/// The number of stages: 0 to 60 squares are filled after the start.
const STAGES: usize = 61;
/// The value of a finished game, larger than any sum of features.
const ENDED: f64 = 1000.0;
/// The number of features that a reason names.
const NAMED: usize = 4;

/// The weight of each feature at each knot.
pub type KnotWeights = [[f64; COUNT]; KNOTS];

/// The evaluation for one board.
#[derive(Clone, Debug)]
pub struct ExpertEvaluation {
    layout: Layout,
    by_stage: Box<[[f64; COUNT]; STAGES]>,
}

/// A stage of the game, by the two knots around it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameStage {
    /// The earlier knot.
    pub knot: usize,
    /// The distance from it, as a part of the distance to the later knot.
    pub beyond: f64,
}

impl GameStage {
    fn new(filled: usize) -> GameStage {
        let place = filled as f64 * (KNOTS - 1) as f64 / (STAGES - 1) as f64;
        let knot = (place as usize).min(KNOTS - 2);
        GameStage {
            knot,
            beyond: place - knot as f64,
        }
    }
}

impl ExpertEvaluation {
    /// The evaluation with these weights. They are made for 8x8; a smaller board has
    /// fewer moves for each stage.
    pub fn new(game: &Othello, weights: &KnotWeights) -> ExpertEvaluation {
        let mut evaluation = ExpertEvaluation {
            layout: Layout::of(game),
            by_stage: Box::new([[0.0; COUNT]; STAGES]),
        };
        evaluation.set_weights(weights);
        evaluation
    }

    /// Replaces the weights.
    pub fn set_weights(&mut self, weights: &KnotWeights) {
        for (filled, stage_weights) in self.by_stage.iter_mut().enumerate() {
            let GameStage { knot, beyond } = GameStage::new(filled);
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
    pub fn stage(&self, discs: Discs) -> GameStage {
        GameStage::new(self.filled(discs))
    }

    /// The value for the side to move. If it has to pass, the other side is
    /// evaluated as the side to move; if both have to, the discs are counted.
    pub fn value(&self, discs: Discs) -> f64 {
        match self.view(discs) {
            View::Open { discs, open, sign } => {
                let values = features::values(&self.layout, discs, open);
                sign * self.sum(discs, &values)
            }
            View::Ended => ended_value(discs),
        }
    }

    /// The features for the side that can move, and +1 if it is the side to move or
    /// -1 if it is the other; none when the game is over.
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
        open: SquareSet,
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

    fn evaluation() -> ExpertEvaluation {
        let game = Othello::new(Othello::DEFAULT).expect("8x8");
        ExpertEvaluation::new(&game, &WEIGHTS)
    }

    #[test]
    fn a_side_that_must_pass_is_evaluated_with_the_other_to_move() {
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
    fn weights_are_interpolated_between_knots() {
        let mut weights = [[0.0; COUNT]; KNOTS];
        weights[1][0] = 1.0;
        let game = Othello::new(Othello::DEFAULT).expect("8x8");
        let evaluation = ExpertEvaluation::new(&game, &weights);
        let shown: Vec<f64> = [0, 6, 12, 18, 24, 60]
            .iter()
            .map(|&filled: &usize| evaluation.by_stage[filled][0])
            .collect();
        assert_eq!(shown, [0.0, 0.5, 1.0, 0.5, 0.0, 0.0]);
    }
}
