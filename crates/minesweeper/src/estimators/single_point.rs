//! The single-point strategy: a number that has all its mines clears its other
//! neighbours, a number that needs all its covered neighbours marks them.
//! Where no number decides, a random square.

use crate::belief::Knowledge;
use crate::{Minesweeper, Site, View};
use rand::RngExt;
use stratalog_game::{Decision, Player, PlayerError, Reason, Role};
use stratalog_run::Stream;

use super::{proved, unknown_sites};

/// Each number by itself, a random square otherwise.
#[derive(Debug, Default)]
pub struct SinglePoint {
    knowledge: Option<Knowledge>,
}

impl Player<Minesweeper> for SinglePoint {
    fn begin(&mut self, _game: &Minesweeper, _role: Role) {
        self.knowledge = None;
    }

    fn decide(
        &mut self,
        _game: &Minesweeper,
        view: &View,
        _role: Role,
        rng: &mut Stream,
    ) -> Result<Decision<Site>, PlayerError> {
        let knowledge = Knowledge::kept_up(&mut self.knowledge, view)?;
        if let Some(safe) = knowledge.next_safe() {
            return Ok(proved(view, safe, "single-point"));
        }
        let unknown = unknown_sites(knowledge);
        if unknown.is_empty() {
            return Err(PlayerError::NoMove);
        }
        Ok(Decision {
            mv: unknown[rng.random_range(0..unknown.len())],
            reason: Reason::Random {
                among: unknown.len(),
            },
        })
    }
}
