//! Exact play once few solutions are left.
//!
//! A position is the set of solutions that are still possible. Squares safe in
//! all of them are opened at once, for nothing is lost by it: what they show
//! splits the set. Then each square that may be opened splits the solutions in
//! which it is safe by the number it would show, and the best square is the one
//! after which most solutions are won. Values are whole numbers of solutions.

use rustc_hash::FxHashMap;
use stratalog_game::minesweeper::{Grid, Site};

use crate::solutions::Solutions;

/// The best move of an end-game.
#[derive(Debug, Clone, PartialEq)]
pub struct EndgameMove {
    /// The square to open.
    pub site: Site,
    /// The solutions won by perfect play after it.
    pub won: u64,
    /// The solutions there are.
    pub solutions: u64,
}

impl EndgameMove {
    /// The probability to win with perfect play.
    pub fn win_probability(&self) -> f64 {
        self.won as f64 / self.solutions as f64
    }
}

/// Searches an end-game to its end.
#[derive(Debug)]
pub struct Endgame {
    /// The mines of each solution.
    masks: Vec<u128>,
    /// The uncertain neighbours of each uncertain square.
    around: Vec<u128>,
    squares: Vec<Site>,
    keys: Vec<u128>,
    memo: FxHashMap<u128, u32>,
    work: u64,
    work_limit: u64,
}

impl Endgame {
    /// An end-game with these solutions, searched for at most `work_limit`
    /// looks at a solution.
    pub fn new(grid: &Grid, solutions: Solutions, work_limit: u64) -> Endgame {
        let place: FxHashMap<Site, usize> = solutions
            .squares
            .iter()
            .enumerate()
            .map(|(bit, &site)| (site, bit))
            .collect();
        let around = solutions
            .squares
            .iter()
            .map(|&site| {
                let neighbours = grid.neighbours(site).iter();
                neighbours
                    .filter_map(|neighbour| place.get(neighbour))
                    .fold(0, |mask, &bit| mask | 1 << bit)
            })
            .collect();
        Endgame {
            keys: (0..solutions.masks.len() as u64).map(key_of).collect(),
            masks: solutions.masks,
            around,
            squares: solutions.squares,
            memo: FxHashMap::default(),
            work: 0,
            work_limit,
        }
    }

    /// The best move, or nothing when the work limit was reached. The position
    /// must have no certainly safe square.
    pub fn best(&mut self) -> Option<EndgameMove> {
        let all: Vec<u32> = (0..self.masks.len() as u32).collect();
        let (won, square) = self.best_of(&all, 0)?;
        Some(EndgameMove {
            site: self.squares[square?],
            won: u64::from(won),
            solutions: all.len() as u64,
        })
    }

    /// The most solutions of the set that can be won, and the square to open.
    /// Every square safe in all of the set has been opened. Values that cannot
    /// pass `floor` may be underestimated.
    fn best_of(&mut self, set: &[u32], floor: u32) -> Option<(u32, Option<usize>)> {
        if set.len() <= 1 {
            return Some((set.len() as u32, None));
        }
        self.work += set.len() as u64;
        if self.work > self.work_limit {
            return None;
        }
        let candidates = self.candidates(set);
        let mut best = (floor, None);
        for &(square, safe) in &candidates {
            if safe <= best.0 {
                break;
            }
            let value = self.after(set, square, safe, best.0)?;
            if value > best.0 {
                best = (value, Some(square));
            }
        }
        Some(best)
    }

    /// The squares that are safe in some of the solutions, with how many, most
    /// first.
    fn candidates(&self, set: &[u32]) -> Vec<(usize, u32)> {
        let mut mined = vec![0_u32; self.squares.len()];
        for &solution in set {
            let mut mask = self.masks[solution as usize];
            while mask != 0 {
                mined[mask.trailing_zeros() as usize] += 1;
                mask &= mask - 1;
            }
        }
        let size = set.len() as u32;
        let mut candidates: Vec<(usize, u32)> = mined
            .iter()
            .enumerate()
            .filter(|&(_, &mines)| mines > 0 && mines < size)
            .map(|(square, &mines)| (square, size - mines))
            .collect();
        candidates.sort_by_key(|&(_, safe)| std::cmp::Reverse(safe));
        candidates
    }

    /// The solutions won after opening a square, or at most `floor`.
    fn after(&mut self, set: &[u32], square: usize, safe: u32, floor: u32) -> Option<u32> {
        let mut parts: Vec<Vec<u32>> = vec![Vec::new(); 9];
        for &solution in set {
            let mask = self.masks[solution as usize];
            if mask >> square & 1 == 0 {
                parts[(mask & self.around[square]).count_ones() as usize].push(solution);
            }
        }
        let mut hope = safe;
        for part in parts.into_iter().filter(|part| !part.is_empty()) {
            let size = part.len() as u32;
            let value = self.settled(part)?;
            hope -= size - value;
            if hope <= floor {
                return Some(hope);
            }
        }
        Some(hope)
    }

    /// The solutions won of a set in which some safe squares may still be
    /// covered: opens them all, then plays on.
    fn settled(&mut self, set: Vec<u32>) -> Option<u32> {
        if set.len() <= 1 {
            return Some(set.len() as u32);
        }
        let key = set
            .iter()
            .fold(0_u128, |key, &solution| key.wrapping_add(self.keys[solution as usize]));
        if let Some(&known) = self.memo.get(&key) {
            return Some(known);
        }
        self.work += set.len() as u64;
        let mined = set
            .iter()
            .fold(0, |mined, &solution| mined | self.masks[solution as usize]);
        let all = u128::MAX >> (128 - self.squares.len());
        let value = match self.split(&set, !mined & all) {
            Some(parts) => {
                let mut won = 0;
                for part in parts {
                    won += self.settled(part)?;
                }
                won
            }
            None => self.best_of(&set, 0)?.0,
        };
        self.memo.insert(key, value);
        Some(value)
    }

    /// Splits the set by what the given safe squares show; nothing when they
    /// show the same in all solutions.
    fn split(&self, set: &[u32], mut safe: u128) -> Option<Vec<Vec<u32>>> {
        while safe != 0 {
            let square = safe.trailing_zeros() as usize;
            safe &= safe - 1;
            let shown = |solution: u32| {
                (self.masks[solution as usize] & self.around[square]).count_ones() as usize
            };
            let first = shown(set[0]);
            if set.iter().all(|&solution| shown(solution) == first) {
                continue;
            }
            let mut parts: Vec<Vec<u32>> = vec![Vec::new(); 9];
            for &solution in set {
                parts[shown(solution)].push(solution);
            }
            parts.retain(|part| !part.is_empty());
            return Some(parts);
        }
        None
    }
}

/// A random-looking key for a solution; sums of keys identify sets.
fn key_of(index: u64) -> u128 {
    let mix = |value: u64| {
        let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    u128::from(mix(2 * index)) << 64 | u128::from(mix(2 * index + 1))
}
