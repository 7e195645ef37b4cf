//! The exact posterior of a view: components joined by the number of mines.

use std::sync::Arc;

use num_bigint::BigUint;
use rand::Rng;
use rand::RngExt;
use rustc_hash::FxHashMap;
use stratalog_game::minesweeper::{Board, Field, Grid, Site, View};

use crate::binomial::{LogFactorials, ScaledBinomials};
use crate::frontier::{Frontier, Signature};
use crate::knowledge::{Fact, Knowledge};
use crate::lattice::Lattice;
use crate::{BeliefError, Inconsistent};

/// Lattices of components met before, and what else positions of one board
/// share. Components come back from move to move and from game to game.
#[derive(Debug)]
pub struct Tables {
    lattices: FxHashMap<Signature, Arc<Lattice>>,
    nodes: usize,
    logs: LogFactorials,
    tilt: i32,
}

/// Components a [`Tables`] remembers before it starts afresh.
const REMEMBERED: usize = 2_000;

impl Tables {
    /// Tables for positions of this board.
    pub fn new(board: Board) -> Tables {
        let squares = board.squares() as f64;
        let mines = (board.mines() as f64).clamp(0.5, squares - 0.5);
        let tilt = ((squares - mines) / mines).log2().round();
        Tables {
            lattices: FxHashMap::default(),
            nodes: 0,
            logs: LogFactorials::up_to(board.squares()),
            tilt: tilt as i32,
        }
    }

    fn lattice(&mut self, component: &crate::frontier::Component) -> Result<Arc<Lattice>, BeliefError> {
        if let Some(known) = self.lattices.get(&component.signature) {
            return Ok(Arc::clone(known));
        }
        let lattice = Arc::new(Lattice::of(component, self.tilt)?);
        if self.lattices.len() >= REMEMBERED {
            self.lattices.clear();
            self.nodes = 0;
        }
        self.lattices.insert(component.signature, Arc::clone(&lattice));
        Ok(lattice)
    }
}

/// What the view says about the mines: the uniform distribution over the
/// complete boards that agree with it.
#[derive(Debug, Clone)]
pub struct Belief {
    board: Board,
    grid: Arc<Grid>,
    frontier: Frontier,
    lattices: Vec<Arc<Lattice>>,
    mines_left: usize,
    probabilities: Vec<f64>,
    floating_probability: f64,
    /// `tails[i][m]`: the weight of components i and on and of the floating
    /// squares, when the components before i hold m mines above their fewest.
    tails: Vec<Vec<f64>>,
    ln_weight: f64,
    floating_first: usize,
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
        let frontier = Frontier::of(knowledge);
        let lattices = frontier
            .components
            .iter()
            .map(|component| tables.lattice(component))
            .collect::<Result<Vec<_>, _>>()?;
        let mut belief = Belief {
            board: knowledge.board(),
            grid: Arc::clone(knowledge.grid()),
            mines_left: knowledge.mines_left(),
            probabilities: knowledge
                .grid()
                .sites()
                .map(|site| f64::from(u8::from(knowledge.fact(site) == Fact::Mine)))
                .collect(),
            floating_probability: 0.0,
            tails: Vec::new(),
            ln_weight: 0.0,
            floating_first: 0,
            certain: Vec::new(),
            frontier,
            lattices,
        };
        belief.join(tables)?;
        belief.spread();
        Ok(belief)
    }

    /// Joins the components and the floating squares by the number of mines.
    fn join(&mut self, tables: &Tables) -> Result<(), BeliefError> {
        let floating = self.frontier.floating.len();
        let fewest: usize = self.lattices.iter().map(|one| one.fewest()).sum();
        let span: usize = self.lattices.iter().map(|one| one.counts().len() - 1).sum();
        let most_floating = self
            .mines_left
            .checked_sub(fewest)
            .ok_or(Inconsistent)?;
        // Spans beyond the mines left, or too small for them, weigh nothing.
        let least_floating = most_floating.saturating_sub(span);
        if least_floating > floating {
            return Err(Inconsistent.into());
        }
        let first = least_floating;
        let last = most_floating.min(floating);
        let binomials = ScaledBinomials::over(floating, first, last, tables.tilt);
        self.floating_first = first;

        let mut tails = vec![Vec::new(); self.lattices.len() + 1];
        let mut reach: Vec<usize> = vec![0];
        for lattice in &self.lattices {
            reach.push(reach[reach.len() - 1] + lattice.counts().len() - 1);
        }
        tails[self.lattices.len()] = (0..=span)
            .map(|above| match most_floating.checked_sub(above) {
                Some(k) if (first..=last).contains(&k) => binomials.values[k - first],
                _ => 0.0,
            })
            .collect();
        for (i, lattice) in self.lattices.iter().enumerate().rev() {
            let counts = lattice.counts();
            let (done, rest) = tails.split_at_mut(i + 1);
            let after = &rest[0];
            done[i] = (0..=reach[i])
                .map(|above| {
                    let ways = counts.iter().zip(&after[above..]);
                    ways.map(|(count, tail)| count * tail).sum()
                })
                .collect();
        }
        let weight = tails[0][0];
        if weight == 0.0 {
            return Err(Inconsistent.into());
        }
        let exponents: i32 = self.lattices.iter().map(|one| one.exponent()).sum();
        // The tilt of all mines together is the same for every solution.
        let peak = binomials.peak;
        self.ln_weight = weight.ln()
            + std::f64::consts::LN_2
                * (f64::from(exponents) + f64::from(tables.tilt) * (self.mines_left - peak) as f64)
            + tables.logs.ln_choose(floating, peak);
        self.tails = tails;
        Ok(())
    }

    /// Works out the probability of every square.
    fn spread(&mut self) {
        let mut heads = vec![1.0];
        for (i, lattice) in self.lattices.iter().enumerate() {
            let counts = lattice.counts();
            let tail = &self.tails[i + 1];
            let worth: Vec<f64> = (0..counts.len())
                .map(|m| {
                    let ways = heads.iter().zip(&tail[m..]);
                    ways.map(|(head, tail)| head * tail).sum()
                })
                .collect();
            let futures = lattice.futures(&worth);
            let component = &self.frontier.components[i];
            let mut shares = vec![0.0; component.boxes.len()];
            lattice.mine_shares(&futures, &mut shares);
            for (one, &share) in component.boxes.iter().zip(&shares) {
                for &site in one.squares.as_slice() {
                    self.probabilities[site.index()] = share;
                    if share == 0.0 {
                        self.certain.push((site, Fact::Safe));
                    } else if share == 1.0 {
                        self.certain.push((site, Fact::Mine));
                    }
                }
            }
            heads = convolve(&heads, counts);
        }
        self.spread_floating(&heads);
    }

    fn spread_floating(&mut self, heads: &[f64]) {
        let floating = self.frontier.floating.len();
        if floating == 0 {
            return;
        }
        let fewest: usize = self.lattices.iter().map(|one| one.fewest()).sum();
        let most_floating = self.mines_left - fewest;
        let last = &self.tails[self.lattices.len()];
        let (mut total, mut mines, mut is_empty, mut is_full) = (0.0, 0.0, true, true);
        for (above, (head, tail)) in heads.iter().zip(last).enumerate() {
            let weight = head * tail;
            if weight > 0.0 {
                let here = most_floating - above;
                is_empty &= here == 0;
                is_full &= here == floating;
                total += weight;
                mines += weight * here as f64;
            }
        }
        self.floating_probability = if is_full {
            1.0
        } else {
            mines / (total * floating as f64)
        };
        for &site in &self.frontier.floating {
            self.probabilities[site.index()] = self.floating_probability;
            if is_empty {
                self.certain.push((site, Fact::Safe));
            } else if is_full {
                self.certain.push((site, Fact::Mine));
            }
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
        &self.frontier.floating
    }

    /// The natural logarithm of the number of solutions.
    pub fn ln_solutions(&self) -> f64 {
        self.ln_weight
    }

    /// The exact number of solutions.
    pub fn solutions(&self) -> BigUint {
        let mut heads = vec![BigUint::from(1_u8)];
        for lattice in &self.lattices {
            let counts = lattice.exact_counts();
            let mut next = vec![BigUint::ZERO; heads.len() + counts.len() - 1];
            for (i, head) in heads.iter().enumerate() {
                for (j, count) in counts.iter().enumerate() {
                    next[i + j] += head * count;
                }
            }
            heads = next;
        }
        let fewest: usize = self.lattices.iter().map(|one| one.fewest()).sum();
        let most_floating = self.mines_left - fewest;
        let floating = self.frontier.floating.len();
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
        let mut mines: Vec<Site> = self.known_mines().collect();
        let mut above = 0;
        for (i, lattice) in self.lattices.iter().enumerate() {
            let tail = &self.tails[i + 1][above..];
            let weights = lattice.counts().iter().zip(tail);
            let extra = choose_by_weight(rng, &mut weights.map(|(count, tail)| count * tail));
            above += extra;
            let drawn = lattice.draw(lattice.fewest() + extra, |weights| {
                choose_by_weight(rng, weights)
            });
            for (&place, &count) in lattice.order.iter().zip(&drawn) {
                let one = &self.frontier.components[i].boxes[place as usize];
                draw_some(one.squares.as_slice(), usize::from(count), rng, &mut mines);
            }
        }
        let fewest: usize = self.lattices.iter().map(|one| one.fewest()).sum();
        let floating_mines = self.mines_left - fewest - above;
        draw_some(&self.frontier.floating, floating_mines, rng, &mut mines);
        Field::with_mines(Arc::clone(&self.grid), &mines)
    }

    /// Squares known to be mines before the components are looked at.
    fn known_mines(&self) -> impl Iterator<Item = Site> {
        // A certain mine inside a component is drawn with the component.
        let in_component: rustc_hash::FxHashSet<Site> = self
            .certain
            .iter()
            .map(|&(site, _)| site)
            .collect();
        self.grid.sites().filter(move |site| {
            self.probabilities[site.index()] == 1.0 && !in_component.contains(site)
        })
    }

    /// The unknown squares box by box, components first, floating squares last.
    pub(crate) fn uncertain_boxes(&self) -> impl Iterator<Item = &[Site]> {
        let components = self.frontier.components.iter();
        components
            .flat_map(|component| component.boxes.iter().map(|one| one.squares.as_slice()))
            .chain([self.frontier.floating.as_slice()])
    }

    /// How many components there are.
    pub(crate) fn component_count(&self) -> usize {
        self.lattices.len()
    }

    /// How many squares a component has.
    pub(crate) fn component_squares(&self, component: usize) -> usize {
        self.frontier.components[component].squares()
    }

    /// Mines among the unknown squares.
    pub(crate) fn mines_left(&self) -> usize {
        self.mines_left
    }

    /// The solutions of a component as masks from `first_bit` on with their
    /// number of mines; nothing when there are more than `limit`.
    pub(crate) fn component_solutions(
        &self,
        component: usize,
        first_bit: usize,
        limit: usize,
    ) -> Option<Vec<(u128, usize)>> {
        let mut bit = first_bit;
        let mut boxes = Vec::new();
        for one in &self.frontier.components[component].boxes {
            boxes.push((bit, one.squares.len()));
            bit += one.squares.len();
        }
        self.lattices[component].solutions(&boxes, limit)
    }

    /// The board's size and mines.
    pub fn board(&self) -> Board {
        self.board
    }
}

fn convolve(left: &[f64], right: &[f64]) -> Vec<f64> {
    let mut product = vec![0.0; left.len() + right.len() - 1];
    for (i, a) in left.iter().enumerate() {
        for (place, b) in product[i..].iter_mut().zip(right) {
            *place += a * b;
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
