//! What Zenith finds in Othello plays better than chance.

use stratalog_arena::discovery::Domain;
use stratalog_game::Seed;
use stratalog_zenith::Settings;

#[test]
fn an_evaluation_found_in_the_rules_tells_preferences_and_beats_chance() {
    let domain = Domain::new("othello", None).expect("othello");
    let settings = Settings {
        cycles: 2,
        limit: 10_000.0,
        seed: Seed(11),
        ..Settings::default()
    };
    let (run, _) = domain
        .discover(settings, None, 0, |_, _| {})
        .expect("a run");
    let accuracy = run.cycles.last().expect("two cycles").accuracy;
    // By chance half of the preferences would be told rightly.
    assert!(accuracy > 0.65, "{accuracy}");
    let won = domain
        .play(&run.evaluation, 1, "random", 60, Seed(12))
        .expect("games");
    // 40 of 60 or more happen by chance less than once in a hundred times.
    assert!(won.wins >= 40, "{} of {}", won.wins, won.games);
}
