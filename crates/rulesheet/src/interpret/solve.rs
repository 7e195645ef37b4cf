//! Answers questions about a position from the top down: a relation is only
//! evaluated for the arguments with which it is asked, and each question is
//! answered once (tabling). There is no recursion in Rust: what is being
//! evaluated is a stack of frames.
//!
//! Questions that depend on each other cyclically are evaluated repeatedly until
//! there is no new answer; the lowest frame of the cycle is its leader. Answers
//! that are negated or counted must be complete, which gives a meaning to every
//! program that is stratified by its instances.

use smallvec::SmallVec;

use super::answer_table::{AnswerTable, NONE, State};
use super::situation::Situation;
use super::step::{Cursor, NOWHERE, Outcome};
use super::ways::{Method, WayId, WayRule, Ways};
use crate::fault::{Fault, FaultKind};
use crate::matching::{all_match, make};
use crate::terms::TermId;
use stratalog_logic::Term;

/// What a new answer costs besides the candidates looked at: it takes memory.
const ANSWER_COST: u64 = 10;
/// What it costs to evaluate an entry besides the steps of its rules.
const ENTRY_COST: u64 = 3;

/// What evaluates, with the answers found so far.
#[derive(Clone, Debug)]
pub struct Solver {
    pub(super) tables: Vec<AnswerTable>,
    frames: Vec<Frame>,
    pub(super) values: Vec<TermId>,
    pub(super) cursors: Vec<Cursor>,
    /// Entries that will be complete when a lower frame is.
    tentative: Vec<(WayId, u32)>,
    /// How many answers were added.
    added: u64,
    /// The work of each rule and of what it asked first, by its number among the
    /// rules of all ways.
    work_of_rules: Vec<u64>,
}

/// The evaluation of one entry.
#[derive(Clone, Copy, Debug)]
struct Frame {
    way: WayId,
    entry: u32,
    /// The rule at hand, and its step.
    rule: u32,
    step: u32,
    phase: Phase,
    first_value: u32,
    first_cursor: u32,
    /// The lowest frame whose answers were used before they were complete.
    low: u32,
    first_tentative: u32,
    added_before: u64,
    /// The work that was left when the rule was started.
    began: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// The rule has not been started.
    Start,
    /// The step is tried for the first time.
    Enter,
    /// The step is tried again, for its next solution.
    Again,
}

/// No lower frame's answers were used before they were complete.
const INDEPENDENT: u32 = u32::MAX;

impl Solver {
    /// A solver for these ways.
    pub fn new(ways: &Ways) -> Solver {
        let table = |way: &super::ways::Way| AnswerTable::new(way.given, way.open);
        Solver {
            tables: ways.ways.iter().map(table).collect(),
            frames: Vec::new(),
            values: Vec::new(),
            cursors: Vec::new(),
            tentative: Vec::new(),
            added: 0,
            work_of_rules: vec![0; ways.rules],
        }
    }

    /// Counts the work of each rule from zero.
    pub fn start_counting(&mut self) {
        self.work_of_rules.fill(0);
    }

    /// The work of each rule and of what it asked first since then, by its number
    /// among the rules of all ways.
    pub fn work_of_rules(&self) -> &[u64] {
        &self.work_of_rules
    }

    /// Forgets the answers of all ways, or of those that depend on the moves.
    pub fn forget(&mut self, ways: &Ways, only_of_moves: bool) {
        for (way, table) in ways.ways.iter().zip(&mut self.tables) {
            if way.needs_moves || !only_of_moves {
                table.clear();
            }
        }
    }

    /// Calls `found` with the answers of a way that is asked with these arguments.
    pub fn answers(
        &mut self,
        way: WayId,
        given: &[TermId],
        situation: &mut Situation<'_>,
        mut found: impl FnMut(&[TermId]),
    ) -> Result<u32, Fault> {
        let entry = self.tables[way].entry(given);
        if self.tables[way].entries[entry as usize].state != State::Done {
            self.frames.clear();
            self.values.clear();
            self.cursors.clear();
            self.tentative.clear();
            self.push(way, entry, situation.ways);
            self.run(situation)?;
        }
        let table = &self.tables[way];
        let asked = table.entries[entry as usize];
        if situation.ways.ways[way].open > 0 {
            let mut answer = asked.first;
            while answer != NONE {
                found(table.answer(answer));
                answer = table.next(answer);
            }
        }
        Ok(asked.count)
    }

    fn push(&mut self, way: WayId, entry: u32, ways: &Ways) {
        let number = self.frames.len() as u32;
        self.tables[way].entries[entry as usize].state = State::Open(number);
        self.frames.push(Frame {
            way,
            entry,
            rule: self.first_rule(way, entry, ways),
            step: 0,
            phase: Phase::Start,
            first_value: self.values.len() as u32,
            first_cursor: self.cursors.len() as u32,
            low: INDEPENDENT,
            first_tentative: self.tentative.len() as u32,
            added_before: self.added,
            began: 0,
        });
    }

    /// The number of the first rule that may answer an entry.
    fn first_rule(&self, way: WayId, entry: u32, ways: &Ways) -> u32 {
        match &ways.ways[way].method {
            Method::Rules(rules) => rules.first(self.tables[way].key(entry)),
            Method::Count { .. } => 0,
        }
    }

    /// Evaluates until no frame is left.
    fn run(&mut self, situation: &mut Situation<'_>) -> Result<(), Fault> {
        let ways = situation.ways;
        while let Some(&frame) = self.frames.last() {
            let waits = match &ways.ways[frame.way].method {
                Method::Rules(rules) => match rules.list.get(frame.rule as usize) {
                    Some(rule) => {
                        let began = match frame.phase {
                            Phase::Start => situation.work.left,
                            _ => frame.began,
                        };
                        self.top().began = began;
                        let waits = self.run_rule(frame, rule, situation);
                        let waits = waits.map_err(|fault| fault.in_clause(rule.clause))?;
                        if waits.is_none() {
                            self.work_of_rules[rule.number] += began - situation.work.left;
                        }
                        waits
                    }
                    None => {
                        self.finish(ways);
                        None
                    }
                },
                Method::Count {
                    members,
                    number_is_given,
                } => self.run_count(frame, *members, *number_is_given, situation)?,
            };
            if let Some((way, entry)) = waits {
                situation.work.spend(ENTRY_COST)?;
                self.push(way, entry, ways);
            }
        }
        Ok(())
    }

    fn top(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// Goes on with the rule of the top frame until it has no more solutions, or
    /// waits for another entry.
    fn run_rule(
        &mut self,
        mut frame: Frame,
        rule: &WayRule,
        situation: &mut Situation<'_>,
    ) -> Result<Option<(WayId, u32)>, Fault> {
        let first_value = frame.first_value as usize;
        let first_cursor = frame.first_cursor as usize;
        if frame.phase == Phase::Start {
            situation.work.spend(1)?;
            self.values.truncate(first_value);
            self.values
                .resize(first_value + rule.variables, TermId(u32::MAX));
            self.cursors.truncate(first_cursor);
            // One for each step, and one for the solution.
            let cursors = first_cursor + rule.steps.len() + 1;
            self.cursors.resize(cursors, Cursor::default());
            self.cursors[first_cursor].back = NOWHERE;
            let key = self.tables[frame.way].key(frame.entry);
            let values = &mut self.values[first_value..];
            if !all_match(&rule.head, key, values, situation.terms) {
                let top = self.top();
                top.rule = rule.next;
                return Ok(None);
            }
            frame.step = 0;
            frame.phase = Phase::Enter;
        }
        let mut depth = frame.step as usize;
        let mut is_entering = frame.phase == Phase::Enter;
        loop {
            if depth == rule.steps.len() {
                if self.solution(&frame, rule, situation)? {
                    return Ok(None);
                }
            } else {
                situation.work.spend(1)?;
                let step = &rule.steps[depth];
                let cursor = first_cursor + depth;
                let outcome = if is_entering {
                    self.enter(step, first_value, cursor, situation)?
                } else {
                    self.again(step, first_value, cursor, situation)?
                };
                let back = match outcome {
                    Outcome::Solved => Some(depth as u32),
                    Outcome::SolvedLast => Some(self.cursors[cursor].back),
                    Outcome::Exhausted => None,
                    Outcome::Waits(way, entry) => {
                        let top = self.top();
                        top.step = depth as u32;
                        top.phase = Phase::Again;
                        return Ok(Some((way, entry)));
                    }
                };
                if let Some(back) = back {
                    depth += 1;
                    self.cursors[cursor + 1].back = back;
                    is_entering = true;
                    continue;
                }
            }
            let back = self.cursors[first_cursor + depth].back;
            if back == NOWHERE {
                let top = self.top();
                top.rule = rule.next;
                top.phase = Phase::Start;
                return Ok(None);
            }
            depth = back as usize;
            is_entering = false;
        }
    }

    /// Adds the answer of a solution; says whether the frame is finished by it.
    fn solution(
        &mut self,
        frame: &Frame,
        rule: &WayRule,
        situation: &mut Situation<'_>,
    ) -> Result<bool, Fault> {
        situation.terms.check_limit(situation.max_terms)?;
        let mut answer: SmallVec<[TermId; 8]> = SmallVec::new();
        let values = &self.values[frame.first_value as usize..];
        for pattern in &rule.answer {
            answer.push(make(pattern, values, situation.terms).ok_or(FaultKind::TermSize)?);
        }
        if self.tables[frame.way].add(frame.entry, &answer) {
            situation.work.spend(ANSWER_COST)?;
            self.added += 1;
        }
        if answer.is_empty() {
            // One solution is enough, whatever else depends on lower frames.
            self.close(State::Done);
            return Ok(true);
        }
        Ok(false)
    }

    /// Removes the top frame, whose entry is complete. Entries that were evaluated
    /// while it was incomplete will be evaluated again when they are needed.
    fn close(&mut self, state: State) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        self.tables[frame.way].entries[frame.entry as usize].state = state;
        for (way, entry) in self.tentative.drain(frame.first_tentative as usize..) {
            self.tables[way].entries[entry as usize].state = State::New;
        }
        self.values.truncate(frame.first_value as usize);
        self.cursors.truncate(frame.first_cursor as usize);
    }

    /// Ends the evaluation of the top frame, whose rules have no more solutions.
    fn finish(&mut self, ways: &Ways) {
        let number = self.frames.len() as u32 - 1;
        let frame = self.frames[number as usize];
        if frame.low == INDEPENDENT {
            self.close(State::Done);
        } else if frame.low < number {
            // Part of a cycle whose leader is a lower frame.
            self.frames.pop();
            self.values.truncate(frame.first_value as usize);
            self.cursors.truncate(frame.first_cursor as usize);
            let entry = &mut self.tables[frame.way].entries[frame.entry as usize];
            entry.state = State::Tentative(frame.low);
            self.tentative.push((frame.way, frame.entry));
            self.depend_on(frame.low);
        } else if self.added > frame.added_before {
            // It is the leader of a cycle that is not complete: evaluate it again.
            for (way, entry) in self.tentative.drain(frame.first_tentative as usize..) {
                self.tables[way].entries[entry as usize].state = State::New;
            }
            let added = self.added;
            let first = self.first_rule(frame.way, frame.entry, ways);
            let top = self.top();
            top.rule = first;
            top.phase = Phase::Start;
            top.low = INDEPENDENT;
            top.added_before = added;
        } else {
            for (way, entry) in self.tentative.drain(frame.first_tentative as usize..) {
                self.tables[way].entries[entry as usize].state = State::Done;
            }
            self.close(State::Done);
        }
    }

    /// Notes that the top frame used what is not complete before a lower one is.
    fn depend_on(&mut self, low: u32) {
        if let Some(frame) = self.frames.last_mut() {
            frame.low = frame.low.min(low);
        }
    }

    /// Counts the members, once they are known.
    fn run_count(
        &mut self,
        frame: Frame,
        members: WayId,
        number_is_given: bool,
        situation: &mut Situation<'_>,
    ) -> Result<Option<(WayId, u32)>, Fault> {
        let mut key: SmallVec<[TermId; 8]> =
            SmallVec::from_slice(self.tables[frame.way].key(frame.entry));
        let wanted = if number_is_given { key.pop() } else { None };
        let entry = self.tables[members].entry(&key);
        let asked = self.tables[members].entries[entry as usize];
        match asked.state {
            State::New if frame.phase == Phase::Start => {
                self.top().phase = Phase::Again;
                return Ok(Some((members, entry)));
            }
            State::Done => {}
            _ => return Err(FaultKind::NegativeLoop.into()),
        }
        // Answers are the open arguments of the group, then the template.
        let mut groups: Vec<(SmallVec<[TermId; 8]>, i64)> = Vec::new();
        let mut places = rustc_hash::FxHashMap::default();
        let mut answer = asked.first;
        let open = situation.ways.ways[members].open;
        while answer != NONE && open > 0 {
            situation.work.spend(1)?;
            let parts = self.tables[members].answer(answer);
            let group: SmallVec<[TermId; 8]> = SmallVec::from_slice(&parts[..open - 1]);
            let place = *places.entry(group.clone()).or_insert(groups.len());
            if place == groups.len() {
                groups.push((group, 0));
            }
            groups[place].1 += 1;
            answer = self.tables[members].next(answer);
        }
        for (mut group, number) in groups {
            let number = situation.terms.leaf(&Term::Integer(number));
            match wanted {
                Some(wanted) if wanted != number => continue,
                Some(_) => {}
                None => group.push(number),
            }
            if self.tables[frame.way].add(frame.entry, &group) {
                self.added += 1;
            }
        }
        self.finish(situation.ways);
        Ok(None)
    }

    /// Notes that the top frame uses an entry that may not be complete.
    pub(super) fn note_dependence(&mut self, way: WayId, entry: u32) {
        match self.tables[way].entries[entry as usize].state {
            State::Open(low) | State::Tentative(low) => self.depend_on(low),
            State::New | State::Done => {}
        }
    }
}
