//! Players that follow learned rules and guess when none applies.

use std::sync::Arc;

use crate::belief::{Belief, guess as belief_guess, safest_squares};
use crate::{Cell, Minesweeper, Site, View};
use rand::RngExt;
use stratalog_game::reason::{Risk, RuleFired};
use stratalog_game::{Decision, Player, PlayerError, PlayerSource, Reason, Role};
use stratalog_run::Stream;

use super::reasoner::Reasoner;
use super::rule::{Rule, Target};
use super::scene::Scene;

/// What is done when no rule applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Guess {
    /// Any covered square that is not marked.
    Random,
    /// The least of the local maxima (section 4.3): the greatest share of
    /// mines any neighbouring number gives a square is made least.
    LocalMaxima,
    /// The least exact probability.
    Exact,
}

/// Moves by what decided them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveCounts {
    /// For each rule, the squares opened or marked by it.
    pub by_rule: Vec<u64>,
    /// Guesses.
    pub guesses: u64,
    /// Guesses made where the exact belief state knew a safe square; only a
    /// player that asks it can tell.
    pub needless: u64,
}

/// Follows rules.
pub struct RulePlayer {
    rules: Arc<Vec<Rule>>,
    guess: Guess,
    marked: Vec<bool>,
    /// Squares rules found safe and still covered, with the reason.
    safe: Vec<(Site, Reason)>,
    opened: usize,
    counts: MoveCounts,
}

impl RulePlayer {
    /// A player with these rules; simpler ones are tried first.
    pub fn new(rules: Arc<Vec<Rule>>, guess: Guess) -> RulePlayer {
        RulePlayer {
            counts: MoveCounts {
                by_rule: vec![0; rules.len()],
                ..MoveCounts::default()
            },
            rules,
            guess,
            marked: Vec::new(),
            safe: Vec::new(),
            opened: 0,
        }
    }

    /// The moves made so far, by what decided them.
    pub fn counts(&self) -> &MoveCounts {
        &self.counts
    }

    fn start_over(&mut self, squares: usize) {
        self.marked.clear();
        self.marked.resize(squares, false);
        self.safe.clear();
        self.opened = 0;
    }

    /// A square found safe earlier, or now.
    fn safe_square(&mut self, view: &View) -> Option<(Site, Reason)> {
        loop {
            while let Some((site, reason)) = self.safe.pop() {
                if view.is_covered(site) {
                    return Some((site, reason));
                }
            }
            if !self.apply_rules(view) {
                return None;
            }
        }
    }

    /// Applies the first rule that says anything; whether one did.
    fn apply_rules(&mut self, view: &View) -> bool {
        let rules = Arc::clone(&self.rules);
        let reasoner = Reasoner::new(view, |site| self.marked[site.index()], &rules);
        let Some((number, tiles)) = reasoner.first_conclusions() else {
            return false;
        };
        let rule = &rules[number];
        self.counts.by_rule[number] += tiles.len() as u64;
        match rule.target {
            Target::Safe => {
                let mut scene = Scene::new(view, |site| self.marked[site.index()]);
                for tile in tiles {
                    let reason = reason(&mut scene, rule, tile);
                    self.safe.push((tile, reason));
                }
            }
            Target::Mine => tiles
                .iter()
                .for_each(|tile| self.marked[tile.index()] = true),
            // About boards, not tiles.
            Target::Absurd => {}
        }
        true
    }

    fn guess(&mut self, view: &View, rng: &mut Stream) -> Result<Decision<Site>, PlayerError> {
        self.counts.guesses += 1;
        let scene = Scene::new(view, |site| self.marked[site.index()]);
        let mut candidates = scene.undetermined();
        if candidates.is_empty() {
            // Only wrong marks are left.
            candidates = view.covered_sites().collect();
        }
        if candidates.is_empty() {
            return Err(PlayerError::NoMove);
        }
        match self.guess {
            Guess::Random => Ok(Decision {
                mv: candidates[rng.random_range(0..candidates.len())],
                reason: Reason::Random {
                    among: candidates.len(),
                },
            }),
            Guess::LocalMaxima => Ok(least_local_maximum(&scene, &candidates, rng)),
            Guess::Exact => {
                let (decision, is_sure) = exact_guess(view, rng)?;
                self.counts.needless += u64::from(is_sure);
                Ok(decision)
            }
        }
    }
}

impl Player<Minesweeper> for RulePlayer {
    fn begin(&mut self, game: &Minesweeper, _role: Role) {
        self.start_over(game.grid().len());
    }

    fn decide(
        &mut self,
        _game: &Minesweeper,
        view: &View,
        _role: Role,
        rng: &mut Stream,
    ) -> Result<Decision<Site>, PlayerError> {
        if self.marked.len() != view.grid().len() || view.opened() < self.opened {
            self.start_over(view.grid().len());
        }
        self.opened = view.opened();
        match self.safe_square(view) {
            Some((mv, reason)) => Ok(Decision { mv, reason }),
            None => self.guess(view, rng),
        }
    }
}

fn reason(scene: &mut Scene, rule: &Rule, tile: Site) -> Reason {
    let used = rule.fires(scene, tile).unwrap_or_default();
    let grid = scene.grid();
    let square = |site: Site| grid.square(site);
    let numbers: Vec<String> = used
        .iter()
        .map(|&site| match scene.cell(site) {
            Cell::Number(number) => format!("the {number} at {}", square(site)),
            _ => square(site).to_string(),
        })
        .collect();
    let squares = std::iter::once(tile).chain(used.iter().copied());
    Reason::Rule(Box::new(RuleFired {
        rule: rule.name.clone(),
        squares: squares.map(square).collect(),
        because: match rule.supposes() {
            true => format!(
                "a mine at {} would leave a number, or the count of mines, that cannot be right",
                square(tile)
            ),
            false => format!("{} leaves no mine at {}", joined(&numbers), square(tile)),
        },
    }))
}

fn joined(parts: &[String]) -> String {
    match parts {
        [] => "the number of mines".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} with {last}", first.join(", ")),
    }
}

/// The square whose greatest share of mines, over its numbers, is least; ties
/// at random. A square without a number has the share of all mines left.
fn least_local_maximum(scene: &Scene, candidates: &[Site], rng: &mut Stream) -> Decision<Site> {
    let everywhere = scene.total_mines_left() as f64 / candidates.len() as f64;
    let risk = |site: Site| {
        let sets = scene
            .grid()
            .neighbours(site)
            .iter()
            .filter_map(|&witness| scene.own_set(witness))
            .map(|id| {
                let set = scene.set(id);
                f64::from(set.mines) / set.tiles.len() as f64
            });
        sets.reduce(f64::max).unwrap_or(everywhere)
    };
    let risks: Vec<f64> = candidates.iter().map(|&site| risk(site)).collect();
    let least = risks.iter().copied().fold(f64::INFINITY, f64::min);
    let safest: Vec<Site> = candidates
        .iter()
        .zip(&risks)
        .filter(|(_, risk)| **risk <= least)
        .map(|(&site, _)| site)
        .collect();
    Decision {
        mv: safest[rng.random_range(0..safest.len().max(1))],
        reason: Reason::Risk(Box::new(Risk {
            probability: least.clamp(0.0, 1.0),
            win_probability: None,
            preferred_to: Vec::new(),
        })),
    }
}

/// The least exact probability, ties at random; and whether it is none.
fn exact_guess(view: &View, rng: &mut Stream) -> Result<(Decision<Site>, bool), PlayerError> {
    let belief = Belief::of(view).map_err(|error| PlayerError::Undecided(error.to_string()))?;
    let safest = safest_squares(view, &belief);
    if safest.is_empty() {
        return Err(PlayerError::NoMove);
    }
    let mv = safest[rng.random_range(0..safest.len())];
    let decision = Decision {
        mv,
        reason: belief_guess(view, &belief, mv, None),
    };
    Ok((decision, belief.mine_probability(mv) <= 0.0))
}

/// Where players with these rules come from.
pub struct RulePlayers {
    /// The rules.
    pub rules: Arc<Vec<Rule>>,
    /// What is done when none applies.
    pub guess: Guess,
}

impl PlayerSource<Minesweeper> for RulePlayers {
    fn player(&self) -> Box<dyn Player<Minesweeper>> {
        Box::new(RulePlayer::new(Arc::clone(&self.rules), self.guess))
    }
}
