//! How long players think.

use std::time::{Duration, Instant};

use stratalog_game::{Decision, Game, Role};

use crate::contest::Observer;

/// Measures how long the measured player and the others think.
pub struct Stopwatch {
    side: Role,
    started: Instant,
    /// Time and moves of the measured player and of the others.
    pub thinking: [(Duration, u64); 2],
}

impl Stopwatch {
    /// A stopwatch for a game in which the measured player has this role.
    pub fn new(side: Role) -> Stopwatch {
        Stopwatch {
            side,
            started: Instant::now(),
            thinking: [(Duration::ZERO, 0); 2],
        }
    }
}

impl<G: Game> Observer<G> for Stopwatch {
    fn before(&mut self, _role: Role) {
        self.started = Instant::now();
    }

    fn moved(&mut self, role: Role, _decision: &Decision<G::Move>, _position: &G::Position) {
        let (time, moves) = &mut self.thinking[usize::from(role != self.side)];
        *time += self.started.elapsed();
        *moves += 1;
    }
}
