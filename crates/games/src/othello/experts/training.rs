//! Learning the weights by temporal differences (Sutton's TD(lambda), 1988).
//! The evaluation plays against itself with a search of three plies, some random
//! moves, and perfect play at the end. The value of a position is the hyperbolic
//! tangent of the weighted sum. After each game the weights change such that the
//! value of a position is closer to the values that followed it and to the outcome.

use crate::Othello;
use crate::othello::bitboard::{members, placements};
use rand::RngExt;
use stratalog_game::Game;
use stratalog_run::{Seed, Stream};

use super::endgame::Solver;
use super::evaluation::{ExpertEvaluation, KNOTS, KnotWeights};
use super::features::COUNT;
use super::layout::Discs;
use super::{discs_to_move, lookahead, placed};

/// How the weights are learned.
#[derive(Clone, Debug)]
pub struct SelfPlayTraining {
    /// Games of self-play.
    pub games: u64,
    /// The seed of all random choices.
    pub seed: Seed,
    /// How far credit reaches back: 0 to the position before, 1 to the first.
    pub lambda: f64,
    /// The learning rate of the first game and of the last, with geometric decay
    /// between them.
    pub rates: (f64, f64),
    /// The plies of the search.
    pub plies: u32,
    /// The share of moves made at random.
    pub exploration: f64,
    /// The largest number of random moves at the start of a game. The number is
    /// drawn for each game.
    pub opening: u32,
    /// Both sides play perfectly from this number of empty squares on.
    pub perfect: u32,
}

impl Default for SelfPlayTraining {
    fn default() -> SelfPlayTraining {
        SelfPlayTraining {
            games: 40_000,
            seed: Seed(1),
            lambda: 0.7,
            rates: (0.2, 0.001),
            plies: 3,
            exploration: 0.1,
            opening: 20,
            perfect: 12,
        }
    }
}

/// The result of a training.
#[derive(Clone, Debug)]
pub struct TrainingReport {
    /// The weights after the last game.
    pub weights: KnotWeights,
    /// For each tenth of the games, the mean squared difference between the values
    /// of successive positions.
    pub errors: Vec<f64>,
}

impl SelfPlayTraining {
    /// Plays all games and returns the final weights.
    pub fn run(&self, game: &Othello) -> TrainingReport {
        let mut weights = [[0.0; COUNT]; KNOTS];
        let mut evaluation = ExpertEvaluation::new(game, &weights);
        let mut solver = Solver::new(evaluation.layout().clone());
        let mut errors = vec![Mean::default(); 10];
        for number in 0..self.games {
            let mut rng = self.seed.stream(number);
            let tenth = (number * 10 / self.games.max(1)) as usize;
            let episode = Episode {
                training: self,
                evaluation: &evaluation,
                solver: &mut solver,
                errors: &mut errors[tenth.min(9)],
            };
            let step = episode.play(game, &mut rng);
            let rate = self.rate(number);
            for (row, changes) in weights.iter_mut().zip(&step) {
                for (weight, change) in row.iter_mut().zip(changes) {
                    *weight += rate * change;
                }
            }
            evaluation.set_weights(&weights);
        }
        TrainingReport {
            weights,
            errors: errors.into_iter().map(Mean::value).collect(),
        }
    }

    fn rate(&self, number: u64) -> f64 {
        let (first, last) = self.rates;
        first * (last / first).powf(number as f64 / self.games.max(1) as f64)
    }
}

#[derive(Clone, Copy, Default)]
struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    fn add(&mut self, number: f64) {
        self.sum += number;
        self.count += 1;
    }

    fn value(self) -> f64 {
        self.sum / self.count.max(1) as f64
    }
}

/// One game of self-play.
struct Episode<'a> {
    training: &'a SelfPlayTraining,
    evaluation: &'a ExpertEvaluation,
    solver: &'a mut Solver,
    errors: &'a mut Mean,
}

impl Episode<'_> {
    /// The sum of the weight changes for the positions of the game.
    fn play(mut self, game: &Othello, rng: &mut Stream) -> KnotWeights {
        let mut step = [[0.0; COUNT]; KNOTS];
        let mut traces = [[0.0; COUNT]; KNOTS];
        let mut before: Option<f64> = None;
        let Some((mut discs, mut is_black)) = self.opening(game, rng) else {
            return step;
        };
        loop {
            let sign = if is_black { 1.0 } else { -1.0 };
            let Some((values, mover)) = self.evaluation.features(discs) else {
                let outcome = sign * f64::from(discs.lead().signum());
                self.credit(&mut step, &traces, before, outcome);
                return step;
            };
            // Values are for black, features for the side that can move.
            let sign = sign * mover;
            let value = sign * (mover * self.evaluation.value(discs)).tanh();
            self.credit(&mut step, &traces, before, value);
            before = Some(value);
            let stage = self.evaluation.stage(discs);
            let slope = sign * (1.0 - value * value);
            for (knot, row) in traces.iter_mut().enumerate() {
                let share = match knot {
                    _ if knot == stage.knot => 1.0 - stage.beyond,
                    _ if knot == stage.knot + 1 => stage.beyond,
                    _ => 0.0,
                };
                for (trace, feature) in row.iter_mut().zip(&values) {
                    *trace = self.training.lambda * *trace + share * slope * feature;
                }
            }
            if mover < 0.0 {
                discs = discs.passed();
                is_black = !is_black;
            }
            let Some(square) = self.choice(discs, rng) else {
                return step;
            };
            discs = placed(discs, square);
            is_black = !is_black;
        }
    }

    fn credit(
        &mut self,
        step: &mut KnotWeights,
        traces: &KnotWeights,
        before: Option<f64>,
        now: f64,
    ) {
        let Some(before) = before else { return };
        let error = now - before;
        self.errors.add(error * error);
        for (row, trace_row) in step.iter_mut().zip(traces) {
            for (change, trace) in row.iter_mut().zip(trace_row) {
                *change += error * trace;
            }
        }
    }

    /// The position after random moves, and whether black is to move there; none if
    /// they end the game.
    fn opening(&self, game: &Othello, rng: &mut Stream) -> Option<(Discs, bool)> {
        let mut position = game.initial(rng);
        let mut scratch = Vec::new();
        for _ in 0..rng.random_range(0..=self.training.opening) {
            let stratalog_game::Turn::Role(role) = game.turn(&position) else {
                return None;
            };
            let (mv, _) = game.random_choice(&position, role, rng, &mut scratch)?;
            game.play_unchecked(&mut position, mv);
        }
        let discs = discs_to_move(game, &position)?;
        Some((discs, discs.own == position.discs()[0]))
    }

    fn choice(&mut self, discs: Discs, rng: &mut Stream) -> Option<u8> {
        let empty = self.evaluation.layout().empty(discs);
        if empty.count_ones() <= self.training.perfect {
            return self.solver.best(discs).map(|perfect| perfect.square);
        }
        if rng.random_bool(self.training.exploration.clamp(0.0, 1.0)) {
            let open = placements(discs.own, discs.other, empty);
            let chosen = rng.random_range(0..open.count_ones().max(1));
            return members(open).nth(chosen as usize);
        }
        lookahead::best(self.evaluation, discs, self.training.plies).map(|found| found.square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::experts::features::NAMES;

    #[test]
    fn training_is_deterministic_and_learns_that_corners_are_valuable() {
        let game = Othello::new(Othello::DEFAULT).expect("8x8");
        let training = SelfPlayTraining {
            games: 300,
            plies: 1,
            perfect: 6,
            ..SelfPlayTraining::default()
        };
        let report = training.run(&game);
        assert_eq!(report.weights, training.run(&game).weights);
        let weight = |name: &str| {
            let index = NAMES.iter().position(|n| *n == name).expect("a feature");
            report.weights[2][index]
        };
        assert!(weight("corners") > 0.2, "{}", weight("corners"));
        assert!(weight("X squares at empty corners") < 0.0);
    }
}
