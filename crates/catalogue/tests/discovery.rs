//! What Zenith finds in Othello plays better than chance.

use stratalog_catalogue::discovery::{Course, Domain};
use stratalog_run::Seed;
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
    let course = Course::new(settings);
    let (run, _) = domain.discover(&course, |_, _| {}).expect("a run");
    let accuracy = run.cycles.last().expect("two cycles").accuracy;
    // By chance half of the preferences would be told rightly.
    assert!(accuracy > 0.65, "{accuracy}");
    let won = domain
        .play(&run.evaluation, 1, "random", 60, Seed(12))
        .expect("games");
    // 40 of 60 or more happen by chance less than once in a hundred times.
    assert!(won.wins >= 40, "{} of {}", won.wins, won.games);
}

#[test]
fn a_discovery_goes_on_from_its_file_and_from_no_other() {
    let domain = Domain::new("noughts-and-crosses", None).expect("noughts and crosses");
    let path = std::env::temp_dir().join(format!("discovery-{}.state", std::process::id()));
    let course = |cycles, seed| Course {
        teacher: Some("minimax".to_owned()),
        games: 20,
        state: Some(path.clone()),
        ..Course::new(Settings {
            cycles,
            limit: 2_000.0,
            seed: Seed(seed),
            ..Settings::default()
        })
    };
    let told = |course: &Course| {
        let mut told = Vec::new();
        let (run, won) = domain
            .discover(course, |cycle, won| told.push((cycle.accuracy, won)))
            .expect("a run");
        (told, won, run.features.len(), run.effort.evaluations)
    };
    let whole = told(&Course {
        state: None,
        ..course(3, 1)
    });
    let first = told(&course(3, 1));
    assert_eq!(first, whole);
    // All is known: nothing is played or made, only looked at again.
    let again = told(&course(3, 1));
    assert_eq!((&again.0, &again.1, again.2), (&whole.0, &whole.1, whole.2));
    assert!(again.3 < whole.3, "{} of {}", again.3, whole.3);
    // The state of another run is none.
    let other = told(&course(3, 2));
    let alone = told(&Course {
        state: None,
        ..course(3, 2)
    });
    assert_eq!(other, alone);
    std::fs::remove_file(&path).expect("it was saved");
}
