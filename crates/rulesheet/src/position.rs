//! Positions and moves of games made from rulesheets.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use stratalog_game::Coded;

use smallvec::SmallVec;
use stratalog_logic::Term;

use stratalog_game::game::{Role, Turn};

/// No choice yet.
pub(super) const NOTHING: u32 = u32::MAX;

/// A move, by its number in the standard order of all moves.
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
    /// What roles have chosen that others must choose at the same time.
    pub(super) chosen: SmallVec<[u32; 4]>,
    pub(super) turn: Turn,
    /// From which chance draws; 0 in games without.
    pub(super) fate: u64,
    /// In games with hidden information, what was told so far.
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
        self.facts == other.facts && self.chosen == other.chosen && self.fate == other.fate
    }
}

impl Eq for Position {}

impl Position {
    /// Which of the game's possible facts hold, by their places in the standard
    /// order.
    pub(super) fn fact_places(&self) -> impl Iterator<Item = usize> + '_ {
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

impl Told {
    /// Forgets what a role does not know.
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
