//! All solutions of a component, counted by number of mines.
//!
//! Boxes are given their mines one after the other. What matters of the boxes
//! already filled is only how many mines each witness still misses; partial
//! fillings that agree on that share a *node*. The nodes form a lattice, layer
//! by layer, in which every path is a solution. Each node holds the number of
//! paths to it by number of mines, so that nothing is enumerated. Boxes are
//! taken in an order that keeps few witnesses half-served at a time.
//!
//! Weights are tilted: a filling with m mines counts 2^(−tilt·m). A power of
//! two loses no digit, and brings the weights of likely mine counts together.
//! The benchmark is `belief`.

use num_bigint::BigUint;

use crate::belief::binomial::choose;
use crate::belief::frontier::Component;
use crate::belief::lattice_builder::Builder;
use crate::belief::solutions::for_each_subset;
use crate::belief::{BeliefError, Inconsistent};

/// Layers whose greatest weight passes this are scaled down.
const LARGE: f64 = 1e150;

/// The lattice of a component's solutions.
#[derive(Debug, Clone)]
pub(crate) struct Lattice {
    layers: Vec<Layer>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Tilted weights of the nodes by number of mines.
    weights: Vec<f64>,
    /// The tilt the weights have.
    tilt: i32,
    /// The weights are to be multiplied by two to this power.
    exponent: i32,
}

/// Nodes reached by filling the same boxes, and the box filled next.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Layer {
    pub first_node: u32,
    pub end_node: u32,
    /// The edges to the next layer.
    pub first_edge: u32,
    pub end_edge: u32,
    /// The box between this layer and the next, and how many squares it has.
    pub filled: u32,
    pub size: u8,
}

impl Layer {
    fn nodes(&self) -> std::ops::Range<usize> {
        self.first_node as usize..self.end_node as usize
    }

    /// The edges to the next layer.
    fn edges(&self) -> std::ops::Range<usize> {
        self.first_edge as usize..self.end_edge as usize
    }

    fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// The weight of each number of mines in the box.
    fn ways(&self, tilt: i32) -> [f64; 9] {
        std::array::from_fn(|mines| {
            f64::from(choose(self.size(), mines)) * power_of_two(-tilt * mines as i32)
        })
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    /// Where the node's weights start.
    pub start: u32,
    /// The fewest mines of a path to it.
    pub fewest: u16,
    /// The most mines of a path to it.
    pub most: u16,
}

impl Node {
    pub fn span(&self) -> usize {
        usize::from(self.most - self.fewest) + 1
    }

    fn range(&self) -> std::ops::Range<usize> {
        let start = self.start as usize;
        start..start + self.span()
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Edge {
    pub from: u32,
    pub to: u32,
    pub mines: u8,
}

impl Lattice {
    /// The lattice of a component, with weights tilted by `tilt`.
    pub fn of(
        component: &Component,
        tilt: i32,
        builder: &mut Builder,
    ) -> Result<Lattice, BeliefError> {
        let growth = builder.grow(component)?;
        let mut lattice = Lattice {
            layers: growth.layers.clone(),
            nodes: growth.nodes.clone(),
            edges: growth.edges.clone(),
            weights: Vec::new(),
            tilt,
            exponent: 0,
        };
        lattice.weigh();
        if lattice.counts().iter().all(|&weight| weight == 0.0) {
            return Err(Inconsistent.into());
        }
        Ok(lattice)
    }

    /// Fills in the weights of all nodes, first layer to last.
    fn weigh(&mut self) {
        let last = self.nodes[self.nodes.len() - 1];
        self.weights = vec![0.0; last.range().end];
        self.weights[0] = 1.0;
        for layer in 0..self.layers.len() {
            let ways = self.layers[layer].ways(self.tilt);
            for edge in &self.edges[self.layers[layer].edges()] {
                let (from, to) = (self.nodes[edge.from as usize], self.nodes[edge.to as usize]);
                let ways = ways[usize::from(edge.mines)];
                let shift = usize::from(from.fewest + u16::from(edge.mines) - to.fewest);
                let (before, after) = self.weights.split_at_mut(to.start as usize);
                let sources = &before[from.range()];
                for (target, source) in after[shift..].iter_mut().zip(sources) {
                    *target += ways * source;
                }
            }
            let is_last = layer + 1 == self.layers.len();
            self.scale_down(self.nodes_after(layer), if is_last { 0.0 } else { LARGE });
        }
    }

    /// Scales the nodes of a layer down if their greatest weight is above
    /// `limit`.
    fn scale_down(&mut self, nodes: std::ops::Range<usize>, limit: f64) {
        let start = self.nodes[nodes.start].start as usize;
        let end = self.nodes[nodes.end - 1].range().end;
        let layer = &mut self.weights[start..end];
        let greatest = layer.iter().copied().fold(0.0, f64::max);
        if greatest > limit {
            let exponent = greatest.log2() as i32;
            let factor = f64::from(-exponent).exp2();
            layer.iter_mut().for_each(|weight| *weight *= factor);
            self.exponent += exponent;
        }
    }

    fn last(&self) -> Node {
        self.nodes[self.nodes.len() - 1]
    }

    /// The fewest mines of a solution.
    pub fn fewest(&self) -> usize {
        usize::from(self.last().fewest)
    }

    /// The weight of all solutions by number of mines, from [`Self::fewest`] on.
    pub fn counts(&self) -> &[f64] {
        &self.weights[self.last().range()]
    }

    /// How many weights there are, and futures.
    pub fn weights(&self) -> usize {
        self.weights.len()
    }

    /// [`Self::counts`] are to be multiplied by two to this power.
    pub fn exponent(&self) -> i32 {
        self.exponent
    }

    /// The exact number of solutions by number of mines, from
    /// [`Self::fewest`] on.
    pub fn exact_counts(&self) -> Vec<BigUint> {
        // Counts take far more room than weights: those of two layers at a time.
        let mut counts = vec![BigUint::from(1_u8)];
        let mut first = 0;
        for (place, layer) in self.layers.iter().enumerate() {
            let next = self.nodes_after(place);
            let next_first = self.nodes[next.start].start as usize;
            let weights = self.nodes[next.end - 1].range().end - next_first;
            let mut next_counts = vec![BigUint::ZERO; weights];
            for edge in &self.edges[layer.edges()] {
                let (from, to) = (self.nodes[edge.from as usize], self.nodes[edge.to as usize]);
                let ways = choose(layer.size(), usize::from(edge.mines));
                let shift = usize::from(from.fewest + u16::from(edge.mines) - to.fewest);
                let sources = &counts[from.start as usize - first..][..from.span()];
                let targets = &mut next_counts[to.start as usize - next_first + shift..];
                for (target, source) in targets.iter_mut().zip(sources) {
                    *target += source * ways;
                }
            }
            (counts, first) = (next_counts, next_first);
        }
        counts
    }

    /// The nodes of the layer after this one; after the last, the only end.
    fn nodes_after(&self, layer: usize) -> std::ops::Range<usize> {
        let end = self.nodes.len() - 1..self.nodes.len();
        self.layers.get(layer + 1).map_or(end, Layer::nodes)
    }

    /// The weight of everything that may follow each node, for each number of
    /// mines so far, when a solution with m mines is worth the (m - fewest)-th of `worth`.
    pub fn futures(&self, worth: impl Iterator<Item = f64>, futures: &mut Vec<f64>) {
        futures.clear();
        futures.resize(self.last().start as usize, 0.0);
        futures.extend(worth);
        // Layers were scaled down by powers of two in `weigh`; the futures are
        // ratios within one layer, so they are scaled apart.
        for layer in self.layers.iter().rev() {
            let ways = layer.ways(self.tilt);
            for edge in &self.edges[layer.edges()] {
                let (from, to) = (self.nodes[edge.from as usize], self.nodes[edge.to as usize]);
                let ways = ways[usize::from(edge.mines)];
                let shift = usize::from(from.fewest + u16::from(edge.mines) - to.fewest);
                let (before, after) = futures.split_at_mut(to.start as usize);
                for (target, source) in before[from.range()].iter_mut().zip(&after[shift..]) {
                    *target += ways * source;
                }
            }
            let nodes = layer.nodes();
            let start = self.nodes[nodes.start].start as usize;
            let end = self.nodes[nodes.end - 1].range().end;
            let greatest = futures[start..end].iter().copied().fold(0.0, f64::max);
            if greatest > LARGE {
                let factor = f64::from(-(greatest.log2() as i32)).exp2();
                futures[start..end]
                    .iter_mut()
                    .for_each(|future| *future *= factor);
            }
        }
    }

    /// For each box, by its place in the component: the share of its squares
    /// that are mines, given the futures. Shares of exactly 0 and 1 are certain.
    pub fn mine_shares(&self, futures: &[f64], shares: &mut [f64]) {
        for layer in &self.layers {
            let size = layer.size();
            let ways = layer.ways(self.tilt);
            let mut by_mines = [0.0_f64; 9];
            for edge in &self.edges[layer.edges()] {
                let (from, to) = (self.nodes[edge.from as usize], self.nodes[edge.to as usize]);
                let shift = usize::from(from.fewest + u16::from(edge.mines) - to.fewest);
                let pasts = &self.weights[from.range()];
                let joined: f64 = pasts
                    .iter()
                    .zip(&futures[to.start as usize + shift..])
                    .map(|(past, future)| past * future)
                    .sum();
                let mines = usize::from(edge.mines);
                by_mines[mines] += joined * ways[mines];
            }
            let total: f64 = by_mines[..=size].iter().sum();
            let mines: f64 = (1..=size).map(|mines| mines as f64 * by_mines[mines]).sum();
            let is_full = by_mines[..size].iter().all(|&weight| weight == 0.0);
            shares[layer.filled as usize] = if is_full {
                1.0
            } else {
                mines / (size as f64 * total)
            };
        }
    }

    /// Every solution as a mask with its number of mines; nothing when there
    /// are more than `limit`. `boxes` gives each box's first bit and size.
    pub fn solutions(&self, boxes: &[(usize, usize)], limit: usize) -> Option<Vec<(u128, usize)>> {
        // Walking forward, each node has the partial solutions that lead to it.
        let mut partial: Vec<Vec<(u128, usize)>> = vec![vec![(0, 0)]];
        let mut futures = Vec::new();
        self.futures(self.counts().iter().map(|_| 1.0), &mut futures);
        for (place, layer) in self.layers.iter().enumerate() {
            let next = self.nodes_after(place);
            let first = layer.first_node as usize;
            let mut reached = vec![Vec::new(); next.len()];
            let (bit, size) = boxes[layer.filled as usize];
            let mut total = 0;
            for edge in &self.edges[layer.edges()] {
                let to = self.nodes[edge.to as usize];
                if futures[to.range()].iter().all(|&future| future == 0.0) {
                    continue;
                }
                let from = &partial[edge.from as usize - first];
                let mines = usize::from(edge.mines);
                total += from.len() * choose(size, mines) as usize;
                if total > limit {
                    return None;
                }
                for_each_subset(size, mines, |subset| {
                    let extended = from
                        .iter()
                        .map(|&(mask, m)| (mask | subset << bit, m + mines));
                    reached[edge.to as usize - next.start].extend(extended);
                });
            }
            partial = reached;
        }
        partial.pop()
    }

    /// Draws a solution with the given number of mines: boxes by their places
    /// in the component, in filling order, with the mines of each.
    /// `choose_by_weight` picks one of the weights given.
    pub fn draw(
        &self,
        mines: usize,
        mut choose_by_weight: impl FnMut(&mut dyn Iterator<Item = f64>) -> usize,
    ) -> Vec<(u32, u8)> {
        // Walking back from the end, the weight of an edge is that of the
        // paths to its source with the mines that are left.
        let mut left = mines;
        let mut node = self.nodes.len() as u32 - 1;
        let mut drawn = Vec::with_capacity(self.layers.len());
        for layer in self.layers.iter().rev() {
            let ways = layer.ways(self.tilt);
            let into: Vec<&Edge> = self.edges[layer.edges()]
                .iter()
                .filter(|edge| edge.to == node)
                .collect();
            let chosen = choose_by_weight(&mut into.iter().map(|edge| {
                let from = self.nodes[edge.from as usize];
                let place = (left as i64) - i64::from(edge.mines) - i64::from(from.fewest);
                match usize::try_from(place) {
                    Ok(place) if place < from.span() => {
                        self.weights[from.start as usize + place] * ways[usize::from(edge.mines)]
                    }
                    _ => 0.0,
                }
            }));
            let edge = into[chosen];
            drawn.push((layer.filled, edge.mines));
            left -= usize::from(edge.mines);
            node = edge.from;
        }
        drawn.reverse();
        drawn
    }
}

/// Two to a small power, exactly.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + i64::from(exponent)) as u64) << 52)
}
