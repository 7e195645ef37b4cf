//! Examples and clauses as lines of text, for sockets and saved states.

use crate::{Site, View};
use stratalog_logic::{Term, TermWriter, read_term};

use super::examples::Example;
use stratalog_ilp::error::Error;

/// An example as one line: `+` or `-`, the tile, the position with `;` between
/// its lines.
pub fn example_line(example: &Example) -> String {
    let sign = if example.is_positive { '+' } else { '-' };
    let view = example.view.to_string();
    let view = view.trim_end().replace('\n', ";");
    format!("{sign} {} {view}", example.tile.index())
}

/// The example a line tells.
pub fn read_example(line: &str) -> Result<Example, Error> {
    let wrong = || Error::Strategy(format!("'{line}' is not an example"));
    let mut words = line.splitn(3, ' ');
    let is_positive = match words.next() {
        Some("+") => true,
        Some("-") => false,
        _ => return Err(wrong()),
    };
    let tile: usize = words
        .next()
        .and_then(|word| word.parse().ok())
        .ok_or_else(wrong)?;
    let view = words.next().ok_or_else(wrong)?.replace(';', "\n");
    let view: View = view.parse().map_err(|_| wrong())?;
    if tile >= view.grid().len() || !view.is_covered(Site::new(tile)) {
        return Err(wrong());
    }
    Ok(Example {
        view,
        tile: Site::new(tile),
        is_positive,
    })
}

/// A clause as one line, its full stop left out.
pub fn clause_line(clause: &Term) -> String {
    TermWriter::new().term(clause)
}

/// The clause a line tells.
pub fn read_clause(line: &str) -> Result<Term, Error> {
    let read = read_term(line)
        .map_err(|error| Error::Strategy(format!("'{line}' is not a clause: {error}")))?;
    Ok(read.term)
}
