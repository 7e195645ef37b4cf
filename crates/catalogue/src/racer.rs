//! The player that can teach races: it looks one move ahead, and wants its own goal near
//! and the goals of the others far away ([`RaceDistance`]).

use stratalog_game::reason::Search;
use stratalog_game::{
    Decision, Game, Judgement, Outcome, Player, PlayerError, Reason, Role, Situation, Turn,
};
use stratalog_rulesheet::{Move, Position, RaceDistance, RulesheetGame};
use stratalog_zenith::player::successors;

/// Farther than any distance: an end of the game.
const END: f32 = 1e9;

/// The player.
#[derive(Clone)]
pub struct Racer {
    /// The distances of the roles.
    distances: Vec<RaceDistance>,
}

impl Racer {
    /// A player of games in which one role moves at a time. Nothing for other games, and
    /// those that are no networks of gates.
    pub fn new(game: &RulesheetGame) -> Option<Racer> {
        if game.role_count() < 2 || game.is_simultaneous() || game.is_hidden() {
            return None;
        }
        let roles = (0..game.role_count() as u8).map(Role);
        let distances = roles.map(|role| RaceDistance::new(game, role));
        Some(Racer {
            distances: distances.collect::<Option<_>>()?,
        })
    }

    /// How far a role is behind the nearest of the others: less is better.
    fn behind(&mut self, game: &RulesheetGame, position: &Position, role: Role) -> f32 {
        if game.turn(position) == Turn::Over {
            return END * (50.0 - f32::from(game.goal(position, role)));
        }
        let distances = self
            .distances
            .iter_mut()
            .map(|distance| distance.of(position));
        let mut distances: Vec<f32> = distances.collect();
        let own = distances.swap_remove(role.index());
        own - distances.into_iter().fold(f32::INFINITY, f32::min)
    }
}

impl Player<RulesheetGame> for Racer {
    fn decide(
        &mut self,
        situation: Situation<'_, RulesheetGame>,
    ) -> Result<Decision<Move>, PlayerError> {
        Ok(self.judge(situation)?.decision)
    }

    fn judge(
        &mut self,
        Situation {
            game, view, role, ..
        }: Situation<'_, RulesheetGame>,
    ) -> Result<Judgement<Move>, PlayerError> {
        let after = successors(game, view);
        let judged = after
            .iter()
            .map(|(mv, position)| (*mv, self.behind(game, position, role)));
        let judged: Vec<(Move, f32)> = judged.collect();
        let least = judged.iter().map(|(_, behind)| *behind);
        let least = least.fold(f32::INFINITY, f32::min);
        let mut best = judged.iter().filter(|(_, behind)| *behind <= least);
        let &(mv, _) = best.next().ok_or(PlayerError::NoMove)?;
        let as_good: Vec<Move> = best.map(|(mv, _)| *mv).collect();
        let reason = if as_good.len() + 1 == judged.len() {
            Reason::Random {
                among: judged.len(),
            }
        } else {
            Reason::Search(Search {
                value: Outcome::Draw,
                plies: None,
                exact: false,
                depth: 1,
                nodes: judged.len() as u64,
            })
        };
        Ok(Judgement {
            decision: Decision { mv, reason },
            as_good,
        })
    }
}
