//! What is wrong with a rulesheet, how many moves it has, how fast it plays.

use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use stratalog_game::Game;
use stratalog_rulesheet::bundled::find_rulesheet;
use stratalog_rulesheet::check::{CheckEffort, RuleProblem, UnusedClause, check as check_sheet};
use stratalog_rulesheet::{EngineChoice, MoveCounts, Rulesheet, RulesheetGame};
use stratalog_run::{Clock, Control, Elapsed, Ended, Seed};

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::Error;

/// Which rulesheet is meant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sheet {
    /// A `.pl` or `.kif` file, or the name of a rulesheet that comes with the
    /// program, such as `othello`.
    pub file: String,
    /// The board, where it is not the one in the file.
    #[serde(default)]
    pub board: Option<String>,
}

impl Sheet {
    /// The rulesheet of a file, or the one of this name.
    pub fn new(file: impl Into<String>) -> Sheet {
        Sheet {
            file: file.into(),
            board: None,
        }
    }

    fn read(&self) -> Result<Rulesheet, Error> {
        let sheet = find_rulesheet(&self.file)?;
        match &self.board {
            Some(board) => Ok(sheet.with_board(board)?),
            None => Ok(sheet),
        }
    }

    fn game(&self) -> Result<RulesheetGame, Error> {
        Ok(RulesheetGame::new(&self.read()?, EngineChoice::default())?)
    }
}

pub mod report;

/// The check of a rulesheet.
pub mod check {
    use super::*;

    /// Asks what is wrong with a rulesheet.
    #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
    pub struct Request {
        /// The rulesheet.
        #[serde(flatten)]
        pub sheet: Sheet,
    }

    /// What is wrong with a rulesheet.
    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
    pub struct Answer {
        /// Whether there are no errors.
        pub ok: bool,
        /// The roles, where they are known.
        pub roles: Vec<String>,
        /// What is wrong, by place.
        pub problems: Vec<RuleProblem>,
        /// Positions that were visited one by one.
        pub positions_visited: u64,
        /// Whether these are all positions of the game.
        pub all_positions: bool,
        /// Random games that were played.
        pub games_tried: u64,
        /// Random games among them that did not end.
        pub endless_games: u64,
        /// Rules that applied in none of these positions and games.
        pub unused_rules: Vec<UnusedClause>,
        /// Whether the request to stop came before the end of the check.
        pub stopped: bool,
        /// The time it took.
        #[serde(flatten)]
        pub elapsed: Elapsed,
    }

    impl IsAnswer for Answer {
        fn verdict(&self) -> Verdict {
            match self.stopped && self.ok {
                true => Verdict::Limit,
                false => Verdict::of(self.ok),
            }
        }
    }

    impl Request {
        /// Checks the rulesheet.
        pub fn run(&self, control: &Control) -> Result<Answer, Error> {
            let clock = Clock::start();
            let sheet = self.sheet.read()?;
            control.stage("checking the rules");
            let effort = CheckEffort {
                stop: control.stop().clone(),
                ..CheckEffort::default()
            };
            let report = check_sheet(&sheet, effort);
            Ok(Answer {
                ok: report.is_ok(),
                all_positions: report.is_complete && report.positions > 0,
                positions_visited: report.positions,
                games_tried: report.games,
                endless_games: report.endless,
                unused_rules: report.unused,
                roles: report.roles,
                problems: report.problems,
                stopped: control.is_stopped(),
                elapsed: clock.elapsed(),
            })
        }
    }
}

/// Move counts.
pub mod perft {
    use super::*;

    /// Asks how many sequences of joint moves there are.
    #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
    pub struct Request {
        /// The rulesheet.
        #[serde(flatten)]
        pub sheet: Sheet,
        /// The greatest length.
        pub depth: u32,
    }

    /// How many sequences of joint moves there are.
    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    pub struct Answer {
        /// The number of sequences of length 1, 2, …
        pub counts: Vec<u64>,
        /// For each length, the number of games that ended with fewer moves.
        pub ended: Vec<u64>,
        /// Whether the request to stop came first.
        pub stopped: bool,
        /// Seconds to make the game of the rules.
        pub build_seconds: f64,
        /// The time it took to count.
        #[serde(flatten)]
        pub elapsed: Elapsed,
    }

    impl IsAnswer for Answer {
        fn verdict(&self) -> Verdict {
            if self.stopped {
                Verdict::Limit
            } else {
                Verdict::Done
            }
        }
    }

    impl Request {
        /// Counts, one length after the other, so that a count that was stopped
        /// has the shorter ones.
        pub fn run(&self, control: &Control) -> Result<Answer, Error> {
            let started = Instant::now();
            let game = self.sheet.game()?;
            let build_seconds = started.elapsed().as_secs_f64();
            let clock = Clock::start();
            let mut known = MoveCounts {
                counts: Vec::new(),
                ended: Vec::new(),
            };
            let mut stopped = false;
            for depth in 1..=self.depth {
                control.progress("depths", u64::from(depth - 1), Some(u64::from(self.depth)));
                match game.move_counts(depth, || !control.is_stopped())? {
                    Some(counts) => known = counts,
                    None => {
                        stopped = true;
                        break;
                    }
                }
            }
            Ok(Answer {
                counts: known.counts,
                ended: known.ended,
                stopped,
                build_seconds,
                elapsed: clock.elapsed(),
            })
        }
    }
}

/// Random games.
pub mod playouts {
    use super::*;

    /// Games that are played side by side end at about the same time: this many
    /// must end before the others are cut off.
    const SIDE_BY_SIDE: u64 = 256;
    /// A measurement goes on for at most this many times its time until the first
    /// games end.
    const PATIENCE: f64 = 5.0;

    /// Asks how many random games a second one core plays.
    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    pub struct Request {
        /// The rulesheet.
        #[serde(flatten)]
        pub sheet: Sheet,
        /// For how long to play.
        pub seconds: f64,
        /// One game after the other, as players meet them, instead of many side
        /// by side.
        #[serde(default)]
        pub one_at_a_time: bool,
        /// Decides the games.
        pub seed: Seed,
    }

    /// The results of random games.
    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    pub struct Answer {
        /// Games that ended.
        pub playouts: u64,
        /// Joint moves of the games that ended.
        pub steps: u64,
        /// Games that ended, by second.
        pub playouts_per_second: f64,
        /// Joint moves by second.
        pub steps_per_second: f64,
        /// The mean number of joint moves of a game; nothing where none ended.
        pub mean_length: Option<f64>,
        /// For each role its mean goal; nothing where no game ended.
        pub mean_goals: Vec<Option<f64>>,
        /// The roles.
        pub roles: Vec<String>,
        /// Games in which a role had no legal move, or that became too long.
        pub stuck: u64,
        /// What evaluates the rules: `network` or `rules`.
        pub method: String,
        /// `many` where games were played side by side, else `one`.
        pub way: String,
        /// Seconds to make the game of the rules.
        pub build_seconds: f64,
        /// Why the run ended.
        #[serde(flatten)]
        pub ended: Ended,
        /// The time spent playing.
        #[serde(flatten)]
        pub elapsed: Elapsed,
    }

    impl IsAnswer for Answer {
        fn verdict(&self) -> Verdict {
            Verdict::of_run(&self.ended, true)
        }
    }

    impl Request {
        /// Plays random games for the time asked for.
        pub fn run(&self, control: &Control) -> Result<Answer, Error> {
            if !(self.seconds > 0.0 && self.seconds <= 1e6) {
                let message = "the seconds must be more than 0 and at most a million";
                return Err(Error::input(message));
            }
            let started = Instant::now();
            let game = self.sheet.game()?;
            let build_seconds = started.elapsed().as_secs_f64();
            let is_network = game.network().is_some();
            let is_many = is_network && !self.one_at_a_time;
            let enough = if is_many { SIDE_BY_SIDE } else { 1 };
            let time = Duration::from_secs_f64(self.seconds);
            let most = Duration::from_secs_f64(self.seconds * PATIENCE);
            let clock = Clock::start();
            let started = Instant::now();
            let go_on = |tally: &stratalog_rulesheet::Tally| {
                let spent = started.elapsed();
                let is_short = tally.playouts + tally.stuck < enough;
                !control.is_stopped() && (spent < time || (is_short && spent < most))
            };
            let mut rng = self.seed.stream(0);
            let tally = if self.one_at_a_time {
                game.playouts_one_by_one(&mut rng, go_on)?
            } else {
                game.playouts(&mut rng, go_on)?
            };
            let elapsed = clock.elapsed();
            let seconds = elapsed.seconds.max(f64::MIN_POSITIVE);
            let ended = if control.is_stopped() {
                Ended::Stopped
            } else if tally.playouts == 0 {
                Ended::Limit(format!(
                    "no game ended in {seconds:.2} seconds ({} had no end); \
                     making the game of the rules took {build_seconds:.2} seconds",
                    tally.stuck
                ))
            } else {
                Ended::Done
            };
            let per_game = |sum: f64| (tally.playouts > 0).then(|| sum / tally.playouts as f64);
            let players = game.role_count();
            Ok(Answer {
                playouts: tally.playouts,
                steps: tally.steps,
                playouts_per_second: tally.playouts as f64 / seconds,
                steps_per_second: tally.steps as f64 / seconds,
                mean_length: per_game(tally.steps as f64),
                mean_goals: tally.goals[..players]
                    .iter()
                    .map(|&sum| per_game(sum))
                    .collect(),
                roles: game.all_roles()[..players].to_vec(),
                stuck: tally.stuck,
                method: if is_network { "network" } else { "rules" }.to_owned(),
                way: if is_many { "many" } else { "one" }.to_owned(),
                build_seconds,
                ended,
                elapsed,
            })
        }
    }
}
