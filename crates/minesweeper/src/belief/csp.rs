//! The myopic player (Algorithm 2 of the BSSUCT paper): always the square with
//! the least mine probability, ties at random.

use crate::{Minesweeper, Site, View};
use rand::RngExt;
use stratalog_game::{Decision, Player, PlayerError, Role, Situation};

use crate::belief::posterior::Belief;
use crate::belief::tracker::{NextStep, Tracker};
use crate::why::{self, Guessing, safe};

/// Probabilities closer than this count as equal: rounding, not preference.
pub const EQUAL: f64 = 1e-9;

/// Always the square with the least mine probability.
#[derive(Debug, Default)]
pub struct Csp {
    opening: Opening,
    tracker: Tracker,
}

/// Where the myopic player begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Opening {
    /// On any square: all have the same risk.
    #[default]
    Anywhere,
    /// In a corner, as the CSP-PGMS program of the paper does.
    Corner,
}

impl Csp {
    /// A myopic player.
    pub fn new(opening: Opening) -> Csp {
        Csp {
            opening,
            tracker: Tracker::default(),
        }
    }
}

impl Player<Minesweeper> for Csp {
    fn begin(&mut self, _game: &Minesweeper, _role: Role) {
        self.tracker.begin();
    }

    fn decide(
        &mut self,
        Situation {
            game, view, rng, ..
        }: Situation<'_, Minesweeper>,
    ) -> Result<Decision<Site>, PlayerError> {
        let belief = match self.tracker.follow(view)? {
            NextStep::Plain(site) | NextStep::Proved(site) => return Ok(safe(site)),
            NextStep::Guess(belief) => belief,
        };
        let mv = if view.opened() == 0 && self.opening == Opening::Corner {
            Site::new(0)
        } else {
            let safest = safest_squares(view, &belief);
            *safest
                .get(rng.random_range(0..safest.len().max(1)))
                .ok_or(PlayerError::NoMove)?
        };
        let guessing = Guessing {
            game,
            view,
            belief: &belief,
        };
        Ok(Decision {
            mv,
            reason: guessing.reason(mv, None),
        })
    }

    fn explain(
        &mut self,
        situation: Situation<'_, Minesweeper>,
    ) -> Result<Decision<Site>, PlayerError> {
        let view = situation.view;
        let decision = self.decide(situation)?;
        Ok(why::explained(view, decision))
    }
}

/// The covered squares with the least mine probability.
pub fn safest_squares(view: &View, belief: &Belief) -> Vec<Site> {
    let risk = |site: Site| belief.mine_probability(site);
    let least = view.covered_sites().map(risk).fold(1.0, f64::min);
    view.covered_sites()
        .filter(|&site| risk(site) <= least + EQUAL)
        .collect()
}
