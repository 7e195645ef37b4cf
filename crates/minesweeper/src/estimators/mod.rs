//! Minesweeper players that do without the belief state.

mod pgms;
mod single_point;

pub use pgms::Pgms;
pub use single_point::SinglePoint;

use crate::belief::{Fact, Knowledge};
use crate::{Site, View};
use stratalog_game::reason::RuleFired;
use stratalog_game::{Decision, Reason};

/// The decision to open a square that a rule proves safe.
fn proved(view: &View, site: Site, rule: &str) -> Decision<Site> {
    let square = view.grid().square(site);
    Decision {
        mv: site,
        reason: Reason::Rule(Box::new(RuleFired {
            rule: rule.to_owned(),
            squares: vec![square],
            because: format!("{square} is safe"),
        })),
    }
}

/// The squares that may or may not be mines.
fn unknown_sites(knowledge: &Knowledge) -> Vec<Site> {
    let sites = knowledge.grid().sites();
    sites
        .filter(|&site| knowledge.fact(site) == Fact::Unknown)
        .collect()
}
