//! Laying out the nodes and edges of a lattice.

use rustc_hash::FxHashMap;

use crate::belief::filling::{Filler, Key, Step};
use crate::belief::frontier::Component;
use crate::belief::lattice::{Edge, Layer, Node};
use crate::belief::{BeliefError, Inconsistent};

/// Nodes a component may have before it counts as too entangled.
pub(crate) const MOST_NODES: usize = 4_000_000;
/// Weights the components of a position may have together, a number of eight
/// bytes each: beyond it the position counts as too entangled.
pub(crate) const MOST_WEIGHTS: usize = 50_000_000;
/// Layers up to this size are searched rather than hashed.
const SEARCHED: usize = 24;

/// Room to lay out lattices in, kept from one to the next.
#[derive(Debug)]
pub(crate) struct Builder {
    filler: Filler,
    growth: Growth,
    most_nodes: usize,
    /// The nodes of all lattices so far.
    nodes: usize,
}

/// A lattice under construction, without weights.
#[derive(Debug, Default)]
pub(crate) struct Growth {
    pub layers: Vec<Layer>,
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    /// The keys of the nodes of the last layer.
    keys: Vec<Key>,
    next_keys: Vec<Key>,
    index: FxHashMap<Key, u32>,
}

impl Builder {
    /// A builder of lattices with at most this number of nodes.
    pub fn up_to(most_nodes: usize) -> Builder {
        Builder {
            filler: Filler::default(),
            growth: Growth::default(),
            most_nodes,
            nodes: 0,
        }
    }

    /// Lays out nodes and edges, layer by layer.
    pub fn grow(&mut self, component: &Component) -> Result<&Growth, BeliefError> {
        let steps = self.filler.plan(component)?;
        self.growth.begin();
        let laid_out = steps
            .iter()
            .try_for_each(|step| self.growth.add_layer(step, self.most_nodes))
            .and_then(|()| self.growth.end());
        self.nodes += self.growth.nodes.len();
        laid_out.map(|()| &self.growth)
    }

    /// The work of all lattices so far, in nodes laid out.
    pub fn work(&self) -> usize {
        self.nodes + self.filler.work()
    }
}

impl Growth {
    fn begin(&mut self) {
        self.layers.clear();
        self.edges.clear();
        self.keys.clear();
        self.keys.push(0);
        self.nodes.clear();
        self.nodes.push(Node {
            start: 0,
            fewest: 0,
            most: 0,
        });
    }

    /// Adds the nodes reached by filling one more box.
    fn add_layer(&mut self, step: &Step, most_nodes: usize) -> Result<(), BeliefError> {
        let end_node = self.nodes.len() as u32;
        let first_node = end_node - self.keys.len() as u32;
        let first_edge = self.edges.len() as u32;
        self.next_keys.clear();
        self.index.clear();
        let slots = step.slots.as_slice();
        let units: Key = slots
            .iter()
            .fold(0, |units, &(slot, _)| units | 1 << (4 * slot));
        for from in first_node..end_node {
            let key = self.keys[(from - first_node) as usize] | step.opened;
            let Node { fewest, most, .. } = self.nodes[from as usize];
            let (mut low, mut high) = (0, step.size);
            for &(slot, room) in slots {
                let need = (key >> (4 * slot)) as u8 & 15;
                low = low.max(need.saturating_sub(room));
                high = high.min(need);
            }
            for mines in low..=high {
                let to = end_node + self.place_of(key - units * Key::from(mines));
                let (low, high) = (fewest + u16::from(mines), most + u16::from(mines));
                match self.nodes.get_mut(to as usize) {
                    Some(node) => {
                        node.fewest = node.fewest.min(low);
                        node.most = node.most.max(high);
                    }
                    None => self.nodes.push(Node {
                        start: 0,
                        fewest: low,
                        most: high,
                    }),
                }
                self.edges.push(Edge { from, to, mines });
            }
        }
        if self.next_keys.is_empty() {
            return Err(Inconsistent.into());
        }
        if self.nodes.len() > most_nodes {
            return Err(BeliefError::TooEntangled(most_nodes));
        }
        self.layers.push(Layer {
            first_node,
            end_node,
            first_edge,
            end_edge: self.edges.len() as u32,
            filled: step.filled,
            size: step.size,
        });
        std::mem::swap(&mut self.keys, &mut self.next_keys);
        Ok(())
    }

    /// The place in the new layer of the node with this key, a new one if need
    /// be.
    fn place_of(&mut self, key: Key) -> u32 {
        let known = self.next_keys.len();
        let place = if known <= SEARCHED {
            let place = self.next_keys.iter().position(|&known| known == key);
            place.map(|place| place as u32)
        } else {
            if self.index.is_empty() {
                self.index.extend(self.next_keys.iter().copied().zip(0..));
            }
            self.index.get(&key).copied()
        };
        place.unwrap_or_else(|| {
            if !self.index.is_empty() {
                self.index.insert(key, known as u32);
            }
            self.next_keys.push(key);
            known as u32
        })
    }

    /// Gives each node room for its weights.
    fn end(&mut self) -> Result<(), BeliefError> {
        let weights: usize = self.nodes.iter().map(Node::span).sum();
        if weights > MOST_WEIGHTS {
            return Err(BeliefError::TooEntangled(MOST_WEIGHTS));
        }
        let mut start = 0;
        for node in &mut self.nodes {
            node.start = start;
            start += node.span() as u32;
        }
        Ok(())
    }
}
