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

/// How a game may end for a player.
pub(super) struct Ended {
    who: Var,
    word: &'static str,
}

impl Ended {
    /// The end that a prospect speaks of; none where it speaks of moves.
    pub fn of(prospect: Prospect, who: Var) -> Option<Ended> {
        let word = match prospect {
            Prospect::Won => "won",
            Prospect::Lost => "lost",
            Prospect::Drawn => "drawn",
            _ => return None,
        };
        Some(Ended { who, word })
    }

    /// Whether it is so, in words.
    pub fn said(&self, is_so: bool) -> String {
        let who = match (self.word, self.who) {
            ("drawn", _) if is_so => "the game is",
            ("drawn", _) => "the game is not",
            (_, PLAYER) if is_so => "you have",
            (_, PLAYER) => "you have not",
            _ if is_so => "the opponent has",
            _ => "the opponent has not",
        };
        format!("{who} {}", self.word)
    }
}

/// Words that are no nouns, of the kinds that a language does not add to:
/// prepositions, auxiliary verbs and such adverbs as are their opposites.
const NO_NOUNS: [&str; 40] = [
    "about", "above", "across", "after", "at", "before", "behind", "below", "beside", "between",
    "by", "can", "could", "down", "for", "from", "had", "has", "have", "in", "inside", "into",
    "is", "may", "must", "near", "next", "of", "off", "on", "onto", "out", "outside", "over",
    "through", "to", "under", "up", "upon", "with",
];

/// Verbs that a name of several words may begin with.
const AUXILIARIES: [&str; 8] = ["can", "could", "had", "has", "have", "is", "may", "must"];

/// Participles of irregular verbs, adjectives and verbs that boards are described with.
const DESCRIPTIONS: [&str; 36] = [
    "adjacent", "alive", "broken", "caught", "chosen", "clear", "dead", "drawn", "eaten", "empty",
    "fallen", "free", "full", "gone", "held", "hidden", "holds", "kept", "known", "left", "lost",
    "made", "missing", "occupies", "open", "owns", "safe", "seen", "shown", "shut", "sown",
    "stuck", "taken", "thrown", "vacant", "won",
];

/// What the instances of a predicate are called: its name where that may be a noun.
pub(super) fn as_noun(name: String) -> String {
    if may_be_noun(&name) {
        name
    } else {
        format!("'{name}' fact")
    }
}

fn may_be_noun(name: &str) -> bool {
    let last = name.rsplit(' ').next().unwrap_or(name);
    // As in `blocked`, but not in `seed` or `bed`.
    let is_participle = last.len() > 4 && last.ends_with("ed") && !last.ends_with("eed");
    let is_clause = name
        .split_once(' ')
        .is_some_and(|(first, _)| AUXILIARIES.contains(&first));
    !is_participle && !is_clause && !NO_NOUNS.contains(&last) && !DESCRIPTIONS.contains(&last)
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
    if let Some(ended) = Ended::of(prospect, who) {
        return (none || some).then(|| ended.said(some));
    }
    let is_own = who == PLAYER;
    match prospect {
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
