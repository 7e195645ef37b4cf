//! How a game made from a rulesheet goes from position to position.
//!
//! Roles that have a choice in the same step choose one after the other, in any
//! order; what was chosen is pending until all have, and views hide it. A role
//! with a single legal move is not asked. The role `random` is chance: its moves
//! are drawn from numbers that the position carries.
//!
//! The methods on *raw* positions leave chance to the caller and take joint
//! moves: random games, move counts and the check of rulesheets use them.

use std::sync::Arc;

use smallvec::SmallVec;
use stratalog_game::game::{Role, Turn};
use stratalog_logic::Term;
use stratalog_run::mix;

use super::fault::Fault;
use super::game::RulesheetGame;
use super::lanes::MAX_STEPS;
use super::position::{Move, NOTHING, Position, Told};

/// Names of moves that do nothing.
const WAITING: [&str; 9] = [
    "noop", "no_op", "no-op", "nop", "wait", "nothing", "idle", "nil", "skip",
];

impl RulesheetGame {
    /// The position at the start before chance has moved.
    pub fn raw_initial(&self) -> Position {
        match self.0.engine.initial() {
            Ok(facts) => {
                let mut position = Position::of_facts(facts);
                self.survey(&mut position);
                position
            }
            Err(fault) => {
                let mut position = Position::of_facts(Vec::new());
                position.fail(self.explain(fault));
                position
            }
        }
    }

    /// Makes a joint move, one for each role with chance last.
    pub fn play_joint(&self, position: &mut Position, joint: &[Move]) {
        let joint: SmallVec<[u32; 4]> = joint.iter().map(|mv| mv.0).collect();
        match self.0.engine.advance(&mut position.facts, &joint) {
            Ok(()) => self.survey(position),
            Err(fault) => position.fail(self.explain(fault)),
        }
    }

    /// Finds the legal moves and whether the game is over; chance does not move
    /// and nobody's turn is decided.
    fn survey(&self, position: &mut Position) {
        let surveyed = self.0.engine.survey(&position.facts, &mut position.legal);
        match surveyed {
            Ok(true) => self.conclude(position),
            Ok(false) => position.turn = Turn::Role(Role(0)),
            Err(fault) => position.fail(self.explain(fault)),
        }
    }

    /// Finds the goals of a position in which the game is over.
    fn conclude(&self, position: &mut Position) {
        position.turn = Turn::Over;
        position.goals.clear();
        let goals = match self
            .0
            .engine
            .goals(&position.facts, self.0.role_names.len())
        {
            Ok(goals) => goals,
            Err(fault) => return position.fail(self.explain(fault)),
        };
        for goals in &goals {
            let best = goals.last().copied().unwrap_or(0);
            position.goals.push(best.clamp(0, 100) as u8);
        }
        for (role, goals) in goals.iter().enumerate().take(self.0.players) {
            if let Some(cause) = self.wrong_goals(goals) {
                let name = &self.0.role_names[role];
                position.fail(format!("{name} has {cause} when the game ends"));
            }
        }
    }

    /// What is wrong with the goals of a role at the end.
    fn wrong_goals(&self, goals: &[i64]) -> Option<String> {
        if let Some(value) = goals.iter().find(|value| !(0..=100).contains(*value)) {
            return Some(format!("the goal {value}, which is not from 0 to 100,"));
        }
        match goals {
            [_] => None,
            _ if !self.0.is_strict => None,
            [] => Some("no goal".to_owned()),
            _ => {
                let texts: Vec<String> = goals.iter().map(i64::to_string).collect();
                Some(format!("the goals {} at once", texts.join(" and ")))
            }
        }
    }

    /// Whether the rules say that the game has ended.
    pub fn is_terminal(&self, position: &Position) -> bool {
        position.turn == Turn::Over
    }

    /// The number of legal moves of a role.
    pub(super) fn count(&self, position: &Position, role: usize) -> usize {
        self.0.engine.legal_count(&position.legal, role)
    }

    /// The legal moves of a role, players first, then chance, in the standard
    /// order of terms.
    pub fn legal_of(&self, position: &Position, role: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        self.0
            .engine
            .list_legal(&position.legal, role, |code| moves.push(Move(code)));
        moves
    }

    /// Every goal of a role that holds in a position, in ascending order; none
    /// where the rules cannot be evaluated.
    pub fn goals(&self, position: &Position, role: usize) -> Vec<i64> {
        let goals = self.0.engine.goals(&position.facts, role + 1);
        goals
            .ok()
            .and_then(|mut goals| goals.pop())
            .unwrap_or_default()
    }

    /// What a role is told when a joint move is made in a position; nothing where
    /// the rules cannot be evaluated.
    pub fn told(&self, position: &Position, joint: &[Move], role: usize) -> Vec<Term> {
        let joint: SmallVec<[u32; 4]> = joint.iter().map(|mv| mv.0).collect();
        let told = self.all_told(position, &joint);
        told.into_iter().nth(role).unwrap_or_default()
    }

    /// What each player is told when a joint move is made in a position; nothing where
    /// the rules cannot be evaluated.
    pub(super) fn all_told(&self, position: &Position, joint: &[u32]) -> Vec<Vec<Term>> {
        let told = self.0.engine.told(&position.facts, joint, self.0.players);
        told.unwrap_or_default()
    }

    /// The position in which exactly these facts hold; the error is a fact that
    /// no position can have.
    pub fn position_of(&self, facts: &[Term]) -> Result<Position, Term> {
        let mut position = Position::of_facts(self.0.engine.words_of(facts)?);
        self.settle(&mut position);
        Ok(position)
    }

    /// What a role has seen, joint move by joint move: its own move and what it
    /// was told.
    pub fn seen(&self, position: &Position, role: Role) -> Vec<(Term, Vec<Term>)> {
        let told = position.told.as_deref().map_or(&[][..], Vec::as_slice);
        told.iter()
            .map(|told| {
                let own = told.moves.get(role.index()).copied().unwrap_or(NOTHING);
                let percepts = told.percepts.get(role.index()).cloned();
                (self.0.engine.move_term(own), percepts.unwrap_or_default())
            })
            .collect()
    }

    /// Finds the legal moves and whose turn it is, and lets chance move where
    /// nobody else has anything to decide.
    pub(super) fn settle(&self, position: &mut Position) {
        self.survey(position);
        self.decide_turn(position);
    }

    /// The same where the legal moves are known.
    pub(super) fn decide_turn(&self, position: &mut Position) {
        for _ in 0..MAX_STEPS {
            if !matches!(position.turn, Turn::Role(_)) {
                return;
            }
            match self.first_turn(position) {
                Ok(Some(role)) => {
                    position.turn = Turn::Role(role);
                    return;
                }
                Ok(None) => match self.advance(position) {
                    Ok(()) => self.survey(position),
                    Err(fault) => return position.fail(self.explain(fault)),
                },
                Err(stuck) => {
                    let name = &self.0.role_names[stuck];
                    let cause = format!("{name} has no legal move, and the game is not over");
                    return position.fail(cause);
                }
            }
        }
        position.fail(format!("chance moves {MAX_STEPS} times in a row"));
    }

    /// Who decides first; nobody where only chance does. The error is a role
    /// without a legal move.
    fn first_turn(&self, position: &Position) -> Result<Option<Role>, usize> {
        let mut first = None;
        for role in 0..self.0.role_names.len() {
            match self.count(position, role) {
                0 => return Err(role),
                1 => {}
                _ if role < self.0.players && first.is_none() => first = Some(role),
                _ => {}
            }
        }
        if let Some(role) = first {
            return Ok(Some(Role(role as u8)));
        }
        let does_something = |role: usize| !self.is_waiting(position, role);
        if self.has_chance() && does_something(self.0.players) {
            return Ok(None);
        }
        let role = (0..self.0.players).find(|&role| does_something(role));
        Ok(Some(Role(role.unwrap_or(0) as u8)))
    }

    /// Whether a role can only wait.
    fn is_waiting(&self, position: &Position, role: usize) -> bool {
        if self.count(position, role) != 1 {
            return false;
        }
        let mv = self.0.engine.legal_move(&position.legal, role, 0);
        self.does_nothing(mv)
    }

    /// Whether the move with this code only waits.
    pub(super) fn does_nothing(&self, code: u32) -> bool {
        let functor = self.0.engine.move_term(code).functor();
        functor.is_some_and(|f| WAITING.contains(&f.name.as_str()))
    }

    /// The role that chooses next in this step: the first that has several moves
    /// and has not chosen.
    pub(super) fn next_chooser(&self, position: &Position) -> Option<Role> {
        let has_chosen = |role: usize| {
            let chosen = position.chosen.get(role).copied();
            chosen.unwrap_or(NOTHING) != NOTHING
        };
        let open = |&role: &usize| !has_chosen(role) && self.count(position, role) > 1;
        let role = (0..self.0.players).find(open)?;
        Some(Role(role as u8))
    }

    /// Makes the joint move: what was chosen, what was forced, what chance draws.
    pub(super) fn advance(&self, position: &mut Position) -> Result<(), Fault> {
        let mut joint: SmallVec<[u32; 4]> = SmallVec::new();
        for role in 0..self.0.role_names.len() {
            let chosen = position.chosen.get(role).copied().unwrap_or(NOTHING);
            if chosen != NOTHING {
                joint.push(chosen);
                continue;
            }
            let count = self.count(position, role);
            let rank = if role >= self.0.players && count > 1 {
                position.fate = mix(position.fate.wrapping_add(0x9e37_79b9_7f4a_7c15));
                (((position.fate >> 32) * count as u64) >> 32) as usize
            } else {
                0
            };
            joint.push(self.0.engine.legal_move(&position.legal, role, rank));
        }
        position.chosen.clear();
        if self.0.is_hidden {
            let players = self.0.players;
            let percepts = self.0.engine.told(&position.facts, &joint, players)?;
            let told = position.told.get_or_insert_default();
            Arc::make_mut(told).push(Told {
                moves: joint.clone(),
                percepts,
            });
        }
        self.0.engine.advance(&mut position.facts, &joint)
    }
}
