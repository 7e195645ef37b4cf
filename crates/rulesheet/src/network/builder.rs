//! Makes gates, each only once, and none where the result is known.

use rustc_hash::FxHashMap;

use super::{Kind, Signal, Wire};

/// A network while it is made. Wires are numbered in the order they are made,
/// so a gate's inputs come before it, the inputs of loops aside.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    /// For each wire what makes it; inputs have no kind.
    pub kinds: Vec<Option<Kind>>,
    ends: Vec<u32>,
    inputs: Vec<Signal>,
    made: FxHashMap<(Kind, Box<[Signal]>), Wire>,
    /// The inputs of loops, by wire.
    pub loops: FxHashMap<Wire, Signal>,
    /// For wires of moves, the role; moves of one role are one after the other
    /// and exactly one of them is on.
    pub moves: Vec<std::ops::Range<Wire>>,
}

impl Builder {
    /// A network with wire 0 only.
    pub fn new() -> Builder {
        let mut builder = Builder::default();
        builder.input();
        builder
    }

    /// How many wires there are.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// A new input.
    pub fn input(&mut self) -> Signal {
        self.push(None, &[])
    }

    /// A new loop; its input is set later, in `loops`.
    pub fn new_loop(&mut self) -> Signal {
        self.push(Some(Kind::Loop), &[])
    }

    fn push(&mut self, kind: Option<Kind>, inputs: &[Signal]) -> Signal {
        self.kinds.push(kind);
        self.inputs.extend_from_slice(inputs);
        self.ends.push(self.inputs.len() as u32);
        Signal::of(self.kinds.len() as Wire - 1)
    }

    /// The inputs of a wire's gate; for a loop, none.
    pub fn inputs(&self, wire: Wire) -> &[Signal] {
        let wire = wire as usize;
        let start = if wire == 0 { 0 } else { self.ends[wire - 1] };
        &self.inputs[start as usize..self.ends[wire] as usize]
    }

    fn gate(&mut self, kind: Kind, inputs: Vec<Signal>) -> Signal {
        let key = (kind, inputs.into_boxed_slice());
        if let Some(&wire) = self.made.get(&key) {
            return Signal::of(wire);
        }
        let signal = self.push(Some(kind), &key.1);
        self.made.insert(key, signal.wire());
        signal
    }

    /// On where all of these are.
    pub fn and(&mut self, mut inputs: Vec<Signal>) -> Signal {
        inputs.sort_unstable();
        inputs.dedup();
        if inputs.first() == Some(&Signal::OFF) {
            return Signal::OFF;
        }
        inputs.retain(|&signal| signal != Signal::ON);
        // A signal and its opposite are neighbours now.
        if inputs.windows(2).any(|pair| pair[0].opposite() == pair[1]) {
            return Signal::OFF;
        }
        self.complement_moves(&mut inputs);
        match inputs[..] {
            [] => Signal::ON,
            [only] => only,
            _ => self.gate(Kind::And, inputs),
        }
    }

    /// On where one of these is.
    pub fn or(&mut self, mut inputs: Vec<Signal>) -> Signal {
        for signal in &mut inputs {
            *signal = signal.opposite();
        }
        self.and(inputs).opposite()
    }

    /// On where exactly one of two is.
    pub fn xor(&mut self, a: Signal, b: Signal) -> Signal {
        let is_flipped = a.is_opposite() != b.is_opposite();
        let [a, b] = [a, b].map(|s| Signal::of(s.wire()));
        let plain = match (a.min(b), a.max(b)) {
            (a, b) if a == b => Signal::OFF,
            (Signal::OFF, b) => b,
            (a, b) => self.gate(Kind::Xor, vec![a, b]),
        };
        if is_flipped { plain.opposite() } else { plain }
    }

    /// "None of these moves", where they are more than half of a role's, is the
    /// same as "one of the others", because a role makes exactly one.
    fn complement_moves(&mut self, inputs: &mut Vec<Signal>) {
        for role in 0..self.moves.len() {
            let moves = self.moves[role].clone();
            let is_denied_move = |s: &Signal| s.is_opposite() && moves.contains(&s.wire());
            let denied = inputs.iter().filter(|s| is_denied_move(s)).count();
            if denied < 4 || 2 * denied <= moves.len() {
                continue;
            }
            let mut others: Vec<Signal> = Vec::new();
            for wire in moves.clone() {
                if inputs.binary_search(&Signal::of(wire).opposite()).is_err() {
                    others.push(Signal::of(wire));
                }
            }
            inputs.retain(|s| !is_denied_move(s));
            let one_of_the_others = self.or(others);
            match one_of_the_others.constant() {
                Some(true) => {}
                _ => {
                    inputs.push(one_of_the_others);
                    inputs.sort_unstable();
                    inputs.dedup();
                }
            }
        }
        if inputs.contains(&Signal::OFF) {
            *inputs = vec![Signal::OFF];
        }
        inputs.retain(|&s| s != Signal::ON);
    }

    /// On where one of these conjunctions is; what many of them share is taken
    /// out, as in `(a and b) or (a and c) = a and (b or c)`.
    pub fn or_of_ands(&mut self, mut terms: Vec<Vec<Signal>>) -> Signal {
        for term in &mut terms {
            term.sort_unstable();
            term.dedup();
            term.retain(|&s| s != Signal::ON);
        }
        terms.retain(|term| {
            term.first() != Some(&Signal::OFF)
                && !term.windows(2).any(|pair| pair[0].opposite() == pair[1])
        });
        self.factored(terms, 0)
    }

    fn factored(&mut self, mut terms: Vec<Vec<Signal>>, depth: usize) -> Signal {
        terms.sort_unstable();
        terms.dedup();
        if terms.first().is_some_and(Vec::is_empty) {
            return Signal::ON;
        }
        if terms.len() < 2 || depth > 60 {
            let ands = terms.into_iter().map(|term| self.and(term)).collect();
            return self.or(ands);
        }
        let mut uses: FxHashMap<Signal, u32> = FxHashMap::default();
        for signal in terms.iter().flatten() {
            *uses.entry(*signal).or_default() += 1;
        }
        // Each term goes to the group of the signal it shares with most others.
        let mut groups: FxHashMap<Signal, Vec<Vec<Signal>>> = FxHashMap::default();
        let mut order: Vec<Signal> = Vec::new();
        let mut alone: Vec<Signal> = Vec::new();
        for mut term in terms {
            let shared = term
                .iter()
                .copied()
                .max_by_key(|s| (uses[s], std::cmp::Reverse(*s)))
                .unwrap_or(Signal::ON);
            if uses[&shared] < 2 {
                alone.push(self.and(term));
                continue;
            }
            term.retain(|&s| s != shared);
            let group = groups.entry(shared).or_default();
            if group.is_empty() {
                order.push(shared);
            }
            group.push(term);
        }
        for shared in order {
            let Some(group) = groups.remove(&shared) else {
                continue;
            };
            let rest = self.factored(group, depth + 1);
            alone.push(self.and(vec![shared, rest]));
        }
        self.or(alone)
    }

    /// The binary digits, lowest first, of how many of these are on.
    pub fn sum(&mut self, inputs: Vec<Signal>) -> Vec<Signal> {
        let mut columns: Vec<Vec<Signal>> = vec![inputs];
        let mut digits = Vec::new();
        let mut place = 0;
        while place < columns.len() {
            let mut column = std::mem::take(&mut columns[place]);
            let mut carries = Vec::new();
            while column.len() > 1 {
                let a = column.remove(0);
                let b = column.remove(0);
                let either = self.xor(a, b);
                let both = self.and(vec![a, b]);
                if column.is_empty() {
                    column.push(either);
                    carries.push(both);
                } else {
                    let c = column.remove(0);
                    let sum = self.xor(either, c);
                    let carried = self.and(vec![either, c]);
                    column.push(sum);
                    carries.push(self.or(vec![both, carried]));
                }
            }
            digits.push(column.first().copied().unwrap_or(Signal::OFF));
            carries.retain(|&c| c != Signal::OFF);
            if !carries.is_empty() {
                if columns.len() == place + 1 {
                    columns.push(Vec::new());
                }
                columns[place + 1].extend(carries);
            }
            place += 1;
        }
        digits
    }

    /// On where binary digits make this number.
    pub fn equals(&mut self, digits: &[Signal], number: u64) -> Signal {
        if digits.len() < 64 && number >> digits.len() != 0 {
            return Signal::OFF;
        }
        let matching = digits.iter().enumerate().map(|(place, &digit)| {
            if number >> place & 1 == 1 {
                digit
            } else {
                digit.opposite()
            }
        });
        let inputs = matching.collect();
        self.and(inputs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a signal under values of the inputs.
    fn value(builder: &Builder, signal: Signal, given: &[bool]) -> bool {
        let wire = signal.wire();
        let plain = match builder.kinds[wire as usize] {
            None => wire > 0 && given[wire as usize - 1],
            Some(Kind::Xor) => {
                builder
                    .inputs(wire)
                    .iter()
                    .filter(|&&s| value(builder, s, given))
                    .count()
                    % 2
                    == 1
            }
            Some(_) => builder
                .inputs(wire)
                .iter()
                .all(|&s| value(builder, s, given)),
        };
        plain != signal.is_opposite()
    }

    #[test]
    fn sums_count_the_inputs_that_are_on() {
        let mut builder = Builder::new();
        let inputs: Vec<Signal> = (0..9).map(|_| builder.input()).collect();
        let digits = builder.sum(inputs);
        let equal: Vec<Signal> = (0..=9).map(|n| builder.equals(&digits, n)).collect();
        for set in 0u32..512 {
            let given: Vec<bool> = (0..9).map(|i| set >> i & 1 == 1).collect();
            for (number, &signal) in equal.iter().enumerate() {
                let expected = set.count_ones() == number as u32;
                assert_eq!(value(&builder, signal, &given), expected);
            }
        }
    }

    #[test]
    fn factoring_keeps_the_meaning() {
        let mut builder = Builder::new();
        let inputs: Vec<Signal> = (0..6).map(|_| builder.input()).collect();
        let term = |picks: &[usize]| -> Vec<Signal> {
            picks
                .iter()
                .map(|&p| {
                    if p >= 10 {
                        inputs[p - 10].opposite()
                    } else {
                        inputs[p]
                    }
                })
                .collect()
        };
        let terms = vec![
            term(&[0, 1]),
            term(&[0, 2, 3]),
            term(&[0, 2, 14]),
            term(&[5]),
            term(&[13, 1]),
        ];
        let signal = builder.or_of_ands(terms.clone());
        for set in 0u32..64 {
            let given: Vec<bool> = (0..6).map(|i| set >> i & 1 == 1).collect();
            let expected = terms
                .iter()
                .any(|term| term.iter().all(|&s| value(&builder, s, &given)));
            assert_eq!(value(&builder, signal, &given), expected);
        }
    }
}
