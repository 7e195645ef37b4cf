//! Random games: many side by side in the bits of words where the rules became
//! a network, else one after the other.

use rand::Rng;
use smallvec::SmallVec;

use super::game::RulesheetGame;
use super::lanes::{Lanes, MAX_STEPS, Tally};
use super::position::Move;
use stratalog_run::Stream;

impl RulesheetGame {
    /// Plays random games until `go_on` says to stop; it is asked after every
    /// joint move of the games that are played side by side.
    pub fn playouts(&self, rng: &mut Stream, mut go_on: impl FnMut(&Tally) -> bool) -> Tally {
        let mut tally = Tally::new(self.role_names.len());
        match self.network() {
            Some(network) if network.inputs.len() < 20_000 => {
                let mut lanes = Lanes::<8>::new(network);
                while go_on(&tally) {
                    lanes.step(rng, &mut tally);
                }
            }
            Some(network) if network.inputs.len() < 3_000_000 => {
                let mut lanes = Lanes::<4>::new(network);
                while go_on(&tally) {
                    lanes.step(rng, &mut tally);
                }
            }
            _ => self.playouts_one_by_one(rng, &mut tally, go_on),
        }
        tally
    }

    /// Plays random games one after the other.
    pub fn playouts_one_by_one(
        &self,
        rng: &mut Stream,
        tally: &mut Tally,
        mut go_on: impl FnMut(&Tally) -> bool,
    ) {
        let start = self.raw_initial();
        loop {
            let mut position = start.clone();
            let mut length = 0;
            while !self.is_terminal(&position) {
                if !go_on(tally) {
                    return;
                }
                let mut joint: SmallVec<[Move; 4]> = SmallVec::new();
                for role in 0..self.role_names.len() {
                    let count = self.count(&position, role) as u64;
                    if count == 0 {
                        break;
                    }
                    let rank = (((rng.next_u64() >> 32) * count) >> 32) as usize;
                    joint.push(Move(self.engine.legal_move(&position.legal, role, rank)));
                }
                if joint.len() < self.role_names.len() || length == MAX_STEPS {
                    break;
                }
                self.play_joint(&mut position, &joint);
                length += 1;
            }
            if !self.is_terminal(&position) {
                tally.stuck += 1;
                if !go_on(tally) {
                    return;
                }
                continue;
            }
            tally.playouts += 1;
            tally.steps += u64::from(length);
            for role in 0..self.role_names.len() {
                let goals = self.goals(&position, role);
                tally.goals[role] += goals.last().copied().unwrap_or(0) as f64;
            }
            if !go_on(tally) {
                return;
            }
        }
    }
}
