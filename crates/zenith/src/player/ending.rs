//! Exact search to the end of a game, for positions that few moves can follow. A
//! rulesheet does not say when a game is nearly over. A few random games tell how
//! many lines of play there are (Knuth 1975), and a limit on positions bounds the
//! search where they mislead.

use rustc_hash::FxHashMap;
use stratalog_game::{Game, Role, Turn};
use stratalog_rulesheet::{Move, Position, RulesheetGame};
use stratalog_run::{Stop, Stream};

use super::{WON, decided, successors};

/// Alpha-beta search visits about the square root of the number of lines, times what
/// is lost by trying moves in a wrong order.
const WASTE: f64 = 4.0;
/// The most positions that are visited, and that are remembered: bounds the memory.
const MOST_POSITIONS: u64 = 400_000;
const MOST_KNOWN: usize = 100_000;
/// What a move costs besides the gates of the network; and rules without a network, in
/// gates.
const COST_OF_MOVE: usize = 1_500;
const INTERPRETED: usize = 1_000_000;
/// The most moves to the end: bounds the stack.
const MOST_PLIES: usize = 100;

/// The number of positions that may be visited by this work, in gates of the network of
/// the rules. It is counted, not timed, so that it is the same on every machine.
pub(crate) fn affordable(game: &RulesheetGame, work: u64) -> u64 {
    let gates = game
        .network()
        .map_or(INTERPRETED, |network| network.kinds.len());
    (work / (gates + COST_OF_MOVE) as u64).min(MOST_POSITIONS)
}

/// A search to the end for one role.
pub(crate) struct Ending<'g> {
    game: &'g RulesheetGame,
    role: Role,
    /// The positions that may still be visited.
    left: u64,
    stop: Stop,
    /// What is known of the value of a position: at least, and at most.
    known: FxHashMap<Position, (f64, f64)>,
    /// The length of the longest line so far.
    depth: usize,
}

/// A window of values: what is outside makes no difference.
#[derive(Clone, Copy)]
struct Window {
    alpha: f64,
    beta: f64,
}

impl<'g> Ending<'g> {
    /// A search that visits at most this number of positions.
    pub(crate) fn new(game: &'g RulesheetGame, role: Role, positions: u64) -> Ending<'g> {
        Ending {
            game,
            role,
            left: positions,
            stop: Stop::default(),
            known: FxHashMap::default(),
            depth: 0,
        }
    }

    /// The same, given up on request.
    pub(crate) fn stopped_by(self, stop: Stop) -> Ending<'g> {
        Ending { stop, ..self }
    }

    /// The number of positions that may still be visited.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// The length of the longest line that was searched.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// Whether the end seems near enough to be searched, by this number of random
    /// games.
    pub(crate) fn is_near(&self, position: &Position, sample: usize, rng: &mut Stream) -> bool {
        let most = 2.0 * (self.left as f64 / WASTE).max(1.0).ln();
        let mut scratch = Vec::new();
        let mut sum = 0.0;
        for _ in 0..sample {
            let mut at = position.clone();
            let mut plies = 0;
            while let Turn::Role(role) = self.game.turn(&at) {
                self.game.legal_moves(&at, &mut scratch);
                sum += (scratch.len().max(1) as f64).ln();
                plies += 1;
                if plies > MOST_PLIES || sum > most * sample as f64 {
                    return false;
                }
                match self.game.random_choice(&at, role, rng, &mut scratch) {
                    Some((mv, _)) => self.game.play_unchecked(&mut at, mv),
                    None => return false,
                }
            }
        }
        true
    }

    /// The value of each of these positions for the role, exact for the highest; of
    /// the others it is only known that they are not higher. Nothing where the limit
    /// is reached.
    pub(crate) fn values(&mut self, after: &[Position]) -> Option<Vec<f64>> {
        let mut best = f64::NEG_INFINITY;
        let mut values = vec![f64::NEG_INFINITY; after.len()];
        for (_, place) in self.ordered(after.iter()) {
            // Any win will do.
            let window = Window {
                alpha: best.max(-WON),
                beta: WON,
            };
            let value = self.search(&after[place], window, MOST_PLIES)?;
            if value > best {
                best = value;
                values[place] = value;
            }
            if best >= WON {
                break;
            }
        }
        Some(values)
    }

    /// Positions by the number of moves that they leave, the fewest first.
    fn ordered<'p>(&self, positions: impl Iterator<Item = &'p Position>) -> Vec<(usize, usize)> {
        let mut moves: Vec<Move> = Vec::new();
        let mut order: Vec<(usize, usize)> = positions
            .enumerate()
            .map(|(place, position)| {
                self.game.legal_moves(position, &mut moves);
                (moves.len(), place)
            })
            .collect();
        order.sort_unstable();
        order
    }

    fn search(&mut self, position: &Position, window: Window, plies: usize) -> Option<f64> {
        self.depth = self.depth.max(MOST_PLIES - plies + 1);
        let Turn::Role(mover) = self.game.turn(position) else {
            return Some(decided(self.game, position, self.role));
        };
        self.left = self.left.checked_sub(1)?;
        if plies == 0 || self.stop.is_requested() {
            return None;
        }
        let (low, high) = self.known.get(position).copied().unwrap_or(UNKNOWN);
        let Window { alpha, beta } = window;
        if low >= beta || low == high {
            return Some(low);
        }
        if high <= alpha {
            return Some(high);
        }
        let is_own = mover == self.role;
        let (mut alpha, mut beta) = (alpha.max(low), beta.min(high));
        let start = Window { alpha, beta };
        let after = successors(self.game, position);
        let mut value = if is_own {
            f64::NEG_INFINITY
        } else {
            f64::INFINITY
        };
        for (_, place) in self.ordered(after.iter().map(|(_, position)| position)) {
            let found = self.search(&after[place].1, Window { alpha, beta }, plies - 1)?;
            if is_own {
                value = value.max(found);
                alpha = alpha.max(value);
            } else {
                value = value.min(found);
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        let bounds = (
            if value > start.alpha { value } else { low },
            if value < start.beta { value } else { high },
        );
        if self.known.len() < MOST_KNOWN {
            self.known.insert(position.clone(), bounds);
        }
        Some(value)
    }
}

const UNKNOWN: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rehearsal::random_positions;
    use stratalog_rulesheet::EngineChoice;
    use stratalog_rulesheet::bundled::find_rulesheet;
    use stratalog_run::Seed;

    fn plain(game: &RulesheetGame, position: &Position, role: Role) -> f64 {
        let Turn::Role(mover) = game.turn(position) else {
            return decided(game, position, role);
        };
        let after = successors(game, position).into_iter();
        let values = after.map(|(_, next)| plain(game, &next, role));
        if mover == role {
            values.fold(f64::NEG_INFINITY, f64::max)
        } else {
            values.fold(f64::INFINITY, f64::min)
        }
    }

    #[test]
    fn the_value_of_the_best_move_is_that_of_a_search_without_cutoffs() {
        let sheet = find_rulesheet("noughts-and-crosses").expect("bundled");
        let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("rules");
        let rng = &mut Seed(1).stream(0);
        let start = game.initial(rng);
        assert!(!Ending::new(&game, Role(0), 100).is_near(&start, 8, rng));
        for position in random_positions(&game, 60, Seed(2)) {
            let Turn::Role(role) = game.turn(&position) else {
                continue;
            };
            let after = successors(&game, &position).into_iter();
            let after: Vec<Position> = after.map(|(_, position)| position).collect();
            if after.len() > 6 {
                continue;
            }
            let mut ending = Ending::new(&game, role, 100_000);
            assert!(ending.is_near(&position, 8, rng));
            let values = ending.values(&after).expect("within the limit");
            let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let exact: Vec<f64> = after.iter().map(|next| plain(&game, next, role)).collect();
            assert_eq!(
                most,
                exact.iter().copied().fold(f64::NEG_INFINITY, f64::max)
            );
            for (value, exact) in values.iter().zip(exact) {
                assert!(*value < most || exact == most, "{value} {exact}");
            }
            if after.len() == 6 {
                assert!(Ending::new(&game, role, 10).values(&after).is_none());
            }
        }
    }

    #[test]
    fn larger_rules_afford_fewer_positions() {
        let positions = |name: &str| {
            let sheet = find_rulesheet(name).expect("bundled");
            let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("rules");
            affordable(&game, 1_000_000_000)
        };
        let (small, large) = (positions("noughts-and-crosses"), positions("othello"));
        assert!(small <= MOST_POSITIONS && large < small, "{small} {large}");
    }
}
