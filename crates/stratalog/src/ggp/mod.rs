//! A player for game managers that speak the protocol of General Game Playing:
//! they send the rules of a game that nobody has seen before, then the moves of
//! each step, and want a move within the play clock.
//!
//! [`Matches`] holds any number of matches. Each has a thread that keeps the
//! position and one that thinks, so that a slow game, a slow player or a fault in
//! one match neither delays an answer nor harms another match:
//!
//! - a game that cannot be grounded in time is interpreted until it is;
//! - a player that does not decide in time is left behind, and any legal move is
//!   made;
//! - moves that are not legal in the position as we know it leave it as it is;
//! - where the rules hide something, positions are kept that agree with what was seen.
//!
//! ```
//! use std::time::Instant;
//! use stratalog::ggp::{LastStep, MatchClock, MatchName, Matches, Settings, Start};
//! use stratalog::Control;
//!
//! let rules = "(role You) (<= (legal You (Take ?n)) (pile ?n)) (pile 1) (pile 2)
//!              (<= (next (took ?n)) (does You (Take ?n))) (<= terminal (true (took ?n)))
//!              (<= (goal You 100) (true (took 2))) (<= (goal You 0) (not (true (took 2))))";
//! let matches = Matches::new(Settings::default(), Control::default())?;
//! let name = MatchName { id: "m1".to_owned(), receiver: None };
//! let clock = MatchClock::of_seconds(1.0).expect("a time");
//! let start = Start {
//!     role: "you".to_owned(),
//!     rules: rules.to_owned(),
//!     start_clock: clock,
//!     play_clock: clock,
//! };
//! matches.start(&name, start, Instant::now())?;
//! assert_eq!(matches.play(&name, LastStep::None, Instant::now())?, "(Take 2)");
//! matches.stop(&name, LastStep::Moves(vec!["(TAKE 2)".to_owned()]))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clock;
mod keeper;
mod rules;
mod spelling;
mod thinking;

use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use stratalog_catalogue::strategy_file::Header;
use stratalog_logic::Source;
use stratalog_run::{Control, Seed};

use crate::error::Error;

use self::clock::left_until;
use self::keeper::{Keeper, Order, Setup};
use self::thinking::Choice;

pub use self::clock::MatchClock;

/// The answer where there is no move to make.
pub const NO_MOVE: &str = "nil";
/// Matches at once.
pub const MATCHES: usize = 16;
/// A match whose game manager was silent for this long, beside three play clocks,
/// makes room for another.
const SILENCE: Duration = Duration::from_secs(60);

/// Who plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// A player's name or the path of a strategy file; UCT for as long as the clock
    /// allows if `None`.
    pub player: Option<String>,
    /// Decides what is random.
    pub seed: Seed,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            player: None,
            seed: crate::default_seed(),
        }
    }
}

/// How a game manager names a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchName {
    /// Its identifier.
    pub id: String,
    /// The player that a message is for, where the game manager says so: one server
    /// can then have several roles of the same match.
    pub receiver: Option<String>,
}

/// What a game manager sends when a match starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// The role to play, in KIF.
    pub role: String,
    /// The rules, in KIF.
    pub rules: String,
    /// The time for preparations.
    pub start_clock: MatchClock,
    /// The time for each move.
    pub play_clock: MatchClock,
}

/// What a game manager tells of the last step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LastStep {
    /// There was none.
    None,
    /// The moves of all roles, in the order of the rules.
    Moves(Vec<String>),
    /// What the role did and what it saw: all that a role is told where the rules hide
    /// something (GDL-II).
    Seen {
        /// The move of the role.
        own: String,
        /// What it saw.
        percepts: Vec<String>,
    },
}

/// Why a message of a game manager was not obeyed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// There is no such match, or there are too many.
    #[error("busy")]
    Busy,
    /// The rules or the role cannot be played.
    #[error("this match cannot be played: {0}")]
    Unplayable(String),
}

/// All matches of one player.
pub struct Matches {
    choice: Choice,
    /// What a game is called whose rules come without a name.
    game_name: String,
    seed: Seed,
    control: Control,
    seats: Mutex<Vec<Seat>>,
}

/// A match as those see it who talk to it.
struct Seat {
    name: MatchName,
    role: String,
    play_clock: MatchClock,
    last_heard: Instant,
    orders: Sender<Order>,
}

impl Matches {
    /// No match yet; the error is a player that does not exist.
    pub fn new(settings: Settings, control: Control) -> Result<Matches, Error> {
        let player = settings.player.as_deref();
        Ok(Matches {
            choice: Choice::of(player)?,
            game_name: player.and_then(game_of).unwrap_or("match".to_owned()),
            seed: settings.seed,
            control,
            seats: Mutex::new(Vec::new()),
        })
    }

    /// Whether another match can start.
    pub fn is_available(&self) -> bool {
        let mut seats = self.seats();
        make_room(&mut seats);
        seats.len() < MATCHES
    }

    /// Starts a match; returns when it is ready, or when the start clock ends.
    pub fn start(&self, name: &MatchName, start: Start, arrived: Instant) -> Result<(), Refusal> {
        let deadline = start.start_clock.deadline(arrived);
        let (orders, received) = mpsc::channel();
        self.take_seat(name, &start, orders)?;
        let setup = Setup {
            id: name.id.clone(),
            start,
            game_name: self.game_name.clone(),
            choice: self.choice.clone(),
            seed: self.seed,
            control: self.control.clone(),
        };
        let (ready, is_ready) = mpsc::sync_channel(1);
        std::thread::spawn(move || match Keeper::new(setup, deadline) {
            Ok(keeper) => {
                keeper.announce(arrived);
                let _ = ready.send(Ok(()));
                keeper.serve(&received);
            }
            Err(cause) => {
                let _ = ready.send(Err(cause));
            }
        });
        match is_ready.recv_timeout(left_until(deadline.answer)) {
            Ok(Ok(())) => Ok(()),
            Err(RecvTimeoutError::Timeout) => {
                let id = &name.id;
                self.control.note(format!(
                    "match {id}: the rules are still being prepared at the end of the start clock"
                ));
                Ok(())
            }
            Ok(Err(cause)) => {
                self.leave(name);
                Err(Refusal::Unplayable(cause))
            }
            Err(RecvTimeoutError::Disconnected) => {
                self.leave(name);
                let cause = "its rules could not be prepared: this is a fault of the program";
                Err(Refusal::Unplayable(cause.to_owned()))
            }
        }
    }

    /// The move after the last step.
    pub fn play(
        &self,
        name: &MatchName,
        last: LastStep,
        arrived: Instant,
    ) -> Result<String, Refusal> {
        let (answer, move_made) = mpsc::sync_channel(1);
        let deadline = {
            let mut seats = self.seats();
            let seat = find(&mut seats, name).ok_or(Refusal::Busy)?;
            seat.last_heard = arrived;
            let deadline = seat.play_clock.deadline(arrived);
            let order = Order::Play {
                last,
                deadline,
                answer,
            };
            seat.orders.send(order).map_err(|_| Refusal::Busy)?;
            deadline
        };
        let mv = move_made.recv_timeout(left_until(deadline.answer));
        Ok(mv.unwrap_or_else(|_| {
            let id = &name.id;
            self.control.note(format!(
                "match {id}: no legal move was found within the play clock"
            ));
            NO_MOVE.to_owned()
        }))
    }

    /// Ends a match after its last step.
    pub fn stop(&self, name: &MatchName, last: LastStep) -> Result<(), Refusal> {
        let seat = self.leave(name).ok_or(Refusal::Busy)?;
        // A match that could not be prepared has nobody to tell.
        let _ = seat.orders.send(Order::Stop { last });
        Ok(())
    }

    /// Ends a match without a result.
    pub fn abort(&self, name: &MatchName) -> Result<(), Refusal> {
        self.leave(name).map(drop).ok_or(Refusal::Busy)
    }

    fn seats(&self) -> MutexGuard<'_, Vec<Seat>> {
        // Seats are added and removed whole, so a panic leaves nothing half done.
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A seat for a new match. A match that is started again begins anew; a second
    /// role under the same name could not be told from the first.
    fn take_seat(
        &self,
        name: &MatchName,
        start: &Start,
        orders: Sender<Order>,
    ) -> Result<(), Refusal> {
        let mut seats = self.seats();
        if seats
            .iter()
            .any(|seat| seat.name == *name && !seat.role.eq_ignore_ascii_case(&start.role))
        {
            return Err(Refusal::Busy);
        }
        seats.retain(|seat| seat.name != *name);
        make_room(&mut seats);
        if seats.len() >= MATCHES {
            return Err(Refusal::Busy);
        }
        seats.push(Seat {
            name: name.clone(),
            role: start.role.clone(),
            play_clock: start.play_clock,
            last_heard: Instant::now() + start.start_clock.time(),
            orders,
        });
        Ok(())
    }

    fn leave(&self, name: &MatchName) -> Option<Seat> {
        let mut seats = self.seats();
        let own = find(&mut seats, name)?.name.clone();
        let place = seats.iter().position(|seat| seat.name == own)?;
        Some(seats.remove(place))
    }
}

/// The match of this name: of several with the same identifier the one whose player
/// is named, else the only one.
fn find<'a>(seats: &'a mut [Seat], name: &MatchName) -> Option<&'a mut Seat> {
    if let Some(place) = seats.iter().position(|seat| seat.name == *name) {
        return Some(&mut seats[place]);
    }
    let mut same = seats.iter_mut().filter(|seat| seat.name.id == name.id);
    let only = same.next()?;
    same.next().is_none().then_some(only)
}

/// Where no further match fits, removes those whose game managers are gone.
fn make_room(seats: &mut Vec<Seat>) {
    if seats.len() >= MATCHES {
        seats.retain(|seat| seat.last_heard.elapsed() < SILENCE + 3 * seat.play_clock.time());
    }
}

/// The game that a strategy file was learned for: rules that a game manager sends
/// are taken to be those.
fn game_of(player: &str) -> Option<String> {
    let text = std::fs::read_to_string(Path::new(player)).ok()?;
    let header = Header::of(&Source::new(player, &text));
    header.fact("game").map(str::to_owned)
}
