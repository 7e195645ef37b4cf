//! Many games side by side that a caller steps, one lane of the [`Wires`] for each:
//! what a learner that acts in hundreds of games at once needs.
//!
//! A game that is over stays so until the next step, which restarts it whatever
//! action it is given. The plain way through [`Game`](stratalog_game::Game) is the
//! tests' oracle; the Python package measures the speed.

use std::mem;

use rand::Rng;
use stratalog_game::bits;
use stratalog_game::error::GameError;
use stratalog_run::{Seed, Stream};

use super::engine::Engine;
use super::game::RulesheetGame;
use super::lanes::{MAX_STEPS, transpose};
use super::network::Network;
use super::wires::{Wires, opposite_mask};

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

/// One step of one block.
struct BlockStep<'b> {
    batch: &'b Batch,
    games: usize,
    present: Lanes,
}

impl BlockStep<'_> {
    fn run(
        &self,
        block: &mut Block,
        actions: &[i64],
        rng: &mut Stream,
        views: &mut BatchViews<'_>,
    ) -> Result<(), GameError> {
        let network = self.batch.network();
        let acted = block.turns.clone();
        let restarted = both(&block.over, &self.present);
        let moving = without(&self.present, &block.over);
        views.rewards.fill(0.0);
        views.goals.fill(0);
        views.terminated.fill(false);
        views.truncated.fill(false);
        let mut wires = Wires::carrying(network, mem::take(&mut block.values));
        if any(&moving) {
            self.make_moves(&mut wires, block, actions, &moving, rng);
            advance(&mut wires, &mut block.coming, &moving);
        }
        restart(&mut wires, &restarted);
        let stepped = self.settle(&mut wires, block, rng);
        block.values = wires.values;
        stepped?;
        self.count_steps(block, &restarted, views);
        self.write(block, &acted, &restarted, views)
    }

    /// Sets the wires of the moves in these games: the caller's action for the role
    /// that it decides for, else the only move, or one at random.
    fn make_moves(
        &self,
        wires: &mut Wires<'_, WORDS>,
        block: &Block,
        actions: &[i64],
        moving: &Lanes,
        rng: &mut Stream,
    ) {
        let network = self.batch.network();
        let first = 1 + network.facts.len();
        wires.values[first..network.input_count()].fill([0; WORDS]);
        for role in 0..network.moves.len() {
            let mut drawn = *moving;
            if let Some(turns) = block.turns.get(role).filter(|_| !actions.is_empty()) {
                let acting = both(turns, moving);
                drawn = without(&drawn, &acting);
                let codes = &self.batch.wires[role];
                for (word, &set) in acting.iter().enumerate() {
                    for bit in bits::members(set) {
                        let code = actions[64 * word + usize::from(bit)] as usize;
                        wires.values[codes[code] as usize][word] |= 1 << bit;
                    }
                }
            }
            draw(wires, network, role, &drawn, rng);
        }
    }

    /// Finds whose turn it is in each game, and lets those move that the caller
    /// does not decide for.
    fn settle(
        &self,
        wires: &mut Wires<'_, WORDS>,
        block: &mut Block,
        rng: &mut Stream,
    ) -> Result<(), GameError> {
        let network = self.batch.network();
        for _ in 0..MAX_STEPS {
            wires.compute(0, network.stage_ends[0]);
            block.over = both(&wires.value(network.terminal), &self.present);
            let waiting = self.find_turns(wires, block)?;
            if !any(&waiting) {
                return Ok(());
            }
            self.make_moves(wires, block, &[], &waiting, rng);
            advance(wires, &mut block.coming, &waiting);
        }
        Err(self.failed(format!(
            "the others move {MAX_STEPS} times before the caller has a choice"
        )))
    }

    /// Finds for whom the caller decides; returns the games in which it decides for
    /// nobody.
    fn find_turns(&self, wires: &Wires<'_, WORDS>, block: &mut Block) -> Result<Lanes, GameError> {
        let network = self.batch.network();
        let players = self.batch.players;
        let mut open = without(&self.present, &block.over);
        let on = open;
        let choices: Vec<Choices> = (0..network.moves.len())
            .map(|role| Choices::of(wires, network, role, &self.batch.waits[role]))
            .collect();
        for (role, choices) in choices.iter().enumerate() {
            if any(&without(&on, &choices.some)) {
                let name = &self.batch.game.0.role_names[role];
                let cause = format!("{name} has no legal move, and the game is not over");
                return Err(self.failed(cause));
            }
        }
        let mut turns = vec![[0; WORDS]; players];
        for (turn, choices) in turns.iter_mut().zip(&choices) {
            *turn = both(&open, &choices.several);
            open = without(&open, turn);
        }
        let mut waiting = [0; WORDS];
        for chance in &choices[players..] {
            let acts = both(&open, &chance.acts);
            waiting = either(&waiting, &acts);
            open = without(&open, &acts);
        }
        for (turn, choices) in turns.iter_mut().zip(&choices) {
            let acts = both(&open, &choices.acts);
            *turn = either(turn, &acts);
            open = without(&open, &acts);
        }
        turns[0] = either(&turns[0], &open);
        if let Some(agent) = self.batch.options.agent {
            let own = either(&turns[agent], &both(&on, &choices[agent].several));
            turns.fill([0; WORDS]);
            turns[agent] = own;
            waiting = without(&on, &own);
        }
        block.turns = turns;
        Ok(waiting)
    }

    /// Counts the steps of each game and cuts off those that are too long.
    fn count_steps(&self, block: &mut Block, restarted: &Lanes, views: &mut BatchViews<'_>) {
        for (game, steps) in block.steps[..self.games].iter_mut().enumerate() {
            let (word, bit) = (game / 64, game % 64);
            let is_in = |lanes: &Lanes| lanes[word] >> bit & 1 == 1;
            if is_in(restarted) {
                *steps = 0;
                continue;
            }
            *steps += 1;
            views.terminated[game] = is_in(&block.over);
            if *steps >= self.batch.options.max_steps && !views.terminated[game] {
                views.truncated[game] = true;
                block.over[word] |= 1 << bit;
            }
        }
    }

    /// Writes what the caller sees.
    fn write(
        &self,
        block: &mut Block,
        acted: &[Lanes],
        restarted: &Lanes,
        views: &mut BatchViews<'_>,
    ) -> Result<(), GameError> {
        let network = self.batch.network();
        let facts = network.facts.len();
        let ended = without(&both(&block.over, &self.present), restarted);
        if any(&ended) {
            self.write_goals(block, acted, &ended, views)?;
        }
        views.turns.fill(-1);
        views.legal.fill(0);
        for word in 0..self.games.div_ceil(64) {
            let games = (self.games - 64 * word).min(64);
            for (number, wires) in block.values[1..=facts].chunks(64).enumerate() {
                let mut rows = [0; 64];
                for (row, wire) in rows.iter_mut().zip(wires) {
                    *row = wire[word];
                }
                transpose(&mut rows);
                for (lane, &row) in rows[..games].iter().enumerate() {
                    let from = (64 * word + lane) * facts + 64 * number;
                    spread(row, &mut views.facts[from..from + wires.len()]);
                }
            }
            for role in 0..self.batch.players {
                let lanes = block.turns[role][word] & !block.over[word];
                if lanes != 0 {
                    self.write_legal(block, role, (word, lanes), views);
                }
            }
        }
        Ok(())
    }

    fn write_legal(
        &self,
        block: &Block,
        role: usize,
        (word, lanes): (usize, u64),
        views: &mut BatchViews<'_>,
    ) {
        let network = self.batch.network();
        let moves = self.batch.moves();
        let codes = self.batch.game.codes(role);
        for lane in bits::members(lanes) {
            views.turns[64 * word + usize::from(lane)] = role as i8;
        }
        for (number, signals) in network.legal[role].chunks(64).enumerate() {
            let mut rows = [0; 64];
            for (row, &signal) in rows.iter_mut().zip(signals) {
                *row = block.values[signal.wire() as usize][word] ^ opposite_mask(signal);
            }
            transpose(&mut rows);
            for lane in bits::members(lanes) {
                let lane = usize::from(lane);
                let row = &mut views.legal[(64 * word + lane) * moves..][..moves];
                for bit in bits::members(rows[lane]) {
                    row[codes[64 * number + usize::from(bit)] as usize] = 1;
                }
            }
        }
    }

    /// Writes the goals of games that ended by the rules, and what they are worth
    /// to the role that acted.
    fn write_goals(
        &self,
        block: &mut Block,
        acted: &[Lanes],
        ended: &Lanes,
        views: &mut BatchViews<'_>,
    ) -> Result<(), GameError> {
        let network = self.batch.network();
        let players = self.batch.players;
        let [position_end, goals_end, ..] = network.stage_ends;
        let mut wires = Wires::carrying(network, mem::take(&mut block.values));
        wires.compute(position_end, goals_end);
        let mut wrong = None;
        for (word, &set) in ended.iter().enumerate() {
            for bit in bits::members(set) {
                let game = 64 * word + usize::from(bit);
                if !views.terminated[game] {
                    continue;
                }
                for role in 0..players {
                    let goals = network.goals[role].iter();
                    let held =
                        goals.filter(|(_, signal)| wires.value(*signal)[word] >> bit & 1 == 1);
                    let held: Vec<i64> = held.map(|&(goal, _)| goal).collect();
                    if held.len() != 1 || !(0..=100).contains(&held[0]) {
                        wrong = Some(role);
                    }
                    let best = held.iter().max().copied().unwrap_or(0);
                    views.goals[game * players + role] = best.clamp(0, 100) as u8;
                }
                let is_in = |lanes: &Lanes| lanes[word] >> bit & 1 == 1;
                let actor = acted.iter().position(is_in).unwrap_or(0);
                let goals = &views.goals[game * players..(game + 1) * players];
                views.rewards[game] = reward(goals, actor);
            }
        }
        block.values = wires.values;
        match wrong {
            Some(role) if self.batch.game.0.is_strict => {
                let name = &self.batch.game.0.role_names[role];
                Err(self.failed(format!(
                    "{name} has not exactly one goal from 0 to 100 at the end"
                )))
            }
            _ => Ok(()),
        }
    }

    fn failed(&self, cause: String) -> GameError {
        GameError::RulesFailed {
            game: self.batch.game.0.name.clone(),
            cause,
        }
    }
}

/// The goal of a role minus the mean goal of the others, divided by 100.
fn reward(goals: &[u8], role: usize) -> f32 {
    let own = f32::from(goals[role]);
    let sum: f32 = goals.iter().map(|&goal| f32::from(goal)).sum();
    match goals.len() - 1 {
        0 => own / 100.0,
        others => (own - (sum - own) / others as f32) / 100.0,
    }
}

/// In which games a role has a legal move, several, and one that does something.
struct Choices {
    some: Lanes,
    several: Lanes,
    acts: Lanes,
}

impl Choices {
    fn of(wires: &Wires<'_, WORDS>, network: &Network, role: usize, waits: &[bool]) -> Choices {
        let mut choices = Choices {
            some: [0; WORDS],
            several: [0; WORDS],
            acts: [0; WORDS],
        };
        for (&signal, &is_waiting) in network.legal[role].iter().zip(waits) {
            let legal = wires.value(signal);
            for (word, legal) in legal.into_iter().enumerate() {
                choices.several[word] |= choices.some[word] & legal;
                choices.some[word] |= legal;
                if !is_waiting {
                    choices.acts[word] |= legal;
                }
            }
        }
        choices
    }
}

/// Sets the wire of a random legal move of a role in each of these games.
fn draw(
    wires: &mut Wires<'_, WORDS>,
    network: &Network,
    role: usize,
    lanes: &Lanes,
    rng: &mut Stream,
) {
    if !any(lanes) {
        return;
    }
    let first = network.move_wire(role, 0) as usize;
    let (mut some, mut several) = ([0; WORDS], [0; WORDS]);
    for &signal in &network.legal[role] {
        for (word, legal) in wires.value(signal).into_iter().enumerate() {
            several[word] |= some[word] & legal;
            some[word] |= legal;
        }
    }
    for (place, &signal) in network.legal[role].iter().enumerate() {
        let legal = wires.value(signal);
        for word in 0..WORDS {
            wires.values[first + place][word] |= legal[word] & lanes[word] & !several[word];
        }
    }
    for word in 0..WORDS {
        let drawn = lanes[word] & several[word];
        if drawn == 0 {
            continue;
        }
        let blocks: Vec<[u64; 64]> = network.legal[role]
            .chunks(64)
            .map(|signals| {
                let mut rows = [0; 64];
                for (row, &signal) in rows.iter_mut().zip(signals) {
                    *row = wires.values[signal.wire() as usize][word] ^ opposite_mask(signal);
                }
                transpose(&mut rows);
                rows
            })
            .collect();
        for lane in bits::members(drawn) {
            let sets = blocks.iter().map(|rows| rows[usize::from(lane)]);
            let count: u32 = sets.clone().map(u64::count_ones).sum();
            let mut rank = (((rng.next_u64() >> 32) * u64::from(count)) >> 32) as u32;
            for (number, set) in sets.enumerate() {
                if rank < set.count_ones() {
                    let place = 64 * number + usize::from(bits::select(set, rank));
                    wires.values[first + place][word] |= 1 << lane;
                    break;
                }
                rank -= set.count_ones();
            }
        }
    }
}

/// Replaces the facts of these games by the next ones.
fn advance(wires: &mut Wires<'_, WORDS>, coming: &mut [Lanes], lanes: &Lanes) {
    let network = wires.network();
    let [_, goals_end, _, end] = network.stage_ends;
    wires.compute(goals_end, end);
    for (coming, &signal) in coming.iter_mut().zip(&network.next) {
        *coming = wires.value(signal);
    }
    for (fact, coming) in wires.values[1..].iter_mut().zip(coming) {
        for word in 0..WORDS {
            fact[word] = fact[word] & !lanes[word] | coming[word] & lanes[word];
        }
    }
}

/// Puts these games at their start.
fn restart(wires: &mut Wires<'_, WORDS>, lanes: &Lanes) {
    let network = wires.network();
    for (fact, &is_on) in wires.values[1..].iter_mut().zip(&network.initial) {
        for word in 0..WORDS {
            let kept = fact[word] & !lanes[word];
            fact[word] = if is_on { kept | lanes[word] } else { kept };
        }
    }
}

/// Writes bits as bytes.
fn spread(bits: u64, into: &mut [i8]) {
    const BYTES: [[i8; 8]; 256] = {
        let mut table = [[0; 8]; 256];
        let mut byte = 0;
        while byte < 256 {
            let mut bit = 0;
            while bit < 8 {
                table[byte][bit] = (byte >> bit & 1) as i8;
                bit += 1;
            }
            byte += 1;
        }
        table
    };
    for (number, bytes) in into.chunks_mut(8).enumerate() {
        let spread = &BYTES[(bits >> (8 * number) & 0xff) as usize];
        bytes.copy_from_slice(&spread[..bytes.len()]);
    }
}

fn any(lanes: &Lanes) -> bool {
    lanes.iter().any(|&word| word != 0)
}

fn both(a: &Lanes, b: &Lanes) -> Lanes {
    std::array::from_fn(|word| a[word] & b[word])
}

fn either(a: &Lanes, b: &Lanes) -> Lanes {
    std::array::from_fn(|word| a[word] | b[word])
}

fn without(a: &Lanes, b: &Lanes) -> Lanes {
    std::array::from_fn(|word| a[word] & !b[word])
}
