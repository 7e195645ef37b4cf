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

use crate::belief::{Belief, BeliefError, Fact, Knowledge, Tables, Tracker};
use crate::champion::lookahead::{Guess, best_guess};
use crate::champion::{ChampionSettings, exact_choice};
use crate::{Field, Site, View};

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
const BATCH: usize = 8;
const FEWEST_GAMES: u64 = 16;
/// A guess this number of standard deviations below the best is given up.
const GIVEN_UP: f64 = 2.0;
/// Advantages known to this standard deviation are known well enough.
const KNOWN: f64 = 0.002;

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

/// Guesses compared by games on the same boards.
struct Comparison {
    /// The best by looking ahead.
    first: Guess,
    /// The chances to win after it, a game each, added up.
    won: f64,
    games: f64,
    /// Those that may be better, or may be best.
    others: Vec<Tried>,
    leader: Guess,
}

/// A guess beside the first.
struct Tried {
    guess: Guess,
    /// What looking ahead found of its advantage, as a share.
    prior: f64,
    /// The sums of advantages and of their squares, a game each.
    sum: f64,
    squares: f64,
}

/// An advantage over the first guess as a share, and its standard deviation.
#[derive(Clone, Copy)]
struct Advantage {
    mean: f64,
    spread: f64,
}

impl Comparison {
    fn new(first: Guess, others: &[Guess]) -> Comparison {
        let tried = |&guess: &Guess| Tried {
            guess,
            prior: guess.worth / first.worth - 1.0,
            sum: 0.0,
            squares: 0.0,
        };
        Comparison {
            first,
            won: 0.0,
            games: 0.0,
            others: others.iter().map(tried).collect(),
            leader: first,
        }
    }

    /// Adds a game after each guess; `value` gives its chance to win.
    fn add(
        &mut self,
        mut value: impl FnMut(Site) -> Result<f64, BeliefError>,
    ) -> Result<(), BeliefError> {
        let first = value(self.first.site)?;
        for other in &mut self.others {
            let advantage = value(other.guess.site)? - first;
            other.sum += advantage;
            other.squares += advantage * advantage;
        }
        self.won += first;
        self.games += 1.0;
        Ok(())
    }

    /// The prior and the games together: the mean of two normal distributions.
    fn advantage(&self, tried: &Tried) -> Advantage {
        let share = (self.won / self.games).max(f64::MIN_POSITIVE);
        let mean = tried.sum / self.games;
        let scatter = (tried.squares - tried.sum * mean) / (share * share);
        let usual = USUAL_GAMES * USUAL_SPREAD * USUAL_SPREAD;
        let variance = (scatter + usual) / (self.games + USUAL_GAMES);
        let (known, shown) = (PRIOR_SPREAD.powi(-2), self.games / variance);
        Advantage {
            mean: (tried.prior * known + mean / share * shown) / (known + shown),
            spread: (known + shown).sqrt().recip(),
        }
    }

    /// Finds the leader, and gives up guesses that will hardly be best; all once
    /// the leader is known.
    fn narrow(&mut self) {
        let advantages = self.others.iter().map(|one| self.advantage(one));
        let advantages: Vec<Advantage> = advantages.collect();
        let mut greatest = 0.0;
        self.leader = self.first;
        for (other, advantage) in self.others.iter().zip(&advantages) {
            if advantage.mean > greatest {
                (greatest, self.leader) = (advantage.mean, other.guess);
            }
        }
        let mut hopeful = advantages
            .iter()
            .map(|one| one.mean + GIVEN_UP * one.spread > greatest);
        self.others.retain(|_| hopeful.next().unwrap_or(false));
        let is_known = match advantages[..] {
            [only] => only.mean > GIVEN_UP * only.spread,
            _ => false,
        };
        if is_known || advantages.iter().all(|one| one.spread < KNOWN) {
            self.others.clear();
        }
    }
}

/// The chance to win from a view, by playing it on quickly this number of times;
/// fewer when a stop is requested, and nothing before the first game. The first move
/// must be made: what it is promised is not known here.
pub fn chance_to_win(
    view: &View,
    games: u64,
    seed: Seed,
    stop: &Stop,
) -> Result<Option<f64>, BeliefError> {
    let mut tracker = Tracker::default();
    let (knowledge, tables) = tracker.parts(view)?;
    let mut knowledge = knowledge.clone();
    let belief = Belief::new(&mut knowledge, tables)?;
    let position = Position {
        knowledge: &knowledge,
        belief: &belief,
        stop,
    };
    let (mut sum, mut played) = (0.0, 0);
    for number in 0..games {
        if stop.is_requested() {
            break;
        }
        let mut rng = seed.stream(number);
        let field = belief.sample(&mut rng);
        sum += position.survival(knowledge.clone(), field, &mut rng, tables)?;
        played += 1;
    }
    Ok((played > 0).then(|| sum / f64::from(played)))
}

impl Position<'_> {
    /// The best of some guesses, given best first, by games in which at most
    /// about this number of squares is opened.
    pub fn best_by_playouts(
        &self,
        guesses: &[Guess],
        squares: u64,
        tables: &mut Tables,
    ) -> Result<Option<Guess>, BeliefError> {
        let Some((&first, others)) = guesses.split_first() else {
            return Ok(None);
        };
        let mut comparison = Comparison::new(first, others);
        let mut left = squares / self.knowledge.unknown().max(1) as u64;
        if left < FEWEST_GAMES * guesses.len() as u64 {
            return Ok(Some(first));
        }
        let seed = self.seed();
        let mut numbers = 0..;
        while !comparison.others.is_empty() && left > 0 && !self.stop.is_requested() {
            for number in numbers.by_ref().take(BATCH) {
                comparison.add(|site| self.value(site, seed.stream(number), tables))?;
            }
            let played = BATCH * (1 + comparison.others.len());
            left = left.saturating_sub(played as u64);
            comparison.narrow();
        }
        Ok(Some(comparison.leader))
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

/// Replaces the field by others of the belief state until this square is safe,
/// which it must be in some.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::belief::{Endgame, NextStep};
    use crate::{FirstMove, Minesweeper, Status, Sweep};

    /// Calls `look` with guesses in which the solutions can be listed.
    fn in_end_games(mut look: impl FnMut(Position<'_>, &mut Endgame<u128>, &mut Tables)) {
        let game = Minesweeper::new("6x6/10".parse().expect("a board"), FirstMove::Zero);
        for seed in 0..40 {
            let grid = game.grid().clone();
            let mut sweep = Sweep::new(game.size(), grid, FirstMove::Zero, Seed(seed));
            sweep.open(Site::new(14));
            let mut tracker = Tracker::default();
            while sweep.status() == Status::Playing {
                let step = tracker.follow(sweep.view()).expect("consistent");
                let belief = match step {
                    NextStep::Plain(site) | NextStep::Proved(site) => {
                        sweep.open(site);
                        continue;
                    }
                    NextStep::Guess(belief) => belief,
                };
                let (knowledge, tables) = tracker.parts(sweep.view()).expect("consistent");
                if let Some(listed) = belief.enumerate(PLAYED.endgame_solutions) {
                    let (squares, masks) = (listed.squares, listed.masks);
                    let mut search = Endgame::new(knowledge.grid(), squares, masks, u64::MAX);
                    let position = Position {
                        knowledge,
                        belief: &belief,
                        stop: &Stop::default(),
                    };
                    look(position, &mut search, tables);
                }
                break;
            }
        }
    }

    #[test]
    fn games_played_on_win_as_often_as_perfect_play_in_an_end_game() {
        let mut compared = 0;
        in_end_games(|position, search, tables| {
            let best = search.best().expect("a move");
            let chance = best.win_probability();
            let games = 300;
            let values: Vec<f64> = (0..games)
                .map(|number| position.value(best.site, Seed(1).stream(number), tables))
                .map(|value| value.expect("countable"))
                .collect();
            let mean = values.iter().sum::<f64>() / games as f64;
            let scatter: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
            let error = scatter.sqrt() / games as f64;
            assert!(
                (mean - chance).abs() < 4.0 * error + 1e-9,
                "{mean} ±{error}, not {chance}"
            );
            compared += usize::from(error > 0.0);
        });
        assert!(compared > 3, "{compared}");
    }

    #[test]
    fn the_chance_to_win_is_that_of_perfect_play_in_small_positions() {
        for (view, chance) in [
            ("1x3/1\n1..\n", 1.0),
            ("2x3/1\n1..\n1..\n", 0.5),
            ("1x3/1\n.1.\n", 0.5),
            ("2x2/2\n2.\n..\n", 1.0 / 3.0),
        ] {
            let view: View = view.parse().expect("a position");
            let found = chance_to_win(&view, 8, Seed(1), &Stop::default());
            let found = found.expect("countable").expect("games were played");
            assert!((found - chance).abs() < 1e-9, "{view}: {found}");
        }
        let stop = Stop::default();
        stop.request();
        let view: View = "1x3/1\n.1.\n".parse().expect("a position");
        let stopped = chance_to_win(&view, 8, Seed(1), &stop);
        assert_eq!(stopped.expect("countable"), None);
    }

    #[test]
    fn what_games_show_outweighs_a_wrong_prior() {
        let mut compared = 0;
        in_end_games(|position, search, tables| {
            let best = search.best().expect("a move");
            let sites = position.knowledge.unknown_squares();
            let risk = |site: &Site| position.belief.mine_probability(*site);
            let riskiest = sites.into_iter().filter(|site| risk(site) < 0.9);
            let riskiest = riskiest.max_by(|a, b| risk(a).total_cmp(&risk(b)));
            let Some(worse) = riskiest else {
                return;
            };
            // To open it wins no more games than it survives.
            if 1.0 - risk(&worse) > 0.8 * best.win_probability() {
                return;
            }
            let guesses = [(worse, 0.81), (best.site, 0.80)];
            let guesses = guesses.map(|(site, worth)| Guess { site, worth });
            let mut found = |squares: u64| {
                let found = position.best_by_playouts(&guesses, squares, tables);
                found.expect("countable").expect("a guess").site
            };
            assert_eq!(found(100_000), best.site);
            assert_eq!(found(10), worse, "without room for games the prior decides");
            compared += 1;
        });
        assert!(compared > 3, "{compared}");
    }
}
