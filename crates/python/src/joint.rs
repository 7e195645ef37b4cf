//! Positions of rulesheets stepped by joint moves, with chance left to the caller:
//! what environments with simultaneous moves or explicit chance need.

use numpy::PyReadwriteArray1;
use pyo3::prelude::*;
use stratalog_game::Coded;
use stratalog_game::{Described as _, Game as _, GameError};
use stratalog_rulesheet::{Move, Position, RulesheetGame};

use crate::errors;
use crate::game::{Game, checked};

/// A position of a rulesheet. Every role, chance included, moves in each step; a
/// role that has nothing to do has one legal move.
#[pyclass(module = "stratalog._native")]
pub struct JointPosition {
    game: Py<Game>,
    position: Position,
    past: Vec<Vec<u32>>,
    /// What each player has seen, step by step: its own move and what it was told.
    seen: Vec<Vec<(u32, Vec<String>)>>,
}

impl JointPosition {
    fn rules(&self) -> &RulesheetGame {
        self.game
            .get()
            .rulesheet_game()
            .expect("checked when the position was made")
    }
}

#[pymethods]
impl JointPosition {
    #[new]
    fn new(py: Python<'_>, game: Py<Game>) -> PyResult<JointPosition> {
        let Some(rules) = game.get().rulesheet_game() else {
            let message = "joint moves need a game made from a rulesheet; use Game.rulesheet";
            return Err(errors::refusal(py, message));
        };
        let players = rules.role_count();
        let position = rules.raw_initial();
        Ok(JointPosition {
            position,
            past: Vec::new(),
            seen: vec![Vec::new(); players],
            game,
        })
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self, py: Python<'_>) -> PyResult<bool> {
        let rules = self.rules();
        match rules.failure(&self.position) {
            Some(cause) => {
                let game = rules.name().to_owned();
                checked(py, Err(GameError::RulesFailed { game, cause }))
            }
            None => Ok(rules.is_terminal(&self.position)),
        }
    }

    /// The numbers of the legal moves of a role; chance comes after the players.
    fn legal(&self, role: usize) -> Vec<u32> {
        if self.rules().is_terminal(&self.position) || role >= self.rules().all_roles().len() {
            return Vec::new();
        }
        let moves = self.rules().legal_of(&self.position, role);
        moves.into_iter().map(Move::code).collect()
    }

    /// Makes a joint move: a legal move for each role, chance last.
    fn play(&mut self, py: Python<'_>, joint: Vec<u32>) -> PyResult<()> {
        let roles = self.rules().all_roles().len();
        if joint.len() != roles {
            let message = format!("a joint move has a move for each of the {roles} roles");
            return Err(errors::refusal(py, message));
        }
        for (role, code) in joint.iter().enumerate() {
            let legal = self.legal(role);
            if !legal.contains(code) {
                let text = |code: u32| self.rules().move_text(Move::from_code(code));
                return checked(
                    py,
                    Err(GameError::IllegalMove {
                        text: text(*code),
                        legal: legal.into_iter().map(text).collect(),
                    }),
                );
            }
        }
        let moves: Vec<Move> = joint.iter().map(|&code| Move::from_code(code)).collect();
        if self.rules().is_hidden() {
            let rules = self.rules();
            let told: Vec<Vec<String>> = (0..self.seen.len())
                .map(|role| rules.told(&self.position, &moves, role))
                .map(|told| told.iter().map(ToString::to_string).collect())
                .collect();
            for ((seen, &code), told) in self.seen.iter_mut().zip(&joint).zip(told) {
                seen.push((code, told));
            }
        }
        let rules = self.game.get().rulesheet_game();
        let rules = rules.expect("checked when the position was made");
        rules.play_joint(&mut self.position, &moves);
        self.past.push(joint);
        Ok(())
    }

    /// The goals of the players, once the game is over.
    #[getter]
    fn goals(&self) -> Vec<u8> {
        let players = self.rules().role_count() as u8;
        let roles = (0..players).map(stratalog_game::Role);
        if !self.rules().is_terminal(&self.position) {
            return Vec::new();
        }
        roles
            .map(|role| self.rules().goal(&self.position, role))
            .collect()
    }

    /// The facts of the position as text.
    #[getter]
    fn text(&self) -> String {
        self.rules().position_text(&self.position)
    }

    /// The facts of the position.
    #[getter]
    fn facts(&self) -> Vec<String> {
        let facts = self.rules().facts(&self.position);
        facts.iter().map(ToString::to_string).collect()
    }

    /// A move as text.
    fn move_text(&self, code: u32) -> String {
        self.rules().move_text(Move::from_code(code))
    }

    /// What a player has seen, step by step: its own move and what it was told.
    fn seen(&self, role: usize) -> Vec<(u32, Vec<String>)> {
        self.seen.get(role).cloned().unwrap_or_default()
    }

    /// Writes a 1 for each possible fact that holds, and 0 for the others.
    fn observe(&self, mut into: PyReadwriteArray1<'_, i8>) -> PyResult<()> {
        let into = into.as_slice_mut()?;
        into.fill(0);
        for place in self.position.fact_places() {
            if let Some(bit) = into.get_mut(place) {
                *bit = 1;
            }
        }
        Ok(())
    }

    /// A copy.
    fn copy(&self, py: Python<'_>) -> JointPosition {
        JointPosition {
            game: self.game.clone_ref(py),
            position: self.position.clone(),
            past: self.past.clone(),
            seen: self.seen.clone(),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let again = py.import("stratalog.again")?.getattr("joint")?;
        let args = (self.game.clone_ref(py), self.past.clone());
        Ok((again, args).into_pyobject(py)?.into_any())
    }

    fn __copy__(&self, py: Python<'_>) -> JointPosition {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> JointPosition {
        self.copy(py)
    }
}
