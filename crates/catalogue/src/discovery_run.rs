//! A run of Zenith in a game, with a match after each cycle. The state is saved
//! after each cycle; a run that was killed resumes with the same result.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use stratalog_run::{Control, Ended, SavedState, Seed};
use stratalog_zenith::learner::Cycle;
use stratalog_zenith::{Checkpoint, Discovery, Zenith, ZenithSettings};

use crate::best_cycle::{BestCycle, SavedBestCycle};
use crate::discovery::{DiscoveryError, Domain, Games, Won};

/// What is asked of a run.
#[derive(Clone, Debug)]
pub struct DiscoveryCourse {
    /// How Zenith learns.
    pub settings: ZenithSettings,
    /// The teacher, if it is not the default one.
    pub teacher: Option<String>,
    /// The number of games after each cycle.
    pub games: u64,
    /// The file that keeps the state after each cycle.
    pub state: Option<PathBuf>,
}

impl DiscoveryCourse {
    /// A course without games and without saved state.
    pub fn new(settings: ZenithSettings) -> DiscoveryCourse {
        DiscoveryCourse {
            settings,
            teacher: None,
            games: 0,
            state: None,
        }
    }
}

/// The result of a run.
pub struct DiscoveryRun {
    /// What was found.
    pub discovery: Discovery,
    /// The result of the match after each cycle; empty without games.
    pub won: Vec<Won>,
    /// Why it ended.
    pub ended: Ended,
}

/// What is saved after a cycle.
#[derive(Serialize, Deserialize)]
struct State {
    won: Vec<Won>,
    best: Option<SavedBestCycle>,
    checkpoint: Checkpoint,
}

/// What identifies a run: two runs that differ here do not share state.
#[derive(Serialize)]
struct Identity<'a> {
    call: &'static str,
    game: &'a str,
    /// A digest of the rules.
    rules: String,
    teacher: &'a Option<String>,
    games: u64,
    settings: &'a ZenithSettings,
}

impl Domain {
    /// Runs Zenith. `report` is called after each cycle with the learner, for those
    /// of a resumed run first.
    pub fn discover(
        &self,
        course: &DiscoveryCourse,
        control: &Control,
        mut report: impl FnMut(&Zenith, &Cycle, Option<Won>),
    ) -> Result<DiscoveryRun, DiscoveryError> {
        let settings = self.suited(&course.settings);
        let state = self.saved_state(course, &settings);
        let mut zenith = Zenith::new(&self.sheet, &self.game, settings.clone())?;
        let mut won = Vec::new();
        let mut best: Option<BestCycle> = None;
        let saved: Option<State> = state.as_ref().map(SavedState::load).transpose()?.flatten();
        if let Some(saved) = saved {
            zenith = zenith.resumed(&saved.checkpoint)?;
            won = saved.won;
            let saved_best = saved.best.map(|best| best.restored(self));
            best = saved_best.transpose()?;
            control.note(format!(
                "resumed after cycle {} from {}",
                zenith.cycles().len(),
                course.state.as_deref().unwrap_or("".as_ref()).display()
            ));
        }
        for (number, cycle) in zenith.cycles().iter().enumerate() {
            report(&zenith, cycle, won.get(number).copied());
        }
        let teacher = match &course.teacher {
            Some(name) => self.source(name)?,
            None => self.source(&self.best_teacher(settings.seed, control)?)?,
        };
        let mut teacher = teacher.player();
        teacher.heed(control.stop());
        let games = Games {
            count: course.games,
            seed: settings.seed.derive("measure"),
        };
        let mut ended = Ended::Done;
        loop {
            control.stage(&format!("cycle {}", zenith.cycles().len() + 1));
            let Some((_, evaluation)) = zenith.cycle(teacher.as_mut(), control)? else {
                break;
            };
            if course.games > 0 {
                let player = Domain::one_ply(evaluation);
                let match_won = self.play(&player, self.measure(), games, control)?;
                if match_won.games < course.games {
                    // Stopped during the match: this cycle's match is repeated by
                    // a resumed run, which finds the state of the cycle before.
                    ended = Ended::Stopped;
                    break;
                }
                won.push(match_won);
                best = Some(BestCycle::better(best, match_won, evaluation));
            }
            if let Some(cycle) = zenith.cycles().last() {
                report(&zenith, cycle, won.last().copied());
            }
            if let Some(state) = &state {
                let checkpoint = zenith.checkpoint();
                let best = best.as_ref().map(|best| best.saved(&zenith));
                let saved = State {
                    won,
                    best,
                    checkpoint,
                };
                state.store(&saved)?;
                won = saved.won;
            }
        }
        if let (Some(best), Some(last)) = (best, won.last())
            && settings.last_games == 0
            && !settings.as_published
            && best.won.is_clearly_better_than(last)
        {
            zenith.keep(best.evaluation);
        }
        if control.is_stopped() {
            ended = Ended::Stopped;
        } else {
            control.stage("learning weights from more games");
            zenith.refine(teacher.as_mut(), control)?;
            if settings.self_play > 0 {
                control.stage("learning values for a search from self-play");
                zenith.learn_values(control)?;
            }
            control.stage("measuring accuracy on new games");
            zenith.measure_held_out(teacher.as_mut(), control)?;
        }
        Ok(DiscoveryRun {
            discovery: zenith.finish()?,
            won,
            ended,
        })
    }

    fn saved_state(
        &self,
        course: &DiscoveryCourse,
        settings: &ZenithSettings,
    ) -> Option<SavedState> {
        let path = course.state.as_ref()?;
        let identity = Identity {
            call: "features",
            game: self.sheet.name(),
            rules: self.rules_digest(),
            teacher: &course.teacher,
            games: course.games,
            settings,
        };
        Some(SavedState::new(path, &identity))
    }

    /// A digest of the clauses of the rulesheet.
    fn rules_digest(&self) -> String {
        let clauses = self.sheet.clauses.iter();
        let Seed(digest) = clauses.fold(Seed(0), |digest, clause| {
            digest.derive(&format!("{} :- {}", clause.head, clause.body))
        });
        format!("{digest:016x}")
    }
}
