//! The parts of sentences: what is counted and whose it is, terms in words, short
//! wordings of what moves mean.

use stratalog_logic::{Term, TermWriter, Var};

use crate::condition::{Comparison, Quantity};
use crate::measure::{Board, FIRST_FREE, FIRST_SIDE, OPPONENT, PLAYER, Prospect};

/// Things that are counted, and whose they are.
pub(super) struct Things {
    pub is_own: Option<bool>,
    pub singular: String,
    pub plural: String,
}

impl Things {
    pub fn has(&self) -> &'static str {
        match self.is_own {
            Some(true) => "you have",
            Some(false) => "the opponent has",
            None => "there is",
        }
    }

    pub fn has_many(&self) -> &'static str {
        match self.is_own {
            None => "there are",
            _ => self.has(),
        }
    }
}

/// What stands for any value.
pub(super) const ANY: &str = "any";

/// Whether a variable stands for the player, or else for the opponent.
pub(super) fn side_of(var: Var) -> Option<bool> {
    match var {
        PLAYER => Some(true),
        OPPONENT => Some(false),
        Var(side @ FIRST_SIDE..FIRST_FREE) => Some((side - FIRST_SIDE).is_multiple_of(2)),
        _ => None,
    }
}

/// Whose turn is supposed, where it is not that of the position.
pub(super) fn supposed(quantity: &Quantity) -> &'static str {
    match quantity.board {
        Board::TurnedAfter => " if you could move again",
        Board::TurnedBefore => " if it were the opponent's turn",
        Board::Before | Board::After => "",
    }
}

/// What moves and ends of a game mean to a player, where that has a short wording.
pub(super) fn short_outlook(
    prospect: Prospect,
    who: Var,
    board: Board,
    comparison: Comparison,
    number: i64,
) -> Option<String> {
    let none = matches!(
        (comparison, number),
        (Comparison::AtMost | Comparison::Equal, 0)
    );
    let some = (comparison, number) == (Comparison::AtLeast, 1);
    let is_own = who == PLAYER;
    let (have, not) = if is_own {
        ("you have", "you have not")
    } else {
        ("the opponent has", "the opponent has not")
    };
    let won = |word: &str| match (none, some) {
        (true, _) => Some(format!("{not} {word}")),
        (_, true) => Some(format!("{have} {word}")),
        _ => None,
    };
    match prospect {
        Prospect::Won => won("won"),
        Prospect::Lost => won("lost"),
        Prospect::Drawn if none => Some("the game is not drawn".to_owned()),
        Prospect::Drawn if some => Some("the game is drawn".to_owned()),
        Prospect::Wins => {
            let is_threat = matches!(
                (board, is_own),
                (Board::TurnedAfter, true) | (Board::TurnedBefore, false)
            );
            let text = match (is_threat, is_own, none, some) {
                (true, true, true, _) => "you do not threaten to win".to_owned(),
                (true, true, _, true) => "you threaten to win".to_owned(),
                (true, false, true, _) => "the opponent does not threaten to win".to_owned(),
                (true, false, _, true) => "the opponent threatens to win".to_owned(),
                (true, true, ..) if comparison == Comparison::AtLeast => {
                    format!("you threaten to win in {number} ways")
                }
                (false, true, true, _) => "you cannot win at once".to_owned(),
                (false, true, _, true) => "you can win at once".to_owned(),
                (false, false, true, _) => "the opponent cannot win at once".to_owned(),
                (false, false, _, true) => "the opponent can win at once".to_owned(),
                _ => return None,
            };
            Some(text)
        }
        _ => None,
    }
}

/// A form of moves with the values that one of its arguments may have.
pub(super) fn written_one_of(form: &Term, var: Var, values: &[Term]) -> String {
    let values: Vec<String> = values.iter().map(Term::to_string).collect();
    let values = values.join(" or ");
    let own = form.map_vars(|own| {
        if own == var {
            Term::atom(values.as_str())
        } else {
            Term::Var(own)
        }
    });
    written(&own)
}

/// A term with the player and the opponent named; what occurs once is `any`, what
/// occurs twice has a letter.
pub(super) fn written(term: &Term) -> String {
    let times = |var: Var| {
        let parts = term.subterms();
        parts.filter(|part| **part == Term::Var(var)).count()
    };
    let named = term.map_vars(|var| {
        Term::atom(match side_of(var) {
            Some(true) => "you",
            Some(false) => "opponent",
            None if times(var) > 1 => "X",
            None => ANY,
        })
    });
    TermWriter::new().spaced().unquoted().term(&named)
}
