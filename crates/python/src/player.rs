//! Players in Python: those of the catalogue, called on positions, and functions
//! of Python that play in matches.

use std::sync::{Arc, Mutex};

use pyo3::prelude::*;
use stratalog::Seed;
use stratalog_game::reason::Reason;
use stratalog_game::{
    AnyMove, Decision, Game as _, GameObject, Player, PlayerError, PlayerSource, PlayerSpec,
    Situation,
};

use crate::call::thought;
use crate::errors;
use crate::game::{Game, checked};
use crate::position::{MoveName, Position, View};

/// A player of the catalogue: called with a position, it gives its move.
///
/// >>> import stratalog
/// >>> game = stratalog.Game("noughts-and-crosses")
/// >>> position = game.position("x x . / o o . / . . .")
/// >>> game.player("minimax")(position)
/// '1,3'
#[pyclass(module = "stratalog._native")]
pub struct NamedPlayer {
    game: Py<Game>,
    name: String,
    seed: Seed,
    player: Mutex<Box<dyn Player<GameObject>>>,
    /// How many moves it made: each has a random stream of its own.
    moves: u64,
}

/// Who a player can be asked about: a whole position, or a view.
#[derive(FromPyObject)]
pub enum Asked<'py> {
    Position(PyRef<'py, Position>),
    View(PyRef<'py, View>),
}

impl NamedPlayer {
    pub fn new(py: Python<'_>, game: Py<Game>, name: String, seed: u64) -> PyResult<NamedPlayer> {
        let Ok(spec) = name.parse::<PlayerSpec>();
        let source = checked(py, game.get().playable.source(&spec))?;
        Ok(NamedPlayer {
            player: Mutex::new(source.player()),
            game,
            name,
            seed: Seed(seed),
            moves: 0,
        })
    }

    fn decision(
        &mut self,
        py: Python<'_>,
        asked: &Asked<'_>,
        is_explained: bool,
    ) -> PyResult<Decision<AnyMove>> {
        let (view, role) = match asked {
            Asked::View(view) => (view.view.clone(), view.role),
            Asked::Position(position) => {
                let view = position.view(py, None)?;
                (view.view, view.role)
            }
        };
        let game = self.game.get().object();
        let mut rng = self.seed.stream(self.moves);
        self.moves += 1;
        let player = &self.player;
        let decided = thought(py, |stop| {
            let mut player = player.lock().unwrap_or_else(|poison| poison.into_inner());
            player.heed(stop);
            player.begin(game, role);
            if is_explained {
                player.explain(Situation::new(game, &view, role, &mut rng))
            } else {
                player.decide(Situation::new(game, &view, role, &mut rng))
            }
        })?;
        checked(py, decided)
    }
}

#[pymethods]
impl NamedPlayer {
    /// The name.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The player's move in a position.
    fn __call__(&mut self, py: Python<'_>, position: Asked<'_>) -> PyResult<String> {
        let decision = self.decision(py, &position, false)?;
        Ok(self.game.get().object().move_text(decision.mv))
    }

    /// The player's move in a position, the reason as data, and as a sentence.
    fn explain<'py>(
        &mut self,
        py: Python<'py>,
        position: Asked<'_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let decision = self.decision(py, &position, true)?;
        let told = serde_json::json!({
            "move": self.game.get().object().move_text(decision.mv),
            "reason": decision.reason.to_json(),
            "english": decision.reason.to_string(),
        });
        let data = py
            .import("json")?
            .call_method1("loads", (told.to_string(),))?;
        py.import("stratalog.records")?
            .getattr("Record")?
            .call1((data,))
    }

    fn __repr__(&self) -> String {
        format!(
            "<Player {} of {}>",
            self.name,
            self.game.get().object().name()
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let make = self.game.bind(py).getattr("player")?;
        let args = (&self.name, self.seed.0);
        Ok((make, args).into_pyobject(py)?.into_any())
    }
}

/// The exception of a function that plays, kept until the match has ended.
pub type Failure = Arc<Mutex<Option<PyErr>>>;

/// A function of Python as a player: it is called with a view and gives a move.
pub struct FunctionSource {
    pub game: Py<Game>,
    pub function: Py<PyAny>,
    pub failure: Failure,
}

impl PlayerSource<GameObject> for FunctionSource {
    fn player(&self) -> Box<dyn Player<GameObject>> {
        Python::attach(|py| {
            Box::new(FunctionPlayer {
                game: self.game.clone_ref(py),
                function: self.function.clone_ref(py),
                failure: Arc::clone(&self.failure),
            }) as Box<dyn Player<GameObject>>
        })
    }
}

struct FunctionPlayer {
    game: Py<Game>,
    function: Py<PyAny>,
    failure: Failure,
}

impl Player<GameObject> for FunctionPlayer {
    fn decide(
        &mut self,
        Situation {
            game, view, role, ..
        }: Situation<'_, GameObject>,
    ) -> Result<Decision<AnyMove>, PlayerError> {
        let decided = Python::attach(|py| {
            let shown = View {
                game: self.game.clone_ref(py),
                view: view.clone(),
                role,
            };
            let told: MoveName = self.function.bind(py).call1((shown,))?.extract()?;
            let mv = checked(py, told.find(game))?;
            let mut moves = Vec::new();
            game.choices(view, role, &mut moves);
            if moves.contains(&mv) {
                return Ok(mv);
            }
            let message = format!("the function's move {} is not legal", game.move_text(mv));
            Err(errors::refusal(py, message))
        });
        match decided {
            Ok(mv) => Ok(Decision {
                mv,
                reason: Reason::Proof {
                    steps: vec!["a Python function chose it".to_owned()],
                },
            }),
            Err(error) => {
                let text = error.to_string();
                let mut failure = self.failure.lock().unwrap_or_else(|p| p.into_inner());
                failure.get_or_insert(error);
                Err(PlayerError::Undecided(text))
            }
        }
    }
}
