//! The reasons of moves that rest on probabilities.

use stratalog_game::reason::Risk;
use stratalog_game::{Decision, Reason};

use crate::belief::{Belief, EQUAL};
use crate::{FirstMove, Minesweeper, Site, View};

/// How many squares a reason names besides the chosen one.
const NEXT_SAFEST: usize = 3;

/// The decision to open a square that is certainly safe. Players use it in
/// matches; [`explained`](super::explained) finds the proof.
pub fn safe(site: Site) -> Decision<Site> {
    Decision {
        mv: site,
        reason: Reason::Risk(Box::default()),
    }
}

/// Whether the rules promise that the move to be made is no mine: it is the
/// first, and there is room for all mines elsewhere.
pub fn is_promised(game: &Minesweeper, view: &View) -> bool {
    let board = game.size();
    view.opened() == 0 && game.first_move() != FirstMove::Any && board.mines() < board.squares()
}

/// What the reason of a guess is made from.
#[derive(Clone, Copy)]
pub struct Guessing<'a> {
    /// The game, for what the first move is promised.
    pub game: &'a Minesweeper,
    /// The position.
    pub view: &'a View,
    /// Its belief state.
    pub belief: &'a Belief,
}

impl Guessing<'_> {
    /// Why a square was chosen: its risk, the squares that are as safe, those it
    /// was preferred to, and the probability to win where that is known.
    pub fn reason(&self, chosen: Site, win_probability: Option<f64>) -> Reason {
        if is_promised(self.game, self.view) {
            return Reason::Risk(Box::new(Risk {
                promised: true,
                win_probability,
                ..Risk::default()
            }));
        }
        let probability = self.belief.mine_probability(chosen);
        let mut risk = Risk {
            probability,
            win_probability,
            ..Risk::default()
        };
        for (site, other) in self.safest_others(chosen) {
            let square = self.view.grid().square(site);
            if (other - probability).abs() <= EQUAL {
                risk.as_safe_as.push(square);
            } else {
                risk.preferred_to.push((square, other));
            }
        }
        Reason::Risk(Box::new(risk))
    }

    /// The safest of the other covered squares.
    fn safest_others(&self, chosen: Site) -> Vec<(Site, f64)> {
        let mut others: Vec<(Site, f64)> = Vec::with_capacity(self.view.grid().len());
        let covered = self.view.covered_sites().filter(|&site| site != chosen);
        others.extend(covered.map(|site| (site, self.belief.mine_probability(site))));
        let by_risk = |a: &(Site, f64), b: &(Site, f64)| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0));
        if others.len() > NEXT_SAFEST {
            others.select_nth_unstable_by(NEXT_SAFEST, by_risk);
            others.truncate(NEXT_SAFEST);
        }
        others.sort_unstable_by(by_risk);
        others
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(text: &str, first_move: FirstMove, chosen: usize) -> Risk {
        let view: View = text.parse().expect("a position");
        let game = Minesweeper::new(view.board(), first_move);
        let belief = Belief::of(&view).expect("consistent");
        let guessing = Guessing {
            game: &game,
            view: &view,
            belief: &belief,
        };
        match guessing.reason(Site::new(chosen), None) {
            Reason::Risk(risk) => *risk,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_promised_first_move_is_no_guess() {
        let start = "2x2/1\n..\n..\n";
        for rule in [FirstMove::Safe, FirstMove::Zero] {
            let risk = reason(start, rule, 0);
            assert!(risk.promised && risk.probability == 0.0, "{risk:?}");
        }
        let risk = reason(start, FirstMove::Any, 0);
        assert!(!risk.promised && risk.probability == 0.25, "{risk:?}");
        let full = reason("1x1/1\n.\n", FirstMove::Safe, 0);
        assert!(!full.promised && full.probability == 1.0, "{full:?}");
    }

    #[test]
    fn equal_squares_are_not_called_preferred() {
        let risk = reason("1x7/2\n.1.....\n", FirstMove::Any, 3);
        assert_eq!(risk.as_safe_as.len(), 3);
        assert!(risk.preferred_to.is_empty(), "{risk:?}");
        let risk = reason("2x2/1\n1.\n1.\n", FirstMove::Any, 1);
        assert_eq!(risk.as_safe_as.len(), 1);
    }
}
