//! A table over all rulesheets of a folder: the engine, what making the game
//! took, random games a second of processor time, and whether the network and the
//! interpreter agree in every position of some random games.
//!
//! ```text
//! cargo run --release -p stratalog-rulesheet --example survey -- FOLDER
//! ```
//!
//! - `made, s` and `MB`: processor seconds to make the game, and the peak memory
//!   of the process by then;
//! - `many`, `one`, `rules`: random games a second, side by side in the bits of
//!   words, one after the other as players play them, and by the interpreter;
//! - `agreed`: the positions in which both engines were compared, or the first
//!   difference.
//!
//! Each file is measured in a process of its own. With a file in place of the
//! folder, the table has one row.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use rand::RngExt;
use stratalog_game::{Described, Game};
use stratalog_rulesheet::{EngineChoice, Move, Position, Rulesheet, RulesheetGame, Tally};
use stratalog_run::{Clock, Seed};

/// How long each way of playing is measured, in seconds of processor time.
const SLICE: f64 = 0.7;
/// How long the engines are compared.
const COMPARED_FOR: f64 = 1.5;
/// A game that random play does not end is left after this many moves.
const MAX_MOVES: usize = 500;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [path] if Path::new(path).is_dir() => survey(Path::new(path)),
        [file] => {
            println!("{}", row(Path::new(file)));
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("usage: survey FOLDER | FILE");
            ExitCode::FAILURE
        }
    }
}

/// Prints the table of a folder.
fn survey(folder: &Path) -> ExitCode {
    println!(
        "{:<32} {:<11} {:>7} {:>6} {:>8} {:>9} {:>9} {:>9}  agreed",
        "file", "engine", "made, s", "MB", "gates", "many", "one", "rules"
    );
    let mut is_whole = true;
    for file in rulesheets(folder) {
        let program = std::env::current_exe().expect("this program has a path");
        let child = Command::new(program).arg(&file).output();
        let output = child.expect("this program starts");
        print!("{}", String::from_utf8_lossy(&output.stdout));
        if !output.status.success() {
            is_whole = false;
            println!("{:<32} ended with {}", name(&file), output.status);
        }
    }
    if is_whole {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn rulesheets(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_rulesheet = |path: &PathBuf| {
        let extension = path.extension().and_then(|e| e.to_str());
        matches!(extension, Some("pl" | "kif" | "gdl"))
    };
    let mut files: Vec<PathBuf> = entries.map(|e| e.path()).filter(is_rulesheet).collect();
    files.sort();
    files
}

fn name(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// The row of a file.
fn row(file: &Path) -> String {
    let name = name(file);
    let clock = Clock::start();
    let made = Rulesheet::from_file(file).and_then(|sheet| {
        let game = RulesheetGame::new(&sheet, EngineChoice::default())?;
        Ok((sheet, game))
    });
    let seconds = clock.elapsed().cpu_seconds;
    let (sheet, game) = match made {
        Ok(made) => made,
        Err(error) => return format!("{name:<32} {error}"),
    };
    let megabytes = peak_megabytes().map_or("-".to_owned(), |mb| mb.to_string());
    let rules = RulesheetGame::new(&sheet, EngineChoice::Interpreter);
    let engine = if game.network().is_some() {
        "network"
    } else {
        "interpreter"
    };
    let gates = game.network().map_or(0, |network| network.kinds.len());
    let many = rate(|go_on| game.playouts(&mut Seed(1).stream(0), go_on).ok());
    let one = rate(|go_on| game.playouts_one_by_one(&mut Seed(2).stream(0), go_on).ok());
    let (by_rules, agreed) = match &rules {
        Ok(rules) => {
            let one = |go_on: &mut dyn FnMut(&Tally) -> bool| {
                rules
                    .playouts_one_by_one(&mut Seed(3).stream(0), go_on)
                    .ok()
            };
            (rate(one), compare(&game, rules))
        }
        Err(error) => ("-".to_owned(), error.to_string()),
    };
    format!(
        "{name:<32} {engine:<11} {seconds:>7.2} {megabytes:>6} {gates:>8} {many:>9} {one:>9} {by_rules:>9}  {agreed}"
    )
}

/// Games a second of processor time.
fn rate(play: impl Fn(&mut dyn FnMut(&Tally) -> bool) -> Option<Tally>) -> String {
    let clock = Clock::start();
    let mut asked = 0u32;
    // Asking for the processor's time takes longer than a step of some games.
    let mut go_on = |_: &Tally| {
        asked = asked.wrapping_add(1);
        !asked.is_multiple_of(64) || clock.elapsed().cpu_seconds < SLICE
    };
    let Some(tally) = play(&mut go_on) else {
        return "fails".to_owned();
    };
    let rate = (tally.playouts + tally.stuck) as f64 / clock.elapsed().cpu_seconds.max(1e-6);
    match rate {
        0.0 => "-".to_owned(),
        rate if rate < 100.0 => format!("{rate:.1}"),
        rate => format!("{rate:.0}"),
    }
}

/// The largest memory that the process has held, where the system tells.
fn peak_megabytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024)
}

/// Plays the same random games with both engines; tells how many positions were
/// compared, or the first difference.
fn compare(game: &RulesheetGame, rules: &RulesheetGame) -> String {
    let clock = Clock::start();
    let mut positions = 0;
    for index in 0.. {
        let mut rng = Seed(4).stream(index);
        let mut position = game.raw_initial();
        let mut twin = rules.raw_initial();
        for _ in 0..MAX_MOVES {
            let (ours, theirs) = (described(game, &position), described(rules, &twin));
            if let Some((a, b)) = ours.iter().zip(&theirs).find(|(a, b)| a != b) {
                return format!("after {positions} positions: {a} / {b}");
            }
            if ours.len() != theirs.len() {
                return format!("after {positions} positions: different facts");
            }
            positions += 1;
            if clock.elapsed().cpu_seconds > COMPARED_FOR {
                return positions.to_string();
            }
            let choices: Vec<Vec<Move>> = (0..game.all_roles().len())
                .map(|role| game.legal_of(&position, role))
                .collect();
            if game.is_terminal(&position) || choices.iter().any(Vec::is_empty) {
                break;
            }
            let joint: Vec<Move> = choices
                .iter()
                .map(|moves| moves[rng.random_range(0..moves.len())])
                .collect();
            let image: Option<Vec<Move>> = joint
                .iter()
                .map(|&mv| rules.move_of(&game.move_term(mv)))
                .collect();
            let Some(image) = image else {
                return format!("after {positions} positions: a move is unknown");
            };
            game.play_joint(&mut position, &joint);
            rules.play_joint(&mut twin, &image);
        }
    }
    positions.to_string()
}

/// What there is to say about a position.
fn described(game: &RulesheetGame, position: &Position) -> Vec<String> {
    let mut lines: Vec<String> = game.facts(position).iter().map(|f| f.to_string()).collect();
    let is_over = game.is_terminal(position);
    lines.push(format!("over: {is_over}"));
    lines.extend(game.failure(position));
    for (role, name) in game.all_roles().iter().enumerate() {
        let moves = game.legal_of(position, role);
        let texts: Vec<String> = moves.iter().map(|&mv| game.move_text(mv)).collect();
        lines.push(format!("{name}: {}", texts.join(" ")));
        if is_over {
            lines.push(format!("{name}: {:?}", game.goals(position, role)));
        }
    }
    lines
}
