//! The native versions of the Minesweeper background agree with the Prolog files:
//! a change to either fails a test.

use stratalog_logic::{Clause, Limits, Machine, Program, Source, Symbol, Term, read_term};
use stratalog_minesweeper::mio::examples::ExampleSource;
use stratalog_minesweeper::mio::guessing::{
    Condition, GuessList, GuessRule, Measure, Readings, Share,
};
use stratalog_minesweeper::mio::reasoner::{Contradiction, Reasoner, Refutation};
use stratalog_minesweeper::mio::rule::{Rule, Target};
use stratalog_minesweeper::mio::scene::{Scene, SetId};
use stratalog_minesweeper::mio::strategy::{Strategy, rule_text};
use stratalog_minesweeper::mio::tables::{self, Background};
use stratalog_minesweeper::{Cell, Site, View};
use stratalog_run::Seed;

const BACKGROUND: &str = include_str!("../../../rules/minesweeper-background.pl");
const SUPPOSING: &str = include_str!("../../../rules/minesweeper-supposing.pl");
const GUESSING: &str = include_str!("../../../rules/minesweeper-guessing.pl");

fn background() -> Program {
    let text = format!("{BACKGROUND}\n{SUPPOSING}");
    Program::from_source(&Source::new("minesweeper-background.pl", text)).expect("it compiles")
}

fn board_term(view: &View) -> Term {
    supposed_board_term(view, &[])
}

/// A board with these tiles supposed to be safe.
fn supposed_board_term(view: &View, safe: &[Site]) -> Term {
    let cells = view.grid().sites().map(|site| match view.cell(site) {
        Cell::Covered if safe.contains(&site) => Term::atom("s"),
        Cell::Covered => Term::atom("u"),
        Cell::Marked => Term::atom("m"),
        Cell::Number(number) => Term::integer(number),
    });
    let board = view.board();
    let sizes = [board.rows(), board.columns(), board.mines()].map(|n| Term::integer(n as u64));
    Term::compound("board", sizes.into_iter().chain([Term::list(cells)]))
}

fn tile_term(site: Site) -> Term {
    Term::integer(site.index() as u64 + 1)
}

fn set_term(scene: &Scene, id: SetId) -> Term {
    let set = scene.set(id);
    let tiles = set
        .squares
        .iter()
        .map(|tile| Term::integer(tile.index() as u64 + 1));
    Term::compound("set", [Term::list(tiles), Term::integer(set.mines)])
}

/// Boards of several sizes with some of their tiles.
fn positions() -> Vec<(View, Vec<Site>)> {
    let mut found = Vec::new();
    for board in ["8x8/10", "4x6/5", "5x5/8"] {
        let board = board.parse().expect("a board");
        let source = ExampleSource::new(board, Seed(7));
        for index in 0..12 {
            let examples = source.board_examples(index, Target::Safe);
            if let Some(first) = examples.first() {
                let tiles = examples.iter().map(|example| example.tile).collect();
                found.push((first.view.clone(), tiles));
            }
        }
    }
    found
}

fn answers(machine: &mut Machine<'_>, program: &Program, goal: Term) -> Vec<Vec<Term>> {
    let query = program.query(&goal).expect("it compiles");
    machine
        .solve(&query)
        .map(|answer| answer.expect("no error").values)
        .collect()
}

#[test]
fn zones_and_sets_are_the_same() {
    let program = background();
    let mut machine = Machine::new(&program);
    for (view, tiles) in positions() {
        let board = board_term(&view);
        let scene = Scene::new(&view, |_| false);
        for tile in tiles {
            let zone = scene.zone(tile);
            let goal = Term::compound(
                "zoneOfInterest",
                [tile_term(tile), board.clone(), Term::var(0)],
            );
            let zone_term = Term::list(zone.iter().map(|&site| tile_term(site)));
            assert_eq!(answers(&mut machine, &program, goal), [[zone_term.clone()]]);
            let goal = Term::compound(
                "setHasXMines",
                [Term::var(0), board.clone(), zone_term, Term::var(1)],
            );
            let native: Vec<Vec<Term>> = zone
                .iter()
                .filter_map(|&site| Some((site, scene.own_set(site)?)))
                .map(|(site, id)| vec![tile_term(site), set_term(&scene, id)])
                .collect();
            assert_eq!(answers(&mut machine, &program, goal), native);
        }
        let left = Term::compound("totalMinesLeft", [board.clone(), Term::var(0)]);
        let native = vec![vec![Term::integer(scene.total_mines_left())]];
        assert_eq!(answers(&mut machine, &program, left), native);
        let wholes = [
            ("allMinesInFringe", scene.all_mines_in_fringe()),
            ("boardHasXMines", scene.whole_board()),
        ];
        for (name, native) in wholes {
            let goal = Term::compound(name, [board.clone(), Term::var(0)]);
            let native: Vec<Vec<Term>> = native
                .map(|id| vec![set_term(&scene, id)])
                .into_iter()
                .collect();
            assert_eq!(answers(&mut machine, &program, goal), native, "{name}");
        }
    }
}

#[test]
fn differences_are_the_same() {
    let program = background();
    let mut machine = Machine::new(&program);
    let mut determined = 0;
    for (view, _) in positions() {
        let mut scene = Scene::new(&view, |_| false);
        let sites = view.grid().sites();
        let sets: Vec<SetId> = sites.filter_map(|site| scene.own_set(site)).collect();
        for &a in sets.iter().take(8) {
            for &b in &sets {
                let native = scene.difference(a, b);
                determined += usize::from(native.is_some());
                let goal = Term::compound(
                    "diffSetHasXMines",
                    [set_term(&scene, a), set_term(&scene, b), Term::var(0)],
                );
                let native: Vec<Vec<Term>> = native
                    .map(|id| vec![set_term(&scene, id)])
                    .into_iter()
                    .collect();
                assert_eq!(answers(&mut machine, &program, goal), native);
            }
        }
    }
    assert!(determined > 100, "only {determined} differences");
}

const RULES: [&str; 8] = [
    "safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), inSet(T,S), minesInSet(S,0)",
    "mine(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), inSet(T,S), \
     minesInSet(S,N), lengthSet(S,N)",
    "safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), setHasXMines(_,B,Z,R), \
     diffSetHasXMines(S,R,D), inSet(T,D), minesInSet(D,0)",
    "safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), setHasXMines(_,B,Z,R), \
     setHasXMines(_,B,Z,Q), diffSetHasXMines(S,R,D), diffSetHasXMines(Q,D,E), \
     inSet(T,E), minesInSet(E,0)",
    "safe(T,B) :- boardHasXMines(B,S), minesInSet(S,0)",
    "mine(T,B) :- allMinesInFringe(B,S), totalMinesLeft(B,N), lengthSet(S,N), inSet(T,S)",
    "safe(T,B) :- determinedTiles(B,Z), boardHasXMines(B,S), setHasXMines(_,B,Z,R), \
     diffSetHasXMines(S,R,D), inSet(T,D), minesInSet(D,0)",
    "mine(T,B) :- determinedTiles(B,Z), boardHasXMines(B,S), setHasXMines(_,B,Z,R), \
     diffSetHasXMines(S,R,D), inSet(T,D), minesInSet(D,N), lengthSet(D,N)",
];

#[test]
fn rules_apply_to_the_same_tiles() {
    let program = background();
    let mut machine = Machine::new(&program);
    let mut fired = [0; RULES.len()];
    for (number, text) in RULES.iter().enumerate() {
        let clause = read_term(text).expect("a clause").term;
        let rule = Rule::new("rule", &clause).expect("a rule");
        let Some([_, body]) = clause.as_compound(Symbol::new(":-"), 2) else {
            panic!("{text} has a body");
        };
        let query = program.query(body).expect("it compiles");
        for (view, tiles) in positions() {
            let board = board_term(&view);
            let mut scene = Scene::new(&view, |_| false);
            let concluded = Reasoner::new(&view, |_| false, &[]).conclusions(&rule);
            for tile in tiles {
                let native = rule.fires(&mut scene, tile).is_some();
                assert_eq!(
                    native,
                    concluded.contains(&tile),
                    "{text} at {tile:?} of\n{view}"
                );
                let asked = machine.holds(&query, &[tile_term(tile), board.clone()]);
                assert_eq!(
                    asked.expect("no error"),
                    native,
                    "{text} at {tile:?} of\n{view}"
                );
                fired[number] += usize::from(native);
            }
        }
    }
    assert!(fired[..4].iter().all(|&count| count > 0), "{fired:?}");
}

#[test]
fn suppositions_are_refuted_for_the_same_tiles() {
    let clauses = RULES.map(|text| read_term(text).expect("a clause").term);
    let rules = Strategy::new(Vec::new(), &clauses).expect("rules").rules;
    let text: String = RULES.iter().map(|rule| format!("{rule}.\n")).collect();
    let text = format!("{BACKGROUND}\n{SUPPOSING}\n{text}");
    let program = Program::from_source(&Source::new("all.pl", text)).expect("it compiles");
    let mut machine = Machine::new(&program).with_limits(Limits {
        steps: 200_000_000,
        ..Limits::default()
    });
    let source = ExampleSource::new("4x5/5".parse().expect("a board"), Seed(3));
    let mut refuted = [0; 2];
    for index in 0..12 {
        let Some(view) = source.position(index) else {
            continue;
        };
        let board = board_term(&view);
        let reasoner = Reasoner::new(&view, |_| false, &rules);
        for (name, supposed) in [("supposeMine", Target::Mine), ("supposeSafe", Target::Safe)] {
            for rank in 0..=2 {
                let drawn = match rank {
                    0 => "B1=B2".to_owned(),
                    rank => format!("consequences({rank},B1,B2)"),
                };
                let goal = format!("{name}(T,B,B1), {drawn}, impossible(B2)");
                let query = program.query(&read_term(&goal).expect("a goal").term);
                let query = query.expect("it compiles");
                let ranks = (rank > 0).then_some(rank).into_iter().collect();
                let refutation = Refutation {
                    supposed,
                    ranks,
                    contradiction: Contradiction::Impossible,
                };
                for tile in view.covered_sites() {
                    let native = reasoner.is_refuted(tile, &refutation);
                    let asked = machine.holds(&query, &[tile_term(tile), board.clone()]);
                    let asked = asked.expect("no limit");
                    assert_eq!(asked, native, "{goal} at {tile:?} of\n{view}");
                    refuted[usize::from(rank > 0)] += usize::from(native);
                }
            }
        }
    }
    assert!(refuted.iter().all(|&count| count > 10), "{refuted:?}");
}

const ABSURD: [&str; 5] = [
    "absurd(B) :- impossible(B)",
    "absurd(B) :- tightestTile(B,T), supposeMine(T,B,C), absurd(C), supposeSafe(T,B,D), absurd(D)",
    "absurd(B) :- tightestTile(B,T), supposeSafe(T,B,C), tightestTile(C,S), supposeMine(S,C,D), \
     impossible(D), supposeSafe(S,C,E), absurd(E)",
    "absurd(B) :- tightestTile(B,T), supposeMine(T,B,C), supposeSafe(T,C,D)",
    "absurd(B) :- tightestTile(B,T), supposeMine(T,B,C), impossible(C)",
];

#[test]
fn boards_are_absurd_by_the_same_clauses() {
    let clauses = ABSURD.map(|text| read_term(text).expect("a clause").term);
    let mut found = [0; 2];
    // What is asked of clauses does not depend on whether they are right.
    for chosen in [[0, 1], [0, 2], [0, 3], [0, 4]] {
        let chosen = chosen.map(|at: usize| clauses[at].clone());
        let rules = Strategy::new(Vec::new(), &chosen).expect("rules").rules;
        let clauses = rules.iter().map(|rule| format!("{}\n", rule_text(rule)));
        let text: String = clauses.collect();
        let text = format!("{BACKGROUND}\n{SUPPOSING}\n{text}");
        let program = Program::from_source(&Source::new("all.pl", text)).expect("it compiles");
        let mut machine = Machine::new(&program).with_limits(Limits {
            steps: 200_000_000,
            ..Limits::default()
        });
        let source = ExampleSource::new("4x4/4".parse().expect("a board"), Seed(11));
        for index in 0..10 {
            for example in source.board_examples(index, Target::Absurd) {
                let board = supposed_board_term(&example.view, &example.safe);
                let reasoner =
                    Reasoner::new(&example.view, |_| false, &rules).supposing_safe(&example.safe);
                for rule in &rules {
                    let Some([_, body]) = rule.clause.as_compound(Symbol::new(":-"), 2) else {
                        panic!("{} has a body", rule.name);
                    };
                    let query = program.query(body).expect("it compiles");
                    let asked = machine.holds(&query, std::slice::from_ref(&board));
                    let native = reasoner.is_absurd_by(rule);
                    assert_eq!(
                        asked.expect("no limit"),
                        native,
                        "{} of\n{}",
                        rule_text(rule),
                        example.view
                    );
                    found[usize::from(native)] += 1;
                }
            }
        }
    }
    assert!(found.iter().all(|&count| count > 20), "{found:?}");
}

/// The tables that a learner of `absurd/1` is given are a part of the
/// background: clauses must mean the same in both, or counterexamples of the
/// server teach nothing.
#[test]
fn the_tables_of_cases_agree_with_the_background() {
    let program = background();
    let mut machine = Machine::new(&program).with_limits(Limits {
        steps: 200_000_000,
        ..Limits::default()
    });
    let source = ExampleSource::new("4x4/4".parse().expect("a board"), Seed(5));
    let (mut splits, mut impossible) = (0, 0);
    for example in (0..8).flat_map(|index| source.board_examples(index, Target::Absurd)) {
        let examples = [example];
        let problem = tables::problem(&examples, Target::Absurd, &Background::Cases);
        let problem = problem.expect("a problem");
        // The board has the greatest number; its cases are examples too.
        let last = |terms: &[Term]| terms.iter().map(|term| term.args()[0].clone()).max();
        let (positive, negative) = (last(&problem.positives), last(&problem.negatives));
        assert_eq!(positive > negative, examples[0].is_positive);
        let root = positive.max(negative).expect("the board itself");
        let mut tabled = Machine::new(&problem.background);
        let board = supposed_board_term(&examples[0].view, &examples[0].safe);
        let mut waiting = vec![(root, board)];
        while let Some((node, board)) = waiting.pop() {
            let one = |name: &str, args: &[&Term]| {
                let args = args.iter().map(|&arg| arg.clone());
                Term::compound(name, args.chain([Term::var(0)]))
            };
            let is_impossible = |term: &Term| Term::compound("impossible", [term.clone()]);
            let tables = answers(&mut tabled, &problem.background, is_impossible(&node));
            let prolog = answers(&mut machine, &program, is_impossible(&board));
            assert_eq!(tables.is_empty(), prolog.is_empty());
            impossible += usize::from(!tables.is_empty());
            let tile = answers(
                &mut tabled,
                &problem.background,
                one("tightestTile", &[&node]),
            );
            let own = answers(&mut machine, &program, one("tightestTile", &[&board]));
            assert_eq!(tile, own);
            let Some([tile]) = tile.first().map(Vec::as_slice) else {
                continue;
            };
            splits += 1;
            for name in ["supposeMine", "supposeSafe"] {
                let case = one(name, &[tile, &node]);
                let case = answers(&mut tabled, &problem.background, case);
                let supposed = answers(&mut machine, &program, one(name, &[tile, &board]));
                assert_eq!((case.len(), supposed.len()), (1, 1), "{name}");
                waiting.push((case[0][0].clone(), supposed[0][0].clone()));
            }
        }
    }
    assert!(splits > 100 && impossible > 100, "{splits}, {impossible}");
}

#[test]
fn rules_for_guesses_name_the_same_squares() {
    let text = format!("{BACKGROUND}\n{GUESSING}");
    let source = Source::new("minesweeper-guessing.pl", text);
    let program = Program::from_source(&source).expect("it compiles");
    let mut machine = Machine::new(&program);
    let share = |numerator, denominator| Share {
        numerator,
        denominator,
    };
    let mut rules: Vec<Vec<Condition>> = Measure::ALL
        .into_iter()
        .flat_map(|measure| {
            let bound = if measure.is_share() {
                share(1, 3)
            } else {
                Share::whole(3)
            };
            [
                vec![Condition::Least(measure)],
                vec![Condition::Greatest(measure)],
                vec![Condition::AtMost(measure, bound)],
                vec![Condition::AtLeast(measure, bound)],
            ]
        })
        .collect();
    rules.push(vec![
        Condition::AtMost(Measure::AverageShare, share(1, 4)),
        Condition::Greatest(Measure::Numbers),
        Condition::Least(Measure::Covered),
    ]);
    let list = GuessList::new(rules);
    let mut silent = 0;
    for (view, _) in positions() {
        let board = board_term(&view);
        let readings = Readings::of(&Scene::new(&view, |_| false));
        for rule in &list.rules {
            let reread = GuessRule::new(rule.name.clone(), &rule.clause()).expect("a rule");
            assert_eq!(&reread, rule);
            // The body with the board in place of its variable, and the tile first.
            let clause = Clause::from_term(&rule.clause());
            let [tile, own_board] = clause.head.args() else {
                panic!("guess(Tile, Board)");
            };
            let body = clause.body.iter().cloned();
            let known = Term::compound("=", [own_board.clone(), board.clone()]);
            let tiles = Term::var(60);
            let goal = Term::compound(
                "findall",
                [
                    tile.clone(),
                    Term::conjunction([known].into_iter().chain(body)),
                    tiles,
                ],
            );
            let found = answers(&mut machine, &program, goal);
            let named = rule.named(&readings);
            silent += usize::from(named.is_empty());
            let native = Term::list(named.into_iter().map(tile_term));
            let last = found[0].last().cloned();
            assert_eq!(last, Some(native), "{}\n{view}", rule.text());
        }
    }
    assert!(silent > 0);
}
