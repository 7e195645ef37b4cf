//! How much one client, and all clients together, can ask for.

use std::time::Duration;

/// The largest body of a request, in bytes.
pub const BODY: usize = 512 * 1024;
/// Connections at once.
pub const CONNECTIONS: usize = 256;
/// The time within which a client must send the head of a request.
pub const HEAD_TIME: Duration = Duration::from_secs(10);
/// The time within which the parts of a body must follow each other.
pub const BODY_TIME: Duration = Duration::from_secs(10);
/// The time a short call may take.
pub const CALL_TIME: Duration = Duration::from_secs(60);
/// Sessions that are kept; the one that was idle longest makes room.
pub const SESSIONS: usize = 512;
/// The most moves of a session.
pub const MOVES: usize = 2_000;
/// Texts that are kept; the oldest makes room.
pub const TEXTS: usize = 256;
/// Files of a learning problem.
pub const PROBLEM_FILES: usize = 20;
/// The longest text of a request that is shown in the list of runs, in bytes.
pub const TITLE: usize = 200;
/// Runs at once.
pub const RUNS_AT_ONCE: usize = 2;
/// Runs that are kept; the oldest that is over makes room.
pub const RUNS_KEPT: usize = 32;
/// The longest time of a run: it is then asked to stop.
pub const RUN_TIME: Duration = Duration::from_secs(3600);
/// The most memory of the server while runs go on: they are then asked to stop.
pub const MEMORY: u64 = 4 << 30;
/// How often the time and the memory of a run are looked at.
pub const LOOK_TIME: Duration = Duration::from_millis(500);
/// The time for values of moves, and for a question of a lesson.
pub const THINKING_TIME: Duration = Duration::from_secs(8);
/// The time for a move of a player, or its advice.
pub const DECISION_TIME: Duration = Duration::from_secs(30);
/// Events that are kept of a run; later ones are dropped.
pub const EVENTS: usize = 40_000;
/// The least time between two events that report the same progress.
pub const PROGRESS_TIME: Duration = Duration::from_millis(100);
/// The largest setting of a player, as in `uct:SETTING`.
pub const PLAYER_SETTING: u64 = 20_000;
/// The most positions of a game that is solved.
pub const POSITIONS: u64 = 20_000_000;
/// Boards that are tried for one that needs no guess.
pub const BOARDS: u64 = 500;
/// The most games of a match.
pub const GAMES: u64 = 100_000;

/// Short calls that are computed at once, and calls that think.
pub fn calls_at_once() -> usize {
    let cores = std::thread::available_parallelism();
    cores.map_or(2, |cores| cores.get()) + 2
}
