//! No text makes a reader panic or hang, and what two ways compute is the same. Each
//! target is fed mutated texts for some seconds; `stratalog_fuzz` says how to feed it
//! more.

use std::path::Path;

use rand::RngExt;
use stratalog_catalogue::{Options, find};
use stratalog_fuzz::run;
use stratalog_game::{Described, Game};
use stratalog_ilp::files;
use stratalog_logic::{KifReader, Limits, Machine, Program, Reader, Source, TermWriter, read_term};
use stratalog_migo::Strategy;
use stratalog_minesweeper::{View, read_mbf, write_mbf};
use stratalog_rulesheet::check::{CheckEffort, check};
use stratalog_rulesheet::{Budget, EngineChoice, Move, Position, Rulesheet, RulesheetGame, Syntax};
use stratalog_run::{SavedState, Seed};

const PROLOG_GAMES: &[&str] = &[
    include_str!("../../../rules/nim.pl"),
    include_str!("../../../rules/noughts-and-crosses.pl"),
    include_str!("../../../rules/hexapawn.pl"),
];
const KIF_GAMES: &[&str] = &[
    include_str!("../../rulesheet/tests/kif/tic-tac-toe.kif"),
    include_str!("../../rulesheet/tests/kif/rock-paper-scissors.kif"),
    include_str!("../../rulesheet/tests/kif/maze.kif"),
    include_str!("../../rulesheet/tests/kif/three-of-a-kind.kif"),
    include_str!("../../rulesheet/tests/kif/long-walk.kif"),
    include_str!("../../ggp/tests/kif/dice.kif"),
];
/// Small games: each has what sheets are made of, in few lines, so that a million of
/// them can be tried.
const SMALL_PROLOG_GAMES: &[&str] = &[
    include_str!("corpus/pile.pl"),
    include_str!("corpus/line.pl"),
    include_str!("corpus/pawns.pl"),
    include_str!("corpus/path.pl"),
];
const SMALL_KIF_GAMES: &[&str] = &[
    include_str!("corpus/line.kif"),
    include_str!("corpus/guess.kif"),
    include_str!("corpus/walk.kif"),
    include_str!("corpus/die.kif"),
];
/// Learning problems in one file each.
const PROBLEMS: &[&str] = &[
    include_str!("corpus/metagol.pl"),
    include_str!("corpus/aleph.pl"),
    include_str!("corpus/progol.pl"),
];

#[test]
fn what_the_prolog_reader_reads_is_written_and_read_back() {
    run("prolog", PROLOG_GAMES, |text| {
        let source = Source::new("fuzz.pl", text);
        for read in Reader::new(&source).flatten() {
            let written = TermWriter::new().term(&read.term);
            let again = read_term(&written);
            let again = again.unwrap_or_else(|error| panic!("{written}: {error}"));
            if read.term.is_ground() {
                assert_eq!(again.term, read.term, "{written}");
            }
        }
    });
}

#[test]
fn kif_is_read_to_its_end() {
    run("kif", KIF_GAMES, |text| {
        let source = Source::new("fuzz.kif", text);
        assert!(KifReader::new(&source).count() <= text.len() + 1);
    });
}

#[test]
fn programs_and_goals_end_within_their_limits() {
    let corpus = [
        "len([], 0).\nlen([_|T], N) :- len(T, M), N is M + 1.\n?- len([a, b, c], N).\n",
        ":- table path/2.\nedge(a, b).\nedge(b, a).\npath(X, Y) :- path(X, Z), edge(Z, Y).\n\
         path(X, Y) :- edge(X, Y).\n?- path(a, X), \\+ X = c ; findall(Y, edge(Y, _), L).\n",
        "q(X) :- between(1, 100, X), X mod 7 =:= 0, !.\n\
         ?- catch(q(X), E, true), atom_length(abc, N), copy_term(f(X, Y), Z).\n",
        "p --> [a], p.\np --> [].\n?- phrase(p, [a, a]), msort([c, b, a], L), nb(1) = 1.\n",
    ];
    run("goals", &corpus, |text| {
        let (program, goal) = text.rsplit_once("?-").unwrap_or((text, "true."));
        let Ok(program) = Program::parse(program) else {
            return;
        };
        let goal = goal.trim().trim_end_matches('.');
        let Ok(query) = program.parse_query(goal) else {
            return;
        };
        let mut machine = Machine::new(&program);
        machine.set_limits(Limits {
            steps: 20_000,
            depth: 2_000,
            memory: 8 << 20,
        });
        let _ = machine.solve(&query).take(20).count();
    });
}

/// Limits under which a game is made, or not, in no time.
const SMALL: Budget = Budget {
    work: 300_000,
    literals: 50_000,
};

/// What is the same for the network and the interpreter.
fn described(game: &RulesheetGame, position: &Position) -> Vec<String> {
    let mut lines: Vec<String> = game.facts(position).iter().map(|f| f.to_string()).collect();
    lines.push(format!("over: {}", game.is_terminal(position)));
    lines.push(format!("failed: {}", game.failure(position).is_some()));
    for role in 0..game.all_roles().len() {
        let moves = game.legal_of(position, role).into_iter();
        let texts: Vec<String> = moves.map(|mv| game.move_text(mv)).collect();
        lines.push(format!("{role}: {}", texts.join(" ")));
    }
    lines
}

fn play_both_ways(text: &str, syntax: Syntax) {
    let sheet = Rulesheet::read(Source::new("fuzz", text), syntax);
    let Ok(gates) = RulesheetGame::new(&sheet, EngineChoice::Best(SMALL)) else {
        return;
    };
    let Ok(rules) = RulesheetGame::new(&sheet, EngineChoice::Interpreter) else {
        return;
    };
    let mut rng = Seed(3).stream(text.len() as u64);
    let (mut a, mut b) = (gates.raw_initial(), rules.raw_initial());
    for _ in 0..5 {
        // What one cannot evaluate the other may: it has no need to look at it.
        if gates.failure(&a).is_some() || rules.failure(&b).is_some() {
            return;
        }
        assert_eq!(described(&gates, &a), described(&rules, &b));
        if gates.is_terminal(&a) {
            return;
        }
        let mut joint: Vec<(Move, Move)> = Vec::new();
        for role in 0..gates.all_roles().len() {
            let moves = gates.legal_of(&a, role);
            if moves.is_empty() {
                return;
            }
            let place = rng.random_range(0..moves.len());
            joint.push((moves[place], rules.legal_of(&b, role)[place]));
        }
        let (of_gates, of_rules): (Vec<Move>, Vec<Move>) = joint.into_iter().unzip();
        gates.play_joint(&mut a, &of_gates);
        rules.play_joint(&mut b, &of_rules);
    }
}

#[test]
fn mutated_rules_play_the_same_by_gates_and_by_rules() {
    run("prolog games", SMALL_PROLOG_GAMES, |text| {
        play_both_ways(text, Syntax::Prolog);
    });
    run("kif games", SMALL_KIF_GAMES, |text| {
        play_both_ways(text, Syntax::Kif);
    });
}

#[test]
fn mutated_rules_are_checked() {
    let effort = || CheckEffort {
        budget: SMALL,
        positions: 10,
        games: 2,
        steps: 20,
        ..CheckEffort::default()
    };
    run("check prolog", SMALL_PROLOG_GAMES, |text| {
        let sheet = Rulesheet::read(Source::new("fuzz.pl", text), Syntax::Prolog);
        let lines = text.split('\n').count() as u32;
        for problem in check(&sheet, effort()).problems {
            assert!((1..=lines + 1).contains(&problem.line), "{problem:?}");
        }
    });
    run("check kif", SMALL_KIF_GAMES, |text| {
        let sheet = Rulesheet::read(Source::new("fuzz.kif", text), Syntax::Kif);
        let _ = check(&sheet, effort());
    });
}

#[test]
fn positions_and_moves_of_every_game_are_read_or_refused() {
    let corpus = [
        "xo.\n.x.\n..o\n",
        "x..\no.x\n... x\n",
        "2x3/1\n1..\n1..\n",
        "9x9/10\n.........\n..112....\n",
        "cell(1,1,x).\ncell(1,2,b).\ncontrol(white).\n",
        "(true (cell 1 1 x))\n(mark 1 2)",
        "3,4",
        "mark(1,2)",
        "take(1, 3)",
        "heap(1,3). heap(2,4). control(a).",
        "b2 b3",
        "start",
    ];
    let games: Vec<_> = [
        "noughts-and-crosses",
        "hexapawn",
        "othello",
        "connect-four",
        "nim",
        "minesweeper",
        "breakthrough",
    ]
    .into_iter()
    .map(|name| find(name, Options::default()).expect("a listed game").game)
    .collect();
    run("positions", &corpus, |text| {
        for game in &games {
            if let Ok(mv) = game.parse_move(text) {
                let written = game.move_text(mv);
                assert_eq!(game.parse_move(&written), Ok(mv), "{written}");
            }
            if let Ok(position) = game.parse_position(text) {
                let written = game.position_text(&position);
                let again = game.parse_position(&written);
                let again = again.unwrap_or_else(|error| panic!("{written}: {error}"));
                assert_eq!(game.position_text(&again), written);
            }
            let _ = game.parse_view(text);
        }
    });
}

#[test]
fn minesweeper_positions_and_boards_are_read_or_refused() {
    let corpus = [
        include_str!("../../../examples/minesweeper/opening.txt"),
        include_str!("../../../examples/minesweeper/unknown-count.txt"),
        "2x3/1\n1..\n1F.\n",
    ];
    run("views", &corpus, |text| {
        if let Ok(view) = text.parse::<View>() {
            let written = view.to_string();
            assert_eq!(written.parse::<View>().ok(), Some(view), "{written}");
        }
    });
    // A board of 4 columns and 3 rows with 2 mines, as text of bytes.
    run(
        "mbf",
        &["\u{4}\u{3}\u{0}\u{2}\u{1}\u{1}\u{2}\u{0}"],
        |text| {
            let bytes: Vec<u8> = text.chars().map(|c| (c as u32 & 0xff) as u8).collect();
            if let Ok(board) = read_mbf(&bytes) {
                let written = write_mbf(&board).expect("what was read can be written");
                assert_eq!(read_mbf(&written).ok(), Some(board));
            }
        },
    );
}

#[test]
fn problems_in_one_file_are_read_or_refused() {
    run("one file", PROBLEMS, |text| {
        let _ = files::one_file(Source::new("fuzz.pl", text));
    });
}

/// Feeds problems of several files, which stand one after the other in the corpus.
/// `opened` is the file or folder that a user would name.
fn read_problems(name: &str, corpus: &str, parts: [&str; 3], opened: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    run(name, &[corpus], |text| {
        let mut texts = text.split("%---\n");
        for part in parts {
            let path = folder.path().join(part);
            std::fs::write(path, texts.next().unwrap_or_default()).expect("written");
        }
        let _ = files::read(&folder.path().join(opened));
    });
}

#[test]
fn problems_of_popper_are_read_or_refused() {
    let corpus = include_str!("corpus/popper.pl");
    read_problems("popper", corpus, ["bias.pl", "bk.pl", "exs.pl"], "");
}

#[test]
fn problems_of_aleph_are_read_or_refused() {
    let corpus = include_str!("corpus/aleph-folder.pl");
    let parts = ["family.b", "family.f", "family.n"];
    read_problems("aleph", corpus, parts, "family.b");
}

#[test]
fn strategy_files_are_read_or_refused() {
    let corpus = [
        include_str!("../../../rules/learned.pl"),
        include_str!("../../../rules/prelude/strategy.pl"),
        "strategy(game, 'noughts-and-crosses').\nstrategy(learner, migo).\n\
         win_1(A, B) :- move(A, B), won(B).\nwin_2(A, B) :- move(A, B), \\+ win_2_1(B).\n\
         win_2_1(A) :- move(A, B), win_1(B, C).\n",
    ];
    run("strategies", &corpus, |text| {
        let _ = Strategy::from_source(&Source::new("fuzz.pl", text));
    });
}

#[test]
fn a_state_file_is_loaded_whole_or_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.state");
    let state = SavedState::new(&path, &("fuzz", 7));
    let content: Vec<u32> = vec![1, 2, 3];
    state.store(&content).expect("it is written");
    let text = std::fs::read_to_string(&path).expect("it is there");
    run("states", &[text.as_str()], |text| {
        std::fs::write(Path::new(&path), text).expect("it is written");
        if let Ok(Some(loaded)) = state.load::<Vec<u32>>() {
            assert_eq!(loaded, content, "a changed state was accepted");
        }
    });
}
