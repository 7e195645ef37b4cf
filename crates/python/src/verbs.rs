//! The library's calls by name: requests and answers as JSON.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use pyo3::prelude::*;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use stratalog::{
    Answer, Control, Error, Verdict, analyse, check, explain, features, games, induce, learn,
    learn_migo, learn_minesweeper, learn_rules, learn_zenith, new, no_guess, play, query, quiz,
    reproduce, review, rules, rulesheets, solve, solve_minesweeper,
};
use stratalog_game::{Drawing, GameObject, PlayerSource, PlayerSpec};
use stratalog_run::{Share, Spread};

use crate::call::{Called, Functions, make};
use crate::errors;
use crate::game::{Game, checked};
use crate::player::{Failure, FunctionSource};

/// An answer as JSON, its verdict, and the exception that stopped the call early.
type Answered = (String, &'static str, Option<Py<PyAny>>);

/// Makes a call of the library: the name of a verb, its request as JSON. The function
/// `spread` has the pieces of the call computed by other processes.
#[pyfunction]
#[pyo3(signature = (verb, request, listener=None, threads=None, spread=None))]
pub fn call(
    py: Python<'_>,
    verb: &str,
    request: &str,
    listener: Option<Py<PyAny>>,
    threads: Option<usize>,
    spread: Option<Py<PyAny>>,
) -> PyResult<Answered> {
    let (run, request) = found(py, verb, request)?;
    let functions = Functions { listener, spread };
    let called = make(py, &functions, threads, |control| run(request, control))?;
    answered(py, called)
}

fn found(py: Python<'_>, verb: &str, request: &str) -> PyResult<(Run, Value)> {
    let run = find(verb).ok_or_else(|| errors::refusal(py, format!("there is no verb {verb}")))?;
    let request = serde_json::from_str(request).map_err(|error| errors::refusal(py, error))?;
    Ok((run, request))
}

/// Computes the pieces `first..end` of a part of a call for another process: their
/// results, a list as JSON. `earlier` has the results of the parts before it, each a
/// name and a list as JSON.
#[pyfunction]
pub fn call_part(
    py: Python<'_>,
    verb: &str,
    request: &str,
    part: String,
    range: (u64, u64),
    earlier: Vec<(String, String)>,
) -> PyResult<String> {
    let (run, request) = found(py, verb, request)?;
    let helper = Arc::new(Helper {
        part,
        range: range.0..range.1,
        earlier: earlier.into_iter().collect(),
        results: Mutex::default(),
    });
    let spread = Arc::clone(&helper);
    let called = make(py, &Functions::default(), Some(1), move |control| {
        run(request, &control.clone().spread_by(spread))
    })?;
    if let Some(interrupt) = called.interrupt {
        return Err(interrupt);
    }
    if let Err(error) = called.result {
        return Err(errors::exception(py, &error));
    }
    let results = helper
        .results
        .lock()
        .unwrap_or_else(|p| p.into_inner())
        .take();
    let results = results.ok_or_else(|| {
        let message = format!(
            "{verb} has no part called {}; use the same version",
            helper.part
        );
        errors::refusal(py, message)
    })?;
    Ok(Value::Array(results).to_string())
}

/// Computes some pieces of one part of a call.
struct Helper {
    part: String,
    range: Range<u64>,
    /// The results of earlier parts, by name, as JSON.
    earlier: HashMap<String, String>,
    results: Mutex<Option<Vec<Value>>>,
}

impl Spread for Helper {
    fn share(&self, part: &str, _count: u64) -> Share {
        if part == self.part {
            return Share::Only(self.range.clone());
        }
        let known = self.earlier.get(part);
        match known.and_then(|text| serde_json::from_str(text).ok()) {
            Some(results) => Share::Known(results),
            None => Share::All,
        }
    }

    fn deliver(&self, results: Vec<Value>) {
        *self.results.lock().unwrap_or_else(|p| p.into_inner()) = Some(results);
    }
}

/// The answer of a call as Python gets it.
pub fn answered(
    py: Python<'_>,
    called: Called<Result<(String, Verdict), Error>>,
) -> PyResult<Answered> {
    match (called.result, called.interrupt) {
        (Ok((text, verdict)), interrupt) => {
            let verdict = match verdict {
                Verdict::Done => "done",
                Verdict::No => "no",
                Verdict::Limit => "limit",
            };
            let interrupt = interrupt.map(|error| error.into_value(py).into_any());
            Ok((text, verdict, interrupt))
        }
        (Err(_), Some(interrupt)) => Err(interrupt),
        (Err(error), None) => Err(errors::exception(py, &error)),
    }
}

/// The drawing, given as JSON, as SVG.
#[pyfunction]
pub fn drawing_svg(py: Python<'_>, drawing: &str) -> PyResult<String> {
    Ok(read_drawing(py, drawing)?.to_svg())
}

/// The drawing, given as JSON, as text.
#[pyfunction]
pub fn drawing_text(py: Python<'_>, drawing: &str) -> PyResult<String> {
    Ok(read_drawing(py, drawing)?.to_string())
}

fn read_drawing(py: Python<'_>, drawing: &str) -> PyResult<Drawing> {
    serde_json::from_str(drawing).map_err(|error| errors::refusal(py, error))
}

type Run = fn(Value, &Control) -> Result<(String, Verdict), Error>;

fn find(verb: &str) -> Option<Run> {
    Some(match verb {
        "analyse" => |json, control| done(read::<analyse::Request>(json)?.run(control)),
        "check" => |json, control| done(read::<check::Request>(json)?.run(control)),
        "explain" => |json, control| done(read::<explain::Request>(json)?.run(control)),
        "features" => |json, control| done(read::<features::Request>(json)?.run(control)),
        "games" => |json, control| done(read::<games::Request>(json)?.run(control)),
        "induce" => |json, control| done(read::<induce::Request>(json)?.run(control)),
        "learn" => |json, control| done(read::<learn::Request>(json)?.run(control)),
        "learner" => |json, _| {
            let asked = |key: &str| json.get(key).and_then(Value::as_str);
            let game = asked("game").unwrap_or_default();
            let learner = learn::Learner::choose(game, asked("with"))?;
            Ok((format!("{:?}", learner.name()), Verdict::Done))
        },
        "learn_migo" => |json, control| done(read::<learn_migo::Request>(json)?.run(control)),
        "learn_minesweeper" => {
            |json, control| done(read::<learn_minesweeper::Request>(json)?.run(control))
        }
        "learn_rules" => |json, control| done(read::<learn_rules::Request>(json)?.run(control)),
        "learn_zenith" => |json, control| done(read::<learn_zenith::Request>(json)?.run(control)),
        "new" => |json, control| done(read::<new::Request>(json)?.run(control)),
        "no_guess" => |json, control| done(read::<no_guess::Request>(json)?.run(control)),
        "play_piece" => |json, control| {
            let piece: PlayPiece = read(json)?;
            let played = piece.request.run_piece(control, piece.first, piece.count)?;
            let text = serde_json::to_string(&played).expect("reports are plain data");
            Ok((text, Verdict::Done))
        },
        "play_joined" => |json, _| {
            let pieces: Vec<play::Piece> = read(json)?;
            let joined = pieces.into_iter().reduce(play::Piece::joined);
            let text = serde_json::to_string(&joined).expect("reports are plain data");
            Ok((text, Verdict::Done))
        },
        "play_merged" => |json, _| {
            let merged: PlayMerged = read(json)?;
            done(merged.request.merged(merged.pieces, merged.seconds))
        },
        "induce_fold" => |json, control| {
            let fold: InduceFold = read(json)?;
            let tested = fold.request.run_fold(control, fold.fold)?;
            let text = serde_json::to_string(&tested).expect("counts are plain data");
            Ok((text, Verdict::Done))
        },
        "induce_validated" => |json, _| {
            let validated: InduceValidated = read(json)?;
            done(Ok(validated.answer.validated(&validated.folds)))
        },
        "play" => |json, control| done(read::<play::Request>(json)?.run(control)),
        "query" => |json, control| done(read::<query::Request>(json)?.run(control)),
        "quiz_forms" => |json, control| done(read::<quiz::forms::Request>(json)?.run(control)),
        "quiz_score" => |json, control| done(read::<quiz::score::Request>(json)?.run(control)),
        "reproduce" => |json, control| done(read::<reproduce::Request>(json)?.run(control)),
        "review" => |json, control| done(read::<review::Request>(json)?.run(control)),
        "rules_check" => |json, control| done(read::<rules::check::Request>(json)?.run(control)),
        "rules_perft" => |json, control| done(read::<rules::perft::Request>(json)?.run(control)),
        "rules_playouts" => {
            |json, control| done(read::<rules::playouts::Request>(json)?.run(control))
        }
        "rules_report" => |json, control| done(read::<rules::report::Request>(json)?.run(control)),
        "rulesheets" => |json, control| done(read::<rulesheets::Request>(json)?.run(control)),
        "solve" => |json, control| done(read::<solve::Request>(json)?.run(control)),
        "solve_minesweeper" => {
            |json, control| done(read::<solve_minesweeper::Request>(json)?.run(control))
        }
        _ => return None,
    })
}

/// Some of the games of a match.
#[derive(Deserialize)]
struct PlayPiece {
    request: play::Request,
    first: u64,
    count: u64,
}

/// The parts of a match, in order, and the seconds they took together.
#[derive(Deserialize)]
struct PlayMerged {
    request: play::Request,
    pieces: Vec<play::Piece>,
    seconds: f64,
}

/// One part of a cross-validation.
#[derive(Deserialize)]
struct InduceFold {
    request: induce::Request,
    fold: usize,
}

/// A theory, and the parts of its cross-validation.
#[derive(Deserialize)]
struct InduceValidated {
    answer: induce::Answer,
    folds: Vec<induce::Confusion>,
}

fn read<R: DeserializeOwned>(json: Value) -> Result<R, Error> {
    serde_json::from_value(json)
        .map_err(|error| Error::input(format!("the call is wrong: {error}")))
}

fn done<A: Answer>(answer: Result<A, Error>) -> Result<(String, Verdict), Error> {
    let answer = answer?;
    let text = serde_json::to_string(&answer).expect("answers have text keys");
    Ok((text, answer.verdict()))
}

/// Plays a match in which functions of Python take part: the request as JSON, the
/// function that is measured, the function against it; None where the request names
/// a player.
#[pyfunction]
#[pyo3(signature = (game, request, player=None, against=None, listener=None))]
pub fn play_functions(
    py: Python<'_>,
    game: Py<Game>,
    request: &str,
    player: Option<Py<PyAny>>,
    against: Option<Py<PyAny>>,
    listener: Option<Py<PyAny>>,
) -> PyResult<Answered> {
    let request: play::Request =
        serde_json::from_str(request).map_err(|error| errors::refusal(py, error))?;
    let failure = Failure::default();
    let source = |name: Option<&String>, function: Option<Py<PyAny>>| {
        let found: Option<Box<dyn PlayerSource<GameObject>>> = match (function, name) {
            (Some(function), _) => Some(Box::new(FunctionSource {
                game: game.clone_ref(py),
                function,
                failure: failure.clone(),
            })),
            (None, Some(name)) => {
                let Ok(spec) = name.parse::<PlayerSpec>();
                Some(checked(py, game.get().playable.source(&spec))?)
            }
            (None, None) => None,
        };
        PyResult::Ok(found)
    };
    let object = game.get().object().clone();
    let opponent = request.opponent(&object);
    let player = source(Some(&request.player), player)?.expect("there is a name");
    let against = source(opponent.as_ref(), against)?;
    // The games are played one after the other: Python runs one thread at a time.
    let called = make(py, &Functions::listener(listener), Some(1), |control| {
        done(request.run_between(control, &object, &*player, against.as_deref()))
    })?;
    let raised = failure
        .lock()
        .unwrap_or_else(|poison| poison.into_inner())
        .take();
    match raised {
        Some(error) => Err(error),
        None => answered(py, called),
    }
}
