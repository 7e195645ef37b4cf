//! Zenith's evaluations play better than chance, in games of every kind, and a run
//! resumes from its saved state.

use stratalog_catalogue::discovery::{Domain, Games};
use stratalog_catalogue::discovery_run::DiscoveryCourse;
use stratalog_run::{Control, Ended, Event, Seed, Stop};
use stratalog_zenith::{FeatureEvaluation, ZenithSettings};

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

/// The domain of a rulesheet.
fn domain_of(file: &str, rules: &str) -> Domain {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(file);
    std::fs::write(&path, rules).expect("it can be written");
    Domain::new(&path.display().to_string(), None).expect("the rules")
}

/// What the default settings find in this number of cycles.
fn evaluation_of(domain: &Domain, cycles: usize, seed: Seed) -> FeatureEvaluation {
    let settings = ZenithSettings {
        cycles,
        seed,
        ..ZenithSettings::default()
    };
    let course = DiscoveryCourse::new(settings);
    let found = domain.discover(&course, &Control::default(), |_, _, _| {});
    found.expect("a run").discovery.evaluation
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
    let domain = domain_of("bidding.pl", BIDDING);
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

/// A lamp is carried to the last of four rooms and lit there within twelve steps.
/// Moving is always possible and leads from the last room to the first, so that most
/// random games end without light.
const LAMP: &str = "role(walker).
room(1). room(2). room(3). room(4).
after(1, 2). after(2, 3). after(3, 4). after(4, 1).
init(in(1)). init(lamp(3)). init(step(0)).
legal(walker, move).
legal(walker, take) :- true(in(R)), true(lamp(R)).
legal(walker, drop) :- true(lamp(carried)).
legal(walker, light) :- true(lamp(carried)).
next(in(S)) :- does(walker, move), true(in(R)), after(R, S).
next(in(R)) :- true(in(R)), \\+ does(walker, move).
next(lamp(carried)) :- does(walker, take).
next(lamp(R)) :- does(walker, drop), true(in(R)).
next(lamp(broken)) :- does(walker, light), \\+ true(in(4)).
next(lamp(lit)) :- does(walker, light), true(in(4)).
next(lamp(L)) :- does(walker, move), true(lamp(L)).
next(step(M)) :- true(step(N)), M is N + 1, M =< 12.
terminal :- true(step(12)).
terminal :- true(lamp(lit)).
terminal :- true(lamp(broken)).
goal(walker, 100) :- true(lamp(lit)).
goal(walker, 0) :- \\+ true(lamp(lit)).
";

#[test]
fn features_of_a_puzzle_lead_to_its_goal() {
    let domain = domain_of("lamp.pl", LAMP);
    let control = Control::default();
    let player = Domain::one_ply(&evaluation_of(&domain, 2, Seed(21)));
    let games = Games {
        count: 50,
        seed: Seed(22),
    };
    let own = domain.play(&player, "random", games, &control);
    let random = domain.play_as("random", games, &control);
    let (own, random) = (own.expect("games"), random.expect("games"));
    assert!(random.mean_goal < 40.0, "{random:?}");
    assert!(own.mean_goal > 90.0, "{own:?}");
}

/// Nine regions in a strip, each beside the next two, are given one of three colours
/// each, in any order. Six of 19,683 ways to colour them have no equal neighbours.
const STRIP: &str = "role(painter).
region(1). region(2). region(3). region(4). region(5).
region(6). region(7). region(8). region(9).
colour(red). colour(green). colour(blue).
beside(R, S) :- region(R), region(S), S > R, S =< R + 2.
init(painted(0)).
legal(painter, paint(R, C)) :- region(R), colour(C), \\+ coloured(R).
coloured(R) :- true(has(R, C)).
next(has(R, C)) :- does(painter, paint(R, C)).
next(has(R, C)) :- true(has(R, C)).
next(painted(M)) :- true(painted(N)), M is N + 1, M =< 9.
terminal :- true(painted(9)).
clash :- beside(R, S), true(has(R, C)), true(has(S, C)).
goal(painter, 100) :- \\+ clash.
goal(painter, 0) :- clash.
";

#[test]
fn a_puzzle_that_random_games_never_solve_is_taught_by_a_planner() {
    let domain = domain_of("strip.pl", STRIP);
    let control = Control::default();
    let teacher = domain.best_teacher(Seed(1), &control).expect("a teacher");
    assert_eq!(teacher, "planner");
    let games = Games {
        count: 50,
        seed: Seed(24),
    };
    let mean = |player: &str| {
        let won = domain.play_as(player, games, &control);
        won.expect("games").mean_goal
    };
    assert_eq!((mean("random"), mean("planner")), (0.0, 100.0));
    let player = Domain::one_ply(&evaluation_of(&domain, 2, Seed(23)));
    let own = domain.play(&player, "random", games, &control);
    let own = own.expect("games");
    assert!(own.mean_goal > 90.0, "{own:?}");
}

#[test]
fn a_stop_is_heeded_while_a_teacher_is_chosen() {
    let domain = domain_of("strip.pl", STRIP);
    let stop = Stop::default();
    stop.request();
    let teacher = domain.best_teacher(Seed(1), &Control::stopped_by(stop));
    // The planner has not searched, so that it has no way to show.
    assert_ne!(teacher.expect("a teacher"), "planner");
}

/// Two runners go along fourteen fields with names; who comes to the last one first wins.
/// They may also step back or rest, so that random games end without a winner.
const RUN: &str = "role(red). role(blue). other(red, blue). other(blue, red).
after(a, b). after(b, c). after(c, d). after(d, e). after(e, f). after(f, g). after(g, h).
after(h, i). after(i, j). after(j, k). after(k, l). after(l, m). after(m, n).
init(at(red, a)). init(at(blue, a)). init(turn(red)). init(step(0)).
legal(P, go) :- true(turn(P)).
legal(P, back) :- true(turn(P)).
legal(P, rest) :- true(turn(P)).
legal(P, stand) :- true(turn(P)).
legal(P, wait) :- role(P), \\+ true(turn(P)).
next(at(P, G)) :- does(P, go), true(at(P, F)), after(F, G).
next(at(P, G)) :- does(P, back), true(at(P, F)), after(G, F).
next(at(P, a)) :- does(P, back), true(at(P, a)).
next(at(P, F)) :- true(at(P, F)), \\+ does(P, go), \\+ does(P, back).
next(turn(Q)) :- true(turn(P)), other(P, Q).
next(step(M)) :- true(step(N)), M is N + 1, M =< 40.
won(P) :- true(at(P, n)).
terminal :- won(_).
terminal :- true(step(40)).
goal(P, 100) :- won(P).
goal(P, 0) :- other(P, Q), won(Q).
goal(P, 50) :- role(P), \\+ won(red), \\+ won(blue).
";

#[test]
fn a_race_that_random_games_do_not_finish_is_taught_by_a_racer() {
    let domain = domain_of("run.pl", RUN);
    let control = Control::default();
    let teacher = domain.best_teacher(Seed(1), &control).expect("a teacher");
    assert!(teacher.starts_with("racer+uct:"), "{teacher}");
    let player = Domain::one_ply(&evaluation_of(&domain, 2, Seed(41)));
    let games = Games {
        count: 40,
        seed: Seed(42),
    };
    let won = domain.play(&player, "random", games, &control);
    let won = won.expect("games");
    // Random players hardly ever arrive: a mean goal of 50.
    assert!(won.losses() == 0 && won.mean_goal > 60.0, "{won:?}");
}

/// Two roles that win together or not at all: after a rest of each, one opens one of
/// three doors, and the other must open the same.
const TOGETHER: &str = "role(first). role(second).
door(a). door(b). door(c).
mover(0, first). mover(1, second). mover(2, first). mover(3, second).
init(turn(0)).
legal(P, rest) :- true(turn(N)), N < 2, mover(N, P).
legal(P, open(D)) :- true(turn(N)), N > 1, mover(N, P), door(D).
legal(P, wait) :- role(P), true(turn(N)), \\+ mover(N, P).
next(turn(M)) :- true(turn(N)), M is N + 1, M =< 4.
next(opened(P, D)) :- does(P, open(D)).
next(opened(P, D)) :- true(opened(P, D)).
terminal :- true(turn(4)).
agreed :- true(opened(first, D)), true(opened(second, D)).
goal(P, 100) :- role(P), agreed.
goal(P, 0) :- role(P), \\+ agreed.
";

#[test]
fn roles_that_win_together_are_judged_by_their_goals() {
    let domain = domain_of("together.pl", TOGETHER);
    let control = Control::default();
    let player = Domain::one_ply(&evaluation_of(&domain, 1, Seed(31)));
    let games = Games {
        count: 90,
        seed: Seed(32),
    };
    let won = domain.play(&player, "random", games, &control);
    // Half of the games it moves last and always agrees; in the others the random
    // player agrees with it in one of three. By chance it would be one of three.
    let mean = won.expect("games").mean_goal;
    assert!(mean > 55.0, "{mean}");
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
