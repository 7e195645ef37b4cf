//! The result of a match.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use stratalog_game::{Ending, Outcome, Role};
use stratalog_run::{Elapsed, Ended, Interval};

/// Games won, drawn and lost by the measured player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// One game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The game's number, from 0.
    pub number: u64,
    /// The number of its opening, from 0: games with the same one started alike.
    pub opening: u64,
    /// The role of the measured player.
    pub role: Role,
    /// How it ended for the measured player.
    pub outcome: Outcome,
    /// What the end was worth to the measured player, from 0 to 100.
    pub goal: u8,
    /// Moves made, the opening's not counted.
    pub plies: u32,
    /// How the game came to its end.
    pub ending: Ending,
}

/// The result of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchReport {
    /// All games.
    pub tally: Tally,
    /// The games in which the measured player had each role.
    pub by_role: Vec<Tally>,
    /// The sums of what the ends were worth to the measured player, and to the
    /// others in the order of their roles.
    pub goals: Vec<u64>,
    /// Moves made in all games.
    pub plies: u64,
    /// Games that ended as a draw by repetition or by the limit on moves.
    pub cut_off: u64,
    /// How long the match took.
    pub elapsed: Elapsed,
    /// Why the match ended.
    pub ended: Ended,
    /// Mean time of a move of the measured player and of its opponents, from the
    /// first 64 games and every 64th after.
    pub time_per_move: [Option<Duration>; 2],
    /// The games in order, where they were asked for.
    pub records: Vec<Record>,
}

impl Tally {
    /// The number of games.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Counts one more game.
    #[inline]
    pub fn count(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win => self.wins += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Loss => self.losses += 1,
        }
    }

    /// The sum of both.
    pub fn plus(self, other: Tally) -> Tally {
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }

    /// The share of games won; 0 when there are none.
    pub fn win_rate(self) -> f64 {
        self.wins as f64 / self.games().max(1) as f64
    }

    /// The interval of the share of games won.
    pub fn interval(self) -> Interval {
        Interval::wilson(self.wins, self.games())
    }
}

impl MatchReport {
    /// The report of both matches as one: this one's games come first. Times of moves
    /// are means of both, weighted by games.
    pub fn joined(self, next: MatchReport) -> MatchReport {
        let weights = [self.tally.games(), next.tally.games()].map(|games| games as f64);
        let pairs = self.by_role.iter().zip(&next.by_role);
        let by_role = pairs.map(|(&own, &other)| own.plus(other)).collect();
        let sums = self.goals.iter().zip(&next.goals);
        let mut times = self.time_per_move;
        for (time, other) in times.iter_mut().zip(next.time_per_move) {
            *time = match (*time, other) {
                (Some(one), Some(two)) => {
                    let sum = one.mul_f64(weights[0]) + two.mul_f64(weights[1]);
                    Some(sum.div_f64((weights[0] + weights[1]).max(1.0)))
                }
                (one, two) => one.or(two),
            };
        }
        MatchReport {
            tally: self.tally.plus(next.tally),
            goals: sums.map(|(own, other)| own + other).collect(),
            by_role,
            plies: self.plies + next.plies,
            cut_off: self.cut_off + next.cut_off,
            elapsed: Elapsed {
                seconds: self.elapsed.seconds + next.elapsed.seconds,
                cpu_seconds: self.elapsed.cpu_seconds + next.elapsed.cpu_seconds,
            },
            ended: if self.ended.is_done() {
                next.ended
            } else {
                self.ended
            },
            time_per_move: times,
            records: [self.records, next.records].concat(),
        }
    }

    /// Games a second.
    pub fn games_per_second(&self) -> f64 {
        self.tally.games() as f64 / self.elapsed.seconds.max(1e-9)
    }

    /// What the end of a game was worth on average, from 0 to 100: to the
    /// measured player, then to the others in the order of their roles.
    pub fn mean_goals(&self) -> Vec<f64> {
        let games = self.tally.games().max(1) as f64;
        self.goals.iter().map(|&sum| sum as f64 / games).collect()
    }

    /// What the end of a game was worth to the measured player on average.
    pub fn mean_goal(&self) -> f64 {
        self.mean_goals().first().copied().unwrap_or(0.0)
    }

    /// Moves a game, the opening's not counted.
    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.tally.games().max(1) as f64
    }
}
