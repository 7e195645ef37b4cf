//! The posterior of a view when the number of all mines is not known.

use num_bigint::BigUint;

use super::{Belief, BeliefError, Inconsistent, Knowledge, Tables};
use crate::View;

/// The largest board whose number of mines may be unknown: every number of
/// mines is counted by itself.
const MOST_SQUARES: usize = 4_096;

/// What a view says about the mines when the number of all mines is not known:
/// every complete board that agrees with the numbers is equally likely, however
/// many mines it has.
#[derive(Clone, Debug)]
pub struct AnyTotal {
    /// The mine probability of each square, row by row; 0 and 1 are certain.
    pub mine_probabilities: Vec<f64>,
    /// The number of complete boards.
    pub solutions: BigUint,
}

impl AnyTotal {
    /// The posterior of a view; the number of mines of its board is ignored.
    pub fn of(view: &View) -> Result<AnyTotal, BeliefError> {
        let squares = view.grid().len();
        if squares > MOST_SQUARES {
            return Err(BeliefError::TooLarge {
                squares,
                most: MOST_SQUARES,
            });
        }
        let mut tables = Tables::new(view.board());
        let mut counted: Vec<Belief> = Vec::new();
        for mines in 0..=squares {
            let view = view.with_mines(mines);
            let belief = Knowledge::of(&view)
                .map_err(BeliefError::from)
                .and_then(|mut knowledge| Belief::new(&mut knowledge, &mut tables));
            match belief {
                Ok(belief) => counted.push(belief),
                Err(BeliefError::Inconsistent(_)) => {}
                Err(error) => return Err(error),
            }
        }
        AnyTotal::joined(&counted, squares)
    }

    fn joined(counted: &[Belief], squares: usize) -> Result<AnyTotal, BeliefError> {
        let logarithms = counted.iter().map(Belief::ln_solutions);
        let Some(greatest) = logarithms.reduce(f64::max) else {
            return Err(Inconsistent.into());
        };
        let weights: Vec<f64> = counted
            .iter()
            .map(|belief| (belief.ln_solutions() - greatest).exp())
            .collect();
        let total: f64 = weights.iter().sum();
        let probability = |square: usize| {
            let own = || counted.iter().map(|one| one.mine_probabilities()[square]);
            // Certain only where every number of mines makes it so.
            if own().all(|one| one == 1.0) {
                return 1.0;
            }
            let sum: f64 = own().zip(&weights).map(|(one, weight)| one * weight).sum();
            if own().all(|one| one == 0.0) {
                0.0
            } else {
                (sum / total).clamp(f64::MIN_POSITIVE, 1.0 - f64::EPSILON)
            }
        };
        Ok(AnyTotal {
            mine_probabilities: (0..squares).map(probability).collect(),
            solutions: counted.iter().map(Belief::solutions).sum(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_that_agrees_counts_once() {
        let view: View = "2x3/0\n1..\n1..\n".parse().expect("a position");
        let found = AnyTotal::of(&view).expect("consistent");
        // One mine of two beside the ones, and any of the last two squares.
        assert_eq!(found.solutions.to_string(), "8");
        for square in [1, 2, 4, 5] {
            assert!((found.mine_probabilities[square] - 0.5).abs() < 1e-12);
        }
    }

    #[test]
    fn numbers_alone_may_decide_or_contradict() {
        let view: View = "1x4/0\n.2.1\n".parse().expect("a position");
        let found = AnyTotal::of(&view).expect("consistent");
        assert_eq!(found.mine_probabilities, [1.0, 0.0, 1.0, 0.0]);
        let wrong: View = "2x3/0\n1..\n3..\n".parse().expect("a position");
        assert!(AnyTotal::of(&wrong).is_err());
    }
}
