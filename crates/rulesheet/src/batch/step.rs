//! One step of 512 games: the moves, whose turn it is then, and what is seen of it.

use std::mem;

use rand::Rng;
use stratalog_game::bits;
use stratalog_game::error::GameError;
use stratalog_run::Stream;

use super::{Batch, BatchViews, Block, Lanes, WORDS};
use crate::lanes::{MAX_STEPS, transpose};
use crate::network::Network;
use crate::wires::{Wires, opposite_mask};

/// One step of one block.
pub struct BlockStep<'b> {
    pub batch: &'b Batch,
    /// How many games the block has.
    pub games: usize,
    /// Their lanes.
    pub present: Lanes,
}

impl BlockStep<'_> {
    /// Makes the step and writes what the caller sees.
    pub fn run(
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
