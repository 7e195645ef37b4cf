//! The expert features: what the literature of 1982 to 1990 (Rosenbloom,
//! Mitchell, Lee and Mahajan, Kierulf) says matters in a position. Each is computed
//! for the side to move and lies between about -1 and +1. All except parity and
//! tempo change their sign when the sides are exchanged.

use crate::othello::bitboard::{SquareSet, placements};

use super::layout::{Discs, Layout, around, contacts};

/// The number of features.
pub const COUNT: usize = 14;

/// Their names, in the order of [`values`].
pub const NAMES: [&str; COUNT] = [
    "discs",
    "mobility",
    "empty squares at their discs",
    "frontier discs",
    "sum of empty neighbours",
    "corners",
    "corner access",
    "C squares at empty corners",
    "X squares at empty corners",
    "edge discs",
    "stable discs",
    "centre discs",
    "parity",
    "tempo",
];

/// The value of each feature in a position, where the side to move may place
/// on `open`.
pub fn values(layout: &Layout, discs: Discs, open: SquareSet) -> [f64; COUNT] {
    let Discs { own, other } = discs;
    let empty = layout.empty(discs);
    let answers = placements(other, own, empty);
    let own_side = Side::new(layout, own, empty);
    let other_side = Side::new(layout, other, empty);
    let count = |set: SquareSet| f64::from(set.count_ones());
    let lead = |set: SquareSet| count(own & set) - count(other & set);
    let odd = if count(empty) % 2.0 == 1.0 { 1.0 } else { -1.0 };
    [
        share(count(own), count(other)),
        share(count(open) + 1.0, count(answers) + 1.0),
        share(other_side.open_neighbours, own_side.open_neighbours),
        share(other_side.frontier, own_side.frontier),
        share(other_side.contacts, own_side.contacts),
        lead(layout.corner_squares) / 2.0,
        (count(open & layout.corner_squares) - count(answers & layout.corner_squares)) / 2.0,
        (own_side.c_squares - other_side.c_squares) / 4.0,
        (own_side.x_squares - other_side.x_squares) / 2.0,
        lead(layout.edges) / 8.0,
        (own_side.stable - other_side.stable) / 16.0,
        lead(layout.centre) / 8.0,
        odd,
        1.0,
    ]
}

/// The counts of one side.
struct Side {
    /// Empty squares next to its discs (Rosenbloom's Empty).
    open_neighbours: f64,
    /// Its discs next to an empty square (Frontier).
    frontier: f64,
    /// Empty squares around each of its discs, added up (Sum Empty).
    contacts: f64,
    c_squares: f64,
    x_squares: f64,
    stable: f64,
}

impl Side {
    fn new(layout: &Layout, own: SquareSet, empty: SquareSet) -> Side {
        let (mut c_squares, mut x_squares) = (0, 0);
        for corner in &layout.corners {
            if empty & corner.square != 0 {
                c_squares += (own & corner.c_squares).count_ones();
                x_squares += (own & corner.x_square).count_ones();
            }
        }
        Side {
            open_neighbours: f64::from((around(own) & empty).count_ones()),
            frontier: f64::from((around(empty) & own).count_ones()),
            contacts: f64::from(contacts(own, empty)),
            c_squares: f64::from(c_squares),
            x_squares: f64::from(x_squares),
            stable: f64::from(layout.stable(own).count_ones()),
        }
    }
}

/// The difference of two amounts, divided by their sum.
fn share(first: f64, second: f64) -> f64 {
    match first + second {
        0.0 => 0.0,
        both => (first - second) / both,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Othello;
    use stratalog_game::{Game, Turn};
    use stratalog_run::Seed;

    #[test]
    fn features_change_their_sign_when_the_sides_are_exchanged() {
        let game = Othello::new(Othello::DEFAULT).expect("8x8");
        let layout = Layout::of(&game);
        let mut rng = Seed(3).stream(0);
        let mut position = game.initial(&mut rng);
        let mut scratch = Vec::new();
        while let Turn::Role(role) = game.turn(&position) {
            let [black, white] = position.discs();
            let discs = Discs {
                own: black,
                other: white,
            };
            let of = |discs: Discs| {
                let open = placements(discs.own, discs.other, layout.empty(discs));
                values(&layout, discs, open)
            };
            let (mine, theirs) = (of(discs), of(discs.passed()));
            for feature in 0..COUNT - 2 {
                assert_eq!(mine[feature], -theirs[feature], "{}", NAMES[feature]);
                assert!(mine[feature].abs() <= 4.0);
            }
            let (mv, _) = game
                .random_choice(&position, role, &mut rng, &mut scratch)
                .expect("a role is to move");
            game.play_unchecked(&mut position, mv);
        }
    }

    #[test]
    fn c_and_x_squares_count_only_beside_an_empty_corner() {
        let layout = Layout::of(&Othello::new(Othello::DEFAULT).expect("8x8"));
        let discs = Discs {
            own: 1 << 1 | 1 << 9,
            other: 1 << 0,
        };
        let feature = |name: &str, discs: Discs| {
            let index = NAMES.iter().position(|n| *n == name).expect("a feature");
            values(&layout, discs, 0)[index]
        };
        assert_eq!(feature("C squares at empty corners", discs), 0.0);
        assert_eq!(feature("corners", discs), -0.5);
        let open = Discs { other: 0, ..discs };
        assert_eq!(feature("C squares at empty corners", open), 0.25);
        assert_eq!(feature("X squares at empty corners", open), 0.5);
        assert_eq!(feature("frontier discs", open), -1.0);
    }
}
