//! How MIGO learns.

use stratalog_ilp::metarules::Metarule;

/// When drawing is learned (section "MIGO Algorithm" of the paper).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// Winning first; once its rules have been the same for so many games,
    /// drawing.
    Separated {
        /// The number of games.
        patience: u32,
    },
    /// Both at once; drawn games are looked at again whenever the rules for
    /// winning change.
    Mixed,
}

impl Variant {
    /// `separated` or `mixed`.
    pub fn as_str(self) -> &'static str {
        match self {
            Variant::Separated { .. } => "separated",
            Variant::Mixed => "mixed",
        }
    }
}

/// Whom the learner plays, which decides what a game's outcome shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// It never errs: theorems 1 and 2 label moves without a doubt.
    Perfect,
    /// It may err, or it is the learner itself: labels are checked by a search
    /// of so many plies and dropped where it does not confirm them.
    Fallible {
        /// How far the search looks.
        plies: u32,
    },
}

/// How MIGO learns.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// When drawing is learned.
    pub variant: Variant,
    /// The shapes of clauses, preferred ones first.
    pub metarules: Vec<Metarule>,
    /// Whom the learner plays.
    pub opponent: Opponent,
    /// Whether moves that cannot have been winning ones are negative examples, and
    /// labels that the rules so far do not explain wait until they do.
    pub negatives: bool,
    /// Whether games the opponent won are learned from too: its moves that the
    /// rules so far prove to have won are examples of winning.
    pub losses: bool,
    /// The most clauses of one predicate with what is invented for it.
    pub max_clauses: usize,
    /// Positions that are kept; with more, each decision and each lesson looks
    /// into a few new ones only.
    pub memory: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            variant: Variant::Mixed,
            metarules: vec![
                Metarule::postcondition(),
                Metarule::negation(),
                Metarule::exclusion(),
            ],
            opponent: Opponent::Perfect,
            negatives: true,
            losses: true,
            max_clauses: 3,
            memory: 2_000_000,
        }
    }
}

impl Settings {
    /// The paper's: two metarules, and positive examples from games not lost.
    pub fn as_published(variant: Variant) -> Settings {
        Settings {
            variant,
            metarules: vec![Metarule::postcondition(), Metarule::negation()],
            negatives: false,
            losses: false,
            ..Settings::default()
        }
    }
}
