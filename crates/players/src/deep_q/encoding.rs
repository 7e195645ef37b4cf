//! Positions as vectors: an entry for every fact, 1 if the fact is true. Facts
//! and moves are those that occur in random games, numbered in order of
//! occurrence. The network does not see facts that never occurred there.

use std::collections::HashMap;

use stratalog_game::{Described, Game, PerfectInformation, Turn};
use stratalog_logic::Term;
use stratalog_run::Seed;

/// The number of random games that are played to collect facts and moves.
const GAMES: u64 = 300;

/// The numbers of the facts and moves of a game.
pub struct Encoding<G: Game> {
    facts: HashMap<Term, usize>,
    moves: HashMap<G::Move, usize>,
}

impl<G: PerfectInformation + Described> Encoding<G> {
    /// Numbers the facts and moves of a game.
    pub fn of(game: &G) -> Encoding<G> {
        let mut encoding = Encoding {
            facts: HashMap::new(),
            moves: HashMap::new(),
        };
        for number in 0..GAMES {
            let mut rng = Seed(1).derive("encoding").stream(number);
            let mut position = game.initial(&mut rng);
            let mut moves = Vec::new();
            loop {
                for fact in game.facts(&position) {
                    let next = encoding.facts.len();
                    encoding.facts.entry(fact).or_insert(next);
                }
                let Turn::Role(role) = game.turn(&position) else {
                    break;
                };
                game.legal_moves(&position, &mut moves);
                for &mv in &moves {
                    let next = encoding.moves.len();
                    encoding.moves.entry(mv).or_insert(next);
                }
                let view = game.view(&position, role).into_owned();
                let chosen = game.random_choice(&view, role, &mut rng, &mut moves);
                let Some((mv, _)) = chosen else {
                    break;
                };
                game.play_unchecked(&mut position, mv);
            }
        }
        encoding
    }

    /// The number of facts.
    pub fn facts(&self) -> usize {
        self.facts.len()
    }

    /// The number of moves.
    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    /// A position as a vector.
    pub fn position(&self, game: &G, position: &G::Position) -> Vec<f32> {
        let mut numbers = vec![0.0; self.facts.len()];
        for fact in game.facts(position) {
            if let Some(&at) = self.facts.get(&fact) {
                numbers[at] = 1.0;
            }
        }
        numbers
    }

    /// The number of a move; `None` if it did not occur.
    pub fn number(&self, mv: G::Move) -> Option<usize> {
        self.moves.get(&mv).copied()
    }
}
