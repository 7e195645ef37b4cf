//! Many games side by side that a caller steps, one lane of the wires for each:
//! what a learner that acts in hundreds of games at once needs.
//!
//! A game that is over stays so until the next step, which restarts it whatever
//! action it is given. The plain way through [`Game`](stratalog_game::Game) is the
//! tests' oracle; the Python package measures the speed.

mod step;

use std::mem;

use stratalog_game::error::GameError;
use stratalog_run::{Seed, Stream};

use super::engine::Engine;
use super::game::RulesheetGame;
use super::network::Network;
use super::wires::opposite_mask;
use step::BlockStep;

/// The words of a block: 512 games are computed together.
const WORDS: usize = 8;
/// The games of a block.
const LANES: usize = 64 * WORDS;
/// A role that has no move of some code.
const NO_WIRE: u32 = u32::MAX;

type Lanes = [u64; WORDS];

/// How the games of a batch are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BatchOptions {
    /// How many games.
    pub games: usize,
    /// The role that the caller plays, while all others move at random; the role
    /// to move in each game where it is `None`.
    pub agent: Option<usize>,
    /// A game is cut off after this number of the caller's steps.
    pub max_steps: u32,
    /// Decides what is random.
    pub seed: Seed,
}

/// Where a step writes what happened; each slice has a part for each game.
pub struct BatchViews<'a> {
    /// For each game and possible fact, 1 where it holds.
    pub facts: &'a mut [i8],
    /// For each game and possible move, 1 where the role to move may make it.
    pub legal: &'a mut [i8],
    /// The role to move; -1 where the game is over.
    pub turns: &'a mut [i8],
    /// What the step was worth to the role that acted: at the end its goal, minus
    /// the mean goal of the other roles, divided by 100; before, 0.
    pub rewards: &'a mut [f32],
    /// For each game and role its goal, where the game ended in this step.
    pub goals: &'a mut [u8],
    /// Whether the game ended in this step.
    pub terminated: &'a mut [bool],
    /// Whether the game was cut off in this step.
    pub truncated: &'a mut [bool],
}

/// Many games side by side.
pub struct Batch {
    game: RulesheetGame,
    options: BatchOptions,
    players: usize,
    blocks: Vec<Block>,
    rng: Stream,
    /// For each role and code, the wire of the move.
    wires: Vec<Vec<u32>>,
    /// For each role and each of its moves, whether it only waits.
    waits: Vec<Vec<bool>>,
}

/// 512 games.
struct Block {
    values: Vec<Lanes>,
    coming: Vec<Lanes>,
    /// The games that are over and restart with the next step.
    over: Lanes,
    /// For each player, the games in which the caller decides for it.
    turns: Vec<Lanes>,
    steps: Vec<u32>,
}

impl RulesheetGame {
    /// Games side by side at their start; `None` where the rules did not become a
    /// network.
    pub fn batch(&self, options: BatchOptions) -> Option<Batch> {
        let Engine::Network(engine) = &self.0.engine else {
            return None;
        };
        let network = &engine.network;
        let moves = engine.possible_moves();
        let wires = engine.codes.iter().enumerate().map(|(role, codes)| {
            let mut wires = vec![NO_WIRE; moves];
            for (place, &code) in codes.iter().enumerate() {
                wires[code as usize] = network.move_wire(role, place);
            }
            wires
        });
        let waits = engine.codes.iter();
        let waits = waits.map(|codes| codes.iter().map(|&code| self.does_nothing(code)).collect());
        let block = || Block {
            values: vec![[0; WORDS]; network.wire_count()],
            coming: vec![[0; WORDS]; network.facts.len()],
            over: [u64::MAX; WORDS],
            turns: vec![[0; WORDS]; self.0.players],
            steps: vec![0; LANES],
        };
        Some(Batch {
            wires: wires.collect(),
            waits: waits.collect(),
            players: self.0.players,
            blocks: (0..options.games.div_ceil(LANES))
                .map(|_| block())
                .collect(),
            rng: options.seed.stream(0),
            game: self.clone(),
            options,
        })
    }

    fn codes(&self, role: usize) -> &[u32] {
        match &self.0.engine {
            Engine::Network(engine) => &engine.codes[role],
            Engine::Interpreter(_) => &[],
        }
    }
}

impl Batch {
    /// How many games there are.
    pub fn games(&self) -> usize {
        self.options.games
    }

    /// How many facts each game's part of the views has.
    pub fn facts(&self) -> usize {
        self.network().facts.len()
    }

    /// How many moves each game's part of the views has.
    pub fn moves(&self) -> usize {
        self.wires.first().map_or(0, Vec::len)
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.players
    }

    fn network(&self) -> &Network {
        self.game.network().expect("a batch is made from a network")
    }

    /// Restarts all games.
    pub fn reset(&mut self, seed: Seed, views: &mut BatchViews<'_>) -> Result<(), GameError> {
        self.rng = seed.stream(0);
        for block in &mut self.blocks {
            block.over = [u64::MAX; WORDS];
        }
        self.step(&[], views)
    }

    /// Makes the caller's move in each game, by its code, and restarts games that
    /// were over. Without actions, all games must be over. An action that is not
    /// legal is an error, and then nothing has changed.
    pub fn step(&mut self, actions: &[i64], views: &mut BatchViews<'_>) -> Result<(), GameError> {
        self.check(actions)?;
        let mut blocks = mem::take(&mut self.blocks);
        let mut result = Ok(());
        for (number, block) in blocks.iter_mut().enumerate() {
            let from = number * LANES;
            let games = (self.options.games - from).min(LANES);
            let chosen = actions.get(from..from + games).unwrap_or(&[]);
            let step = BlockStep {
                batch: self,
                games,
                present: present(games),
            };
            let mut rng = step.batch.rng.clone();
            let stepped = step.run(block, chosen, &mut rng, &mut part(views, &step, from));
            self.rng = rng;
            result = result.and(stepped);
        }
        self.blocks = blocks;
        result
    }

    /// Refuses actions that are not legal.
    fn check(&self, actions: &[i64]) -> Result<(), GameError> {
        if actions.is_empty() {
            return Ok(());
        }
        for (number, &action) in actions.iter().enumerate() {
            let block = &self.blocks[number / LANES];
            let (word, bit) = (number % LANES / 64, number % 64);
            let is_in = |lanes: &Lanes| lanes[word] >> bit & 1 == 1;
            if is_in(&block.over) {
                continue;
            }
            let role = block.turns.iter().position(is_in).unwrap_or(0);
            if !self.is_legal(block, role, action, (word, bit)) {
                let code = u32::try_from(action).ok();
                let text = code.filter(|&code| (code as usize) < self.moves());
                let text = text.map_or_else(
                    || action.to_string(),
                    |code| self.game.0.engine.move_term(code).to_string(),
                );
                return Err(GameError::BadMove {
                    text,
                    expected: format!("in game {number} it is not legal; choose by the mask"),
                });
            }
        }
        Ok(())
    }

    fn is_legal(&self, block: &Block, role: usize, action: i64, lane: (usize, usize)) -> bool {
        let wire = usize::try_from(action).ok();
        let wire = wire.and_then(|action| self.wires[role].get(action));
        let Some(&wire) = wire.filter(|&&wire| wire != NO_WIRE) else {
            return false;
        };
        let network = self.network();
        let place = wire - network.move_wire(role, 0);
        let signal = network.legal[role][place as usize];
        let word = block.values[signal.wire() as usize][lane.0] ^ opposite_mask(signal);
        word >> lane.1 & 1 == 1
    }
}

/// The lanes of a block that have a game.
fn present(games: usize) -> Lanes {
    std::array::from_fn(|word| match games.saturating_sub(64 * word) {
        0 => 0,
        64.. => u64::MAX,
        rest => (1 << rest) - 1,
    })
}

/// The part of the views that a block writes to.
fn part<'a>(views: &'a mut BatchViews<'_>, step: &BlockStep<'_>, from: usize) -> BatchViews<'a> {
    let to = from + step.games;
    let (facts, moves) = (step.batch.facts(), step.batch.moves());
    let players = step.batch.players;
    BatchViews {
        facts: &mut views.facts[from * facts..to * facts],
        legal: &mut views.legal[from * moves..to * moves],
        turns: &mut views.turns[from..to],
        rewards: &mut views.rewards[from..to],
        goals: &mut views.goals[from * players..to * players],
        terminated: &mut views.terminated[from..to],
        truncated: &mut views.truncated[from..to],
    }
}
