//! The file that keeps a discovery after each cycle: what Zenith knows, and the
//! games won so far.

use std::hash::{Hash, Hasher};
use std::path::Path;

use rustc_hash::FxHasher;
use stratalog_rulesheet::Rulesheet;
use stratalog_zenith::Settings;

use crate::discovery::{Course, Won};
use stratalog_arena::saved::Saved;

/// The state of a discovery.
pub(crate) struct SavedDiscovery(Saved);

impl SavedDiscovery {
    /// The state of a discovery by these rules and settings.
    pub fn new(
        path: &Path,
        sheet: &Rulesheet,
        settings: &Settings,
        course: &Course,
    ) -> SavedDiscovery {
        let mut rules = FxHasher::default();
        for clause in &sheet.clauses {
            (clause.head.to_string(), clause.body.to_string()).hash(&mut rules);
        }
        let work = format!(
            "zenith rules {:x} teacher {:?} games {} {settings:?}",
            rules.finish(),
            course.teacher,
            course.games,
        );
        SavedDiscovery(Saved::new(path.to_owned(), &work))
    }

    /// The games won and what Zenith knew.
    pub fn load(&self) -> Option<(Vec<Won>, String)> {
        let text = self.0.load()?;
        let mut rest = text.as_str();
        let mut won = Vec::new();
        while let Some(line) = rest.strip_prefix("won ") {
            let (line, after) = line.split_once('\n')?;
            let [games, wins, draws, mean_goal, goal_margin] =
                line.split(' ').collect::<Vec<_>>()[..]
            else {
                return None;
            };
            won.push(Won {
                games: games.parse().ok()?,
                wins: wins.parse().ok()?,
                draws: draws.parse().ok()?,
                mean_goal: mean_goal.parse().ok()?,
                goal_margin: goal_margin.parse().ok()?,
            });
            rest = after;
        }
        Some((won, rest.to_owned()))
    }

    /// Saves.
    pub fn store(&self, won: &[Won], checkpoint: &str) {
        let mut text = String::new();
        for won in won {
            text += &format!(
                "won {} {} {} {:?} {:?}\n",
                won.games, won.wins, won.draws, won.mean_goal, won.goal_margin
            );
        }
        text += checkpoint;
        self.0.store(&text);
    }
}
