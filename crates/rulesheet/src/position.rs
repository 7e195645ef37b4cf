//! Positions and moves of games made from rulesheets.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use smallvec::SmallVec;
use stratalog_game::Coded;
use stratalog_game::game::{Role, Turn};
use stratalog_logic::Term;

/// No choice yet.
pub(super) const NOTHING: u32 = u32::MAX;

/// A move, by its code: the same move has the same code on every thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move(pub(super) u32);

impl Coded for Move {
    fn code(self) -> u32 {
        self.0
    }

    fn from_code(code: u32) -> Move {
        Move(code)
    }
}

/// A position of a game made from a rulesheet.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) facts: Vec<u64>,
    /// The legal moves of all roles; they follow from the facts.
    pub(super) legal: Vec<u64>,
    /// What roles have chosen while others still choose in the same step.
    pub(super) chosen: SmallVec<[u32; 4]>,
    pub(super) turn: Turn,
    /// At the end, the goal of each role.
    pub(super) goals: SmallVec<[u8; 4]>,
    /// Why the rules could not be evaluated.
    pub(super) failure: Option<Arc<str>>,
    /// What chance draws from; 0 in games without chance.
    pub(super) fate: u64,
    /// In games with hidden information, what each role was told so far.
    pub(super) told: Option<Arc<Vec<Told>>>,
}

/// What a joint move brought to light.
#[derive(Clone, Debug)]
pub(super) struct Told {
    /// The move of each role.
    pub(super) moves: SmallVec<[u32; 4]>,
    /// What each player was told.
    pub(super) percepts: Vec<Vec<Term>>,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        // A position whose rules failed has the facts of the one before it.
        self.facts == other.facts
            && self.chosen == other.chosen
            && self.fate == other.fate
            && self.failure == other.failure
    }
}

impl Eq for Position {}

impl Position {
    /// A position with these facts, before anything was derived from them.
    pub(super) fn of_facts(facts: Vec<u64>) -> Position {
        Position {
            facts,
            legal: Vec::new(),
            chosen: SmallVec::new(),
            turn: Turn::Failed,
            goals: SmallVec::new(),
            failure: None,
            fate: 0,
            told: None,
        }
    }

    /// Records that the rules could not be evaluated.
    pub(super) fn fail(&mut self, cause: String) {
        self.turn = Turn::Failed;
        self.failure = Some(cause.into());
    }

    /// Whether some roles have chosen and others still choose in the same step: the
    /// facts are those before the step.
    pub fn is_pending(&self) -> bool {
        !self.chosen.is_empty()
    }

    /// The places of the facts that hold among the possible facts, which are in
    /// the standard order of terms. It means nothing where those are not known.
    pub fn fact_places(&self) -> impl Iterator<Item = usize> + '_ {
        self.facts.iter().enumerate().flat_map(|(block, &word)| {
            stratalog_game::bits::members(word).map(move |bit| block * 64 + usize::from(bit))
        })
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.facts.hash(state);
        self.chosen.hash(state);
        self.fate.hash(state);
    }
}

impl Position {
    /// The role whose view this is, where its own moves are the only ones known.
    pub(super) fn viewer(&self) -> Option<Role> {
        let told = self.told.as_ref()?.last()?;
        let known = told.moves.iter().enumerate();
        let mut known = known.filter(|&(_, &mv)| mv != NOTHING);
        let (role, _) = known.next()?;
        known.next().is_none().then_some(Role(role as u8))
    }
}

impl Told {
    /// Removes what a role does not know.
    pub(super) fn hide_from(&mut self, role: Role) {
        for (number, mv) in self.moves.iter_mut().enumerate() {
            if number != role.index() {
                *mv = NOTHING;
            }
        }
        for (number, percepts) in self.percepts.iter_mut().enumerate() {
            if number != role.index() {
                percepts.clear();
            }
        }
    }
}
