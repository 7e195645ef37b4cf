//! `stratalog rules`: looks at a rulesheet, counts its moves, measures its speed.

use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use serde_json::json;
use stratalog_game::Game;
use stratalog_rulesheet::bundled::find_rulesheet;
use stratalog_rulesheet::check::{Effort, check};
use stratalog_rulesheet::{Evaluation, MoveCounts, Rulesheet, RulesheetGame};
use stratalog_run::Seed;

use crate::Common;
use crate::outcome::{Exit, Failure, print_json};

/// A measurement goes on past its time for the first games to end, but not longer
/// than this.
const PATIENCE: Duration = Duration::from_secs(30);
/// Games that are played side by side end at much the same time: so many are to
/// end before the others are cut off.
const SIDE_BY_SIDE: u64 = 256;

/// Look at a rulesheet: what is wrong with it, its move counts, its speed
#[derive(Args)]
pub struct Rules {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Check(Check),
    Perft(Perft),
    Playouts(Playouts),
}

/// Say what is wrong with a rulesheet, with line and column
#[derive(Args)]
struct Check {
    #[command(flatten)]
    sheet: Sheet,
}

/// Count the sequences of joint moves from the start, by length
#[derive(Args)]
struct Perft {
    #[command(flatten)]
    sheet: Sheet,
    /// The greatest length
    #[arg(long, value_name = "D")]
    depth: u32,
}

/// Play random games on one core and measure how many
#[derive(Args)]
struct Playouts {
    #[command(flatten)]
    sheet: Sheet,
    /// For how long
    #[arg(long, value_name = "S", default_value_t = 5.0)]
    seconds: f64,
}

#[derive(Args)]
struct Sheet {
    /// The rulesheet: a .pl or .kif file, or a name such as othello
    file: String,
    /// The board, where it is not the one in the file, as in 4x4
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
}

impl Sheet {
    fn read(&self) -> Result<Rulesheet, Failure> {
        let sheet = find_rulesheet(&self.file)?;
        match &self.board {
            Some(board) => Ok(sheet.with_board(board)?),
            None => Ok(sheet),
        }
    }

    fn game(&self) -> Result<RulesheetGame, Failure> {
        Ok(RulesheetGame::new(&self.read()?, Evaluation::default())?)
    }
}

impl Rules {
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        match &self.action {
            Action::Check(action) => action.run(common),
            Action::Perft(action) => action.run(common),
            Action::Playouts(action) => action.run(common),
        }
    }
}

impl Check {
    fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let report = check(&self.sheet.read()?, Effort::default());
        if common.json {
            let problems: Vec<_> = report
                .problems
                .iter()
                .map(|problem| {
                    json!({
                        "severity": problem.severity.as_str(),
                        "line": problem.line,
                        "column": problem.column,
                        "message": problem.message,
                    })
                })
                .collect();
            print_json(&json!({
                "ok": report.is_ok(),
                "roles": report.roles,
                "problems": problems,
            }));
        } else {
            for problem in &report.problems {
                println!(
                    "{}:{}:{}: {}: {}",
                    self.sheet.file,
                    problem.line,
                    problem.column,
                    problem.severity.as_str(),
                    problem.message
                );
            }
            match report.is_ok() {
                true => println!("{}: nothing wrong was found", self.sheet.file),
                false => println!("{}: there are errors", self.sheet.file),
            }
        }
        Ok(match report.is_ok() {
            true => Exit::Done,
            false => Exit::No,
        })
    }
}

impl Perft {
    fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let game = self.sheet.game()?;
        let started = Instant::now();
        let MoveCounts { counts, ended } = game.move_counts(self.depth);
        let seconds = started.elapsed().as_secs_f64();
        if common.json {
            print_json(&json!({"counts": counts, "ended": ended, "seconds": seconds}));
            return Ok(Exit::Done);
        }
        println!("depth  sequences  ended before");
        for (depth, (count, ended)) in counts.iter().zip(&ended).enumerate() {
            println!("{:>5}  {count:>9}  {ended:>12}", depth + 1);
        }
        Ok(Exit::Done)
    }
}

impl Playouts {
    fn run(&self, common: &Common) -> Result<Exit, Failure> {
        if !(self.seconds > 0.0 && self.seconds <= 1e6) {
            return Err(Failure::new(
                "--seconds must be more than 0 and at most a million",
            ));
        }
        let started = Instant::now();
        let game = self.sheet.game()?;
        let build_seconds = started.elapsed().as_secs_f64();
        let mut rng = Seed(common.seed).stream(0);
        let time = Duration::from_secs_f64(self.seconds);
        let started = Instant::now();
        let enough = match game.network() {
            Some(_) => SIDE_BY_SIDE,
            None => 1,
        };
        let tally = game.playouts(&mut rng, |tally| {
            let spent = started.elapsed();
            spent < time || (tally.playouts + tally.stuck < enough && spent < time + PATIENCE)
        });
        let seconds = started.elapsed().as_secs_f64();
        let per_game = |sum: f64| match tally.playouts {
            0 => None,
            games => Some(sum / games as f64),
        };
        let mean_length = per_game(tally.steps as f64);
        let goals = &tally.goals[..game.role_count()];
        let mean_goals: Vec<Option<f64>> = goals.iter().map(|&sum| per_game(sum)).collect();
        let roles = &game.all_roles()[..game.role_count()];
        let method = match game.network() {
            Some(_) => "network",
            None => "rules",
        };
        if common.json {
            print_json(&json!({
                "playouts": tally.playouts,
                "steps": tally.steps,
                "playouts_per_second": tally.playouts as f64 / seconds,
                "steps_per_second": tally.steps as f64 / seconds,
                "mean_length": mean_length,
                "mean_goals": mean_goals,
                "roles": roles,
                "stuck": tally.stuck,
                "method": method,
                "build_seconds": build_seconds,
                "seconds": seconds,
            }));
            return Ok(Exit::Done);
        }
        println!(
            "{} playouts, {:.0} a second, {:.1} moves long (made ready in {build_seconds:.3} seconds)",
            tally.playouts,
            tally.playouts as f64 / seconds,
            mean_length.unwrap_or(0.0)
        );
        for (role, goal) in roles.iter().zip(mean_goals) {
            println!("{role}: mean goal {:.1}", goal.unwrap_or(0.0));
        }
        if tally.stuck > 0 {
            println!(
                "{} games had no end; `stratalog rules check` says why",
                tally.stuck
            );
        }
        Ok(Exit::Done)
    }
}
