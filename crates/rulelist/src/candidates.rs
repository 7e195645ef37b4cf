//! The conditions that may matter in a table: made from the vocabulary, with the
//! numbers that occur, each different set of moves once. Simple wordings come
//! first, and of two conditions that mean the same the first is kept.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, BuildHasherDefault};

use rustc_hash::{FxHashSet, FxHasher};
use stratalog_logic::Term;

use crate::condition::{Comparison, Condition, Quantity};
use crate::gauge::NOTHING;
use crate::measure::{Board, Measure, OPPONENT, PLAYER, Prospect};
use crate::sides::Sides;
use crate::table::{Bitset, Table};
use crate::vocabulary::Vocabulary;

/// A quantity with more values is compared with its least and greatest few only.
const MOST_NUMBERS: usize = 10;
/// The greatest divisor of a remainder.
const MOST_DIVISOR: i64 = 8;
/// The most pairs of measures that are compared with each other.
const MOST_PAIRS: usize = 60;

/// A condition and the moves of a table that satisfy it.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The condition.
    pub condition: Condition,
    /// The moves.
    pub moves: Bitset,
}

/// The conditions that tell moves or positions of a table apart.
pub fn candidates(table: &Table<'_>, words: &Vocabulary, sides: &Sides) -> Vec<Candidate> {
    let mut list = List {
        found: Vec::new(),
        seen: FxHashSet::default(),
        all: table.satisfying_all(),
    };
    for form in &words.moves {
        let condition = Condition::Move(form.clone());
        let moves = table.satisfying(&condition);
        list.add(condition, moves);
    }
    for condition in &words.choices {
        list.add(condition.clone(), table.satisfying(condition));
    }
    for measure in &words.measures {
        measured(table, measure, &mut list);
    }
    for (left, right) in comparable(words) {
        let left = Quantity {
            board: Board::After,
            measure: left,
        };
        let condition = Condition::Same { left, right };
        let moves = table.satisfying(&condition);
        list.add(condition, moves);
    }
    if sides.roles.len() > 1 {
        for role in &sides.roles {
            let condition = Condition::Role(role.clone());
            let moves = table.satisfying(&condition);
            list.add(condition, moves);
        }
    }
    list.found
}

struct List {
    found: Vec<Candidate>,
    seen: FxHashSet<u64>,
    all: Bitset,
}

impl List {
    /// Adds a condition unless it says nothing, or nothing new.
    fn add(&mut self, condition: Condition, moves: Bitset) {
        let is_empty = moves.iter().all(|word| *word == 0);
        let hash = BuildHasherDefault::<FxHasher>::default().hash_one(&moves);
        if is_empty || moves == self.all || !self.seen.insert(hash) {
            return;
        }
        self.found.push(Candidate { condition, moves });
    }
}

/// The positions in which a measure is taken.
fn boards(measure: &Measure) -> &'static [Board] {
    match measure {
        Measure::Outlook(Prospect::Won | Prospect::Drawn | Prospect::Lost, _) => &[Board::After],
        Measure::Outlook(..) => &Board::ALL,
        _ => &[Board::After, Board::Before],
    }
}

fn measured(table: &Table<'_>, measure: &Measure, list: &mut List) {
    let mut after = None;
    for &board in boards(measure) {
        let quantity = Quantity {
            board,
            measure: measure.clone(),
        };
        let column = table.column(&quantity);
        compared(table, &quantity, &column, list);
        if matches!(board, Board::After | Board::TurnedAfter) {
            for is_greatest in [false, true] {
                let moves = table.extreme(&column, is_greatest);
                let quantity = quantity.clone();
                let condition = Condition::Extreme {
                    quantity,
                    is_greatest,
                };
                list.add(condition, moves);
            }
        }
        if board == Board::After {
            after = Some(column);
            continue;
        }
        let is_start = matches!(board, Board::Before | Board::TurnedBefore);
        for is_greater in [false, true] {
            if let Some(after) = after.as_ref().filter(|_| is_start) {
                let moves = table.changed(&column, after, is_greater);
                let condition = Condition::Change {
                    measure: measure.clone(),
                    from: board,
                    is_greater,
                };
                list.add(condition, moves);
            }
        }
    }
}

/// Comparisons of a quantity with the numbers that occur.
fn compared(table: &Table<'_>, quantity: &Quantity, column: &[i32], list: &mut List) {
    let values: BTreeSet<i32> = column.iter().copied().filter(|v| *v != NOTHING).collect();
    let (Some(&least), Some(&greatest)) = (values.first(), values.last()) else {
        return;
    };
    let mut add = |comparison: Comparison, number: i64| {
        let moves = table.passing(column, |value| comparison.holds(value, number));
        let condition = Condition::Compare {
            quantity: quantity.clone(),
            comparison,
            number,
        };
        list.add(condition, moves);
    };
    let numbers: Vec<i32> = if values.len() > MOST_NUMBERS {
        let half = MOST_NUMBERS / 2;
        let low = values.iter().take(half);
        low.chain(values.iter().rev().take(half)).copied().collect()
    } else {
        values.iter().copied().collect()
    };
    for &number in numbers.iter().filter(|n| **n != least) {
        add(Comparison::AtLeast, i64::from(number));
    }
    add(Comparison::Equal, i64::from(least));
    for &number in numbers.iter().filter(|n| **n != greatest) {
        add(Comparison::AtMost, i64::from(number));
    }
    for &number in &numbers {
        add(Comparison::Equal, i64::from(number));
    }
    // Of what moves lead to, remainders tell nothing that a player could see.
    let most_divisor = match quantity.measure {
        Measure::Fold(..) => MOST_DIVISOR,
        Measure::Count(_) => 2,
        Measure::Outlook(..) => 0,
    };
    let range = i64::from(greatest) - i64::from(least);
    for divisor in 2..=most_divisor.min(range - 1) {
        for rest in 0..divisor.min(2) {
            add(Comparison::Remainder(divisor), rest);
        }
    }
}

/// Pairs of measures that differ in whose they are, or in one constant of a fold.
fn comparable(words: &Vocabulary) -> Vec<(Measure, Measure)> {
    let mut pairs = Vec::new();
    for (at, left) in words.measures.iter().enumerate() {
        let theirs = exchanged(left);
        if theirs != left.to_term()
            && let Some(right) = words.measures[at + 1..]
                .iter()
                .find(|m| m.to_term() == theirs)
        {
            pairs.push((left.clone(), right.clone()));
        }
        let Measure::Fold(fold, _, fact) = left else {
            continue;
        };
        for right in &words.measures[at + 1..] {
            if let Measure::Fold(other, _, next) = right
                && fold == other
                && differ_in_one(fact, next)
            {
                pairs.push((left.clone(), right.clone()));
            }
        }
    }
    pairs.truncate(MOST_PAIRS);
    pairs
}

/// A measure with the player and the opponent exchanged.
fn exchanged(measure: &Measure) -> Term {
    measure.to_term().map_vars(|var| {
        Term::Var(match var {
            PLAYER => OPPONENT,
            OPPONENT => PLAYER,
            other => other,
        })
    })
}

/// Whether two facts are alike but for one constant.
fn differ_in_one(left: &Term, right: &Term) -> bool {
    let ([left], [right]) = (left.args(), right.args()) else {
        return false;
    };
    if left.functor() != right.functor() {
        return false;
    }
    let mut differing = left.args().iter().zip(right.args()).filter(|(l, r)| l != r);
    let is_constant = |(l, r): (&Term, &Term)| l.is_ground() && r.is_ground();
    differing.next().is_some_and(is_constant) && differing.next().is_none()
}
