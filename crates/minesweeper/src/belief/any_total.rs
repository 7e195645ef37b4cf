//! The posterior of a view when the number of all mines is not known.

use std::sync::Arc;

use num_bigint::BigUint;

use super::{BeliefError, Fact, Inconsistent, Knowledge, Tables};
use crate::{Cell, View};

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
        let mut knowledge = observed(view)?;
        let components = Tables::untilted(view.board()).components(&mut knowledge)?;
        // Nothing is said of squares that border no number.
        let mut mine_probabilities: Vec<f64> = view
            .grid()
            .sites()
            .map(|site| match knowledge.fact(site) {
                Fact::Open | Fact::Safe => 0.0,
                Fact::Mine => 1.0,
                Fact::Unknown => 0.5,
            })
            .collect();
        let mut free = knowledge.unknown();
        let mut solutions = BigUint::from(1_u8);
        let (mut futures, mut shares) = (Vec::new(), Vec::new());
        for one in &*components {
            one.shares_alone(&mut futures, &mut shares);
            for (own, &share) in one.component.boxes.iter().zip(&shares) {
                for site in own.squares.as_slice() {
                    mine_probabilities[site.index()] = share;
                }
            }
            free -= one.component.squares;
            solutions *= one.lattice.exact_counts().iter().sum::<BigUint>();
        }
        Ok(AnyTotal {
            mine_probabilities,
            solutions: solutions << free,
        })
    }
}

/// What the numbers and marks of a view say, without the number of all mines.
fn observed(view: &View) -> Result<Knowledge, Inconsistent> {
    let mut knowledge = Knowledge::without_total(view.board(), Arc::clone(view.grid()));
    let sites = view.grid().sites();
    let marked = sites.filter(|&site| view.cell(site) == Cell::Marked);
    knowledge.learn_all(marked.map(|site| (site, Fact::Mine)))?;
    knowledge.follow(view)?;
    Ok(knowledge)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::belief::Belief;

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
    fn it_agrees_with_counting_every_number_of_mines() {
        let text = "4x5/0\n.1...\n.2.3.\nF....\n..1..\n";
        let view: View = text.parse().expect("a position");
        let found = AnyTotal::of(&view).expect("consistent");
        let mut solutions = BigUint::ZERO;
        let mut mines = vec![0.0; 20];
        for total in 0..=20 {
            if let Ok(belief) = Belief::of(&view.with_mines(total)) {
                solutions += belief.solutions();
                for (sum, one) in mines.iter_mut().zip(belief.mine_probabilities()) {
                    *sum += one * belief.ln_solutions().exp();
                }
            }
        }
        assert_eq!(found.solutions, solutions);
        let all: f64 = solutions.to_string().parse().expect("a number");
        for (found, sum) in found.mine_probabilities.iter().zip(&mines) {
            assert!((found - sum / all).abs() < 1e-9, "{found} {}", sum / all);
        }
    }

    #[test]
    fn a_large_board_is_counted_in_one_go() {
        let rows = [".1.".repeat(80), "...".repeat(80)].join("\n");
        let text = format!("240x240/0\n{}", format!("{rows}\n").repeat(120));
        let view: View = text.parse().expect("a position");
        let found = AnyTotal::of(&view).expect("consistent");
        // Eighty strips that are independent of each other and alike.
        let (first, strip) = (
            &found.mine_probabilities[..3],
            &found.mine_probabilities[3..6],
        );
        assert_eq!(first, strip);
        assert!(first[0] > 0.0 && first[0] < 0.5);
        assert_eq!(first[1], 0.0);
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
