//! Move counts: how many sequences of so many moves there are. They prove a
//! game's rules against counts that others have published.

use crate::game::{Game, Turn};

/// Sequences of moves from a position, counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Perft {
    /// Sequences of exactly the asked number of moves.
    pub sequences: u64,
    /// Sequences that ended the game with fewer moves.
    pub ended: u64,
}

/// Counts the sequences of `depth` moves from a position.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> Perft {
    let mut total = Perft::default();
    count(game, position, depth, &mut Vec::new(), &mut total);
    total
}

fn count<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    spare: &mut Vec<Vec<G::Move>>,
    total: &mut Perft,
) {
    if depth == 0 {
        total.sequences += 1;
        return;
    }
    if game.turn(position) == Turn::Over {
        total.ended += 1;
        return;
    }
    let mut moves = spare.pop().unwrap_or_default();
    game.legal_moves(position, &mut moves);
    if depth == 1 {
        total.sequences += moves.len() as u64;
    } else {
        for &mv in &moves {
            let mut next = position.clone();
            game.play_unchecked(&mut next, mv);
            count(game, &next, depth - 1, spare, total);
        }
    }
    spare.push(moves);
}
