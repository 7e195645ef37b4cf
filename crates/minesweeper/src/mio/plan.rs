//! A rule as a plan that finds all tiles it applies to at once, set by set,
//! instead of tile by tile: what supposing asks thousands of times a position.

use smallvec::SmallVec;

use super::reasoner::SupposedBoard;
use super::rule::{Count, Slot, Step};
use crate::constraint::{Constraint, SquareSet};
use crate::square_bits::SquareBits;

/// The steps of a rule, tests as early as their values are known.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    steps: Vec<Step>,
    slots: usize,
}

impl Plan {
    /// The plan of a rule's steps.
    pub fn of(steps: &[Step], slots: usize) -> Plan {
        let mut left: Vec<Step> = steps.to_vec();
        let mut known = vec![false; slots];
        let mut ordered = Vec::new();
        while !left.is_empty() {
            let is_ready = |step: &Step| step.inputs().iter().all(|&slot| known[slot]);
            let next = left
                .iter()
                .position(|step| is_ready(step) && !step.is_source())
                .or_else(|| left.iter().position(is_ready))
                .unwrap_or(0);
            let step = left.remove(next);
            step.outputs().iter().for_each(|&slot| known[slot] = true);
            ordered.push(step);
        }
        Plan {
            steps: ordered,
            slots,
        }
    }

    /// The tiles the rule applies to.
    pub fn conclusions<const W: usize>(&self, board: &SupposedBoard<'_, W>) -> SquareBits<W> {
        let mut search = Search {
            board,
            values: SmallVec::from_elem(Value::Unknown, self.slots),
            near: SmallVec::new(),
            found: SquareBits::NONE,
        };
        search.follow(&self.steps, board.undetermined);
        search.found
    }
}

/// The value of a slot.
#[derive(Clone, Copy)]
enum Value<const W: usize> {
    Unknown,
    /// The numbers near the tile.
    NearZone,
    /// All numbers.
    WholeZone,
    Number(usize),
    Count(i64),
    Set(Constraint<SquareBits<W>>),
}

struct Search<'a, 'b, const W: usize> {
    board: &'a SupposedBoard<'b, W>,
    values: SmallVec<[Value<W>; 12]>,
    /// The numbers that must be near the tile.
    near: SmallVec<[usize; 4]>,
    found: SquareBits<W>,
}

impl<const W: usize> Search<'_, '_, W> {
    /// Follows the steps for all tiles at once; those they leave are found.
    /// Depth is at most a rule's length.
    fn follow(&mut self, steps: &[Step], tiles: SquareBits<W>) {
        let Some((step, rest)) = steps.split_first() else {
            let near = self.near.iter();
            let tiles = near.fold(tiles, |tiles, &number| {
                tiles.and(&self.board.tiles_near(number))
            });
            self.found = self.found.or(&tiles);
            return;
        };
        match *step {
            Step::Zone { zone } => self.with(zone, Value::NearZone, rest, tiles),
            Step::DeterminedTiles { zone } => self.with(zone, Value::WholeZone, rest, tiles),
            Step::TotalMinesLeft { count } => self.count(count, self.board.left, rest, tiles),
            Step::AllMinesInFringe { set } => {
                if let Some(value) = self.board.fringe() {
                    self.with(set, Value::Set(value), rest, tiles);
                }
            }
            Step::BoardSet { set } => {
                if let Some(value) = self.board.whole() {
                    self.with(set, Value::Set(value), rest, tiles);
                }
            }
            Step::SetOfNumber { number, zone, set } => {
                let is_near = matches!(self.values[zone], Value::NearZone);
                let before = self.values[number];
                for at in 0..self.board.sets.len() {
                    if matches!(before, Value::Number(known) if known != at) {
                        continue;
                    }
                    if is_near {
                        self.near.push(at);
                    }
                    self.values[number] = Value::Number(at);
                    self.with(set, Value::Set(self.board.sets[at]), rest, tiles);
                    self.values[number] = before;
                    if is_near {
                        self.near.pop();
                    }
                }
            }
            Step::Difference { a, b, set } => {
                if let (Value::Set(first), Value::Set(second)) = (self.values[a], self.values[b])
                    && let Some(value) = first.difference(&second)
                {
                    self.with(set, Value::Set(value), rest, tiles);
                }
            }
            Step::InSet { set } => {
                if let Value::Set(value) = self.values[set] {
                    let tiles = tiles.and(&value.squares);
                    if !tiles.is_empty() {
                        self.follow(rest, tiles);
                    }
                }
            }
            Step::Length { set, count } => {
                if let Value::Set(value) = self.values[set] {
                    self.count(count, i64::from(value.squares.count()), rest, tiles);
                }
            }
            Step::Mines { set, count } => {
                if let Value::Set(value) = self.values[set] {
                    self.count(count, i64::from(value.mines), rest, tiles);
                }
            }
        }
    }

    fn count(&mut self, count: Count, value: i64, rest: &[Step], tiles: SquareBits<W>) {
        match count {
            Count::Constant(constant) if constant == value => self.follow(rest, tiles),
            Count::Constant(_) => {}
            Count::Slot(slot) => match self.values[slot] {
                Value::Count(known) if known == value => self.follow(rest, tiles),
                Value::Unknown => self.with(slot, Value::Count(value), rest, tiles),
                _ => {}
            },
        }
    }

    /// Goes on with a slot filled. A set that has a value already must be it.
    fn with(&mut self, slot: Slot, value: Value<W>, rest: &[Step], tiles: SquareBits<W>) {
        match (self.values[slot], value) {
            (Value::Unknown, _) => {
                self.values[slot] = value;
                self.follow(rest, tiles);
                self.values[slot] = Value::Unknown;
            }
            (Value::Set(known), Value::Set(new)) if known == new => self.follow(rest, tiles),
            (Value::NearZone, Value::NearZone) | (Value::WholeZone, Value::WholeZone) => {
                self.follow(rest, tiles);
            }
            _ => {}
        }
    }
}
