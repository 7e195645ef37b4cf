//! Hundreds of random games at once, one lane of the [`Wires`] for each.
//!
//! A game that ends is restarted in its lane. The bench `rulesheets` measures it;
//! the plain way through [`Game`](stratalog_game::Game) is the tests' oracle.

use rand::Rng;

use super::network::Network;
use super::wires::{Wires, opposite_mask};
use stratalog_run::Stream;

/// Games longer than this are abandoned.
pub const MAX_STEPS: u32 = 20_000;

/// The results of random games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// Games that ended.
    pub playouts: u64,
    /// Joint moves of the games that ended.
    pub steps: u64,
    /// For each role, the sum of its goals.
    pub goals: Vec<f64>,
    /// Games without an end: somebody had no legal move, or it took too long.
    pub stuck: u64,
    /// Games of which some player had no goal at the end, or several, or one that
    /// is not from 0 to 100.
    pub wrong_goals: u64,
}

impl Tally {
    /// An empty tally for this many roles.
    pub fn new(roles: usize) -> Tally {
        Tally {
            goals: vec![0.0; roles],
            ..Tally::default()
        }
    }

    /// Adds the games of another.
    pub fn add(&mut self, other: &Tally) {
        self.playouts += other.playouts;
        self.steps += other.steps;
        self.stuck += other.stuck;
        self.wrong_goals += other.wrong_goals;
        for (sum, more) in self.goals.iter_mut().zip(&other.goals) {
            *sum += more;
        }
    }
}

/// `WORDS` times 64 games that are played side by side.
pub struct Lanes<'a, const WORDS: usize> {
    network: &'a Network,
    /// The number of roles that are players.
    players: usize,
    wires: Wires<'a, WORDS>,
    /// The next facts, before they take the place of the present ones.
    coming: Vec<[u64; WORDS]>,
    /// How many steps were made, and at which of them each game began.
    now: u64,
    begun: Vec<u64>,
    /// For one role, the legal moves of each game, in blocks of 64 moves.
    legal: Vec<[u64; 64]>,
}

impl<'a, const WORDS: usize> Lanes<'a, WORDS> {
    /// Games at their start.
    pub fn new(network: &'a Network, players: usize) -> Lanes<'a, WORDS> {
        let mut wires = Wires::new(network);
        for (place, &is_on) in network.initial.iter().enumerate() {
            wires.values[place + 1] = [if is_on { u64::MAX } else { 0 }; WORDS];
        }
        let most_moves = network.moves.iter().map(Vec::len).max().unwrap_or(0);
        Lanes {
            network,
            players,
            wires,
            coming: vec![[0; WORDS]; network.facts.len()],
            now: 0,
            begun: vec![0; 64 * WORDS],
            legal: vec![[0; 64]; most_moves.div_ceil(64)],
        }
    }

    /// Makes one random joint move in every game that is not over, and restarts
    /// those that are.
    pub fn step(&mut self, rng: &mut Stream, tally: &mut Tally) {
        let [position_end, goals_end, _, end] = self.network.stage_ends;
        self.wires.compute(0, position_end);
        let over = self.wires.value(self.network.terminal);
        if over.iter().any(|&word| word != 0) {
            self.wires.compute(position_end, goals_end);
            self.score(&over, tally);
        }
        let stuck = self.choose_moves(&over, rng);
        self.wires.compute(goals_end, end);
        let mut restart = [0; WORDS];
        for ((restart, over), stuck) in restart.iter_mut().zip(over).zip(stuck) {
            *restart = over | stuck;
            tally.stuck += u64::from(stuck.count_ones());
        }
        self.go_on(&restart);
    }

    fn score(&mut self, over: &[u64; WORDS], tally: &mut Tally) {
        let mut wrong = [0; WORDS];
        for (role, goals) in self.network.goals.iter().enumerate() {
            let (mut some, mut several) = ([0; WORDS], [0; WORDS]);
            for &(value, signal) in goals {
                let words = self.wires.value(signal);
                let is_wrong = if (0..=100).contains(&value) {
                    0
                } else {
                    u64::MAX
                };
                for word in 0..WORDS {
                    several[word] |= some[word] & words[word] | words[word] & is_wrong;
                    some[word] |= words[word];
                }
                let games: u32 = words
                    .iter()
                    .zip(over)
                    .map(|(w, o)| (w & o).count_ones())
                    .sum();
                tally.goals[role] += value as f64 * f64::from(games);
            }
            if role < self.players {
                for word in 0..WORDS {
                    wrong[word] |= over[word] & (several[word] | !some[word]);
                }
            }
        }
        let wrong_games: u32 = wrong.iter().map(|word| word.count_ones()).sum();
        tally.wrong_goals += u64::from(wrong_games);
        for (word, &set) in over.iter().enumerate() {
            tally.playouts += u64::from(set.count_ones());
            for lane in stratalog_game::bits::members(set) {
                tally.steps += self.now - self.begun[word * 64 + usize::from(lane)];
            }
        }
    }

    /// Chooses a random move for every role of every game that is not over; returns
    /// the games in which a role has none, or that have become too long.
    fn choose_moves(&mut self, over: &[u64; WORDS], rng: &mut Stream) -> [u64; WORDS] {
        let first_move = 1 + self.network.facts.len();
        let first_gate = self.network.input_count();
        self.wires.values[first_move..first_gate].fill([0; WORDS]);
        let mut stuck = self.too_long();
        let mut first_wire = first_move;
        for role in 0..self.network.moves.len() {
            let several = self.force_moves(role, first_wire, over, &mut stuck);
            for (word, &lanes) in several.iter().enumerate() {
                if lanes != 0 {
                    self.gather_legal(role, word);
                    self.draw_moves(role, first_wire, word, lanes, rng);
                }
            }
            first_wire += self.network.moves[role].len();
        }
        for (stuck, over) in stuck.iter_mut().zip(over) {
            *stuck &= !over;
        }
        stuck
    }

    /// Makes the move of a role in all games in which it has only one, at once;
    /// gives the games in which it has several, and marks those with none.
    fn force_moves(
        &mut self,
        role: usize,
        first_wire: usize,
        over: &[u64; WORDS],
        stuck: &mut [u64; WORDS],
    ) -> [u64; WORDS] {
        let mut some = [0; WORDS];
        let mut several = [0; WORDS];
        for &signal in &self.network.legal[role] {
            let legal = self.wires.value(signal);
            for word in 0..WORDS {
                several[word] |= some[word] & legal[word];
                some[word] |= legal[word];
            }
        }
        let mut only = [0; WORDS];
        for word in 0..WORDS {
            several[word] &= !over[word];
            stuck[word] |= !some[word];
            only[word] = some[word] & !several[word] & !over[word];
        }
        if only.iter().any(|&word| word != 0) {
            for (place, &signal) in self.network.legal[role].iter().enumerate() {
                let legal = self.wires.value(signal);
                let made = &mut self.wires.values[first_wire + place];
                for word in 0..WORDS {
                    made[word] = legal[word] & only[word];
                }
            }
        }
        several
    }

    /// Draws a move of a role in each of these games of one word.
    fn draw_moves(
        &mut self,
        role: usize,
        first_wire: usize,
        word: usize,
        lanes: u64,
        rng: &mut Stream,
    ) {
        let blocks = self.network.legal[role].len().div_ceil(64);
        for lane in stratalog_game::bits::members(lanes) {
            let lane = usize::from(lane);
            let sums = self.legal[..blocks]
                .iter()
                .map(|rows| ByteSums::of(rows[lane]));
            let count: u32 = sums.map(ByteSums::total).sum();
            let mut rank = (((rng.next_u64() >> 32) * u64::from(count)) >> 32) as u32;
            for block in 0..blocks {
                let set = self.legal[block][lane];
                let sums = ByteSums::of(set);
                if rank < sums.total() {
                    let place = block * 64 + sums.select(set, rank);
                    self.wires.values[first_wire + place][word] |= 1 << lane;
                    break;
                }
                rank -= sums.total();
            }
        }
    }

    /// Games that have become too long; checked every 1024 steps.
    fn too_long(&self) -> [u64; WORDS] {
        let mut long = [0; WORDS];
        if self.now.is_multiple_of(1024) {
            for (lane, &begun) in self.begun.iter().enumerate() {
                let is_long = self.now - begun > u64::from(MAX_STEPS);
                long[lane / 64] |= u64::from(is_long) << (lane % 64);
            }
        }
        long
    }

    /// Turns the legal moves of a role from a word a move into a word a game.
    fn gather_legal(&mut self, role: usize, word: usize) {
        for (block, signals) in self.network.legal[role].chunks(64).enumerate() {
            let rows = &mut self.legal[block];
            rows.fill(0);
            for (row, &signal) in rows.iter_mut().zip(signals) {
                *row = self.wires.values[signal.wire() as usize][word] ^ opposite_mask(signal);
            }
            transpose(rows);
        }
    }

    fn go_on(&mut self, restart: &[u64; WORDS]) {
        self.now += 1;
        for (coming, &signal) in self.coming.iter_mut().zip(&self.network.next) {
            let mask = opposite_mask(signal);
            *coming = self.wires.values[signal.wire() as usize].map(|word| word ^ mask);
        }
        let facts = self.wires.values[1..].iter_mut().zip(&self.coming);
        for ((fact, coming), &is_on) in facts.zip(&self.network.initial) {
            for word in 0..WORDS {
                let kept = coming[word] & !restart[word];
                fact[word] = if is_on { kept | restart[word] } else { kept };
            }
        }
        for (word, &set) in restart.iter().enumerate() {
            for lane in stratalog_game::bits::members(set) {
                self.begun[word * 64 + usize::from(lane)] = self.now;
            }
        }
    }
}

/// For each byte of a set, how many members it and those below have: what
/// counting and selecting members share.
#[derive(Clone, Copy)]
struct ByteSums(u64);

const ONES: u64 = 0x0101_0101_0101_0101;

impl ByteSums {
    #[inline]
    fn of(set: u64) -> ByteSums {
        let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
        let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        ByteSums(bytes.wrapping_mul(ONES))
    }

    #[inline]
    fn total(self) -> u32 {
        (self.0 >> 56) as u32
    }

    /// The member of the set with this rank, which must be below the total.
    #[inline]
    fn select(self, set: u64, rank: u32) -> usize {
        // In each byte, the high bit tells whether the sum is at most the rank;
        // sums are at most 64, so nothing is carried from byte to byte.
        let ranks = (u64::from(rank) * ONES) | (0x80 * ONES);
        let at_most = (ranks - self.0) >> 7 & ONES;
        let byte = (at_most.wrapping_mul(ONES) >> 56) as u32 & 7;
        let below = if byte == 0 {
            0
        } else {
            self.0 >> (8 * byte - 8) & 0xff
        };
        let mut rest = set >> (8 * byte) & 0xff;
        for _ in below..u64::from(rank) {
            rest &= rest.wrapping_sub(1);
        }
        (8 * byte + rest.trailing_zeros()) as usize & 63
    }
}

/// Turns rows into columns: afterwards bit i of word j is what bit j of word i
/// was.
pub(super) fn transpose(rows: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_ffff_ffff_u64;
    while width != 0 {
        let mut row = 0;
        while row < 64 {
            let swapped = (rows[row] >> width ^ rows[row | width]) & mask;
            rows[row] ^= swapped << width;
            rows[row | width] ^= swapped;
            row = (row | width).wrapping_add(1) & !width;
        }
        width >>= 1;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stratalog_game::bits::members;

    #[test]
    fn transposing_turns_rows_into_columns() {
        let mut rng = stratalog_run::Seed(1).stream(0);
        let rows: [u64; 64] = std::array::from_fn(|_| rng.next_u64());
        let mut columns = rows;
        transpose(&mut columns);
        for (i, row) in rows.iter().enumerate() {
            for (j, column) in columns.iter().enumerate() {
                assert_eq!(row >> j & 1, column >> i & 1);
            }
        }
    }

    #[test]
    fn select_agrees_with_listing() {
        let mut rng = stratalog_run::Seed(2).stream(0);
        for _ in 0..1000 {
            let set = rng.next_u64() & rng.next_u64();
            for (rank, member) in members(set).enumerate() {
                let sums = ByteSums::of(set);
                assert_eq!(sums.select(set, rank as u32), usize::from(member));
                assert_eq!(sums.total(), set.count_ones());
            }
        }
    }
}
