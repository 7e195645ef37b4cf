//! The solutions of one step of a rule: a cursor says how far they have been tried.

use smallvec::SmallVec;

use super::answer_table::{NONE, State};
use super::situation::Situation;
use super::solve::Solver;
use super::ways::{Asked, Step, WayId};
use crate::facts::{Relation, key_with};
use crate::fault::{Fault, FaultKind};
use crate::matching::{all_match, evaluate, find, make};
use crate::program::Pattern;
use crate::terms::{TermId, Terms};
use stratalog_logic::Term;

/// How far the solutions of a step have been tried.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cursor {
    at: i64,
    end: i64,
    key: u64,
    /// The last step before this one that may have more solutions.
    pub back: u32,
}

/// No earlier step has more solutions.
pub const NOWHERE: u32 = u32::MAX;

const BEFORE_FIRST: i64 = -1;
const AFTER_LAST: i64 = -2;

/// What a step led to.
pub enum Outcome {
    /// It has a solution, and may have more.
    Solved,
    /// It has a solution, and no more.
    SolvedLast,
    /// It has no more solutions.
    Exhausted,
    /// Another entry must be evaluated first.
    Waits(WayId, u32),
}

impl Outcome {
    fn solved(has_more: bool) -> Outcome {
        if has_more {
            Outcome::Solved
        } else {
            Outcome::SolvedLast
        }
    }
}

/// The key of the parts that are known, and how many facts there are to try; nothing
/// where a part is a term that no fact has.
#[inline]
fn look_up(
    relation: &Relation,
    index: Option<&(usize, Box<[Pattern]>)>,
    values: &[TermId],
    terms: &Terms,
) -> Option<(u64, usize)> {
    let Some((number, parts)) = index else {
        return Some((0, relation.facts.len()));
    };
    let mut key = 0;
    for part in parts {
        key = key_with(key, find(part, values, terms)?);
    }
    Some((key, relation.index(*number).bucket(key).len()))
}

impl Solver {
    /// Tries a step for the first time.
    pub(super) fn enter(
        &mut self,
        step: &Step,
        first_value: usize,
        cursor: usize,
        situation: &mut Situation<'_>,
    ) -> Result<Outcome, Fault> {
        let solved = |holds: bool| {
            if holds {
                Outcome::SolvedLast
            } else {
                Outcome::Exhausted
            }
        };
        let values = &self.values[first_value..];
        let terms = &*situation.terms;
        Ok(match step {
            Step::Facts {
                predicate, index, ..
            } => {
                let relation = situation.facts.relation(*predicate);
                let Some((key, end)) = look_up(relation, index.as_ref(), values, terms) else {
                    return Ok(Outcome::Exhausted);
                };
                self.set_cursor(cursor, 0, end as i64, key);
                return self.again(step, first_value, cursor, situation);
            }
            Step::State { functor, index, .. } => {
                let found = match functor {
                    Some(functor) => {
                        let relation = situation.state.of(*functor);
                        look_up(relation, index.as_ref(), values, terms)
                    }
                    None => Some((0, situation.state.all().len())),
                };
                let Some((key, end)) = found else {
                    return Ok(Outcome::Exhausted);
                };
                self.set_cursor(cursor, 0, end as i64, key);
                return self.again(step, first_value, cursor, situation);
            }
            Step::Rows { rows, key, .. } => {
                let (at, end) = rows.range(|side| find(&key[side], values, terms));
                if at == end {
                    return Ok(Outcome::Exhausted);
                }
                self.set_cursor(cursor, i64::from(at), i64::from(end), 0);
                return self.again(step, first_value, cursor, situation);
            }
            Step::Fact(atom) => solved(situation.is_stored(atom, values)),
            Step::NoFact(atom) => solved(!situation.is_stored(atom, values)),
            Step::True(inside) => solved(situation.is_true(inside, values)),
            Step::NotTrue(inside) => solved(!situation.is_true(inside, values)),
            Step::Answers { asked, .. } | Step::Answer(asked) | Step::NoAnswer(asked) => {
                let mut key: SmallVec<[TermId; 8]> = SmallVec::new();
                for part in &asked.key {
                    key.push(make(part, values, situation.terms).ok_or(FaultKind::TermSize)?);
                }
                if let Some(guard) = &asked.guard
                    && !guard.allows(&key)
                {
                    return Ok(solved(matches!(step, Step::NoAnswer(_))));
                }
                let table = &mut self.tables[asked.way];
                let entry = table.entry(&key);
                let is_new = table.entries[entry as usize].state == State::New;
                self.set_cursor(cursor, BEFORE_FIRST, 0, u64::from(entry));
                if is_new {
                    return Ok(Outcome::Waits(asked.way, entry));
                }
                return self.again(step, first_value, cursor, situation);
            }
            Step::Different(a, b) => {
                let a = make(a, values, situation.terms).ok_or(FaultKind::TermSize)?;
                let b = make(b, values, situation.terms).ok_or(FaultKind::TermSize)?;
                solved(a != b)
            }
            Step::Compare(how, a, b) => {
                match (evaluate(a, values, terms)?, evaluate(b, values, terms)?) {
                    (Some(a), Some(b)) => solved(how.holds(a, b)),
                    _ => Outcome::Exhausted,
                }
            }
            Step::Assign(var, expression) => match evaluate(expression, values, terms)? {
                Some(value) => {
                    let value = situation.terms.leaf(&Term::Integer(value));
                    self.values[first_value + *var as usize] = value;
                    Outcome::SolvedLast
                }
                None => Outcome::Exhausted,
            },
            Step::Value(pattern, expression) => {
                let value = evaluate(expression, values, terms)?;
                match (find(pattern, values, terms), value) {
                    (Some(term), Some(_)) => solved(terms.integer(term)? == value),
                    _ => Outcome::Exhausted,
                }
            }
            Step::Integers(low, high, _) => {
                match (
                    evaluate(low, values, terms)?,
                    evaluate(high, values, terms)?,
                ) {
                    (Some(low), Some(high)) => {
                        self.set_cursor(cursor, low, high.saturating_add(1), 0);
                        return self.again(step, first_value, cursor, situation);
                    }
                    _ => Outcome::Exhausted,
                }
            }
            Step::Within(low, high, pattern) => {
                let value = match find(pattern, values, terms) {
                    Some(term) => terms.integer(term)?,
                    None => None,
                };
                let low = evaluate(low, values, terms)?;
                let high = evaluate(high, values, terms)?;
                match (low, value, high) {
                    (Some(low), Some(value), Some(high)) => solved((low..=high).contains(&value)),
                    _ => Outcome::Exhausted,
                }
            }
        })
    }

    /// Goes on to the next solution of a step.
    pub(super) fn again(
        &mut self,
        step: &Step,
        first_value: usize,
        cursor: usize,
        situation: &mut Situation<'_>,
    ) -> Result<Outcome, Fault> {
        let Cursor {
            mut at, end, key, ..
        } = self.cursors[cursor];
        let mut outcome = Outcome::Exhausted;
        match step {
            Step::Facts {
                predicate,
                args,
                index,
            } => {
                let relation = situation.facts.relation(*predicate);
                let bucket = index
                    .as_ref()
                    .map(|(number, _)| relation.index(*number).bucket(key));
                let values = &mut self.values[first_value..];
                while at < end {
                    situation.work.spend(1)?;
                    let place = match bucket {
                        Some(bucket) => bucket[at as usize] as usize,
                        None => at as usize,
                    };
                    at += 1;
                    let parts = situation.terms.args(relation.facts[place]);
                    if all_match(args, parts, values, situation.terms) {
                        outcome = Outcome::solved(at < end);
                        break;
                    }
                }
            }
            Step::State {
                functor,
                fact,
                index,
            } => {
                let (facts, bucket) = match functor {
                    Some(functor) => {
                        let relation = situation.state.of(*functor);
                        let bucket = index.as_ref();
                        let bucket = bucket.map(|(number, _)| relation.index(*number).bucket(key));
                        (&relation.facts[..], bucket)
                    }
                    None => (situation.state.all(), None),
                };
                let values = &mut self.values[first_value..];
                while at < end {
                    situation.work.spend(1)?;
                    let place = match bucket {
                        Some(bucket) => bucket[at as usize] as usize,
                        None => at as usize,
                    };
                    at += 1;
                    if all_match(fact, &facts[place..=place], values, situation.terms) {
                        outcome = Outcome::solved(at < end);
                        break;
                    }
                }
            }
            Step::Rows { rows, binds, .. } if at < end => {
                let values = &mut self.values[first_value..];
                for (&var, &value) in binds.iter().zip(rows.row(at as usize)) {
                    values[var as usize] = value;
                }
                at += 1;
                outcome = Outcome::solved(at < end);
            }
            Step::Integers(_, _, var) if at < end => {
                situation.terms.check_limit(situation.max_terms)?;
                let value = situation.terms.leaf(&Term::Integer(at));
                self.values[first_value + *var as usize] = value;
                at += 1;
                outcome = Outcome::solved(at < end);
            }
            Step::Answers { asked, args } => {
                self.note_dependence(asked.way, key as u32);
                let table = &self.tables[asked.way];
                let values = &mut self.values[first_value..];
                let mut answer = match at {
                    BEFORE_FIRST => table.entries[key as usize].first,
                    AFTER_LAST => NONE,
                    at => table.next(at as u32),
                };
                at = AFTER_LAST;
                while answer != NONE {
                    situation.work.spend(1)?;
                    let next = table.next(answer);
                    if all_match(args, table.answer(answer), values, situation.terms) {
                        at = i64::from(answer);
                        // More may be added while the entry is not complete.
                        let is_done = table.entries[key as usize].state == State::Done;
                        outcome = Outcome::solved(next != NONE || !is_done);
                        break;
                    }
                    answer = next;
                }
            }
            Step::Answer(Asked { way, .. }) if at == BEFORE_FIRST => {
                self.note_dependence(*way, key as u32);
                at = AFTER_LAST;
                if self.tables[*way].entries[key as usize].count > 0 {
                    outcome = Outcome::SolvedLast;
                }
            }
            Step::NoAnswer(Asked { way, .. }) if at == BEFORE_FIRST => {
                at = AFTER_LAST;
                let entry = self.tables[*way].entries[key as usize];
                if entry.state != State::Done {
                    return Err(FaultKind::NegativeLoop.into());
                }
                if entry.count == 0 {
                    outcome = Outcome::SolvedLast;
                }
            }
            _ => {}
        }
        self.cursors[cursor].at = at;
        Ok(outcome)
    }

    /// Sets how far the solutions of a step have been tried.
    fn set_cursor(&mut self, cursor: usize, at: i64, end: i64, key: u64) {
        let cursor = &mut self.cursors[cursor];
        *cursor = Cursor {
            at,
            end,
            key,
            back: cursor.back,
        };
    }
}
