//! Pairs of squares that may turn out impossible to tell apart.
//!
//! Two squares side by side of which one is a mine stay a guess for ever when
//! every square that touches only one of them, their *wall*, is a mine: no
//! number can ever separate them. To guess there early costs nothing extra if
//! it must be done anyway, and a square of the wall that turns out safe takes
//! the threat away.

use stratalog_belief::{Belief, BeliefError, Count, Fact, Knowledge, Tables};
use stratalog_game::minesweeper::{Grid, Site};

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
        let is_unknown = |site: &Site| knowledge.fact(*site) == Fact::Unknown;
        for one in grid.sites().filter(is_unknown) {
            let later = grid.neighbours(one).iter().filter(|&&other| other > one);
            for &other in later.filter(|site| is_unknown(site)) {
                let Some(wall) = Wall::around(knowledge, one, other) else {
                    continue;
                };
                let probability = wall.probability(knowledge, belief, tables)?;
                for &site in wall.unknown.iter().chain([&one, &other]) {
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

/// The squares that touch only one of a pair, none of them known to be safe.
struct Wall {
    pair: (Site, Site),
    unknown: Vec<Site>,
}

impl Wall {
    /// The wall of a pair, if the pair lies side by side and nothing safe
    /// breaks the wall.
    fn around(knowledge: &Knowledge, one: Site, other: Site) -> Option<Wall> {
        let grid = knowledge.grid();
        let (a, b) = (grid.square(one), grid.square(other));
        if a.row != b.row && a.column != b.column {
            return None;
        }
        let mut unknown = Vec::with_capacity(6);
        for site in one_sided(grid, one, other).chain(one_sided(grid, other, one)) {
            match knowledge.fact(site) {
                Fact::Open | Fact::Safe => return None,
                Fact::Unknown => unknown.push(site),
                Fact::Mine => {}
            }
        }
        Some(Wall {
            pair: (one, other),
            unknown,
        })
    }

    /// The probability that the wall is all mines and the pair has just one.
    fn probability(
        &self,
        knowledge: &Knowledge,
        belief: &Belief,
        tables: &mut Tables,
    ) -> Result<f64, BeliefError> {
        let (one, other) = self.pair;
        let risk = |site: Site| belief.mine_probability(site);
        let wall: f64 = self.unknown.iter().map(|&site| risk(site)).product();
        if wall * risk(one).max(risk(other)) < LEAST {
            return Ok(0.0);
        }
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

/// The squares that touch `near` but not `far`.
fn one_sided(grid: &Grid, near: Site, far: Site) -> impl Iterator<Item = Site> {
    let around = grid.neighbours(near).iter().copied();
    around.filter(move |site| *site != far && !grid.neighbours(far).contains(site))
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
