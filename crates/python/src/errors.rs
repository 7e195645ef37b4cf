//! The library's errors as exceptions of the Python package.

use std::fmt::Display;

use pyo3::prelude::*;
use stratalog::Error;

/// The exception of an error of the library; the places of mistakes in a text come
/// with it.
pub fn exception(py: Python<'_>, error: &Error) -> PyErr {
    let places = match error {
        Error::Text(diagnostics) => diagnostics.as_slice(),
        _ => &[],
    };
    let places = serde_json::to_string(places).expect("diagnostics are plain data");
    made(py, &error.to_string(), &places)
}

/// The exception for a call that cannot be made.
pub fn refusal(py: Python<'_>, message: impl Display) -> PyErr {
    made(py, &message.to_string(), "[]")
}

fn made(py: Python<'_>, message: &str, places: &str) -> PyErr {
    let class = py
        .import("stratalog.errors")
        .and_then(|module| module.getattr("from_native"));
    match class.and_then(|class| class.call1((message, places))) {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}
