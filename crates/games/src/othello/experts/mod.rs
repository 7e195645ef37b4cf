//! Two Othello players with expert features. Wystan ([`wystan`]) looks four plies
//! ahead and plays the last fourteen moves perfectly. ORFEO ([`orfeo`]) looks one ply
//! ahead. They share the [`features`] and the [`evaluation`], whose [`weights`] were
//! learned by temporal differences from self-play ([`training`]).
//!
//! ```
//! use stratalog_game::Game;
//! use stratalog_games::Othello;
//! use stratalog_run::Seed;
//! use stratalog_games::othello::experts::Wystan;
//!
//! let game = Othello::new(Othello::DEFAULT)?;
//! let position = game.initial(&mut Seed(1).stream(0));
//! let decision = Wystan::new(&game).choose(&game, &position).expect("black may move");
//! assert!(game.is_legal(&position, decision.mv));
//! # Ok::<(), stratalog_game::GameError>(())
//! ```

pub mod endgame;
pub mod evaluation;
pub mod features;
pub mod layout;
mod lookahead;
pub mod orfeo;
pub mod training;
pub mod weights;
pub mod wystan;

use crate::Othello;
use crate::othello::bitboard::flips;
use crate::othello::{OthelloMove, OthelloPosition};
use stratalog_game::{
    Decision, Game, GameError, Player, PlayerError, PlayerKind, PlayerSource, PlayerSpec, Reason,
    Situation, Square, Turn,
};

pub use layout::Discs;
pub use orfeo::Orfeo;
pub use wystan::Wystan;

/// The players that only Othello has.
pub const KINDS: &[PlayerKind] = &[
    PlayerKind {
        name: "wystan",
        setting: None,
        about: "expert features, 4 plies ahead, perfect in the last 14 moves",
    },
    PlayerKind {
        name: "orfeo",
        setting: None,
        about: "expert features, 1 ply ahead",
    },
];

/// The players that a specification names, if they are of this module.
pub fn source(
    game: &Othello,
    spec: &PlayerSpec,
) -> Option<Result<Box<dyn PlayerSource<Othello>>, GameError>> {
    let make: fn(&Othello) -> Box<dyn Player<Othello>> = match spec.name.as_str() {
        "wystan" => |game| Box::new(Wystan::new(game)),
        "orfeo" => |game| Box::new(Orfeo::new(game)),
        _ => return None,
    };
    let game = game.clone();
    Some(
        spec.without_setting()
            .map(|()| Box::new(move || make(&game)) as Box<dyn PlayerSource<Othello>>),
    )
}

/// A way to choose between several placements.
trait Chooser {
    /// The square of the best of several placements, and why.
    fn placement(&mut self, discs: Discs) -> Option<(u8, Reason)>;

    /// The decision in a position; none when the game is over.
    fn decision(
        &mut self,
        game: &Othello,
        position: &OthelloPosition,
    ) -> Option<Decision<OthelloMove>> {
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        if let [mv] = moves[..] {
            let reason = Reason::Forced;
            return Some(Decision { mv, reason });
        }
        let (square, reason) = self.placement(discs_to_move(game, position)?)?;
        let mv = OthelloMove::place(Square::new(square / 8 + 1, square % 8 + 1))?;
        Some(Decision { mv, reason })
    }
}

/// Implements [`Player`] for a chooser. A blanket implementation is not possible,
/// because the trait is foreign.
macro_rules! deciding_player {
    ($player:ty) => {
        impl Player<Othello> for $player {
            fn decide(
                &mut self,
                Situation { game, view, .. }: Situation<'_, Othello>,
            ) -> Result<Decision<OthelloMove>, PlayerError> {
                self.decision(game, view).ok_or(PlayerError::NoMove)
            }
        }
    };
}

deciding_player!(Wystan);
deciding_player!(Orfeo);

/// The discs from the point of view of the side to move; none when the game is over.
pub fn discs_to_move(game: &Othello, position: &OthelloPosition) -> Option<Discs> {
    let Turn::Role(role) = game.turn(position) else {
        return None;
    };
    let discs = position.discs();
    Some(Discs {
        own: discs[role.index() & 1],
        other: discs[role.other().index() & 1],
    })
}

/// The position after a placement, from the point of view of the other side, which
/// is to move.
#[inline]
fn placed(discs: Discs, square: u8) -> Discs {
    let flipped = flips(discs.own, discs.other, square);
    Discs {
        own: discs.other & !flipped,
        other: discs.own | flipped | 1 << (square & 63),
    }
}
