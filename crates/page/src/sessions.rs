//! Games in progress, each under a number that only its player knows.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use stratalog::session::Session;

use crate::limits;
use crate::refusal::Refusal;
use axum::http::StatusCode;

/// Games in progress.
#[derive(Default)]
pub struct Sessions {
    kept: Mutex<HashMap<String, Kept>>,
}

struct Kept {
    game: Arc<Game>,
    used: Instant,
}

/// One game in progress. Its lock is held only while something short is asked of
/// it, never while a player thinks, so that requests wait for each other instead of
/// being refused by chance.
pub struct Game(Mutex<Turn>);

struct Turn {
    session: Session,
    /// Whether a player is thinking about the next move, which nobody else may make.
    is_awaited: bool,
}

impl Sessions {
    /// Keeps a session under a new number. The one that was idle longest makes
    /// room.
    pub fn keep(&self, session: Session) -> String {
        let id = format!("{:032x}", rand::random::<u128>());
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        while kept.len() >= limits::SESSIONS {
            let idle = kept.iter().min_by_key(|(_, kept)| kept.used);
            let Some(oldest) = idle.map(|(id, _)| id.clone()) else {
                break;
            };
            kept.remove(&oldest);
        }
        let game = Arc::new(Game(Mutex::new(Turn {
            session,
            is_awaited: false,
        })));
        let used = Instant::now();
        kept.insert(id.clone(), Kept { game, used });
        id
    }

    /// The game of this number.
    pub fn find(&self, id: &str) -> Result<Arc<Game>, Refusal> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.get_mut(id).ok_or_else(|| Refusal::missing("game"))?;
        found.used = Instant::now();
        Ok(Arc::clone(&found.game))
    }
}

impl Game {
    /// Asks something short of the session, unless a player is thinking about it.
    pub fn ask<T>(
        &self,
        call: impl FnOnce(&mut Session) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        call(&mut self.free_turn()?.session)
    }

    /// Lets a player think about the session, and keeps what it makes of it. The
    /// game stays as it was where that fails.
    pub fn await_move<T>(
        &self,
        think: impl FnOnce(&mut Session) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let mut turn = self.free_turn()?;
        turn.is_awaited = true;
        let mut session = turn.session.clone();
        drop(turn);
        // Frees the game however thinking ends.
        let _awaited = Awaited(self);
        let answer = think(&mut session)?;
        self.turn().session = session;
        Ok(answer)
    }

    fn free_turn(&self) -> Result<MutexGuard<'_, Turn>, Refusal> {
        let turn = self.turn();
        if turn.is_awaited {
            return Err(Refusal::new(
                StatusCode::CONFLICT,
                "this game is waiting for a move; try again when it is made",
            ));
        }
        Ok(turn)
    }

    fn turn(&self) -> MutexGuard<'_, Turn> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Awaited<'a>(&'a Game);

impl Drop for Awaited<'_> {
    fn drop(&mut self) {
        self.0.turn().is_awaited = false;
    }
}
