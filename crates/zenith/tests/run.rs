//! A run from the goal of the game to an evaluation in a file.

use stratalog_game::catalogue::find_rulesheet;
use stratalog_game::rulesheet::{Evaluation as Reading, RulesheetGame};
use stratalog_game::{Game, Player, PlayerSpec, Seed, Turn};
use stratalog_logic::{Source, Term};
use stratalog_zenith::{Settings, Zenith, ZenithPlayer, strategy};

#[test]
fn a_run_repeats_exactly_and_its_evaluation_loads_from_its_file() {
    let sheet = find_rulesheet("othello")
        .expect("othello")
        .with_board("6x6")
        .expect("6x6");
    let game = RulesheetGame::new(&sheet, Reading::default()).expect("rules");
    let run = || {
        let settings = Settings {
            cycles: 2,
            limit: 5_000.0,
            seed: Seed(4),
            ..Settings::default()
        };
        let Ok(spec) = "uct:100".parse::<PlayerSpec>();
        let mut teacher = stratalog_rivals::roster::source(&game, &spec)
            .expect("uct")
            .player();
        let zenith = Zenith::new(&sheet, &game, settings).expect("a goal");
        zenith.run(teacher.as_mut(), |_, _| Ok(())).expect("a run")
    };
    let first = run();
    let facts = vec![("game", Term::atom("othello"))];
    let text = strategy::text(&first.theory, &first.evaluation, &facts).expect("weights");
    let again = run();
    let same = strategy::text(&again.theory, &again.evaluation, &facts).expect("weights");
    assert_eq!(text, same);

    let source = Source::new("evaluation", &text);
    let read = strategy::read(&source, &sheet, &game).expect("it reads back");
    let rng = &mut Seed(5).stream(0);
    let mut own = ZenithPlayer::new(first.evaluation.clone(), 2);
    let mut position = game.initial(rng);
    while let Turn::Role(role) = game.turn(&position) {
        let ranked = [&position];
        let (one, other) = (first.evaluation.rank(&ranked), read.rank(&ranked));
        assert!((one[0] - other[0]).abs() < 1e-9, "{one:?} {other:?}");
        let decision = own.decide(&game, &position, role, rng).expect("a move");
        assert!(game.is_legal(&position, decision.mv));
        game.play_unchecked(&mut position, decision.mv);
    }
}
