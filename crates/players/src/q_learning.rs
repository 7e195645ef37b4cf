//! Tabular Q-learning (Watkins 1989): a value for every move in every position,
//! learned from what followed. One of the best moves is chosen at random.

use rand::RngExt;
use rustc_hash::FxHashMap;
use stratalog_game::{
    Decision, Learner, Outcome, PerfectInformation, Played, Player, PlayerError, Reason, Situation,
    Turn,
};

use crate::error::no_move;

/// The parameters of Q-learning. The defaults are those of the MIGO paper's
/// experiments.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct QLearningParameters {
    /// The probability of a random move.
    pub exploration: f64,
    /// The value of a move that was never made.
    pub initial: f64,
    /// The discount factor of later rewards.
    pub discount: f64,
    /// The learning rate.
    pub rate: f64,
}

impl Default for QLearningParameters {
    fn default() -> QLearningParameters {
        QLearningParameters {
            exploration: 0.0,
            initial: 1.0,
            discount: 0.9,
            rate: 0.3,
        }
    }
}

/// A learner with a table of values.
pub struct QLearning<G: PerfectInformation> {
    parameters: QLearningParameters,
    values: FxHashMap<(G::Position, G::Move), f64>,
}

impl<G: PerfectInformation> QLearning<G> {
    /// A learner that has not played yet.
    pub fn new(parameters: QLearningParameters) -> QLearning<G> {
        QLearning {
            parameters,
            values: FxHashMap::default(),
        }
    }

    fn value(&self, position: &G::Position, mv: G::Move) -> f64 {
        let known = self.values.get(&(position.clone(), mv));
        known.copied().unwrap_or(self.parameters.initial)
    }

    fn best(&self, game: &G, position: &G::Position) -> (f64, Vec<G::Move>) {
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        let values: Vec<f64> = moves.iter().map(|&mv| self.value(position, mv)).collect();
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let among = moves
            .into_iter()
            .zip(values)
            .filter(|(_, value)| *value == best);
        (best, among.map(|(mv, _)| mv).collect())
    }
}

impl<G: PerfectInformation> Player<G> for QLearning<G> {
    fn decide(
        &mut self,
        Situation {
            game, view, rng, ..
        }: Situation<'_, G>,
    ) -> Result<Decision<G::Move>, PlayerError> {
        let (_, mut among) = self.best(game, view);
        if self.parameters.exploration > 0.0
            && rng.random_bool(self.parameters.exploration.min(1.0))
        {
            game.legal_moves(view, &mut among);
        }
        if among.is_empty() {
            return Err(no_move(game, view));
        }
        Ok(Decision {
            mv: among[rng.random_range(0..among.len() as u32) as usize],
            reason: Reason::Random { among: among.len() },
        })
    }
}

impl<G: PerfectInformation> Learner<G> for QLearning<G> {
    fn learn(&mut self, game: &G, played: &Played<G>) {
        let mut position = played.start.clone();
        let mut last: Option<(G::Position, G::Move)> = None;
        for &mv in &played.moves {
            if game.turn(&position) == Turn::Role(played.role) {
                if let Some(made) = last.take() {
                    let (best, _) = self.best(game, &position);
                    self.update(made, self.parameters.discount * best);
                }
                last = Some((position.clone(), mv));
            }
            game.play_unchecked(&mut position, mv);
        }
        if let Some(made) = last {
            let reward = match played.outcome {
                Outcome::Win => 1.0,
                Outcome::Draw => 0.5,
                Outcome::Loss => -1.0,
            };
            self.update(made, reward);
        }
    }
}

impl<G: PerfectInformation> QLearning<G> {
    fn update(&mut self, (position, mv): (G::Position, G::Move), seen: f64) {
        let value = self.value(&position, mv);
        let moved = value + self.parameters.rate * (seen - value);
        self.values.insert((position, mv), moved);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stratalog_game::{Game, Role};
    use stratalog_games::NoughtsAndCrosses;
    use stratalog_run::Seed;

    #[test]
    fn the_values_of_moves_decrease_after_a_loss() {
        let game = NoughtsAndCrosses;
        let mut learner = QLearning::new(QLearningParameters::default());
        let text = ["1,1", "1,2", "1,3", "2,2", "2,1", "3,2"];
        let moves: Vec<_> = text
            .iter()
            .map(|t| game.parse_move(t).expect("a move"))
            .collect();
        let start = game.initial(&mut Seed(1).stream(0));
        let played = Played {
            start,
            moves: moves.clone(),
            role: Role(0),
            outcome: Outcome::Loss,
        };
        learner.learn(&game, &played);
        let mut position = start;
        for &mv in &moves[..4] {
            game.play_unchecked(&mut position, mv);
        }
        assert!((learner.value(&position, moves[4]) - 0.4).abs() < 1e-9);
        assert!((learner.value(&start, moves[0]) - 0.97).abs() < 1e-9);
    }
}
