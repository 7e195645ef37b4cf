//! How far a position is from an end of the game that is worth most to a role: about
//! how many facts would have to change.
//!
//! It is read from the network of gates: what must be on together is summed, and of
//! alternatives the nearest counts (Schiffel and Thielscher 2007 grade the
//! conditions of a goal in the same way). Nothing is said of how facts can change,
//! so that it guides a search and proves nothing.

use stratalog_game::Role;

use super::game::RulesheetGame;
use super::network::{Kind, Network, Signal, Wire};
use super::position::Position;

/// Farther than any position.
pub(super) const FAR: f32 = 1e6;
/// What it takes to change a fact that no move decides, such as the number of moves
/// made.
const FIXED: f32 = 100.0;
/// The most rounds in which gates that depend on each other are computed.
const MOST_ROUNDS: usize = 64;

/// The distance of positions from the best end for a role.
#[derive(Clone)]
pub struct GoalDistance {
    game: RulesheetGame,
    /// What must be on.
    wanted: [Signal; 2],
    /// The gates that this depends on, those of a cycle together.
    groups: Vec<Group>,
    /// What it takes to change each fact.
    price: Vec<f32>,
    /// What it takes for each wire to be on, and to be off.
    on: Vec<f32>,
    off: Vec<f32>,
}

/// Gates that are computed one after another.
#[derive(Clone)]
pub(super) struct Group {
    pub(super) gates: Vec<usize>,
    is_cycle: bool,
}

impl GoalDistance {
    /// The distance from the end of the game with the best goal of a role; facts for
    /// which `is_fixed` holds do not change by choice. Nothing where the game is not a
    /// network.
    pub fn new(
        game: &RulesheetGame,
        role: Role,
        is_fixed: impl Fn(usize) -> bool,
    ) -> Option<GoalDistance> {
        let network = game.network()?;
        let goals = network.goals.get(role.index())?.iter();
        let reachable = goals.filter(|(_, signal)| *signal != Signal::OFF);
        let &(_, best) = reachable.max_by_key(|(value, _)| *value)?;
        let wanted = [network.terminal, best];
        let price = (0..network.facts.len()).map(|fact| if is_fixed(fact) { FIXED } else { 1.0 });
        Some(GoalDistance {
            groups: groups(network, &wanted),
            wanted,
            price: price.collect(),
            on: vec![0.0; network.wire_count()],
            off: vec![0.0; network.wire_count()],
            game: game.clone(),
        })
    }

    /// The best goal of a role at any end.
    pub fn best_goal(game: &RulesheetGame, role: Role) -> Option<i64> {
        let goals = game.network()?.goals.get(role.index())?.iter();
        let reachable = goals.filter(|(_, signal)| *signal != Signal::OFF);
        reachable.map(|(value, _)| *value).max()
    }

    /// The distance of a position: 0 at such an end.
    pub fn of(&mut self, position: &Position) -> f32 {
        let GoalDistance {
            game,
            wanted,
            groups,
            price,
            on,
            off,
        } = self;
        let Some(network) = game.network() else {
            return FAR;
        };
        (on[0], off[0]) = (FAR, 0.0);
        let facts = 1..=price.len();
        on[facts.clone()].copy_from_slice(price);
        off[facts].fill(0.0);
        for fact in position.fact_places() {
            (on[fact + 1], off[fact + 1]) = (0.0, price[fact]);
        }
        for group in groups {
            group.compute(network, on, off);
        }
        wanted
            .iter()
            .map(|&signal| signal_cost(signal, on, off))
            .sum()
    }
}

impl Group {
    /// The gates before one, and the others.
    pub(super) fn split_at(mut self, gate: usize) -> (Group, Group) {
        let later = self
            .gates
            .split_off(self.gates.partition_point(|&own| own < gate));
        let later = Group {
            gates: later,
            is_cycle: self.is_cycle,
        };
        (self, later)
    }

    /// Computes what it takes for the gates to be on, and to be off.
    pub(super) fn compute(&self, network: &Network, on: &mut [f32], off: &mut [f32]) {
        let first_gate = network.input_count();
        let rounds = if self.is_cycle { MOST_ROUNDS } else { 1 };
        for round in 0..rounds {
            let mut is_stable = round > 0;
            for &gate in &self.gates {
                // As in the network, a cycle starts with its loops off.
                let new = if round == 0 && network.kinds[gate] == Kind::Loop {
                    (FAR, 0.0)
                } else {
                    of_gate(network, gate, on, off)
                };
                let wire = first_gate + gate;
                is_stable &= (on[wire], off[wire]) == new;
                (on[wire], off[wire]) = new;
            }
            if is_stable {
                break;
            }
        }
    }
}

/// What it takes for a signal to be on.
pub(super) fn signal_cost(signal: Signal, on: &[f32], off: &[f32]) -> f32 {
    let wire = signal.wire() as usize;
    if signal.is_opposite() {
        off[wire]
    } else {
        on[wire]
    }
}

/// What it takes for a gate to be on, and to be off.
fn of_gate(network: &Network, gate: usize, on: &[f32], off: &[f32]) -> (f32, f32) {
    let inputs = network.gate_inputs(gate).iter();
    let both = inputs.map(|&input| {
        let opposite = signal_cost(input.opposite(), on, off);
        (signal_cost(input, on, off), opposite)
    });
    let (on, off) = match network.kinds[gate] {
        Kind::And | Kind::Loop => both.fold((0.0, FAR), |(all, any), (on, off)| {
            (all + on, f32::min(any, off))
        }),
        // The numbers of inputs that are on: odd, even.
        Kind::Xor => both.fold((FAR, 0.0), |(odd, even), (on, off)| {
            (
                f32::min(odd + off, even + on),
                f32::min(even + off, odd + on),
            )
        }),
    };
    (on.min(FAR), off.min(FAR))
}

/// The gates that signals depend on, in order.
pub(super) fn groups(network: &Network, wanted: &[Signal]) -> Vec<Group> {
    let first_gate = network.input_count();
    let mut is_needed = vec![false; network.kinds.len()];
    let mut pending: Vec<Wire> = wanted.iter().map(|signal| signal.wire()).collect();
    while let Some(wire) = pending.pop() {
        let Some(gate) = (wire as usize).checked_sub(first_gate) else {
            continue;
        };
        if !std::mem::replace(&mut is_needed[gate], true) {
            pending.extend(network.gate_inputs(gate).iter().map(|input| input.wire()));
        }
    }
    let mut cycles = network.cycles.iter().map(|cycle| &cycle.gates).peekable();
    let mut groups: Vec<Group> = Vec::new();
    let mut at = 0;
    while at < is_needed.len() {
        while cycles.next_if(|cycle| cycle.end <= at).is_some() {}
        let (end, is_cycle) = match cycles.peek() {
            Some(cycle) if cycle.start <= at => (cycle.end, true),
            Some(cycle) => (cycle.start, false),
            None => (is_needed.len(), false),
        };
        let gates: Vec<usize> = (at..end).filter(|&gate| is_needed[gate]).collect();
        if !gates.is_empty() {
            groups.push(Group { gates, is_cycle });
        }
        at = end;
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EngineChoice, Rulesheet, Syntax};
    use stratalog_game::{Game, Turn};
    use stratalog_logic::Source;
    use stratalog_run::Seed;

    /// Three lamps; pressing one changes it. All must burn, or the fuse be blown
    /// after all of four moves.
    const LAMPS: &str = "
        role(robot).
        lamp(1). lamp(2). lamp(3).
        after(0, 1). after(1, 2). after(2, 3). after(3, 4).
        init(step(0)).
        legal(robot, press(L)) :- lamp(L).
        next(burns(L)) :- does(robot, press(L)), \\+ true(burns(L)).
        next(burns(L)) :- true(burns(L)), lamp(M), does(robot, press(M)), L \\= M.
        next(step(N)) :- true(step(M)), after(M, N).
        dark :- lamp(L), \\+ true(burns(L)).
        terminal :- true(step(4)).
        terminal :- \\+ dark.
        goal(robot, 100) :- \\+ dark.
        goal(robot, 0) :- dark.
    ";

    #[test]
    fn the_distance_is_the_number_of_facts_that_must_change() {
        let sheet = Rulesheet::read(Source::new("lamps.pl", LAMPS), Syntax::Prolog);
        let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("rules");
        let facts = game.possible_facts().expect("they are known");
        let is_step = |fact: usize| facts[fact].to_string().starts_with("step");
        let mut distance = GoalDistance::new(&game, Role(0), is_step).expect("a network");
        let mut position = game.initial(&mut Seed(1).stream(0));
        // Three lamps for the goal, and the same three for the end.
        let mut found = vec![distance.of(&position)];
        for mv in ["press(1)", "press(2)", "press(3)"] {
            let mut moves = Vec::new();
            game.legal_moves(&position, &mut moves);
            let named = moves
                .into_iter()
                .find(|&legal| game.move_text(legal).contains(mv));
            game.play_unchecked(&mut position, named.expect("it is legal"));
            found.push(distance.of(&position));
        }
        assert_eq!(found, [6.0, 4.0, 2.0, 0.0]);
        assert_eq!(game.turn(&position), Turn::Over);
        assert_eq!(GoalDistance::best_goal(&game, Role(0)), Some(100));
    }
}
