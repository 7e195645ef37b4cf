//! Pre-images that a rulesheet defines, instead of those derived from its `next`
//! clauses.

use stratalog_game::{Described, Game, Player, PlayerSpec, Situation, Turn};
use stratalog_logic::{Source, Term, read_term};
use stratalog_rulesheet::bundled::find_rulesheet;
use stratalog_rulesheet::check::{CheckEffort, check};
use stratalog_rulesheet::{EngineChoice, Position, Rulesheet, RulesheetGame, Syntax};
use stratalog_run::Seed;
use stratalog_zenith::evidence::observer;
use stratalog_zenith::{
    Evidence, Feature, Theory, Transformation, Zenith, ZenithPlayer, ZenithSettings, strategy,
};

/// Nim with the inverse of taking: `next` gives the size of a heap after a move,
/// this its size before.
fn nim() -> (Rulesheet, RulesheetGame) {
    let own = "
        preimage(heap(H, M), does(_, take(H, K)), (true(heap(H, N)), M is N - K)).
        preimage(heap(H, N), does(_, take(G, _)), (true(heap(H, N)), G \\= H)).
        preimage(control(Q), does(P, take(_, _)), opponent(P, Q)).
    ";
    let text = find_rulesheet("nim").expect("nim").source.text.to_string() + own;
    let sheet = Rulesheet::read(Source::new("nim.pl", &text), Syntax::Prolog);
    let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("rules");
    (sheet, game)
}

#[test]
fn a_rulesheets_own_preimages_count_what_holds_after_each_move() {
    let (sheet, game) = nim();
    let mut theory = Theory::new(&sheet).expect("a theory");
    let formula = read_term("true(heap(H, 0))").expect("a formula").term;
    let empty = Feature::new(&theory, formula.conjuncts(), &[Term::var(0)]).expect("heaps");
    let evidence = Evidence {
        game: &game,
        positions: Vec::new(),
    };
    let made = Transformation::RegressFormula.apply(&mut theory, &empty, 0, &evidence);
    // A heap is emptied, or was empty before; the same for both roles.
    assert_eq!(made.len(), 2, "{made:?}");
    let observer = observer(&theory, &game, &made).expect("small");
    let after_each_move = |position: &Position| {
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        let holds = moves.iter().map(|&mv| {
            let mut next = position.clone();
            game.play_unchecked(&mut next, mv);
            let is_empty = |fact: &&Term| {
                fact.functor().is_some_and(|f| f.name.as_str() == "heap")
                    && fact.args()[1] == Term::Integer(0)
            };
            game.facts(&next).iter().filter(is_empty).count() as u32
        });
        holds.sum::<u32>()
    };
    let rng = &mut Seed(9).stream(0);
    for _ in 0..20 {
        let mut position = game.initial(rng);
        while let Turn::Role(role) = game.turn(&position) {
            let counts = observer.counts(&[&position]).remove(0);
            assert_eq!(counts.iter().sum::<u32>(), after_each_move(&position));
            let choice = game.random_choice(&position, role, rng, &mut Vec::new());
            game.play_unchecked(&mut position, choice.expect("a move").0);
        }
    }
}

#[test]
fn a_run_uses_a_rulesheets_own_preimages_and_its_evaluation_plays() {
    let (sheet, game) = nim();
    let report = check(&sheet, CheckEffort::default());
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    let settings = ZenithSettings {
        cycles: 4,
        fresh: 60,
        opening: 0,
        both_sides: true,
        seed: Seed(3),
        ..ZenithSettings::default()
    };
    let Ok(spec) = "uct:100".parse::<PlayerSpec>();
    let mut teacher = stratalog_players::roster::source(&game, &spec)
        .expect("uct")
        .player();
    let zenith = Zenith::new(&sheet, &game, settings).expect("a goal");
    let run = zenith.run(teacher.as_mut(), |_, _| Ok(())).expect("a run");
    let is_elsewhere = |goal: &Term| goal.functor().is_some_and(|f| f.name.as_str() == "\\=");
    let regressed = run.features.iter().filter(|found| {
        let is_regressed = |(_, how)| how == Transformation::RegressFormula;
        found.origin.is_some_and(is_regressed) && found.feature.goals.iter().any(is_elsewhere)
    });
    assert!(regressed.count() > 0, "no feature of the given pre-image");
    let text = strategy::text(&run.theory, &run.evaluation, &Vec::new());
    let source = Source::new("nim-strategy.pl", &text);
    let read = strategy::read(&source, &sheet, &game).expect("it reads back");
    let rng = &mut Seed(4).stream(0);
    let mut player = ZenithPlayer::new(read, 2);
    let mut position = game.initial(rng);
    while let Turn::Role(role) = game.turn(&position) {
        let decision = player
            .decide(Situation::new(&game, &position, role, rng))
            .expect("a move");
        assert!(game.is_legal(&position, decision.mv));
        game.play_unchecked(&mut position, decision.mv);
    }
}
