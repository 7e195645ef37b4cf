//! A golden playthrough for each game: one random game with the result of every
//! call, so that a change of the rules shows in the difference of a text file.
//! `UPDATE_GOLDEN=1 cargo test -p stratalog-catalogue` rewrites them.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use stratalog_catalogue::{LISTINGS, Options, find};
use stratalog_game::{Described, Game, GameObject, Role, Turn};
use stratalog_logic::Term;
use stratalog_rulesheet::bundled::{RULESHEETS, find_rulesheet};
use stratalog_rulesheet::{EngineChoice, RulesheetGame};
use stratalog_run::Seed;

fn playthrough(game: &GameObject) -> String {
    let mut text = String::new();
    tell(game, &mut text).expect("a string takes what is written");
    text
}

fn tell(game: &GameObject, text: &mut String) -> std::fmt::Result {
    let roles: Vec<Role> = (0..game.role_count() as u8).map(Role).collect();
    let names: Vec<&str> = roles.iter().map(|&role| game.role_name(role)).collect();
    writeln!(text, "game: {}", game.name())?;
    writeln!(text, "board: {}", game.board())?;
    writeln!(text, "roles: {}", names.join(" "))?;
    let mut rng = Seed(2024).stream(0);
    let mut position = game.initial(&mut rng);
    let mut moves = Vec::new();
    let mut facts = BTreeSet::new();
    for ply in 0.. {
        writeln!(
            text,
            "\n# Position {ply}\n{}",
            game.position_text(&position)
        )?;
        let seen = game.facts(&game.view(&position, Role(0)));
        let now: BTreeSet<String> = seen.iter().map(Term::to_string).collect();
        writeln!(text, "no longer true: {}", listed(facts.difference(&now)))?;
        writeln!(text, "newly true: {}", listed(now.difference(&facts)))?;
        facts = now;
        writeln!(
            text,
            "symmetric positions: {}",
            game.images(&position).len()
        )?;
        writeln!(text, "turn: {:?}", game.turn(&position))?;
        let Turn::Role(role) = game.turn(&position) else {
            break;
        };
        game.legal_moves(&position, &mut moves);
        let legal: Vec<String> = moves.iter().map(|&mv| game.move_text(mv)).collect();
        writeln!(text, "legal: {}", legal.join(" "))?;
        let view = game.view(&position, role);
        let (mv, among) = game
            .random_choice(&view, role, &mut rng, &mut moves)
            .expect("it is somebody's turn");
        let (name, term) = (game.role_name(role), game.move_term(mv));
        writeln!(
            text,
            "{name}: {} = {term}, one of {among}",
            game.move_text(mv)
        )?;
        game.play(&mut position, mv)
            .expect("it was chosen from the legal ones");
    }
    for role in roles {
        let (name, goal) = (game.role_name(role), game.goal(&position, role));
        writeln!(
            text,
            "{name}: goal {goal}, {}",
            game.outcome(&position, role)
        )?;
    }
    Ok(())
}

fn listed<'a>(facts: impl Iterator<Item = &'a String>) -> String {
    facts.map(String::as_str).collect::<Vec<_>>().join(" ")
}

fn assert_golden(file: &str, played: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let path = folder.join(format!("{file}.txt"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, played).expect("the folder is there");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    let difference = played.lines().zip(golden.lines()).find(|(a, b)| a != b);
    assert_eq!(difference, None, "{} differs", path.display());
    assert_eq!(played.lines().count(), golden.lines().count());
}

#[test]
fn every_game_plays_as_its_golden_playthrough_says() {
    for listing in LISTINGS {
        let game = find(listing.name, Options::default())
            .expect("it is listed")
            .game;
        if game.downcast::<RulesheetGame>().is_none() {
            assert_golden(listing.name, &playthrough(&game));
        }
    }
}

#[test]
fn every_rulesheet_plays_as_its_golden_playthrough_says() {
    for (name, _) in RULESHEETS {
        let sheet = find_rulesheet(name).expect("it comes with the program");
        let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("it makes a game");
        let played = playthrough(&GameObject::new(game));
        assert_golden(&format!("{name}.rulesheet"), &played);
    }
}
