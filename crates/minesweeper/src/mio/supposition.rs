//! The literals by which a rule supposes something about its tile and draws
//! consequences until the board is impossible, or absurd.

use stratalog_logic::{Term, Var};

use super::reasoner::{Contradiction, Refutation};
use super::rule::Target;

/// The supposed boards of a rule, read literal by literal.
pub(super) struct Suppositions {
    tile: Var,
    board: Var,
    /// The supposed board that each variable denotes.
    boards: Vec<(Var, Refutation)>,
    refutations: Vec<Refutation>,
}

impl Suppositions {
    /// None yet, about this tile of this board.
    pub fn about(tile: Var, board: Var) -> Suppositions {
        Suppositions {
            tile,
            board,
            boards: Vec::new(),
            refutations: Vec::new(),
        }
    }

    /// Reads a literal; whether it is about a supposed board.
    pub fn read(&mut self, literal: &Term) -> bool {
        let name = literal.functor().map(|functor| functor.name);
        let name = name.as_ref().map_or("", |name| name.as_str());
        match (name, literal.args()) {
            ("supposeMine", args) => self.suppose(Target::Mine, args),
            ("supposeSafe", args) => self.suppose(Target::Safe, args),
            ("consequences", [Term::Integer(rank), Term::Var(from), Term::Var(to)]) => {
                let (Some(known), Ok(rank)) = (self.board(*from), usize::try_from(*rank)) else {
                    return false;
                };
                let mut next = known.clone();
                next.ranks.push(rank);
                self.name(*to, next)
            }
            ("impossible", [Term::Var(board)]) => self.refute(*board, Contradiction::Impossible),
            ("absurd", [Term::Var(board)]) => self.refute(*board, Contradiction::Absurd),
            _ => false,
        }
    }

    fn suppose(&mut self, supposed: Target, args: &[Term]) -> bool {
        let [Term::Var(tile), Term::Var(board), Term::Var(to)] = args else {
            return false;
        };
        let supposition = Refutation {
            supposed,
            ranks: Vec::new(),
            contradiction: Contradiction::Impossible,
        };
        *tile == self.tile && *board == self.board && self.name(*to, supposition)
    }

    fn refute(&mut self, board: Var, contradiction: Contradiction) -> bool {
        let refuted = self.board(board).map(|known| Refutation {
            contradiction,
            ..known.clone()
        });
        let is_known = refuted.is_some();
        self.refutations.extend(refuted);
        is_known
    }

    fn board(&self, var: Var) -> Option<&Refutation> {
        let known = self.boards.iter().find(|(other, _)| *other == var);
        known.map(|(_, board)| board)
    }

    /// A variable denotes one board only.
    fn name(&mut self, var: Var, board: Refutation) -> bool {
        let is_new = var != self.tile && var != self.board && self.board(var).is_none();
        if is_new {
            self.boards.push((var, board));
        }
        is_new
    }

    /// What the rule refutes.
    pub fn refutations(&self) -> &[Refutation] {
        &self.refutations
    }

    /// What the rule refutes.
    pub fn into_refutations(self) -> Vec<Refutation> {
        self.refutations
    }
}
