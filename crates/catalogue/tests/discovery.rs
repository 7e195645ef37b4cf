//! Zenith's evaluation of Othello plays better than chance, and a run resumes from
//! its saved state.

use stratalog_catalogue::discovery::{Domain, Games};
use stratalog_catalogue::discovery_run::DiscoveryCourse;
use stratalog_run::{Control, Ended, Event, Seed, Stop};
use stratalog_zenith::ZenithSettings;

#[test]
fn an_evaluation_found_in_the_rules_predicts_preferences_and_beats_chance() {
    let domain = Domain::new("othello", None).expect("othello");
    let settings = ZenithSettings {
        cycles: 2,
        limit: 10_000.0,
        seed: Seed(11),
        ..ZenithSettings::default()
    };
    let course = DiscoveryCourse::new(settings);
    let control = Control::default();
    let found = domain.discover(&course, &control, |_, _, _| {});
    let discovery = found.expect("a run").discovery;
    let accuracy = discovery.cycles.last().expect("two cycles").accuracy;
    // Chance is a half.
    assert!(accuracy > 0.65, "{accuracy}");
    let player = Domain::one_ply(&discovery.evaluation);
    let games = Games {
        count: 300,
        seed: Seed(12),
    };
    let won = domain.play(&player, "random", games, &control);
    let won = won.expect("games");
    // 171 of 300 or more happen by chance less than once in a hundred times.
    assert!(won.wins >= 171, "{} of {}", won.wins, won.games);
}

/// Both players choose a number at the same time; who chose the larger one gets a
/// point, up to three rounds.
const BIDDING: &str = "role(left). role(right).
bid(1). bid(2). bid(3). bid(4).
succ(0, 1). succ(1, 2). succ(2, 3).
init(round(0)). init(points(left, 0)). init(points(right, 0)).
legal(P, bid(N)) :- role(P), bid(N).
won(P) :- does(P, bid(N)), does(Q, bid(M)), distinct(P, Q), greater(N, M).
greater(N, M) :- bid(N), bid(M), N > M.
next(round(M)) :- true(round(N)), succ(N, M).
next(points(P, M)) :- won(P), true(points(P, N)), succ(N, M).
next(points(P, N)) :- role(P), true(points(P, N)), \\+ won(P).
terminal :- true(round(3)).
more(P, Q) :- true(points(P, N)), true(points(Q, M)), N > M.
goal(left, 100) :- more(left, right).
goal(right, 100) :- more(right, left).
goal(left, 0) :- more(right, left).
goal(right, 0) :- more(left, right).
goal(P, 50) :- role(P), \\+ more(left, right), \\+ more(right, left).
";

#[test]
fn features_of_a_game_with_simultaneous_moves_beat_chance() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bidding.pl");
    std::fs::write(&path, BIDDING).expect("it can be written");
    let domain = Domain::new(&path.display().to_string(), None).expect("the rules");
    // There is no material to count where moves are simultaneous.
    assert_eq!(domain.rivals(), ["random"]);
    let settings = ZenithSettings {
        cycles: 2,
        seed: Seed(5),
        ..ZenithSettings::default()
    };
    let control = Control::default();
    let found = domain.discover(&DiscoveryCourse::new(settings), &control, |_, _, _| {});
    let discovery = found.expect("a run").discovery;
    let player = Domain::one_ply(&discovery.evaluation);
    let games = Games {
        count: 200,
        seed: Seed(6),
    };
    let won = domain
        .play(&player, "random", games, &control)
        .expect("games");
    // A player who always bids most loses no round.
    assert!(won.wins > 150, "{} of {}", won.wins, won.games);
}

#[test]
fn a_run_resumes_from_its_own_state_and_from_no_other() {
    let domain = Domain::new("noughts-and-crosses", None).expect("noughts and crosses");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("discovery.state");
    let course = |cycles, seed| DiscoveryCourse {
        teacher: Some("minimax".to_owned()),
        games: 20,
        state: Some(path.clone()),
        ..DiscoveryCourse::new(ZenithSettings {
            cycles,
            limit: 2_000.0,
            seed: Seed(seed),
            ..ZenithSettings::default()
        })
    };
    let run = |course: &DiscoveryCourse, control: &Control| {
        let mut told = Vec::new();
        let found = domain.discover(course, control, |_, cycle, won| {
            told.push((cycle.accuracy, won));
        });
        (told, found)
    };
    let results = |course: &DiscoveryCourse| {
        let (told, found) = run(course, &Control::default());
        let found = found.expect("a run");
        let effort = found.discovery.effort.evaluations;
        let features = found.discovery.features.len();
        (told, found.won, features, effort)
    };
    let whole = results(&DiscoveryCourse {
        state: None,
        ..course(3, 1)
    });
    // Stopped in the second cycle.
    let stop = Stop::default();
    let requested = stop.clone();
    let control = Control::new(stop, move |event| {
        if matches!(event, Event::Stage { what } if what == "cycle 2") {
            requested.request();
        }
    });
    let (_, stopped) = run(&course(3, 1), &control);
    let stopped = stopped.expect("what is known");
    assert_eq!(stopped.ended, Ended::Stopped);
    assert_eq!(stopped.discovery.cycles.len(), 1);
    let resumed = results(&course(3, 1));
    assert_eq!(
        (&resumed.0, &resumed.1, resumed.2),
        (&whole.0, &whole.1, whole.2)
    );
    // Everything is known: nothing is learned again.
    let again = results(&course(3, 1));
    assert_eq!((&again.0, &again.1, again.2), (&whole.0, &whole.1, whole.2));
    assert!(again.3 < whole.3, "{} of {}", again.3, whole.3);
    // Another run is refused, and the state is kept.
    let (_, other) = run(&course(3, 2), &Control::default());
    let error = other.err().expect("it is another run").to_string();
    assert!(error.contains("belongs to"), "{error}");
    assert!(path.exists());
}
