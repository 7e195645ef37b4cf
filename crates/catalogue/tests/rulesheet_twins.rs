//! Every game written in Rust is the game of its rulesheet: random games are
//! played in both at once and compared position by position.

use std::path::{Path, PathBuf};

use stratalog_game::perft::perft;
use stratalog_game::{Described, Game, PerfectInformation, Role, Size, Square, Turn};
use stratalog_games::hexapawn::Stalemate;
use stratalog_games::{ConnectFour, Hexapawn, NoughtsAndCrosses, Othello};
use stratalog_minesweeper::{Cell, Field, FirstMove, Grid, Minesweeper, Site, Sweep};
use stratalog_rulesheet::{EngineChoice, Rulesheet, RulesheetGame};
use stratalog_run::Seed;

fn rules(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../rules")
        .join(format!("{name}.pl"))
}

fn rulesheet(name: &str, size: Size) -> RulesheetGame {
    let sheet = Rulesheet::from_file(&rules(name)).expect("the rulesheet is there");
    let sheet = sheet.with_board(&size.to_string()).expect("it has a board");
    RulesheetGame::new(&sheet, EngineChoice::default()).expect("it makes a game")
}

fn goals<G: Game>(game: &G, position: &G::Position) -> Vec<u8> {
    let roles = (0..game.role_count()).map(|role| Role(role as u8));
    roles.map(|role| game.goal(position, role)).collect()
}

fn move_terms<G: Described>(game: &G, position: &G::Position) -> Vec<String> {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let terms = moves.iter().map(|&mv| game.move_term(mv).to_string());
    let mut terms: Vec<String> = terms.collect();
    terms.sort();
    terms
}

/// Plays random games in both and compares every position.
fn assert_twins<G: Described + PerfectInformation>(fast: &G, sheet: &RulesheetGame, games: u64) {
    assert_eq!(fast.role_count(), sheet.role_count());
    for role in (0..fast.role_count()).map(|role| Role(role as u8)) {
        assert_eq!(fast.role_name(role), sheet.role_name(role));
    }
    assert_eq!(fast.name(), sheet.name());
    assert_eq!(fast.board(), sheet.board());
    let mut scratch = Vec::new();
    for index in 0..games {
        let mut rng = Seed(5).stream(index);
        let mut position = fast.initial(&mut rng);
        let mut twin = sheet.initial(&mut rng);
        loop {
            assert_eq!(fast.facts(&position), sheet.facts(&twin));
            assert_eq!(fast.turn(&position), sheet.turn(&twin));
            let Turn::Role(role) = fast.turn(&position) else {
                assert_eq!(goals(fast, &position), goals(sheet, &twin));
                break;
            };
            assert_eq!(move_terms(fast, &position), move_terms(sheet, &twin));
            let view = fast.view(&position, role);
            let (mv, _) = fast
                .random_choice(&view, role, &mut rng, &mut scratch)
                .expect("it is somebody's turn");
            let text = fast.move_term(mv).to_string();
            let image = sheet.parse_move(&text).expect("a move of the rulesheet");
            sheet.play(&mut twin, image).expect("legal in both");
            fast.play_unchecked(&mut position, mv);
        }
    }
}

#[test]
fn noughts_and_crosses_is_its_rulesheet() {
    let size = Size::new(3, 3);
    assert_twins(
        &NoughtsAndCrosses,
        &rulesheet("noughts-and-crosses", size),
        3000,
    );
}

#[test]
fn hexapawn_is_its_rulesheet_in_both_variants() {
    for (rows, columns) in [(3, 3), (4, 4), (3, 5), (5, 3), (3, 1)] {
        let size = Size::new(rows, columns);
        for stalemate in [Stalemate::Draws, Stalemate::Loses] {
            let fast = Hexapawn::new(size, stalemate).expect("a board");
            assert_twins(&fast, &rulesheet(Hexapawn::name_of(stalemate), size), 1000);
        }
    }
}

#[test]
fn connect_four_is_its_rulesheet() {
    for (rows, columns) in [(6, 7), (4, 4), (5, 6)] {
        let size = Size::new(rows, columns);
        let fast = ConnectFour::new(size).expect("a board");
        assert_twins(&fast, &rulesheet("connect-four", size), 1000);
    }
}

#[test]
fn othello_is_its_rulesheet() {
    for (rows, columns, games) in [(8, 8, 300), (6, 6, 600), (4, 4, 1500), (4, 6, 600)] {
        let size = Size::new(rows, columns);
        let fast = Othello::new(size).expect("a board");
        assert_twins(&fast, &rulesheet("othello", size), games);
    }
}

#[test]
fn the_rulesheet_of_othello_has_390216_sequences_of_eight_moves() {
    let game = rulesheet("othello", Size::new(8, 8));
    let start = game.initial(&mut Seed(1).stream(0));
    let counted = perft(&game, &start, 8).expect("the rules are evaluated");
    assert_eq!(counted.sequences, 390_216);
}

/// The square of a term `name(Row, Column, ...)`.
fn square(term: &stratalog_logic::Term) -> Square {
    let number = |place: usize| term.args()[place].as_integer().expect("a number") as u8;
    Square::new(number(0), number(1))
}

#[test]
fn minesweeper_is_its_rulesheet_once_the_mines_are_laid() {
    for (board, games) in [("4x4/3", 400), ("3x5/2", 400), ("6x6/6", 100)] {
        let sheet = Rulesheet::from_file(&rules("minesweeper")).expect("it is there");
        let sheet = sheet.with_board(board).expect("it has a board");
        let slow = RulesheetGame::new(&sheet, EngineChoice::default()).expect("it makes a game");
        let board = board.parse().expect("a board");
        let fast = Minesweeper::new(board, FirstMove::Any);
        let grid = Grid::new(board);
        assert_eq!((fast.name(), fast.board()), (slow.name(), slow.board()));
        assert_eq!(fast.role_name(Role(0)), slow.role_name(Role(0)));
        for index in 0..games {
            let mut rng = Seed(6).stream(index);
            let mut twin = slow.initial(&mut rng);
            let facts = slow.facts(&twin);
            let mines: Vec<Site> = facts
                .iter()
                .filter(|fact| fact.functor().is_some_and(|f| f.name.as_str() == "mine"))
                .map(|fact| grid.site(square(fact)).expect("on the board"))
                .collect();
            assert_eq!(mines.len(), board.mines());
            let mut position = Sweep::on(Field::with_mines(grid.clone(), &mines));
            let mut moves = Vec::new();
            let mut images = Vec::new();
            while let Turn::Role(role) = fast.turn(&position) {
                assert_eq!(slow.turn(&twin), Turn::Role(role));
                fast.legal_moves(&position, &mut moves);
                slow.legal_moves(&twin, &mut images);
                let texts = |site: &Site| format!("open({})", fast.move_text(*site));
                let expected: Vec<String> = moves.iter().map(texts).collect();
                let found: Vec<String> = images.iter().map(|&mv| slow.move_text(mv)).collect();
                assert_eq!(found, expected);
                let drawn = fast.random_choice(position.view(), role, &mut rng, &mut moves);
                let (mv, _) = drawn.expect("it is somebody's turn");
                let image = slow.parse_move(&texts(&mv)).expect("a move");
                fast.play_unchecked(&mut position, mv);
                slow.play_unchecked(&mut twin, image);
                // What was seen so far makes the same board.
                let mut cells = vec![None; grid.len()];
                for (_, percepts) in slow.seen(&twin, role) {
                    for percept in percepts.iter().filter(|p| p.args().len() == 3) {
                        let site = grid.site(square(percept)).expect("on the board");
                        cells[site.index()] = percept.args()[2].as_integer();
                    }
                }
                for site in grid.sites() {
                    let seen = match position.view().cell(site) {
                        Cell::Number(number) => Some(i64::from(number)),
                        _ => None,
                    };
                    assert_eq!(seen, cells[site.index()]);
                }
            }
            assert_eq!(slow.turn(&twin), Turn::Over);
            assert_eq!(fast.goal(&position, Role(0)), slow.goal(&twin, Role(0)));
        }
    }
}
