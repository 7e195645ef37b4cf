//! How much of what can be deduced rules deduce: the exact belief state knows
//! all of it.

use crate::belief::Belief;
use stratalog_run::{Control, pieces};

use super::examples::{ExampleSource, PositionSample};
use super::reasoner::Reasoner;
use super::rule::Rule;

/// What can be deduced in random positions, and what rules deduce of it without
/// another square being opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deducible {
    /// Positions looked at.
    pub positions: u64,
    /// Squares that are certainly safe.
    pub safe: u64,
    /// Those among them that the rules find.
    pub safe_found: u64,
    /// Squares that are certainly mines.
    pub mines: u64,
    /// Those among them that the rules find.
    pub mines_found: u64,
    /// Squares the rules are wrong about.
    pub wrong: u64,
}

impl Deducible {
    /// Measures rules on random positions; on fewer when the control is stopped.
    pub fn measure(sample: PositionSample, rules: &[Rule], control: &Control) -> Deducible {
        let source = ExampleSource::new(sample.board, sample.seed.derive("deducible"));
        let (counts, _) = pieces::run(control, "positions", sample.positions, |index| {
            Deducible::in_position(&source, index, rules)
        });
        let counts = counts.into_iter().flatten();
        counts.fold(Deducible::default(), Deducible::joined)
    }

    fn in_position(source: &ExampleSource, index: u64, rules: &[Rule]) -> Option<Deducible> {
        let view = source.position(index)?;
        let belief = Belief::of(&view).ok()?;
        let (safe, mines) = Reasoner::new(&view, |_| false, rules).all_conclusions();
        let mut counts = Deducible {
            positions: 1,
            ..Deducible::default()
        };
        for site in view.covered_sites() {
            let chance = belief.mine_probability(site);
            let is_found_safe = safe.binary_search(&site).is_ok();
            let is_found_mine = mines.binary_search(&site).is_ok();
            let (is_safe, is_mine) = (chance <= 0.0, chance >= 1.0);
            counts.safe += u64::from(is_safe);
            counts.safe_found += u64::from(is_safe && is_found_safe);
            counts.mines += u64::from(is_mine);
            counts.mines_found += u64::from(is_mine && is_found_mine);
            let is_wrong = is_found_safe && !is_safe || is_found_mine && !is_mine;
            counts.wrong += u64::from(is_wrong);
        }
        Some(counts)
    }

    /// Squares that can be deduced.
    pub fn squares(&self) -> u64 {
        self.safe + self.mines
    }

    /// Those that the rules find.
    pub fn found(&self) -> u64 {
        self.safe_found + self.mines_found
    }

    fn joined(self, other: Deducible) -> Deducible {
        Deducible {
            positions: self.positions + other.positions,
            safe: self.safe + other.safe,
            safe_found: self.safe_found + other.safe_found,
            mines: self.mines + other.mines,
            mines_found: self.mines_found + other.mines_found,
            wrong: self.wrong + other.wrong,
        }
    }
}
