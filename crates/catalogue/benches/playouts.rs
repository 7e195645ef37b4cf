//! Random games a second on one core for each fast game, three ways:
//!
//! - `arena`: players, views, reasons, legality checks and statistics, as
//!   `stratalog play` has them;
//! - `bare`: a loop that draws moves at random, with no players;
//! - `replay`: a loop over the same moves as the arena's games, neither drawn
//!   nor checked: the limit.
//!
//! Then Othello's move counts at depths 9 and 10, with the time they take.
//! Run by `cargo bench -p stratalog-catalogue`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use stratalog_arena::contest::{Contest, Observer};
use stratalog_catalogue::roster::Roster;
use stratalog_game::perft::perft;
use stratalog_game::{Decision, Game, PlayerSpec, Role, Size, Turn};
use stratalog_games::hexapawn::Stalemate;
use stratalog_games::{ConnectFour, Hexapawn, NoughtsAndCrosses, Othello};
use stratalog_run::{Control, Seed};

/// Each way of playing is measured in this many slices, of which the fastest
/// counts: the machine may be shared.
const SLICES: u32 = 5;
const SLICE: Duration = Duration::from_millis(300);

fn main() {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .expect("a pool of one thread");
    pool.install(measure_all);
    count_othello_moves();
}

fn measure_all() {
    let hexapawn =
        |rows, columns| Hexapawn::new(Size::new(rows, columns), Stalemate::Draws).expect("a board");
    let rows = [
        measure(&NoughtsAndCrosses),
        measure(&hexapawn(3, 3)),
        measure(&hexapawn(4, 4)),
        measure(&ConnectFour::new(ConnectFour::DEFAULT).expect("6x7")),
        measure(&Othello::new(Othello::DEFAULT).expect("8x8")),
    ];
    println!("Random games a second on one core");
    println!(
        "{:<26} {:>6} {:>10} {:>10} {:>10} {:>11} {:>13}",
        "game", "moves", "arena", "bare", "replay", "arena/bare", "arena/replay"
    );
    for [game, moves, arena, bare, replay, to_bare, to_replay] in rows {
        println!(
            "{game:<26} {moves:>6} {arena:>10} {bare:>10} {replay:>10} {to_bare:>11} {to_replay:>13}"
        );
    }
}

fn measure<G: Roster>(game: &G) -> [String; 7] {
    let (moves, mean_plies) = recorded_games(game);
    let arena = games_per_second(|seed, games| arena_games(game, seed, games));
    let bare = games_per_second(|seed, games| bare_games(game, seed, games));
    let replay = games_per_second(|_, games| replayed_games(game, &moves, games));
    [
        format!("{} {}", game.name(), game.board()),
        format!("{mean_plies:.1}"),
        format!("{arena:.0}"),
        format!("{bare:.0}"),
        format!("{replay:.0}"),
        format!("{:.2}", arena / bare),
        format!("{:.2}", arena / replay),
    ]
}

/// The best rate of several slices; `play` plays the given number of games.
fn games_per_second(mut play: impl FnMut(u64, u64)) -> f64 {
    let mut best: f64 = 0.0;
    let mut batch = 64;
    for slice in 0..SLICES {
        let started = Instant::now();
        let mut games = 0;
        while started.elapsed() < SLICE {
            play(u64::from(slice) << 32 | games, batch);
            games += batch;
            if started.elapsed() < SLICE / 8 {
                batch *= 2;
            }
        }
        best = best.max(games as f64 / started.elapsed().as_secs_f64());
    }
    best
}

fn random() -> PlayerSpec {
    let Ok(spec) = "random".parse();
    spec
}

fn arena_games<G: Roster>(game: &G, seed: u64, games: u64) {
    let source = game.source(&random()).expect("every game has it");
    let report = Contest::new(game, &*source)
        .against(&*source)
        .games(games)
        .seed(Seed(seed))
        .run(&Control::default());
    black_box(report.expect("random games end").tally);
}

fn bare_games<G: Game>(game: &G, seed: u64, games: u64) {
    let mut scratch = Vec::new();
    let mut wins = 0;
    for number in 0..games {
        let mut rng = Seed(seed).stream(number);
        let mut position = game.initial(&mut rng);
        while let Turn::Role(role) = game.turn(&position) {
            let view = game.view(&position, role);
            let Some((mv, _)) = game.random_choice(&view, role, &mut rng, &mut scratch) else {
                break;
            };
            game.play_unchecked(&mut position, mv);
        }
        wins += u64::from(game.goal(&position, Role(0)));
    }
    black_box(wins);
}

fn replayed_games<G: Game>(game: &G, recorded: &[Vec<G::Move>], games: u64) {
    let mut wins = 0;
    let start = game.initial(&mut Seed(1).stream(0));
    for moves in recorded.iter().cycle().take(games as usize) {
        let mut position = start.clone();
        for &mv in moves {
            game.play_unchecked(&mut position, mv);
        }
        wins += u64::from(game.goal(&position, Role(0)));
    }
    black_box(wins);
}

/// Games of the arena, move by move, and their mean length.
fn recorded_games<G: Roster>(game: &G) -> (Vec<Vec<G::Move>>, f64) {
    struct Scribe<M>(Vec<Vec<M>>);
    impl<G: Game> Observer<G> for Scribe<G::Move> {
        fn began(&mut self, _number: u64, _side: Role, _position: &G::Position) {
            self.0.push(Vec::new());
        }
        fn moved(&mut self, _role: Role, decision: &Decision<G::Move>, _position: &G::Position) {
            if let Some(moves) = self.0.last_mut() {
                moves.push(decision.mv);
            }
        }
    }
    let source = game.source(&random()).expect("every game has it");
    let mut scribe = Scribe(Vec::new());
    let report = Contest::new(game, &*source)
        .against(&*source)
        .games(2000)
        .run_watched(&Control::default(), &mut scribe)
        .expect("random games end");
    (scribe.0, report.mean_plies())
}

fn count_othello_moves() {
    let game = Othello::new(Othello::DEFAULT).expect("8x8");
    let start = game.initial(&mut Seed(1).stream(0));
    for (depth, sequences, ended) in [(9, 3_005_288, 0), (10, 24_571_056, 228)] {
        let started = Instant::now();
        let counted = perft(&game, &start, depth).expect("the rules are evaluated");
        assert_eq!((counted.sequences, counted.ended), (sequences, ended));
        println!(
            "Othello, {depth} moves: {sequences} sequences and {ended} games ended before, as \
             published, in {:.3} s",
            started.elapsed().as_secs_f64()
        );
    }
}
