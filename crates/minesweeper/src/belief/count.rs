//! The solutions of a position counted: components joined by the number of
//! mines.

use std::sync::Arc;

use crate::{Board, Site};
use rustc_hash::FxHashMap;

use crate::belief::binomial::{LogFactorials, ScaledBinomials};
use crate::belief::frontier::{Counted, Signature, Workspace};
use crate::belief::knowledge::Knowledge;
use crate::belief::lattice::Lattice;
use crate::belief::lattice_builder::{Builder, MOST_NODES, MOST_WEIGHTS};
use crate::belief::tails::Tails;
use crate::belief::{BeliefError, Inconsistent};

/// Lattices of components met before, and what else positions of one board
/// share. Components recur from move to move and from game to game.
#[derive(Debug)]
pub struct Tables {
    counted: FxHashMap<Signature, Arc<Counted>>,
    /// The weights of all lattices in `counted`.
    weights: usize,
    logs: LogFactorials,
    workspace: Workspace,
    builder: Builder,
    tilt: i32,
}

/// Components a [`Tables`] remembers before it is cleared.
const REMEMBERED: usize = 2_000;

impl Tables {
    /// Tables for positions of this board.
    pub fn new(board: Board) -> Tables {
        Tables::up_to(MOST_NODES, board)
    }

    /// Tables in which components with more nodes count as too entangled.
    pub(crate) fn up_to(most_nodes: usize, board: Board) -> Tables {
        let squares = board.squares() as f64;
        let mines = (board.mines() as f64).clamp(0.5, squares - 0.5);
        let tilt = ((squares - mines) / mines).log2().round();
        Tables {
            counted: FxHashMap::default(),
            weights: 0,
            logs: LogFactorials::up_to(board.squares()),
            workspace: Workspace::new(board.squares()),
            builder: Builder::up_to(most_nodes),
            tilt: tilt as i32,
        }
    }

    /// Tables in which every solution counts once, whatever its number of mines.
    pub(crate) fn untilted(board: Board) -> Tables {
        Tables {
            tilt: 0,
            ..Tables::new(board)
        }
    }

    /// The work done so far, in nodes of lattices laid out.
    pub(crate) fn work(&self) -> usize {
        self.builder.work()
    }

    /// The components of what is known, counted; those that did not change
    /// since they were last counted are not looked at again.
    pub(crate) fn components(
        &mut self,
        knowledge: &mut Knowledge,
    ) -> Result<Arc<Vec<Arc<Counted>>>, BeliefError> {
        if let Some(counted) = knowledge.frontier.up_to_date() {
            return Ok(Arc::clone(counted));
        }
        let mut counted = self.workspace.unchanged(knowledge);
        let mut weights: usize = counted.iter().map(|one| one.lattice.weights()).sum();
        while let Some(signature) = self.workspace.find_changed(knowledge) {
            let component = self.component(signature, knowledge)?;
            weights += component.lattice.weights();
            if weights > MOST_WEIGHTS {
                return Err(BeliefError::TooEntangled(MOST_WEIGHTS));
            }
            counted.push(component);
        }
        Ok(Arc::clone(knowledge.frontier.update(counted)))
    }

    /// The component found last.
    fn component(
        &mut self,
        signature: Signature,
        knowledge: &Knowledge,
    ) -> Result<Arc<Counted>, BeliefError> {
        if let Some(known) = self.counted.get(&signature) {
            return Ok(Arc::clone(known));
        }
        let component = self.workspace.component(knowledge);
        let lattice = Lattice::of(&component, self.tilt, &mut self.builder)?;
        let counted = Arc::new(Counted { component, lattice });
        self.weights += counted.lattice.weights();
        if self.counted.len() >= REMEMBERED || self.weights > MOST_WEIGHTS {
            self.counted.clear();
            self.weights = counted.lattice.weights();
        }
        self.counted.insert(signature, Arc::clone(&counted));
        Ok(counted)
    }
}

/// The solutions of a view counted, not yet spread over the squares.
#[derive(Debug, Clone)]
pub struct Count {
    pub(crate) components: Arc<Vec<Arc<Counted>>>,
    pub(crate) mines_left: usize,
    /// How many unknown squares border no number.
    pub(crate) floating: usize,
    pub(crate) tails: Tails,
    ln_weight: f64,
}

/// A summary of a position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glance {
    /// How many squares are proved safe by all numbers together.
    pub safe: usize,
    /// The least mine probability of an unknown square that is not certain.
    pub least_risk: f64,
}

impl Count {
    /// Counts the solutions of what is known, with tables from earlier
    /// positions of the same board.
    pub fn new(knowledge: &mut Knowledge, tables: &mut Tables) -> Result<Count, BeliefError> {
        let components = tables.components(knowledge)?;
        let bordering: usize = components.iter().map(|one| one.component.squares).sum();
        let mut count = Count {
            mines_left: knowledge.mines_left(),
            floating: knowledge.unknown() - bordering,
            tails: Tails::default(),
            ln_weight: 0.0,
            components,
        };
        count.join(tables)?;
        Ok(count)
    }

    /// The natural logarithm of the number of solutions.
    pub fn ln_solutions(&self) -> f64 {
        self.ln_weight
    }

    /// The solutions of each component.
    pub(crate) fn lattices(&self) -> impl DoubleEndedIterator<Item = &Lattice> + ExactSizeIterator {
        self.components.iter().map(|one| &one.lattice)
    }

    /// Calls `found` with each box whose squares are certain by the numbers on
    /// the board alone.
    pub(crate) fn certain_without_total(&self, mut found: impl FnMut(&[Site])) {
        let mut futures = Vec::new();
        let mut shares = Vec::new();
        for one in &*self.components {
            one.shares_alone(&mut futures, &mut shares);
            for (own, &share) in one.component.boxes.iter().zip(&shares) {
                if share == 0.0 || share == 1.0 {
                    found(own.squares.as_slice());
                }
            }
        }
    }

    pub(crate) fn fewest(&self) -> usize {
        self.lattices().map(Lattice::fewest).sum()
    }

    /// Joins the components and the floating squares by the number of mines.
    fn join(&mut self, tables: &Tables) -> Result<(), BeliefError> {
        let span: usize = self.lattices().map(|one| one.counts().len() - 1).sum();
        let most_floating = self
            .mines_left
            .checked_sub(self.fewest())
            .ok_or(Inconsistent)?;
        // Spans beyond the mines left, or too small for them, weigh nothing.
        let first = most_floating.saturating_sub(span);
        if first > self.floating {
            return Err(Inconsistent.into());
        }
        let last = most_floating.min(self.floating);
        let binomials = ScaledBinomials::over(self.floating, first, last, tables.tilt);

        let mut tails = Tails::for_spans(self.lattices().map(|one| one.counts().len() - 1));
        for (above, weight) in tails.last_mut().iter_mut().enumerate() {
            *weight = match most_floating.checked_sub(above) {
                Some(k) if (first..=last).contains(&k) => binomials.values[k - first],
                _ => 0.0,
            };
        }
        for (i, lattice) in self.lattices().enumerate().rev() {
            let (tail, after) = tails.with_next(i);
            for (above, weight) in tail.iter_mut().enumerate() {
                let ways = lattice.counts().iter().zip(&after[above..]);
                *weight = ways.map(|(count, tail)| count * tail).sum();
            }
        }
        let weight = tails.of(0)[0];
        if weight == 0.0 {
            return Err(Inconsistent.into());
        }
        let exponents: i32 = self.lattices().map(Lattice::exponent).sum();
        // The tilt of all mines together is the same for every solution.
        let peak = binomials.peak;
        let tilted = f64::from(tables.tilt) * (self.mines_left - peak) as f64;
        self.ln_weight = weight.ln()
            + std::f64::consts::LN_2 * (f64::from(exponents) + tilted)
            + tables.logs.ln_choose(self.floating, peak);
        self.tails = tails;
        Ok(())
    }

    /// Calls `found` with the number of each component and the share of mines
    /// of each of its boxes; gives what is left for the floating squares.
    pub(crate) fn for_each_component(&self, mut found: impl FnMut(usize, &[f64])) -> FloatingShare {
        let span = self.tails.of(self.components.len()).len();
        let mut heads = Vec::with_capacity(span);
        heads.push(1.0);
        let mut next_heads = Vec::with_capacity(span);
        let most_weights = self.lattices().map(Lattice::weights).max();
        let mut futures = Vec::with_capacity(most_weights.unwrap_or(0));
        let mut shares = Vec::with_capacity(64);
        for (i, lattice) in self.lattices().enumerate() {
            let counts = lattice.counts();
            let tail = self.tails.of(i + 1);
            let worth = (0..counts.len()).map(|m| {
                let ways = heads.iter().zip(&tail[m..]);
                ways.map(|(head, tail)| head * tail).sum()
            });
            lattice.futures(worth, &mut futures);
            shares.clear();
            shares.resize(self.components[i].component.boxes.len(), 0.0);
            lattice.mine_shares(&futures, &mut shares);
            found(i, &shares);
            convolve(&heads, counts, &mut next_heads);
            std::mem::swap(&mut heads, &mut next_heads);
        }
        self.floating_share(&heads)
    }

    fn floating_share(&self, heads: &[f64]) -> FloatingShare {
        let most_floating = self.mines_left - self.fewest();
        let last = self.tails.of(self.components.len());
        let (mut total, mut mines) = (0.0, 0.0);
        let (mut is_empty, mut is_full) = (true, true);
        for (above, (head, tail)) in heads.iter().zip(last).enumerate() {
            let weight = head * tail;
            if weight > 0.0 {
                let here = most_floating - above;
                is_empty &= here == 0;
                is_full &= here == self.floating;
                total += weight;
                mines += weight * here as f64;
            }
        }
        if is_empty {
            FloatingShare::Safe
        } else if is_full {
            FloatingShare::Mines
        } else {
            FloatingShare::Mixed(mines / (total * self.floating as f64))
        }
    }

    /// A summary: how many squares are certainly safe, and the least risk.
    pub fn glance(&self) -> Glance {
        let (mut safe, mut least_risk) = (0, 1.0_f64);
        let components = &self.components;
        let floating = self.for_each_component(|i, shares| {
            for (one, &share) in components[i].component.boxes.iter().zip(shares) {
                if share == 0.0 {
                    safe += one.squares.len();
                } else {
                    least_risk = least_risk.min(share);
                }
            }
        });
        if self.floating > 0 {
            match floating {
                FloatingShare::Safe => safe += self.floating,
                FloatingShare::Mines => {}
                FloatingShare::Mixed(share) => least_risk = least_risk.min(share),
            }
        }
        Glance { safe, least_risk }
    }
}

/// What the squares that border nothing hold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum FloatingShare {
    Safe,
    Mines,
    Mixed(f64),
}

fn convolve(left: &[f64], right: &[f64], product: &mut Vec<f64>) {
    product.clear();
    product.resize(left.len() + right.len() - 1, 0.0);
    for (i, a) in left.iter().enumerate() {
        for (place, b) in product[i..].iter_mut().zip(right) {
            *place += a * b;
        }
    }
}
