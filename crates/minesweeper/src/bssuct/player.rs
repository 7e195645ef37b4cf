//! BSSUCT and the methods it is compared with in section 3, as players.

use std::sync::Arc;

use crate::belief::{NextStep, Tracker};
use crate::why::{self, is_promised, safe};
use crate::{Cell, Minesweeper, Site, View};
use stratalog_game::reason::Risk;
use stratalog_game::{Decision, Player, PlayerError, Reason, Role, Situation};
use stratalog_run::{Stop, Stream};

use crate::bssuct::outlook::Outlooks;
use crate::bssuct::planner::{Backup, Effort, Planner};
use crate::bssuct::source::Source;
use crate::bssuct::tree::Tree;

/// Simulations for each move where nothing else is asked for.
pub const DEFAULT_SIMULATIONS: u64 = 1000;

/// A player that plans by Upper Confidence Trees over the belief state.
#[derive(Debug)]
pub struct Bssuct {
    source: Source,
    backup: Backup,
    /// Whether a decision starts from what earlier ones found out.
    keeps_tree: bool,
    effort: Effort,
    stop: Stop,
    tracker: Tracker,
    /// What follows from views, whatever game they are met in.
    outlooks: Option<Outlooks>,
    /// What was found out in this game.
    tree: Tree,
    opening: Option<Arc<PlannedOpening>>,
}

/// A first move planned once for many games, and what was found out by it.
#[derive(Debug)]
pub struct PlannedOpening {
    decision: Decision<Site>,
    tree: Tree,
}

impl Bssuct {
    /// A planner that draws boards from this source.
    pub fn new(source: Source, effort: Effort) -> Bssuct {
        Bssuct {
            source,
            backup: if source.is_exact() {
                Backup::Weighted
            } else {
                Backup::Means
            },
            keeps_tree: true,
            effort,
            stop: Stop::default(),
            tracker: Tracker::default(),
            outlooks: None,
            tree: Tree::default(),
            opening: None,
        }
    }

    /// The planner as Fig. 1 and Table 1 of the paper describe it. Episodes are
    /// played on boards drawn from the exact belief state, and won or lost; the
    /// value of a move is their mean; nothing is proved; the move tried most
    /// often is made; every decision starts with an empty tree. The paper does
    /// not say in which order moves are widened: here the safest come first. Of
    /// moves and views that are symmetric one is kept, which the paper does not
    /// mention either.
    pub fn as_published(effort: Effort) -> Bssuct {
        Bssuct {
            backup: Backup::Means,
            keeps_tree: false,
            ..Bssuct::new(Source::Solver, effort)
        }
    }

    /// Plans the first move of a game.
    pub fn plan_opening(
        mut self,
        game: &Minesweeper,
        rng: &mut Stream,
    ) -> Result<PlannedOpening, PlayerError> {
        Ok(PlannedOpening {
            decision: self.plan(game, &game.covered(), rng)?,
            tree: self.tree,
        })
    }

    /// Begins every game like this; it must have been planned for that game.
    pub fn with_opening(self, opening: Arc<PlannedOpening>) -> Bssuct {
        Bssuct {
            opening: Some(opening),
            ..self
        }
    }

    fn plan(
        &mut self,
        game: &Minesweeper,
        view: &View,
        rng: &mut Stream,
    ) -> Result<Decision<Site>, PlayerError> {
        let outlooks = match self.outlooks.take() {
            Some(outlooks) if outlooks.is_of(game) => outlooks,
            _ => Outlooks::new(game, self.source),
        };
        let outlooks = self.outlooks.insert(outlooks);
        let shown = |site| match view.cell(site) {
            Cell::Number(number) => Some((site, number)),
            Cell::Covered | Cell::Marked => None,
        };
        let outlook = outlooks.of(view.grid().sites().filter_map(shown).collect())?;
        if self.keeps_tree
            && let Some(opening) = &self.opening
            && self.tree.node(outlook.key).is_none()
            && let Some(node) = opening.tree.node(outlook.key)
        {
            self.tree = opening.tree.part(node);
        }
        let mut planner = Planner {
            game,
            source: self.source,
            backup: self.backup,
            keeps_tree: self.keeps_tree,
            stop: &self.stop,
            outlooks,
            tree: &mut self.tree,
            rng,
        };
        let plan = planner.plan(outlook, self.effort)?;
        let plan = plan.ok_or(PlayerError::NoMove)?;
        let reason = if plan.is_proved {
            let promised = is_promised(game, view);
            Reason::Risk(Box::new(Risk {
                probability: if promised { 0.0 } else { 1.0 - plan.survival },
                promised,
                win_probability: Some(plan.mean),
                ..Risk::default()
            }))
        } else {
            Reason::Statistics {
                simulations: plan.simulations,
                visits: plan.visits,
                mean: plan.mean,
            }
        };
        Ok(Decision {
            mv: plan.site,
            reason,
        })
    }
}

impl Player<Minesweeper> for Bssuct {
    fn heed(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    fn begin(&mut self, _game: &Minesweeper, _role: Role) {
        self.tracker.begin();
        self.tree = Tree::default();
    }

    fn decide(
        &mut self,
        Situation {
            game, view, rng, ..
        }: Situation<'_, Minesweeper>,
    ) -> Result<Decision<Site>, PlayerError> {
        if view.opened() == 0 {
            return match &self.opening {
                Some(opening) => Ok(opening.decision.clone()),
                None => self.plan(game, view, rng),
            };
        }
        match self.tracker.follow(view)? {
            NextStep::Plain(site) | NextStep::Proved(site) => Ok(safe(site)),
            NextStep::Guess(_) => self.plan(game, view, rng),
        }
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
