//! Random games: many side by side in the bits of words where the rules became
//! a network, or one after the other.

use rand::Rng;
use smallvec::SmallVec;
use stratalog_game::error::GameError;
use stratalog_run::Stream;

use super::game::RulesheetGame;
use super::lanes::{Lanes, MAX_STEPS, Tally};
use super::position::{Move, Position};

/// Networks with more inputs of gates than this play fewer games side by side.
const SMALL_NETWORK: usize = 20_000;
/// Networks with more inputs of gates than this play one game after the other.
const LARGE_NETWORK: usize = 3_000_000;

impl RulesheetGame {
    /// Plays random games until `go_on` says to stop; it is asked after every
    /// joint move of the games that are played side by side.
    pub fn playouts(
        &self,
        rng: &mut Stream,
        mut go_on: impl FnMut(&Tally) -> bool,
    ) -> Result<Tally, GameError> {
        let mut tally = Tally::new(self.0.role_names.len());
        match self.network() {
            Some(network) if network.inputs.len() < SMALL_NETWORK => {
                let mut lanes = Lanes::<8>::new(network, self.0.players);
                while go_on(&tally) {
                    lanes.step(rng, &mut tally);
                }
            }
            Some(network) if network.inputs.len() < LARGE_NETWORK => {
                let mut lanes = Lanes::<4>::new(network, self.0.players);
                while go_on(&tally) {
                    lanes.step(rng, &mut tally);
                }
            }
            _ => return self.playouts_one_by_one(rng, go_on),
        }
        if tally.wrong_goals > 0 && self.0.is_strict {
            return Err(GameError::RulesFailed {
                game: self.0.name.clone(),
                cause: format!(
                    "in {} of {} random games some role has not exactly one goal from 0 to 100",
                    tally.wrong_goals, tally.playouts
                ),
            });
        }
        Ok(tally)
    }

    /// Plays random games one after the other, as players do, until `go_on` says
    /// to stop; it is asked after every joint move.
    pub fn playouts_one_by_one(
        &self,
        rng: &mut Stream,
        mut go_on: impl FnMut(&Tally) -> bool,
    ) -> Result<Tally, GameError> {
        let mut tally = Tally::new(self.0.role_names.len());
        let start = self.raw_initial();
        let mut position = start.clone();
        let mut length = 0;
        while go_on(&tally) {
            if let Some(error) = self.error_of(&position) {
                return Err(error);
            }
            if self.is_terminal(&position) {
                tally.playouts += 1;
                tally.steps += u64::from(length);
                for (sum, &goal) in tally.goals.iter_mut().zip(&position.goals) {
                    *sum += f64::from(goal);
                }
            } else if length < MAX_STEPS
                && let Some(joint) = self.random_joint(&position, rng)
            {
                self.play_joint(&mut position, &joint);
                length += 1;
                continue;
            } else {
                tally.stuck += 1;
            }
            position.clone_from(&start);
            length = 0;
        }
        Ok(tally)
    }

    /// A random joint move; none where a role has no legal move.
    pub fn random_joint(
        &self,
        position: &Position,
        rng: &mut Stream,
    ) -> Option<SmallVec<[Move; 4]>> {
        let mut joint = SmallVec::new();
        for role in 0..self.0.role_names.len() {
            let count = self.count(position, role) as u64;
            if count == 0 {
                return None;
            }
            let rank = (((rng.next_u64() >> 32) * count) >> 32) as usize;
            joint.push(Move(self.0.engine.legal_move(&position.legal, role, rank)));
        }
        Some(joint)
    }
}
