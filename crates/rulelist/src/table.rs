//! Positions with their legal moves as a table of bits: a condition is the set of
//! moves that satisfy it. Moves are kept slot by slot (the first move of every
//! position, the second, and so on), so that the moves that a rule names, and the
//! positions in which it is right or wrong, are found 64 positions at a time.

use rustc_hash::FxHashMap;
use stratalog_game::{Described, Game, Role, Turn};
use stratalog_logic::{Bindings, Term};
use stratalog_rulesheet::{Move, Position};
use stratalog_run::Stop;

use crate::condition::{Condition, Quantity, Rule};
use crate::error::RuleListError;
use crate::gauge::{Gauge, NOTHING, Reading};
use crate::measure::{Board, Measure};

/// The positions that are read before a request to stop is heeded. What one of them
/// shares with another is not read twice within a block.
const BLOCK: usize = 512;

/// A position in which a player decides, and which of the legal moves are best.
#[derive(Clone, Debug)]
pub struct Example {
    /// The position.
    pub position: Position,
    /// The legal moves, and whether each is one of the best.
    pub moves: Vec<(Move, bool)>,
}

/// A set of the table's moves or positions.
pub type Bitset = Vec<u64>;

/// Positions with their moves, and the measures of all of them.
pub struct Table<'a> {
    gauge: &'a Gauge,
    /// The examples' places in the order of this table: most moves first.
    order: Vec<u32>,
    rows: Vec<Row>,
    readings: Vec<Reading>,
    slots: Vec<Slot>,
    /// What each bit stands for.
    bits: Vec<Option<Pair>>,
    bad: Bitset,
}

#[derive(Clone, Copy)]
struct Row {
    role: Role,
    reading: u32,
}

/// The moves with one number, in every position that has at least that many.
#[derive(Clone, Copy)]
struct Slot {
    first: usize,
    words: usize,
}

/// A move in a position.
#[derive(Clone)]
struct Pair {
    row: u32,
    after: u32,
    mv: Term,
}

/// Where a rule is right and where it is wrong.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Verdicts {
    /// The positions in which it names moves, all of them best.
    pub right: Bitset,
    /// The positions in which it names a move that is not best.
    pub wrong: Bitset,
}

impl<'a> Table<'a> {
    /// The table of these positions, unless it is asked to stop before.
    pub fn new(
        gauge: &'a Gauge,
        examples: &[Example],
        stop: &Stop,
    ) -> Result<Table<'a>, RuleListError> {
        let game = gauge.game();
        let mut order: Vec<u32> = (0..examples.len() as u32).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(examples[at as usize].moves.len()));
        let mut positions = Positions::default();
        let mut rows = Vec::with_capacity(order.len());
        let mut after: Vec<Vec<u32>> = Vec::with_capacity(order.len());
        for &at in &order {
            let example = &examples[at as usize];
            let role = match game.turn(&example.position) {
                Turn::Role(role) => role,
                Turn::Over | Turn::Failed => Role(0),
            };
            let reading = positions.number(&example.position);
            rows.push(Row { role, reading });
            let next = example.moves.iter().map(|&(mv, _)| {
                let mut next = example.position.clone();
                game.play_unchecked(&mut next, mv);
                positions.number(&next)
            });
            after.push(next.collect());
        }
        let listed: Vec<&Position> = positions.list.iter().collect();
        let mut readings = Vec::with_capacity(listed.len());
        for block in listed.chunks(BLOCK) {
            if stop.is_requested() {
                return Err(RuleListError::Stopped);
            }
            readings.extend(gauge.read(block)?);
        }
        let most = after.first().map_or(0, Vec::len);
        let mut slots = Vec::with_capacity(most);
        let mut bits: Vec<Option<Pair>> = Vec::new();
        let mut bad = Vec::new();
        let mut terms: FxHashMap<Move, Term> = FxHashMap::default();
        for slot in 0..most {
            let count = after.partition_point(|moves| moves.len() > slot);
            let words = count.div_ceil(64);
            let first = bad.len();
            slots.push(Slot { first, words });
            bad.resize(first + words, 0);
            bits.resize(64 * (first + words), None);
            let filled = order.iter().zip(&after).take(count);
            for (row, (&at, next)) in filled.enumerate() {
                let (mv, is_best) = examples[at as usize].moves[slot];
                let term = terms.entry(mv).or_insert_with(|| game.move_term(mv));
                bits[64 * first + row] = Some(Pair {
                    row: row as u32,
                    after: next[slot],
                    mv: term.clone(),
                });
                if !is_best {
                    bad[first + row / 64] |= 1 << (row % 64);
                }
            }
        }
        Ok(Table {
            gauge,
            order,
            rows,
            readings,
            slots,
            bits,
            bad,
        })
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The number of words of a set of moves.
    pub fn move_words(&self) -> usize {
        self.bad.len()
    }

    /// The set of all positions.
    pub fn all(&self) -> Bitset {
        let mut words = vec![u64::MAX; self.len().div_ceil(64)];
        if let Some(last) = words.last_mut()
            && !self.len().is_multiple_of(64)
        {
            *last = (1 << (self.len() % 64)) - 1;
        }
        words
    }

    /// The example at a row of the table.
    pub fn example(&self, row: usize) -> usize {
        self.order[row] as usize
    }

    /// The bits of the best moves of a row.
    pub fn best_moves(&self, row: usize) -> Vec<usize> {
        let slots = self.slots.iter().filter(|slot| row < 64 * slot.words);
        let bits = slots.map(|slot| 64 * slot.first + row);
        bits.filter(|&at| self.bits[at].is_some() && self.bad[at / 64] & (1 << (at % 64)) == 0)
            .collect()
    }

    /// The values of a quantity, by bit; [`NOTHING`] where there is none.
    pub fn column(&self, quantity: &Quantity) -> Vec<i32> {
        let turned = quantity.board.is_turned();
        let is_before = matches!(quantity.board, Board::Before | Board::TurnedBefore);
        let dial = self.gauge.dial(&quantity.measure);
        let value = |pair: &Option<Pair>| {
            let (Some(pair), Some(dial)) = (pair, dial) else {
                return NOTHING;
            };
            let row = self.rows[pair.row as usize];
            let reading = if is_before { row.reading } else { pair.after };
            let reading = &self.readings[reading as usize];
            reading.value(dial, turned, row.role)
        };
        self.bits.iter().map(value).collect()
    }

    /// The moves whose values in a column pass a test.
    pub fn passing(&self, column: &[i32], test: impl Fn(i64) -> bool) -> Bitset {
        self.where_bits(|at| column[at] != NOTHING && test(i64::from(column[at])))
    }

    fn where_bits(&self, test: impl Fn(usize) -> bool) -> Bitset {
        let mut words = vec![0; self.bad.len()];
        for (at, pair) in self.bits.iter().enumerate() {
            if pair.is_some() && test(at) {
                words[at / 64] |= 1 << (at % 64);
            }
        }
        words
    }

    /// All moves.
    pub fn satisfying_all(&self) -> Bitset {
        self.where_bits(|_| true)
    }

    /// The moves that satisfy a condition.
    pub fn satisfying(&self, condition: &Condition) -> Bitset {
        match condition {
            Condition::Compare {
                quantity,
                comparison,
                number,
            } => self.passing(&self.column(quantity), |value| {
                comparison.holds(value, *number)
            }),
            Condition::Same { left, right } => {
                let values = self.column(left);
                let others = self.column(&Quantity {
                    board: left.board,
                    measure: right.clone(),
                });
                self.where_bits(|at| values[at] != NOTHING && values[at] == others[at])
            }
            Condition::Change {
                measure,
                from,
                is_greater,
            } => {
                let (old, new) = (
                    self.measured(measure, *from),
                    self.measured(measure, Board::After),
                );
                self.changed(&old, &new, *is_greater)
            }
            Condition::Extreme {
                quantity,
                is_greatest,
            } => self.extreme(&self.column(quantity), *is_greatest),
            Condition::Move(form) => self.moves_like(std::slice::from_ref(form)),
            Condition::OneOf { form, var, values } => {
                let fixed = |value: &Term| {
                    form.map_vars(|own| {
                        if own == *var {
                            value.clone()
                        } else {
                            Term::Var(own)
                        }
                    })
                };
                let forms: Vec<Term> = values.iter().map(fixed).collect();
                self.moves_like(&forms)
            }
            Condition::Role(role) => {
                let sides = self.gauge.sides();
                self.where_bits(|at| {
                    let pair = self.bits[at].as_ref().map(|pair| pair.row as usize);
                    let own = pair.map(|row| self.rows[row].role.index());
                    own.and_then(|own| sides.roles.get(own)) == Some(role)
                })
            }
        }
    }

    fn measured(&self, measure: &Measure, board: Board) -> Vec<i32> {
        self.column(&Quantity {
            board,
            measure: measure.clone(),
        })
    }

    /// The moves after which a value is greater, or less.
    pub fn changed(&self, old: &[i32], new: &[i32], is_greater: bool) -> Bitset {
        self.where_bits(|at| {
            let is_known = old[at] != NOTHING && new[at] != NOTHING;
            let order = new[at].cmp(&old[at]);
            is_known
                && if is_greater {
                    order.is_gt()
                } else {
                    order.is_lt()
                }
        })
    }

    /// The moves whose value is the greatest, or the least, in their position.
    pub fn extreme(&self, column: &[i32], is_greatest: bool) -> Bitset {
        let mut best: Vec<Option<i32>> = vec![None; self.rows.len()];
        for (pair, &value) in self.bits.iter().zip(column) {
            let Some(pair) = pair else { continue };
            if value == NOTHING {
                continue;
            }
            let best = &mut best[pair.row as usize];
            *best = Some(best.map_or(value, |best| {
                if is_greatest {
                    best.max(value)
                } else {
                    best.min(value)
                }
            }));
        }
        self.where_bits(|at| {
            let pair = self.bits[at].as_ref();
            pair.is_some_and(|pair| best[pair.row as usize] == Some(column[at]))
        })
    }

    /// The moves of one of these forms.
    fn moves_like(&self, forms: &[Term]) -> Bitset {
        let sides = self.gauge.sides();
        let seen_by = |role: u8| {
            forms
                .iter()
                .map(move |form| sides.seen_by(form, Role(role)))
        };
        let forms: Vec<Vec<Term>> = (0..2).map(|role| seen_by(role).collect()).collect();
        let mut known: FxHashMap<(Term, u8), bool> = FxHashMap::default();
        let mut words = vec![0; self.bad.len()];
        for (at, pair) in self.bits.iter().enumerate() {
            let Some(pair) = pair else { continue };
            let role = self.rows[pair.row as usize].role.0.min(1);
            let matches = *known.entry((pair.mv.clone(), role)).or_insert_with(|| {
                forms[usize::from(role)].iter().any(|form| {
                    let mut bindings = Bindings::default();
                    let form = bindings.renamed(form);
                    bindings.unify(&form, &pair.mv)
                })
            });
            if matches {
                words[at / 64] |= 1 << (at % 64);
            }
        }
        words
    }

    /// The moves that a rule names.
    pub fn named(&self, rule: &Rule) -> Bitset {
        let mut conditions = rule.conditions.iter();
        let mut named = match conditions.next() {
            Some(condition) => self.satisfying(condition),
            None => self.satisfying_all(),
        };
        for condition in conditions {
            let other = self.satisfying(condition);
            named
                .iter_mut()
                .zip(&other)
                .for_each(|(own, other)| *own &= other);
        }
        named
    }

    /// Where a set of named moves is right and wrong.
    pub fn judge(&self, named: &[u64]) -> Verdicts {
        let words = self.rows.len().div_ceil(64);
        let mut right = vec![0; words];
        let mut wrong = vec![0; words];
        self.judge_into(|at| named[at], &mut right, &mut wrong);
        Verdicts { right, wrong }
    }

    /// [`Table::judge`] without a new set; `named` gives a word of the named moves.
    pub fn judge_into(&self, named: impl Fn(usize) -> u64, right: &mut [u64], wrong: &mut [u64]) {
        right.fill(0);
        wrong.fill(0);
        for slot in &self.slots {
            let bad = &self.bad[slot.first..slot.first + slot.words];
            for (word, bad) in bad.iter().enumerate() {
                let named = named(slot.first + word);
                right[word] |= named;
                wrong[word] |= named & bad;
            }
        }
        for (right, wrong) in right.iter_mut().zip(wrong) {
            *right &= !*wrong;
        }
    }

    /// The value of a quantity after a move of the first row, where it has one.
    pub fn value(&self, quantity: &Quantity, slot: usize) -> Option<i32> {
        let at = 64 * self.slots.get(slot)?.first;
        let value = *self.column(quantity).get(at)?;
        (value != NOTHING).then_some(value)
    }

    /// The places of the named moves among the legal moves of a row.
    pub fn named_at(&self, named: &[u64], row: usize) -> Vec<usize> {
        let is_named = |slot: &Slot| {
            row < 64 * slot.words && named[slot.first + row / 64] >> (row % 64) & 1 == 1
        };
        let slots = self.slots.iter().enumerate();
        slots
            .filter(|(_, slot)| is_named(slot))
            .map(|(at, _)| at)
            .collect()
    }
}

/// Positions by number.
#[derive(Default)]
struct Positions {
    numbers: FxHashMap<Position, u32>,
    list: Vec<Position>,
}

impl Positions {
    fn number(&mut self, position: &Position) -> u32 {
        if let Some(&number) = self.numbers.get(position) {
            return number;
        }
        let number = self.list.len() as u32;
        self.numbers.insert(position.clone(), number);
        self.list.push(position.clone());
        number
    }
}

/// Whether two sets have something in common.
pub fn meet(left: &[u64], right: &[u64]) -> bool {
    left.iter()
        .zip(right)
        .any(|(left, right)| left & right != 0)
}

/// The number of common members.
pub fn common(left: &[u64], right: &[u64]) -> u32 {
    let words = left.iter().zip(right);
    words.map(|(left, right)| (left & right).count_ones()).sum()
}

/// The number of members.
pub fn size(words: &[u64]) -> u32 {
    words.iter().map(|word| word.count_ones()).sum()
}

/// Removes the members of another set.
pub fn remove(from: &mut [u64], other: &[u64]) {
    for (word, other) in from.iter_mut().zip(other) {
        *word &= !other;
    }
}
