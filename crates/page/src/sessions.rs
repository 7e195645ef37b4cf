//! Games in progress, each under a number that only its player knows.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
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
    session: Arc<Mutex<Session>>,
    used: Instant,
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
        let session = Arc::new(Mutex::new(session));
        let used = Instant::now();
        kept.insert(id.clone(), Kept { session, used });
        id
    }

    /// The session of this number.
    pub fn find(&self, id: &str) -> Result<Arc<Mutex<Session>>, Refusal> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.get_mut(id).ok_or_else(|| Refusal::missing("game"))?;
        found.used = Instant::now();
        Ok(Arc::clone(&found.session))
    }
}

/// Uses a session, unless another request is using it.
pub fn use_session<T>(
    session: &Mutex<Session>,
    call: impl FnOnce(&mut Session) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    match session.try_lock() {
        Ok(mut session) => call(&mut session),
        Err(_) => Err(Refusal::new(
            StatusCode::CONFLICT,
            "this game is waiting for a move; try again when it is made",
        )),
    }
}
