//! The perfect player, for boards small enough to list every field.

use std::sync::{Arc, OnceLock};

use crate::{Cell, Minesweeper, Site, View};
use stratalog_game::{Decision, Player, PlayerError, Role};
use stratalog_run::Stream;

use crate::belief::endgame::Endgame;
use crate::belief::posterior::Belief;
use crate::belief::small_board::{NotSolved, solve, whole_board};
use crate::belief::tracker::{NextStep, Tracker};
use crate::why::{self, Guessing, safe};

/// Plays perfectly where the board is small enough.
#[derive(Debug, Default)]
pub struct Exact {
    /// The best first move and its win probability, computed once for all
    /// players that share it.
    opening: Arc<OnceLock<Result<(Site, f64), NotSolved>>>,
    search: Option<Endgame<u32>>,
    tracker: Tracker,
}

impl Exact {
    /// A player that shares its opening with this one.
    pub fn sibling(&self) -> Exact {
        Exact {
            opening: Arc::clone(&self.opening),
            ..Exact::default()
        }
    }

    fn first(&self, game: &Minesweeper, view: &View) -> Result<Decision<Site>, PlayerError> {
        let opening = self.opening.get_or_init(|| {
            let solved = solve(game.size(), game.first_move(), u64::MAX)?;
            let first = solved.first_moves.first().copied();
            Ok((first.unwrap_or(Site::new(0)), solved.win_probability()))
        });
        let (mv, win) = opening.clone()?;
        let belief = Belief::of(view)?;
        Ok(Decision {
            mv,
            reason: Guessing {
                game,
                view,
                belief: &belief,
            }
            .reason(mv, Some(win)),
        })
    }

    fn guess(
        &mut self,
        game: &Minesweeper,
        view: &View,
        belief: &Belief,
    ) -> Result<Decision<Site>, PlayerError> {
        let search = match &mut self.search {
            Some(search) => search,
            none => none.insert(whole_board(view.board())?),
        };
        let mut shown = Vec::new();
        let mut opened = 0_u32;
        for site in view.grid().sites() {
            if let Cell::Number(number) = view.cell(site) {
                shown.push((site.index(), number));
                opened |= 1 << site.index();
            }
        }
        let left = search.agreeing(&shown);
        let best = search.best_among(&left, opened);
        let best = best.ok_or(PlayerError::NoMove)?;
        Ok(Decision {
            mv: best.site,
            reason: Guessing { game, view, belief }.reason(best.site, Some(best.win_probability())),
        })
    }
}

impl Player<Minesweeper> for Exact {
    fn begin(&mut self, _game: &Minesweeper, _role: Role) {
        self.tracker.begin();
    }

    fn decide(
        &mut self,
        game: &Minesweeper,
        view: &View,
        _role: Role,
        _rng: &mut Stream,
    ) -> Result<Decision<Site>, PlayerError> {
        if view.opened() == 0 {
            return self.first(game, view);
        }
        match self.tracker.follow(view)? {
            NextStep::Plain(site) | NextStep::Proved(site) => Ok(safe(site)),
            NextStep::Guess(belief) => self.guess(game, view, &belief),
        }
    }
    fn explain(
        &mut self,
        game: &Minesweeper,
        view: &View,
        role: Role,
        rng: &mut Stream,
    ) -> Result<Decision<Site>, PlayerError> {
        let decision = self.decide(game, view, role, rng)?;
        Ok(why::explained(view, decision))
    }
}
