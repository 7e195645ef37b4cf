//! Boards of which something is supposed, in words.

use stratalog_logic::{Term, TermWriter, Var};

/// The supposed boards of a rule.
#[derive(Default)]
pub struct Suppositions {
    /// Boards and what is supposed of each, for example " with a mine there".
    boards: Vec<(Var, String)>,
    takes_tightest: bool,
}

impl Suppositions {
    /// The square that things are supposed of is chosen by the rule itself.
    pub fn take_tightest(&mut self) {
        self.takes_tightest = true;
    }

    pub fn suppose(&mut self, board: &Term, supposed: Var, is_mine: bool) {
        let what = match is_mine {
            true => "with a mine there",
            false => "with no mine there",
        };
        let given = self.given(board);
        self.boards.push((supposed, format!("{given} {what}")));
    }

    pub fn conclude(&mut self, rank: &Term, board: &Term, after: Var) {
        let rank = TermWriter::new().term(rank);
        let given = self.given(board);
        let text = format!("{given} and all that rules up to rank {rank} conclude from it");
        self.boards.push((after, text));
    }

    /// The sentence that names the square which the rule chooses.
    pub fn place(&self) -> &'static str {
        match self.takes_tightest {
            true => {
                "Take the first covered square of the number with the fewest ways to lay out \
                 its mines. "
            }
            false => "",
        }
    }

    /// What is supposed of a board; nothing of the one that is played.
    pub fn given(&self, board: &Term) -> String {
        let known = |(supposed, _): &&(Var, String)| *board == Term::Var(*supposed);
        let found = self.boards.iter().find(known);
        found.map_or_else(String::new, |(_, given)| given.clone())
    }
}
