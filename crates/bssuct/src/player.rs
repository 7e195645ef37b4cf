//! BSSUCT and its rivals of section 3 as players.

use stratalog_belief::{Prospect, Tables, Tracker, safe};
use stratalog_game::minesweeper::{Minesweeper, Site, View};
use stratalog_game::{Decision, Player, PlayerError, Reason, Role, Stream};

use crate::outlook::Outlook;
use crate::planner::{Effort, Planner};
use crate::source::Source;

/// Simulations for each move where nothing else is asked for.
pub const DEFAULT_SIMULATIONS: u64 = 1000;

/// A player that plans by Upper Confidence Trees over the belief state.
#[derive(Debug)]
pub struct Bssuct {
    source: Source,
    effort: Effort,
    tracker: Tracker,
}

impl Bssuct {
    /// A planner that draws boards from this source.
    pub fn new(source: Source, effort: Effort) -> Bssuct {
        Bssuct {
            source,
            effort,
            tracker: Tracker::default(),
        }
    }

    fn plan(
        &mut self,
        game: &Minesweeper,
        outlook: Option<Outlook>,
        rng: &mut Stream,
    ) -> Result<Decision<Site>, PlayerError> {
        let mut tables = Tables::new(game.size());
        let mut planner = Planner {
            game,
            source: self.source,
            tables: &mut tables,
            rng,
        };
        let plan = planner.plan(outlook, self.effort)?;
        let plan = plan.ok_or(PlayerError::NoMove)?;
        Ok(Decision {
            mv: plan.site,
            reason: Reason::Statistics {
                simulations: plan.simulations,
                visits: plan.visits,
                mean: plan.mean,
            },
        })
    }
}

impl Player<Minesweeper> for Bssuct {
    fn begin(&mut self, _game: &Minesweeper, _role: Role) {
        self.tracker.begin();
    }

    fn decide(
        &mut self,
        game: &Minesweeper,
        view: &View,
        _role: Role,
        rng: &mut Stream,
    ) -> Result<Decision<Site>, PlayerError> {
        if view.opened() == 0 {
            return self.plan(game, None, rng);
        }
        match self.tracker.follow(view)? {
            Prospect::Plain(site) | Prospect::Proved(site) => Ok(safe(site)),
            Prospect::Guess(belief) => {
                let (knowledge, _) = self.tracker.parts(view)?;
                let outlook = Outlook {
                    knowledge: knowledge.clone(),
                    belief: *belief,
                };
                self.plan(game, Some(outlook), rng)
            }
        }
    }
}
