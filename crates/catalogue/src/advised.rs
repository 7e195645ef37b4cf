//! A player with an adviser.

use stratalog_game::{Decision, Game, Judgement, Player, PlayerError, Role, Situation};
use stratalog_run::Stop;

/// Decides like one player; between moves that are equally good for it, like
/// another.
pub struct Advised<G: Game> {
    own: Box<dyn Player<G>>,
    adviser: Box<dyn Player<G>>,
}

impl<G: Game> Advised<G> {
    /// A player and its adviser.
    pub fn new(own: Box<dyn Player<G>>, adviser: Box<dyn Player<G>>) -> Advised<G> {
        Advised { own, adviser }
    }
}

impl<G: Game> Player<G> for Advised<G> {
    fn heed(&mut self, stop: &Stop) {
        self.own.heed(stop);
        self.adviser.heed(stop);
    }

    fn begin(&mut self, game: &G, role: Role) {
        self.own.begin(game, role);
        self.adviser.begin(game, role);
    }

    fn decide(&mut self, situation: Situation<'_, G>) -> Result<Decision<G::Move>, PlayerError> {
        Ok(self.judge(situation)?.decision)
    }

    fn judge(
        &mut self,
        Situation {
            game,
            view,
            role,
            rng,
        }: Situation<'_, G>,
    ) -> Result<Judgement<G::Move>, PlayerError> {
        let own = self.own.judge(Situation::new(game, view, role, rng))?;
        if own.as_good.is_empty() {
            return Ok(own);
        }
        let advice = self.adviser.judge(Situation::new(game, view, role, rng))?;
        let is_good = |mv: &G::Move| *mv == own.decision.mv || own.as_good.contains(mv);
        if !is_good(&advice.decision.mv) {
            return Ok(own);
        }
        Ok(Judgement {
            as_good: advice.as_good.into_iter().filter(is_good).collect(),
            decision: advice.decision,
        })
    }
}
