//! Following one game: knowledge is updated from view to view, and the belief
//! state is computed only when no single number decides.

use crate::{Board, Site, View};

use crate::belief::BeliefError;
use crate::belief::count::Tables;
use crate::belief::knowledge::Knowledge;
use crate::belief::posterior::Belief;

/// What a player remembers of the game it plays.
#[derive(Debug, Default)]
pub struct Tracker {
    knowledge: Option<Knowledge>,
    /// The tables of the board last played on.
    tables: Option<(Board, Tables)>,
}

/// What a player should do in a position.
#[derive(Debug)]
pub enum NextStep {
    /// This square is safe by a number that has all its mines.
    Plain(Site),
    /// This square is safe by all numbers together.
    Proved(Site),
    /// No square is certainly safe: the belief to guess by.
    Guess(Box<Belief>),
}

impl Tracker {
    /// Forgets the game followed so far; tables are kept.
    pub fn begin(&mut self) {
        self.knowledge = None;
    }

    /// Follows the game to this view and says what can be done.
    pub fn follow(&mut self, view: &View) -> Result<NextStep, BeliefError> {
        let (knowledge, tables) = self.parts(view)?;
        if let Some(safe) = knowledge.next_safe() {
            return Ok(NextStep::Plain(safe));
        }
        let belief = Belief::new(knowledge, tables)?;
        knowledge.learn_all(belief.certain().iter().copied())?;
        match knowledge.next_safe() {
            Some(safe) => Ok(NextStep::Proved(safe)),
            None => {
                // Once for all that may follow from here.
                tables.components(knowledge)?;
                Ok(NextStep::Guess(Box::new(belief)))
            }
        }
    }

    /// What is known of the view, and the tables for counting.
    pub fn parts(&mut self, view: &View) -> Result<(&mut Knowledge, &mut Tables), BeliefError> {
        let board = view.board();
        if self
            .tables
            .as_ref()
            .is_some_and(|(known, _)| *known != board)
        {
            *self = Tracker::default();
        }
        let (_, tables) = self
            .tables
            .get_or_insert_with(|| (board, Tables::new(board)));
        let knowledge = Knowledge::kept_up(&mut self.knowledge, view)?;
        Ok((knowledge, tables))
    }
}
