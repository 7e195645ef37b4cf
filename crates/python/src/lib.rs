//! The Python package `stratalog`: this crate is its native module, `_native`. The
//! classes and functions that people use are in `python/stratalog`, in Python.
//!
//! - [`verbs`] makes the library's calls: a request comes as JSON, an answer goes
//!   back as JSON;
//! - [`call`] runs a call without Python's lock, passes its events on and stops it
//!   when Python is interrupted;
//! - [`game`], [`position`], [`player`] and [`joint`] are games stepped through from Python,
//!   [`batch`] is many of them at once, [`program`] is logic;
//! - [`errors`] turns the library's errors into Python's exceptions.
//!
//! This is a face: it may use the library and what the library shows. It must never
//! hold policy: what a verb does is decided in `stratalog`, and how an answer looks
//! in Python is decided in Python.

mod batch;
mod call;
mod errors;
mod game;
mod joint;
mod player;
mod position;
mod program;
mod verbs;

use pyo3::prelude::*;

/// Runs the command with these arguments and gives its exit code. Its long calls are
/// made by `elsewhere` if there is one: a function of a verb and a request as JSON that
/// gives the answer as JSON, or None where there is nothing to say.
#[pyfunction]
#[pyo3(signature = (arguments, elsewhere=None))]
fn command(py: Python<'_>, arguments: Vec<std::ffi::OsString>, elsewhere: Option<Py<PyAny>>) -> u8 {
    py.detach(|| match elsewhere {
        None => stratalog_cli::run(arguments),
        Some(function) => {
            let ask = move |verb: &str, request: &str| {
                Python::attach(|py| {
                    let answer = function.call1(py, (verb, request));
                    let text = answer.and_then(|answer| answer.extract::<Option<String>>(py));
                    text.map_err(|error| Some(error.value(py).to_string()))?
                        .ok_or(None)
                })
            };
            stratalog_cli::run_elsewhere(arguments, Box::new(ask))
        }
    })
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(command, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::call, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::call_part, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::drawing_svg, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::drawing_text, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::play_functions, module)?)?;
    module.add_function(wrap_pyfunction!(position::position_again, module)?)?;
    module.add_function(wrap_pyfunction!(position::view_again, module)?)?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<position::View>()?;
    module.add_class::<joint::JointPosition>()?;
    module.add_class::<player::NamedPlayer>()?;
    module.add_class::<program::Answers>()?;
    module.add_class::<program::NativeProgram>()?;
    Ok(())
}
