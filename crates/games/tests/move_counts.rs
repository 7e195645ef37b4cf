//! The numbers of sequences of moves (the files under `perft/`) and of distinct
//! positions agree with published numbers.

use std::path::Path;

use rustc_hash::FxHashSet;
use stratalog_game::perft::{Perft, perft};
use stratalog_game::{Game, Size, Turn};
use stratalog_games::hexapawn::Stalemate;
use stratalog_games::{ConnectFour, Hexapawn, NoughtsAndCrosses, Othello};
use stratalog_run::Seed;

/// The expected counts of a data file: depth, sequences and games that ended.
fn expected(file: &str) -> Vec<(u32, Perft)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/perft")
        .join(file);
    let text = std::fs::read_to_string(path).expect("the data file is there");
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let number = |field: &str| field.parse::<u64>().expect("a number");
            match line.split_whitespace().collect::<Vec<_>>()[..] {
                [depth, sequences] => (
                    number(depth) as u32,
                    Perft {
                        sequences: number(sequences),
                        ended: 0,
                    },
                ),
                [depth, sequences, "+", ended] => (
                    number(depth) as u32,
                    Perft {
                        sequences: number(sequences),
                        ended: number(ended),
                    },
                ),
                _ => panic!("{file}: '{line}' is not a count"),
            }
        })
        .collect()
}

fn assert_counts<G: Game>(game: &G, max_depth: u32) {
    let start = game.initial(&mut Seed(1).stream(0));
    let file = format!("{}-{}.txt", game.name(), game.board());
    for (depth, count) in expected(&file) {
        if depth <= max_depth {
            assert_eq!(
                perft(game, &start, depth),
                Ok(count),
                "{file}, depth {depth}"
            );
        }
    }
}

/// The number of distinct positions at each ply, and in all.
fn positions_by_ply<G: Game>(game: &G, max_ply: usize) -> (Vec<usize>, usize) {
    let mut all = FxHashSet::default();
    let mut layer = FxHashSet::default();
    layer.insert(game.initial(&mut Seed(1).stream(0)));
    let mut counts = Vec::new();
    let mut moves = Vec::new();
    while !layer.is_empty() && counts.len() <= max_ply {
        counts.push(layer.len());
        let mut next_layer = FxHashSet::default();
        for position in &layer {
            game.legal_moves(position, &mut moves);
            assert_eq!(moves.is_empty(), game.turn(position) == Turn::Over);
            for &mv in &moves {
                let mut next = position.clone();
                game.play_unchecked(&mut next, mv);
                next_layer.insert(next);
            }
        }
        all.extend(std::mem::replace(&mut layer, next_layer));
    }
    (counts, all.len())
}

#[test]
fn noughts_and_crosses_has_255168_games_and_5478_positions() {
    let game = NoughtsAndCrosses;
    assert_counts(&game, 10);
    assert_eq!(positions_by_ply(&game, 9).1, 5478);
}

#[test]
fn othello_has_390216_sequences_of_eight_moves() {
    let game = Othello::new(Othello::DEFAULT).expect("8x8");
    // Depths 9 and 10 are checked by the bench `playouts`, in release.
    assert_counts(&game, 9);
}

#[test]
fn connect_four_has_the_published_numbers_of_positions() {
    let game = ConnectFour::new(ConnectFour::DEFAULT).expect("6x7");
    assert_counts(&game, 7);
    assert_eq!(
        positions_by_ply(&game, 8).0,
        [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184_275]
    );
    let small = ConnectFour::new(Size::new(4, 4)).expect("4x4");
    assert_eq!(positions_by_ply(&small, 16).1, 161_029);
}

#[test]
fn hexapawn_has_the_same_moves_in_both_variants() {
    for (size, positions) in [
        (Size::new(3, 3), 135),
        (Size::new(4, 4), 20_286),
        (Size::new(3, 5), 8698),
    ] {
        let [draws, loses] = [Stalemate::Draws, Stalemate::Loses]
            .map(|stalemate| Hexapawn::new(size, stalemate).expect("a board"));
        assert_eq!(positions_by_ply(&draws, 64), positions_by_ply(&loses, 64));
        assert_eq!(positions_by_ply(&draws, 64).1, positions);
        assert_counts(&draws, 64);
    }
}
