//! The exact posterior of a view: what a count says of each square.

use std::sync::Arc;

use crate::{Field, Grid, Site, View};
use num_bigint::BigUint;
use rand::Rng;
use rand::RngExt;
use rustc_hash::FxHashSet;
use stratalog_run::Seed;

use crate::belief::BeliefError;
use crate::belief::count::{Count, FloatingShare, Tables};
use crate::belief::knowledge::{Fact, Knowledge};
use crate::belief::lattice::Lattice;

/// What the view says about the mines: the uniform distribution over the
/// complete boards that agree with it.
#[derive(Debug, Clone)]
pub struct Belief {
    grid: Arc<Grid>,
    count: Count,
    probabilities: Vec<f64>,
    floating: Vec<Site>,
    known_mines: Vec<Site>,
    certain: Vec<(Site, Fact)>,
}

impl Belief {
    /// The posterior of a view.
    pub fn of(view: &View) -> Result<Belief, BeliefError> {
        let mut knowledge = Knowledge::of(view)?;
        Belief::new(&mut knowledge, &mut Tables::new(view.board()))
    }

    /// The posterior of what is known, with tables from earlier positions.
    pub fn new(knowledge: &mut Knowledge, tables: &mut Tables) -> Result<Belief, BeliefError> {
        let count = Count::new(knowledge, tables)?;
        Ok(Belief::from_count(count, knowledge))
    }

    /// Spreads a count of what is known over the squares.
    pub fn from_count(count: Count, knowledge: &Knowledge) -> Belief {
        const UNSET: f64 = -1.0;
        let grid = knowledge.grid();
        let mut probabilities = vec![UNSET; grid.len()];
        let mut certain = Vec::new();
        let components = &count.components;
        let floating_share = count.for_each_component(|i, shares| {
            for (one, &share) in components[i].component.boxes.iter().zip(shares) {
                let squares = one.squares.as_slice();
                for &site in squares {
                    probabilities[site.index()] = share;
                }
                if share == 0.0 {
                    certain.extend(squares.iter().map(|&site| (site, Fact::Safe)));
                } else if share == 1.0 {
                    certain.extend(squares.iter().map(|&site| (site, Fact::Mine)));
                }
            }
        });
        let mut floating = Vec::with_capacity(count.floating);
        let mut known_mines = Vec::new();
        for site in grid.sites() {
            let probability = &mut probabilities[site.index()];
            if *probability != UNSET {
                continue;
            }
            *probability = match knowledge.fact(site) {
                Fact::Open | Fact::Safe => 0.0,
                Fact::Mine => {
                    known_mines.push(site);
                    1.0
                }
                Fact::Unknown => {
                    floating.push(site);
                    match floating_share {
                        FloatingShare::Safe => 0.0,
                        FloatingShare::Mines => 1.0,
                        FloatingShare::Mixed(share) => share,
                    }
                }
            };
        }
        match floating_share {
            FloatingShare::Safe => certain.extend(floating.iter().map(|&site| (site, Fact::Safe))),
            FloatingShare::Mines => certain.extend(floating.iter().map(|&site| (site, Fact::Mine))),
            FloatingShare::Mixed(_) => {}
        }
        Belief {
            grid: Arc::clone(grid),
            count,
            probabilities,
            floating,
            known_mines,
            certain,
        }
    }

    /// The probability that a square hides a mine; 0 and 1 are certain.
    pub fn mine_probability(&self, site: Site) -> f64 {
        self.probabilities[site.index()]
    }

    /// The mine probabilities of all squares, row by row; 0 for open ones.
    pub fn mine_probabilities(&self) -> &[f64] {
        &self.probabilities
    }

    /// The squares this belief proves safe or mines beyond what was known.
    pub fn certain(&self) -> &[(Site, Fact)] {
        &self.certain
    }

    /// The squares that are certain only because the number of all mines is
    /// known.
    pub(crate) fn certain_by_total(&self) -> FxHashSet<Site> {
        let mut sites: FxHashSet<Site> = self.certain.iter().map(|&(site, _)| site).collect();
        self.count.certain_without_total(|squares| {
            for site in squares {
                sites.remove(site);
            }
        });
        sites
    }

    /// The unknown squares that border no number.
    pub fn floating(&self) -> &[Site] {
        &self.floating
    }

    /// The natural logarithm of the number of solutions.
    pub fn ln_solutions(&self) -> f64 {
        self.count.ln_solutions()
    }

    /// The exact number of solutions.
    pub fn solutions(&self) -> BigUint {
        let heads = product(self.count.lattices().map(Lattice::exact_counts).collect());
        let fewest = self.count.fewest();
        let most_floating = self.count.mines_left - fewest;
        let floating = self.floating.len();
        let mut total = BigUint::ZERO;
        for (above, head) in heads.iter().enumerate() {
            if let Some(k) = most_floating.checked_sub(above)
                && k <= floating
            {
                total += head * exact_choose(floating, k);
            }
        }
        total
    }

    /// A complete board drawn uniformly from those that agree with the view.
    pub fn sample(&self, rng: &mut impl Rng) -> Field {
        let mut mines = self.known_mines.clone();
        let mut above = 0;
        for (i, lattice) in self.count.lattices().enumerate() {
            let tail = &self.count.tails.of(i + 1)[above..];
            let weights = lattice.counts().iter().zip(tail);
            let extra = choose_by_weight(rng, &mut weights.map(|(count, tail)| count * tail));
            above += extra;
            let drawn = lattice.draw(lattice.fewest() + extra, |weights| {
                choose_by_weight(rng, weights)
            });
            for (place, count) in drawn {
                let one = &self.count.components[i].component.boxes[place as usize];
                draw_some(one.squares.as_slice(), usize::from(count), rng, &mut mines);
            }
        }
        let fewest = self.count.fewest();
        let floating_mines = self.count.mines_left - fewest - above;
        draw_some(&self.floating, floating_mines, rng, &mut mines);
        Field::with_mines(Arc::clone(&self.grid), &mines)
    }

    /// One complete board that agrees with the view, always the same.
    pub fn first_solution(&self) -> Field {
        self.sample(&mut Seed(0).stream(0))
    }

    /// The unknown squares box by box, components first, floating squares last.
    pub(crate) fn uncertain_boxes(&self) -> impl Iterator<Item = &[Site]> {
        let boxes = self
            .count
            .components
            .iter()
            .flat_map(|one| &one.component.boxes);
        boxes
            .map(|one| one.squares.as_slice())
            .chain([self.floating.as_slice()])
    }

    /// How many components there are.
    pub(crate) fn component_count(&self) -> usize {
        self.count.components.len()
    }

    /// How many squares a component has.
    pub(crate) fn component_squares(&self, component: usize) -> usize {
        self.count.components[component].component.squares
    }

    /// Mines among the unknown squares.
    pub(crate) fn mines_left(&self) -> usize {
        self.count.mines_left
    }

    /// The solutions of a component as masks from `first_bit` on with their
    /// number of mines; nothing when there are more than `limit`.
    pub(crate) fn component_solutions(
        &self,
        component: usize,
        first_bit: usize,
        limit: usize,
    ) -> Option<Vec<(u128, usize)>> {
        let counted = &self.count.components[component];
        let mut bit = first_bit;
        let mut boxes = Vec::new();
        for one in &counted.component.boxes {
            boxes.push((bit, one.squares.len()));
            bit += one.squares.len();
        }
        counted.lattice.solutions(&boxes, limit)
    }
}

/// The product of polynomials, given by their coefficients. Neighbours are
/// multiplied first, so that factors are of about equal length.
fn product(mut factors: Vec<Vec<BigUint>>) -> Vec<BigUint> {
    while factors.len() > 1 {
        let pairs = factors.chunks(2);
        factors = pairs
            .map(|pair| match pair {
                [left, right] => times(left, right),
                one => one.concat(),
            })
            .collect();
    }
    factors.pop().unwrap_or_else(|| vec![BigUint::from(1_u8)])
}

fn times(left: &[BigUint], right: &[BigUint]) -> Vec<BigUint> {
    let mut product = vec![BigUint::ZERO; left.len() + right.len() - 1];
    for (i, left) in left.iter().enumerate() {
        for (sum, right) in product[i..].iter_mut().zip(right) {
            *sum += left * right;
        }
    }
    product
}

fn exact_choose(n: usize, k: usize) -> BigUint {
    let mut product = BigUint::from(1_u8);
    for i in 0..k.min(n - k) {
        product = product * (n - i) / (i + 1);
    }
    product
}

/// Picks an index with probability proportional to its weight.
fn choose_by_weight(rng: &mut impl Rng, weights: &mut dyn Iterator<Item = f64>) -> usize {
    let weights: Vec<f64> = weights.collect();
    let total: f64 = weights.iter().sum();
    let mut left = rng.random::<f64>() * total;
    let mut chosen = 0;
    for (index, &weight) in weights.iter().enumerate() {
        if weight > 0.0 {
            chosen = index;
            left -= weight;
            if left < 0.0 {
                break;
            }
        }
    }
    chosen
}

/// Adds `count` of the squares to `mines`, each subset as likely.
fn draw_some(squares: &[Site], count: usize, rng: &mut impl Rng, mines: &mut Vec<Site>) {
    let mut needed = count;
    for (index, &site) in squares.iter().enumerate() {
        if needed == 0 {
            break;
        }
        if rng.random_range(0..squares.len() - index) < needed {
            mines.push(site);
            needed -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lattice_too_large_for_memory_is_refused() {
        // Each number on every second row and column has one mine around it,
        // which it may share with up to three others.
        let row = ["1."; 15].concat();
        let rows = format!("{row}\n{}\n", ".".repeat(30)).repeat(15);
        let view: View = format!("30x30/200\n{rows}").parse().expect("a position");
        let refused = Belief::of(&view).map(drop);
        assert!(matches!(refused, Err(BeliefError::TooEntangled(_))));
    }

    #[test]
    fn many_components_are_joined_exactly() {
        // Forty pairs of squares with one mine each, and a marked one between.
        let row = ".1.F".repeat(40);
        let view: View = format!("1x160/80\n{row}").parse().expect("a position");
        let belief = Belief::of(&view).expect("consistent");
        assert_eq!(belief.solutions(), BigUint::from(2_u8).pow(40));
    }
}
