//! Why nothing was learned: how the moves of a game end it.

use std::collections::{HashSet, VecDeque};

use stratalog_game::{AnyPosition, Game, GameObject, Outcome, Turn};
use stratalog_run::{Control, Seed};

/// The positions in which endings are looked for where nothing was learned.
const MOST_ENDINGS: usize = 20_000;
/// The random games in which endings are looked for where none is near the start,
/// and the most moves of each.
const RANDOM_GAMES: u64 = 50;
const MOST_MOVES: u32 = 500;

/// Why no rule was learned, in terms of the game: how its moves end it.
pub(super) fn why_nothing(game: &GameObject, games: u64, control: &Control) -> String {
    if control.is_stopped() {
        return "it was stopped before a rule was found".to_owned();
    }
    let endings = Endings::of(game);
    let looked = match endings.games {
        0 => format!("in the first {} positions", endings.positions),
        games => format!(
            "in the first {} positions and in {games} random games",
            endings.positions
        ),
    };
    match endings {
        Endings {
            won: 0, lost: 0, ..
        } if endings.drawn > 0 => {
            format!("{looked}, every move that ends the game draws it: nothing can be won")
        }
        Endings {
            won: 0, lost: 0, ..
        } => {
            format!("{looked}, no move ends the game: MIGO learns from games that end")
        }
        _ => format!(
            "in {games} games no rule explained the moves that won; play more games (--games) \
             or use --with rules"
        ),
    }
}

/// How moves end a game, in the positions nearest to the start.
#[derive(Default)]
struct Endings {
    positions: usize,
    /// Random games that were played because no move near the start ends the game.
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
}

impl Endings {
    fn of(game: &GameObject) -> Endings {
        let start = game.initial(&mut Seed(1).stream(0));
        let mut met: HashSet<AnyPosition> = HashSet::from([start.clone()]);
        let mut frontier = VecDeque::from([start]);
        let mut endings = Endings::default();
        let mut moves = Vec::new();
        while let Some(position) = frontier.pop_front() {
            let Turn::Role(role) = game.turn(&position) else {
                continue;
            };
            endings.positions += 1;
            game.legal_moves(&position, &mut moves);
            for &mv in &moves {
                let mut next = position.clone();
                game.play_unchecked(&mut next, mv);
                if game.turn(&next) == Turn::Over {
                    endings.add(game.outcome(&next, role));
                } else if met.len() < MOST_ENDINGS && met.insert(next.clone()) {
                    frontier.push_back(next);
                }
            }
        }
        if endings.won + endings.drawn + endings.lost == 0 {
            endings.play(game);
        }
        endings
    }

    fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win => self.won += 1,
            Outcome::Draw => self.drawn += 1,
            Outcome::Loss => self.lost += 1,
        }
    }

    /// Plays random games to their ends.
    fn play(&mut self, game: &GameObject) {
        let mut scratch = Vec::new();
        for number in 0..RANDOM_GAMES {
            self.games += 1;
            let mut rng = Seed(1).stream(number);
            let mut position = game.initial(&mut rng);
            for _ in 0..MOST_MOVES {
                let Turn::Role(role) = game.turn(&position) else {
                    break;
                };
                let choice = game.random_choice(&position, role, &mut rng, &mut scratch);
                let Some((mv, _)) = choice else {
                    break;
                };
                game.play_unchecked(&mut position, mv);
                if game.turn(&position) == Turn::Over {
                    self.add(game.outcome(&position, role));
                }
            }
        }
    }
}
