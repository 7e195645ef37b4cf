//! `stratalog induce DIR`: learns clauses from the user's own files.

use std::path::PathBuf;

use clap::Args;

use super::induce_metarules;
use crate::Common;
use crate::outcome::{Exit, Failure};

/// Learn clauses from your own background knowledge and examples
///
/// The folder holds Prolog files. For metarules: `body_pred(p/2).`,
/// `metarule(Name, [P,Q], [P,A,B], [[Q,A,B]]).`, the background's clauses, and
/// examples as `pos(Atom).` and `neg(Atom).` or in a call of `learn(Pos, Neg)`.
#[derive(Args)]
pub struct Induce {
    /// The folder, or one file
    pub problem: PathBuf,
    /// How to learn
    #[arg(long, value_name = "METHOD", default_value = "metarules", value_parser = ["metarules"])]
    pub method: String,
    /// The most clauses [default: as the files say, or 6]
    #[arg(long, value_name = "N")]
    pub max_clauses: Option<usize>,
    /// Give up after so many proof steps
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    pub limit_steps: u64,
}

impl Induce {
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        induce_metarules::run(self, common)
    }
}
