//! A player that prefers the position its move leads to by an evaluation, one
//! ply ahead as in the paper, or by alpha-beta search on it. Past the paper, it
//! knows the end of a game when it sees it.

use rand::RngExt;
use stratalog_game::{Decision, Game, Outcome, Player, PlayerError, Reason, Role, Turn};
use stratalog_rulesheet::{Move, Position, RulesheetGame};
use stratalog_run::Stream;

use crate::evaluation::Evaluation;

/// Plays by an evaluation.
#[derive(Clone)]
pub struct ZenithPlayer {
    evaluation: Evaluation,
    plies: u32,
}

/// Beyond any evaluation: the game is won.
const WON: f64 = 1e9;

impl ZenithPlayer {
    /// A player that looks so many plies ahead, one at least. A decision tree gives
    /// no values, only which of two positions is preferred: with one it is always
    /// one ply.
    pub fn new(evaluation: Evaluation, plies: u32) -> ZenithPlayer {
        let plies = match evaluation.weights(0) {
            Some(_) => plies.max(1),
            None => 1,
        };
        ZenithPlayer { evaluation, plies }
    }

    /// Which way is up for a role: the evaluation is for one of them.
    fn sign(&self, role: Role) -> f64 {
        match role.index() == self.evaluation.role() {
            true => 1.0,
            false => -1.0,
        }
    }

    /// The values of the moves of a role, higher for better.
    fn values(&self, game: &RulesheetGame, after: &[Position], role: Role) -> Vec<f64> {
        if self.plies == 1 || game.role_count() > 2 {
            let positions: Vec<&Position> = after.iter().collect();
            let ranks = self.evaluation.rank(&positions, role.index());
            let values = ranks.iter().zip(after).map(|(rank, position)| {
                match game.role_count() == 2 && game.turn(position) == Turn::Over {
                    true => decided(game, position, role),
                    false => self.sign(role) * rank,
                }
            });
            return values.collect();
        }
        let mut best = f64::NEG_INFINITY;
        let mut values = Vec::with_capacity(after.len());
        for position in after {
            let value = self.search(game, position, role, self.plies - 1, best, f64::INFINITY);
            best = best.max(value);
            values.push(value);
        }
        values
    }

    /// The value of a position for a role, by alpha-beta search; at the last ply
    /// all children are evaluated at once.
    fn search(
        &self,
        game: &RulesheetGame,
        position: &Position,
        role: Role,
        plies: u32,
        mut alpha: f64,
        mut beta: f64,
    ) -> f64 {
        let Turn::Role(mover) = game.turn(position) else {
            return decided(game, position, role);
        };
        if plies == 0 {
            let before = (mover.index() + game.role_count() - 1) % game.role_count();
            return self.sign(role) * self.evaluation.rank(&[position], before)[0];
        }
        let after = successors(game, position);
        let is_own = mover == role;
        let mut value = if is_own {
            f64::NEG_INFINITY
        } else {
            f64::INFINITY
        };
        let better = |a: f64, b: f64| if is_own { a.max(b) } else { a.min(b) };
        if plies == 1 {
            let open: Vec<&Position> = after
                .iter()
                .map(|(_, p)| p)
                .filter(|p| game.turn(p) != Turn::Over)
                .collect();
            for rank in self.evaluation.rank(&open, mover.index()) {
                value = better(value, self.sign(role) * rank);
            }
        }
        for (_, next) in &after {
            if plies == 1 && game.turn(next) != Turn::Over {
                continue;
            }
            value = better(value, self.search(game, next, role, plies - 1, alpha, beta));
            match is_own {
                true => alpha = alpha.max(value),
                false => beta = beta.min(value),
            }
            if alpha >= beta {
                break;
            }
        }
        value
    }
}

/// What the end of a game is worth to a role: more than any evaluation, or less.
fn decided(game: &RulesheetGame, position: &Position, role: Role) -> f64 {
    match game.outcome(position, role) {
        Outcome::Win => WON,
        Outcome::Draw => 0.0,
        Outcome::Loss => -WON,
    }
}

/// The positions the legal moves lead to.
pub fn successors(game: &RulesheetGame, position: &Position) -> Vec<(Move, Position)> {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let play = |mv: Move| {
        let mut next = position.clone();
        game.play_unchecked(&mut next, mv);
        (mv, next)
    };
    moves.into_iter().map(play).collect()
}

impl Player<RulesheetGame> for ZenithPlayer {
    fn decide(
        &mut self,
        game: &RulesheetGame,
        view: &Position,
        role: Role,
        rng: &mut Stream,
    ) -> Result<Decision<Move>, PlayerError> {
        let after = successors(game, view);
        let (moves, positions): (Vec<Move>, Vec<Position>) = after.into_iter().unzip();
        match moves.len() {
            0 => return Err(PlayerError::NoMove),
            1 => {
                return Ok(Decision {
                    mv: moves[0],
                    reason: Reason::Forced,
                });
            }
            _ => {}
        }
        let values = self.values(game, &positions, role);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let best: Vec<usize> = (0..values.len()).filter(|&i| values[i] >= most).collect();
        let chosen = match best.len() {
            0 => 0,
            n => best[rng.random_range(0..n)],
        };
        let mut explained = self.evaluation.explain(&positions[chosen], role.index());
        if self.plies > 1 {
            explained.value = self.sign(role) * values[chosen];
        }
        Ok(Decision {
            mv: moves[chosen],
            reason: Reason::Features(Box::new(explained)),
        })
    }
}
