//! The learner: it explores, remembers the consequences of its moves, and trains
//! its network.

use rand::RngExt;
use stratalog_game::{
    Decision, Described, Learner, Outcome, PerfectInformation, Played, Player, PlayerError, Reason,
    Situation, Turn,
};
use stratalog_run::{Seed, Stream};

use crate::deep_q::encoding::Encoding;
use crate::deep_q::network::{Batch, Network, Training};

/// The parameters of deep Q-learning. The defaults are those of the MIGO paper's
/// experiments, and common ones where the paper gives none.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameters {
    /// The discount of later rewards.
    pub discount: f64,
    /// The share of random moves at the start.
    pub first_exploration: f64,
    /// The share of random moves at the end.
    pub last_exploration: f64,
    /// The number of moves from the first share to the last.
    pub annealing: u32,
    /// How the network is trained.
    pub training: Training,
    /// The number of moves in one step of training.
    pub batch: usize,
    /// The size of the replay memory, in moves.
    pub memory: usize,
}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters {
            discount: 0.8,
            first_exploration: 0.6,
            last_exploration: 0.1,
            annealing: 500,
            training: Training {
                rate: 0.001,
                regularisation: 0.01,
                target_update: 0.01,
            },
            batch: 32,
            memory: 2_000,
        }
    }
}

/// A move and its consequences.
struct Memory {
    position: Vec<f32>,
    mv: u32,
    /// The value of the game's outcome, if the game ended.
    reward: f32,
    /// The learner's next position and its legal moves.
    next: Option<(Vec<f32>, Vec<u32>)>,
}

/// A learner with a network.
pub struct DeepQ<G: PerfectInformation + Described> {
    parameters: Parameters,
    encoding: Encoding<G>,
    network: Network,
    memories: Vec<Memory>,
    /// The place of the next memory when the replay memory is full.
    oldest: usize,
    /// Moves made so far.
    made: u32,
    rng: Stream,
    /// An error in training, returned by the next decision.
    failure: Option<candle_core::Error>,
}

impl<G: PerfectInformation + Described> DeepQ<G> {
    /// A new learner. The seed determines its initial weights and the moves it
    /// samples.
    pub fn new(game: &G, parameters: Parameters, seed: Seed) -> candle_core::Result<DeepQ<G>> {
        let encoding = Encoding::of(game);
        let mut rng = seed.derive("deep q").stream(0);
        let network = Network::new(
            encoding.facts(),
            encoding.moves(),
            parameters.training,
            &mut rng,
        )?;
        Ok(DeepQ {
            parameters,
            encoding,
            network,
            memories: Vec::new(),
            oldest: 0,
            made: 0,
            rng,
            failure: None,
        })
    }

    /// The current share of random moves.
    fn exploration(&self) -> f64 {
        let Parameters {
            first_exploration: first,
            last_exploration: last,
            annealing,
            ..
        } = self.parameters;
        let done = f64::from(self.made) / f64::from(annealing.max(1));
        first + (last - first) * done.min(1.0)
    }

    fn best(
        &self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
    ) -> Result<G::Move, PlayerError> {
        let numbers = self.encoding.position(game, position);
        let values = self.network.values(&numbers).map_err(undecided)?;
        let value = |mv: &G::Move| {
            let known = self.encoding.number(*mv).and_then(|at| values.get(at));
            known.copied().unwrap_or(f32::NEG_INFINITY)
        };
        let mut moves = moves.iter();
        let first = *moves.next().ok_or(PlayerError::NoMove)?;
        Ok(moves.fold(
            first,
            |best, mv| if value(mv) > value(&best) { *mv } else { best },
        ))
    }

    fn remember(&mut self, memory: Memory) {
        if self.memories.len() < self.parameters.memory.max(1) {
            self.memories.push(memory);
        } else {
            self.memories[self.oldest] = memory;
            self.oldest = (self.oldest + 1) % self.memories.len();
        }
    }

    /// One step of training on moves sampled from the replay memory.
    fn train(&mut self) -> candle_core::Result<()> {
        if self.memories.is_empty() {
            return Ok(());
        }
        let count = self.memories.len() as u32;
        let sampled: Vec<usize> = (0..self.parameters.batch.max(1))
            .map(|_| self.rng.random_range(0..count) as usize)
            .collect();
        let later: Vec<f32> = sampled
            .iter()
            .filter_map(|&at| self.memories[at].next.as_ref())
            .flat_map(|(position, _)| position.iter().copied())
            .collect();
        let mut later = if later.is_empty() {
            Vec::new().into_iter()
        } else {
            self.network.target_values(&later)?.into_iter()
        };
        let mut batch = Batch::default();
        for at in sampled {
            let memory = &self.memories[at];
            let promise = memory.next.as_ref().map_or(0.0, |(_, moves)| {
                let values = later.next().unwrap_or_default();
                let values = moves.iter().filter_map(|&mv| values.get(mv as usize));
                values.copied().reduce(f32::max).unwrap_or(0.0)
            });
            batch.positions.extend(&memory.position);
            batch.moves.push(memory.mv);
            let value = memory.reward + self.parameters.discount as f32 * promise;
            batch.values.push(value);
        }
        self.network.train(&batch)
    }

    /// The learner's moves of a game, each with its consequences.
    fn experience(&self, game: &G, played: &Played<G>) -> Vec<Memory> {
        let mut position = played.start.clone();
        let mut memories: Vec<Memory> = Vec::new();
        let mut legal = Vec::new();
        for &mv in &played.moves {
            if game.turn(&position) == Turn::Role(played.role)
                && let Some(number) = self.encoding.number(mv)
            {
                let numbers = self.encoding.position(game, &position);
                if let Some(last) = memories.last_mut() {
                    game.legal_moves(&position, &mut legal);
                    let moves = legal.iter().filter_map(|&mv| self.encoding.number(mv));
                    let moves = moves.map(|number| number as u32).collect();
                    last.next = Some((numbers.clone(), moves));
                }
                memories.push(Memory {
                    position: numbers,
                    mv: number as u32,
                    reward: 0.0,
                    next: None,
                });
            }
            game.play_unchecked(&mut position, mv);
        }
        if let Some(last) = memories.last_mut() {
            last.reward = match played.outcome {
                Outcome::Win => 1.0,
                Outcome::Draw => 0.0,
                Outcome::Loss => -1.0,
            };
        }
        memories
    }
}

fn undecided(error: candle_core::Error) -> PlayerError {
    PlayerError::Undecided(format!("the network cannot be evaluated: {error}"))
}

impl<G: PerfectInformation + Described> Player<G> for DeepQ<G> {
    fn decide(
        &mut self,
        Situation {
            game, view, rng, ..
        }: Situation<'_, G>,
    ) -> Result<Decision<G::Move>, PlayerError> {
        if let Some(failure) = self.failure.take() {
            return Err(undecided(failure));
        }
        let mut moves = Vec::new();
        game.legal_moves(view, &mut moves);
        if moves.is_empty() {
            return Err(PlayerError::NoMove);
        }
        let explores = rng.random_bool(self.exploration().clamp(0.0, 1.0));
        self.made = self.made.saturating_add(1);
        let mv = if explores {
            moves[rng.random_range(0..moves.len() as u32) as usize]
        } else {
            self.best(game, view, &moves)?
        };
        Ok(Decision {
            mv,
            reason: Reason::Random { among: moves.len() },
        })
    }
}

impl<G: PerfectInformation + Described> Learner<G> for DeepQ<G> {
    fn learn(&mut self, game: &G, played: &Played<G>) {
        for memory in self.experience(game, played) {
            self.remember(memory);
            if let Err(error) = self.train() {
                self.failure = Some(error);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stratalog_game::{Game, Role};
    use stratalog_games::NoughtsAndCrosses;

    fn played(game: &NoughtsAndCrosses) -> Played<NoughtsAndCrosses> {
        let text = ["1,1", "1,2", "2,2", "1,3", "3,3"];
        let moves = text
            .iter()
            .map(|text| game.parse_move(text).expect("a move"));
        Played {
            start: game.initial(&mut Seed(1).stream(0)),
            moves: moves.collect(),
            role: Role(0),
            outcome: Outcome::Win,
        }
    }

    fn taught(games: u32) -> (DeepQ<NoughtsAndCrosses>, Played<NoughtsAndCrosses>) {
        let game = NoughtsAndCrosses;
        let played = played(&game);
        let mut learner = DeepQ::new(&game, Parameters::default(), Seed(1)).expect("a network");
        for _ in 0..games {
            learner.learn(&game, &played);
        }
        assert!(learner.failure.is_none());
        (learner, played)
    }

    #[test]
    fn a_win_teaches_the_winning_move() {
        let (learner, played) = taught(60);
        let game = NoughtsAndCrosses;
        let mut position = played.start;
        let (&last, before) = played.moves.split_last().expect("a game has moves");
        for &mv in before {
            game.play_unchecked(&mut position, mv);
        }
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        assert_eq!(learner.best(&game, &position, &moves), Ok(last));
    }

    #[test]
    fn the_same_seed_gives_the_same_values() {
        let values = |games| {
            let (learner, played) = taught(games);
            let numbers = learner.encoding.position(&NoughtsAndCrosses, &played.start);
            learner.network.values(&numbers).expect("values")
        };
        assert_eq!(values(5), values(5));
        assert_ne!(values(5), values(6));
    }

    #[test]
    fn exploration_decreases_from_its_first_to_its_last_share() {
        let (mut learner, _) = taught(0);
        assert!((learner.exploration() - 0.6).abs() < 1e-9);
        learner.made = 250;
        assert!((learner.exploration() - 0.35).abs() < 1e-9);
        learner.made = 100_000;
        assert!((learner.exploration() - 0.1).abs() < 1e-9);
    }
}
