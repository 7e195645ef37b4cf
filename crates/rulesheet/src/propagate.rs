//! One position at a time: only the part of the network that differs from the
//! position before is computed again.
//!
//! Each gate counts its inputs that are off. When a wire changes, the counts of
//! the gates it feeds change; a gate whose value changes is marked, and marked
//! gates are processed in order, so that each changes at most once.

use super::network::{Kind, Network, Wire};

/// Where each wire goes.
#[derive(Clone, Debug)]
pub struct Uses {
    /// What each wire feeds.
    feed_ends: Vec<u32>,
    feeds: Vec<Feed>,
    /// Legal moves and next facts given by each wire: the place, whether by its
    /// opposite, and which of the two.
    output_ends: Vec<u32>,
    outputs: Vec<Output>,
    /// The cycle each gate is in.
    cycle_of: Vec<Option<u32>>,
    /// Where each role's legal moves start, in words.
    pub role_words: Vec<usize>,
}

/// A gate fed by a wire: its number, whether by the wire's opposite, and whether
/// it is anything else than a plain AND, in one word.
#[derive(Clone, Copy, Debug)]
struct Feed(u32);

impl Feed {
    fn new(gate: usize, is_opposite: bool, is_special: bool) -> Feed {
        Feed((gate as u32) << 2 | u32::from(is_special) << 1 | u32::from(is_opposite))
    }

    #[inline]
    fn gate(self) -> usize {
        (self.0 >> 2) as usize
    }

    #[inline]
    fn is_opposite(self) -> bool {
        self.0 & 1 == 1
    }

    #[inline]
    fn is_special(self) -> bool {
        self.0 & 2 == 2
    }
}

#[derive(Clone, Copy, Debug)]
enum Output {
    Legal(u32),
    Next(u32),
}

/// Lists by wire in one array.
fn by_wire<T: Copy>(wires: usize, pairs: &[(Wire, T)]) -> (Vec<u32>, Vec<T>) {
    let mut ends = vec![0u32; wires];
    for (wire, _) in pairs {
        ends[*wire as usize] += 1;
    }
    let mut total = 0;
    for end in &mut ends {
        total += *end;
        *end = total;
    }
    let mut places: Vec<u32> = std::iter::once(0).chain(ends.iter().copied()).collect();
    let mut items: Vec<Option<T>> = vec![None; pairs.len()];
    for (wire, item) in pairs {
        let place = &mut places[*wire as usize];
        items[*place as usize] = Some(*item);
        *place += 1;
    }
    (ends, items.into_iter().flatten().collect())
}

impl Uses {
    /// Where the wires of a network go.
    pub fn new(network: &Network) -> Uses {
        let wires = network.wire_count();
        let mut cycle_of = vec![None; network.kinds.len()];
        for (number, cycle) in network.cycles.iter().enumerate() {
            cycle_of[cycle.gates.clone()].fill(Some(number as u32));
        }
        let mut feeds = Vec::new();
        for (gate, cycle) in cycle_of.iter().enumerate() {
            let is_special = cycle.is_some() || network.kinds[gate] != Kind::And;
            for input in network.gate_inputs(gate) {
                let feed = Feed::new(gate, input.is_opposite(), is_special);
                feeds.push((input.wire(), feed));
            }
        }
        let mut role_words = vec![0];
        let mut outputs = Vec::new();
        for legal in &network.legal {
            let first = role_words.last().copied().unwrap_or(0);
            for (place, signal) in legal.iter().enumerate() {
                outputs.push((signal.wire(), Output::Legal((first * 64 + place) as u32)));
            }
            role_words.push(first + legal.len().div_ceil(64));
        }
        for (place, signal) in network.next.iter().enumerate() {
            outputs.push((signal.wire(), Output::Next(place as u32)));
        }
        let (feed_ends, feeds) = by_wire(wires, &feeds);
        let (output_ends, outputs) = by_wire(wires, &outputs);
        Uses {
            feed_ends,
            feeds,
            output_ends,
            outputs,
            cycle_of,
            role_words,
        }
    }

    fn range(ends: &[u32], wire: usize) -> std::ops::Range<usize> {
        let start = if wire == 0 { 0 } else { ends[wire - 1] };
        start as usize..ends[wire] as usize
    }
}

/// The network in one position, with one joint move.
#[derive(Clone, Debug)]
pub struct Propagator {
    values: Vec<bool>,
    /// For each plain AND, how many inputs are off.
    off: Vec<u32>,
    /// Gates whose value must change.
    marked: Vec<u64>,
    facts: Vec<u64>,
    legal: Vec<u64>,
    next: Vec<u64>,
    /// The wires of moves that are on.
    moves: Vec<Wire>,
    flips: Vec<Wire>,
}

impl Propagator {
    /// The network with every input off.
    pub fn new(network: &Network, uses: &Uses) -> Propagator {
        let words = |bits: usize| vec![0u64; bits.div_ceil(64)];
        let mut propagator = Propagator {
            values: vec![false; network.wire_count()],
            off: vec![0; network.kinds.len()],
            marked: words(network.kinds.len()),
            facts: words(network.facts.len()),
            legal: vec![0; uses.role_words.last().copied().unwrap_or(0)],
            next: words(network.facts.len()),
            moves: Vec::new(),
            flips: Vec::new(),
        };
        for gate in 0..network.kinds.len() {
            let inputs = network.gate_inputs(gate);
            propagator.off[gate] = inputs.iter().filter(|s| !s.is_opposite()).count() as u32;
            let is_odd = inputs.iter().filter(|s| s.is_opposite()).count() % 2 == 1;
            let must_change = match (uses.cycle_of[gate], network.kinds[gate]) {
                (Some(cycle), _) => {
                    let first = network.cycles[cycle as usize].gates.start;
                    propagator.marked[first / 64] |= 1 << (first % 64);
                    false
                }
                (None, Kind::Xor) => is_odd,
                (None, _) => propagator.off[gate] == 0,
            };
            if must_change {
                propagator.marked[gate / 64] |= 1 << (gate % 64);
            }
        }
        for (role, legal) in network.legal.iter().enumerate() {
            for (place, signal) in legal.iter().enumerate() {
                if signal.is_opposite() {
                    let bit = uses.role_words[role] * 64 + place;
                    propagator.legal[bit / 64] |= 1 << (bit % 64);
                }
            }
        }
        for (place, signal) in network.next.iter().enumerate() {
            if signal.is_opposite() {
                propagator.next[place / 64] |= 1 << (place % 64);
            }
        }
        propagator
    }

    /// Changes the value of a wire and updates the gates it feeds.
    #[inline]
    fn flip(&mut self, uses: &Uses, network: &Network, wire: usize) {
        let value = !self.values[wire];
        self.values[wire] = value;
        for &feed in &uses.feeds[Uses::range(&uses.feed_ends, wire)] {
            let gate = feed.gate();
            if feed.is_special() {
                match uses.cycle_of[gate] {
                    Some(cycle) => {
                        let first = network.cycles[cycle as usize].gates.start;
                        self.marked[first / 64] |= 1 << (first % 64);
                    }
                    None => self.marked[gate / 64] ^= 1 << (gate % 64),
                }
                continue;
            }
            // An AND changes when its last input comes on, or its first goes off.
            let off = &mut self.off[gate];
            let changes = if value != feed.is_opposite() {
                *off -= 1;
                *off == 0
            } else {
                *off += 1;
                *off == 1
            };
            if changes {
                self.marked[gate / 64] ^= 1 << (gate % 64);
            }
        }
        for output in &uses.outputs[Uses::range(&uses.output_ends, wire)] {
            match *output {
                Output::Legal(bit) => self.legal[bit as usize / 64] ^= 1 << (bit % 64),
                Output::Next(bit) => self.next[bit as usize / 64] ^= 1 << (bit % 64),
            }
        }
    }

    /// Puts in the facts of a position, without moves.
    pub fn enter(&mut self, network: &Network, uses: &Uses, facts: &[u64]) {
        while let Some(wire) = self.moves.pop() {
            self.flip(uses, network, wire as usize);
        }
        for (word, &set) in facts.iter().enumerate() {
            let mut different = self.facts[word] ^ set;
            self.facts[word] = set;
            while different != 0 {
                let bit = different.trailing_zeros() as usize;
                different &= different - 1;
                self.flip(uses, network, 1 + word * 64 + bit);
            }
        }
    }

    /// Puts in a move.
    pub fn make_move(&mut self, network: &Network, uses: &Uses, wire: Wire) {
        self.flip(uses, network, wire as usize);
        self.moves.push(wire);
    }

    /// Computes the gates up to one.
    fn settle(&mut self, network: &Network, uses: &Uses, from: usize, to: usize) {
        let first_gate = network.input_count();
        let mut word = from / 64;
        while word * 64 < to {
            let mut mask = u64::MAX;
            if word * 64 < from {
                mask <<= from % 64;
            }
            if to - word * 64 < 64 {
                mask &= (1 << (to % 64)) - 1;
            }
            loop {
                let set = self.marked[word] & mask;
                if set == 0 {
                    break;
                }
                let gate = word * 64 + set.trailing_zeros() as usize;
                self.marked[word] &= !(1 << (gate % 64));
                match uses.cycle_of[gate] {
                    None => self.flip(uses, network, first_gate + gate),
                    Some(cycle) => self.settle_cycle(network, uses, cycle as usize),
                }
            }
            word += 1;
        }
    }

    /// Computes the gates of a cycle again, starting with all of them off.
    fn settle_cycle(&mut self, network: &Network, uses: &Uses, cycle: usize) {
        let first_gate = network.input_count();
        let gates = network.cycles[cycle].gates.clone();
        let before: Vec<bool> = gates
            .clone()
            .map(|gate| self.values[first_gate + gate])
            .collect();
        for gate in gates.clone() {
            self.values[first_gate + gate] = false;
        }
        // Plain gates first, with all loops off.
        for gate in gates.clone() {
            if network.kinds[gate] != Kind::Loop {
                self.values[first_gate + gate] = self.computed(network, gate);
            }
        }
        let mut is_stable = false;
        while !is_stable {
            is_stable = true;
            for gate in gates.clone() {
                let value = self.computed(network, gate);
                is_stable &= value == self.values[first_gate + gate];
                self.values[first_gate + gate] = value;
            }
        }
        // Update the gates outside the cycle.
        let mut flips = std::mem::take(&mut self.flips);
        for (gate, &old) in gates.clone().zip(&before) {
            let wire = first_gate + gate;
            if self.values[wire] != old {
                self.values[wire] = old;
                flips.push(wire as Wire);
            }
        }
        for wire in flips.drain(..) {
            self.flip(uses, network, wire as usize);
        }
        self.flips = flips;
        // Their own flips marked the cycle again.
        let first = gates.start;
        self.marked[first / 64] &= !(1 << (first % 64));
    }

    fn computed(&self, network: &Network, gate: usize) -> bool {
        let mut inputs = network
            .gate_inputs(gate)
            .iter()
            .map(|s| self.values[s.wire() as usize] != s.is_opposite());
        match network.kinds[gate] {
            Kind::Xor => inputs.filter(|&on| on).count() % 2 == 1,
            Kind::And | Kind::Loop => inputs.all(|on| on),
        }
    }

    /// Computes what legal moves and the end depend on; gives the legal moves
    /// by role and whether the game is over.
    pub fn survey(&mut self, network: &Network, uses: &Uses) -> (&[u64], bool) {
        self.settle(network, uses, 0, network.stage_ends[0]);
        let over = network.terminal;
        let is_over = self.values[over.wire() as usize] != over.is_opposite();
        (&self.legal, is_over)
    }

    /// Computes the goals; gives those of a role that hold.
    pub fn goals(&mut self, network: &Network, uses: &Uses, role: usize) -> Vec<i64> {
        self.settle(network, uses, 0, network.stage_ends[1]);
        let goals = network.goals.get(role).into_iter().flatten();
        goals
            .filter(|(_, s)| self.values[s.wire() as usize] != s.is_opposite())
            .map(|&(value, _)| value)
            .collect()
    }

    /// Computes the next position, once moves were put in.
    pub fn next(&mut self, network: &Network, uses: &Uses) -> &[u64] {
        self.settle(network, uses, 0, network.stage_ends[0]);
        self.settle(network, uses, network.stage_ends[1], network.stage_ends[2]);
        &self.next
    }

    /// What a role is told, once moves were put in: numbers in the network's list.
    pub fn told(&mut self, network: &Network, uses: &Uses, role: usize) -> Vec<u32> {
        self.next(network, uses);
        let sees = network.sees.get(role).into_iter().flatten().enumerate();
        sees.filter(|(_, (_, s))| self.values[s.wire() as usize] != s.is_opposite())
            .map(|(number, _)| number as u32)
            .collect()
    }
}
