//! Players that follow learned rules and guess when none applies.

use std::sync::Arc;

use crate::belief::{Belief, safest_squares};
use crate::why::{Certainty, Guessing, Proof, RuleStep, is_promised, smallest_proof};
use crate::{Minesweeper, Site, View};
use rand::RngExt;
use stratalog_game::reason::{Risk, RuleFired};
use stratalog_game::{Decision, Player, PlayerError, PlayerSource, Reason, Role, Situation};
use stratalog_run::Stream;

use super::guessing::{self, GuessList, GuessRule, Readings};
use super::reasoner::Reasoner;
use super::rule::{Rule, Target};
use super::scene::Scene;

/// How to guess when no rule applies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Guess {
    /// Any covered square that is not marked.
    Random,
    /// The least of the local maxima (section 4.3): the greatest share of
    /// mines any neighbouring number gives a square is made least.
    LocalMaxima,
    /// The least exact probability.
    Exact,
    /// By learned rules; at random where none names a square.
    Learned(Arc<GuessList>),
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
    /// Squares that rules found safe, with the step that found them.
    safe: Vec<(Site, RuleStep)>,
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
    fn safe_square(&mut self, view: &View) -> Option<(Site, RuleStep)> {
        loop {
            while let Some((site, step)) = self.safe.pop() {
                if view.is_covered(site) {
                    return Some((site, step));
                }
            }
            if !self.apply_rules(view) {
                return None;
            }
        }
    }

    /// Applies the first rule that concludes something; whether one did.
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
                let steps = tiles
                    .into_iter()
                    .map(|tile| (tile, rule.step(&mut scene, tile)));
                self.safe.extend(steps);
            }
            Target::Mine => tiles
                .iter()
                .for_each(|tile| self.marked[tile.index()] = true),
            // About boards, not tiles.
            Target::Absurd => {}
        }
        true
    }

    fn guess(
        &mut self,
        game: &Minesweeper,
        view: &View,
        rng: &mut Stream,
    ) -> Result<Decision<Site>, PlayerError> {
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
        match &self.guess {
            Guess::Random => Ok(random_guess(&candidates, rng)),
            Guess::Learned(list) => Ok(match list.decide(&Readings::of(&scene)) {
                Some((rule, named)) => guess_by_rule(rule, &named, view, rng),
                None => random_guess(&candidates, rng),
            }),
            Guess::LocalMaxima => {
                let is_promised = is_promised(game, view);
                Ok(least_local_maximum(&scene, &candidates, is_promised, rng))
            }
            Guess::Exact => {
                let (decision, is_sure) = exact_guess(game, view, rng)?;
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
        Situation {
            game, view, rng, ..
        }: Situation<'_, Minesweeper>,
    ) -> Result<Decision<Site>, PlayerError> {
        if self.marked.len() != view.grid().len() || view.opened() < self.opened {
            self.start_over(view.grid().len());
        }
        self.opened = view.opened();
        match self.safe_square(view) {
            Some((square, step)) => {
                let rule = step.rule.clone();
                let proof = Proof {
                    square,
                    certainty: Certainty::Safe,
                    numbers: step.numbers.clone(),
                    uses_total: step.counts_all_mines,
                    step: Some(step),
                };
                Ok(Decision {
                    mv: square,
                    reason: proof.rule_fired(&rule, view),
                })
            }
            None => self.guess(game, view, rng),
        }
    }

    /// Where a rule supposes something, the reason names a smallest set of
    /// numbers that refutes it.
    fn explain(
        &mut self,
        situation: Situation<'_, Minesweeper>,
    ) -> Result<Decision<Site>, PlayerError> {
        let view = situation.view;
        let decision = self.decide(situation)?;
        let Reason::Rule(fired) = &decision.reason else {
            return Ok(decision);
        };
        let mut rules = self.rules.iter();
        let supposes = rules.any(|rule| rule.name == fired.rule && rule.supposes());
        if !supposes {
            return Ok(decision);
        }
        let proof = smallest_proof(view, decision.mv, Certainty::Safe);
        Ok(Decision {
            mv: decision.mv,
            reason: proof.map_or_else(
                || decision.reason.clone(),
                |proof| proof.rule_fired(&fired.rule, view),
            ),
        })
    }
}

/// Any of these squares with equal probability.
fn random_guess(candidates: &[Site], rng: &mut Stream) -> Decision<Site> {
    Decision {
        mv: candidates[rng.random_range(0..candidates.len())],
        reason: Reason::Random {
            among: candidates.len(),
        },
    }
}

/// Any of the squares that a rule for guesses names.
fn guess_by_rule(
    rule: &GuessRule,
    named: &[Site],
    view: &View,
    rng: &mut Stream,
) -> Decision<Site> {
    let mv = named[rng.random_range(0..named.len())];
    Decision {
        mv,
        reason: Reason::Rule(Box::new(RuleFired {
            rule: rule.name.clone(),
            squares: vec![view.grid().square(mv)],
            because: guessing::english(rule),
        })),
    }
}

/// The square whose greatest share of mines, over its numbers, is least; ties
/// at random. A square without a number has the share of all mines left.
fn least_local_maximum(
    scene: &Scene,
    candidates: &[Site],
    is_promised: bool,
    rng: &mut Stream,
) -> Decision<Site> {
    let everywhere = scene.total_mines_left() as f64 / candidates.len() as f64;
    let risk = |site: Site| {
        let sets = scene
            .grid()
            .neighbours(site)
            .iter()
            .filter_map(|&witness| scene.own_set(witness))
            .map(|id| scene.set(id).share());
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
            probability: if is_promised {
                0.0
            } else {
                least.clamp(0.0, 1.0)
            },
            promised: is_promised,
            ..Risk::default()
        })),
    }
}

/// The least exact probability, ties at random; and whether it is none.
fn exact_guess(
    game: &Minesweeper,
    view: &View,
    rng: &mut Stream,
) -> Result<(Decision<Site>, bool), PlayerError> {
    let belief = Belief::of(view).map_err(|error| PlayerError::Undecided(error.to_string()))?;
    let safest = safest_squares(view, &belief);
    if safest.is_empty() {
        return Err(PlayerError::NoMove);
    }
    let mv = safest[rng.random_range(0..safest.len())];
    let decision = Decision {
        mv,
        reason: Guessing {
            game,
            view,
            belief: &belief,
        }
        .reason(mv, None),
    };
    Ok((decision, belief.mine_probability(mv) <= 0.0))
}

/// Where players with these rules come from.
pub struct RulePlayers {
    /// The rules.
    pub rules: Arc<Vec<Rule>>,
    /// How to guess when none applies.
    pub guess: Guess,
}

impl PlayerSource<Minesweeper> for RulePlayers {
    fn player(&self) -> Box<dyn Player<Minesweeper>> {
        Box::new(RulePlayer::new(Arc::clone(&self.rules), self.guess.clone()))
    }
}
