//! Players against each other, many games at once or one that somebody watches.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use stratalog_arena::contest::{Contest, MatchReport, Observer, Record};
use stratalog_catalogue::Playable;
use stratalog_game::{
    AnyPosition, Decision, Game, GameObject, Outcome, PlayerSource, PlayerSpec, Role, Turn,
};
use stratalog_papers::{csv, plot};
use stratalog_run::{Clock, Control, Elapsed, Ended, Event, Interval, SavedState, Seed};

pub use stratalog_arena::contest::Tally;
pub use stratalog_game::Bounds;

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::Error;
use crate::game::{Choice, position};
use crate::output;

/// Asks for a match. The result is told from the side of `player`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The game.
    #[serde(flatten)]
    pub game: Choice,
    /// Who is measured: a name, `NAME:SETTING` or the path of a strategy file.
    pub player: String,
    /// Who plays the other roles; a random player where nobody is named.
    #[serde(default)]
    pub against: Option<String>,
    /// How many games.
    #[serde(default = "default_games")]
    pub games: u64,
    /// Whether the measured player always has the first role.
    #[serde(default)]
    pub fixed_sides: bool,
    /// Random moves before each game.
    #[serde(default)]
    pub opening: u32,
    /// The position that games start from: a file, a drawn board or facts; the start of
    /// the game if there is none.
    #[serde(default)]
    pub from: Option<String>,
    /// When a game that does not end by its rules is ended, as a draw.
    #[serde(default)]
    pub bounds: Bounds,
    /// Decides everything random.
    #[serde(default = "crate::default_seed")]
    pub seed: Seed,
    /// Whether each move is an event; the games are then played one by one.
    #[serde(default)]
    pub watched: bool,
    /// Where a line for each game is written. The state of a match that nobody
    /// watches is saved beside it, so that the same request resumes it.
    #[serde(default)]
    pub csv: Option<PathBuf>,
    /// Where a plot of the shares of games won, drawn and lost is written.
    #[serde(default)]
    pub svg: Option<PathBuf>,
}

fn default_games() -> u64 {
    100
}

impl Request {
    /// A match of 100 games at the usual board.
    pub fn new(game: &str, player: &str) -> Request {
        Request {
            game: Choice::named(game),
            player: player.to_owned(),
            against: None,
            games: default_games(),
            fixed_sides: false,
            opening: 0,
            from: None,
            bounds: Bounds::default(),
            seed: crate::default_seed(),
            watched: false,
            csv: None,
            svg: None,
        }
    }
}

/// The result of a match, from the side of the measured player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The game.
    pub game: String,
    /// Its board.
    pub board: String,
    /// Who was measured.
    pub player: String,
    /// Who played the other roles.
    pub against: Option<String>,
    /// What decided everything random.
    pub seed: Seed,
    /// Games played.
    pub games: u64,
    /// Games won, drawn and lost.
    #[serde(flatten)]
    pub tally: Tally,
    /// The share of games won.
    pub win_rate: f64,
    /// Its 95% interval.
    pub ci95: Interval,
    /// Games won, drawn and lost with each role.
    pub by_role: BTreeMap<String, Tally>,
    /// The mean goal of the measured player, from 0 to 100.
    pub mean_goal: f64,
    /// The mean goals of the measured player and of the others.
    pub mean_goals: Vec<f64>,
    /// Games that were ended as draws by repetition or by the limit on moves.
    pub cut_off: u64,
    /// The mean number of moves, the opening's not counted.
    pub mean_moves: f64,
    /// The mean time of a move.
    pub seconds_per_move: SecondsPerMove,
    /// Games a second of wall time.
    pub games_per_second: f64,
    /// How long it took.
    #[serde(flatten)]
    pub elapsed: Elapsed,
    /// Why the match ended.
    #[serde(flatten)]
    pub ended: Ended,
}

/// The mean time of a move, from the games that were timed.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SecondsPerMove {
    /// Of the measured player.
    pub player: Option<f64>,
    /// Of the others.
    pub against: Option<f64>,
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        Verdict::of_run(&self.ended, true)
    }
}

impl Request {
    /// Plays the match.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        let table = Table::set(self)?;
        self.run_between(
            control,
            &table.game,
            &*table.player,
            table.against.as_deref(),
        )
    }

    /// Plays the match between players that the caller brings; the names in the
    /// request are theirs.
    pub fn run_between(
        &self,
        control: &Control,
        game: &GameObject,
        player: &dyn PlayerSource<GameObject>,
        against: Option<&dyn PlayerSource<GameObject>>,
    ) -> Result<Answer, Error> {
        self.check_files()?;
        let start = self.start(game)?;
        let contest = self.contest(game, player, against, start.as_ref());
        let named = self.opponent(game);
        let report = if self.watched {
            let mut reporter = Reporter {
                game,
                control,
                player: &self.player,
                against: named.as_deref(),
                side: Role(0),
            };
            contest.run_watched(control, &mut reporter)?
        } else {
            self.run_saved(control, contest)?
        };
        self.write_files(game, named.as_deref(), &report)?;
        Ok(self.answer(game, named, report))
    }

    /// Plays the match, and saves its games while they are played if there is a
    /// file to save them beside.
    fn run_saved(
        &self,
        control: &Control,
        contest: Contest<'_, GameObject>,
    ) -> Result<MatchReport, Error> {
        let Some(state) = self.saved_state() else {
            return Ok(contest.run(control)?);
        };
        let report = contest.saved_in(&state).run(control)?;
        if report.ended.is_done() {
            state.remove();
        } else {
            let path = state.path().display();
            control.note(format!(
                "the games so far are saved in {path}; the same call resumes"
            ));
        }
        Ok(report)
    }

    /// The state beside the file of the games; none beside a pipe or a device.
    fn saved_state(&self) -> Option<SavedState> {
        let csv = self.csv.as_ref()?;
        if csv.exists() && !csv.is_file() {
            return None;
        }
        let request = Request {
            csv: None,
            svg: None,
            ..self.clone()
        };
        let files = [
            Some(&self.game.game),
            Some(&self.player),
            self.against.as_ref(),
        ];
        let digests = files.map(|name| name.and_then(|name| digest(Path::new(name))));
        Some(SavedState::new(
            SavedState::path_beside(csv),
            &("play", request, digests),
        ))
    }

    /// Plays some of the games of the match, for [`Request::merged`].
    pub fn run_piece(&self, control: &Control, first: u64, count: u64) -> Result<Piece, Error> {
        let table = Table::set(self)?;
        let start = self.start(&table.game)?;
        let against = table.against.as_deref();
        let contest = self.contest(&table.game, &*table.player, against, start.as_ref());
        let report = contest.first_game(first).games(count).run(control)?;
        Ok(Piece(report))
    }

    /// The answer of pieces that make up the match, in order, and that were played in
    /// this many seconds.
    pub fn merged(&self, pieces: Vec<Piece>, seconds: f64) -> Result<Answer, Error> {
        self.check_files()?;
        let game = self.game.find()?.game;
        let against = self.opponent(&game);
        let Some(Piece(mut report)) = pieces.into_iter().reduce(Piece::joined) else {
            return Err(Error::input("there must be at least one game"));
        };
        report.elapsed.seconds = seconds;
        self.write_files(&game, against.as_deref(), &report)?;
        Ok(self.answer(&game, against, report))
    }

    fn contest<'a>(
        &self,
        game: &'a GameObject,
        player: &'a dyn PlayerSource<GameObject>,
        against: Option<&'a dyn PlayerSource<GameObject>>,
        start: Option<&'a AnyPosition>,
    ) -> Contest<'a, GameObject> {
        let mut contest = Contest::new(game, player)
            .games(self.games)
            .seed(self.seed)
            .opening(self.opening)
            .bounds(self.bounds);
        if let Some(against) = against {
            contest = contest.against(against);
        }
        if let Some(start) = start {
            contest = contest.from_position(start);
        }
        if self.fixed_sides {
            contest = contest.fixed_sides();
        }
        if self.csv.is_some() || self.svg.is_some() {
            contest = contest.record_games();
        }
        contest
    }

    /// The position that games start from, where it is not the start of the game.
    pub fn start(&self, game: &GameObject) -> Result<Option<AnyPosition>, Error> {
        let from = self.from.as_deref();
        from.map(|from| position(game, from)).transpose()
    }

    /// Nobody plays against the player of a single-player game.
    fn check_sides(&self, game: &GameObject) -> Result<(), Error> {
        match &self.against {
            Some(against) if game.role_count() == 1 => Err(Error::input(format!(
                "{} has one player; leave '{against}' out",
                game.name()
            ))),
            _ => Ok(()),
        }
    }

    fn check_files(&self) -> Result<(), Error> {
        let mut paths = self.csv.iter().chain(&self.svg);
        paths.try_for_each(|path| output::check(path))
    }

    /// The name of who plays the other roles.
    pub fn opponent(&self, game: &GameObject) -> Option<String> {
        match &self.against {
            Some(name) => Some(name.clone()),
            None => (game.role_count() > 1).then(|| "random".to_owned()),
        }
    }

    fn write_files(
        &self,
        game: &GameObject,
        against: Option<&str>,
        report: &MatchReport,
    ) -> Result<(), Error> {
        if let Some(path) = &self.svg {
            let against = against.map_or(String::new(), |name| format!(" against {name}"));
            let title = format!("{}{against}, {} {}", self.player, game.name(), game.board());
            let plot = plot::match_plot(&title, &report.records);
            output::write(path, plot.svg()?)?;
        }
        if let Some(path) = &self.csv {
            output::write(path, csv::match_csv(&report.records, &role_names(game)))?;
        }
        Ok(())
    }

    fn answer(&self, game: &GameObject, against: Option<String>, report: MatchReport) -> Answer {
        let [player, others] = report
            .time_per_move
            .map(|time| time.map(|time| time.as_secs_f64()));
        Answer {
            game: game.name().to_owned(),
            board: game.board(),
            player: self.player.clone(),
            against,
            seed: self.seed,
            games: report.tally.games(),
            win_rate: report.tally.win_rate(),
            ci95: report.tally.interval(),
            by_role: role_names(game)
                .into_iter()
                .zip(report.by_role.iter().copied())
                .collect(),
            mean_goal: report.mean_goal(),
            mean_goals: report.mean_goals(),
            cut_off: report.cut_off,
            mean_moves: report.mean_plies(),
            seconds_per_move: SecondsPerMove {
                player,
                against: others,
            },
            games_per_second: report.games_per_second(),
            elapsed: report.elapsed,
            tally: report.tally,
            ended: report.ended,
        }
    }
}

/// A digest of the content of a rulesheet or a strategy; none for a name that is
/// not a file's.
fn digest(path: &Path) -> Option<u64> {
    let text = std::fs::read(path).ok()?;
    let Seed(digest) = Seed(0).derive(&String::from_utf8_lossy(&text));
    Some(digest)
}

/// Some of the games of a match, played by another process.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Piece(MatchReport);

impl Piece {
    /// This piece and the one that follows it as one.
    pub fn joined(self, next: Piece) -> Piece {
        Piece(self.0.joined(next.0))
    }
}

/// The game of a request, and who plays it.
struct Table {
    game: GameObject,
    player: Box<dyn PlayerSource<GameObject>>,
    against: Option<Box<dyn PlayerSource<GameObject>>>,
}

impl Table {
    fn set(request: &Request) -> Result<Table, Error> {
        let playable = request.game.find()?;
        request.check_sides(&playable.game)?;
        let player = source(&playable, &request.player)?;
        let against = request.opponent(&playable.game);
        let against = against.map(|name| source(&playable, &name)).transpose()?;
        Ok(Table {
            game: playable.game,
            player,
            against,
        })
    }
}

/// Counts games that a face steps through itself, because a person plays, and
/// makes the answer of them.
pub struct MatchCounter<'a> {
    request: &'a Request,
    game: GameObject,
    by_role: Vec<Tally>,
    moves: u64,
    clock: Clock,
}

impl<'a> MatchCounter<'a> {
    /// A counter for the games of a request.
    pub fn new(request: &'a Request) -> Result<MatchCounter<'a>, Error> {
        let playable = request.game.find()?;
        request.check_sides(&playable.game)?;
        // Who cannot play is noticed before the first move.
        let against = request.opponent(&playable.game);
        let names = [Some(&request.player), against.as_ref()];
        for name in names.into_iter().flatten().filter(|name| *name != "human") {
            source(&playable, name)?;
        }
        let game = playable.game;
        Ok(MatchCounter {
            request,
            by_role: vec![Tally::default(); game.role_count()],
            game,
            moves: 0,
            clock: Clock::start(),
        })
    }

    /// The role of the measured player in a game, numbered from 0.
    pub fn side(&self, number: u64) -> Role {
        if self.request.fixed_sides {
            Role(0)
        } else {
            Role((number % self.game.role_count() as u64) as u8)
        }
    }

    /// Counts a game in which this number of moves was made.
    pub fn count(&mut self, side: Role, outcome: Outcome, moves: usize) {
        self.by_role[side.index()].count(outcome);
        self.moves += moves as u64;
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.by_role.iter().map(|tally| tally.games()).sum()
    }

    /// The answer.
    pub fn answer(self, ended: Ended) -> Answer {
        let tally = self
            .by_role
            .iter()
            .fold(Tally::default(), |sum, &tally| sum.plus(tally));
        let goals = 100 * tally.wins + 50 * tally.draws;
        let report = MatchReport {
            tally,
            goals: vec![goals],
            by_role: self.by_role,
            plies: self.moves,
            cut_off: 0,
            elapsed: self.clock.elapsed(),
            ended,
            time_per_move: [None, None],
            records: Vec::new(),
        };
        let against = self.request.opponent(&self.game);
        self.request.answer(&self.game, against, report)
    }
}

fn role_names(game: &GameObject) -> Vec<String> {
    let roles = (0..game.role_count() as u8).map(Role);
    roles.map(|role| game.role_name(role).to_owned()).collect()
}

fn source(playable: &Playable, name: &str) -> Result<Box<dyn PlayerSource<GameObject>>, Error> {
    let Ok(spec) = name.parse::<PlayerSpec>();
    Ok(playable.source(&spec)?)
}

/// Makes events of the moves of a match.
struct Reporter<'a> {
    game: &'a GameObject,
    control: &'a Control,
    player: &'a str,
    against: Option<&'a str>,
    side: Role,
}

impl Reporter<'_> {
    fn name(&self, role: Role) -> String {
        let player = match self.against {
            Some(against) if role != self.side => against,
            _ => self.player,
        };
        format!("{} ({player})", self.game.role_name(role))
    }
}

impl Observer<GameObject> for Reporter<'_> {
    fn began(&mut self, number: u64, side: Role, position: &<GameObject as Game>::Position) {
        self.side = side;
        let roles = (0..self.game.role_count() as u8).map(Role);
        let players = roles.map(|role| self.name(role)).collect();
        let view = self.game.view(position, side);
        self.control.emit(Event::GameBegan {
            number: number + 1,
            players,
            board: self.game.drawing(&view).to_string(),
        });
    }

    fn moved(
        &mut self,
        role: Role,
        decision: &Decision<<GameObject as Game>::Move>,
        position: &<GameObject as Game>::Position,
    ) {
        let board = match self.game.turn(position) {
            Turn::Over => self.game.final_drawing(position, role),
            _ => self.game.drawing(&self.game.view(position, role)),
        };
        self.control.emit(Event::Moved {
            player: self.name(role),
            mv: self.game.move_text(decision.mv),
            reason: decision.reason.to_json(),
            english: decision.reason.to_string(),
            board: board.to_string(),
        });
    }

    fn ended(&mut self, record: &Record) {
        let outcome: Outcome = record.outcome;
        self.control.emit(Event::GameOver {
            player: self.name(self.side),
            outcome: outcome.as_str().to_owned(),
        });
    }
}
