//! The myopic player (Algorithm 2 of the BSSUCT paper): always the square with
//! the least mine probability, ties at random.

use crate::{Minesweeper, Site, View};
use rand::RngExt;
use stratalog_game::reason::Risk;
use stratalog_game::{Decision, Player, PlayerError, Reason, Role};
use stratalog_run::Stream;

use crate::belief::posterior::Belief;
use crate::belief::tracker::{Prospect, Tracker};

/// Probabilities closer than this count as equal: rounding, not preference.
pub const EQUAL: f64 = 1e-9;

/// How many squares a reason names besides the chosen one.
const NEXT_SAFEST: usize = 3;

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
        _game: &Minesweeper,
        view: &View,
        _role: Role,
        rng: &mut Stream,
    ) -> Result<Decision<Site>, PlayerError> {
        if view.opened() == 0 && self.opening == Opening::Corner {
            return Ok(Decision {
                mv: Site::new(0),
                reason: guess(view, &Belief::of(view)?, Site::new(0), None),
            });
        }
        Ok(match self.tracker.follow(view)? {
            Prospect::Plain(site) | Prospect::Proved(site) => safe(site),
            Prospect::Guess(belief) => {
                let safest = safest_squares(view, &belief);
                let mv = *safest
                    .get(rng.random_range(0..safest.len().max(1)))
                    .ok_or(PlayerError::NoMove)?;
                Decision {
                    mv,
                    reason: guess(view, &belief, mv, None),
                }
            }
        })
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

/// The decision to open a square that is certainly safe.
pub fn safe(site: Site) -> Decision<Site> {
    Decision {
        mv: site,
        reason: Reason::Risk(Box::new(Risk {
            probability: 0.0,
            win_probability: None,
            preferred_to: Vec::new(),
        })),
    }
}

/// The reason for a guess: its risk and the next safest squares.
pub fn guess(view: &View, belief: &Belief, chosen: Site, win: Option<f64>) -> Reason {
    let mut others: Vec<(Site, f64)> = Vec::with_capacity(view.grid().len());
    let covered = view.covered_sites().filter(|&site| site != chosen);
    others.extend(covered.map(|site| (site, belief.mine_probability(site))));
    let by_risk = |a: &(Site, f64), b: &(Site, f64)| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0));
    if others.len() > NEXT_SAFEST {
        others.select_nth_unstable_by(NEXT_SAFEST, by_risk);
        others.truncate(NEXT_SAFEST);
    }
    others.sort_unstable_by(by_risk);
    Reason::Risk(Box::new(Risk {
        probability: belief.mine_probability(chosen),
        win_probability: win,
        preferred_to: others
            .into_iter()
            .map(|(site, risk)| (view.grid().square(site), risk))
            .collect(),
    }))
}
