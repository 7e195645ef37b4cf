//! Finds out which wires never change in any game, and leaves them out.
//!
//! For every wire the least and the greatest value it may have in any reachable
//! position is bounded from outside: starting at the initial position, facts
//! that may become different are widened until nothing changes any more.

use super::assemble::Draft;
use super::builder::Builder;
use super::{Kind, Signal, Wire};

/// How many inputs of gates may be looked at before the search is given up.
const MAX_WORK: usize = 600_000_000;

/// The bounds of every wire.
struct Bounds {
    low: Vec<bool>,
    high: Vec<bool>,
}

impl Bounds {
    fn of(&self, signal: Signal) -> (bool, bool) {
        let wire = signal.wire() as usize;
        match signal.is_opposite() {
            false => (self.low[wire], self.high[wire]),
            true => (!self.high[wire], !self.low[wire]),
        }
    }

    fn constant(&self, signal: Signal) -> Option<bool> {
        let (low, high) = self.of(signal);
        (low == high).then_some(low)
    }
}

/// The same network without what never changes.
pub fn simplify(draft: Draft) -> Draft {
    match bounds(&draft) {
        Some(bounds) => rebuild(&draft, &bounds),
        None => draft,
    }
}

fn bounds(draft: &Draft) -> Option<Bounds> {
    let builder = &draft.builder;
    let wires = builder.len();
    let mut bounds = Bounds {
        low: vec![false; wires],
        high: vec![false; wires],
    };
    for (place, &is_on) in draft.initial.iter().enumerate() {
        bounds.low[place + 1] = is_on;
        bounds.high[place + 1] = is_on;
    }
    let cost: usize = (0..wires)
        .map(|w| 1 + builder.inputs(w as Wire).len())
        .sum();
    let mut work = 0;
    loop {
        // Moves may be made where they may be legal; a second pass then knows
        // the moves.
        for _ in 0..2 {
            work += settle(builder, &mut bounds, cost);
            for (role, legal) in draft.legal.iter().enumerate() {
                let first = builder.moves[role].start as usize;
                for (place, &signal) in legal.iter().enumerate() {
                    bounds.high[first + place] = bounds.of(signal).1;
                }
                if let [only] = legal[..] {
                    bounds.low[first] = bounds.of(only).1;
                }
            }
        }
        if work > MAX_WORK {
            return None;
        }
        let mut is_stable = true;
        for (place, &next) in draft.next.iter().enumerate() {
            let (low, high) = bounds.of(next);
            let wire = place + 1;
            if bounds.low[wire] && !low {
                bounds.low[wire] = false;
                is_stable = false;
            }
            if !bounds.high[wire] && high {
                bounds.high[wire] = true;
                is_stable = false;
            }
        }
        if is_stable {
            return Some(bounds);
        }
    }
}

/// Computes the bounds of the gates from those of the inputs; gives the work.
fn settle(builder: &Builder, bounds: &mut Bounds, cost: usize) -> usize {
    let mut work = 0;
    for &wire in builder.loops.keys() {
        bounds.low[wire as usize] = false;
        bounds.high[wire as usize] = false;
    }
    loop {
        work += cost;
        for wire in 0..builder.len() {
            let inputs = builder.inputs(wire as Wire);
            match builder.kinds[wire] {
                Some(Kind::And) => {
                    bounds.low[wire] = inputs.iter().all(|&s| bounds.of(s).0);
                    bounds.high[wire] = inputs.iter().all(|&s| bounds.of(s).1);
                }
                Some(Kind::Xor) => {
                    let known: Option<Vec<bool>> =
                        inputs.iter().map(|&s| bounds.constant(s)).collect();
                    let odd = |values: Vec<bool>| values.iter().filter(|&&v| v).count() % 2 == 1;
                    (bounds.low[wire], bounds.high[wire]) = match known {
                        Some(values) => {
                            let value = odd(values);
                            (value, value)
                        }
                        None => (false, true),
                    };
                }
                Some(Kind::Loop) | None => {}
            }
        }
        let mut is_stable = true;
        for (&wire, &input) in &builder.loops {
            let now = bounds.of(input);
            let wire = wire as usize;
            if (bounds.low[wire], bounds.high[wire]) != now {
                (bounds.low[wire], bounds.high[wire]) = now;
                is_stable = false;
            }
        }
        if is_stable {
            return work;
        }
    }
}

fn rebuild(draft: &Draft, bounds: &Bounds) -> Draft {
    let old = &draft.builder;
    let mut builder = Builder::new();
    let mut images: Vec<Signal> = vec![Signal::OFF; old.len()];
    for place in 0..draft.facts.len() {
        let input = builder.input();
        images[place + 1] = input;
    }
    // Moves that are never legal are left out.
    let mut moves = Vec::new();
    let mut kept: Vec<Vec<usize>> = Vec::new();
    for (role, listed) in draft.moves.iter().enumerate() {
        let first = old.moves[role].start as usize;
        let start = builder.len() as Wire;
        let keep: Vec<usize> = (0..listed.len())
            .filter(|&p| bounds.high[first + p])
            .collect();
        for &place in &keep {
            images[first + place] = builder.input();
        }
        builder.moves.push(start..builder.len() as Wire);
        moves.push(keep.iter().map(|&place| listed[place]).collect());
        kept.push(keep);
    }
    let image = |images: &[Signal], signal: Signal| -> Signal {
        if let Some(constant) = bounds.constant(signal) {
            return if constant { Signal::ON } else { Signal::OFF };
        }
        let plain = images[signal.wire() as usize];
        if signal.is_opposite() {
            plain.opposite()
        } else {
            plain
        }
    };
    for wire in 0..old.len() {
        if bounds.low[wire] == bounds.high[wire] {
            continue;
        }
        let inputs = || old.inputs(wire as Wire).iter().map(|&s| image(&images, s));
        images[wire] = match old.kinds[wire] {
            None => continue,
            Some(Kind::Loop) => builder.new_loop(),
            Some(Kind::And) => {
                let inputs = inputs().collect();
                builder.and(inputs)
            }
            Some(Kind::Xor) => {
                let inputs: Vec<Signal> = inputs().collect();
                inputs
                    .into_iter()
                    .fold(Signal::OFF, |sum, s| builder.xor(sum, s))
            }
        };
    }
    for (&wire, &input) in &old.loops {
        let looped = images[wire as usize];
        if bounds.low[wire as usize] != bounds.high[wire as usize] {
            builder.loops.insert(looped.wire(), image(&images, input));
        }
    }
    let image = |signal: Signal| image(&images, signal);
    Draft {
        facts: draft.facts.clone(),
        initial: draft.initial.clone(),
        next: draft.next.iter().map(|&s| image(s)).collect(),
        legal: draft
            .legal
            .iter()
            .zip(&kept)
            .map(|(legal, keep)| keep.iter().map(|&place| image(legal[place])).collect())
            .collect(),
        terminal: image(draft.terminal),
        goals: draft
            .goals
            .iter()
            .map(|goals| goals.iter().map(|&(v, s)| (v, image(s))).collect())
            .collect(),
        sees: draft
            .sees
            .iter()
            .map(|sees| sees.iter().map(|&(t, s)| (t, image(s))).collect())
            .collect(),
        moves,
        builder,
    }
}
