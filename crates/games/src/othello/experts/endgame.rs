//! Perfect play at the end of a game: the placement with the greatest difference of
//! discs if both sides play their best. Far from the end, placements that leave the
//! other side the fewest replies are tried first (fastest-first order) and results
//! are stored. Near the end, placements in regions with an odd number of empty
//! squares come first. Measured by the bench `othello`.

use crate::othello::bitboard::{SquareSet, flips, members, placements};

use super::layout::{Discs, Layout};
use super::placed;

/// Results of positions with at least this number of empty squares are stored.
const STORED: u32 = 7;
/// Placements are sorted in positions with at least this number of empty squares.
const ORDERED: u32 = 6;
/// The number of results stored.
const STORED_RESULTS: usize = 1 << 17;
/// The greatest possible difference of discs.
const MOST: i8 = 64;
/// The quarters of the board, a cheap approximation of its regions.
const QUARTERS: [SquareSet; 4] = [
    0x0000_0000_0f0f_0f0f,
    0x0000_0000_f0f0_f0f0,
    0x0f0f_0f0f_0000_0000,
    0xf0f0_f0f0_0000_0000,
];

/// The best placement and its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perfect {
    /// The square to place on.
    pub square: u8,
    /// The discs of the side to move minus those of the other side at the end.
    pub lead: i8,
    /// Positions visited.
    pub nodes: u64,
}

/// Solves ends of games on one board.
pub struct Solver {
    layout: Layout,
    table: Vec<Entry>,
    /// Entries of earlier searches are ignored, so that a search visits the same
    /// positions whatever was searched before.
    search: u32,
    nodes: u64,
}

#[derive(Clone, Copy)]
struct Entry {
    discs: Discs,
    search: u32,
    least: i8,
    most: i8,
    square: u8,
}

/// No square.
const NOWHERE: u8 = 64;

impl Solver {
    /// A solver for this board.
    pub fn new(layout: Layout) -> Solver {
        let nothing = Entry {
            discs: Discs { own: 0, other: 0 },
            search: 0,
            least: -MOST,
            most: MOST,
            square: NOWHERE,
        };
        Solver {
            layout,
            table: vec![nothing; STORED_RESULTS],
            search: 0,
            nodes: 0,
        }
    }

    /// The best placement, if there is one. The time grows about threefold with each
    /// empty square.
    pub fn best(&mut self, discs: Discs) -> Option<Perfect> {
        self.begin();
        let empty = self.layout.empty(discs);
        let open = placements(discs.own, discs.other, empty);
        let mut best: Option<(u8, i8)> = None;
        for (_, square, next) in self.ordered(discs, open, NOWHERE) {
            let lead = match best {
                None => -self.value(next, -MOST, MOST),
                Some((_, most)) => {
                    let lead = -self.value(next, -most - 1, -most);
                    if lead > most {
                        -self.value(next, -MOST, -most)
                    } else {
                        lead
                    }
                }
            };
            if best.is_none_or(|(_, most)| lead > most) {
                best = Some((square, lead));
            }
        }
        best.map(|(square, lead)| Perfect {
            square,
            lead,
            nodes: self.nodes,
        })
    }

    fn begin(&mut self) {
        self.nodes = 0;
        self.search = self.search.wrapping_add(1);
    }

    /// The final lead of the side to move if it is between the bounds, else a bound
    /// on it.
    fn value(&mut self, discs: Discs, alpha: i8, beta: i8) -> i8 {
        let empty = self.layout.empty(discs);
        if empty.count_ones() < ORDERED {
            return self.shallow(discs, empty, alpha, beta);
        }
        self.nodes += 1;
        let open = placements(discs.own, discs.other, empty);
        if open == 0 {
            return match placements(discs.other, discs.own, empty) {
                0 => discs.lead() as i8,
                _ => -self.value(discs.passed(), -beta, -alpha),
            };
        }
        if empty.count_ones() < STORED {
            return self.deep(discs, open, (alpha, beta), NOWHERE).0;
        }
        let slot = slot(discs);
        let entry = self.table[slot];
        let mut known = (-MOST, MOST, NOWHERE);
        if entry.search == self.search && entry.discs == discs {
            known = (entry.least, entry.most, entry.square);
        }
        let (least, most, hint) = known;
        if least >= beta || least == most {
            return least;
        }
        if most <= alpha {
            return most;
        }
        let bounds = (alpha.max(least), beta.min(most));
        let (value, square) = self.deep(discs, open, bounds, hint);
        self.table[slot] = Entry {
            discs,
            search: self.search,
            least: if value > bounds.0 { value } else { least },
            most: if value < bounds.1 { value } else { most },
            square,
        };
        value
    }

    /// The value with sorted placements, and the best of them.
    fn deep(&mut self, discs: Discs, open: SquareSet, bounds: (i8, i8), hint: u8) -> (i8, u8) {
        let (mut alpha, beta) = bounds;
        let mut best = (-MOST - 1, NOWHERE);
        for (_, square, next) in self.ordered(discs, open, hint) {
            let value = if best.1 == NOWHERE {
                -self.value(next, -beta, -alpha)
            } else {
                let value = -self.value(next, -alpha - 1, -alpha);
                if alpha < value && value < beta {
                    -self.value(next, -beta, -value)
                } else {
                    value
                }
            };
            if value > best.0 {
                best = (value, square);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The value near the end, where sorting placements costs more than it saves:
    /// odd quarters come first.
    fn shallow(&mut self, discs: Discs, empty: SquareSet, alpha: i8, beta: i8) -> i8 {
        self.nodes += 1;
        if empty.is_power_of_two() {
            return last_placement(discs, empty);
        }
        let odd = QUARTERS
            .iter()
            .filter(|&&quarter| (quarter & empty).count_ones() % 2 == 1)
            .fold(0, |set, quarter| set | quarter);
        let mut best = -MOST - 1;
        let mut alpha = alpha;
        for set in [empty & odd, empty & !odd] {
            for square in members(set) {
                let flipped = flips(discs.own, discs.other, square);
                if flipped == 0 {
                    continue;
                }
                let bit = 1 << (square & 63);
                let next = Discs {
                    own: discs.other & !flipped,
                    other: discs.own | flipped | bit,
                };
                best = best.max(-self.shallow(next, empty & !bit, -beta, -alpha));
                alpha = alpha.max(best);
                if alpha >= beta {
                    return best;
                }
            }
        }
        if best >= -MOST {
            return best;
        }
        match placements(discs.other, discs.own, empty) {
            0 => discs.lead() as i8,
            _ => -self.shallow(discs.passed(), empty, -beta, -alpha),
        }
    }

    fn ordered(&self, discs: Discs, open: SquareSet, hint: u8) -> Ordered {
        let empty = self.layout.empty(discs);
        let mut list = Ordered {
            entries: [(0, 0, Discs { own: 0, other: 0 }); 32],
            count: 0,
            next: 0,
        };
        for (entry, square) in list.entries.iter_mut().zip(members(open)) {
            let next = placed(discs, square);
            let answers = placements(next.own, next.other, empty);
            let corners = (answers & self.layout.corner_squares).count_ones();
            let quarter = QUARTERS.iter().find(|&&q| q >> (square & 63) & 1 == 1);
            let is_odd = quarter.is_some_and(|q| (q & empty).count_ones() % 2 == 1);
            let mut place = 4 * (answers.count_ones() + corners) as i32 - i32::from(is_odd);
            if square == hint {
                place = -1000;
            }
            *entry = (place, square, next);
            list.count += 1;
        }
        list.entries[..list.count].sort_unstable_by_key(|&(place, square, _)| (place, square));
        list
    }
}

/// Placements with the positions they lead to, in the order in which they are tried.
/// There are never more than 32, because few squares are empty.
struct Ordered {
    entries: [(i32, u8, Discs); 32],
    count: usize,
    next: usize,
}

impl Iterator for Ordered {
    type Item = (i32, u8, Discs);

    fn next(&mut self) -> Option<Self::Item> {
        let entry = self.entries[..self.count].get(self.next).copied();
        self.next += 1;
        entry
    }
}

/// The final lead of the side to move with one empty square left.
fn last_placement(discs: Discs, empty: SquareSet) -> i8 {
    let square = empty.trailing_zeros() as u8;
    let lead = discs.lead();
    let gain = |flipped: SquareSet| 2 * flipped.count_ones() as i32 + 1;
    let flipped = flips(discs.own, discs.other, square);
    if flipped != 0 {
        return (lead + gain(flipped)) as i8;
    }
    let flipped = flips(discs.other, discs.own, square);
    match flipped {
        0 => lead as i8,
        _ => (lead - gain(flipped)) as i8,
    }
}

fn slot(discs: Discs) -> usize {
    let mixed = discs
        .own
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(discs.other.rotate_left(32))
        .wrapping_mul(0xd1b5_4a32_d192_ed03);
    (mixed >> 40) as usize % STORED_RESULTS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Othello;
    use crate::othello::OthelloPosition;
    use crate::othello::experts::discs_to_move;
    use stratalog_game::{Game, Size, Turn};
    use stratalog_run::Seed;

    /// The final lead by plain minimax over the game's own rules.
    fn plain(game: &Othello, position: &OthelloPosition) -> i32 {
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        let Turn::Role(role) = game.turn(position) else {
            let discs = position.discs();
            return discs[0].count_ones() as i32 - discs[1].count_ones() as i32;
        };
        let values = moves.iter().map(|&mv| {
            let mut next = *position;
            game.play_unchecked(&mut next, mv);
            plain(game, &next)
        });
        let best = if role.0 == 0 {
            values.max()
        } else {
            values.min()
        };
        best.expect("a role is to move")
    }

    fn agrees_with_plain_minimax(game: &Othello, games: u64, empty: u32) {
        let mut solver = Solver::new(Layout::of(game));
        let mut scratch = Vec::new();
        let mut compared = 0;
        for number in 0..games {
            let mut rng = Seed(17).stream(number);
            let mut position = game.initial(&mut rng);
            while let Turn::Role(role) = game.turn(&position) {
                let discs = discs_to_move(game, &position).expect("a role is to move");
                let left = solver.layout.empty(discs).count_ones();
                if left <= empty
                    && let Some(perfect) = solver.best(discs)
                {
                    let sign = if role.0 == 0 { 1 } else { -1 };
                    assert_eq!(i32::from(perfect.lead), sign * plain(game, &position));
                    assert_eq!(
                        solver.best(discs),
                        Some(perfect),
                        "a search is deterministic"
                    );
                    let next = placed(discs, perfect.square);
                    let answer = solver.value(next, -MOST, MOST);
                    assert_eq!(answer, -perfect.lead, "the move keeps the value");
                    compared += 1;
                }
                let (mv, _) = game
                    .random_choice(&position, role, &mut rng, &mut scratch)
                    .expect("a role is to move");
                game.play_unchecked(&mut position, mv);
            }
        }
        assert!(compared as u64 > games, "{compared} positions");
    }

    #[test]
    fn the_solver_agrees_with_plain_minimax() {
        let game = Othello::new(Othello::DEFAULT).expect("8x8");
        agrees_with_plain_minimax(&game, 60, 8);
    }

    #[test]
    fn the_solver_agrees_with_plain_minimax_on_small_boards() {
        let game = Othello::new(Size::new(4, 6)).expect("4x6");
        agrees_with_plain_minimax(&game, 60, 8);
    }

    #[test]
    fn four_by_four_is_lost_for_black_by_eight_discs() {
        let game = Othello::new(Size::new(4, 4)).expect("4x4");
        let position = game.initial(&mut Seed(1).stream(0));
        let discs = discs_to_move(&game, &position).expect("black begins");
        let perfect = Solver::new(Layout::of(&game)).best(discs).expect("a move");
        assert_eq!(i32::from(perfect.lead), plain(&game, &position));
        assert_eq!(perfect.lead, -8);
    }
}
