//! The Mio paper (Peña Castillo and Wrobel, IJCAI 2003): Minesweeper rules by
//! inductive logic programming with macros, greedy search and active learning.

mod games;
mod table_2;
mod table_3;

use std::sync::Arc;

use stratalog_logic::{Term, read_term};
use stratalog_minesweeper::mio::player::Guess;
use stratalog_minesweeper::mio::strategy::Strategy;
use stratalog_minesweeper::mio::trial::{Trial, TrialReport};
use stratalog_minesweeper::{Board, FirstMove, Minesweeper};
use stratalog_run::Seed;

use crate::experiment::Experiment;
use crate::figures::beside_published;

pub(crate) const EXPERIMENTS: [Experiment; 3] = [
    Experiment {
        name: "mio-table-2",
        about: "Search with macros, greedy search and active learning",
        source: "Mio (Peña Castillo and Wrobel 2003), Table 2",
        measure: table_2::measure,
        figure: beside_published,
    },
    Experiment {
        name: "mio-table-3",
        about: "Share of runs that find each of the published rules",
        source: "Mio (Peña Castillo and Wrobel 2003), Table 3",
        measure: table_3::measure,
        figure: beside_published,
    },
    Experiment {
        name: "mio-games",
        about: "Games with the learned rules, and moves per game by rule",
        source: "Mio (Peña Castillo and Wrobel 2003), section 4.3",
        measure: games::measure,
        figure: beside_published,
    },
];

/// The rules of Table 3, with the literals in the order of the learner.
const PUBLISHED_RULES: [(&str, &str); 4] = [
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
];

/// A published rule as a clause.
fn clause(text: &str) -> Term {
    read_term(text).expect("it is well written").term
}

/// The board of the paper's experiments.
fn board() -> Board {
    "8x8/10".parse().expect("the paper's board is well written")
}

/// The seed of a run: runs have consecutive seeds.
fn seed_of_run(first: Seed, run: u64) -> Seed {
    Seed(first.0.wrapping_add(run))
}

/// Plays games with rules.
fn play(strategy: &Strategy, guess: Guess, games: u64, seed: Seed) -> TrialReport {
    let game = Minesweeper::new(board(), FirstMove::Any);
    Trial::new(&game, Arc::new(strategy.rules.clone()))
        .guess(guess)
        .games(games)
        .seed(seed.derive("games"))
        .run()
}
