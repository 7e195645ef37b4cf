//! Random games a second on one core, for each rulesheet beside its Rust twin
//! and beside the engines of the general game playing community:
//!
//! - `many`: games side by side in the bits of words, as `stratalog rules
//!   playouts` plays them;
//! - `one`: one game after the other, only what changed computed again, as a
//!   player that searches plays them;
//! - `twin`: the same loop over the game written in Rust;
//! - `best` and `prover`: published figures of a propositional network and of
//!   the reference prover in Java on a machine like this one.
//!
//! Run by `cargo bench -p stratalog-rulesheet`.

use std::time::{Duration, Instant};

use stratalog_game::{Game, Turn};
use stratalog_games::hexapawn::Stalemate;
use stratalog_games::{ConnectFour, Hexapawn, NoughtsAndCrosses, Othello};
use stratalog_rulesheet::bundled::{RULESHEETS, find_rulesheet};
use stratalog_rulesheet::{Evaluation, RulesheetGame, Tally};
use stratalog_run::Seed;

/// Each way is measured in this many slices, of which the fastest counts: the
/// machine may be shared.
const SLICES: u64 = 5;
const SLICE: Duration = Duration::from_millis(400);

/// The published figures: the best network, the reference prover.
fn published(name: &str) -> Option<(f64, f64)> {
    match name {
        "noughts-and-crosses" => Some((146_000.0, 1_100.0)),
        "connect-four" => Some((79_000.0, 97.0)),
        "breakthrough" => Some((21_000.0, 11.0)),
        "othello" => Some((1_700.0, 0.4)),
        _ => None,
    }
}

fn fastest(mut slice: impl FnMut(u64) -> f64) -> f64 {
    (0..SLICES).map(&mut slice).fold(0.0, f64::max)
}

fn many(game: &RulesheetGame) -> f64 {
    fastest(|slice| {
        let started = Instant::now();
        let mut rng = Seed(1).stream(slice);
        let tally = game.playouts(&mut rng, |_| started.elapsed() < SLICE);
        tally.playouts as f64 / started.elapsed().as_secs_f64()
    })
}

fn one(game: &RulesheetGame) -> f64 {
    fastest(|slice| {
        let started = Instant::now();
        let mut rng = Seed(2).stream(slice);
        let mut tally = Tally::new(game.all_roles().len());
        game.playouts_one_by_one(&mut rng, &mut tally, |_| started.elapsed() < SLICE);
        tally.playouts as f64 / started.elapsed().as_secs_f64()
    })
}

fn twin<G: Game>(game: &G) -> f64 {
    fastest(|slice| {
        let started = Instant::now();
        let mut rng = Seed(3).stream(slice);
        let mut scratch = Vec::new();
        let mut games = 0u64;
        while started.elapsed() < SLICE {
            for _ in 0..16 {
                let mut position = game.initial(&mut rng);
                while let Turn::Role(role) = game.turn(&position) {
                    let view = game.view(&position, role);
                    let drawn = game.random_choice(&view, role, &mut rng, &mut scratch);
                    let Some((mv, _)) = drawn else { break };
                    drop(view);
                    game.play_unchecked(&mut position, mv);
                }
                games += 1;
            }
        }
        games as f64 / started.elapsed().as_secs_f64()
    })
}

/// The game written in Rust, where there is one.
fn fast_twin(name: &str) -> Option<f64> {
    let hexapawn = |stalemate| Hexapawn::new(Hexapawn::DEFAULT, stalemate).expect("3x3");
    match name {
        "noughts-and-crosses" => Some(twin(&NoughtsAndCrosses)),
        "hexapawn" => Some(twin(&hexapawn(Stalemate::Draws))),
        "hexapawn-gardner" => Some(twin(&hexapawn(Stalemate::Loses))),
        "connect-four" => Some(twin(&ConnectFour::new(ConnectFour::DEFAULT).expect("6x7"))),
        "othello" => Some(twin(&Othello::new(Othello::DEFAULT).expect("8x8"))),
        _ => None,
    }
}

fn ratio(numerator: f64, denominator: Option<f64>) -> String {
    match denominator {
        Some(denominator) => format!("{:.2}", numerator / denominator),
        None => "-".to_owned(),
    }
}

fn figure(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.0}"))
}

fn main() {
    println!(
        "{:<20} {:>7} {:>9} {:>9} {:>10} {:>9} {:>8} {:>9} {:>12}",
        "game", "gates", "many", "one", "twin", "many/twin", "best", "many/best", "many/prover"
    );
    for (name, _) in RULESHEETS {
        let sheet = find_rulesheet(name).expect("it comes with the program");
        let game = RulesheetGame::new(&sheet, Evaluation::default()).expect("it makes a game");
        let fast = fast_twin(name);
        let gates = game.network().map_or(0, |network| network.kinds.len());
        let many = many(&game);
        println!(
            "{name:<20} {gates:>7} {many:>9.0} {:>9.0} {:>10} {:>9} {:>8} {:>9} {:>12}",
            one(&game),
            figure(fast),
            ratio(many, fast),
            figure(published(name).map(|(best, _)| best)),
            ratio(many, published(name).map(|(best, _)| best)),
            ratio(many, published(name).map(|(_, prover)| prover)),
        );
    }
}
