//! The rules of a match as they were received, and the game they make: first the
//! one that is ready first, later the fast one.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use stratalog_game::GameError;
use stratalog_logic::{Source, Term};
use stratalog_rulesheet::{EngineChoice, Rulesheet, RulesheetGame, Syntax};

use super::clock::left_until;

/// How long grounding is waited for before the interpreter is prepared too.
const PATIENCE: Duration = Duration::from_secs(1);

/// A game that may be replaced by a faster one.
pub struct GrowingGame {
    /// The game now.
    pub game: RulesheetGame,
    /// The roles in the order of joint moves, by their places in the game.
    pub order: Vec<usize>,
    grounded: Option<Receiver<Result<RulesheetGame, GameError>>>,
}

impl GrowingGame {
    /// Makes a game of rules in KIF. Where grounding takes long, the interpreter
    /// plays until it is done.
    pub fn new(name: &str, rules: &str, deadline: Instant) -> Result<GrowingGame, GameError> {
        let sheet = Rulesheet::read(Source::new(format!("{name}.kif"), rules), Syntax::Kif);
        let (made, grounded) = mpsc::channel();
        let own = sheet.clone();
        std::thread::spawn(move || {
            // The match may be over by now.
            let _ = made.send(RulesheetGame::new(&own, EngineChoice::default()));
        });
        let patience = PATIENCE.min(left_until(deadline) / 4);
        let (game, grounded) = match grounded.recv_timeout(patience) {
            Ok(game) => (game?, None),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                let game = RulesheetGame::new(&sheet, EngineChoice::Interpreter)?;
                (game, Some(grounded))
            }
        };
        let order = joint_order(&sheet, game.all_roles());
        Ok(GrowingGame {
            game,
            order,
            grounded,
        })
    }

    /// Waits for the fast game; says whether it has replaced the other.
    pub fn wait(&mut self, deadline: Instant) -> bool {
        let made = match &self.grounded {
            Some(grounded) => grounded.recv_timeout(left_until(deadline)),
            None => return false,
        };
        self.replace(made.map_err(|error| error == RecvTimeoutError::Timeout))
    }

    /// Replaces the game by the fast one if that is ready; says whether it did.
    pub fn grow(&mut self) -> bool {
        let made = match &self.grounded {
            Some(grounded) => grounded.try_recv(),
            None => return false,
        };
        self.replace(made.map_err(|error| error == TryRecvError::Empty))
    }

    /// Takes what grounding gave; the error says whether it is still under way.
    fn replace(&mut self, made: Result<Result<RulesheetGame, GameError>, bool>) -> bool {
        if made != Err(true) {
            self.grounded = None;
        }
        // A game that is too large to be grounded comes back with the interpreter.
        match made {
            Ok(Ok(game)) if game.network().is_some() => {
                self.game = game;
                true
            }
            _ => false,
        }
    }

    /// What evaluates the game now, in words.
    pub fn engine(&self) -> &'static str {
        if self.game.network().is_some() {
            "network"
        } else {
            "interpreter"
        }
    }
}

/// The roles in the order in which the rules name them, which is the order of
/// joint moves; a game has chance last. Where a rule names them, the game's order.
fn joint_order(sheet: &Rulesheet, roles: &[String]) -> Vec<usize> {
    let named = sheet.clauses.iter().filter_map(|clause| {
        let [role] = clause.head.as_compound("role".into(), 1)? else {
            return None;
        };
        place(roles, role)
    });
    let mut order: Vec<usize> = Vec::new();
    for role in named {
        if !order.contains(&role) {
            order.push(role);
        }
    }
    if order.len() == roles.len() {
        order
    } else {
        (0..roles.len()).collect()
    }
}

/// The place of a role among the names of a game.
pub fn place(roles: &[String], role: &Term) -> Option<usize> {
    let name = role.to_string();
    roles.iter().position(|known| *known == name)
}
