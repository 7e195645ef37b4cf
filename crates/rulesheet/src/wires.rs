//! The wires of a network in many positions at once: a wire carries one bit for
//! each position, so that one instruction computes a gate in 64 positions.

use super::network::{Kind, Network, Signal};

/// The wires of a network in `WORDS` times 64 positions.
pub struct Wires<'a, const WORDS: usize> {
    network: &'a Network,
    /// What each wire carries.
    pub values: Vec<[u64; WORDS]>,
}

impl<'a, const WORDS: usize> Wires<'a, WORDS> {
    /// Wires that are all off.
    pub fn new(network: &'a Network) -> Wires<'a, WORDS> {
        Wires {
            network,
            values: vec![[0; WORDS]; network.wire_count()],
        }
    }

    /// Wires that carry what other wires of the same network carried.
    pub fn carrying(network: &'a Network, values: Vec<[u64; WORDS]>) -> Wires<'a, WORDS> {
        Wires { network, values }
    }

    /// The network.
    pub fn network(&self) -> &'a Network {
        self.network
    }

    /// What a signal carries.
    #[inline]
    pub fn value(&self, signal: Signal) -> [u64; WORDS] {
        let mask = opposite_mask(signal);
        self.values[signal.wire() as usize].map(|word| word ^ mask)
    }

    /// Computes the gates from one number up to another; they begin and end with
    /// stages.
    pub fn compute(&mut self, from: usize, to: usize) {
        let mut at = from;
        for cycle in &self.network.cycles {
            if cycle.gates.start < from || cycle.gates.end > to {
                continue;
            }
            self.compute_plain(at, cycle.gates.start);
            self.compute_cycle(cycle.gates.clone());
            at = cycle.gates.end;
        }
        self.compute_plain(at, to);
    }

    fn compute_plain(&mut self, from: usize, to: usize) {
        let network = self.network;
        let first_gate = network.input_count();
        let mut start = if from == 0 {
            0
        } else {
            network.ends[from - 1] as usize
        };
        for gate in from..to {
            let end = network.ends[gate] as usize;
            let inputs = &network.inputs[start..end];
            let value = self.gate(network.kinds[gate], inputs);
            self.values[first_gate + gate] = value;
            start = end;
        }
    }

    #[inline]
    fn gate(&self, kind: Kind, inputs: &[Signal]) -> [u64; WORDS] {
        if kind == Kind::Xor {
            let mut value = [0; WORDS];
            for &input in inputs {
                let mask = opposite_mask(input);
                let words = &self.values[input.wire() as usize];
                for (v, w) in value.iter_mut().zip(words) {
                    *v ^= w ^ mask;
                }
            }
            return value;
        }
        let mut value = [u64::MAX; WORDS];
        for &input in inputs {
            let mask = opposite_mask(input);
            let words = &self.values[input.wire() as usize];
            for (v, w) in value.iter_mut().zip(words) {
                *v &= w ^ mask;
            }
        }
        value
    }

    /// Computes the gates of a cycle, starting with all of them off, until nothing
    /// changes.
    fn compute_cycle(&mut self, gates: std::ops::Range<usize>) {
        let first_gate = self.network.input_count();
        for gate in gates.clone() {
            if self.network.kinds[gate] == Kind::Loop {
                self.values[first_gate + gate] = [0; WORDS];
            }
        }
        let mut is_stable = false;
        // The first pass computes the plain gates with all loops off.
        let mut is_first = true;
        while !is_stable || is_first {
            is_stable = true;
            for gate in gates.clone() {
                let kind = self.network.kinds[gate];
                if is_first && kind == Kind::Loop {
                    continue;
                }
                let value = self.gate(kind, self.network.gate_inputs(gate));
                let wire = first_gate + gate;
                if value != self.values[wire] {
                    self.values[wire] = value;
                    is_stable = false;
                }
            }
            if is_first {
                is_first = false;
                is_stable = false;
            }
        }
    }
}

/// All ones for the opposite of a wire: what is exclusive-ored with its value.
#[inline]
pub fn opposite_mask(signal: Signal) -> u64 {
    u64::from(signal.0 & 1).wrapping_neg()
}
