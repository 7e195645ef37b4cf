//! What must hold in every position of every game, checked in random games.

use std::collections::BTreeSet;

use stratalog_game::{Described, Game, PerfectInformation, PositionTable, Role, Size, Turn};
use stratalog_games::hexapawn::Stalemate;
use stratalog_games::{ConnectFour, Hexapawn, NoughtsAndCrosses, Othello};
use stratalog_run::Seed;

/// Calls `check` on every position of `games` random games.
fn walk<G: Game>(game: &G, games: u64, mut check: impl FnMut(&G::Position)) {
    let mut moves = Vec::new();
    for index in 0..games {
        let mut rng = Seed(11).stream(index);
        let mut position = game.initial(&mut rng);
        loop {
            check(&position);
            let Turn::Role(role) = game.turn(&position) else {
                break;
            };
            let view = game.view(&position, role);
            let (mv, among) = game
                .random_choice(&view, role, &mut rng, &mut moves)
                .expect("a role is to move");
            game.legal_moves(&position, &mut moves);
            assert!(moves.contains(&mv) && moves.len() == among);
            game.play(&mut position, mv)
                .expect("chosen from the legal moves");
        }
    }
}

fn check_game<G: Described + PerfectInformation>(game: &G, games: u64)
where
    G::Position: Ord,
{
    let mut moves = Vec::new();
    let mut all_moves = BTreeSet::new();
    let mut seen_over = false;
    let mut table: PositionTable<G> = PositionTable::default();
    walk(game, games, |position| {
        let number = table.insert(game, position, 0);
        assert_eq!(table.position(game, number).as_ref(), Some(position));
        assert_eq!(table.number(game, position, 0), Some(number));
        assert_eq!(table.number(game, position, 1), None, "the tag is compared");

        let text = game.position_text(position);
        let read = game.parse_position(&text).expect("it was drawn");
        assert_eq!(&read, position, "{text}");

        game.legal_moves(position, &mut moves);
        assert!(moves.is_sorted());
        assert_eq!(moves.is_empty(), game.turn(position) == Turn::Over);
        for &mv in &moves {
            assert_eq!(game.parse_move(&game.move_text(mv)), Ok(mv));
            let term = game.move_term(mv);
            assert!(term.is_ground());
        }

        for &mv in &all_moves {
            assert_eq!(game.is_legal(position, mv), moves.contains(&mv));
        }
        all_moves.extend(&moves);

        let facts = game.facts(position);
        assert!(facts.is_sorted(), "{facts:?}");

        let images = game.images(position);
        assert!(images.contains(position));
        let canonical = game.canonical(position);
        assert_eq!(Some(&canonical), images.iter().min());
        for image in &images {
            assert_eq!(game.canonical(image), canonical);
            let mut image_moves = Vec::new();
            game.legal_moves(image, &mut image_moves);
            assert_eq!(image_moves.len(), moves.len());
            // Playing a move and taking the canonical form commute, as sets.
            let successors = |from: &G::Position, moves: &[G::Move]| {
                let mut next: Vec<G::Position> = moves
                    .iter()
                    .map(|&mv| {
                        let mut next = from.clone();
                        game.play_unchecked(&mut next, mv);
                        game.canonical(&next)
                    })
                    .collect();
                next.sort();
                next
            };
            assert_eq!(
                successors(image, &image_moves),
                successors(position, &moves)
            );
        }

        if game.turn(position) == Turn::Over {
            seen_over = true;
            let goals = [Role(0), Role(1)].map(|role| game.goal(position, role));
            assert_eq!(goals[0] + goals[1], 100);
            assert_eq!(
                game.outcome(position, Role(0)),
                game.outcome(position, Role(1)).reversed()
            );
        }
    });
    assert!(seen_over);
}

#[test]
fn noughts_and_crosses_is_consistent() {
    check_game(&NoughtsAndCrosses, 500);
}

#[test]
fn hexapawn_is_consistent() {
    for stalemate in [Stalemate::Draws, Stalemate::Loses] {
        for size in [
            Size::new(3, 3),
            Size::new(4, 4),
            Size::new(8, 8),
            Size::new(3, 1),
        ] {
            check_game(&Hexapawn::new(size, stalemate).expect("a board"), 200);
        }
    }
}

#[test]
fn othello_is_consistent() {
    for size in [
        Size::new(8, 8),
        Size::new(6, 6),
        Size::new(4, 6),
        Size::new(4, 4),
    ] {
        check_game(&Othello::new(size).expect("a board"), 40);
    }
}

#[test]
fn connect_four_is_consistent() {
    for size in [
        Size::new(6, 7),
        Size::new(4, 4),
        Size::new(10, 11),
        Size::new(1, 32),
    ] {
        check_game(&ConnectFour::new(size).expect("a board"), 60);
    }
}

#[test]
fn text_that_is_not_a_move_or_position_is_refused() {
    fn refuse<G: Game>(game: &G) {
        for text in [
            "",
            "x",
            "0,0",
            "99,99",
            "9999",
            "mark",
            "place(",
            "é",
            "-1",
            "1,2,3,4,5",
        ] {
            assert!(game.parse_move(text).is_err(), "{} {text}", game.name());
            assert!(game.parse_position(text).is_err());
        }
        for text in [
            "",
            "/",
            "////////",
            "x to move",
            "\u{0}",
            "1 2 3\n\n",
            "é\né",
        ] {
            assert!(game.parse_position(text).is_err(), "{} {text}", game.name());
        }
    }
    refuse(&NoughtsAndCrosses);
    refuse(&Hexapawn::new(Hexapawn::DEFAULT, Stalemate::Draws).expect("3x3"));
    refuse(&Othello::new(Othello::DEFAULT).expect("8x8"));
    refuse(&ConnectFour::new(ConnectFour::DEFAULT).expect("6x7"));
}
