//! Where each wire of a network goes, for one position at a time.
//!
//! Gates are in three groups: those that every position needs are updated as soon
//! as a wire changes; those of the goals and of the transition only when they are
//! asked for.

use rustc_hash::FxHashMap;

use super::network::{Kind, Network, Signal, Wire};

/// Gates that are updated together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// For every position.
    Position,
    /// For goals.
    Goals,
    /// For the next position, where it depends on the moves.
    Transition,
}

/// The groups that are only updated when they are asked for.
pub const LATE: [Group; 2] = [Group::Goals, Group::Transition];

/// Where each wire goes.
#[derive(Clone, Debug)]
pub struct Uses {
    /// What a wire feeds in its own group; inputs belong to the first group that
    /// needs them at once.
    pub direct: Feeds,
    /// What it feeds in the groups that are updated later.
    pub late: [Feeds; 2],
    /// For each wire, a bit for each of these groups that it feeds.
    pub late_flags: Vec<u8>,
    /// Legal moves and next facts given by each wire.
    output_ends: Vec<u32>,
    outputs: Vec<Output>,
    /// The cycle each gate is in.
    pub cycle_of: Vec<Option<u32>>,
    /// Where each role's legal moves start, in words.
    pub role_words: Vec<usize>,
    /// Conditions that many legal moves share.
    pub guards: Vec<Guard>,
    /// For each gate, the input that is left out because it is a guard.
    pub guard_of: FxHashMap<usize, Signal>,
    /// The next facts that do not depend on the moves.
    pub unmoved: Vec<u64>,
    /// How often a joint move is made before its effect is worked out.
    pub often: u32,
}

/// A condition that many legal moves of a role share, such as being on turn. It is
/// left out of their gates and applied to all of them at once.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The condition.
    pub signal: Signal,
    /// The first word of its moves.
    pub first_word: usize,
    /// The moves that are legal only if it holds.
    pub moves: Vec<u64>,
}

/// Inputs of gates that an effect saves each time, at a guess.
const INPUTS_SAVED: usize = 200;

/// A guard must be shared by this many moves.
const MIN_GUARDED: usize = 6;

/// A gate fed by a wire: its number, whether by the wire's opposite, and whether
/// it is anything else than a plain AND, in one word.
#[derive(Clone, Copy, Debug)]
pub struct Feed(u32);

impl Feed {
    fn new(gate: usize, is_opposite: bool, is_special: bool) -> Feed {
        Feed((gate as u32) << 2 | u32::from(is_special) << 1 | u32::from(is_opposite))
    }

    /// The gate.
    #[inline]
    pub fn gate(self) -> usize {
        (self.0 >> 2) as usize
    }

    /// Whether the gate takes the wire's opposite.
    #[inline]
    pub fn is_opposite(self) -> bool {
        self.0 & 1 == 1
    }

    /// Whether the gate is anything else than a plain AND.
    #[inline]
    pub fn is_special(self) -> bool {
        self.0 & 2 == 2
    }
}

/// The gates fed by each wire.
#[derive(Clone, Debug)]
pub struct Feeds {
    ends: Vec<u32>,
    feeds: Vec<Feed>,
}

impl Feeds {
    /// The gates fed by a wire.
    #[inline]
    pub fn of(&self, wire: usize) -> &[Feed] {
        &self.feeds[range(&self.ends, wire)]
    }
}

/// What a wire gives: the place of a legal move or of a next fact.
#[derive(Clone, Copy, Debug)]
pub enum Output {
    /// A bit of the legal moves.
    Legal(u32),
    /// A bit of the next facts.
    Next(u32),
}

fn range(ends: &[u32], wire: usize) -> std::ops::Range<usize> {
    let start = if wire == 0 { 0 } else { ends[wire - 1] };
    start as usize..ends[wire] as usize
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
        let mut role_words = vec![0];
        for legal in &network.legal {
            let first = role_words.last().copied().unwrap_or(0);
            role_words.push(first + legal.len().div_ceil(64));
        }
        let mut cycle_of = vec![None; network.kinds.len()];
        for (number, cycle) in network.cycles.iter().enumerate() {
            cycle_of[cycle.gates.clone()].fill(Some(number as u32));
        }
        let (guards, guard_of) = guards(network, &role_words, &cycle_of);
        let [direct, goals, transition] = feeds(network, &cycle_of, &guard_of);
        let late = [goals, transition];
        let late_flags = (0..network.wire_count())
            .map(|wire| {
                let flag = |group: usize| u8::from(!late[group].of(wire).is_empty()) << group;
                flag(0) | flag(1)
            })
            .collect();
        let (output_ends, outputs) = outputs(network, &role_words);
        Uses {
            direct,
            late,
            late_flags,
            output_ends,
            outputs,
            cycle_of,
            role_words,
            guards,
            guard_of,
            unmoved: unmoved(network),
            often: often(network),
        }
    }

    /// What a wire gives.
    #[inline]
    pub fn outputs(&self, wire: usize) -> &[Output] {
        &self.outputs[range(&self.output_ends, wire)]
    }
}

/// The group of a gate.
pub fn group_of(network: &Network, gate: usize) -> Group {
    let [position, goals, unmoved, _] = network.stage_ends;
    if gate < position || (goals..unmoved).contains(&gate) {
        Group::Position
    } else if gate < goals {
        Group::Goals
    } else {
        Group::Transition
    }
}

/// The feeds within a group, then those from facts and the first group to the
/// others.
fn feeds(
    network: &Network,
    cycle_of: &[Option<u32>],
    guard_of: &FxHashMap<usize, Signal>,
) -> [Feeds; 3] {
    let first_move = 1 + network.facts.len();
    let first_gate = network.input_count();
    let group_of_wire = |wire: Wire| match wire as usize {
        wire if wire < first_move => Group::Position,
        wire if wire < first_gate => Group::Transition,
        wire => group_of(network, wire - first_gate),
    };
    let mut lists = [const { Vec::new() }; 3];
    for (gate, cycle) in cycle_of.iter().enumerate() {
        let is_special = cycle.is_some() || network.kinds[gate] != Kind::And;
        let group = group_of(network, gate);
        for input in network.gate_inputs(gate) {
            if guard_of.get(&gate) == Some(input) {
                continue;
            }
            let feed = Feed::new(gate, input.is_opposite(), is_special);
            let list = match group {
                group if group == group_of_wire(input.wire()) => 0,
                Group::Position => 0,
                Group::Goals => 1,
                Group::Transition => 2,
            };
            lists[list].push((input.wire(), feed));
        }
    }
    lists.map(|list| {
        let (ends, feeds) = by_wire(network.wire_count(), &list);
        Feeds { ends, feeds }
    })
}

fn outputs(network: &Network, role_words: &[usize]) -> (Vec<u32>, Vec<Output>) {
    let mut outputs = Vec::new();
    for (legal, first) in network.legal.iter().zip(role_words) {
        for (place, signal) in legal.iter().enumerate() {
            outputs.push((signal.wire(), Output::Legal((first * 64 + place) as u32)));
        }
    }
    for (place, signal) in network.next.iter().enumerate() {
        outputs.push((signal.wire(), Output::Next(place as u32)));
    }
    by_wire(network.wire_count(), &outputs)
}

/// Working out an effect takes a look at every gate that depends on moves, and
/// saves a part of that each time: it is worth it for a move that is made often.
fn often(network: &Network) -> u32 {
    let [.., unmoved_end, end] = network.stage_ends;
    let inputs = (unmoved_end..end).map(|gate| network.gate_inputs(gate).len());
    3 + (inputs.sum::<usize>() / INPUTS_SAVED) as u32
}

/// The next facts that do not depend on the moves.
fn unmoved(network: &Network) -> Vec<u64> {
    let first_move = 1 + network.facts.len();
    let first_gate = network.input_count();
    let mut unmoved = vec![0; network.facts.len().div_ceil(64)];
    for (place, signal) in network.next.iter().enumerate() {
        let wire = signal.wire() as usize;
        let is_moved = match wire.checked_sub(first_gate) {
            Some(gate) => group_of(network, gate) == Group::Transition,
            None => wire >= first_move,
        };
        if !is_moved {
            unmoved[place / 64] |= 1 << (place % 64);
        }
    }
    unmoved
}

/// Finds the guards: conditions of gates that do nothing but make a move legal.
fn guards(
    network: &Network,
    role_words: &[usize],
    cycle_of: &[Option<u32>],
) -> (Vec<Guard>, FxHashMap<usize, Signal>) {
    let first_gate = network.input_count();
    let mut uses: FxHashMap<Wire, usize> = FxHashMap::default();
    let goals = network.goals.iter().flatten().map(|(_, signal)| signal);
    let sees = network.sees.iter().flatten().map(|(_, signal)| signal);
    let all_uses = network.inputs.iter().chain(&network.next).chain(goals);
    let all_uses = all_uses.chain(sees).chain([&network.terminal]);
    for signal in all_uses.chain(network.legal.iter().flatten()) {
        *uses.entry(signal.wire()).or_default() += 1;
    }
    let mut guards = Vec::new();
    let mut guard_of = FxHashMap::default();
    for (legal, words) in network.legal.iter().zip(role_words.windows(2)) {
        let mut open: Vec<(usize, usize)> = Vec::new();
        for (place, signal) in legal.iter().enumerate() {
            let Some(gate) = (signal.wire() as usize).checked_sub(first_gate) else {
                continue;
            };
            let is_plain = network.kinds[gate] == Kind::And && cycle_of[gate].is_none();
            if is_plain && !signal.is_opposite() && uses[&signal.wire()] == 1 {
                open.push((place, gate));
            }
        }
        loop {
            let mut shared: FxHashMap<Signal, usize> = FxHashMap::default();
            for &(_, gate) in &open {
                for &input in network.gate_inputs(gate) {
                    *shared.entry(input).or_default() += 1;
                }
            }
            let most = shared.iter().max_by_key(|&(&s, &n)| (n, s.0));
            let Some((&signal, _)) = most.filter(|&(_, &n)| n >= MIN_GUARDED) else {
                break;
            };
            let mut moves = vec![0; words[1] - words[0]];
            open.retain(|&(place, gate)| {
                let is_guarded = network.gate_inputs(gate).contains(&signal);
                if is_guarded {
                    moves[place / 64] |= 1 << (place % 64);
                    guard_of.insert(gate, signal);
                }
                !is_guarded
            });
            guards.push(Guard {
                signal,
                first_word: words[0],
                moves,
            });
        }
    }
    (guards, guard_of)
}
