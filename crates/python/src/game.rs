//! Games: made from names, files and text.

use std::path::PathBuf;
use std::sync::OnceLock;

use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use stratalog::game::Choice;
use stratalog::{Error, Seed};
use stratalog_catalogue::Playable;
use stratalog_game::{AnyMove, Coded, Game as _, GameError, GameObject, Role};
use stratalog_logic::Source;
use stratalog_minesweeper as minesweeper;
use stratalog_rulesheet::bundled::find_rulesheet;
use stratalog_rulesheet::{EngineChoice, Rulesheet, RulesheetGame, Syntax};

use crate::errors;
use crate::player::NamedPlayer;
use crate::position::{Position, Start};

/// A game: its rules, its roles, and who plays it.
///
/// >>> import stratalog
/// >>> game = stratalog.Game("noughts-and-crosses")
/// >>> game.roles
/// ['x', 'o']
/// >>> position = game.start()
/// >>> position.play("2,2")
/// >>> len(position.legal_moves)
/// 8
#[pyclass(frozen, module = "stratalog._native")]
pub struct Game {
    pub playable: Playable,
    origin: Origin,
    /// The text of every possible move by its number, where that is known.
    actions: OnceLock<Option<Vec<Py<PyString>>>>,
}

/// How the game was made: what a copy in another process is made from.
#[derive(PartialEq)]
enum Origin {
    Named(Choice),
    Sheet {
        file: String,
        board: Option<String>,
    },
    Text {
        text: String,
        name: String,
        syntax: String,
        board: Option<String>,
    },
}

impl Game {
    fn new(playable: Playable, origin: Origin) -> Game {
        Game {
            playable,
            origin,
            actions: OnceLock::new(),
        }
    }

    pub fn object(&self) -> &GameObject {
        &self.playable.game
    }

    pub fn rulesheet_game(&self) -> Option<&RulesheetGame> {
        self.object().downcast()
    }

    /// Whether both were made in the same way: their positions can be compared.
    pub fn is_same(&self, other: &Game) -> bool {
        self.origin == other.origin
    }

    fn action_texts(&self, py: Python<'_>) -> Option<&Vec<Py<PyString>>> {
        let made = self.actions.get_or_init(|| {
            let count = self.action_count()?;
            let text = |code| self.object().move_text(AnyMove::from_code(code));
            let texts = (0..count as u32).map(text);
            Some(
                texts
                    .map(|text| PyString::new(py, &text).unbind())
                    .collect(),
            )
        });
        made.as_ref()
    }

    /// How many moves there are, where that is known.
    pub fn action_count(&self) -> Option<usize> {
        if let Some(game) = self.rulesheet_game() {
            return game.possible_moves();
        }
        let game = self.object().downcast::<minesweeper::Minesweeper>()?;
        Some(game.size().squares())
    }

    pub fn move_text<'py>(&self, py: Python<'py>, mv: AnyMove) -> Bound<'py, PyString> {
        let known = self.action_texts(py);
        match known.and_then(|texts| texts.get(mv.code() as usize)) {
            Some(text) => text.bind(py).clone(),
            None => PyString::new(py, &self.object().move_text(mv)),
        }
    }

    pub fn role(&self, py: Python<'_>, name: &str) -> PyResult<Role> {
        let roles = self.roles();
        match roles.iter().position(|role| role == name) {
            Some(place) => Ok(Role(place as u8)),
            None => Err(errors::refusal(
                py,
                format!(
                    "{} has no role {name}; its roles are {}",
                    self.object().name(),
                    roles.join(", ")
                ),
            )),
        }
    }
}

/// A library's answer in Python's terms.
pub fn checked<T, E: Into<Error>>(py: Python<'_>, result: Result<T, E>) -> PyResult<T> {
    result.map_err(|error| errors::exception(py, &error.into()))
}

fn sheet_game(sheet: Rulesheet, board: Option<&str>) -> Result<Playable, GameError> {
    let sheet = match board {
        Some(board) => sheet.with_board(board)?,
        None => sheet,
    };
    RulesheetGame::new(&sheet, EngineChoice::default()).map(Playable::new)
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, board=None, first_move=None))]
    fn named(
        py: Python<'_>,
        name: String,
        board: Option<String>,
        first_move: Option<String>,
    ) -> PyResult<Game> {
        let choice = Choice {
            game: name,
            board,
            first_move,
        };
        let playable = checked(py, py.detach(|| choice.find()))?;
        Ok(Game::new(playable, Origin::Named(choice)))
    }

    /// The game of a rulesheet in a file: Prolog, or KIF where its name ends in `.kif`.
    #[staticmethod]
    #[pyo3(signature = (path, board=None))]
    fn from_file(py: Python<'_>, path: PathBuf, board: Option<String>) -> PyResult<Game> {
        let sheet = checked(py, Rulesheet::from_file(&path))?;
        let origin = Origin::Text {
            text: sheet.source.text.clone(),
            name: sheet.source.name.clone(),
            syntax: syntax_name(sheet.syntax).to_owned(),
            board: board.clone(),
        };
        let playable = checked(py, py.detach(|| sheet_game(sheet, board.as_deref())))?;
        Ok(Game::new(playable, origin))
    }

    /// The game of a rulesheet of the catalogue, also where a faster program plays
    /// it: its moves and facts are those of the rules.
    #[staticmethod]
    #[pyo3(signature = (name, board=None))]
    fn rulesheet(py: Python<'_>, name: String, board: Option<String>) -> PyResult<Game> {
        let made = py.detach(|| sheet_game(find_rulesheet(&name)?, board.as_deref()));
        let playable = checked(py, made)?;
        Ok(Game::new(playable, Origin::Sheet { file: name, board }))
    }

    /// The game of a rulesheet in a string; `syntax` is `prolog` or `kif`.
    #[staticmethod]
    #[pyo3(signature = (text, name="game".to_owned(), syntax="prolog".to_owned(), board=None))]
    fn from_text(
        py: Python<'_>,
        text: String,
        name: String,
        syntax: String,
        board: Option<String>,
    ) -> PyResult<Game> {
        let reading = match syntax.as_str() {
            "prolog" => Syntax::Prolog,
            "kif" => Syntax::Kif,
            other => {
                let message = format!("there is no syntax {other}; write prolog or kif");
                return Err(errors::refusal(py, message));
            }
        };
        let source = Source::new(&name, &text);
        let made = py.detach(|| sheet_game(Rulesheet::read(source, reading), board.as_deref()));
        let playable = checked(py, made)?;
        let origin = Origin::Text {
            text,
            name,
            syntax,
            board,
        };
        Ok(Game::new(playable, origin))
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        self.object().name()
    }

    /// The board, as in `3x3`.
    #[getter]
    fn board(&self) -> String {
        self.object().board()
    }

    /// The names of the roles, in the order of the rules.
    #[getter]
    pub fn roles(&self) -> Vec<String> {
        let roles = (0..self.object().role_count() as u8).map(Role);
        roles
            .map(|role| self.object().role_name(role).to_owned())
            .collect()
    }

    /// The names of the players that play it.
    #[getter]
    fn players(&self) -> Vec<&'static str> {
        let kinds = self.playable.kinds().into_iter();
        kinds
            .map(|kind| kind.name)
            .filter(|&name| name != "human")
            .collect()
    }

    /// Every possible move in the order of its number; None where that is not known.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let texts = self.action_texts(py);
        texts
            .map(|texts| PyList::new(py, texts.iter().map(|text| text.bind(py))))
            .transpose()
    }

    /// Every fact that a position may have, in the order of observations; None where
    /// that is not known.
    #[getter]
    fn possible_facts(&self) -> Option<Vec<String>> {
        let facts = self.rulesheet_game()?.possible_facts()?;
        Some(facts.iter().map(ToString::to_string).collect())
    }

    /// Everything that the rules may tell a role, where they hide something; None
    /// where that is not known.
    #[getter]
    fn possible_percepts(&self) -> Option<Vec<String>> {
        let percepts = self.rulesheet_game()?.possible_percepts()?;
        Some(percepts.iter().map(ToString::to_string).collect())
    }

    /// Whether the rules hide a part of the position from some role.
    #[getter]
    fn is_hidden(&self) -> bool {
        self.object().is_hidden()
    }

    /// Whether several roles may choose in the same step.
    #[getter]
    fn is_simultaneous(&self) -> bool {
        self.object().is_simultaneous()
    }

    /// Whether chance takes part after the start.
    #[getter]
    fn has_chance(&self) -> bool {
        self.object().has_chance()
    }

    /// Rows and columns of a Minesweeper board; None for other games.
    #[getter]
    fn grid(&self) -> Option<(usize, usize)> {
        let game = self.object().downcast::<minesweeper::Minesweeper>()?;
        Some((game.size().rows(), game.size().columns()))
    }

    /// The position at the start; the seed decides what chance does.
    #[pyo3(signature = (seed=1))]
    pub fn start(slf: Py<Game>, py: Python<'_>, seed: u64) -> Position {
        let current = slf.get().object().initial(&mut Seed(seed).stream(0));
        Position::new(slf.clone_ref(py), current, Start::Seed(seed))
    }

    /// The position that a text describes: a drawn board, or facts.
    pub fn position(slf: Py<Game>, py: Python<'_>, text: String) -> PyResult<Position> {
        let current = checked(py, slf.get().object().parse_position(&text))?;
        Ok(Position::new(slf.clone_ref(py), current, Start::Text(text)))
    }

    /// A player by name, as in `uct:1000`, or by the path of a strategy file.
    #[pyo3(signature = (name, seed=1))]
    fn player(slf: Py<Game>, py: Python<'_>, name: String, seed: u64) -> PyResult<NamedPlayer> {
        NamedPlayer::new(py, slf, name, seed)
    }

    /// Games never change: a copy is the game itself.
    fn __copy__(slf: Py<Game>) -> Py<Game> {
        slf
    }

    fn __deepcopy__(slf: Py<Game>, _memo: &Bound<'_, PyAny>) -> Py<Game> {
        slf
    }

    fn __repr__(&self) -> String {
        format!("<Game {} {}>", self.object().name(), self.object().board())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let again = py.import("stratalog.again")?;
        match &self.origin {
            Origin::Named(choice) => {
                let args = (&choice.game, &choice.board, &choice.first_move);
                Ok((again.getattr("named")?, args)
                    .into_pyobject(py)?
                    .into_any())
            }
            Origin::Sheet { file, board } => {
                let make = again.getattr("rulesheet")?;
                Ok((make, (file, board)).into_pyobject(py)?.into_any())
            }
            Origin::Text {
                text,
                name,
                syntax,
                board,
            } => {
                let args = (text, name, syntax, board);
                Ok((again.getattr("from_text")?, args)
                    .into_pyobject(py)?
                    .into_any())
            }
        }
    }
}

fn syntax_name(syntax: Syntax) -> &'static str {
    match syntax {
        Syntax::Prolog => "prolog",
        Syntax::Kif => "kif",
    }
}
