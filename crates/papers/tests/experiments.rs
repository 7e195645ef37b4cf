//! How experiments behave: names, events, stopping, resuming, files.

use std::path::Path;
use std::sync::{Arc, Mutex};

use stratalog_papers::{Conditions, Experiment, Length, Measured, Row, experiments};
use stratalog_run::{Control, Ended, Event, Seed, Stop};

fn quick(runs: Option<&Path>) -> Conditions {
    Conditions {
        seed: Seed(1),
        length: Length::Quick,
        seconds_per_move: None,
        runs: runs.map(Path::to_owned),
    }
}

fn run(name: &str, conditions: &Conditions, control: &Control) -> Measured {
    let experiment = Experiment::named(name).expect("it exists");
    experiment.run(conditions, control).expect("it is measured")
}

/// Runs an experiment that is stopped at its n-th event of progress, again and
/// again, until it is done. Returns its rows and the number of runs.
fn interrupted(name: &str, runs: &Path, events: usize) -> (Vec<Row>, usize) {
    for number in 1..1000 {
        let stop = Stop::default();
        let (seen, request) = (Mutex::new(0), stop.clone());
        let control = Control::new(stop, move |event| {
            if let Event::Progress { .. } = event {
                let mut seen = seen.lock().expect("no listener panics");
                *seen += 1;
                if *seen == events {
                    request.request();
                }
            }
        });
        let measured = run(name, &quick(Some(runs)), &control);
        match measured.ended {
            Ended::Done => return (measured.rows, number),
            Ended::Stopped => {}
            Ended::Limit(limit) => panic!("{limit}"),
        }
    }
    panic!("{name} makes no progress");
}

#[test]
fn experiments_have_different_names_and_a_mistyped_one_gets_a_suggestion() {
    let mut names: Vec<&str> = experiments().iter().map(|known| known.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), experiments().len());
    let error = Experiment::named("migo-fig3").expect_err("no such experiment");
    assert_eq!(
        error.to_string(),
        "there is no experiment 'migo-fig3'; did you mean 'migo-fig-3'?"
    );
    let error = Experiment::named("chess").expect_err("no such experiment");
    assert!(error.to_string().contains("bssuct-table-2, "), "{error}");
}

#[test]
fn an_experiment_that_is_stopped_and_resumed_has_the_same_rows() {
    for name in ["bssuct-3x3-7", "bssuct-gnomine", "migo-fig-5"] {
        let whole = run(name, &quick(None), &Control::default());
        assert_eq!(whole.ended, Ended::Done);
        let folder = tempfile::tempdir().expect("a folder");
        let (rows, runs) = interrupted(name, folder.path(), 1);
        assert!(runs > 1, "{name} was never stopped");
        assert_eq!(rows, whole.rows, "{name} after {runs} runs");
    }
}

#[test]
fn a_stopped_experiment_returns_the_rows_it_has() {
    let stop = Stop::default();
    let request = stop.clone();
    let rows: Arc<Mutex<Vec<serde_json::Value>>> = Arc::default();
    let seen = Arc::clone(&rows);
    let control = Control::new(stop, move |event| {
        if let Event::Row { row } = event {
            seen.lock().expect("no listener panics").push(row.clone());
            request.request();
        }
    });
    let measured = run("bssuct-3x3-7", &quick(None), &control);
    assert_eq!(measured.ended, Ended::Stopped);
    // The values of the three first moves are computed before any game.
    assert_eq!(measured.rows.len(), 3);
    let seen = rows.lock().expect("no listener panics");
    let emitted: Vec<Row> = seen
        .iter()
        .map(|row| serde_json::from_value(row.clone()).expect("a row"))
        .collect();
    assert_eq!(emitted, measured.rows);
    assert_eq!(seen[0]["measured"], 0.125);
    let source = "BSSUCT (Sebag and Teytaud 2012), section 4.2";
    assert_eq!(seen[0]["source"], source);
}

#[test]
fn results_are_written_as_markdown_csv_and_svg() {
    let experiment = Experiment::named("bssuct-3x3-7").expect("it exists");
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("results");
    experiment.check_folder(&out).expect("it is created");
    let conditions = quick(None);
    let rows = run("bssuct-3x3-7", &conditions, &Control::default()).rows;
    let files = experiment
        .write_files(&out, &rows, &conditions)
        .expect("they are written");
    let texts: Vec<String> = files
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("it is there"))
        .collect();
    assert!(texts[0].contains("| first move centre | 12.50% | 12.50% | – | 0 |"));
    assert!(texts[1].contains("first move centre,0.125,0.125,,,0,\"BSSUCT (Sebag"));
    assert!(texts[2].starts_with("<svg") && texts[2].contains("first move centre"));
    // A file where the folder should be is noticed before the work.
    assert!(experiment.check_folder(&files[0]).is_err());
}

#[test]
fn seconds_per_move_must_be_positive() {
    let experiment = Experiment::named("bssuct-gnomine").expect("it exists");
    for seconds in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let conditions = Conditions {
            seconds_per_move: Some(seconds),
            ..quick(None)
        };
        let measured = experiment.run(&conditions, &Control::default());
        assert!(measured.is_err(), "{seconds}");
    }
}

#[test]
#[cfg(not(feature = "deep-q"))]
fn without_deep_q_learning_its_row_says_how_to_get_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = run(
        "migo-fig-3",
        &quick(Some(folder.path())),
        &Control::default(),
    )
    .rows;
    let setting = "noughts-and-crosses: deep Q-learning, after 200 games";
    let row = rows.iter().find(|row| row.setting == setting);
    let row = row.expect("the row is there");
    assert_eq!((row.published, row.measured), (Some(225.7), None));
    assert!(row.source.contains("score_DeepQ_av.txt"), "{}", row.source);
    let command = "cargo run --release --features deep-q -- reproduce migo-fig-3";
    assert!(row.note[0].contains(command), "{:?}", row.note);
}

#[test]
#[cfg(feature = "deep-q")]
fn with_deep_q_learning_its_curve_is_measured() {
    let rows = run("migo-fig-3", &quick(None), &Control::default()).rows;
    let of_deep_q = rows.iter().filter(|row| {
        let is_noughts = row
            .setting
            .starts_with("noughts-and-crosses: deep Q-learning");
        is_noughts && row.measured.is_some()
    });
    assert_eq!(of_deep_q.count(), 10);
}
