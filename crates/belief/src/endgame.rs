//! Exact play: which square to open when the solutions can be listed.
//!
//! A position is the set of solutions that are still possible. Squares safe in
//! all of them are opened at once, for nothing is lost by it: what they show
//! splits the set. Then each square that may be opened splits the solutions in
//! which it is safe by the number it would show, and the best square is the one
//! after which most solutions are won. Values are whole numbers of solutions,
//! so they are exact.
//!
//! The search is memoised over sets of solutions. A square is tried only while
//! its bound, the sum over the numbers it may show of the solutions that the
//! next move survives, is above the best value found; and not at all while it
//! can show only one number and another square can show several, for what tells
//! nothing may as well be opened last.

use std::fmt::Debug;

use num_traits::PrimInt;
use rustc_hash::FxHashMap;
use stratalog_game::minesweeper::{Grid, Site};

use crate::mine_counts::MineCounts;

/// The best move where the solutions can be listed.
#[derive(Debug, Clone, PartialEq, Eq)]
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

/// Searches positions whose solutions are listed, to the end.
#[derive(Debug)]
pub struct Endgame<M> {
    squares: Vec<Site>,
    /// The mines of each solution, a bit for each of the squares.
    masks: Vec<M>,
    /// The neighbours of each square among the squares.
    around: Vec<M>,
    /// For each symmetry of the board, the key of each solution's image; the
    /// sum of keys identifies a set of solutions.
    keys: Vec<Vec<u128>>,
    memo: FxHashMap<u128, Value>,
    /// Room to count in, for each number a square may show.
    counts: [MineCounts<M>; 9],
    work: u64,
    work_limit: u64,
}

/// What is known of a set's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Value {
    Exactly(u32),
    AtMost(u32),
}

/// The work limit was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct OutOfWork;

/// A square that may be opened.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    square: usize,
    /// Solutions in which it is safe.
    safe: u32,
    /// At most so many solutions are won after it.
    bound: u32,
}

/// The squares that may be opened in a position, on the way to being tried.
#[derive(Debug)]
struct Candidates {
    /// Squares without a bound yet, with the solutions in which they are safe,
    /// safest last.
    waiting: Vec<(u32, usize)>,
    /// Squares that may show more than one number, greatest bound last.
    bounded: Vec<Candidate>,
    is_any_telling: bool,
    /// The safest square that can show only one number.
    untelling: Option<Candidate>,
    /// No square passed over wins more solutions than this.
    passed_over: u32,
}

/// Solutions by the number a square shows, side by side: a search makes very
/// many of these, and one allocation each is all it can afford.
#[derive(Debug)]
struct Parts {
    solutions: Vec<u32>,
    /// Where each number's solutions begin, and where the next one goes.
    places: [(usize, usize); 9],
}

impl Parts {
    fn of_sizes(sizes: [usize; 9]) -> Parts {
        let mut total = 0;
        let places = sizes.map(|size| {
            let begin = total;
            total += size;
            (begin, begin)
        });
        Parts {
            solutions: vec![0; total],
            places,
        }
    }

    fn push(&mut self, number: usize, solution: u32) {
        let (_, next) = &mut self.places[number];
        self.solutions[*next] = solution;
        *next += 1;
    }

    /// The parts that are not empty, largest first.
    fn largest_first(&self) -> impl Iterator<Item = &[u32]> {
        let mut places = self.places;
        places.sort_by_key(|(begin, end)| std::cmp::Reverse(end - begin));
        places
            .into_iter()
            .map(|(begin, end)| &self.solutions[begin..end])
            .take_while(|part| !part.is_empty())
    }
}

impl<M: PrimInt + Debug> Endgame<M> {
    /// A search among these solutions, each the set of mines among `squares`,
    /// for at most `work_limit` looks at a solution.
    pub fn new(grid: &Grid, squares: Vec<Site>, masks: Vec<M>, work_limit: u64) -> Endgame<M> {
        let mut place = vec![None; grid.len()];
        for (bit, site) in squares.iter().enumerate() {
            place[site.index()] = Some(bit);
        }
        let around = squares
            .iter()
            .map(|&site| {
                let neighbours = grid.neighbours(site).iter();
                neighbours
                    .filter_map(|neighbour| place[neighbour.index()])
                    .fold(M::zero(), |mask, bit| mask | M::one() << bit)
            })
            .collect();
        let keys = masks.iter().map(|&mask| key_of(as_bits(mask))).collect();
        Endgame {
            squares,
            masks,
            around,
            keys: vec![keys],
            memo: FxHashMap::default(),
            counts: Default::default(),
            work: 0,
            work_limit,
        }
    }

    /// Lets positions that are images of each other under these symmetries of
    /// the board share their value. A symmetry says where each square goes.
    pub fn with_symmetries(mut self, symmetries: &[Vec<usize>]) -> Endgame<M> {
        for symmetry in symmetries {
            let image = Image::of(symmetry);
            let keys = self
                .masks
                .iter()
                .map(|&mask| key_of(image.apply(as_bits(mask))));
            self.keys.push(keys.collect());
        }
        self
    }

    /// The solutions, by number, that agree with what is shown: open squares
    /// and the number on each.
    pub fn agreeing(&self, shown: &[(usize, u8)]) -> Vec<u32> {
        let agrees = |mask: M| {
            shown.iter().all(|&(square, number)| {
                mask & (M::one() << square) == M::zero()
                    && (mask & self.around[square]).count_ones() == u32::from(number)
            })
        };
        let numbered = (0_u32..).zip(&self.masks);
        let agreeing = numbered.filter(|&(_, &mask)| agrees(mask));
        agreeing.map(|(number, _)| number).collect()
    }

    /// Positions whose value was worked out.
    pub fn positions(&self) -> u64 {
        self.memo.len() as u64
    }

    /// The best move, or nothing when the work limit was reached. The position
    /// must have no certainly safe square.
    pub fn best(&mut self) -> Option<EndgameMove> {
        let all: Vec<u32> = (0..self.masks.len() as u32).collect();
        self.best_among(&all, M::zero())
    }

    /// The best move when only these solutions, by number, are left and these
    /// squares are opened.
    pub fn best_among(&mut self, set: &[u32], opened: M) -> Option<EndgameMove> {
        let mut best: Option<(u32, usize)> = None;
        let mut candidates = self.candidates(set, opened);
        let mut floor = 0;
        while let Some(candidate) = self.next_best(&mut candidates, set, opened, floor) {
            let value = self.after(set, candidate, opened, floor).ok()?;
            if best.is_none() || value > floor {
                best = Some((value, candidate.square));
            }
            floor = floor.max(value);
        }
        let (won, square) = best?;
        Some(EndgameMove {
            site: self.squares[square],
            won: u64::from(won),
            solutions: set.len() as u64,
        })
    }

    /// The solutions won by opening this square first when only these
    /// solutions are left: exact when above `floor`, else at most `floor`.
    /// Nothing when the work limit was reached.
    pub fn value_after(&mut self, set: &[u32], square: usize, floor: u32) -> Option<u32> {
        let parts = self.parts(set, square);
        let safe = parts.solutions.len() as u32;
        self.sum(&parts, M::one() << square, safe, floor).ok()
    }

    /// The solutions in which a square is safe, by what it shows.
    fn parts(&self, set: &[u32], square: usize) -> Parts {
        let bit = M::one() << square;
        let shown = |solution: u32| {
            let mask = self.masks[solution as usize];
            let is_safe = mask & bit == M::zero();
            is_safe.then(|| (mask & self.around[square]).count_ones() as usize)
        };
        let mut sizes = [0; 9];
        for number in set.iter().filter_map(|&solution| shown(solution)) {
            sizes[number] += 1;
        }
        let mut parts = Parts::of_sizes(sizes);
        for &solution in set {
            if let Some(number) = shown(solution) {
                parts.push(number, solution);
            }
        }
        parts
    }

    /// The value of a set in which squares may be safe that are not `opened`.
    fn settled(&mut self, set: &[u32], opened: M, floor: u32) -> Result<u32, OutOfWork> {
        let size = set.len() as u32;
        if size <= 1 || size <= floor {
            return Ok(size);
        }
        self.work += u64::from(size);
        if self.work > self.work_limit {
            return Err(OutOfWork);
        }
        let mined = set
            .iter()
            .fold(M::zero(), |mined, &s| mined | self.masks[s as usize]);
        let mut opened = opened;
        for square in bits(!mined & !opened & self.all()) {
            opened = opened | M::one() << square;
            let shown = |s: u32| (self.masks[s as usize] & self.around[square]).count_ones();
            let first = shown(set[0]);
            if set.iter().any(|&solution| shown(solution) != first) {
                return self.sum(&self.parts(set, square), opened, size, floor);
            }
        }
        if size == 2 {
            // Nothing tells the two apart but opening a mine of one of them.
            return Ok(1);
        }
        self.closed(set, opened, floor)
    }

    /// The value of a set in which every square safe in all of it is opened.
    fn closed(&mut self, set: &[u32], opened: M, floor: u32) -> Result<u32, OutOfWork> {
        let key = self.key(set);
        match self.memo.get(&key) {
            Some(&Value::Exactly(value)) => return Ok(value),
            Some(&Value::AtMost(value)) if value <= floor => return Ok(value),
            _ => {}
        }
        let mut best = floor;
        let mut is_exact = false;
        let mut candidates = self.candidates(set, opened);
        while let Some(candidate) = self.next_best(&mut candidates, set, opened, best) {
            let value = self.after(set, candidate, opened, best)?;
            if value > best {
                best = value;
                is_exact = true;
            } else {
                candidates.passed_over = candidates.passed_over.max(value);
            }
        }
        let at_most = candidates.passed_over;
        let value = if is_exact {
            Value::Exactly(best)
        } else {
            Value::AtMost(at_most)
        };
        self.memo.insert(key, value);
        Ok(if is_exact { best } else { at_most })
    }

    /// The value after opening a square: exact when above `floor`.
    fn after(
        &mut self,
        set: &[u32],
        candidate: Candidate,
        opened: M,
        floor: u32,
    ) -> Result<u32, OutOfWork> {
        let parts = self.parts(set, candidate.square);
        self.work += set.len() as u64;
        let opened = opened | M::one() << candidate.square;
        self.sum(&parts, opened, candidate.safe, floor)
    }

    /// The values of parts added up, `total` solutions in all: exact when above
    /// `floor`.
    fn sum(&mut self, parts: &Parts, opened: M, total: u32, floor: u32) -> Result<u32, OutOfWork> {
        let mut hope = total;
        for part in parts.largest_first() {
            let size = part.len() as u32;
            // The part must win this many for the sum to stay above the floor.
            let part_floor = (floor + size).saturating_sub(hope);
            let value = self.settled(part, opened, part_floor)?;
            hope -= size - value;
            if hope <= floor {
                break;
            }
        }
        Ok(hope)
    }

    /// The squares that are safe in some of the solutions.
    fn candidates(&mut self, set: &[u32], opened: M) -> Candidates {
        let size = set.len() as u32;
        let mines = &mut self.counts[0];
        mines.clear();
        for &solution in set {
            mines.add(self.masks[solution as usize]);
        }
        let mines = &self.counts[0];
        let safe = |square: usize| (size - mines.of(square), square);
        let covered = bits(self.all() & !opened);
        let mut waiting: Vec<(u32, usize)> = covered.map(safe).filter(|one| one.0 > 0).collect();
        waiting.sort_unstable();
        self.work += u64::from(size);
        Candidates {
            waiting,
            bounded: Vec::new(),
            is_any_telling: false,
            untelling: None,
            passed_over: 0,
        }
    }

    /// The candidate with the greatest bound, if that is above `floor`. Bounds
    /// are worked out only for squares safe in more solutions than the best.
    fn next_best(
        &mut self,
        candidates: &mut Candidates,
        set: &[u32],
        opened: M,
        floor: u32,
    ) -> Option<Candidate> {
        loop {
            let greatest = candidates.bounded.last().map_or(0, |one| one.bound);
            match candidates.waiting.pop() {
                Some((safe, square)) if safe > greatest.max(floor) => {
                    let (bound, is_telling) = self.bound(set, square, opened);
                    let one = Candidate {
                        square,
                        safe,
                        bound,
                    };
                    if is_telling {
                        candidates.is_any_telling = true;
                        let order = |one: &Candidate| (one.bound, one.safe);
                        let bounded = &mut candidates.bounded;
                        let place = bounded.partition_point(|other| order(other) < order(&one));
                        bounded.insert(place, one);
                    } else {
                        candidates.untelling.get_or_insert(one);
                    }
                }
                Some(other) if greatest > floor => {
                    candidates.waiting.push(other);
                    return candidates.bounded.pop();
                }
                Some((safe, _)) => {
                    // None of the rest is safe in more solutions.
                    candidates.passed_over = candidates.passed_over.max(safe).max(greatest);
                    return None;
                }
                None if greatest > floor => return candidates.bounded.pop(),
                None => {
                    candidates.passed_over = candidates.passed_over.max(greatest).max(1);
                    if candidates.is_any_telling || floor > 0 {
                        return None;
                    }
                    // Nothing is ever learned: whichever comes first, one is won.
                    return candidates.untelling.take();
                }
            }
        }
    }

    /// The solutions that survive opening the square and the safest square
    /// after it, and whether the square may show more than one number.
    fn bound(&mut self, set: &[u32], square: usize, opened: M) -> (u32, bool) {
        self.work += set.len() as u64;
        self.counts.iter_mut().for_each(MineCounts::clear);
        let bit = M::one() << square;
        for &solution in set {
            let mask = self.masks[solution as usize];
            if mask & bit == M::zero() {
                let shown = (mask & self.around[square]).count_ones() as usize;
                self.counts[shown].add(mask);
            }
        }
        let covered = self.all() & !opened & !bit;
        let shown = self.counts.iter().filter(|count| count.added() > 0);
        let survive = |count: &MineCounts<M>| {
            // A lone solution is won; several are told apart by a square that
            // is safe in all of them, or else at a loss.
            if count.added() == 1 {
                1
            } else {
                count.added() - count.fewest(covered)
            }
        };
        (shown.clone().map(survive).sum(), shown.count() > 1)
    }

    fn all(&self) -> M {
        !M::zero() >> (M::zero().count_zeros() as usize - self.squares.len())
    }

    /// The least sum of keys over the symmetries.
    fn key(&self, set: &[u32]) -> u128 {
        let sum = |keys: &Vec<u128>| {
            set.iter().fold(0_u128, |sum, &solution| {
                sum.wrapping_add(keys[solution as usize])
            })
        };
        self.keys.iter().map(sum).min().unwrap_or(0)
    }
}

/// The bits of a mask, lowest first.
fn bits<M: PrimInt>(mut mask: M) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == M::zero() {
            return None;
        }
        let bit = mask.trailing_zeros() as usize;
        mask = mask & (mask - M::one());
        Some(bit)
    })
}

/// A symmetry of the board, ready to be applied to whole masks.
struct Image(Vec<[u128; 256]>);

impl Image {
    fn of(symmetry: &[usize]) -> Image {
        let table = |first: usize| {
            std::array::from_fn(|byte| {
                bits(byte)
                    .filter_map(|bit| symmetry.get(first + bit))
                    .fold(0_u128, |image, &to| image | 1 << to)
            })
        };
        Image((0..symmetry.len()).step_by(8).map(table).collect())
    }

    fn apply(&self, mask: u128) -> u128 {
        let bytes = mask.to_le_bytes();
        let images = self.0.iter().zip(bytes);
        images.fold(0, |image, (table, byte)| image | table[usize::from(byte)])
    }
}

fn as_bits<M: PrimInt>(mask: M) -> u128 {
    mask.to_u128()
        .expect("masks are unsigned and at most 128 bits wide")
}

/// A random-looking key for a solution; sums of keys identify sets.
fn key_of(mask: u128) -> u128 {
    let mix = |value: u64| {
        let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let (high, low) = ((mask >> 64) as u64, mask as u64);
    let first = mix(low ^ mix(high));
    u128::from(first) << 64 | u128::from(mix(first ^ !low))
}
