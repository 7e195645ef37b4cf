//! The same rulesheet computed in different ways gives the same games: by gates
//! and by rules, one position at a time and hundreds at once.

use std::path::{Path, PathBuf};

use rand::RngExt;
use stratalog_game::{Described, Game, Role, Turn};
use stratalog_rulesheet::check::{CheckEffort, Severity, check};
use stratalog_rulesheet::{EngineChoice, Move, Position, Rulesheet, RulesheetGame, Tally};
use stratalog_run::Seed;

/// Every rulesheet of the project and every game in KIF beside these tests.
fn files() -> Vec<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in [here.join("../../rules"), here.join("tests/kif")] {
        for entry in std::fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("an entry").path();
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let extension = path.extension().and_then(|e| e.to_str());
            if matches!(extension, Some("pl" | "kif")) && text.contains("terminal") {
                files.push(path);
            }
        }
    }
    files.sort();
    assert!(files.len() > 15, "{files:?}");
    files
}

fn game(path: &Path, choice: EngineChoice) -> RulesheetGame {
    let sheet = Rulesheet::from_file(path).expect("it can be read");
    RulesheetGame::new(&sheet, choice).expect("it makes a game")
}

/// Everything there is to say about a position.
fn described(game: &RulesheetGame, position: &Position) -> Vec<String> {
    let mut lines: Vec<String> = game.facts(position).iter().map(|f| f.to_string()).collect();
    let is_over = game.is_terminal(position);
    lines.push(format!("over: {is_over}"));
    for (role, name) in game.all_roles().iter().enumerate() {
        let moves = game.legal_of(position, role);
        let texts: Vec<String> = moves.iter().map(|&mv| game.move_text(mv)).collect();
        lines.push(format!("{name}: {}", texts.join(" ")));
        if is_over {
            lines.push(format!("{name}: {:?}", game.goals(position, role)));
        }
    }
    lines
}

#[test]
fn gates_and_rules_give_the_same_games() {
    for path in files() {
        let gates = game(&path, EngineChoice::default());
        assert!(gates.network().is_some(), "{} is too large", path.display());
        let rules = game(&path, EngineChoice::Interpreter);
        assert!(rules.network().is_none());
        let games = if path.ends_with("othello.pl") { 2 } else { 12 };
        for index in 0..games {
            let mut rng = Seed(3).stream(index);
            let mut position = gates.raw_initial();
            let mut twin = rules.raw_initial();
            loop {
                assert_eq!(
                    described(&gates, &position),
                    described(&rules, &twin),
                    "{}",
                    path.display()
                );
                if gates.is_terminal(&position) {
                    break;
                }
                let joint: Vec<Move> = (0..gates.all_roles().len())
                    .map(|role| {
                        let moves = gates.legal_of(&position, role);
                        moves[rng.random_range(0..moves.len())]
                    })
                    .collect();
                let image: Vec<Move> = joint
                    .iter()
                    .map(|&mv| rules.parse_move(&gates.move_text(mv)).expect("a move"))
                    .collect();
                for role in 0..gates.all_roles().len() {
                    assert_eq!(
                        gates.told(&position, &joint, role),
                        rules.told(&twin, &image, role)
                    );
                }
                gates.play_joint(&mut position, &joint);
                rules.play_joint(&mut twin, &image);
            }
        }
    }
}

#[test]
fn games_by_the_hundred_come_out_as_games_one_by_one() {
    for path in files() {
        let game = game(&path, EngineChoice::default());
        let enough = |tally: &Tally| tally.playouts + tally.stuck < 4000;
        let many = game.playouts(&mut Seed(1).stream(0), enough);
        let many = many.expect("the rules can be evaluated");
        let single = game.playouts_one_by_one(&mut Seed(2).stream(0), |tally| {
            tally.playouts + tally.stuck < 2000
        });
        let single = single.expect("the rules can be evaluated");
        let name = path.display();
        assert_eq!((many.stuck, single.stuck), (0, 0), "{name}");
        let mean = |sum: f64, tally: &Tally| sum / tally.playouts as f64;
        // Goals lie within 0 and 100: six standard errors of the difference.
        let slack = 6.0 * 50.0 * (1.0 / 2000f64 + 1.0 / 4000f64).sqrt();
        for role in 0..game.all_roles().len() {
            let difference = mean(many.goals[role], &many) - mean(single.goals[role], &single);
            assert!(difference.abs() < slack, "{name}: {many:?} {single:?}");
        }
        let lengths = [&many, &single].map(|tally| mean(tally.steps as f64, tally));
        // Lengths differ by some tenths of themselves from game to game; the
        // first games to end among many are the short ones.
        let ratio = lengths[0] / lengths[1];
        assert!((0.93..1.07).contains(&ratio), "{name}: {lengths:?}");
    }
}

#[test]
fn what_the_project_ships_is_without_errors() {
    for path in files() {
        let sheet = Rulesheet::from_file(&path).expect("it can be read");
        let report = check(&sheet, CheckEffort::default());
        let is_error = |severity| severity == Severity::Error;
        let errors: Vec<_> = report
            .problems
            .iter()
            .filter(|p| is_error(p.severity))
            .collect();
        assert!(errors.is_empty(), "{}: {errors:?}", path.display());
        assert!(!report.roles.is_empty());
    }
}

#[test]
fn every_rulesheet_plays_through_the_interface_of_games() {
    for path in files() {
        let game = game(&path, EngineChoice::default());
        let mut moves = Vec::new();
        for index in 0..20 {
            let mut rng = Seed(4).stream(index);
            let mut position = game.initial(&mut rng);
            while let Turn::Role(role) = game.turn(&position) {
                game.legal_moves(&position, &mut moves);
                assert!(!moves.is_empty() && moves.is_sorted(), "{}", path.display());
                let view = game.view(&position, role).into_owned();
                let (mv, among) = game
                    .random_choice(&view, role, &mut rng, &mut Vec::new())
                    .expect("it is somebody's turn");
                assert_eq!(among, moves.len());
                assert_eq!(game.parse_move(&game.move_text(mv)), Ok(mv));
                game.play(&mut position, mv).expect("legal");
            }
            assert!(game.is_terminal(&position));
            if !game.has_chance() {
                let read = game.parse_position(&game.position_text(&position));
                assert_eq!(read.as_ref(), Ok(&position));
            }
        }
    }
}

#[test]
fn a_role_sees_only_what_it_is_told() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules/minesweeper.pl");
    for choice in [EngineChoice::default(), EngineChoice::Interpreter] {
        let game = game(&path, choice);
        assert!(game.is_hidden() && game.has_chance());
        assert_eq!(game.role_count(), 1);
        let mut rng = Seed(9).stream(0);
        let mut position = game.initial(&mut rng);
        let mines = |position: &Position| {
            let facts = game.facts(position);
            facts
                .iter()
                .filter(|f| f.to_string().starts_with("mine("))
                .count()
        };
        // Chance has laid the mines before the player is asked.
        assert_eq!(mines(&position), 3);
        let mut moves = Vec::new();
        while let Turn::Role(role) = game.turn(&position) {
            let view = game.view(&position, role).into_owned();
            assert_eq!(mines(&view), 0);
            game.choices(&view, role, &mut moves);
            let chosen = moves[0];
            game.play(&mut position, chosen).expect("legal");
            let (own, percepts) = game.seen(&position, role).pop().expect("a move was made");
            assert_eq!(own.to_string(), game.move_text(chosen));
            assert!(!percepts.is_empty());
        }
    }
}

#[test]
fn a_view_lists_the_moves_of_its_role_whoever_is_to_move() {
    let text = "
        (role a) (role b) (init (control a)) (init (left 3))
        (succ 0 1) (succ 1 2) (succ 2 3) (other a b) (other b a)
        (<= (legal ?r call) (true (control ?r)))
        (<= (legal ?r wait) (role ?r) (not (true (control ?r))))
        (<= (next (control ?s)) (true (control ?r)) (other ?r ?s))
        (<= (next (left ?m)) (true (left ?n)) (succ ?m ?n))
        (<= (sees ?r (heard ?n)) (true (left ?n)) (does ?r wait))
        (<= terminal (true (left 0)))
        (<= (goal ?r 50) (role ?r))";
    let source = stratalog_logic::Source::new("call.kif", text);
    let sheet = Rulesheet::read(source, stratalog_rulesheet::Syntax::Kif);
    let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("it makes a game");
    let mut position = game.initial(&mut Seed(1).stream(0));
    for _ in 0..2 {
        let call = game.parse_move("call").expect("a move");
        game.play(&mut position, call).expect("legal");
    }
    let seen = |role: u8| game.view_text(&game.view(&position, Role(role)));
    assert_eq!(seen(0), "call: nothing\nwait: heard(2)\n");
    assert_eq!(seen(1), "wait: heard(3)\ncall: nothing\n");
}

#[test]
fn what_is_not_asked_for_is_not_worked_out() {
    // 2^30 facts could be derived, thirty are asked for.
    let list = |n: usize| {
        (0..n)
            .map(|i| format!("B{i}"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let mut text = String::from(
        "role(r). init(step(1)). bit(0). bit(1).\n\
         legal(r, stop). legal(r, go) :- deep1(0).\n\
         next(step(N)) :- true(step(M)), M < 30, N is M + 1.\n\
         next(over) :- does(r, stop).\n\
         terminal :- true(over). terminal :- true(step(30)).\n\
         goal(r, N) :- true(step(N)).\n",
    );
    for depth in 1..=30 {
        let bits: Vec<String> = (0..depth).map(|i| format!("bit(B{i})")).collect();
        let step = format!("true(step({depth}))");
        text += &format!(
            "deep{depth}({}) :- {}, {step}.\n",
            list(depth),
            bits.join(", ")
        );
        if depth < 30 {
            text += &format!(
                "deep{depth}({0}) :- deep{1}({0}, 0).\n",
                list(depth),
                depth + 1
            );
        }
    }
    let source = stratalog_logic::Source::new("deep.pl", text);
    let sheet = Rulesheet::read(source, stratalog_rulesheet::Syntax::Prolog);
    let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("it makes a game");
    let network = game.network().expect("it is small");
    assert!(network.kinds.len() < 200, "{} gates", network.kinds.len());
    let mut position = game.initial(&mut Seed(1).stream(0));
    for _ in 0..29 {
        let go = game.parse_move("go").expect("a move");
        game.play(&mut position, go).expect("legal");
    }
    assert_eq!(game.turn(&position), Turn::Over);
}

#[test]
fn published_files_may_leave_variables_open() {
    let text = "(role a) (role b) (init (n 0))\n\
        (legal ?p wait)\n\
        (<= (legal ?p go) (not (true (done ?p))))\n\
        (<= (next (done ?p)) (does ?p go))\n\
        (<= (next (done ?p)) (true (done ?p)))\n\
        (<= (next (n 0)) (true (n 0)))\n\
        (<= (same ?x ?x))\n\
        (<= terminal (true (done ?p)) (true (done ?q)) (not (same ?p ?q)))\n\
        (<= (goal ?p 50))";
    let source = stratalog_logic::Source::new("open.kif", text);
    let sheet = Rulesheet::read(source, stratalog_rulesheet::Syntax::Kif);
    let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("it makes a game");
    let tally = game
        .playouts(&mut Seed(1).stream(0), |tally| tally.playouts < 1000)
        .expect("the rules can be evaluated");
    assert_eq!(tally.stuck, 0);
    assert_eq!(tally.goals[0], 50.0 * tally.playouts as f64);
}
