//! Alpha-beta search to a fixed depth. The network that evaluates positions takes
//! hundreds at once for the price of one, so the last two plies are not searched move
//! by move: all positions that they lead to are evaluated together.

use stratalog_game::{Game, Role, Turn};
use stratalog_rulesheet::{Position, RulesheetGame};

use super::{decided, successors};
use crate::evaluation::FeatureEvaluation;

/// The plies at the end of the search whose positions are evaluated together.
const TOGETHER: u32 = 2;

/// Where there are more moves than this, the first of these plies is searched move by
/// move: bounds the memory.
const MOST_TOGETHER: usize = 128;

/// A search for one role.
pub(super) struct Lookahead<'a> {
    pub(super) game: &'a RulesheetGame,
    pub(super) evaluation: &'a FeatureEvaluation,
    pub(super) role: Role,
}

/// The positions that a search of few plies leads to.
enum Line {
    /// The game is over, with this value.
    Over(f64),
    /// A position to be evaluated, by its number.
    Leaf(usize),
    /// A choice of the role, or of the other one.
    Choice(bool, Vec<Line>),
}

/// Positions to be evaluated, each with the role that moved last.
#[derive(Default)]
struct Leaves {
    positions: Vec<Position>,
    movers: Vec<usize>,
}

impl Lookahead<'_> {
    /// The value of each position after a move of the role, by a search of this
    /// number of plies with that move. The highest is exact; of the others it is only
    /// known that they are lower, or come later among equals.
    pub(super) fn values(&self, after: &[Position], plies: u32) -> Vec<f64> {
        let lines = after.iter().map(|position| (position, self.role.index()));
        let mut order: Vec<(usize, f64)> = self.judged(lines).into_iter().enumerate().collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut best = f64::NEG_INFINITY;
        let mut values = vec![f64::NEG_INFINITY; after.len()];
        for (place, _) in order {
            let mover = self.role.index();
            let value = self.value(&after[place], mover, plies - 1, [best, f64::INFINITY]);
            values[place] = if value > best {
                value
            } else {
                value.min(best.next_down())
            };
            best = best.max(value);
        }
        values
    }

    /// The value of a position after a role's move, within a window.
    fn value(&self, position: &Position, mover: usize, plies: u32, window: [f64; 2]) -> f64 {
        let [mut alpha, mut beta] = window;
        let Turn::Role(next) = self.game.turn(position) else {
            return decided(self.game, position, self.role);
        };
        let mut moves = Vec::new();
        self.game.legal_moves(position, &mut moves);
        if plies < TOGETHER || plies == TOGETHER && moves.len() <= MOST_TOGETHER {
            let mut leaves = Leaves::default();
            let line = self.line(position.clone(), mover, plies, &mut leaves);
            let values = self.evaluated(&leaves);
            return line.value(&values);
        }
        let is_own = next == self.role;
        let after = successors(self.game, position);
        let lines = after.iter().map(|(_, position)| (position, next.index()));
        let mut order: Vec<(usize, f64)> = self.judged(lines).into_iter().enumerate().collect();
        order.sort_by(|a, b| {
            if is_own {
                b.1.total_cmp(&a.1)
            } else {
                a.1.total_cmp(&b.1)
            }
        });
        let mut value = worst(is_own);
        for (place, _) in order {
            let found = self.value(&after[place].1, next.index(), plies - 1, [alpha, beta]);
            value = better(is_own, value, found);
            if is_own {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        value
    }

    /// The positions after the next plies.
    fn line(&self, position: Position, mover: usize, plies: u32, leaves: &mut Leaves) -> Line {
        let Turn::Role(next) = self.game.turn(&position) else {
            return Line::Over(decided(self.game, &position, self.role));
        };
        if plies == 0 {
            leaves.positions.push(position);
            leaves.movers.push(mover);
            return Line::Leaf(leaves.positions.len() - 1);
        }
        let after = successors(self.game, &position).into_iter();
        let after = after.map(|(_, position)| self.line(position, next.index(), plies - 1, leaves));
        Line::Choice(next == self.role, after.collect())
    }

    /// The values of positions, each after the move of a role, without a search.
    fn judged<'p>(&self, after: impl Iterator<Item = (&'p Position, usize)>) -> Vec<f64> {
        let mut leaves = Leaves::default();
        let lines =
            after.map(|(position, mover)| self.line(position.clone(), mover, 0, &mut leaves));
        let lines: Vec<Line> = lines.collect();
        let values = self.evaluated(&leaves);
        lines.iter().map(|line| line.value(&values)).collect()
    }

    fn evaluated(&self, leaves: &Leaves) -> Vec<f64> {
        let positions: Vec<&Position> = leaves.positions.iter().collect();
        let mut values = self.evaluation.values(&positions, &leaves.movers);
        if self.role.index() != self.evaluation.role() {
            values.iter_mut().for_each(|value| *value = -*value);
        }
        values
    }
}

impl Line {
    /// The value with the values of the leaves.
    fn value(&self, leaves: &[f64]) -> f64 {
        match self {
            Line::Over(value) => *value,
            Line::Leaf(number) => leaves[*number],
            Line::Choice(is_own, lines) => {
                let values = lines.iter().map(|line| line.value(leaves));
                values.fold(worst(*is_own), |a, b| better(*is_own, a, b))
            }
        }
    }
}

fn worst(is_own: bool) -> f64 {
    if is_own {
        f64::NEG_INFINITY
    } else {
        f64::INFINITY
    }
}

fn better(is_own: bool, a: f64, b: f64) -> f64 {
    if is_own { a.max(b) } else { a.min(b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::concept::{Concept, LinearUnit};
    use crate::evaluation::{Used, Weighing};
    use crate::feature::Feature;
    use crate::rehearsal::random_positions;
    use crate::theory::Theory;
    use stratalog_logic::{Term, read_term};
    use stratalog_rulesheet::EngineChoice;
    use stratalog_rulesheet::bundled::find_rulesheet;
    use stratalog_run::Seed;

    /// The number of crosses less twice the noughts, after any move.
    fn crosses() -> (RulesheetGame, FeatureEvaluation) {
        let sheet = find_rulesheet("noughts-and-crosses").expect("bundled");
        let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("rules");
        let theory = Theory::new(&sheet).expect("a theory");
        let used = |(name, text): (&str, &str)| {
            let goal = read_term(text).expect("a goal").term;
            let square: Vec<Term> = goal.variables().into_iter().map(Term::Var).collect();
            Used {
                name: name.to_owned(),
                feature: Feature::new(&theory, vec![goal], &square).expect("it can hold"),
                scale: 1.0,
            }
        };
        let used = [("f1", "true(cell(1, C, x))"), ("f2", "true(cell(R, 2, o))")].map(used);
        let weighing = Weighing {
            concepts: vec![Concept::Linear(LinearUnit::with_weights(&[1.0, -2.0]))],
            stages: None,
        };
        let made = FeatureEvaluation::new(&theory, &game, 0, used.to_vec(), weighing);
        (game, made.expect("small"))
    }

    /// The value by a search without cutoffs.
    fn plain(lookahead: &Lookahead<'_>, position: &Position, mover: usize, plies: u32) -> f64 {
        let game = lookahead.game;
        let Turn::Role(next) = game.turn(position) else {
            return decided(game, position, lookahead.role);
        };
        if plies == 0 {
            return lookahead.judged([(position, mover)].into_iter())[0];
        }
        let is_own = next == lookahead.role;
        let after = successors(game, position).into_iter();
        let values = after
            .map(|(_, next_position)| plain(lookahead, &next_position, next.index(), plies - 1));
        values.fold(worst(is_own), |a, b| better(is_own, a, b))
    }

    #[test]
    fn only_best_moves_have_the_highest_value() {
        let (game, evaluation) = crosses();
        for position in random_positions(&game, 60, Seed(3)) {
            let Turn::Role(role) = game.turn(&position) else {
                continue;
            };
            let lookahead = Lookahead {
                game: &game,
                evaluation: &evaluation,
                role,
            };
            let after = successors(&game, &position).into_iter();
            let after: Vec<Position> = after.map(|(_, position)| position).collect();
            for plies in 1..=4 {
                let values = lookahead.values(&after, plies);
                let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let exact = after
                    .iter()
                    .map(|next| plain(&lookahead, next, role.index(), plies - 1));
                let exact: Vec<f64> = exact.collect();
                assert_eq!(
                    most,
                    exact.iter().copied().fold(f64::NEG_INFINITY, f64::max)
                );
                for (value, exact) in values.iter().zip(exact) {
                    assert!(*value < most || exact == most, "{value} {exact} {plies}");
                }
            }
        }
    }
}
