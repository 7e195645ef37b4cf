//! Squares that may turn out impossible to distinguish.
//!
//! Two squares side by side of which one is a mine always remain a guess when
//! every square that touches only one of them, their *wall*, is a mine: no
//! number can ever separate them. Two by two squares with two mines across from
//! each other do so when the squares that touch only one of them, at their
//! corners, are mines. To guess there early costs nothing extra if it must be
//! done anyway, and a square of the wall that turns out safe takes the threat
//! away.
//!
//! A number changes the threats near it. What it does to those further away is
//! left out: it is the same for all guesses, or nearly.

use std::ops::Range;

use crate::belief::{Belief, BeliefError, Count, Fact, Knowledge, Tables};
use crate::{Grid, Site};
use smallvec::SmallVec;

/// Threats that look less likely than this are not counted.
const LEAST: f64 = 0.005;
/// The share of games lost at squares that cannot be distinguished.
const LOSS: f64 = 0.5;
/// How far from an opened square the threats are looked at again.
const NEAR: usize = 2;

/// How likely the squares of a position are part of such a guess or its wall.
#[derive(Debug, Clone)]
pub(crate) struct Threats {
    walls: Vec<Threat>,
    by_site: Vec<f64>,
    columns: usize,
}

/// The unknown squares of a shape and its wall.
#[derive(Debug, Clone)]
struct Threat {
    squares: SmallVec<[Site; 8]>,
    /// The probability that it is a guess that cannot be avoided, as far as it
    /// counts.
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
        // A shape and its wall span at most three squares each way from the
        // shape's first.
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
        1.0 / (1.0 - LOSS * self.around(site))
    }

    /// How likely a square is part of a guess that cannot be avoided unless
    /// it is opened.
    fn around(&self, site: Site) -> f64 {
        self.by_site[site.index()].min(1.0)
    }

    /// The share of games that are not lost at threats near a square.
    pub fn kept_near(&self, site: Site) -> f64 {
        let near = self
            .walls
            .iter()
            .filter(|threat| self.is_near(site, &threat.squares));
        near.map(|threat| 1.0 - LOSS * threat.probability.min(1.0))
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
/// hundreds of shapes and few walls must be distinguished quickly.
struct Risks<'a> {
    grid: &'a Grid,
    /// Squares in a row, with the margin.
    width: usize,
    risks: Vec<f64>,
}

/// Squares that cannot be distinguished once those of the wall are mines: either
/// the mines lie as here, or the other way round. All are steps from the square
/// up and left of the first.
struct Shape {
    mines: &'static [Step],
    safe: &'static [Step],
    wall: &'static [Step],
    /// How much of its probability counts.
    share: f64,
}

/// Rows down and columns right.
type Step = (usize, usize);

const SHAPES: [Shape; 3] = [
    // Two squares beside each other.
    Shape {
        mines: &[(1, 1)],
        safe: &[(1, 2)],
        wall: &[(0, 0), (1, 0), (2, 0), (0, 3), (1, 3), (2, 3)],
        share: 1.0,
    },
    // Two squares below each other.
    Shape {
        mines: &[(1, 1)],
        safe: &[(2, 1)],
        wall: &[(0, 0), (0, 1), (0, 2), (3, 0), (3, 1), (3, 2)],
        share: 1.0,
    },
    // Two by two squares: whatever touches two of them sees one mine. Where their
    // walls are mines, too, the pairs in it count already: with half a share more
    // games are won than with the whole.
    Shape {
        mines: &[(1, 1), (2, 2)],
        safe: &[(1, 2), (2, 1)],
        wall: &[(0, 0), (0, 3), (3, 0), (3, 3)],
        share: 0.5,
    },
];

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

    /// The shapes of unknown squares whose walls are not broken by anything safe
    /// nor too unlikely to matter, and whose first squares lie in these rows and
    /// columns.
    fn walls(
        &self,
        knowledge: &Knowledge,
        of_rows: Range<usize>,
        of_columns: Range<usize>,
    ) -> Vec<Wall> {
        let mut walls = Vec::new();
        for row in of_rows {
            for column in of_columns.clone() {
                for shape in &SHAPES {
                    if self.fits(row, column, shape) && self.is_likely(row, column, shape) {
                        walls.extend(self.wall(row, column, shape, knowledge));
                    }
                }
            }
        }
        walls
    }

    /// Whether a shape lies on the board, apart from its wall.
    fn fits(&self, row: usize, column: usize, shape: &Shape) -> bool {
        let mut squares = shape.mines.iter().chain(shape.safe);
        squares.all(|&(down, right)| {
            row + down <= self.grid.rows() && column + right <= self.grid.columns()
        })
    }

    fn is_likely(&self, row: usize, column: usize, shape: &Shape) -> bool {
        let corner = row * self.width + column;
        let risk = |&(down, right): &Step| self.risks[corner + down * self.width + right];
        let all = |steps: &[Step]| -> f64 { steps.iter().map(risk).product() };
        all(shape.wall) * all(shape.mines).max(all(shape.safe)) >= LEAST
    }

    fn wall(
        &self,
        row: usize,
        column: usize,
        shape: &Shape,
        knowledge: &Knowledge,
    ) -> Option<Wall> {
        let site = |&(down, right): &Step| {
            let (row, column) = (row + down, column + right);
            let is_inside = (1..=self.grid.rows()).contains(&row)
                && (1..=self.grid.columns()).contains(&column);
            is_inside.then(|| Site::new((row - 1) * self.grid.columns() + column - 1))
        };
        let is_unknown = |site: &Site| knowledge.fact(*site) == Fact::Unknown;
        let unknown = |steps: &[Step]| -> Option<SmallVec<[Site; 2]>> {
            let sites = steps.iter().map(|step| site(step).filter(is_unknown));
            sites.collect()
        };
        let wall = shape.wall.iter().filter_map(site);
        Some(Wall {
            mines: unknown(shape.mines)?,
            safe: unknown(shape.safe)?,
            unknown: wall.filter(is_unknown).collect(),
            share: shape.share,
        })
    }
}

/// Unknown squares of a shape, and those of its wall; none of the wall is known
/// to be safe.
struct Wall {
    mines: SmallVec<[Site; 2]>,
    safe: SmallVec<[Site; 2]>,
    unknown: SmallVec<[Site; 6]>,
    share: f64,
}

impl Wall {
    /// The threat of this probability.
    fn threat(&self, probability: f64) -> Threat {
        let squares = self.unknown.iter().chain(&self.mines).chain(&self.safe);
        Threat {
            squares: squares.copied().collect(),
            probability,
        }
    }

    /// The probability that the wall is all mines and the mines of the shape lie
    /// as they do in it or the other way round, as far as it counts.
    fn probability(
        &self,
        knowledge: &Knowledge,
        belief: &Belief,
        tables: &mut Tables,
    ) -> Result<f64, BeliefError> {
        let mut next = knowledge.clone();
        let mines = self.unknown.iter().chain(&self.mines);
        let mines = mines.map(|&site| (site, Fact::Mine));
        let safe = self.safe.iter().map(|&site| (site, Fact::Safe));
        if next.learn_all(mines.chain(safe)).is_err() {
            return Ok(0.0);
        }
        match Count::new(&mut next, tables) {
            // The other way round there are as many solutions.
            Ok(count) => {
                Ok(2.0 * self.share * (count.ln_solutions() - belief.ln_solutions()).exp())
            }
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
    fn two_mines_across_from_each_other_are_a_threat_beside_a_mine() {
        let around = |text: &str| {
            let found = threats(&view(text));
            [4, 5, 7, 8].map(|site| found.around(Site::new(site)))
        };
        for threat in around("3x3/3\nF21\n2..\n1..\n") {
            assert!((threat - SHAPES[2].share).abs() < 1e-9, "{threat}");
        }
        // A number at the corner sees just one of the four.
        assert_eq!(around("3x3/2\n011\n1..\n1..\n"), [0.0; 4]);
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
