//! What guesses are worth by playing on after them.
//!
//! Each guess is followed by whole games on boards of the belief state. A game
//! is played as if every guess survived: where one would hit a mine, the rest is
//! played on another board of the belief state at that point, and the game
//! counts the product of the probabilities that its guesses survive. The mean
//! is the chance to win, with a fraction of the variance of wins and losses. All
//! guesses are tried on the same boards with the same random numbers.
//!
//! What looking ahead found counts too, as the prior of each guess: the chances
//! that games show differ from it by some 3% of themselves, and often need
//! thousands of games to be known better than that.

use stratalog_run::{Seed, Stop, Stream, mix};

use crate::belief::{Belief, BeliefError, Fact, Knowledge, Tables};
use crate::champion::lookahead::{Guess, best_guess};
use crate::champion::{ChampionSettings, exact_choice};
use crate::{Field, Site};

/// Guesses whose worth is further below the best than this share of it are not
/// played on.
pub(crate) const CLOSE: f64 = 0.05;
/// How far the chance to win after a guess, as a share of that after another,
/// is off from what looking ahead found: a standard deviation.
const PRIOR_SPREAD: f64 = 0.027;
/// The standard deviation of the share between two games on the same board, as
/// far as it is not known yet, and the games it counts for.
const USUAL_SPREAD: f64 = 0.25;
const USUAL_GAMES: f64 = 6.0;
/// Games after each guess between two looks at the result, and at least.
const BATCH: u64 = 8;
const FEWEST_GAMES: u64 = 16;
/// A guess this number of standard deviations below the best is given up.
const GIVEN_UP: f64 = 2.0;

/// How the games are played on: quickly.
const PLAYED: ChampionSettings = ChampionSettings {
    endgame_solutions: 300,
    endgame_work: 50_000,
    depth: 0,
    playout_squares: 0,
};

/// A position in which a guess has to be made.
#[derive(Clone, Copy)]
pub(crate) struct Position<'a> {
    pub knowledge: &'a Knowledge,
    pub belief: &'a Belief,
    pub stop: &'a Stop,
}

/// A guess, and its chances to win beside those of the first.
struct Tried {
    guess: Guess,
    /// The prior of its advantage over the first, as a share.
    prior: f64,
    /// The sums of advantages and of their squares, a game each.
    sum: f64,
    squares: f64,
}

impl Tried {
    /// The mean and the standard deviation of the advantage, after so many
    /// games in which the first won this share.
    fn advantage(&self, games: f64, share: f64) -> (f64, f64) {
        let mean = self.sum / games;
        let scatter = (self.squares - self.sum * mean) / (share * share);
        let usual = USUAL_GAMES * USUAL_SPREAD * USUAL_SPREAD;
        let variance = (scatter + usual) / (games + USUAL_GAMES);
        let (known, shown) = (PRIOR_SPREAD.powi(-2), games / variance);
        let advantage = (self.prior * known + mean / share * shown) / (known + shown);
        (advantage, (known + shown).sqrt().recip())
    }
}

impl Position<'_> {
    /// The best of some guesses, best first, by games in which at most this
    /// number of squares is opened.
    pub fn best_by_playouts(
        &self,
        guesses: Vec<Guess>,
        squares: u64,
        tables: &mut Tables,
    ) -> Result<Option<Guess>, BeliefError> {
        let Some((&first, others)) = guesses.split_first() else {
            return Ok(None);
        };
        let seed = self.seed();
        let tried = |&guess: &Guess| Tried {
            guess,
            prior: guess.worth / first.worth - 1.0,
            sum: 0.0,
            squares: 0.0,
        };
        let mut others: Vec<Tried> = others.iter().map(tried).collect();
        let mut left = squares / self.knowledge.unknown().max(1) as u64;
        if left < FEWEST_GAMES * guesses.len() as u64 {
            return Ok(Some(first));
        }
        let (mut games, mut won) = (0, 0.0);
        let mut best = first;
        while !others.is_empty() && left > others.len() as u64 && !self.stop.is_requested() {
            for number in games..games + BATCH {
                let value = self.value(first.site, seed.stream(number), tables)?;
                won += value;
                for other in &mut others {
                    let own = self.value(other.guess.site, seed.stream(number), tables)?;
                    other.sum += own - value;
                    other.squares += (own - value).powi(2);
                }
            }
            games += BATCH;
            left = left.saturating_sub(BATCH * (1 + others.len() as u64));
            let share = (won / games as f64).max(1e-9);
            let advantages = others.iter().map(|one| one.advantage(games as f64, share));
            let advantages: Vec<(f64, f64)> = advantages.collect();
            let mut greatest = 0.0;
            best = first;
            for (other, &(advantage, _)) in others.iter().zip(&advantages) {
                if advantage > greatest {
                    (greatest, best) = (advantage, other.guess);
                }
            }
            let mut kept = advantages
                .iter()
                .map(|(mean, spread)| mean + GIVEN_UP * spread > greatest);
            others.retain(|_| kept.next().unwrap_or(false));
            if let [(mean, spread)] = advantages[..]
                && mean.abs() > GIVEN_UP * spread
            {
                break;
            }
        }
        Ok(Some(best))
    }

    /// The same for the same position.
    fn seed(&self) -> Seed {
        let sites = self.knowledge.grid().sites();
        let opened = sites.filter(|&site| self.knowledge.fact(site) == Fact::Open);
        Seed(opened.fold(0, |seed, site| {
            let need = u64::from(self.knowledge.need(site));
            mix(seed ^ ((site.index() as u64 + 1) << 8 | need))
        }))
    }

    /// The chance to win after opening a square, by one game.
    fn value(&self, site: Site, mut rng: Stream, tables: &mut Tables) -> Result<f64, BeliefError> {
        let mut field = self.belief.sample(&mut rng);
        survive(site, &mut field, self.belief, &mut rng);
        let mut knowledge = self.knowledge.clone();
        open(&mut knowledge, site, &field)?;
        let survival = self.survival(knowledge, field, &mut rng, tables)?;
        Ok((1.0 - self.belief.mine_probability(site)) * survival)
    }

    /// The probability that the guesses of the rest of a game survive.
    fn survival(
        &self,
        mut knowledge: Knowledge,
        mut field: Field,
        rng: &mut Stream,
        tables: &mut Tables,
    ) -> Result<f64, BeliefError> {
        let mut survived = 1.0;
        loop {
            while let Some(site) = knowledge.next_safe() {
                open(&mut knowledge, site, &field)?;
            }
            let belief = Belief::new(&mut knowledge, tables)?;
            knowledge.learn_all(belief.certain().iter().copied())?;
            if knowledge.next_safe().is_some() {
                continue;
            }
            if knowledge.unknown() == 0 {
                return Ok(survived);
            }
            // Once for all that may follow from here.
            tables.components(&mut knowledge)?;
            if let Some((_, win)) = exact_choice(&PLAYED, self.stop, &knowledge, &belief) {
                return Ok(survived * win);
            }
            let Some(guess) = best_guess(PLAYED.depth, &knowledge, &belief, tables)? else {
                return Ok(survived);
            };
            survived *= 1.0 - belief.mine_probability(guess.site);
            survive(guess.site, &mut field, &belief, rng);
            open(&mut knowledge, guess.site, &field)?;
        }
    }
}

/// Replaces the field by others of the belief state until this square is safe.
fn survive(site: Site, field: &mut Field, belief: &Belief, rng: &mut Stream) {
    while field.is_mine(site) {
        *field = belief.sample(rng);
    }
}

/// Opens a safe square of the field.
fn open(knowledge: &mut Knowledge, site: Site, field: &Field) -> Result<(), BeliefError> {
    let number = field.number(site).unwrap_or_default();
    Ok(knowledge.observe(site, number)?)
}
