//! Pairs of squares that may turn out impossible to distinguish.
//!
//! Two squares side by side of which one is a mine always remain a guess when
//! every square that touches only one of them, their *wall*, is a mine: no
//! number can ever separate them. To guess there early costs nothing extra if
//! it must be done anyway, and a square of the wall that turns out safe takes
//! the threat away.
//!
//! A number changes the threats near it. What it does to those further away is
//! left out: it is the same for all guesses, or nearly.

use std::ops::Range;

use crate::belief::{Belief, BeliefError, Count, Fact, Knowledge, Tables};
use crate::{Grid, Site};
use smallvec::SmallVec;

/// Pairs that look less likely than this are not counted.
const LEAST: f64 = 0.005;
/// The share of games lost at a pair of squares that cannot be distinguished.
const LOSS_AT_A_PAIR: f64 = 0.5;
/// How far from an opened square the threats are looked at again.
const NEAR: usize = 2;

/// How likely the squares of a position are part of such a pair or its wall.
#[derive(Debug, Clone)]
pub(crate) struct Threats {
    walls: Vec<Threat>,
    by_site: Vec<f64>,
    columns: usize,
}

/// The unknown squares of a pair and its wall.
#[derive(Debug, Clone)]
struct Threat {
    squares: SmallVec<[Site; 8]>,
    /// The probability that the pair is a guess that cannot be avoided.
    probability: f64,
}

impl Threats {
    /// The threats of a position.
    pub fn of(
        knowledge: &Knowledge,
        belief: &Belief,
        tables: &mut Tables,
    ) -> Result<Threats, BeliefError> {
        let grid = knowledge.grid();
        let mut threats = Threats {
            walls: Vec::new(),
            by_site: vec![0.0; grid.len()],
            columns: grid.columns(),
        };
        let risks = Risks::of(knowledge, belief);
        for wall in risks.walls(knowledge, 0..grid.rows(), 0..grid.columns()) {
            let probability = wall.probability(knowledge, belief, tables)?;
            threats.add(wall.threat(probability));
        }
        Ok(threats)
    }

    /// The threats after a square was opened: those near it are looked at
    /// again.
    pub fn after(
        &self,
        opened: Site,
        knowledge: &Knowledge,
        belief: &Belief,
        tables: &mut Tables,
    ) -> Result<Threats, BeliefError> {
        let grid = knowledge.grid();
        let mut threats = Threats {
            walls: Vec::with_capacity(self.walls.len()),
            by_site: vec![0.0; grid.len()],
            columns: self.columns,
        };
        for threat in &self.walls {
            if !self.is_near(opened, &threat.squares) {
                threats.add(threat.clone());
            }
        }
        // A pair and its wall span at most three squares each way from the
        // pair's first.
        let reach = |at: usize, end: usize| at.saturating_sub(NEAR + 2)..(at + NEAR + 2).min(end);
        let (row, column) = self.place(opened);
        let (rows, columns) = (reach(row, grid.rows()), reach(column, grid.columns()));
        for wall in Risks::of(knowledge, belief).walls(knowledge, rows, columns) {
            let threat = wall.threat(0.0);
            if self.is_near(opened, &threat.squares) {
                let probability = wall.probability(knowledge, belief, tables)?;
                threats.add(Threat {
                    probability,
                    ..threat
                });
            }
        }
        Ok(threats)
    }

    fn add(&mut self, threat: Threat) {
        for site in &threat.squares {
            self.by_site[site.index()] += threat.probability;
        }
        self.walls.push(threat);
    }

    /// How much more a square is worth than its safety says: opening it takes
    /// the threats away that it is part of.
    pub fn urgency(&self, site: Site) -> f64 {
        1.0 / (1.0 - LOSS_AT_A_PAIR * self.around(site))
    }

    /// How likely a square is part of a guess that cannot be avoided unless
    /// it is opened.
    fn around(&self, site: Site) -> f64 {
        self.by_site[site.index()].min(1.0)
    }

    /// The share of games that are not lost at pairs near a square.
    pub fn kept_near(&self, site: Site) -> f64 {
        let near = self
            .walls
            .iter()
            .filter(|threat| self.is_near(site, &threat.squares));
        near.map(|threat| 1.0 - LOSS_AT_A_PAIR * threat.probability.min(1.0))
            .product()
    }

    fn is_near(&self, site: Site, squares: &[Site]) -> bool {
        let (row, column) = self.place(site);
        squares.iter().any(|&other| {
            let (other_row, other_column) = self.place(other);
            row.abs_diff(other_row).max(column.abs_diff(other_column)) <= NEAR
        })
    }

    /// The row and column of a square, from 0.
    fn place(&self, site: Site) -> (usize, usize) {
        (site.index() / self.columns, site.index() % self.columns)
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
    /// nor too unlikely to matter, and whose first squares lie in these rows and
    /// columns.
    fn walls(
        &self,
        knowledge: &Knowledge,
        of_rows: Range<usize>,
        of_columns: Range<usize>,
    ) -> Vec<Wall> {
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
        for row in of_rows {
            for column in of_columns.clone() {
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
    /// The threat of this probability.
    fn threat(&self, probability: f64) -> Threat {
        Threat {
            squares: self.unknown.iter().chain(&self.pair).copied().collect(),
            probability,
        }
    }

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
    use crate::{FirstMove, Grid, Minesweeper, Sweep, View};
    use stratalog_run::Seed;

    fn threats(view: &View) -> Threats {
        let mut knowledge = Knowledge::of(view).expect("consistent");
        let mut tables = Tables::new(view.board());
        let belief = Belief::new(&mut knowledge, &mut tables).expect("consistent");
        Threats::of(&knowledge, &belief, &mut tables).expect("countable")
    }

    fn view(text: &str) -> View {
        text.parse().expect("a position")
    }

    #[test]
    fn a_walled_pair_with_one_mine_is_certain() {
        // Rows 1 and 2 of column 1 hold one mine; below them are two mines.
        let found = threats(&view("3x2/3\n.1\n.3\nFF\n"));
        let around: Vec<f64> = [0, 2].map(|site| found.around(Site::new(site))).to_vec();
        assert!(around.iter().all(|p| (p - 1.0).abs() < 1e-9), "{around:?}");
    }

    #[test]
    fn a_number_beyond_the_pair_takes_the_threat_away() {
        let found = threats(&view("3x2/1\n.1\n.1\n11\n"));
        assert_eq!(found.around(Site::new(0)), 0.0);
        assert_eq!(found.around(Site::new(2)), 0.0);
    }

    #[test]
    fn threats_near_an_opened_square_are_those_of_the_new_position() {
        let game = Minesweeper::new("10x10/25".parse().expect("a board"), FirstMove::Zero);
        let mut compared = 0;
        for seed in 0..20 {
            let grid = Grid::new(game.size());
            let mut sweep = Sweep::new(game.size(), grid.clone(), FirstMove::Zero, Seed(seed));
            sweep.open(Site::new(22));
            let before = threats(sweep.view());
            let field = sweep.field().expect("it is drawn").clone();
            let is_next = |&site: &Site| sweep.view().is_covered(site) && !field.is_mine(site);
            let Some(opened) = grid.sites().find(is_next) else {
                continue;
            };
            let mut next = sweep.clone();
            next.open(opened);
            let mut knowledge = Knowledge::of(next.view()).expect("consistent");
            let mut tables = Tables::new(game.size());
            let belief = Belief::new(&mut knowledge, &mut tables).expect("consistent");
            let after = before.after(opened, &knowledge, &belief, &mut tables);
            let after = after.expect("countable");
            let afresh = threats(next.view());
            let (kept, expected) = (after.kept_near(opened), afresh.kept_near(opened));
            assert!(
                (kept - expected).abs() < 1e-9,
                "seed {seed}: {kept}, {expected}"
            );
            compared += usize::from(expected < 1.0);
        }
        assert!(compared > 3, "{compared}");
    }
}
