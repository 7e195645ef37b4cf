//! Plays with the rules of Table 3 of the Mio paper, asked in different orders, and
//! prints how many squares each rule opened or marked in a game (section 4.3):
//!
//! ```text
//! cargo run --release -p stratalog-minesweeper --example order -- GAMES SEED
//! ```
//!
//! After each square the rules are asked again from the first on.

use rand::RngExt;
use stratalog_game::Game;
use stratalog_logic::read_term;
use stratalog_minesweeper::mio::reasoner::Reasoner;
use stratalog_minesweeper::mio::rule::{Rule, Target};
use stratalog_minesweeper::mio::strategy::Strategy;
use stratalog_minesweeper::{FirstMove, Minesweeper, Site, Status};
use stratalog_run::Seed;

const RULES: [&str; 4] = [
    "safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), inSet(T,S), minesInSet(S,0)",
    "safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), setHasXMines(_,B,Z,R), \
     diffSetHasXMines(S,R,D), inSet(T,D), minesInSet(D,0)",
    "safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), setHasXMines(_,B,Z,R), \
     setHasXMines(_,B,Z,Q), diffSetHasXMines(S,R,D), diffSetHasXMines(Q,D,E), inSet(T,E), \
     minesInSet(E,0)",
    "mine(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), inSet(T,S), minesInSet(S,N), \
     lengthSet(S,N)",
];

const ORDERS: [[&str; 4]; 3] = [
    ["S-1", "M-1", "S-2", "S-3"],
    ["S-1", "S-2", "S-3", "M-1"],
    ["S-2", "S-1", "S-3", "M-1"],
];

/// Plays one game; counts the squares of each rule, and guesses last.
fn play(game: &Minesweeper, rules: &[Rule], seed: Seed, number: u64, counts: &mut [u64]) -> bool {
    let mut rng = seed.stream(number);
    let mut sweep = game.initial(&mut rng);
    let mut marked = vec![false; game.grid().len()];
    while sweep.status() == Status::Playing {
        let view = sweep.view();
        let reasoner = Reasoner::new(view, |site| marked[site.index()], rules);
        match reasoner.first_conclusions() {
            Some((rule, tiles)) => {
                counts[rule] += 1;
                match rules[rule].target {
                    Target::Mine => marked[tiles[0].index()] = true,
                    _ => {
                        sweep.open(tiles[0]);
                    }
                }
            }
            None => {
                let left = view.covered_sites();
                let left: Vec<Site> = left.filter(|site| !marked[site.index()]).collect();
                counts[rules.len()] += 1;
                sweep.open(left[rng.random_range(0..left.len())]);
            }
        }
    }
    sweep.status() == Status::Won
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>());
    let games = args.next().unwrap_or(Ok(1_000))?;
    let seed = Seed(args.next().unwrap_or(Ok(1))?);
    let clauses = RULES.map(|text| read_term(text).expect("it is well written").term);
    let strategy = Strategy::new(Vec::new(), &clauses)?;
    let game = Minesweeper::new("8x8/10".parse()?, FirstMove::Any);
    println!("published: S-2 10.285, S-1 0.169, S-3 0.054, M-1 2.211, guesses 2.762");
    for order in ORDERS {
        let named = |name: &str| strategy.rules.iter().find(|rule| rule.name == name);
        let rules: Vec<Rule> = order.into_iter().filter_map(named).cloned().collect();
        let mut counts = [0; 5];
        let won = (0..games).filter(|&number| play(&game, &rules, seed, number, &mut counts));
        let won = won.count();
        let per_game = counts.iter().map(|&count| count as f64 / games as f64);
        let names = order.into_iter().chain(["guesses"]);
        let moves: Vec<String> = names
            .zip(per_game)
            .map(|(name, moves)| format!("{name} {moves:.3}"))
            .collect();
        println!("{}; won {won} of {games}", moves.join(", "));
    }
    Ok(())
}
