//! How requests name a game, and positions of it.

use std::path::Path;

use serde::{Deserialize, Serialize};
use stratalog_catalogue::strategy_file::Header;
use stratalog_catalogue::{Options, Playable, find};
use stratalog_game::{AnyPosition, Game, GameError, GameObject, Role, Turn};
use stratalog_minesweeper::why::Total;
use stratalog_minesweeper::{FirstMove, Position};
use stratalog_run::Seed;

use crate::error::Error;
use crate::input::read_source;

/// A game as a user names it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Choice {
    /// A name of the catalogue, or the path of a rulesheet.
    pub game: String,
    /// The board, where it is not the usual one.
    #[serde(default)]
    pub board: Option<String>,
    /// What the first move of Minesweeper is promised: `any`, `safe` or `zero`.
    #[serde(default)]
    pub first_move: Option<String>,
}

impl Choice {
    /// The game of this name on its usual board.
    pub fn named(game: &str) -> Choice {
        Choice {
            game: game.to_owned(),
            ..Choice::default()
        }
    }

    /// Whether the game is Minesweeper.
    pub fn is_minesweeper(&self) -> bool {
        self.game == "minesweeper"
    }

    /// What the first move of Minesweeper is promised.
    pub fn first_move(&self) -> Result<Option<FirstMove>, Error> {
        let parsed = self.first_move.as_deref().map(str::parse);
        Ok(parsed.transpose()?)
    }

    /// The same game on the board of a position that is written down, where no
    /// board was asked for.
    pub fn on_board_of(&self, position: &str) -> Result<Choice, Error> {
        if !self.is_minesweeper() || self.board.is_some() {
            return Ok(self.clone());
        }
        // What cannot be read is refused where it is read.
        let Ok(position) = Position::parse(position, None) else {
            return Ok(self.clone());
        };
        if position.total == Total::Unknown {
            return Err(Error::input(
                "the position does not say how many mines there are: begin it with the board, \
                 such as 9x9/10, or use --board",
            ));
        }
        Ok(Choice {
            board: Some(position.board()),
            ..self.clone()
        })
    }

    /// The game and its players.
    pub fn find(&self) -> Result<Playable, Error> {
        let options = Options {
            board: self.board.as_deref(),
            first_move: self.first_move()?,
        };
        Ok(find(&self.game, options)?)
    }
}

/// The most characters of a position that a message gives as an example.
const LONGEST_EXAMPLE: usize = 80;

/// The text of a position: of a file, of standard input for `-`, or as it is.
pub fn position_text(position: &str) -> Result<String, Error> {
    let path = Path::new(position);
    if position == "-" || path.is_file() {
        Ok(read_source(path)?.text)
    } else {
        Ok(position.to_owned())
    }
}

/// What a role sees of a position that a user wrote down.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The view.
    pub view: AnyPosition,
    /// The role.
    pub role: Role,
}

/// The game that a strategy is for: `game` where one is named, else what its file says.
pub(crate) fn game_of_strategy(
    path: &Path,
    header: &Header,
    game: Option<&str>,
) -> Result<String, Error> {
    let named = header.fact("rules").or_else(|| header.fact("game"));
    game.or(named).map(str::to_owned).ok_or_else(|| {
        Error::input(format!(
            "{} does not say which game it is for; name it with --game",
            path.display()
        ))
    })
}

/// A position that games may start from: the text of a file, or of the position itself.
pub fn position(game: &GameObject, named: &str) -> Result<AnyPosition, Error> {
    let text = position_text(named)?;
    match text.trim() {
        "start" => Ok(game.initial(&mut Seed(1).stream(0))),
        _ => {
            let position = game.parse_position(&text).map_err(Error::from);
            position.map_err(|error| unreadable(game, named, error))
        }
    }
}

/// Reads a position: the word `start`, a drawn board, or whatever else the game
/// reads. `role` is who is asked, where it is not the role to move.
pub fn read_position(game: &GameObject, text: &str, role: Option<&str>) -> Result<Seen, Error> {
    let role = role.map(|name| role_named(game, name)).transpose()?;
    let position = if text.trim() == "start" {
        game.initial(&mut Seed(1).stream(0))
    } else if game.is_open() {
        game.parse_position(text)?
    } else {
        let view = game.parse_view(text)?;
        let role = role.unwrap_or(Role(0));
        return Ok(Seen { view, role });
    };
    let position = match role.and_then(|role| in_same_step(game, &position, role)) {
        Some(later) => later,
        None => position,
    };
    let role = to_move(game, &position, role)?;
    let view = game.view(&position, role).into_owned();
    Ok(Seen { view, role })
}

/// The position in which a role chooses that is not the first to choose in its step.
/// What the others choose does not matter: the role does not see it.
fn in_same_step(game: &GameObject, position: &AnyPosition, role: Role) -> Option<AnyPosition> {
    let mut position = position.clone();
    for _ in 1..game.choosers(&position) {
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        game.play(&mut position, *moves.first()?).ok()?;
        if game.turn(&position) == Turn::Role(role) {
            return Some(position);
        }
    }
    None
}

/// The first position of a game on one line, where it is short and can be read so: facts,
/// or the rows of a board with slashes between them.
fn example_on_a_line(game: &GameObject) -> Option<String> {
    let start = game.initial(&mut Seed(1).stream(0));
    let text = game.view_text(&game.view(&start, Role(0)));
    let is_number = |word: &str| word.parse::<u32>().is_ok();
    let row = |line: &str| {
        let mut words = line.split_whitespace();
        let is_labelled = words.next().is_some_and(is_number);
        let squares: Vec<&str> = words.collect();
        (is_labelled && !squares.iter().all(|word| is_number(word))).then(|| squares.concat())
    };
    let rows: Vec<String> = text.lines().filter_map(row).collect();
    let lines: Vec<&str> = text.trim().lines().collect();
    let written = [lines.join("\n"), rows.join("/"), lines.join("/")];
    written.into_iter().find(|text| {
        let is_short = text.len() <= LONGEST_EXAMPLE && !text.contains('\n');
        is_short && game.parse_view(text).is_ok()
    })
}

/// Whether positions of a game are drawn as a board.
fn has_board(game: &GameObject) -> bool {
    let start = game.initial(&mut Seed(1).stream(0));
    let view = game.view(&start, Role(0));
    !game.drawing(&view).rows.is_empty()
}

/// What is said of a position that cannot be read. What stands on one line may have been
/// meant as the name of a file.
pub(crate) fn unreadable(game: &GameObject, named: &str, error: Error) -> Error {
    let is_line = !named.trim().is_empty() && !named.trim().contains('\n');
    let may_be_file = is_line && named != "-" && !Path::new(named).is_file();
    if !may_be_file || !matches!(error, Error::Game(GameError::BadPosition { .. })) {
        return error;
    }
    let written = match example_on_a_line(game) {
        Some(example) => format!("as in '{example}'"),
        None if has_board(game) => {
            "with its rows on lines of their own or with slashes between them".to_owned()
        }
        None => "as facts".to_owned(),
    };
    Error::input(format!(
        "'{}' is neither a file nor a position of {}; a position is the word start, a file, or \
         written out, {written} ({error})",
        named.trim(),
        game.name()
    ))
}

fn role_named(game: &GameObject, name: &str) -> Result<Role, Error> {
    let mut roles = (0..game.role_count() as u8).map(Role);
    roles
        .find(|&role| game.role_name(role) == name)
        .ok_or_else(|| {
            let roles = (0..game.role_count() as u8).map(Role);
            let names: Vec<&str> = roles.map(|role| game.role_name(role)).collect();
            let (game, names) = (game.name(), names.join(", "));
            Error::input(format!("{game} has no role {name}; its roles are {names}"))
        })
}

/// The role to move, where it is the one that is asked for or none is.
fn to_move(game: &GameObject, position: &AnyPosition, asked: Option<Role>) -> Result<Role, Error> {
    match game.turn(position) {
        Turn::Role(role) if asked.is_none_or(|asked| asked == role) => Ok(role),
        Turn::Role(role) => Err(Error::input(format!(
            "it is {}'s turn in this position; leave --role out or name that role",
            game.role_name(role)
        ))),
        Turn::Over => Err(Error::input("the game is over in this position")),
        Turn::Failed => Err(Error::Game(GameError::RulesFailed {
            game: game.name().to_owned(),
            cause: game.failure(position).unwrap_or_default(),
        })),
    }
}
