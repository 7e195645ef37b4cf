//! Random games a second of processor time, for each rulesheet that comes with the
//! program, beside published figures of the general game playing community:
//!
//! - `many`: games side by side in the bits of words, as `stratalog rules
//!   playouts` plays them;
//! - `one`: one game after the other, as a player that searches plays them, and
//!   as `stratalog rules playouts --one-at-a-time` does;
//! - `rules`: one game after the other by the interpreter, without a network;
//! - `best` and `prover`: published figures of a propositional network and of
//!   the reference prover in Java.
//!
//! With file names as arguments, the table is about these files; with `--rules`
//! before them, only the interpreter is measured.
//!
//! Run by `cargo bench -p stratalog-rulesheet`.

use std::path::Path;
use std::time::{Duration, Instant};

use stratalog_rulesheet::bundled::{RULESHEETS, find_rulesheet};
use stratalog_rulesheet::{EngineChoice, Rulesheet, RulesheetGame, Tally};
use stratalog_run::{Clock, Seed};

/// Each way is measured in this many slices, of which the fastest counts: the
/// machine may be shared.
const SLICES: u64 = 3;
const SLICE: Duration = Duration::from_millis(400);

/// The published figures: the best network, the reference prover.
fn published(name: &str) -> Option<(f64, f64)> {
    match name {
        "noughts-and-crosses" | "ticTacToe" => Some((146_000.0, 1_100.0)),
        "connect-four" | "connectFour" => Some((79_000.0, 97.0)),
        "breakthrough" => Some((21_000.0, 11.0)),
        "othello" | "reversi" => Some((1_700.0, 0.4)),
        _ => None,
    }
}

/// Games a second in the fastest slice; nothing where a game does not end.
fn fastest(play: impl Fn(u64, Instant) -> Tally) -> Option<f64> {
    let rates = (0..SLICES).map(|slice| {
        let clock = Clock::start();
        let tally = play(slice, Instant::now());
        tally.playouts as f64 / clock.elapsed().cpu_seconds.max(1e-6)
    });
    let rate = rates.fold(0.0, f64::max);
    (rate > 0.0).then_some(rate)
}

fn many(game: &RulesheetGame) -> Option<f64> {
    fastest(|slice, started| {
        let mut rng = Seed(1).stream(slice);
        let tally = game.playouts(&mut rng, |_| started.elapsed() < SLICE);
        tally.unwrap_or_default()
    })
}

fn one(game: &RulesheetGame) -> Option<f64> {
    fastest(|slice, started| {
        let mut rng = Seed(2).stream(slice);
        let tally = game.playouts_one_by_one(&mut rng, |_| started.elapsed() < SLICE);
        tally.unwrap_or_default()
    })
}

fn figure(value: Option<f64>) -> String {
    match value {
        Some(value) if value < 100.0 => format!("{value:.1}"),
        Some(value) => format!("{value:.0}"),
        None => "-".to_owned(),
    }
}

fn ratio(numerator: Option<f64>, denominator: Option<f64>) -> String {
    match (numerator, denominator) {
        (Some(numerator), Some(denominator)) => format!("{:.2}", numerator / denominator),
        _ => "-".to_owned(),
    }
}

fn row(name: &str, sheet: &Rulesheet) {
    let clock = Clock::start();
    let game = match RulesheetGame::new(sheet, EngineChoice::default()) {
        Ok(game) => game,
        Err(error) => {
            println!("{name:<28} {error}");
            return;
        }
    };
    let made = clock.elapsed().cpu_seconds;
    let rules = RulesheetGame::new(sheet, EngineChoice::Interpreter);
    let best = published(name).map(|(best, _)| best);
    let gates = game.network().map(|network| network.kinds.len() as f64);
    let one_rate = one(&game);
    let rules_rate = rules.ok().and_then(|rules| one(&rules));
    println!(
        "{name:<28} {made:>7.2} {:>8} {:>9} {:>9} {:>8} {:>8} {:>8}",
        figure(gates),
        figure(many(&game)),
        figure(one_rate),
        figure(rules_rate),
        figure(best),
        ratio(one_rate, best),
    );
}

fn main() {
    println!(
        "{:<28} {:>7} {:>8} {:>9} {:>9} {:>8} {:>8} {:>8}",
        "game", "made, s", "gates", "many", "one", "rules", "best", "one/best"
    );
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    files.retain(|argument| argument != "--bench");
    if files.first().is_some_and(|argument| argument == "--rules") {
        for file in &files[1..] {
            let sheet = Rulesheet::from_file(Path::new(file)).expect("it can be read");
            let game = RulesheetGame::new(&sheet, EngineChoice::Interpreter);
            let rate = game.ok().and_then(|game| one(&game));
            println!("{file:<60} {:>9}", figure(rate));
        }
        return;
    }
    for file in &files {
        let path = Path::new(file);
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        row(&name, &Rulesheet::from_file(path).expect("it can be read"));
    }
    if files.is_empty() {
        for (name, _) in RULESHEETS {
            row(
                name,
                &find_rulesheet(name).expect("it comes with the program"),
            );
        }
    }
}
