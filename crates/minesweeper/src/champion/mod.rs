//! The strongest player for real boards.
//!
//! Small boards are played perfectly from the first move on. On others, certain
//! squares come first. Once the solutions are few enough to be listed, play is
//! exact. Before that, the guess with the greatest worth, looking two guesses
//! ahead with the exact distribution of what they would show (`lookahead`); with
//! more time, games are played on after guesses that look alike (`playouts`).
//! The first move is a corner, where a zero is likeliest; where a zero is
//! promised, a square some way inside, where it opens most: the third from the
//! edges, the fourth on dense boards (on expert it wins half a game more in a
//! hundred, on the sparser boards less).

mod candidates;
mod lookahead;
mod playouts;
mod threats;
mod worths;

use crate::belief::{
    Belief, BeliefError, Endgame, Exact, Knowledge, NextStep, Tables, Tracker, has_at_most,
};
use crate::why::{self, Guessing, safe};
use crate::{Board, Cell, FirstMove, Minesweeper, Site};
use stratalog_game::{Decision, Player, PlayerError, Role, Situation};
use stratalog_run::{Control, Stop};

use crate::champion::lookahead::{Guess, best_guess, close_guesses};
use crate::champion::playouts::Position;
pub use crate::champion::playouts::chance_to_win;
pub(crate) use crate::champion::worths::worths;

/// How much the champion computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChampionSettings {
    /// Positions with at most this many solutions are played exactly.
    pub endgame_solutions: usize,
    /// How many looks at a solution an exact search may take.
    pub endgame_work: u64,
    /// How many guesses after the next are looked at where play is not exact.
    pub depth: usize,
    /// How many squares may be opened in games that are played on to compare
    /// the guesses of one position.
    pub playout_squares: u64,
}

/// Squares opened in a millisecond by games that are played on.
const SQUARES_A_MILLISECOND: u64 = 400;
/// Looks at a solution in a millisecond of an exact search.
const LOOKS_A_MILLISECOND: u64 = 200_000;
/// With more time than usual, positions with at most this many solutions are
/// played exactly: more take too much memory to list.
const MOST_SOLUTIONS: usize = 20_000;

impl ChampionSettings {
    /// The default settings with about this number of milliseconds more for each
    /// guess: half for exact play from more solutions on, half, where that does
    /// not come to an end, for playing on after guesses that look alike. The
    /// thought is counted in looks at solutions and squares opened, not by the
    /// clock: the same position gets the same decision on any machine.
    pub fn with_milliseconds(milliseconds: u64) -> ChampionSettings {
        let usual = ChampionSettings::default();
        if milliseconds == 0 {
            return usual;
        }
        let half = milliseconds.div_ceil(2);
        let looks = half.saturating_mul(LOOKS_A_MILLISECOND);
        let squares = half.saturating_mul(SQUARES_A_MILLISECOND);
        ChampionSettings {
            endgame_solutions: usual.endgame_solutions.max(MOST_SOLUTIONS),
            endgame_work: usual.endgame_work.saturating_add(looks),
            playout_squares: usual.playout_squares.saturating_add(squares),
            ..usual
        }
    }
}

impl Default for ChampionSettings {
    fn default() -> ChampionSettings {
        ChampionSettings {
            endgame_solutions: 2_000,
            endgame_work: 1_000_000,
            depth: 1,
            playout_squares: 0,
        }
    }
}

/// Boards with at most this number of fields are played perfectly: the first
/// move takes a fraction of a second.
const FEW_FIELDS: u128 = 10_000;

/// The strongest player for real boards.
#[derive(Debug, Default)]
pub struct Champion {
    settings: ChampionSettings,
    stop: Stop,
    tracker: Tracker,
    /// The perfect player of the small board last played on.
    perfect: Option<(Board, FirstMove, Exact)>,
}

impl Champion {
    /// A champion with these settings.
    pub fn new(settings: ChampionSettings) -> Champion {
        Champion {
            settings,
            ..Champion::default()
        }
    }

    /// The perfect player of a small board.
    fn perfect(&mut self, game: &Minesweeper) -> &mut Exact {
        let (board, rule) = (game.size(), game.first_move());
        let is_known = matches!(&self.perfect, Some((b, r, _)) if (*b, *r) == (board, rule));
        if !is_known {
            self.perfect = None;
        }
        let (_, _, exact) = self
            .perfect
            .get_or_insert_with(|| (board, rule, Exact::default()));
        exact
    }
}

impl Player<Minesweeper> for Champion {
    fn heed(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    fn begin(&mut self, game: &Minesweeper, role: Role) {
        self.tracker.begin();
        if has_at_most(game.size(), FEW_FIELDS) {
            let stop = self.stop.clone();
            let perfect = self.perfect(game);
            perfect.heed(&stop);
            perfect.begin(game, role);
        }
    }

    fn decide(
        &mut self,
        situation: Situation<'_, Minesweeper>,
    ) -> Result<Decision<Site>, PlayerError> {
        let (game, view) = (situation.game, situation.view);
        // The perfect player does not know of marks.
        let is_plain = !view.cells().contains(&Cell::Marked);
        if is_plain && has_at_most(game.size(), FEW_FIELDS) {
            return self.perfect(game).decide(situation);
        }
        let belief = match self.tracker.follow(view)? {
            NextStep::Plain(site) | NextStep::Proved(site) => return Ok(safe(site)),
            NextStep::Guess(belief) => belief,
        };
        let (mv, win) = if view.opened() == 0 {
            (first_move(game), None)
        } else {
            let (knowledge, tables) = self.tracker.parts(view)?;
            let exactly = exact_choice(&self.settings, &self.stop, knowledge, &belief);
            let choice = match exactly {
                Some((site, win)) => Some((site, Some(win))),
                None => {
                    let position = Position {
                        knowledge,
                        belief: &belief,
                        stop: &self.stop,
                    };
                    guess(&self.settings, position, tables)?.map(|best| (best.site, None))
                }
            };
            choice.ok_or(PlayerError::NoMove)?
        };
        let guessing = Guessing {
            game,
            view,
            belief: &belief,
        };
        Ok(Decision {
            mv,
            reason: guessing.reason(mv, win),
        })
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

/// The best guess: by looking ahead, and of those that look alike by playing on.
fn guess(
    settings: &ChampionSettings,
    position: Position<'_>,
    tables: &mut Tables,
) -> Result<Option<Guess>, BeliefError> {
    let (depth, squares) = (settings.depth, settings.playout_squares);
    let Position {
        knowledge, belief, ..
    } = position;
    if depth == 0 || squares == 0 {
        return best_guess(depth, knowledge, belief, tables);
    }
    let guesses = close_guesses(depth, playouts::CLOSE, knowledge, belief, tables)?;
    position.best_by_playouts(&guesses, squares, tables)
}

/// The best square and the chance to win, where the solutions are few enough to
/// be searched.
fn exact_choice(
    settings: &ChampionSettings,
    stop: &Stop,
    knowledge: &Knowledge,
    belief: &Belief,
) -> Option<(Site, f64)> {
    let listed = belief.enumerate(settings.endgame_solutions)?;
    let (grid, work) = (knowledge.grid(), settings.endgame_work);
    let control = Control::stopped_by(stop.clone());
    // Narrow masks are searched faster.
    let best = if listed.squares.len() <= 64 {
        let masks = listed.masks.iter().map(|&mask| mask as u64).collect();
        let search = Endgame::new(grid, listed.squares, masks, work);
        search.watched_by(&control).best()
    } else {
        let search = Endgame::new(grid, listed.squares, listed.masks, work);
        search.watched_by(&control).best()
    };
    best.map(|best| (best.site, best.win_probability()))
}

/// From this share of mines on a board counts as dense.
const DENSE: f64 = 0.18;

/// Where to begin.
fn first_move(game: &Minesweeper) -> Site {
    let board = game.size();
    match game.first_move() {
        FirstMove::Any | FirstMove::Safe => Site::new(0),
        FirstMove::Zero => {
            let density = board.mines() as f64 / board.squares() as f64;
            let inside = if density < DENSE { 3 } else { 4 };
            let row = board.rows().div_ceil(2).min(inside);
            let column = board.columns().div_ceil(2).min(inside);
            Site::new((row - 1) * board.columns() + column - 1)
        }
    }
}
