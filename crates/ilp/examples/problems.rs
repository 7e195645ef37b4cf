//! Learns every problem in the folders given, and prints for each whether it was
//! solved, whether the theory is proven to be smallest, its size, the processor time,
//! and when the theory was found.
//!
//! `cargo run --example problems -p stratalog-ilp -- examples/* --timeout 60`

use std::path::Path;
use std::sync::{Arc, Mutex};

use stratalog_ilp::{Budget, LearningSettings, Method, files, learn};
use stratalog_run::{Clock, Control, Event, Stop};

fn main() {
    let mut timeout = 60.0;
    let mut shows_clauses = false;
    let mut paths = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--timeout" => {
                let value = args.next().and_then(|value| value.parse().ok());
                timeout = value.expect("--timeout takes a number of seconds");
            }
            "--clauses" => shows_clauses = true,
            _ => paths.push(arg),
        }
    }
    println!(
        "{:<34} {:<9} {:<7} {:<7} {:>5} {:>8} {:>8}",
        "problem", "method", "solved", "proven", "size", "cpu", "found"
    );
    for path in &paths {
        let name = Path::new(path)
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        let clock = Clock::start();
        let loaded = match files::read(Path::new(path)) {
            Ok(loaded) => loaded,
            Err(error) => {
                println!("{name:<34} {error}");
                continue;
            }
        };
        if shows_clauses {
            for note in &loaded.notes {
                println!("  {}: {}", note.place, note.text);
            }
        }
        let problem = &loaded.problems[0];
        let settings = LearningSettings {
            modes: loaded.settings.clone(),
            ..LearningSettings::default()
        };
        let method = Method::for_problem(problem);
        let found = Arc::new(Mutex::new(0.0));
        let control = {
            let found = found.clone();
            Control::new(Stop::default(), move |event| {
                if let (Event::Theory { .. }, Ok(mut found)) = (event, found.lock()) {
                    *found = clock.elapsed().cpu_seconds;
                }
            })
        };
        let budget = Budget::new(control, Some(timeout));
        match learn(problem, method, &settings, &budget) {
            Ok(theory) => {
                let confusion = theory.coverage.confusion(problem);
                println!(
                    "{name:<34} {method:<9} {:<7} {:<7} {:>5} {:>8.2} {:>8.2}   {}/{} {}/{} explored {}",
                    confusion.is_perfect(),
                    theory.is_proven,
                    theory.size(),
                    clock.elapsed().cpu_seconds,
                    found.lock().map_or(0.0, |found| *found),
                    confusion.true_positives,
                    problem.positives.len(),
                    confusion.false_positives,
                    problem.negatives.len(),
                    theory.explored
                );
                if shows_clauses {
                    for clause in &theory.clauses {
                        println!("  {clause}");
                    }
                }
            }
            Err(error) => println!("{name:<34} {error}"),
        }
    }
}
