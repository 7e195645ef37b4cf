//! Matches: many games between a player that is measured and its opponents,
//! spread over all cores. The random stream of a game follows from the seed and
//! the game's number, so the result is the same on any number of threads.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use stratalog_game::{Game, Outcome, PlayerSource, Role, Turn};
use stratalog_run::{Seed, Stream};

use crate::error::ArenaError;
use crate::seating::{Observer, Seating, Stopwatch};
use stratalog_run::Interval;

/// The first so many games, and then one in so many, are timed move by move:
/// reading the clock takes as long as a fast player's move.
const TIMED: u64 = 64;
/// How often an opening is drawn again when it ends the game.
const OPENING_TRIES: u32 = 1000;

/// A match about to be played.
pub struct Contest<'a, G: Game> {
    game: &'a G,
    player: &'a dyn PlayerSource<G>,
    against: Option<&'a dyn PlayerSource<G>>,
    first: u64,
    games: u64,
    seed: Seed,
    opening_seed: Seed,
    sides: Sides,
    opening: u32,
    records: Records,
    progress: Option<&'a AtomicU64>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sides {
    Alternate,
    Fixed,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Records {
    Kept,
    Dropped,
}

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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
}

/// What came of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// All games.
    pub tally: Tally,
    /// The games in which the measured player had each role.
    pub by_role: Vec<Tally>,
    /// What the ends were worth to the measured player, added up.
    pub goals: u64,
    /// Moves made in all games.
    pub plies: u64,
    /// How long the match took.
    pub elapsed: Duration,
    /// Mean time of a move of the measured player and of its opponents, from the
    /// first 64 games and every 64th after.
    pub time_per_move: [Option<Duration>; 2],
    /// The games in order, where they were asked for.
    pub records: Vec<Record>,
}

impl<'a, G: Game> Contest<'a, G> {
    /// A match of one game by players from this source.
    pub fn new(game: &'a G, player: &'a dyn PlayerSource<G>) -> Contest<'a, G> {
        Contest {
            game,
            player,
            against: None,
            first: 0,
            games: 1,
            seed: Seed(1),
            opening_seed: Seed(1).derive("openings"),
            sides: Sides::Alternate,
            opening: 0,
            records: Records::Dropped,
            progress: None,
        }
    }

    /// Who plays the other roles.
    pub fn against(self, source: &'a dyn PlayerSource<G>) -> Self {
        Contest {
            against: Some(source),
            ..self
        }
    }

    /// How many games are played.
    pub fn games(self, games: u64) -> Self {
        Contest { games, ..self }
    }

    /// The number of the first game, from 0. Matches of the games `0..n` and
    /// `n..m` have the same games as one match of `0..m`.
    pub fn first_game(self, first: u64) -> Self {
        Contest { first, ..self }
    }

    /// What decides everything random.
    pub fn seed(self, seed: Seed) -> Self {
        Contest {
            seed,
            opening_seed: seed.derive("openings"),
            ..self
        }
    }

    /// The measured player always has the first role; else it takes the roles
    /// in turn.
    pub fn fixed_sides(self) -> Self {
        Contest {
            sides: Sides::Fixed,
            ..self
        }
    }

    /// Each game starts after so many random moves. With alternating sides,
    /// each opening is played once from every side.
    pub fn opening(self, plies: u32) -> Self {
        Contest {
            opening: plies,
            ..self
        }
    }

    /// Keeps a record of each game.
    pub fn record_games(self) -> Self {
        Contest {
            records: Records::Kept,
            ..self
        }
    }

    /// A counter that goes up by one with each game that ends.
    pub fn progress(self, counter: &'a AtomicU64) -> Self {
        Contest {
            progress: Some(counter),
            ..self
        }
    }

    /// Plays the match on all threads of the current pool.
    pub fn run(&self) -> Result<Report, ArenaError> {
        self.check()?;
        let started = Instant::now();
        let sum = (self.first..self.first.saturating_add(self.games))
            .into_par_iter()
            .fold(
                || Share::new(self),
                |mut share, number| {
                    share.play(self, number);
                    share
                },
            )
            .map(|share| share.sum)
            .reduce(|| Sum::new(self.game.role_count()), Sum::merged);
        sum.report(started.elapsed())
    }

    /// Plays the match game by game while somebody watches. The games are the
    /// same as those of [`Contest::run`]. When a person leaves, the match is
    /// over, and the report is of the games that ended before.
    pub fn run_watched(&self, observer: &mut impl Observer<G>) -> Result<Report, ArenaError> {
        self.check()?;
        let started = Instant::now();
        let mut share = Share::new(self);
        for number in self.first..self.first.saturating_add(self.games) {
            share.play_watched(self, number, observer);
            match &share.sum.failure {
                Some((_, error)) if error.is_leaving() => {
                    share.sum.failure = None;
                    break;
                }
                Some(_) => break,
                None => {}
            }
        }
        share.sum.report(started.elapsed())
    }

    fn check(&self) -> Result<(), ArenaError> {
        if self.games == 0 {
            return Err(ArenaError::NoGames);
        }
        if self.game.role_count() > 1 && self.against.is_none() {
            return Err(ArenaError::NoOpponent {
                game: self.game.name().to_owned(),
                roles: self.game.role_count(),
            });
        }
        Ok(())
    }

    fn seating(&self) -> Seating<'a, G> {
        let mut players = vec![self.player.player()];
        if let Some(against) = self.against {
            players.extend((1..self.game.role_count()).map(|_| against.player()));
        }
        Seating::new(self.game, players)
    }

    /// The role of the measured player and the number of the opening.
    fn side_and_opening(&self, number: u64) -> (Role, u64) {
        let roles = self.game.role_count() as u64;
        match self.sides {
            Sides::Fixed => (Role(0), number),
            Sides::Alternate => (Role((number % roles) as u8), number / roles),
        }
    }

    /// The position a game starts from: the initial one, or the one that random
    /// moves lead to, drawn again as long as they end the game.
    fn starting_position(&self, opening: u64) -> Result<G::Position, ArenaError> {
        let mut rng = self.opening_seed.stream(opening);
        for _ in 0..OPENING_TRIES {
            let mut position = self.game.initial(&mut rng);
            self.play_at_random(&mut position, &mut rng);
            if self.game.turn(&position) != Turn::Over {
                return Ok(position);
            }
        }
        Err(match self.opening {
            0 => ArenaError::NothingToPlay {
                game: format!("{} {}", self.game.name(), self.game.board()),
            },
            plies => ArenaError::OpeningTooLong { plies },
        })
    }

    fn play_at_random(&self, position: &mut G::Position, rng: &mut Stream) {
        let mut scratch = Vec::new();
        for _ in 0..self.opening {
            let Turn::Role(role) = self.game.turn(position) else {
                return;
            };
            let view = self.game.view(position, role);
            let Some((mv, _)) = self.game.random_choice(&view, role, rng, &mut scratch) else {
                return;
            };
            self.game.play_unchecked(position, mv);
        }
    }
}

/// One thread's part of a match.
struct Share<'a, G: Game> {
    seating: Seating<'a, G>,
    sum: Sum,
}

impl<'a, G: Game> Share<'a, G> {
    fn new(contest: &Contest<'a, G>) -> Share<'a, G> {
        Share {
            seating: contest.seating(),
            sum: Sum::new(contest.game.role_count()),
        }
    }

    fn play(&mut self, contest: &Contest<'a, G>, number: u64) {
        if number < TIMED || number.is_multiple_of(TIMED) {
            let (side, _) = contest.side_and_opening(number);
            let mut stopwatch = Stopwatch::new(side);
            self.play_watched(contest, number, &mut stopwatch);
            self.sum.add_time(&stopwatch);
        } else {
            self.play_watched(contest, number, &mut ());
        }
    }

    fn play_watched(
        &mut self,
        contest: &Contest<'a, G>,
        number: u64,
        observer: &mut impl Observer<G>,
    ) {
        match self.try_play(contest, number, observer) {
            Ok(record) => self.sum.add(record, contest.records),
            Err(error) => self.sum.fail(number, error),
        }
        if let Some(counter) = contest.progress {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn try_play(
        &mut self,
        contest: &Contest<'a, G>,
        number: u64,
        observer: &mut impl Observer<G>,
    ) -> Result<Record, ArenaError> {
        let (role, opening) = contest.side_and_opening(number);
        let mut position = contest.starting_position(opening)?;
        let mut rng = contest.seed.stream(number);
        observer.began(number, role, &position);
        let plies = self
            .seating
            .play(number, role, &mut position, &mut rng, observer)?;
        let outcome = contest.game.outcome(&position, role);
        observer.ended(outcome);
        Ok(Record {
            number,
            opening,
            role,
            outcome,
            goal: contest.game.goal(&position, role),
            plies,
        })
    }
}

/// Games added up; the order of adding does not matter.
struct Sum {
    by_role: Vec<Tally>,
    goals: u64,
    plies: u64,
    thinking: [(Duration, u64); 2],
    records: Vec<Record>,
    failure: Option<(u64, ArenaError)>,
}

impl Sum {
    fn new(roles: usize) -> Sum {
        Sum {
            by_role: vec![Tally::default(); roles],
            goals: 0,
            plies: 0,
            thinking: [(Duration::ZERO, 0); 2],
            records: Vec::new(),
            failure: None,
        }
    }

    fn add(&mut self, record: Record, records: Records) {
        self.by_role[record.role.index()].count(record.outcome);
        self.goals += u64::from(record.goal);
        self.plies += u64::from(record.plies);
        if records == Records::Kept {
            self.records.push(record);
        }
    }

    fn add_time(&mut self, stopwatch: &Stopwatch) {
        for (sum, part) in self.thinking.iter_mut().zip(stopwatch.thinking) {
            sum.0 += part.0;
            sum.1 += part.1;
        }
    }

    /// Remembers the failure of the earliest game.
    fn fail(&mut self, number: u64, error: ArenaError) {
        if self
            .failure
            .as_ref()
            .is_none_or(|(first, _)| number < *first)
        {
            self.failure = Some((number, error));
        }
    }

    fn merged(mut self, other: Sum) -> Sum {
        for (own, tally) in self.by_role.iter_mut().zip(other.by_role) {
            *own = own.plus(tally);
        }
        self.goals += other.goals;
        self.plies += other.plies;
        for (sum, part) in self.thinking.iter_mut().zip(other.thinking) {
            sum.0 += part.0;
            sum.1 += part.1;
        }
        self.records.extend(other.records);
        if let Some((number, error)) = other.failure {
            self.fail(number, error);
        }
        self
    }

    fn report(mut self, elapsed: Duration) -> Result<Report, ArenaError> {
        if let Some((_, error)) = self.failure {
            return Err(error);
        }
        self.records.sort_unstable_by_key(|record| record.number);
        let mean = |(time, moves): (Duration, u64)| {
            (moves > 0).then(|| Duration::from_secs_f64(time.as_secs_f64() / moves as f64))
        };
        Ok(Report {
            tally: self
                .by_role
                .iter()
                .fold(Tally::default(), |sum, &t| sum.plus(t)),
            by_role: self.by_role,
            goals: self.goals,
            plies: self.plies,
            elapsed,
            time_per_move: self.thinking.map(mean),
            records: self.records,
        })
    }
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

    /// Both added up.
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

impl Report {
    /// Games a second.
    pub fn games_per_second(&self) -> f64 {
        self.tally.games() as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }

    /// What the end of a game was worth on average, from 0 to 100.
    pub fn mean_goal(&self) -> f64 {
        self.goals as f64 / self.tally.games().max(1) as f64
    }

    /// Moves a game, the opening's not counted.
    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.tally.games().max(1) as f64
    }
}
