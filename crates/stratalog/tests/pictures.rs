//! What a listener is shown while a learner works: of each rule or feature in use a
//! position in which it matters.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use stratalog::learn_zenith::ZenithOptions;
use stratalog::{Control, Event, Seed, Stop};
use stratalog::{learn, learn_migo, learn_minesweeper, learn_rules, learn_zenith};
use stratalog_game::Drawing;

/// The events of a call, with the number of the first that follows learning: what
/// is measured afterwards.
fn heard(request: &learn::Request, wants_examples: bool) -> Vec<Event> {
    let events = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&events);
    let control = Control::new(Stop::default(), move |event| {
        let mut events = listener.lock().expect("no listener panics");
        events.push(event.clone());
    });
    let control = if wants_examples {
        control.with_examples()
    } else {
        control
    };
    request.run(&control).expect("a strategy");
    drop(control);
    Arc::try_unwrap(events)
        .map(|events| events.into_inner().expect("no listener panics"))
        .unwrap_or_else(|shared| shared.lock().expect("no listener panics").clone())
}

/// What is known at the end: the drawing of each rule or feature in use.
fn shown(events: &[Event]) -> BTreeMap<String, Option<Drawing>> {
    let mut shown: BTreeMap<String, Option<Drawing>> = BTreeMap::new();
    for event in events {
        match event {
            Event::Rule { name, english, .. } | Event::Feature { name, english, .. } => {
                assert!(!english.is_empty(), "{name} has a sentence");
                shown.insert(name.clone(), None);
            }
            Event::Example {
                name,
                english,
                drawing,
            } => {
                assert!(!english.is_empty());
                let drawing = serde_json::from_value(drawing.clone()).expect("a drawing");
                let told = shown.get_mut(name).expect("its rule was told of before");
                *told = Some(drawing);
            }
            Event::InUse { names } => {
                shown.retain(|name, _| names.contains(name));
                assert_eq!(shown.len(), names.len(), "each was told of");
            }
            _ => {}
        }
    }
    shown
}

fn marks(drawing: &Drawing) -> usize {
    let cells = drawing.rows.iter().flatten();
    cells.filter(|cell| cell.mark.is_some()).count()
}

fn out(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().join("strategy.pl")
}

fn assert_every_rule_has_a_picture(request: &learn::Request) {
    let events = heard(request, true);
    let shown = shown(&events);
    assert!(!shown.is_empty(), "something was learned");
    for (name, drawing) in &shown {
        let drawing = drawing
            .as_ref()
            .unwrap_or_else(|| panic!("{name} is shown"));
        assert!(marks(drawing) > 0, "{name} marks squares: {drawing}");
    }
    let silent = heard(request, false);
    let is_example = |event: &Event| matches!(event, Event::Example { .. });
    assert!(!silent.iter().any(is_example), "nobody asked for examples");
}

#[test]
fn rules_of_migo_are_shown_while_it_learns() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut request = learn_migo::Request {
        out: Some(out(&folder)),
        ..learn_migo::Request::new("noughts-and-crosses")
    };
    assert_every_rule_has_a_picture(&learn::Request::Migo(request.clone()));
    request.options.games = 5_000;
    let events = heard(&learn::Request::Migo(request), true);
    let first = events
        .iter()
        .position(|e| matches!(e, Event::Example { .. }));
    let last_game = events.iter().rposition(|e| matches!(e, Event::Game { .. }));
    assert!(first < last_game, "a rule is shown before the last game");
}

#[test]
fn rules_of_a_list_are_shown_before_the_list_is_measured() {
    let folder = tempfile::tempdir().expect("a folder");
    let request = learn::Request::Rules(learn_rules::Request {
        out: Some(out(&folder)),
        ..learn_rules::Request::new("hexapawn")
    });
    assert_every_rule_has_a_picture(&request);
    let events = heard(&request, true);
    let first = events
        .iter()
        .position(|e| matches!(e, Event::Example { .. }));
    let row = events.iter().position(|e| matches!(e, Event::Row { .. }));
    assert!(first.is_some() && first < row);
}

#[test]
fn rules_for_minesweeper_are_shown_after_each_lesson() {
    let folder = tempfile::tempdir().expect("a folder");
    let request = learn_minesweeper::Request {
        board: "5x5/5".to_owned(),
        games: 5,
        out: out(&folder),
        ..learn_minesweeper::Request::default()
    };
    let events = heard(&learn::Request::Mio(request), true);
    let shown = shown(&events);
    // A rule about suppositions concludes nothing of a square of its own.
    let concluding = shown.iter().filter(|(name, _)| !name.starts_with('A'));
    let (seen, all): (Vec<_>, Vec<_>) = (
        concluding
            .clone()
            .filter(|(_, one)| one.is_some())
            .collect(),
        concluding.collect(),
    );
    assert!(all.iter().any(|(name, _)| name.starts_with('M')), "{all:?}");
    // A rule that a simpler one always precedes has no picture.
    assert!(
        2 * seen.len() > all.len(),
        "{} of {}",
        seen.len(),
        all.len()
    );
    for (name, drawing) in seen {
        assert!(drawing.as_ref().is_some_and(|d| marks(d) > 0), "{name}");
    }
}

#[test]
fn features_are_shown_after_each_cycle() {
    let folder = tempfile::tempdir().expect("a folder");
    let request = learn::Request::Zenith(learn_zenith::Request {
        game: "noughts-and-crosses".to_owned(),
        board: None,
        options: ZenithOptions {
            cycles: 2,
            games: 2,
            ..ZenithOptions::default()
        },
        seed: Seed(1),
        out: Some(out(&folder)),
    });
    let events = heard(&request, true);
    let shown = shown(&events);
    assert!(!shown.is_empty());
    for (name, drawing) in &shown {
        assert!(drawing.is_some(), "{name} is shown");
    }
    assert!(shown.values().flatten().any(|drawing| marks(drawing) > 0));
    let feature = events
        .iter()
        .position(|e| matches!(e, Event::Feature { .. }));
    let second = events
        .iter()
        .position(|e| matches!(e, Event::Accuracy { cycle: 2, .. }));
    assert!(
        feature.is_some() && feature < second,
        "before the last cycle"
    );
}
