//! Upper Confidence Trees over the belief state: BSSUCT (Table 1 of the paper).
//!
//! The tree has a node for each view in which a guess is needed; moves that
//! are certainly safe are forced and made at once. Each simulation walks down
//! by the bandit formula, adds one node, plays to the end by the Monte-Carlo
//! policy and counts the result. Both the moves of a node and the outcomes of
//! a move are widened progressively.
//!
//! The belief state gives the exact distribution of what a move shows (section
//! 3.4), which removes as much randomness as possible. An episode never meets a
//! mine: its guesses are assumed to be safe, and its reward is the probability of
//! that. The value of a move is the mean over its outcomes, weighted by their
//! probabilities; the value of a node is that of its best move. A move is proved
//! once all its outcomes and their values are known; a node is proved once no
//! other move can be better. Episodes then explore elsewhere, and planning ends
//! with a proof where there are few boards. The other sources of boards have no
//! probabilities: their episodes are won or lost, and the value of a move is the
//! mean of its episodes. So it is in the paper with the solver, too
//! ([`Backup::Means`]).

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::belief::{BeliefError, EQUAL};
use crate::{Field, FirstMove, Minesweeper, Site};
use rand::RngExt;
use stratalog_run::{Stop, Stream};

use crate::bssuct::bandit::Widening;
use crate::bssuct::outlook::{Choice, Outlook, Outlooks, Prospect};
use crate::bssuct::source::Source;
use crate::bssuct::tree::{End, Outcome, Tree, Untried};
use crate::bssuct::view_key::ViewKey;

/// How much to compute for a move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Effort {
    /// This number of simulations: the same decision each time.
    Simulations(u64),
    /// This much time.
    Time(Duration),
}

/// How the value of a move follows from its episodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Backup {
    /// The mean over its outcomes, weighted by their probabilities. Episodes
    /// meet no mine; values are proved.
    Weighted,
    /// The mean of its episodes, each won or lost.
    Means,
}

/// The share of Monte-Carlo guesses that take the least mine probability.
const GREEDY: f64 = 0.7;

/// The result of planning a move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    /// The move tried most often, or proved to be the best.
    pub site: Site,
    /// How often it was tried.
    pub visits: u64,
    /// Its value.
    pub mean: f64,
    /// Whether that is exact and no move has a higher value.
    pub is_proved: bool,
    /// The chance to survive it.
    pub survival: f64,
    /// All simulations from this view, those of earlier moves among them.
    pub simulations: u64,
}

/// Plans the moves of one game.
#[derive(Debug)]
pub(crate) struct Planner<'a> {
    pub game: &'a Minesweeper,
    pub source: Source,
    pub backup: Backup,
    /// Whether what earlier moves of the game found out is used.
    pub keeps_tree: bool,
    pub stop: &'a Stop,
    pub outlooks: &'a mut Outlooks,
    pub tree: &'a mut Tree,
    pub rng: &'a mut Stream,
}

impl Planner<'_> {
    /// The best guess in a view.
    pub fn plan(
        &mut self,
        outlook: Arc<Outlook>,
        effort: Effort,
    ) -> Result<Option<Plan>, BeliefError> {
        let root = self.root(&outlook);
        let started = Instant::now();
        let mut simulations = 0;
        loop {
            let is_enough = match effort {
                Effort::Simulations(limit) => simulations >= limit,
                Effort::Time(limit) => simulations > 0 && started.elapsed() >= limit,
            };
            let is_stopped = simulations > 0 && self.stop.is_requested();
            if is_enough || is_stopped || self.tree.nodes[root].is_proved {
                break;
            }
            if let Episode::Abandoned = self.simulate(root)? {
                break;
            }
            simulations += 1;
        }
        // Where no episode could be played, the choices come in random order.
        let root = &self.tree.nodes[root];
        Ok(root.best().map(|best| Plan {
            site: best.choice.site,
            visits: best.results.visits,
            mean: best.value,
            is_proved: root.is_proved,
            survival: best.choice.survival,
            simulations: root.visits,
        }))
    }

    /// The node to plan in, with what earlier moves of the game found out.
    fn root(&mut self, outlook: &Arc<Outlook>) -> usize {
        if self.keeps_tree
            && let Some(node) = self.tree.node(outlook.key)
        {
            *self.tree = self.tree.part(node);
            return 0;
        }
        *self.tree = Tree::default();
        if outlook.key != ViewKey::default() {
            return self.add(outlook);
        }
        let mut choices = self.outlooks.different_choices(outlook);
        self.shuffle(&mut choices);
        let survival = choices.first().map_or(1.0, |choice| choice.survival);
        let rule = self.game.first_move();
        if rule != FirstMove::Any || !self.is_weighted() {
            choices.iter_mut().for_each(|choice| choice.survival = 1.0);
        }
        let root = self.add_node(outlook, &choices);
        self.tree.nodes[root].untried = Untried::All(choices.into());
        if rule == FirstMove::Safe {
            // Boards with a mine under the first move do not occur.
            self.tree.nodes[root].ln_boards += survival.ln();
        }
        root
    }

    /// Adds the node of a view in which a guess is needed.
    fn add(&mut self, outlook: &Arc<Outlook>) -> usize {
        let mut choices = self.choices(outlook);
        self.outlooks.remember(outlook);
        let node = self.add_node(outlook, &choices);
        if !self.source.is_exact() {
            // Without the solver nobody knows which move is safest: the order
            // of widening is random.
            self.shuffle(&mut choices);
            self.tree.nodes[node].untried = Untried::All(choices.into());
        }
        node
    }

    fn add_node(&mut self, outlook: &Outlook, choices: &[Choice]) -> usize {
        let shown = outlook.shown(self.game.size().squares());
        let survivals = choices.iter().map(|choice| choice.survival);
        let most = survivals.fold(0.0, f64::max);
        self.tree.add(outlook.key, shown, outlook.ln_boards(), most)
    }

    /// The moves of a view, safest first.
    fn choices(&self, outlook: &Outlook) -> Vec<Choice> {
        let mut choices = self.outlooks.different_choices(outlook);
        if !self.is_weighted() {
            choices.iter_mut().for_each(|choice| choice.survival = 1.0);
        }
        choices
    }

    /// What is known of the view of a node.
    fn outlook(&mut self, node: usize) -> Result<Arc<Outlook>, BeliefError> {
        let shown = self.tree.nodes[node].shown.numbers().collect();
        self.outlooks.of(shown)
    }

    /// The move to try in a node.
    fn select(&mut self, node: usize) -> Result<usize, BeliefError> {
        self.look_ahead(node)?;
        let widening = self.widening();
        let choice = self.tree.nodes[node].select(widening);
        self.look_ahead(node)?;
        Ok(choice)
    }

    /// Finds the next move to be tried in a node.
    fn look_ahead(&mut self, node: usize) -> Result<(), BeliefError> {
        if let Untried::Unknown = self.tree.nodes[node].untried {
            let outlook = self.outlook(node)?;
            let choices = self.choices(&outlook);
            let node = &mut self.tree.nodes[node];
            node.untried = match choices.get(node.moves.len()) {
                Some(&choice) => Untried::Next(choice),
                None => Untried::All(Box::default()),
            };
        }
        Ok(())
    }

    fn is_weighted(&self) -> bool {
        self.backup == Backup::Weighted
    }

    fn widening(&self) -> Widening {
        match self.backup {
            Backup::Weighted => Widening::BySafety,
            Backup::Means => Widening::Equally,
        }
    }

    fn shuffle(&mut self, choices: &mut [Choice]) {
        for place in (1..choices.len()).rev() {
            choices.swap(place, self.rng.random_range(0..=place));
        }
    }

    /// One episode: down the tree, one new node, to the end, and back up.
    fn simulate(&mut self, root: usize) -> Result<Episode, BeliefError> {
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut current = root;
        let mut reward = loop {
            let choice = self.select(current)?;
            path.push((current, choice));
            let known = self.tree.nodes.len();
            let Some(end) = self.step(current, choice)? else {
                return Ok(Episode::Abandoned);
            };
            match end {
                End::Won(_) => break 1.0,
                End::Lost => break 0.0,
                End::Goes(next) => current = next as usize,
            }
            if self.tree.nodes[current].is_proved {
                break self.tree.nodes[current].value;
            }
            if current >= known {
                let Some(reward) = self.play_out(current)? else {
                    return Ok(Episode::Abandoned);
                };
                self.tree.nodes[current].value = reward;
                break reward;
            }
        };
        for (node, choice) in path.into_iter().rev() {
            reward *= self.tree.nodes[node].moves[choice].choice.survival;
            self.tree.count(node, choice, reward);
            if self.is_weighted() {
                self.tree.value_by_outcomes(node, choice);
            }
        }
        Ok(Episode::Counted)
    }

    /// Makes a move of a node on a board drawn from its belief state; nothing
    /// when no board could be drawn.
    fn step(&mut self, current: usize, choice: usize) -> Result<Option<End>, BeliefError> {
        let is_weighted = self.is_weighted();
        if let Some(outcome) = self.outcome_met(current, choice) {
            let outcome = &mut self.tree.nodes[current].moves[choice].outcomes[outcome];
            outcome.weight += if is_weighted { 0.0 } else { 1.0 };
            return Ok(Some(outcome.end));
        }
        let site = self.tree.nodes[current].moves[choice].choice.site;
        let outlook = self.outlook(current)?;
        let Some(field) = self.draw(&outlook, site) else {
            return Ok(None);
        };
        let end = match self.outlooks.open(&outlook, site, &field)? {
            None => End::Lost,
            Some(next) => match next.prospect {
                Prospect::Won | Prospect::Safe(_) => End::Won(next.key.word()),
                Prospect::Guess(_) => {
                    let node = self.tree.node(next.key);
                    let node = node.unwrap_or_else(|| self.add(&next));
                    End::Goes(node as u32)
                }
            },
        };
        let ln_boards = match end {
            End::Goes(next) => self.tree.nodes[next as usize].ln_boards,
            End::Won(_) | End::Lost => 0.0,
        };
        let node = &mut self.tree.nodes[current];
        let weight = if is_weighted {
            (ln_boards - node.ln_boards).exp()
        } else {
            1.0
        };
        let outcomes = &mut node.moves[choice].outcomes;
        match outcomes.iter_mut().find(|outcome| outcome.end == end) {
            Some(outcome) => outcome.weight += if is_weighted { 0.0 } else { 1.0 },
            None => outcomes.push(Outcome { end, weight }),
        }
        Ok(Some(end))
    }

    /// One of the outcomes of a move that were met, where there are no more or
    /// no room yet for one. Where their probabilities are known, one that is not
    /// proved yet, if any is left.
    fn outcome_met(&mut self, node: usize, choice: usize) -> Option<usize> {
        let is_weighted = self.is_weighted();
        let mv = &self.tree.nodes[node].moves[choice];
        let are_all_met = is_weighted && mv.are_all_met();
        let room = self.widening().outcomes(mv.results.visits + 1);
        if !are_all_met && mv.outcomes.len() < room {
            return None;
        }
        let is_open = |outcome: &Outcome| !is_weighted || !self.tree.is_proved(outcome.end);
        let has_open = mv.outcomes.iter().any(is_open);
        if !has_open && !are_all_met {
            return None;
        }
        let weight = |outcome: &Outcome| {
            if is_open(outcome) == has_open {
                outcome.weight
            } else {
                0.0
            }
        };
        let mut left = self.rng.random::<f64>() * mv.outcomes.iter().map(weight).sum::<f64>();
        mv.outcomes.iter().position(|outcome| {
            left -= weight(outcome);
            left < 0.0
        })
    }

    /// A board on which to make a move.
    fn draw(&mut self, outlook: &Outlook, site: Site) -> Option<Field> {
        let rule = self.game.first_move();
        if outlook.key != ViewKey::default() || rule == FirstMove::Any {
            let safe = self.is_weighted().then_some(site);
            return outlook.draw(self.source, safe, self.rng);
        }
        let grid = Arc::clone(self.game.grid());
        Some(Field::draw(self.game.size(), grid, rule, site, self.rng))
    }

    /// Plays from a node to the end by the Monte-Carlo policy: the reward, or
    /// nothing when no board could be drawn.
    fn play_out(&mut self, node: usize) -> Result<Option<f64>, BeliefError> {
        let mut outlook = self.outlook(node)?;
        let Some(mut field) = outlook.draw(self.source, None, self.rng) else {
            return Ok(None);
        };
        let mut reward = 1.0;
        loop {
            let Some(guess) = self.guess(&outlook) else {
                return Ok(Some(0.0));
            };
            if self.is_weighted() {
                reward *= guess.survival;
                if field.is_mine(guess.site) {
                    let safe = outlook.draw(self.source, Some(guess.site), self.rng);
                    let Some(safe) = safe else {
                        return Ok(None);
                    };
                    field = safe;
                }
            }
            match self.outlooks.open(&outlook, guess.site, &field)? {
                None => return Ok(Some(0.0)),
                Some(next) => match next.prospect {
                    Prospect::Won | Prospect::Safe(_) => return Ok(Some(reward)),
                    Prospect::Guess(_) => outlook = next,
                },
            }
        }
    }

    /// A guess by the Monte-Carlo policy.
    fn guess(&mut self, outlook: &Outlook) -> Option<Choice> {
        let choices = outlook.choices();
        if !self.source.is_exact() {
            // Without the solver there is no estimate to guess by.
            return any_of(choices, self.rng);
        }
        if self.rng.random::<f64>() < GREEDY {
            let greatest = choices.first()?.survival;
            let is_safest = |choice: &Choice| choice.survival >= greatest - EQUAL;
            let safest = choices.iter().take_while(|choice| is_safest(choice));
            return any_of(&choices[..safest.count()], self.rng);
        }
        let field = outlook.draw(self.source, None, self.rng)?;
        let mut safe = choices.to_vec();
        safe.retain(|choice| !field.is_mine(choice.site));
        any_of(&safe, self.rng)
    }
}

fn any_of(choices: &[Choice], rng: &mut Stream) -> Option<Choice> {
    (!choices.is_empty()).then(|| choices[rng.random_range(0..choices.len())])
}

/// How an episode ended.
enum Episode {
    /// Its result was counted.
    Counted,
    /// No board could be drawn for it.
    Abandoned,
}

#[cfg(test)]
mod tests {
    use stratalog_run::Seed;

    use super::*;

    #[test]
    fn what_is_forgotten_is_worked_out_again() {
        let game = Minesweeper::new("4x4/4".parse().expect("a board"), FirstMove::Any);
        let plan = |bytes: usize| {
            let mut outlooks = Outlooks::within(bytes, &game, Source::Solver);
            let outlook = outlooks.of(Vec::new()).expect("possible");
            let mut planner = Planner {
                game: &game,
                source: Source::Solver,
                backup: Backup::Weighted,
                keeps_tree: true,
                stop: &Stop::default(),
                outlooks: &mut outlooks,
                tree: &mut Tree::default(),
                rng: &mut Seed(1).stream(0),
            };
            planner.plan(outlook, Effort::Simulations(3000))
        };
        let remembered = plan(usize::MAX).expect("possible");
        assert!(remembered.is_some());
        for bytes in [0, 30_000, 100_000, 300_000] {
            assert_eq!(plan(bytes).expect("possible"), remembered, "{bytes} bytes");
        }
    }
}
