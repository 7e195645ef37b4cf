//! The player that chooses its moves at random.

use stratalog_game::{Decision, Game, Player, PlayerError, Reason, Situation};

/// Makes any legal move with equal probability.
pub struct Random<G: Game> {
    scratch: Vec<G::Move>,
}

impl<G: Game> Default for Random<G> {
    fn default() -> Random<G> {
        Random {
            scratch: Vec::new(),
        }
    }
}

impl<G: Game> Player<G> for Random<G> {
    #[inline]
    fn decide(
        &mut self,
        Situation {
            game,
            view,
            role,
            rng,
        }: Situation<'_, G>,
    ) -> Result<Decision<G::Move>, PlayerError> {
        let (mv, among) = game
            .random_choice(view, role, rng, &mut self.scratch)
            .ok_or(PlayerError::NoMove)?;
        let reason = match among {
            1 => Reason::Forced,
            among => Reason::Random { among },
        };
        Ok(Decision { mv, reason })
    }
}
