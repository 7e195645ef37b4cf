//! A request to stop ends a game between two moves, and a decision while a player
//! thinks.

use std::time::{Duration, Instant};

use stratalog_game::{Game, PlayError, PlayerSource, PlayerSpec, Role, Seating, Size};
use stratalog_games::Othello;
use stratalog_players::roster;
use stratalog_run::{Seed, Stop};

/// Stops a game of a player against itself while the first move is made.
fn stopped_game(player: &str) -> (Result<(), PlayError>, Duration) {
    let game = Othello::new(Size::new(8, 8)).expect("8x8");
    let Ok(spec) = player.parse::<PlayerSpec>();
    let source: Box<dyn PlayerSource<Othello>> =
        roster::source(&game, &spec).expect("there is such a player");
    let stop = Stop::default();
    let mut seating = Seating::new(&game, vec![source.player(), source.player()]).stopped_by(&stop);
    let mut rng = Seed(1).stream(0);
    let mut position = game.initial(&mut rng);
    let asking = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        stop.request();
        Instant::now()
    });
    let played = seating.play(Role(0), &mut position, &mut rng, &mut ());
    let asked = asking.join().expect("it only waits");
    (played.map(|_| ()), asked.elapsed())
}

#[test]
fn a_player_that_thinks_for_hours_is_stopped_at_once() {
    for player in ["uct:4000000000", "uct:9999s", "minimax"] {
        let (played, late) = stopped_game(player);
        assert_eq!(played, Err(PlayError::Stopped), "{player}");
        // A simulated move takes microseconds; the rest is for busy machines.
        assert!(late < Duration::from_secs(20), "{player}: {late:?}");
    }
}

#[test]
fn a_game_that_is_stopped_before_it_begins_is_not_played() {
    let game = Othello::new(Size::new(4, 4)).expect("4x4");
    let Ok(spec) = "random".parse::<PlayerSpec>();
    let source: Box<dyn PlayerSource<Othello>> =
        roster::source(&game, &spec).expect("there is such a player");
    let stop = Stop::default();
    stop.request();
    let mut seating = Seating::alone(&game, source.player()).stopped_by(&stop);
    let mut rng = Seed(1).stream(0);
    let mut position = game.initial(&mut rng);
    let start = position;
    let played = seating.play(Role(0), &mut position, &mut rng, &mut ());
    assert_eq!(played.map(|_| ()), Err(PlayError::Stopped));
    assert_eq!(position, start);
}
