//! One position at a time: only the part of the network that differs from the
//! position before is computed again.
//!
//! Each gate counts its inputs that are off. When a wire changes, the counts of
//! the gates it feeds change; a gate whose value changes is marked, and marked
//! gates are processed in order, so that each changes at most once. The bench
//! `rulesheets` measures it (`one`).

use rustc_hash::FxHashMap;

use super::network::{Kind, Network, Signal, Wire};
use super::transition::{Transition, Values};
use super::uses::{Feed, Group, LATE, Output, Uses};

/// Joint moves that are counted; others are computed by the gates.
const MAX_COUNTED: usize = 100_000;
/// The memory that the effects of joint moves may take, in inputs of gates.
const MAX_SIZE: usize = 4_000_000;

/// What a gate that is told of a change costs, there and back, compared with an
/// input of an effect.
const TELLING: u64 = 4;

/// What is known of a joint move.
#[derive(Clone, Debug)]
enum Effect {
    /// How often it was made, and how many gates were told of changes.
    Made { times: u32, told: u64 },
    /// Its effect.
    Known(Box<Transition>),
    /// It is computed by the gates of the network.
    ByGates,
}

/// The network in one position, with one joint move.
#[derive(Clone, Debug)]
pub struct Propagator {
    /// What each wire carries. A gate with a guard leaves it out.
    values: Values,
    /// For each plain AND, how many inputs are off.
    off: Vec<u32>,
    /// Gates whose value must change.
    marked: Vec<u64>,
    facts: Vec<u64>,
    /// The legal moves without guards, and with them.
    able: Vec<u64>,
    legal: Vec<u64>,
    /// The next facts as far as the gates tell, and those of a known effect.
    next: Vec<u64>,
    after: Vec<u64>,
    /// For each group that is updated later, the wires that have changed since,
    /// and what its gates take the wires to be; for each wire, a bit for each
    /// group that lists it.
    changed: [Vec<Wire>; 2],
    taken: [Vec<bool>; 2],
    is_listed: Vec<u8>,
    effects: FxHashMap<u64, Effect>,
    /// How many gates were told of changes.
    told: u64,
    /// The memory that known effects take.
    size: usize,
    /// The wires of moves that are on.
    moves: Vec<Wire>,
    flips: Vec<Wire>,
    /// Gates of a cycle that are to be computed.
    pending: Vec<usize>,
}

impl Propagator {
    /// The network with every input off.
    pub fn new(network: &Network, uses: &Uses) -> Propagator {
        let words = |bits: usize| vec![0u64; bits.div_ceil(64)];
        let mut propagator = Propagator {
            values: vec![false; network.wire_count()],
            changed: [const { Vec::new() }; 2],
            taken: [const { Vec::new() }; 2].map(|_: Vec<bool>| vec![false; network.wire_count()]),
            is_listed: vec![0; network.wire_count()],
            effects: FxHashMap::default(),
            told: 0,
            size: 0,
            off: vec![0; network.kinds.len()],
            marked: words(network.kinds.len()),
            facts: words(network.facts.len()),
            able: vec![0; uses.role_words.last().copied().unwrap_or(0)],
            legal: vec![0; uses.role_words.last().copied().unwrap_or(0)],
            next: words(network.facts.len()),
            after: words(network.facts.len()),
            moves: Vec::new(),
            flips: Vec::new(),
            pending: Vec::new(),
        };
        for gate in 0..network.kinds.len() {
            let inputs = network.gate_inputs(gate);
            let guard = uses.guard_of.get(&gate);
            let is_off = |s: &&Signal| !s.is_opposite() && guard != Some(*s);
            propagator.off[gate] = inputs.iter().filter(is_off).count() as u32;
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
                    propagator.able[bit / 64] |= 1 << (bit % 64);
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
        self.feed(uses, network, uses.direct.of(wire), value);
        let unlisted = uses.late_flags[wire] & !self.is_listed[wire];
        if unlisted != 0 {
            self.is_listed[wire] |= unlisted;
            for (group, changed) in self.changed.iter_mut().enumerate() {
                if unlisted >> group & 1 == 1 {
                    changed.push(wire as Wire);
                }
            }
        }
        for output in uses.outputs(wire) {
            match *output {
                Output::Legal(bit) => self.able[bit as usize / 64] ^= 1 << (bit % 64),
                Output::Next(bit) => self.next[bit as usize / 64] ^= 1 << (bit % 64),
            }
        }
    }

    /// Updates gates fed by a wire that now has this value.
    #[inline]
    fn feed(&mut self, uses: &Uses, network: &Network, feeds: &[Feed], value: bool) {
        self.told += feeds.len() as u64;
        for &feed in feeds {
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
            self.marked[gate / 64] ^= u64::from(changes) << (gate % 64);
        }
    }

    /// Tells the gates of a group that is updated later what has changed since.
    fn catch_up(&mut self, network: &Network, uses: &Uses, group: Group) {
        let Some(number) = LATE.iter().position(|&late| late == group) else {
            return;
        };
        let mut changed = std::mem::take(&mut self.changed[number]);
        for wire in changed.drain(..) {
            let wire = wire as usize;
            self.is_listed[wire] &= !(1 << number);
            let value = self.values[wire];
            if std::mem::replace(&mut self.taken[number][wire], value) != value {
                self.feed(uses, network, uses.late[number].of(wire), value);
            }
        }
        self.changed[number] = changed;
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
        // Loops come on, and what follows from them: each gate changes at most
        // once, in whatever order they are computed.
        let mut pending = std::mem::take(&mut self.pending);
        pending.extend(
            gates
                .clone()
                .filter(|&gate| network.kinds[gate] == Kind::Loop),
        );
        while let Some(gate) = pending.pop() {
            let wire = first_gate + gate;
            let value = self.computed(network, gate);
            if value != self.values[wire] {
                self.values[wire] = value;
                let fed = uses.direct.of(wire).iter().map(|feed| feed.gate());
                pending.extend(fed.filter(|gate| gates.contains(gate)));
            }
        }
        self.pending = pending;
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
        self.legal.copy_from_slice(&self.able);
        for guard in &uses.guards {
            if !self.is_on(guard.signal) {
                let legal = &mut self.legal[guard.first_word..];
                for (legal, moves) in legal.iter_mut().zip(&guard.moves) {
                    *legal &= !moves;
                }
            }
        }
        let is_over = self.is_on(network.terminal);
        (&self.legal, is_over)
    }

    #[inline]
    fn is_on(&self, signal: Signal) -> bool {
        self.values[signal.wire() as usize] != signal.is_opposite()
    }

    /// Computes the goals; gives those of a role that hold.
    pub fn goals(&mut self, network: &Network, uses: &Uses, role: usize) -> Vec<i64> {
        let [position_end, goals_end, ..] = network.stage_ends;
        self.settle(network, uses, 0, position_end);
        self.catch_up(network, uses, Group::Goals);
        self.settle(network, uses, position_end, goals_end);
        let goals = network.goals.get(role).into_iter().flatten();
        goals
            .filter(|(_, signal)| self.is_on(*signal))
            .map(|&(value, _)| value)
            .collect()
    }

    /// Computes the facts after a joint move, given by the wire of each role's move.
    pub fn next(&mut self, network: &Network, uses: &Uses, joint: &[Wire]) -> &[u64] {
        let [position_end, goals_end, unmoved_end, _] = network.stage_ends;
        self.settle(network, uses, 0, position_end);
        self.settle(network, uses, goals_end, unmoved_end);
        let number = number(network, joint);
        if let Some(number) = number {
            self.study(network, uses, joint, number);
        }
        let effect = number.and_then(|number| self.effects.get(&number));
        if let Some(Effect::Known(transition)) = effect {
            for ((after, next), unmoved) in self.after.iter_mut().zip(&self.next).zip(&uses.unmoved)
            {
                *after = next & unmoved;
            }
            let wires = network.wire_count();
            transition.run(wires, &mut self.values, &self.facts, &mut self.after);
            return &self.after;
        }
        let before = self.told;
        self.make_moves(network, uses, joint);
        if let Some(number) = number
            && let Some(Effect::Made { told, .. }) = self.effects.get_mut(&number)
        {
            *told += self.told - before;
        }
        &self.next
    }

    /// Works out the effect of a joint move that is made often, where that is less
    /// work than to tell the gates of it.
    #[inline]
    fn study(&mut self, network: &Network, uses: &Uses, joint: &[Wire], number: u64) {
        if self.effects.len() >= MAX_COUNTED && !self.effects.contains_key(&number) {
            return;
        }
        let new = Effect::Made { times: 0, told: 0 };
        let effect = self.effects.entry(number).or_insert(new);
        let Effect::Made { times, told } = effect else {
            return;
        };
        if *times < uses.often {
            *times += 1;
            return;
        }
        let worth = TELLING * *told / u64::from(*times);
        let most = (MAX_SIZE - self.size).min(worth as usize);
        *effect = match Transition::new(network, uses, joint, most) {
            Some(transition) => {
                self.size += transition.size().min(MAX_SIZE - self.size);
                Effect::Known(transition.into())
            }
            None => Effect::ByGates,
        };
    }

    /// Puts in a joint move and computes what depends on it.
    fn make_moves(&mut self, network: &Network, uses: &Uses, joint: &[Wire]) {
        let [.., unmoved_end, end] = network.stage_ends;
        self.catch_up(network, uses, Group::Transition);
        for &wire in joint {
            self.flip(uses, network, wire as usize);
            self.moves.push(wire);
        }
        self.settle(network, uses, unmoved_end, end);
    }

    /// What each of the first roles is told when a joint move is made: numbers in
    /// the network's list.
    pub fn told(
        &mut self,
        network: &Network,
        uses: &Uses,
        joint: &[Wire],
        roles: usize,
    ) -> Vec<Vec<u32>> {
        let [position_end, goals_end, unmoved_end, _] = network.stage_ends;
        self.settle(network, uses, 0, position_end);
        self.settle(network, uses, goals_end, unmoved_end);
        self.make_moves(network, uses, joint);
        let told = |role: usize| {
            let sees = network.sees.get(role).into_iter().flatten().enumerate();
            sees.filter(|(_, (_, signal))| self.is_on(*signal))
                .map(|(number, _)| number as u32)
                .collect()
        };
        (0..roles).map(told).collect()
    }
}

/// The number of a joint move among all; none where they are too many.
fn number(network: &Network, joint: &[Wire]) -> Option<u64> {
    let mut first = 1 + network.facts.len();
    let mut number = 0u64;
    for (moves, &wire) in network.moves.iter().zip(joint) {
        let place = wire as u64 - first as u64;
        number = number.checked_mul(moves.len() as u64)?.checked_add(place)?;
        first += moves.len();
    }
    Some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundled::find_rulesheet;
    use crate::{EngineChoice, RulesheetGame};
    use rand::RngExt;
    use stratalog_run::Seed;

    #[test]
    fn known_effects_are_those_of_the_gates() {
        for name in ["connect-four", "breakthrough", "othello"] {
            let sheet = find_rulesheet(name).expect("it comes with the program");
            let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("a game");
            let network = game.network().expect("a network");
            let uses = Uses::new(network);
            let mut by_gates = Propagator::new(network, &uses);
            let mut by_effects = Propagator::new(network, &uses);
            let mut rng = Seed(1).stream(0);
            let start: Vec<u64> = network
                .initial
                .chunks(64)
                .map(|bits| (0..).zip(bits).map(|(i, &on)| u64::from(on) << i).sum())
                .collect();
            let mut facts = start.clone();
            for _ in 0..300 {
                by_effects.enter(network, &uses, &facts);
                by_gates.enter(network, &uses, &facts);
                let (legal, is_over) = by_gates.survey(network, &uses);
                assert_eq!((legal, is_over), by_effects.survey(network, &uses));
                if is_over {
                    facts.clone_from(&start);
                    continue;
                }
                let joint: Vec<Wire> = (0..network.moves.len())
                    .map(|role| {
                        let words = &legal[uses.role_words[role]..uses.role_words[role + 1]];
                        let is_legal = |&place: &usize| words[place / 64] >> (place % 64) & 1 == 1;
                        let places = 0..network.moves[role].len();
                        let places: Vec<usize> = places.filter(is_legal).collect();
                        network.move_wire(role, places[rng.random_range(0..places.len())])
                    })
                    .collect();
                by_gates.next(network, &uses, &joint);
                by_gates.enter(network, &uses, &facts);
                by_gates.make_moves(network, &uses, &joint);
                if let Some(number) = number(network, &joint)
                    && let Some(effect) = Transition::new(network, &uses, &joint, MAX_SIZE)
                {
                    let effect = Effect::Known(effect.into());
                    by_effects.effects.insert(number, effect);
                }
                assert_eq!(by_gates.next, by_effects.next(network, &uses, &joint));
                facts.clone_from(&by_gates.next);
            }
            let is_known = |effect: &&Effect| matches!(effect, Effect::Known(_));
            assert!(by_effects.effects.values().filter(is_known).count() > 10);
        }
    }
}
