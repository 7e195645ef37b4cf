//! Active learning gives the same rules over a socket, and after being killed.

use std::net::TcpListener;
use std::sync::Arc;

use stratalog_ilp::modes::{
    ActiveLearner, ActiveStop, Checkpoint, ExampleServer, Method, is_variant,
};
use stratalog_logic::{Term, read_term};
use stratalog_minesweeper::Board;
use stratalog_minesweeper::belief::Belief;
use stratalog_minesweeper::mio::examples::Example;
use stratalog_minesweeper::mio::learn::learning_settings;
use stratalog_minesweeper::mio::remote::{RemoteServer, serve};
use stratalog_minesweeper::mio::rule::{Rule, Target};
use stratalog_minesweeper::mio::server::{Lesson, LocalServer, ServerSettings};
use stratalog_minesweeper::mio::state::LearnerState;
use stratalog_minesweeper::mio::strategy::Strategy;
use stratalog_run::{Control, Seed};

fn settings() -> ServerSettings {
    let board: Board = "6x6/6".parse().expect("a board");
    ServerSettings {
        boards_per_round: 60,
        ..ServerSettings::on(board)
    }
}

fn learn<S: ExampleServer<Example = Example>>(
    mut server: S,
    rounds: usize,
    start: Option<Checkpoint<Example>>,
) -> (Vec<Term>, Option<Checkpoint<Example>>) {
    let mut last = None;
    let report = ActiveLearner::new(&mut server)
        .settings(learning_settings(Method::GreedyMacros, Seed(3)))
        .rounds(rounds)
        .starting_from(start)
        .saving(|checkpoint| last = Some(checkpoint.clone()))
        .run()
        .expect("it learns");
    (report.theory, last)
}

fn local(target: Target) -> LocalServer {
    LocalServer::new(target, settings(), Seed(3))
}

#[test]
fn a_server_over_a_socket_teaches_the_same() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it is bound").to_string();
    std::thread::spawn(move || serve(&listener, settings(), &Control::default()));
    for target in [Target::Safe, Target::Mine, Target::Absurd] {
        let lesson = match target {
            Target::Absurd => Lesson::named("cases", Arc::default()).expect("a lesson"),
            Target::Safe | Target::Mine => Lesson::first(),
        };
        let local = LocalServer::teaching(lesson.clone(), target, settings(), Seed(3));
        let remote = RemoteServer::new(address.clone(), lesson, target, Seed(3));
        let (here, _) = learn(local, 2, None);
        let (there, _) = learn(remote, 2, None);
        assert!(!here.is_empty());
        assert_eq!(here, there);
    }
}

#[test]
fn a_killed_learner_resumes_with_the_same_result() {
    let (whole, _) = learn(local(Target::Safe), 3, None);
    let (_, saved) = learn(local(Target::Safe), 1, None);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("strategy.pl");
    let state = LearnerState::beside(&path, &"a run").expect("no state yet");
    assert!(state.load("safe").expect("none").is_none());
    state
        .store("safe", &saved.expect("one round is saved"))
        .expect("it is written");
    assert!(LearnerState::beside(&path, &"another run").is_err());
    let state = LearnerState::beside(&path, &"a run").expect("it is read");
    let loaded = state.load("safe").expect("it is read");
    assert!(loaded.is_some());
    state.remove();
    assert!(!state.path().exists());
    let (resumed, _) = learn(local(Target::Safe), 3, loaded);
    assert_eq!(whole, resumed);
}

/// On these seeds a rule was learned that holds of the boards drawn and not of
/// their cases, and the recursive rule was rejected for calling it.
#[test]
fn the_recursive_rule_is_learned_whatever_is_learned_before_it() {
    let known = "safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), inSet(T,S), \
                 minesInSet(S,0)";
    let known = Rule::new("S-1", &read_term(known).expect("a clause").term).expect("a rule");
    let lesson = Lesson::named("cases", Arc::new(vec![known])).expect("a lesson");
    let recursive = "absurd(A) :- tightestTile(A,B), supposeMine(B,A,C), absurd(C), \
                     supposeSafe(B,A,D), absurd(D)";
    let recursive = read_term(recursive).expect("a clause").term;
    let settings = ServerSettings::on("8x8/10".parse().expect("a board"));
    for seed in [9023, 9030].map(Seed) {
        let mut server = LocalServer::teaching(lesson.clone(), Target::Absurd, settings, seed);
        let report = ActiveLearner::new(&mut server)
            .settings(learning_settings(Method::GreedyMacros, seed))
            .run()
            .expect("it learns");
        assert_eq!(report.stop, ActiveStop::NoCounterexample);
        let mut theory = report.theory.iter();
        assert!(theory.any(|clause| is_variant(clause, &recursive)));
    }
}

/// A round of boards may have nothing for a rule to find where other rules are
/// stuck. The rule was rejected then, and with nothing to learn from the lesson
/// ended.
#[test]
fn a_right_rule_is_kept_where_there_is_seldom_anything_to_find() {
    let known = Arc::new(Strategy::bundled().rules.clone());
    let lesson = Lesson::named("refuting", known).expect("a lesson");
    let clause = "safe(T, B) :- supposeMine(T, B, C), absurd(C)";
    let rule = read_term(clause).expect("it is well written").term;
    let settings = ServerSettings {
        boards_per_round: 20,
        ..ServerSettings::on("8x8/10".parse().expect("a board"))
    };
    for seed in 1..=4 {
        let mut server = LocalServer::teaching(lesson.clone(), Target::Safe, settings, Seed(seed));
        let judgement = server
            .judge(std::slice::from_ref(&rule))
            .expect("it is judged");
        assert_eq!(judgement.kept.len(), 1, "seed {seed}");
        assert!(server.position() > settings.boards_per_round, "seed {seed}");
    }
}

/// The four mines that are left may be all that is covered of one board, and
/// the rule is right about all four; it is no rule.
#[test]
fn a_wrong_rule_is_rejected_where_it_seldom_applies() {
    let known: Vec<Rule> = Strategy::bundled().rules.iter().take(4).cloned().collect();
    let lesson = Lesson::named("counting-all", Arc::new(known)).expect("a lesson");
    let clause = "mine(T, B) :- allMinesInFringe(B, S), minesInSet(S, 4)";
    let rule = read_term(clause).expect("it is well written").term;
    let settings = ServerSettings::on("8x8/10".parse().expect("a board"));
    for seed in 1..=20 {
        let mut server = LocalServer::teaching(lesson.clone(), Target::Mine, settings, Seed(seed));
        let judgement = server
            .judge(std::slice::from_ref(&rule))
            .expect("it is judged");
        assert!(judgement.kept.is_empty(), "seed {seed}");
    }
}

/// Whether a square is safe by chance or not, a rule that calls it safe is wrong.
#[test]
fn squares_that_the_numbers_leave_open_are_examples_against_both_targets() {
    for index in 0..20 {
        let safe = local(Target::Safe).board_examples(index);
        let mine = local(Target::Mine).board_examples(index);
        for example in safe {
            let belief = Belief::of(&example.view).expect("it is possible");
            let chance = belief.mine_probability(example.tile);
            assert_eq!(example.is_positive, chance <= 0.0);
        }
        for example in mine {
            let belief = Belief::of(&example.view).expect("it is possible");
            let chance = belief.mine_probability(example.tile);
            assert_eq!(example.is_positive, chance >= 1.0);
        }
    }
}
