//! Many games at once for vector environments: a step writes into numpy's arrays.

use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;
use stratalog::Seed;
use stratalog_rulesheet::{Batch as Games, BatchOptions, BatchViews};

use crate::errors;
use crate::game::{Game, checked};

/// Many games of one rulesheet, stepped together.
#[pyclass(module = "stratalog._native")]
pub struct Batch {
    games: Games,
}

/// The arrays that a step writes to.
#[derive(FromPyObject)]
pub struct Arrays<'py> {
    facts: PyReadwriteArray2<'py, i8>,
    legal: PyReadwriteArray2<'py, i8>,
    turns: PyReadwriteArray1<'py, i8>,
    rewards: PyReadwriteArray1<'py, f32>,
    goals: PyReadwriteArray2<'py, u8>,
    terminated: PyReadwriteArray1<'py, bool>,
    truncated: PyReadwriteArray1<'py, bool>,
    /// The number of games.
    games: usize,
}

impl Arrays<'_> {
    fn views(&mut self, py: Python<'_>, games: &Games) -> PyResult<BatchViews<'_>> {
        let count = self.games;
        let views = BatchViews {
            facts: self.facts.as_slice_mut()?,
            legal: self.legal.as_slice_mut()?,
            turns: self.turns.as_slice_mut()?,
            rewards: self.rewards.as_slice_mut()?,
            goals: self.goals.as_slice_mut()?,
            terminated: self.terminated.as_slice_mut()?,
            truncated: self.truncated.as_slice_mut()?,
        };
        let fits = [
            views.facts.len() == count * games.facts(),
            views.legal.len() == count * games.moves(),
            views.goals.len() == count * games.players(),
            views.turns.len() == count,
            views.rewards.len() == count,
            views.terminated.len() == count,
            views.truncated.len() == count,
        ];
        if fits.contains(&false) || count != games.games() {
            return Err(errors::refusal(py, "the arrays do not fit the games"));
        }
        Ok(views)
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, games, agent=None, max_steps=20_000))]
    fn new(
        py: Python<'_>,
        game: &Game,
        games: usize,
        agent: Option<usize>,
        max_steps: u32,
    ) -> PyResult<Batch> {
        let refuse = |message: &str| Err(errors::refusal(py, message));
        let Some(rules) = game.rulesheet_game() else {
            return refuse(
                "only games made from rulesheets are played many at once; use Game.rulesheet",
            );
        };
        if games == 0 {
            return refuse("there must be at least one game");
        }
        if rules.is_hidden() {
            return refuse(
                "the rules hide a part of the positions, and a vector environment shows all",
            );
        }
        if agent.is_none() && rules.is_simultaneous() {
            return refuse("roles choose at the same time; name the role to play");
        }
        if agent.is_some_and(|agent| agent >= game.roles().len()) {
            return refuse("there is no such role");
        }
        let options = BatchOptions {
            games,
            agent,
            max_steps,
            seed: Seed(1),
        };
        match rules.batch(options) {
            Some(games) => Ok(Batch { games }),
            None => refuse("the rules are too large to be played many at once"),
        }
    }

    /// Facts, moves and players: the sizes of the arrays.
    #[getter]
    fn sizes(&self) -> (usize, usize, usize) {
        (self.games.facts(), self.games.moves(), self.games.players())
    }

    /// Restarts all games.
    fn reset(&mut self, py: Python<'_>, seed: u64, mut arrays: Arrays<'_>) -> PyResult<()> {
        let mut views = arrays.views(py, &self.games)?;
        let games = &mut self.games;
        let done = py.detach(|| games.reset(Seed(seed), &mut views));
        checked(py, done)
    }

    /// Makes a move in each game.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut arrays: Arrays<'_>,
    ) -> PyResult<()> {
        let actions = actions.as_slice()?;
        let mut views = arrays.views(py, &self.games)?;
        if actions.len() != self.games.games() {
            return Err(errors::refusal(py, "there must be an action for each game"));
        }
        let games = &mut self.games;
        let done = py.detach(|| games.step(actions, &mut views));
        checked(py, done)
    }
}
