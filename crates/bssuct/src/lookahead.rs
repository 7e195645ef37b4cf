//! What a guess is worth: the exact distribution of what it would show, and of
//! what the moves after it would show, as many moves deep as the thought
//! allows.
//!
//! The worth of a position is the chance to win from it relative to one that
//! opens up by itself. At the horizon it is read off what matters most: how
//! many squares are certainly safe, or else how safe the safest one is. A
//! square that is likely part of a guess that must be made some time
//! ([`crate::threats`]) is worth more than its safety says. The figures were
//! chosen by playing the games in which two settings differ to the end on
//! boards drawn from the belief state.

use stratalog_belief::{Belief, BeliefError, Fact, Knowledge, Showing, Tables, showings};
use stratalog_game::minesweeper::Site;

use crate::champion::Settings;
use crate::threats::Threats;

/// The worth of a position in which so many squares are certainly safe; more
/// are worth 1.
const WORTH_BY_SAFE_SQUARES: [f64; 5] = [0.0, 0.946, 0.973, 0.982, 0.997];
/// The worth of a position without certainly safe squares is this times the
/// probability that the safest square is safe.
const WORTH_OF_A_GUESS: f64 = 0.95;
/// Safe squares are opened one by one while there are at most so many.
const FEW_SAFE_SQUARES: usize = 2;
/// Among equally safe squares, those likely to show a zero come first.
const ZERO_BONUS: f64 = 0.1;
/// The share of games lost at a pair of squares that cannot be told apart.
const LOSS_AT_A_PAIR: f64 = 0.5;
/// However much thought is left, no more moves than this are looked ahead.
const MOST_DEPTH: u8 = 6;

/// Looks ahead from positions of one game.
pub(crate) struct Lookahead<'a> {
    pub settings: &'a Settings,
    pub tables: &'a mut Tables,
    /// Positions that may still be looked at.
    left: u64,
}

/// A guess and its worth.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Guess {
    pub site: Site,
    pub worth: f64,
}

/// Why a look ahead was not finished.
enum Stop {
    Belief(BeliefError),
    OutOfThought,
}

impl From<BeliefError> for Stop {
    fn from(error: BeliefError) -> Stop {
        Stop::Belief(error)
    }
}

impl<'a> Lookahead<'a> {
    /// A look ahead with these settings.
    pub fn new(settings: &'a Settings, tables: &'a mut Tables) -> Lookahead<'a> {
        Lookahead {
            settings,
            tables,
            left: 0,
        }
    }

    /// The best guess of a position without certainly safe squares: by what
    /// it would show, then one move deeper at a time while thought is left.
    pub fn best(
        &mut self,
        knowledge: &Knowledge,
        belief: &Belief,
    ) -> Result<Option<Guess>, BeliefError> {
        let threats = Threats::of(knowledge, belief, self.tables)?;
        let mut best = None;
        self.left = u64::MAX;
        for depth in 0..=MOST_DEPTH {
            match self.best_at(knowledge, belief, &threats, depth) {
                Ok(found) => best = found,
                Err(Stop::OutOfThought) => break,
                Err(Stop::Belief(error)) => return Err(error),
            }
            if depth == 0 {
                self.left = self.settings.thought;
            }
        }
        Ok(best)
    }

    /// The best guess, looking so many moves past it.
    fn best_at(
        &mut self,
        knowledge: &Knowledge,
        belief: &Belief,
        threats: &Threats,
        depth: u8,
    ) -> Result<Option<Guess>, Stop> {
        let urgency = |site: Site| 1.0 / (1.0 - LOSS_AT_A_PAIR * threats.around(site));
        let candidates = self.candidates(knowledge, belief, self.settings.candidates, &urgency);
        self.best_of(knowledge, belief, candidates, &urgency, depth)
    }

    /// The best of some guesses.
    fn best_of(
        &mut self,
        knowledge: &Knowledge,
        belief: &Belief,
        candidates: Vec<Site>,
        urgency: &dyn Fn(Site) -> f64,
        depth: u8,
    ) -> Result<Option<Guess>, Stop> {
        if let [site] = candidates[..] {
            // Nothing to compare with; the worth is a plain estimate.
            let worth = 1.0 - belief.mine_probability(site);
            return Ok(Some(Guess { site, worth }));
        }
        let mut best: Option<Guess> = None;
        for site in candidates {
            let hope = urgency(site) * (1.0 - belief.mine_probability(site));
            if best.is_some_and(|best| hope <= best.worth) {
                continue;
            }
            let worth = urgency(site) * self.worth_of_opening(knowledge, belief, site, depth)?;
            if best.is_none_or(|best| worth > best.worth) {
                best = Some(Guess { site, worth });
            }
        }
        Ok(best)
    }

    /// The worth of what a square would show, a mine being worth nothing.
    fn worth_of_opening(
        &mut self,
        knowledge: &Knowledge,
        belief: &Belief,
        site: Site,
        depth: u8,
    ) -> Result<f64, Stop> {
        let mut worth = 0.0;
        for showing in showings(knowledge, belief.ln_solutions(), self.tables, site)? {
            self.left = self.left.checked_sub(1).ok_or(Stop::OutOfThought)?;
            let probability = showing.probability;
            worth += probability * self.worth(showing, depth)?;
        }
        Ok(worth)
    }

    /// The worth of a position, looking so many moves ahead.
    fn worth(&mut self, shown: Showing, depth: u8) -> Result<f64, Stop> {
        let plainly_safe = shown.knowledge.safe_squares().count();
        if plainly_safe > FEW_SAFE_SQUARES || depth == 0 && plainly_safe > 0 {
            return Ok(worth_by_safe_squares(plainly_safe));
        }
        if depth == 0 {
            let glance = shown.count.glance();
            return Ok(if glance.safe > 0 {
                worth_by_safe_squares(glance.safe)
            } else {
                WORTH_OF_A_GUESS * (1.0 - glance.least_risk)
            });
        }
        let belief = Belief::from_count(shown.count, &shown.knowledge);
        let proved = belief.certain().iter();
        let mut proved = proved.filter(|(_, fact)| *fact == Fact::Safe);
        let proved_safe = proved.clone().count();
        if plainly_safe + proved_safe > FEW_SAFE_SQUARES {
            return Ok(worth_by_safe_squares(plainly_safe + proved_safe));
        }
        let plain = shown.knowledge.safe_squares().next();
        if let Some(safe) = plain.or_else(|| proved.next().map(|&(site, _)| site)) {
            return self.worth_of_opening(&shown.knowledge, &belief, safe, depth - 1);
        }
        let as_it_is = |_: Site| 1.0;
        let width = self.settings.width;
        let candidates = self.candidates(&shown.knowledge, &belief, width, &as_it_is);
        let best = self.best_of(&shown.knowledge, &belief, candidates, &as_it_is, depth - 1)?;
        Ok(best.map_or(1.0, |best| best.worth))
    }

    /// The squares worth looking at: nearly as safe as the safest, or urgent;
    /// and of squares far from all numbers only one of each kind.
    fn candidates(
        &self,
        knowledge: &Knowledge,
        belief: &Belief,
        width: usize,
        urgency: &dyn Fn(Site) -> f64,
    ) -> Vec<Site> {
        let grid = knowledge.grid();
        let safe = |site: Site| 1.0 - belief.mine_probability(site);
        let enough = self.settings.margin * safest(knowledge, belief);
        let mut scored: Vec<(f64, Site)> = grid
            .sites()
            .filter(|&site| knowledge.fact(site) == Fact::Unknown)
            .map(|site| (safe(site) * urgency(site), site))
            .filter(|&(hope, _)| hope >= enough)
            .map(|(hope, site)| {
                let zero: f64 = grid.neighbours(site).iter().map(|&n| safe(n)).product();
                (hope * (1.0 + ZERO_BONUS * zero), site)
            })
            .collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        let is_floating = |site: Site| belief.floating().binary_search(&site).is_ok();
        let mut last_floating = f64::NAN;
        scored.retain(|&(score, site)| {
            if !is_floating(site) {
                return true;
            }
            let is_another = (score - last_floating).abs() < 1e-12;
            last_floating = score;
            !is_another
        });
        scored.truncate(width);
        scored.into_iter().map(|(_, site)| site).collect()
    }
}

fn worth_by_safe_squares(safe: usize) -> f64 {
    *WORTH_BY_SAFE_SQUARES.get(safe).unwrap_or(&1.0)
}

/// The probability that the safest unknown square is safe.
fn safest(knowledge: &Knowledge, belief: &Belief) -> f64 {
    let sites = knowledge.grid().sites();
    let unknown = sites.filter(|&site| knowledge.fact(site) == Fact::Unknown);
    let least = unknown.map(|site| belief.mine_probability(site));
    1.0 - least.fold(1.0, f64::min)
}
