//! `stratalog check STRATEGY`: is a strategy optimal wherever its game can go?

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use stratalog_arena::ArenaError;
use stratalog_arena::certify::Certificate;
use stratalog_catalogue::{Options, find, strategy_file};
use stratalog_game::PerfectInformation;
use stratalog_migo::{Strategy, StrategyPlayer};
use stratalog_players::PlayersError;

use crate::Common;
use crate::outcome::{Exit, Failure, print_json};
use crate::waiting::with_spinner;

/// Check a strategy against the exact solution of its game
///
/// It is asked for its move in every position that can be reached. The answer is
/// that it is optimal everywhere, or the mistake that is reached soonest.
#[derive(Args)]
pub struct Check {
    /// The strategy's file
    strategy: PathBuf,
    /// The board, where it is not the strategy's own
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
    /// Give up where the game has more positions
    #[arg(long, value_name = "N", default_value_t = 5_000_000)]
    limit_positions: u64,
}

impl Check {
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let strategy = strategy_file::read(&self.strategy)?;
        let name = strategy.fact("game").unwrap_or_default();
        let own_board = strategy.fact("board");
        let board = self.board.as_deref().or(own_board.as_deref());
        let options = Options {
            board,
            first_move: None,
        };
        self.check(&find(&name, options)?.game, &strategy, common)
    }

    fn check<G: PerfectInformation + Clone>(
        &self,
        game: &G,
        strategy: &Strategy,
        common: &Common,
    ) -> Result<Exit, Failure> {
        let checked = with_spinner("checking", || {
            let player = StrategyPlayer::new(game, strategy)
                .map_err(|error| ArenaError::Strategy(error.to_string()))?;
            Certificate::of(game, &mut player.unbounded(), self.limit_positions)
        });
        let certificate = match checked {
            Ok(certificate) => certificate,
            Err(ArenaError::Rival(error @ PlayersError::TooManyPositions { .. })) => {
                eprintln!("stratalog: the game is not solved: {error} (--limit-positions)");
                if common.json {
                    print_json(&json!({"optimal": null, "positions": self.limit_positions}));
                }
                return Ok(Exit::Limit);
            }
            Err(error) => return Err(error.into()),
        };
        if common.json {
            let rules: Vec<_> = certificate
                .rules
                .iter()
                .map(|rule| json!({"rule": rule.rule, "fires": rule.fires, "wrong": rule.wrong}))
                .collect();
            print_json(&json!({
                "game": game.name(),
                "board": game.board(),
                "optimal": certificate.is_optimal(),
                "positions": certificate.positions,
                "mistakes": certificate.mistakes,
                "rules": rules,
                "counterexample": counterexample_json(game, &certificate),
            }));
        } else {
            print(game, &certificate);
        }
        Ok(match certificate.is_optimal() {
            true => Exit::Done,
            false => Exit::No,
        })
    }
}

/// The counterexample, if there is one.
pub fn counterexample_json<G: PerfectInformation>(
    game: &G,
    certificate: &Certificate<G>,
) -> serde_json::Value {
    let Some(found) = &certificate.counterexample else {
        return serde_json::Value::Null;
    };
    let line: Vec<String> = found.line.iter().map(|&mv| game.move_text(mv)).collect();
    json!({
        "line": line,
        "position": game.position_text(&found.position),
        "move": game.move_text(found.mv),
        "rule": found.rule,
        "value": found.value,
        "left": found.left,
    })
}

/// Says what was found.
pub fn print<G: PerfectInformation + Clone>(game: &G, certificate: &Certificate<G>) {
    for rule in &certificate.rules {
        println!(
            "{} names a move in {} positions, one that breaks its promise in {}",
            rule.rule, rule.fires, rule.wrong
        );
    }
    let positions = certificate.positions;
    let Some(found) = &certificate.counterexample else {
        println!("optimal in all {positions} positions in which somebody is to move");
        return;
    };
    println!(
        "not optimal: it may err in {} of {positions} positions; soonest here:\n",
        certificate.mistakes
    );
    let line: Vec<String> = found.line.iter().map(|&mv| game.move_text(mv)).collect();
    if !line.is_empty() {
        println!("after {}", line.join(" "));
    }
    println!("{}", game.position_text(&found.position));
    let why = match &found.rule {
        Some(rule) => format!("by {rule}"),
        None => "for want of a rule".to_owned(),
    };
    println!(
        "{} {why}: a {} becomes a {}",
        game.move_text(found.mv),
        found.value,
        found.left
    );
}
