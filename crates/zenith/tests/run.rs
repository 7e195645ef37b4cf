//! A run from the goal of the game to an evaluation in a file.

use stratalog_game::{Game, Player, PlayerSpec, Turn};
use stratalog_logic::{Source, Term};
use stratalog_rulesheet::bundled::find_rulesheet;
use stratalog_rulesheet::{EngineChoice, Rulesheet, RulesheetGame};
use stratalog_run::Seed;
use stratalog_zenith::concept::Learner;
use stratalog_zenith::learner::Run;
use stratalog_zenith::{Settings, Zenith, ZenithPlayer, strategy};

fn small_othello() -> (Rulesheet, RulesheetGame) {
    let sheet = find_rulesheet("othello").expect("othello");
    let sheet = sheet.with_board("6x6").expect("6x6");
    let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("rules");
    (sheet, game)
}

/// Goes through a run with UCT as the teacher.
fn run(sheet: &Rulesheet, game: &RulesheetGame, teacher: &str, settings: Settings) -> Run {
    let Ok(spec) = teacher.parse::<PlayerSpec>();
    let source = stratalog_players::roster::source(game, &spec).expect("uct");
    let zenith = Zenith::new(sheet, game, settings).expect("a goal");
    let run = zenith.run(source.player().as_mut(), |_, _| Ok(()));
    run.expect("a run")
}

#[test]
fn a_run_repeats_exactly_and_its_evaluation_loads_from_its_file() {
    let (sheet, game) = small_othello();
    let make = || {
        let settings = Settings {
            cycles: 2,
            limit: 5_000.0,
            both_sides: true,
            seed: Seed(4),
            ..Settings::default()
        };
        run(&sheet, &game, "uct:100", settings)
    };
    let first = make();
    let facts = vec![("game", Term::atom("othello"))];
    let text = strategy::text(&first.theory, &first.evaluation, &facts);
    let again = make();
    let same = strategy::text(&again.theory, &again.evaluation, &facts);
    assert_eq!(text, same);

    let source = Source::new("evaluation", &text);
    let read = strategy::read(&source, &sheet, &game).expect("it reads back");
    let rng = &mut Seed(5).stream(0);
    let mut own = ZenithPlayer::new(first.evaluation.clone(), 2);
    let mut position = game.initial(rng);
    while let Turn::Role(role) = game.turn(&position) {
        let ranked = [&position];
        for mover in 0..2 {
            let one = first.evaluation.rank(&ranked, mover);
            let other = read.rank(&ranked, mover);
            assert!((one[0] - other[0]).abs() < 1e-9, "{one:?} {other:?}");
        }
        let decision = own.decide(&game, &position, role, rng).expect("a move");
        assert!(game.is_legal(&position, decision.mv));
        game.play_unchecked(&mut position, decision.mv);
    }
}

#[test]
fn a_decision_tree_is_saved_and_prefers_the_same_when_read() {
    let (sheet, game) = small_othello();
    for both_sides in [false, true] {
        let settings = Settings {
            cycles: 2,
            limit: 2_000.0,
            learner: Learner::tree(),
            both_sides,
            seed: Seed(8),
            ..Settings::default()
        };
        let run = run(&sheet, &game, "uct:30", settings);
        let text = strategy::text(&run.theory, &run.evaluation, &Vec::new());
        assert!(text.contains("node(") && text.contains("leaf("), "{text}");
        let read = |text: &str| strategy::read(&Source::new("tree", text), &sheet, &game);
        let read_back = read(&text).expect("it reads back");
        let rng = &mut Seed(5).stream(0);
        // A tree says nothing of a position alone: it plays one ply ahead.
        let mut own = ZenithPlayer::new(read_back.clone(), 3);
        let mut position = game.initial(rng);
        while let Turn::Role(role) = game.turn(&position) {
            let after = stratalog_zenith::player::successors(&game, &position);
            let after: Vec<_> = after.iter().map(|(_, next)| next).collect();
            for mover in 0..2 {
                let ranks = run.evaluation.rank(&after, mover);
                assert_eq!(ranks, read_back.rank(&after, mover));
            }
            let decision = own.decide(&game, &position, role, rng).expect("a move");
            game.play_unchecked(&mut position, decision.mv);
        }
        // A way that leads nowhere, or back, is noticed.
        let without_leaves: String = text
            .lines()
            .filter(|line| !line.starts_with("leaf("))
            .map(|line| format!("{line}\n"))
            .collect();
        assert!(read(&without_leaves).is_err());
    }
}

#[test]
fn a_run_that_was_stopped_after_any_cycle_goes_on_to_the_same_end() {
    let (sheet, game) = small_othello();
    let new = || {
        let settings = Settings {
            cycles: 3,
            limit: 2_000.0,
            seed: Seed(6),
            // Some of the preferences are forgotten.
            instances: 250,
            ..Settings::default()
        };
        Zenith::new(&sheet, &game, settings).expect("a goal")
    };
    let teacher = || {
        let Ok(spec) = "uct:100".parse::<PlayerSpec>();
        let source = stratalog_players::roster::source(&game, &spec).expect("uct");
        source.player()
    };
    let mut whole = new();
    let mut saved = Vec::new();
    for _ in 0..3 {
        whole.cycle(teacher().as_mut()).expect("a cycle");
        saved.push(whole.checkpoint());
    }
    let text = |zenith: Zenith| {
        let run = zenith.finish().expect("a run");
        strategy::text(&run.theory, &run.evaluation, &Vec::new())
    };
    let whole = text(whole);
    for (done, checkpoint) in saved.iter().enumerate() {
        let mut resumed = new().going_on(checkpoint).expect("it can be gone on from");
        assert_eq!(resumed.cycles().len(), done + 1);
        assert_eq!(resumed.checkpoint(), *checkpoint);
        while resumed.cycles().len() < 3 {
            resumed.cycle(teacher().as_mut()).expect("a cycle");
        }
        assert_eq!(resumed.checkpoint(), saved[2]);
        assert_eq!(text(resumed), whole);
    }
    // What was cut off while being written is noticed.
    let half = &saved[1][..saved[1].len() / 2];
    let half = &half[..half.rfind('\n').expect("lines") + 1];
    assert!(new().going_on(half).is_err());
}

#[test]
fn a_run_finds_the_corners_and_the_way_to_them() {
    let (sheet, game) = small_othello();
    let settings = Settings {
        cycles: 3,
        limit: 5_000.0,
        seed: Seed(6),
        ..Settings::default()
    };
    let run = run(&sheet, &game, "uct:30", settings);
    // Discs next to empty squares of a set: what is left of a move to it.
    let approach = [
        "remove-variable",
        "remove-variable",
        "remove-LC-term",
        "expand-to-base-case",
        "regress-formula",
        "variable-specialize",
    ];
    let sets = (0..run.features.len()).filter_map(|number| {
        let steps = run.derivation(number);
        let hows = steps.iter().filter_map(|step| step.split(' ').next());
        let is_an_approach = hows.take(approach.len()).eq(approach);
        let goals = &run.features[number].feature.goals;
        let set = goals.iter().find_map(|goal| {
            let functor = goal.functor()?;
            functor
                .name
                .as_str()
                .starts_with("always_")
                .then_some(functor)
        });
        set.filter(|_| is_an_approach && goals.len() == 4)
    });
    let corners = ["(1,1)", "(1,6)", "(6,1)", "(6,6)"];
    let is_of_corners = |set| {
        let members = run.theory.clauses(set).iter();
        let squares = members.map(|(head, _)| format!("({},{})", head.args()[0], head.args()[1]));
        squares.eq(corners)
    };
    let sets: Vec<_> = sets.collect();
    assert!(!sets.is_empty());
    assert!(sets.into_iter().all(is_of_corners));
}
