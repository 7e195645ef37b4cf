//! How many moves a position is from an end of the game that is worth most to a role,
//! if every fact that once held could be used for ever and by everybody: the additive
//! heuristic of planning (Bonet and Geffner 2001), read from the network of gates.
//!
//! A fact that does not hold is as far away as one step and what makes it hold next; a
//! move is as far away as its being legal; what must be on together is summed, and of
//! alternatives the nearest counts. It guides a search and proves nothing.

use stratalog_game::Role;

use super::distance::{FAR, Group, groups, signal_cost};
use super::game::RulesheetGame;
use super::network::{Network, Signal, Stage};
use super::position::Position;

/// The most steps that are looked ahead.
const MOST_STEPS: usize = 40;

/// The number of moves to the best end for a role.
#[derive(Clone)]
pub struct RaceDistance {
    game: RulesheetGame,
    wanted: [Signal; 2],
    /// The gates before the moves, and those after them.
    before: Vec<Group>,
    after: Vec<Group>,
    /// What it takes for each wire to be on, and to be off.
    on: Vec<f32>,
    off: Vec<f32>,
}

impl RaceDistance {
    /// The distance from the end of the game with the best goal of a role. Nothing where
    /// the game is not a network.
    pub fn new(game: &RulesheetGame, role: Role) -> Option<RaceDistance> {
        let network = game.network()?;
        let goals = network.goals.get(role.index())?.iter();
        let reachable = goals.filter(|(_, signal)| *signal != Signal::OFF);
        let &(_, best) = reachable.max_by_key(|(value, _)| *value)?;
        let wanted = [network.terminal, best];
        let legal = network.legal.iter().flatten();
        let signals = legal.chain(&wanted).chain(&network.next);
        let signals: Vec<Signal> = signals.copied().collect();
        let moves = network.stage_ends[Stage::Position as usize];
        let (before, after) = groups(network, &signals)
            .into_iter()
            .map(|group| group.split_at(moves))
            .unzip();
        Some(RaceDistance {
            wanted,
            before,
            after,
            on: vec![0.0; network.wire_count()],
            off: vec![0.0; network.wire_count()],
            game: game.clone(),
        })
    }

    /// The distance of a position: 0 at such an end.
    pub fn of(&mut self, position: &Position) -> f32 {
        let game = self.game.clone();
        let Some(network) = game.network() else {
            return FAR;
        };
        let facts = network.facts.len();
        (self.on[0], self.off[0]) = (FAR, 0.0);
        self.on[1..=facts].fill(FAR);
        self.off[1..=facts].fill(0.0);
        for fact in position.fact_places() {
            (self.on[fact + 1], self.off[fact + 1]) = (0.0, FAR);
        }
        for _ in 0..MOST_STEPS {
            self.compute(network);
            if !self.step(network) {
                break;
            }
        }
        let wanted = self.wanted.iter();
        wanted
            .map(|&signal| signal_cost(signal, &self.on, &self.off))
            .sum()
    }

    /// Computes the gates from the facts.
    fn compute(&mut self, network: &Network) {
        sweep(network, &self.before, &mut self.on, &mut self.off);
        let first = 1 + network.facts.len();
        for (number, &legal) in network.legal.iter().flatten().enumerate() {
            self.on[first + number] = signal_cost(legal, &self.on, &self.off);
            self.off[first + number] = 0.0;
        }
        sweep(network, &self.after, &mut self.on, &mut self.off);
    }

    /// Lets facts be nearer by what makes them hold next, or not hold; whether some are.
    fn step(&mut self, network: &Network) -> bool {
        let mut is_nearer = false;
        for (fact, &next) in network.next.iter().enumerate() {
            let on = 1.0 + signal_cost(next, &self.on, &self.off);
            let off = 1.0 + signal_cost(next.opposite(), &self.on, &self.off);
            for (known, new) in [(&mut self.on[fact + 1], on), (&mut self.off[fact + 1], off)] {
                if new < *known {
                    *known = new;
                    is_nearer = true;
                }
            }
        }
        is_nearer
    }
}

/// Computes some gates.
fn sweep(network: &Network, groups: &[Group], on: &mut [f32], off: &mut [f32]) {
    for group in groups {
        group.compute(network, on, off);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EngineChoice, Rulesheet, Syntax};
    use stratalog_game::Game;
    use stratalog_logic::Source;
    use stratalog_run::Seed;

    /// Two roles walk along fields with names, in opposite directions.
    const WALK: &str = "role(east). role(west). other(east, west). other(west, east).
        beside(a, b). beside(b, c). beside(c, d). beside(d, e).
        step(east, F, G) :- beside(F, G).
        step(west, F, G) :- beside(G, F).
        init(at(east, a)). init(at(west, e)). init(turn(east)).
        legal(P, go) :- true(turn(P)).
        legal(P, rest) :- true(turn(P)).
        legal(P, wait) :- role(P), \\+ true(turn(P)).
        next(at(P, G)) :- does(P, go), true(at(P, F)), step(P, F, G).
        next(at(P, F)) :- true(at(P, F)), \\+ does(P, go).
        next(turn(Q)) :- true(turn(P)), other(P, Q).
        won(east) :- true(at(east, e)).
        won(west) :- true(at(west, a)).
        terminal :- won(_).
        goal(P, 100) :- won(P).
        goal(P, 0) :- role(P), \\+ won(P).";

    #[test]
    fn a_role_that_goes_on_comes_nearer_and_one_that_rests_does_not() {
        let sheet = Rulesheet::read(Source::new("walk.pl", WALK), Syntax::Prolog);
        let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("a game");
        let mut position = game.initial(&mut Seed(1).stream(0));
        let mut east = RaceDistance::new(&game, Role(0)).expect("a network");
        let mut west = RaceDistance::new(&game, Role(1)).expect("a network");
        let start = (east.of(&position), west.of(&position));
        let mut before = start;
        // West rests.
        for round in 1..=4 {
            for mv in ["go", "rest"] {
                if game.is_terminal(&position) {
                    break;
                }
                let mv = game.parse_move(mv).expect("a move");
                game.play(&mut position, mv).expect("legal");
            }
            let now = (east.of(&position), west.of(&position));
            assert!(now.0 < before.0, "round {round}: {now:?} after {before:?}");
            before = now;
        }
        assert!(game.is_terminal(&position));
        assert_eq!(before.0, 0.0);
        // It is four fields away all the time.
        assert!(start.1 >= 4.0 && before.1 >= 4.0, "{start:?} {before:?}");
    }
}
