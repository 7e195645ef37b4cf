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
    /// Depth.
    pub depth: usize,
    /// Width.
    pub width: usize,
    /// Table.
    pub table: f64,
    /// Blend.
    pub blend: f64,
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
            depth: var("DEPTH", 1.0) as usize,
            width: var("WIDTH", 3.0) as usize,
            table: var("TABLE", 0.0),
            blend: var("BLEND", 1.0),
        }
    }
}

/// The strongest player for real boards.
#[derive(Debug, Default)]
pub struct Champion {
    settings: Settings,
    tracker: Option<Tracker>,
    /// Trace.
    pub trace: Vec<(Site, Vec<(u8, Vec<f64>)>)>,
}

/// features
pub fn features(knowledge: &mut Knowledge, belief: &Belief) -> Vec<f64> {
    let grid = std::sync::Arc::clone(knowledge.grid());
    let mut safe_count = knowledge.safe_squares().count();
    safe_count += belief.certain().iter().filter(|c| c.1 == stratalog_belief::Fact::Safe).count();
    let best = if safe_count > 0 { 1.0 } else { safest(knowledge, belief) };
    let floating = belief.floating().len();
    let unknown = knowledge.unknown();
    let (mut var, mut half, mut fr) = (0.0, 0.0, 0.0);
    let mut isfloat = vec![false; grid.len()];
    for f in belief.floating() { isfloat[f.index()] = true; }
    for s in grid.sites() {
        if knowledge.fact(s) == stratalog_belief::Fact::Unknown && !isfloat[s.index()] {
            let p = belief.mine_probability(s);
            var += p * (1.0 - p);
            if p > 0.45 && p < 0.55 { half += 1.0; }
            fr += 1.0;
        }
    }
    let fp = belief.floating().first().map_or(0.0, |&f| belief.mine_probability(f));
    vec![belief.ln_solutions(), knowledge.mines_left() as f64, unknown as f64, floating as f64, f64::from(u8::from(safe_count > 0)), (safe_count as f64).min(8.0), (1.0 + safe_count as f64).ln(), best.ln(), var, half, fr, fp, fp * floating as f64]
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
            let r: u8 = std::env::var("R").map_or(1, |v| v.parse().unwrap()); let c: u8 = std::env::var("C").map_or(1, |v| v.parse().unwrap()); return Ok(safe(view, view.grid().site(stratalog_game::Square::new(r,c)).unwrap()));
        }
        let tracker = self.tracker.get_or_insert_with(|| Tracker::new(view.board()));
        let undecided = |error: BeliefError| PlayerError::Undecided(error.to_string());
        match tracker.follow(view).map_err(undecided)? {
            Prospect::Plain(site) | Prospect::Proved(site) => Ok(safe(view, site)),
            Prospect::Guess(belief) => {
                let (knowledge, tables) = tracker.parts(view).map_err(undecided)?;
                let (mv, win) = choose(&self.settings, knowledge, tables, &belief).map_err(undecided)?;
                if win.is_none() && std::env::var("DUMP").is_ok() {
                    let list = showings(knowledge, &belief, tables, mv).unwrap().into_iter().map(|mut s| (s.number, features(&mut s.knowledge, &s.belief))).collect();
                    self.trace.push((mv, list));
                }
                Ok(Decision { mv, reason: guess(view, &belief, mv, win) })
            }
        }
    }
}

const W: [f64; 14] = [1.03198, -0.00213, -0.07037, 0.00662, 0.00598, -0.49736, -0.03358, 0.46780, 2.94549, -0.11262, -0.03842, 0.04175, -2.59685, 0.00937];

fn value(f: &[f64]) -> f64 {
    let z: f64 = W[0] + f.iter().zip(&W[1..]).map(|(a, b)| a * b).sum::<f64>();
    1.0 / (1.0 + (-z).exp())
}

fn choose(settings: &Settings, knowledge: &mut Knowledge, tables: &mut Tables, belief: &Belief) -> Result<(Site, Option<f64>), BeliefError> {
    if let Some(solutions) = belief.enumerate(settings.endgame_solutions) {
        let mut endgame = Endgame::new(knowledge.grid(), solutions.squares, solutions.masks, settings.endgame_work);
        if let Some(best) = endgame.best() {
            return Ok((best.site, Some(best.win_probability())));
        }
    }
    let candidates = candidates(settings, knowledge, belief);
    let mut best = (candidates[0], -1.0);
    for &site in &candidates {
        let safe = 1.0 - belief.mine_probability(site);
        if safe * (1.0 + settings.progress.max(0.0)) <= best.1 {
            continue;
        }
        let mut score = 0.0;
        for showing in showings(knowledge, belief, tables, site)? {
            let mut next = showing.knowledge;
            if settings.progress < 0.0 {
                score += showing.probability * value(&features(&mut next, &showing.belief));
                continue;
            }
            let count = next.safe_squares().count() + showing.belief.certain().iter().filter(|c| c.1 == stratalog_belief::Fact::Safe).count();
            if settings.table == 2.0 {
                score += showing.probability * deep(settings, &mut next, &showing.belief, tables, settings.depth)?;
                continue;
            }
            if settings.table == 1.0 {
                let value = match count { 0 => 0.84 * safest(&next, &showing.belief).powf(settings.blend), 1 => 0.82, 2 => 0.91, 3 => 0.94, 4 => 0.99, _ => 1.0 };
                score += showing.probability * value;
                continue;
            }
            let progress = next.next_safe().is_some() || showing.belief.certain().iter().any(|c| c.1 == stratalog_belief::Fact::Safe);
            let value = if progress {
                1.0 + settings.progress
            } else {
                1.0 - settings.blend * (1.0 - safest(&next, &showing.belief))
            };
            score += showing.probability * value;
        }
        if score > best.1 {
            best = (site, score);
        }
    }
    Ok((best.0, None))
}

fn deep(settings: &Settings, knowledge: &mut Knowledge, belief: &Belief, tables: &mut Tables, depth: usize) -> Result<f64, BeliefError> {
    let mut count = knowledge.safe_squares().count();
    let mut first = knowledge.next_safe();
    for c in belief.certain() { if c.1 == stratalog_belief::Fact::Safe { count += 1; first = first.or(Some(c.0)); } }
    if count > 0 {
        if depth == 0 || count > 2 {
            return Ok(match count { 1 => 0.82, 2 => 0.91, 3 => 0.94, 4 => 0.99, _ => 1.0 });
        }
        let mut sum = 0.0;
        for mut showing in showings(knowledge, belief, tables, first.unwrap())? {
            sum += showing.probability * deep(settings, &mut showing.knowledge, &showing.belief, tables, depth - 1)?;
        }
        return Ok(sum);
    }
    if depth == 0 {
        return Ok(0.84 * safest(knowledge, belief).powf(settings.blend));
    }
    let mut narrow = settings.clone();
    narrow.candidates = settings.width;
    let mut best = 0.0;
    for site in candidates(&narrow, knowledge, belief) {
        if 1.0 - belief.mine_probability(site) <= best { continue; }
        let mut sum = 0.0;
        for mut showing in showings(knowledge, belief, tables, site)? {
            sum += showing.probability * deep(settings, &mut showing.knowledge, &showing.belief, tables, depth - 1)?;
        }
        if sum > best { best = sum; }
    }
    Ok(best)
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
    let mut kept: Vec<Site> = Vec::new();
    let mut last = f64::NAN;
    for (score, site) in found {
        if floating.contains_key(&site) && (score - last).abs() < 1e-12 { continue; }
        if floating.contains_key(&site) { last = score; }
        kept.push(site);
        if kept.len() == settings.candidates { break; }
    }
    kept
}
