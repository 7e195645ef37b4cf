//! What can be wrong with a problem or a strategy, in plain words.

use thiserror::Error;

/// A metarule, a problem or a strategy that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MigoError {
    /// A metarule that is none.
    #[error("the metarule {name} cannot be used: {reason}")]
    BadMetarule {
        /// Its name.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// An example that is no atom with arguments.
    #[error("'{example}' is no example: write a predicate with its arguments, as in p(a,b)")]
    BadExample {
        /// The example.
        example: String,
    },
    /// There is nothing to learn from.
    #[error("there is no positive example to learn from; give at least one")]
    NoExamples,
    /// There is nothing to make clauses of.
    #[error(
        "there is no metarule to make clauses of; give at least one, as in metarule(chain, [P,Q,R], [P,A,B], [[Q,A,C],[R,C,B]])"
    )]
    NoMetarules,
    /// The same example is given as true and as false.
    #[error("the example {example} is both positive and negative; take one of the two out")]
    Contradiction {
        /// The example.
        example: String,
    },
    /// A predicate offered to bodies that the background does not define.
    #[error(
        "the background has no {predicate}; define it, or correct the name or the number of arguments"
    )]
    UnknownPredicate {
        /// The predicate.
        predicate: String,
    },
    /// A declaration of something that names no predicate.
    #[error("'{found}' names no predicate; write its name and number of arguments, as in parent/2")]
    NoIndicator {
        /// What was found.
        found: String,
    },
    /// A place in a file is wrong.
    #[error("{place}: {error}")]
    Place {
        /// File and line.
        place: String,
        /// What is wrong there.
        error: Box<MigoError>,
    },
    /// A program text with mistakes.
    #[error("{0}")]
    BadProgram(String),
    /// A strategy file with mistakes.
    #[error("{name}: {reason}")]
    BadStrategy {
        /// The file.
        name: String,
        /// What is wrong, and what would be right.
        reason: String,
    },
    /// The strategy is for something else.
    #[error("the strategy is for {is_for}, not for {game}")]
    OtherGame {
        /// What the strategy was learned for.
        is_for: String,
        /// What it was asked to play.
        game: String,
    },
    /// The game is not one MIGO can learn.
    #[error("{game} has {roles} role(s); strategies are learned for games of two")]
    NotTwoPlayers {
        /// The game.
        game: String,
        /// Its number of roles.
        roles: usize,
    },
}

impl MigoError {
    /// The same, with the place it was found at.
    pub(crate) fn at(self, place: &str) -> MigoError {
        MigoError::Place {
            place: place.to_owned(),
            error: Box::new(self),
        }
    }
}
