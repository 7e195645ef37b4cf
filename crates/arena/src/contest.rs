//! Matches: many games between a player that is measured and its opponents,
//! spread over all threads. The random stream of a game is derived from the seed
//! and the game's number, so the result does not depend on the number of threads.

mod report;

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::Duration;

use rayon::prelude::*;
use stratalog_game::{
    Bounds, Decision, Ending, Game, Outcome, PlayError, PlayerSource, Role, Seating, Spectator,
    Turn,
};
use stratalog_run::{Clock, Control, Elapsed, Ended, SavedState, Saver, Seed, Stream, pieces};

use crate::error::ArenaError;
use crate::stopwatch::Stopwatch;

pub use report::{MatchReport, Record, Tally};

/// The first games, and then one in this number, are timed move by move: reading
/// the clock takes as long as a fast player's move.
const TIMED: u64 = 64;
/// How often an opening is chosen again when it ends the game.
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
    bounds: Bounds,
    state: Option<&'a SavedState>,
    start: Option<&'a G::Position>,
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
            bounds: Bounds::default(),
            state: None,
            start: None,
        }
    }

    /// Games start from this position.
    pub fn from_position(self, start: &'a G::Position) -> Self {
        let start = Some(start);
        Contest { start, ..self }
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

    /// Each game starts after this number of random moves. With alternating
    /// sides, each opening is played once from every side.
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

    /// When a game that does not end by its rules is ended.
    pub fn bounds(self, bounds: Bounds) -> Self {
        Contest { bounds, ..self }
    }

    /// Saves the games from time to time. [`Contest::run`] resumes after those
    /// that are saved, with the same result.
    pub fn saved_in(self, state: &'a SavedState) -> Self {
        let state = Some(state);
        Contest { state, ..self }
    }

    /// Plays the match on all threads of the current pool. When it is stopped,
    /// the report is of the first games, without a gap.
    pub fn run(&self, control: &Control) -> Result<MatchReport, ArenaError> {
        self.check()?;
        let Some(state) = self.state else {
            return self.play_from(0, control, |_| Ok(()));
        };
        let earlier: Option<MatchReport> = state.load()?;
        let with_earlier = |later: MatchReport| match &earlier {
            Some(earlier) => earlier.clone().joined(later),
            None => later,
        };
        let played = earlier.as_ref().map_or(0, |report| report.tally.games());
        let mut saver = Saver::new(state);
        let later = self.play_from(played, control, |so_far| {
            if saver.is_due() {
                saver.save(&with_earlier(so_far()?))?;
            }
            Ok(())
        })?;
        let ended = later.ended.clone();
        let whole = with_earlier(MatchReport {
            ended: Ended::Done,
            ..later
        });
        saver.save(&whole)?;
        Ok(MatchReport { ended, ..whole })
    }

    /// Plays the games from this number on, counted from the first one. The
    /// report so far is offered after each batch of games.
    fn play_from(
        &self,
        played: u64,
        control: &Control,
        mut offer: impl FnMut(&dyn Fn() -> Result<MatchReport, ArenaError>) -> Result<(), ArenaError>,
    ) -> Result<MatchReport, ArenaError> {
        let clock = Clock::start();
        let mut failure = None;
        let mut sum = Sum::new(self.game.role_count());
        // Players may keep what saves time from game to game.
        let idle: Mutex<Vec<Seating<'a, G>>> = Mutex::new(Vec::new());
        let take = || idle.lock().ok().and_then(|mut idle| idle.pop());
        let give = |seating| {
            if let Ok(mut idle) = idle.lock() {
                idle.push(seating);
            }
        };
        let numbers = self.first + played..self.first.saturating_add(self.games);
        let ended = pieces::run_batches(control, "games", numbers, |from, to| {
            let batch = (from..to)
                .into_par_iter()
                .fold(
                    || Share::new(self, take(), control),
                    |mut share, number| {
                        share.play(self, number);
                        share
                    },
                )
                .map(|share| {
                    give(share.seating);
                    share.sum
                })
                .reduce(|| Sum::new(self.game.role_count()), Sum::merged);
            // The games of a batch end in any order: without one, there is a gap.
            if batch.is_cut_short {
                return ControlFlow::Break(());
            }
            sum.add_all(batch);
            failure = offer(&|| sum.clone().report(clock.elapsed(), Ended::Done)).err();
            if failure.is_some() || sum.failure.is_some() {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        match failure {
            Some(error) => Err(error),
            None => sum.report(clock.elapsed(), ended),
        }
    }

    /// Plays the match game by game while somebody watches. The games are the
    /// same as those of [`Contest::run`].
    pub fn run_watched(
        &self,
        control: &Control,
        observer: &mut impl Observer<G>,
    ) -> Result<MatchReport, ArenaError> {
        self.check()?;
        let clock = Clock::start();
        let mut share = Share::new(self, None, control);
        let mut ended = Ended::Done;
        for number in self.first..self.first.saturating_add(self.games) {
            if control.is_stopped() {
                ended = Ended::Stopped;
                break;
            }
            share.play_watched(self, number, observer);
            if share.sum.is_cut_short {
                ended = Ended::Stopped;
                break;
            }
            if share.sum.failure.is_some() {
                break;
            }
        }
        share.sum.report(clock.elapsed(), ended)
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
        let mut players: Vec<Box<dyn stratalog_game::Player<G> + 'a>> = vec![self.player.player()];
        if let Some(against) = self.against {
            players.extend((1..self.game.role_count()).map(|_| against.player()));
        }
        Seating::new(self.game, players).bounds(self.bounds)
    }

    /// The role of the measured player and the number of the opening.
    fn side_and_opening(&self, number: u64) -> (Role, u64) {
        let roles = self.game.role_count() as u64;
        match self.sides {
            Sides::Fixed => (Role(0), number),
            Sides::Alternate => (Role((number % roles) as u8), number / roles),
        }
    }

    /// The position a game starts from: the initial one, or another, or the one that
    /// random moves lead to, chosen again as long as they end the game.
    fn starting_position(&self, opening: u64) -> Result<G::Position, ArenaError> {
        let mut rng = self.opening_seed.stream(opening);
        for _ in 0..OPENING_TRIES {
            let mut position = match self.start {
                Some(start) => start.clone(),
                None => self.game.initial(&mut rng),
            };
            self.play_at_random(&mut position, &mut rng);
            match self.game.turn(&position) {
                Turn::Over => {}
                // The loop that plays the game says why rules fail.
                Turn::Role(_) | Turn::Failed => return Ok(position),
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
    fn new(
        contest: &Contest<'a, G>,
        seating: Option<Seating<'a, G>>,
        control: &Control,
    ) -> Share<'a, G> {
        Share {
            seating: seating.unwrap_or_else(|| contest.seating().stopped_by(control.stop())),
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
            Ok((record, goals)) => self.sum.add(record, &goals, contest.records),
            Err(ArenaError::Game {
                cause: PlayError::Stopped,
                ..
            }) => self.sum.is_cut_short = true,
            Err(error) => self.sum.fail(number, error),
        }
    }

    fn try_play(
        &mut self,
        contest: &Contest<'a, G>,
        number: u64,
        observer: &mut impl Observer<G>,
    ) -> Result<(Record, Vec<u8>), ArenaError> {
        let (role, opening) = contest.side_and_opening(number);
        let mut position = contest.starting_position(opening)?;
        let mut rng = contest.seed.stream(number);
        observer.began(number, role, &position);
        let mut spectator = Watching(observer);
        let played = self
            .seating
            .play(role, &mut position, &mut rng, &mut spectator);
        let finished = played.map_err(|cause| ArenaError::Game {
            number: number + 1,
            cause,
        })?;
        let others = (0..contest.game.role_count() as u8).map(Role);
        let by_seat = std::iter::once(role).chain(others.filter(|&other| other != role));
        let (outcome, goals): (Outcome, Vec<u8>) = if finished.ending == Ending::Rules {
            let goals = by_seat.map(|role| contest.game.goal(&position, role));
            (contest.game.outcome(&position, role), goals.collect())
        } else {
            (Outcome::Draw, by_seat.map(|_| DRAWN_GOAL).collect())
        };
        let record = Record {
            number,
            opening,
            role,
            outcome,
            goal: goals[0],
            plies: finished.moves,
            ending: finished.ending,
        };
        observer.ended(&record);
        Ok((record, goals))
    }
}

/// What the end of a game is worth to each role when it is drawn by repetition or
/// by the limit on moves.
const DRAWN_GOAL: u8 = 50;

/// Somebody who watches the games of a match.
pub trait Observer<G: Game> {
    /// Called when a game begins: its number from 0, the role of the measured
    /// player, the position.
    fn began(&mut self, _number: u64, _side: Role, _position: &G::Position) {}

    /// Called before each move with who is to make it.
    fn before(&mut self, _role: Role) {}

    /// Called after each move with the position it led to.
    fn moved(&mut self, _role: Role, _decision: &Decision<G::Move>, _position: &G::Position) {}

    /// Called when the game is over.
    fn ended(&mut self, _record: &Record) {}
}

/// Nobody watches.
impl<G: Game> Observer<G> for () {}

/// An observer of a match as the spectator of one of its games.
struct Watching<'o, O>(&'o mut O);

impl<G: Game, O: Observer<G>> Spectator<G> for Watching<'_, O> {
    fn before(&mut self, role: Role) {
        self.0.before(role);
    }

    fn moved(&mut self, role: Role, decision: &Decision<G::Move>, position: &G::Position) {
        self.0.moved(role, decision, position);
    }
}

/// The sum of games; the order of adding does not matter.
#[derive(Clone)]
struct Sum {
    by_role: Vec<Tally>,
    goals: Vec<u64>,
    plies: u64,
    cut_off: u64,
    thinking: [(Duration, u64); 2],
    records: Vec<Record>,
    failure: Option<(u64, ArenaError)>,
    /// Whether a game was stopped before its end.
    is_cut_short: bool,
}

impl Sum {
    fn new(roles: usize) -> Sum {
        Sum {
            by_role: vec![Tally::default(); roles],
            goals: vec![0; roles],
            plies: 0,
            cut_off: 0,
            thinking: [(Duration::ZERO, 0); 2],
            records: Vec::new(),
            failure: None,
            is_cut_short: false,
        }
    }

    fn add(&mut self, record: Record, goals: &[u8], records: Records) {
        for (sum, &goal) in self.goals.iter_mut().zip(goals) {
            *sum += u64::from(goal);
        }
        self.by_role[record.role.index()].count(record.outcome);
        self.plies += u64::from(record.plies);
        self.cut_off += u64::from(record.ending != Ending::Rules);
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
        self.add_all(other);
        self
    }

    fn add_all(&mut self, other: Sum) {
        for (own, tally) in self.by_role.iter_mut().zip(other.by_role) {
            *own = own.plus(tally);
        }
        for (own, goal) in self.goals.iter_mut().zip(other.goals) {
            *own += goal;
        }
        self.plies += other.plies;
        self.cut_off += other.cut_off;
        for (sum, part) in self.thinking.iter_mut().zip(other.thinking) {
            sum.0 += part.0;
            sum.1 += part.1;
        }
        self.records.extend(other.records);
        self.is_cut_short |= other.is_cut_short;
        if let Some((number, error)) = other.failure {
            self.fail(number, error);
        }
    }

    fn report(mut self, elapsed: Elapsed, ended: Ended) -> Result<MatchReport, ArenaError> {
        if let Some((_, error)) = self.failure {
            return Err(error);
        }
        self.records.sort_unstable_by_key(|record| record.number);
        let mean = |(time, moves): (Duration, u64)| {
            (moves > 0).then(|| Duration::from_secs_f64(time.as_secs_f64() / moves as f64))
        };
        Ok(MatchReport {
            tally: self
                .by_role
                .iter()
                .fold(Tally::default(), |sum, &t| sum.plus(t)),
            by_role: self.by_role,
            goals: self.goals,
            plies: self.plies,
            cut_off: self.cut_off,
            elapsed,
            ended,
            time_per_move: self.thinking.map(mean),
            records: self.records,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stratalog_game::{Player, PlayerError, Reason, Situation};
    use stratalog_games::NoughtsAndCrosses;
    use stratalog_run::Stop;

    /// Plays the first legal move, and asks to stop when it has made some.
    struct Tiring {
        stop: Stop,
        moves: u32,
    }

    impl Player<NoughtsAndCrosses> for Tiring {
        fn decide(
            &mut self,
            Situation {
                game, view, role, ..
            }: Situation<'_, NoughtsAndCrosses>,
        ) -> Result<Decision<<NoughtsAndCrosses as Game>::Move>, PlayerError> {
            let mut moves = Vec::new();
            game.choices(view, role, &mut moves);
            self.moves += 1;
            if self.moves == 40 {
                self.stop.request();
            }
            let mv = *moves.first().ok_or(PlayerError::NoMove)?;
            let reason = Reason::Forced;
            Ok(Decision { mv, reason })
        }
    }

    #[test]
    fn a_match_that_is_stopped_inside_a_game_reports_whole_games() {
        let stop = Stop::default();
        let asked = stop.clone();
        let tiring = move || -> Box<dyn Player<NoughtsAndCrosses>> {
            Box::new(Tiring {
                stop: asked.clone(),
                moves: 0,
            })
        };
        let contest = Contest::new(&NoughtsAndCrosses, &tiring).against(&tiring);
        let control = Control::stopped_by(stop.clone());
        let contest = contest.games(1000);
        let watched = contest.run_watched(&control, &mut ()).expect("a report");
        assert_eq!(watched.ended, Ended::Stopped);
        // The first player has won in its fourth move: 40 moves are nearly 12 games.
        let games = watched.tally.games();
        assert!((1..40).contains(&games), "{games}");
        assert!(watched.plies >= 5 * games);
        stop.withdraw();
        let report = contest.run(&control).expect("a report");
        assert_eq!(report.ended, Ended::Stopped);
        assert!(report.tally.games() < 1000);
        assert_eq!(report.tally.games() == 0, report.plies == 0);
    }
}
