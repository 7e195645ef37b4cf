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

/// How games become examples, examples rules, and rules moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// As in the paper and in the program of its authors: positive examples alone,
    /// from games that were not lost and that the rules so far do not explain; a
    /// rule for every depth; the first move that a rule names, and a random one
    /// where none does (section "Execution of the Strategy").
    Published {
        /// `Depth` of algorithm 1: the most moves of a rule for winning. Rules for
        /// drawing go one move further.
        depth: u32,
    },
    /// Moves that cannot win are negative examples, labels that the rules so far do
    /// not explain wait until they do, and lost games are learned from as well. A
    /// depth needs no rule where one before it covers its examples. Of the moves that
    /// draw, or of all where no rule names one, the learner makes one that it made
    /// least often: a draw may hide a win.
    Revised,
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
    /// How games become examples, examples rules, and rules moves.
    pub protocol: Protocol,
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
            protocol: Protocol::Revised,
            max_clauses: 3,
            memory: 2_000_000,
        }
    }
}

impl MigoSettings {
    /// The settings of the paper, with the most moves of a rule for winning.
    pub fn as_published(variant: Variant, depth: u32) -> MigoSettings {
        MigoSettings {
            variant,
            metarules: vec![Metarule::postcondition(), Metarule::negation()],
            protocol: Protocol::Published { depth },
            max_clauses: 4,
            ..MigoSettings::default()
        }
    }

    /// Whether the learner follows the paper.
    pub(crate) fn is_published(&self) -> bool {
        matches!(self.protocol, Protocol::Published { .. })
    }
}
