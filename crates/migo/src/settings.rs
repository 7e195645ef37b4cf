//! How MIGO learns.

use stratalog_ilp::metarules::Metarule;

/// When drawing is learned (section "MIGO Algorithm" of the paper).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// Winning first; drawing once the rules for winning have not changed for a
    /// number of games.
    Separated {
        /// The number of games.
        patience: u32,
    },
    /// Both at once; drawn games are examined again whenever the rules for
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

/// Who the learner plays, which decides what the outcome of a game shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// It never errs: theorems 1 and 2 label moves with certainty.
    Perfect,
    /// It may err, or it is the learner itself: a search checks each label and
    /// drops those it does not confirm.
    Fallible {
        /// The depth of the search in plies.
        plies: u32,
    },
}

/// What the learner does where no rule for winning names a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exploration {
    /// The first move that a rule for drawing names; a random one where none does
    /// (section "Execution of the Strategy" of the paper).
    FirstNamed,
    /// A move that was made least often: a draw may hide a win.
    LeastTried,
}

/// How MIGO learns.
#[derive(Clone, PartialEq, Debug)]
pub struct MigoSettings {
    /// When drawing is learned.
    pub variant: Variant,
    /// The shapes of clauses, preferred ones first.
    pub metarules: Vec<Metarule>,
    /// Who the learner plays.
    pub opponent: Opponent,
    /// Whether moves that cannot win are negative examples, and labels that the
    /// rules so far do not explain wait until they do.
    pub negatives: bool,
    /// Whether games that the opponent won are learned from as well: its moves
    /// that the rules so far prove to win are examples of winning.
    pub losses: bool,
    /// Which of the moves that a rule for drawing names, or of all moves where no rule
    /// names one, the learner makes.
    pub exploration: Exploration,
    /// Whether a predicate is learned even if one before it covers its examples.
    pub learns_covered: bool,
    /// The most clauses of one predicate, invented ones included.
    pub max_clauses: usize,
    /// The number of positions that are kept. Beyond it, each decision and each
    /// lesson explores only a few new ones.
    pub memory: usize,
}

impl Default for MigoSettings {
    fn default() -> MigoSettings {
        MigoSettings {
            variant: Variant::Mixed,
            metarules: vec![
                Metarule::postcondition(),
                Metarule::negation(),
                Metarule::exclusion(),
            ],
            opponent: Opponent::Perfect,
            negatives: true,
            losses: true,
            exploration: Exploration::LeastTried,
            learns_covered: false,
            max_clauses: 3,
            memory: 2_000_000,
        }
    }
}

impl MigoSettings {
    /// The settings of the paper: two metarules, positive examples from games that
    /// were not lost, the first move that a rule names.
    pub fn as_published(variant: Variant) -> MigoSettings {
        MigoSettings {
            variant,
            metarules: vec![Metarule::postcondition(), Metarule::negation()],
            negatives: false,
            losses: false,
            exploration: Exploration::FirstNamed,
            learns_covered: true,
            ..MigoSettings::default()
        }
    }
}
