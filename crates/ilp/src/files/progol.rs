//! CProgol's file: directives end in `?`, positives are facts of the predicate
//! that `modeh` declares, negatives are clauses without a head, `:- p(x).`

use stratalog_logic::{ClauseEnd, Colour, ReadTerm, Reader, Source, Symbol, Term};

use super::Loaded;
use super::aleph::declare;
use super::draft::{Draft, place};
use crate::error::Error;

/// The depth of variables where the file does not set `i`, as in CProgol.
const DEFAULT_DEPTH: usize = 3;

/// Whether a text has directives that end in a question mark.
pub(super) fn is_progol(source: &Source) -> bool {
    let mut lines = source.text.lines().map(str::trim);
    lines.any(|line| line.starts_with(":-") && line.ends_with('?'))
}

/// Reads the file.
pub(super) fn one_file(source: &Source) -> Result<Loaded, Error> {
    let mut draft = Draft::new();
    draft.settings.variable_depth = DEFAULT_DEPTH;
    let mut reader = Reader::progol(source);
    let mut clauses: Vec<ReadTerm> = Vec::new();
    while let Some(read) = reader.next_clause() {
        let read = read.map_err(|error| Error::BadProgram(error.render(source, Colour::Never)))?;
        let headless = read.term.as_compound(Symbol::new(":-"), 1);
        match headless {
            Some([directive]) if read.end == ClauseEnd::QuestionMark => {
                let directive = directive.clone();
                command(&directive, &place(source, &read), &mut draft)?;
            }
            _ => clauses.push(read),
        }
    }
    // The head modes say which clauses are examples, wherever they are declared.
    let targets: Vec<_> = draft.heads.iter().map(|(mode, _)| mode.functor()).collect();
    let is_target = |term: &Term| term.functor().is_some_and(|own| targets.contains(&own));
    for read in &clauses {
        let at = place(source, read);
        match read.term.as_compound(Symbol::new(":-"), 1) {
            Some([atom]) if is_target(atom) && atom.is_ground() => {
                draft.example(atom, false, &at)?;
            }
            Some([constraint]) => draft.constraints.push(constraint.clone()),
            _ if is_target(&read.term) => draft.example(&read.term, true, &at)?,
            _ => draft.background(&read.term, &at)?,
        }
    }
    draft.finish_modes()
}

fn command(directive: &Term, at: &str, draft: &mut Draft) -> Result<(), Error> {
    for directive in directive.conjuncts() {
        declare(&directive, at, draft)?;
    }
    Ok(())
}
