//! How strong and how certain Zenith's result is: runs at their default settings on
//! several seeds, each with matches at the end.
//!
//! ```sh
//! cargo run --release -p stratalog-catalogue --example zenith_seeds -- othello 1001 1010 400
//! ```
//!
//! The arguments are a game or a rulesheet, the first and the last seed, the number
//! of games of each match, and optionally the number of cycles, the limit, and the
//! number of games of self-play: then a player that searches four plies is measured, too.

use std::error::Error;

use stratalog_catalogue::discovery::{Domain, Games, Won};
use stratalog_catalogue::discovery_run::DiscoveryCourse;
use stratalog_run::{Clock, Control, Seed};
use stratalog_zenith::{ZenithPlayer, ZenithSettings};

/// The depth of the player that searches.
const PLIES: u32 = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, first, last, count, more @ ..] = &args[..] else {
        return Err("give a game, the first and the last seed, and a number of games".into());
    };
    let (first, last): (u64, u64) = (first.parse()?, last.parse()?);
    let domain = Domain::new(game, None)?;
    let mut settings = ZenithSettings {
        limit: 60_000.0,
        ..ZenithSettings::default()
    };
    if let [cycles, rest @ ..] = more {
        settings.cycles = cycles.parse()?;
        if let [limit, rest @ ..] = rest {
            settings.limit = limit.parse()?;
            if let [self_play, ..] = rest {
                settings.self_play = self_play.parse()?;
            }
        }
    }
    for seed in (first..=last).map(Seed) {
        let clock = Clock::start();
        let control = Control::default();
        let teacher = domain.best_teacher(seed, &control)?;
        let settings = ZenithSettings {
            seed,
            ..settings.clone()
        };
        let course = DiscoveryCourse {
            teacher: Some(teacher.clone()),
            ..DiscoveryCourse::new(settings)
        };
        let found = domain.discover(&course, &control, |_, _, _| {})?.discovery;
        let seconds = clock.elapsed().cpu_seconds;
        let Some(cycle) = found.cycles.last() else {
            continue;
        };
        let held_out = cycle.held_out.as_ref().map_or(0.0, |h| h.accuracy());
        print!(
            "seed {}, taught by {teacher}: {} features, {} in use, accuracy {:.1}%, on new games {:.1}%, {seconds:.1} s",
            seed.0,
            found.features.len(),
            cycle.active.len(),
            100.0 * cycle.accuracy,
            100.0 * held_out
        );
        let player = Domain::one_ply(&found.evaluation);
        let games = Games {
            count: count.parse()?,
            seed: seed.derive("rivals"),
        };
        if domain.is_single_player() {
            let won = domain.play(&player, "random", games, &control)?;
            print!("; learned {}", result(&won));
        }
        for rival in domain.rivals() {
            let won = if domain.is_single_player() {
                domain.play_as(rival, games, &control)?
            } else {
                domain.play(&player, rival, games, &control)?
            };
            print!("; {rival} {}", result(&won));
        }
        if found.evaluation.search_values().is_some() {
            let player = ZenithPlayer::new(found.evaluation.clone(), PLIES);
            for rival in domain.searchers() {
                let clock = Clock::start();
                let won = domain.play(&player, rival, games, &control)?;
                let seconds = clock.elapsed().cpu_seconds;
                print!(
                    "; {PLIES} plies against {rival} {}, {seconds:.1} s",
                    result(&won)
                );
            }
        }
        println!();
    }
    Ok(())
}

fn result(won: &Won) -> String {
    let (share, interval) = won.share();
    format!(
        "{}/{}: {:.1}% ({:.1} to {:.1}), {} drawn, mean goal {:.1} ±{:.1}",
        won.wins,
        won.games,
        100.0 * share,
        100.0 * interval.low,
        100.0 * interval.high,
        won.draws,
        won.mean_goal,
        won.goal_margin
    )
}
