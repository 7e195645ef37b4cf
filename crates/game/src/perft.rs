//! Move counts (perft): the number of sequences of a given number of moves. They
//! check the rules of a game against published counts.

use crate::error::GameError;
use crate::game::{Game, Turn};

/// The numbers of sequences of moves from a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Perft {
    /// Sequences of exactly the given number of moves.
    pub sequences: u64,
    /// Sequences that ended the game with fewer moves.
    pub ended: u64,
}

/// Counts the sequences of `depth` moves from a position.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> Result<Perft, GameError> {
    let mut count = Count {
        game,
        spare: Vec::new(),
        total: Perft::default(),
    };
    count.add(position, depth)?;
    Ok(count.total)
}

struct Count<'g, G: Game> {
    game: &'g G,
    /// Lists of moves that are not in use.
    spare: Vec<Vec<G::Move>>,
    total: Perft,
}

impl<G: Game> Count<'_, G> {
    fn add(&mut self, position: &G::Position, depth: u32) -> Result<(), GameError> {
        if depth == 0 {
            self.total.sequences += 1;
            return Ok(());
        }
        match self.game.turn(position) {
            Turn::Role(_) => {}
            Turn::Over => {
                self.total.ended += 1;
                return Ok(());
            }
            Turn::Failed => {
                return Err(GameError::RulesFailed {
                    game: self.game.name().to_owned(),
                    cause: self.game.failure(position).unwrap_or_default(),
                });
            }
        }
        let mut moves = self.spare.pop().unwrap_or_default();
        self.game.legal_moves(position, &mut moves);
        if depth == 1 {
            self.total.sequences += moves.len() as u64;
        } else {
            for &mv in &moves {
                let mut next = position.clone();
                self.game.play_unchecked(&mut next, mv);
                self.add(&next, depth - 1)?;
            }
        }
        self.spare.push(moves);
        Ok(())
    }
}
