//! `stratalog solve GAME`: the exact value of a game.

use std::time::Instant;

use clap::Args;
use serde_json::json;
use stratalog_catalogue::games::Options;
use stratalog_catalogue::minesweeper;
use stratalog_catalogue::{AnyGame, with_game};
use stratalog_game::{GameError, Outcome, PerfectInformation, Role, Turn};
use stratalog_minesweeper::FirstMove;
use stratalog_players::PlayersError;
use stratalog_players::search::Searcher;
use stratalog_players::solution::Solution;
use stratalog_run::Seed;

use crate::Common;
use crate::outcome::{Exit, Failure, print_json};
use crate::verbs::solve_minesweeper;
use crate::waiting::with_spinner;

/// Games with more positions are searched instead of tabulated.
const TABLED_POSITIONS: u64 = 2_000_000;

/// Find the exact value of a game: who wins if nobody errs
///
/// Every position of a small game is tabulated. A larger one is searched by
/// alpha-beta, which visits a part of its positions.
#[derive(Args)]
pub struct Solve {
    /// The game; `stratalog games` lists them
    game: String,
    /// The board, where it is not the usual one, as in 4x4
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
    /// What the first move is promised in Minesweeper: any, safe or zero [default: safe]
    #[arg(long, value_name = "RULE")]
    first_move: Option<FirstMove>,
    /// Give up after so many positions
    #[arg(long, value_name = "N", default_value_t = 200_000_000)]
    limit_positions: u64,
}

/// How a value was found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Method {
    /// Every reachable position has a value.
    Table,
    /// Positions were visited until the value was proven.
    Search,
}

struct Solved {
    value: Outcome,
    plies: Option<u32>,
    positions: u64,
    method: Method,
}

impl Solve {
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let board = self.board.as_deref();
        if self.game == minesweeper::LISTING.name {
            let rule = self.first_move.unwrap_or_default();
            return solve_minesweeper::run(board, rule, common);
        }
        if self.first_move.is_some() {
            return Err(GameError::NoSuchOption {
                game: self.game.clone(),
                option: "--first-move".to_owned(),
            }
            .into());
        }
        let any = AnyGame::new(&self.game, Options { board })?;
        with_game!(&any, game => self.run_game(game, common))
    }

    fn run_game<G: PerfectInformation>(&self, game: &G, common: &Common) -> Result<Exit, Failure> {
        let started = Instant::now();
        let solved = with_spinner("solving", || self.solve(game));
        let seconds = started.elapsed().as_secs_f64();
        let (name, board) = (game.name(), game.board());
        match solved {
            Ok(solved) if common.json => {
                print_json(&json!({
                    "game": name,
                    "board": board,
                    "value": solved.value,
                    "plies": solved.plies,
                    "positions": solved.positions,
                    "method": solved.method.as_str(),
                    "seconds": seconds,
                }));
                Ok(Exit::Done)
            }
            Ok(solved) => {
                let first = game.role_name(Role(0));
                println!("{name} {board}: a {} for {first}, who begins", solved.value);
                if let Some(plies) = solved.plies {
                    println!("the game ends after {plies} moves of best play");
                }
                println!(
                    "{}, {seconds:.3} seconds",
                    solved.method.describe(solved.positions)
                );
                Ok(Exit::Done)
            }
            Err(error @ (PlayersError::TooManyPositions { .. } | PlayersError::TooDeep { .. })) => {
                eprintln!(
                    "stratalog: {name} {board} is not solved: {error} (--limit-positions, --board)"
                );
                if common.json {
                    print_json(&json!({
                        "game": name,
                        "board": board,
                        "value": null,
                        "positions": self.limit_positions,
                        "seconds": seconds,
                    }));
                }
                Ok(Exit::Limit)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn solve<G: PerfectInformation>(&self, game: &G) -> Result<Solved, PlayersError> {
        let start = game.initial(&mut Seed(1).stream(0));
        let tabled = TABLED_POSITIONS.min(self.limit_positions);
        match Solution::from_position(game, &start, tabled) {
            Ok(solution) => {
                let value = solution.value_for(&start, Role(0));
                let value = value.unwrap_or_else(|| solution.value());
                Ok(Solved {
                    value: value.outcome,
                    plies: value.plies,
                    positions: solution.len() as u64,
                    method: Method::Table,
                })
            }
            Err(PlayersError::TooManyPositions { .. }) if self.limit_positions > tabled => {
                let mut searcher = Searcher::new(self.limit_positions);
                let (outcome, positions) = searcher.outcome(game, &start, self.limit_positions)?;
                Ok(Solved {
                    value: match game.turn(&start) {
                        Turn::Role(Role(1)) => outcome.reversed(),
                        _ => outcome,
                    },
                    plies: None,
                    positions,
                    method: Method::Search,
                })
            }
            Err(error) => Err(error),
        }
    }
}

impl Method {
    fn as_str(self) -> &'static str {
        match self {
            Method::Table => "table",
            Method::Search => "search",
        }
    }

    fn describe(self, positions: u64) -> String {
        match self {
            Method::Table => format!("{positions} positions can be reached, all have a value"),
            Method::Search => format!("{positions} positions were visited"),
        }
    }
}
