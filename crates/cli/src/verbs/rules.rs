//! `stratalog rules`: checks a rulesheet, counts its moves, measures its speed,
//! reports on it.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use stratalog::rules::{Sheet, check, perft, playouts, report};

use crate::face::Face;
use crate::outcome::{Exit, Failure};

/// How many lines of rules that never applied are listed.
const LISTED: usize = 20;

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
    Report(Report),
}

/// Say what is wrong with a rulesheet, with line and column
#[derive(Args)]
struct Check {
    #[command(flatten)]
    sheet: SheetOptions,
}

/// Count the sequences of joint moves from the start, by length
#[derive(Args)]
struct Perft {
    #[command(flatten)]
    sheet: SheetOptions,
    /// The greatest length
    #[arg(long, value_name = "D")]
    depth: u32,
}

/// Play random games on one core and measure how many
#[derive(Args)]
struct Playouts {
    #[command(flatten)]
    sheet: SheetOptions,
    /// For how long
    #[arg(long, value_name = "S", default_value_t = 5.0)]
    seconds: f64,
    /// Play one game after the other, as players do, instead of many side by side
    #[arg(long)]
    one_at_a_time: bool,
}

/// Write a page about a rulesheet: drawings, length, balance, what is wrong
#[derive(Args)]
struct Report {
    #[command(flatten)]
    sheet: SheetOptions,
    /// Where the page is written
    #[arg(long, value_name = "REPORT.html")]
    out: PathBuf,
}

#[derive(Args)]
struct SheetOptions {
    /// The rulesheet: a .pl or .kif file, or a name such as othello
    file: String,
    /// The board, where it is not the one in the file, as in 4x4
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
}

impl SheetOptions {
    fn sheet(&self) -> Sheet {
        Sheet {
            file: self.file.clone(),
            board: self.board.clone(),
        }
    }
}

impl Rules {
    pub fn run(&self, face: &Face) -> Result<Exit, Failure> {
        match &self.action {
            Action::Check(action) => action.run(face),
            Action::Perft(action) => action.run(face),
            Action::Playouts(action) => action.run(face),
            Action::Report(action) => action.run(face),
        }
    }
}

impl Check {
    fn run(&self, face: &Face) -> Result<Exit, Failure> {
        let request = check::Request {
            sheet: self.sheet.sheet(),
        };
        let answer = face.run(|control| request.run(control))?;
        face.show(&answer, |answer, out| self.print(answer, out))
    }

    fn print(&self, answer: &check::Answer, out: &mut dyn Write) -> io::Result<()> {
        let file = &self.sheet.file;
        for problem in &answer.problems {
            let (line, column) = (problem.line, problem.column);
            let severity = problem.severity.as_str();
            writeln!(
                out,
                "{file}:{line}:{column}: {severity}: {}",
                problem.message
            )?;
        }
        if !answer.ok {
            return writeln!(out, "{file}: there are errors");
        }
        let positions = answer.positions_visited;
        let visited = if answer.all_positions {
            format!("all {positions} positions")
        } else {
            format!("{positions} positions near the start")
        };
        let found = if answer.problems.is_empty() {
            "nothing wrong was found"
        } else {
            "no errors were found"
        };
        writeln!(
            out,
            "{file}: {found} in {visited} and {} random games",
            answer.games_tried
        )?;
        let mut lines: Vec<u32> = answer.unused_rules.iter().map(|rule| rule.line).collect();
        lines.dedup();
        match &lines[..] {
            [] => Ok(()),
            [line] => writeln!(out, "{file}: a rule in line {line} never applied in them"),
            lines => {
                let listed: Vec<String> = lines.iter().take(LISTED).map(u32::to_string).collect();
                let listed = listed.join(", ");
                let more = match lines.len().saturating_sub(LISTED) {
                    0 => String::new(),
                    more => format!(" and {more} others"),
                };
                writeln!(
                    out,
                    "{file}: rules in lines {listed}{more} never applied in them"
                )
            }
        }
    }
}

impl Perft {
    fn run(&self, face: &Face) -> Result<Exit, Failure> {
        let request = perft::Request {
            sheet: self.sheet.sheet(),
            depth: self.depth,
        };
        let answer = face.run(|control| request.run(control))?;
        face.show(&answer, |answer, out| {
            writeln!(out, "depth  sequences  ended before")?;
            for (depth, (count, ended)) in answer.counts.iter().zip(&answer.ended).enumerate() {
                writeln!(out, "{:>5}  {count:>9}  {ended:>12}", depth + 1)?;
            }
            Ok(())
        })
    }
}

impl Playouts {
    fn run(&self, face: &Face) -> Result<Exit, Failure> {
        let request = playouts::Request {
            sheet: self.sheet.sheet(),
            seconds: self.seconds,
            one_at_a_time: self.one_at_a_time,
            seed: face.seed,
        };
        let answer = face.run(|control| request.run(control))?;
        face.show(&answer, print_playouts)
    }
}

impl Report {
    fn run(&self, face: &Face) -> Result<Exit, Failure> {
        let request = report::Request {
            sheet: self.sheet.sheet(),
            out: self.out.clone(),
            seed: face.seed,
        };
        let answer = face.run(|control| request.run(control))?;
        face.show(&answer, |answer, out| {
            let (games, length) = (answer.random.games, answer.random.mean_length);
            writeln!(out, "{games} random games, {length:.1} moves long")?;
            writeln!(out, "{} is written", answer.report.display())
        })
    }
}

fn print_playouts(answer: &playouts::Answer, out: &mut dyn Write) -> io::Result<()> {
    let way = if answer.way == "many" {
        "many games side by side"
    } else {
        "one game after the other"
    };
    writeln!(
        out,
        "{} playouts, {:.0} a second, {:.1} moves long ({way}; the game was made in {:.3} seconds)",
        answer.playouts,
        answer.playouts_per_second,
        answer.mean_length.unwrap_or(0.0),
        answer.build_seconds
    )?;
    for (role, goal) in answer.roles.iter().zip(&answer.mean_goals) {
        if let Some(goal) = goal {
            writeln!(out, "{role}: mean goal {goal:.1}")?;
        }
    }
    if answer.stuck > 0 {
        writeln!(
            out,
            "{} games had no end; `stratalog rules check` says why",
            answer.stuck
        )?;
    }
    if let stratalog::Ended::Limit(because) = &answer.ended {
        writeln!(out, "{because}")?;
    }
    Ok(())
}
