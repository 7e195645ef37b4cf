//! Positions and what a role sees of them, stepped through from Python.

use numpy::{PyReadwriteArray1, PyReadwriteArray2};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use stratalog::Error;
use stratalog_game::{
    AnyMove, AnyPosition, Coded, Described, Drawing, Game as _, GameError, GameObject, Role, Turn,
};
use stratalog_minesweeper as minesweeper;

use crate::errors;
use crate::game::{Game, checked};

/// Where a position began.
#[derive(Clone)]
pub enum Start {
    Seed(u64),
    Text(String),
}

/// A position of a game, which moves change.
///
/// >>> import stratalog
/// >>> position = stratalog.Game("nim").start()
/// >>> position.turn
/// 'first'
/// >>> position.play(position.legal_moves[0])
/// >>> position.undo() == stratalog.Game("nim").start().legal_moves[0]
/// True
#[pyclass(module = "stratalog._native")]
pub struct Position {
    game: Py<Game>,
    current: AnyPosition,
    past: Vec<(AnyPosition, AnyMove)>,
    origin: Start,
}

/// A move as Python names it: its text, or its number.
#[derive(FromPyObject)]
pub enum MoveName {
    Number(u32),
    Text(String),
}

impl MoveName {
    pub fn find(&self, game: &GameObject) -> Result<AnyMove, GameError> {
        match self {
            MoveName::Number(code) => Ok(AnyMove::from_code(*code)),
            MoveName::Text(text) => game.parse_move(text),
        }
    }
}

impl Position {
    /// A position before any move.
    pub fn new(game: Py<Game>, current: AnyPosition, origin: Start) -> Position {
        Position {
            game,
            current,
            past: Vec::new(),
            origin,
        }
    }

    fn object(&self) -> &GameObject {
        self.game.get().object()
    }

    fn role_to_move(&self) -> Option<Role> {
        match self.object().turn(&self.current) {
            Turn::Role(role) => Some(role),
            Turn::Over | Turn::Failed => None,
        }
    }

    fn legal(&self) -> Vec<AnyMove> {
        let mut moves = Vec::new();
        self.object().legal_moves(&self.current, &mut moves);
        moves
    }

    fn role_of(&self, py: Python<'_>, role: Option<&str>) -> PyResult<Role> {
        match role {
            Some(name) => self.game.get().role(py, name),
            None => Ok(self.role_to_move().unwrap_or(Role(0))),
        }
    }

    fn seen_by(&self, py: Python<'_>, role: Role) -> View {
        let view = self.object().view(&self.current, role).into_owned();
        View {
            game: self.game.clone_ref(py),
            view,
            role,
        }
    }
}

#[pymethods]
impl Position {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The role to move; None when the game is over.
    #[getter]
    fn turn(&self) -> Option<&str> {
        self.role_to_move()
            .map(|role| self.object().role_name(role))
    }

    /// The number of the role to move, from 0; -1 when the game is over.
    #[getter]
    fn turn_number(&self) -> i32 {
        self.role_to_move().map_or(-1, |role| i32::from(role.0))
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self, py: Python<'_>) -> PyResult<bool> {
        match self.object().turn(&self.current) {
            Turn::Role(_) => Ok(false),
            Turn::Over => Ok(true),
            Turn::Failed => {
                let cause = self.object().failure(&self.current).unwrap_or_default();
                let game = self.object().name().to_owned();
                Err(errors::exception(
                    py,
                    &Error::Game(GameError::RulesFailed { game, cause }),
                ))
            }
        }
    }

    /// The legal moves of the role to move.
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let game = self.game.get();
        let moves = self.legal().into_iter();
        let texts: Vec<_> = moves.map(|mv| game.move_text(py, mv)).collect();
        PyList::new(py, texts)
    }

    /// The numbers of the legal moves.
    #[getter]
    fn legal_actions(&self) -> Vec<u32> {
        self.legal().into_iter().map(AnyMove::code).collect()
    }

    /// Makes a move of the role to move: its text, or its number.
    fn play(&mut self, py: Python<'_>, mv: MoveName) -> PyResult<()> {
        let mv = checked(py, mv.find(self.object()))?;
        let mut next = self.current.clone();
        checked(py, self.object().play(&mut next, mv))?;
        let before = std::mem::replace(&mut self.current, next);
        self.past.push((before, mv));
        Ok(())
    }

    /// Takes the last move back and gives it.
    fn undo<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let Some((before, mv)) = self.past.pop() else {
            return Err(PyIndexError::new_err("no move was made in this position"));
        };
        self.current = before;
        Ok(self.game.get().move_text(py, mv))
    }

    /// The moves made so far.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let game = self.game.get();
        let moves = self.past.iter().map(|(_, mv)| game.move_text(py, *mv));
        PyList::new(py, moves.collect::<Vec<_>>())
    }

    /// What the end is worth to each role, from 0 to 100; empty before the end.
    #[getter]
    fn goals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let goals = PyDict::new(py);
        if self.object().turn(&self.current) == Turn::Over {
            for role in (0..self.object().role_count() as u8).map(Role) {
                let goal = self.object().goal(&self.current, role);
                goals.set_item(self.object().role_name(role), goal)?;
            }
        }
        Ok(goals)
    }

    /// How the game ended for a role: `win`, `draw` or `loss`; None before the end.
    fn outcome(&self, py: Python<'_>, role: &str) -> PyResult<Option<&'static str>> {
        let role = self.game.get().role(py, role)?;
        let is_over = self.object().turn(&self.current) == Turn::Over;
        Ok(is_over.then(|| self.object().outcome(&self.current, role).as_str()))
    }

    /// The position drawn as text that `Game.position` reads.
    #[getter]
    fn text(&self) -> String {
        self.object().position_text(&self.current)
    }

    /// What a role sees; the role to move where none is named.
    #[pyo3(signature = (role=None))]
    pub fn view(&self, py: Python<'_>, role: Option<&str>) -> PyResult<View> {
        Ok(self.seen_by(py, self.role_of(py, role)?))
    }

    /// The board as the role to move sees it.
    #[getter]
    fn drawing<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let role = self.role_to_move().unwrap_or(Role(0));
        drawing(
            py,
            &self
                .object()
                .drawing(&self.object().view(&self.current, role)),
        )
    }

    /// The facts that the role to move sees, as Prolog.
    #[getter]
    fn facts(&self) -> Vec<String> {
        let role = self.role_to_move().unwrap_or(Role(0));
        let view = self.object().view(&self.current, role);
        let facts = self.object().facts(&view);
        facts.iter().map(ToString::to_string).collect()
    }

    /// What a role was told, step by step, in a game whose rules hide something: its
    /// own move, by number, and the percepts.
    fn seen(&self, role: u8) -> Vec<(u32, Vec<String>)> {
        let rules = self.game.get().rulesheet_game();
        let position = self.current.downcast::<stratalog_rulesheet::Position>();
        let (Some(rules), Some(position)) = (rules, position) else {
            return Vec::new();
        };
        let seen = rules.seen(position, Role(role)).into_iter();
        seen.filter_map(|(own, told)| {
            let own = rules.move_of(&own)?.code();
            Some((own, told.iter().map(ToString::to_string).collect()))
        })
        .collect()
    }

    /// Writes a 1 for each possible fact that holds, and 0 for the others.
    fn observe(&self, py: Python<'_>, into: PyReadwriteArray1<'_, i8>) -> PyResult<()> {
        observe_facts(py, &self.current, into)
    }

    /// Writes what is seen of a Minesweeper board: numbers, and -1 where covered.
    fn observe_squares(&self, py: Python<'_>, into: PyReadwriteArray2<'_, i8>) -> PyResult<()> {
        let Some(sweep) = self.current.downcast::<minesweeper::Sweep>() else {
            return Err(errors::refusal(
                py,
                "only Minesweeper has squares to observe",
            ));
        };
        observe_cells(sweep.view(), into)
    }

    /// Writes a 1 for each legal move, by number, and 0 for the others.
    fn observe_legal(&self, mut into: PyReadwriteArray1<'_, i8>) -> PyResult<()> {
        let into = into.as_slice_mut()?;
        into.fill(0);
        for mv in self.legal() {
            if let Some(place) = into.get_mut(mv.code() as usize) {
                *place = 1;
            }
        }
        Ok(())
    }

    /// A copy with the same past.
    fn copy(&self, py: Python<'_>) -> Position {
        Position {
            game: self.game.clone_ref(py),
            current: self.current.clone(),
            past: self.past.clone(),
            origin: self.origin.clone(),
        }
    }

    fn __copy__(&self, py: Python<'_>) -> Position {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Position {
        self.copy(py)
    }

    fn __eq__(&self, other: &Position) -> bool {
        self.game.get().is_same(other.game.get()) && self.current == other.current
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.drawing(py)?.str()?.to_string())
    }

    fn __repr__(&self) -> String {
        let (name, moves) = (self.object().name(), self.past.len());
        format!("<Position of {name} after {moves} moves>")
    }

    fn _repr_svg_(&self) -> String {
        let role = self.role_to_move().unwrap_or(Role(0));
        let view = self.object().view(&self.current, role);
        self.object().drawing(&view).to_svg()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let make = py.import("stratalog._native")?.getattr("position_again")?;
        let moves: Vec<u32> = self.past.iter().map(|(_, mv)| mv.code()).collect();
        let (seed, text) = match &self.origin {
            Start::Seed(seed) => (Some(*seed), None),
            Start::Text(text) => (None, Some(text)),
        };
        let args = (self.game.clone_ref(py), seed, text, moves);
        Ok((make, args).into_pyobject(py)?.into_any())
    }
}

/// A position made again from how it was reached.
#[pyfunction]
pub fn position_again(
    py: Python<'_>,
    game: Py<Game>,
    seed: Option<u64>,
    text: Option<String>,
    moves: Vec<u32>,
) -> PyResult<Position> {
    let mut position = match text {
        Some(text) => Game::position(game, py, text)?,
        None => Game::start(game, py, seed.unwrap_or(1)),
    };
    for code in moves {
        position.play(py, MoveName::Number(code))?;
    }
    Ok(position)
}

/// What a role sees of a position: all that a player is shown.
#[pyclass(frozen, module = "stratalog._native")]
pub struct View {
    pub game: Py<Game>,
    pub view: AnyPosition,
    pub role: Role,
}

#[pymethods]
impl View {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The role.
    #[getter]
    fn role(&self) -> String {
        self.game.get().object().role_name(self.role).to_owned()
    }

    /// The moves the role may choose from.
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let game = self.game.get();
        let mut moves = Vec::new();
        game.object().choices(&self.view, self.role, &mut moves);
        let texts: Vec<_> = moves.into_iter().map(|mv| game.move_text(py, mv)).collect();
        PyList::new(py, texts)
    }

    /// The facts that are seen, as Prolog.
    #[getter]
    fn facts(&self) -> Vec<String> {
        let facts = self.game.get().object().facts(&self.view);
        facts.iter().map(ToString::to_string).collect()
    }

    /// What is seen, as text that other calls read.
    #[getter]
    fn text(&self) -> String {
        self.game.get().object().view_text(&self.view)
    }

    /// The board as it is seen.
    #[getter]
    fn drawing<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        drawing(py, &self.game.get().object().drawing(&self.view))
    }

    /// The position, where every role sees all of it.
    fn position(&self, py: Python<'_>) -> PyResult<Position> {
        let game = self.game.get().object();
        if !game.is_open() {
            let message = format!("{} hides a part of its positions", game.name());
            return Err(errors::refusal(py, message));
        }
        let origin = Start::Text(game.position_text(&self.view));
        Ok(Position::new(
            self.game.clone_ref(py),
            self.view.clone(),
            origin,
        ))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.drawing(py)?.str()?.to_string())
    }

    fn _repr_svg_(&self) -> String {
        self.game.get().object().drawing(&self.view).to_svg()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let make = py.import("stratalog._native")?.getattr("view_again")?;
        let args = (self.game.clone_ref(py), self.text(), self.role.0);
        Ok((make, args).into_pyobject(py)?.into_any())
    }
}

/// A view made again from its text.
#[pyfunction]
pub fn view_again(py: Python<'_>, game: Py<Game>, text: String, role: u8) -> PyResult<View> {
    let view = checked(py, game.get().object().parse_view(&text))?;
    let role = Role(role);
    Ok(View { game, view, role })
}

/// A drawing as an object of the Python package.
fn drawing<'py>(py: Python<'py>, drawing: &Drawing) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(drawing).expect("drawings are plain data");
    let data = py.import("json")?.call_method1("loads", (text,))?;
    let class = py.import("stratalog.records")?.getattr("Drawing")?;
    class.call1((data,))
}

/// Writes the facts of a position as bits, in the order of `possible_facts`.
pub fn observe_facts(
    py: Python<'_>,
    position: &AnyPosition,
    mut into: PyReadwriteArray1<'_, i8>,
) -> PyResult<()> {
    let Some(position) = position.downcast::<stratalog_rulesheet::Position>() else {
        return Err(errors::refusal(
            py,
            "only games made from rulesheets have observable facts; use Game.rulesheet",
        ));
    };
    let into = into.as_slice_mut()?;
    into.fill(0);
    for place in position.fact_places() {
        if let Some(bit) = into.get_mut(place) {
            *bit = 1;
        }
    }
    Ok(())
}

fn observe_cells(view: &minesweeper::View, mut into: PyReadwriteArray2<'_, i8>) -> PyResult<()> {
    let into = into.as_slice_mut()?;
    for (place, cell) in into.iter_mut().zip(view.cells()) {
        *place = match cell {
            minesweeper::Cell::Number(number) => *number as i8,
            minesweeper::Cell::Covered | minesweeper::Cell::Marked => -1,
        };
    }
    Ok(())
}
