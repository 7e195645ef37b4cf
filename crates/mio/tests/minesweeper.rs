//! Minesweeper rules are learned from examples.

use stratalog_game::Seed;
use stratalog_logic::TermWriter;
use stratalog_mio::minesweeper::learn::learning_settings;
use stratalog_mio::minesweeper::rule::Target;
use stratalog_mio::minesweeper::server::{LocalServer, ServerSettings};
use stratalog_mio::{ActiveLearner, Method};

#[test]
fn the_rules_of_the_paper_are_found() {
    let board = "8x8/10".parse().expect("a board");
    for target in [Target::Safe, Target::Mine] {
        let started = std::time::Instant::now();
        let mut server = LocalServer::new(target, ServerSettings::on(board), Seed(1));
        let report = ActiveLearner::new(&mut server)
            .settings(learning_settings(Method::GreedyMacros, Seed(1)))
            .run()
            .expect("it learns");
        for round in &report.rounds {
            println!("{round:?}");
        }
        for clause in &report.theory {
            println!("{}", TermWriter::new().spaced().clause(clause));
        }
        if std::env::var_os("SEARCHES").is_some() {
            for search in &report.searches {
                println!("{search:?}");
            }
        }
        println!(
            "{:?} {:?} {} tests",
            report.stop,
            started.elapsed(),
            report.tests
        );
    }
}
