//! A run from the goal of the game to an evaluation in a file.

use stratalog_game::{Game, Outcome, Player, PlayerSpec, Reason, Role, Situation, Turn};
use stratalog_logic::{Source, Term, Var};
use stratalog_rulesheet::bundled::find_rulesheet;
use stratalog_rulesheet::{EngineChoice, Position, Rulesheet, RulesheetGame};
use stratalog_run::{Control, Event, Seed, Stop};
use stratalog_zenith::concept::PreferenceLearner;
use stratalog_zenith::learner::Discovered;
use stratalog_zenith::{
    Checkpoint, Discovery, FeatureEvaluation, Zenith, ZenithPlayer, ZenithSettings, strategy,
};

fn small_othello() -> (Rulesheet, RulesheetGame) {
    let sheet = find_rulesheet("othello").expect("othello");
    let sheet = sheet.with_board("6x6").expect("6x6");
    let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("rules");
    (sheet, game)
}

/// Performs a run with this teacher.
fn run(
    sheet: &Rulesheet,
    game: &RulesheetGame,
    teacher: &str,
    settings: ZenithSettings,
) -> Discovery {
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
        let settings = ZenithSettings {
            cycles: 2,
            limit: 5_000.0,
            both_sides: true,
            seed: Seed(4),
            ..ZenithSettings::default()
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
        let decision = own
            .decide(Situation::new(&game, &position, role, rng))
            .expect("a move");
        assert!(game.is_legal(&position, decision.mv));
        game.play_unchecked(&mut position, decision.mv);
    }
}

#[test]
fn values_of_self_play_tell_who_wins_and_load_from_their_file() {
    let (sheet, game) = small_othello();
    let make = |self_play: u64| {
        let settings = ZenithSettings {
            cycles: 2,
            limit: 5_000.0,
            self_play,
            seed: Seed(4),
            ..ZenithSettings::default()
        };
        let Ok(spec) = "uct:30".parse::<PlayerSpec>();
        let source = stratalog_players::roster::source(&game, &spec).expect("uct");
        let mut teacher = source.player();
        let control = Control::default();
        let mut zenith = Zenith::new(&sheet, &game, settings).expect("a goal");
        while zenith
            .cycle(teacher.as_mut(), &control)
            .expect("a cycle")
            .is_some()
        {}
        zenith.learn_values(&control).expect("values");
        zenith.finish().expect("a run")
    };
    assert!(make(0).evaluation.search_values().is_none());
    let run = make(300);
    let text = strategy::text(&run.theory, &run.evaluation, &Vec::new());
    assert_eq!(text, {
        let again = make(300);
        strategy::text(&again.theory, &again.evaluation, &Vec::new())
    });
    assert!(text.contains("value(constant, black, "), "{text}");
    let read = |text: &str| strategy::read(&Source::new("values", text), &sheet, &game);
    let read_back = read(&text).expect("it reads back");
    let values = |evaluation: &FeatureEvaluation, position: &Position, mover: usize| {
        evaluation.values(&[position], &[mover])[0]
    };
    // In random games the side that is ahead by its values wins more often.
    let (mut right, mut all) = (0, 0);
    for number in 0..60 {
        let rng = &mut Seed(5).stream(number);
        let mut position = game.initial(rng);
        let mut halfway = 0.0;
        for ply in 0.. {
            let Turn::Role(role) = game.turn(&position) else {
                break;
            };
            let choice = game.random_choice(&position, role, rng, &mut Vec::new());
            game.play_unchecked(&mut position, choice.expect("a move").0);
            let value = values(&run.evaluation, &position, role.index());
            let same = values(&read_back, &position, role.index());
            assert!((value - same).abs() < 1e-9, "{value} {same}");
            if ply == 24 {
                halfway = value;
            }
        }
        let lead = game.outcome(&position, Role(0));
        right += usize::from((halfway > 0.0) == (lead == Outcome::Win));
        all += usize::from(lead != Outcome::Draw);
    }
    assert!(3 * right > 2 * all, "{right} of {all}");
    // A value that is missing is named.
    let without: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with("value(constant, white"))
        .collect();
    let refused = read(&without.join("\n"))
        .map(|_| ())
        .expect_err("no constant");
    assert!(
        refused
            .to_string()
            .contains("constant has no value for white"),
        "{refused}"
    );
}

#[test]
fn a_decision_tree_is_saved_and_prefers_the_same_when_read() {
    let (sheet, game) = small_othello();
    for both_sides in [false, true] {
        let settings = ZenithSettings {
            cycles: 2,
            limit: 2_000.0,
            learner: PreferenceLearner::tree(),
            both_sides,
            seed: Seed(8),
            ..ZenithSettings::default()
        };
        let run = run(&sheet, &game, "uct:30", settings);
        let text = strategy::text(&run.theory, &run.evaluation, &Vec::new());
        assert!(text.contains("node(") && text.contains("leaf("), "{text}");
        let read = |text: &str| strategy::read(&Source::new("tree", text), &sheet, &game);
        let read_back = read(&text).expect("it reads back");
        let rng = &mut Seed(5).stream(0);
        // A tree does not evaluate a single position: it plays one ply ahead.
        let mut own = ZenithPlayer::new(read_back.clone(), 3);
        let mut position = game.initial(rng);
        while let Turn::Role(role) = game.turn(&position) {
            let after = stratalog_zenith::player::successors(&game, &position);
            let after: Vec<_> = after.iter().map(|(_, next)| next).collect();
            for mover in 0..2 {
                let ranks = run.evaluation.rank(&after, mover);
                assert_eq!(ranks, read_back.rank(&after, mover));
            }
            let decision = own
                .decide(Situation::new(&game, &position, role, rng))
                .expect("a move");
            game.play_unchecked(&mut position, decision.mv);
        }
        // A branch without an end is refused.
        let without_leaves: String = text
            .lines()
            .filter(|line| !line.starts_with("leaf("))
            .map(|line| format!("{line}\n"))
            .collect();
        assert!(read(&without_leaves).is_err());
    }
}

#[test]
fn a_run_that_was_stopped_after_any_cycle_resumes_with_the_same_result() {
    let (sheet, game) = small_othello();
    let new = || {
        let settings = ZenithSettings {
            cycles: 3,
            limit: 2_000.0,
            seed: Seed(6),
            // Some of the preferences are forgotten.
            instances: 250,
            ..ZenithSettings::default()
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
        whole
            .cycle(teacher().as_mut(), &Control::default())
            .expect("a cycle");
        saved.push(whole.checkpoint());
    }
    let text = |zenith: Zenith| {
        let run = zenith.finish().expect("a run");
        strategy::text(&run.theory, &run.evaluation, &Vec::new())
    };
    let whole = text(whole);
    for (done, checkpoint) in saved.iter().enumerate() {
        let mut resumed = new().resumed(checkpoint).expect("it can be resumed");
        assert_eq!(resumed.cycles().len(), done + 1);
        assert_eq!(resumed.checkpoint(), *checkpoint);
        while resumed.cycles().len() < 3 {
            resumed
                .cycle(teacher().as_mut(), &Control::default())
                .expect("a cycle");
        }
        assert_eq!(resumed.checkpoint(), saved[2]);
        assert_eq!(text(resumed), whole);
    }
    // The state survives being written as JSON, and a damaged one is refused.
    let written = serde_json::to_value(&saved[1]).expect("text keys");
    let read: Checkpoint = serde_json::from_value(written.clone()).expect("it was written so");
    assert_eq!(read, saved[1]);
    let mut damaged = written;
    damaged["alive"] = serde_json::json!([1_000_000]);
    let damaged: Checkpoint = serde_json::from_value(damaged).expect("it has the same form");
    assert!(new().resumed(&damaged).is_err());
}

#[test]
fn a_stopped_cycle_leaves_the_learner_as_it_was() {
    let (sheet, game) = small_othello();
    let settings = ZenithSettings {
        cycles: 3,
        limit: 2_000.0,
        seed: Seed(6),
        ..ZenithSettings::default()
    };
    let mut zenith = Zenith::new(&sheet, &game, settings).expect("a goal");
    let Ok(spec) = "uct:30".parse::<PlayerSpec>();
    let source = stratalog_players::roster::source(&game, &spec).expect("uct");
    let mut teacher = source.player();
    zenith
        .cycle(teacher.as_mut(), &Control::default())
        .expect("a cycle");
    let before = zenith.checkpoint();
    let stop = Stop::default();
    let requested = stop.clone();
    let control = Control::new(stop, move |event| {
        if matches!(event, Event::Progress { what, .. } if what == "features found") {
            requested.request();
        }
    });
    let cycle = zenith.cycle(teacher.as_mut(), &control).expect("it stops");
    assert!(cycle.is_none());
    assert_eq!(zenith.checkpoint(), before);
}

#[test]
fn accuracy_is_measured_on_games_that_were_not_learned_from() {
    let (sheet, game) = small_othello();
    let settings = ZenithSettings {
        cycles: 2,
        limit: 2_000.0,
        seed: Seed(6),
        ..ZenithSettings::default()
    };
    let mut zenith = Zenith::new(&sheet, &game, settings).expect("a goal");
    let Ok(spec) = "uct:30".parse::<PlayerSpec>();
    let source = stratalog_players::roster::source(&game, &spec).expect("uct");
    let mut teacher = source.player();
    let control = Control::default();
    while zenith
        .cycle(teacher.as_mut(), &control)
        .expect("a cycle")
        .is_some()
    {}
    let pairs = zenith.cycles()[1].pairs;
    zenith
        .measure_held_out(teacher.as_mut(), &control)
        .expect("games");
    let cycles = zenith.cycles();
    // The games of the second cycle are new to the first evaluation.
    let first = cycles[0]
        .held_out
        .as_ref()
        .expect("measured in the second cycle");
    assert_eq!(first.pairs, (pairs - cycles[0].pairs) as u64);
    let last = cycles[1].held_out.as_ref().expect("measured at the end");
    assert!(last.pairs > 0 && last.agreed <= last.pairs);
    assert_eq!(cycles[1].pairs, pairs);
}

#[test]
fn a_reason_names_features_in_english_and_what_differs() {
    let (sheet, game) = small_othello();
    let settings = ZenithSettings {
        cycles: 1,
        games: 8,
        limit: 5_000.0,
        seed: Seed(4),
        ..ZenithSettings::default()
    };
    let run = run(&sheet, &game, "uct:30", settings);
    let mut player = ZenithPlayer::new(run.evaluation, 1);
    let rng = &mut Seed(5).stream(0);
    let mut position = game.initial(rng);
    let mut named = 0;
    while let Turn::Role(role) = game.turn(&position) {
        let decision = player
            .decide(Situation::new(&game, &position, role, rng))
            .expect("a move");
        if let Reason::Features(evaluation) = &decision.reason {
            let said = decision.reason.to_string();
            for share in &evaluation.features {
                let english = share.english.as_deref().expect("English");
                let english = english.trim_end_matches('.').to_lowercase();
                assert!(said.to_lowercase().contains(&english), "{said}");
                assert!(!said.contains(&format!("{} ", share.name)), "{said}");
                assert_ne!(share.alternative, Some(share.value));
                named += 1;
            }
        }
        game.play_unchecked(&mut position, decision.mv);
    }
    assert!(named > 0);
}

#[test]
fn a_run_finds_the_corners_and_the_discs_beside_empty_corners() {
    let (sheet, game) = small_othello();
    let settings = ZenithSettings {
        cycles: 5,
        limit: 5_000.0,
        seed: Seed(6),
        ..ZenithSettings::default()
    };
    let run = run(&sheet, &game, "uct:30", settings);
    let corners = ["(1,1)", "(1,6)", "(6,1)", "(6,6)"];
    // The squares of the set that a goal names, if it is the corners.
    let of_corners = |goal: &&Term| {
        let members = goal.functor().map(|set| run.theory.clauses(set));
        let squares = members.unwrap_or_default().iter().map(|clause| {
            let args = clause.head.args();
            format!("({},{})", args[0], args[args.len() - 1])
        });
        goal.args().len() == 2 && squares.eq(corners)
    };
    let is_beside_empty_corners = |found: &Discovered| {
        let goals = &found.feature.goals;
        let Some(set) = goals.iter().find(of_corners) else {
            return false;
        };
        // The corners are not counted: what is beside them is.
        let is_corner = |var: &Var| set.variables().contains(var);
        let texts: Vec<String> = goals.iter().map(ToString::to_string).collect();
        goals.len() == 4
            && !found.feature.variables.iter().any(is_corner)
            && texts.iter().any(|goal| goal.contains("blank"))
            && texts.iter().any(|goal| goal.starts_with("beside"))
    };
    let on_corners = |found: &Discovered| {
        let goals = &found.feature.goals;
        goals.len() == 2 && goals.iter().any(|goal| of_corners(&goal))
    };
    assert!(run.features.iter().any(on_corners));
    assert!(run.features.iter().any(is_beside_empty_corners));
}
