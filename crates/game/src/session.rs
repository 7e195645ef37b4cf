//! A session: one game in progress that a person or a program steps through.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use stratalog_run::{Seed, Stream};

use crate::drawing::{Drawing, Mark};
use crate::error::GameError;
use crate::game::{Game, Role, Turn};
use crate::object::{AnyMove, AnyPosition, GameObject};
use crate::player::{Decision, Player, PlayerError, Situation};
use crate::typed::{self, Typed};

/// Moves that a message shows.
const SHOWN: usize = 6;

/// A game in progress. Moves can be made and taken back.
///
/// ```
/// # use stratalog_game::{Game, GameError, GameObject, Session};
/// # fn example(game: GameObject) -> Result<(), GameError> {
/// let mut session = Session::new(game, 1);
/// let first = session.legal_moves()[0].clone();
/// session.play(&first)?;
/// assert!(session.undo());
/// assert!(session.moves().is_empty());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    game: GameObject,
    /// The starting position and the one after each move.
    positions: Vec<AnyPosition>,
    moves: Vec<(Role, AnyMove)>,
    rng: Stream,
}

/// What a role sees of a session, as data.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Snapshot {
    /// The board as the role sees it.
    pub drawing: Drawing,
    /// The role to move; nobody when the game is over.
    pub to_move: Option<String>,
    /// The legal moves of the role to move.
    pub legal_moves: Vec<String>,
    /// The moves made so far that the role knows, each with the role that made it.
    pub moves: Vec<(String, String)>,
    /// What the end is worth to each role, from 0 to 100, once the game is over.
    pub goals: Option<Vec<u8>>,
}

impl Session {
    /// A session from the start of a game; the number decides what chance does.
    pub fn new(game: GameObject, seed: u64) -> Session {
        let mut rng = Seed(seed).stream(0);
        let start = game.initial(&mut rng);
        Session {
            game,
            positions: vec![start],
            moves: Vec::new(),
            rng,
        }
    }

    /// A session from a position.
    pub fn from_position(game: GameObject, position: AnyPosition, seed: u64) -> Session {
        Session {
            game,
            positions: vec![position],
            moves: Vec::new(),
            rng: Seed(seed).stream(0),
        }
    }

    /// The game.
    pub fn game(&self) -> &GameObject {
        &self.game
    }

    /// The position now.
    pub fn position(&self) -> &AnyPosition {
        self.positions
            .last()
            .expect("the starting position is never removed")
    }

    /// Who is to move.
    pub fn turn(&self) -> Turn {
        self.game.turn(self.position())
    }

    /// The moves made so far, each with the role that made it.
    pub fn moves(&self) -> &[(Role, AnyMove)] {
        &self.moves
    }

    /// The legal moves as they are written; none when the game is over.
    pub fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.game.legal_moves(self.position(), &mut moves);
        moves.iter().map(|&mv| self.game.move_text(mv)).collect()
    }

    /// Makes a move as people write it: as the game writes its moves, or as
    /// [`typed`] understands them.
    pub fn play(&mut self, text: &str) -> Result<(), GameError> {
        let parsed = self.game.parse_move(text.trim());
        let is_legal = |&mv: &AnyMove| self.game.is_legal(self.position(), mv);
        // Where a move cannot be taken back, nothing is guessed.
        if parsed.as_ref().is_ok_and(is_legal) || self.game.is_hidden() {
            return self.make(parsed?);
        }
        let mut moves = Vec::new();
        self.game.legal_moves(self.position(), &mut moves);
        let legal = self.legal_moves();
        match typed::find(&legal, text) {
            Typed::Move(place) => self.make(moves[place]),
            Typed::Several(places) => Err(GameError::BadMove {
                text: text.trim().to_owned(),
                expected: {
                    let shown = places
                        .iter()
                        .take(SHOWN)
                        .map(|&place| legal[place].as_str());
                    let more = if places.len() > SHOWN { " …" } else { "" };
                    let shown: Vec<&str> = shown.collect();
                    format!("it could be {}{more}", shown.join(" or "))
                },
            }),
            Typed::Nothing => match (parsed, legal.iter().max_by_key(|mv| mv.len())) {
                (Err(GameError::BadMove { text, .. }), Some(example)) => Err(GameError::BadMove {
                    text,
                    expected: format!("a legal move is {example}"),
                }),
                (parsed, _) => self.make(parsed?),
            },
        }
    }

    fn make(&mut self, mv: AnyMove) -> Result<(), GameError> {
        let turn = self.turn();
        let mut next = self.position().clone();
        self.game.play(&mut next, mv)?;
        if let Turn::Role(role) = turn {
            self.moves.push((role, mv));
            self.positions.push(next);
        }
        Ok(())
    }

    /// Takes the last move back; false where there is none.
    pub fn undo(&mut self) -> bool {
        if self.moves.pop().is_none() {
            return false;
        }
        self.positions.pop();
        true
    }

    /// What a player would do now, and why. The player is told that a game
    /// begins: it sees the position as it is, not the moves before.
    pub fn hint(
        &mut self,
        player: &mut dyn Player<GameObject>,
    ) -> Result<Decision<AnyMove>, PlayerError> {
        let Turn::Role(role) = self.turn() else {
            return Err(PlayerError::NoMove);
        };
        let view = self.game.view(self.position(), role).into_owned();
        player.begin(&self.game, role);
        player.explain(Situation::new(&self.game, &view, role, &mut self.rng))
    }

    /// Lets a player make the next move; gives what it did and why.
    pub fn let_move(
        &mut self,
        player: &mut dyn Player<GameObject>,
    ) -> Result<Decision<AnyMove>, PlayerError> {
        let decision = self.hint(player)?;
        self.make(decision.mv)
            .map_err(|error| PlayerError::Undecided(error.to_string()))?;
        Ok(decision)
    }

    /// Whether a role knows a move, counted from 0. Nobody knows what another role has
    /// chosen before the step is over, and where the rules hide something, a role knows
    /// its own moves until the end.
    pub fn is_known(&self, number: usize, role: Role) -> bool {
        let Some(&(mover, _)) = self.moves.get(number) else {
            return false;
        };
        let is_secret = self.game.is_hidden() || number >= self.first_pending();
        mover == role || !is_secret || self.turn() == Turn::Over
    }

    /// The number of the first move that is pending, because others choose in the same
    /// step. Roles choose in their order.
    fn first_pending(&self) -> usize {
        let mut first = self.moves.len();
        let Turn::Role(mut later) = self.turn() else {
            return first;
        };
        let choosers = self.game.choosers(self.position());
        while choosers > 1
            && first > 0
            && self.moves[first - 1].0 < later
            && self.game.choosers(&self.positions[first - 1]) == choosers
        {
            first -= 1;
            later = self.moves[first].0;
        }
        first
    }

    /// What a role sees of the board, with the squares marked that changed last; at the
    /// end, with what was hidden.
    pub fn drawing_with_last_change(&self, role: Role) -> Drawing {
        let drawn = |position| self.game.drawing(&self.game.view(position, role));
        let mut drawing = drawn(self.position());
        if self.turn() == Turn::Over {
            let whole = self.game.final_drawing(self.position(), role);
            if whole != drawing {
                return whole;
            }
        }
        for position in self.positions.iter().rev().skip(1) {
            let changes = drawn(position).changes(&drawing);
            if !changes.is_empty() {
                for square in changes {
                    drawing.mark(square, Mark::Move);
                }
                break;
            }
        }
        drawing
    }

    /// What a role sees, as data.
    pub fn snapshot(&self, role: Role) -> Snapshot {
        let game = &self.game;
        let view = game.view(self.position(), role);
        let turn = self.turn();
        Snapshot {
            drawing: game.drawing(&view),
            to_move: match turn {
                Turn::Role(role) => Some(game.role_name(role).to_owned()),
                Turn::Over | Turn::Failed => None,
            },
            legal_moves: self.legal_moves(),
            moves: (self.moves.iter().enumerate())
                .filter(|&(number, _)| self.is_known(number, role))
                .map(|(_, &(role, mv))| (game.role_name(role).to_owned(), game.move_text(mv)))
                .collect(),
            goals: (turn == Turn::Over).then(|| {
                let roles = (0..game.role_count() as u8).map(Role);
                roles.map(|role| game.goal(self.position(), role)).collect()
            }),
        }
    }
}
