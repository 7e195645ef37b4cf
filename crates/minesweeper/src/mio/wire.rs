//! Examples and clauses as data for sockets and saved states.

use serde::{Deserialize, Serialize};
use stratalog_ilp::error::Error;
use stratalog_logic::{Term, TermWriter, read_term};

use super::examples::Example;
use crate::{Site, View};

/// An example as it is sent and saved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExampleData {
    /// The position, as text.
    position: String,
    /// The tile, row by row from the top left, from 0.
    tile: usize,
    /// The tiles supposed to be safe.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    safe: Vec<usize>,
    /// Whether it is an example of the target or against it.
    is_positive: bool,
}

impl From<&Example> for ExampleData {
    fn from(example: &Example) -> ExampleData {
        ExampleData {
            position: example.view.to_string(),
            tile: example.tile.index(),
            safe: example.safe.iter().map(|site| site.index()).collect(),
            is_positive: example.is_positive,
        }
    }
}

impl TryFrom<ExampleData> for Example {
    type Error = Error;

    fn try_from(data: ExampleData) -> Result<Example, Error> {
        let wrong = || Error::Strategy(format!("{data:?} is not an example"));
        let view: View = data.position.parse().map_err(|_| wrong())?;
        let is_covered =
            |tile: &usize| *tile < view.grid().len() && view.is_covered(Site::new(*tile));
        if !is_covered(&data.tile) || !data.safe.iter().all(is_covered) {
            return Err(wrong());
        }
        Ok(Example {
            view,
            tile: Site::new(data.tile),
            safe: data.safe.into_iter().map(Site::new).collect(),
            is_positive: data.is_positive,
        })
    }
}

/// Examples as data.
pub fn example_data(examples: &[Example]) -> Vec<ExampleData> {
    examples.iter().map(ExampleData::from).collect()
}

/// The examples that data describe.
pub fn read_examples(data: Vec<ExampleData>) -> Result<Vec<Example>, Error> {
    data.into_iter().map(Example::try_from).collect()
}

/// Clauses as text, without their full stops.
pub fn clause_texts<'a>(clauses: impl IntoIterator<Item = &'a Term>) -> Vec<String> {
    let writer = TermWriter::new();
    clauses
        .into_iter()
        .map(|clause| writer.term(clause))
        .collect()
}

/// The clauses that texts describe.
pub fn read_clauses(texts: &[String]) -> Result<Vec<Term>, Error> {
    let read = |text: &String| {
        let read = read_term(text)
            .map_err(|error| Error::Strategy(format!("'{text}' is not a clause: {error}")))?;
        Ok(read.term)
    };
    texts.iter().map(read).collect()
}
