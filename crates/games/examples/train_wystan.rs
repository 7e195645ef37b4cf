//! Learns the weights of Wystan and ORFEO by self-play and prints them as the
//! table in `src/othello/experts/weights.rs`:
//!
//! ```text
//! cargo run --release -p stratalog-games --example train_wystan -- [GAMES [SEED]]
//! ```

use stratalog_games::Othello;
use stratalog_games::othello::experts::training::SelfPlayTraining;
use stratalog_run::Seed;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let mut training = SelfPlayTraining::default();
    if let Some(games) = numbers.next() {
        training.games = games?;
    }
    if let Some(seed) = numbers.next() {
        training.seed = Seed(seed?);
    }
    let report = training.run(&Othello::new(Othello::DEFAULT)?);
    eprintln!("mean squared differences by tenth: {:.4?}", report.errors);
    for row in report.weights {
        let numbers: Vec<String> = row.iter().map(|weight| format!("{weight:.3}")).collect();
        println!("    [{}],", numbers.join(", "));
    }
    Ok(())
}
