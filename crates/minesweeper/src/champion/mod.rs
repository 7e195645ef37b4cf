//! The strongest player for real boards.
//!
//! Small boards are played perfectly from the first move on. On others, certain
//! squares come first. Once the solutions are few enough to be listed, play is
//! exact. Before that, the guess with the greatest worth, looking two guesses
//! ahead with the exact distribution of what they would show (`lookahead`).
//! The first move is a corner, where a zero is likeliest; where a zero is
//! promised, a square some way inside, where it opens most: the third from the
//! edges, the fourth on dense boards (on expert it wins half a game more in a
//! hundred, on the sparser boards less).

mod candidates;
mod lookahead;
mod threats;

use crate::belief::{Belief, Endgame, Exact, Knowledge, NextStep, Tracker, has_at_most};
use crate::why::{self, Guessing, safe};
use crate::{Board, Cell, FirstMove, Minesweeper, Site, View};
use stratalog_game::{Decision, Player, PlayerError, Role};
use stratalog_run::{Control, Stop, Stream};

use crate::champion::lookahead::best_guess;

/// How much the champion computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChampionSettings {
    /// Positions with at most this many solutions are played exactly.
    pub endgame_solutions: usize,
    /// How many looks at a solution an exact search may take.
    pub endgame_work: u64,
    /// How many guesses after the next are looked at where play is not exact.
    pub depth: usize,
}

/// Looks at a solution in a millisecond of thought.
const LOOKS_A_MILLISECOND: u64 = 200_000;
/// Solutions listed for each millisecond of thought, and at most.
const SOLUTIONS_A_MILLISECOND: usize = 100;
const MOST_SOLUTIONS: usize = 20_000;

impl ChampionSettings {
    /// The default settings with about this number of milliseconds more for each
    /// guess, spent on exact play from earlier on. The thought is
    /// counted in looks at solutions, not by the clock: the same position gets
    /// the same decision on any machine.
    pub fn with_milliseconds(milliseconds: u64) -> ChampionSettings {
        let usual = ChampionSettings::default();
        let looks = milliseconds.saturating_mul(LOOKS_A_MILLISECOND);
        let listed = usize::try_from(milliseconds).unwrap_or(usize::MAX);
        let listed = listed.saturating_mul(SOLUTIONS_A_MILLISECOND);
        let solutions = usual.endgame_solutions.saturating_add(listed);
        ChampionSettings {
            endgame_solutions: solutions.min(MOST_SOLUTIONS),
            endgame_work: usual.endgame_work.saturating_add(looks),
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
        game: &Minesweeper,
        view: &View,
        role: Role,
        rng: &mut Stream,
    ) -> Result<Decision<Site>, PlayerError> {
        // The perfect player does not know of marks.
        let is_plain = !view.cells().contains(&Cell::Marked);
        if is_plain && has_at_most(game.size(), FEW_FIELDS) {
            return self.perfect(game).decide(game, view, role, rng);
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
                None => best_guess(self.settings.depth, knowledge, &belief, tables)?
                    .map(|best| (best.site, None)),
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
        game: &Minesweeper,
        view: &View,
        role: Role,
        rng: &mut Stream,
    ) -> Result<Decision<Site>, PlayerError> {
        let decision = self.decide(game, view, role, rng)?;
        Ok(why::explained(view, decision))
    }
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
