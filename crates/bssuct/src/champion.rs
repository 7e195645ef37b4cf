//! The strongest player for real boards.

use rustc_hash::FxHashMap;
use stratalog_belief::{
    Belief, BeliefError, Endgame, Knowledge, Prospect, Tables, Tracker, guess, safe, showings,
};
use stratalog_game::minesweeper::{Minesweeper, Site, View};
use stratalog_game::{Decision, Player, PlayerError, Role, Stream};

/// How the champion weighs its guesses.
#[derive(Debug, Clone)]
pub struct Settings {
    /// End-games with at most this many solutions are searched to the end.
    pub endgame_solutions: usize,
    /// How much work such a search may take.
    pub endgame_work: u64,
    /// Squares less safe than this share of the safest are not considered.
    pub margin: f64,
    /// How many squares are looked at closely.
    pub candidates: usize,
    /// What a certain next move is worth.
    pub progress: f64,
}

impl Default for Settings {
    fn default() -> Settings {
        let var = |name: &str, or: f64| std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(or);
        Settings {
            endgame_solutions: var("ES", 800.0) as usize,
            endgame_work: var("EW", 200_000.0) as u64,
            margin: var("MARGIN", 0.92),
            candidates: var("CAND", 8.0) as usize,
            progress: var("PROG", 0.1),
        }
    }
}

/// The strongest player for real boards.
#[derive(Debug, Default)]
pub struct Champion {
    settings: Settings,
    tracker: Option<Tracker>,
}

impl Player<Minesweeper> for Champion {
    fn begin(&mut self, _game: &Minesweeper, _role: Role) {
        if let Some(tracker) = &mut self.tracker {
            tracker.begin();
        }
    }

    fn decide(
        &mut self,
        _game: &Minesweeper,
        view: &View,
        _role: Role,
        _rng: &mut Stream,
    ) -> Result<Decision<Site>, PlayerError> {
        if view.opened() == 0 {
            return Ok(safe(view, Site::new(0)));
        }
        let tracker = self.tracker.get_or_insert_with(|| Tracker::new(view.board()));
        let undecided = |error: BeliefError| PlayerError::Undecided(error.to_string());
        match tracker.follow(view).map_err(undecided)? {
            Prospect::Plain(site) | Prospect::Proved(site) => Ok(safe(view, site)),
            Prospect::Guess(belief) => {
                let (knowledge, tables) = tracker.parts(view).map_err(undecided)?;
                let (mv, win) = choose(&self.settings, knowledge, tables, &belief).map_err(undecided)?;
                Ok(Decision { mv, reason: guess(view, &belief, mv, win) })
            }
        }
    }
}

fn choose(settings: &Settings, knowledge: &mut Knowledge, tables: &mut Tables, belief: &Belief) -> Result<(Site, Option<f64>), BeliefError> {
    if let Some(solutions) = belief.enumerate(settings.endgame_solutions) {
        let mut endgame = Endgame::new(knowledge.grid(), solutions, settings.endgame_work);
        if let Some(best) = endgame.best() {
            return Ok((best.site, Some(best.win_probability())));
        }
    }
    let candidates = candidates(settings, knowledge, belief);
    let mut best = (candidates[0], -1.0);
    for &site in &candidates {
        let safe = 1.0 - belief.mine_probability(site);
        if safe * (1.0 + settings.progress) <= best.1 {
            continue;
        }
        let mut score = 0.0;
        for showing in showings(knowledge, belief, tables, site)? {
            let mut next = showing.knowledge;
            let progress = next.next_safe().is_some() || showing.belief.certain().iter().any(|c| c.1 == stratalog_belief::Fact::Safe);
            let value = if progress {
                1.0 + settings.progress
            } else {
                safest(&next, &showing.belief)
            };
            score += showing.probability * value;
        }
        if score > best.1 {
            best = (site, score);
        }
    }
    Ok((best.0, None))
}

fn safest(knowledge: &Knowledge, belief: &Belief) -> f64 {
    1.0 - knowledge.grid().sites().filter(|&s| knowledge.fact(s) == stratalog_belief::Fact::Unknown).map(|s| belief.mine_probability(s)).fold(1.0, f64::min)
}

fn candidates(settings: &Settings, knowledge: &Knowledge, belief: &Belief) -> Vec<Site> {
    let best = safest(knowledge, belief);
    let floating: FxHashMap<Site, ()> = belief.floating().iter().map(|&s| (s, ())).collect();
    let mut found: Vec<(f64, Site)> = knowledge.grid().sites()
        .filter(|&s| knowledge.fact(s) == stratalog_belief::Fact::Unknown)
        .map(|s| {
            let safe = 1.0 - belief.mine_probability(s);
            // Near-zero openings first among equals.
            let zero: f64 = knowledge.grid().neighbours(s).iter().map(|&n| 1.0 - belief.mine_probability(n)).product();
            let _ = &floating;
            (safe, zero, s)
        })
        .filter(|&(safe, _, _)| safe >= settings.margin * best)
        .map(|(safe, zero, s)| (safe * (1.0 + 0.1 * zero), s))
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.truncate(settings.candidates);
    found.into_iter().map(|f| f.1).collect()
}
