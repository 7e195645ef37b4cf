//! `stratalog play GAME`: players against each other, or a person at the terminal.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;
use stratalog_arena::contest::{Contest, Report};
use stratalog_arena::seating::Observer;
use stratalog_arena::table;
use stratalog_catalogue::games::Options;
use stratalog_catalogue::minesweeper;
use stratalog_catalogue::roster::Roster;
use stratalog_catalogue::{AnyGame, with_game};
use stratalog_game::{Decision, Game, GameError, Outcome, PlayerSpec, Reason, Role};
use stratalog_minesweeper::{Board, FirstMove, Minesweeper};
use stratalog_papers::{csv, plot};
use stratalog_run::Seed;

use crate::Common;
use crate::outcome::{Exit, Failure, print_json};
use crate::waiting::with_bar;
use crate::whole_file::write_whole;

/// Play players against each other, or play yourself
///
/// The result is told from the side of --player. A person plays with
/// `--player human`.
#[derive(Args)]
pub struct Play {
    /// The game; `stratalog games` lists them
    game: String,
    /// The board, where it is not the usual one, as in 4x4
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
    /// What the first move is promised in Minesweeper: any, safe or zero [default: safe]
    #[arg(long, value_name = "RULE")]
    first_move: Option<FirstMove>,
    /// Who is measured: a name or NAME:SETTING, as in uct:1000
    #[arg(long, value_name = "PLAYER")]
    player: PlayerSpec,
    /// Who plays the other side [default: random]
    #[arg(long, value_name = "PLAYER")]
    against: Option<PlayerSpec>,
    /// How many games [default: 100, or 1 when somebody watches]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Let --player always begin instead of changing sides
    #[arg(long)]
    fixed_sides: bool,
    /// Make so many random moves before each game; both sides of an opening are played
    #[arg(long, value_name = "K", default_value_t = 0)]
    opening: u32,
    /// Print the board after each move, and why the move was made
    #[arg(long)]
    show: bool,
    /// Write a line for each game
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw how the shares of games won, drawn and lost settle
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl Play {
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let board = self.board.as_deref();
        if self.game == minesweeper::LISTING.name {
            let board = board.map_or(Ok(Board::BEGINNER), str::parse)?;
            let game = Minesweeper::new(board, self.first_move.unwrap_or_default());
            return self.run_game(&game, common);
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

    fn run_game<G: Roster>(&self, game: &G, common: &Common) -> Result<Exit, Failure> {
        for path in self.csv.iter().chain(&self.svg) {
            check_folder(path)?;
        }
        let opponent = self.opponent(game);
        let player = game.source(&self.player)?;
        let against = opponent
            .as_ref()
            .map(|spec| game.source(spec))
            .transpose()?;
        let mut contest = Contest::new(game, &*player)
            .games(self.game_count())
            .seed(Seed(common.seed))
            .opening(self.opening);
        if let Some(against) = &against {
            contest = contest.against(&**against);
        }
        if self.fixed_sides {
            contest = contest.fixed_sides();
        }
        if self.csv.is_some() || self.svg.is_some() {
            contest = contest.record_games();
        }
        let report = if self.is_watched() {
            contest.run_watched(&mut Commentator {
                game,
                play: self,
                opponent: opponent.as_ref(),
                is_json: common.json,
                side: Role(0),
            })?
        } else {
            with_bar(self.game_count(), "games", |counter| {
                contest.progress(counter).run()
            })?
        };
        let shown = Shown {
            game,
            play: self,
            opponent: opponent.as_ref(),
            report: &report,
            seed: common.seed,
        };
        shown.write_files()?;
        if common.json {
            print_json(&shown.json());
        } else {
            shown.print();
        }
        Ok(Exit::Done)
    }

    fn opponent<G: Game>(&self, game: &G) -> Option<PlayerSpec> {
        if game.role_count() < 2 {
            return self.against.clone();
        }
        let Ok(random) = "random".parse();
        Some(self.against.clone().unwrap_or(random))
    }

    fn has_person(&self) -> bool {
        let against = self.against.as_ref();
        self.player.name == "human" || against.is_some_and(|spec| spec.name == "human")
    }

    fn is_watched(&self) -> bool {
        self.show || self.has_person()
    }

    fn game_count(&self) -> u64 {
        let usual = if self.is_watched() { 1 } else { 100 };
        self.games.unwrap_or(usual)
    }
}

/// Refuses a file whose folder is not there, before anything is played.
fn check_folder(path: &Path) -> Result<(), Failure> {
    if path.is_dir() {
        return Err(Failure::new(format!(
            "cannot write {}: it is a folder; name a file",
            path.display()
        )));
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if folder.is_dir() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "cannot write {}: there is no folder {}; make it first",
        path.display(),
        folder.display()
    )))
}

/// Says what happens in a game while it is played.
struct Commentator<'a, G> {
    game: &'a G,
    play: &'a Play,
    opponent: Option<&'a PlayerSpec>,
    is_json: bool,
    side: Role,
}

impl<G: Game> Commentator<'_, G> {
    /// Boards on request are a result; what a person is told is talk.
    fn say(&self, text: &str) {
        if self.play.show && !self.is_json {
            println!("{text}");
        } else {
            eprintln!("{text}");
        }
    }

    fn name(&self, role: Role) -> String {
        let player = match self.opponent {
            Some(opponent) if role != self.side => opponent,
            _ => &self.play.player,
        };
        format!("{} ({player})", self.game.role_name(role))
    }
}

impl<G: Game> Observer<G> for Commentator<'_, G> {
    fn began(&mut self, number: u64, side: Role, position: &G::Position) {
        self.side = side;
        let names: Vec<String> = (0..self.game.role_count() as u8)
            .map(|role| self.name(Role(role)))
            .collect();
        self.say(&format!("Game {}: {}", number + 1, names.join(" against ")));
        if self.play.show {
            self.say(&format!("\n{}", self.game.position_text(position)));
        }
    }

    fn moved(&mut self, role: Role, decision: &Decision<G::Move>, position: &G::Position) {
        if decision.reason != Reason::Human {
            let text = self.game.move_text(decision.mv);
            self.say(&format!("{}: {text}, {}", self.name(role), decision.reason));
        }
        let is_over = self.game.turn(position) == stratalog_game::Turn::Over;
        if self.play.show || is_over {
            self.say(&format!("\n{}", self.game.position_text(position)));
        }
    }

    fn ended(&mut self, outcome: Outcome) {
        let name = self.name(self.side);
        self.say(&match outcome {
            Outcome::Win => format!("{name} wins.\n"),
            Outcome::Draw => "A draw.\n".to_owned(),
            Outcome::Loss => format!("{name} loses.\n"),
        });
    }
}

/// A report and what it is about.
struct Shown<'a, G> {
    game: &'a G,
    play: &'a Play,
    opponent: Option<&'a PlayerSpec>,
    report: &'a Report,
    seed: u64,
}

impl<G: Game> Shown<'_, G> {
    fn role_names(&self) -> Vec<String> {
        (0..self.game.role_count() as u8)
            .map(|role| self.game.role_name(Role(role)).to_owned())
            .collect()
    }

    fn title(&self) -> String {
        let against = match self.opponent {
            Some(opponent) => format!(" against {opponent}"),
            None => String::new(),
        };
        let (name, board) = (self.game.name(), self.game.board());
        format!("{}{against}, {name} {board}", self.play.player)
    }

    fn write_files(&self) -> Result<(), Failure> {
        let svg = match &self.play.svg {
            Some(path) => {
                let plot = plot::match_plot(&self.title(), &self.report.records);
                Some((path, plot.svg()?))
            }
            None => None,
        };
        let csv = self.play.csv.as_ref().map(|path| {
            (
                path,
                csv::match_csv(&self.report.records, &self.role_names()),
            )
        });
        for (path, text) in svg.into_iter().chain(csv) {
            write_whole(path, text)?;
        }
        Ok(())
    }

    fn json(&self) -> serde_json::Value {
        let Report { tally, .. } = self.report;
        let seconds_per_move = self
            .report
            .time_per_move
            .map(|time| time.map(|time| time.as_secs_f64()));
        let by_role: serde_json::Map<_, _> = self
            .role_names()
            .into_iter()
            .zip(&self.report.by_role)
            .map(|(name, tally)| (name, json!(tally)))
            .collect();
        json!({
            "game": self.game.name(),
            "board": self.game.board(),
            "player": self.play.player.to_string(),
            "against": self.opponent.map(ToString::to_string),
            "seed": self.seed,
            "games": tally.games(),
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "win_rate": tally.win_rate(),
            "ci95": tally.interval(),
            "by_role": by_role,
            "mean_goal": self.report.mean_goal(),
            "mean_moves": self.report.mean_plies(),
            "seconds_per_move": {"player": seconds_per_move[0], "against": seconds_per_move[1]},
            "games_per_second": self.report.games_per_second(),
            "seconds": self.report.elapsed.as_secs_f64(),
        })
    }

    fn print(&self) {
        let games = self.report.tally.games();
        if games < self.play.game_count() {
            eprintln!("\nYou left. Games that ended before: {games}.");
        }
        if games == 0 || self.play.is_watched() && games == 1 {
            return;
        }
        println!("{}, seed {}\n", self.title(), self.seed);
        println!("{}\n", table::match_table(self.report, &self.role_names()));
        println!(
            "{:.0} games a second, {:.1} moves a game",
            self.report.games_per_second(),
            self.report.mean_plies()
        );
        // Alone, most games are neither won nor lost: the goal tells them apart.
        if self.game.role_count() == 1 {
            println!("mean goal {:.2} of 100", self.report.mean_goal());
        }
        let players = [Some(&self.play.player), self.opponent];
        for (player, time) in players.into_iter().zip(self.report.time_per_move) {
            if let (Some(player), Some(time)) = (player, time) {
                println!("{player} takes {time:.1?} a move");
            }
        }
    }
}
