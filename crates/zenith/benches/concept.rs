//! The speed of the preference learners, on as many pairs and features as a run of
//! ten cycles has.
//!
//! `cargo bench -p stratalog-zenith --bench concept`

use std::time::Instant;

use rand::RngExt;
use stratalog_run::Seed;
use stratalog_zenith::concept::{Pairs, PreferenceLearner, Protocol, SelectionBudget};

const FEATURES: usize = 200;
const PAIRS: usize = 3000;

fn main() {
    println!(
        "{PAIRS} pairs, {FEATURES} features, {} threads",
        rayon::current_num_threads()
    );
    let pairs = pairs();
    let features: Vec<usize> = (0..FEATURES).collect();
    let costs: Vec<f64> = (0..FEATURES).map(|f| 1.0 + (f % 7) as f64).collect();
    for (name, learner) in [
        ("linear", PreferenceLearner::linear()),
        ("tree", PreferenceLearner::tree()),
    ] {
        timed(&format!("{name}: training"), || {
            learner.train_all(&pairs);
            String::new()
        });
        timed(&format!("{name}: accuracy"), || {
            let accuracy = Protocol::new(Seed(1)).accuracy(&learner, &pairs, &features);
            format!("{:.3} after {} trials", accuracy.mean, accuracy.trials)
        });
        timed(&format!("{name}: discriminability of each feature"), || {
            learner.discriminability(&pairs, Seed(1));
            String::new()
        });
        timed(&format!("{name}: selection of a twentieth"), || {
            let budget = SelectionBudget::new(costs.iter().sum::<f64>() / 20.0, Seed(1));
            match learner.select(&pairs, &costs, &budget) {
                Ok(selection) => format!("{:?}", selection.active),
                Err(error) => error.to_string(),
            }
        });
    }
}

fn timed(what: &str, work: impl FnOnce() -> String) {
    let started = Instant::now();
    let result = work();
    println!("{what}: {:.2?}  {result}", started.elapsed());
}

/// Counts like those of board features: small integers, many of them equal; ten
/// features matter.
fn pairs() -> Pairs {
    let mut rng = Seed(1).stream(0);
    let mut pairs = Pairs::new(FEATURES);
    while pairs.len() < PAIRS {
        let mut row: Vec<f64> = (0..FEATURES)
            .map(|_| f64::from(rng.random_range(-6..=6)) / 6.0)
            .collect();
        for f in 10..FEATURES {
            if f % 3 == 0 {
                row[f] = (row[f] + row[f % 10]) / 2.0;
            }
        }
        let noise = rng.random_range(-1.5..1.5);
        let matters: f64 = row[..10].iter().sum();
        if matters + noise < 0.0 {
            row.iter_mut().for_each(|value| *value = -*value);
        }
        // Differences are finite and as many as features.
        let _ = pairs.push(&row);
    }
    pairs
}
