//! Alpha-beta search to a fixed depth with the expert evaluation, on bitboards.
//! Placements that leave the other side the fewest replies are searched first.
//! Measured by the bench `othello`.

use crate::othello::bitboard::{SquareSet, members, placements};

use super::evaluation::{ExpertEvaluation, ended_value};
use super::layout::Discs;
use super::placed;

/// An upper bound of the number of placements in a position.
const MOST: usize = 64;

/// What a search found.
pub struct BestPlacement {
    /// The square to place on.
    pub square: u8,
    /// Its value for the side to move.
    pub value: f64,
    /// The position at the end of the principal variation, from the point of view of
    /// the side to move there.
    pub leaf: Discs,
    /// Whether the side to move at the root is to move in the leaf.
    pub is_own_leaf: bool,
}

/// The best placement by a search of `plies` plies, if there is one. Of equal
/// placements it is the first one searched, which depends on the position alone.
pub fn best(evaluation: &ExpertEvaluation, discs: Discs, plies: u32) -> Option<BestPlacement> {
    let empty = evaluation.layout().empty(discs);
    let open = placements(discs.own, discs.other, empty);
    let mut found: Option<BestPlacement> = None;
    for (square, next) in ordered(evaluation, discs, open).iter() {
        let alpha = found.as_ref().map_or(f64::NEG_INFINITY, |f| f.value);
        let line = search(
            evaluation,
            next,
            plies.saturating_sub(1),
            f64::NEG_INFINITY,
            -alpha,
        );
        if found.is_none() || -line.value > alpha {
            found = Some(BestPlacement {
                square,
                value: -line.value,
                leaf: line.leaf,
                is_own_leaf: !line.is_own_leaf,
            });
        }
    }
    found
}

/// A value for the side to move, and the position that was evaluated.
struct Line {
    value: f64,
    leaf: Discs,
    is_own_leaf: bool,
}

impl Line {
    fn for_other_side(self) -> Line {
        Line {
            value: -self.value,
            is_own_leaf: !self.is_own_leaf,
            ..self
        }
    }
}

fn search(evaluation: &ExpertEvaluation, discs: Discs, plies: u32, alpha: f64, beta: f64) -> Line {
    let leaf = |value| Line {
        value,
        leaf: discs,
        is_own_leaf: true,
    };
    if plies == 0 {
        return leaf(evaluation.value(discs));
    }
    let empty = evaluation.layout().empty(discs);
    let open = placements(discs.own, discs.other, empty);
    if open == 0 {
        if placements(discs.other, discs.own, empty) == 0 {
            return leaf(ended_value(discs));
        }
        // A pass is not a choice and does not count as a ply.
        return search(evaluation, discs.passed(), plies, -beta, -alpha).for_other_side();
    }
    let mut best: Option<Line> = None;
    let mut alpha = alpha;
    let mut consider = |next: Discs| {
        let line = search(evaluation, next, plies - 1, -beta, -alpha).for_other_side();
        alpha = alpha.max(line.value);
        if best.as_ref().is_none_or(|b| line.value > b.value) {
            best = Some(line);
        }
        alpha >= beta
    };
    if plies == 1 {
        members(open).any(|square| consider(placed(discs, square)));
    } else {
        let replies = ordered(evaluation, discs, open);
        replies.iter().any(|(_, next)| consider(next));
    }
    best.unwrap_or_else(|| leaf(ended_value(discs)))
}

/// Placements with the positions they lead to, the most restricting first.
struct Ordered {
    entries: [(i32, u8, Discs); MOST],
    count: usize,
}

impl Ordered {
    fn iter(&self) -> impl Iterator<Item = (u8, Discs)> {
        self.entries[..self.count]
            .iter()
            .map(|&(_, square, next)| (square, next))
    }
}

fn ordered(evaluation: &ExpertEvaluation, discs: Discs, open: SquareSet) -> Ordered {
    let layout = evaluation.layout();
    let nowhere = Discs { own: 0, other: 0 };
    let mut list = Ordered {
        entries: [(0, 0, nowhere); MOST],
        count: 0,
    };
    for (entry, square) in list.entries.iter_mut().zip(members(open)) {
        let next = placed(discs, square);
        let answers = placements(next.own, next.other, layout.empty(next));
        let corners = (answers & layout.corner_squares).count_ones();
        *entry = ((answers.count_ones() + 4 * corners) as i32, square, next);
        list.count += 1;
    }
    list.entries[..list.count].sort_unstable_by_key(|&(replies, square, _)| (replies, square));
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Othello;
    use crate::othello::experts::discs_to_move;
    use crate::othello::experts::weights::WEIGHTS;
    use stratalog_game::{Game, Turn};
    use stratalog_run::Seed;

    /// The value without cutoffs and sorting.
    fn plain(evaluation: &ExpertEvaluation, discs: Discs, plies: u32) -> f64 {
        if plies == 0 {
            return evaluation.value(discs);
        }
        let empty = evaluation.layout().empty(discs);
        let open = placements(discs.own, discs.other, empty);
        if open == 0 {
            return match placements(discs.other, discs.own, empty) {
                0 => ended_value(discs),
                _ => -plain(evaluation, discs.passed(), plies),
            };
        }
        members(open)
            .map(|square| -plain(evaluation, placed(discs, square), plies - 1))
            .fold(f64::NEG_INFINITY, f64::max)
    }

    #[test]
    fn cutoffs_do_not_change_values() {
        let game = Othello::new(Othello::DEFAULT).expect("8x8");
        let evaluation = ExpertEvaluation::new(&game, &WEIGHTS);
        let mut scratch = Vec::new();
        for number in 0..3 {
            let mut rng = Seed(11).stream(number);
            let mut position = game.initial(&mut rng);
            while let Turn::Role(role) = game.turn(&position) {
                let discs = discs_to_move(&game, &position).expect("a role is to move");
                if let Some(found) = best(&evaluation, discs, 3) {
                    assert_eq!(found.value, plain(&evaluation, discs, 3));
                    let sign = if found.is_own_leaf { 1.0 } else { -1.0 };
                    assert_eq!(found.value, sign * evaluation.value(found.leaf));
                }
                let (mv, _) = game
                    .random_choice(&position, role, &mut rng, &mut scratch)
                    .expect("a role is to move");
                game.play_unchecked(&mut position, mv);
            }
        }
    }
}
