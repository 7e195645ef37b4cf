//! Pictures of rules: for each rule the first position that it decides, with the
//! squares marked that the move it names changes.

use stratalog_game::drawing::Mark;
use stratalog_game::{Described, Drawing, Game};
use stratalog_rulesheet::{Move, RulesheetGame};

use crate::learner::Decided;
use crate::table::Example;

/// A position that a rule decides.
#[derive(Clone, Debug)]
pub struct Illustration<'e> {
    /// The position.
    pub example: &'e Example,
    /// The moves that the rule names.
    pub moves: Vec<Move>,
    /// The position, drawn, with the squares marked that the first of these moves
    /// changes.
    pub drawing: Drawing,
}

impl<'e> Illustration<'e> {
    /// The first position that the rule at this place decides: one with a worse
    /// move, if there is any.
    pub fn of(
        game: &RulesheetGame,
        rule: usize,
        examples: &'e [Example],
        decided: &[Decided],
    ) -> Option<Illustration<'e>> {
        let own = |decided: &Decided| decided.rule == Some(rule as u32);
        let mut in_order = decided.iter();
        let place = in_order
            .position(|decided| own(decided) && !decided.is_free)
            .or_else(|| decided.iter().position(own))?;
        let example = &examples[place];
        let named = decided[place].named.iter();
        let moves: Vec<Move> = named.map(|&at| example.moves[at as usize].0).collect();
        let mut drawing = game.drawing(&example.position);
        if let Some(&mv) = moves.first() {
            let mut next = example.position.clone();
            game.play_unchecked(&mut next, mv);
            for square in drawing.changes(&game.drawing(&next)) {
                drawing.mark(square, Mark::Move);
            }
        }
        Some(Illustration {
            example,
            moves,
            drawing,
        })
    }

    /// The moves as they are written.
    pub fn move_texts(&self, game: &RulesheetGame) -> Vec<String> {
        let moves = self.moves.iter();
        moves.map(|&mv| game.move_term(mv).to_string()).collect()
    }

    /// What happens in the position.
    pub fn sentence(&self, game: &RulesheetGame) -> String {
        let moves = self.move_texts(game).join(" or ");
        match game.turn(&self.example.position) {
            stratalog_game::Turn::Role(role) => format!("{} plays {moves}", game.role_name(role)),
            _ => moves,
        }
    }
}
