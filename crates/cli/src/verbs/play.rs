//! `stratalog play GAME`: players against each other, or a person at the terminal.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use stratalog::play::{Answer, Bounds, Request};
use stratalog::{Control, Event};

use crate::face::Face;
use crate::game::GameArgs;
use crate::outcome::{Exit, Failure};
use crate::person;
use crate::table::table;

/// Play players against each other, or play yourself
///
/// The result is given from the side of --player. A person plays with
/// `--player human`.
#[derive(Args)]
pub struct Play {
    #[command(flatten)]
    game: GameArgs,
    /// Who is measured: a name or NAME:SETTING, as in uct:1000, or a strategy file
    #[arg(long, value_name = "PLAYER")]
    player: String,
    /// Who plays the other side [default: random]
    #[arg(long, value_name = "PLAYER")]
    against: Option<String>,
    /// The number of games [default: 100, or 1 when somebody watches]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Let --player always begin instead of changing sides
    #[arg(long)]
    fixed_sides: bool,
    /// Start games from a position: a file, - for standard input, a drawn board or
    /// facts
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,
    /// Make K random moves before each game; both sides of an opening are played
    #[arg(long, value_name = "K", default_value_t = 0)]
    opening: u32,
    /// End a game as a draw after this number of moves
    #[arg(long, value_name = "N", default_value_t = Bounds::default().max_moves)]
    max_moves: u32,
    /// End a game as a draw when a position occurs for the Nth time; 0 for never
    #[arg(long, value_name = "N", default_value_t = 3)]
    repetition: u32,
    /// Print the board after each move, and why the move was made
    #[arg(long)]
    show: bool,
    /// Write a line for each game; the same call resumes a match that was stopped or killed
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Plot how the shares of games won, drawn and lost settle
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl Play {
    pub fn run(&self, face: &Face) -> Result<Exit, Failure> {
        let request = self.request(face);
        if [Some(&self.player), self.against.as_ref()]
            .into_iter()
            .flatten()
            .any(|name| name == person::NAME)
        {
            let answer = person::play(&request, face)?;
            return face.show(&answer, |answer, out| match answer.games {
                0 | 1 => Ok(()),
                // How long a person thinks is nobody's speed.
                _ => writeln!(out, "{}", match_table(answer)),
            });
        }
        if !self.show {
            let answer = face.ask("play", &request, Request::run)?;
            return face.show(&answer, print);
        }
        // The moves are the result: they are printed as they are made.
        let is_json = face.json;
        let control = Control::new(face.stop().clone(), move |event| show(event, is_json));
        let answer = request.run(&control)?;
        face.show(&answer, |answer, out| match answer.games {
            1 => Ok(()),
            _ => print(answer, out),
        })
    }

    fn request(&self, face: &Face) -> Request {
        let is_watched = self.show
            || self.player == person::NAME
            || self.against.as_deref() == Some(person::NAME);
        Request {
            game: self.game.choice(),
            player: self.player.clone(),
            against: self.against.clone(),
            games: self.games.unwrap_or(if is_watched { 1 } else { 100 }),
            fixed_sides: self.fixed_sides,
            opening: self.opening,
            from: self.from.clone(),
            bounds: Bounds {
                max_moves: self.max_moves,
                repetition: (self.repetition > 0).then_some(self.repetition),
            },
            seed: face.seed,
            watched: self.show,
            csv: self.csv.clone(),
            svg: self.svg.clone(),
        }
    }
}

/// Prints what happens in a watched game: on standard output, unless that is for
/// the JSON object.
fn show(event: &Event, is_json: bool) {
    let text = match event {
        Event::GameBegan {
            number,
            players,
            board,
        } => format!("Game {number}: {}\n\n{board}", players.join(" against ")),
        Event::Moved {
            player,
            mv,
            english,
            board,
            ..
        } => format!("{player}: {mv}, {english}\n\n{board}"),
        Event::GameOver { player, outcome } => match outcome.as_str() {
            "win" => format!("{player} wins.\n"),
            "loss" => format!("{player} loses.\n"),
            _ => "A draw.\n".to_owned(),
        },
        _ => return,
    };
    // Where nobody reads any more, the answer at the end notices.
    let _ = if is_json {
        writeln!(io::stderr(), "{text}")
    } else {
        writeln!(io::stdout(), "{text}")
    };
}

fn print(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let against = match &answer.against {
        Some(against) => format!(" against {against}"),
        None => String::new(),
    };
    let (player, game, board) = (&answer.player, &answer.game, &answer.board);
    writeln!(
        out,
        "{player}{against}, {game} {board}, seed {}\n",
        answer.seed.0
    )?;
    writeln!(out, "{}\n", match_table(answer))?;
    writeln!(
        out,
        "{:.0} games a second, {:.1} moves a game",
        answer.games_per_second, answer.mean_moves
    )?;
    if answer.cut_off > 0 {
        writeln!(
            out,
            "{} games were ended as draws by repetition or after too many moves \
             (--repetition, --max-moves)",
            answer.cut_off
        )?;
    }
    let is_zero_sum = answer.mean_goals.len() == 2
        && (answer.mean_goals.iter().sum::<f64>() - 100.0).abs() < 1e-9;
    if !is_zero_sum {
        let goals: Vec<String> = answer
            .mean_goals
            .iter()
            .map(|g| format!("{g:.2}"))
            .collect();
        writeln!(out, "mean goals, {player} first: {}", goals.join(", "))?;
    }
    let players = [
        (Some(player), answer.seconds_per_move.player),
        (answer.against.as_ref(), answer.seconds_per_move.against),
    ];
    for (player, seconds) in players {
        if let (Some(player), Some(seconds)) = (player, seconds) {
            let time = std::time::Duration::from_secs_f64(seconds);
            writeln!(out, "{player} takes {time:.1?} a move")?;
        }
    }
    Ok(())
}

/// A line for each side the measured player had, and one for all games.
fn match_table(answer: &Answer) -> String {
    let sides = answer.by_role.iter().filter(|(_, tally)| tally.games() > 0);
    let mut rows: Vec<_> = sides
        .map(|(name, tally)| row(&format!("as {name}"), *tally))
        .collect();
    if rows.len() < 2 {
        rows.clear();
    }
    rows.push(row("all", answer.tally));
    let header = [
        "side",
        "games",
        "wins",
        "draws",
        "losses",
        "win rate",
        "95% interval",
    ];
    table(&header, rows)
}

fn row(name: &str, tally: stratalog::play::Tally) -> Vec<String> {
    let interval = tally.interval();
    vec![
        name.to_owned(),
        tally.games().to_string(),
        tally.wins.to_string(),
        tally.draws.to_string(),
        tally.losses.to_string(),
        format!("{:.2}%", 100.0 * tally.win_rate()),
        format!(
            "{:.2}% – {:.2}%",
            100.0 * interval.low,
            100.0 * interval.high
        ),
    ]
}
