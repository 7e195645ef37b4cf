//! The exact posterior of a view: what a count says of each square.

use std::sync::Arc;

use crate::{Field, Grid, Site, View};
use num_bigint::BigUint;
use rand::Rng;
use rand::RngExt;
use stratalog_run::Seed;

use crate::belief::BeliefError;
use crate::belief::count::{Count, FloatingShare, Tables};
use crate::belief::knowledge::{Fact, Knowledge};

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

    /// The unknown squares that border no number.
    pub fn floating(&self) -> &[Site] {
        &self.floating
    }

    /// Whether the number of all mines decides squares that the numbers on the
    /// board leave open.
    pub(crate) fn needs_total(&self) -> bool {
        self.count.needs_total()
    }

    /// The natural logarithm of the number of solutions.
    pub fn ln_solutions(&self) -> f64 {
        self.count.ln_solutions()
    }

    /// The exact number of solutions.
    pub fn solutions(&self) -> BigUint {
        let mut heads = vec![BigUint::from(1_u8)];
        for lattice in self.count.lattices() {
            let counts = lattice.exact_counts();
            let mut next = vec![BigUint::ZERO; heads.len() + counts.len() - 1];
            for (i, head) in heads.iter().enumerate() {
                for (j, count) in counts.iter().enumerate() {
                    next[i + j] += head * count;
                }
            }
            heads = next;
        }
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
