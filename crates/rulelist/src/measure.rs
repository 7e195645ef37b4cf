//! What is measured of a position: numbers made of the rulesheet's own predicates,
//! and of the moves that the player to move there has.

use std::fmt;

use stratalog_logic::{Term, Var};

/// The player who decides, in terms of rules.
pub const PLAYER: Var = Var(0);
/// The other player.
pub const OPPONENT: Var = Var(1);
/// The position before the move.
pub const BEFORE: Var = Var(2);
/// The move.
pub const MOVE: Var = Var(3);
/// The position after the move.
pub const AFTER: Var = Var(4);
/// What stands for the player on the board, where that is not the role's name:
/// the first of the pairs of [`Sides`](crate::sides::Sides). The opponent's
/// follows it.
pub const FIRST_SIDE: u32 = 5;
/// Variables from here on stand for anything.
pub const FIRST_FREE: u32 = 100;

/// A position that a rule looks at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Board {
    /// Before the move.
    Before,
    /// After the move.
    After,
    /// Before the move, if it were the other player's turn.
    TurnedBefore,
    /// After the move, if it were the other player's turn.
    TurnedAfter,
}

/// A number that a position has.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Measure {
    /// The number of instances of a goal that hold.
    Count(Term),
    /// The values of a variable in the instances of a fact, taken together.
    Fold(Fold, Var, Term),
    /// Something about the moves of a player and the end of the game.
    Outlook(Prospect, Var),
}

/// How numbers are taken together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Fold {
    /// Their sum.
    Sum,
    /// The greatest.
    Max,
    /// The least.
    Min,
    /// Their exclusive or, digit by binary digit.
    Xor,
}

/// What a position means for a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Prospect {
    /// 1 where the game is over and the player has won.
    Won,
    /// 1 where the game is over and nobody has won.
    Drawn,
    /// 1 where the game is over and the player has lost.
    Lost,
    /// The number of the player's moves that win at once; 0 where it is not the
    /// player's turn.
    Wins,
    /// The number of the player's moves that lose at once.
    Losses,
    /// The number of the player's moves that do not lose at once.
    Safe,
    /// The number of the player's moves.
    Moves,
    /// The number of the player's moves after which the other player cannot win at
    /// once and the player could win in two ways, if it were the player's turn
    /// again.
    Forks,
}

impl Board {
    /// All positions a rule may look at.
    pub const ALL: [Board; 4] = [
        Board::After,
        Board::Before,
        Board::TurnedAfter,
        Board::TurnedBefore,
    ];

    /// The position as a term.
    pub fn to_term(self) -> Term {
        let turned = |var| Term::compound("turned", [Term::Var(var)]);
        match self {
            Board::Before => Term::Var(BEFORE),
            Board::After => Term::Var(AFTER),
            Board::TurnedBefore => turned(BEFORE),
            Board::TurnedAfter => turned(AFTER),
        }
    }

    /// The position that a term names.
    pub fn from_term(term: &Term) -> Option<Board> {
        Board::ALL.into_iter().find(|own| own.to_term() == *term)
    }

    /// Whether it is a position with the turn given away.
    pub fn is_turned(self) -> bool {
        matches!(self, Board::TurnedBefore | Board::TurnedAfter)
    }
}

impl Fold {
    /// All of them.
    pub const ALL: [Fold; 4] = [Fold::Sum, Fold::Xor, Fold::Max, Fold::Min];

    /// The name in rules.
    pub fn name(self) -> &'static str {
        match self {
            Fold::Sum => "total",
            Fold::Max => "largest",
            Fold::Min => "smallest",
            Fold::Xor => "nim_sum",
        }
    }

    /// Takes two numbers together.
    pub fn of(self, left: i64, right: i64) -> i64 {
        match self {
            Fold::Sum => left.saturating_add(right),
            Fold::Max => left.max(right),
            Fold::Min => left.min(right),
            Fold::Xor => left ^ right,
        }
    }
}

impl Prospect {
    /// All of them.
    pub const ALL: [Prospect; 8] = [
        Prospect::Won,
        Prospect::Drawn,
        Prospect::Lost,
        Prospect::Wins,
        Prospect::Losses,
        Prospect::Safe,
        Prospect::Moves,
        Prospect::Forks,
    ];

    /// The name in rules.
    pub fn name(self) -> &'static str {
        match self {
            Prospect::Won => "won",
            Prospect::Drawn => "drawn",
            Prospect::Lost => "lost",
            Prospect::Wins => "wins",
            Prospect::Losses => "losses",
            Prospect::Safe => "safe",
            Prospect::Moves => "moves",
            Prospect::Forks => "forks",
        }
    }
}

impl Measure {
    /// The measure as a term.
    pub fn to_term(&self) -> Term {
        match self {
            Measure::Count(goal) => Term::compound("count", [goal.clone()]),
            Measure::Fold(fold, var, fact) => {
                Term::compound(fold.name(), [Term::Var(*var), fact.clone()])
            }
            Measure::Outlook(prospect, who) => Term::compound(prospect.name(), [Term::Var(*who)]),
        }
    }

    /// The measure that a term names.
    pub fn from_term(term: &Term) -> Option<Measure> {
        let functor = term.functor()?;
        match (functor.name.as_str(), term.args()) {
            ("count", [goal]) if goal.is_callable() => Some(Measure::Count(goal.clone())),
            (name, [Term::Var(var), fact]) => {
                let fold = Fold::ALL.into_iter().find(|fold| fold.name() == name)?;
                Some(Measure::Fold(fold, *var, fact.clone()))
            }
            (name, [Term::Var(who)]) if *who == PLAYER || *who == OPPONENT => {
                let mut all = Prospect::ALL.into_iter();
                let prospect = all.find(|prospect| prospect.name() == name)?;
                Some(Measure::Outlook(prospect, *who))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_term())
    }
}
