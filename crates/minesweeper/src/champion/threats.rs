//! Pairs of squares that may turn out impossible to distinguish.
//!
//! Two squares side by side of which one is a mine always remain a guess when
//! every square that touches only one of them, their *wall*, is a mine: no
//! number can ever separate them. To guess there early costs nothing extra if
//! it must be done anyway, and a square of the wall that turns out safe takes
//! the threat away.

use crate::belief::{Belief, BeliefError, Count, Fact, Knowledge, Tables};
use crate::{Grid, Site};
use smallvec::SmallVec;

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
        let risks = Risks::of(knowledge, belief);
        let mut by_site = vec![0.0; knowledge.grid().len()];
        for wall in risks.walls(knowledge) {
            let probability = wall.probability(knowledge, belief, tables)?;
            for &site in wall.unknown.iter().chain(&wall.pair) {
                by_site[site.index()] += probability;
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

/// How likely each square is a mine, with a margin of mines around the board:
/// hundreds of pairs and few walls must be distinguished quickly.
struct Risks<'a> {
    grid: &'a Grid,
    /// Squares in a row, with the margin.
    width: usize,
    risks: Vec<f64>,
}

/// A pair and its wall as steps from the square up and left of the pair's first.
struct Shape {
    pair: [usize; 2],
    wall: [usize; 6],
}

impl Risks<'_> {
    fn of<'a>(knowledge: &'a Knowledge, belief: &Belief) -> Risks<'a> {
        let grid = knowledge.grid();
        let width = grid.columns() + 2;
        let mut risks = vec![1.0; width * (grid.rows() + 2)];
        let rows = belief.mine_probabilities().chunks(grid.columns());
        for (row, inner) in rows.zip(risks.chunks_mut(width).skip(1)) {
            inner[1..=row.len()].copy_from_slice(row);
        }
        Risks { grid, width, risks }
    }

    /// The pairs of unknown squares whose walls are not broken by anything safe
    /// nor too unlikely to matter.
    fn walls(&self, knowledge: &Knowledge) -> Vec<Wall> {
        let width = self.width;
        let beside = Shape {
            pair: [width + 1, width + 2],
            wall: [0, width, 2 * width, 3, width + 3, 2 * width + 3],
        };
        let below = Shape {
            pair: [width + 1, 2 * width + 1],
            wall: [0, 1, 2, 3 * width, 3 * width + 1, 3 * width + 2],
        };
        let (rows, columns) = (self.grid.rows(), self.grid.columns());
        let mut walls = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let corner = row * width + column;
                if column + 1 < columns && self.is_likely(corner, &beside) {
                    walls.extend(self.wall(corner, &beside, knowledge));
                }
                if row + 1 < rows && self.is_likely(corner, &below) {
                    walls.extend(self.wall(corner, &below, knowledge));
                }
            }
        }
        walls
    }

    fn is_likely(&self, corner: usize, shape: &Shape) -> bool {
        let risk = |step: usize| self.risks[corner + step];
        let [one, other] = shape.pair.map(risk);
        let wall: f64 = shape.wall.iter().map(|&step| risk(step)).product();
        wall * one.max(other) >= LEAST
    }

    fn wall(&self, corner: usize, shape: &Shape, knowledge: &Knowledge) -> Option<Wall> {
        let site = |step: usize| {
            let (row, column) = ((corner + step) / self.width, (corner + step) % self.width);
            let is_inside = (1..=self.grid.rows()).contains(&row)
                && (1..=self.grid.columns()).contains(&column);
            is_inside.then(|| Site::new((row - 1) * self.grid.columns() + column - 1))
        };
        let is_unknown = |site: &Site| knowledge.fact(*site) == Fact::Unknown;
        let [one, other] = shape.pair.map(|step| site(step).filter(is_unknown));
        let wall = shape.wall.iter().filter_map(|&step| site(step));
        Some(Wall {
            pair: [one?, other?],
            unknown: wall.filter(is_unknown).collect(),
        })
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
    use crate::View;

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
