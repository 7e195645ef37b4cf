//! Exact play: which square to open when the solutions can be listed.
//!
//! A position is the set of solutions that are still possible. Squares safe in
//! all of them are opened at once, for nothing is lost by it: what they show
//! splits the set. Then each square that may be opened splits the solutions in
//! which it is safe by the number it would show, and the best square is the one
//! after which most solutions are won. Values are whole numbers of solutions,
//! so they are exact.
//!
//! The search is memoised over sets of solutions. A set that is the product of
//! two, one for squares that lie apart from the rest, is worth the product of
//! theirs. A square is tried only while its bound, the sum over the numbers it
//! may show of the solutions that the next move survives, is above the best
//! value found. It is not tried at all while it can show only one number and
//! another square can show several, for what tells nothing may as well be
//! opened last; nor if it is a mine wherever some other square is that may show
//! several: where it is safe so is the other, and to open both loses nothing.
//! The benchmark is `belief`.

use std::fmt::Debug;

use crate::{Grid, Site};
use num_traits::PrimInt;
use rustc_hash::FxHashMap;
use stratalog_run::Control;

use crate::belief::listing::{Listing, MINE, bits};
use crate::belief::parts::{Parts, Room};

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
    listing: Listing<M>,
    memo: FxHashMap<u128, Value>,
    room: Room<M>,
    work: u64,
    /// The work after which the control is asked, or the search ends.
    work_limit: u64,
    /// The work after which the search ends.
    most_work: u64,
    /// Ends the search when it is stopped.
    control: Option<Control>,
}

/// The work between two checks of a [`Control`]: some 50 milliseconds.
const WORK_BETWEEN_CHECKS: u64 = 10_000_000;

/// Bounds of a set's value.
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
    /// Upper bounds of the solutions won after it, by the number it shows.
    bounds: [u32; MINE],
    /// The sum of the bounds.
    bound: u32,
}

/// The squares that may be opened in a position, on the way to being tried.
#[derive(Debug)]
struct Candidates<M> {
    /// Squares without a bound yet, with the solutions in which they are safe,
    /// safest last.
    waiting: Vec<(u32, usize)>,
    /// Squares that may show more than one number, greatest bound last.
    bounded: Vec<Candidate>,
    is_any_telling: bool,
    /// The safest square that can show only one number.
    untelling: Option<Candidate>,
    /// Squares that are mines wherever some square is that may show more than
    /// one number.
    dominated: M,
    /// No square passed over wins more solutions than this.
    passed_over: u32,
}

impl<M: PrimInt + Debug> Endgame<M> {
    /// A search among these solutions, each the set of mines among `squares`,
    /// for at most `work_limit` looks at a solution.
    pub fn new(grid: &Grid, squares: Vec<Site>, masks: Vec<M>, work_limit: u64) -> Endgame<M> {
        Endgame {
            listing: Listing::new(grid, squares, masks),
            memo: FxHashMap::default(),
            room: Room::default(),
            work: 0,
            work_limit,
            most_work: work_limit,
            control: None,
        }
    }

    /// Reports progress to the control, and ends when it is stopped.
    pub fn watched_by(mut self, control: &Control) -> Endgame<M> {
        self.watch(control);
        self
    }

    /// From now on reports progress to this control, and ends when it is stopped.
    pub fn watch(&mut self, control: &Control) {
        self.work_limit = self.most_work.min(self.work + WORK_BETWEEN_CHECKS);
        self.control = Some(control.clone());
    }

    /// Whether work may continue after the limit was reached.
    #[cold]
    fn may_continue(&mut self) -> bool {
        let Some(control) = &self.control else {
            return false;
        };
        control.progress("positions", self.memo.len() as u64, None);
        self.work_limit = self.most_work.min(self.work + WORK_BETWEEN_CHECKS);
        self.work <= self.most_work && !control.is_stopped()
    }

    /// The best move, or nothing when the work limit was reached. The position
    /// must have no certainly safe square.
    pub fn best(&mut self) -> Option<EndgameMove> {
        let (set, opened): (Vec<u32>, _) = ((0..self.listing.len() as u32).collect(), M::zero());
        let mut best: Option<(u32, usize)> = None;
        let mut candidates = self.candidates(&set, opened);
        let mut floor = 0;
        while let Some(candidate) = self.next_best(&mut candidates, &set, opened, floor) {
            let value = self.after(&set, candidate, opened, floor).ok()?;
            if best.is_none() || value > floor {
                best = Some((value, candidate.square));
            }
            floor = floor.max(value);
        }
        let (won, square) = best?;
        Some(EndgameMove {
            site: self.listing.squares[square],
            won: u64::from(won),
            solutions: set.len() as u64,
        })
    }

    /// The solutions won by opening this square first when only these
    /// solutions are left: exact when above `floor`, else at most `floor`.
    /// Nothing when the work limit was reached.
    pub fn value_after(&mut self, set: &[u32], square: usize, floor: u32) -> Option<u32> {
        let parts = self.room.parts(&self.listing, set, square);
        let bounds = parts.sizes();
        self.sum(parts, bounds, M::one() << square, floor).ok()
    }

    /// The value of a set in which squares may be safe that are not `opened`.
    fn settled(&mut self, set: &[u32], opened: M, floor: u32) -> Result<u32, OutOfWork> {
        let size = set.len() as u32;
        if size <= 1 || size <= floor {
            return Ok(size);
        }
        self.work += u64::from(size);
        if self.work > self.work_limit && !self.may_continue() {
            return Err(OutOfWork);
        }
        let listing = &self.listing;
        let agreement = listing.agreement(set);
        let is_undecided =
            |square: usize| listing.around(square) & agreement.uncertain != M::zero();
        let mut safe = bits(!agreement.mined & !opened & listing.all());
        let telling = safe.find(|&square| is_undecided(square) && listing.tells(set, square));
        if size == 2 {
            // Only a safe square distinguishes the two without losing one of
            // them.
            return Ok(1 + u32::from(telling.is_some()));
        }
        if let Some(square) = telling {
            let parts = self.room.parts(&self.listing, set, square);
            let bounds = parts.sizes();
            return self.sum(parts, bounds, opened | M::one() << square, floor);
        }
        let opened = opened | (!agreement.mined & listing.all());
        self.closed(set, opened, agreement.uncertain, floor)
    }

    /// The value of a set in which every square safe in all of it is opened.
    fn closed(
        &mut self,
        set: &[u32],
        opened: M,
        uncertain: M,
        floor: u32,
    ) -> Result<u32, OutOfWork> {
        let key = self.listing.key(set);
        match self.memo.get(&key) {
            Some(&Value::Exactly(value)) => return Ok(value),
            Some(&Value::AtMost(value)) if value <= floor => return Ok(value),
            _ => {}
        }
        let value = match self.listing.factors(set, uncertain) {
            Some((one, other)) => self.product(&one, &other, opened, floor)?,
            None => self.best_value(set, opened, floor)?,
        };
        let known = if value > floor {
            Value::Exactly(value)
        } else {
            Value::AtMost(value)
        };
        self.memo.insert(key, known);
        Ok(value)
    }

    /// The value of a set as that of its factors: exact when above `floor`.
    fn product(
        &mut self,
        one: &[u32],
        other: &[u32],
        opened: M,
        floor: u32,
    ) -> Result<u32, OutOfWork> {
        let most = other.len() as u32;
        let value = self.settled(one, opened, floor / most)?;
        if value * most <= floor {
            return Ok(value * most);
        }
        Ok(value * self.settled(other, opened, floor / value)?)
    }

    /// The value after the best move: exact when above `floor`.
    fn best_value(&mut self, set: &[u32], opened: M, floor: u32) -> Result<u32, OutOfWork> {
        let mut best = floor;
        let mut candidates = self.candidates(set, opened);
        while let Some(candidate) = self.next_best(&mut candidates, set, opened, best) {
            let value = self.after(set, candidate, opened, best)?;
            if value > best {
                best = value;
            } else {
                candidates.passed_over = candidates.passed_over.max(value);
            }
        }
        let is_exact = best > floor;
        Ok(if is_exact {
            best
        } else {
            candidates.passed_over
        })
    }

    /// The value after opening a square: exact when above `floor`.
    fn after(
        &mut self,
        set: &[u32],
        candidate: Candidate,
        opened: M,
        floor: u32,
    ) -> Result<u32, OutOfWork> {
        let parts = self.room.parts(&self.listing, set, candidate.square);
        self.work += set.len() as u64;
        let opened = opened | M::one() << candidate.square;
        self.sum(parts, candidate.bounds, opened, floor)
    }

    /// The values of parts added up, each at most its bound: exact when above
    /// `floor`.
    fn sum(
        &mut self,
        parts: Parts,
        bounds: [u32; MINE],
        opened: M,
        floor: u32,
    ) -> Result<u32, OutOfWork> {
        let mut hope: u32 = bounds.iter().sum();
        for (number, part) in parts.smallest_first() {
            let others = hope - bounds[number];
            // The part must win more than this for the sum to pass the floor.
            let value = self.settled(part, opened, floor.saturating_sub(others))?;
            hope = others + value;
            if hope <= floor {
                break;
            }
        }
        self.room.take_back(parts);
        Ok(hope)
    }

    /// The squares that are safe in some of the solutions.
    fn candidates(&mut self, set: &[u32], opened: M) -> Candidates<M> {
        let size = set.len() as u32;
        let counts = self.room.count(&self.listing, set);
        let safe = |square: usize| (size - counts.of(square), square);
        let covered = bits(self.listing.all() & !opened);
        let mut waiting: Vec<(u32, usize)> = covered.map(safe).filter(|one| one.0 > 0).collect();
        waiting.sort_unstable();
        self.work += u64::from(size);
        Candidates {
            waiting,
            bounded: Vec::new(),
            is_any_telling: false,
            untelling: None,
            dominated: M::zero(),
            passed_over: 0,
        }
    }

    /// The candidate with the greatest bound, if that is above `floor`. Bounds
    /// are computed only for squares safe in more solutions than the best.
    fn next_best(
        &mut self,
        candidates: &mut Candidates<M>,
        set: &[u32],
        opened: M,
        floor: u32,
    ) -> Option<Candidate> {
        loop {
            let greatest = candidates.bounded.last().map_or(0, |one| one.bound);
            match candidates.waiting.pop() {
                Some((_, square)) if candidates.dominated & (M::one() << square) != M::zero() => {}
                Some((safe, square)) if safe > greatest.max(floor) => {
                    let (bounds, mined_with) = self.bounds(set, square, opened);
                    let one = Candidate {
                        square,
                        safe,
                        bounds,
                        bound: bounds.iter().sum(),
                    };
                    let numbers = bounds.iter().filter(|&&bound| bound > 0).count();
                    if numbers > 1 {
                        candidates.is_any_telling = true;
                        candidates.dominated = candidates.dominated | mined_with;
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
    /// after it, by the number it shows; of what it may show at least one.
    fn bounds(&mut self, set: &[u32], square: usize, opened: M) -> ([u32; MINE], M) {
        self.work += set.len() as u64;
        let covered = self.listing.all() & !opened & !(M::one() << square);
        let mut sorted = self.room.sort(&self.listing, set, square);
        let mined_with = sorted.mines_in_all(MINE);
        let bounds = std::array::from_fn(|number| {
            // A lone solution is won; several are distinguished by a square that
            // is safe in all of them, or else at a loss.
            match sorted.size(number) {
                size @ 0..=1 => size,
                size => size - sorted.count(number).fewest(covered),
            }
        });
        (bounds, mined_with)
    }
}
