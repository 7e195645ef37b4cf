//! The file that keeps a discovery after each cycle: what Zenith knows, and the
//! games won so far.

use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use rustc_hash::FxHasher;
use stratalog_game::rulesheet::Rulesheet;
use stratalog_zenith::Settings;

use crate::discovery::{Course, Won};

/// The program that runs, by version, size and time: another one may find other
/// features.
fn program() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let file = std::env::current_exe().and_then(std::fs::metadata);
    let built = file.and_then(|file| Ok((file.len(), file.modified()?)));
    match built {
        Ok((size, time)) => {
            let time = time.duration_since(UNIX_EPOCH).unwrap_or_default();
            format!("{version} {size} {}", time.as_nanos())
        }
        Err(_) => version.to_owned(),
    }
}

/// A file with the state of a discovery. A state that cannot be read, or is of
/// another run, counts as none; one that cannot be written costs only the way
/// back.
pub(crate) struct SavedDiscovery {
    path: PathBuf,
    /// What the run is; a state of another run is not gone on from.
    head: String,
}

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
        let head = format!(
            "zenith {} rules {:x} teacher {:?} games {} {settings:?}",
            program(),
            rules.finish(),
            course.teacher,
            course.games,
        );
        SavedDiscovery {
            path: path.to_owned(),
            head,
        }
    }

    /// The games won and what Zenith knew.
    pub fn load(&self) -> Option<(Vec<Won>, String)> {
        let text = std::fs::read_to_string(&self.path).ok()?;
        let mut rest = text.strip_prefix(&self.head)?.strip_prefix('\n')?;
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

    /// Saves, so that a kill at any time leaves the old state or the new one.
    pub fn store(&self, won: &[Won], checkpoint: &str) {
        let mut text = format!("{}\n", self.head);
        for won in won {
            text += &format!(
                "won {} {} {} {:?} {:?}\n",
                won.games, won.wins, won.draws, won.mean_goal, won.goal_margin
            );
        }
        text += checkpoint;
        let mut fresh = self.path.as_os_str().to_owned();
        fresh.push(format!(".{}", std::process::id()));
        let fresh = PathBuf::from(fresh);
        if std::fs::write(&fresh, text).is_ok() {
            let _ = std::fs::rename(&fresh, &self.path);
        }
    }
}
