//! What a joint move does to a position, worked out once for each joint move.
//!
//! With the moves known, most of the gates between moves and next facts have a
//! known value, and most next facts become "as it is". What is left is a short
//! program over the facts and the gates that do not depend on the moves.

use rustc_hash::FxHashMap;

use super::network::{Kind, Network, Signal, Wire};
use super::uses::Uses;

/// The effect of one joint move.
#[derive(Clone, Debug)]
pub struct Transition {
    /// Facts that stay as they are.
    kept: Box<[u64]>,
    /// Facts that hold next in any case.
    set: Box<[u64]>,
    /// What is computed: gates whose wires come after those of the network.
    gates: Box<[Gate]>,
    inputs: Box<[Signal]>,
    /// What makes the other facts hold next.
    outputs: Box<[(Signal, u32)]>,
}

#[derive(Clone, Copy, Debug)]
struct Gate {
    kind: Kind,
    /// Where its inputs end.
    end: u32,
}

/// The wires of the network with those of a transition after them.
pub type Values = Vec<bool>;

impl Transition {
    /// The effect of the joint move with these wires; nothing where it takes more
    /// than `most` inputs of gates, or a cycle.
    pub fn new(network: &Network, uses: &Uses, joint: &[Wire], most: usize) -> Option<Transition> {
        let mut partial = Partial::new(network, joint);
        for gate in network.stage_ends[2]..network.stage_ends[3] {
            if uses.cycle_of[gate].is_some() {
                return None;
            }
            partial.add(gate);
        }
        let words = network.facts.len().div_ceil(64);
        let (mut kept, mut set) = (vec![0; words], vec![0; words]);
        let mut outputs = Vec::new();
        for (place, &signal) in network.next.iter().enumerate() {
            let (word, bit) = (place / 64, 1u64 << (place % 64));
            if uses.unmoved[word] & bit != 0 {
                continue;
            }
            match partial.value(signal) {
                Signal::ON => set[word] |= bit,
                Signal::OFF => {}
                value if value == Signal::of(1 + place as Wire) => kept[word] |= bit,
                value => outputs.push((value, place as u32)),
            }
        }
        let (gates, inputs) = partial.needed_for(&mut outputs);
        (inputs.len() + outputs.len() <= most).then(|| Transition {
            kept: kept.into(),
            set: set.into(),
            gates: gates.into(),
            inputs: inputs.into(),
            outputs: outputs.into(),
        })
    }

    /// How much memory it takes, in inputs of gates.
    pub fn size(&self) -> usize {
        self.inputs.len() + 2 * self.gates.len() + 2 * self.outputs.len() + 4 * self.kept.len()
    }

    /// Computes the next facts from the present ones, from the wires, of which
    /// there are `wires`, and from the next facts that do not depend on the moves.
    pub fn run(&self, wires: usize, values: &mut Values, facts: &[u64], next: &mut [u64]) {
        if values.len() < wires + self.gates.len() {
            values.resize(wires + self.gates.len(), false);
        }
        let mut start = 0;
        for (number, gate) in self.gates.iter().enumerate() {
            let inputs = &self.inputs[start..gate.end as usize];
            let mut inputs = inputs
                .iter()
                .map(|s| values[s.wire() as usize] != s.is_opposite());
            let value = match gate.kind {
                Kind::Xor => inputs.fold(false, |sum, on| sum != on),
                Kind::And | Kind::Loop => inputs.all(|on| on),
            };
            values[wires + number] = value;
            start = gate.end as usize;
        }
        for (((next, facts), kept), set) in
            next.iter_mut().zip(facts).zip(&self.kept).zip(&self.set)
        {
            *next |= facts & kept | set;
        }
        for &(signal, place) in &self.outputs {
            let is_on = values[signal.wire() as usize] != signal.is_opposite();
            next[place as usize / 64] |= u64::from(is_on) << (place % 64);
        }
    }
}

/// The gates of a transition while they are made.
struct Partial<'a> {
    network: &'a Network,
    joint: &'a [Wire],
    /// For each gate of the network that depends on moves, its value.
    values: Vec<Signal>,
    gates: Vec<(Kind, Box<[Signal]>)>,
    made: FxHashMap<(Kind, Box<[Signal]>), Signal>,
}

impl<'a> Partial<'a> {
    fn new(network: &'a Network, joint: &'a [Wire]) -> Partial<'a> {
        Partial {
            network,
            joint,
            values: Vec::new(),
            gates: Vec::new(),
            made: FxHashMap::default(),
        }
    }

    /// What a signal of the network is, now that the moves are known.
    fn value(&self, signal: Signal) -> Signal {
        let wire = signal.wire() as usize;
        let first_move = 1 + self.network.facts.len();
        let first_gate = self.network.input_count();
        let plain = if wire < first_move {
            return signal;
        } else if wire < first_gate {
            match self.joint.contains(&signal.wire()) {
                true => Signal::ON,
                false => Signal::OFF,
            }
        } else {
            match (wire - first_gate).checked_sub(self.network.stage_ends[2]) {
                Some(number) => self.values[number],
                None => return signal,
            }
        };
        match signal.is_opposite() {
            true => plain.opposite(),
            false => plain,
        }
    }

    /// Adds the next gate of the network.
    fn add(&mut self, gate: usize) {
        let kind = self.network.kinds[gate];
        let inputs = self.network.gate_inputs(gate).iter();
        let inputs: Vec<Signal> = inputs.map(|&input| self.value(input)).collect();
        let value = match kind {
            Kind::Xor => self.xor(inputs),
            Kind::And | Kind::Loop => self.and(inputs),
        };
        self.values.push(value);
    }

    fn and(&mut self, mut inputs: Vec<Signal>) -> Signal {
        inputs.retain(|&s| s != Signal::ON);
        inputs.sort_unstable();
        inputs.dedup();
        let contradict = |pair: &[Signal]| pair[0].opposite() == pair[1];
        if inputs.first() == Some(&Signal::OFF) || inputs.windows(2).any(contradict) {
            return Signal::OFF;
        }
        match inputs[..] {
            [] => Signal::ON,
            [only] => only,
            _ => self.gate(Kind::And, inputs),
        }
    }

    fn xor(&mut self, inputs: Vec<Signal>) -> Signal {
        let is_odd = inputs.iter().filter(|s| s.is_opposite()).count() % 2 == 1;
        let mut wires: Vec<Signal> = inputs.iter().map(|s| Signal::of(s.wire())).collect();
        wires.sort_unstable();
        // Of equal inputs, two cancel each other.
        let mut left: Vec<Signal> = Vec::new();
        for wire in wires {
            match left.last() {
                _ if wire == Signal::OFF => {}
                Some(&last) if last == wire => {
                    left.pop();
                }
                _ => left.push(wire),
            }
        }
        let plain = match left[..] {
            [] => Signal::OFF,
            [only] => only,
            _ => self.gate(Kind::Xor, left),
        };
        match is_odd {
            true => plain.opposite(),
            false => plain,
        }
    }

    fn gate(&mut self, kind: Kind, inputs: Vec<Signal>) -> Signal {
        let wire = (self.network.wire_count() + self.gates.len()) as Wire;
        let key = (kind, inputs.into_boxed_slice());
        if let Some(&made) = self.made.get(&key) {
            return made;
        }
        self.gates.push(key.clone());
        self.made.insert(key, Signal::of(wire));
        Signal::of(wire)
    }

    /// The gates that the outputs depend on, with new numbers.
    fn needed_for(&self, outputs: &mut [(Signal, u32)]) -> (Vec<Gate>, Vec<Signal>) {
        let first = self.network.wire_count();
        let number = |signal: Signal| (signal.wire() as usize).checked_sub(first);
        let mut is_needed = vec![false; self.gates.len()];
        for (signal, _) in outputs.iter() {
            if let Some(gate) = number(*signal) {
                is_needed[gate] = true;
            }
        }
        for gate in (0..self.gates.len()).rev() {
            if is_needed[gate] {
                for input in self.gates[gate].1.iter().filter_map(|&s| number(s)) {
                    is_needed[input] = true;
                }
            }
        }
        let mut numbers = vec![0; self.gates.len()];
        let (mut gates, mut inputs) = (Vec::new(), Vec::new());
        let renumbered = |signal: Signal, numbers: &[usize]| match number(signal) {
            Some(gate) => {
                let wire = (first + numbers[gate]) as Wire;
                Signal(wire << 1 | u32::from(signal.is_opposite()))
            }
            None => signal,
        };
        for (gate, (kind, list)) in self.gates.iter().enumerate() {
            if is_needed[gate] {
                numbers[gate] = gates.len();
                inputs.extend(list.iter().map(|&s| renumbered(s, &numbers)));
                gates.push(Gate {
                    kind: *kind,
                    end: inputs.len() as u32,
                });
            }
        }
        for (signal, _) in outputs {
            *signal = renumbered(*signal, &numbers);
        }
        (gates, inputs)
    }
}
