//! What a guess is worth: the exact distribution of what it would show, some
//! guesses deep.
//!
//! The worth of a position is the chance to win from it relative to one that
//! opens up by itself. At the end of the search it is read off what matters
//! most: how many squares are certainly safe and informative, or else how safe
//! the safest one is. Before that it is the worth of the best next guess, and
//! few safe squares are opened to see what they would show.
//! Guesses that may have to be made some time
//! ([`crate::champion::threats`]) count too: a number can bring them closer or
//! take them away. The figures were chosen by playing the games in which two
//! settings differ (the example `paired`).

use crate::Site;
use crate::belief::{Belief, BeliefError, Knowledge, Showing, Tables, numbers, showing};
use crate::champion::candidates::{Candidate, Candidates, all_candidates};
use crate::champion::threats::Threats;
use rustc_hash::FxHashMap;

/// The worth of a position by the number of squares that are certainly safe; more
/// are worth 1.
const WORTH_BY_SAFE_SQUARES: [f64; 5] = [0.0, 0.946, 0.973, 0.982, 0.997];
/// The worth of a position without certainly safe squares is this times the
/// probability that the safest square is safe.
const WORTH_OF_A_GUESS: f64 = 0.95;
/// With at most this number of informative safe squares, one is opened to see
/// what it would show.
const FEW_SAFE_SQUARES: usize = 2;
/// Guesses whose worth at first sight is below the best by more than this are
/// not looked at further, nor are more than this number of guesses.
const MARGIN: f64 = 0.03;
const PROMISING: usize = 6;

/// A guess and its worth.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Guess {
    pub site: Site,
    pub worth: f64,
}

/// What is known of a position, and the mine probabilities that follow.
#[derive(Clone, Copy)]
struct Known<'a> {
    knowledge: &'a Knowledge,
    belief: &'a Belief,
}

/// The best guess of a position without certainly safe squares, with `depth`
/// more guesses looked at after it.
pub(crate) fn best_guess(
    depth: usize,
    knowledge: &Knowledge,
    belief: &Belief,
    tables: &mut Tables,
) -> Result<Option<Guess>, BeliefError> {
    let threats = Threats::of(knowledge, belief, tables)?;
    let known = Known { knowledge, belief };
    let mut search = Search { tables, threats };
    if depth == 0 {
        return search.best_at_sight(known, 0.0);
    }
    search.best_of_promising(known, depth, 0.0)
}

/// The guesses whose worth is at most this share below that of the best, best
/// first, with `depth` more guesses looked at after each.
pub(crate) fn close_guesses(
    depth: usize,
    share: f64,
    knowledge: &Knowledge,
    belief: &Belief,
    tables: &mut Tables,
) -> Result<Vec<Guess>, BeliefError> {
    let threats = Threats::of(knowledge, belief, tables)?;
    let known = Known { knowledge, belief };
    let mut search = Search { tables, threats };
    let mut found: Vec<Guess> = Vec::new();
    let mut least = 0.0_f64;
    for Guess { site, .. } in search.promising(known)? {
        let worth = search.worth_of_opening(known, site, depth, least)?;
        if found.is_empty() || worth > least {
            found.push(Guess { site, worth });
            least = least.max(worth * (1.0 - share));
        }
    }
    found.retain(|guess| guess.worth >= least);
    found.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    Ok(found)
}

/// The worth at first sight of each square that may be guessed, in board order. Of
/// squares far from all numbers one of each kind is looked at.
pub(crate) fn worths_at_sight(
    knowledge: &Knowledge,
    belief: &Belief,
    tables: &mut Tables,
) -> Result<Vec<(Site, f64)>, BeliefError> {
    let threats = Threats::of(knowledge, belief, tables)?;
    let known = Known { knowledge, belief };
    let mut search = Search { tables, threats };
    let mut kinds: FxHashMap<(u64, u64), f64> = FxHashMap::default();
    let candidates: Vec<Candidate> = all_candidates(knowledge, belief, &search.threats).collect();
    let mut found = Vec::with_capacity(candidates.len());
    for one in candidates {
        let kind = one.kind();
        let worth = match kind.and_then(|kind| kinds.get(&kind)) {
            Some(&worth) => worth,
            None => search.worth_of_opening(known, one.site, 0, f64::NEG_INFINITY)?,
        };
        if let Some(kind) = kind {
            kinds.insert(kind, worth);
        }
        found.push((one.site, worth));
    }
    Ok(found)
}

/// A search of guesses and what they would show.
struct Search<'a> {
    tables: &'a mut Tables,
    /// The threats of the position looked at.
    threats: Threats,
}

impl Search<'_> {
    /// The best guess at first sight; its worth is exact when above `floor`.
    fn best_at_sight(
        &mut self,
        known: Known<'_>,
        floor: f64,
    ) -> Result<Option<Guess>, BeliefError> {
        let mut best: Option<Guess> = None;
        for Candidate { site, hope, .. } in self.candidates(known) {
            let floor = best.map_or(floor, |best| best.worth);
            if hope <= floor {
                break;
            }
            let worth = self.worth_of_opening(known, site, 0, floor)?;
            if worth > floor {
                best = Some(Guess { site, worth });
            }
        }
        Ok(best)
    }

    /// The best of the most promising guesses, with `depth` more looked at
    /// after it; its worth is exact when above `floor`.
    fn best_of_promising(
        &mut self,
        known: Known<'_>,
        depth: usize,
        floor: f64,
    ) -> Result<Option<Guess>, BeliefError> {
        let mut best: Option<Guess> = None;
        for Guess { site, .. } in self.promising(known)? {
            let floor = best.map_or(floor, |best| best.worth.max(floor));
            let worth = self.worth_of_opening(known, site, depth, floor)?;
            if best.is_none_or(|best| worth > best.worth) {
                best = Some(Guess { site, worth });
            }
        }
        Ok(best)
    }

    /// The guesses that are worth most at first sight, best first.
    fn promising(&mut self, known: Known<'_>) -> Result<Vec<Guess>, BeliefError> {
        let mut found: Vec<Guess> = Vec::new();
        let mut least = 0.0_f64;
        for Candidate { site, hope, .. } in self.candidates(known) {
            if hope <= least {
                break;
            }
            let worth = self.worth_of_opening(known, site, 0, least)?;
            if worth > least {
                found.push(Guess { site, worth });
                least = least.max(worth - MARGIN);
            }
        }
        found.retain(|guess| guess.worth > least);
        found.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        found.truncate(PROMISING);
        Ok(found)
    }

    fn candidates(&self, known: Known<'_>) -> Candidates {
        Candidates::of(known.knowledge, known.belief, &self.threats)
    }

    /// The worth of opening a square, a mine being worth nothing: exact when above
    /// `floor`.
    fn worth_of_opening(
        &mut self,
        known: Known<'_>,
        site: Site,
        depth: usize,
        floor: f64,
    ) -> Result<f64, BeliefError> {
        let Known { knowledge, belief } = known;
        // What it would be worth if no threat were left near it.
        let most = if depth == 0 {
            self.threats.urgency(site)
        } else {
            1.0 / self.threats.kept_near(site)
        };
        let mut hope = most * (1.0 - belief.mine_probability(site));
        for number in likely_first(known, site) {
            let shown = showing(knowledge, belief.ln_solutions(), self.tables, site, number)?;
            let Some(shown) = shown else {
                continue;
            };
            let weight = most * shown.probability;
            // What it shows must be worth more than this to pass the floor.
            let least = 1.0 - (hope - floor) / weight;
            hope -= weight * (1.0 - self.worth(shown, site, depth, least)?);
            if hope <= floor {
                break;
            }
        }
        Ok(hope)
    }

    /// The worth of the position after a square was opened: exact when above
    /// `floor`.
    fn worth(
        &mut self,
        shown: Showing,
        opened: Site,
        depth: usize,
        floor: f64,
    ) -> Result<f64, BeliefError> {
        if depth == 0 {
            return Ok(worth_at_sight(&shown));
        }
        let mut knowledge = shown.knowledge;
        let belief = Belief::from_count(shown.count, &knowledge);
        knowledge.learn_all(belief.certain().iter().copied())?;
        // Once for all that may follow from here.
        self.tables.components(&mut knowledge)?;
        let known = Known {
            knowledge: &knowledge,
            belief: &belief,
        };
        let after = self
            .threats
            .after(opened, &knowledge, &belief, self.tables)?;
        let kept = after.kept_near(opened);
        if kept <= floor {
            return Ok(kept);
        }
        let before = std::mem::replace(&mut self.threats, after);
        let worth = self.worth_of_next(known, depth - 1, floor / kept);
        self.threats = before;
        Ok(kept * worth?)
    }

    /// The worth of a position apart from its threats: exact when above
    /// `floor`.
    fn worth_of_next(
        &mut self,
        known: Known<'_>,
        depth: usize,
        floor: f64,
    ) -> Result<f64, BeliefError> {
        let knowledge = known.knowledge;
        let telling = telling_squares(knowledge).count();
        if telling > FEW_SAFE_SQUARES {
            return Ok(worth_by_safe_squares(telling));
        }
        if let Some(site) = telling_squares(knowledge).next() {
            return self.worth_of_opening(known, site, depth, floor);
        }
        if knowledge.unknown() == 0 {
            return Ok(1.0);
        }
        let floor = floor.max(0.0);
        let best = if depth == 0 {
            self.best_at_sight(known, floor)?
        } else {
            self.best_of_promising(known, depth, floor)?
        };
        Ok(best.map_or(floor, |best| best.worth))
    }
}

/// The numbers a square may show, likely ones first: they say soonest that a
/// floor is not passed.
fn likely_first(known: Known<'_>, site: Site) -> Vec<u8> {
    let around = known.knowledge.grid().neighbours(site);
    let risks = around.iter().map(|&n| known.belief.mine_probability(n));
    let mines: f64 = risks.sum();
    let mut numbers: Vec<u8> = numbers(known.knowledge, site).collect();
    let unlikeliness = |number: u8| (f64::from(number) - mines).abs();
    numbers.sort_by(|&a, &b| unlikeliness(a).total_cmp(&unlikeliness(b)));
    numbers
}

/// The squares known to be safe that have something unknown around them: the
/// others give no information.
fn telling_squares(knowledge: &Knowledge) -> impl Iterator<Item = Site> {
    let safe = knowledge.safe_squares();
    safe.filter(|&site| knowledge.unknown_around(site) > 0)
}

/// The worth of a position at first sight.
fn worth_at_sight(shown: &Showing) -> f64 {
    let plainly_safe = telling_squares(&shown.knowledge).count();
    if plainly_safe > 0 {
        return worth_by_safe_squares(plainly_safe);
    }
    let glance = shown.count.glance();
    if glance.safe > 0 {
        worth_by_safe_squares(glance.safe)
    } else if glance.least_risk == 1.0 {
        // Nothing is left to guess.
        1.0
    } else {
        WORTH_OF_A_GUESS * (1.0 - glance.least_risk)
    }
}

fn worth_by_safe_squares(safe: usize) -> f64 {
    *WORTH_BY_SAFE_SQUARES.get(safe).unwrap_or(&1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FirstMove, Minesweeper, Sweep};
    use stratalog_run::Seed;

    #[test]
    fn guesses_and_numbers_are_dropped_only_when_they_cannot_be_best() {
        let game = Minesweeper::new("10x10/20".parse().expect("a board"), FirstMove::Zero);
        for (seed, depth) in (0..20).flat_map(|seed| [(seed, 0), (seed, 1), (seed, 2)]) {
            let grid = game.grid().clone();
            let mut sweep = Sweep::new(game.size(), grid, FirstMove::Zero, Seed(seed));
            sweep.open(Site::new(22));
            let mut knowledge = Knowledge::of(sweep.view()).expect("consistent");
            let mut tables = Tables::new(game.size());
            let belief = Belief::new(&mut knowledge, &mut tables).expect("countable");
            let best = best_guess(depth, &knowledge, &belief, &mut tables).expect("countable");
            let threats = Threats::of(&knowledge, &belief, &mut tables).expect("countable");
            let known = Known {
                knowledge: &knowledge,
                belief: &belief,
            };
            let mut search = Search {
                tables: &mut tables,
                threats,
            };
            let sites: Vec<Site> = if depth == 0 {
                search.candidates(known).map(|one| one.site).collect()
            } else {
                let promising = search.promising(known).expect("countable");
                promising.iter().map(|guess| guess.site).collect()
            };
            // Below this floor nothing is dropped.
            let worths = sites
                .iter()
                .map(|&site| search.worth_of_opening(known, site, depth, f64::NEG_INFINITY));
            let greatest = worths.map(|worth| worth.expect("countable"));
            let greatest = greatest.fold(0.0, f64::max);
            let found = best.expect("a guess").worth;
            assert!(
                (found - greatest).abs() < 1e-12,
                "seed {seed}, depth {depth}"
            );
        }
    }
}
