//! Learning as a library call: what a listener is told, and what a stopped call
//! returns.

use std::sync::{Arc, Mutex};

use stratalog::{Answer, Control, Ended, Event, Stop, Verdict, features, learn_migo};

/// A control that records events and stops after `games` games.
fn recording(games: u64) -> (Control, Arc<Mutex<Vec<Event>>>) {
    let events = Arc::new(Mutex::new(Vec::new()));
    let (stop, heard) = (Stop::default(), Arc::clone(&events));
    let requested = stop.clone();
    let control = Control::new(stop, move |event| {
        if matches!(event, Event::Game { number, .. } if *number == games) {
            requested.request();
        }
        heard
            .lock()
            .expect("no listener panics")
            .push(event.clone());
    });
    (control, events)
}

#[test]
fn one_call_learns_noughts_and_crosses_and_tells_of_each_game_and_rule() {
    let folder = tempfile::tempdir().expect("a folder");
    let request = learn_migo::Request {
        out: Some(folder.path().join("ox.pl")),
        ..learn_migo::Request::new("noughts-and-crosses")
    };
    let (control, events) = recording(u64::MAX);
    let answer = request.run(&control).expect("a strategy");
    assert_eq!(answer.verdict(), Verdict::Done);
    let events = events.lock().expect("no listener panics");
    let games = events.iter().filter(|e| matches!(e, Event::Game { .. }));
    assert_eq!(games.count(), 200);
    let board = events.iter().find_map(|event| match event {
        Event::Game { board, .. } => board.as_ref(),
        _ => None,
    });
    let board = board.expect("the first game is drawn");
    assert!(board.contains('x') && board.contains('o'), "{board}");
    let rules: Vec<(&String, &Vec<String>, &String)> = events
        .iter()
        .filter_map(|event| match event {
            Event::Rule {
                name,
                clauses,
                english,
            } => Some((name, clauses, english)),
            _ => None,
        })
        .collect();
    // The last event of each rule is the rule of the answer.
    for sentence in &answer.english {
        let name = sentence.split(':').next().expect("a name");
        let last = rules.iter().rev().find(|(own, _, _)| *own == name);
        let (_, clauses, english) = last.expect("an event for the rule");
        assert_eq!(*english, sentence);
        assert!(clauses.iter().all(|clause| answer.clauses.contains(clause)));
    }
}

#[test]
fn a_stopped_lesson_saves_the_rules_so_far_and_can_be_continued() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("ox.pl");
    let mut request = learn_migo::Request {
        out: Some(out.clone()),
        ..learn_migo::Request::new("noughts-and-crosses")
    };
    let (control, events) = recording(30);
    let answer = request.run(&control).expect("what is known");
    assert_eq!(answer.ended, Ended::Stopped);
    assert_eq!(answer.verdict(), Verdict::Limit);
    assert_eq!(answer.results.games, 30);
    assert!(answer.has_learned() && out.exists());
    let events = events.lock().expect("no listener panics");
    let is_hint = |event: &Event| matches!(event, Event::Note { text } if text.contains("--from"));
    assert!(events.iter().any(is_hint));
    request.options.from = Some(out);
    let answer = request.run(&Control::default()).expect("a strategy");
    assert_eq!(answer.verdict(), Verdict::Done);
}

#[test]
fn a_stopped_discovery_returns_the_cycles_so_far_and_keeps_its_state() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("features.state");
    let request = features::Request {
        options: features::Options {
            cycles: 2,
            limit: 2_000.0,
            against: Some("minimax".to_owned()),
            games: 4,
            ..features::Options::default()
        },
        state: Some(state.clone()),
        ..features::Request::new("noughts-and-crosses")
    };
    let stop = Stop::default();
    let requested = stop.clone();
    let control = Control::new(stop, move |event| {
        if matches!(event, Event::Accuracy { cycle: 1, .. }) {
            requested.request();
        }
    });
    let answer = request.run(&control).expect("what is known");
    assert_eq!(answer.verdict(), Verdict::Limit);
    assert_eq!(answer.results.accuracy.len(), 1);
    assert!(state.exists());
    let resumed = request.run(&Control::default()).expect("a run");
    assert_eq!(resumed.verdict(), Verdict::Done);
    assert_eq!(resumed.results.accuracy.len(), 2);
    assert!(!state.exists());
}
