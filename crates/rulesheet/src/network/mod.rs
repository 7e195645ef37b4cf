//! A game as a network of gates: facts of the position and moves go in; legal
//! moves, the next position, the end and the goals come out.

mod assemble;
mod builder;
mod constants;
mod schedule;

pub use assemble::{NegativeLoop, assemble};

use super::terms::TermId;

/// The number of a wire: an input or a gate.
pub type Wire = u32;

/// A wire, or its opposite.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Signal(pub u32);

impl Signal {
    /// Never on.
    pub const OFF: Signal = Signal(0);
    /// Always on.
    pub const ON: Signal = Signal(1);

    /// The wire as it is.
    pub fn of(wire: Wire) -> Signal {
        Signal(wire << 1)
    }

    /// The wire.
    #[inline]
    pub fn wire(self) -> Wire {
        self.0 >> 1
    }

    /// Whether it is the opposite of its wire.
    #[inline]
    pub fn is_opposite(self) -> bool {
        self.0 & 1 == 1
    }

    /// The opposite signal.
    #[inline]
    pub fn opposite(self) -> Signal {
        Signal(self.0 ^ 1)
    }

    /// Whether it is always on or always off.
    pub fn constant(self) -> Option<bool> {
        match self {
            Signal::OFF => Some(false),
            Signal::ON => Some(true),
            _ => None,
        }
    }
}

/// What a gate does with its inputs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// On where all inputs are.
    And,
    /// On where an odd number of inputs is.
    Xor,
    /// Part of a cycle: takes the value of its one input, from off upwards.
    Loop,
}

/// When a gate is needed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// For the legal moves and the end.
    Position = 0,
    /// For the goals.
    Goals = 1,
    /// For the next position, whatever the moves.
    Unmoved = 2,
    /// For the next position, once the moves are known.
    Transition = 3,
}

/// Gates that depend on each other cyclically and are computed together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cycle {
    /// The gates.
    pub gates: std::ops::Range<usize>,
}

/// A game as a network. Wire 0 is always off; then come the facts of the
/// position, the moves, and the gates, each after its inputs but in cycles.
#[derive(Clone, Debug)]
pub struct Network {
    /// The facts of the position: wires 1, 2, ...
    pub facts: Vec<TermId>,
    /// The moves by role, in order: the wires after the facts.
    pub moves: Vec<Vec<TermId>>,
    /// What each gate does.
    pub kinds: Vec<Kind>,
    /// Where the inputs of each gate end.
    pub ends: Vec<u32>,
    /// The inputs of all gates.
    pub inputs: Vec<Signal>,
    /// Where each stage's gates end.
    pub stage_ends: [usize; 4],
    /// The cycles, in order.
    pub cycles: Vec<Cycle>,
    /// Which facts hold at the start.
    pub initial: Vec<bool>,
    /// What makes each fact hold next.
    pub next: Vec<Signal>,
    /// What makes each move legal.
    pub legal: Vec<Vec<Signal>>,
    /// What ends the game.
    pub terminal: Signal,
    /// For each role, the values of goals and what gives them.
    pub goals: Vec<Vec<(i64, Signal)>>,
    /// For each role, what it is told and when.
    pub sees: Vec<Vec<(TermId, Signal)>>,
}

impl Network {
    /// How many wires carry facts and moves, wire 0 included.
    pub fn input_count(&self) -> usize {
        1 + self.facts.len() + self.move_count()
    }

    /// How many moves there are, of all roles.
    pub fn move_count(&self) -> usize {
        self.moves.iter().map(Vec::len).sum()
    }

    /// The wire of a move.
    pub fn move_wire(&self, role: usize, number: usize) -> Wire {
        let before: usize = self.moves[..role].iter().map(Vec::len).sum();
        (1 + self.facts.len() + before + number) as Wire
    }

    /// How many wires there are.
    pub fn wire_count(&self) -> usize {
        self.input_count() + self.kinds.len()
    }

    /// The inputs of a gate.
    #[inline]
    pub fn gate_inputs(&self, gate: usize) -> &[Signal] {
        let start = if gate == 0 { 0 } else { self.ends[gate - 1] };
        &self.inputs[start as usize..self.ends[gate] as usize]
    }
}
