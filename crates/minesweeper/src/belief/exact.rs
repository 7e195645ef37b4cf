//! The perfect player, for boards small enough to list every field.

use std::sync::{Arc, Mutex, PoisonError};

use crate::{Cell, Minesweeper, Site, View};
use stratalog_game::{Decision, Player, PlayerError, Role, Situation};
use stratalog_run::{Control, Stop};

use crate::belief::posterior::Belief;
use crate::belief::small_board::{NotSolved, all_fields, solve_watched};
use crate::belief::tracker::{NextStep, Tracker};
use crate::belief::whole_board::WholeBoard;
use crate::why::{self, Guessing, safe};

/// Plays perfectly where the board is small enough.
#[derive(Debug, Default)]
pub struct Exact {
    /// The best first move and its win probability, computed once for all
    /// players that share it.
    opening: Arc<Mutex<Option<(Site, f64)>>>,
    stop: Stop,
    search: Option<(Vec<u32>, WholeBoard<'static>)>,
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

    /// The best first move and its win probability.
    fn opening(&self, game: &Minesweeper) -> Result<(Site, f64), NotSolved> {
        let mut known = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opening) = *known {
            return Ok(opening);
        }
        let control = Control::stopped_by(self.stop.clone());
        let solved = solve_watched(game.size(), game.first_move(), &control)?;
        let first = solved.first_moves.first().copied();
        let opening = (first.unwrap_or(Site::new(0)), solved.win_probability());
        Ok(*known.insert(opening))
    }

    fn first(&self, game: &Minesweeper, view: &View) -> Result<Decision<Site>, PlayerError> {
        let (mv, win) = self.opening(game)?;
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
        let board = view.board();
        let (fields, search) = match &mut self.search {
            Some(search) => search,
            none => none.insert((all_fields(board)?, WholeBoard::new(board, u64::MAX))),
        };
        search.watch(&Control::stopped_by(self.stop.clone()));
        let shown: Vec<(usize, u8)> = view
            .grid()
            .sites()
            .filter_map(|site| match view.cell(site) {
                Cell::Number(number) => Some((site.index(), number)),
                _ => None,
            })
            .collect();
        let left = search.agreeing(fields, &shown);
        let best = search.best_among(&left, &shown);
        let best = best.ok_or(PlayerError::NoMove)?;
        Ok(Decision {
            mv: best.site,
            reason: Guessing { game, view, belief }.reason(best.site, Some(best.win_probability())),
        })
    }
}

impl Player<Minesweeper> for Exact {
    fn heed(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    fn begin(&mut self, _game: &Minesweeper, _role: Role) {
        self.tracker.begin();
    }

    fn decide(
        &mut self,
        Situation { game, view, .. }: Situation<'_, Minesweeper>,
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
        situation: Situation<'_, Minesweeper>,
    ) -> Result<Decision<Site>, PlayerError> {
        let view = situation.view;
        let decision = self.decide(situation)?;
        Ok(why::explained(view, decision))
    }
}
