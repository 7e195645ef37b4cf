//! Puts the gates that are needed into an order in which they can be computed,
//! by stage, and joins gates that only feed one other.

use super::assemble::Draft;
use super::{Cycle, Kind, Network, Signal, Stage, Wire};
use crate::components::Graph;

/// The final network.
pub fn schedule(draft: &Draft) -> Network {
    let stages = stages(draft);
    let inputs = joined_inputs(draft, &stages);
    let graph = Graph::new(inputs.iter().map(|list| list.iter().map(|s| s.wire())));
    let builder = &draft.builder;
    let is_gate = |wire: Wire| builder.kinds[wire as usize].is_some();
    let mut numbers: Vec<Wire> = vec![0; builder.len()];
    let mut next_number = 0;
    for (wire, number) in numbers.iter_mut().enumerate() {
        if !is_gate(wire as Wire) {
            *number = next_number;
            next_number += 1;
        }
    }
    let components = graph.components();
    let mut order: Vec<Wire> = Vec::new();
    let mut cycles = Vec::new();
    let mut stage_ends = [0; 4];
    for stage in [
        Stage::Position,
        Stage::Goals,
        Stage::Unmoved,
        Stage::Transition,
    ] {
        for component in &components {
            let first = component[0];
            // What was joined into another gate has no stage of its own.
            if !is_gate(first)
                || stages[first as usize] != Some(stage)
                || inputs[first as usize].is_empty()
            {
                continue;
            }
            let is_cyclic = component.len() > 1 || graph.targets(first as usize).contains(&first);
            let start = order.len();
            let mut members = component.clone();
            // In the order they were made, most inputs come before their use.
            members.sort_unstable();
            for wire in members {
                numbers[wire as usize] = next_number;
                next_number += 1;
                order.push(wire);
            }
            if is_cyclic {
                cycles.push(Cycle {
                    gates: start..order.len(),
                });
            }
        }
        stage_ends[stage as usize] = order.len();
    }
    let renumber = |signal: Signal| -> Signal {
        Signal(numbers[signal.wire() as usize] << 1 | u32::from(signal.is_opposite()))
    };
    let mut network = Network {
        facts: draft.facts.clone(),
        moves: draft.moves.clone(),
        kinds: Vec::with_capacity(order.len()),
        ends: Vec::with_capacity(order.len()),
        inputs: Vec::new(),
        stage_ends,
        cycles,
        initial: draft.initial.clone(),
        next: draft.next.iter().map(|&s| renumber(s)).collect(),
        legal: draft
            .legal
            .iter()
            .map(|legal| legal.iter().map(|&s| renumber(s)).collect())
            .collect(),
        terminal: renumber(draft.terminal),
        goals: draft
            .goals
            .iter()
            .map(|goals| goals.iter().map(|&(v, s)| (v, renumber(s))).collect())
            .collect(),
        sees: draft
            .sees
            .iter()
            .map(|sees| sees.iter().map(|&(t, s)| (t, renumber(s))).collect())
            .collect(),
    };
    for wire in order {
        network
            .kinds
            .push(builder.kinds[wire as usize].unwrap_or(Kind::And));
        let mut list: Vec<Signal> = inputs[wire as usize].iter().map(|&s| renumber(s)).collect();
        list.sort_unstable();
        network.inputs.extend(list);
        network.ends.push(network.inputs.len() as u32);
    }
    network
}

/// The inputs of a wire, loops included.
fn inputs_of(draft: &Draft, wire: Wire) -> Vec<Signal> {
    match draft.builder.loops.get(&wire) {
        Some(&input) => vec![input],
        None => draft.builder.inputs(wire).to_vec(),
    }
}

/// When each wire is needed; none where it never is. What both goals and the
/// next position need belongs to the position, as either may be asked for alone.
fn stages(draft: &Draft) -> Vec<Option<Stage>> {
    let position = draft
        .legal
        .iter()
        .flatten()
        .copied()
        .chain([draft.terminal]);
    let goals = draft.goals.iter().flatten().map(|&(_, s)| s);
    let told = draft.sees.iter().flatten().map(|&(_, s)| s);
    let transition = draft.next.iter().copied().chain(told);
    let position = cone(draft, position);
    let goals = cone(draft, goals);
    let transition = cone(draft, transition);
    let is_moved = moved(draft);
    (0..draft.builder.len())
        .map(
            |wire| match (position[wire], goals[wire], transition[wire]) {
                (true, _, _) | (_, true, true) => Some(Stage::Position),
                (_, true, _) => Some(Stage::Goals),
                (_, _, true) if is_moved[wire] => Some(Stage::Transition),
                (_, _, true) => Some(Stage::Unmoved),
                _ => None,
            },
        )
        .collect()
}

/// The wires that some signals depend on.
fn cone(draft: &Draft, signals: impl Iterator<Item = Signal>) -> Vec<bool> {
    let mut is_needed = vec![false; draft.builder.len()];
    let mut pending: Vec<Wire> = signals.map(|s| s.wire()).collect();
    while let Some(wire) = pending.pop() {
        if !std::mem::replace(&mut is_needed[wire as usize], true) {
            pending.extend(inputs_of(draft, wire).iter().map(|s| s.wire()));
        }
    }
    is_needed
}

/// For each wire, whether it depends on the moves.
fn moved(draft: &Draft) -> Vec<bool> {
    let mut is_moved = vec![false; draft.builder.len()];
    for moves in &draft.builder.moves {
        is_moved[moves.start as usize..moves.end as usize].fill(true);
    }
    // Inputs come before their use but in cycles, which take another round.
    let mut is_stable = false;
    while !is_stable {
        is_stable = true;
        for wire in 0..draft.builder.len() {
            let is_fed = |s: &Signal| is_moved[s.wire() as usize];
            if !is_moved[wire] && inputs_of(draft, wire as Wire).iter().any(is_fed) {
                is_moved[wire] = true;
                is_stable = false;
            }
        }
    }
    is_moved
}

/// The inputs of the wires that are needed; an AND that only feeds another AND
/// of its stage is joined into it and has none left.
fn joined_inputs(draft: &Draft, stages: &[Option<Stage>]) -> Vec<Vec<Signal>> {
    let builder = &draft.builder;
    let mut inputs: Vec<Vec<Signal>> = (0..builder.len() as Wire)
        .map(|wire| match stages[wire as usize] {
            Some(_) => inputs_of(draft, wire),
            None => Vec::new(),
        })
        .collect();
    let mut uses = vec![0u32; builder.len()];
    for signal in inputs.iter().flatten() {
        uses[signal.wire() as usize] += 1;
    }
    let outputs = draft
        .next
        .iter()
        .chain(draft.legal.iter().flatten())
        .chain([&draft.terminal])
        .copied()
        .chain(draft.goals.iter().flatten().map(|&(_, s)| s))
        .chain(draft.sees.iter().flatten().map(|&(_, s)| s));
    for signal in outputs {
        uses[signal.wire() as usize] += 2;
    }
    let is_and = |wire: Wire| builder.kinds[wire as usize] == Some(Kind::And);
    for wire in 0..builder.len() as Wire {
        if !is_and(wire) || inputs[wire as usize].is_empty() {
            continue;
        }
        let is_joined = |s: &Signal| {
            !s.is_opposite()
                && is_and(s.wire())
                && uses[s.wire() as usize] == 1
                && s.wire() < wire
                && stages[s.wire() as usize] == stages[wire as usize]
        };
        if !inputs[wire as usize].iter().any(is_joined) {
            continue;
        }
        // Inputs have lower numbers, so theirs are joined already.
        let mut list = Vec::new();
        for signal in std::mem::take(&mut inputs[wire as usize]) {
            if is_joined(&signal) {
                list.append(&mut inputs[signal.wire() as usize]);
            } else {
                list.push(signal);
            }
        }
        list.sort_unstable();
        list.dedup();
        inputs[wire as usize] = list;
    }
    inputs
}
