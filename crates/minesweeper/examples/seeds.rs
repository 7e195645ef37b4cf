//! Learns Minesweeper on several seeds, and prints for each the rules of the
//! paper that were found, whether the recursive rule was, and the needless
//! guesses in a number of games:
//!
//! ```text
//! cargo run --release -p stratalog-minesweeper --example seeds -- FIRST LAST GAMES
//! ```

use std::sync::Arc;

use stratalog_ilp::modes::is_variant;
use stratalog_logic::read_term;
use stratalog_minesweeper::mio::learn::StrategyLearner;
use stratalog_minesweeper::mio::player::Guess;
use stratalog_minesweeper::mio::strategy::Strategy;
use stratalog_minesweeper::mio::trial::Trial;
use stratalog_minesweeper::{Board, FirstMove, Minesweeper};
use stratalog_run::{Clock, Seed};

/// The rules of Table 3 of the Mio paper, and the recursive rule.
const RULES: [(&str, &str); 5] = [
    (
        "S-1",
        "safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), inSet(T,S), minesInSet(S,0)",
    ),
    (
        "S-2",
        "safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), setHasXMines(_,B,Z,R), \
         diffSetHasXMines(S,R,D), inSet(T,D), minesInSet(D,0)",
    ),
    (
        "S-3",
        "safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), setHasXMines(_,B,Z,R), \
         setHasXMines(_,B,Z,Q), diffSetHasXMines(S,R,D), diffSetHasXMines(Q,D,E), \
         inSet(T,E), minesInSet(E,0)",
    ),
    (
        "M-1",
        "mine(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), inSet(T,S), \
         minesInSet(S,N), lengthSet(S,N)",
    ),
    (
        "recursive",
        "absurd(A) :- tightestTile(A,B), supposeMine(B,A,C), absurd(C), supposeSafe(B,A,D), \
         absurd(D)",
    ),
];

fn finds(strategy: &Strategy, rule: &str) -> bool {
    let rule = read_term(rule).expect("it is well written").term;
    let mut rules = strategy.rules.iter();
    rules.any(|own| is_variant(&own.clause, &rule))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>());
    let mut next = |default: u64| args.next().unwrap_or(Ok(default));
    let (first, last, games) = (next(1)?, next(10)?, next(2_000)?);
    let board: Board = "8x8/10".parse()?;
    let game = Minesweeper::new(board, FirstMove::Any);
    for seed in first..=last {
        let clock = Clock::start();
        let learned = StrategyLearner::new(board).seed(Seed(seed)).run()?;
        let learning = clock.elapsed();
        let found = RULES
            .iter()
            .filter(|(_, rule)| finds(&learned.strategy, rule));
        let found: Vec<&str> = found.map(|(name, _)| *name).collect();
        let rules = learned.strategy.rules.len();
        let report = Trial::new(&game, Arc::new(learned.strategy.rules))
            .guess(Guess::Exact)
            .games(games)
            .seed(Seed(seed).derive("games"))
            .run();
        println!(
            "seed {seed}: {rules} rules, {}; needless {} of {} guesses; won {} of {}; {:.1} CPU seconds",
            found.join(" "),
            report.moves.needless,
            report.moves.guesses,
            report.wins,
            report.games,
            learning.cpu_seconds
        );
    }
    Ok(())
}
