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
use rustc_hash::FxHashMap;

use crate::binomial::choose;
use crate::frontier::Component;
use crate::solutions::for_each_subset;
use crate::{BeliefError, Inconsistent};

/// Nodes a component may have before it counts as too entangled.
const MOST_NODES: usize = 4_000_000;
/// Layers up to this size are searched rather than hashed.
const SEARCHED: usize = 24;
/// Layers whose greatest weight passes this are scaled down.
const LARGE: f64 = 1e150;

/// The lattice of a component's solutions.
#[derive(Debug, Clone)]
pub(crate) struct Lattice {
    /// The box filled between layer i and layer i + 1.
    pub order: Vec<u32>,
    nodes: Vec<Node>,
    /// Where each layer's nodes start, and the end.
    layers: Vec<u32>,
    edges: Vec<Edge>,
    /// Where the edges out of each layer start, and the end.
    edge_layers: Vec<u32>,
    /// The sizes of the boxes in the order they are filled.
    sizes: Vec<u8>,
    /// Tilted weights of the nodes by number of mines.
    weights: Vec<f64>,
    /// The tilt the weights have.
    tilt: i32,
    /// The weights are to be multiplied by two to this power.
    exponent: i32,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    /// Where the node's weights start.
    start: u32,
    /// The fewest mines of a path to it.
    fewest: u16,
    /// The most mines of a path to it.
    most: u16,
}

impl Node {
    fn span(&self) -> usize {
        usize::from(self.most - self.fewest) + 1
    }

    fn range(&self) -> std::ops::Range<usize> {
        let start = self.start as usize;
        start..start + self.span()
    }
}

#[derive(Debug, Clone, Copy)]
struct Edge {
    from: u32,
    to: u32,
    mines: u8,
}

/// Mines still missed by the half-served witnesses, four bits each.
type Key = u128;
const SLOTS: usize = 32;

/// A box about to be filled: which slots its witnesses use and what the boxes
/// after it can still take.
#[derive(Debug, Default)]
struct Step {
    size: u8,
    /// Needs of witnesses that become half-served here, in their slots.
    opened: Key,
    /// The slot of each of the box's witnesses and the room after this box.
    slots: Vec<(u8, u8)>,
}

impl Lattice {
    /// The lattice of a component, with weights tilted by `tilt`.
    pub fn of(component: &Component, tilt: i32) -> Result<Lattice, BeliefError> {
        let order = filling_order(component);
        let steps = plan(component, &order)?;
        let mut lattice = Lattice {
            sizes: steps.iter().map(|step| step.size).collect(),
            order,
            nodes: vec![Node {
                start: 0,
                fewest: 0,
                most: 0,
            }],
            layers: vec![0, 1],
            edges: Vec::with_capacity(8 * steps.len()),
            edge_layers: vec![0],
            weights: Vec::new(),
            tilt,
            exponent: 0,
        };
        lattice.grow(&steps)?;
        lattice.weigh();
        if lattice.counts().iter().all(|&weight| weight == 0.0) {
            return Err(Inconsistent.into());
        }
        Ok(lattice)
    }

    /// Lays out nodes and edges, layer by layer.
    fn grow(&mut self, steps: &[Step]) -> Result<(), BeliefError> {
        let mut keys: Vec<Key> = vec![0];
        let mut next_keys: Vec<Key> = Vec::new();
        let mut index: FxHashMap<Key, u32> = FxHashMap::default();
        for step in steps {
            let layer = self.layers[self.layers.len() - 2];
            let next_layer = self.nodes.len() as u32;
            next_keys.clear();
            index.clear();
            let units: Key = step
                .slots
                .iter()
                .fold(0, |units, &(slot, _)| units | 1 << (4 * slot));
            for (offset, &key) in keys.iter().enumerate() {
                let key = key | step.opened;
                let from = layer + offset as u32;
                let Node { fewest, most, .. } = self.nodes[from as usize];
                let (mut low, mut high) = (0, step.size);
                for &(slot, room) in &step.slots {
                    let need = (key >> (4 * slot)) as u8 & 15;
                    low = low.max(need.saturating_sub(room));
                    high = high.min(need);
                }
                for mines in low..=high {
                    let to_key = key - units * Key::from(mines);
                    let place = if next_keys.len() <= SEARCHED {
                        next_keys.iter().position(|&known| known == to_key)
                    } else {
                        if index.is_empty() {
                            index.extend(next_keys.iter().copied().zip(0..));
                        }
                        index.get(&to_key).map(|&place| place as usize)
                    };
                    let (low, high) = (fewest + u16::from(mines), most + u16::from(mines));
                    let to = match place {
                        Some(place) => {
                            let node = &mut self.nodes[next_layer as usize + place];
                            node.fewest = node.fewest.min(low);
                            node.most = node.most.max(high);
                            next_layer + place as u32
                        }
                        None => {
                            if !index.is_empty() {
                                index.insert(to_key, next_keys.len() as u32);
                            }
                            next_keys.push(to_key);
                            self.nodes.push(Node {
                                start: 0,
                                fewest: low,
                                most: high,
                            });
                            self.nodes.len() as u32 - 1
                        }
                    };
                    self.edges.push(Edge { from, to, mines });
                }
            }
            if next_keys.is_empty() {
                return Err(Inconsistent.into());
            }
            if self.nodes.len() > MOST_NODES {
                return Err(BeliefError::TooEntangled(MOST_NODES));
            }
            self.layers.push(self.nodes.len() as u32);
            self.edge_layers.push(self.edges.len() as u32);
            std::mem::swap(&mut keys, &mut next_keys);
        }
        let mut start = 0;
        for node in &mut self.nodes {
            node.start = start;
            start += node.span() as u32;
        }
        Ok(())
    }

    /// Fills in the weights of all nodes, first layer to last.
    fn weigh(&mut self) {
        let last = self.nodes[self.nodes.len() - 1];
        self.weights = vec![0.0; last.range().end];
        self.weights[0] = 1.0;
        for layer in 0..self.order.len() {
            let size = usize::from(self.sizes[layer]);
            let edges = self.edge_layers[layer] as usize..self.edge_layers[layer + 1] as usize;
            for edge in &self.edges[edges] {
                let (from, to) = (self.nodes[edge.from as usize], self.nodes[edge.to as usize]);
                let ways = tilted_ways(size, edge.mines, self.tilt);
                let shift = usize::from(from.fewest + u16::from(edge.mines) - to.fewest);
                let (before, after) = self.weights.split_at_mut(to.start as usize);
                let sources = &before[from.range()];
                for (target, source) in after[shift..].iter_mut().zip(sources) {
                    *target += ways * source;
                }
            }
            let is_last = layer + 1 == self.order.len();
            self.scale_down(layer + 1, if is_last { 0.0 } else { LARGE });
        }
    }

    /// Scales a layer down if its greatest weight is above `limit`.
    fn scale_down(&mut self, layer: usize, limit: f64) {
        let nodes = self.layers[layer] as usize..self.layers[layer + 1] as usize;
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

    /// [`Self::counts`] are to be multiplied by two to this power.
    pub fn exponent(&self) -> i32 {
        self.exponent
    }

    /// The exact number of solutions by number of mines, from
    /// [`Self::fewest`] on.
    pub fn exact_counts(&self) -> Vec<BigUint> {
        let mut counts = vec![BigUint::ZERO; self.weights.len()];
        counts[0] = BigUint::from(1_u8);
        for layer in 0..self.order.len() {
            let size = usize::from(self.sizes[layer]);
            let edges = self.edge_layers[layer] as usize..self.edge_layers[layer + 1] as usize;
            for edge in &self.edges[edges] {
                let (from, to) = (self.nodes[edge.from as usize], self.nodes[edge.to as usize]);
                let ways = choose(size, usize::from(edge.mines));
                let shift = usize::from(from.fewest + u16::from(edge.mines) - to.fewest);
                let (before, after) = counts.split_at_mut(to.start as usize);
                for (target, source) in after[shift..].iter_mut().zip(&before[from.range()]) {
                    *target += source * ways;
                }
            }
        }
        counts.split_off(self.last().start as usize)
    }

    /// The weight of everything that may follow each node, for each number of
    /// mines so far, when a solution with m mines is worth `worth[m - fewest]`.
    pub fn futures(&self, worth: &[f64]) -> Vec<f64> {
        let mut futures = vec![0.0; self.weights.len()];
        futures[self.last().range()].copy_from_slice(worth);
        // Layers were scaled down by powers of two in `weigh`; the futures are
        // ratios within one layer, so they are scaled apart.
        for layer in (0..self.order.len()).rev() {
            let size = usize::from(self.sizes[layer]);
            let edges = self.edge_layers[layer] as usize..self.edge_layers[layer + 1] as usize;
            for edge in &self.edges[edges] {
                let (from, to) = (self.nodes[edge.from as usize], self.nodes[edge.to as usize]);
                let ways = tilted_ways(size, edge.mines, self.tilt);
                let shift = usize::from(from.fewest + u16::from(edge.mines) - to.fewest);
                let (before, after) = futures.split_at_mut(to.start as usize);
                for (target, source) in before[from.range()].iter_mut().zip(&after[shift..]) {
                    *target += ways * source;
                }
            }
            let nodes = self.layers[layer] as usize..self.layers[layer + 1] as usize;
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
        futures
    }

    /// For each box, by its place in the component: the share of its squares
    /// that are mines, given the futures. Shares of exactly 0 and 1 are certain.
    pub fn mine_shares(&self, futures: &[f64], shares: &mut [f64]) {
        for layer in 0..self.order.len() {
            let size = usize::from(self.sizes[layer]);
            let edges = self.edge_layers[layer] as usize..self.edge_layers[layer + 1] as usize;
            let mut by_mines = [0.0_f64; 9];
            for edge in &self.edges[edges] {
                let (from, to) = (self.nodes[edge.from as usize], self.nodes[edge.to as usize]);
                let shift = usize::from(from.fewest + u16::from(edge.mines) - to.fewest);
                let pasts = &self.weights[from.range()];
                let joined: f64 = pasts
                    .iter()
                    .zip(&futures[to.start as usize + shift..])
                    .map(|(past, future)| past * future)
                    .sum();
                by_mines[usize::from(edge.mines)] +=
                    joined * tilted_ways(size, edge.mines, self.tilt);
            }
            let total: f64 = by_mines[..=size].iter().sum();
            let mines: f64 = (1..=size).map(|mines| mines as f64 * by_mines[mines]).sum();
            let is_full = by_mines[..size].iter().all(|&weight| weight == 0.0);
            shares[self.order[layer] as usize] = if is_full {
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
        let futures = self.futures(&vec![1.0; self.counts().len()]);
        for layer in 0..self.order.len() {
            let first = self.layers[layer] as usize;
            let next = self.layers[layer + 1] as usize..self.layers[layer + 2] as usize;
            let mut reached = vec![Vec::new(); next.len()];
            let (bit, size) = boxes[self.order[layer] as usize];
            let edges = self.edge_layers[layer] as usize..self.edge_layers[layer + 1] as usize;
            let mut total = 0;
            for edge in &self.edges[edges] {
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

    /// Draws a solution with the given number of mines: the mines of each box
    /// in filling order. `choose_by_weight` picks one of the weights given.
    pub fn draw(
        &self,
        mines: usize,
        mut choose_by_weight: impl FnMut(&mut dyn Iterator<Item = f64>) -> usize,
    ) -> Vec<u8> {
        // Walking back from the end, the weight of an edge is that of the
        // paths to its source with the mines that are left.
        let mut left = mines;
        let mut node = self.nodes.len() as u32 - 1;
        let mut drawn = vec![0; self.order.len()];
        for layer in (0..self.order.len()).rev() {
            let size = usize::from(self.sizes[layer]);
            let edges = self.edge_layers[layer] as usize..self.edge_layers[layer + 1] as usize;
            let into: Vec<&Edge> = self.edges[edges]
                .iter()
                .filter(|edge| edge.to == node)
                .collect();
            let chosen = choose_by_weight(&mut into.iter().map(|edge| {
                let from = self.nodes[edge.from as usize];
                let place = (left as i64) - i64::from(edge.mines) - i64::from(from.fewest);
                match usize::try_from(place) {
                    Ok(place) if place < from.span() => {
                        self.weights[from.start as usize + place]
                            * tilted_ways(size, edge.mines, self.tilt)
                    }
                    _ => 0.0,
                }
            }));
            let edge = into[chosen];
            drawn[layer] = edge.mines;
            left -= usize::from(edge.mines);
            node = edge.from;
        }
        drawn
    }
}

fn tilted_ways(size: usize, mines: u8, tilt: i32) -> f64 {
    f64::from(choose(size, usize::from(mines))) * power_of_two(-tilt * i32::from(mines))
}

/// Two to a small power, exactly.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + i64::from(exponent)) as u64) << 52)
}

/// The order in which to fill the boxes: always the box that leaves the fewest
/// witnesses half-served, starting from an end of the component.
fn filling_order(component: &Component) -> Vec<u32> {
    let boxes = component.boxes.len();
    let mut left: Vec<u8> = component
        .witnesses
        .iter()
        .map(|witness| witness.boxes.len() as u8)
        .collect();
    let mut is_half_served = vec![false; component.witnesses.len()];
    let mut is_filled = vec![false; boxes];
    let mut order: Vec<u32> = Vec::with_capacity(boxes);
    // Boxes next to half-served witnesses, the only ones worth considering.
    let mut near: Vec<u32> = vec![far_box(component)];
    let mut is_near = vec![false; boxes];
    is_near[near[0] as usize] = true;
    while order.len() < boxes {
        let cost = |candidate: u32| {
            let mut opened = 0_i32;
            let mut soonest = u8::MAX;
            for &witness in component.boxes[candidate as usize].witnesses.as_slice() {
                let witness = witness as usize;
                opened += i32::from(!is_half_served[witness]);
                opened -= i32::from(left[witness] == 1);
                if is_half_served[witness] {
                    soonest = soonest.min(left[witness]);
                }
            }
            (opened, soonest)
        };
        let best = near
            .iter()
            .enumerate()
            .min_by_key(|&(_, &candidate)| cost(candidate))
            .map(|(place, _)| place);
        let Some(place) = best else {
            break;
        };
        let chosen = near.remove(place);
        is_filled[chosen as usize] = true;
        order.push(chosen);
        for &witness in component.boxes[chosen as usize].witnesses.as_slice() {
            let witness = witness as usize;
            left[witness] -= 1;
            if !std::mem::replace(&mut is_half_served[witness], true) {
                for &other in component.witnesses[witness].boxes.as_slice() {
                    if !std::mem::replace(&mut is_near[other as usize], true) {
                        near.push(other);
                    }
                }
            }
        }
    }
    order
}

/// A box at an end of the component: last in breadth-first order from box 0.
fn far_box(component: &Component) -> u32 {
    let mut is_seen = vec![false; component.boxes.len()];
    let mut is_witness_seen = vec![false; component.witnesses.len()];
    let mut queue = vec![0_u32];
    is_seen[0] = true;
    let mut next = 0;
    while let Some(&current) = queue.get(next) {
        next += 1;
        for &witness in component.boxes[current as usize].witnesses.as_slice() {
            if std::mem::replace(&mut is_witness_seen[witness as usize], true) {
                continue;
            }
            for &other in component.witnesses[witness as usize].boxes.as_slice() {
                if !std::mem::replace(&mut is_seen[other as usize], true) {
                    queue.push(other);
                }
            }
        }
    }
    queue[queue.len() - 1]
}

/// Gives each witness a slot from its first box to its last.
fn plan(component: &Component, order: &[u32]) -> Result<Vec<Step>, BeliefError> {
    let mut boxes_left: Vec<u8> = Vec::with_capacity(component.witnesses.len());
    let mut room: Vec<u8> = Vec::with_capacity(component.witnesses.len());
    for witness in &component.witnesses {
        let sizes = witness.boxes.as_slice().iter();
        boxes_left.push(witness.boxes.len() as u8);
        room.push(
            sizes
                .map(|&one| component.boxes[one as usize].squares.len() as u8)
                .sum(),
        );
    }
    let mut slot_of: Vec<Option<u8>> = vec![None; component.witnesses.len()];
    let mut free: Vec<u8> = (0..SLOTS as u8).rev().collect();
    let mut steps = Vec::with_capacity(order.len());
    for &place in order {
        let one = &component.boxes[place as usize];
        let mut step = Step {
            size: one.squares.len() as u8,
            ..Step::default()
        };
        for &witness in one.witnesses.as_slice() {
            let witness = witness as usize;
            let slot = match slot_of[witness] {
                Some(slot) => slot,
                None => {
                    let slot = free.pop().ok_or(BeliefError::TooEntangled(MOST_NODES))?;
                    slot_of[witness] = Some(slot);
                    step.opened |= Key::from(component.witnesses[witness].need) << (4 * slot);
                    slot
                }
            };
            room[witness] -= step.size;
            boxes_left[witness] -= 1;
            step.slots.push((slot, room[witness]));
        }
        for &witness in one.witnesses.as_slice() {
            if boxes_left[witness as usize] == 0
                && let Some(slot) = slot_of[witness as usize]
            {
                free.push(slot);
            }
        }
        steps.push(step);
    }
    Ok(steps)
}
