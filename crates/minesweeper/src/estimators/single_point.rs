//! The single-point strategy: a number that has all its mines clears its other
//! neighbours, a number that needs all its covered neighbours marks them.
//! Where no number decides, a random square.

use rand::RngExt;
use stratalog_game::{Decision, Player, PlayerError, Reason, Role, Situation};

use crate::belief::Knowledge;
use crate::why::{self, safe};
use crate::{Minesweeper, Site};

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
        Situation { view, rng, .. }: Situation<'_, Minesweeper>,
    ) -> Result<Decision<Site>, PlayerError> {
        let knowledge = Knowledge::kept_up(&mut self.knowledge, view)?;
        if let Some(site) = knowledge.next_safe() {
            return Ok(safe(site));
        }
        let unknown = knowledge.unknown_squares();
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

    fn explain(
        &mut self,
        situation: Situation<'_, Minesweeper>,
    ) -> Result<Decision<Site>, PlayerError> {
        let view = situation.view;
        let decision = self.decide(situation)?;
        Ok(why::explained(view, decision))
    }
}
