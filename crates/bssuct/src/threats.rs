//! Pairs of squares that may turn out impossible to tell apart.
//!
//! Two squares side by side of which one is a mine stay a guess for ever when
//! every square that touches only one of them, their *wall*, is a mine: no
//! number can ever separate them. To guess there early costs nothing extra if
//! it must be done anyway, and a square of the wall that turns out safe takes
//! the threat away.

use smallvec::SmallVec;
use stratalog_belief::{Belief, BeliefError, Count, Fact, Knowledge, Tables};
use stratalog_game::minesweeper::Site;

/// Pairs that look less likely than this are not counted.
const LEAST: f64 = 0.005;

/// How likely the squares of a position are part of such a pair or its wall.
#[derive(Debug, Clone)]
pub(crate) struct Threats {
    by_site: Vec<f64>,
}

impl Threats {
    /// The threats of a position.
    pub fn of(
        knowledge: &Knowledge,
        belief: &Belief,
        tables: &mut Tables,
    ) -> Result<Threats, BeliefError> {
        let grid = knowledge.grid();
        let mut by_site = vec![0.0; grid.len()];
        for site in grid.sites() {
            if knowledge.fact(site) != Fact::Unknown {
                continue;
            }
            let (row, column) = (site.index() / grid.columns(), site.index() % grid.columns());
            for pair in [Pair::beside(row, column), Pair::below(row, column)] {
                let Some(wall) = pair.wall(knowledge, belief) else {
                    continue;
                };
                let probability = wall.probability(knowledge, belief, tables)?;
                for &site in wall.unknown.iter().chain(&wall.pair) {
                    by_site[site.index()] += probability;
                }
            }
        }
        Ok(Threats { by_site })
    }

    /// How likely a square is part of a guess that cannot be avoided unless
    /// it is opened.
    pub fn around(&self, site: Site) -> f64 {
        self.by_site[site.index()].min(1.0)
    }
}

/// Two squares side by side, by row and column from 0, and the squares that
/// touch only one of them; any may lie off the board.
struct Pair {
    squares: [(usize, usize); 2],
    /// From one more row and column on, so that none is negative.
    wall: [(usize, usize); 6],
}

impl Pair {
    fn beside(row: usize, column: usize) -> Pair {
        let across = |column: usize| [0, 1, 2].map(|down| (row + down, column));
        let ([a, b, c], [d, e, f]) = (across(column), across(column + 3));
        Pair {
            squares: [(row, column), (row, column + 1)],
            wall: [a, b, c, d, e, f],
        }
    }

    fn below(row: usize, column: usize) -> Pair {
        let along = |row: usize| [0, 1, 2].map(|right| (row, column + right));
        let ([a, b, c], [d, e, f]) = (along(row), along(row + 3));
        Pair {
            squares: [(row, column), (row + 1, column)],
            wall: [a, b, c, d, e, f],
        }
    }

    /// The wall of the pair, if both squares are unknown, nothing safe breaks
    /// the wall, and it is not too unlikely to matter. A position has hundreds
    /// of pairs and walls around a few, so most must be cheap to rule out.
    fn wall(&self, knowledge: &Knowledge, belief: &Belief) -> Option<Wall> {
        let grid = knowledge.grid();
        let site = |(row, column): (usize, usize)| {
            let is_inside = row < grid.rows() && column < grid.columns();
            is_inside.then(|| Site::new(row * grid.columns() + column))
        };
        let [one, other] = self.squares;
        let pair = [site(one)?, site(other)?];
        if knowledge.fact(pair[1]) != Fact::Unknown {
            return None;
        }
        let [risk, other_risk] = pair.map(|site| belief.mine_probability(site));
        let risk = risk.max(other_risk);
        let mut likelihood = 1.0;
        let mut unknown = SmallVec::new();
        for (row, column) in self.wall {
            let square = row.checked_sub(1).zip(column.checked_sub(1));
            let Some(site) = square.and_then(site) else {
                continue;
            };
            match knowledge.fact(site) {
                Fact::Open | Fact::Safe => return None,
                Fact::Unknown => {
                    likelihood *= belief.mine_probability(site);
                    unknown.push(site);
                }
                Fact::Mine => {}
            }
            if likelihood * risk < LEAST {
                return None;
            }
        }
        Some(Wall { pair, unknown })
    }
}

/// The squares that touch only one of a pair, none of them known to be safe.
struct Wall {
    pair: [Site; 2],
    unknown: SmallVec<[Site; 6]>,
}

impl Wall {
    /// The probability that the wall is all mines and the pair has just one.
    fn probability(
        &self,
        knowledge: &Knowledge,
        belief: &Belief,
        tables: &mut Tables,
    ) -> Result<f64, BeliefError> {
        let [one, other] = self.pair;
        let mut next = knowledge.clone();
        let mines = self.unknown.iter().map(|&site| (site, Fact::Mine));
        let pair = [(one, Fact::Safe), (other, Fact::Mine)];
        if next.learn_all(mines.chain(pair)).is_err() {
            return Ok(0.0);
        }
        match Count::new(&mut next, tables) {
            // Either of the two may be the mine, with as many solutions.
            Ok(count) => Ok(2.0 * (count.ln_solutions() - belief.ln_solutions()).exp()),
            Err(BeliefError::Inconsistent(_)) => Ok(0.0),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stratalog_game::minesweeper::View;

    fn threats(text: &str) -> Threats {
        let view: View = text.parse().expect("a position");
        let mut knowledge = Knowledge::of(&view).expect("consistent");
        let mut tables = Tables::new(view.board());
        let belief = Belief::new(&mut knowledge, &mut tables).expect("consistent");
        Threats::of(&knowledge, &belief, &mut tables).expect("countable")
    }

    #[test]
    fn a_walled_pair_with_one_mine_is_certain() {
        // Rows 1 and 2 of column 1 hold one mine; below them are two mines.
        let found = threats("3x2/3\n.1\n.3\nFF\n");
        let around: Vec<f64> = [0, 2].map(|site| found.around(Site::new(site))).to_vec();
        assert!(around.iter().all(|p| (p - 1.0).abs() < 1e-9), "{around:?}");
    }

    #[test]
    fn a_number_beyond_the_pair_takes_the_threat_away() {
        let found = threats("3x2/1\n.1\n.1\n11\n");
        assert_eq!(found.around(Site::new(0)), 0.0);
        assert_eq!(found.around(Site::new(2)), 0.0);
    }
}
